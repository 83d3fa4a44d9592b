"""What is asked of a table (intents) and what has happened at it (observations).

An intent is accepted, or refused with the reason and the clause. An observation has happened: it
is always recorded, and if it does not fit the phase it opens an irregularity.
"""

from enum import StrEnum
from typing import ClassVar, Final

from controller.cards.commands import CardDrawn as CardDrawn
from controller.cards.commands import KeyCard as KeyCard
from controller.cards.commands import TakeBackCard as TakeBackCard
from controller.domain.frozen import frozen
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


class RoundCommand:
    """Something asked of a round, or seen at it."""


@frozen
class OpenRound(RoundCommand):
    """Begin the next round: wagers may be placed."""

    action: ClassVar = BonusAction.OPEN_ROUND

    number: int


@frozen
class PlaceWager(RoundCommand):
    """An ante or ante bonus is put down."""

    action: ClassVar = BonusAction.PLACE_WAGER

    place: int
    area: Area
    stake: Stake


@frozen
class TakeBackWager(RoundCommand):
    """An ante or ante bonus is taken back before the first card."""

    action: ClassVar = BonusAction.TAKE_BACK_WAGER

    place: int
    area: Area


@frozen
class ChangeWager(RoundCommand):
    """An ante or ante bonus becomes another amount before the first card."""

    action: ClassVar = BonusAction.TAKE_BACK_WAGER

    place: int
    area: Area
    stake: Stake


@frozen
class RepeatWagers(RoundCommand):
    """These places have put down again what they had in the round before."""

    action: ClassVar = Nobody.INTERNAL

    places: tuple[int, ...]


@frozen
class JackpotSensor(RoundCommand):
    """Observation: a jackpot sensor reports a chip, or that it is gone."""

    action: ClassVar = Nobody.OBSERVED

    place: int
    present: bool


@frozen
class NoMoreBets(RoundCommand):
    """The dealer announces "no more bets"."""

    action: ClassVar = BonusAction.NO_MORE_BETS


@frozen
class DealByHand(RoundCommand):
    """The dealer has dealt by hand, which no device sees: so many cards of the round are out."""

    action: ClassVar = BonusAction.DEAL_DONE

    out: int


@frozen
class CardsAtEmptyBox(RoundCommand):
    """Observation: two cards of the deal lie at a box without an ante."""

    action: ClassVar = Nobody.OBSERVED

    place: int


@frozen
class DealDone(RoundCommand):
    """The last hole card is down (R4)."""

    action: ClassVar = BonusAction.DEAL_DONE


@frozen
class Decide(RoundCommand):
    """A player folds, checks or bets."""

    action: ClassVar = BonusAction.DECIDE

    place: int
    choice: Choice
    amount: Money | None = None
    """What was actually put down when it is not what the rules ask (R12)."""
    tokens: Money = ZERO
    """The part of a bet that is casino promotional tokens (1.1)."""


@frozen
class DecideAll(RoundCommand):
    """Every place that has not decided yet does the same."""

    action: ClassVar = BonusAction.DECIDE

    choice: Choice


@frozen
class CorrectDecision(RoundCommand):
    """9.5: a decision that was keyed by mistake becomes what it was, a fold too."""

    action: ClassVar = BonusAction.CORRECT_KEYING

    place: int
    choice: Choice
    amount: Money | None = None
    tokens: Money = ZERO


@frozen
class WithdrawDecisions(RoundCommand):
    """Bets and checks that were keyed by mistake are open again; a fold is corrected (9.5)."""

    action: ClassVar = BonusAction.DECIDE

    places: tuple[int, ...]


@frozen
class Reveal(RoundCommand):
    """The dealer turns a street over."""

    action: ClassVar = BonusAction.REVEAL

    street: Street


@frozen
class EverybodyFolded(RoundCommand):
    """Nobody is left in: the round goes on without a showdown (R9)."""

    action: ClassVar = BonusAction.EVERYBODY_FOLDED


@frozen
class ShowDealersHand(RoundCommand):
    """The dealer announces "dealer's hand" and turns both cards."""

    action: ClassVar = BonusAction.SHOW_DEALERS_HAND


@frozen
class Concede(RoundCommand):
    """A player gives up after seeing the dealer's hand (10.2)."""

    action: ClassVar = BonusAction.CONCEDE

    place: int


@frozen
class WithdrawConcession(RoundCommand):
    """A concession that was keyed by mistake: the hand is in again."""

    action: ClassVar = BonusAction.CORRECT_KEYING

    place: int


@frozen
class BeginSettlement(RoundCommand):
    """Concessions are over: settle from the dealer's right."""

    action: ClassVar = BonusAction.BEGIN_SETTLEMENT


@frozen
class TurnHand(RoundCommand):
    """The cards of the next place are turned face up, before anything is taken or paid."""

    action: ClassVar = BonusAction.SETTLE_PLACE

    place: int


@frozen
class SettlePlace(RoundCommand):
    """The place's cards are turned, where they are not yet; its wagers are taken and paid."""

    place: int
    invalid: bool = False
    """11.19: the player card turns out not to be the player's own; all stakes go back."""

    @property
    def action(self) -> Action:
        return BonusAction.INVALID_WAGER if self.invalid else BonusAction.SETTLE_PLACE


@frozen
class KeyAward(RoundCommand):
    """The dealer keys a winning jackpot hand; keyed again, it is taken back."""

    action: ClassVar = BonusAction.KEY_AWARD

    place: int
    award: str


@frozen
class ConfirmAward(RoundCommand):
    """A supervisor confirms an award off the meter."""

    action: ClassVar = BonusAction.CONFIRM_AWARD

    place: int
    award: str


@frozen
class DeclineAward(RoundCommand):
    """A supervisor declines an award off the meter: nothing is paid on this jackpot wager."""

    action: ClassVar = BonusAction.DECLINE_AWARD

    place: int
    award: str


@frozen
class OrderMeterAwards(RoundCommand):
    """A supervisor applies the house procedure to several awards off the meter (sd (18)(a)v)."""

    action: ClassVar = BonusAction.ORDER_METER_AWARDS

    places: tuple[int, ...]
    """Whose hands were shown, in the order in which they are taken."""


@frozen
class PayAward(RoundCommand):
    """The next award is paid."""

    action: ClassVar = BonusAction.PAY_AWARD

    place: int
    award: str


@frozen
class FinishSettlement(RoundCommand):
    """The last place is settled and the last award paid: reconcile."""

    action: ClassVar = BonusAction.FINISH_SETTLEMENT


_REPORTED: Final[dict[str, Action]] = {
    action.value: action for action in (*HouseAction, *BonusAction)
}
"""Every irregularity is a line of the powers table by its own name."""


@frozen
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


@frozen
class CloseRound(RoundCommand):
    """All action is reconciled; the table is ready for the next round."""

    action: ClassVar = BonusAction.CLOSE_ROUND


@frozen
class DeckVerified(RoundCommand):
    """The deck was checked and verified at the table (11.9.3)."""

    action: ClassVar = Nobody.INTERNAL


Command = RoundCommand | CardDrawn | KeyCard | TakeBackCard
