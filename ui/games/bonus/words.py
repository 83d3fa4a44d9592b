"""How the wagers and the rule sets of the bonus game are written on the screen."""

from typing import Final

from controller.domain.words import sentence
from controller.games.bonus.floor.outcomes import Disruption
from controller.games.bonus.floor.wagers import InvalidGround, Plea
from controller.games.bonus.round.guidance.words import jackpot_name
from controller.games.bonus.rules import RuleSet, TableRules
from controller.games.bonus.wagers import Area, Stake
from ui.viewmodels.words import chips, dollars
from ui.viewmodels.words import label as house_label

GAME: Final = "Hold'em Bonus"
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
    InvalidGround.ANOTHER_PERSONS_CARD: "Another person's card",
    InvalidGround.WAGER_FOR_ANOTHER: "Wagers for somebody else",
    Disruption.ACT_OF_GOD: "Act of God",
    Plea.OTHERS_MONEY: "Somebody else's money",
}
"""Codes of the game that do not read as they are spelt."""


def label(code: str) -> str:
    """A code of the record in the words of the screen."""
    return _LABELS.get(code) or house_label(code)


def on_the_area(stake: Stake) -> str:
    """What lies on a wager area: `25`, and `25 tk` where promotional tokens are among it."""
    return f"{chips(stake.amount)} tk" if stake.tokens else chips(stake.amount)


def staked(stake: Stake) -> str:
    """`$25, $10 of it in tokens`."""
    tokens = f", {dollars(stake.tokens)} of it in tokens" if stake.tokens else ""
    return f"{dollars(stake.amount)}{tokens}"


def rules_name(rules: TableRules) -> str:
    """The rule set, and the method where it knows two."""
    name = _RULES[rules.ruleset]
    return f"{name} · Method {rules.method}" if rules.ruleset is RuleSet.NSW_2024 else name


def area_name(rules: TableRules, area: Area) -> str:
    """A wager by a short name."""
    return sentence(jackpot_name(rules)) if area is Area.JACKPOT else _AREAS[area]
