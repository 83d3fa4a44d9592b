"""What the floor and the room owe each other: objections, what each tells the other."""

from controller.domain.base import evolve, existing
from controller.domain.refusals import Refused
from controller.floor import base as floors
from controller.floor.rounds import BeginRound, FinishRound, RemoveFirstCard
from controller.floor.seats import LeaveSeat, TakeSeat, verify_player
from controller.games.poker.award import HandFinished
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.house import PokerHouse
from controller.games.poker.misdeals import HandInvalidated, HandMisdealt
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Cause
from controller.games.poker.seating import PlayerLeft, PlayerSatDown, SitDown


def objects(house: PokerHouse, command: object) -> Refused | None:
    """Why the floor does not let this happen, or the room does not."""
    floor, table = existing(house.floor, "objections of a floor on the bench"), house.table
    match command:
        case SitDown() if 1 <= command.seat <= floor.rules.places:
            taken = floor.seat(command.seat).player is not None
            return verify_player(floor, command.seat) if taken else None
        case LeaveSeat() if 1 <= command.place <= floor.rules.places:
            banked = table.seat(command.place).player
            return Refused(PokerRefusal.CHIPS_ON_TABLE, "13.5") if banked else None
    return None


def floor_before(house: PokerHouse, command: object) -> floors.Command | None:
    """A hand begins on the floor as well, and its first card takes the deck into use."""
    floor = existing(house.floor, "a command for the floor on the bench")
    match command:
        case BeginHand():
            return BeginRound(command.number)
        case DealHoleCards() if floor.round is not None and not floor.round.dealt:
            return RemoveFirstCard()
    return None


def tell_floor(house: PokerHouse, event: object) -> floors.Command | None:
    """What the floor makes of what has happened at the table."""
    floor = existing(house.floor, "a command for the floor on the bench")
    match event:
        case PlayerSatDown() if floor.seat(event.seat).player is None:
            return TakeSeat(event.seat, f"player {event.player}")
        case PlayerLeft():
            return LeaveSeat(event.seat)
        case HandFinished() | HandMisdealt() | HandInvalidated():
            dealt = tuple(sorted(player.seat for player in house.table.playing().players))
            suspect = isinstance(event, HandInvalidated) and event.cause is Cause.CARDS
            return FinishRound(dealt, deck_suspect=suspect)
    return None


def begun(house: PokerHouse) -> PokerHouse:
    """Blinds, limit and commission are those in force when the hand begins."""
    floor = existing(house.floor, "a hand begun on the bench")
    return evolve(house, table=evolve(house.table, rules=floor.rules))
