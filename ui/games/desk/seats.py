"""Rows about entries, seats and money: who enters, sits where, is away, buys again (26, 27, 29)."""

from typing import Final

from controller.authority import Command
from controller.domain.words import dollars
from controller.tournament.balance import (
    DrawSeats,
    RedrawSeats,
    cards_to_redraw,
    seats_to_draw,
)
from controller.tournament.buying import AddOn, CloseRebuys, Rebuy, TakeBackPurchase
from controller.tournament.ending import unseated
from controller.tournament.entries import Enter, WithdrawEntry, entries_open
from controller.tournament.format import AddOns
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.seating import ComeBack, GiveUpSeat, GoAway, MovePlayer, TakeSeat
from controller.tournament.state import Desk
from ui.forms.asks import Answers, Ask, Kind, Scene, choice
from ui.forms.entries import Entry, sends
from ui.games.desk.rows import (
    ENTRIES,
    MONEY,
    PLAYER,
    desk_of,
    just,
    named,
    player,
    seat_asks,
    seat_in,
    shuffled,
    why_not,
)
from ui.viewmodels.options import Option

ENTER: Final = "enter"
REBUY: Final = "re-buy"


# Entries


def _sessions(scene: Scene, _: Answers) -> tuple[Option, ...]:
    desk = desk_of(scene)
    return tuple(
        Option(str(n), f"Session {n}") for n in range(desk.session, desk.form.sessions + 1)
    )


def _more_sessions(scene: Scene, answers: Answers) -> bool:
    return len(_sessions(scene, answers)) > 1


def _closed(scene: Scene) -> str:
    """A later session is open, whatever becomes of this one."""
    desk = desk_of(scene)
    later = desk.session < desk.form.sessions and desk.phase is not Phase.CANCELLED
    return "" if entries_open(desk) or later else "Entries are closed"


def _entered(scene: Scene, _: Answers) -> tuple[str, ...]:
    desk = desk_of(scene)
    pays = dollars(desk.form.entry + desk.form.buyin)
    last = f" Last: {desk.entrants[-1].name}." if desk.entrants else ""
    most = f" of {desk.form.players_max}" if desk.form.players_max else ""
    return (f"{pays} each. {len(desk.entrants)}{most} entered.{last}",)


def _enter(scene: Scene, answers: Answers) -> Command:
    return Enter(answers["name"], int(answers.get("session", desk_of(scene).session)))


# Seats


def draw(desk: Desk) -> DrawSeats:
    """A seat for everybody who has none."""
    return DrawSeats(shuffled(desk, seats_to_draw(desk)))


def redraw(desk: Desk) -> RedrawSeats:
    """New seats for all who are left, at as few tables as hold them."""
    left = sum(one.is_in and one.stack > 0 for one in desk.entrants)
    tables = desk.table_numbers()[: max(1, -(-left // desk.form.seats))]
    return RedrawSeats(shuffled(desk, cards_to_redraw(desk, tables)))


def _nobody_to_draw(scene: Scene) -> str:
    desk = desk_of(scene)
    return why_not(desk, draw(desk)) if unseated(desk) else "Everybody has a seat"


MOVED_IN: Final = (Phase.OPEN, *IN_PLAY)


def _movable(scene: Scene) -> tuple[Option, ...]:
    """Those who have a seat and may leave it."""
    desk = desk_of(scene)
    found = (one for one in desk.entrants if one.is_in and one.seat and one.stack)
    return tuple(
        Option(one.name, one.name, note=str(one.seat))
        for one in found
        if one.seat and desk.between_hands(one.seat.table) and desk.phase in MOVED_IN
    )


# Money


def _add_ons(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    form = desk_of(scene).form
    single = Option("single", f"One, for {dollars(form.entry)}")
    double = Option("double", f"Double, for {dollars(2 * form.entry)}")
    return (single, double) if form.addons is AddOns.DOUBLE else (single,)


# fmt: off
SEAT_ENTRIES: Final = (
    Entry(ENTER, ENTRIES, "Enter players", DeskAction.ENTER_PLAYER,
          _enter,
          (Ask("session", "Which session?", Kind.CHOICE, _sessions, only_if=_more_sessions),
           Ask("name", "Player's name?", Kind.TEXT)),
          _closed, at_once=True, advice=_entered),
    sends("withdraw-entry", ENTRIES, "Withdraw an entry", WithdrawEntry,
          (player(WithdrawEntry, "No entry can be withdrawn"),),
          done="The entry is withdrawn: pay the money back"),
    Entry("draw-seats", ENTRIES, "Draw seats", DeskAction.SEAT_PLAYER,
          lambda scene, _: draw(desk_of(scene)), (), _nobody_to_draw, done="Seats are drawn"),
    Entry("take-seat", ENTRIES, "Give a seat", DeskAction.SEAT_PLAYER,
          lambda _, a: TakeSeat(a[PLAYER], seat_in(a)),
          (Ask(PLAYER, "Which player?", Kind.CHOICE,
               lambda scene, _: tuple(map(named, unseated(desk_of(scene)))),
               "Everybody has a seat"), *seat_asks(TakeSeat)), done="Seat given"),
    sends("give-up-seat", ENTRIES, "Give up a seat", GiveUpSeat,
          (player(GiveUpSeat, "No seat can be given up"),), done="The seat is free"),
    Entry("move-player", ENTRIES, "Move a player", DeskAction.MOVE_PLAYER,
          lambda _, a: MovePlayer(a[PLAYER], seat_in(a)),
          (Ask(PLAYER, "Which player?", Kind.CHOICE,
               lambda scene, _: _movable(scene), "No player can be moved now"),
           *seat_asks(MovePlayer)), done="Move recorded"),
    sends("go-away", ENTRIES, "Player is away", GoAway,
          (player(GoAway, "No player can be marked away now"),), done="The player is away"),
    sends("come-back", ENTRIES, "Player is back", ComeBack, (player(ComeBack, "Nobody is away"),),
          done="The player is back"),
    Entry("redraw-seats", ENTRIES, "Draw all seats again", DeskAction.REDRAW_SEATS,
          lambda scene, _: redraw(desk_of(scene)), (),
          lambda scene: why_not(desk_of(scene), redraw(desk_of(scene))),
          done="Everybody has a new seat"),
    sends(REBUY, MONEY, "Sell a re-buy", Rebuy, (player(Rebuy, "No player can re-buy now"),),
          figure=lambda scene, _: dollars(desk_of(scene).form.entry), done="Re-buy sold"),
    Entry("add-on", MONEY, "Sell an add-on", DeskAction.SELL_ADD_ON,
          lambda _, a: AddOn(a[PLAYER], a["which"] == "double"),
          (player(AddOn, "No player can add on now"), choice("which", "Which add-on?", _add_ons)),
          done="Add-on sold"),
    sends("take-back-purchase", MONEY, "Take back a purchase", TakeBackPurchase,
          (player(TakeBackPurchase, "There is no purchase to take back"),),
          done="The purchase is taken back: return the money"),
    just("close-rebuys", MONEY, "Close the re-buys", CloseRebuys(),
         done="The re-buy period is closed"),
)
# fmt: on
