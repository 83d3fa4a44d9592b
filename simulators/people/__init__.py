"""People at a simulated table: what they do with their hands, and when they tap."""
