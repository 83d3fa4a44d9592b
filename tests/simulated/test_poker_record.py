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

MANY: Final = 4_000
EXAMPLE: Final = Path(__file__).parents[2] / "config/scenarios/poker/poker-mistakes.toml"


def generated(seed: int) -> tuple[dict[str, Any], str]:
    file = poker_gen.scenario(random.Random(seed), corners=seed % 2 == 1)
    return file, poker_gen.to_toml(file)


def compare(seed: int) -> None:
    file, text = generated(seed)
    dealt = json.dumps(DealtOnRecord(text).hands())
    assert dealt == json.dumps(play(text, "file.toml")["hands"]), f"seed {seed}\n{text}"
    assert dealt == json.dumps(poker_oracle.play(file)["hands"]), f"seed {seed}\n{text}"


def killed(seed: int) -> None:
    _, text = generated(seed)
    dealt, wanted = DealtOnRecord(text, kills=True).hands(), play(text, "file.toml")["hands"]
    assert json.dumps(dealt) == json.dumps(wanted), f"seed {seed}\n{text}"


def test_results_are_those_of_the_core_and_of_the_oracle() -> None:
    for seed in range(80):
        compare(seed)


def test_killed_after_every_command_a_file_ends_the_same() -> None:
    for seed in range(12):
        killed(seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(100_000, 100_000 + MANY, 500))
def test_thousands_of_results_are_those_of_the_core_and_of_the_oracle(first: int) -> None:
    for seed in range(first, first + 500):
        compare(seed)
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


def test_no_face_of_a_hand_that_was_not_shown_is_in_the_record_or_the_state() -> None:
    looked_for = 0
    for seed in range(20):
        file, text = generated(seed)
        dealt = DealtOnRecord(text)
        results = dealt.hands()
        for number, result in enumerate(results):
            faces = {f'"{face}"'.encode() for face in unseen(file, number, result)}
            states = [
                to_bytes(PokerHouse, PokerHouse(table))
                for table in dealt.tables
                if table.number == number + 1
            ]
            written = [
                to_bytes(type(one.event), one.event)
                for one in dealt.events()
                if one.round == number + 1
            ]
            raw = [one.payload for one in dealt.recorder.records() if one.round == number + 1]
            for what in (*states, *written, *raw):
                assert not [face for face in faces if face in what], f"seed {seed}: {what!r}"
            looked_for += len(faces)
    assert looked_for > 100


def test_a_shown_face_is_found_where_it_is_looked_for() -> None:
    """The search above would find one."""
    dealt = DealtOnRecord(generated(0)[1])
    shown = next(card for hand in dealt.hands() for seat in hand["seats"] for card in seat["cards"])
    face = f'"{shown}"'.encode()
    assert any(face in to_bytes(type(one.event), one.event) for one in dealt.events())
    assert any(face in to_bytes(PokerHouse, PokerHouse(table)) for table in dealt.tables)


# Books and events


def test_after_every_command_the_books_balance_and_agree_with_the_stacks() -> None:
    for seed in range(25):
        _, text = generated(seed)
        dealt = DealtOnRecord(text)
        results = dealt.hands()
        for table in dealt.tables:
            if table.hand is None:
                continue
            gained = balances(entries(table))
            assert sum(gained.values()) == 0
            assert gained.get(POT, 0) == table.hand.pot
            for player in table.hand.players:
                assert gained.get(stack(player.seat), 0) == player.stack - player.before
        over = [table for table in dealt.tables if table.hand and table.hand.ending]
        for result in results:
            table = next(one for one in over if one.number == result["number"])
            drop = balances(entries(table)).get(DROP, 0)
            assert f"{drop / 100:.2f}" == result["commission"]


def test_the_events_of_the_record_fold_to_the_table() -> None:
    for seed in range(20):
        _, text = generated(seed)
        dealt = DealtOnRecord(text)
        dealt.hands()
        first: Table = dealt._at._fresh.table  # noqa: SLF001
        events = [one.event for one in dealt.events() if type(one.event) in CORE.folds]
        assert CORE.fold(first, events) == dealt.tables[-1]
        rounds = [one.round for one in dealt.events()]
        assert all(one <= other for one, other in pairwise(rounds)), "numbers only grow"


# Whole processes


@pytest.mark.usefixtures("untraced")
def test_a_process_killed_before_and_after_writes_ends_the_same(disk: Path) -> None:
    scenario = Path(shutil.copy(EXAMPLE, disk))
    status, result, _ = feltwork_play(scenario)
    assert status == 0
    found = listed(lambda: feltwork_play(scenario, disk / "whole.journal"))
    assert len(found) > 100
    for at in range(0, len(found), 7):
        folder = disk / str(at)
        folder.mkdir()
        journal = folder / "run.journal"
        assert dying(playing(scenario, journal), at).status == KILLED
        if journal.exists():
            assert verdict(journal).state is not State.DAMAGED
        goes_on(scenario, journal, result, f"killed at moment {at}, {found[at]}")
        shutil.rmtree(folder)
