"""A dealer at the tournament desk asks for what is the director's, past every screen."""

import pytest

from controller.domain.refusals import Refused
from controller.staff.powers import Objection, may
from controller.staff.roles import Role
from tests.helpers.desk_shift import DeskShift
from tests.helpers.shift import CASINO, DEALER, GAMING
from tests.unit.ui.test_desk_rows import ROWS, SENDS
from ui.forms.asks import Scene

DIRECTORS = [code for code in SENDS if not may(Role.DEALER, ROWS[code].action)]
MANAGEMENTS = [code for code in SENDS if not may(Role.GAMING_SUPERVISOR, ROWS[code].action)]


def refused(shift: DeskShift, code: str) -> Refused:
    make, reasons = ROWS[code].command, ROWS[code].action.reasons
    assert make is not None
    command = make(Scene(shift.house, None), SENDS[code][0])  # type: ignore[arg-type]
    return shift.refuses(command, next(iter(reasons), None))


def test_most_of_the_menu_is_not_for_a_dealer() -> None:
    assert len(DIRECTORS) > 20
    assert MANAGEMENTS == ["alter", "cancel"]


@pytest.mark.parametrize("code", DIRECTORS)
def test_a_dealer_does_no_act_of_the_director(code: str) -> None:
    shift = DeskShift().started().off().on(DEALER)
    assert refused(shift, code).refusal is Objection.NOT_THIS_ROLE


@pytest.mark.parametrize("code", MANAGEMENTS)
def test_a_director_does_no_act_of_management(code: str) -> None:
    shift = DeskShift().started().off().on(GAMING)
    assert refused(shift, code).refusal is Objection.NOT_THIS_ROLE
    assert shift.off().on(CASINO).house.table.phase is shift.table.phase


@pytest.mark.parametrize("code", SENDS)
def test_nobody_who_is_not_signed_on_does_anything(code: str) -> None:
    shift = DeskShift().started().off()
    assert refused(shift, code).refusal is Objection.NOBODY_SIGNED_ON
