"""The irregularity panel with the rows of a game that it has never heard of."""

import pytest

from controller.authority import Command
from controller.floor.entries import IncidentKind
from controller.floor.measures import ReportIncident
from controller.staff.powers import HouseAction
from tests.helpers.screen import LOOKED_AT, Keep, Screen
from tests.helpers.shift import Shift
from tests.qml.conftest import seven_places
from ui.bridge import Bridge
from ui.forms.asks import (
    PLACE,
    Answers,
    Ask,
    Kind,
    Scene,
    all_places,
    amount,
    choice,
    fixed,
    number,
)
from ui.forms.entries import REPORT, Entry
from ui.games.bonus.screen import BonusScreen

PLAYERS = Ask("players", "Who saw it?", Kind.SEVERAL, all_places, least=2, called="seen by")
ASKS = (
    PLACE,
    Ask("card", "Which card is exposed?", Kind.CARD),
    amount("bet", "How much was announced?"),
    number("hand", "In which hand?"),
    PLAYERS,
    choice(
        "ruling", "What is the decision?", fixed(("stands", "It stands"), ("void", "It is void"))
    ),
)


class OtherGame(BonusScreen):
    """Shown over the same table, with other rows: one that asks everything, and 24 more."""

    def __init__(self) -> None:
        self.said: Answers = {}
        odd = Entry(
            "odd", REPORT, "Bet out of turn", HouseAction.REPORT_INCIDENT, self.command, ASKS
        )
        texts = (f"Irregularity {n} of the rules" for n in range(24))
        more = (
            Entry(f"row-{n}", REPORT, text, odd.action, odd.command) for n, text in enumerate(texts)
        )
        self.reports = (odd, *more)

    def command(self, _: Scene, answers: Answers) -> Command:
        self.said = answers
        return ReportIncident(IncidentKind.TALK, int(answers["place"]))


Table = tuple[Screen, OtherGame]


@pytest.fixture(params=LOOKED_AT)
def table(keep: Keep, request: pytest.FixtureRequest) -> Table:
    bridge, game = Bridge(simulated=True), OtherGame()
    shift = Shift(seven_places(), viewers=(bridge,)).opened()
    return keep(Screen(shift, bridge, game=game, size=request.param)), game


def test_every_kind_of_question_is_asked_and_answered(table: Table) -> None:
    screen, game = table
    screen.tap("irregularityButton").tap("say-odd")
    assert screen.faults() == []
    screen.tap("say-2")
    assert screen.faults() == []
    screen.tap("key-Ks")
    assert screen.text("irregularityQuestion") == "How much was announced?"
    assert not screen.enabled("irregularityNext")
    for key in ("digit1", "digit2", "digit0"):
        screen.tap("irregularities", key)
    assert screen.text("irregularityKeyed") == "$120"
    assert screen.faults() == []
    screen.tap("irregularityNext").tap("irregularities", "digit7").tap("irregularityNext")
    screen.tap("say-1")
    assert not screen.enabled("irregularityDone"), "one is not enough"
    screen.tap("say-5").tap("say-4").tap("say-1").tap("irregularityDone")
    assert screen.text("irregularityLines") == "Place 2 · K♠ · $120 · 7 · seen by: 4, 5"
    assert screen.faults() == []
    screen.tap("say-stands")
    assert screen.text("foreseen") == "Play goes on"
    assert screen.faults() == []
    screen.tap("irregularityBack").tap("say-void").tap("confirm-")
    assert game.said == {
        "place": "2", "card": "Ks", "bet": "120", "hand": "7", "players": "4,5", "ruling": "void",
    }  # fmt: skip
    assert [one.place for one in screen.shift.floor.incidents] == [2]
    assert screen.find("irregularities") is None


def test_more_rows_than_there_is_room_for_come_on_a_second_page(table: Table) -> None:
    screen, game = table
    screen.tap("irregularityButton")
    assert screen.faults() == []
    found = listed(screen)
    screen.tap("say-more")
    assert screen.faults() == []
    found |= listed(screen)
    assert found == {"more", *(entry.code for entry in game.reports)}
    screen.tap("say-more").tap("say-odd")
    assert screen.text("irregularityTitle") == "Bet out of turn"


def listed(screen: Screen) -> set[str]:
    names = (item.objectName() for _, item in screen.items())
    called = {name.removeprefix("say-") for name in names if name.startswith("say-")}
    return called - {"call"}
