"""A round as it is told afterwards: the cards that were turned over, every sentence, its rule."""

from abc import ABC, abstractmethod
from typing import Any

from controller.domain.frozen import Frozen
from controller.domain.money import Money
from controller.house.events import Authorised


class StoryHand(Frozen):
    """One place at the end of a round."""

    place: int
    cards: tuple[str | None, ...]
    """None for a card that was never turned over."""
    hand: str
    staked: Money | None
    """None where the game does not follow it."""
    back: Money
    """What went to the place: stakes that went back, winnings and awards."""


class StoryLine(Frozen):
    """One sentence, and the rule behind it."""

    at_ms: int
    text: str
    clause: str | None


class RoundStory(Frozen):
    """One round."""

    number: int
    ended_ms: int
    ending: str
    clause: str | None
    community: tuple[str | None, ...] = ()
    dealer: tuple[str | None, ...] = ()
    hands: tuple[StoryHand, ...] = ()
    lines: tuple[StoryLine, ...] = ()


class Narration(ABC):
    """One round in the making. A game says what its own events come to."""

    def __init__(self) -> None:
        self.lines: list[StoryLine] = []

    def take(self, before: Any, after: Any, event: object, at_ms: int) -> RoundStory | None:
        """One event, with the table before and after it; the whole round where it ends."""
        if isinstance(event, Authorised):
            self.say(at_ms, _authorised(event), event.clause)
            return None
        return self.take_own(before, after, event, at_ms)

    @abstractmethod
    def take_own(self, before: Any, after: Any, event: object, at_ms: int) -> RoundStory | None:
        """An event that is perhaps the game's."""

    def say(self, at_ms: int, text: str, clause: str | None) -> None:
        """One more sentence."""
        self.lines.append(StoryLine(at_ms, text, clause))


def _authorised(event: Authorised) -> str:
    who = " and ".join(f"{actor.role.words} {actor.number}" for actor in event.by)
    why = f": {event.reason.text}" if event.reason else ""
    did = f"authorised {event.action.value.replace('-', ' ')}{why}."
    return f"{who[:1].upper()}{who[1:]} {did}"
