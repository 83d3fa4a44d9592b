"""Why no window can be shown; known without Qt."""


class NoDisplay(Exception):
    """Qt would end the program without a word to follow."""
