"""Whoever speaks on a shoe's cable without a key is seen at the console, with how often."""

from pathlib import Path

from controller.floor.device_state import TroubleCode
from controller.house.advice import advice
from drivers.link.frames import Role
from tests.attack.on_the_cable import BY_DEVICE, clear
from tests.helpers.fitted import SHOE, FittedTable, Tap


def test_a_clear_message_that_nobody_asked_for_stands_at_the_console(tmp_path: Path) -> None:
    with FittedTable(tmp_path, SHOE) as table:
        tap = Tap(table.felt.shoe)
        table.opened()
        for _ in range(5):
            tap.say(clear(Role.DEVICE, BY_DEVICE["PairOffer"]))
        table.felt.lines["shoe"].act(lambda: None)
        table.troubled("shoe", TroubleCode.SUSPECT_FRAME)
        (line,) = (one for one in advice(table.shift.house) if one.device == "shoe")
        assert line.failed.startswith("Refused: a PairOffer that nobody asked for.")
        assert "Check the cable for anything plugged in between" in line.do
        assert table.state("shoe").in_use, "the shoe itself goes on"
