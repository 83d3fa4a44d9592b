"""Poker-room files with exactly one thing wrong, and where it is.

`wrong_scenario` takes a right file and spoils one action, one event, one line between the hands or
one field. A file counts only if the oracle finds it wrong at that very place: what comes before is
right, and what comes after no longer matters.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any, Final

from tests.helpers.poker_gen import scenario
from tests.helpers.poker_gen_table import Row
from tests.helpers.poker_oracle import WrongFile, open_room, play, play_hand
from tests.helpers.poker_oracle.betting import Offer
from tests.helpers.poker_oracle.file import EVENTS, STREETS, dollars
from tests.helpers.poker_oracle.hand import Hand

Place = tuple[int | None, str | None, int | None, bool]
"""Hand, street, position from 1, and whether it is the position of an event."""


def decision(file: Row, number: int, street: str, position: int) -> tuple[Hand, WrongFile] | None:
    """The hand as it stands before that action, or None where the action needs a ruling first."""
    room = open_room(file)
    for earlier in range(1, number):
        play_hand(room, earlier, file["hands"][earlier - 1])
    row = copy.deepcopy(file["hands"][number - 1])
    for line in row.pop("before", []):
        room.between_hands(line)
    row[street] = row[street][: position - 1]
    hand = Hand(room, number, row)
    try:
        hand.play()
    except WrongFile as wrong:
        return (hand, wrong) if wrong.missing else None
    return None


# Actions.


def illegal_actions(hand: Hand, offer: Offer, right: str) -> list[str]:
    """What the rules do not offer this seat."""
    seat, chip = offer.seat, offer.chip
    level, word = hand.betting.level, offer.word
    lines = [f"{seat} {'bet' if word == 'raise' else 'raise'} {dollars(level + hand.rules.big)}"]
    lines += [f"{seat} forfeit", f"{seat} shove", f"{seat} fold 5", f"{seat} check 5", f"{seat}"]
    lines.append(f"{seat} check" if offer.call is not None else f"{seat} call")
    lines.append(f"{seat} {word} {dollars(level)}")
    lines.append(f"{seat} {word} {dollars(offer.stack + chip)}")
    others = [other for other in hand.order if other != seat]
    lines += [f"{other} {' '.join(right.split()[1:])}" for other in others]
    lines += [f"{other} fold" for other in others]
    if not offer.fixed:
        lines.append(f"{seat} {word}")
    if offer.least is None:
        lines.append(f"{seat} {word} {dollars(level + hand.betting.size)}")
        if offer.call is None or offer.stack > offer.call:
            lines.append(f"{seat} all-in")
    elif offer.most is not None:
        short = [offer.least - chip, (level + offer.least) // 2 // chip * chip, level + chip]
        for amount in (*short, offer.most + chip, offer.least + chip // 2):
            if amount != offer.stack:
                lines.append(f"{seat} {word} {dollars(max(0, amount))}")
        if not offer.may_go_all_in and offer.stack >= offer.most + chip:
            lines.append(f"{seat} all-in")
        if offer.fixed and offer.stack < offer.least:
            lines.append(f"{seat} {word}")  # never an all-in for less
    return lines


def spoil_action(rng: random.Random, file: Row) -> Place | None:
    number = rng.randint(1, len(file["hands"]))
    row = file["hands"][number - 1]
    streets = [street for street in STREETS if row.get(street)]
    if not streets:
        return None
    street = rng.choice(streets)
    position = rng.randint(1, len(row[street]))
    found = decision(file, number, street, position)
    if found is None:
        return None
    hand, wrong = found
    row[street][position - 1] = rng.choice(
        illegal_actions(hand, wrong.offer, row[street][position - 1])
    )
    return number, street, position, False


def drop_last_action(rng: random.Random, file: Row) -> Place | None:
    row = file["hands"][-1]
    streets = [street for street in STREETS if row.get(street)]
    if not streets:
        return None
    row[streets[-1]].pop()
    return len(file["hands"]), streets[-1], len(row[streets[-1]]) + 1, False


def add_action(rng: random.Random, file: Row) -> Place:
    """Beyond the end of a betting round, or of the hand."""
    number = rng.randint(1, len(file["hands"]))
    row, street = file["hands"][number - 1], rng.choice(STREETS)
    seat = rng.choice(file["players"])["seat"]
    row.setdefault(street, []).append(f"{seat} {rng.choice(['check', 'fold', 'call', 'bet 10'])}")
    return number, street, len(row[street]), False


# Events.


def spoil_event(rng: random.Random, file: Row) -> Place | None:
    """Another seat, amount, moment or decision for an event that was right."""
    numbers = [n for n, row in enumerate(file["hands"], 1) if row.get("events")]
    if not numbers:
        return None
    number = rng.choice(numbers)
    events = file["hands"][number - 1]["events"]
    index = rng.randrange(len(events))
    event = events[index]
    key = rng.choice(sorted(set(event) - {"name"}))
    if key == "seat":
        event[key] = rng.randint(1, file["seats"])
    elif key == "amount":
        event[key] = dollars(rng.choice([0, 1, 100_000_00]))
    elif key == "decision":
        event[key] = rng.choice(["withdraw", "complete it"])
    elif key == "during":
        event[key] = rng.choice(["deal", *STREETS, "showdown", "break"])
    elif key == "after":
        event[key] = event[key] + rng.choice([1, 5, 50])
    elif key == "cause":
        event[key] = "weather"
    else:
        del event[key]
    return number, event.get("during"), index + 1, True


def add_event(rng: random.Random, file: Row) -> Place:
    """An event of which the seat, the moment or a need is as it falls."""
    number = rng.randint(1, len(file["hands"]))
    row = file["hands"][number - 1]
    name = rng.choice(
        [
            *("clock-expired", "short-call", "short-raise", "string-bet", "dealt-early"),
            *("hand-fouled", "hand-killed", "winning-hand-mucked", "folded-hand-exposed"),
            *("out-of-turn", "two-cards"),
        ]
    )
    during = rng.choice(EVENTS[name][1])
    event: Row = {"during": during, "name": name, "seat": rng.randint(1, file["seats"])}
    if during != "showdown":
        event["after"] = rng.randint(0, len(row.get(during, [])) + 1)
    if name in ("short-call", "short-raise", "string-bet"):
        event["amount"] = dollars(rng.randint(1, 50) * 100)
        event["decision"] = rng.choice(["complete", "forfeit", "withdraw"])
    if name == "string-bet":
        del event["decision"]
    if name == "out-of-turn":
        event["action"] = rng.choice(["call", "bet 10", "raise 20"])
    if name in ("dealt-early", "two-cards"):
        del event["seat"]
        event["cards"] = "2c 3c 4c 5c 6c 7c"
    row.setdefault("events", []).append(event)
    return number, during, len(row["events"]), True


# Between the hands, and the rest of the file.


def spoil_before(rng: random.Random, file: Row) -> Place:
    number = rng.randint(1, len(file["hands"]))
    row = file["hands"][number - 1]
    seat = rng.randint(1, file["seats"])
    line = rng.choice(
        [
            *("sits 50", "sits 0", "buys 0", "posts", "back", "leaves", "buys 5.005", "away"),
            *("naps", "buys -5", "moved 50", "sits 50 late"),
        ]
    )
    if rng.random() < 0.1:
        seat = rng.choice([0, file["seats"] + 1])
    row["before"] = [*row.get("before", []), f"{seat} {line}"]
    return number, "before", len(row["before"]), False


def spoil_field(rng: random.Random, file: Row) -> Place:
    """What is wrong before the first hand."""
    field, value = rng.choice(
        [
            ("limit", "spread"),
            ("blinds", ["2", "3"]),
            ("blinds", ["2"]),
            ("ante", dollars(1_000_000_00)),
            ("chip", "0"),
            ("seats", 12),
            ("seats", 1),
            ("commission", "10 %"),
            ("button", 12),
            ("dealing", "shoe"),
            ("players", [*file["players"], file["players"][0]]),
        ]
    )
    file[field] = value
    return None, None, None, False


def spoil_cards(rng: random.Random, file: Row) -> Place:
    number = rng.randint(1, len(file["hands"]))
    row = file["hands"][number - 1]
    cards = row["cards"].split()
    spoilt: list[list[str]] = [[cards[1], *cards[1:]], ["1c", *cards[1:]]]
    if not row.get("events"):  # a misdeal may come before the last card is out
        spoilt.append(cards[:3])
    row["cards"] = " ".join(rng.choice(spoilt))
    return number, None, None, False


SPOILERS: Final[tuple[Callable[[random.Random, Row], Place | None], ...]] = (
    *(spoil_action, spoil_action, spoil_action, spoil_action, spoil_action, add_action),
    *(drop_last_action, spoil_event, spoil_event, add_event, add_event, spoil_before),
    *(spoil_field, spoil_cards),
)


def wrong_scenario(rng: random.Random) -> tuple[Row, Place]:
    while True:
        right = scenario(rng)
        for _ in range(20):
            file: dict[str, Any] = copy.deepcopy(right)
            place = rng.choice(SPOILERS)(rng, file)
            if place is None:
                continue
            try:
                play(file)
            except WrongFile as wrong:
                if wrong.place == place:
                    return file, place
