"""What would come of a ruling, in words: how the hand ends, and every stack that changes."""

from typing import Final

from controller.domain.money import Money
from controller.domain.words import dollars
from controller.games.poker.preview import Preview
from controller.games.poker.state import Ending
from ui.viewmodels.foreseen import Foreseen, ShareRow

_ENDS: Final = {Ending.MISDEAL: "Misdeal", Ending.VOID: "The hand is void"}


def foreseen(seen: Preview) -> Foreseen:
    """The story as it would be told, and who gets or gives what."""
    told = " ".join(line.text for line in seen.lines)
    ends = _ENDS.get(seen.ending) if seen.ending else None
    headline = ends or (seen.lines[0].text if seen.lines else "")
    besides = told if ends else " ".join(line.text for line in seen.lines[1:])
    return Foreseen(
        headline,
        tuple(_share(seat, by) for seat, by in seen.stacks),
        besides,
        ends=seen.ending is not None,
        clause=next((line.clause for line in seen.lines), None),
    )


def _share(seat: int, by: Money) -> ShareRow:
    amount = dollars(abs(int(by)))
    text, kind = (f"{amount} back", "back") if by > 0 else (amount, "owes")
    return ShareRow(seat, text, kind, "Seat")
