"""Deals a scenario: cards, players and mishaps as commands into the core, in their moments.

A deemed fold named ahead of its turn has had its moment, the start of the phase: if the hand or the
round is void before the turn comes, nothing is left to fold. A flop wager is corrected once it is
down: if it never is, that moment never comes and the scenario is wrong.
"""

from typing import Final

from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card, parse_cards
from controller.domain.refusals import Sentence
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.awards import award_step
from controller.games.bonus.round.betting import flop_for_jackpots_due
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.guards import ante_placed, next_place, nobody_in
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Round
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from simulators.games.bonus.scenario.file import Scenario
from simulators.games.bonus.scenario.sections import (
    POWER_LOSS,
    EventSection,
    HandSection,
    RoundSection,
)
from simulators.games.bonus.scenario.table import BonusScenarioTable
from simulators.scenario.messages import seen
from simulators.scenario.reading import WrongScenario

Waiting = tuple[int, EventSection]
"""An event and its number in the file."""

_AT_ITS_TURN: Final[dict[str, tuple[Phase, ...]]] = {
    c.Irregularity.DEEMED_FOLD: DECISIONS,
    c.Irregularity.FLOP_WAGER_CORRECTED: (Phase.FLOP_DECISIONS,),
}
"""Events about what a place does on a street, and the phases in which they may wait for that."""

# fmt: off
_FIELD_OF: Final[dict[Sentence, str]] = {
    # refusal                      the key of the event that does not fit
    Refusal.WRONG_PHASE:           "during",
    Refusal.CANNOT_HAPPEN:         "during",
    Refusal.FACE_UP_ALREADY:       "during",
    Refusal.NOT_OFFERED:           "during",
    Refusal.NOT_A_RULING:          "decision",
    Refusal.NOTHING_TO_CORRECT:    "decision",
    Refusal.BOX_HAS_ANTE:          "place",
    Refusal.NOT_DEALT_IN:          "place",
    Refusal.HAND_OVER:             "place",
    Refusal.DECIDED:               "place",
    Refusal.AREA_EMPTY:            "place",
}
# fmt: on


class Stopped(Exception):
    """The round is over: nothing further of it is played."""


def play_round(table: BonusScenarioTable, number: int) -> Round:
    """One round of the file, to its end."""
    content = table.scenario.content.rounds[number - 1]
    _RoundPlayer(table, table.scenario, number, content).play()
    return table.table.round


def _folds(event: EventSection) -> bool:
    """Does this make the place fold?"""
    corrected = event.name == c.Irregularity.FLOP_WAGER_CORRECTED
    return event.name == c.Irregularity.DEEMED_FOLD or (corrected and event.decision == "fold")


def _place(event: EventSection) -> int:
    """The place of an event that has one: the file was checked for it."""
    if not isinstance(event.place, int):
        raise BrokenInvariant(f"{event.name}: no place")
    return event.place


class _RoundPlayer:
    """One round: who does what when."""

    def __init__(
        self, table: BonusScenarioTable, scenario: Scenario, number: int, content: RoundSection
    ) -> None:
        self._at = table
        self._scenario = scenario
        self._number = number
        self._content = content
        self._hands = {hand.place: hand for hand in sorted(content.hands, key=lambda h: h.place)}
        self._fields = {hand.place: f"hands[{i}]" for i, hand in enumerate(content.hands, 1)}
        self._forfeit = {place for event in content.events for place in event.forfeit}
        self._cards = iter(parse_cards(content.cards))
        self._waiting: list[Waiting] = list(enumerate(content.events, 1))
        self._faults = list(enumerate(content.faults, 1))
        self._deemed: dict[int, Waiting] = {}
        """Deemed folds that wait for the place's turn."""
        self._corrections: list[Waiting] = []
        """Corrections of a flop wager that is not down yet."""

    @property
    def _round(self) -> Round:
        return self._at.table.round

    def play(self) -> None:
        """Wagers to reconciliation."""
        self._do("round", c.OpenRound(self._number))
        try:
            self._wagers()
            self._deal()
            for phase in DECISIONS:
                if self._round.phase is phase:
                    self._decisions(STREET_OF[phase])
            if self._round.phase is Phase.SHOWDOWN:
                self._showdown()
            if self._round.phase is Phase.SETTLEMENT:
                self._settlement()
        except Stopped:
            pass
        self._never_came()
        self._at.follow_up()
        if self._round.phase is Phase.RECONCILE:
            self._do("round", c.CloseRound())
        if self._at.table.deck_check_due:
            self._do("round", c.DeckVerified())

    def _do(self, field: str, command: c.Command) -> None:
        refused = self._at.do(command)
        if refused is not None:
            raise self._wrong(field, refused.text())

    def _never_came(self) -> None:
        """An event whose moment never comes makes the scenario wrong."""
        phases = ", ".join(phase.value for phase in self._round.phases)
        for index, event in self._waiting:
            key = "during" if event.after_place is None else "after_place"
            after = "" if event.after_place is None else f" after place {event.after_place}"
            moment = f"the moment of {event.name} during {event.during}{after}"
            why = f"{moment} never came: the round went through {phases}"
            raise self._wrong_event(index, event, key, why)
        for index, event in self._corrections:
            why = f"the moment of {event.name} never came: expected a flop wager at that place"
            raise self._wrong_event(index, event, "place", why)
        for index, fault in self._faults:
            why = f"{seen(fault.during)} seen: the round went through {phases}"
            raise self._wrong(f"faults[{index}].during", why)

    def _strike(self, phase: str) -> None:
        """What goes wrong with devices from the beginning of this phase on."""
        now = [entry for entry in self._faults if entry[1].during == phase]
        self._faults = [entry for entry in self._faults if entry not in now]
        for index, fault in now:
            self._at.strike(fault, f"round {self._number}: faults[{index}]")

    def _wrong(self, field: str, why: str) -> WrongScenario:
        return self._scenario.wrong(self._number, field, why)

    def _wrong_event(self, index: int, event: EventSection, key: str, why: str) -> WrongScenario:
        value = seen(getattr(event, key))
        return self._wrong(f"events[{index}].{key}", f"{value} seen: {why}")

    # Events

    def _moment(self, phase: str, after_place: int | None = None) -> None:
        """Fire what is to happen now, in the order of the file."""
        now = [
            (index, event)
            for index, event in self._waiting
            if event.during == phase and event.after_place == after_place
        ]
        for entry in now:
            self._waiting.remove(entry)
            self._fire(*entry)

    def _fire(self, index: int, event: EventSection) -> None:
        if event.name == POWER_LOSS:
            self._at.lose_power()
        elif not self._to_decide(event):
            self._report(index, event)
        elif event.name == c.Irregularity.DEEMED_FOLD:
            self._deemed[_place(event)] = index, event
        else:
            self._corrections.append((index, event))

    def _to_decide(self, event: EventSection) -> bool:
        """Is this about what a place does on this street, and is its turn still to come?"""
        if self._round.phase not in _AT_ITS_TURN.get(event.name, ()):
            return False
        place = self._round.place(_place(event))
        return place.playing and place.choices[STREET_OF[self._round.phase].order] is None

    def _report(self, index: int, event: EventSection) -> None:
        place = event.place if isinstance(event.place, int) else None
        if place in self._hands and _folds(event) and self._not_the_players_own(place):
            self._invalid(place)  # whose hand it was comes out when it is collected
            return
        if event.name == c.Irregularity.CARD_EXPOSED_IN_DEAL and event.during != "deal":
            # At a table it is told until the first player decides; a file says when it happened.
            raise self._wrong_event(index, event, "during", f"{event.name}: one of deal expected")
        about = event.street, event.handled, event.ruling, tuple(event.forfeit)
        refused = self._at.do(c.Report(event.irregularity, place, *about))
        if refused is not None:
            key = _FIELD_OF.get(refused.refusal, "name")
            raise self._wrong_event(index, event, key, f"{event.name}: {refused.text()}")
        if not self._round.in_play():
            raise Stopped

    def _not_the_players_own(self, place: int) -> bool:
        """Does the player card turn out so? A forfeit of the place comes before that (R40)."""
        return self._hands[place].invalid_card and place not in self._forfeit

    # Phases

    def _wagers(self) -> None:
        self._strike("wagers")
        for place, hand in self._hands.items():
            field = self._fields[place]
            self._do(f"{field}.ante", c.PlaceWager(place, Area.ANTE, Stake(hand.ante)))
            if hand.bonus is not None:
                stake = Stake(hand.bonus)
                self._do(f"{field}.bonus", c.PlaceWager(place, Area.BONUS, stake))
            if hand.jackpot:
                self._do(f"{field}.jackpot", c.JackpotSensor(place, present=True))
        self._moment("wagers")
        for place in self._hands:
            self._moment("wagers", place)
        if not ante_placed(self._at.table):  # nobody is left to deal to
            self._do("round", c.Report(c.Irregularity.SUPERVISOR_VOID))
            raise Stopped
        self._do("round", c.NoMoreBets())

    def _deal(self) -> None:
        self._strike("deal")
        boxes = self._boxes_dealt_to()
        self._draw(cards_due(self._at.table) + 2 * len(boxes))
        for box in boxes:
            self._do("events", c.CardsAtEmptyBox(box))
        self._moment("deal")
        for place in self._hands:
            self._moment("deal", place)
        self._at.follow_up()

    def _boxes_dealt_to(self) -> list[int]:
        """Boxes that get cards without an ante, whenever that is found."""
        boxes = []
        for index, event in enumerate(self._content.events, 1):
            if event.name != c.Irregularity.CARDS_TO_EMPTY_BOX:
                continue
            box = _place(event)
            if self._round.place(box).playing:
                why = f"there is an ante: expected a box without one with {event.name}"
                raise self._wrong_event(index, event, "place", why)
            boxes.append(box)
        return list(dict.fromkeys(boxes))

    def _draw(self, due: int) -> None:
        """Let the device deliver until so many cards are out."""
        self._at.expect_cards(due - len(self._round.drawn))
        while len(self._round.drawn) < due:
            self._do("cards", c.CardDrawn(self._next_card(due)))

    def _next_card(self, due: int) -> Card:
        card = next(self._cards, None)
        if card is None:
            out = len(self._round.drawn)
            raise self._wrong("cards", f"{out} cards seen: expected {due} by now")
        return card

    def _decisions(self, street: Street) -> None:
        phase = self._round.phase.value
        self._strike(phase)
        self._moment(phase)
        for number, hand in self._hands.items():
            place = self._round.place(number)
            if place.playing and place.choices[street.order] is None:
                self._decide(street, hand)
            self._moment(phase, number)
        if nobody_in(self._at.table):
            if flop_for_jackpots_due(self._at.table):
                self._do("cards", c.Reveal(Street.FLOP))
            self._at.follow_up()
            return
        self._draw(cards_due(self._at.table))
        self._do("cards", c.Reveal(street))

    def _decide(self, street: Street, hand: HandSection) -> None:
        if deemed := self._deemed.pop(hand.place, None):
            self._report(*deemed)
            return
        choice = hand.choice(street)
        field = f"{self._fields[hand.place]}.decisions"
        if choice is None:
            count = len(hand.decisions)
            raise self._wrong(field, f"{count} seen: expected one for the {street} as well")
        if choice is Choice.FOLD and self._not_the_players_own(hand.place):
            self._invalid(hand.place)
            return
        decide = c.Decide(hand.place, choice, hand.amount(street))
        self._do(f"{field}[{street.order + 1}]", decide)
        if choice is Choice.BET:
            self._correct(hand.place)

    def _correct(self, place: int) -> None:
        """The flop wager of this place is down: put right what waited for it."""
        for entry in [entry for entry in self._corrections if _place(entry[1]) == place]:
            self._corrections.remove(entry)
            self._report(*entry)

    def _invalid(self, place: int) -> None:
        report = c.Report(c.Irregularity.INVALID_WAGER, place)
        self._do(f"{self._fields[place]}.invalid_card", report)

    def _showdown(self) -> None:
        self._strike("showdown")
        self._do("cards", c.ShowDealersHand())
        self._moment("showdown")
        for number, hand in self._hands.items():
            if hand.concede and self._round.place(number).playing:
                if self._not_the_players_own(number):
                    self._invalid(number)
                else:
                    self._do(f"{self._fields[number]}.concede", c.Concede(number))
            self._moment("showdown", number)
        self._at.follow_up()
        if self._round.phase is Phase.SHOWDOWN:
            self._do("round", c.BeginSettlement())

    def _settlement(self) -> None:
        self._strike("settlement")
        self._moment("settlement")
        for number in reversed(self._hands):
            if not self._at.table.rules.nsw:  # an event may have reopened an award
                self._pay()
            place = next_place(self._at.table)
            if place is not None and place.number == number:
                invalid = self._not_the_players_own(number)
                self._do(self._fields[number], c.SettlePlace(number, invalid))
                if not self._at.table.rules.nsw:  # one player completely before the next
                    self._pay()
            self._moment("settlement", number)
        self._pay()
        self._at.follow_up()

    def _pay(self) -> None:
        """Key, confirm and pay what is due, in its order."""
        while (step := award_step(self._at.table)) is not None:
            self._do("jackpot", step)
