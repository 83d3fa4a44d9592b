"""The simulated dealer of the bonus game: opens the table, moves the cards, deals."""
