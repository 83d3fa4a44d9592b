"""Ask, check, do for the whole table: powers first, then the core concerned, then the other one.

A round begins on the floor as well, its first card takes the deck into use, its end hands the deck
back. What the floor decides about a round in progress (an invalid outcome, a refused wager) is told
to the round in the same breath, so that both stand in the record together or not at all.

On the bench there is no floor and nobody to ask: a scenario plays its rounds and nothing else.
"""

from collections.abc import Iterator
from typing import NamedTuple

from controller.authority import Command, action_of, observed
from controller.domain.base import evolve, existing
from controller.domain.frozen import frozen
from controller.domain.instant import SECOND_MS, Instant
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused, Sentence
from controller.floor import base as floors
from controller.floor.citations import cite
from controller.floor.core import FLOOR
from controller.floor.deck_orders import DeckCountOrdered, ReportDeviceFailed
from controller.floor.decks import CheckDeck
from controller.floor.jackpots import EnableJackpot, ReportJackpotFailed
from controller.floor.measures import verify_decision
from controller.floor.outcomes import round_command
from controller.floor.refusals import FloorRefusal
from controller.floor.reviews import under_review
from controller.floor.rounds import BeginRound, FinishRound, RemoveFirstCard
from controller.floor.rounds import follow_up as floor_follow_up
from controller.floor.seats import verify_wager
from controller.floor.slips import jackpot_slips
from controller.floor.state import CheckMeans, Floor
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.orders import Order
from controller.games.bonus.round import core as round_core
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.phases import DECISIONS
from controller.house.devices import DeviceHeard
from controller.house.events import Authorised, ObservationUnfit, SlipIssued, TapUndone
from controller.house.fold import Event, fold_one
from controller.house.pools import decide_order, jackpot_closes, order_due, pool_unread
from controller.house.state import House
from controller.notices.outbox import raise_notices
from controller.notices.subjects import notices_of
from controller.pools.link import reserved, transfers_due, unconcerned
from controller.staff.powers import Action, Objection, check, check_when
from controller.staff.roles import DEALER, SUPERVISORS, Actor, Reason, Role


@frozen
class Asked:
    """A command, with who asks for it and why."""

    command: Command
    by: tuple[Actor, ...] = ()
    reason: Reason | None = None
    action: Action | None = None
    """The line of the powers table that it falls under; none where nobody is asked."""
    undoes: str = ""
    """The tap that it undoes, in words: recorded with it."""
    heard: DeviceHeard | None = None
    """The event of a device that it comes from: recorded with it."""


class Decided(NamedTuple):
    """An accepted command: what happened, and the house folded from it."""

    events: tuple[Event, ...]
    house: House


class HouseRefusal(Sentence):
    """Why the whole table refuses what its cores would accept."""

    POOL_SILENT = "The jackpot pool has not answered yet: an award off the meter waits for it."
    LINK_LOST = "The jackpot pool does not answer: the jackpot waits for it."
    NOT_RESERVED = "An award before this one comes off the meter first: pay that one."
    POOL_UNREAD = "The meter of the jackpot pool is not read yet: the next round waits for it."


def action_for(house: House, command: Command, *, recovered: bool = False) -> Action | None:
    """The line of the powers table that a command falls under; none for what has happened."""
    if recovered and command == c.Report(c.Irregularity.SUPERVISOR_VOID):
        return Action.VOID_RECOVERED
    drawn = house.table.round.drawn
    if isinstance(command, c.KeyCard) and 0 <= command.draw < len(drawn):
        known = drawn[command.draw] is not None  # read already, or keyed before
        return Action.OVERRIDE_CARD if known else Action.KEY_CARD
    return action_of(command)


def privileged(action: Action) -> bool:
    """Does it take more than the dealer?"""
    return action.people is not DEALER


def _verify_powers(house: House, asked: Asked) -> Refused | None:
    """Why these people may not ask for this now."""
    action = asked.action
    if action is None:
        return None
    objection = check(action, asked.by, asked.reason) or check_when(
        action, in_round=house.in_round, cards_out=house.cards_out
    )
    return objection.refused(house.table.rules.ruleset) if objection else None


def decide(house: House, asked: Asked, now: Instant) -> Decided | Refused:
    """Accept a command and say what happened, or refuse it and change nothing."""
    if refused := _verify_powers(house, asked):
        return refused
    draft = _Draft(house, asked, now)
    draft.authorise()
    refused = draft.carry_out()
    if refused is not None and not observed(asked.command):
        return refused
    if refused is not None:
        draft = _Draft(house, asked, now)
        draft.record_unfit(refused.text())
    draft.tell_others()
    if asked.undoes:
        draft.emit(TapUndone(asked.undoes))
    if asked.heard is not None:
        draft.emit(asked.heard)
    return Decided(tuple(draft.events), draft.house)


def follow_up(house: House, now: Instant) -> Command | None:
    """What the table does next by itself, without anybody's tap.

    Where people deal, a round that everybody seems to have left waits for the dealer's tap: the
    last fold may have been keyed by mistake, and until then it can be corrected (9.5).
    """
    own = round_core.follow_up(house.table) or order_due(house) or jackpot_closes(house, now)
    if isinstance(own, c.EverybodyFolded) and house.floor is not None:
        return None
    return own or (floor_follow_up(house.floor, now) if house.floor else None)


def unfit(command: Command, why: str) -> ObservationUnfit:
    """What has happened and cannot be followed up."""
    place = getattr(command, "place", None)
    card = command.card if isinstance(command, c.CardDrawn) else None
    return ObservationUnfit(type(command).__name__, why, place, card)


class _Draft:
    """A decision in the making: every event is folded at once, the next is judged on it."""

    def __init__(self, house: House, asked: Asked, now: Instant) -> None:
        self.house = house
        self.events: list[Event] = []
        self._before = house
        self._asked = asked
        self._now = now

    def emit(self, *events: Event) -> None:
        for event in events:
            self.house = fold_one(self.house, event)
            self.events.append(event)

    def authorise(self) -> None:
        """A privileged action names who, why and by which clause, ahead of what it does."""
        action = self._asked.action
        if action is not None and privileged(action):
            clause = action.clause(self.house.table.rules.ruleset)
            self.emit(Authorised(action, self._asked.by, self._asked.reason, clause))

    def record_unfit(self, why: str) -> None:
        """It has happened all the same. A card that left the device without a round: the deck is
        counted before it is dealt (3.8)."""
        command, floor = self._asked.command, self.house.floor
        self.emit(unfit(command, why))
        if not isinstance(command, c.CardDrawn) or floor is None:
            return
        loaded = next((deck.name for deck in floor.decks if deck.loaded), floor.last_deck)
        if floor.deck(loaded) is not None:
            clause = cite(floor.rules, "count ordered")
            self.emit(DeckCountOrdered(loaded, clause, at=self._now))

    def carry_out(self) -> Refused | None:
        """The core the command is meant for, and the other one as far as it is concerned."""
        command, floor = self._asked.command, self.house.floor
        if isinstance(command, floors.Command):
            return self._says_who(command) or self._not_linked(command) or self._by_floor(command)
        if isinstance(command, Order):
            return self._by_pool(command)
        if floor is None:
            return self._round(command)
        return (
            _floor_objects(floor, self.house, command)
            or self._floor_before(floor, command)
            or self._round(command)
            or self._floor_after()
        )

    def _says_who(self, command: floors.Command) -> Refused | None:
        """3.4: a check is recorded as a supervisor's only where one is there."""
        by_supervisor = isinstance(command, CheckDeck) and command.means is CheckMeans.SUPERVISOR
        if not by_supervisor or any(actor.role in SUPERVISORS for actor in self._asked.by):
            return None
        clause = Action.CHECK_DECK.clause(self.house.table.rules.ruleset)
        return Refused(Objection.NOT_THIS_ROLE, clause, "Supervisor expected.")

    def _not_linked(self, command: floors.Command) -> Refused | None:
        """11.14: a jackpot that closed for want of its pool opens when the pool is back."""
        if not isinstance(command, EnableJackpot) or self.house.link_lost is None:
            return None
        return Refused(HouseRefusal.LINK_LOST, cite(self.house.table.rules, "jackpot failed"))

    def _round(self, command: c.Command) -> Refused | None:
        decided = round_core.decide(self.house.table, command)
        if isinstance(decided, Refused):
            return decided
        self.house = evolve(self.house, table=decided.state)  # folded as it was decided
        self.events += decided.events
        return None

    def _floor(self, command: floors.Command) -> Refused | None:
        floor = existing(self.house.floor, "a command for the floor on the bench")
        by = self._asked.by or _dealer(floor)
        decided = FLOOR.decide(floor, command, Asking(self._now, by, self._asked.reason))
        if isinstance(decided, Refused):
            return decided
        self.emit(*decided.events)
        return None

    def _by_floor(self, command: floors.Command) -> Refused | None:
        """A command for the floor, and what the round in progress has to be told of it."""
        begun = len(self.events)
        if refused := self._floor(command):
            return refused
        for event in self.events[begun:]:
            told = round_command(event) if isinstance(event, floors.Event) else None
            if told is not None and (refused := self._round(told)):
                return refused
        floor = existing(self.house.floor, "a command for the floor on the bench")
        # 11.9.3: the count is ordered when the round is closed, and nothing before it is one.
        if self.house.table.deck_check_due and floor.round is None and not floor.orders:
            return self._round(c.DeckVerified())
        return None

    def _by_pool(self, order: Order) -> Refused | None:
        """What is asked of the jackpot pool."""
        asked = self._asked
        decided = decide_order(self.house, order, asked.by, asked.reason, self._now)
        if isinstance(decided, Refused):
            return decided
        self.emit(*decided)
        return None

    def _floor_before(self, floor: Floor, command: c.Command) -> Refused | None:
        undealt = floor.round is not None and not floor.round.dealt
        match command:
            case c.OpenRound():
                return self._floor(BeginRound(command.number))
            case c.CardDrawn() | c.DealByHand() if undealt:
                return self._floor(RemoveFirstCard())
        return None

    def _floor_after(self) -> Refused | None:
        """What the floor makes of what has happened in the round."""
        for event in tuple(self.events):
            told = self._told(event)
            if told is not None and (refused := self._floor(told)):
                return refused
        return None

    def _told(self, event: Event) -> floors.Command | None:
        match event:
            case e.RoundClosed():
                table = self.house.table
                wagered = tuple(place.number for place in table.round.dealt_in())
                return FinishRound(wagered, deck_suspect=table.deck_check_due)
            case e.IrregularityRuled(irregularity=c.Irregularity.SHUFFLER_FAILED):
                return ReportDeviceFailed()
            case e.IrregularityRuled(irregularity=c.Irregularity.JACKPOT_EQUIPMENT_FAILED):
                return ReportJackpotFailed("recording equipment")
        return None

    def tell_others(self) -> None:
        """Slips, notices and transfers: what others have to be told stands in the same record."""
        before, after = self._before.table, self.house.table
        if self.house.floor is None:
            return
        drafts = notices_of(before, after, self.events)
        self.emit(*self._slips(self.house.floor))
        if drafts:
            self.emit(*raise_notices(self.house.notices, drafts, self._now.wall_ms))
        if unconcerned(before.round, after.round):
            return
        who = dict.fromkeys((*self._asked.by, *self.house.confirmed_by))
        self.emit(
            *transfers_due(
                self.house.pool,
                before,
                after,
                table_name=self.house.name,
                who=tuple(actor.number for actor in who),
                at=self._now.wall_ms // SECOND_MS,
                series=self.house.series,
            )
        )

    def _slips(self, floor: Floor) -> Iterator[SlipIssued]:
        confirmed = {
            event.index: self._asked.by
            for event in self.events
            if isinstance(event, e.AwardConfirmed)
        }
        if confirmed:
            slips = jackpot_slips(floor, self.house.table, confirmed, self._now)
            yield from map(SlipIssued, slips)


def _dealer(floor: Floor) -> tuple[Actor, ...]:
    """Who answers for what the table does by itself."""
    return (Actor(floor.dealer, Role.DEALER),) if floor.dealer else ()


def _floor_objects(floor: Floor, house: House, command: c.Command) -> Refused | None:
    """Why the floor does not let this happen in the round."""
    match command:
        case c.PlaceWager():
            return verify_wager(floor, command.place)
        case c.OpenRound() if pool_unread(house):
            return Refused(HouseRefusal.POOL_UNREAD)
        case c.ConfirmAward() if under_review(floor):
            return Refused(FloorRefusal.UNDER_REVIEW)
        case c.ConfirmAward() if house.pooled and house.pool.due:
            return Refused(HouseRefusal.POOL_SILENT)
        case c.ConfirmAward() if house.pooled and not reserved(house.table, command):
            return Refused(HouseRefusal.NOT_RESERVED)
        case c.Decide() if house.table.round.phase in DECISIONS:
            waiting = tuple(place.number for place in undecided(house.table.round))
            return verify_decision(floor, command.place, waiting)
    return None
