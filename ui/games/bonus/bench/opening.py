"""A simulated table is opened: equipment confirmed, float counted, players seated, decks brought.

What a shift begins with takes a dealer and a supervisor a quarter of an hour. Here the people of
the bench do it, so that whoever tries the table has a round in the first minute.
"""

import time
from typing import TYPE_CHECKING, Final

from controller.authority import Command
from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.floor.base import Day
from controller.floor.decks import BringDeck
from controller.floor.equipment import state_of
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, unconfirmed
from controller.floor.seats import ConfirmCard, TakeSeat, card_required
from controller.floor.state import Status
from controller.games.bonus.floor.jackpots import EnableJackpot
from controller.games.bonus.floor.state import BonusFloor, ShownOn
from controller.games.bonus.round.phases import Phase
from controller.running.snapshot import Accepted
from simulators.people.felt import wait_until
from simulators.people.tapping import Stuck
from ui.bench.staff import MEMBER, SUPERVISOR
from ui.games.bonus.bench.hands import ANSWER_S_MAX

if TYPE_CHECKING:
    from ui.games.bonus.bench.dealer import Dealer

FLOAT: Final = Money.parse("10000")
DEVICES_S: Final = 10.0
READY_S: Final = 30.0
_DECKS: Final = (("A", "red"), ("B", "blue"))


def today() -> Day:
    now = time.localtime()
    return Day(now.tm_year, now.tm_mon, now.tm_mday)


def open_table(dealer: "Dealer", day: Day | None = None) -> None:
    """From wherever the table stands to a round that waits for wagers.

    A table that goes on from its record is left to whoever looks at it: the felt is compared by
    people.
    """
    _wait_for_devices(dealer)
    if dealer.snapshot.dealer is None:
        dealer.sign_on(dealer.person)
    if dealer.snapshot.held is not None:
        return
    if _floor(dealer).status is not Status.OPEN:
        _open(dealer, day or today())
    for place in dealer.players:
        if _floor(dealer).seat(place).player is None:
            dealer.must(TakeSeat(place, MEMBER.format(place=place)))
            if card_required(_floor(dealer)):
                dealer.must(ConfirmCard(place))
    count = 2 if dealer.rules.dealing is Dealing.SHUFFLER else 1
    for name, back in _DECKS[:count]:
        if _floor(dealer).deck(name) is None:
            dealer.must(BringDeck(name, back))
    until = time.monotonic() + READY_S
    while dealer.snapshot.house.table.round.phase is Phase.IDLE:
        if not dealer.hands.step() and not _moved(dealer) and time.monotonic() > until:
            raise Stuck(f"no round in {READY_S:.0f} s: {dealer.snapshot.lead.refused}")


def _moved(dealer: "Dealer") -> bool:
    """A moment for the devices."""
    before = dealer.snapshot.head
    return wait_until(lambda: dealer.snapshot.head != before, 0.05)


def _floor(dealer: "Dealer") -> BonusFloor:
    floor = dealer.house.floor
    if floor is None:
        raise Stuck("a table without a floor")
    return floor


def _wait_for_devices(dealer: "Dealer") -> None:
    """Those that are fitted come up by themselves; one that does not is no reason to wait on."""
    devices = dealer.running.devices
    names = tuple(devices.health) if devices else ()
    wait_until(lambda: all(state_of(_floor(dealer), n).in_use for n in names), DEVICES_S)


def _open(dealer: "Dealer", day: Day) -> None:
    dealer.sign_on(SUPERVISOR)
    _ask(dealer, BeginOpening(day))
    for item in unconfirmed(_floor(dealer)):
        _ask(dealer, ConfirmItem(item.code))
    _ask(dealer, CountFloat(FLOAT))
    _ask(dealer, OpenTable())
    if dealer.rules.jackpot is not None:
        _ask(dealer, EnableJackpot(ShownOn.VIDEO_SIGN))
    dealer.running.controller.lock().result(ANSWER_S_MAX)


def _ask(dealer: "Dealer", command: Command) -> None:
    """With the supervisor on top already."""
    answer = dealer.ask(command)
    if not isinstance(answer, Accepted):
        raise Stuck(f"{command} was refused: {answer.text()}")
