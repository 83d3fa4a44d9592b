"""The bonus game's own entries of the supervisor's panel."""
