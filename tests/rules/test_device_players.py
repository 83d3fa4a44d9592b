"""The Player Card at a seat: physical or digital, the player's own (1.1, 5.1, 13.1)."""

import pytest

from controller.devices.config import checked
from controller.devices.site import Machine
from controller.devices.table import TableDevices
from controller.domain.base import existing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import CardConfirmed, CardForm, ConfirmCard, LeaveSeat, TakeSeat
from controller.games.bonus import commands as c
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid
from controller.games.bonus.wagers import Area, Stake
from controller.staff.roles import HouseReason
from drivers.health import Condition
from simulators.cardreader import SimCardReader
from simulators.people.felt import wait_until
from simulators.usb import SimBus
from tests.helpers.shift import LiveShift, Shift

ANTE = c.PlaceWager(1, Area.ANTE, Stake(Money(2_500)))


@pytest.mark.clause("nsw-2024", "1.1:Player Card")
@pytest.mark.parametrize("form", list(CardForm))
def test_a_card_of_either_form_is_the_seats_proof_for_the_patron_it_was_issued_to(
    form: CardForm,
) -> None:
    shift = Shift().playing(2).do(TakeSeat(1, "60601234"), c.OpenRound(1))
    assert shift.why(ANTE) == (FloorRefusal.NO_PLAYER_CARD, "5.1")
    shift.do(ConfirmCard(1, form))
    confirmed = [one for one in shift.events() if isinstance(one, CardConfirmed)][-1]
    assert (confirmed.place, confirmed.form) == (1, form)
    shift.do(ANTE)
    mark = MarkWagersInvalid(1, InvalidGround.ANOTHER_PERSONS_CARD)
    shift.supervised(mark, reason=HouseReason.NOT_OWN_CARD)
    assert shift.refuses(ANTE).clause == "13.1", "another person's card proves nothing"
    shift.do(LeaveSeat(1), TakeSeat(1, "60605678"))
    assert shift.refuses(ANTE).clause == "5.1", "nor does the card of whoever sat there before"


MEMBERS = {"members": [{"track": 2, "pattern": "(?P<number>[0-9]{8})=[0-9]*"}]}


@pytest.mark.clause("nsw-2024", "1.1:Player Card")
def test_a_card_that_is_swiped_is_the_proof_of_the_place_it_is_given_to_and_of_no_other() -> None:
    shift, bus, reader = Shift(), SimBus(), SimCardReader()
    bus.plug(reader)
    devices = TableDevices(checked({"reader": MEMBERS}), 5, {}, Machine(bus))
    thread = shift.controller.start()
    live = LiveShift(shift.controller)
    live.opened().deck_ready()
    devices.start(live.controller)
    desk = existing(devices.reader, "no reader")
    assert wait_until(lambda: devices.health["reader"].condition is Condition.WORKING, 10)
    reader.swipe_member("60601234")
    assert wait_until(lambda: desk.view.card_waits, 10)
    desk.pick(1)
    assert wait_until(lambda: live.floor.seat(1).card, 10)
    assert live.floor.seat(1).player == "60601234"
    live.do(TakeSeat(2, "60605678"), c.OpenRound(1), ANTE)
    second = live.ask(c.PlaceWager(2, Area.ANTE, Stake(Money(2_500))))
    assert isinstance(second, Refused)
    assert second.clause == "5.1"
    devices.stop()
    live.controller.stop()
    thread.join()
