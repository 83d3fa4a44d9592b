"""Events of devices in the record, in the same transaction as what they led to.

A device keeps an event until it is acknowledged and sends it again after any interruption. What
was recorded carries the event's number, so a kill between record and acknowledgement neither
doubles nor loses a card: what comes again is known, what is not known was not recorded. A packet of
cards is one event of several parts, each recorded by itself. How far each device was heard is part
of the table's state: nothing is searched for at a start.
"""

from typing import Final

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import Frozen

MARKS_MAX: Final = 16
"""Pairings that are remembered. One that is forgotten goes on after what the device was last
acknowledged."""


class DeviceHeard(Frozen):
    """An event of a device is on record, with what stands before it in the same transaction."""

    device: str
    """Its name, its unit and the pairing."""
    seq: int
    part: int = 0
    parts: int = 1
    """Of a packet of cards, which one and of how many."""
    what: str = ""
    """The message, never what lies face down in it."""


class DeviceOrdered(Frozen):
    """A device is about to be told to do something once, under this id."""

    device: str
    command_id: int
    what: str


DeviceEvent = DeviceHeard | DeviceOrdered


class Mark(Frozen):
    """How far the record of one device goes."""

    device: str
    seq: int = 0
    part: int = 0
    parts: int = 1
    order: int = 0
    """The id under which it was last told to do something."""

    @property
    def whole(self) -> int:
        """The last event that is on record with all its parts."""
        return self.seq if self.part + 1 == self.parts else self.seq - 1

    def covers(self, heard: DeviceHeard) -> bool:
        """Is this part of this event on record?"""
        return (heard.seq, heard.part) <= (self.seq, self.part)


def mark_of(marks: tuple[Mark, ...], device: str) -> Mark:
    """How far the record of this device goes; from the beginning where it is new."""
    return next((mark for mark in marks if mark.device == device), Mark(device))


def next_order(marks: tuple[Mark, ...], device: str, what: str) -> DeviceOrdered:
    """An order under an id of its own."""
    return DeviceOrdered(device, mark_of(marks, device).order + 1, what)


def fold_one(marks: tuple[Mark, ...], event: DeviceEvent) -> tuple[Mark, ...]:
    """The marks after one event; the device concerned comes last, the first is forgotten first."""
    mark = mark_of(marks, event.device)
    if isinstance(event, DeviceOrdered):
        new = evolve(mark, order=event.command_id)
    elif mark.covers(event):
        raise BrokenInvariant(f"{event.device}: event {event.seq}.{event.part} is recorded twice")
    else:
        new = evolve(mark, seq=event.seq, part=event.part, parts=event.parts)
    others = tuple(known for known in marks if known.device != event.device)
    return (*others[1 - MARKS_MAX :], new)
