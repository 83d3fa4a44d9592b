"""What would come of a command, in words: how the round ends, who gets what back, who is told."""

from collections.abc import Iterator
from typing import Final

from controller.games.bonus.preview import Preview, Share
from controller.games.bonus.round.guidance.words import places
from controller.games.bonus.round.state import Ending
from ui.viewmodels.foreseen import Foreseen, ShareRow
from ui.viewmodels.words import dollars

_ENDINGS: Final = {Ending.MISDEAL: "Misdeal", Ending.VOID: "The round is void"}


def foreseen(seen: Preview) -> Foreseen:
    """All of it in words."""
    return Foreseen(
        _headline(seen),
        tuple(_share_rows(seen.shares)),
        " ".join(_besides(seen)),
        seen.ending is not None,
        seen.clause,
    )


def _headline(seen: Preview) -> str:
    """What it comes to; empty where play simply goes on."""
    if seen.ending is not None:
        return _ENDINGS[seen.ending]
    if seen.folds is not None:
        return f"Place {seen.folds} folds"
    if seen.corrected is not None:
        return f"The flop wager becomes {dollars(seen.corrected)}"
    if seen.jackpot_off:
        return "Play goes on without the jackpot"
    if seen.jackpot_frozen:
        return "The jackpot is paid on the meter as it is"
    if seen.shares:
        void = places([share.place for share in seen.shares])
        return f"Void: the {'hand' if len(seen.shares) == 1 else 'hands'} at {void}"
    return ""


def _share_rows(shares: tuple[Share, ...]) -> Iterator[ShareRow]:
    """Place by place."""
    for share in shares:
        if share.back:
            yield ShareRow(share.place, f"gets back {dollars(share.back)}", "back")
        if share.kept:
            yield ShareRow(share.place, f"loses {dollars(share.kept)}", "kept")
        if share.owes:
            yield ShareRow(share.place, f"pays back {dollars(share.owes)}", "owes")


def _besides(seen: Preview) -> Iterator[str]:
    """What else follows."""
    if seen.deck_check:
        yield "Check the deck before the next round."
    if seen.notices:
        yield f"Notified: {', '.join(seen.notices)}."
