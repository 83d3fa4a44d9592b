"""`feltwork play` and `feltwork journal` for the poker room, as a user meets them."""

import json
import tomllib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from controller.games.poker.award import AwardPots
from controller.games.poker.blinds import BeginHand
from controller.games.poker.history import histories
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.rules import RunBy
from controller.games.registry import KINDS
from controller.journal.recorder import JournalFault
from controller.journal.sealing import SealedJournal
from tests.helpers.commands import stops
from tests.helpers.poker_shift import RULES, PokerShift
from ui.cli import app
from ui.commands.hands import steps

SCENARIOS = Path(__file__).parents[3] / "config" / "scenarios"
BONUS = SCENARIOS / "first-evening.toml"

DOCUMENTED = """
ruleset    = "poker-room"
limit      = "no-limit"
blinds     = ["1", "2"]
seats      = 9
button     = 3
players = [{ seat = 1, stack = "200" }, { seat = 3, stack = "55" },
           { seat = 5, stack = "200" }, { seat = 6, stack = "40" }]
[[hands]]
before  = ["6 buys 50"]
cards   = "Kh Ah 7c 9d  Ks Ad 2d 8d  3c  Kd 9s 4h  5c  2c  6c  2s"
preflop = ["1 fold", "3 raise 8", "5 call", "6 call"]
flop    = ["5 check", "6 bet 20", "3 all-in", "5 raise 120", "6 fold"]
"""

HAND = """
{"number": 1, "result": "showdown", "clause": null, "button": 3, "small_blind": 5, "big_blind": 6,
 "board": ["Kd", "9s", "4h", "2c", "2s"],
 "seats": [{"seat": 1, "before": "200.00", "in": "0.00", "returned": "0.00", "won": "0.00",
            "after": "200.00", "cards": [], "hand": null, "best": null, "outcome": "folded"},
           {"seat": 3, "before": "55.00", "in": "55.00", "returned": "0.00", "won": "0.00",
            "after": "0.00", "cards": [], "hand": null, "best": null, "outcome": "lost"},
           {"seat": 5, "before": "200.00", "in": "55.00", "returned": "73.00", "won": "132.00",
            "after": "277.00", "cards": ["Kh", "Ks"], "hand": "full house",
            "best": ["Ks", "Kh", "Kd", "2s", "2c"], "outcome": "won"},
           {"seat": 6, "before": "90.00", "in": "28.00", "returned": "0.00", "won": "0.00",
            "after": "62.00", "cards": [], "hand": null, "best": null, "outcome": "folded"}],
 "pots": [{"amount": "138.00", "eligible": [3, 5], "commission": "6.00", "winners": [5],
           "shares": ["132.00"]}],
 "commission": "6.00",
 "phases": ["blinds", "deal", "preflop", "flop", "turn", "river", "showdown", "award"],
 "notices": []}
"""
RESULT = json.dumps({"file": "hand.toml", "hands": [json.loads(HAND)]}) + "\n"

HISTORY = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [100, 100.25, 100]
actions = ['d dh p1 AhAd', 'd dh p2 ????', 'd dh p3 KhKd', 'p3 cbr 3', 'p1 cc', 'p2 f',
  'd db 2c7d9h', 'p1 cc', 'p3 cc', 'd db Js', 'p1 cc', 'p3 cc', 'd db 4s', 'p1 cc', 'p3 cbr 2.50',
  'p1 cc']
"""


def feltwork(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def run(*arguments: str) -> Result:
    return feltwork("play", *arguments)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hand.toml").write_text(DOCUMENTED, "utf-8")
    Path("hand.phh").write_text(HISTORY, "utf-8")


def wrong(old: str, new: str) -> str:
    """What is said of the documented hand with this changed."""
    assert old in DOCUMENTED
    Path("wrong.toml").write_text(DOCUMENTED.replace(old, new), "utf-8")
    result = run("--json", "wrong.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def test_the_documented_hand_gives_the_documented_line() -> None:
    result = run("--json", "hand.toml")
    assert (result.exit_code, result.stdout, result.stderr) == (0, RESULT, "")


def test_the_story_names_the_table_every_step_and_what_the_house_took() -> None:
    shown = run("hand.toml")
    assert (shown.exit_code, shown.stderr) == (0, "")
    for part in (
        "Texas Holdem Poker",
        "9 seats, no-limit, blinds $1 and $2; commission by rule 22.1",
        "Seat 6 bought $50.",
        "Hand 1: button seat 3; seat 5 small blind $1 and seat 6 big blind $2.",
        "Seat 5 raised to $120.",
        "Flop: K♦ 9♠ 4♥.",
        "Showdown",
        "full house",
        "Commission: $6",
    ):
        assert part in shown.stdout


def test_an_expectation_that_does_not_hold_is_status_3_and_says_what_differs() -> None:
    text = DOCUMENTED + '[hands.expect]\nresult = "void"\npots = [{ commission = "1.00" }]\n'
    Path("hand.toml").write_text(text, "utf-8")
    result = run("--json", "hand.toml")
    assert (result.exit_code, result.stdout) == (3, RESULT)
    assert result.stderr.splitlines() == [
        "hand.toml: hand 1: expect: result: 'void' expected, 'showdown' seen",
        "hand.toml: hand 1: expect: pots[1].commission: '1.00' expected, '6.00' seen",
    ]


def test_an_action_the_rules_do_not_offer_is_status_2_and_says_what_they_offer() -> None:
    said = wrong('"6 bet 20"', '"6 bet 1"')
    assert said.startswith("wrong.toml: hand 1: flop[2]: '6 bet 1' seen: ")
    assert "seat 6 acts, offered " in said
    assert wrong('"5 check", ', "").startswith("wrong.toml: hand 1: flop[1]: ")
    assert wrong(', "6 fold"]', "]").startswith("wrong.toml: hand 1: flop[5]: ")


def test_what_is_wrong_with_a_file_is_said_with_its_place() -> None:
    known = "nsw-2024, nsw-legacy, sd, poker-room"
    said = wrong('"poker-room"', '"poker"')
    assert said == f"wrong.toml: ruleset: 'poker' seen: expected one of {known}\n"


@pytest.mark.parametrize("during", ["deal", "preflop", "flop", "turn", "river", "showdown"])
def test_a_power_loss_changes_no_result(during: str) -> None:
    event = f'[[hands.events]]\nduring = "{during}"\nname = "power-loss"\n'
    Path("hand.toml").write_text(DOCUMENTED + event, "utf-8")
    assert run("--json", "hand.toml").stdout == RESULT
    assert run("--json", "--journal", "run.journal", "hand.toml").stdout == RESULT
    assert feltwork("journal", "verify", "run.journal").exit_code == 0


def test_a_hand_history_is_played_and_told() -> None:
    result = run("--json", "hand.phh")
    assert (result.exit_code, result.stderr) == (0, "")
    (hand,) = json.loads(result.stdout)["hands"]
    assert [seat["after"] for seat in hand["seats"]] == ["106.50", "99.25", "94.50"]
    assert "Seat 1 tabled A♥ A♦: one pair." in run("hand.phh").stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("'p3 cbr 3'", "'p3 cbr 1.50'", "actions[4]: 'p3 cbr 1.50' seen: "),
        ("min_bet = 1", "min_bet = 1e999999999999999999", "min_bet"),
    ],
)
def test_a_wrong_history_is_status_2_with_its_place(old: str, new: str, said: str) -> None:
    Path("wrong.phh").write_text(HISTORY.replace(old, new, 1), "utf-8")
    result = run("--json", "wrong.phh")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"wrong.phh: {said}"), result.stderr


def test_a_history_that_is_not_there_is_status_2() -> None:
    result = run("--json", "gone.phh")
    assert (result.exit_code, result.stderr[:9]) == (2, "gone.phh:")


def test_a_line_with_many_amounts_is_a_line_that_people_write() -> None:
    checks = ", ".join(["'p1 cbr 1.25 # again'"] * 60)
    Path("long.phh").write_text(HISTORY.replace("actions = [", f"actions = [{checks}, "), "utf-8")
    assert "dots" not in run("--json", "long.phh").stderr


def test_files_of_both_games_are_played_one_after_the_other_on_one_record() -> None:
    files = ("hand.toml", str(BONUS), "hand.phh")
    result = run("--json", "--journal", "run.journal", *files)
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    kinds = [next(key for key in line if key != "file") for line in lines]
    assert kinds == ["hands", "rounds", "hands"]
    assert run("--json", "--journal", "run.journal", *files).stdout == result.stdout
    assert feltwork("journal", "verify", "run.journal").exit_code == 0


def test_the_journal_of_the_other_game_is_refused() -> None:
    assert run("--json", "--journal", "bonus.journal", str(BONUS)).exit_code == 0
    for file in ("hand.toml", "hand.phh"):
        result = run("--json", "--journal", "bonus.journal", file)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == (
            f"bonus.journal: the record of {BONUS} seen, expected that of {file} as it is now: "
            "play it with a journal of its own\n"
        )
    assert run("--json", "--journal", "poker.journal", "hand.toml").exit_code == 0
    result = run("--json", "--journal", "poker.journal", str(BONUS))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the record of hand.toml seen" in result.stderr


def test_a_file_that_was_changed_is_not_played_on_its_old_journal() -> None:
    assert run("--json", "--journal", "run.journal", "hand.phh").exit_code == 0
    Path("hand.phh").write_text(HISTORY.replace("2.50", "3.50"), "utf-8")
    result = run("--json", "--journal", "run.journal", "hand.phh")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "as it is now" in result.stderr


def test_simulated_devices_print_the_same_bytes() -> None:
    straight, through = (
        run("--json", "--devices", devices, "hand.toml") for devices in ("direct", "simulated")
    )
    assert (through.exit_code, through.stdout) == (0, straight.stdout)


def test_the_record_shows_the_hand_in_words() -> None:
    run("--json", "--journal", "run.journal", "hand.toml")
    shown = feltwork("journal", "show", "--plain", "run.journal").stdout
    for kind in ("HandBegun", "FlopDealt", "PlayerWagered", "PotsAwarded", "CardsTurned"):
        assert f"\t{kind}\t" in shown
    assert "PlayerWagered\tseat 3, action raise, to $8.00\n" in shown
    assert "pots $138.00; 3; 5; $6.00; 5; $132.00" in shown
    assert "Ah" not in shown.replace("FoldAbsent", ""), "a hand that was passed in"


def exported(*files: str) -> list[dict[str, Any]]:
    assert run("--json", "--journal", "run.journal", *files).exit_code == 0
    result = feltwork("journal", "export", "--phh", "run.journal", "hands")
    assert result.exit_code == 0, result.stderr
    written = sorted(Path("hands").iterdir())
    count = "1 hand" if len(written) == 1 else f"{len(written)} hands"
    assert f"hands: {count} written\n" in result.stdout
    return [tomllib.loads(one.read_text("utf-8"), parse_float=Decimal) for one in written]


def test_the_hands_of_a_record_are_written_with_what_was_shown() -> None:
    (hand,) = exported("hand.toml")
    assert (hand["variant"], hand["seats"], hand["_commission"]) == ("NT", [5, 6, 1, 3], 6)
    assert hand["finishing_stacks"] == [277, 62, 200, 0]
    assert hand["actions"][-2:] == ["p1 sm KhKs", "p4 sm"]


def test_the_hands_of_several_files_are_numbered_through() -> None:
    texts = exported(
        "hand.phh", str(BONUS), str(SCENARIOS / "poker" / "poker-fixed-limit-cap.toml"), "hand.toml"
    )
    assert sorted(Path("hands").iterdir())[0].name == "hand-000001.phh"
    assert len(texts) > 2
    history = tomllib.loads(HISTORY, parse_float=Decimal)
    for key in ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks"):
        assert texts[0][key] == history[key], key
    listed = [text for text in history["actions"] if not text.startswith("d dh")]
    assert texts[0]["actions"][3 : 3 + len(listed)] == listed


def test_what_is_written_is_played_again() -> None:
    exported("hand.toml")
    result = run("--json", "hands/hand-000001.phh")
    (hand,) = json.loads(result.stdout)["hands"]
    assert [seat["after"] for seat in hand["seats"]] == ["283.00", "62.00", "200.00", "0.00"]


def test_histories_are_not_written_over_anything_nor_of_another_game() -> None:
    run("--json", "--journal", "run.journal", "hand.toml")
    Path("hands").mkdir()
    there = feltwork("journal", "export", "--phh", "run.journal", "hands")
    assert (there.exit_code, there.stdout) == (2, "")
    assert "already exists" in there.stderr
    run("--json", "--journal", "bonus.journal", str(BONUS))
    bonus = feltwork("journal", "export", "--phh", "bonus.journal", "others")
    assert (bonus.exit_code, bonus.stdout) == (2, "")
    assert "expected the record of a table of poker, found one of bonus" in bonus.stderr
    assert not Path("others").exists()
    Path("file").write_text("", "utf-8")
    unwritable = feltwork("journal", "export", "--phh", "run.journal", "file/hands")
    stops(unwritable, 2, "cannot be written")


def test_a_table_run_by_pots_has_no_hand_histories() -> None:
    rules = replace(RULES, keyed=False, run_by=RunBy.POTS)
    shift = PokerShift(rules, goes_ahead=True).sitting(s1="100", s3="100")
    shift.do(BeginHand(1), KeyPot(0, 200, (3,)), AwardPots())
    journal = SealedJournal(shift.recorder, shift.keys, *KINDS)
    with pytest.raises(JournalFault, match=r"evening\.journal: this table is run by pots"):
        list(histories(steps(Path("evening.journal"), journal)))
