"""How amounts, cards and codes are written on the screen."""

from collections.abc import Iterable
from typing import Final

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.domain.words import dollars, sentence
from controller.floor.entries import IncidentKind
from controller.floor.measures import CollusionMeasure

__all__ = ["dollars", "sentence"]

BACK: Final = "back"
"""A card that lies face down."""

_LABELS: Final[dict[str, str]] = {
    IncidentKind.CARDS_LEFT_LAYOUT: "Cards left the layout",
    IncidentKind.TALK: "Talk about cards",
    IncidentKind.ADVICE: "Advice to a player",
    IncidentKind.SIDE_BET: "Side bet",
    IncidentKind.APPARATUS: "Device used or held",
    CollusionMeasure.BAR_TOGETHER: "Keep two players apart",
}
"""Codes that do not read as they are spelt."""


def label(code: str) -> str:
    """A code of the record in the words of the screen, the same on every panel."""
    return _LABELS.get(code, str(code).replace("-", " ").capitalize())


def chips(amount: Money) -> str:
    """The figure on a stack of chips: `1,250`."""
    return dollars(amount).removeprefix("$")


def dollars_keyed(digits: str) -> str:
    """An amount as far as it was keyed: `$1,250.5`."""
    whole, dot, cents = digits.partition(".")
    return f"{dollars(Money.parse(whole or '0'))}{dot}{cents}"


def span(low: Money, high: Money) -> str:
    """`$25–$500`."""
    return f"{dollars(low)}–{dollars(high)}"


def rule(clause: str | None) -> str:
    """`Rule 9.7`; nothing where no clause is behind it."""
    return f"Rule {clause}" if clause else ""


def card_codes(cards: Iterable[Card | None]) -> tuple[str, ...]:
    """`Kd`, or a back where the card lies face down."""
    return tuple(BACK if card is None else str(card) for card in cards)
