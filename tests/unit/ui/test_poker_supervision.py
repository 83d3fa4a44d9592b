"""The supervisor's rows of the poker room: what each offers, and the command that it sends."""

from typing import Any

import pytest

from controller.authority import action_of
from controller.games.poker.floor.hands import DeclareLastHands
from controller.games.poker.floor.players import AssignSeat
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.seating import SitDown
from tests.helpers.poker_shift import PokerShift
from tests.helpers.shift import GAMING, MONDAY
from ui.forms.asks import Kind, Scene
from ui.forms.entries import Entry, why_not
from ui.games.poker.supervision import ENTRIES

TYPED = {"small": "2", "ante": "1", "bank": "50", "amount": "90", "players": "3", "moved": "no"}


def answered(entry: Entry, scene: Scene) -> dict[str, str]:
    """The first answer to everything that is asked."""
    answers: dict[str, str] = {}
    for ask in entry.asks:
        if ask.only_if(scene, answers):
            offered = ask.options(scene, answers) if ask.kind is Kind.CHOICE else ()
            answers[ask.name] = offered[0].code if offered else TYPED[ask.name]
    return answers


def room() -> PokerShift:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100")
    return shift.do(JoinWaitingList("W")).on(GAMING)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_every_row_sends_a_command_of_its_own_line(entry: Entry) -> None:
    shift = room()
    if entry.code == "free-seat":
        shift.do(AssignSeat(5, "W"))
    if entry.code == "withdraw-last-hands":
        shift.do(DeclareLastHands())
    scene = Scene(shift.house, MONDAY)
    if entry.code == "pick-up-chips":
        assert why_not(entry, scene) == "Nobody has missed two laps"
        return
    assert why_not(entry, scene) == ""
    assert entry.command is not None
    command: Any = entry.command(scene, answered(entry, scene))
    assert action_of(command) is entry.action
    shift.do(command)


def test_a_row_that_makes_no_sense_now_says_why() -> None:
    shift = PokerShift().opened().do(SitDown(1, 10000))
    scene = Scene(shift.house, MONDAY)
    rows = {entry.code: why_not(entry, scene) for entry in ENTRIES}
    assert rows["withdraw-last-hands"] == "They were not declared"
    assert rows["assign-seat"] == "Nobody waits"
    assert rows["new-cards"] == "No deck is at the table"
    assert rows["free-seat"] == "No seat is kept"


def test_a_majority_and_antes_are_asked_for_only_where_they_matter() -> None:
    shift = room()
    scene = Scene(shift.house, MONDAY)
    rows = {entry.code: entry for entry in ENTRIES}
    cards, stakes = rows["new-cards"].command, rows["change-stakes"].command
    assert cards is not None
    assert stakes is not None
    shift.do(cards(scene, {"deck": "A", "why": "asked", "players": "2"}))
    keyed = {"agreed": "no", "limit": "fixed", "small": "2", "antes": "no", "bank": "50"}
    change = stakes(scene, keyed)
    assert (change.big, change.ante, change.agreed) == (400, 0, ())
