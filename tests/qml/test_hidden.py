"""What lies face down leaves no trace: tables with one public history look and send alike.

At one of them place 1 holds a straight flush over a jackpot wager, at the other nothing.
"""

import logging
import re
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from controller.devices.table import SignOutlet
from controller.domain.cards import Card, parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.wagers import Area, Stake
from controller.running.ports import Outlets
from controller.running.snapshot import Snapshot
from drivers.alphasign.config import SignConfig
from tests.helpers.screen import Screen
from tests.helpers.shift import Shift
from tests.qml.conftest import seven_places
from tests.unit.drivers.alphasign.table import Board
from ui.bridge import Bridge

COMMUNITY = "9h 8h 7h 2c 3d"
HANDS = ("Kd Ks  Jh Th  As Ad", "2d 4c  5s 6c  8c Tc")
"""Dealer, place 1, place 2."""
UNTURNED = ("6h Qs 4d 5c Qc", "Ah Kh Qh 2s 4h")
"""Community cards that are not turned yet."""
SIGN_MS = 3_000


class Sent:
    """An outlet that keeps what goes out."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def send(self, value: Any) -> None:
        self.values.append(value)


class Traces(NamedTuple):
    """All that leaves the controller."""

    snapshots: list[str]
    tree: list[tuple[Any, ...]]
    picture: QImage
    sign: bytes
    outputs: list[list[Any]]
    log: list[str]
    printed: tuple[str, str]


class Seen:
    """A viewer that keeps every snapshot."""

    def __init__(self) -> None:
        self.snapshots: list[str] = []

    def show(self, snapshot: Snapshot) -> None:
        """Without the head of the record and the ids that are made of it: it is sealed under
        chance, and tells two equal runs apart."""
        self.snapshots.append(_BY_CHANCE.sub("", repr(replace(snapshot, head=_NO_HEAD))))


_NO_HEAD: Any = None
_BY_CHANCE = re.compile(r"[0-9a-f]{32}")


def traces(cards: list[Card], revealed: int, log: pytest.LogCaptureFixture) -> Traces:
    """Play on the screen until so many community cards are turned, and gather what came out."""
    log.clear()
    bridge, seen, board = Bridge(simulated=True), Seen(), Board(SignConfig(wired=True))
    others = [Sent() for _ in range(4)]
    shift = Shift(
        seven_places(),
        outlets=Outlets(others[0], others[1], others[2], others[3], SignOutlet(board.sign)),
        viewers=(bridge, seen),
        goes_ahead=True,
    )
    screen = Screen(shift, bridge)
    shift.playing(1, 2)
    for place in (1, 2):
        shift.do(c.PlaceWager(place, Area.ANTE, Stake(Money(2500))))
        shift.do(c.JackpotSensor(place, present=True))
    screen.settle().tap("primaryButton")
    for card in cards:
        shift.do(c.CardDrawn(card))
        board.run(SIGN_MS)
    screen.settle()
    for _ in range(3):
        if shift.table.round.revealed < revealed:
            screen.tap("allBetButton").tap("primaryButton")
            board.run(SIGN_MS)
    assert shift.table.round.revealed == revealed
    found = Traces(
        seen.snapshots,
        screen.tree(),
        screen.picture(),
        board.line.sent,
        [sent.values for sent in others],
        log.messages,
        ("", ""),
    )
    screen.close()
    return found


@pytest.mark.parametrize("revealed", [0, 3, 4, 5])
def test_what_lies_face_down_leaves_no_trace(
    qapp: QGuiApplication,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    revealed: int,
) -> None:
    caplog.set_level(logging.DEBUG)
    runs = []
    for hands, unturned in zip(HANDS, UNTURNED, strict=True):
        community = [*parse_cards(COMMUNITY)[:revealed], *parse_cards(unturned)[revealed:]]
        found = traces([*community, *parse_cards(hands)], revealed, caplog)
        printed = capfd.readouterr()
        runs.append(found._replace(printed=(printed.out, printed.err)))
    one, other = runs
    assert one.sign, "the sign was written to"
    assert one.outputs[0], "so were the lamps"
    assert one == other


def test_a_card_that_is_turned_does_leave_its_trace(
    qapp: QGuiApplication, caplog: pytest.LogCaptureFixture
) -> None:
    """The comparison would notice."""
    rest = [*parse_cards("2c 3d"), *parse_cards(HANDS[0])]
    one, other = (
        traces([*parse_cards(flop), *rest], 3, caplog) for flop in ("9h 8h 7h", "9h 8h 7s")
    )
    assert one.snapshots != other.snapshots
    assert one.tree != other.tree
    assert one.picture != other.picture
