"""People at a simulated table of the bonus game: what they do with their hands, when they tap."""
