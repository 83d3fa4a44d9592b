"""A game that nothing neutral has ever heard of, through all that the house does for a game.

High card (`tests/toy`) is registered by the one public way and played by the same code as every
other game: record, recovery, undo, powers, rounds told afterwards, scenario files. The screen is in
`tests/qml/test_frame.py`, kills are in `tests/simulated/test_toy_kills.py`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cards.commands import CardDrawn
from controller.clock import MachineClock
from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card
from controller.floor.base import Day
from controller.games.registry import GAMES, KINDS, every_action
from controller.house.events import Authorised, ObservationUnfit
from controller.journal.export import Describer
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault, State
from controller.journal.sealing import CardsTurned, SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import verify
from controller.running.history import last_rounds
from controller.running.running_table import RunningTable, TableSetup
from controller.running.runtime import TableController
from controller.running.writer import COMPARE
from controller.staff.powers import HouseAction, Objection
from controller.tables import load_table
from controller.whose import recorded_table
from tests.helpers.shift import DEALER, GAMING, MIDNIGHT_MS, fresh_house
from tests.toy import core as c
from tests.toy.game import TOY, ToyHouse
from tests.toy.shift import ToyShift, high_card
from ui.cli import app
from ui.forms.asks import MINUTES, Scene

FILE = """
ruleset = "high-card"

[[deals]]
chips = [1, 2, 3]
cards = "7h Kd Ks"
expect = {winners = [2, 3]}

[[deals]]
chips = [3, 1]
cards = "2c 9d"
power_loss = true

[[deals]]
chips = [1, 2]
cards = "As 3d"
void = true
"""
RESULTS = [
    {"number": 1, "result": "won", "cards": {"1": "7h", "2": "Kd", "3": "Ks"}, "winners": [2, 3]},
    {"number": 2, "result": "won", "cards": {"1": "2c", "3": "9d"}, "winners": [3]},
    {"number": 3, "result": "void", "cards": {}, "winners": []},
]


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    with high_card():
        yield


def on_disk(folder: Path) -> tuple[SqliteRecorder, Path]:
    path = folder / "table.journal"
    return SqliteRecorder(path, keys_for(path, None, create=True), MIDNIGHT_MS), path


# The record


def test_a_deal_is_committed_verified_and_recovered(tmp_path: Path) -> None:
    recorder, path = on_disk(tmp_path)
    keys = keys_for(path, None, create=False)
    shift = ToyShift(recorder, keys=keys).playing(1, 2).dealt("7h Kd").do(c.ShowCards())
    whole = shift.controller.snapshot().house
    assert verify(path, keys).state is State.INTACT
    assert shift.restart().house == whole
    assert shift.controller.snapshot().held == COMPARE
    shift.on(DEALER).now(shift.controller.compare_done())
    shift.do(c.EndDeal())
    assert (shift.table.winners, shift.floor.round) == ((2,), None)
    assert recorded_table(path, keys) == "T9"
    recorder.close()


def test_what_lies_face_down_is_sealed_and_not_published() -> None:
    shift = ToyShift().playing(1, 2).dealt("7h Kd")
    dealt = [one for one in shift.recorder.records() if one.kind == "high-card.CardDealt"]
    assert len({len(one.payload) for one in dealt}) == 1
    assert all(b'{"card":"sealed:' in one.payload for one in dealt)
    assert shift.table.cards == (None, None)
    shift.do(c.ShowCards())
    assert shift.table.cards == (Card.parse("7h"), Card.parse("Kd"))
    (turned,) = [event for event in shift.events() if isinstance(event, CardsTurned)]
    assert [(one.where, one.card) for one in turned.cards] == [
        ("place 1", Card.parse("7h")),
        ("place 2", Card.parse("Kd")),
    ]


def test_its_events_have_kinds_of_its_own_and_are_shown() -> None:
    shift = ToyShift().playing(1, 2).dealt("7h Kd").do(c.ShowCards(), c.EndDeal())
    shown = {one.kind: Describer(*KINDS).text(one) for one in shift.recorder.records()}
    assert shown["high-card.CardDealt"] == "card face down"
    assert shown["high-card.DealEnded"] == "void no"


def test_its_rounds_are_told_afterwards() -> None:
    shift = ToyShift().playing(1, 2).dealt("7h Kd").do(c.ShowCards(), c.EndDeal())
    shift.dealt("As 3d").supervised(c.VoidDeal())
    void, won = last_rounds(shift.recorder, shift.keys)
    assert (won.number, won.ending) == (1, "won")
    assert [line.text for line in won.lines] == ["The highest card wins: place 2."]
    assert [line.text for line in void.lines] == [
        "Gaming supervisor 201 authorised high card void: Nobody likes these cards."
    ]


def test_the_state_after_a_kill_at_any_command_is_the_one_before() -> None:
    """The controller is gone after each command; a new one stands where it stood."""
    shift = ToyShift().playing(1, 2, 3)
    cards = map(Card.parse, ("7h", "Kd", "2c"))
    script = (
        c.OpenDeal(1),
        *map(c.MoveChip, (1, 2, 3)),
        *map(CardDrawn, cards),
        c.ShowCards(),
        c.EndDeal(),
    )
    for command in script:
        before = shift.do(command).controller.snapshot()
        after = shift.restart().controller.snapshot()
        assert (after.house, after.step, after.held) == (before.house, before.step, COMPARE)
        shift.on(DEALER).now(shift.controller.compare_done())
    assert shift.table.winners == (2,)


# Undo and powers


def test_a_chip_is_taken_back_by_undo_until_a_card_is_out() -> None:
    shift = ToyShift().playing(1, 2).do(c.OpenDeal(1), c.MoveChip(1), c.MoveChip(2))
    undone = shift.undo()
    assert (undone.what, undone.by) == ("Chip, place 2", c.MoveChip(2, down=False))
    assert shift.table.chips == (1,)
    shift.do(c.MoveChip(2), CardDrawn(Card.parse("7h")))
    assert shift.controller.snapshot().undo is None


def test_a_dealer_may_not_void_a_deal_and_a_supervisor_may() -> None:
    shift = ToyShift().playing(1, 2).dealt()
    refused = shift.refuses(c.VoidDeal(), shift.likeliest(c.VoidDeal()))
    assert refused.refusal is Objection.NOT_THIS_ROLE
    shift.on(GAMING)
    assert shift.refuses(c.VoidDeal()).refusal is Objection.REASON_NEEDED
    assert shift.refuses(c.ShowCards()).refusal is Objection.NOT_THIS_ROLE
    shift.do(c.VoidDeal())
    (authorised,) = [one for one in shift.events() if isinstance(one, Authorised)][-1:]
    assert (authorised.action, authorised.by[0].number) == (c.ToyAction.VOID, GAMING.number)
    assert authorised.reason is c.ToyReason.NO_LUCK
    assert shift.table.at_rest


def test_what_a_supervisor_voids_after_a_recovery_is_a_line_of_the_house() -> None:
    shift = ToyShift().playing(1, 2).dealt().restart().on(GAMING)
    shift.do(c.VoidDeal(), reason=HouseAction.VOID_RECOVERED.reasons[0])
    (authorised,) = [one for one in shift.events() if isinstance(one, Authorised)][-1:]
    assert authorised.action is HouseAction.VOID_RECOVERED


def test_its_lines_stand_in_the_powers_table_of_the_house() -> None:
    assert {*c.ToyAction} <= {*every_action()}
    told = CliRunner().invoke(app, ["staff", "--powers"], env={"COLUMNS": "250"})
    assert "high-card-void" in told.stdout


def test_a_card_that_does_not_fit_is_recorded_all_the_same() -> None:
    shift = ToyShift().playing(1, 2).dealt("7h Kd").do(CardDrawn(Card.parse("7h")))
    assert any(isinstance(event, ObservationUnfit) for event in shift.events())


# Tables and records of several games


def test_a_table_file_that_names_the_game_is_brought_up_and_recovered(tmp_path: Path) -> None:
    file = tmp_path / "9.toml"
    file.write_text('game = "high-card"\nname = "9"\nplaces = 3\n')
    table = load_table(str(file))
    path = tmp_path / "table.journal"
    setup = TableSetup(
        table.name, table.game, table.rules, table.settings, path, keys_for(path, None, create=True)
    )
    for _ in range(2):
        running = RunningTable(setup, MachineClock())
        shown = running.controller.snapshot()
        running.close()
        assert (type(shown.house), shown.held) == (ToyHouse, None)
    assert verify(path, setup.keys).state is State.INTACT


def test_a_game_does_not_take_up_the_record_of_another() -> None:
    shift = ToyShift().playing(1, 2).dealt().do(c.ShowCards(), c.EndDeal())
    journal = SealedJournal(shift.recorder, shift.keys, *KINDS)
    with pytest.raises(JournalFault, match="of bonus, found one of high-card"):
        TableController(fresh_house(), journal, shift.clock)


def test_two_games_of_one_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(BrokenInvariant, match="two games are called high-card"):
        GAMES.with_game(TOY).__enter__()


# Scenario files


def play(tmp_path: Path, text: str, *more: str) -> tuple[int, str, str]:
    file = tmp_path / "deals.toml"
    file.write_text(text)
    played = CliRunner().invoke(app, ["play", str(file), *more])
    return played.exit_code, played.stdout, played.stderr


def test_a_file_is_played_to_its_results(tmp_path: Path) -> None:
    status, out, err = play(tmp_path, FILE, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {"file": str(tmp_path / "deals.toml"), "deals": RESULTS}
    status, out, _ = play(tmp_path, FILE.replace("[2, 3]}", "[2]}"), "--json")
    assert status == 3


def test_its_story_is_told(tmp_path: Path) -> None:
    status, out, _ = play(tmp_path, FILE)
    assert status == 0
    assert "High card, 3 places" in out
    assert "The highest card wins: place 2 and place 3." in out
    assert "Deal 3" in out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('cards = "7h Kd Ks Ah"', "deal 1: cards: 4 seen: expected 3"),
        ('cards = "7h Kd 7h"', "deal 1: Not at this point of the deal."),
        ('cards = "7h Kd Xx"', "card 'Xx' seen"),
        ("bet = 1", "unknown key"),
    ],
)
def test_a_wrong_file_says_what_is_wrong_with_it(tmp_path: Path, wrong: str, told: str) -> None:
    status, out, err = play(tmp_path, FILE.replace('cards = "7h Kd Ks"', wrong), "--json")
    assert (status, out) == (2, "")
    assert told in err


def test_it_is_not_played_through_devices_that_it_does_not_have(tmp_path: Path) -> None:
    status, _, err = play(tmp_path, FILE, "--json", "--devices", "simulated")
    assert status == 2
    assert "high-card is not played through simulated devices" in err


def test_files_of_two_games_are_played_on_one_record(tmp_path: Path) -> None:
    journal = tmp_path / "run.journal"
    (tmp_path / "deals.toml").write_text(FILE)
    both = [str(tmp_path / "deals.toml"), "config/scenarios/method-b-fold.toml"]
    first, again = (
        CliRunner().invoke(app, ["play", "--json", *both, "--journal", str(journal)])
        for _ in range(2)
    )
    assert (first.exit_code, first.stderr) == (0, "")
    assert again.stdout == first.stdout
    assert verify(journal, keys_for(journal, None, create=False)).state is State.INTACT


def test_the_record_of_one_games_file_is_not_taken_for_anothers(tmp_path: Path) -> None:
    journal = tmp_path / "run.journal"
    assert play(tmp_path, FILE, "--json", "--journal", str(journal))[0] == 0
    other = ["config/scenarios/method-b-fold.toml", "--journal", str(journal)]
    refused = CliRunner().invoke(app, ["play", "--json", *other])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "deals.toml seen, expected that of config/scenarios/method-b-fold.toml" in refused.stderr


def test_the_form_offers_no_shorter_notice_than_the_rules_allow() -> None:
    scene = Scene(ToyShift().house, Day(2026, 3, 2))

    offered = [option.code for option in MINUTES.options(scene, {})]

    assert offered == ["5", "10", "15", "20", "25", "30", "45", "60"]
