"""Poker-room files through the real controller with its record.

What comes out is what the core alone and the oracle say; killed after any command the record
carries on; and no face of a hand that nobody has shown is anywhere in it.
"""

import json
import random
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from controller.domain.books import balances
from controller.games.poker.books import DROP, POT, entries, stack
from controller.games.poker.core import CORE
from controller.games.poker.house import PokerHouse
from controller.games.poker.state import Table
from controller.journal.codec import to_bytes
from controller.journal.recorder import State
from simulators.games.poker.play import play
from tests.helpers import poker_gen, poker_oracle
from tests.helpers.kill import KILLED, dying, goes_on, listed, playing, verdict
from tests.helpers.kill import play as feltwork_play
from tests.helpers.poker_record import DealtOnRecord

MANY: Final = 1_000
EXAMPLE: Final = Path(__file__).parents[2] / "config/scenarios/poker/poker-mistakes.toml"


def generated(seed: int) -> tuple[dict[str, Any], str]:
    file = poker_gen.scenario(random.Random(seed), corners=seed % 2 == 1)
    return file, poker_gen.to_toml(file)


def looked_through(seed: int) -> int:
    """One file, dealt on the record, and all that must hold of it; how many faces it has kept."""
    file, text = generated(seed)
    dealt = DealtOnRecord(text)
    results = dealt.hands()
    for wanted in (play(text, "file.toml"), poker_oracle.play(file)):
        assert json.dumps(results) == json.dumps(wanted["hands"]), f"seed {seed}\n{text}"
    books_balance_and_agree_with_the_stacks(dealt, results)
    events_fold_to_the_table(dealt)
    return sum(faces_kept(file, dealt, number, one) for number, one in enumerate(results))


def killed(seed: int) -> None:
    _, text = generated(seed)
    dealt, wanted = DealtOnRecord(text, kills=True).hands(), play(text, "file.toml")["hands"]
    assert json.dumps(dealt) == json.dumps(wanted), f"seed {seed}\n{text}"


def test_files_come_out_as_the_core_and_the_oracle_say_with_books_and_faces_kept() -> None:
    assert sum(map(looked_through, range(24))) > 100


def test_killed_after_every_command_a_file_ends_the_same() -> None:
    for seed in range(8):
        killed(seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(100_000, 100_000 + MANY, 200))
def test_many_files_come_out_as_the_core_and_the_oracle_say(first: int) -> None:
    for seed in range(first, first + 200):
        looked_through(seed)
        if seed % 5 == 0:
            killed(seed)


# What nobody has shown


def unseen(file: dict[str, Any], number: int, result: dict[str, Any]) -> set[str]:
    """The faces that only their players know, from the order of the deck; nothing where a mistake
    brings cards back into play."""
    hand = file["hands"][number]
    if any(event.get("cards") or "card" in event for event in hand.get("events", ())):
        return set()
    count, cards = len(result["seats"]), hand["cards"].split()
    by_seat = sorted(seat["seat"] for seat in result["seats"])
    button = result["button"]
    order = [s for s in by_seat if s > button] + [s for s in by_seat if s <= button]
    shown = {seat["seat"] for seat in result["seats"] if seat["cards"]}
    return {
        cards[index + lap * count]
        for index, seat in enumerate(order)
        if seat not in shown
        for lap in (0, 1)
    }


def faces_kept(
    file: dict[str, Any], dealt: DealtOnRecord, number: int, result: dict[str, Any]
) -> int:
    """No face of a hand that was not shown is in the record or the state; how many there are."""
    faces = {f'"{face}"'.encode() for face in unseen(file, number, result)}
    tables = [table for table in dealt.tables if table.number == number + 1]
    events = [one.event for one in dealt.events() if one.round == number + 1]
    kept = (
        *(to_bytes(PokerHouse, PokerHouse(table)) for table in tables),
        *(to_bytes(type(event), event) for event in events),
        *(one.payload for one in dealt.recorder.records() if one.round == number + 1),
    )
    for what in kept:
        assert not [face for face in faces if face in what], what
    return len(faces)


def test_a_shown_face_is_found_where_it_is_looked_for() -> None:
    """The search above would find one."""
    dealt = DealtOnRecord(generated(0)[1])
    shown = next(card for hand in dealt.hands() for seat in hand["seats"] for card in seat["cards"])
    face = f'"{shown}"'.encode()
    assert any(face in to_bytes(type(one.event), one.event) for one in dealt.events())
    assert any(face in to_bytes(PokerHouse, PokerHouse(table)) for table in dealt.tables)


# Books and events


def books_balance_and_agree_with_the_stacks(
    dealt: DealtOnRecord, results: list[dict[str, Any]]
) -> None:
    """After every command."""
    drops: dict[int, int] = {}
    for table in dealt.tables:
        if table.hand is None:
            continue
        gained = balances(entries(table))
        assert sum(gained.values()) == 0
        assert gained.get(POT, 0) == table.hand.pot
        for player in table.hand.players:
            assert gained.get(stack(player.seat), 0) == player.stack - player.before
        if table.hand.ending:
            drops.setdefault(table.number, gained.get(DROP, 0))
    for result in results:
        assert f"{drops[result['number']] / 100:.2f}" == result["commission"]


def events_fold_to_the_table(dealt: DealtOnRecord) -> None:
    first: Table = dealt._at._fresh.table  # noqa: SLF001
    recorded = dealt.events()
    events = [one.event for one in recorded if type(one.event) in CORE.folds]
    assert CORE.fold(first, events) == dealt.tables[-1]
    rounds = [one.round for one in recorded]
    assert all(one <= other for one, other in pairwise(rounds)), "numbers only grow"


# Whole processes


@pytest.mark.usefixtures("untraced")
def test_a_process_killed_before_and_after_writes_ends_the_same(disk: Path) -> None:
    scenario = Path(shutil.copy(EXAMPLE, disk))
    status, result, _ = feltwork_play(scenario)
    assert status == 0
    found = listed(lambda: feltwork_play(scenario, disk / "whole.journal"))
    assert len(found) > 100
    for at in range(0, len(found), 13):
        folder = disk / str(at)
        folder.mkdir()
        journal = folder / "run.journal"
        assert dying(playing(scenario, journal), at).status == KILLED
        if journal.exists():
            assert verdict(journal).state is not State.DAMAGED
        goes_on(scenario, journal, result, f"killed at moment {at}, {found[at]}")
        shutil.rmtree(folder)
