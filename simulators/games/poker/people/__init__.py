"""People at a simulated table of the poker room: players with a temperament, and their dealer."""
