"""Ask, check, do for the whole table: powers first, then the core concerned, then the other one.

A round begins on the floor as well, its first card takes the deck into use, its end hands the deck
back. What the floor decides about a round in progress (an invalid outcome, a refused wager) is told
to the round in the same breath, so that both stand in the record together or not at all. What each
has to tell the other is the game's to say (`games.game`).

On the bench there is no floor and nobody to ask: a scenario plays its rounds and nothing else.
"""

from typing import Any, NamedTuple

from controller.authority import Command, observed
from controller.cards.commands import CardDrawn
from controller.domain.base import evolve, existing
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.floor import base as floors
from controller.floor.citations import cite
from controller.floor.deck_orders import DeckCountOrdered
from controller.floor.decks import CheckDeck
from controller.floor.rounds import follow_up as floor_follow_up
from controller.floor.state import CheckMeans, Floor
from controller.house.devices import DeviceHeard
from controller.house.events import Authorised, ObservationUnfit, TapUndone
from controller.house.fold import Event, fold_one, with_floor
from controller.house.state import House
from controller.house.subjects import notices_of
from controller.notices.outbox import raise_notices
from controller.staff.powers import Action, HouseAction, Objection, check, check_when
from controller.staff.roles import DEALER, SUPERVISORS, Actor, Reason, Role


class Asked(Frozen):
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


def action_for(house: House, command: Command, *, recovered: bool = False) -> Action | None:
    """The line of the powers table that a command falls under; none for what has happened."""
    return house.game.action_for(house, command, recovered=recovered)


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
    return objection.refused(house.table.rules.terms.powers) if objection else None


def decide(house: House, asked: Asked, now: Instant, cause: str = "") -> Decided | Refused:
    """Accept a command and say what happened, or refuse it and change nothing.

    `cause` tells it from the same command in another past of the table (`pools.heads`): what the
    pool is asked for bears it. Empty where nothing of it is sent.
    """
    if refused := _verify_powers(house, asked):
        return refused
    draft = _DecisionBuilder(house, asked, now, cause)
    draft.authorise()
    refused = draft.carry_out()
    if refused is not None and not observed(asked.command):
        return refused
    if refused is not None:
        draft = _DecisionBuilder(house, asked, now, cause)
        draft.record_unfit(refused.text())
    draft.tell_others()
    if asked.undoes:
        draft.emit(TapUndone(asked.undoes))
    if asked.heard is not None:
        draft.emit(asked.heard)
    return Decided(tuple(draft.events), draft.house)


def next_step(house: House, now: Instant, *, ahead: bool) -> Command | None:
    """What the table does next by itself; `ahead` also where a tap could be asked for.

    With a screen nobody taps for what is plain anyway. Nothing of that happens while somebody
    stands above the dealer: a supervisor wants the table as it is.
    """
    floor, game = house.floor, house.game
    own = game.follow_up(house, now) or (floor_follow_up(floor, now) if floor else None)
    return _ahead(house, floor, now) if own is None and ahead and floor is not None else own


def _ahead(house: House, floor: Floor, now: Instant) -> Command | None:
    """None where a person has to act."""
    game, command = house.game, house.game.step(house).ahead
    if command is None or not game.core.can(house.table, command):
        return None
    before = game.floor_before(house, command)
    return command if all(game.floor.can(floor, one, Asking(now)) for one in before) else None


def unfit(command: Command, why: str) -> ObservationUnfit:
    """What has happened and cannot be followed up."""
    place, card = getattr(command, "place", None), getattr(command, "card", None)
    return ObservationUnfit(type(command).__name__, why, place, card)


class _DecisionBuilder:
    """A decision in the making: every event is folded at once, the next is judged on it."""

    def __init__(self, house: House, asked: Asked, now: Instant, cause: str) -> None:
        self.house = house
        self.events: list[Any] = []
        self._before = house
        self._asked = asked
        self._now, self._cause = now, cause
        self._game = house.game

    def emit(self, *events: Event) -> None:
        for event in events:
            self.house = fold_one(self.house, event)
            self.events.append(event)

    def authorise(self) -> None:
        """A privileged action names who, why and by which clause, ahead of what it does."""
        action = self._asked.action
        if action is not None and privileged(action):
            clause = self.house.table.rules.terms.powers.get(action)
            self.emit(Authorised(action, self._asked.by, self._asked.reason, clause))

    def record_unfit(self, why: str) -> None:
        """It has happened all the same. A card that left the device without a round: the deck is
        counted before it is dealt (3.8)."""
        command, floor = self._asked.command, self.house.floor
        self.emit(unfit(command, why))
        if not isinstance(command, CardDrawn) or floor is None:
            return
        loaded = next((deck.name for deck in floor.decks if deck.loaded), floor.last_deck)
        if floor.deck(loaded) is not None:
            clause = cite(floor.rules, "count ordered")
            self.emit(DeckCountOrdered(loaded, clause, at=self._now))

    def carry_out(self) -> Refused | None:
        """The core the command is meant for, and the other one as far as it is concerned."""
        command, floor = self._asked.command, self.house.floor
        if isinstance(command, floors.Command):
            return self._says_who(command) or self._objects(command) or self._by_floor(command)
        if type(command) not in self._game.core.handlers:
            return self._else(command)
        if floor is None:
            return self._play(command)
        return (
            self._objects(command)
            or self._floor_before(command)
            or self._play(command)
            or self._floor_after()
        )

    def _objects(self, command: Command) -> Refused | None:
        return self._game.objects(self.house, command)

    def _says_who(self, command: floors.Command) -> Refused | None:
        """3.4: a check is recorded as a supervisor's only where one is there."""
        by_supervisor = isinstance(command, CheckDeck) and command.means is CheckMeans.SUPERVISOR
        if not by_supervisor or any(actor.role in SUPERVISORS for actor in self._asked.by):
            return None
        clause = self.house.table.rules.terms.powers.get(HouseAction.CHECK_DECK)
        return Refused(Objection.NOT_THIS_ROLE, clause, "Needs: supervisor.")

    def _asking(self) -> Asking:
        return Asking(self._now, self._asked.by, self._asked.reason, self._cause)

    def _play(self, command: Command) -> Refused | None:
        decided = self._game.core.decide(self.house.table, command, self._asking())
        if isinstance(decided, Refused):
            return decided
        self.house = evolve(self.house, table=decided.state)  # folded as it was decided
        self.events += decided.events
        return None

    def _else(self, command: Command) -> Refused | None:
        decided = self._game.decide_else(self.house, command, self._asking())
        if isinstance(decided, Refused):
            return decided
        self.emit(*decided)
        return None

    def _floor(self, command: floors.Command) -> Refused | None:
        floor = existing(self.house.floor, "a command for the floor on the bench")
        by = self._asked.by or _dealer(floor)
        asking = Asking(self._now, by, self._asked.reason)
        decided = self._game.floor.decide(floor, command, asking)
        if isinstance(decided, Refused):
            return decided
        self.house = with_floor(self.house, decided.state, decided.events)
        self.events += decided.events
        return None

    def _by_floor(self, command: floors.Command) -> Refused | None:
        """A command for the floor, and what the round in progress has to be told of it."""
        begun = len(self.events)
        if refused := self._floor(command):
            return refused
        for event in self.events[begun:]:
            told = self._game.tell_game(event) if isinstance(event, floors.Event) else None
            if told is not None and (refused := self._play(told)):
                return refused
        settled = self._game.settled_by_floor(self.house)
        return self._play(settled) if settled is not None else None

    def _floor_before(self, command: Command) -> Refused | None:
        """What the floor has to do first."""
        for step in self._game.floor_before(self.house, command):
            if refused := self._floor(step):
                return refused
        return None

    def _floor_after(self) -> Refused | None:
        """What the floor makes of what has happened in the round."""
        for event in tuple(self.events):
            told = self._game.tell_floor(self.house, event)
            if told is not None and (refused := self._floor(told)):
                return refused
        return None

    def tell_others(self) -> None:
        """Slips, notices and transfers: what others have to be told stands in the same record."""
        if self.house.on_bench:
            return
        before, events = self._before, tuple(self.events)
        drafts = notices_of(self._game, before.table, self.house.table, events)
        self.emit(*self._game.slips(self.house, events, self._asking()))
        if drafts:
            self.emit(*raise_notices(self.house.notices, drafts, self._now.wall_ms))
        self.emit(*self._game.transfers(before, self.house, self._asking()))


def _dealer(floor: Floor) -> tuple[Actor, ...]:
    """Who answers for what the table does by itself."""
    return (Actor(floor.dealer, Role.DEALER),) if floor.dealer else ()
