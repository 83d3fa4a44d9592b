"""The middle of the table: the board, the pots and who is in them."""

from controller.domain.frozen import frozen
from controller.domain.words import dollars
from controller.games.poker.pots import in_the_middle
from ui.bridge import Bridge
from ui.games.poker.viewmodels.keyed import Keyed
from ui.games.poker.viewmodels.passing import as_passed
from ui.games.poker.words import pot_title
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.words import card_codes


@frozen
class PotRow:
    """One pot, as far as it is drawn in."""

    name: str
    amount: str
    seats: str
    """Who is in it: `2 5 6`."""


@frozen
class MiddleProps:
    """What is shown of the middle."""

    cards: tuple[str, ...] = ("",) * 5
    pots: tuple[PotRow, ...] = ()
    on_the_table: str = ""
    """The pots and what lies in front of the players; nothing where nothing does."""


def derive_middle(shown: Shown, keyed_to: int = 0, pushed: int = 0) -> MiddleProps:
    """What lies in the middle during a hand, without the pots already pushed; between hands the
    board of the last one stays."""
    table = shown.snapshot.house.table
    hand = as_passed(table, keyed_to).table.hand
    if hand is None:
        return MiddleProps()
    board = card_codes((*hand.board, *(None,) * hand.unseen))
    cards = (*board, *("",) * (5 - len(board)))
    if table.at_rest:
        return MiddleProps(cards)
    if not table.rules.stacks_kept and not hand.keyed:
        return MiddleProps(cards)  # nobody has told what lies there
    pots = in_the_middle(hand)
    left = len(pots) - pushed
    rows = tuple(
        PotRow(pot_title(index), dollars(pot.amount), " ".join(map(str, pot.eligible)))
        for index, pot in enumerate(pots[:left])
    )
    there = hand.pot - sum(pot.amount for pot in pots[left:])
    return MiddleProps(cards, rows, dollars(there) if there else "")


@qml_element
class MiddleViewModel(ViewModel):
    """Board and pots."""

    shows = MiddleProps

    def __init__(self, bridge: Bridge, keyed: Keyed) -> None:
        super().__init__(bridge)
        self._keyed = keyed
        for changed in keyed.changes():
            changed.connect(self.refresh)

    def derive(self, shown: Shown) -> MiddleProps:
        return derive_middle(shown, self._keyed.passing.seat, self._keyed.push.walk.pushed)
