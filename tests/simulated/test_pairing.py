"""A device is paired while the table runs: two people, equal codes, no restart, no card lost."""

from pathlib import Path

import pytest

from controller.floor.device_state import TroubleCode
from controller.floor.pairing import DIFFER, BeginPairing, CompareCodes, PairingEnded
from controller.games.bonus.round.phases import Phase
from controller.running.snapshot import Accepted
from controller.staff.powers import Objection
from drivers.link.pairing import Paired
from simulators.linked import LinkedDevice
from tests.helpers.fitted import SHOE, SHUFFLER, FittedTable
from tests.helpers.refused import refusal
from tests.helpers.shift import GAMING, TECHNICIAN

pytestmark = pytest.mark.usefixtures("untraced", "impatient")


def begun(table: FittedTable, device: str) -> LinkedDevice:
    """The device is in pairing mode, and both people have said so at the console."""
    simulated: LinkedDevice = getattr(table.felt, device)
    table.felt.lines[device].act(simulated.enter_pairing_mode)
    command, shift = BeginPairing(device), table.shift
    why = shift.likeliest(command)
    assert refusal(shift.on(TECHNICIAN).ask(command, why)) is Objection.ANOTHER_NEEDED
    assert isinstance(shift.on(GAMING).ask(command, why), Accepted)
    return simulated


def code_shown(table: FittedTable) -> str:
    def code() -> str:
        found = table.shift.floor.pairing
        return found.code if found else ""

    table.until(lambda: bool(code()), "the code")
    return code()


def ended(table: FittedTable) -> str:
    def why() -> str | None:
        found = table.shift.floor.pairing
        return found.ended if found else None

    table.until(lambda: why() is not None, "the end of pairing")
    return why() or ""


@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_a_spare_is_paired_and_deals_without_a_restart(device: str, disk: Path) -> None:
    kept: dict[str, Paired] = {}
    with FittedTable(disk, SHUFFLER if device == "shuffler" else SHOE) as table:
        table.down()
        table.up(paired={}, keep=kept.__setitem__)
        table.troubled(device, TroubleCode.REFUSED)
        simulated = begun(table, device)
        code = code_shown(table)
        table.until(lambda: simulated.display == code, "the code on the device")
        table.shift.do(CompareCodes(equal=True, code=code)).off()
        table.felt.lines[device].act(simulated.press_equal)
        assert ended(table) == ""
        table.until(lambda: table.state(device).in_use, "at work")
        assert kept == {device: simulated.paired}
        table.down()
        table.up(paired=kept).until(lambda: table.state(device).in_use, "at work again")


def test_codes_that_differ_end_it_and_the_device_stays_what_it_was(disk: Path) -> None:
    with FittedTable(disk) as table:
        table.opened()
        before = table.felt.shuffler.paired
        begun(table, "shuffler")
        code_shown(table)
        table.shift.do(CompareCodes(equal=False)).off()
        assert ended(table) == DIFFER
        assert table.felt.shuffler.paired == before
        table.wagers().no_more_bets().out()
        assert table.shift.table.round.phase is Phase.FLOP_DECISIONS
        table.goes_down_with_every_card()


def test_a_device_that_is_not_in_pairing_mode_is_said(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.link.pair.BEGIN_MS_MAX", 500)
    with FittedTable(disk) as table:
        table.well()
        shift, command = table.shift, BeginPairing("shuffler")
        shift.on(TECHNICIAN).ask(command, shift.likeliest(command))
        shift.on(GAMING).do(command).off()
        assert "pairing mode" in ended(table)
        table.well("shuffler").down()
        told = [one for one in table.events() if isinstance(one, PairingEnded)]
        assert [(one.device, bool(one.why)) for one in told] == [("shuffler", True)]
