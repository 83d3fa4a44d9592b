"""The chip pad: an ante or an ante bonus keyed by its chips; on a street, a bet that is not what
the rules ask, as it lies there (11.10, 11.11). Chips that are promotional tokens are keyed as such
(1.1).

Chips add to what lies there. What is keyed is never lost unsaid: a tap on another place or panel
sets it, the round does not go on before it is set, and where bets are locked meanwhile the guidance
line says that it was not.
"""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import limits_for
from controller.games.bonus.house import house_of
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.wagers import Area, Choice, Stake
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.of_place import PlaceBound
from ui.viewmodels.words import chips, dollars, span

PANEL: Final = "chips"
DENOMINATIONS: Final = tuple(Money(value * 100) for value in (1, 5, 25, 100, 500, 1_000))
AMOUNT_MAX: Final = Money(100_000_000)
"""More than any table takes: the pad stops counting here."""
NOTHING: Final = Stake(ZERO)


@frozen
class ChipPadProps:
    """The pad for one place."""

    visible: bool = False
    place: int = 0
    area: str = Area.ANTE.value
    street: str = ""
    """The wager of this street is keyed: there is no other to choose."""
    bonus_offered: bool = False
    amount: str = ""
    limits: str = ""
    outside: bool = False
    """Keyed below the minimum or above the maximum, or not what a street asks: said, not refused
    (6.4, 11.10)."""
    chips: tuple[str, ...] = ()
    can_set: bool = False
    set_text: str = ""
    tokens_offered: bool = False
    tokens: str = ""
    """How much of the amount is promotional tokens."""
    in_tokens: bool = False
    """What is keyed next is."""


def derive_chip_pad(shown: Shown, place: int, area: Area, keyed: Stake | None) -> ChipPadProps:
    """What is keyed so far; nothing keyed yet, what lies there."""
    house = house_of(shown.snapshot)
    table = house.table
    if not 1 <= place <= table.rules.places:
        return ChipPadProps()
    if table.round.phase in DECISIONS:
        return _on_a_street(table, place, keyed)
    if table.round.phase is not Phase.WAGERS:
        return ChipPadProps()
    floor = house.floor
    limits = limits_for(floor, place).spot if floor else table.rules.limits
    low, high = limits.bounds(area)
    stake = _lies(table, place, area) if keyed is None else keyed
    amount, command = stake.amount, command_of(table, place, area, keyed)
    return ChipPadProps(
        visible=True,
        place=place,
        area=area.value,
        bonus_offered=table.rules.ante_bonus is not None,
        amount=dollars(amount),
        limits=span(low, high),
        outside=bool(amount) and not low <= amount <= high,
        chips=tuple(chips(value) for value in denominations(low)),
        can_set=command is not None,
        set_text="Take back" if isinstance(command, c.TakeBackWager) else f"Set {dollars(amount)}",
        tokens_offered=table.rules.nsw,
        tokens=_tokens(stake),
    )


def _on_a_street(table: Table, place: int, keyed: Stake | None) -> ChipPadProps:
    """What the rules ask is said beside what is keyed."""
    street, ante = STREET_OF[table.round.phase], _lies(table, place, Area.ANTE).amount
    asked = ante * street.antes
    stake = _lies(table, place, street.area) if keyed is None else keyed
    amount = stake.amount
    times = f"{street.antes} × {dollars(ante)}" if street.antes > 1 else "Same as ante"
    return ChipPadProps(
        visible=bool(ante),
        place=place,
        area=street.area.value,
        street=street.value.capitalize(),
        amount=dollars(amount),
        limits=times,
        outside=bool(amount) and amount != asked,
        chips=tuple(chips(value) for value in denominations(ante)),
        can_set=street_bet(table, place, keyed) is not None,
        set_text=f"Bet {dollars(amount)}",
        tokens_offered=table.rules.nsw,
        tokens=_tokens(stake),
    )


def _tokens(stake: Stake) -> str:
    return f"{dollars(stake.tokens)} in tokens" if stake.tokens else ""


def street_bet(table: Table, place: int, keyed: Stake | None) -> c.Decide | None:
    """The bet as it lies there; what the rules ask needs no amount of its own."""
    street = STREET_OF[table.round.phase]
    if keyed in (None, NOTHING, _lies(table, place, street.area)):
        return None
    asked, amount = _lies(table, place, Area.ANTE).amount * street.antes, keyed.amount
    return c.Decide(place, Choice.BET, None if amount == asked else amount, keyed.tokens)


def denominations(low: Money) -> tuple[Money, ...]:
    """Four chips, from the one under that which makes up the minimum."""
    fitting = sum(1 for value in DENOMINATIONS if value <= low)
    first = min(max(fitting - 2, 0), len(DENOMINATIONS) - 4)
    return DENOMINATIONS[first : first + 4]


def _lies(table: Table, place: int, area: Area) -> Stake:
    return table.round.place(place).stakes.get(area, NOTHING)


def command_of(table: Table, place: int, area: Area, keyed: Stake | None) -> c.Command | None:
    """What setting the keyed stake comes to; none where it lies there already."""
    lies = _lies(table, place, area)
    if keyed is None or keyed == lies:
        return None
    if keyed == NOTHING:
        return c.TakeBackWager(place, area)
    put = c.PlaceWager if lies == NOTHING else c.ChangeWager
    return put(place, area, keyed)


@qml_element
class ChipPadViewModel(PlaceBound):
    """Keyed here, sent as one absolute stake."""

    shows = ChipPadProps
    panel = PANEL

    keyed = Signal()
    """Something else was keyed, or set."""
    dropped = Signal(str)
    """What was keyed can no longer be set: in a sentence."""

    _area = Area.ANTE
    _keyed: Stake | None = None
    _for = 0
    """The place that it was keyed for."""
    _in_tokens = False
    """Are the chips that are keyed next promotional tokens?"""

    @property
    def unset(self) -> int:
        """The place for which something is keyed that does not lie there yet; 0 for none."""
        return self._for if self._command() is not None else 0

    def update(self, shown: Shown) -> None:
        """What was keyed belongs to its moment: a flop wager is not what was keyed as an ante."""
        if self._panels.moved(self.shown, shown):
            if self.unset:
                keyed = dollars((self._keyed or NOTHING).amount)
                self.dropped.emit(f"Place {self._for}: {keyed} was keyed but not set.")
            self.forget()
        super().update(shown)

    def forget(self) -> None:
        self._area, self._keyed, self._in_tokens = Area.ANTE, None, False
        self._for = 0
        self.keyed.emit()

    def derive(self, shown: Shown) -> ChipPadProps:
        pad = derive_chip_pad(shown, self._place, self._area, self._keyed)
        return replace(pad, in_tokens=self._in_tokens)

    def _opened(self) -> None:
        self._send()
        super()._opened()

    @Slot(str)
    def choose(self, area: str) -> None:
        """Ante or bonus."""
        self._send()
        self.forget()
        self._area = Area(area)
        self.refresh()

    @Slot(str)
    def add(self, chip: str) -> None:
        """One chip more, or one token."""
        before = self._lies() if self._keyed is None else self._keyed
        more = min(Money.parse(chip.replace(",", "")), AMOUNT_MAX - before.amount)
        tokens = before.tokens + more if self._in_tokens else before.tokens
        self._key(Stake(before.amount + more, tokens))

    @Slot()
    def mark(self) -> None:
        """The chips from here on are tokens; tapped again, they are chips."""
        self._in_tokens = not self._in_tokens
        self.refresh()

    @Slot()
    def clear(self) -> None:
        self._key(NOTHING)

    @Slot()
    def set(self) -> None:
        """As keyed; the pad closes."""
        self._panels.close()

    @Slot()
    def close(self) -> None:
        """Nothing of it counts."""
        self.forget()
        super().close()

    def _key(self, stake: Stake) -> None:
        self._keyed, self._for = stake, self._place
        self.refresh()
        self.keyed.emit()

    def _lies(self) -> Stake:
        if self.shown is None or not self._place:
            return NOTHING
        table = house_of(self.shown.snapshot).table
        street = STREET_OF.get(table.round.phase)
        return _lies(table, self._place, street.area if street else self._area)

    def _command(self) -> c.Command | None:
        """What was keyed, as it is sent; none where it lies there already."""
        if self.shown is None or not self._for:
            return None
        table = house_of(self.shown.snapshot).table
        if table.round.phase in DECISIONS:
            return street_bet(table, self._for, self._keyed)
        return command_of(table, self._for, self._area, self._keyed)

    def _send(self) -> None:
        if (command := self._command()) is not None:
            self.submit(command)
