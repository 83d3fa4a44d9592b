"""A simulated table is opened: equipment confirmed, float counted, players seated, decks brought.

What a shift begins with takes a dealer and a supervisor a quarter of an hour. Here simulated people
do it, so that whoever tries the table has a round in the first minute.
"""

import time
from typing import TYPE_CHECKING, Final

from controller.domain.money import Money
from controller.floor.base import Day
from controller.floor.equipment import state_of
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, unconfirmed
from controller.floor.state import Status
from simulators.people.felt import wait_until
from simulators.people.tapping import Finger, Stuck

if TYPE_CHECKING:
    from simulators.people.dealer import AnyDealer

FLOAT: Final = Money.parse("10000")
DEVICES_S: Final = 10.0
READY_S: Final = 30.0
LOOK_S: Final = 0.05


def today() -> Day:
    now = time.localtime()
    return Day(now.tm_year, now.tm_mon, now.tm_mday)


def come_to_work(finger: Finger) -> bool:
    """The dealer signs on; false where the felt has to be compared first."""
    if finger.snapshot.dealer is None:
        finger.sign_on(finger.dealer)
    return finger.snapshot.held is None


def open_table(finger: Finger, day: Day | None = None) -> None:
    """A table that is closed: its equipment is confirmed, its float counted."""
    finger.must(BeginOpening(day or today()))
    for item in unconfirmed(finger.floor):
        finger.must(ConfirmItem(item.code))
    finger.must(CountFloat(FLOAT))
    finger.must(OpenTable())


def open_floor(dealer: "AnyDealer", day: Day | None = None) -> bool:
    """From wherever the table stands; whether it is open for play now.

    A table that goes on from its record is left to whoever looks at it: the felt is compared by
    people.
    """
    seat = dealer.seat
    _wait_for_devices(dealer)
    if not come_to_work(seat):
        return False
    if seat.floor.status is not Status.OPEN:
        open_table(seat, day)
        dealer.offer()
    dealer.seat_players()
    dealer.hands.bring_decks()
    if seat.attended:
        _wait_for_round(dealer)
    return True


def _wait_for_round(dealer: "AnyDealer") -> None:
    """Until whoever stands at the console can go on: once a deck is ready."""
    seat, until = dealer.seat, time.monotonic() + READY_S
    while not dealer.is_ready:
        head = seat.snapshot.head
        moved = dealer.hands.step() or wait_until(lambda: seat.snapshot.head != head, LOOK_S)  # noqa: B023
        if not moved and time.monotonic() > until:
            raise Stuck(f"no round in {READY_S:.0f} s: {seat.snapshot.step.refused}")


def _wait_for_devices(dealer: "AnyDealer") -> None:
    """Those that are fitted come up by themselves; one that does not is no reason to wait on."""
    seat = dealer.seat
    seat.felt.wait(
        lambda: all(state_of(seat.floor, name).in_use for name in seat.felt.scripts), DEVICES_S
    )
