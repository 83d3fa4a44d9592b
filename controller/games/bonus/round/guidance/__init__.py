"""What the dealer does next, step by step, with the rule behind it.

`guide` reads only what lies open on the table: it looks at the public view, so a card that is face
down cannot change a word of it. It states what the rules offer and require, in their order, and
never what a player had better do (13.6 of `nsw-legacy`, 13.7 of `nsw-2024`).
"""

from collections.abc import Callable
from typing import Final

from controller.cards.plan import Unexplained
from controller.domain.base import evolve
from controller.games.bonus.round.betting import flop_for_jackpots_due
from controller.games.bonus.round.guards import nobody_in
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.betting import decisions
from controller.games.bonus.round.guidance.closing import idle, reconcile
from controller.games.bonus.round.guidance.dealing import deal
from controller.games.bonus.round.guidance.hands import nobody_left
from controller.games.bonus.round.guidance.opening import unexplained, wagers
from controller.games.bonus.round.guidance.remedies import remedy
from controller.games.bonus.round.guidance.reminders import reminders
from controller.games.bonus.round.guidance.settling import settlement, showdown
from controller.games.bonus.round.guidance.warnings import Outside, warnings
from controller.games.bonus.round.phases import BEFORE_SETTLEMENT, DECISIONS, Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import public_view

__all__ = ["Guidance", "guide"]

_STOPPED_BY_A_CARD: Final = (Phase.WAGERS, Phase.DEAL, *DECISIONS)

_STEPS: Final[dict[Phase, Callable[[Table], Guidance]]] = {
    Phase.IDLE: idle,
    Phase.WAGERS: wagers,
    Phase.DEAL: deal,
    Phase.SHOWDOWN: showdown,
    Phase.SETTLEMENT: settlement,
    Phase.RECONCILE: reconcile,
}


def guide(
    table: Table, outside: Outside | None = None, first: frozenset[int] = frozenset()
) -> Guidance:
    """The next step at this table. The floor knows whose limits are whose, and which places decide
    `first` (11.12.1); without one the table's limits hold for all."""
    open_cards = public_view(table)
    step = _step(open_cards, first)
    return evolve(
        step,
        text=f"{remedy(open_cards)} {step.text}".lstrip(),
        reminders=reminders(open_cards),
        warnings=warnings(open_cards, outside),
    )


def _step(table: Table, first: frozenset[int]) -> Guidance:
    round_ = table.round
    if round_.phase in _STOPPED_BY_A_CARD and round_.unexplained is not Unexplained.NOTHING:
        return unexplained(table)
    over = round_.phase in BEFORE_SETTLEMENT and nobody_in(table)
    if over and not flop_for_jackpots_due(table):
        return nobody_left(table)
    if round_.phase in DECISIONS:
        return decisions(table, first)
    return _STEPS[round_.phase](table)
