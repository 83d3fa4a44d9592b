"""Jackpot sensors, their lamps and lock, and the keypad, through real drivers (15.2; sd (3))."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.devices.config import load_devices
from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.floor.equipment import FitDevices
from controller.floor.seats import ReopenSeat
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.floor.jackpots import EnableJackpot
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.state import BonusSeat, ShownOn
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Choice
from controller.games.registry import KINDS
from controller.journal.sealing import SealedJournal
from controller.pools.outbox import TransfersDue
from controller.pools.transfers import Contribute
from controller.running.runtime import TableController
from drivers.shuffler.protocol import Back
from drivers.xkeys.protocol import Light
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import KEYS, HandClock, fresh_house
from tests.helpers.wired import Wired, wired
from tests.unit.floor.pit import Pit

CARDS = parse_cards("2d 5s 9h Qd 3c Jh Js Ad Kd 7c 7d 8h 8s")


def rules_of(ruleset: str) -> TableRules:
    if ruleset != "sd":
        return table_rules(ruleset, places=5, dealing="shoe", jackpot=jackpot_rules())
    schedule = jackpot_rules("PMG-01", wager="1", increment_millionths=0, seed="10000")
    return table_rules("sd", places=5, jackpot=schedule)


def seen(*places: int) -> Callable[[BonusHouse], bool]:
    """Chips at exactly these places, as the table knows it."""
    return lambda house: house.table.round.sensed == set(places)


def in_the_jackpot(table: Wired) -> list[int]:
    """Places whose jackpot wager is in."""
    return [place.number for place in table.table.round.places if Area.JACKPOT in place.stakes]


def lit(table: Wired) -> list[int]:
    return [place for place in range(1, 6) if table.lamp(place) is Light.ON]


@pytest.mark.clause("nsw", "15.2.2", "15.2.4")
@pytest.mark.clause("nsw-guide", "jackpot#1")
@pytest.mark.parametrize("lock", ["no more bets", "first card"])
def test_a_chip_counts_where_its_sensor_saw_it_before_the_first_card_and_the_lamp_says_so(
    ruleset: str, lock: str
) -> None:
    with wired(rules_of(ruleset)) as table:
        table.playing(1, 2, 3).antes(1, 2, 3).chip(1, 3, 4)
        table.felt.stack_shoe(Back.RED, CARDS)
        table.comes(seen(1, 3, 4))
        table.shows(lambda: lit(table) == [1, 3])  # place 4 has no ante: nothing is accepted there
        if lock == "first card":
            table.shows(lambda: table.felt.shoe.delivering)
            table.felt.draw(1)
        else:
            table.do(c.NoMoreBets())
        table.comes(lambda now: now.table.round.phase is Phase.DEAL)
        table.chip(2).sensed(1, 2, 3, 4)
        assert in_the_jackpot(table) == [1, 3]
        assert lit(table) == [1, 3], "too late, and the lamp does not claim otherwise"
        assert 2 not in table.table.round.sensed
        locked = [one for one in table.events() if isinstance(one, e.BetsLocked)]
        assert [one.jackpots for one in locked] == [(1, 3)]


@pytest.mark.clause("nsw-2024", "2.2.2.3")
def test_every_place_has_its_jackpot_area_bound_to_a_sensor_of_its_own() -> None:
    with wired(rules_of("nsw-2024")) as table:
        table.playing(1).antes(1)
        for place in range(1, 6):
            table.chip(place)
            table.comes(seen(*range(1, place + 1)))
        assert table.floor.sensors == frozenset(range(1, 6))


@pytest.mark.clause("nsw-2024", "2.2.2.3")
def test_the_jackpot_is_not_offered_while_a_place_in_use_has_no_sensor() -> None:
    on = EnableJackpot(ShownOn.VIDEO_SIGN)
    four = Pit(jackpot=jackpot_rules()).opened()
    four.do(FitDevices(("sensors",), frozenset({1, 2, 3, 4})))
    refused = four.refuses(on)
    assert (refused.refusal, refused.clause) == (BonusFloorRefusal.NO_SENSOR, "2.2.2.3")
    assert "place 5" in refused.detail
    four.floor = replace(four.floor, seats=(*four.floor.seats[:4], closed(four)))
    four.do(on)
    assert four.refuses(ReopenSeat(5)).refusal is BonusFloorRefusal.NO_SENSOR
    delivered = load_devices("table")
    Pit(jackpot=jackpot_rules()).opened().do(FitDevices((), delivered.sensor_places(5)), on)
    none = delivered.model_copy(update={"sensors": None}).sensor_places(5)
    bare = Pit(jackpot=jackpot_rules()).opened().do(FitDevices((), none))
    assert bare.refuses(on).refusal is BonusFloorRefusal.NO_SENSOR


def closed(pit: Pit) -> BonusSeat:
    """The last seat, out of use."""
    return replace(pit.floor.seats[-1], closed=True)


@pytest.mark.clause("nsw-2024", "2.3")
def test_each_amount_wagered_on_the_jackpot_and_the_prize_pool_are_on_record_for_every_round() -> (
    None
):
    with wired(rules_of("nsw-2024")) as table:
        table.playing(1, 2, 3).antes(1, 2).chip(1, 2)
        table.comes(seen(1, 2)).do(c.NoMoreBets())
        (locked,) = (one for one in table.events() if isinstance(one, e.BetsLocked))
        assert (locked.jackpots, str(locked.jackpot_wager)) == ((1, 2), "5.00")
        assert [str(table.table.round.place(n).stakes[Area.JACKPOT].amount) for n in (1, 2)] == [
            "5.00",
            "5.00",
        ]
        pool = [one for one in table.events() if isinstance(one, TransfersDue)]
        (told,) = pool[-1].transfers
        assert isinstance(told, Contribute)
        assert (told.round, told.wagers) == (1, 2)
        assert str(replayed(table)) == "60002.00", "the record alone gives the prize pool"
        assert str(meter_of(table).value) == "60002.00"


def meter_of(table: Wired) -> Meter:
    return existing(table.table.meter, "no meter")


def replayed(table: Wired) -> Money:
    """The prize pool as the record has it."""
    recovered = TableController(
        fresh_house(table.rules), SealedJournal(table.recorder, KEYS, *KINDS), HandClock()
    )
    return existing(house_of(recovered.snapshot()).table.meter, "no meter").value


def sd_round(table: Wired) -> None:
    """Two antes; place 2 shows a straight flush on the flop, and holds a progressive wager."""
    table.playing(1, 2).antes(1, 2).chip(2)
    table.comes(seen(2))


SD_HOLE = parse_cards("4c 9h Ac 3d 8h Kd")
SD_BOARD = (parse_cards("2c Qh Jh Th"), parse_cards("2d 3s"), parse_cards("2s 7c"))


@pytest.mark.clause("sd", "(2)#3", "(3)#2", "(3)#3")
def test_sd_the_close_bets_key_locks_what_the_sensors_hold_and_lights_those() -> None:
    with wired(rules_of("sd"), meter="12000") as table:
        sd_round(table)
        table.chip(4).comes(seen(2, 4))
        assert lit(table) == [], "they light up as they lock"
        table.shows(lambda: table.key_lit("close-bets"))
        assert table.table.round.phase is Phase.WAGERS
        table.press("close-bets").comes(lambda now: now.table.round.phase is Phase.DEAL)
        table.shows(lambda: lit(table) == [2])
        table.shows(lambda: not table.key_lit("close-bets"))
        assert "Take all progressive wagers off the table: place 2" in guide(table.table).text
        table.chip(1).sensed(1, 2, 4)
        assert in_the_jackpot(table) == [2]
        table.felt.take_chips()
        table.comes(seen())
        assert e.JackpotSensed(1, present=True) not in table.events(), "it came after the lock"
        assert "Take all progressive" not in guide(table.table).text
        assert lit(table) == [2], "remembered from the lock, not from chips on the felt"
        assert in_the_jackpot(table) == [2]


def sd_settled(table: Wired) -> None:
    """Played until the straight flush of place 2 is to be keyed."""
    sd_round(table)
    table.do(c.NoMoreBets(), *(c.CardDrawn(card) for card in SD_HOLE))
    table.felt.take_chips()
    table.do(c.DecideAll(Choice.BET))
    for street, cards in zip(Street, SD_BOARD, strict=True):
        table.do(*(c.CardDrawn(card) for card in cards), c.Reveal(street))
        if street is not Street.RIVER:
            table.do(c.DecideAll(Choice.CHECK))
    table.do(c.ShowDealersHand(), c.BeginSettlement(), c.SettlePlace(2))


@pytest.mark.clause("sd", "(18)(a)iii#1", "(18)(a)iii#2", "(18)(a)vi#1", "(18)(a)vii#1")
def test_sd_an_award_is_keyed_withdrawn_and_keyed_again_and_the_end_of_hand_waits_for_it() -> None:
    with wired(rules_of("sd"), meter="12000") as table:
        sd_settled(table)
        table.shows(lambda: table.key_lit("straight-flush") and table.lamp(2) is Light.FLASH)
        assert not table.key_lit("end-of-hand")
        table.press("end-of-hand")  # dark: it does nothing, whatever is pressed
        table.press("straight-flush").comes(keyed)
        assert str(meter_of(table).value) == "12000.00"
        table.press("straight-flush").comes(lambda now: not keyed(now))
        assert str(meter_of(table).value) == "12000.00", "withdrawn: the meter is unaffected"
        assert table.table.round.phase is Phase.SETTLEMENT
        table.press("straight-flush").comes(keyed)
        table.supervised(c.ConfirmAward(2, "straight-flush"))
        table.do(c.PayAward(2, "straight-flush"))
        assert str(meter_of(table).value) == "10800.00"
        table.shows(lambda: table.key_lit("paid"))
        table.press("paid")  # the next place: place 1
        table.comes(lambda now: now.table.round.phase is Phase.RECONCILE)
        table.shows(lambda: table.key_lit("end-of-hand"))
        table.press("end-of-hand").comes(lambda now: now.table.round.phase is Phase.IDLE)
        table.shows(lambda: all(table.lamp(place) is Light.OFF for place in range(1, 6)))
        table.deck_ready().antes(1).chip(1)
        table.comes(seen(1))  # armed for the next hand


def keyed(house: BonusHouse) -> bool:
    return any(due.keyed for due in house.table.round.awards)
