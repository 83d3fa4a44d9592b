"""A slip for every award off the meter."""

from controller.games.bonus import commands as c
from controller.games.bonus.floor.slips import jackpot_slips
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.rules.test_nsw_deal import as_dealt
from tests.unit.floor.pit import DEALER, GAMING, Pit


def test_a_slip_names_player_hand_amounts_dealer_and_who_confirmed() -> None:
    jackpot = jackpot_rules(bonus=True)
    rules = table_rules("nsw-2024", places=5, jackpot=jackpot)
    pit = Pit(jackpot=jackpot).playing(1, 2).dealt()
    board, dealer = "9h Th Jh 3c 2d", "4c 5s"
    felt = Felt(rules, meter="42000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(as_dealt(rules, board, dealer, p1="Qh Kh", p2="6c 8d")).to_showdown()
    felt.do(c.BeginSettlement()).settle(2, 1)
    assert jackpot_slips(pit.floor, felt.table, {}, pit.now) == (), "not confirmed yet"
    (index,) = [
        index
        for index, due in enumerate(felt.round.awards)
        if due.award.award == "straight-flush" and due.award.place == 1
    ]
    felt.do(c.KeyAward(1, "straight-flush"), c.ConfirmAward(1, "straight-flush"))
    (slip,) = jackpot_slips(pit.floor, felt.table, {index: (DEALER, GAMING)}, pit.now)
    assert (slip.round, slip.place, slip.player, slip.award) == (1, 1, "P1", "straight flush")
    assert slip.hole_cards == ("Qh", "Kh")
    assert slip.board == ("9h", "Th", "Jh")
    assert (str(slip.amount), str(slip.from_meter)) == ("5000.00", "4200.20")
    assert str(slip.from_house) == "799.80", "the guarantee is 5,000"
    assert (slip.dealer, slip.confirmed_by, slip.at) == ("101", (DEALER, GAMING), pit.now)
    idle = Pit(jackpot=jackpot).opened()
    assert jackpot_slips(idle.floor, felt.table, {index: ()}, idle.now)[0].dealer == ""
