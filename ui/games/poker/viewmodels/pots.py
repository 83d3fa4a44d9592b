"""Where a table is run by pots: who is left, and the pot on the pad.

A tap on a seat marks it. Those marked are left, once the pot is keyed; or they fold, with the key
that says so. Nothing of it is on record until then.
"""

import re
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.domain.words import dollars
from controller.games.poker.core import CORE
from controller.games.poker.keyed_pots import KeyPot, blinds_alone
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.showdown import hand_in
from controller.games.poker.state import Hand
from controller.games.poker.words import seats
from ui.bridge import Bridge
from ui.games.poker.words import pot_title, why
from ui.shown import Shown
from ui.viewmodels.actions import Primary
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.words import dollars_keyed

BETTING: Final = (Phase.DEAL, *STREETS)
KEYED: Final = re.compile(r"([1-9]\d{0,6})?(\.\d{0,2})?|0(\.\d{0,2})?")
"""What may stand on the pad."""


@frozen
class Keying:
    """What was tapped and keyed for a pot; none of it is on record yet."""

    marked: tuple[int, ...] = ()
    """The seats that are left, or in for the side pot; none marked: everybody still in."""
    amount: str = ""
    """The amount as it stands on the pad."""
    side: bool = False
    """Is a side pot being keyed, after the pots that stand?"""

    @property
    def cents(self) -> int:
        return int(Money.parse(self.amount.rstrip("."))) if self.amount.strip(".") else 0


NOTHING_KEYED: Final = Keying()


@frozen
class PotPadProps:
    """The pad for a pot."""

    visible: bool = False
    title: str = ""
    seats: str = ""
    """Who is in for it."""
    amount: str = ""


def pot_number(shown: Shown, keying: Keying) -> int | None:
    """The pot that is keyed now, 0 the main pot; none where none is."""
    snapshot, table = shown.snapshot, shown.snapshot.house.table
    if table.rules.stacks_kept or snapshot.held is not None or table.phase not in BETTING:
        return None
    keyed = len(table.playing().keyed)
    return keyed if not keyed or keying.side else None


def derive_pot_pad(shown: Shown, keying: Keying = NOTHING_KEYED) -> PotPadProps:
    """The pad for the pot that is keyed now."""
    number = pot_number(shown, keying)
    if number is None:
        return PotPadProps()
    return PotPadProps(
        visible=True,
        title=pot_title(number),
        seats=_who(shown.snapshot.house.table.playing(), number, keying),
        amount=dollars_keyed(keying.amount) if keying.amount else "",
    )


def _who(hand: Hand, number: int, keying: Keying) -> str:
    if number:
        return f"In for it: {seats(keying.marked)}" if keying.marked else "Tap who is in for it"
    left = keying.marked or tuple(sorted(player.seat for player in hand.players_in()))
    be = "is" if len(left) == 1 else "are"
    return f"{seats(left).capitalize()} {be} left"


def derive_key(shown: Shown, keying: Keying) -> Primary | None:
    """The one action while a pot is keyed."""
    number = pot_number(shown, keying)
    if number is None:
        return None
    table, name = shown.snapshot.house.table, pot_title(number)
    command = KeyPot(number, keying.cents, tuple(sorted(keying.marked)))
    text = f"{name} {dollars(keying.cents)}"
    if not keying.amount:
        hand = table.playing()
        left = keying.marked or tuple(player.seat for player in hand.players_in())
        if number or hand.laid or left != (hand.big_blind,):
            return Primary(f"Key the {name.lower()}", reason=_missing(number, keying))
        command = replace(command, amount=blinds_alone(hand))  # everybody folded to the big blind
        text = f"Blinds only: {dollars(command.amount)}"
    return Primary(text, command, why(CORE.verify(table, command)))


def _missing(number: int, keying: Keying) -> str:
    if number and not keying.marked:
        return "Tap who is in for it, then key the amount"
    return "Key the amount" if keying.marked else "Tap who is left, then key the amount"


@qml_element
class PotPadViewModel(ViewModel):
    """The pad for a pot, and who is marked."""

    shows = PotPadProps

    changed = Signal()
    """Something was tapped or keyed."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.keying = NOTHING_KEYED
        self._about: object = None

    def derive(self, shown: Shown) -> PotPadProps:
        return derive_pot_pad(shown, self.keying)

    def update(self, shown: Shown) -> None:
        about = shown.snapshot.held, shown.snapshot.house.table.hand
        if about != self._about:
            self._about, self.keying = about, NOTHING_KEYED
        super().update(shown)

    def _put(self, **changes: Any) -> None:
        self.keying = replace(self.keying, **changes)
        self.refresh()
        self.changed.emit()

    def marks(self, seat: int) -> bool:
        """A seat was tapped: does it mark somebody who may be in for the pot?"""
        if self.shown is None or (number := pot_number(self.shown, self.keying)) is None:
            return False
        table = self.shown.snapshot.house.table
        before = table.playing().keyed[number - 1].eligible if number else (seat,)
        if hand_in(table, seat) is None and seat in before:
            others = tuple(one for one in self.keying.marked if one != seat)
            marked = others if others != self.keying.marked else (*others, seat)
            self._put(marked=marked)
        return True

    def key_side_pot(self) -> None:
        """One more pot is keyed."""
        self._put(side=True)

    def forget(self) -> bool:
        """What was tapped and keyed; false where nothing was."""
        before = self.keying
        if before != NOTHING_KEYED:
            self._put(marked=(), amount="", side=False)
        return before != NOTHING_KEYED

    @Slot(str)
    def key(self, sign: str) -> None:
        keyed = self.keying.amount + sign
        if self.props.visible and KEYED.fullmatch(keyed):
            self._put(amount=keyed)

    @Slot()
    def clear(self) -> None:
        self._put(amount="")
