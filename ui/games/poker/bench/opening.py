"""A simulated table of the room is opened: staff signed on, equipment confirmed, players seated.

Whoever tries the table deals the first hand with one tap. A table that goes on from its record is
left to whoever looks at it: the felt is compared by people.
"""

from typing import Final

from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck, CheckDeck
from controller.floor.state import CheckMeans, Status
from controller.games.poker.seating import SitDown
from simulators.people.opening import come_to_work, open_table
from simulators.people.tapping import Finger

BANKS: Final = {1: 100, 2: 200, 3: 60, 5: 200, 6: 40, 8: 300, 9: 150}
"""Who sits at a table that nobody has opened before, with how many big blinds."""


def open_room(finger: Finger) -> None:
    """From wherever the table stands to a hand that can be dealt with one tap."""
    if not come_to_work(finger):
        return
    if finger.floor.status is not Status.OPEN:
        open_table(finger)
        _seat(finger)
    if not finger.floor.decks_here():
        finger.must(BringDeck("A", "red"))
    deck = finger.floor.decks_here()[0]
    if next_step(finger.floor, deck) is Step.CHECK:
        finger.must(CheckDeck(deck.name, CheckMeans.DEALER))


def _seat(finger: Finger) -> None:
    table = finger.house.table
    for seat, blinds in BANKS.items():
        if seat <= table.rules.seats and not table.seat(seat).player:
            finger.must(SitDown(seat, max(blinds * table.rules.big, table.rules.bank_min)))
