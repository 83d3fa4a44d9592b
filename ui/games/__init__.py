"""What a game brings to the screen, and the registry of them."""
