"""Scenario files of the bonus game: the table, the cards, the players, what goes wrong."""
