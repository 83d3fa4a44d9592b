"""Scenario files and hand histories of the poker room, played by commands on its core."""
