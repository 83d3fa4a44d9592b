"""Cards nobody saw are opened after the round, by two people, on record; else they stay sealed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.cards.plan import LyingCard
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.game import BONUS
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.core import follow_up
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.game import Game
from controller.games.registry import KINDS, house_in
from controller.journal.export import Describer, export
from controller.journal.housekeeping import SCENARIO_BEGUN, CardsUnsealed, replays
from controller.journal.recorder import JournalFault, NewRecord, Record
from controller.journal.sealing import CardsTurned, TurnedCard
from controller.journal.unsealing import TableIn, never_turned, round_span, unseal
from tests.unit.journal.shift import KEYS, Shift, in_memory, open_journal

CARDS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh  3c 5c"
"""Community, dealer, place 1, place 2."""


def permitted(shift: Shift, number: int, *by: str, reason: str = "dispute 12") -> int:
    event = CardsUnsealed(number, by or ("Ann", "Bob"), reason)
    return shift.journal.append([event], round_number=shift.table.round.number, at_ms=5)


def table_in(shift: Shift) -> TableIn:
    return lambda record: (BONUS, shift.journal.state_in(record, Table))


def opened(shift: Shift, number: int) -> tuple[LyingCard, ...]:
    return unseal(shift.journal, permitted(shift, number), table_in(shift))


@pytest.fixture
def shift() -> Shift:
    return in_memory()


def fold_of_place_2(shift: Shift, *, close: bool = True) -> None:
    """A round in which place 2 folds: its cards are never turned over."""
    number = shift.table.round.number + 1
    if number == 1:
        shift.checkpoint()  # as every table has one from its start
    stake = Stake(Money(2500))
    commands: list[c.Command] = [c.OpenRound(number)]
    commands += [c.PlaceWager(place, Area.ANTE, stake) for place in (1, 2)]
    commands += [c.NoMoreBets(), *(c.CardDrawn(card) for card in parse_cards(CARDS))]
    commands += [c.Decide(1, Choice.BET), c.Decide(2, Choice.FOLD), c.Reveal(Street.FLOP)]
    commands += [c.Decide(1, Choice.CHECK), c.Reveal(Street.TURN)]
    commands += [c.Decide(1, Choice.CHECK), c.Reveal(Street.RIVER), c.ShowDealersHand()]
    commands += [c.BeginSettlement(), c.SettlePlace(1)]
    for command in commands:
        assert shift.do(command), command
        while (own := follow_up(shift.table)) is not None:
            if not close and isinstance(own, c.CloseRound):
                return
            shift.do(own)
    assert shift.table.round.phase is Phase.IDLE
    shift.checkpoint()


def names(cards: tuple[LyingCard, ...]) -> list[tuple[str, int, str]]:
    return [(card.where, card.index, repr(card.card)) for card in cards]


def test_the_cards_of_a_folded_hand_are_opened_after_the_round(shift: Shift) -> None:
    fold_of_place_2(shift)
    assert names(opened(shift, 1)) == [("place 2", 0, "3c"), ("place 2", 1, "5c")]


def test_an_old_round_is_found_among_many_in_any_file(path: Path) -> None:
    recorder = open_journal(path)
    shift = Shift(recorder)
    shift.play(3, mishaps=2)
    fold_of_place_2(shift)
    number = shift.table.round.number
    shift.archive()
    fold_of_place_2(shift)
    shift.play(3)
    for found in (number, number + 1):
        assert names(opened(shift, found)) == [("place 2", 0, "3c"), ("place 2", 1, "5c")]
    recorder.close()


def test_on_the_bench_every_scenario_counts_anew_and_the_last_one_is_meant(shift: Shift) -> None:
    """Read by kinds that know of no scenario: what begins the next one is not even looked at."""
    begun = NewRecord(SCENARIO_BEGUN, 0, 5, b"{}")
    for scenario in range(3):
        shift.journal.recorder.append([begun])
        shift.table = in_memory().table
        fold_of_place_2(shift)
        for _ in range(scenario % 2):
            fold_of_place_2(shift)
    folded = [("place 2", 0, "3c"), ("place 2", 1, "5c")]
    assert names(opened(shift, 2)) == folded, "which only the second one has"
    assert names(opened(shift, 1)) == folded
    recorder = shift.journal.recorder
    last = max(record.position for record in recorder.records() if record.kind == SCENARIO_BEGUN)
    found = round_span(recorder, 1)
    assert found is not None
    assert last < found.begins
    earlier = round_span(recorder, 2)
    assert earlier is not None
    assert earlier.begins < last == earlier.run.stop


def test_without_a_checkpoint_before_it_the_round_is_found_all_the_same(shift: Shift) -> None:
    shift.checkpoint()
    shift.checkpoint = lambda: None  # type: ignore[method-assign]
    fold_of_place_2(shift)
    fold_of_place_2(shift)
    assert names(opened(shift, 2)) == [("place 2", 0, "3c"), ("place 2", 1, "5c")]


def test_a_misdeal_leaves_all_cards_and_extra_ones_to_be_opened(shift: Shift) -> None:
    shift.checkpoint()
    shift.do(c.OpenRound(1))
    shift.do(c.PlaceWager(1, Area.ANTE, Stake(Money(2500))))
    shift.do(c.NoMoreBets())
    for card in parse_cards(CARDS)[:8]:
        shift.do(c.CardDrawn(card))
    shift.do(c.CardDrawn(None))
    shift.do(c.DealDone())
    shift.do(c.CardDrawn(parse_cards("9c")[0]))
    shift.do(c.Report(c.Irregularity.WRONG_CARD_COUNT))
    with pytest.raises(
        JournalFault, match="round 1 is not over: the table is in round 1, reconcile"
    ):
        opened(shift, 1)
    assert shift.do(c.CloseRound())
    assert names(opened(shift, 1)) == [
        *(("community", i, name) for i, name in enumerate(CARDS.split()[:5])),
        ("dealer", 0, "Ah"),
        ("dealer", 1, "Ad"),
        ("place 1", 0, "Ks"),
        ("place 1", 1, "None"),
        ("extra", 0, "9c"),
    ]


@pytest.mark.parametrize("rules", range(4))
def test_every_card_is_either_told_or_opened(rules: int) -> None:
    for seed in range(12):
        shift = in_memory(seed=seed, rules=rules)
        shift.checkpoint()
        shift.play(1, mishaps=4)
        drawn = [card for card in shift.table.round.drawn if card is not None]
        cards = {card.card for card in opened(shift, shift.table.round.number)}
        turned = {
            card.card
            for recorded in shift.journal.events()
            if isinstance(recorded.event, CardsTurned)
            for card in recorded.event.cards
        }
        assert cards | turned >= set(drawn)
        assert not cards & turned or len(set(drawn)) < len(drawn)


@pytest.mark.parametrize("many", [0, 1, 2, 5])
def test_a_reversed_packet_is_opened_as_it_lies(shift: Shift, many: int) -> None:
    shift.table = replace(shift.table, rules=replace(shift.table.rules, packet_reversed=True))
    fold_of_place_2(shift)
    table = replace(shift.table, round=replace(shift.table.round, revealed=many))
    turned = CardsTurned(
        tuple(
            TurnedCard("community", index, card)
            for index, card in enumerate(table.round.community[:many])
            if card is not None
        )
    )
    lying = [
        card
        for card in never_turned(BONUS.drawn_cards(table), [turned])
        if card.where == "community"
    ]
    assert {card.index: card.card for card in lying} == dict(
        list(enumerate(table.round.community))[many:]
    )


def test_a_round_in_progress_stays_sealed(shift: Shift) -> None:
    fold_of_place_2(shift)
    fold_of_place_2(shift, close=False)
    with pytest.raises(
        JournalFault, match="round 2 is not over: the table is in round 2, reconcile"
    ):
        opened(shift, 2)
    with pytest.raises(JournalFault, match="round 3: there is no such round"):
        opened(shift, 3)
    assert opened(shift, 1)


@pytest.mark.parametrize(
    ("by", "reason"),
    [(("Ann",), "dispute"), (("Ann", "Ann "), "dispute"), (("Ann", " "), "x"), (("A", "B"), " ")],
)
def test_one_person_or_no_reason_opens_nothing(by: tuple[str, ...], reason: str) -> None:
    shift = in_memory()
    fold_of_place_2(shift)
    position = permitted(shift, 1, *by, reason=reason)
    with pytest.raises(JournalFault, match=r"expected 2 and a reason\. The cards stay sealed"):
        unseal(shift.journal, position, table_in(shift))


def test_nothing_is_opened_that_is_not_on_record_first(shift: Shift) -> None:
    fold_of_place_2(shift)
    head = shift.journal.recorder.head().position
    for position in (1, head - 1, head + 1):
        with pytest.raises(JournalFault, match=f"record {position} is not a CardsUnsealed"):
            unseal(shift.journal, position, table_in(shift))


def test_the_state_may_hold_more_than_the_table(shift: Shift) -> None:
    shift.journal.checkpoint(BonusHouse(shift.table), round_number=0, at_ms=1)
    shift.checkpoint = lambda: None  # type: ignore[method-assign]
    fold_of_place_2(shift)

    def whole(record: Record) -> tuple[Game, Any]:
        house = house_in(shift.journal, record)
        return house.game, house.table

    found = unseal(shift.journal, permitted(shift, 1), whole)
    assert len(found) == 2


def test_a_round_without_a_state_to_start_from_stays_sealed(shift: Shift) -> None:
    shift.checkpoint = lambda: None  # type: ignore[method-assign]
    fold_of_place_2(shift)
    with pytest.raises(JournalFault, match="was started with is missing"):
        unseal(shift.journal, permitted(shift, 1), table_in(shift))


def test_the_record_of_it_is_shown_and_not_replayed(shift: Shift) -> None:
    fold_of_place_2(shift)
    permitted(shift, 1)
    assert shift.recovered() == shift.table
    assert not replays("CardsUnsealed")
    *_, record = shift.journal.recorder.records()
    assert Describer(*KINDS).text(record) == "round 1, by Ann; Bob, reason dispute 12"


def test_before_and_after_nothing_readable_is_in_files_or_exports(
    path: Path, tmp_path: Path
) -> None:
    recorder = open_journal(path)
    shift = Shift(recorder)
    fold_of_place_2(shift)
    for turn in range(2):
        export(path, tmp_path / f"export {turn}", KEYS, *KINDS)
        written = b"".join(
            file.read_bytes()
            for folder in (path.parent, tmp_path / f"export {turn}")
            for file in folder.iterdir()
        )
        assert b'"Ks"' in written
        for hidden in ("3c", "5c"):
            assert f'"{hidden}"'.encode() not in written
        assert len(opened(shift, 1)) == 2
    recorder.close()
