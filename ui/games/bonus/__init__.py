"""Texas Hold'em Bonus Poker on the screen."""
