"""The end of a round and the time between rounds (1.1, 11.3, 11.9, 15.3.1; sd (18)(a)vii)."""

from collections.abc import Sequence

from controller.domain.words import dollars, joined
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.hands import to_return
from controller.games.bonus.round.guidance.jackpots import envy_hands
from controller.games.bonus.round.guidance.words import places
from controller.games.bonus.round.state import Ending, Place, Table
from controller.games.bonus.wagers import Area, Outcome


def check_deck(_: Table) -> Guidance:
    """11.9.3: no round before it."""
    return Guidance("Check and verify the deck at the table before the next round.")


def open_round(_: Table) -> Guidance:
    """The next round."""
    return Guidance("Open the next round.")


def close_round(table: Table) -> Guidance:
    """All action is over: every wager has its result."""
    text = "Every wager and award is settled. Close the round."
    if left := envy_hands(table):
        text = f"Put the cards of {places(left)} away. {text}"
    return Guidance(text)


def no_result(table: Table) -> Guidance:
    """R31, R40: stakes go back, what was paid is given back, forfeited stakes stay."""
    round_ = table.round
    misdeal = round_.ending is Ending.MISDEAL
    hands = list(round_.dealt_in())
    parts = [f"{'Misdeal' if misdeal else 'The round is void'}: {_returns(hands)}."]
    for verb, on_the_felt in (("Take", True), ("Keep", False)):
        if kept := [place.number for place in hands if _forfeits(place, on_the_felt)]:
            parts.append(f" {verb} the wagers of {places(kept)}: forfeited.")
    for due in round_.give_back:
        parts.append(f" Take {dollars(due.amount)} back from place {due.place}.")
    parts.append(" Then close the round.")
    return Guidance("".join(parts), cite(table.rules, "misdeal") if misdeal else round_.clause)


def _returns(hands: Sequence[Place]) -> str:
    """Stakes on the felt and stakes taken go back; what a player has back already does not."""
    back = [
        f"place {place.number} {dollars(amount)}" for place in hands if (amount := to_return(place))
    ]
    if not back:
        return "no wager is left to return"
    held = any(result.returned for place in hands for result in place.overturned.values())
    what = "return the wagers that are not back yet" if held else "return every wager"
    return f"{what}, {joined(back)}"


def _forfeits(place: Place, on_the_felt: bool) -> bool:
    """R40: taken now, or kept because they were taken or are owed already."""
    lost = (Outcome.LOSE, Outcome.TAKEN)
    forfeited = [area for area, result in place.results.items() if result.outcome in lost]
    return bool(forfeited) and on_the_felt is any(
        area not in place.overturned for area in forfeited
    )


def cancelled_jackpots(table: Table) -> list[int]:
    """15.3.1: places whose Jackpot Wager went back with the round."""
    return [place.number for place in table.round.places if Area.JACKPOT in place.returned]
