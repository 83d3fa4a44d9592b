"""Tournament files come out as computed independently, and wrong lines are named."""

# ruff: noqa: E501  (rows of tables)

from typing import Any

import pytest

from simulators.games.tournament.file import checked_tournament
from simulators.scenario.reading import WrongScenario
from tests.helpers.tournament_files import by_oracle, by_product, played, tournament
from tests.helpers.tournament_gen import legal, wrong

SEEDS, LONG_SEEDS = 150, 5_000


@pytest.mark.parametrize("make", [legal, wrong])
def test_files_come_out_as_computed_independently(make: Any) -> None:
    _compare(make, range(SEEDS))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("make", [legal, wrong])
def test_many_more_files_come_out_as_computed_independently(make: Any) -> None:
    _compare(make, range(SEEDS, SEEDS + LONG_SEEDS))


def _compare(make: Any, seeds: range) -> None:
    for seed in seeds:
        content = make(seed)
        computed = by_oracle(content)
        assert isinstance(computed, dict) is (make is legal), f"seed {seed}"
        assert by_product(content) == computed, f"{make.__name__}, seed {seed}"


SIT = ["anna enters", "ben enters", "cara enters", "anna at 1.1", "ben at 1.2", "cara at 1.3"]
ON = [*SIT, "start"]
BEN_AT_0 = [*ON, "table 1: anna 10000 ben 0 cara 5000"]
FOUR = ["dan enters", "dan at 1.4", *ON]
TWO_OUT = [*FOUR, "table 1: anna 15000 ben 0 cara 0 dan 5000"]
REBUYS = {"rebuys": True}
VALUE = {"chips": "value", "commission": True}

# fmt: off
WRONG: list[tuple[str, list[str], dict[str, Any], str]] = [
    # what                               lines, of which the last is wrong            format   expected
    ("twice",                            [*SIT, "anna enters"],                        {},      "anna#2"),
    ("too often",                        [*SIT, "anna#2 enters"],                      {},      "of anna: at most 1"),
    ("too often",                        [*SIT, "anna#3 enters"],                      {"entries": 2}, "of anna: at most 2"),
    ("too often",                        ["anna#3 enters", "anna#2 enters", "anna enters", "anna#4 enters"], {"entries": 3}, "of anna: at most 3"),
    ("no entry",                         [*SIT, "anna#1 enters"],                      {"entries": 3}, "as in 'anna#2'"),
    ("no entry",                         [*SIT, "anna#x enters"],                      {"entries": 3}, "as in 'anna#2'"),
    ("more than there may be",           [*SIT, "dan enters"],                         {"players": 3}, "at most 3"),
    ("after the start",                  [*ON, "dan enters"],                          {},      "before the start"),
    ("after the close",                  [*ON, "rebuys close", "dan enters"],          REBUYS,  "re-buy period is open"),
    ("a word that is taken",             ["cut enters"],                               {},      "CARD"),
    ("a word that is taken",             ["table enters"],                             {},      "a name other than"),
    ("nobody",                           [*SIT, "dan at 1.4"],                         {},      "has entered"),
    ("no seat at the start",             ["anna enters", "start"],                     {},      "seat for everybody"),
    ("a late entry without a seat",      [*ON, "dan enters", "end"],                   REBUYS,  "seat for everybody"),
    ("two on one seat",                  ["dan enters", *SIT, "dan at 1.1"],           {},      "free seat"),
    ("a second seat",                    [*SIT, "anna at 1.4"],                        {},      "moves to"),
    ("no such seat",                     ["anna enters", "anna at 1.12"],              {},      "1 to 11"),
    ("no such seat",                     ["anna enters", "anna at 0.1"],               {},      "a table from 1 on"),
    ("no such seat",                     ["anna enters", "anna at one"],               {},      "TABLE.SEAT"),
    ("a move to one's own seat",         [*ON, "anna moves to 1.1"],                   {},      "a seat other than"),
    ("a move to a taken seat",           [*ON, "anna moves to 1.2"],                   {},      "free seat"),
    ("a move of one at 0",               [*BEN_AT_0, "ben moves to 1.5"],              REBUYS,  "with chips"),
    ("a move of one without a seat",     ["anna enters", "anna moves to 1.5"],         {},      "first"),
    ("chips too many",                   [*ON, "table 1: anna 10001 ben 0 cara 5000"], {},      "15,000"),
    ("a pocket not counted",             [*ON, "anna pockets 500", "table 1: anna 5000 ben 5000 cara 5000"], {}, "14,500"),
    ("commission not counted",           [*ON, "table 1: anna 9990 ben 0 cara 5000"],  VALUE,   "15,000"),
    ("commission of nobody",             [*ON, "table 1: anna 9990 ben 0 cara 5000 commission 10"], {}, "stacks only"),
    ("one alone",                        [*ON, "table 2: anna 5000"],                  {},      "two or more"),
    ("one who is out",                   [*BEN_AT_0, "table 1: anna 10000 ben 0 cara 5000"], {}, "still in"),
    ("one at 0",                         [*BEN_AT_0, "table 1: anna 10000 ben 0 cara 5000"], REBUYS, "anna, cara"),
    ("one who sits elsewhere",           [*ON, "cara moves to 2.1", "table 1: anna 10000 ben 0 cara 5000"], {}, "anna, ben"),
    ("one left out",                     [*ON, "table 1: anna 10000 ben 5000"],        {},      "anna, ben, cara"),
    ("one twice",                        [*ON, "table 1: anna 5000 anna 5000 cara 5000"], {},   "anna, ben, cara"),
    ("stacks in no pairs",               [*ON, "table 1: anna 5000 ben"],              {},      "NAME STACK"),
    ("a stack of nothing",               [*ON, "table 1: anna -1 ben 1"],              {},      "amount of 0 or more"),
    ("a hand before the start",          [*SIT, "table 1: anna 10000 ben 0 cara 5000"], {},     "after the start"),
    ("a re-buy with chips left",         [*ON, "anna rebuys"],                         REBUYS,  "without chips"),
    ("a re-buy after the close",         [*BEN_AT_0, "rebuys close", "ben rebuys"],    REBUYS,  "before that"),
    ("a re-buy of one who is out",       [*BEN_AT_0, "table 1: anna 5000 cara 10000", "ben rebuys"], REBUYS, "still in"),
    ("a re-buy where there are none",    [*BEN_AT_0, "ben rebuys"],                    {},      "Expected no re-buys"),
    ("a close where there are none",     [*ON, "rebuys close"],                        {},      "Expected no re-buys"),
    ("a second close",                   [*ON, "rebuys close", "rebuys close"],        REBUYS,  "before that"),
    ("a close before the start",         ["rebuys close"],                             REBUYS,  "after the start"),
    ("an add-on before the close",       [*ON, "anna adds on"],                        {**REBUYS, "addon": "single"}, "once it is closed"),
    ("an add-on before the start",       ["anna enters", "anna adds on"],              {**REBUYS, "addon": "single"}, "after the start"),
    ("an add-on twice",                  [*ON, "rebuys close", "anna adds on", "anna adds on double"], {**REBUYS, "addon": "double"}, "one add-on"),
    ("an add-on of one who is out",      [*BEN_AT_0, "rebuys close", "ben adds on"],   {**REBUYS, "addon": "single"}, "still in"),
    ("an add-on without re-buys",        [*ON, "anna adds on"],                        {"addon": "single"}, "no add-on either"),
    ("an add-on not offered",            [*ON, "rebuys close", "anna adds on"],        REBUYS,  "none"),
    ("a double add-on not offered",      [*ON, "rebuys close", "anna adds on double"], {**REBUYS, "addon": "single"}, "single"),
    ("pocketing all there is",           [*ON, "anna pockets 5000"],                   {},      "less than 5,000"),
    ("pocketing nothing",                [*ON, "anna pockets 0"],                      {},      "more than 0"),
    ("pocketing before the start",       [*SIT, "anna pockets 10"],                    {},      "after the start"),
    ("disqualifying one who is out",     [*BEN_AT_0, "ben disqualified"],              {},      "still in"),
    ("disqualifying twice",              [*ON, "ben disqualified", "ben disqualified"], {},     "still in"),
    ("nobody left to rank",              [*ON, "anna disqualified", "ben disqualified", "cara disqualified", "end"], {}, "player with a place"),
    ("an end before the start",          [*SIT, "end"],                                {},      "after the start"),
    ("a second start",                   [*ON, "start"],                               {},      "before the start"),
    ("a second end",                     [*BEN_AT_0, "end", "end"],                    {},      "before the end"),
    ("hand for hand twice",              [*ON, "hand for hand", "hand for hand"],      {},      "plays for itself"),
    ("hand for hand over twice",         [*ON, "hand for hand ends"],                  {},      "hand for hand"),
    ("a cut before the end",             [*TWO_OUT, "cut ben Kh cara Ks"],             {},      "no cut"),
    ("a cut that is not due",            [*TWO_OUT, "end", "cut ben Kh cara Ks"],      {},      "no cut"),
    ("a cut of the wrong people",        [*TWO_OUT, "end", "cut ben Kh anna Ks"],      {"prizes": ["0.5", "0.3", "0.2"]}, "'cut ben CARD cara CARD'"),
    ("a cut with a card twice",          [*TWO_OUT, "end", "cut ben Kh cara Kh"],      {"prizes": ["0.5", "0.3", "0.2"]}, "one deck"),
    ("a cut with no card",               [*TWO_OUT, "end", "cut ben Kh cara 1h"],      {"prizes": ["0.5", "0.3", "0.2"]}, "a rank of"),
    ("a line that says nothing",         ["anna sleeps"],                              {},      "'NAME enters'"),
    ("an empty line",                    [""],                                         {},      "'NAME enters'"),
]
# fmt: on


@pytest.mark.parametrize(("course", "fields", "expected"), [row[1:] for row in WRONG])
def test_a_wrong_line_is_named_with_what_was_expected(
    course: list[str], fields: dict[str, Any], expected: str
) -> None:
    content = tournament([*course, "end"], **fields)
    with pytest.raises(WrongScenario) as wrong:
        played(content)
    line = f"friday.toml: course[{len(course)}]: {course[-1]!r} seen: "
    assert str(wrong.value).startswith(line)
    assert expected in str(wrong.value)
    assert "xpected" in str(wrong.value)
    assert by_oracle(content) == len(course)


# fmt: off
MISSING = [
    # course                           format                              expected
    (SIT,                              {},                                 "'start' and 'end'"),
    (ON,                               {},                                 "'end'"),
    ([*TWO_OUT, "end"],                {"prizes": ["0.5", "0.3", "0.2"]},  "'cut ben CARD cara CARD'"),
    ([*TWO_OUT, "end", "cut ben Kh cara Ks"], {"prizes": ["0.5", "0.3", "0.2"]}, "'cut ben CARD cara CARD'"),
]
# fmt: on


@pytest.mark.parametrize(("course", "fields", "expected"), MISSING)
def test_what_a_course_lacks_is_named(
    course: list[str], fields: dict[str, Any], expected: str
) -> None:
    with pytest.raises(WrongScenario, match=f"lines seen: expected {expected} after the last"):
        played(tournament(course, **fields))


# fmt: off
FORMATS = [
    # format                                              what is wrong with it
    ({"house": "0.31"},                                   "tournament.house: 0.31 seen: expected at most 0.30"),
    ({"house": "0.10", **VALUE},                          "tournament.house: 0.10 seen: expected 0"),
    ({"commission": True},                                "tournament.commission: true seen: expected false"),
    ({"bank": "0"},                                       "tournament.bank: 0 seen"),
    ({"entries": 0},                                      "tournament.entries: 0 seen"),
    ({"players": 0},                                      "tournament.players: 0 seen"),
    ({"advance": -1},                                     "tournament.advance: -1 seen"),
    ({"prizes": ["0.5", "0.4"]},                          "tournament.prizes: 0.90 in all seen: expected 1"),
    ({"prizes": []},                                      "tournament.prizes: "),
    ({"prizes": [0.5, 0.5]},                              "tournament.prizes[1]: "),
    ({"addon": "triple"},                                 "tournament.addon: 'triple' seen: expected"),
    ({"chips": "clay"},                                   "tournament.chips: 'clay' seen: expected"),
    ({"entry": 100},                                      "tournament.entry: "),
    ({"rebuys": "yes"},                                   "tournament.rebuys: 'yes' seen: expected true or false"),
    ({"fee": "100"},                                      "tournament.fee: unknown key: expected one of name, entry"),
]
# fmt: on


@pytest.mark.parametrize(("fields", "message"), FORMATS)
def test_a_wrong_format_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongScenario) as wrong:
        checked_tournament("friday.toml", tournament(["end"], **fields))
    assert message in str(wrong.value)


def test_a_seat_of_one_at_0_can_be_taken_by_a_move_and_by_a_late_entry() -> None:
    for line in ("cara moves to 1.2", "dan at 1.2"):
        course = [*BEN_AT_0, "dan enters", line, "dan at 1.9", "ben rebuys"]
        if line.startswith("dan"):
            course.remove("dan at 1.9")
        assert by_product(tournament(course, **REBUYS)) == len(course)
