"""The settlement: pot by pot, the last side pot first; who wins, the commission, each share.

Winners are proposed by the hands that lie face up; where cards are not keyed, the dealer taps who
wins each pot. The pots are pushed one after the other; with the last push, that of the main pot,
the award goes on record.
"""

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Signal

from controller.domain.frozen import frozen
from controller.domain.kernel import NOBODY
from controller.domain.words import dollars, joined
from controller.games.poker.award import (
    AwardPots,
    Winners,
    dealer_says,
    to_be_awarded,
    to_the_award,
)
from controller.games.poker.core import CORE
from controller.games.poker.pots import made_up
from controller.games.poker.showdown import best_five
from controller.games.poker.state import Ending, Hand, Pot, Table
from controller.games.poker.words import pot_name, seats
from ui.bridge import Bridge
from ui.games.poker.words import pot_title
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

AWARDED: Final = (Ending.SHOWDOWN, Ending.UNCONTESTED)


@frozen
class Walk:
    """How far the settlement has come; none of it is on record yet."""

    won: tuple[tuple[int, ...], ...] = ()
    """Where the dealer says who wins: the winners of each pot already named, the last pot first."""
    picked: tuple[int, ...] = ()
    """The winners named so far of the pot that is asked for now."""
    pushed: int = 0
    """How many pots were pushed."""


NOT_BEGUN: Final = Walk()


@frozen
class Share:
    """What one winner gets of a pot."""

    seat: int
    amount: str
    hand: str = ""


@frozen
class PushProps:
    """The pot that is pushed now; between hands, what the last hand came to."""

    visible: bool = False
    title: str = ""
    amount: str = ""
    commission: str = ""
    shares: tuple[Share, ...] = ()
    left: str = ""
    """How many pots come after this one."""
    ask: str = ""
    """The question who wins it, which has to be answered first."""
    over: str = ""


def awards(shown: Shown) -> bool:
    """Are pots awarded now?"""
    snapshot = shown.snapshot
    return snapshot.held is None and isinstance(snapshot.step.command, AwardPots)


def pot_asked(shown: Shown, walk: Walk) -> int | None:
    """The pot whose winners the dealer has to name, 0 the main pot; none where all are known."""
    table = shown.snapshot.house.table
    if not awards(shown) or not dealer_says(table):
        return None
    left = len(made_up(table.playing())) - len(_named(table.playing(), walk)) - 1
    return None if not left and walk.picked else left


def _named(hand: Hand, walk: Walk) -> list[tuple[int, ...]]:
    """The winners of the side pots as far as they are known, last pot first: who is alone in one
    has won it."""
    said, known = iter(walk.won), list[tuple[int, ...]]()
    for pot in made_up(hand)[:0:-1]:
        by = pot.eligible if len(pot.eligible) == 1 else next(said, ())
        if not by:
            break
        known.append(by)
    return known


def winners_said(shown: Shown, walk: Walk) -> Winners:
    """Main pot first; nothing where the cards say it."""
    table = shown.snapshot.house.table
    if not awards(shown) or not dealer_says(table):
        return ()
    return (walk.picked, *reversed(_named(table.playing(), walk)))


def pots_to_push(shown: Shown, walk: Walk) -> tuple[Pot, ...]:
    """In the order in which they are pushed; nothing where no pot is awarded, or not yet."""
    if not awards(shown) or pot_asked(shown, walk) is not None:
        return ()
    table = at_the_award(shown.snapshot.house.table)
    return tuple(reversed(to_be_awarded(table, winners_said(shown, walk))))


def winning(shown: Shown, walk: Walk) -> tuple[int, ...]:
    """Who is named as a winner; once all are, who gets the pot that is pushed now."""
    if walk.picked and not walk.pushed:
        return walk.picked
    pot = next(iter(pots_to_push(shown, walk)[walk.pushed :]), None)
    return pot.winners if pot else ()


def at_the_award(table: Table) -> Table:
    """What lies in front of the players is drawn in with the award."""
    draft = CORE.draft(table, NOBODY)
    to_the_award(draft)
    return draft.state


def _shares(pot: Pot) -> list[str]:
    return [f"{dollars(s)} to seat {n}" for n, s in zip(pot.winners, pot.shares, strict=True)]


def push_said(shown: Shown, walk: Walk) -> str:
    """What is done with the pot that is pushed now: of the first one only where the dealer has
    named the winners, since otherwise the winning hand is announced first."""
    pots = pots_to_push(shown, walk)
    if not pots or not (walk.pushed or dealer_says(shown.snapshot.house.table)):
        return ""
    pot, left = pots[walk.pushed], len(pots) - 1 - walk.pushed
    first = f"Take {dollars(pot.commission)} to the drop, then push" if pot.commission else "Push"
    which = f" {pot_name(left)}:" if len(pots) > 1 else ""
    return f"{first}{which} {joined(_shares(pot))}."


def push_text(shown: Shown, walk: Walk) -> str:
    """`Push $30 to seat 6`; of several shares the panel says how much each is."""
    pots = pots_to_push(shown, walk)
    shares = _shares(pots[walk.pushed])
    said = shares[0] if len(shares) == 1 else f"{len(shares)} shares"
    if len(pots) == 1:
        return f"Push {said}"
    return f"{pot_title(len(pots) - 1 - walk.pushed)}: push {said}"


def derive_push(shown: Shown, walk: Walk = NOT_BEGUN) -> PushProps:
    """The pot that is asked for or pushed now."""
    table = shown.snapshot.house.table
    asked = pot_asked(shown, walk)
    if asked is not None:
        pot = made_up(table.playing())[asked]
        return PushProps(
            True, pot_title(asked), dollars(pot.amount), left=_left(asked), ask=_ask(pot, walk)
        )
    pots = pots_to_push(shown, walk)
    if not pots:
        return _over(table)
    pot, left = pots[walk.pushed], len(pots) - 1 - walk.pushed
    hand = table.playing()
    return PushProps(
        visible=True,
        title=pot_title(left),
        amount=dollars(pot.amount),
        commission=f"{dollars(pot.commission)} to the drop" if pot.commission else "No commission",
        shares=tuple(
            Share(seat, dollars(share), _name(hand, seat))
            for seat, share in zip(pot.winners, pot.shares, strict=True)
        ),
        left=_left(left),
    )


def _left(count: int) -> str:
    return "" if not count else f"{count} more {'pot' if count == 1 else 'pots'}"


def _ask(pot: Pot, walk: Walk) -> str:
    if walk.picked:
        return f"{seats(walk.picked).capitalize()} {'wins' if len(walk.picked) == 1 else 'share'}"
    return f"Who wins? Tap seat {joined([str(seat) for seat in pot.eligible], 'or')}."


def _name(hand: Hand, seat: int) -> str:
    best = best_five(hand, hand.of(seat))
    return best.category.text if best else ""


def _over(table: Table) -> PushProps:
    hand = table.hand
    if hand is None or not table.at_rest or hand.ending not in AWARDED:
        return PushProps()
    won = [f"{dollars(p.won)} to seat {p.seat}" for p in hand.players if p.won]
    drop = sum(pot.commission for pot in hand.pots)
    dropped = f" {dollars(drop)} to the drop." if drop else ""
    return PushProps(over=f"Hand {hand.number}: {joined(won)}.{dropped}")


@qml_element
class PushViewModel(ViewModel):
    """The walk through the pots."""

    shows = PushProps

    changed = Signal()
    """Another pot is asked for or pushed now."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.walk = NOT_BEGUN
        self._about: object = None

    def derive(self, shown: Shown) -> PushProps:
        return derive_push(shown, self.walk)

    def update(self, shown: Shown) -> None:
        about = awards(shown), shown.snapshot.house.table.hand
        if about != self._about:
            self._about, self.walk = about, NOT_BEGUN
        super().update(shown)

    def _put(self, **changes: Any) -> None:
        self.walk = replace(self.walk, **changes)
        self.refresh()
        self.changed.emit()

    def wins(self, seat: int) -> None:
        """The dealer names a winner of the pot that is asked for, or takes that back."""
        if self.shown is None or self.walk.pushed or not dealer_says_now(self.shown):
            return
        pots = made_up(self.shown.snapshot.house.table.playing())
        pot = pots[pot_asked(self.shown, self.walk) or 0]
        if seat in pot.eligible:
            others = tuple(one for one in self.walk.picked if one != seat)
            named = others != self.walk.picked
            self._put(picked=others if named else (*self.walk.picked, seat))

    def go_on(self) -> None:
        """The winners of a pot are named, or a pot is pushed: the next one."""
        if self.shown is not None and pot_asked(self.shown, self.walk) is not None:
            self._put(won=(*self.walk.won, self.walk.picked), picked=())
        else:
            self._put(pushed=self.walk.pushed + 1)

    def go_back(self) -> bool:
        """One step; false where nothing was done."""
        walk = self.walk
        if walk.pushed:
            self._put(pushed=walk.pushed - 1)
        elif walk.picked:
            self._put(picked=())
        elif walk.won:
            self._put(won=walk.won[:-1])
        return walk != self.walk


def dealer_says_now(shown: Shown) -> bool:
    """Does a tap on a seat name a winner?"""
    return awards(shown) and dealer_says(shown.snapshot.house.table)
