"""What has happened at a table: frozen, past tense, every fact needed to replay it.

State is only ever a fold of these. `trigger` names the line of the transition table an event goes
through; an event without one does not change the phase.
"""

from collections.abc import Mapping
from typing import ClassVar

from controller.domain import kernel
from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.money import Money
from controller.games.bonus.commands import Decision, Irregularity
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.rules import MeterAwards, Street
from controller.games.bonus.wagers import Area, Choice, Stake, WagerResult

Results = Mapping[Area, WagerResult]


class Event(kernel.Event):
    """Something that has happened in a round."""


class GiveBack(Frozen):
    """What a place that was paid already has to hand back: winnings that do not stand."""

    place: int
    amount: Money


class RoundOpened(Event):
    trigger: ClassVar = "open_round"
    number: int


class WagerPlaced(Event):
    place: int
    area: Area
    stake: Stake


class WagerTakenBack(Event):
    place: int
    area: Area


class WagerRepeated(Event):
    """As in the round before; what has changed on the felt is keyed before the bets lock."""

    place: int
    area: Area
    stake: Stake


class JackpotSensed(Event):
    place: int
    present: bool


class BetsLocked(Event):
    """The places whose jackpot wager is in; their increments are on the meter now (R16)."""

    jackpots: tuple[int, ...]
    jackpot_wager: Money
    trigger: str
    """`no_more_bets` or `first_card_out`, whichever came first."""


class CardDealt(Event):
    card: Card | None


class ExtraCardDrawn(Event):
    """A card that is not due now."""

    card: Card | None


class KnownCardDrawn(Event):
    """A card that was read in this round before."""

    card: Card


class CardKeyed(Event):
    """Both values are kept: what the device read, and what was keyed."""

    draw: int
    was: Card | None
    card: Card


class CardTakenBack(Event):
    """Keyed by mistake; what was keyed stands in the record before it."""

    draw: int


class DealEnded(Event):
    trigger: ClassVar = "deal_done"


class DecisionMade(Event):
    place: int
    street: Street
    choice: Choice
    stake: Stake | None
    """What a bet put down."""


class DecisionWithdrawn(Event):
    """9.5: keyed by mistake; the place is as before its decision on this street."""

    place: int
    street: Street


class HandFolded(Event):
    place: int
    street: Street
    results: Results
    deemed: bool = False


class StreetRevealed(Event):
    street: Street

    @property
    def trigger(self) -> str:
        return f"reveal_{self.street}"


class FlopTurnedForJackpots(Event):
    """R9: everyone has folded, but jackpot wagers stand."""


class AllFolded(Event):
    trigger: ClassVar = "all_folded"


class DealersHandShown(Event):
    pass


class HandConceded(Event):
    place: int
    results: Results


class ConcessionWithdrawn(Event):
    """Keyed by mistake: the hand is in again."""

    place: int


class SettlementBegun(Event):
    trigger: ClassVar = "begin_settlement"


class HandTurned(Event):
    """Face up, nothing taken or paid yet."""

    place: int


class HandSettled(Event):
    place: int
    results: Results


class AwardsRecognised(Event):
    """In the order of payment; under `sd` a supervisor is told of every winner (R30)."""

    awards: tuple[Award, ...]
    notices: tuple[str, ...]


class AwardsCorrected(Event):
    """A hand turned out void, or an award was declined: these awards are due instead."""

    awards: tuple[Award, ...]
    paid: tuple[bool, ...]
    """Which of them were paid already and stand."""
    give_back: tuple[GiveBack, ...]
    """What was paid and does not stand."""


class MeterAwardsFixed(Event):
    """R24: the pool has reserved: what was keyed stays keyed, on the meter as the pool had it."""

    place: int
    """From this one on, counted from the dealer's right."""
    by_others: Money
    """What other tables had made of the meter by then."""
    awards: tuple[Award, ...]
    """The same awards, worked out on that."""


class AwardKeyed(Event):
    index: int
    on: bool


class AwardConfirmed(Event):
    index: int


class AwardDeclined(Event):
    """What is due without it follows in `AwardsCorrected`."""

    place: int
    award: str


class MeterAwardsOrdered(Event):
    """sd (18)(a)v: a supervisor has applied the house procedure."""

    places: tuple[int, ...]
    """Every place with an award off the meter, in the order in which they are taken."""
    procedure: MeterAwards


class AwardPaid(Event):
    index: int


class SettlementFinished(Event):
    trigger: ClassVar = "all_settled"


class IrregularityRuled(Event):
    """What happened, what was decided, by which clause, and who was notified."""

    irregularity: Irregularity
    place: int | None
    card: Street | None
    decision: Decision | None
    clause: str | None
    notices: tuple[str, ...]


class HandVoided(Event):
    place: int
    results: Results
    turned: bool = False
    """Found when the place was reached in the settlement: its cards are face up."""
    give_back: tuple[GiveBack, ...] = ()


class FlopWagerCorrected(Event):
    place: int
    stake: Stake


class EmptyBoxDealt(Event):
    """11.7: two cards of the deal lie at a box without an ante."""

    place: int


class EmptyBoxDiscarded(Event):
    """11.8: the hand of a box without an ante went to the discard rack."""

    place: int


class ExtraCardAccepted(Event):
    """A supervisor let play go on with the cards as they lie."""


class JackpotSwitchedOff(Event):
    """11.14: play goes on without the jackpot; these places get their wager back."""

    places: tuple[int, ...]
    jackpot_wager: Money
    give_back: tuple[GiveBack, ...]


class JackpotFrozen(Event):
    """R38: the wagers stand and are settled on the meter as it is."""


class RoundMisdealt(Event):
    trigger: ClassVar = "misdeal"
    clause: str | None
    results: Mapping[int, Results]
    give_back: tuple[GiveBack, ...]


class RoundVoided(Event):
    trigger: ClassVar = "void"
    clause: str | None
    results: Mapping[int, Results]
    give_back: tuple[GiveBack, ...]
    """What places that were paid already have to hand back."""


class RoundClosed(Event):
    trigger: ClassVar = "close_round"


class DeckCheckOrdered(Event):
    """11.9.3: before the next round."""


class DeckFoundComplete(Event):
    pass
