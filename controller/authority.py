"""Which action a command is, and who of those signed on carries it out.

Every command of the round, the floor and the pool falls under one line of the powers table. What
devices report falls under none: it has happened, and nobody is asked. What only the table itself
says falls under none either: it follows from something else, and is refused whoever asks for it. A
command that stands nowhere here is a mistake of ours, never somebody's free pass.

What follows from a command by itself, such as what a floor event tells the round in progress, is
covered by the command it follows from and is not asked about again.
"""

from collections.abc import Sequence
from typing import Final

from controller.domain.base import existing
from controller.floor import (
    calls,
    closing,
    corrections,
    deck_orders,
    decks,
    disputes,
    jackpots,
    limits,
    measures,
    money,
    opening,
    outcomes,
    pairing,
    promotions,
    reports,
    reviews,
    rounds,
    seats,
    tasks,
)
from controller.floor.base import Command as FloorCommand
from controller.floor.core import OBSERVATIONS as FLOOR_OBSERVATIONS
from controller.floor.entries import DeviceMeasure
from controller.games.bonus import commands as c
from controller.games.bonus import orders
from controller.staff.powers import Action, NotAllowed, Objection, check, check_reason
from controller.staff.roles import Actor, Reason

Command = c.Command | FloorCommand | orders.Order

INTERNAL: Final[frozenset[type]] = frozenset(
    {
        c.DeckVerified,
        c.RepeatWagers,
        opening.LogOnDealer,
        orders.TakeUpFigures,
        rounds.BeginRound,
        rounds.FinishRound,
        rounds.PassTime,
        rounds.RemoveFirstCard,
    }
)
"""What only the table itself says, of what has happened elsewhere: never anybody's to ask for."""

OBSERVATIONS: Final[frozenset[type]] = FLOOR_OBSERVATIONS - INTERNAL | {
    c.CardDrawn,
    c.CardsAtEmptyBox,
    c.JackpotSensor,
}
"""What has happened: nobody asks for it."""

_NOBODYS: Final = OBSERVATIONS | INTERNAL

# fmt: off
_ACTIONS: Final[dict[type, Action]] = {
    # the round; a report is the action of its irregularity's name
    c.OpenRound:                       Action.OPEN_ROUND,
    c.PlaceWager:                      Action.PLACE_WAGER,
    c.TakeBackWager:                   Action.TAKE_BACK_WAGER,
    c.ChangeWager:                     Action.TAKE_BACK_WAGER,
    c.NoMoreBets:                      Action.NO_MORE_BETS,
    c.KeyCard:                         Action.KEY_CARD,
    c.TakeBackCard:                    Action.KEY_CARD,
    c.DealByHand:                      Action.DEAL_DONE,
    c.DealDone:                        Action.DEAL_DONE,
    c.Decide:                          Action.DECIDE,
    c.DecideAll:                       Action.DECIDE,
    c.CorrectDecision:                 Action.CORRECT_KEYING,
    c.WithdrawDecisions:               Action.DECIDE,
    c.Reveal:                          Action.REVEAL,
    c.EverybodyFolded:                 Action.EVERYBODY_FOLDED,
    c.ShowDealersHand:                 Action.SHOW_DEALERS_HAND,
    c.Concede:                         Action.CONCEDE,
    c.WithdrawConcession:              Action.CORRECT_KEYING,
    c.BeginSettlement:                 Action.BEGIN_SETTLEMENT,
    c.TurnHand:                        Action.SETTLE_PLACE,
    c.SettlePlace:                     Action.SETTLE_PLACE,
    c.KeyAward:                        Action.KEY_AWARD,
    c.ConfirmAward:                    Action.CONFIRM_AWARD,
    c.DeclineAward:                    Action.DECLINE_AWARD,
    c.OrderMeterAwards:                Action.ORDER_METER_AWARDS,
    reviews.HoldForReview:             Action.HOLD_FOR_REVIEW,
    reviews.EndReview:                 Action.END_REVIEW,
    c.PayAward:                        Action.PAY_AWARD,
    c.FinishSettlement:                Action.FINISH_SETTLEMENT,
    c.CloseRound:                      Action.CLOSE_ROUND,
    outcomes.InvalidateOutcome:        Action.OUTCOME_INVALIDATED,
    # jackpot
    jackpots.EnableJackpot:            Action.OFFER_JACKPOT,
    jackpots.ApproveWithoutJackpot:    Action.SUSPEND_JACKPOT,
    jackpots.SwitchOffJackpot:         Action.WITHDRAW_JACKPOT,
    jackpots.SetMethod:                Action.SET_METHOD,
    # the jackpot pool
    orders.ChangeFigures:              Action.METER_PARAMETER,
    orders.WithdrawFigures:            Action.METER_PARAMETER,
    orders.ChangePool:                 Action.CHANGE_POOL,
    orders.SetTransferAside:           Action.SET_TRANSFER_ASIDE,
    orders.SendTransferAgain:          Action.SEND_TRANSFER_AGAIN,
    # limits, opening, closing, dealers
    limits.ChangeLimits:               Action.LIMITS_WITH_NOTICE,
    limits.RaiseOldMinimum:            Action.RAISE_OLD_MINIMUM,
    limits.WithdrawLimitNotice:        Action.WITHDRAW_NOTICE,
    limits.PlaceMarker:                Action.PLACE_MARKER,
    limits.RemoveMarker:               Action.REMOVE_MARKER,
    opening.BeginOpening:              Action.PREPARE_TABLE,
    opening.ConfirmItem:               Action.CONFIRM_EQUIPMENT,
    opening.OpenTable:                 Action.OPEN_TABLE,
    opening.LogOffDealer:              Action.CHANGE_DEALER,
    opening.SetLowLimit:               Action.LOW_LIMIT_GAMING,
    closing.AnnounceClosing:           Action.ANNOUNCE_CLOSING,
    closing.WithdrawClosing:           Action.WITHDRAW_NOTICE,
    closing.CloseTable:                Action.CLOSE_TABLE,
    # money on the table
    money.CountFloat:                  Action.COUNT_FLOAT,
    money.FillTray:                    Action.FILL,
    money.CreditTray:                  Action.CREDIT,
    money.RecordDrop:                  Action.DROP,
    money.AttachDropBox:               Action.ATTACH_DROP_BOX,
    money.RemoveDropBox:               Action.REMOVE_DROP_BOX,
    money.SwitchCash:                  Action.SWITCH_CASH,
    money.SellCashless:                Action.SELL_CASHLESS,
    money.ExchangeVoucher:             Action.EXCHANGE_VOUCHER,
    money.WithholdPayment:             Action.WITHHOLD_PAYMENT,
    # cards
    decks.SecureDeck:                  Action.SECURE_DECK,
    decks.BringDeck:                   Action.BRING_DECK,
    decks.CheckDeck:                   Action.CHECK_DECK,
    decks.ShuffleDeck:                 Action.RECORD_SHUFFLE,
    decks.CutDeck:                     Action.CUT_DECK,
    decks.LoadDeck:                    Action.LOAD_DECK,
    deck_orders.ChangeDeck:            Action.CHANGE_DECK,
    deck_orders.ReplaceCards:          Action.CHANGE_DECK,
    deck_orders.OrderDeckCheck:        Action.ORDER_DECK_CHECK,
    deck_orders.ReportCardsDropped:    Action.CARDS_DROPPED,
    deck_orders.ConfirmCardsCollected: Action.CARDS_ACCOUNTED,
    deck_orders.OrderExtraShuffle:     Action.EXTRA_SHUFFLE,
    deck_orders.ReportDeviceFailed:    Action.SHUFFLER_FAILED,
    deck_orders.ReplaceSource:         Action.SWAP_DEVICE,
    pairing.BeginPairing:              Action.PAIR_DEVICE,
    pairing.CompareCodes:              Action.COMPARE_CODES,
    # players
    seats.TakeSeat:                    Action.TAKE_SEAT,
    seats.LeaveSeat:                   Action.PLAYER_LEFT,
    seats.ConfirmCard:                 Action.CHECK_PLAYER_CARD,
    seats.MarkWagersInvalid:           Action.INVALID_WAGER,
    seats.RefuseWager:                 Action.REFUSE_WAGER,
    seats.AssistPlacement:             Action.ASSIST_PLACEMENT,
    seats.ReopenSeat:                  Action.REOPEN_SEAT,
    calls.AskForSeat:                  Action.ASK_FOR_SEAT,
    measures.ReportIncident:           Action.REPORT_INCIDENT,
    measures.LiftCollusionMeasure:     Action.LIFT_MEASURE,
    measures.RecordHandOver:           Action.HAND_OVER,
    measures.ReadmitPlayer:            Action.READMIT_PLAYER,
    promotions.ShowPromotion:          Action.SHOW_PROMOTION,
    promotions.EndPromotion:           Action.SHOW_PROMOTION,
    promotions.RefuseClaim:            Action.REFUSE_CLAIM,
    promotions.RecordClaimantTold:     Action.TELL_CLAIMANT,
    promotions.PostponePromotion:      Action.POSTPONE_PROMOTION,
    # disputes, wrong payments, notices
    disputes.OpenDispute:              Action.OPEN_DISPUTE,
    disputes.DecideDispute:            Action.DECIDE_DISPUTE,
    disputes.ReviewDispute:            Action.REVIEW_DISPUTE,
    disputes.AdviseComplaint:          Action.ADVISE_COMPLAINT,
    disputes.CloseDispute:             Action.CLOSE_DISPUTE,
    corrections.RecordCorrection:      Action.ENTER_CORRECTION,
    corrections.RecordEnquiries:       Action.RECORD_ENQUIRIES,
    corrections.RecordRectified:       Action.RECTIFY_PAYMENT,
    corrections.RecordAttempt:         Action.RECORD_ATTEMPT,
    corrections.RecordRegulatorTold:   Action.TELL_REGULATOR,
    corrections.RecordPatronSought:    Action.SEEK_PATRON,
    corrections.CloseCorrection:       Action.CLOSE_CORRECTION,
    corrections.CloseSuspected:        Action.CLOSE_SUSPECTED,
    reports.RecordMonthlyReport:       Action.MONTHLY_REPORT,
    calls.CallSupervisor:              Action.CALL_SUPERVISOR,
    calls.AnswerCall:                  Action.ANSWER_CALL,
    tasks.RecordNotified:              Action.RECORD_NOTICE,
}

ASKED_FOR: Final = (
    *_ACTIONS,
    c.Report,
    measures.TakeCollusionMeasure,
    measures.TakeDeviceMeasures,
)
"""Every command that people give."""

DEVICE_MEASURES: Final = {
    DeviceMeasure.VOID_WAGERS:         Action.VOID_WAGERS,
    DeviceMeasure.EXCLUDE:             Action.EXCLUDE_FROM_PLAY,
    DeviceMeasure.EXCLUDE_FROM_CASINO: Action.RECORD_EXCLUSION,
    DeviceMeasure.DETAIN:              Action.RECORD_DETENTION,
}
"""Taken together, they are the first of them: all four ask for the same people and reasons."""
# fmt: on


def action_of(command: Command, *, card_known: bool = False) -> Action | None:
    """The action that a command is; none for an observation, which nobody is asked about.

    None for what is `INTERNAL` too: whoever takes commands from people refuses those first.
    `card_known`: the card that is keyed was read already, or keyed before.
    """
    if type(command) in _NOBODYS:
        return None
    match command:
        case c.Report():
            return Action(command.irregularity.value)  # every irregularity is a line of that name
        case c.SettlePlace(invalid=True):
            return Action.INVALID_WAGER
        case c.KeyCard() if card_known:
            return Action.OVERRIDE_CARD
        case limits.ChangeLimits(at_once=True):
            return Action.LIMITS_WITH_MARKER
        case measures.TakeCollusionMeasure():
            return Action(command.measure.value)  # and so is every measure against collusion
        case measures.TakeDeviceMeasures():
            taken = (DEVICE_MEASURES[one] for one in DeviceMeasure if one in command.measures)
            return next(taken, Action.VOID_WAGERS)
    name = type(command).__name__
    return existing(_ACTIONS.get(type(command)), f"{name} seen, a command with an action expected")


def people_for(command: type) -> str:
    """Who may ask for a command of this kind, in words."""
    return _ACTIONS[command].people.text


def actors_for(
    action: Action, reason: Reason | None, signed_on: Sequence[Actor]
) -> tuple[Actor, ...] | NotAllowed:
    """Who of those signed on does it: the last, whose taps they are, alone or as one of two.

    In the order in which they came: the dealer beneath, the first of two who asked, whoever is on
    top. The other of two is whoever came latest of those who will do. Nobody else acts by a tap of
    the last, and one person never counts as two.

    Where they may not, the objection is the one to put right first: a role without this power, then
    the reason, then that somebody else has to agree.
    """
    if not signed_on:
        return NotAllowed(Objection.NOBODY_SIGNED_ON, action, f"{action.people.text} expected.")
    *others, last = signed_on
    pairs = [(other, last) for other in reversed(others) if other != last]
    objections = []
    for way in ((last,), *pairs):
        objection = check(action, way, reason)
        if objection is None:
            return way
        objections.append(objection)
    alone = objections[0]
    if alone.objection is not Objection.ANOTHER_NEEDED:
        return alone
    same = [one for one in objections if one.objection is Objection.SAME_PERSON]
    return check_reason(action, reason) or next(iter(same), alone)
