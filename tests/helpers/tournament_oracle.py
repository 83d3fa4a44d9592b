"""A second, independent answer to a tournament file: the result straight from the texts.

Nothing of the product is imported. Everything lies in plain dictionaries, a line at a time; the
order of the places is worked out at the end from a list of who fell when.
"""

from __future__ import annotations

import re
from copy import copy
from decimal import Decimal
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

ORDER = "23456789TJQKA"
RESERVED = {"table", "cut", "hand", "commission"}
DOLLARS = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")


class WrongLine(Exception):
    """The number of the line, counted from 1; 0: the format is wrong; None: something misses."""

    def __init__(self, line: int | None, why: str) -> None:
        super().__init__(f"{line}: {why}")
        self.line = line


class Nay(Exception):
    """This line is not allowed."""


def dollars(text: str) -> Decimal:
    if not DOLLARS.fullmatch(text):
        raise Nay(f"no amount: {text}")
    return Decimal(text)


def check(holds: object, why: str) -> None:
    if not holds:
        raise Nay(why)


def written(value: Decimal) -> str:
    return f"{value:.2f}"


class Course:
    """The tournament while its lines are read."""

    def __init__(self, table: dict[str, Any]) -> None:
        get = table.get
        self.fee, self.bank = Decimal(table["entry"]), Decimal(table["bank"])
        self.buyin, self.added = Decimal(get("buyin", "0")), Decimal(get("added", "0"))
        self.house = Fraction(get("house", "0"))
        self.shares = [Fraction(share) for share in table["prizes"]]
        self.value, self.rake = get("chips", "tournament") == "value", get("commission", False)
        self.often, self.most = get("entries", 1), get("players")
        self.has_rebuys, self.addon = get("rebuys", False), get("addon", "none")
        self.advance = get("advance", 0)
        check(self.bank > 0, "bank")
        check(sum(self.shares) == 1, "prizes")
        check(self.house <= Fraction(3, 10), "31.2.b")
        check(not (self.rake and self.house), "31.2.a")
        check(self.value or not self.rake, "32.1")
        check(self.often >= 1 and (self.most is None or self.most >= 1), "limits")
        check(self.advance >= 0, "advance")
        self.players: dict[str, dict[str, Any]] = {}
        self.fallen: list[dict[str, Any]] = []
        self.thrown_out: list[str] = []
        self.stage = "before"
        self.closed = False
        self.together: dict[int, int] | None = None
        self.hour = 0
        self.bought = self.added_on = 0
        self.addon_money = Decimal(0)
        self.open_cuts: list[list[str]] = []
        self.cut_cards: dict[str, list[int]] = {}

    def fork(self) -> Course:
        """The same, to try something on."""
        twin = copy(self)
        twin.players = {name: dict(one) for name, one in self.players.items()}
        twin.fallen, twin.thrown_out = list(self.fallen), list(self.thrown_out)
        twin.together = None if self.together is None else dict(self.together)
        twin.open_cuts = list(self.open_cuts)
        twin.cut_cards = {name: list(cards) for name, cards in self.cut_cards.items()}
        return twin

    # Lines

    def line(self, text: str) -> None:
        words = text.split()
        if words[:1] == ["cut"]:
            self.cut(words[1:])
            return
        check(self.stage in ("before", "on"), "it is over")
        if words[:1] == ["table"]:
            self.hand(words[1:])
        elif words == ["start"]:
            check(self.stage == "before", "started")
            check(all(p["seat"] for p in self.players.values() if p["is"] == "in"), "no seat")
            self.stage = "on"
        elif words == ["end"]:
            self.end()
        elif words == ["rebuys", "close"]:
            check(self.period(), "not open")
            self.closed = True
            self.drop_zeros(None)
        elif words[:3] == ["hand", "for", "hand"]:
            self.hand_for_hand(words[3:])
        else:
            self.somebody(words)

    def somebody(self, words: list[str]) -> None:
        check(len(words) > 1, "no line")
        name, rest = words[0], words[1:]
        if rest == ["enters"]:
            self.enters(name)
            return
        check(name in self.players, "unknown")
        player = self.players[name]
        check(player["is"] == "in", "out")
        if rest[0] == "at" and len(rest) == 2:
            check(player["seat"] is None, "has a seat")
            player["seat"] = self.place(rest[1])
        elif rest[:2] == ["moves", "to"] and len(rest) == 3:
            check(player["seat"] and player["chips"], "cannot move")
            check(rest[2] != "{}.{}".format(*player["seat"]), "own seat")
            player["seat"] = self.place(rest[2])
        elif rest == ["rebuys"]:
            check(self.period() and player["chips"] == 0, "no re-buy")
            player["chips"] = self.bank
            self.bought += 1
        elif rest in (["adds", "on"], ["adds", "on", "double"]):
            self.adds_on(player, len(rest) - 1)
        elif rest[0] == "pockets" and len(rest) == 2:
            check(self.stage == "on" and 0 < dollars(rest[1]) < player["chips"], "pockets")
            player["chips"] -= dollars(rest[1])
        elif rest == ["disqualified"]:
            player["is"], player["chips"] = "disqualified", Decimal(0)
            self.fallen = [fall for fall in self.fallen if fall["name"] != name]
            self.thrown_out.append(name)
        else:
            raise Nay("no line")

    def period(self) -> bool:
        return self.has_rebuys and self.stage == "on" and not self.closed

    def enters(self, name: str) -> None:
        check(self.stage == "before" or self.period(), "closed")
        person, _, number = name.partition("#")
        check(person and person not in RESERVED and name not in self.players, "name")
        check("#" not in name or (number.isdigit() and number[0] != "0"), "which")
        check("#" not in name or 2 <= int(number) <= self.often, "which")
        so_far = [one for one in self.players if one.split("#")[0] == person]
        check(len(so_far) < self.often, "too often")
        check(self.most is None or len(self.players) < self.most, "full")
        self.players[name] = {"seat": None, "chips": self.bank, "is": "in", "added": False}

    def place(self, text: str) -> tuple[int, int]:
        check(re.fullmatch(r"[0-9]{1,6}\.[0-9]{1,6}", text), "no seat")
        table, seat = map(int, text.split("."))
        check(table >= 1 and 1 <= seat <= 11, "no seat")
        for name, other in self.players.items():
            if other["is"] == "in" and other["seat"] == (table, seat):
                check(other["chips"] == 0, "taken")
                self.players[name]["is"] = "out"
        return table, seat

    def adds_on(self, player: dict[str, Any], banks: int) -> None:
        check(self.has_rebuys and self.closed and not player["added"], "no add-on")
        check(self.addon in (("single", "double") if banks == 1 else ("double",)), "not offered")
        player["added"] = True
        player["chips"] += banks * self.bank
        self.addon_money += banks * self.fee
        self.added_on += 1

    def hand_for_hand(self, rest: list[str]) -> None:
        check(self.stage == "on", "not on")
        if rest == ["ends"]:
            check(self.together is not None, "not hand for hand")
            self.together = None
        else:
            check(not rest and self.together is None, "hand for hand already")
            self.together = {}
            self.hour += 1

    def drop_zeros(self, table: int | None) -> None:
        for player in self.players.values():
            here = table is None or (player["seat"] and player["seat"][0] == table)
            if player["is"] == "in" and player["chips"] == 0 and here:
                player["is"] = "out"

    def hand(self, words: list[str]) -> None:
        check(self.stage == "on" and words and re.fullmatch(r"[0-9]{1,6}:", words[0]), "table")
        table, pairs = int(words[0][:-1]), words[1:]
        check(pairs and len(pairs) % 2 == 0, "pairs")
        names, stacks = pairs[::2], [dollars(text) for text in pairs[1::2]]
        left = Decimal(0)
        if names[-1] == "commission":
            check(self.rake, "no commission")
            names, left = names[:-1], stacks.pop()
        there = {
            name: one["chips"]
            for name, one in self.players.items()
            if one["is"] == "in" and one["seat"] and one["seat"][0] == table and one["chips"]
        }
        check(len(there) >= 2, "fewer than two")
        check(len(names) == len(there) and set(names) == set(there), "not these")
        check(sum(stacks) + left == sum(there.values()), "sum")
        self.drop_zeros(table)
        if self.together is None:
            self.hour += 1
            when = (self.hour, 0)
        else:
            self.together[table] = self.together.get(table, 0) + 1
            when = (self.hour, self.together[table])
        for name, stack in zip(names, stacks, strict=True):
            self.players[name]["chips"] = stack
            if not stack:
                self.fallen = [fall for fall in self.fallen if fall["name"] != name]
                self.fallen.append({"name": name, "when": when, "had": there[name]})
        if not self.period():
            self.drop_zeros(table)

    # The end

    def end(self) -> None:
        check(self.stage == "on", "not on")
        check(all(p["seat"] for p in self.players.values() if p["is"] == "in"), "no seat")
        check(any(p["is"] != "disqualified" for p in self.players.values()), "nobody")
        self.drop_zeros(None)
        self.stage = "over"
        for group in self.groups():
            if len(group) > 1 and self.matters(group):
                self.open_cuts.append(group)

    def groups(self) -> list[list[str]]:
        """All who have a place, best first; those between whom nothing decides together."""
        held: dict[Decimal, list[str]] = {}
        for name, player in self.players.items():
            if player["is"] == "in":
                held.setdefault(player["chips"], []).append(name)
        found = [held[chips] for chips in sorted(held, reverse=True)]
        gone: dict[tuple[Any, Decimal], list[str]] = {}
        entered = list(self.players)
        for fall in sorted(self.fallen, key=lambda one: entered.index(one["name"])):
            if self.players[fall["name"]]["is"] == "out":
                gone.setdefault((fall["when"], fall["had"]), []).append(fall["name"])
        return found + [gone[when] for when in sorted(gone, reverse=True)]

    def matters(self, group: list[str]) -> bool:
        ahead = 0
        for other in self.groups():
            if other == group:
                break
            ahead += len(other)
        if ahead < len(self.shares):
            return True
        if self.players[group[0]]["is"] != "in":
            return False
        for table in {self.players[name]["seat"][0] for name in group}:
            mine = sum(self.players[name]["seat"][0] == table for name in group)
            better = sum(
                other["is"] == "in"
                and other["seat"][0] == table
                and other["chips"] > self.players[group[0]]["chips"]
                for other in self.players.values()
            )
            if better < self.advance < better + mine:
                return True
        return False

    def cut(self, words: list[str]) -> None:
        check(self.stage == "over" and words and len(words) % 2 == 0, "no cut")
        names, cards = words[::2], words[1::2]
        for card in cards:
            check(re.fullmatch(r"[2-9TJQKA][cdhs]", card), "no card")
        check(len(set(cards)) == len(cards), "card twice")
        check(len(set(names)) == len(names), "name twice")
        group = next((one for one in self.open_cuts if set(one) == set(names)), None)
        check(group is not None, "not due")
        assert group is not None
        self.open_cuts.remove(group)
        for name, card in zip(names, cards, strict=True):
            self.cut_cards.setdefault(name, []).append(ORDER.index(card[0]))
        for rank in range(len(ORDER)):
            again = [name for name in group if self.cut_cards[name][-1] == rank]
            if len(again) > 1:
                self.open_cuts.append(again)

    def order(self) -> list[str]:
        """Groups in order, and in each of them by the cards, round by round."""

        def better(one: str, other: str) -> int:
            mine, theirs = self.cut_cards.get(one, []), self.cut_cards.get(other, [])
            for a, b in zip(mine, theirs, strict=False):
                if a != b:
                    return b - a
            return 0

        return [name for group in self.groups() for name in sorted(group, key=cmp_to_key(better))]

    def result(self) -> dict[str, Any]:
        count = len(self.players)
        fees = count * self.fee
        house = Decimal(int(Fraction(fees) * self.house * 100)) / 100
        pool = fees - house + self.bought * self.fee + self.addon_money + self.added
        order = self.order()
        prizes = {}
        for share, name in list(zip(self.shares, order, strict=False))[1:]:
            exact = Fraction(pool) * share
            prizes[name] = Decimal(exact.numerator // exact.denominator)
        prizes[order[0]] = pool - sum(prizes.values())
        tables: dict[int, list[str]] = {}
        for name in order:
            if self.players[name]["is"] == "in":
                tables.setdefault(self.players[name]["seat"][0], []).append(name)
        most = {t: max(self.players[n]["chips"] for n in names) for t, names in tables.items()}
        return {
            "entries": count,
            "rebuys": self.bought,
            "addons": self.added_on,
            "money": {
                "entries": written(fees),
                "buyins": written(count * self.buyin),
                "rebuys": written(self.bought * self.fee),
                "addons": written(self.addon_money),
                "house": written(house),
                "added": written(self.added),
                "prizes": written(pool),
            },
            "places": [
                {
                    "place": place,
                    "player": name,
                    "chips": written(self.players[name]["chips"]),
                    "prize": written(prizes.get(name, Decimal(0))),
                }
                for place, name in enumerate(order, 1)
            ],
            "winners": [
                {
                    "table": table,
                    "players": sorted(
                        name for name in tables[table] if self.players[name]["chips"] == most[table]
                    ),
                }
                for table in sorted(tables)
            ],
            "advance": [
                {"table": table, "players": tables[table][: self.advance]}
                for table in sorted(tables)
            ],
            "disqualified": self.thrown_out,
        }


def play(content: dict[str, Any]) -> dict[str, Any]:
    """The result as in the format's document, without `file`; or `WrongLine`."""
    try:
        course = Course(content["tournament"])
    except Nay as nay:
        raise WrongLine(0, str(nay)) from nay
    for number, text in enumerate(content["tournament"]["course"], 1):
        try:
            course.line(text)
        except Nay as nay:
            raise WrongLine(number, str(nay)) from nay
    if course.stage != "over" or course.open_cuts:
        raise WrongLine(None, "the course is not at its end")
    return course.result()
