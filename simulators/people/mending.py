"""What trouble does at a simulated table just now, and the hand that puts it right.

Most of it passes by itself. What does not, and what has not struck yet, is ended here: cables go
in, power comes back, a stuck contact is freed, a card too many leaves the game. Only what a jam
leaves is not: the round has to be ruled on before anybody opens the door.
"""

from collections import Counter
from typing import Final

from simulators.faults import AT_ONCE, WIRE, Trouble
from simulators.people.felt import Felt
from simulators.people.troubles import card_device
from simulators.world import Card, Spot

_OUT_FIRST: Final = tuple(dict.fromkeys((Spot.DISCARD, Spot.TABLE, Spot.GATE, *Spot)))
"""Cards that are out come before those that are not: of two alike the one dealt belongs there."""


def times_struck(felt: Felt, trouble: Trouble, device: str) -> int:
    """How often it has struck so far; of what is there at once, how much there is of it."""
    if trouble is Trouble.STUCK_SENSOR:
        return len(felt.sensors.stuck)
    if trouble is Trouble.FOREIGN_CARD:
        return len(_too_many(felt))
    if trouble in WIRE:
        return felt.scripts[device].injected[trouble]
    return card_device(felt).mishaps.happened[trouble]


def times_due(felt: Felt, trouble: Trouble, device: str) -> int:
    """How often it will have struck when all that waits has."""
    if trouble in AT_ONCE:
        return 0
    if trouble in WIRE:
        return felt.scripts[device].due(trouble)
    mishaps = card_device(felt).mishaps
    return felt.lines[device].act(lambda: mishaps.due(trouble))


def lasts(felt: Felt, trouble: Trouble, device: str) -> bool:
    """Is it so just now?"""
    if trouble in AT_ONCE:
        return times_struck(felt, trouble, device) > 0
    return trouble in WIRE and felt.scripts[device].lasts(trouble)


def mend(felt: Felt, trouble: Trouble, device: str) -> None:
    """It is over, and what was still to come of it does not come."""
    if trouble in WIRE:
        felt.scripts[device].call_off(trouble)
        felt.scripts[device].mend(trouble)
    elif trouble is Trouble.STUCK_SENSOR:
        felt.free_sensors()
    elif trouble is Trouble.FOREIGN_CARD:
        felt.lines[device].act(lambda: _take_out(felt))
    else:
        mishaps = card_device(felt).mishaps
        felt.lines[device].act(lambda: mishaps.call_off(trouble))


def _too_many(felt: Felt) -> list[tuple[Card, Spot]]:
    """Cards that the game has once already, and where they lie."""
    seen: Counter[Card] = Counter()
    found: list[tuple[Card, Spot]] = []
    for spot in (spot for spot in _OUT_FIRST if spot is not Spot.POCKET):
        for card in felt.world.pile(spot):
            seen[card] += 1
            if seen[card] > 1:
                found.append((card, spot))
    return found


def _take_out(felt: Felt) -> None:
    for card, spot in _too_many(felt):
        felt.world.move(spot, Spot.POCKET, [card])
