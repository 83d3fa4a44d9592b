"""Texas Hold'em Bonus in the scripted shift."""
