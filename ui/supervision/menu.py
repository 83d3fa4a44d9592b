"""The whole menu."""

from typing import Final

from ui.games.bonus.supervision import jackpot, limits, play
from ui.supervision import cards, disputes, people, running
from ui.supervision.entries import Entry

ENTRIES: Final[tuple[Entry, ...]] = (
    *play.ROUND_ENTRIES,
    *jackpot.JACKPOT_ENTRIES,
    *limits.LIMIT_ENTRIES,
    *running.TABLE_ENTRIES,
    *running.MONEY_ENTRIES,
    *cards.CARD_ENTRIES,
    *cards.DEVICE_ENTRIES,
    *people.PLAYER_ENTRIES,
    *disputes.DISPUTE_ENTRIES,
    *disputes.PAYMENT_ENTRIES,
    *disputes.NOTICE_ENTRIES,
)

BY_CODE: Final = {entry.code: entry for entry in ENTRIES}
