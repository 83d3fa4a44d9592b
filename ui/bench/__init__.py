"""The bench: simulated devices as people handle them, and people who handle them."""
