"""Deals a scenario: cards, players and mishaps as commands into the core, in their moments."""

from collections.abc import Callable

from controller.domain import commands as c
from controller.domain.cards import Card, parse_cards
from controller.domain.events import Event
from controller.domain.refusals import Refused
from controller.domain.rules import Street
from controller.domain.wagers import Area, Choice, Stake
from controller.jackpot.awards import Kind
from controller.round.awards import OWN, next_award
from controller.round.betting import flop_for_jackpots_due
from controller.round.deal import cards_due
from controller.round.decide import decide, follow_up
from controller.round.fold import fold, fold_one
from controller.round.guards import ante_placed, next_place, nobody_in
from controller.round.phases import DECISIONS, STREET_OF, Phase
from controller.round.state import Round, Table, new_table
from simulators.scenario.file import (
    POWER_LOSS,
    EventTable,
    HandTable,
    RoundTable,
    Scenario,
)

Watcher = Callable[[Table, Table, Event], None]
"""Called with the table before and after every event."""


class Stopped(Exception):
    """The round is over: nothing further of it is played."""


class ScenarioTable:
    """A table that is fed from a file; device events go straight into the core."""

    def __init__(self, scenario: Scenario, watch: Watcher | None = None) -> None:
        jackpot = scenario.content.jackpot
        self._scenario = scenario
        self._watch = watch
        if jackpot:
            self._fresh = new_table(scenario.rules, jackpot.meter, jackpot.reserve)
        else:
            self._fresh = new_table(scenario.rules)
        self._events: list[Event] = []
        self.table = self._fresh

    def do(self, command: c.Command) -> Refused | None:
        """Put one command to the core."""
        decided = decide(self.table, command)
        if isinstance(decided, Refused):
            return decided
        if self._watch:
            before = self.table
            for event in decided.events:
                after = fold_one(before, event)
                self._watch(before, after, event)
                before = after
        self._events += decided.events
        self.table = decided.table
        return None

    def follow_up(self) -> None:
        """Whatever the table does by itself."""
        while (command := follow_up(self.table)) is not None:
            self.do(command)

    def lose_power(self) -> None:
        """All that is left is the record: the table is folded from it anew."""
        self.table = fold(self._fresh, self._events)

    def play_round(self, number: int) -> Round:
        """One round of the file, to its end."""
        content = self._scenario.content.rounds[number - 1]
        player = _RoundPlayer(self, self._scenario, number, content)
        player.play()
        return self.table.round


def _folds(event: EventTable) -> bool:
    """Does this make the place fold?"""
    corrected = event.name == c.Irregularity.FLOP_WAGER_CORRECTED
    return event.name == c.Irregularity.DEEMED_FOLD or (corrected and event.decision == "fold")


class _RoundPlayer:
    """One round: who does what when."""

    def __init__(
        self, table: ScenarioTable, scenario: Scenario, number: int, content: RoundTable
    ) -> None:
        self._at = table
        self._scenario = scenario
        self._number = number
        self._content = content
        self._hands = {hand.place: hand for hand in sorted(content.hands, key=lambda h: h.place)}
        self._cards = iter(parse_cards(content.cards))
        self._waiting = list(enumerate(content.events, 1))
        self._due: dict[int, list[tuple[int, EventTable]]] = {}
        """Events that wait for a place's turn: a deemed fold, a wrong flop wager."""

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
            raise self._scenario.wrong(self._number, field, refused.text())

    def _never_came(self) -> None:
        for index, event in self._waiting:
            moment = f"after place {event.after_place}" if event.after_place else "at its start"
            raise self._scenario.wrong(
                self._number,
                f"events[{index}]",
                f"{event.name} during {event.during} {moment}: that moment never came; "
                f"the round went through {', '.join(p.value for p in self._round.phases)}",
            )

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

    def _fire(self, index: int, event: EventTable) -> None:
        if event.name == POWER_LOSS:
            self._at.lose_power()
            return
        if self._waits_for_turn(event):
            self._due.setdefault(int(event.place or 0), []).append((index, event))
            return
        self._report(index, event)

    def _waits_for_turn(self, event: EventTable) -> bool:
        """Events about what a place does on this street come when it is that place's turn."""
        turn = (c.Irregularity.DEEMED_FOLD, c.Irregularity.FLOP_WAGER_CORRECTED)
        if event.name not in turn or self._round.phase not in DECISIONS:
            return False
        if not isinstance(event.place, int) or event.place not in self._hands:
            return False
        place = self._round.place(event.place)
        return place.playing and place.choices[STREET_OF[self._round.phase].order] is None

    def _report(self, index: int, event: EventTable) -> None:
        place = event.place if isinstance(event.place, int) else None
        if place in self._hands and self._hands[place].invalid_card and _folds(event):
            self._invalid(place)  # whose hand it was comes out when it is collected
            return
        command = c.Report(
            event.irregularity,
            place,
            event.street,
            event.handled,
            event.ruling,
            tuple(event.forfeit),
        )
        self._do(f"events[{index}] ({event.name})", command)
        if not self._round.in_play():
            raise Stopped

    # Phases

    def _wagers(self) -> None:
        for place, hand in self._hands.items():
            self._do(f"hand {place}: ante", c.PlaceWager(place, Area.ANTE, Stake(hand.ante)))
            if hand.bonus is not None:
                stake = Stake(hand.bonus)
                self._do(f"hand {place}: bonus", c.PlaceWager(place, Area.BONUS, stake))
            if hand.jackpot:
                self._do(f"hand {place}: jackpot", c.JackpotSensor(place, present=True))
        self._moment("wagers")
        for place in self._hands:
            self._moment("wagers", place)
        if not ante_placed(self._at.table):  # nobody is left to deal to
            self._do("round", c.Report(c.Irregularity.SUPERVISOR_VOID))
            raise Stopped
        self._do("round", c.NoMoreBets())

    def _deal(self) -> None:
        boxes = {
            event.place: None
            for event in self._content.events
            if event.name == c.Irregularity.CARDS_TO_EMPTY_BOX and isinstance(event.place, int)
        }
        self._draw(cards_due(self._at.table) + 2 * len(boxes))
        for box in boxes:
            self._do("events", c.CardsAtEmptyBox(box))
        self._moment("deal")
        for place in self._hands:
            self._moment("deal", place)
        self._at.follow_up()

    def _draw(self, due: int) -> None:
        """Let the device deliver until so many cards are out."""
        while len(self._round.drawn) < due:
            self._do("cards", c.CardDrawn(self._next_card(due)))

    def _next_card(self, due: int) -> Card:
        card = next(self._cards, None)
        if card is None:
            out = len(self._round.drawn)
            raise self._scenario.wrong(
                self._number, "cards", f"{out} cards seen: expected {due} by now"
            )
        return card

    def _decisions(self, street: Street) -> None:
        phase = self._round.phase.value
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

    def _decide(self, street: Street, hand: HandTable) -> None:
        due = self._due.pop(hand.place, [])
        if folds := [entry for entry in due if entry[1].name == c.Irregularity.DEEMED_FOLD]:
            self._report(*folds[0])
            return
        choice = hand.choice(street)
        field = f"hand {hand.place}: decisions"
        if choice is None:
            seen = len(hand.decisions)
            raise self._scenario.wrong(
                self._number, field, f"{seen} seen: expected one for the {street} as well"
            )
        if choice is Choice.FOLD and hand.invalid_card:
            self._invalid(hand.place)
            return
        self._do(field, c.Decide(hand.place, choice, hand.amount(street)))
        for index, event in due:
            self._report(index, event)

    def _invalid(self, place: int) -> None:
        report = c.Report(c.Irregularity.INVALID_WAGER, place)
        self._do(f"hand {place}: invalid_card", report)

    def _showdown(self) -> None:
        self._do("cards", c.ShowDealersHand())
        self._moment("showdown")
        for number, hand in self._hands.items():
            if hand.concede and self._round.place(number).playing:
                if hand.invalid_card:
                    self._invalid(number)
                else:
                    self._do(f"hand {number}: concede", c.Concede(number))
            self._moment("showdown", number)
        self._at.follow_up()
        if self._round.phase is Phase.SHOWDOWN:
            self._do("round", c.BeginSettlement())

    def _settlement(self) -> None:
        self._moment("settlement")
        for number in reversed(self._hands):
            if not self._at.table.rules.nsw:  # an event may have reopened an award
                self._pay()
            place = next_place(self._at.table)
            if place is not None and place.number == number:
                invalid = self._hands[number].invalid_card
                self._do(f"hand {number}", c.SettlePlace(number, invalid))
                if not self._at.table.rules.nsw:  # one player completely before the next
                    self._pay()
            self._moment("settlement", number)
        self._pay()
        self._at.follow_up()

    def _pay(self) -> None:
        """Key, confirm and pay what is due, in its order."""
        while (index := next_award(self._at.table)) is not None:
            due = self._round.awards[index]
            place, award, kind = due.award.place, due.award.award, due.award.kind
            if kind in OWN and not due.keyed:
                self._do("jackpot", c.KeyAward(place, award))
            if kind is Kind.PROGRESSIVE:
                self._do("jackpot", c.ConfirmAward(place, award))
            self._do("jackpot", c.PayAward(place, award))
