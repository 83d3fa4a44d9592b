"""The rulebook says no: a value, shown with its reason and clause."""

from enum import Enum

from controller.domain.frozen import Frozen


class Sentence(Enum):
    """Why not: the value is the sentence that people read. One enum of them for each subject."""

    _value_: str


class Refused(Frozen):
    """A command that was not accepted: nothing has changed."""

    refusal: Sentence
    clause: str | None = None
    detail: str = ""
    """Which one, what was found, or what to do, where the sentence alone does not say it. A
    sentence with a blank (`Place {} is taken.`) has it there."""

    @property
    def said(self) -> str:
        """The sentence, with its blank filled."""
        return self.refusal.value.format(self.detail)

    @property
    def more(self) -> str:
        """The detail, where the sentence does not have it already."""
        return "" if "{}" in self.refusal.value else self.detail

    def text(self) -> str:
        """The whole line for the person who asked."""
        parts = [self.said]
        if self.more:
            parts.append(self.more)
        if self.clause:
            parts.append(f"(rule {self.clause})")
        return " ".join(parts)
