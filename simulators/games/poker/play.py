"""Plays a scenario: dealer, players and mishaps as commands on the core, one at a time.

`steps` yields each command and is sent the table after it, or the refusal: whoever runs it may
record, kill and recover between any two. The players hold their cards themselves and decide at the
showdown whether to table them (R60); the core hears of a card when it lies face up.
"""

from collections.abc import Generator
from typing import Any

from controller.domain.cards import Card, parse_cards
from controller.games.poker import showdown
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import follow_up
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.offers import Offers, offers
from controller.games.poker.phases import BOARD_OF, NEXT_STREET, STREETS, Phase
from controller.games.poker.reports import Irregularity, ReportIrregularity, still_in
from controller.games.poker.seating import SitDown
from controller.games.poker.state import Table, board_complete, new_table
from simulators.games.poker.between import between_hands
from simulators.games.poker.file import (
    POWER_LOSS,
    EventSection,
    HandSection,
    Scenario,
    checked_scenario,
    dealt_again,
    parse_action,
)
from simulators.games.poker.result import hand_result
from simulators.games.poker.steps import Answer, Playing, PowerLoss, Steps, Strike, run
from simulators.scenario.reading import WrongScenario, parsed


class Stopped(Exception):
    """The hand is called off: nothing further of it is played."""


def play(source: str | dict[str, Any], name: str) -> dict[str, Any]:
    """Every hand of a file, as results print them; wrong files raise `WrongScenario`."""
    content = parsed(source, name) if isinstance(source, str) else source
    scenario = checked_scenario(content, name)
    players = ScenarioPlayer(scenario)
    run(players.steps, new_table(scenario.rules))
    return {"file": name, "hands": players.results}


class ScenarioPlayer:
    """Plays all hands of a file."""

    def __init__(self, scenario: Scenario, hand_player: "type[HandPlayer] | None" = None) -> None:
        self._scenario = scenario
        self._hand_player = hand_player or HandPlayer
        self.results: list[dict[str, Any]] = []

    def steps(self, table: Table) -> Steps:
        """Sit everybody down, then hand after hand."""
        for index, player in enumerate(self._scenario.content.players, 1):
            answer = yield SitDown(player.seat, int(player.stack))
            table = answer.table
            if answer.refused is not None:
                where = f"{self._scenario.name}: players[{index}]"
                raise WrongScenario(f"{where}: {answer.refused.text()}")
        for number, content in enumerate(self._scenario.content.hands, 1):
            hand = self._hand_player(self._scenario, number, content, table)
            yield from hand.play()
            table = hand.table
            self.results.append(hand_result(table))


class HandPlayer(Playing):
    """One hand: who does what when."""

    def __init__(self, scenario: Scenario, number: int, content: HandSection, table: Table) -> None:
        self._scenario, self._number, self._content = scenario, number, content
        self.table = table
        self._waiting = list(enumerate(content.events, 1))
        self._faults = list(enumerate(content.faults, 1))
        self._holes: dict[int, tuple[Card, ...]] = {}
        self._stub: tuple[Card, ...] = parse_cards(content.cards)
        self._played: dict[Phase, int] = {}
        self._exposed: list[EventSection] = []
        """19.1: hole cards that are changed for the first burn."""
        self._restored: list[tuple[int, EventSection]] = []
        """Winning hands that the dealer mucked: brought back once the hands are up."""

    def _wrong(self, field: str, message: str) -> WrongScenario:
        return self._scenario.wrong(self._number, field, message)

    def _do(self, field: str, command: object) -> Steps:
        refused = yield from self._try(command)
        if refused is not None:
            raise self._wrong(field, refused.text())

    def play(self) -> Steps:
        """What happens before it, blinds to award."""
        for index, text in enumerate(self._content.before, 1):
            yield from self._do(f"before[{index}]: {text!r} seen", self._between(index, text))
        yield from self._do("blinds", BeginHand(self._number))
        try:
            yield from self._deal()
            street = Phase.PREFLOP
            while (yield from self._betting(street)):
                street = NEXT_STREET[street]
                yield from self._street(street)
            yield from self._end()
        except Stopped:
            self._nothing_beyond()
        for index, event in self._waiting:
            why = f"{event.name}: that moment never comes"
            raise self._wrong(f"events[{index}].during", why)
        for index, fault in self._faults:
            phases = ", ".join(phase.value for phase in self._hand.phases)
            why = f"{fault.during!r} seen: the hand went through {phases}"
            raise self._wrong(f"faults[{index}].during", why)

    def _between(self, index: int, text: str) -> object:
        try:
            return between_hands(text)
        except ValueError as wrong:
            raise self._wrong(f"before[{index}]: {text!r} seen", str(wrong)) from wrong

    def _nothing_beyond(self) -> None:
        """Called off: what is listed beyond that was never played."""
        for street in STREETS:
            listed, played = self._content.actions(street), self._played.get(street, 0)
            if len(listed) > played:
                why = f"{listed[played]!r} seen: expected none, the hand was called off before"
                raise self._wrong(f"{street.value}[{played + 1}]", why)
        if self._content.muck and Phase.SHOWDOWN not in self._hand.phases:
            why = f"{self._content.muck} seen: expected none, the hand was called off before"
            raise self._wrong("muck", why)

    # Moments

    def _moment(self, during: str, after: int) -> Steps:
        """The events of this moment, in the order of the file."""
        yield from self._strike(during)
        yield from self._absent()
        for index, event in list(self._waiting):
            if (event.during, event.after) == (during, after):
                self._waiting.remove((index, event))
                yield from self._happen(index, event)
                yield from self._absent()

    def _strike(self, during: str) -> Steps:
        """What goes wrong with devices from the beginning of this phase on."""
        for entry in [entry for entry in self._faults if entry[1].during == during]:
            self._faults.remove(entry)
            index, fault = entry
            yield from self._try(Strike(fault, f"hand {self._number}: faults[{index}]"))

    def _absent(self) -> Steps:
        """A tournament player who is not there has folded when the turn comes."""
        while (command := follow_up(self.table)) is not None:
            yield from self._do("players", command)

    def _happen(self, index: int, event: EventSection) -> Steps:
        field = _named(index, event)
        if event.name == POWER_LOSS:
            yield from self._try(PowerLoss())
            return
        what = Irregularity(event.name)
        report = self._report(what, event)
        during_showdown = self.table.phase is Phase.SHOWDOWN
        if what is Irregularity.WINNING_HAND_MUCKED:
            if during_showdown and (gone := still_in(self.table, report)) is not None:
                raise self._wrong(field, gone.text())
            if during_showdown:
                self._restored.append((index, event))
                return
        yield from self._do(field, report)
        if self.table.phase is Phase.IDLE:
            raise Stopped
        if what in (Irregularity.HOLE_CARD_EXPOSED, Irregularity.BOXED_CARD):
            self._exposed.append(event)
        if event.cards is None:
            return
        self._reshuffled(field, event.stub)
        if not board_complete(self.table):
            yield from self._turn_up(field, self.table.phase)

    def _report(self, what: Irregularity, event: EventSection) -> ReportIrregularity:
        seat = event.seat or 0
        cards: tuple[Card, ...] = ()
        if what in (Irregularity.FOLDED_HAND_EXPOSED, Irregularity.WINNING_HAND_MUCKED):
            cards = self._holes.get(seat, ())
        listed = None if event.action is None else parse_action(event.action, seat=seat)
        amount = event.amount if listed is None else listed.to
        return ReportIrregularity(
            what,
            seat,
            event.card or 0,
            event.looked,
            event.correctable,
            event.correct,
            listed.action if listed else None,
            None if amount is None else int(amount),
            event.ruling,
            event.why,
            cards,
        )

    def _reshuffled(self, field: str, stub: tuple[Card, ...]) -> None:
        """The stub is another one now; what is out cannot be in it."""
        out = {*self._hand.board, *(card for cards in self._holes.values() for card in cards)}
        for card in stub:
            if card in out:
                raise self._wrong(field, f"cards: {card} seen: it is out of the stub already")
        self._stub = stub

    # The deal

    def _deal(self) -> Steps:
        yield from self._do("cards", DealHoleCards())
        yield from self._moment("deal", 0)
        players = [player.seat for player in self._hand.players]
        count = len(players)
        self._take(2 * count, "hole cards", self._stub)
        holes = {seat: [self._stub[i], self._stub[count + i]] for i, seat in enumerate(players)}
        self._stub = self._stub[2 * count :]
        for event in self._exposed:
            self._exchange(holes[event.seat or 0], (event.card or 1) - 1)
        self._holes = {seat: tuple(cards) for seat, cards in holes.items()}
        yield from self._do("cards", FinishDeal())

    def _exchange(self, cards: list[Card], index: int) -> None:
        """19.1, R51: the exposed card takes the place of the first burn."""
        self._take(1, "the burn that replaces the exposed card", self._stub)
        burn, *rest = self._stub
        self._stub = (cards[index], *rest)
        cards[index] = burn

    def _take(self, count: int, what: str, stub: tuple[Card, ...]) -> None:
        if len(stub) < count:
            why = f"{len(stub)} cards left: expected {count} for {what}"
            raise self._wrong("cards", why)

    def _street(self, street: Phase) -> Steps:
        """Burn and turn; of a street that is dealt again at once the first cards may be unknown."""
        due = BOARD_OF[street] - len(self._hand.board) + 1
        wrong = any(e.during == street.value and dealt_again(e) for _, e in self._waiting)
        if wrong and len(self._stub) < due:
            yield from self._do("cards", DealStreet(()))
        else:
            yield from self._turn_up("cards", street)

    def _turn_up(self, field: str, street: Phase) -> Steps:
        due = BOARD_OF[street] - len(self._hand.board)
        self._take(due + 1, f"the {street.value}, burn first", self._stub)
        cards, self._stub = self._stub[1 : due + 1], self._stub[due + 1 :]
        yield from self._do(field, DealStreet(cards))

    # Betting

    def _betting(self, street: Phase) -> Generator[object, Answer, bool]:
        """One betting round; is another street dealt after it?"""
        listed, name = self._listed(street), street.value
        index = self._played[street] = 0
        yield from self._moment(name, 0)
        while (offered := offers(self.table)) is not None:
            if index >= len(self._listed(street, offered)):
                why = f"{index} actions seen: expected one of seat {offered.seat}, offered"
                raise self._wrong(f"{name}[{index + 1}]", f"{why} {offered.text()}")
            told = f"seat {offered.seat} acts, offered {offered.text()}"
            try:
                seat, action, to = parse_action(listed[index])
            except ValueError as wrong:
                raise self._wrong(f"{name}[{index + 1}]", f"{wrong}; {told}") from wrong
            refused = yield from self._try(Act(seat, action, None if to is None else int(to)))
            if refused is not None:
                why = f"{listed[index]!r} seen: {refused.text()} Expected: {told}"
                raise self._wrong(f"{name}[{index + 1}]", why)
            index = self._played[street] = index + 1
            yield from self._moment(name, index)
        if index < len(listed):
            why = f"{listed[index]!r} seen: expected none, nobody has anything left to decide"
            raise self._wrong(f"{name}[{index + 1}]", why)
        yield from self._do(name, DrawIn())
        yield from self._turned_up()
        return self.table.phase is not Phase.SHOWDOWN and self._hand.count_in() > 1

    def _turned_up(self) -> Steps:
        """28.5: in a tournament, once somebody is all-in and no betting is possible any more."""
        if showdown.to_be_turned_up(self.table):
            for player in showdown.showing_order(self._hand):
                if not player.cards:
                    cards = self._holes[player.seat]
                    yield from self._do("cards", showdown.TableHand(player.seat, cards))

    def _listed(self, street: Phase, _: Offers | None = None) -> list[str]:
        """What the file has for a street."""
        return self._content.actions(street)

    # The end

    def _end(self) -> Steps:
        for street in STREETS:
            if street not in self._hand.phases and (listed := self._content.actions(street)):
                why = f"{listed[0]!r} seen: expected none, the hand was over before"
                raise self._wrong(f"{street.value}[1]", why)
        yield from self._moment("showdown", 0)
        if self.table.phase is Phase.SHOWDOWN:
            yield from self._showdown()
        elif self._content.muck:
            why = f"{self._content.muck} seen: expected none, no hand is shown"
            raise self._wrong("muck", why)
        yield from self._do("award", AwardPots())
        yield from self._do("award", FinishHand())

    def _showdown(self) -> Steps:
        for index, seat in enumerate(self._content.muck, 1):
            yield from self._do(f"muck[{index}]: {seat} seen", showdown.MuckHand(seat))
        while (player := showdown.next_to_show(self.table)) is not None:
            cards = self._holes[player.seat]
            if showdown.to_be_tabled(self.table, player.seat, cards):
                yield from self._do("cards", showdown.TableHand(player.seat, cards))
            else:
                yield from self._do("cards", showdown.PassIn(player.seat))
        for index, event in self._restored:
            report = self._report(Irregularity.WINNING_HAND_MUCKED, event)
            yield from self._do(_named(index, event), report)


def _named(index: int, event: EventSection) -> str:
    return f"events[{index}]: {event.name} ({event.during}, after {event.after})"
