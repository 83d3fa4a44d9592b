"""The rulebook says no: a value, shown to whoever asked with its reason and clause."""

from enum import Enum

from controller.domain.frozen import frozen


class Sentence(Enum):
    """Why not: the value is the sentence that people read. One enum of them for each subject."""

    _value_: str


@frozen
class Refused:
    """A command that was not accepted: nothing has changed."""

    refusal: Sentence
    clause: str | None = None
    detail: str = ""
    """What was seen and what was expected, where the sentence alone does not say it."""

    def text(self) -> str:
        """The whole line for whoever asked."""
        parts = [self.refusal.value]
        if self.detail:
            parts.append(self.detail)
        if self.clause:
            parts.append(f"(rule {self.clause})")
        return " ".join(parts)
