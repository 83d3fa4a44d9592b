"""Random poker-room files that are valid, spread wide over limits, stacks, seats and events.

`scenario` draws one: each hand grows action by action, chosen among what the oracle offers the
seat whose turn it is, and an event that does not fit its moment is dropped again. With corners it
also goes where the documents leave two readings. `to_toml` writes it as a file.
"""

from __future__ import annotations

import copy
import json
import random
from bisect import bisect_left
from typing import Any, Final

from tests.helpers.poker_gen_table import CARDS, Row, draw_before, draw_deck, draw_table
from tests.helpers.poker_oracle import Room, WrongFile, open_room
from tests.helpers.poker_oracle.betting import Offer
from tests.helpers.poker_oracle.file import EVENTS, STREETS, Misfit, dollars
from tests.helpers.poker_oracle.hand import Hand

STYLES: Final = (  # weights of fold, check or call, least, most, between, all-in
    *((1, 12, 2, 1, 1, 1), (1, 6, 4, 2, 3, 1), (0, 4, 6, 1, 1, 1), (1, 4, 1, 1, 2, 6)),
    *((3, 4, 1, 2, 2, 2), (12, 3, 1, 1, 1, 1), (0, 1, 0, 0, 0, 0), (1, 3, 9, 0, 0, 1)),
)

LIKELY: Final = {  # of the events that can be at a moment; any other 4
    "card-exposed-in-cut": 1,
    "outcome-invalidated": 1,
    "power-loss": 2,
    "hand-fouled": 3,
    "hand-killed": 3,
    "out-of-turn": 12,
    "short-call": 8,
    "short-raise": 6,
    "two-cards": 12,
    "folded-hand-exposed": 6,
}

# A hand.


def step(room: Room, number: int, row: Row) -> tuple[Hand, WrongFile | None]:
    """Play the hand as far as it goes; the room is not changed."""
    hand = Hand(room.copy(), number, row)
    try:
        hand.play()
    except WrongFile as wrong:
        return hand, wrong
    return hand, None


def action(rng: random.Random, offer: Offer, bound: int | None, style: tuple[int, ...]) -> str:
    """One of the actions offered, in words."""
    seat = offer.seat
    passive = f"{seat} check" if offer.call is None else f"{seat} call"
    if bound is not None:
        if bound == offer.call:
            return passive
        if bound == offer.stack and not (offer.least is not None and offer.least <= bound):
            return f"{seat} all-in"
        return f"{seat} {offer.word} {dollars(bound)}"
    kind = rng.choices(range(6), style)[0]
    if kind == 0:
        return f"{seat} fold"
    if kind == 5 and offer.may_go_all_in:
        return f"{seat} all-in"
    if kind == 1 or offer.least is None or offer.most is None:
        return passive
    least, top = offer.least, min(offer.most, offer.stack)
    if offer.fixed and least <= top and rng.random() < 0.7:
        return f"{seat} {offer.word}"
    top = top if offer.fixed else top // offer.chip * offer.chip
    if top < least:
        return f"{seat} all-in" if offer.may_go_all_in and rng.random() < 0.5 else passive
    steps = (top - least) // offer.chip
    amount = least + offer.chip * rng.randint(0, rng.choice([steps, min(steps, 5)]))
    to = {2: least, 3: top}.get(kind, amount)
    return f"{seat} {offer.word} {dollars(least if offer.fixed else to)}"


class HandMaker:
    """Grows one hand."""

    def __init__(
        self, rng: random.Random, room: Room, number: int, *, events: bool, corners: bool
    ) -> None:
        self.rng, self.room, self.number, self.corners = rng, room, number, corners
        self.style = rng.choice(STYLES)
        self.eager = rng.choice([0.05, 0.15, 0.3]) if events else 0.0
        self.finished = False
        self.row: Row = {"cards": " ".join(draw_deck(rng, len(room.seat_hand().dealt)))}

    def make(self) -> Row:
        rng = self.rng
        if self.eager:
            for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
                self.try_event("deal", 0)
        while True:
            hand, wrong = step(self.room, self.number, self.row)
            if wrong is None:
                break
            if not wrong.missing or wrong.street is None or wrong.position is None:
                raise AssertionError(f"{wrong}\n{self.row}") from wrong
            if rng.random() < self.eager and self.try_event(wrong.street, wrong.position - 1):
                continue
            self.act(wrong)
        self.finish(hand)
        return self.row

    def act(self, wrong: WrongFile) -> None:
        assert wrong.street is not None
        actions = self.row.setdefault(wrong.street, [])
        seat = wrong.offer.seat
        if wrong.bound is not None and self.rng.random() < 0.3:
            actions.append(f"{seat} forfeit")
            if self.fits() and self.forfeit_is_plain(wrong):
                return
            actions.pop()
        actions.append(action(self.rng, wrong.offer, wrong.bound, self.style))

    def forfeit_is_plain(self, wrong: WrongFile) -> bool:
        """Whether a forfeited raise sets the least raise is a corner."""
        return self.corners or wrong.bound == wrong.offer.call

    def fits(self) -> bool:
        """Is the file right as far as it goes?"""
        _, wrong = step(self.room, self.number, self.row)
        if wrong is None or not wrong.missing or self.finished:
            return wrong is None
        return wrong.bound is None or bool(wrong.offer.offers(wrong.bound))

    def at_end_of(self, street: str) -> Hand:
        """The hand as it is when the betting of the street is over, before anything else."""
        probe = {"during": street, "name": "clock-expired", "after": len(self.row.get(street, []))}
        row = copy.deepcopy(self.row)
        seats = self.room.seat_hand().dealt
        row["events"] = [*row.get("events", []), {**probe, "seat": seats[0]}]
        return step(self.room, self.number, row)[0]

    def try_event(self, during: str, after: int) -> bool:
        names = [name for name, (_, moments) in EVENTS.items() if during in moments]
        for _ in range(4):
            name = self.rng.choices(names, [LIKELY.get(name, 4) for name in names])[0]
            hand, wrong = step(self.room, self.number, self.row)
            if self.finished and during in STREETS:
                hand = self.at_end_of(during)
            event = self.event(hand, wrong, during, after, name)
            if event is None:
                continue
            kept = copy.deepcopy(self.row)
            self.row.setdefault("events", []).append(event)
            if self.rng.random() < 0.3:  # the order matters only within a moment
                events = self.row["events"]
                same = [e for e in events if (e["during"], e.get("after", 0)) == (during, after)]
                if len(same) == 1:
                    self.rng.shuffle(events)
            if self.fits():
                return True
            self.row = kept
        return False

    def event(
        self, hand: Hand, wrong: WrongFile | None, during: str, after: int, name: str
    ) -> Row | None:
        """An event that may fit, or None."""
        rng, betting = self.rng, hand.betting
        if not self.corners and self.is_corner(hand, wrong, during, name):
            return None
        event: Row = {"during": during, "name": name}
        if after or rng.random() < 0.3:
            event["after"] = after
        turn = wrong.offer.seat if wrong is not None else None
        needs = [need.rstrip("?") for need in EVENTS[name][0]]
        if "seat" in needs:
            live = sorted(betting.live)
            event["seat"] = rng.choice(sorted(hand.order))
            if name in ("short-call", "short-raise", "string-bet", "clock-expired"):
                if turn is None:
                    return None
                event["seat"] = turn
            elif name in ("hand-fouled", "hand-killed") and live:
                event["seat"] = rng.choice(live)
            elif name == "folded-hand-exposed":
                named = {e["seat"] for e in self.row.get("events", []) if e["name"] == name}
                hidden = [seat for _, seat in hand.folded if seat not in named]
                if not hidden:
                    return None
                event["seat"] = rng.choice(hidden)
        for key in ("looked", "correctable", "correct"):
            if key in needs:
                event[key] = rng.random() < {"looked": 0.25, "correctable": 0.75}.get(key, 0.5)
        if "card" in needs:
            event["card"] = rng.randint(1, 2)
        if "cause" in needs:
            event["cause"] = rng.choice(["cards", "disruption", "fraud"])
        if "cards" in needs and self.needs_cards(event, after):
            event["cards"] = " ".join(self.stub(hand, during, event))
        if "action" in needs:
            if event["seat"] not in betting.live:
                return None
            offer = betting.offer(event["seat"])
            words = action(rng, offer, None, (int(self.corners), 3, 2, 1, 2, 2)).split()
            plain = words[1] in ("check", "fold") or offer.call == offer.stack
            if plain and not self.corners:
                return None
            repeated = self.corners and rng.random() < 0.2  # the seat is told already
            event["action"] = " ".join(words if repeated else words[1:])
        if "amount" in needs:
            amount = self.amount(hand, name)
            if wrong is None or amount is None:
                return None
            event["amount"] = dollars(amount)
        if "decision" in needs:
            event["decision"] = rng.choice(["complete", "forfeit", "withdraw"])
        return event

    def is_corner(self, hand: Hand, wrong: WrongFile | None, during: str, name: str) -> bool:
        """Where two readings are open, so that only `corners` goes there."""
        turned_up = bool(hand.shown & hand.betting.live)
        folded_seen = bool(hand.shown)
        dead = name in ("hand-fouled", "hand-killed")
        same = {e["name"] for e in self.row.get("events", []) if e["during"] == during}
        bound = wrong is not None and wrong.bound is not None
        forfeited = bool(hand.betting.stuck - hand.dead)
        return (
            (dead and turned_up)
            or (name == "outcome-invalidated" and folded_seen)
            or (name == "hand-killed" and forfeited)
            or (name == "winning-hand-mucked" and len(hand.betting.live) == 1)
            or (name in ("short-call", "short-raise", "string-bet", "clock-expired") and bound)
            or (name in ("out-of-turn", "dealt-early", "wrong-burn") and name in same)
            or (name in ("hole-card-exposed", "boxed-card") and name in same)
            or (name == "wrong-burn" and bool(same))
            or (name == "hand-killed" and "out-of-turn" in same)
        )

    def needs_cards(self, event: Row, after: int) -> bool:
        if event["name"] == "wrong-burn":
            return after == 0
        return not (
            event["name"] == "two-cards" and event["during"] == "river" and event["correct"]
        )

    def stub(self, hand: Hand, during: str, event: Row) -> list[str]:
        """What lies in the stub after the reshuffle, at least as far as it can be needed."""
        out = {card for hole in hand.holes.values() for card in hole}
        board = list(hand.board)
        if event["name"] != "dealt-early" and not event.get("correct"):
            del board[0 if during == "flop" else -1 :]
        stub = [card for card in CARDS if card not in out | {*board}]
        self.rng.shuffle(stub)
        return stub

    def amount(self, hand: Hand, name: str) -> int | None:
        """An amount that may be an error, at the turn."""
        turn = hand.betting.turn
        if turn is None:
            return None
        offer, rng = hand.betting.offer(turn), self.rng
        low, high = offer.wager, offer.call
        if name == "short-raise":
            if offer.least is None or (offer.stack <= offer.least and not self.corners):
                return None
            low, high = hand.betting.level, min(offer.least, offer.stack)
        if name == "string-bet":
            words = action(rng, offer, None, (0, 2, 2, 2, 2, 1)).split()
            if len(words) == 3:
                return round(float(words[2]) * 100)
            return offer.stack if words[1] == "all-in" else offer.call
        if high is None:
            return None
        if name == "short-call" and high == offer.stack and not self.corners:
            return None
        unit = offer.chip if high - low > 2 * offer.chip else 1
        middle = low + (high - low) // 2
        near = [middle, middle + 1, high - 1, low + 1, rng.randint(low, high)]
        amount = rng.choice(near)
        return amount if rng.random() < 0.5 else -(-amount // unit) * unit

    def finish(self, hand: Hand) -> None:
        """What can be added to a hand that has come to its end."""
        rng, self.finished = self.rng, True
        if self.eager and rng.random() < 3 * self.eager:
            for street in STREETS:
                if street in hand.phases and rng.random() < 0.4:
                    self.try_event(street, len(self.row.get(street, [])))
            if rng.random() < 0.5:
                self.try_event("showdown", 0)
        hand, wrong = step(self.room, self.number, self.row)
        if wrong is None and "showdown" in hand.phases and rng.random() < 0.25:
            self.row["muck"] = rng.sample(sorted(hand.order), rng.randint(1, 2))
            if not self.fits():
                del self.row["muck"]
        for street in STREETS:
            if street not in self.row and rng.random() < 0.1:
                self.row[street] = []
        if rng.random() < 0.3:  # surplus cards are ignored, and need not be there
            cards = self.row["cards"].split()

            def enough(count: int) -> bool:
                self.row["cards"] = " ".join(cards[:count])
                return self.fits()

            counts = range(2 * len(hand.order), len(cards))
            least = counts.start + bisect_left(counts, True, key=enough)
            self.row["cards"] = " ".join(cards[:least])


def scenario(rng: random.Random, *, corners: bool = False) -> Row:
    """A whole file, right by the oracle."""
    table = draw_table(rng)
    room = open_room(table)
    table["hands"] = []
    events = rng.random() < 0.5
    eager = rng.choice([0.0, 0.3, 0.5, 0.7])
    for number in range(1, rng.choice([1, 2, 3, 4, 6, 10]) + 1):
        before = draw_before(rng, room, eager, corners=corners)
        try:
            row = HandMaker(rng, room, number, events=events, corners=corners).make()
        except Misfit:  # fewer than two have chips
            break
        hand = Hand(room, number, row)
        hand.play()
        table["hands"].append({"before": before, **row} if before else row)
    return table if table["hands"] else scenario(rng, corners=corners)


def to_toml(file: Row) -> str:
    """As `feltwork play` reads it."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in file.items() if _plain(value)]
    for player in file["players"]:
        lines += ["", "[[players]]", *(f"{key} = {json.dumps(v)}" for key, v in player.items())]
    for row in file["hands"]:
        lines += ["", "[[hands]]"]
        lines += [f"{key} = {json.dumps(v)}" for key, v in row.items() if key != "events"]
        for event in row.get("events", []):
            lines += ["", "[[hands.events]]"]
            lines += [f"{key} = {json.dumps(v)}" for key, v in event.items()]
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> bool:
    return not (isinstance(value, list) and value and isinstance(value[0], dict))
