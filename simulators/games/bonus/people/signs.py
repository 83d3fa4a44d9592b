"""The signs by which trouble shows at a simulated table of the bonus game."""

from typing import Final

from controller.games.bonus import commands as c
from drivers.link.session import LinkSession
from simulators.faults import Trouble
from simulators.games.bonus.people.dealer import CARD_KEYED, DECK_WRONG, RELOADED, Dealer
from simulators.linked import LinkedDevice

_SEEN: Final = {
    Trouble.MISREAD: (CARD_KEYED,),
    Trouble.DOUBLE_FEED: (c.Irregularity.WRONG_CARD_COUNT,),
    Trouble.FOREIGN_CARD: (c.Irregularity.FOREIGN_CARD, DECK_WRONG),
    Trouble.STUCK_SENSOR: (c.Irregularity.JACKPOT_EQUIPMENT_FAILED,),
    Trouble.JAM: (c.Irregularity.SHUFFLER_JAM, c.Irregularity.SHUFFLER_FAILED, RELOADED),
}
"""What the dealer sees of what has no wire: reported, keyed or found."""


class Signs:
    """By what trouble shows: on a wire by refused frames, events sent again and a driver that was
    away, at the reader by swipes that nobody made or that never came and by cards swiped again;
    otherwise by what the dealer had to report or to put right."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer

    def marks(self, trouble: Trouble, device: str) -> tuple[int, ...]:
        """All of them so far; different from before, there were more."""
        if trouble in _SEEN:
            return tuple(self._dealer.seen[name] for name in _SEEN[trouble])
        table = self._dealer.table
        session = table.devices.session(device)
        refused = sum(session.refused.values()) if isinstance(session, LinkSession) else 0
        return refused, table.felt.openings[device], *self._at_the_device(device)

    def _at_the_device(self, device: str) -> tuple[int, ...]:
        felt = self._dealer.table.felt
        if device in ("shoe", "shuffler"):
            model: LinkedDevice = felt.shoe if device == "shoe" else felt.shuffler
            return (model.sent_again + sum(model.refused.values()),)
        if device == "sign":
            return (felt.sign.dropped,)
        if device == "reader":
            strange = felt.scripts[device].delivered - felt.reader.sent
            return strange, self._dealer.swiping.again
        return (len(felt.panels()[device].refused),)
