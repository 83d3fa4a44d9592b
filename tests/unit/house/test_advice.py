"""What the screen says of a device in trouble."""

import pytest

from controller.devices.config import DevicesConfig
from controller.domain.base import evolve
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.games.bonus.game import BONUS
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import new_table
from controller.house.advice import ROWS, Advice, AdviceRow, advice
from tests.helpers.felt import table_rules
from tests.helpers.shift import RULES, Shift

T = TroubleCode


def test_it_says_what_failed_what_works_what_to_do_and_who_approves() -> None:
    shift = Shift().do(
        ReportDevice("keypad", T.AWAY, "keypad: unplugged."),
        ReportDevice("shuffler", T.WRONG_COUNT, "51 cards seen, 52 expected.", "red", times=2),
    )
    count, keypad = advice(shift.house)
    assert count == Advice(
        "shuffler",
        T.WRONG_COUNT,
        "red",
        "51 cards seen, 52 expected. (2 times)",
        "The other deck can be dealt.",
        "Open the door, take out all cards of this deck, count and verify them, and load it again.",
        "supervisor",
        "3.8",
    ), "the gravest first"
    assert (keypad.failed, keypad.works, keypad.approve, keypad.clause) == (
        "The keypad does not answer. Is a cable out, or the power off?",
        "Every button is on the screen.",
        "",
        None,
    )
    shift.do(ReportDevice("keypad", T.AWAY, over=True))
    assert advice(shift.house) == (count,)


@pytest.mark.parametrize("dealing", ["shuffler", "shoe"])
def test_the_device_that_the_cards_come_from_is_first(dealing: str) -> None:
    shift = Shift(table_rules(dealing=dealing)).do(
        ReportDevice("keypad", T.AWAY),
        ReportDevice("sensors", T.AWAY),
        ReportDevice(dealing, T.JAM),
    )
    assert [line.device for line in advice(shift.house)] == [dealing, "sensors", "keypad"]


@pytest.mark.parametrize("device", DevicesConfig.model_fields)
def test_there_is_advice_for_every_trouble_of_a_device(device: str) -> None:
    for code in TroubleCode:
        (line,) = advice(Shift().do(ReportDevice(device, code)).house)
        assert line.failed, code
        assert line.works, code
        assert line.do, code


@pytest.mark.parametrize("rows", [ROWS, BONUS.advice], ids=["house", "bonus"])
def test_no_row_is_hidden_by_one_before_it(rows: tuple[AdviceRow, ...]) -> None:
    keys = [(row.device, row.code) for row in rows]
    assert len(set(keys)) == len(keys)
    for at, (_, code) in enumerate(keys):
        assert ("", code) not in keys[:at]


def test_nothing_is_wrong_on_the_bench() -> None:
    assert advice(BonusHouse(new_table(RULES))) == ()
    assert advice(evolve(Shift().house)) == ()
