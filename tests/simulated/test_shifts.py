"""Whole shifts by simulated people: the next step of the table alone brings them to their end."""

import random
from typing import Any

import pytest

from controller.domain.cards import parse_cards
from controller.floor.state import Status
from controller.games.bonus import events as e
from controller.games.bonus.round.state import Ending
from controller.games.registry import KINDS
from controller.games.step import NextStep
from controller.house.events import SessionBegun
from controller.journal.sealing import SealedJournal
from controller.running.snapshot import Snapshot
from drivers.shuffler.protocol import Back
from drivers.xkeys.protocol import Light
from simulators.games.bonus.people.checks import CHECKS, BonusChecks
from simulators.games.bonus.people.dealer import AWARD_CONFIRMED
from simulators.games.bonus.people.players import TEMPERAMENTS, Player, Temperament
from simulators.games.bonus.people.table import METER, LiveBonus
from simulators.games.bonus.soak import BONUS_SOAK, TABLES, BonusSoak, raise_minimum
from simulators.people.checks import Broken, Check
from simulators.people.felt import faces
from simulators.people.live import LiveTable
from simulators.people.soak import KINDS as FAULTS
from simulators.people.soak import SoakShift
from simulators.people.tapping import Stuck
from simulators.people.traces import Tally
from simulators.xkeys import SimXk24
from tests.helpers.campaign import Rig

EVERYDAY = ("nsw-2024 B shuffler", "nsw-legacy A shoe", "sd A hand")
EVERY_TABLE = [
    pytest.param(number, id=name, marks=() if name in EVERYDAY else pytest.mark.long)
    for number, name in enumerate(f"{t[0]} {t[1]} {t[2]}" for t in TABLES)
]


@pytest.mark.parametrize("table", EVERY_TABLE)
def test_a_shift_is_played_from_opening_to_closing(table: int) -> None:
    tally = Tally()
    shift = SoakShift((BONUS_SOAK,), seed=5, number=table, kinds=(), tally=tally)
    assert len(list(shift.play(12))) == 12
    floor = shift.table.floor
    assert floor.status is Status.CLOSED
    assert floor.cash.opening == floor.cash.closing
    assert set(tally.endings) <= {"settled"}
    assert tally.rounds == 12
    assert tally.checks[Check.BOOKS] > 250
    assert all(tally.checks[check] for check in CHECKS)


def test_a_soak_takes_the_tables_of_all_games_in_turn() -> None:
    class ByHand(BonusSoak):
        """As if it were another game, with one table."""

        tables = 1

        def table(self, kind: int, chance: random.Random) -> LiveBonus:
            return super().table(6 + kind, chance)

    games = ByHand(), BONUS_SOAK
    shifts = [SoakShift(games, 1, number, (), Tally()) for number in (0, 1, 2, 3, 4)]
    assert [shift.table.felt.source for shift in shifts] == ["", "shuffler", "", "shoe", ""]


def names(table: LiveTable) -> list[Any]:
    journal = SealedJournal(table.recorder, table.keys, *KINDS)
    return [recorded.event for recorded in journal.events()]


def test_the_record_shows_two_dealers_a_supervisor_and_changed_limits() -> None:
    rig = Rig("shoe")
    rig.round()
    rig.pit.relieve()
    raise_minimum(rig.dealer)
    rig.pit.tidy()
    rig.round()
    rig.pit.close()
    events = names(rig.table)
    signed_on = {event.actor.number for event in events if isinstance(event, SessionBegun)}
    assert signed_on == {"101", "102", "201"}
    kinds = {type(event).__name__ for event in events}
    assert {"TableOpened", "FloatCounted", "DeckChecked", "TableClosed"} <= kinds
    assert {"LimitsChanged", "MarkerPlaced"} & kinds


def test_a_jackpot_is_won_with_a_supervisor() -> None:
    """The deck is stacked: the player at place 1 has a straight flush with the flop."""
    rig = Rig("shoe", ways=Temperament(100, 0, 100, 100, 0, 0))
    rig.table.felt.world.stack(
        Back.RED, faces(parse_cards("9h Th Jh 3c 2d 4c Qh 6c 8d 5s Kh 7s 7d"))
    )
    rig.round()  # with the deck as it was; the stacked one is made ready behind it
    rig.round()
    assert rig.seat.seen[AWARD_CONFIRMED] == 1
    paid = [event for event in names(rig.table) if isinstance(event, e.AwardPaid)]
    assert len(paid) >= 1
    assert rig.game.pool is not None
    assert rig.game.pool.status().meter < METER


def test_the_same_seed_plays_the_same_shift() -> None:
    def cards(seed: int) -> list[Any]:
        rig = Rig("shuffler", seed)
        for _ in range(2):
            rig.round()
        return rig.cards

    assert cards(3) == cards(3)
    assert cards(3) != cards(4)


def test_a_dealer_without_a_step_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step is all the dealer has: without it the table stands still."""
    rig = Rig("shoe")
    monkeypatch.setattr("controller.games.bonus.game.step_of", lambda house: NextStep())
    rig.table.crash()  # what was shown before is gone
    with pytest.raises(Stuck, match="nothing goes on"):
        rig.round()


def test_a_dealer_reads_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig("shoe")
    monkeypatch.setattr("simulators.games.bonus.people.dealer.guide", lambda table: None)
    monkeypatch.setattr("simulators.games.bonus.people.dealer.advice", lambda house: ())
    assert rig.round().ending is Ending.SETTLED


def test_crashes_and_faults_in_one_shift() -> None:
    tally = Tally()
    list(SoakShift((BONUS_SOAK,), seed=3, number=1, kinds=FAULTS, tally=tally).play(21))
    assert tally.injected["crash"] > 0
    assert sum(tally.injected.values()) > 8
    assert tally.showed["crash"] == tally.injected["crash"]
    assert tally.survived == tally.injected


def test_without_a_fault_no_fault_has_left_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a crash leaves, or the players' mistakes, proves no fault."""
    monkeypatch.setattr("simulators.people.traces.inject", lambda *_: None)
    tally = Tally()
    list(SoakShift((BONUS_SOAK,), seed=3, number=1, kinds=FAULTS, tally=tally).play(24))
    assert tally.injected["crash"] > 0
    assert set(tally.injected) == set(tally.showed) == {"crash"}


def test_a_broken_record_is_noticed() -> None:
    """The checks are no decoration: a table that shows something else than it has recorded."""
    checks = BonusChecks()
    rig = Rig("shoe")
    rig.checks.must_hold()
    checks.begin(rig.game.fresh)
    checks.show(rig.table.snapshot)
    with pytest.raises(Broken, match="not what was recorded"):
        checks.must_hold()


def test_a_lamp_that_stays_wrong_is_noticed() -> None:
    rig = Rig("shoe")
    rig.checks.lamps(rig.table)
    rig.table.felt.lamps = burnt = SimXk24()  # what lights up is not what is told
    burnt.backlights = dict.fromkeys(burnt.backlights, Light.FLASH)
    with pytest.raises(Broken, match="lamps: 0 is FLASH"):
        rig.checks.lamps(rig.table)


def test_a_card_shown_too_early_is_noticed() -> None:
    rig = Rig("shoe")
    seen: list[str] = []
    rig.dealer.acted = seen.append
    while "decisions" not in seen:
        rig.pit.turn()
    house = rig.checks.house
    assert house is not None
    snapshot = rig.table.snapshot
    rig.checks.show(Snapshot(house, snapshot.revisions, snapshot.held, snapshot.head))
    with pytest.raises(Broken, match="lie face down"):
        rig.checks.must_hold()


def test_every_temperament_keeps_to_the_limits() -> None:
    rig = Rig("shoe")
    limits = rig.game.rules.limits
    for temperament in TEMPERAMENTS:
        player = Player(1, random.Random(1), TEMPERAMENTS[temperament])
        antes = [ante for _ in range(200) if (ante := player.ante(limits)) is not None]
        assert antes
        assert all(limits.ante_min <= ante <= limits.ante_max for ante in antes)
