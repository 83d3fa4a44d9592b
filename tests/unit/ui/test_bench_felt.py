"""The cable of the card reader on the bench, between a hand and a script that changes readers."""

from pathlib import Path

import pytest

from controller.games.bonus.rules import Dealing
from simulators.faults import UNTIL_MENDED, Trouble, Way, WireFault
from simulators.people.felt import OTHER_READER, READER
from tests.helpers.felt import table_rules
from ui.bench.felt import BenchFelt


@pytest.fixture
def felt(tmp_path: Path) -> BenchFelt:
    """Another table's reader is in the place of its own."""
    felt = BenchFelt(table_rules("sd", dealing=Dealing.HAND), tmp_path)
    felt.plug("reader", in_=True)
    script = felt.scripts["reader"]
    script.add(WireFault(Trouble.WRONG_ID, Way.IN, 0, ms=UNTIL_MENDED))
    script.carry(Way.IN, [bytes(8)])
    assert on_the_bus(felt) == [OTHER_READER]
    return felt


def on_the_bus(felt: BenchFelt) -> list[str]:
    """Serial numbers of what is plugged in."""
    return [port.device.usb.serial for port in felt.bus.enumerate_devices()]


def test_a_hand_pulls_whichever_reader_is_in_and_no_script_puts_one_in(felt: BenchFelt) -> None:
    felt.plug("reader", in_=False)
    assert on_the_bus(felt) == []
    felt.scripts["reader"].mend(Trouble.WRONG_ID)
    assert (on_the_bus(felt), felt.plugged("reader")) == ([], False)
    felt.plug("reader", in_=True)
    assert on_the_bus(felt) == [READER]


def test_another_reader_that_is_put_back_stays_until_its_time_is_up(felt: BenchFelt) -> None:
    felt.plug("reader", in_=False)
    felt.plug("reader", in_=True)
    assert on_the_bus(felt) == [OTHER_READER]
    felt.scripts["reader"].mend(Trouble.WRONG_ID)
    assert on_the_bus(felt) == [READER]


def test_a_script_puts_no_reader_in_where_a_hand_has_pulled_the_cable(felt: BenchFelt) -> None:
    script = felt.scripts["reader"]
    script.mend(Trouble.WRONG_ID)
    felt.plug("reader", in_=False)
    script.add(WireFault(Trouble.WRONG_ID, Way.IN, 0, ms=UNTIL_MENDED))
    script.carry(Way.IN, [bytes(8)])  # it was read before the cable was out
    assert on_the_bus(felt) == []
