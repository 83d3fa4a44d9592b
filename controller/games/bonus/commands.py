"""What is asked of a table (intents) and what has happened at it (observations).

An intent is accepted, or refused with the reason and the clause. An observation has happened: it
is always recorded, and if it does not fit the phase it opens an irregularity.
"""

from enum import StrEnum
from typing import Final

from controller.cards.commands import CardDrawn as CardDrawn
from controller.cards.commands import KeyCard as KeyCard
from controller.cards.commands import TakeBackCard as TakeBackCard
from controller.domain import kernel
from controller.domain.money import ZERO, Money
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.staff.powers import Action, HouseAction, Nobody


class Irregularity(StrEnum):
    """What can go wrong, by the names that scenarios use."""

    WRONG_CARD_COUNT = "wrong-card-count"
    CARD_EXPOSED_IN_DEAL = "card-exposed-in-deal"
    DEALER_CARD_EXPOSED = "dealer-card-exposed"
    COMMUNITY_CARD_EXPOSED = "community-card-exposed"
    CARDS_TO_EMPTY_BOX = "cards-to-empty-box"
    MISSING_CARD = "missing-card"
    FOREIGN_CARD = "foreign-card"
    SHUFFLER_JAM = "shuffler-jam"
    SHUFFLER_FAILED = "shuffler-failed"
    JACKPOT_EQUIPMENT_FAILED = "jackpot-equipment-failed"
    INVALID_WAGER = "invalid-wager"
    DEEMED_FOLD = "deemed-fold"
    FLOP_WAGER_CORRECTED = "flop-wager-corrected"
    OUTCOME_INVALIDATED = "outcome-invalidated"
    SUPERVISOR_VOID = "supervisor-void"
    CARD_OUT_OF_TURN = "card-out-of-turn"


class Decision(StrEnum):
    """What a supervisor or player decides where an irregularity leaves it open."""

    VOID = "void"
    CONTINUE = "continue"
    CORRECT = "correct"
    FOLD = "fold"


class RoundCommand(kernel.Command):
    """Something asked of a round, or seen at it."""


class AtPlace(RoundCommand):
    """At one place of the layout."""

    place: int


class OfAward(AtPlace):
    """Of one award, by the place and the name of the hand."""

    award: str


class OpenRound(RoundCommand, action=BonusAction.OPEN_ROUND):
    """Begin the next round: wagers may be placed."""

    number: int


class PlaceWager(AtPlace, action=BonusAction.PLACE_WAGER):
    """An ante or ante bonus is put down."""

    area: Area
    stake: Stake


class TakeBackWager(AtPlace, action=BonusAction.TAKE_BACK_WAGER):
    """An ante or ante bonus is taken back before the first card."""

    area: Area


class ChangeWager(AtPlace, action=BonusAction.TAKE_BACK_WAGER):
    """An ante or ante bonus becomes another amount before the first card."""

    area: Area
    stake: Stake


class RepeatWagers(RoundCommand, action=Nobody.INTERNAL):
    """These places have put down again what they had in the round before."""

    places: tuple[int, ...]


class JackpotSensor(AtPlace, action=Nobody.OBSERVED):
    """Observation: a jackpot sensor reports a chip, or that it is gone."""

    present: bool


class NoMoreBets(RoundCommand, action=BonusAction.NO_MORE_BETS):
    """The dealer announces "no more bets"."""


class DealByHand(RoundCommand, action=BonusAction.DEAL_DONE):
    """The dealer has dealt by hand, which no device sees: so many cards of the round are out."""

    out: int


class CardsAtEmptyBox(AtPlace, action=Nobody.OBSERVED):
    """Observation: two cards of the deal lie at a box without an ante."""


class DealDone(RoundCommand, action=BonusAction.DEAL_DONE):
    """The last hole card is down (R4)."""


class Decide(AtPlace, action=BonusAction.DECIDE):
    """A player folds, checks or bets."""

    choice: Choice
    amount: Money | None = None
    """What was actually put down when it is not what the rules ask (R12)."""
    tokens: Money = ZERO
    """The part of a bet that is casino promotional tokens (1.1)."""


class DecideAll(RoundCommand, action=BonusAction.DECIDE):
    """Every place that has not decided yet does the same."""

    choice: Choice


class CorrectDecision(AtPlace, action=BonusAction.CORRECT_KEYING):
    """9.5: a decision that was keyed by mistake becomes what it was, a fold too."""

    choice: Choice
    amount: Money | None = None
    tokens: Money = ZERO


class WithdrawDecisions(RoundCommand, action=BonusAction.DECIDE):
    """Bets and checks that were keyed by mistake are open again; a fold is corrected (9.5)."""

    places: tuple[int, ...]


class Reveal(RoundCommand, action=BonusAction.REVEAL):
    """The dealer turns a street over."""

    street: Street


class EverybodyFolded(RoundCommand, action=BonusAction.EVERYBODY_FOLDED):
    """Nobody is left in: the round goes on without a showdown (R9)."""


class ShowDealersHand(RoundCommand, action=BonusAction.SHOW_DEALERS_HAND):
    """The dealer announces "dealer's hand" and turns both cards."""


class Concede(AtPlace, action=BonusAction.CONCEDE):
    """A player gives up after seeing the dealer's hand (10.2)."""


class WithdrawConcession(AtPlace, action=BonusAction.CORRECT_KEYING):
    """A concession that was keyed by mistake: the hand is in again."""


class BeginSettlement(RoundCommand, action=BonusAction.BEGIN_SETTLEMENT):
    """Concessions are over: settle from the dealer's right."""


class TurnHand(AtPlace, action=BonusAction.SETTLE_PLACE):
    """The cards of the next place are turned face up, before anything is taken or paid."""


class SettlePlace(AtPlace):
    """The place's cards are turned, where they are not yet; its wagers are taken and paid."""

    invalid: bool = False
    """11.19: the player card turns out not to be the player's own; all stakes go back."""

    @property
    def action(self) -> Action:
        return BonusAction.INVALID_WAGER if self.invalid else BonusAction.SETTLE_PLACE


class KeyAward(OfAward, action=BonusAction.KEY_AWARD):
    """The dealer keys a winning jackpot hand; keyed again, it is taken back."""


class ConfirmAward(OfAward, action=BonusAction.CONFIRM_AWARD):
    """A supervisor confirms an award off the meter."""


class DeclineAward(OfAward, action=BonusAction.DECLINE_AWARD):
    """A supervisor declines an award off the meter: nothing is paid on this jackpot wager."""


class OrderMeterAwards(RoundCommand, action=BonusAction.ORDER_METER_AWARDS):
    """A supervisor applies the house procedure to several awards off the meter (sd (18)(a)v)."""

    places: tuple[int, ...]
    """Whose hands were shown, in the order in which they are taken."""


class PayAward(OfAward, action=BonusAction.PAY_AWARD):
    """The next award is paid."""


class FinishSettlement(RoundCommand, action=BonusAction.FINISH_SETTLEMENT):
    """The last place is settled and the last award paid: reconcile."""


_REPORTED: Final[dict[str, Action]] = {
    action.value: action for action in (*HouseAction, *BonusAction)
}
"""Every irregularity is a line of the powers table by its own name."""


class Report(RoundCommand):
    """Something went wrong."""

    irregularity: Irregularity
    place: int | None = None
    card: Street | None = None
    handled: bool = False
    """11.8: a player has handled cards already."""
    decision: Decision | None = None
    forfeit: tuple[int, ...] = ()
    """R40: places whose stakes the supervisor forfeits."""

    @property
    def action(self) -> Action:
        """The line of its name."""
        return _REPORTED[self.irregularity.value]


class CloseRound(RoundCommand, action=BonusAction.CLOSE_ROUND):
    """All action is reconciled; the table is ready for the next round."""


class DeckVerified(RoundCommand, action=Nobody.INTERNAL):
    """The deck was checked and verified at the table (11.9.3)."""


Command = RoundCommand | CardDrawn | KeyCard | TakeBackCard
