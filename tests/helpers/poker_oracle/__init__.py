"""A second, independent answer to a poker-room file: the result computed straight from the rules.

`play` is short and slow on purpose: no state machine, no record, no device, and nothing of the
product is imported. Where the documents leave two readings one is taken and named in `readings`.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.helpers.poker_oracle.file import Misfit, WrongFile, read_rules
from tests.helpers.poker_oracle.hand import Hand
from tests.helpers.poker_oracle.room import Room

__all__ = ["Room", "WrongFile", "open_room", "play", "play_hand"]


def open_room(scenario: dict[str, Any]) -> Room:
    try:
        return Room(read_rules(scenario), scenario.get("players", []))
    except Misfit as misfit:
        raise WrongFile(None, None, None, str(misfit)) from misfit


def play_hand(room: Room, number: int, row: dict[str, Any]) -> dict[str, Any]:
    """The result of one hand; the room is left as it is for the next."""
    for position, line in enumerate(row.get("before", []), 1):
        try:
            room.between_hands(line)
        except Misfit as misfit:
            raise WrongFile(number, "before", position, str(misfit)) from misfit
    return Hand(room, number, row).play()


def play(scenario: dict[str, Any]) -> dict[str, Any]:
    """`{"hands": [...]}` as in POKER.md, or `WrongFile`."""
    room = open_room(scenario)
    hands = [play_hand(room, number, row) for number, row in enumerate(scenario["hands"], 1)]
    return {"hands": copy.deepcopy(hands)}
