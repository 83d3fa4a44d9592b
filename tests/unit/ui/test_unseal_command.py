"""`feltwork journal unseal`: two people, on record, and only then."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.staff.register import Register
from controller.staff.roles import Person, Role
from tests.helpers.commands import stops
from tests.unit.journal.shift import stored
from tests.unit.staff.crew import WEAK, joined
from ui.cli import app

PIT = Person("301", "Pit", Role.CASINO_SUPERVISOR)
GAMING = Person("201", "Sam", Role.GAMING_SUPERVISOR)
DEALER = Person("101", "Dee", Role.DEALER)
TECH = Person("401", "Tess", Role.TECHNICIAN)
PINS = {"301": "735829", "201": "590314", "101": "482957", "401": "608215"}
SCENARIO = """
ruleset = "nsw-2024"
[[rounds]]
cards = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh  3c 5c"
hands = [
    { place = 1, ante = "25", decisions = ["bet", "check", "check"] },
    { place = 2, ante = "25", decisions = ["fold"] },
]
"""


def played(folder: Path) -> Path:
    """The journal of a round, and people beside it."""
    joined(Register.create(folder / "staff.db", WEAK), PIT, GAMING, DEALER, TECH, pins=PINS)
    Path("s.toml").write_text(SCENARIO, "utf-8")
    assert CliRunner().invoke(app, ["play", "--json", "s.toml", "--journal", "t.db"]).exit_code == 0
    return folder / "t.db"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return played(tmp_path)


def unseal(*people: str, round_: int = 1, pins: dict[str, str] = PINS) -> Result:
    command = ["journal", "unseal", "t.db", "--round", str(round_)]
    for number in people:
        command += ["--by", number]
    typed = "".join(f"{pins[number]}\n" for number in people)
    return CliRunner().invoke(app, [*command, "--pin-stdin"], input=typed)


def kinds(journal: Path) -> list[str]:
    return [record.kind for record in stored(journal)]


def test_two_people_open_what_was_never_turned_over(journal: Path) -> None:
    result = unseal("201", "301")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "place 2\t1\t3c\nplace 2\t2\t5c\n"
    assert kinds(journal)[-1] == "CardsUnsealed"
    assert CliRunner().invoke(app, ["journal", "verify", "t.db"]).exit_code == 0


@pytest.mark.parametrize("people", [("201",), ("201", "201"), ("201", "101")])
def test_one_person_or_a_dealer_opens_nothing_and_that_is_on_record(
    journal: Path, people: tuple[str, ...]
) -> None:
    result = unseal(*people)
    assert result.exit_code == 1
    assert "3c" not in result.stdout + result.stderr
    assert kinds(journal)[-1] == "ActionRefused"


def test_a_wrong_pin_opens_nothing(journal: Path) -> None:
    before = kinds(journal)
    stops(unseal("201", "301", pins=PINS | {"301": "111222"}), 1, "wrong")
    assert kinds(journal) == before + ["TrailCopied"] * len(PINS), "bound to its register"
    trail = Register.open(Path("staff.db"), WEAK).trail()
    assert json.dumps([line.what for line in trail]).count("failed-pin") == 1


def test_a_round_that_was_not_played_is_named(journal: Path) -> None:
    stops(unseal("201", "301", round_=7), 2, "round 7")
    assert journal.exists()


def test_at_a_poker_table_no_card_was_ever_sealed(journal: Path) -> None:
    file = Path(__file__).parents[3] / "config/scenarios/poker/poker-side-pots.toml"
    journal.unlink()
    for more in Path().glob("t.db*"):
        more.unlink()
    played = CliRunner().invoke(app, ["play", "--json", str(file), "--journal", "t.db"])
    assert played.exit_code == 0
    result = unseal("201", "301")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Every card of round 1 was turned over.\n"
