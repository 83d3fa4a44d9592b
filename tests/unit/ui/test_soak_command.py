"""`feltwork soak`: what it prints, and when it fails."""

import pytest
from typer.testing import CliRunner

from simulators.games.bonus.people.checks import CHECKS, BonusCheck
from simulators.games.poker.people.checks import PokerCheck
from simulators.people import soak as engine
from simulators.people.pit import Pit
from simulators.people.soak import KINDS
from simulators.people.traces import Tally
from tests.helpers.commands import stops
from ui.cli import app
from ui.commands.soak import FAILED, run


def test_a_quiet_soak_holds_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(3, 1, (), 0) == 0
    said = capsys.readouterr()
    assert "3 rounds" in said.out
    assert "Everything held" in said.out
    assert "SIMULATED" in said.out


def test_a_kind_that_never_left_a_trace_fails_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(1, 1, ("jam",), 2) == FAILED  # this shift has a shoe: nothing can jam
    said = capsys.readouterr().out
    assert "jam: never injected, or left no trace" in said
    assert "feltwork soak --rounds 2 --seed 1 --shift 2 --faults 'jam'\n" in said


def test_a_soak_whose_faults_never_strike_fails_and_names_them_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulators.people.traces.inject", lambda *_: None)
    assert run(8, 1, KINDS, 0) == FAILED
    said = capsys.readouterr().out
    unproved = ", ".join(kind for kind in KINDS if kind != "crash")
    assert f"FAILED. Everything held, but {unproved}: never injected, or left no trace." in said


def test_what_no_table_of_the_shift_can_have_is_not_asked_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """This shift is dealt by hand, from no device."""
    run(1, 1, KINDS, 12)
    said = capsys.readouterr().out
    cannot = "jam, misread, double-feed, foreign-card"
    assert f"Not tried, because no table in these shifts can have it: {cannot}.\n" in said
    failed = next(line for line in said.splitlines() if line.startswith("FAILED"))
    assert "drop" in failed
    assert "jam" not in failed


def test_every_check_stands_in_the_table_with_how_often_it_held(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(1, 1, (), 0)
    rows = [line.split("│") for line in capsys.readouterr().out.splitlines() if "│" in line]
    held = {row[1].strip(): int(row[2]) for row in rows}
    assert set(held) == {check.value for check in CHECKS}
    assert all(held.values())


def test_a_soak_of_one_game_is_asked_for_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(3, 1, (), 0, "poker") == 0
    said = capsys.readouterr().out
    assert PokerCheck.CHIPS in said
    assert BonusCheck.METER not in said
    result = CliRunner().invoke(app, ["soak", "--rounds", "1", "--game", "whist"])
    stops(result, 2, "expected bonus or poker; found 'whist'")


def test_a_failure_names_the_seed_and_how_to_play_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: engine.SoakShift, number: int) -> None:
        raise RuntimeError("the meter is off")

    monkeypatch.setattr(engine.SoakShift, "_round", broken)
    assert run(5, 42, KINDS, 3) == FAILED
    said = capsys.readouterr().out
    assert "FAILED in shift 3" in said
    assert "RuntimeError: the meter is off" in said
    assert "feltwork soak --rounds 5 --seed 42 --shift 3 --faults 'all'\n" in said


def test_a_failure_at_the_closing_names_the_shift_that_was_closing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Pit) -> None:
        raise RuntimeError("the float is short")

    monkeypatch.setattr(engine, "SHIFT_ROUNDS", 2)
    monkeypatch.setattr(Pit, "close", broken)
    assert run(5, 42, (), 3) == FAILED
    said = " ".join(capsys.readouterr().out.split())
    assert "FAILED in shift 3, after 2 rounds of the soak: RuntimeError: the float is short" in said
    assert "feltwork soak --rounds 2 --seed 42 --shift 3 --faults 'none'" in said


def test_every_kind_stands_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    run(1, 1, KINDS, 0)
    said = capsys.readouterr().out
    assert all(kind in said for kind in KINDS)


def test_a_kind_that_does_not_exist_is_named() -> None:
    stops(CliRunner().invoke(app, ["soak", "--faults", "explosion"]), 2, "explosion")


def test_only_what_left_a_trace_counts() -> None:
    tally = Tally()
    tally.injected["drop"] = 5
    tally.showed["garble"] = 1
    assert tally.unproved(("drop", "garble")) == ["drop"]


@pytest.mark.long
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_thousand_rounds_with_every_fault_end_clean(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(250, seed, KINDS, 0) == 0, capsys.readouterr().out
