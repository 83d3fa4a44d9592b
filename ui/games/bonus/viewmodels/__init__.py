"""The game's screen areas: one QObject each, with its pure derive function."""
