"""What the dealer is told at each step (`games.bonus.steps`): the sentences, and their words."""
