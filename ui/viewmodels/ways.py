"""Where on the screen the next thing is done, while a table comes to its first round."""

from controller.floor.opening import unconfirmed
from controller.floor.state import Floor, Status


def way(floor: Floor, *, told: bool) -> str:
    """`Menu, Open and close, Prepare the table.`; `told`: does the floor itself say what to do?"""
    match floor.status:
        case Status.CLOSED:
            return "A supervisor: Menu, Open and close, Prepare the table."
        case Status.PREPARING if floor.dealer is None:
            return "The dealer signs on at the top right."
        case Status.PREPARING:
            return f"A supervisor: Menu, Open and close, {_next(floor)}."
        case Status.COUNTING:
            return "A supervisor: Menu, Open and close, Count the float."
    if floor.holds or floor.orders or floor.game.verify_round(floor) is not None:
        return ""
    if not floor.cashless and not floor.drop_box:
        return "A supervisor: Menu, Float and drop, Attach a drop box."
    if not floor.decks_here():
        return "A supervisor: Menu, Cards, Bring a deck."
    return "" if told or floor.seated() else "Tap a place: Seat a player."


def _next(floor: Floor) -> str:
    left = len(unconfirmed(floor))
    if left:
        return f"Confirm equipment: {left} left"
    return "Count the float" if floor.cash.opening is None else "Open the table"
