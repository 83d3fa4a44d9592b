"""The words of the poker room on the screen."""

from collections.abc import Sequence
from typing import Final

from controller.domain.refusals import Refused
from controller.domain.words import dollars, sentence
from controller.games.poker.betting import PlayerChecked
from controller.games.poker.moves import Passed
from controller.games.poker.offers import Move, Size
from controller.games.poker.rules import PokerRules
from controller.games.poker.words import LIMITS, pot_name, seats

GAME: Final = "Hold'em"
SIZES: Final = {Size.HALF_POT: "½ pot", Size.POT: "Pot", Size.ALL_IN: "All-in"}


def rules_name(rules: PokerRules) -> str:
    """`no-limit $1/$2`."""
    return f"{LIMITS[rules.limit]} {dollars(rules.small)}/{dollars(rules.big)}"


def pot_title(index: int) -> str:
    """`Main pot`, `Side pot 1`."""
    return sentence(pot_name(index).removeprefix("the "))


def raised(opening: Move) -> str:
    """`Bet` stands before an amount, `Raise to` before the whole wager."""
    return "Bet" if opening is Move.BET else "Raise to"


def why(refused: Refused | None) -> str:
    """The detail where it says more; nothing where nothing is refused."""
    if refused is None:
        return ""
    return (refused.more or refused.said).rstrip(".")


def passing(passed: Passed) -> str:
    """`Seats 3 and 4 fold. Seat 5 checks.`"""
    checks = [move.seat for move in passed.moves if isinstance(move, PlayerChecked)]
    folds = [move.seat for move in passed.moves if not isinstance(move, PlayerChecked)]
    return " ".join(_said(who, verb) for who, verb in ((folds, "fold"), (checks, "check")) if who)


def _said(who: Sequence[int], verb: str) -> str:
    one = "s" if len(who) == 1 else ""
    return f"{seats(who).capitalize()} {verb}{one}."
