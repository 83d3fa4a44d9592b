import pytest

from controller.rulebook import Clause, Kind, RulebookError, load_clauses, parse_clauses

HEADER = "ruleset\tclause\tkind\trequirement\n"


def test_the_whole_list_is_read_in_its_order() -> None:
    clauses = load_clauses()
    assert {ruleset for ruleset, _ in clauses} == {
        "nsw-legacy",
        "nsw-2024",
        "sd",
        "nsw-guide",
        "poker-room",
    }
    assert {clause.kind for clause in clauses.values()} == set(Kind)
    assert next(iter(clauses)) == ("nsw-legacy", "1.1")


def test_a_clause_is_found_by_rule_set_and_number() -> None:
    clause = load_clauses()["nsw-2024", "11.4.1"]
    assert clause.kind is Kind.IRREGULARITY
    assert clause.requirement.endswith("zero Flop Wagers on the table: misdeal.")


def test_quotation_marks_and_odd_line_separators_are_plain_text() -> None:
    requirement = 'Say "no more bets\u2028\x0c, once.'
    clauses = parse_clauses(f"{HEADER}sd\t(1)#1\tflow\t{requirement}\n")
    assert list(clauses.values()) == [Clause("sd", "(1)#1", Kind.FLOW, requirement)]


def test_the_last_line_may_lack_its_newline() -> None:
    assert list(parse_clauses(f"{HEADER}sd\t(8)\tflow\tPoll again.")) == [("sd", "(8)")]


def test_the_clauses_cannot_be_changed() -> None:
    clauses = load_clauses()
    with pytest.raises(TypeError):
        clauses["sd", "(99)"] = clauses["sd", "(8)"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"line 1: seen '', expected the header 'ruleset\\tclause\\tkind\\trequirement'"),
        ("ruleset\tclause\tkind\n", "line 1: .* expected the header"),
        (f"{HEADER}sd\t(8)\tflow\n", "line 2: .* expected 4 columns parted by tabs, not 3"),
        (f"{HEADER}sd\t(8)\tflow\tPoll.\tAgain.\n", "line 2: .* expected 4 columns .* not 5"),
        (f"{HEADER}\nsd\t(8)\tflow\tPoll.\n", "line 2: seen '', expected 4 columns"),
        (f"{HEADER}sd\t(8)\tflow\tPoll.\n\n", "line 3: seen '', expected 4 columns"),
        (f"{HEADER}sd\t\tflow\tPoll.\n", "line 2: seen '', expected a clause that is not empty"),
        (f"{HEADER}sd\t(8) \tflow\tPoll.\n", r"line 2: seen '\(8\) ', expected a clause"),
        (f"{HEADER}sd\t(8)\tflow\tPoll.\r\n", "line 2: .* expected a requirement"),
        (f"{HEADER}sd\t(8)\tcash\tPoll.\n", "line 2: seen 'cash', expected a kind: flow, money"),
        (
            f"{HEADER}sd\t(8)\tflow\tPoll.\nsd\t(9)\tflow\tBet.\nsd\t(8)\tmoney\tPay.\n",
            r"line 4: seen 'sd \(8\)', expected each clause once; it stands on line 2",
        ),
    ],
)
def test_a_list_out_of_form_is_refused_with_line_seen_and_expected(text: str, message: str) -> None:
    with pytest.raises(RulebookError, match=message):
        parse_clauses(text)
