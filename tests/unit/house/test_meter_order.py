"""sd (18)(a)v at a whole table: two awards off the meter are a matter for dealer and supervisor."""

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.events import MeterAwardsOrdered
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import MeterAwards, Street
from controller.games.bonus.wagers import Choice
from controller.house.events import ActionRefused, Authorised
from controller.staff.powers import Objection
from controller.staff.roles import HouseReason
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import GAMING, Shift

SECOND = c.OrderMeterAwards((2, 1))


def two_winners() -> Shift:
    """A straight flush at place 2, paid; a better one just turned at place 1."""
    shift = Shift(table_rules("sd", places=5, jackpot=jackpot_rules("PMG-01", wager="1")))
    shift.playing(1, 2).wagers(p1="25", p2="25", jackpot=(1, 2)).deal("Kh 8h 7d Qh 7h 7s")
    shift.do(c.DecideAll(Choice.BET))
    for street, cards in ((Street.FLOP, "2c Jh Th 9h"), (Street.TURN, "2d 4c")):
        shift.do(*map(c.CardDrawn, parse_cards(cards)), c.Reveal(street))
        shift.do(c.DecideAll(Choice.CHECK))
    shift.do(*map(c.CardDrawn, parse_cards("2h 4s")), c.Reveal(Street.RIVER), c.ShowDealersHand())
    shift.do(c.BeginSettlement(), c.SettlePlace(2), c.KeyAward(2, "straight-flush"))
    shift.supervised(c.ConfirmAward(2, "straight-flush"))
    return shift.do(c.PayAward(2, "straight-flush"), c.SettlePlace(1))


def test_dealer_and_supervisor_apply_the_house_procedure_on_record() -> None:
    shift = two_winners()
    assert shift.why(SECOND, HouseReason.HOUSE_PROCEDURE) == (Objection.ANOTHER_NEEDED, "(18)(a)v")
    shift.supervised(SECOND)
    applied = MeterAwardsOrdered((2, 1), MeterAwards.IN_TURN)
    events = shift.events()
    authorised = events[events.index(applied) - 1]
    assert isinstance(authorised, Authorised)
    assert {actor.number for actor in authorised.by} == {"101", "201"}
    assert (authorised.reason, authorised.clause) == (HouseReason.HOUSE_PROCEDURE, "(18)(a)v")
    shift.restart()
    assert shift.table.round.meter_order == (2, 1)


def test_another_order_is_refused_with_the_clause_and_stands_in_the_record() -> None:
    shift = two_winners().on(GAMING)
    refused = shift.refuses(c.OrderMeterAwards((1, 2)), HouseReason.HOUSE_PROCEDURE)
    assert (refused.refusal, refused.clause) == (Refusal.ORDER_FIXED, "(18)(a)vi")
    recorded = shift.events()[-1]
    assert isinstance(recorded, ActionRefused)
    assert recorded.action == "order-meter-awards"
