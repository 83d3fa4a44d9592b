"""What every event of the desk has in common."""

from typing import ClassVar

from controller.domain import kernel
from controller.domain.kernel import Command as Command


class Event(kernel.Event):
    """Something that has happened at the desk."""

    RECORD_PREFIX: ClassVar = "tournament."
