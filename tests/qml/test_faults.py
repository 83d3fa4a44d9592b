"""Faults on the screen: what failed, what works, what to do, who approves; and the way out."""

from controller.domain.money import Money
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending
from controller.games.bonus.shared_meter import SharedMeter
from controller.running.writer import COMPARE
from tests.helpers.screen import Made, Screen
from tests.helpers.shift import GAMING
from tests.qml.test_console import dealt, phase, with_antes


def in_trouble(screen: Screen) -> Screen:
    screen.shift.do(FitDevices(("shuffler", "sensors", "sign")))
    seen = "51 cards counted, 52 expected."
    screen.shift.do(ReportDevice("shuffler", TroubleCode.WRONG_COUNT, seen, "red"))
    return screen.do(ReportDevice("sign", TroubleCode.AWAY, "The sign does not answer."))


def mistaken(screen: Screen) -> Screen:
    """A mistake of ours holds the table."""

    def mistake() -> None:
        raise RuntimeError("nothing to see")

    screen.bridge.ask(lambda table: table._put(mistake))  # type: ignore[arg-type]  # noqa: SLF001
    return screen.settle()


def test_a_device_in_trouble_is_told_with_what_to_do_and_who_approves(made: Made) -> None:
    screen = in_trouble(with_antes(made(), 1, 2))
    said = screen.text("strip", "stripText")
    assert "51 cards counted" in said
    assert "The other deck can be dealt." in said
    assert "Approval: supervisor (rule 3.8)" in said
    assert screen.text("stripMore", "badgeText") == "1 more"
    screen.tap("stripTap")
    assert screen.text("fault0", "faultDevice") == "Shuffler, red"
    assert "Check the sign's power" in screen.text("fault1", "faultDo")
    screen.tap("faultsClose")
    assert screen.enabled("primaryButton"), "play goes on"


def test_a_pool_that_does_not_answer_is_told_with_since_when(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    for linked in (False, True):
        shared = SharedMeter(Money.parse("58000"), linked)
        screen.shift.now(pool_shows(screen.shift.controller, shared))
        screen.bridge.show(screen.shift.controller.snapshot())
        screen.settle()
        said = "" if linked else screen.text("strip", "stripText")
        assert ("has not answered since" in said) is not linked
    assert screen.find("strip") is None


def test_what_is_put_right_leaves_the_screen(made: Made) -> None:
    screen = in_trouble(with_antes(made(), 1, 2))
    screen.shift.do(ReportDevice("sign", TroubleCode.AWAY, over=True))
    screen.shift.do(ReportDevice("shuffler", TroubleCode.WRONG_COUNT, "", "red", over=True))
    assert screen.settle().find("strip") is None


def test_after_an_interruption_the_felt_is_compared_and_play_goes_on(made: Made) -> None:
    screen = dealt(made(), 1, 2).tap("allBetButton")
    screen.restart()
    asked = "Round 1: 2 places with wagers, $225 on the felt, 11 cards out."
    assert asked in screen.text("guidance", "guidanceText")
    screen.tap("primaryButton")
    assert screen.find("strip") is None
    assert screen.primary() == "Reveal the flop"


def test_where_the_felt_differs_a_supervisor_voids_the_round(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.restart().tap("otherButton")
    assert screen.text("foreseen") == "The round is void"
    assert "A supervisor has to approve" in screen.text("foreseenWaits")
    screen.on(GAMING).tap("confirm-felt-differs")
    assert screen.shift.table.round.ending is Ending.VOID
    assert screen.find("otherButton") is None, "it is void already"
    assert "Return every wager" in screen.text("guidance", "guidanceText")
    assert screen.text("primaryButton", "reason") == "Only the dealer confirms this. Sign off first"
    screen.shift.off()
    screen.settle().tap("primaryButton")
    assert screen.find("strip") is None


def test_while_the_felt_is_compared_a_supervisor_can_be_called(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.restart().tap("otherButton").tap("foreseenCall")
    assert screen.shift.floor.called is not None
    assert "SupervisorCalled" in screen.shift.kinds()
    assert "A supervisor has been called" in screen.text("foreseenWaits")
    assert screen.find("foreseenCall") is None, "once is enough"
    assert screen.shift.controller.snapshot().held == COMPARE, "the felt is still to be compared"
    screen.tap("irregularityClose").tap("primaryButton")
    assert screen.find("strip") is None


def test_a_table_held_for_a_mistake_goes_on_by_a_supervisor(made: Made) -> None:
    screen = mistaken(with_antes(made(), 1, 2))
    assert screen.text("strip", "stripTitle") == "Table held"
    assert not screen.enabled("primaryButton")
    screen.tap("otherButton")
    assert "A supervisor releases the table" in screen.text("faultsWaits")
    screen.on(GAMING).tap("lift-repaired")
    assert screen.find("strip") is None
    assert screen.find("faults") is None
    assert phase(screen) is Phase.WAGERS
    assert "HoldLifted" in screen.shift.kinds()


def test_a_record_that_cannot_be_kept_says_so_and_what_to_do(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.shift.controller.hold("The record cannot be kept: the disk is full.")
    screen.settle().tap("otherButton")
    assert "the disk is full" in screen.text("fault0", "faultFailed")
    assert "Call a technician" in screen.text("fault0", "faultDo")
    assert not [name for name in screen.texts() if "Release the table, because" in name]
