"""A simulated table of the room with its bench: people sit there, play, and say what they do."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from controller.clock import MachineClock
from controller.domain.base import existing
from controller.floor.deck_steps import Step, next_step
from controller.games.poker.award import AwardPots
from controller.games.poker.blinds import BeginHand
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.moves import KeyMoves
from controller.games.poker.phases import Phase
from controller.games.poker.showdown import next_to_show, showing
from controller.games.poker.state import Table
from controller.running.snapshot import Accepted, Snapshot
from controller.tables import load_table
from drivers.shuffler.protocol import Back, Deck
from simulators.games.poker.people.pots_dealer import PotsDealer
from tests.helpers.window import click, named, until
from tests.qml.test_bench import check_page
from ui.bench.crew import Crew, Pace
from ui.bench.seat import BenchSeat
from ui.bench.staff import demo_register
from ui.bench.window import BenchWindow
from ui.games.poker.bench.bench import POKER_BENCH, SEATED, RoomFelt
from ui.station import Station
from ui.table_folder import TableFolder

HURRIED = 500.0
"""A shuffle of 45 seconds is over in less than a tenth of one."""


class Bench:
    """Of a table, as `console --simulate` sets it up."""

    def __init__(self, folder: Path, opened: ExitStack, name: str) -> None:
        at = TableFolder(folder).create()
        table = load_table(name)
        self.crew = Crew()
        self.crew.pace = Pace.FASTEST
        felt = opened.enter_context(RoomFelt(table.rules, at.path, 5, HURRIED, "poker"))
        station = Station(
            table, at, demo_register(at.staff), MachineClock(), lambda _: felt.setup,
            simulated=True, viewers=(felt, self.crew),
        )  # fmt: skip
        self.running = opened.enter_context(station).running
        self.dealer = POKER_BENCH.dealer(
            BenchSeat(self.running, felt), table.rules, self.crew.paused
        )
        self.crew.start(self.dealer)
        opened.callback(self.crew.stop)
        self.window = BenchWindow(station.bridge, felt, self.crew, POKER_BENCH.look(self.dealer))
        opened.callback(self.window.close)
        station.bridge.show(self.snapshot)
        self.window.show()
        assert until(lambda: self.crew.ready), self.crew.says

    @property
    def snapshot(self) -> Snapshot:
        return self.running.controller.snapshot()

    @property
    def table(self) -> Table:
        table: Table = self.snapshot.house.table
        return table

    def tap(self, command: Any) -> None:
        answer = self.running.controller.submit(command).result(10)
        assert isinstance(answer, Accepted), answer

    def until(self, fact: Callable[[], bool]) -> None:
        assert until(fact), f"{self.table.phase} {self.crew.says}"

    def text(self, name: str) -> str:
        return str(named(self.window.window, name).property("text"))


@contextmanager
def opened(folder: Path, name: str = "21") -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(folder, stack, name)


@pytest.fixture
def bench(qapp: QGuiApplication, tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path) as made:
        yield made


def test_people_sit_there_and_the_first_hand_takes_one_tap(bench: Bench) -> None:
    assert [seat.number for seat in bench.table.seats if seat.player] == list(SEATED)
    step = bench.snapshot.step
    assert isinstance(step.command, BeginHand)
    assert step.refused is None
    bench.tap(step.command)
    assert bench.table.phase is Phase.DEAL


def test_the_bench_says_what_the_player_in_turn_does_and_hides_the_cards(bench: Bench) -> None:
    bench.tap(bench.snapshot.step.command)
    bench.until(lambda: bench.dealer.deed(bench.table) is not None)
    for _ in range(3):
        seat, deed = bench.dealer.deed(bench.table) or (0, None)
        assert deed is not None
        bench.until(lambda seat=seat: bench.text("said").startswith(f"Seat {seat} "))  # type: ignore[misc]
        rows = bench.window.model.props.people
        assert [row.seat for row in rows if row.says] == [seat]
        assert {code for row in rows for code in row.cards} == {"back"}
        bench.tap(KeyMoves(seat, *deed))


def test_the_board_lies_there_to_be_keyed_and_hands_are_seen_when_they_are_shown(
    bench: Bench,
) -> None:
    """What the bench says is keyed, to the end; the cards are moved here, not by the crew."""
    bench.crew.cards = False
    seen: set[str] = set()
    for _ in range(6):
        bench.until(lambda: not bench.dealer.handle() and bench.dealer.is_ready)
        bench.tap(bench.snapshot.step.command)
        while not bench.table.at_rest:
            while bench.dealer.handle():
                pass
            bench.until(lambda: _is_shown(bench))
            props = bench.window.model.props
            seen |= {word for word in ("Key ", " shows ") if word in props.said}
            if showing(bench.table) and next_to_show(bench.table) is not None:
                assert any(row.says for row in props.people), "before it is drawn in as well"
            shown = [row for row in props.people if row.cards and row.cards != ("back", "back")]
            assert all(row.says or bench.table.playing().of(row.seat).cards for row in shown)
            assert bench.dealer.act()
        if seen == {"Key ", " shows "}:
            return
    raise AssertionError(f"{seen}: nobody came to a showdown")


def _is_shown(bench: Bench) -> bool:
    """The bench shows the table as it is."""
    bench.window.look()
    shown = bench.window.model.shown
    return shown is not None and shown.snapshot is bench.snapshot


@pytest.mark.parametrize("at", ["21", "22"], ids=["every-action", "by-pots"])
def test_deal_for_me_plays_hand_after_hand(qapp: QGuiApplication, tmp_path: Path, at: str) -> None:
    with opened(tmp_path, at) as bench:
        click(bench.window.window, "dealForMe")
        bench.until(lambda: bench.table.number > 2)
        click(bench.window.window, "dealForMe")
        assert bench.crew.says == ""


def test_a_jam_is_seen_until_the_deck_is_put_in_again(bench: Bench) -> None:
    """By itself that takes a while, so that people can look; on request it is done at once."""
    bench.until(lambda: Deck.READY in decks(bench))
    bench.dealer.hands.looks_s = 3_600
    click(bench.window.window, "dealForMe")
    bench.dealer.seat.felt.shuffler.jam()
    bench.until(lambda: Deck.BLOCKED in decks(bench) and is_told(bench))
    bench.crew.cards = False
    bench.crew.deal(on=False)
    for _ in range(20):
        assert not bench.dealer.hands.tidy(at_once=False)
    assert Deck.BLOCKED in decks(bench)
    bench.crew.load()
    bench.until(lambda: Deck.BLOCKED not in decks(bench) and not is_told(bench))


def is_told(bench: Bench) -> bool:
    """Does the console say that the shuffler is in trouble?"""
    floor = existing(bench.snapshot.house.floor, "the table is open")
    return any(one.name == "shuffler" and one.troubles for one in floor.devices)


def test_after_a_restart_the_same_people_hold_the_same_cards(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    with opened(tmp_path) as bench:
        bench.tap(bench.snapshot.step.command)
        bench.until(lambda: bench.dealer.deed(bench.table) is not None)
        said = bench.dealer.deed(bench.table)
        bench.until(lambda: is_recorded(bench, Step.RELEASE))
    with opened(tmp_path) as bench:
        assert bench.snapshot.held, "people compare the felt"
        assert bench.dealer.deed(bench.table) == said
        assert Deck.READY in decks(bench), "the deck for the next hand was shuffled"


def is_recorded(bench: Bench, step: Step) -> bool:
    """Does a deck come to this next?"""
    floor = existing(bench.snapshot.house.floor, "the table is open")
    return step in [next_step(floor, deck) for deck in floor.decks_here()]


def decks(bench: Bench) -> set[Deck]:
    """How far they are, as the display of the shuffler says."""
    return {bench.dealer.seat.felt.shuffler.deck(back) for back in Back}


def test_the_bench_of_the_room_cuts_nothing_off(bench: Bench) -> None:
    bench.tap(bench.snapshot.step.command)
    for page in ("devicesPage", "troublesPage", "peoplePage"):
        check_page(bench.window.window, page)


def test_run_by_pots_the_bench_says_what_lies_there_and_who_wins(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    """The players bet by themselves; what the bench says is keyed."""
    with opened(tmp_path, "22") as bench:
        dealer = bench.dealer
        assert isinstance(dealer, PotsDealer)
        for _ in range(20):
            bench.until(lambda: bench.snapshot.step.refused is None)
            bench.tap(bench.snapshot.step.command)
            bench.until(lambda: bench.text("said").startswith("The main pot $"))
            for number, pot in enumerate(dealer.betting.pots()):
                bench.tap(KeyPot(number, int(pot.amount), pot.eligible))
            if bench.table.playing().count_in() > 1:
                bench.until(lambda: "The main pot goes to" in bench.text("said"))
                bench.tap(AwardPots(dealer.winners()))
                return
            bench.tap(AwardPots())
        raise AssertionError("nobody came to a showdown")


def test_run_by_pots_the_bench_bears_what_did_not_lie_there(
    qapp: QGuiApplication, tmp_path: Path
) -> None:
    """A pot of another amount, keyed before a card of the board is out."""
    with opened(tmp_path, "22") as bench:
        bench.until(lambda: bench.snapshot.step.refused is None)
        bench.tap(bench.snapshot.step.command)
        bench.until(lambda: _is_shown(bench))
        bench.tap(KeyPot(0, 7700, SEATED[:2]))
        bench.until(lambda: _is_shown(bench))
        bench.tap(AwardPots((SEATED[:1],)))
        bench.until(lambda: _is_shown(bench) and bench.table.at_rest)
        bench.until(lambda: bench.snapshot.step.refused is None)
        bench.tap(bench.snapshot.step.command)
        assert bench.table.number == 2, "play goes on"
