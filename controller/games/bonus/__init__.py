"""Texas Hold'em Bonus Poker: house-banked, under three approved rule sets, with its jackpots."""
