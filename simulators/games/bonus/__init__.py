"""Texas Hold'em Bonus Poker, simulated."""
