"""Records of former versions, kept as they were written, and what is shown of them.

`tests/fixtures/records` has one archive a record. `table-14` to `table-16` are whole tables of a
scripted shift: floor, people, devices, pool, a jam, a misdeal, a jackpot, a power cut; `table-21`
and `table-22` those of the poker room, by actions with two decks out of the shuffler, and by pots.
The others are scenarios of every rule set, each with an award off the meter, a void round or a
power cut; those of the poker room are of the version before its tables had devices.
Nobody writes them anew: whatever becomes of the program, it verifies, recovers and shows them as
the version did that wrote them. `shown.txt` in each archive has the facts that version showed: the
amounts, places and rules of its sentences, and every lamp, lock and sign. Words may change.
"""

import re
import tarfile
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner

from controller.domain.instant import Instant
from controller.floor.prompts import prompts
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.steps import guide
from controller.games.poker.house import PokerHouse
from controller.games.registry import KINDS, house_in
from controller.house.fold import fold, fold_one
from controller.journal.housekeeping import replays
from controller.journal.keys import keys_for
from controller.journal.reader import JournalReader
from controller.journal.recorder import CHECKPOINT, Record
from controller.journal.sealing import SealedJournal
from controller.running.outputs import derive_outputs
from ui.commands.journal import journal as commands

RECORDS: Final = Path(__file__).parents[1] / "fixtures" / "records"
NAMES: Final = sorted(path.name.removesuffix(".tar.xz") for path in RECORDS.glob("*.tar.xz"))


def unpack(name: str, into: Path) -> Path:
    """The folder of one record, as it was left."""
    with tarfile.open(RECORDS / f"{name}.tar.xz") as packed:
        # The first releases of Python 3.11 know no filters.
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        packed.extractall(into)
    return into / name


def shown(folder: Path) -> Iterator[str]:
    """What was to be seen after every record: kind, guidance, prompts, lamps, locks and sign."""
    return (f"{record.position} {_seen(house, record)}" for record, house in _folded(folder))


def recovered_in_every_phase(folder: Path) -> Iterator[tuple[str, str]]:
    """What comes of a crash at the first record of each phase: position, and what is shown then."""
    first: dict[object, Record] = {}
    for record, house in _folded(folder):
        first.setdefault(_phase(house), record)
    for record in first.values():
        journal = _journal(folder, Cut(folder / "table.journal", record.position))
        recovery = journal.recover(type(house))
        assert recovery.state is not None
        house = fold(recovery.state, (recorded.event for recorded in recovery.recorded))
        yield str(record.position), _seen(house, record)


def _journal(folder: Path, reader: JournalReader) -> SealedJournal:
    return SealedJournal(reader, keys_for(folder / "table.journal", None, create=False), *KINDS)


def _phase(house: Any) -> object:
    return house.table.round.phase if isinstance(house, BonusHouse) else house.table.phase


def _folded(folder: Path) -> Iterator[tuple[Record, Any]]:
    """Every record that changes the table, and the table after it, from the first state on."""
    journal = _journal(folder, JournalReader(folder / "table.journal"))
    house: Any = None
    for record in journal.recorder.records():
        if record.kind == CHECKPOINT:
            house = house or house_in(journal, record)
        elif house is not None and replays(record.kind):
            house = fold_one(house, journal.read(record).event)
            yield record, house


def _seen(house: Any, record: Record) -> str:
    return f"{record.kind}: {'; '.join(_lines(house, record.at_ms))}"


class Cut(JournalReader):
    """A journal as it was when this record was its last."""

    def __init__(self, path: Path, last: int) -> None:
        super().__init__(path)
        self._last = last

    def records(self, since: int = 0) -> Iterator[Record]:
        return takewhile(lambda record: record.position <= self._last, super().records(since))

    def last_checkpoint(self) -> Record | None:
        checkpoints = [record for record in self.records() if record.kind == CHECKPOINT]
        return checkpoints[-1] if checkpoints else None


def told(folder: Path) -> str:
    """What `feltwork journal show` says of all rounds."""
    shown = CliRunner().invoke(commands, ["show", "--plain", "--rounds", "1000", _path(folder)])
    assert shown.exit_code == 0, shown.output
    return shown.stdout


def verdict(folder: Path) -> str:
    """What `feltwork journal verify` says, without the path."""
    verified = CliRunner().invoke(commands, ["verify", _path(folder)])
    assert verified.exit_code == 0, verified.output
    return verified.stdout.replace(_path(folder), "table.journal")


def _path(folder: Path) -> str:
    return str(folder / "table.journal")


def _lines(house: Any, at_ms: int) -> Iterator[str]:
    yield from _chips(house) if isinstance(house, PokerHouse) else _guidance(guide(house.table))
    if house.floor is not None:
        due = prompts(house.floor, Instant(at_ms, 0))
        yield from (f"{_figures(prompt.text)} ({prompt.clause})" for prompt in due)
    outputs = derive_outputs(house)
    yield f"lamps {' '.join(outputs.place_lamps)}, keys {' '.join(sorted(outputs.keypad_lamps))}"
    yield f"sensors locked {outputs.sensors_locked}, shoe locked {outputs.shoe_locked}"
    yield f"sign {outputs.sign_text}"


def _guidance(step: Any) -> Iterator[str]:
    yield f"{_figures(step.text)} ({step.clause})"
    yield from map(_figures, (*step.reminders, *step.warnings))


def _chips(house: PokerHouse) -> Iterator[str]:
    """Of a hand: how far it is, and where every chip is."""
    table, hand = house.table, house.table.hand
    yield f"{table.phase.value}: {house.game.step(house).name}"
    yield f"stacks {' '.join(str(seat.stack) for seat in table.seats)}, chips {table.chips}"
    yield f"drop {table.drop}, pot {hand.pot if hand else 0}"


def _figures(text: str) -> str:
    """The facts of a sentence: amounts, places, rules. How it says them may change."""
    return " ".join(sorted(re.findall(r"\$?\d[\d,.:]*\d|\d", text)))
