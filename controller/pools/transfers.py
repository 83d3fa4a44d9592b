"""What can be asked of a jackpot pool: transfers with ids, and their answers.

Everything that changes a pool is a transfer with an id chosen by the caller, carried out in one
transaction:

- the same id with the same content is harmless and gets the first answer again;
- the same id with other content is refused as `EXISTS_WITH_DIFFERENT_...`, naming what differs;
- a transfer that was refused and is no claim (contribute, join, move, parameters) leaves no trace
  in the books; it is sent again under its id once the reason is gone: an increment is never lost;
- a claim (take_back, reserve, amend, post, release, reverse) that was refused stays refused under
  its id: a copy delayed on the way can never come true after a new one was accepted.

A round that is void: release its reservation, reverse its awards, the latest first, take its
contributions back. Times and ids are arguments.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.pools import (
    BOOKS_MAX,
    LIMIT_MAX,
    NAME_CHARACTERS_MAX,
    PLACES_MAX,
    ROUND_MAX,
    SECONDS_MAX,
    WAGERS_MAX,
    WINNERS_MAX,
    Accounts,
    AtMost,
    Hit,
    Parameters,
    Percent,
    Reservation,
    Terms,
    cents_rounded_down,
)
from controller.pools.refusals import PoolRefused


def named(value: str) -> bool:
    """Is it a name that people can read?"""
    return bool(value.strip()) and len(value) <= NAME_CHARACTERS_MAX and value.isprintable()


def _person(value: str) -> bool:
    """A staff number or plain name: nothing in it that looks alike and is not the same."""
    return named(value) and value.isascii() and value == value.strip()


Asked = Money | Percent | AtMost


def _sound_amount(value: Asked) -> bool:
    if isinstance(value, Percent):
        return 1 <= value.percent <= 100 and 1 <= value.winners <= WINNERS_MAX
    cents = value.at_most if isinstance(value, AtMost) else value
    return 0 <= cents <= cents_rounded_down(BOOKS_MAX)


_SOUND: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("id", "contribution", "reservation", "award", "level"), named),
    "table": lambda value: named(value) and "/" not in value,  # its ids begin with it and a stroke
    **dict.fromkeys(("out_of", "into"), named),
    "round": lambda value: 0 <= value <= ROUND_MAX,
    "at": lambda value: 0 <= value <= SECONDS_MAX,
    "wagers": lambda value: 1 <= value <= WAGERS_MAX,
    "place": lambda value: value is None or 1 <= value <= PLACES_MAX,
    "amount": _sound_amount,
    "who": lambda value: bool(value) and all(map(_person, value)),
    "meter": lambda value: value is None or 0 <= value <= LIMIT_MAX,
    "reserve": lambda value: 0 <= value <= LIMIT_MAX,
}
"""What a transfer can say at all; anything else is a mistake of the caller."""


class Transfer(Frozen):
    """A change to a pool, under an id chosen by the caller."""

    id: str

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if name in _SOUND and not _SOUND[name](value):
                raise ValueError(f"{type(self).__name__} {self.id}: {name} {value!r} seen")


class Claim(Transfer):
    """A transfer that takes money off the meter: refused once, it stays refused under its id.

    Not so where the meter does not suffice: tables that send again what a server has lost do so in
    any order, and what one of them claims may be what another has not contributed again yet.
    """


class Open(Transfer):
    """A new pool. The meter starts at the seed, or at a figure the house brings in."""

    parameters: Parameters
    meter: Money | None
    reserve: Money
    who: tuple[str, ...]
    at: int


class Join(Transfer):
    """A table links itself to the pool, or makes sure at a start that it still fits."""

    table: str
    terms: Terms


class Leave(Transfer):
    """A table is linked no more."""

    table: str


class Move(Transfer):
    """A table goes over to another pool of the store: in one step, so that it is never in none."""

    table: str
    out_of: str
    into: str
    terms: Terms


class ChangeParameters(Transfer):
    """New figures, by two people."""

    parameters: Parameters
    who: tuple[str, ...]
    at: int


class WithdrawChange(Transfer):
    """Figures that wait for the next reset are not wanted any more, by two people."""

    version: int
    who: tuple[str, ...]
    at: int


class Contribute(Transfer):
    """R16: the increments of so many locked wagers."""

    table: str
    round: int
    wagers: int
    version: int | None = None
    """The parameters they were locked under; none: those in force on arrival."""


class TakeBack(Claim):
    """R31: the increments of cancelled wagers."""

    contribution: str
    wagers: int


class Reserve(Claim):
    """R24: the first win of a round is keyed."""

    table: str
    round: int
    amount: Asked


class Amend(Claim):
    """R24: a further win of the round, or one taken back. What was posted is not part of it."""

    reservation: str
    amount: Asked


class Post(Claim):
    """A confirmed award leaves the meter."""

    reservation: str
    level: str
    amount: Money
    resets: bool
    cards: tuple[Card, ...]
    who: tuple[str, ...]
    at: int
    """Wall time, UTC, in seconds."""
    place: int | None = None
    """Where at the table it was won, if that is known."""

    def hit(self, seq: int, reservation: Reservation) -> Hit:
        """The entry in the history."""
        cards = tuple(str(card) for card in self.cards)
        of = (self.id, seq, reservation.id, reservation.table, reservation.round)
        hit = Hit(*of, self.level, self.amount, self.resets, cards, self.who, self.at)
        return evolve(hit, place=self.place)


class Release(Claim):
    """What is still reserved goes back, and the reservation ends."""

    reservation: str


class Reverse(Claim):
    """R31: an award of a round that is void after all."""

    award: str


class Receipt(Frozen):
    """A transfer was carried out; every retry gets the same receipt."""

    id: str
    seq: int
    """Place in the order of all transfers of the pool."""
    available: Money
    """What the meter shows afterwards: without what is reserved."""
    moved: Accounts
    """What it changed."""
    version: int
    """The parameters in force afterwards."""
    amount: Money = ZERO
    """Reserved now, posted, released or reversed."""
    basis: Money = ZERO
    """What a reservation could be taken from: awards of the round are worked out on it."""
    house_carries: bool = False
    """An increment taken back, or the seed of a reset that stays, is at the house's expense."""


Answer = Receipt | PoolRefused
