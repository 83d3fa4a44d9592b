"""Entries of the supervisor's panel for the poker room: seats, stacks, stakes, cards, closing."""

from typing import Final

from controller.authority import Command
from controller.games.poker.floor.cards import AskForCards, ReportMutilated
from controller.games.poker.floor.hands import DeclareLastHands, WithdrawLastHands
from controller.games.poker.floor.players import AssignSeat, FreeSeat
from controller.games.poker.floor.waiting import LeaveWaitingList
from controller.games.poker.powers import PokerAction
from controller.games.poker.rules import Limit
from controller.games.poker.stacks import (
    ChangeStakes,
    CountStack,
    OfferSeat,
    PickUpChips,
    seats_to_give_up,
)
from controller.staff.powers import HouseAction
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
    places,
    seated,
    when,
    words,
    yes,
)
from ui.forms.entries import Entry
from ui.supervision.groups import CARDS, OPEN, PLAYERS, TABLE
from ui.viewmodels.options import Option


def _empty(scene: Scene, _: Answers) -> tuple[Option, ...]:
    floor = scene.floor
    return places(scene, lambda n: floor.seat(n).player is None and not floor.seat(n).closed)


def _kept(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return places(scene, lambda n: any(one.place == n for one in scene.floor.assigned))


def _waiting(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(Option(one.player, f"Player {one.player}") for one in scene.floor.waiting)


def _missed(scene: Scene, _: Answers) -> tuple[Option, ...]:
    proposed = seats_to_give_up(scene.house.table)
    return places(scene, lambda n: n in proposed)


def _nobody(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    return (Option("nobody", "Nobody"), *seated(scene, answers))


def _everybody(scene: Scene) -> tuple[int, ...]:
    return tuple(seat.place for seat in scene.floor.seated())


def _offer(_: Scene, answers: Answers) -> Command:
    wanted = () if answers["by"] == "nobody" else (int_of(answers, "by"),)
    return OfferSeat(int_of(answers), wanted)


def _stakes(scene: Scene, answers: Answers) -> Command:
    small = int(money_of(answers, "small"))
    return ChangeStakes(
        Limit(answers["limit"]),
        small,
        2 * small,
        int(money_of(answers, "ante")) if yes(answers, "antes") else 0,
        int(money_of(answers, "bank")),
        _everybody(scene) if yes(answers, "agreed") else (),
    )


def _new_cards(_: Scene, answers: Answers) -> Command:
    if answers["why"] == "mutilated":
        return ReportMutilated(answers["deck"])
    return AskForCards(answers["deck"], int_of(answers, "players"))


_EMPTY: Final = choice("place", "Which seat?", _empty, "Every seat is taken")
_SEATED: Final = choice("place", "Which seat?", seated, "Nobody is seated")
_WAITS: Final = choice("player", "Who?", _waiting, "Nobody waits")
_WHY: Final = fixed(("mutilated", "A card is mutilated"), ("asked", "Players ask for them"))

ENTRIES: Final = (
    Entry(
        "assign-seat",
        PLAYERS,
        "Assign a seat",
        PokerAction.ASSIGN_SEAT,
        lambda _, a: AssignSeat(int_of(a), a["player"], yes(a, "moved")),
        (_WAITS, _EMPTY, choice("moved", "From another table?", YES_NO)),
        OPEN,
    ),
    Entry(
        "free-seat",
        PLAYERS,
        "Keep a seat no longer",
        PokerAction.ASSIGN_SEAT,
        lambda _, a: FreeSeat(int_of(a)),
        (choice("place", "Which seat?", _kept, "No seat is kept"),),
    ),
    Entry(
        "offer-seat",
        PLAYERS,
        "Offer a seat to the players",
        PokerAction.OFFER_SEAT,
        _offer,
        (_EMPTY, choice("by", "Who of them wants it?", _nobody)),
        OPEN,
    ),
    Entry(
        "waiting-list",
        PLAYERS,
        "Take off the waiting list",
        PokerAction.WAITING_LIST,
        lambda _, a: LeaveWaitingList(a["player"]),
        (_WAITS,),
    ),
    Entry(
        "count-stack",
        PLAYERS,
        "Count a stack",
        PokerAction.COUNT_STACK,
        lambda _, a: CountStack(int_of(a), int(money_of(a))),
        (_SEATED, amount("amount", "How much was counted?")),
    ),
    Entry(
        "pick-up-chips",
        PLAYERS,
        "Pick up chips",
        PokerAction.PICK_UP_CHIPS,
        lambda _, a: PickUpChips(int_of(a)),
        (choice("place", "Which seat?", _missed, "Nobody has missed two laps"),),
    ),
    Entry(
        "change-stakes",
        TABLE,
        "Change limits and blinds",
        PokerAction.CHANGE_STAKES,
        _stakes,
        (
            choice("agreed", "Do all players agree?", YES_NO),
            choice("limit", "Which limit?", words(*Limit)),
            amount("small", "Small blind?"),
            choice("antes", "With antes?", YES_NO),
            Ask("ante", "Which ante?", Kind.MONEY, only_if=when("antes", "yes")),
            amount("bank", "Minimum bank?"),
        ),
        OPEN,
    ),
    Entry(
        "last-hands",
        TABLE,
        "Declare the last three hands",
        PokerAction.LAST_HANDS,
        lambda _, __: DeclareLastHands(),
        (),
        OPEN,
    ),
    Entry(
        "withdraw-last-hands",
        TABLE,
        "Withdraw the last hands",
        HouseAction.WITHDRAW_NOTICE,
        lambda _, __: WithdrawLastHands(),
        (),
        lambda scene: "" if scene.floor.last_hands is not None else "They were not declared",
    ),
    Entry(
        "new-cards",
        CARDS,
        "New cards are due",
        PokerAction.ASK_FOR_CARDS,
        _new_cards,
        (
            DECK,
            choice("why", "Why?", _WHY),
            Ask("players", "How many players ask?", Kind.NUMBER, only_if=when("why", "asked")),
        ),
        OPEN,
    ),
)
