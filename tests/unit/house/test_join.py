"""Floor and round under one writer: what one of them does, the other knows in the same breath."""

from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.floor.deck_orders import ReplaceSource
from controller.floor.decks import CheckDeck
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import TakeSeat
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import ApproveWithoutJackpot
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.floor.outcomes import Disruption, Ground, InvalidateOutcome
from controller.games.bonus.floor.state import JackpotState, TableLimits
from controller.games.bonus.floor.wagers import RefuseWager
from controller.games.bonus.round.state import Ending
from controller.games.bonus.rules import Limits
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.helpers.shift import CASINO, GAMING, Shift

BOARD = "9h Th Jh 3c 2d"
LOSING = f"{BOARD} 4c 5s 6c 8d 7c 2s"
"""Nobody has anything of note."""


def played(shift: Shift, cards: str = LOSING) -> Shift:
    """One whole round in which everybody bets before the flop and checks after it."""
    shift.wagers(p1="25", p2="25").deal(cards).to_the_river()
    shift.do(c.ShowDealersHand(), c.BeginSettlement())
    for place in (5, 4, 3, 2, 1):
        if shift.table.round.place(place).playing and not shift.table.round.place(place).settled:
            shift.do(c.SettlePlace(place))
    return shift


def test_no_round_begins_before_the_table_is_open_and_the_deck_is_ready() -> None:
    shift = Shift().opened().seated(1)
    assert shift.why(c.OpenRound(1)) == (FloorRefusal.DECK_NOT_READY, "3.4")
    shift.deck_ready().do(c.OpenRound(1))
    assert shift.floor.round is not None


def test_a_round_takes_the_deck_into_use_and_hands_it_back_for_the_shuffle() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25")
    assert not shift.floor.in_play("A")
    shift.deal("9h")
    assert shift.floor.in_play("A")
    shift = played(Shift().playing(1, 2))
    assert shift.table.round.phase.value == "idle"
    assert shift.floor.round is None
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.DECK_NOT_READY
    shift.deck_ready().do(c.OpenRound(2))


def test_who_did_not_wager_has_abstained() -> None:
    shift = played(Shift().playing(1, 2, 3))
    assert [seat.abstained for seat in shift.floor.seats] == [0, 0, 1, 0, 0]


def test_no_wager_at_a_place_where_nobody_sits() -> None:
    shift = Shift().playing(1)
    shift.do(c.OpenRound(1))
    stake = c.PlaceWager(2, Area.ANTE, Stake(Money(2500)))
    assert shift.refuses(stake).refusal is FloorRefusal.SEAT_EMPTY


def test_limits_changed_between_rounds_hold_for_the_next_round() -> None:
    shift = played(Shift().playing(1, 2))
    spot = Limits(Money(2500), Money(20000), Money(500), Money(5000))
    shift.supervised(ChangeLimits(TableLimits(spot)))
    assert shift.table.rules.limits.ante_max == Money(50000), "of the round that was played"
    shift.deck_ready().do(c.OpenRound(2))
    assert shift.table.rules.limits.ante_max == Money(20000)


def test_an_outcome_invalidated_on_the_floor_voids_the_round_at_once() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25", p2="50").deal(LOSING)
    shift.supervised(InvalidateOutcome(Ground.DISRUPTION, Disruption.FIRE))
    assert (shift.table.round.ending, shift.table.round.clause) == (Ending.VOID, "13.5")
    returned = [place.results[Area.ANTE].returned for place in shift.table.round.places[:2]]
    assert returned == [Money(2500), Money(5000)]


def test_a_refused_wager_comes_off_the_layout() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25", p2="25")
    shift.supervised(RefuseWager(2, Area.ANTE))
    assert not shift.table.round.place(2).dealt_in
    assert shift.table.round.place(1).dealt_in


def test_a_refused_wager_that_is_not_there_changes_neither_floor_nor_round() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").on(GAMING)
    before = shift.house
    refused = shift.controller.handle(
        RefuseWager(2, Area.ANTE), reason=shift.likeliest(RefuseWager(2, Area.ANTE))
    )
    assert refused.text().startswith("There is no wager on this area")  # type: ignore[union-attr]
    assert shift.house == before
    assert shift.kinds()[-1] == "ActionRefused"


def test_a_missing_card_orders_a_deck_check_which_frees_the_table() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(LOSING)
    shift.supervised(c.Report(c.Irregularity.MISSING_CARD)).do(c.CloseRound())
    assert shift.table.deck_check_due
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.DECK_CHECK_DUE
    shift.do(CheckDeck("A", CheckMeans.DEALER))
    assert not shift.table.deck_check_due
    shift.deck_ready().do(c.OpenRound(2))


def test_nothing_that_happens_before_the_round_is_closed_passes_for_that_deck_check() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(LOSING)
    shift.supervised(c.Report(c.Irregularity.MISSING_CARD))
    shift.do(TakeSeat(3, "P3"), ReportDevice("shoe", TroubleCode.AWAY, "unplugged"))
    assert shift.table.deck_check_due
    shift.do(c.CloseRound())
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.DECK_CHECK_DUE


def test_a_failed_shuffler_holds_the_table_until_another_source_is_there() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(LOSING)
    shift.supervised(c.Report(c.Irregularity.SHUFFLER_FAILED)).do(c.CloseRound())
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.TABLE_HELD
    shift.supervised(ReplaceSource(Dealing.SHOE)).deck_ready("B").do(c.OpenRound(2))
    assert shift.table.rules.dealing is Dealing.SHOE


def test_a_suspended_jackpot_leaves_the_meter_as_it_is() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25", p2="25", jackpot=(1,))
    shift.supervised(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert shift.floor.jackpot is JackpotState.FAILED
    shift.deal(LOSING)
    assert shift.table.round.jackpot_off
    shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD), c.EverybodyFolded()).deck_ready()
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.TABLE_HELD
    shift.supervised(ApproveWithoutJackpot())
    played(shift)
    assert shift.table.rules.jackpot is None
    assert shift.table.meter is not None
    assert shift.table.meter.value == Money(6_000_000)


def test_the_casino_supervisor_may_stand_in_for_the_gaming_supervisor() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").on(CASINO)
    shift.do(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert shift.table.round.ending is Ending.VOID
