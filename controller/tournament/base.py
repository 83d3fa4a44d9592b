"""What every event of the desk has in common."""

from typing import ClassVar


class Event:
    """Something that has happened at the desk."""

    RECORD_PREFIX: ClassVar = "tournament."
