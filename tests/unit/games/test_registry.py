"""Whichever game is played at a table, its record is read by the game that knows it."""

from dataclasses import dataclass
from typing import get_type_hints

import pytest

from controller.domain.kernel import Emits
from controller.games import registry
from controller.games.bonus.game import BONUS
from controller.games.bonus.house import BonusHouse
from controller.journal.codec import Undecodable
from controller.journal.recorder import Record
from tests.unit.journal.shift import Shift, in_memory


@dataclass
class OtherGame:
    """A game that keeps something else than a record of the bonus game holds."""

    house: type


def recorded() -> tuple[Shift, Record]:
    shift = in_memory()
    shift.journal.checkpoint(BonusHouse(shift.table), round_number=0, at_ms=1)
    found = shift.journal.recorder.last_checkpoint()
    assert found is not None
    return shift, found


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_game_that_knows_a_record_reads_it(
    order: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shift, record = recorded()
    games = BONUS, OtherGame(str)
    monkeypatch.setattr(registry, "GAMES", tuple(games[index] for index in order))
    assert registry.house_in(shift.journal, record) == BonusHouse(shift.table)


def test_a_record_that_no_game_knows_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    shift, record = recorded()
    monkeypatch.setattr(registry, "GAMES", (OtherGame(str), OtherGame(int)))
    with pytest.raises(Undecodable):
        registry.house_in(shift.journal, record)


def test_an_act_that_only_records_takes_fields_of_the_very_types_of_its_event() -> None:
    """The type checker does not see into `Emits`."""
    cores = [core for game in registry.on_record() for core in (game.core, game.floor)]
    acts = {command: one.act for core in cores for command, one in core.handlers.items()}
    emitting = {command: act for command, act in acts.items() if isinstance(act, Emits)}
    assert len(emitting) > 50
    for command, act in emitting.items():
        asked, said = get_type_hints(command), get_type_hints(act.kind)
        assert {name: asked.get(name) for name in act.said} == {n: said[n] for n in act.said}
