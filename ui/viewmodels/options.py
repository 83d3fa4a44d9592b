"""Keys that stand for something: of a question, of a list."""

from controller.domain.frozen import frozen


@frozen
class Option:
    """One thing to tap."""

    code: str
    text: str
    enabled: bool = True
    chosen: bool = False
    glyph: str = ""
