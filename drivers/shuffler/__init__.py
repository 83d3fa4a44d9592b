"""The shuffler of two decks."""
