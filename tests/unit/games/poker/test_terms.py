"""What the rules of the room say of a table: every fact cited, each clause in the rulebook."""

from pathlib import Path

import controller
from controller.games.bonus.clauses import FACTS as BONUS_FACTS
from controller.games.poker.powers import PokerAction
from controller.games.poker.terms import FACTS, POWERS
from controller.rulebook import load_clauses

NEUTRAL = ("floor", "house", "running", "devices", "cards", "staff")


def neutral_source() -> str:
    root = Path(controller.__file__).parent
    files = (file for folder in NEUTRAL for file in sorted((root / folder).rglob("*.py")))
    return "".join(file.read_text("utf-8") for file in files)


def numbers() -> set[str]:
    """Of the clauses, without the part of a paragraph, and of the paragraphs above them."""
    whole = [number.split("#")[0] for ruleset, number in load_clauses() if ruleset == "poker-room"]
    return {".".join(number.split(".")[:depth]) for number in whole for depth in (1, 2, 3)}


def test_every_fact_that_the_house_cites_is_known() -> None:
    source = neutral_source()
    cited = {fact for fact in BONUS_FACTS if f'"{fact}"' in source}
    assert cited <= FACTS.keys(), cited - FACTS.keys()
    assert {fact for fact in FACTS if f'"{fact}"' not in source} == {"layout", "limits"}, (
        "the room's own"
    )


def test_every_clause_is_one_of_the_rulebook() -> None:
    known = numbers()
    for clause in (*FACTS.values(), *POWERS.values()):
        assert clause is None or clause in known, clause


def test_every_action_of_the_room_has_its_clause() -> None:
    assert set(PokerAction) <= POWERS.keys()
