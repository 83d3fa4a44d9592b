"""People with cards at a simulated table: what they see of the reader, what is left of a card."""

import logging
import random
from collections import Counter
from typing import Any

import pytest

from controller.domain.base import existing
from controller.floor.seats import CardConfirmed, SeatTaken
from controller.games.bonus.round.state import Ending
from controller.games.registry import KINDS
from controller.house.events import SessionBegun
from controller.journal.sealing import SealedJournal
from controller.staff.session import Means
from drivers.attendant import LOOK_AGAIN_MS
from drivers.health import Condition, Health
from drivers.magtek.protocol import swipe_report
from simulators.faults import WIRE, Trouble
from simulators.games.bonus.people.dealer import Dealer
from simulators.games.bonus.people.players import TEMPERAMENTS, Player
from simulators.games.bonus.people.table import LiveBonus
from simulators.people.felt import OTHER_READER, READER
from simulators.people.live import SUPERVISOR, LiveTable
from simulators.people.pit import Pit
from simulators.people.swiping import ON_TRACKS, LiveSeat
from simulators.people.troubles import devices_for, inject
from tests.helpers.campaign import Rig, rules


def recorded(table: LiveTable) -> list[Any]:
    journal = SealedJournal(table.recorder, table.keys, *KINDS)
    return [entry.event for entry in journal.events()]


def means(table: LiveTable) -> Counter[Means]:
    return Counter(event.means for event in recorded(table) if isinstance(event, SessionBegun))


def of(table: LiveTable, kind: type[SeatTaken | CardConfirmed]) -> list[int]:
    return [event.place for event in recorded(table) if isinstance(event, kind)]


def test_players_sit_down_by_card_and_staff_sign_on_by_pin() -> None:
    rig = Rig("shoe")
    rig.round()
    seated = {seat.place: (seat.player, seat.card) for seat in rig.table.floor.seated()}
    assert seated == {place: (f"6060000{place}", True) for place in (1, 2, 4)}
    assert set(means(rig.table)) == {Means.PIN}
    assert rig.seat.swiping.again == rig.seat.swiping.given_up == 0


def test_without_its_reader_a_table_is_opened_and_played_all_the_same() -> None:
    table, chance = LiveTable(LiveBonus(rules("shoe", "nsw-2024")), 1), random.Random(1)
    table.felt.bus_of("reader").unplug(table.felt.reader)
    players = [Player(3, chance, TEMPERAMENTS["steady"])]
    seat = LiveSeat(table, players)
    pit = Pit(Dealer(seat, players), seat)
    pit.open()
    pit.play_round()
    assert table.house.table.round.ending is Ending.SETTLED
    assert set(means(table)) == {Means.PIN}
    assert (of(table, SeatTaken), of(table, CardConfirmed)) == ([3], [3])
    assert seat.swiping.given_up > 0


@pytest.mark.parametrize("trouble", [Trouble.DUPLICATE, Trouble.DELAY])
def test_a_staff_card_that_comes_twice_signs_nobody_on_who_has_left(trouble: Trouble) -> None:
    rig = Rig("shoe")
    before = means(rig.table)[Means.PIN]
    inject(rig.table.felt, trouble, "reader", random.Random(1))
    rig.seat.swiping.sign_on(SUPERVISOR)
    rig.table.lock()
    rig.table.felt.pump.pass_ms(1_000)
    assert rig.table.snapshot.on_top is None
    assert means(rig.table)[Means.PIN] == before + 1, "a card alone begins no session"


@pytest.mark.parametrize("trouble", [Trouble.DUPLICATE, Trouble.DELAY])
def test_a_player_whose_card_comes_twice_has_one_seat_with_one_card(trouble: Trouble) -> None:
    rig = Rig("shoe")
    late = Player(5, random.Random(1))
    inject(rig.table.felt, trouble, "reader", random.Random(1))
    assert rig.seat.swiping.sit_down(late)
    rig.table.felt.pump.pass_ms(1_000)
    assert of(rig.table, SeatTaken) == of(rig.table, CardConfirmed) == [1, 2, 4, 5]
    assert not existing(rig.table.devices.reader, "no reader").view.card_waits


def test_another_tables_reader_is_refused_by_name_until_it_is_taken_away() -> None:
    rig = Rig("shoe")
    inject(rig.table.felt, Trouble.WRONG_ID, "reader", random.Random(2))
    rig.table.felt.reader.swipe_member("60600001")

    def health() -> Health:
        return rig.table.devices.health["reader"]

    assert rig.table.felt.pump.until(lambda: health().condition is Condition.REFUSED, LOOK_AGAIN_MS)
    assert f"serial {OTHER_READER} seen" in health().reason
    assert f"serial {READER} expected" in health().reason
    rig.healed()
    assert rig.seat.swiping.show(rig.dealer.players[1])


def test_a_staff_card_that_nobody_has_signs_nobody_on() -> None:
    rig = Rig("shoe")
    reader = existing(rig.table.devices.reader, "no reader")
    before = rig.table.signed_on
    rig.table.felt.reader.swipe_member("9000000999")
    assert rig.table.felt.pump.until(lambda: reader.view.refused, 1_000)
    assert rig.table.signed_on == before


def test_whatever_happens_to_a_swipe_its_tracks_are_found_nowhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rig, chance, said = Rig("shoe"), random.Random(3), list[object]()
    with caplog.at_level(logging.DEBUG):
        for trouble in WIRE:
            assert "reader" in devices_for(rig.table.felt, trouble)
            inject(rig.table.felt, trouble, "reader", chance)
            rig.seat.swiping.show(rig.dealer.players[1])
            said += [rig.table.devices.health, rig.table.snapshot]
        torn = swipe_report((b"", f";60600001={ON_TRACKS}?".encode("ascii"), b""))[:203]
        rig.table.felt.reader.send(torn)
        rig.table.felt.pump.pass_ms(500)
    assert rig.table.devices.health["reader"].condition is Condition.REFUSED
    said += [rig.table.devices.health, recorded(rig.table), caplog.text]
    said.append(vars(existing(rig.table.devices.reader, "no reader")))
    told = "".join(map(repr, said))
    assert of(rig.table, SeatTaken) == of(rig.table, CardConfirmed) == [1, 2, 4]
    assert "60600001" in told, "the number of the member is on record"
    assert ON_TRACKS not in told
    assert "HOLDER" not in told
