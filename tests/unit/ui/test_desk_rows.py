"""The rows of the desk's menu: every command of the desk is reached, and by whom."""

from typing import Any

import pytest

from controller.authority import internal
from controller.domain.base import evolve, existing
from controller.domain.money import Money
from controller.games.desk.house import DeskHouse
from controller.staff.powers import may
from controller.staff.roles import SUPERVISORS, Role
from controller.tournament import (
    balance,
    buying,
    clock,
    colouring,
    conduct,
    corrections,
    ending,
    entries,
    hands,
    heats,
    management,
    publishing,
    seating,
    tables,
)
from controller.tournament.core import CORE
from controller.tournament.format import AddOns, Chips
from controller.tournament.phases import Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal
from controller.tournament.state import Seat
from tests.helpers.shift import MONDAY
from tests.helpers.tournament_desk import Office, chips, cut, form, friday, level
from ui.forms.asks import Scene
from ui.forms.entries import why_not
from ui.forms.form import Form, advanced, answered, asked_of, command_of, said
from ui.games.desk.hands import NOT_COUNTED
from ui.games.desk.screen import DESK_SCREEN

ROWS = DESK_SCREEN.by_code
FIRST, SECOND = level(20, 25, 50), level(20, 50, 100)
STACKS = "2000.00\tanna\n0.00\tben\n1000.00\tcara"

SENDS: dict[str, tuple[dict[str, str], type[Any]]] = {
    "enter": ({"name": "Dan"}, entries.Enter),
    "withdraw-entry": ({"name": "anna"}, entries.WithdrawEntry),
    "draw-seats": ({}, balance.DrawSeats),
    "take-seat": ({"name": "anna", "to": "1", "seat": "4"}, seating.TakeSeat),
    "give-up-seat": ({"name": "anna"}, seating.GiveUpSeat),
    "move-player": ({"name": "anna", "to": "1", "seat": "4"}, seating.MovePlayer),
    "go-away": ({"name": "anna"}, seating.GoAway),
    "come-back": ({"name": "anna"}, seating.ComeBack),
    "redraw-seats": ({}, balance.RedrawSeats),
    "re-buy": ({"name": "anna"}, buying.Rebuy),
    "add-on": ({"name": "anna", "which": "double"}, buying.AddOn),
    "take-back-purchase": ({"name": "anna"}, buying.TakeBackPurchase),
    "close-rebuys": ({}, buying.CloseRebuys),
    "report-hand": ({"table": "1", "stacks": STACKS}, hands.ReportHand),
    "begin-hand": ({"table": "1"}, clock.BeginHand),
    "call-off-hand": ({"table": "1"}, clock.CallOffHand),
    "balance": ({}, balance.BalanceTables),
    "break-table": ({"table": "1"}, balance.BreakTable),
    "hold-table": ({"table": "1"}, tables.HoldTables),
    "release-table": ({"table": "1"}, tables.HoldTables),
    "hold-all": ({}, tables.HoldTables),
    "play-on": ({}, tables.HoldTables),
    "take-over-table": ({"table": "1"}, tables.TakeOverTable),
    "hand-back-table": ({"table": "1"}, tables.HandBackTable),
    "colour-up": ({"table": "1", "chips": "7", "way": "round"}, colouring.ColourUp),
    "hand-for-hand": ({}, ending.PlayHandForHand),
    "end-hand-for-hand": ({}, ending.EndHandForHand),
    "pause-clock": ({}, clock.PauseClock),
    "resume-clock": ({}, clock.ResumeClock),
    "add-minute": ({}, clock.AddTime),
    "take-minute": ({}, clock.AddTime),
    "level-back": ({}, clock.BeginLevel),
    "level-on": ({}, clock.BeginLevel),
    "set-level": ({"level": "1"}, clock.BeginLevel),
    "publish-prizes": ({}, publishing.PublishPrizes),
    "start": ({}, ending.Start),
    "call-time": ({}, clock.CallTime),
    "end": ({}, ending.End),
    "cut-cards": ({}, ending.CutCards),
    "next-session": ({}, heats.BeginNextSession),
    "next-heat": ({}, heats.BeginNextHeat),
    "alter": ({"what": "tables", "number": "3"}, management.Alter),
    "cancel": ({"refund": "yes"}, management.Cancel),
    "correct-hand": ({"table": "1", "stacks": STACKS}, corrections.CorrectHand),
    "take-back-bust-out": ({"name": "anna"}, corrections.TakeBackBustOut),
    "forfeit": ({"name": "anna", "chips": "5"}, conduct.ForfeitPocketed),
    "give-back": ({"name": "anna", "chips": "5"}, conduct.GiveBackPocketed),
    "disqualify": ({"name": "anna"}, conduct.Disqualify),
    "readmit": ({"name": "anna"}, conduct.Readmit),
}


def scene(office: Office) -> Scene:
    return Scene(DeskHouse(office.desk, "Friday"), MONDAY)


def filled(office: Office, code: str, *answers: str) -> Any:
    """The command of a row, its questions answered in their order, the reason last."""
    here = scene(office)
    assert why_not(ROWS[code], here) == ""
    made = advanced(Form(ROWS[code]), here)
    for answer in answers:
        made = answered(made, here, answer)
    assert asked_of(made, here) is None
    assert all(line.text for line in said(made, here))
    return command_of(made, here)


def test_every_command_of_the_desk_has_a_row_and_every_row_sends_one() -> None:
    asked_for = {command for command in CORE.handlers if not internal(command)}
    assert {command for _, command in SENDS.values()} == asked_for
    assert set(SENDS) == set(ROWS)
    assert {row.action for row in ROWS.values()} == set(DeskAction)


@pytest.mark.parametrize("code", SENDS)
def test_a_row_sends_what_it_says_under_its_line_of_the_powers_table(code: str) -> None:
    answers, kind = SENDS[code]
    make = existing(ROWS[code].command, "it sends no command")
    command = make(scene(friday(levels=(level(20, 25, 50),))), answers)
    assert type(command) is kind
    assert ROWS[code].action is kind.action


def test_what_is_the_directors_is_offered_to_no_dealer() -> None:
    for row in ROWS.values():
        roles = {role for role in Role if may(role, row.action)}
        assert roles <= {Role.DEALER, *SUPERVISORS}
        assert (Role.DEALER in roles) == ("dealer" in row.action.people.text)
    assert not may(Role.GAMING_SUPERVISOR, ROWS["cancel"].action)


def test_seats_are_drawn_once_for_what_is_there() -> None:
    office = Office(form(tables=2, seats=9))
    office.do(*(entries.Enter(name) for name in "abcdefgh"))
    drawn = filled(office, "draw-seats")
    assert drawn == filled(office, "draw-seats"), "the same draw until anything has happened"
    office.do(drawn)
    assert {one.seat.table for one in office.desk.entrants if one.seat} == {1, 2}
    assert why_not(ROWS["draw-seats"], scene(office)) == "Everybody has a seat"
    others = [filled(Office(form()).do(*(entries.Enter(n) for n in "abcdefghijk")), "draw-seats")]
    others += [filled(office.do(*(entries.Enter(n) for n in "xy")), "draw-seats")]
    assert all(isinstance(one, balance.DrawSeats) for one in others)


def test_a_hand_with_commission_adds_up_with_it() -> None:
    office = friday(chips=Chips.VALUE, commission=True)
    row = ROWS["report-hand"].asks[1]
    present = row.amounts(scene(office), {"table": "1"})
    assert present == {**dict.fromkeys(("anna", "ben", "cara"), chips(1000)), "commission": 0}
    keyed = "1990.00\tanna\n0.00\tben\n1000.00\tcara\n10.00\tcommission"
    office.do(filled(office, "report-hand", keyed))
    assert office.desk.books.commission == chips(10)
    assert ROWS["correct-hand"].asks[1].amounts(scene(office), {"table": "1"}) == {
        "anna": chips(1990),
        "ben": 0,
        "cara": chips(1000),
        "commission": chips(10),
    }


def test_equals_cut_cards_one_after_the_other() -> None:
    office = friday().do(ending.End())
    assert office.desk.phase is Phase.CUTTING
    here, made = scene(office), advanced(Form(ROWS["cut-cards"]), scene(office))
    ask = existing(asked_of(made, here), "nothing is asked")
    assert ask.question(here, made.answers) == "anna: which card?"
    made = answered(made, here, "Kd")
    assert ROWS["cut-cards"].asks[2].not_these(here, made.answers) == {"Kd"}
    asked = filled(office, "cut-cards", "Kd", "2s", "Ac")
    assert asked == cut(anna="Kd", ben="2s", cara="Ac")
    office.do(asked)
    assert office.desk.phase.value == "decided"
    assert why_not(ROWS["cut-cards"], scene(office)) == "No cut is due"


@pytest.mark.parametrize(
    ("answers", "key", "value"),
    [
        (("players_max", "12", "demand"), "players_max", 12),
        (("added", "50", "demand"), "added", chips(50)),
        (("level", "1", "15", "play", "75", "0", "demand"), "levels", (FIRST, level(15, 75, 150))),
        (("insert", "2", "5", "break", "demand"), "levels", (FIRST, SECOND, level(5))),
        (("insert", "1", "5", "break", "demand"), "levels", (FIRST, level(5), SECOND)),
        (("session_minutes", "90", "demand"), "session_minutes", 90),
        (("session_minutes", "0", "demand"), "session_minutes", None),
    ],
)
def test_the_event_is_altered(answers: tuple[str, ...], key: str, value: object) -> None:
    office = friday(levels=(FIRST, SECOND))
    office.do(filled(office, "alter", *answers), reason="demand")
    assert getattr(office.desk.form, key) == value


def test_shares_are_altered_until_they_are_published() -> None:
    office = Office(form()).enter("anna 1.1", "ben 1.2")
    ask = next(ask for ask in ROWS["alter"].asks if ask.name == "shares")
    for shares in ("50 30", "50 50 x", "", "33.3 33.3 33.4", "100 \u0661"):
        assert "add up to 100" in ask.wrong({"shares": shares})
    assert ask.wrong({"shares": "60 40"}) == ""
    alter = filled(office, "alter", "prizes", "60 40", "demand")
    office.do(alter, reason="demand")
    assert office.desk.form.prizes == (600_000, 400_000)
    office.do(publishing.PublishPrizes())
    alter = filled(office, "alter", "prizes", "100", "demand")
    assert office.refuses(alter, reason="demand") == (DeskRefusal.FIXED, "31.4")


def test_no_level_is_put_before_one_that_has_begun() -> None:
    office = friday(levels=(FIRST, SECOND)).do(clock.BeginLevel(1), reason="keyed-wrong")
    ask = next(ask for ask in ROWS["alter"].asks if ask.text == "Before which level?")
    assert [one.text for one in ask.options(scene(office), {})] == ["At the end"]
    early = management.Alter(evolve(office.desk.form, levels=(level(5), FIRST, SECOND)))
    assert office.refuses(early, reason="demand") == (DeskRefusal.FIXED, "31.4")


def test_chips_that_nobody_has_counted_are_given_to_players_when_the_hand_is_corrected() -> None:
    office = friday().hand(1, anna=1000, ben=1000, cara=1000)
    loose = hands.HandReported(1, (), Money(0), None), hands.LastChipLost(1, "cara", chips(700))
    office.desk = CORE.fold(office.desk, loose)
    present = ROWS["correct-hand"].asks[1].amounts(scene(office), {"table": "1"})
    assert present == {"anna": chips(1000), "ben": chips(1000), "cara": 0, NOT_COUNTED: chips(1000)}
    keyed = f"1500.00\tanna\n900.00\tben\n600.00\tcara\n0.00\t{NOT_COUNTED}"
    office.do(filled(office, "correct-hand", keyed, "keyed-wrong"), reason="keyed-wrong")
    assert (office.stack("anna"), office.stack("cara")) == (1500, 600)
    assert office.desk.uncounted() == []


def test_a_player_is_given_a_seat_that_is_free() -> None:
    office = friday(rebuys=True, seats=4, tables=2).do(entries.Enter("dan"))
    here, made = scene(office), advanced(Form(ROWS["take-seat"]), scene(office))
    assert made.answers["name"] == "dan", "nobody else has none"
    ask = existing(asked_of(made, here), "nothing is asked")
    assert [one.note for one in ask.options(here, made.answers)] == ["1 free", "4 free"]
    assert filled(office, "take-seat", "2", "3") == seating.TakeSeat("dan", Seat(2, 3))


def test_who_is_refused_is_not_offered_and_the_row_says_why() -> None:
    here = scene(friday())
    assert why_not(ROWS["re-buy"], here) == "No player can re-buy now"
    assert why_not(ROWS["start"], here) == "The tables are playing"
    assert why_not(ROWS["enter"], here) == "Entries are closed"
    assert why_not(ROWS["level-back"], here) == "This tournament has no levels"
    timed = scene(friday(levels=(level(20, 25, 50),)))
    assert why_not(ROWS["level-back"], timed) == "This is the first level"
    assert why_not(ROWS["level-on"], timed) == "This is the last level"
    assert why_not(ROWS["cancel"], timed) == ""


def test_odd_chips_are_raced_for_by_those_who_have_some() -> None:
    office = friday().hand(1, anna=1003, ben=999, cara=998)
    raced = filled(office, "colour-up", "5", "race", "1,2")
    assert raced == colouring.ColourUp(1, Money(500), ("anna", "ben"))
    office.do(raced)
    assert filled(friday().hand(1, anna=1003, ben=999, cara=998), "colour-up", "5", "round")


def test_add_ons_are_single_or_double() -> None:
    office = friday(rebuys=True, addons=AddOns.DOUBLE).do(buying.CloseRebuys())
    assert filled(office, "add-on", "ben", "double") == buying.AddOn("ben", double=True)


def test_a_table_with_a_console_waits_plays_on_and_is_taken_over() -> None:
    office = friday().do(tables.LinkTable(1, 0))
    assert why_not(ROWS["report-hand"], scene(office)) == "No table is run from the desk"
    assert filled(office, "hold-all") == tables.HoldTables((1,))
    office.do(filled(office, "hold-table"))
    assert why_not(ROWS["hold-table"], scene(office)) == "No table reports its own hands"
    assert filled(office, "release-table") == filled(office, "play-on") == tables.HoldTables(())
    office.do(filled(office, "take-over-table"), reason="console-down")
    assert filled(office, "report-hand", STACKS)
    missing = "No table has reported again"
    assert why_not(ROWS["hand-back-table"], scene(office)) == missing
    office.do(tables.SeeTableStand(1, office.desk.changes))
    office.do(filled(office, "hand-back-table"), reason="console-down")
    assert why_not(ROWS["hold-all"], scene(office)) == "No table reports its own hands"
