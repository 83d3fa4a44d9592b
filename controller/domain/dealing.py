"""How cards come to be dealt: who shuffles them, and where the dealer takes them from."""

from enum import StrEnum


class Dealing(StrEnum):
    """As a table's file and the record name it. Ask it one thing or the other, not its name."""

    device_shuffles: bool
    """A device shuffles one deck while the other is in play; otherwise the dealer shuffles and
    cuts the only one."""
    by_hand: bool
    """The dealer takes the cards from the hand; otherwise a device gives them out."""

    SHUFFLER = "shuffler", True, False
    SHOE = "shoe", False, False
    HAND = "hand", False, True

    def __new__(cls, name: str, device_shuffles: bool = False, by_hand: bool = False) -> "Dealing":
        dealing = str.__new__(cls, name)
        dealing._value_ = name
        dealing.device_shuffles, dealing.by_hand = device_shuffles, by_hand
        return dealing

    __hash__ = str.__hash__
