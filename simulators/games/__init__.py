"""Simulated players and scenario files of each game."""
