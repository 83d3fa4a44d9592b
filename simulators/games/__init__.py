"""What a game brings to its simulation: people at the table, and scenario files."""
