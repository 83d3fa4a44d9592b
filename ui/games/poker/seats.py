"""Entries about seats and the waiting list: who may have which seat (6.2, 19.8 to 19.14)."""

from typing import Final

from controller.authority import Command
from controller.domain.cards import Card
from controller.games.poker.floor.players import AssignSeat, DrawForSeat, FreeSeat
from controller.games.poker.floor.waiting import JoinWaitingList, LeaveWaitingList
from controller.games.poker.powers import PokerAction
from controller.games.poker.stacks import OfferSeat, PickUpChips, seats_to_give_up
from controller.games.poker.words import player_name
from ui.forms.asks import (
    YES_NO,
    Answers,
    Ask,
    Kind,
    Options,
    Scene,
    choice,
    int_of,
    money_of,
    number,
    places,
    seated,
    several_of,
    when,
    yes,
)
from ui.forms.entries import Entry, Group, sends
from ui.supervision.groups import OPEN
from ui.viewmodels.options import Option

SEATS: Final = Group("Seats and waiting list")
DRAWERS_MAX: Final = 4
NOBODY_ELSE: Final = "nobody"
ANOTHER: Final = "another"
NUMBER: Final = "Player card or ticket number?"
_DRAWS: Final = tuple((f"player{n}", f"card{n}") for n in range(DRAWERS_MAX))


def empty(scene: Scene, _: Answers) -> tuple[Option, ...]:
    floor = scene.floor
    return places(scene, lambda n: floor.seat(n).player is None and not floor.seat(n).closed)


def _kept(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(
        Option(str(n), f"Seat {n}, for {player_name(player)}", place=n)
        for n, player in sorted((one.place, one.player) for one in scene.floor.assigned)
    )


def _waiting(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(Option(one.player, player_name(one.player)) for one in scene.floor.waiting)


def _anybody(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    """Whoever waits, or somebody who has not: brought from a closed table, for one."""
    return (*_waiting(scene, answers), Option(ANOTHER, "Another player"))


def _missed(scene: Scene, _: Answers) -> tuple[Option, ...]:
    proposed = seats_to_give_up(scene.house.table)
    return places(scene, lambda n: n in proposed)


# A draw for a seat


def _draws(turn: int) -> Options:
    """Whoever waits and has not drawn; from the third on there may be nobody else."""

    def options(scene: Scene, answers: Answers) -> tuple[Option, ...]:
        drawn = {answers.get(player) for player, _ in _DRAWS[:turn]}
        left = tuple(one for one in _waiting(scene, answers) if one.code not in drawn)
        return left if turn < 2 else (Option(NOBODY_ELSE, "Nobody else"), *left)

    return options


def _draw_asks() -> tuple[Ask, ...]:
    asks = []
    for turn, (player, card) in enumerate(_DRAWS):
        before = _DRAWS[turn - 1][0] if turn > 2 else ""

        def goes_on(_: Scene, answers: Answers, before: str = before) -> bool:
            return not before or answers.get(before, NOBODY_ELSE) != NOBODY_ELSE

        def draws(_: Scene, answers: Answers, player: str = player) -> bool:
            return answers.get(player, NOBODY_ELSE) != NOBODY_ELSE

        def gone(_: Scene, answers: Answers) -> frozenset[str]:
            return frozenset(answers[card] for _, card in _DRAWS if card in answers)

        who = "Who draws first?" if not turn else "Who draws next?"
        asks += [
            Ask(player, who, options=_draws(turn), nothing="Nobody is waiting", only_if=goes_on),
            Ask(card, "Which card?", Kind.CARD, only_if=draws, not_these=gone),
        ]
    return tuple(asks)


def _drawn(_: Scene, answers: Answers) -> Command:
    drawn = ((answers[player], answers[card]) for player, card in _DRAWS if card in answers)
    return DrawForSeat(int_of(answers), tuple((who, Card.parse(card)) for who, card in drawn))


def _too_few(scene: Scene) -> str:
    return OPEN(scene) or (
        "" if len(scene.floor.waiting) > 1 else "Fewer than two players are waiting"
    )


def _counted(scene: Scene, _: Answers) -> bool:
    """Where stacks are not kept."""
    return not scene.house.table.rules.stacks_kept


def _picked_up(_: Scene, answers: Answers) -> Command:
    counted = int(money_of(answers)) if "amount" in answers else None
    return PickUpChips(int_of(answers), counted)


EMPTY: Final = choice("place", "Which seat?", empty, "Every seat is taken")
_WAITS: Final = choice("player", "Which player?", _waiting, "Nobody is waiting")

# fmt: off
SEAT_ENTRIES: Final = (
    sends("join-list", SEATS, "Add to the waiting list", JoinWaitingList,
          (number("player", NUMBER),), OPEN, done="Player is on the waiting list"),
    sends("leave-list", SEATS, "Take off the waiting list", LeaveWaitingList, (_WAITS,),
          done="Player is off the waiting list"),
    Entry("assign-seat", SEATS, "Assign a seat", PokerAction.ASSIGN_SEAT,
          lambda _, a: AssignSeat(int_of(a), a.get("number", a["player"]), yes(a, "moved")),
          (EMPTY, choice("player", "Which player?", _anybody),
           Ask("number", NUMBER, Kind.NUMBER, only_if=when("player", ANOTHER)),
           choice("moved", "Was the player moved from another table?", YES_NO)), OPEN,
          done="Seat assigned"),
    sends("free-seat", SEATS, "Release a kept seat", FreeSeat,
          (choice("place", "Which seat?", _kept, "No seat is kept"),), done="Seat released"),
    Entry("offer-seat", SEATS, "Offer a seat to the table", PokerAction.OFFER_SEAT,
          lambda _, a: OfferSeat(int_of(a), several_of(a, "by")),
          (EMPTY, Ask("by", "Who wants it? Tap all, or nobody.", Kind.SEVERAL, seated,
                      called="Wanted by")), OPEN, done="Offer recorded"),
    Entry("draw-for-seat", SEATS, "Draw cards for a seat", PokerAction.DRAW_FOR_SEAT,
          _drawn, (EMPTY, *_draw_asks()), _too_few, done="Draw recorded"),
    Entry("pick-up-chips", SEATS, "Pick up chips", PokerAction.PICK_UP_CHIPS,
          _picked_up,
          (choice("place", "Which seat?", _missed, "Nobody has missed two rounds"),
           Ask("amount", "How much was counted?", Kind.MONEY, only_if=_counted)),
          done="Chips picked up: the seat is free"),
)
# fmt: on
