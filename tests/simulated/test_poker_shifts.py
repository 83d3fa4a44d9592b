"""Whole shifts of the poker room by simulated people: every chip is accounted for to the end."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.floor.state import Status
from controller.games.poker.award import PotsAwarded
from controller.games.poker.phases import Phase
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit, PokerRules, RunBy
from controller.games.poker.seating import PlayerCameBack, PlayerLeft, PlayerSatDown, PlayerWentAway
from controller.games.poker.state import Table
from controller.games.registry import KINDS
from controller.journal.sealing import SealedJournal
from simulators.games.poker.people.betting import Betting
from simulators.games.poker.people.checks import CHECKS, PokerCheck, PokerChecks, chips_on
from simulators.games.poker.people.dealer import TAKEN_BACK, PokerDealer
from simulators.games.poker.people.mishaps import Mishaps
from simulators.games.poker.people.players import people
from simulators.games.poker.people.pots_dealer import PotsDealer
from simulators.games.poker.people.table import LivePoker
from simulators.games.poker.soak import POKER_SOAK, TABLES
from simulators.people.checks import Broken, Check, cards_in
from simulators.people.live import LiveTable
from simulators.people.pit import Pit
from simulators.people.soak import CRASH, SoakShift
from simulators.people.soak import KINDS as FAULTS
from simulators.people.swiping import LiveSeat
from simulators.people.tapping import face
from simulators.people.traces import Tally
from simulators.world import Spot


class Room:
    """An open table of the room, with nine regulars and a dealer."""

    dealt_by: type[PokerDealer] = PokerDealer

    def __init__(self, mishaps: Mishaps | None = None, **rules: Any) -> None:
        self.checks = PokerChecks()
        live = LivePoker(PokerRules(Limit.NO_LIMIT, 100, 200, bank_min=4_000, **rules))
        self.live = LiveTable(live, 1, watchers=(self.checks,))
        players = people(range(1, 10), 1)
        self.seat = LiveSeat(self.live, players)
        self.dealer: Any = self.dealt_by(self.seat, players, mishaps=mishaps)
        self.pit = Pit(self.dealer, self.seat)
        self.pit.open()

    @property
    def table(self) -> Table:
        table: Table = self.dealer.table
        return table

    @property
    def board(self) -> tuple[Card, ...]:
        """Of the hand in progress, as it was keyed."""
        return () if self.table.at_rest else self.table.playing().board

    def hands(self, count: int) -> "Room":
        for _ in range(count):
            self.pit.play_round()
            self.pit.tidy()
            self.checks.between_rounds(self.live)
        return self

    def events(self) -> list[Any]:
        journal = SealedJournal(self.live.recorder, self.live.keys, *KINDS)
        return [recorded.event for recorded in journal.events()]

    def until(self, fact: "Callable[[Room], bool]") -> "Room":
        for _ in range(3_000):
            if fact(self):
                return self
            self.pit.turn()
        raise AssertionError("it never came")

    def hands_until(self, fact: "Callable[[Room], bool]", most: int) -> None:
        """In so many hands it comes to that."""
        assert any(fact(self.hands(10)) for _ in range(0, most, 10)), "it never came"


class ByPots(Room):
    """The same, run by pots."""

    dealt_by = PotsDealer

    def __init__(self) -> None:
        super().__init__(keyed=False, run_by=RunBy.POTS)


@pytest.mark.parametrize(("kind", "hands"), [*enumerate((28, 28, 12, 12, 12, 12))])
def test_a_shift_is_played_from_opening_to_closing(kind: int, hands: int) -> None:
    """At every table; at one of either kind until all has happened that a shift brings."""
    tally = Tally()
    shift = SoakShift((POKER_SOAK,), seed=5, number=kind, kinds=(), tally=tally)
    assert len(list(shift.play(hands))) == hands
    house = shift.table.house
    assert house.floor.status is Status.CLOSED
    assert not any(seat.player or seat.stack for seat in house.table.seats)
    assert isinstance(shift.checks, PokerChecks)
    assert shift.checks.brought == house.table.drop, "what stays is the commission"
    assert all(tally.checks[check] for check in CHECKS)


def test_faults_and_crashes_change_no_chip() -> None:
    """The same shift, dealt by hand, in peace and with all that can go wrong at its devices."""

    def played(kinds: tuple[str, ...]) -> tuple[Tally, list[Any]]:
        tally, awards = Tally(), list[Any]()
        shift = SoakShift((POKER_SOAK,), 11, 2, kinds, tally)
        list(shift.play(16))
        journal = SealedJournal(shift.table.recorder, shift.table.keys, *KINDS)
        awards += [one.event for one in journal.events() if isinstance(one.event, PotsAwarded)]
        return tally, awards

    (_, quiet), (tally, troubled) = played(()), played(FAULTS)
    assert tally.injected[CRASH]
    assert len(tally.injected) > 5
    assert troubled == quiet


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_thousand_hands_with_faults_and_crashes_end_clean(seed: int) -> None:
    tally = Tally()
    for number in range(len(TABLES)):
        list(SoakShift((POKER_SOAK,), seed, number, FAULTS, tally).play(34))
    assert tally.rounds == 204
    assert tally.survived[CRASH] == tally.injected[CRASH] > 1


def test_people_come_and_go_and_wait() -> None:
    def all_came(room: Room) -> bool:
        kinds = Counter(type(event) for event in room.events())
        twice = (PlayerLeft, PlayerWentAway, PlayerCameBack)
        return kinds[PlayerSatDown] > 6 and all(kinds[kind] > 1 for kind in twice)

    Room(seats=6).hands_until(all_came, 90)
    assert any(type(event).__name__ == "WaitingListJoined" for event in Room(seats=4).events())


def test_every_irregularity_is_reported_sooner_or_later() -> None:
    def nearly_all_seen(room: Room) -> bool:
        seen = room.seat.seen
        return sum(not seen[what] for what in Irregularity) <= 3 and seen[TAKEN_BACK] > 3

    Room(Mishaps(1)).hands_until(nearly_all_seen, 150)


def test_no_card_of_a_hand_is_known_that_nobody_has_shown() -> None:
    """Hole cards are in the simulated world, with the player they were dealt to, and nowhere else:
    not in what is shown, and not in the record."""
    room = Room().until(lambda room: bool(room.board))
    held = {face(piece) for piece in room.live.felt.world.pile(Spot.TABLE)} - set(room.board)
    known = set(cards_in([room.live.snapshot, *room.events()]))
    assert known >= set(room.board)
    assert not known & held


def test_what_is_keyed_is_what_lies_on_the_felt() -> None:
    room = Room().until(lambda room: len(room.board) == 5)
    assert room.dealer.out.board(room.table.playing()) == room.board


def test_the_dealer_says_who_wins_where_no_card_is_keyed() -> None:
    keyed, said = Room().hands(10), Room(keyed=False).hands(10)
    won = [
        [(pot.amount, pot.winners) for one in room.events() if isinstance(one, PotsAwarded)
         for pot in one.pots]
        for room in (keyed, said)
    ]  # fmt: skip
    assert won[0] == won[1]


def test_by_pots_the_felt_has_every_chip_that_the_books_have() -> None:
    """The console follows no bet: what everybody has is counted out to the chip in the end."""
    tally = Tally()
    shift = SoakShift((POKER_SOAK,), seed=3, number=1, kinds=(), tally=tally)
    dealer = shift.dealer
    assert isinstance(dealer, PotsDealer)
    for _ in shift.play(25):
        table = dealer.table
        felt = {seat.number: dealer.betting.of(seat.number) for seat in table.seats if seat.player}
        assert sum(felt.values()) == table.chips
        assert not any(seat.stack for seat in table.seats)
    assert dealer.table.chips == 0
    events = SealedJournal(shift.table.recorder, shift.table.keys, *KINDS).events()
    kinds = Counter(type(one.event).__name__ for one in events)
    assert kinds["PotKeyed"] > kinds["PotsAwarded"] > 20, "side pots among them"
    assert kinds["PlayerBroke"]
    assert not kinds["PlayerWagered"]


def test_chips_that_nobody_has_counted_lie_evenly() -> None:
    """After a restart: the console knows what all have together, and nobody else remembers."""
    room = ByPots().hands(4)
    room.dealer.betting = Betting()
    room.hands(4)
    table = room.table
    known = [room.dealer.betting.of(seat.number) for seat in table.seats if seat.player]
    assert sum(known) == table.chips


def test_an_exposed_card_is_changed_for_the_first_burn() -> None:
    room = Room().until(lambda room: room.table.phase is Phase.DEAL)
    room.until(lambda room: room.dealer.out.dealt(room.table.playing()))
    hand, out, back = room.table.playing(), room.dealer.out, room.dealer.hands.back()
    seat = hand.players[1].seat
    first, second = out.hole(hand, seat)
    out.set_aside(hand, back, seat, 2)
    assert out.hole(hand, seat)[0] == first
    assert out.hole(hand, seat)[1] != second
    assert face(room.live.felt.world.pile(Spot.TABLE)[2 * len(hand.players)]) == second


def test_a_street_that_lies_wrongly_goes_back_and_is_dealt_again() -> None:
    room = Room().until(lambda room: len(room.board) == 3)
    before = room.board
    room.seat.must(ReportIrregularity(Irregularity.FLOP_TOO_MANY))
    assert room.board == ()
    room.until(lambda room: len(room.board) == 3)
    assert room.board == room.dealer.out.board(room.table.playing()) != before
    room.hands(2)


def test_a_chip_too_many_is_noticed() -> None:
    room = Room().hands(3)
    event = next(one for one in reversed(room.events()) if isinstance(one, PotsAwarded))
    table = room.checks.house.table
    rich = evolve(table, seats=(evolve(table.seats[0], stack=table.seats[0].stack + 100),))
    assert chips_on(evolve(table, seats=(*rich.seats, *table.seats[1:]))) == chips_on(table) + 100
    room.checks.follow(table, evolve(table, drop=table.drop + 100), event)
    with pytest.raises(Broken, match=r"1\.00 too many on the table"):
        room.checks.must_hold()
    assert room.checks.held[PokerCheck.CHIPS] > 30
    assert room.checks.held[Check.SHOWN] > 30
