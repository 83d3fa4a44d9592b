"""The tournament desk on the screen."""
