"""Every command and every event of a round: its subjects gathered into one core.

An event that changes the phase goes through the transition table, when it is decided and again when
the record is replayed: an illegal record is caught on loading.
"""

from typing import Any, ClassVar, Final

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.kernel import Asking, Core, Emits, Folds, Handler, Handlers
from controller.domain.referee import Referee
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.events import DeckCheckOrdered, DeckFoundComplete, RoundClosed
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round import awards, betting, deal, irregularities, showdown, wagers
from controller.games.bonus.round import guards as guards
from controller.games.bonus.round.changes import setting, with_round
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.phases import BEFORE_SETTLEMENT, NEXT_STEPS, Phase
from controller.games.bonus.round.state import Ending, Table
from controller.games.bonus.round.table import ROUND

_REFEREE: Final = Referee(Phase, Phase.IDLE, ROUND, guards)
step: Final = _REFEREE.step
"""The phase a trigger leads to, or None where the table of transitions does not allow it."""


# An enumeration looks its members up slowly, and these are asked after every command.
_DEAL, _SETTLEMENT, _RECONCILE = Phase.DEAL, Phase.SETTLEMENT, Phase.RECONCILE


def follow_up(table: Table) -> c.Command | None:
    """What the table does next by itself, without anybody's tap."""
    phase = table.round.phase
    if phase in BEFORE_SETTLEMENT and guards.nobody_in(table):
        return None if betting.flop_for_jackpots_due(table) else c.EverybodyFolded()
    if phase is _DEAL and guards.hole_cards_down(table):
        return c.DealDone()
    if phase is _SETTLEMENT and guards.everything_settled(table):
        return c.FinishSettlement()
    if phase is _RECONCILE and closes_itself(table):
        return c.CloseRound()
    return None


def closes_itself(table: Table) -> bool:
    """NSW, no award, nothing given back: the last "paid" reconciles the round."""
    round_ = table.round
    nothing_open = not round_.awards and not round_.give_back
    return table.rules.nsw and round_.ending is Ending.SETTLED and nothing_open


def _verify_close_round(table: Table, _: c.CloseRound, __: Asking) -> Refused | None:
    if table.round.phase is Phase.RECONCILE:
        return None
    return Refused(Refusal.UNSETTLED, cite(table.rules, "end of round"))


def _verify_deck_verified(table: Table, _: c.DeckVerified, __: Asking) -> Refused | None:
    if table.round.in_play():
        return Refused(Refusal.ROUND_IN_PROGRESS, cite(table.rules, "deck check"))
    return None


class _Closing:
    """The end of a round."""

    HANDLERS: ClassVar[Handlers] = {
        c.CloseRound: Handler(_verify_close_round, Emits(RoundClosed)),
        c.DeckVerified: Handler(_verify_deck_verified, Emits(DeckFoundComplete)),
    }
    FOLDS: ClassVar[Folds] = {
        # By now every chip has been taken or given back; the next round's are sensed anew.
        RoundClosed: setting(sensed=frozenset()),
        DeckCheckOrdered: lambda table, _: evolve(table, deck_check_due=True),
        DeckFoundComplete: lambda table, _: evolve(table, deck_check_due=False),
    }


def _then(table: Table, event: Any) -> Table:
    if table.round.ruled is not None and type(event) in NEXT_STEPS:
        table = with_round(table, ruled=None)
    trigger = getattr(event, "trigger", None)
    return table if trigger is None else _enter(table, trigger)


def _enter(table: Table, trigger: str) -> Table:
    """Take the step through the transition table."""
    round_ = table.round
    phase = step(round_.phase, table, trigger)
    if phase is None:
        seen = f"{trigger} is not allowed in {round_.phase.value}"
        raise BrokenInvariant(f"round {round_.number}: {seen}")
    ending = round_.ending
    if phase is Phase.RECONCILE and ending is None:
        ending = Ending.SETTLED
    phases = round_.phases
    if phase is not Phase.IDLE and phase is not round_.phase:
        phases = (*phases, phase)
    return with_round(table, phase=phase, phases=phases, ending=ending)


CORE: Final[Core[Table]] = Core(
    (wagers, deal, betting, showdown, awards, irregularities, _Closing), then=_then
)
verify, can, decide = CORE.verify, CORE.can, CORE.decide
fold, fold_one = CORE.fold, CORE.fold_one
