"""The poker room on the screen."""
