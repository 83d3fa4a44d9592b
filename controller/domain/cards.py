"""The 52 cards of the one deck in play (R5)."""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


class Card(int):
    """One of the 52 cards, `rank * 4 + suit`, as phevaluator numbers them.

    There is one object per card. Numbers run up from the deuces to the aces and, within a rank,
    in the order c d h s: cards sorted in reverse are in the order in which a hand is shown. That
    order is for showing only; suits never decide between hands (clause 3.3). Being an int, a card
    must go to JSON as `str(card)`.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> "Card":
        if not 0 <= number < 52:
            raise ValueError(f"card number {number!r} seen, expected 0 to 51")
        return DECK[number]

    @classmethod
    def parse(cls, text: str) -> "Card":
        try:
            return _BY_NAME[text]
        except KeyError:
            raise ValueError(
                f"card {text!r} seen, expected a rank of {RANKS} and a suit of {SUITS}, as in '7h'"
            ) from None

    @property
    def rank(self) -> int:
        """2 to 14, the ace being 14."""
        return (self >> 2) + 2

    @property
    def suit(self) -> str:
        return SUITS[self & 3]

    def __repr__(self) -> str:
        return _NAMES[self]


_NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)

DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(52))

_BY_NAME: Final = dict(zip(_NAMES, DECK, strict=True))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards named one after another with spaces between: "7h 2c Kd"."""
    return tuple(Card.parse(name) for name in text.split())
