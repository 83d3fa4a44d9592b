"""Which program with which figures: the same anywhere, another after any change."""

import shutil
from pathlib import Path

import pytest

from controller.games.bonus.round.core import CORE
from controller.games.bonus.round.state import Table
from controller.games.registry import KINDS
from controller.journal import digests
from controller.journal.digests import code_digest, config_digest, digest, table_started
from controller.journal.export import Describer
from controller.journal.housekeeping import TableStarted, replays
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from tests.unit.journal.shift import KEYS, ROOT

LEFT_BEHIND = shutil.ignore_patterns("__pycache__")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Our own folders, to be changed."""
    for package in (*digests.PACKAGES, digests.CONFIG):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=LEFT_BEHIND)
    return tmp_path


def code(root: Path) -> str:
    return digest([root / package for package in digests.PACKAGES])


def config(root: Path) -> str:
    return digest([root / digests.CONFIG], left_out=("scenarios",))


def test_a_copy_elsewhere_has_the_same_digests(copy: Path) -> None:
    assert code(copy) == code(ROOT) == code_digest()
    assert config(copy) == config(ROOT) == config_digest()
    assert len({code(copy), config(copy)}) == 2
    assert all(len(bytes.fromhex(text)) == 32 for text in (code(copy), config(copy)))


def test_any_change_to_the_program_shows(copy: Path) -> None:
    figures = config(copy)
    for package in digests.PACKAGES:
        before = code(copy)
        file = copy / package / "__init__.py"
        text = file.read_text()
        file.write_text(text + " ")
        assert code(copy) != before, package
        file.write_text(text)
        assert code(copy) == before, package
        file.rename(file.with_name("__init___.py"))
        assert code(copy) != before, package
        file.with_name("__init___.py").rename(file)
        (copy / package / "deep" / "down").mkdir(parents=True)
        assert code(copy) == before, package
        (copy / package / "deep" / "down" / "new.py").touch()
        assert code(copy) != before, package
    assert config(copy) == figures


def test_any_change_to_the_figures_shows(copy: Path) -> None:
    program = code(copy)
    for name in ("games/sd.toml", "jackpots/nsw.toml", "rules/clauses.tsv"):
        before = config(copy)
        file = copy / "config" / name
        data = file.read_bytes()
        file.write_bytes(data[:-2] + bytes((data[-2] ^ 1,)) + data[-1:])
        assert config(copy) != before, name
        file.unlink()
        assert config(copy) != before, name
    assert code(copy) == program


def test_nothing_moves_from_file_to_file(tmp_path: Path) -> None:
    first, second = tmp_path / "a.py", tmp_path / "b.py"
    first.write_text("x")
    second.write_text("yz")
    before = digest([tmp_path])
    first.write_text("xy")
    second.write_text("z")
    assert digest([tmp_path]) != before
    assert digest([tmp_path, tmp_path]) != digest([tmp_path])


def test_what_is_left_behind_and_what_is_played_do_not_count(copy: Path) -> None:
    before = code(copy), config(copy)
    (copy / "controller" / "__pycache__").mkdir()
    (copy / "controller" / "__pycache__" / "x.py").touch()
    (copy / "controller" / "config.py.orig").touch()
    (copy / "config" / "scenarios" / "mine.toml").touch()
    assert (code(copy), config(copy)) == before


def test_a_start_is_on_record_and_changes_no_state() -> None:
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *CORE.folds)
    started = table_started()
    journal.append([started], round_number=0, at_ms=5)
    assert started == TableStarted("0.1.0", code_digest(), config_digest())
    assert [recorded.event for recorded in journal.events(1)] == [started]
    assert not replays("TableStarted")
    assert journal.recover(Table).recorded == ()
    assert list(journal.replay()) == []
    (record,) = journal.recorder.records(1)
    assert Describer(*KINDS).text(record) == (
        f"version 0.1.0, code {started.code}, config {started.config}"
    )
