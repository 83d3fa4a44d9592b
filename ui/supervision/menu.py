"""What every table has on the menu, whatever is played there."""

from typing import Final

from ui.forms.entries import Entry
from ui.supervision import cards, disputes, people, running

HOUSE_ENTRIES: Final[tuple[Entry, ...]] = (
    *running.TABLE_ENTRIES,
    *running.MONEY_ENTRIES,
    *cards.CARD_ENTRIES,
    *people.PLAYER_ENTRIES,
    *disputes.DISPUTE_ENTRIES,
    *disputes.PAYMENT_ENTRIES,
    *disputes.NOTICE_ENTRIES,
    *cards.DEVICE_ENTRIES,
)
