"""One QObject per screen area, each with its pure derive function."""
