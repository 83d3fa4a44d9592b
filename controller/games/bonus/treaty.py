"""What the floor and the bonus game owe each other: objections, what each tells the other."""

from collections.abc import Iterator

from controller.domain.base import evolve, existing
from controller.domain.instant import SECOND_MS
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused, Sentence
from controller.floor import base as floors
from controller.floor.citations import cite
from controller.floor.deck_orders import ReportDeviceFailed
from controller.floor.measures import verify_decision
from controller.floor.rounds import BeginRound, FinishRound, RemoveFirstCard
from controller.floor.seats import verify_player
from controller.floor.state import Floor
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.floor.jackpots import EnableJackpot, ReportJackpotFailed, round_rules
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.reviews import under_review
from controller.games.bonus.floor.slips import SlipIssued, jackpot_slips
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.pool_orders import pool_unread
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.phases import DECISIONS
from controller.games.bonus.transfers import due_after, reserved
from controller.pools.outbox import TransfersDue


class HouseRefusal(Sentence):
    """Why the whole table refuses what its cores would accept."""

    POOL_SILENT = "The jackpot pool has not answered yet. An award from the meter waits for it."
    LINK_LOST = "The jackpot pool does not answer. The jackpot waits for it."
    NOT_RESERVED = "Another award comes off the meter first. Pay that one."
    POOL_UNREAD = "The pool's meter has not been read yet. The next round waits for it."


def objects(house: BonusHouse, command: object) -> Refused | None:
    """Why the floor, or the pool, does not let this happen."""
    floor = existing(house.floor, "objections of a floor on the bench")
    match command:
        case c.PlaceWager():
            return verify_player(floor, command.place)
        case c.OpenRound() if pool_unread(house):
            return Refused(HouseRefusal.POOL_UNREAD)
        case c.ConfirmAward() if under_review(floor):
            return Refused(BonusFloorRefusal.UNDER_REVIEW)
        case c.ConfirmAward() if house.pooled and house.pool.due:
            return Refused(HouseRefusal.POOL_SILENT)
        case c.ConfirmAward() if house.pooled and not reserved(house.table, command):
            return Refused(HouseRefusal.NOT_RESERVED)
        case c.Decide() if house.table.round.phase in DECISIONS:
            waiting = tuple(place.number for place in undecided(house.table.round))
            return verify_decision(floor, command.place, waiting)
        case EnableJackpot() if house.link_lost is not None:
            # 11.14: a jackpot that closed for want of its pool opens when the pool is back.
            return Refused(HouseRefusal.LINK_LOST, cite(house.table.rules, "jackpot failed"))
    return None


def floor_before(floor: Floor, command: object) -> tuple[floors.Command, ...]:
    """A round begins on the floor as well, and its first card takes the deck into use."""
    undealt = floor.round is not None and not floor.round.dealt
    match command:
        case c.OpenRound():
            return (BeginRound(command.number),)
        case c.CardDrawn() | c.DealByHand() if undealt:
            return (RemoveFirstCard(),)
    return ()


def tell_floor(house: BonusHouse, event: object) -> floors.Command | None:
    """What the floor makes of what has happened in the round."""
    match event:
        case e.RoundClosed():
            table = house.table
            wagered = tuple(place.number for place in table.round.dealt_in())
            return FinishRound(wagered, deck_suspect=table.deck_check_due)
        case e.IrregularityRuled(irregularity=c.Irregularity.SHUFFLER_FAILED):
            return ReportDeviceFailed()
        case e.IrregularityRuled(irregularity=c.Irregularity.JACKPOT_EQUIPMENT_FAILED):
            return ReportJackpotFailed("recording equipment")
    return None


def settled_by_floor(house: BonusHouse) -> c.Command | None:
    """11.9.3: the count is ordered when the round is closed, and nothing before it is one."""
    floor = existing(house.floor, "a command for the floor on the bench")
    done = house.table.deck_check_due and floor.round is None and not floor.orders
    return c.DeckVerified() if done else None


def begun(house: BonusHouse) -> BonusHouse:
    """Limits, method and jackpot are those in force when the round begins."""
    floor = existing(house.floor, "a round begun on the bench")
    table = evolve(house.table, rules=round_rules(floor))
    return evolve(house, table=table, confirmed_by=())


def slips(house: BonusHouse, events: tuple[object, ...], asking: Asking) -> Iterator[SlipIssued]:
    """A slip for every award off the meter that was confirmed."""
    floor = existing(house.floor, "slips on the bench")
    confirmed = {one.index: asking.by for one in events if isinstance(one, e.AwardConfirmed)}
    if confirmed:
        found = jackpot_slips(floor, house.table, confirmed, asking.now)
        yield from map(SlipIssued, found)


def transfers(before: BonusHouse, after: BonusHouse, asking: Asking) -> Iterator[object]:
    """What is due to the jackpot pool."""
    asked = due_after(
        before.table,
        after.table,
        table_name=after.name,
        told=after.pool.told,
        who=tuple(actor.number for actor in dict.fromkeys((*asking.by, *after.confirmed_by))),
        at=asking.now.wall_ms // SECOND_MS,
        cause=asking.cause,
        version=after.pool.version_played,
    )
    if asked:
        yield TransfersDue(asked)
