"""The screen areas of the poker room."""
