"""`feltwork tournament`: set up, look at, print, take away."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.clock import MachineClock
from controller.domain.base import evolve
from controller.games.desk.tournament_file import load_tournament
from controller.journal.keys import keys_for
from controller.journal.recorder import State
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from controller.running.running_table import RunningTable
from controller.running.snapshot import Accepted
from controller.staff.pins import Pin
from controller.tournament.clock import BeginLevel, PauseClock
from controller.tournament.conduct import Disqualify
from controller.tournament.ending import End
from controller.tournament.entries import Enter
from controller.tournament.format import Format, InKind
from controller.tournament.management import Cancel
from controller.tournament.powers import DeskReason
from controller.tournament.seating import GoAway
from tests.helpers.desk_shift import DeskShift
from tests.helpers.shift import CASINO, MIDNIGHT_MS
from tests.helpers.tournament_desk import chips, form, friday, level
from ui.bench.staff import SUPERVISOR, demo_register
from ui.cli import app
from ui.sheets import prize_sheet, refund_sheet, result_sheet, seat_cards
from ui.table_folder import TableFolder

RUN = CliRunner()
LEVELS = (level(20, 25, 50, 5), level(10), level(20, 50, 100))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskShift]:
    """One that somebody runs, in a folder."""
    yield from running(tmp_path / "desk", form(levels=LEVELS))


def running(folder: Path, rules: Format) -> Iterator[DeskShift]:
    path = TableFolder(folder).create().journal
    keys = keys_for(path, None, create=True)
    recorder = SqliteRecorder(path, keys, MIDNIGHT_MS)
    yield DeskShift(rules, recorder, keys=keys)
    recorder.close()


def run(*arguments: str, given: str = "") -> tuple[int, str]:
    ended = RUN.invoke(app, ["tournament", *arguments], input=given, env={"COLUMNS": "200"})
    return ended.exit_code, ended.output


# Setting up


def test_a_tournament_is_set_up_with_its_first_person(tmp_path: Path) -> None:
    folder = tmp_path / "friday"
    status, text = run(
        "new", "friday", "--data", str(folder), "--number", "301", "--name", "Okafor",
        "--pin-stdin", given="480175\n",
    )  # fmt: skip
    assert status == 0, text
    assert f"{folder}: set up for Friday" in text
    assert "301 Okafor, casino supervisor: registered." in text
    journal = folder / "table.journal"
    assert verify(journal, keys_for(journal, None, create=False)).state is State.INTACT


def test_a_pin_that_will_not_do_is_asked_for_again_at_the_next_try(tmp_path: Path) -> None:
    call = ("new", "friday", "--data", str(tmp_path / "x"), "--number", "301", "--name", "Okafor")
    assert run(*call, "--pin-stdin", given="111111\n")[0] == 1
    status, text = run(*call, "--pin-stdin", given="480175\n")
    assert (status, "registered" in text) == (0, True), text


def test_people_who_are_registered_already_stay(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path / "x").create()
    demo_register(folder.staff)
    status, text = run("new", "friday", "--data", str(folder.path))
    assert (status, ": registered." in text) == (0, False), text


def test_a_simulated_one_has_staff_whose_pins_are_printed_and_can_be_run(tmp_path: Path) -> None:
    status, text = run("new", "friday", "--simulate")
    folder = TableFolder(tmp_path / "home/feltwork/simulated-tournament-Friday")
    assert status == 0
    assert "Nguyen      275093  gaming supervisor" in text
    assert (folder.path / "STAFF.txt").read_text() in text
    register, table = demo_register(folder.staff), load_tournament("friday")
    setup = folder.setup(table, folder.keys(), register, None, lambda: None)
    desk = RunningTable(setup, MachineClock())
    try:
        assert desk.reception is not None
        shown = desk.reception.show_pin(SUPERVISOR.person.number, Pin(SUPERVISOR.pin)).result(10)
        assert isinstance(shown, Accepted), shown
        assert isinstance(desk.controller.submit(Enter("anna")).result(10), Accepted)
    finally:
        desk.close()
    status, text = run("status", "friday")
    assert (status, "Players: 1 of 1 left" in text) == (0, True)


def test_what_is_there_already_is_left_alone() -> None:
    assert run("new", "friday", "--simulate")[0] == 0
    status, text = run("new", "friday", "--simulate")
    assert status == 1
    assert "there is already a record" in text


# fmt: off
WRONG = [
    (("new", "monday"),                "config/tournaments/monday.toml is not there"),
    (("status", "monday"),             "config/tournaments/monday.toml is not there"),
    (("status", "friday"),             "no tournament there; `feltwork tournament new friday`"),
    (("report", "friday", "x"),        "no tournament there"),
    (("export", "friday", "x"),        "no tournament there"),
]
# fmt: on


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_what_is_not_there_is_named(arguments: tuple[str, ...], message: str) -> None:
    status, text = run(*arguments)
    assert (status, message in text) == (2, True), text


def test_a_record_of_nothing_is_no_tournament(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path / "empty").create()
    keys = folder.keys()
    SqliteRecorder(folder.journal, keys, MIDNIGHT_MS).close()
    status, text = run("status", "friday", "--data", str(folder.path))
    assert (status, "No tournament here" in text) == (2, True), text


def test_a_folder_that_cannot_be_written_is_named(desk: DeskShift, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sheets = str(tmp_path / "file" / "sheets")
    status, text = run("report", "friday", sheets, "--data", str(tmp_path / "desk"))
    assert status == 2
    assert "Not a directory" in text


# How it stands


def test_status_says_how_it_stands_while_the_desk_runs(desk: DeskShift, tmp_path: Path) -> None:
    where = ("--data", str(tmp_path / "desk"))
    desk.started().do(PauseClock(), GoAway("ben")).hand(1, anna=1500, ben=500, cara=1000)
    status, text = run("status", "friday", *where)
    assert status == 0
    assert text.splitlines()[:4] == [
        "Friday: playing",
        "Now: The tables are playing. (rule 25.1)",
        "Level 1: blinds 25 and 50, ante 5, 20:00 left, the clock is stopped",
        "Players: 3 of 3 left; re-buys 0, add-ons 0; prize money $300.00",
    ]
    assert "ben (away)" in text
    found = json.loads(run("status", "friday", "--json", *where)[1])
    playing = {"number": 1, "minutes": 20, "blinds": ["25.00", "50.00"], "ante": "5.00"}
    coming = {"minutes": 10, "blinds": [], "ante": "0.00"}
    assert found["level"] == playing | {"left_s": 1200, "runs": False, "next": coming}
    assert (found["left"], found["average"], found["places"]) == (3, "1000.00", [])
    anna = {"seat": 1, "player": "anna", "chips": "1500.00", "away": False}
    assert found["tables"][0]["players"][0] == anna
    desk.do(BeginLevel(1))
    assert "Level 2: break, " in run("status", "friday", *where)[1]
    desk.do(BeginLevel(2))
    assert json.loads(run("status", "friday", "--json", *where)[1])["level"]["next"] is None


def test_status_of_a_decided_tournament_lists_places_and_prizes(tmp_path: Path) -> None:
    kind = InKind(1, "a watch", chips(50))
    for desk in running(tmp_path / "desk", form(in_kind=(kind,), levels=LEVELS)):
        desk.started().hand(1, anna=2000, ben=0, cara=1000).do(End())
        status, text = run("status", "friday", "--data", str(tmp_path / "desk"))
        assert status == 0
        rows = [line.split() for line in text.splitlines()]
        assert ["1", "anna", "2,000", "$125.00", "and", "a", "watch"] in rows
        assert "Level 1" not in text, "no clock runs any more"
        found = json.loads(run("status", "friday", "--json", "--data", str(tmp_path / "desk"))[1])
        assert found["level"] is None
        assert [one["player"] for one in found["places"]] == ["anna", "cara", "ben"]


# Sheets


def test_sheets_are_written_and_results_only_once_decided(desk: DeskShift, tmp_path: Path) -> None:
    where = (str(tmp_path / "sheets"), "--data", str(tmp_path / "desk"))
    desk.started()
    status, text = run("report", "friday", *where)
    assert status == 0
    assert "The places are not decided yet" in text
    sheets = {path.name for path in (tmp_path / "sheets").iterdir()}
    assert sheets == {"prizes.html", "seats.html"}
    desk.hand(1, anna=2000, ben=0, cara=1000).do(End())
    status, text = run("report", "friday", *where)
    assert (status, "not decided" in text) == (0, False)
    assert "anna" in (tmp_path / "sheets" / "results.html").read_text()


def test_of_a_cancelled_event_the_refunds_are_printed(desk: DeskShift, tmp_path: Path) -> None:
    desk.started().off().on(CASINO).do(Cancel())
    run("report", "friday", str(tmp_path / "sheets"), "--data", str(tmp_path / "desk"))
    rows = Read((tmp_path / "sheets" / "refunds.html").read_text()).rows
    assert rows[1] == ["anna", "$100.00"], "with room to sign"
    assert rows[-1] == ["In all", "$300.00"]


class Read(HTMLParser):
    """Every tag is closed, nothing is loaded from elsewhere; the text, and the rows of tables."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link", "iframe")
        assert {name for name, _ in attrs} <= {"class", "lang", "charset"}
        if tag != "meta":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1].append(data)
        self.words.append(data)


def test_a_seat_card_has_name_table_and_seat_on_a6() -> None:
    text = seat_cards(friday(sessions=2, advance=1).desk)
    words = " ".join(Read(text).words)
    assert "size: 148mm 105mm" in text
    assert text.count('<section class="card">') == 3
    assert "anna Table 1 · Seat 1 Session 1. 1,000 chips." in words


def test_the_prize_list_says_share_amount_and_prizes_in_kind() -> None:
    desk = friday(in_kind=(InKind(2, "a watch", chips(100)),), house=100_000, added=chips(50)).desk
    rows = Read(prize_sheet(desk)).rows
    assert rows[1:4] == [
        ["1", "50 %", "$110.00"],
        ["2", "30 %", "$66.00 and a watch"],
        ["3", "20 %", "$44.00"],
    ]
    assert ["Kept by the house", "-$30.00"] in rows
    assert ["Prize money", "$320.00"] in rows


def test_the_result_sheet_says_who_won_what_and_who_has_no_place() -> None:
    office = friday().hand(1, anna=2000, ben=0, cara=1000).do(Disqualify("cara"), End())
    read = Read(result_sheet(office.desk))
    assert ["1", "anna", "2,000", "$210.00"] in read.rows
    assert "Without a place (rule 34.1): cara." in read.words


def test_what_people_have_typed_is_text() -> None:
    office = friday()
    nasty = "<script>alert(1)</script>&\"'"
    one = evolve(office.desk.entrants[0], name=nasty)
    desk = evolve(office.desk, entrants=(one,), form=evolve(office.desk.form, name=nasty))
    for sheet in (seat_cards, prize_sheet, result_sheet, refund_sheet):
        text = sheet(desk)
        assert "<script" not in text
        assert nasty in "".join(Read(text).words)


# The record


def test_export_signs_the_record_and_verify_believes_it(desk: DeskShift, tmp_path: Path) -> None:
    desk.started().do(Disqualify("ben"), reason=DeskReason.RULES_BROKEN)
    status, text = run("export", "friday", str(tmp_path / "out"), "--data", str(tmp_path / "desk"))
    assert status == 0, text
    assert "written, signed by" in text
    keys = tmp_path / "desk" / "table.journal.keys"
    verified = RUN.invoke(app, ["journal", "verify", str(tmp_path / "out"), "--keys", str(keys)])
    assert verified.exit_code == 0, verified.output
    record = (tmp_path / "out" / "records.csv").read_text()
    assert "tournament.PlayerDisqualified" in record
    shown = RUN.invoke(app, ["journal", "show", str(tmp_path / "desk/table.journal"), "--plain"])
    assert "tournament.Entered\tname anna" in shown.output


# What else is done with its folder


def test_a_simulated_one_never_stands_for_the_real_one(tmp_path: Path) -> None:
    person = ("--number", "301", "--name", "Okafor", "--pin-stdin")
    assert run("new", "friday", "--simulate")[0] == 0
    (tmp_path / "home/feltwork/simulated-tournament-Friday/table.journal").write_bytes(b"no record")
    assert run("status", "friday")[0] != 0, "where there is no other"
    assert run("new", "friday", *person, given="480175\n")[0] == 0
    assert run("status", "friday")[0] == 0


def test_a_simulated_field_may_be_larger_than_the_tournament_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[tuple[int | None, int]] = []

    def play(form: Format, players: int, *_: object) -> int:
        played.append((form.players_max, players))
        return 0

    monkeypatch.setattr("ui.commands.tournament_simulation.run", play)
    assert load_tournament("friday").rules.players_max == 18
    assert run("simulate", "friday", "--players", "40")[0] == 0
    assert played == [(None, 40)]


def set_up(folder: Path) -> None:
    status, _ = run("new", "friday", "--data", str(folder), "--simulate")
    assert status == 0


def asked(*arguments: str, given: str = "") -> tuple[int, str]:
    ended = RUN.invoke(app, arguments, input=given, env={"COLUMNS": "200"})
    return ended.exit_code, " ".join(ended.output.split())


def two_supervisors(folder: Path) -> tuple[list[str], str]:
    rows = [line.split() for line in (folder / "STAFF.txt").read_text().splitlines()]
    pins = {row[0]: row[2] for row in rows if row and row[0] in ("301", "302")}
    return [part for number in pins for part in ("--by", number)], "\n".join(pins.values())


def test_a_lost_record_of_a_desk_is_replaced_by_two_supervisors(tmp_path: Path) -> None:
    folder = tmp_path / "friday"
    set_up(folder)
    for file in ("table.journal", "table.journal.anchor"):
        (folder / file).unlink()
    by, pins = two_supervisors(folder)
    command = ("journal", "replace", "--data", str(folder), "--pin-stdin", *by)
    status, text = asked(*command, "--tournament", "friday", given=pins)
    assert (status, "begins again, by 301 and 302" in text) == (0, True)
    assert run("status", "friday", "--data", str(folder))[0] == 0
    status, text = asked(*command, given=pins)
    assert status == 2
    assert "expected the record of table 14, found that of tournament" in text


def test_a_desk_has_no_cards_to_unseal_and_no_devices_to_miss(tmp_path: Path) -> None:
    folder = tmp_path / "friday"
    set_up(folder)
    journal, (by, pins) = str(folder / "table.journal"), two_supervisors(folder)
    status, text = asked("journal", "unseal", journal, "--round", "1", *by, given=pins)
    assert (status, "which deals no cards" in text) == (2, True)
    for where in (("--journals", str(folder)), ("--tournament", "friday")):
        assert "tournament desk: has no devices" in asked("doctor", *where)[1]


def test_a_tournament_named_as_a_table_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text('name = "One"\nprizes = ["1"]\n')
    status, text = asked("doctor", "--table", str(file))
    assert (status, "a tournament seen: expected a table" in text) == (2, True)
