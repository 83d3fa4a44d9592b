"""Ask, check, do: every command, why it may be refused, and what it does."""

from collections.abc import Callable
from typing import Any, Final

from controller.domain import commands as c
from controller.domain.events import DeckFoundComplete, RoundClosed
from controller.domain.refusals import Refusal, Refused
from controller.round import awards, betting, deal, irregularities, showdown, wagers
from controller.round.citations import cite
from controller.round.draft import Decided, Draft
from controller.round.guards import everything_settled, hole_cards_down, nobody_in
from controller.round.phases import BEFORE_SETTLEMENT, Phase
from controller.round.state import Ending, Table


def verify(table: Table, command: c.Command) -> Refused | None:
    """Why a command would be refused; None where it would be accepted."""
    return _COMMANDS[type(command)][0](table, command)


def can(table: Table, command: c.Command) -> bool:
    """Would it be accepted?"""
    return verify(table, command) is None


def decide(table: Table, command: c.Command) -> Decided | Refused:
    """Accept a command and say what happened, or refuse it and change nothing."""
    check, act = _COMMANDS[type(command)]
    refused = check(table, command)
    if refused is not None:
        return refused
    draft = Draft(table)
    act(draft, command)
    return draft.decided()


def follow_up(table: Table) -> c.Command | None:
    """What the table does next by itself, without anybody's tap."""
    phase = table.round.phase
    if phase in BEFORE_SETTLEMENT and nobody_in(table):
        return None if betting.flop_for_jackpots_due(table) else c.EverybodyFolded()
    if phase is Phase.DEAL and hole_cards_down(table):
        return c.DealDone()
    if phase is Phase.SETTLEMENT and everything_settled(table):
        return c.FinishSettlement()
    if phase is Phase.RECONCILE and closes_itself(table):
        return c.CloseRound()
    return None


def closes_itself(table: Table) -> bool:
    """NSW, no award, nothing given back: the last "paid" reconciles the round."""
    round_ = table.round
    nothing_open = not round_.awards and not round_.give_back
    return table.rules.nsw and round_.ending is Ending.SETTLED and nothing_open


def _verify_close_round(table: Table, _: c.CloseRound) -> Refused | None:
    if table.round.phase is Phase.RECONCILE:
        return None
    return Refused(Refusal.UNSETTLED, cite(table.rules, "end of round"))


def _close_round(draft: Draft, _: c.CloseRound) -> None:
    draft.emit(RoundClosed())


def _verify_deck_verified(table: Table, _: c.DeckVerified) -> Refused | None:
    if table.round.in_play():
        return Refused(Refusal.ROUND_IN_PROGRESS, cite(table.rules, "deck check"))
    return None


def _deck_verified(draft: Draft, _: c.DeckVerified) -> None:
    draft.emit(DeckFoundComplete())


_COMMANDS: Final[
    dict[type, tuple[Callable[[Table, Any], Refused | None], Callable[[Draft, Any], None]]]
] = {
    c.OpenRound: (wagers.verify_open_round, wagers.open_round),
    c.PlaceWager: (wagers.verify_place_wager, wagers.place_wager),
    c.TakeBackWager: (wagers.verify_take_back_wager, wagers.take_back_wager),
    c.ChangeWager: (wagers.verify_change_wager, wagers.change_wager),
    c.RepeatWagers: (wagers.verify_repeat_wagers, wagers.repeat_wagers),
    c.JackpotSensor: (wagers.verify_jackpot_sensor, wagers.jackpot_sensor),
    c.NoMoreBets: (wagers.verify_no_more_bets, wagers.no_more_bets),
    c.CardDrawn: (deal.verify_card_drawn, deal.card_drawn),
    c.DealByHand: (deal.verify_deal_by_hand, deal.deal_by_hand),
    c.CardsAtEmptyBox: (deal.verify_cards_at_empty_box, deal.cards_at_empty_box),
    c.KeyCard: (deal.verify_key_card, deal.key_card),
    c.TakeBackCard: (deal.verify_take_back_card, deal.take_back_card),
    c.DealDone: (deal.verify_deal_done, deal.deal_done),
    c.Decide: (betting.verify_decide, betting.decide),
    c.DecideAll: (betting.verify_decide_all, betting.decide_all),
    c.CorrectDecision: (betting.verify_correct_decision, betting.correct_decision),
    c.WithdrawDecisions: (betting.verify_withdraw_decisions, betting.withdraw_decisions),
    c.Reveal: (betting.verify_reveal, betting.reveal),
    c.EverybodyFolded: (betting.verify_everybody_folded, betting.everybody_folded),
    c.ShowDealersHand: (showdown.verify_show_dealers_hand, showdown.show_dealers_hand),
    c.Concede: (showdown.verify_concede, showdown.concede),
    c.WithdrawConcession: (showdown.verify_withdraw_concession, showdown.withdraw_concession),
    c.BeginSettlement: (showdown.verify_begin_settlement, showdown.begin_settlement),
    c.TurnHand: (showdown.verify_turn_hand, showdown.turn_hand),
    c.SettlePlace: (showdown.verify_settle_place, showdown.settle_place),
    c.KeyAward: (awards.verify_key_award, awards.key_award),
    c.ConfirmAward: (awards.verify_confirm_award, awards.confirm_award),
    c.DeclineAward: (awards.verify_decline_award, awards.decline_award),
    c.OrderMeterAwards: (awards.verify_order_meter_awards, awards.order_meter_awards),
    c.PayAward: (awards.verify_pay_award, awards.pay_award),
    c.FinishSettlement: (awards.verify_finish_settlement, awards.finish_settlement),
    c.Report: (irregularities.verify_report, irregularities.report),
    c.CloseRound: (_verify_close_round, _close_round),
    c.DeckVerified: (_verify_deck_verified, _deck_verified),
}
