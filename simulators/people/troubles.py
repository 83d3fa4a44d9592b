"""Everything that can go wrong at a simulated table, by name.

Faults on a wire strike within the next units of a device; faults of the mechanics and of the cards
at the next card. Whoever injects one asks afterwards whether it has left a trace: a fault that
nobody could have noticed proves nothing.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.domain.base import BrokenInvariant
from drivers.magtek.protocol import LENGTH_AT, REPORT_BYTES
from simulators.card_device import CardDevice
from simulators.faults import WIRE, FaultScript, Trouble, Way, WireFault
from simulators.people.felt import Felt
from simulators.world import BAY, Card, Spot

FOREIGN_ID: Final = 9
OUTAGE_MS: Final = (50, 400, 1_500, 2_500, 4_000)
WITHIN: Final = 120
WITHIN_REPORTS: Final = 3
"""A fault strikes within so many bytes, or reports."""
SEEN_MS_MAX: Final = 2_000
"""So long people look at the screen before they swipe again."""
CARD_BY_CARD: Final = (Trouble.MISREAD, Trouble.DOUBLE_FEED)
"""What befalls single cards as they leave a device; a deck that is released whole is counted."""
READER: Final = "reader"
"""Never written to, and seldom read: what goes wrong there does so at the next swipe."""


def devices_for(felt: Felt, trouble: Trouble) -> tuple[str, ...]:
    """Where this can happen at this table."""
    if trouble is Trouble.WRONG_ID:  # what the sign says bears no id
        return tuple(name for name in felt.scripts if name != "sign")
    if trouble in WIRE:
        return tuple(felt.scripts)
    if trouble is Trouble.STUCK_SENSOR:
        return ("sensors",) if "sensors" in felt.scripts else ()
    if trouble is Trouble.JAM:
        return (felt.source,) if felt.source == "shuffler" else ()
    if trouble in CARD_BY_CARD and felt.rules.terms.whole_decks:
        return ()
    return (felt.source,) if felt.source else ()


def inject(
    felt: Felt,
    trouble: Trouble,
    device: str,
    chance: random.Random,
    *,
    at_once: bool = False,
    ms: int | None = None,
) -> None:
    """Let it happen soon, or to whatever passes next; what lasts does so by chance, or for `ms`."""
    if trouble in WIRE:
        script = felt.scripts[device]
        if device == READER:
            fault = at_swipe(trouble, script.count(Way.IN), chance)
        else:
            serial = device in felt.lines
            when = WireFault(trouble, None, at_ms=script.now())
            if not at_once:
                when = _soon(script, trouble, chance, serial=serial)
            fault = _made(when, chance, serial=serial)
        script.add(fault if ms is None else replace(fault, ms=ms))
    elif device in felt.lines:
        felt.lines[device].act(lambda: _OTHERS[trouble](felt, chance))
    else:
        _OTHERS[trouble](felt, chance)


def _soon(
    script: FaultScript, trouble: Trouble, chance: random.Random, *, serial: bool
) -> WireFault:
    way = Way.IN if trouble is Trouble.NO_REPLY else chance.choice(list(Way))
    within = WITHIN if serial else WITHIN_REPORTS
    return WireFault(trouble, way, script.count(way) + chance.randrange(within))


def _made(when: WireFault, chance: random.Random, *, serial: bool) -> WireFault:
    """A fault on a wire with all that its kind needs."""
    fault, count, data = when.fault, 1, b""
    if fault is Trouble.GARBLE:
        data = bytes([1 << chance.randrange(8)])
    elif fault is Trouble.STRAY:
        data = chance.randbytes(chance.randrange(1, 40)) if serial else chance.randbytes(36)
    elif fault is Trouble.WRONG_ID:
        count = FOREIGN_ID
    elif fault in (Trouble.DROP, Trouble.DUPLICATE) and serial:
        count = chance.randrange(1, 60)
    return replace(when, count=count, ms=chance.choice(OUTAGE_MS), data=data)


def at_swipe(trouble: Trouble, at: int, chance: random.Random) -> WireFault:
    """A fault on the way from the card reader, which is never written to: at the next swipe, for
    people swipe seldom.

    It sees to it that somebody can notice. A garbled report has its length wrong: another digit in
    a number is found by the bus itself, whose packets have a checksum. A delay is longer than
    people wait. A report bears no id: it is another reader that is plugged in, for a while.
    """
    fault, data = trouble, b""
    long = [ms for ms in OUTAGE_MS if ms > SEEN_MS_MAX]
    if fault is Trouble.GARBLE:
        data = bytes(LENGTH_AT + 1) + bytes([1 << chance.randrange(8)])  # of track 2
    elif fault is Trouble.STRAY:
        data = chance.randbytes(chance.choice((REPORT_BYTES, 36)))
    ms = chance.choice(long if fault in (Trouble.DELAY, Trouble.WRONG_ID) else OUTAGE_MS)
    return WireFault(fault, Way.IN, at, ms=ms, data=data)


def card_device(felt: Felt) -> CardDevice:
    """What the cards come from."""
    if felt.card_device is None:
        raise BrokenInvariant("trouble with a card device where cards are dealt by hand")
    return felt.card_device


def _foreign_card(felt: Felt, chance: random.Random) -> None:
    """A card of the deck once more, somewhere among those that come next."""
    world, spots = felt.world, [Spot.SHOE, *BAY.values()]
    piles = [spot for spot in spots if world.pile(spot)]
    spot = piles[0] if piles else Spot.RACK
    pile = world.pile(spot)
    twin = chance.choice(pile[: max(1, min(9, len(pile)))])
    world.bring(Card(twin.back, twin.face), spot, chance.randrange(9))


_OTHERS: Final[dict[Trouble, Callable[[Felt, random.Random], None]]] = {
    Trouble.JAM: lambda felt, _: felt.shuffler.jam(),
    Trouble.MISREAD: lambda felt, chance: card_device(felt).misread(chance.randrange(1, 4)),
    Trouble.DOUBLE_FEED: lambda felt, _: card_device(felt).double_feed(),
    Trouble.FOREIGN_CARD: _foreign_card,
    Trouble.STUCK_SENSOR: lambda felt, chance: felt.stick_sensor(
        chance.randint(1, felt.rules.places)
    ),
}
