"""How far a deal has come, as the devices ask for it."""

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.round.deal import deal_so_far
from controller.games.bonus.round.phases import Phase
from tests.helpers.felt import Felt, table_rules

CARDS = parse_cards("7h 2c Kd 9s 4d  Ah Ad  Ks Kh")


def test_the_device_owes_cards_in_the_deal_until_one_does_not_fit() -> None:
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets())
    before = deal_so_far(felt.table)
    assert (before.out, before.due, before.awaited, before.in_play) == (0, 9, 9, True)
    felt.do(c.CardDrawn(CARDS[0]))
    assert deal_so_far(felt.table).awaited == 8
    felt.do(c.CardDrawn(CARDS[0]))  # read twice: somebody has to look
    assert deal_so_far(felt.table).awaited == 0


def test_between_rounds_nothing_is_owed() -> None:
    table = Felt(table_rules()).table
    assert (table.number, table.phase) == (0, Phase.IDLE)
    deal = deal_so_far(table)
    assert (deal.awaited, deal.in_play) == (0, False)
