"""Entries of the supervisor's panel for the poker room: stacks, results, stakes, cards, closing."""

from collections.abc import Callable
from typing import Any, Final

from controller.authority import Command
from controller.domain.money import Money
from controller.games.poker.award import CorrectResult
from controller.games.poker.desk_counts import CountStacks, with_chips
from controller.games.poker.floor.cards import AskForCards, ReportMutilated
from controller.games.poker.floor.hands import DeclareLastHands, WithdrawLastHands
from controller.games.poker.powers import PokerAction
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.stacks import ChangeStakes, CountStack
from controller.tournament.format import SEATS_MAX
from ui.forms.asks import (
    DECK,
    YES_NO,
    Answers,
    Ask,
    Kind,
    Scene,
    amount,
    choice,
    fixed,
    int_of,
    money_of,
    seated,
    when,
    words,
    yes,
)
from ui.forms.entries import Entry, sends
from ui.games.poker.seats import SEAT_ENTRIES
from ui.supervision.groups import CARDS, OPEN, PLAYERS, TABLE
from ui.viewmodels.options import Option

DROP: Final = "drop"
"""The house's commission, as one of those a result is corrected between."""


def _everybody(scene: Scene) -> tuple[int, ...]:
    return tuple(seat.place for seat in scene.floor.seated())


# Stakes


def _now(figure: Callable[[PokerRules], int]) -> Callable[[Scene], Money]:
    """What holds now, and stays where nothing else is keyed."""
    return lambda scene: Money(figure(scene.floor.rules))


def _stakes(scene: Scene, answers: Answers) -> Command:
    small = int(money_of(answers, "small"))
    return ChangeStakes(
        Limit(answers["limit"]),
        small,
        2 * small,
        int(money_of(answers, "ante")),
        int(money_of(answers, "bank")),
        _everybody(scene) if yes(answers, "agreed") else (),
    )


# Results and cards


def _sides(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    both = (*seated(scene, answers), Option(DROP, "The commission drop"))
    return tuple(one for one in both if one.code != answers.get("from"))


def _corrected(_: Scene, answers: Answers) -> Command:
    moved = int(money_of(answers))
    sides = {answers["from"]: -moved, answers["to"]: moved}
    return CorrectResult(
        tuple((int(side), by) for side, by in sides.items() if side != DROP), sides.get(DROP, 0)
    )


def _no_result(scene: Scene) -> str:
    table = scene.house.table
    if not table.at_rest:
        return "A hand is in progress"
    return "" if table.hand is not None else "No hand was played"


def _new_cards(_: Scene, answers: Answers) -> Command:
    if answers["why"] == "mutilated":
        return ReportMutilated(answers["deck"])
    return AskForCards(answers["deck"], int_of(answers, "players"))


def _not_declared(scene: Scene) -> str:
    return "" if scene.floor.last_hands is not None else "No last hands are announced"


def _not_kept(scene: Scene) -> str:
    kept = scene.house.table.rules.stacks_kept
    return "" if kept else "The table is run by pots: stacks are not kept"


def _not_counted_here(scene: Scene) -> str:
    house: Any = scene.house
    elsewhere = house.desk is None or house.table.rules.stacks_kept
    return "Only in a tournament run by pots" if elsewhere else ""


def _count_of(place: int) -> Ask:
    """How much lies in front of a player who has chips."""

    def has_chips(scene: Scene, _: Answers) -> bool:
        return place in with_chips(scene.house.table)

    text = f"Seat {place}: how much was counted?"
    return Ask(f"seat{place}", text, Kind.MONEY, only_if=has_chips, called=f"Seat {place}")


def _stacks_counted(scene: Scene, answers: Answers) -> Command:
    places = with_chips(scene.house.table)
    return CountStacks(tuple((n, int(money_of(answers, f"seat{n}"))) for n in places))


_COUNTS: Final = tuple(_count_of(place) for place in range(1, SEATS_MAX + 1))
_SEATED: Final = choice("place", "Which seat?", seated, "Nobody is seated")
_WHY: Final = fixed(("mutilated", "A card is damaged"), ("asked", "The players ask for them"))

# fmt: off
ENTRIES: Final = (
    *SEAT_ENTRIES,
    Entry("count-stack", PLAYERS, "Count a stack", PokerAction.COUNT_STACK,
          lambda _, a: CountStack(int_of(a), int(money_of(a))),
          (_SEATED, amount("amount", "How much was counted?")), _not_kept, done="Count recorded"),
    Entry("count-for-desk", PLAYERS, "Count stacks for the desk", PokerAction.COUNT_FOR_DESK,
          _stacks_counted, _COUNTS, _not_counted_here, done="Counts recorded"),
    Entry("correct-result", PLAYERS, "Correct the last hand", PokerAction.CORRECT_RESULT,
          _corrected,
          (choice("from", "Who gives back?", _sides), choice("to", "Who gets it?", _sides),
           amount("amount", "How much?")), _no_result, done="Correction recorded"),
    Entry("change-stakes", TABLE, "Change limits and blinds", PokerAction.CHANGE_STAKES,
          _stakes,
          (choice("agreed", "Do all players agree?", YES_NO),
           choice("limit", "Which limit?", words(*Limit)),
           Ask("small", "Small blind?", Kind.MONEY, present=_now(lambda rules: rules.small)),
           Ask("ante", "Ante? 0 for none", Kind.MONEY, present=_now(lambda rules: rules.ante)),
           Ask("bank", "Minimum bank?", Kind.MONEY, present=_now(lambda rules: rules.bank_min))),
          OPEN, done="New limits recorded"),
    sends("last-hands", TABLE, "Announce the last three hands", DeclareLastHands, (), OPEN,
          done="The last three hands are announced"),
    sends("withdraw-last-hands", TABLE, "Withdraw the last hands", WithdrawLastHands, (),
          _not_declared, done="Play goes on after these hands"),
    Entry("new-cards", CARDS, "New cards are wanted", PokerAction.ASK_FOR_CARDS,
          _new_cards,
          (DECK, choice("why", "Why?", _WHY),
           Ask("players", "How many players ask?", Kind.NUMBER, only_if=when("why", "asked"))),
          OPEN, done="Request recorded"),
)
# fmt: on
