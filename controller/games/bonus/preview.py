"""What a command would come to, before anybody confirms it: who gets what back, by which clause.

It is decided on the very table, with all cards known, and nothing of it is recorded. What is told
is what everybody would see afterwards: amounts by place, notices, how the round ends. No card is
in it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from controller.authority import Command
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.games.bonus import events as e
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import Ending, Place, Table
from controller.games.bonus.wagers import Area, Stake, given_back, handed_over_since
from controller.house.decide import Asked, decide


class Share(Frozen):
    """What one place gets, loses or owes by it."""

    place: int
    back: Money = ZERO
    """Handed to the player: stakes that are on the felt, or were collected."""
    kept: Money = ZERO
    """Taken in: a hand that folds, stakes that are forfeited."""
    owes: Money = ZERO
    """Paid before, and does not stand."""


class Preview(Frozen):
    """What would follow."""

    ending: Ending | None = None
    """How the round would end; none where it goes on."""
    clause: str | None = None
    shares: tuple[Share, ...] = ()
    """Only places for which something changes."""
    folds: int | None = None
    corrected: Money | None = None
    """What a wrong flop wager becomes."""
    discarded: int | None = None
    """The place without an ante whose cards go to the discard rack (11.8)."""
    jackpot_off: bool = False
    jackpot_frozen: bool = False
    deck_check: bool = False
    notices: tuple[str, ...] = ()


def preview(house: BonusHouse, command: Command, now: Instant) -> Preview | Refused:
    """As it would be decided now, whoever asked for it; or why it would be refused."""
    decided = decide(house, Asked(command), now)
    if isinstance(decided, Refused):
        return decided
    facts: dict[str, Any] = {}
    for event in decided.events:
        if type(event) in _FACTS:
            facts |= _FACTS[type(event)](event)
    return Preview(shares=tuple(_shares(house.table, decided.events)), **facts)


_FACTS: Final[Mapping[type, Callable[[Any], dict[str, Any]]]] = {
    e.IrregularityRuled: lambda event: {"clause": event.clause, "notices": event.notices},
    e.RoundMisdealt: lambda _: {"ending": Ending.MISDEAL},
    e.RoundVoided: lambda _: {"ending": Ending.VOID},
    e.HandFolded: lambda event: {"folds": event.place},
    e.FlopWagerCorrected: lambda event: {"corrected": event.stake.amount},
    e.EmptyBoxDiscarded: lambda event: {"discarded": event.place},
    e.JackpotSwitchedOff: lambda _: {"jackpot_off": True},
    e.JackpotFrozen: lambda _: {"jackpot_frozen": True},
    e.DeckCheckOrdered: lambda _: {"deck_check": True},
}
"""What an event says of the whole."""


def _shares(table: Table, events: tuple[object, ...]) -> Iterator[Share]:
    """Place by place, all events taken together."""
    back, kept, owes = (defaultdict[int, Money](lambda: ZERO) for _ in range(3))
    for event in events:
        for place, results in _results(table, event):
            back[place.number] += handed_over_since(place.results, results)
            kept[place.number] += _taken(place, results)
        for due in getattr(event, "give_back", ()):
            owes[due.place] += due.amount
    for place in table.round.places:
        share = Share(place.number, *(money[place.number] for money in (back, kept, owes)))
        if share != Share(place.number):
            yield share


def _results(table: Table, event: object) -> Iterator[tuple[Place, e.Results]]:
    """What an event makes of the wagers of places."""
    match event:
        case e.RoundMisdealt() | e.RoundVoided():
            for number, results in event.results.items():
                yield table.round.place(number), results
        case e.HandVoided() | e.HandFolded():
            yield table.round.place(event.place), event.results
        case e.JackpotSwitchedOff():
            for number in event.places:
                yield (
                    table.round.place(number),
                    {Area.JACKPOT: given_back(Stake(event.jackpot_wager))},
                )


def _taken(place: Place, results: e.Results) -> Money:
    """Of what was not collected before."""
    new = (results[area] for area in results if area not in place.results)
    return sum((result.kept for result in new), start=ZERO)
