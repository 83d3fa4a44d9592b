"""High card, the smallest game that a table can play: the example of a game to copy."""
