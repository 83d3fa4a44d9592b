"""How amounts, cards and rule sets are written on the screen."""

from typing import Final

from controller.cards.plan import Cards
from controller.domain.money import Money
from controller.floor.entries import IncidentKind
from controller.floor.measures import CollusionMeasure
from controller.games.bonus.floor.outcomes import Disruption
from controller.games.bonus.floor.wagers import InvalidGround, Plea
from controller.games.bonus.round.guidance.words import dollars, jackpot_name, sentence
from controller.games.bonus.rules import RuleSet, TableRules
from controller.games.bonus.wagers import Area, Stake

__all__ = ["dollars"]

BACK: Final = "back"
"""A card that lies face down."""

_RULES: Final = {
    RuleSet.NSW_LEGACY: "NSW",
    RuleSet.NSW_2024: "NSW 2024",
    RuleSet.SD: "South Dakota",
}
_AREAS: Final = {
    Area.ANTE: "Ante",
    Area.BONUS: "Ante bonus",
    Area.FLOP: "Flop",
    Area.TURN: "Turn",
    Area.RIVER: "River",
}

_LABELS: Final[dict[str, str]] = {
    IncidentKind.CARDS_LEFT_LAYOUT: "Cards left the layout",
    IncidentKind.TALK: "Talk about cards",
    IncidentKind.ADVICE: "Advice to a player",
    IncidentKind.SIDE_BET: "Bet on the side",
    IncidentKind.APPARATUS: "Device used or held",
    InvalidGround.ANOTHER_PERSONS_CARD: "Another person's card",
    InvalidGround.WAGER_FOR_ANOTHER: "Wagers for somebody else",
    Disruption.ACT_OF_GOD: "Act of God",
    Plea.OTHERS_MONEY: "Somebody else's money",
    CollusionMeasure.BAR_TOGETHER: "Bar from playing together",
}
"""Codes that do not read as they are spelt."""


def label(code: str) -> str:
    """A code of the record in the words of the screen, the same on every panel."""
    return _LABELS.get(code, str(code).replace("-", " ").capitalize())


def chips(amount: Money) -> str:
    """The figure on a stack of chips: `1,250`."""
    return dollars(amount).removeprefix("$")


def on_the_area(stake: Stake) -> str:
    """What lies on a wager area: `25`, and `25 tk` where promotional tokens are among it."""
    return f"{chips(stake.amount)} tk" if stake.tokens else chips(stake.amount)


def staked(stake: Stake) -> str:
    """`$25, $10 of it in tokens`."""
    tokens = f", {dollars(stake.tokens)} of it in tokens" if stake.tokens else ""
    return f"{dollars(stake.amount)}{tokens}"


def span(low: Money, high: Money) -> str:
    """`$25–$500`."""
    return f"{dollars(low)}–{dollars(high)}"


def rules_name(rules: TableRules) -> str:
    """The rule set, and the method where it knows two."""
    name = _RULES[rules.ruleset]
    return f"{name} · Method {rules.method}" if rules.ruleset is RuleSet.NSW_2024 else name


def rule(clause: str | None) -> str:
    """`Rule 9.7`; nothing where no clause is behind it."""
    return f"Rule {clause}" if clause else ""


def area_name(rules: TableRules, area: Area) -> str:
    """A wager by a short name."""
    return sentence(jackpot_name(rules)) if area is Area.JACKPOT else _AREAS[area]


def card_codes(cards: Cards) -> tuple[str, ...]:
    """`Kd`, or a back where the card lies face down."""
    return tuple(BACK if card is None else str(card) for card in cards)
