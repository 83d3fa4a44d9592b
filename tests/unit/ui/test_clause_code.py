"""Which modules cite which clause."""

from pathlib import Path
from textwrap import dedent

import pytest

from controller.rulebook import Clause, ClauseKey, Kind
from ui.commands.clause_code import citing_modules

ROWS = (
    ("nsw-legacy", "4.1", "Shuffle."),
    ("nsw-legacy", "5.6", "One hand."),
    ("nsw-legacy", "13.3", "Devices."),
    ("nsw-2024", "4.1", "Shuffle."),
    ("nsw-2024", "5.6", "Locked."),
    ("nsw-2024", "9.1", "Decide."),
    ("nsw-2024", "9.2#1", "Decide again."),
    ("nsw-2024", "9.2#2", "Or check."),
    ("nsw-2024", "9.3.1", "Fold."),
    ("nsw-2024", "1.1:Fold", "To give up."),
    ("nsw-2024", "8.1(a)", "Royal flush."),
    ("sd", "(3)", "No more bets."),
    ("sd", "(4)", "Deal."),
    ("sd", "(5)(b)", "Bet."),
    ("sd", "(18)(a)v", "House procedure."),
    ("poker-room", "4.1", "Wash the deck."),
    ("poker-room", "6.4.a", "First seat."),
    ("poker-room", "12.6.a.ii", "Half the pot."),
)
RULEBOOK = {(book, number): Clause(book, number, Kind.FLOW, says) for book, number, says in ROWS}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return tmp_path


def module(tree: Path, name: str, source: str) -> None:
    path = tree / "controller" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(source))


def cited(tree: Path) -> dict[ClauseKey, tuple[str, ...]]:
    return citing_modules(tree, RULEBOOK)


def test_comments_docstrings_and_texts_cite(tree: Path) -> None:
    module(tree, "a.py", '"""How bets are locked (5.6)."""\n')
    module(tree, "b.py", "x = 1  # 5.6: locked\n")
    module(tree, "c.py", 'said = "by rule 5.6."\n')
    module(tree, "d.py", "share = 5.6\n")
    assert cited(tree) == {("nsw-2024", "5.6"): ("a.py", "b.py", "c.py")}


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        ("4.1, 5.6; 13.2 and 13.3 of `nsw-legacy`", "4.1 5.6; nsw-legacy 4.1 13.3"),
        ("(9.1 to 9.3; sd (3) to (5))", "9.1 9.2#1 9.2#2 9.3.1; sd (3) (4) (5)(b)"),
        ("1.1, 8.1(a), 9.3; sd (18)(a)v", "8.1(a) 9.3.1; sd (18)(a)v"),
    ],
    ids=["where the earlier rules say the same", "a range", "a part with the number above it"],
)
def test_what_else_a_number_cites(tree: Path, said: str, clauses: str) -> None:
    module(tree, "a.py", f'"""Decisions: {said}."""\n')
    here, there = clauses.split("; ")
    other, *numbers = there.split()
    wanted = {("nsw-2024", number) for number in here.split()}
    assert set(cited(tree)) == wanted | {(other, number) for number in numbers}


@pytest.mark.parametrize("folder", ["games/poker", "games/desk", "tournament"])
def test_the_room_has_numbers_of_its_own(tree: Path, folder: str) -> None:
    module(tree, f"{folder}/a.py", '"""4.1, 6.4.a, 12.6.a.ii."""\n')
    assert {book for book, _ in cited(tree)} == {"poker-room"}
    assert len(cited(tree)) == 3


def test_a_line_of_a_table_of_citations_counts_for_whoever_uses_its_name(tree: Path) -> None:
    module(
        tree,
        "table.py",
        """
        # 9.1 stands here for nobody
        FACTS = {"one hand": ("5.6", "9.1", None), "deal": ("4.1", None, "(4)")}
        LINES = {HouseAction.SHUFFLE: (None, "4.1", "(3)")}
        """,
    )
    module(tree, "games/poker/terms.py", 'LINES = {HouseAction.SHUFFLE: "4.1"}\n')
    module(tree, "seats.py", 'refuse(rules, TAKEN, "one hand")\n')
    module(tree, "cards.py", 'action = HouseAction.SHUFFLE\ncite(rules, "deal")\n')
    module(tree, "other.py", 'phase = "deal"\n')
    module(tree, "games/poker/signs.py", 'said = "one hand"\n')
    module(tree, "games/bonus/deck.py", "action = HouseAction.SHUFFLE\n")
    assert cited(tree) == {
        ("nsw-legacy", "5.6"): ("seats.py",),
        ("nsw-2024", "9.1"): ("seats.py",),
        ("nsw-legacy", "4.1"): ("cards.py",),
        ("nsw-2024", "4.1"): ("cards.py", "games/bonus/deck.py"),
        ("sd", "(3)"): ("cards.py", "games/bonus/deck.py"),
        ("sd", "(4)"): ("cards.py",),
        ("poker-room", "4.1"): ("cards.py",),
    }


def test_a_tree_without_a_controller_cites_nothing(tree: Path) -> None:
    assert cited(tree) == {}
