"""How the wagers and the rule sets of the bonus game are written on the screen."""

from typing import Final

from controller.domain.words import sentence
from controller.games.bonus.round.guidance.words import jackpot_name
from controller.games.bonus.rules import RuleSet, TableRules
from controller.games.bonus.wagers import Area, Stake
from ui.viewmodels.words import chips, dollars

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
