"""The meter display: what stands on the sign is what is paid, and a dead one is noticed (2.4.3).

The sign is the simulated one on virtual time, driven by the driver a casino uses.
"""

import pytest

from controller.devices.config import load_devices
from controller.devices.notes import FAILED_MS_MAX, NoteWorker
from controller.devices.table import SignOutlet
from controller.domain.base import evolve, existing
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import state_of
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, checklist
from controller.floor.refusals import FloorRefusal
from controller.floor.tasks import open_tasks
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import (
    ApproveWithoutJackpot,
    EnableJackpot,
    ReportJackpotFailed,
)
from controller.games.bonus.floor.state import JackpotState, ShownOn
from controller.games.bonus.powers import BonusReason
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Choice
from controller.games.registry import KINDS
from controller.journal.sealing import SealedJournal
from controller.running.ports import Outlets
from controller.running.runtime import TableController
from controller.staff.roles import HouseReason
from drivers.health import Condition
from simulators.people.felt import wait_until
from simulators.sign import SignFault
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import DEALER, GAMING, MONDAY, RULES, LiveShift, Shift, fresh_house
from tests.unit.drivers.alphasign.table import Board
from tests.unit.house.test_people import won

SOON_MS = 10_000


def board() -> Board:
    """The sign as the delivered configuration has it."""
    return Board(existing(load_devices("table").sign, "no sign").sign())


def with_sign(sign: Board, rules: TableRules = RULES) -> Shift:
    return Shift(rules, outlets=Outlets(sign_text=SignOutlet(sign.sign)), sinks=("log",))


def reads(sign: Board, text: str) -> bool:
    """Does this come to stand on the sign?"""
    sign.run(SOON_MS, lambda: sign.shows == text)
    return sign.shows == text


@pytest.mark.clause("nsw-guide", "jackpot-display")
def test_ten_percent_and_all_of_it_are_of_the_amount_that_is_displayed() -> None:
    sign = board()
    shift = with_sign(sign).playing(1, 2)
    assert reads(sign, "$60,000.00")
    won(shift)
    assert reads(sign, "$60,002.00"), "both wagers are on it before anything is won"
    award = next(due.award for due in shift.table.round.awards if due.keyed)
    assert award.amount == Money.parse("60002") * 10 // 100
    shift.on(GAMING).do(c.ConfirmAward(1, "straight-flush")).off()
    shift.do(c.PayAward(1, "straight-flush"))
    assert reads(sign, "$54,001.80"), "and what was paid is off it"


@pytest.mark.clause("nsw-2024", "2.4.3")
@pytest.mark.clause("nsw", "15.1.3")
def test_a_table_with_a_jackpot_opens_only_with_a_meter_display_that_shows_the_prize(
    ruleset: str,
) -> None:
    sign = board()
    shift = with_sign(sign, table_rules(ruleset, places=5, jackpot=jackpot_rules()))
    shift.on(DEALER).on(GAMING).do(BeginOpening(MONDAY))
    item = next(one for one in checklist(shift.floor) if one.code == "meter")
    assert item.clause == ("15.1.3" if ruleset == "nsw-legacy" else "2.4.3")
    shift.do(*(ConfirmItem(one.code) for one in checklist(shift.floor) if one != item))
    assert shift.why(OpenTable()) == (FloorRefusal.LIST_UNFINISHED, item.clause)
    shift.do(ConfirmItem("meter"), CountFloat(Money.parse("10000")), OpenTable())
    shift.do(EnableJackpot(ShownOn.VIDEO_SIGN)).off().seated(1).deck_ready()
    assert reads(sign, "$60,000.00")
    shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
    assert reads(sign, "$60,001.00"), "every wager that is accepted is on it at once"


@pytest.mark.clause("nsw-2024", "2.4.3")
@pytest.mark.parametrize("fault", [SignFault.DEAD, SignFault.STUCK, SignFault.DEAF])
def test_a_display_that_is_dead_or_shows_an_old_value_is_a_fault_the_driver_names(
    fault: SignFault,
) -> None:
    sign = board()
    shift = with_sign(sign).playing(1)
    assert reads(sign, "$60,000.00")
    sign.device.fault = fault
    shift.wagers(p1="25", jackpot=(1,)).do(c.NoMoreBets())
    sign.run(60_000, lambda: sign.condition is Condition.FAULTY)
    assert sign.condition is Condition.FAULTY
    assert sign.sign.health.reason, "said in a sentence"


@pytest.mark.clause("nsw-2024", "11.14")
@pytest.mark.parametrize("what", ["meter display", "recording equipment"])
def test_a_fault_goes_to_the_inspector_and_holds_the_next_round_for_a_gaming_supervisor(
    what: str,
) -> None:
    sign = board()
    shift = with_sign(sign).playing(1)
    shift.do(ReportJackpotFailed(what))
    (task,) = open_tasks(shift.floor)
    assert (task.to, task.clause) == ("inspector", "11.14")
    told = next(one.notice for one in shift.house.notices.pending if what in one.notice.text)
    assert (told.to, told.clause) == ("inspector", "11.14")
    assert shift.why(c.OpenRound(1)) == (FloorRefusal.TABLE_HELD, "11.14")
    shift.refuses(ApproveWithoutJackpot(), BonusReason.METER_SIGN_FAILED)  # the dealer alone
    shift.supervised(ApproveWithoutJackpot(), reason=BonusReason.METER_SIGN_FAILED)
    assert shift.floor.jackpot is JackpotState.SUSPENDED
    assert reads(sign, "JACKPOT CLOSED")
    shift.wagers(p1="25")
    assert shift.table.rules.jackpot is None, "play goes on with the jackpot switched off"
    shift.do(c.JackpotSensor(1, present=True))
    assert shift.kinds()[-1] == "ObservationUnfit", "a chip there is no wager"


@pytest.mark.clause("nsw-2024", "2.4.3", "11.14")
@pytest.mark.parametrize(
    ("device", "what"), [("sign", "meter display"), ("sensors", "recording equipment")]
)
def test_equipment_that_stays_away_fails_the_jackpot_by_itself_and_nobody_offers_it_meanwhile(
    device: str, what: str
) -> None:
    shift, time_ms = Shift().playing(1), [0]
    desk = NoteWorker(lambda: time_ms[0])
    thread = shift.controller.start()
    live = LiveShift(shift.controller)
    desk.attach(shift.controller)
    desk.start()
    desk.tell(device, TroubleCode.AWAY, "unplugged")
    assert wait_until(lambda: not state_of(live.floor, device).in_use, 10)
    assert live.floor.jackpot is JackpotState.ON, "a plug that is put back in is no failure"
    time_ms[0] = FAILED_MS_MAX
    desk.tell("lamps", TroubleCode.AWAY, "unplugged")
    assert wait_until(lambda: live.floor.jackpot is JackpotState.FAILED, 10)
    assert [task.about for task in open_tasks(live.floor)] == [f"jackpot equipment: {what}"]
    live.on(GAMING).do(ApproveWithoutJackpot(), reason=BonusReason.METER_SIGN_FAILED)
    again = live.refuses(EnableJackpot(ShownOn.VIDEO_SIGN), HouseReason.REPAIRED)
    assert (again.refusal, again.clause) == (FloorRefusal.DEVICE_FAILED, "11.14")
    desk.tell(device, TroubleCode.AWAY, over=True)
    assert wait_until(lambda: state_of(live.floor, device).in_use, 10)
    live.do(EnableJackpot(ShownOn.VIDEO_SIGN), reason=HouseReason.REPAIRED)
    desk.stop()
    live.controller.stop()
    thread.join()


class WithReserve(Shift):
    """A meter of 12,000 and a reserve of 500."""

    def _started(self) -> TableController:
        house = fresh_house(self.rules)
        table = new_table(self.rules, Money.parse("12000"), Money.parse("500"))
        journal = SealedJournal(self.recorder, self.keys, *KINDS)
        return TableController(evolve(house, table=table), journal, self.clock, **self._more)


@pytest.mark.clause("sd", "(18)(a)vi#1", "(18)(a)vi#2")
def test_sd_the_display_goes_down_by_what_is_taken_and_back_to_seed_and_reserve_for_all() -> None:
    streets = ("2c Qh Jh Th", "2d 3s", "2s 7c")
    for cards, award, after in (
        ("4c 9h Ac 3d 8h Kd", "straight-flush", "$10,800.00"),
        ("4c Ah Ac 3d Kh Kd", "royal-flush", "$10,500.00"),
    ):
        sign = board()
        jackpot = jackpot_rules("PMG-01", wager="1", increment_millionths=0, seed="10000")
        outlets = Outlets(sign_text=SignOutlet(sign.sign))
        shift = WithReserve(table_rules("sd", places=5, jackpot=jackpot), outlets=outlets)
        shift.playing(1, 2)
        assert reads(sign, "$12,000.00")
        shift.wagers(p1="25", p2="25", jackpot=(2,)).do(c.NoMoreBets())
        shift.do(*(c.CardDrawn(card) for card in parse_cards(cards)), c.DecideAll(Choice.BET))
        for street, drawn in zip(Street, streets, strict=True):
            shift.do(*(c.CardDrawn(card) for card in parse_cards(drawn)), c.Reveal(street))
            if street is not Street.RIVER:
                shift.do(c.DecideAll(Choice.CHECK))
        shift.do(c.ShowDealersHand(), c.BeginSettlement(), c.SettlePlace(2))
        shift.do(c.KeyAward(2, award)).supervised(c.ConfirmAward(2, award))
        shift.do(c.PayAward(2, award))
        assert reads(sign, after)


def test_the_jackpot_is_offered_again_once_a_supervisor_says_that_it_is_repaired() -> None:
    shift = Shift().playing(1).do(ReportJackpotFailed("meter display"))
    shift.supervised(ApproveWithoutJackpot(), reason=BonusReason.METER_SIGN_FAILED)
    shift.supervised(EnableJackpot(ShownOn.VIDEO_SIGN), reason=HouseReason.REPAIRED)
    assert shift.floor.jackpot is JackpotState.ON
