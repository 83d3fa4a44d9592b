"""What the floor and the room owe each other: objections, what each tells the other."""

from controller.domain.base import evolve, existing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor import base as floors
from controller.floor.deck_orders import ChangeDeck
from controller.floor.opening import OpenTable
from controller.floor.rounds import BeginRound, FinishRound, RemoveFirstCard
from controller.floor.seats import LeaveSeat, TakeSeat, verify_player
from controller.floor.state import Status
from controller.games.poker import under_desk
from controller.games.poker.award import FinishHand, HandFinished
from controller.games.poker.betting import betting_over
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, dealt
from controller.games.poker.floor.clock import CallClock, EndClock, StopClock
from controller.games.poker.floor.hands import PlayLastHand, PutStakes
from controller.games.poker.floor.players import BankPlayer, ChangePlace, PassPlace, ReleasePlayer
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.house import PokerHouse
from controller.games.poker.misdeals import HandInvalidated, HandMisdealt
from controller.games.poker.offers import offers
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.seating import PlayerLeft, PlayerSatDown
from controller.games.poker.showdown import hand_in
from controller.games.poker.stacks import (
    BeginDrop,
    ChipsPickedUp,
    ClearTable,
    SeatChanged,
    SeatOffered,
    StakesChanged,
)
from controller.games.poker.state import Table
from controller.games.poker.words import seats
from controller.games.step import deck_steps


def objects(house: PokerHouse, command: object) -> Refused | None:
    """Why the floor does not let this happen, or the room does not."""
    floor, table = existing(house.floor, "objections of a floor on the bench"), house.table
    if refused := under_desk.objects(house, command):
        return refused
    match command:
        case BeginHand():
            there = (seat.number for seat in table.seats if seat.player and not seat.away)
            return next(filter(None, (verify_player(floor, place) for place in there)), None)
        case TakeSeat():
            return Refused(LifeRefusal.NO_SPECTATOR, "19.10")
        case CallClock() if not awaited(table, command.place):
            return Refused(PokerRefusal.OUT_OF_TURN, "23.3")
        case OpenTable() if not table.rules.stacks_kept:
            left = [seat.number for seat in table.seats if seat.player]
            detail = f"{seats(left).capitalize()}."
            return Refused(LifeRefusal.NOT_COUNTED_OUT, "13.5", detail) if left else None
        case ChangeDeck() if floor.rules.dealing.by_hand:
            old = floor.deck(command.deck)
            same = old is not None and old.back == command.back
            return Refused(PokerFloorRefusal.SAME_BACK, "4.5") if same else None
        case LeaveSeat() if 1 <= command.place <= floor.rules.places:
            banked = table.seat(command.place).player
            return Refused(PokerRefusal.CHIPS_ON_TABLE, "13.5") if banked else None
    return None


def in_turn(table: Table) -> int | None:
    """Whose decision the table waits for."""
    offered = offers(table)
    return None if offered is None else offered.seat


def awaited(table: Table, place: int) -> bool:
    """Does the table wait for the decision of this seat? Where the console does not follow the
    betting, of any that is still in."""
    if table.rules.stacks_kept:
        return place == in_turn(table)
    return betting_over(dealt(table)) is None and hand_in(table, place) is None


def follow_up(house: PokerHouse) -> ClearTable | BeginDrop | under_desk.FollowOrder | None:
    """13.5: who has lost the seat, by closing or exclusion, leaves with all chips; where stacks are
    not kept, as soon as they are counted. The commission of a new day is counted from nothing. In a
    tournament the desk says who sits where."""
    if house.desk is not None:
        return under_desk.follow_up(house)
    floor, table = house.floor, house.table
    if floor is None or not table.at_rest:
        return None
    if floor.status is Status.PREPARING and table.drop != table.drop_before:
        return BeginDrop()
    if not table.rules.stacks_kept:
        return None
    banked = (seat.number for seat in table.seats if seat.player)
    gone = tuple(number for number in banked if floor.seat(number).player is None)
    return ClearTable(gone) if gone else None


def floor_before(house: PokerHouse, command: object) -> tuple[floors.Command, ...]:
    """A hand begins on the floor as well, and its first card takes the deck into use."""
    floor = existing(house.floor, "a command for the floor on the bench")
    match command:
        case BeginHand():
            prepared = deck_steps(floor) if command.shuffled else ()
            return (*prepared, BeginRound(command.number))
        case DealHoleCards() if floor.round is not None and not floor.round.dealt:
            return (RemoveFirstCard(),)
        case FinishHand() if floor.last_hands:
            return (PlayLastHand(),)
        case ReportIrregularity(what=Irregularity.CLOCK_EXPIRED):
            return (EndClock(command.seat),)
    return ()


def tell_floor(house: PokerHouse, event: object) -> floors.Command | None:
    """What the floor makes of what has happened at the table."""
    floor = existing(house.floor, "a command for the floor on the bench")
    match event:
        case PlayerSatDown():
            player = event.who or f"player {event.player}"
            return BankPlayer(event.seat, player, Money(event.amount), event.moved)
        case PlayerLeft() | ChipsPickedUp():
            if floor.seat(event.seat).player is None:  # lost before the chips were counted
                return None
            mistaken = isinstance(event, PlayerLeft) and event.mistaken
            return ReleasePlayer(event.seat, Money(event.amount), mistaken)
        case SeatChanged():
            return ChangePlace(event.seat, event.to)
        case SeatOffered():
            return PassPlace(event.seat)
        case StakesChanged():
            return PutStakes(event.after)
        case HandFinished() | HandMisdealt() | HandInvalidated():
            dealt = tuple(sorted(player.seat for player in house.table.playing().players))
            suspect = isinstance(event, HandInvalidated) and event.cause is Cause.CARDS
            return FinishRound(dealt, deck_suspect=suspect)
    if floor.clock is not None and not awaited(house.table, floor.clock.place):
        return StopClock()
    return None


def begun(house: PokerHouse) -> PokerHouse:
    """Blinds, limit and commission are those in force when the hand begins."""
    floor = existing(house.floor, "a hand begun on the bench")
    return evolve(house, table=evolve(house.table, rules=floor.rules))
