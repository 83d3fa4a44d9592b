"""Whatever the table waits for too long it says: what for, since when, and what to do."""

from dataclasses import replace

import pytest

from controller.devices.notes import NoteWorker
from controller.devices.waits import (
    CARD_MS_MAX,
    LOAD_MS_MAX,
    PACKET_MS_MAX,
    SHUFFLE_MS_MAX,
    Patience,
)
from controller.domain.cards import parse_cards
from controller.domain.dealing import Dealing
from controller.floor.decks import BringDeck, CheckDeck, ShuffleDeck
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.floor.loading import CompleteShuffle, LoadDeck
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.rules import TableRules
from controller.house.advice import Advice, advice
from drivers.shuffler.protocol import Deck as Bay
from drivers.shuffler.protocol import Fault, ShufflerState
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import RULES, Shift

EMPTY = ShufflerState(
    True, False, False, False, Bay.ABSENT, 0, Fault.NONE, Bay.ABSENT, 0, Fault.NONE
)
SHOE = table_rules("nsw-2024", places=5, jackpot=jackpot_rules(), dealing=Dealing.SHOE)


class Watched:
    """A table that somebody looks at, every second."""

    def __init__(self, shift: Shift, state: ShufflerState = EMPTY) -> None:
        self.shift, self.state, self.patience = shift, state, Patience()
        shift.controller.handle(FitDevices(("shoe", "shuffler")))

    def after(self, ms: int) -> list[str]:
        """What the strip says after so long."""
        for _ in range(0, ms, 1_000):
            now = self.shift.clock.now()
            house = self.shift.controller.snapshot().house
            for report in self.patience.look(house, self.state, now.steady_ms, now.wall_ms):
                self.shift.controller.handle(report)
            self.shift.clock.wait(1_000)
        return [line.failed for line in self.lines]

    @property
    def lines(self) -> tuple[Advice, ...]:
        return advice(self.shift.controller.snapshot().house)


@pytest.mark.parametrize(
    ("rules", "bound", "do"),
    [(RULES, PACKET_MS_MAX, "switch it off and on"), (SHOE, CARD_MS_MAX, "Draw the next card")],
    ids=["shuffler", "shoe"],
)
def test_a_card_that_does_not_come_is_said_and_is_over_when_it_comes(
    rules: TableRules, bound: int, do: str
) -> None:
    shift = Shift(rules).playing(1, 2).wagers(p1="25", p2="25").deal("")
    watched = Watched(shift)
    assert watched.after(bound) == []
    (said,) = watched.after(1_000)
    assert said.startswith("Waiting for card 1 of 11 since ")
    assert do in watched.lines[0].do
    assert watched.after(60_000) == [said], "it is said once, with the time at which it began"
    shift.controller.handle(c.CardDrawn(parse_cards("As")[0]))
    assert watched.after(1_000) == [], "the next card has time of its own"
    assert watched.after(bound)[0].startswith("Waiting for card 2 of 11 since ")


def test_what_is_known_to_be_wrong_is_said_instead() -> None:
    watched = Watched(Shift().playing(1, 2).wagers(p1="25", p2="25").deal(""))
    shift = watched.shift
    shift.controller.handle(ReportDevice("shuffler", TroubleCode.DOOR_OPEN, "Its door is open."))
    assert watched.after(PACKET_MS_MAX * 2) == ["Its door is open."]
    shift.controller.handle(ReportDevice("shuffler", TroubleCode.DOOR_OPEN, over=True))
    assert watched.after(1_000)[0].startswith("Waiting for card 1 of 11 since ")


def test_a_deck_that_is_not_loaded_or_not_shuffled_is_said() -> None:
    shift = Shift().opened()
    shift.do(BringDeck("A", "red"), CheckDeck("A", CheckMeans.DEALER), ShuffleDeck("A"))
    watched = Watched(shift)
    assert watched.after(LOAD_MS_MAX * 4) == [], "the deck is in the dealer's hand"
    watched.state = replace(EMPTY, tray_occupied=True)
    (said,) = watched.after(LOAD_MS_MAX + 1_000)
    assert said.startswith("Waiting for the red deck to be loaded since ")
    shift.do(LoadDeck("A"))
    assert watched.after(SHUFFLE_MS_MAX) == [], "a shuffle takes its time"
    (said,) = watched.after(1_000)
    assert said.startswith("Waiting for the red deck to be shuffled since ")
    shift.do(CompleteShuffle("A"))
    assert watched.after(1_000) == []


def test_nothing_is_said_of_a_table_that_waits_for_people() -> None:
    watched = Watched(Shift().playing(1, 2).wagers(p1="25", p2="25"))
    assert watched.after(600_000) == []


def test_the_desk_of_a_running_table_looks_at_the_clock() -> None:
    shift, now = Shift().playing(1, 2).wagers(p1="25", p2="25").deal(""), [0]
    shift.do(FitDevices(("shuffler",)))
    running = shift.controller.start()
    worker = NoteWorker(lambda: now[0])
    worker.attach(shift.controller)
    for now[0] in (0, PACKET_MS_MAX):
        worker.step()
    shift.controller.stop()
    running.join()
    (line,) = advice(shift.controller.snapshot().house)
    assert (line.device, line.code) == ("shuffler", TroubleCode.OVERDUE)
