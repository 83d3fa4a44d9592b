"""The people of a simulated table of the poker room."""
