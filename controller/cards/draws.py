"""Cards as they leave the device one after another: whether each fits, and what is keyed for it."""

from controller.cards.plan import Cards, Unexplained, known
from controller.domain.cards import Card


def next_card(drawn: Cards, card: Card | None, due: int) -> Unexplained:
    """What is odd about the card that has left the device now; nothing where it fits."""
    if card is not None and card in drawn:
        return Unexplained.KNOWN_CARD
    return Unexplained.EXTRA_CARD if len(drawn) >= due else Unexplained.NOTHING


def others(drawn: Cards, draw: int) -> Cards:
    """All but this draw."""
    return drawn[:draw] + drawn[draw + 1 :]


def taken_for(drawn: Cards, draw: int, card: Card | None) -> Cards:
    """The draws, with another card, or none that is known, taken for this one."""
    return (*drawn[:draw], card, *drawn[draw + 1 :])


def oddity(drawn: Cards, otherwise: Unexplained) -> Unexplained:
    """What is odd about the draws: a card that is there twice is, whatever else there is."""
    faces = known(drawn)
    return Unexplained.KNOWN_CARD if len(set(faces)) < len(faces) else otherwise
