"""Scenario files: what a table is, which cards come, what the players do and what goes wrong."""
