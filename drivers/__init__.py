"""Device protocols, transports and drivers; knows nothing of the game."""
