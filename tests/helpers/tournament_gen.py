"""Random tournament files: courses with corners that the rules allow, and with one wrong line."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Any

from tests.helpers.tournament_oracle import Course, Nay

# fmt: off
NAMES = [
    "anna", "ben", "cara", "dan", "eve", "finn", "gus", "hana",
    "ida", "jon", "kim", "lea", "mo", "nina", "otto", "pia",
]
# fmt: on
RANKS, SUITS = "23456789TJQKA", "cdhs"


def shares(random: Random) -> list[str]:
    """Shares of the prize money that add up to one."""
    whole = random.choice((10, 20, 100, 1000, 1_000_000))
    cuts = sorted(random.sample(range(1, whole), random.choice((0, 1, 2, 2, 3, 4, 6))))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, whole], strict=True)]
    if random.random() < 0.7:
        parts.sort(reverse=True)
    return [str(Decimal(part) / whole) if part < whole else "1" for part in parts]


def form(random: Random) -> dict[str, Any]:
    """A format."""
    table: dict[str, Any] = {
        "name": "Friday",
        "entry": random.choice(("100", "100", "25", "33.33", "0", "7.50", "1")),
        "bank": random.choice(("5000", "1000", "400", "100.50")),
        "prizes": shares(random),
    }
    value = random.random() < 0.3
    if value:
        table["chips"] = "value"
        table["commission"] = random.random() < 0.7
    if not table.get("commission") and random.random() < 0.7:
        table["house"] = random.choice(("0.30", "0.3", "0.1", "0.125", "0.299999", "0"))
    if random.random() < 0.3:
        table["buyin"] = random.choice(("20", "0.50"))
    if random.random() < 0.5:
        table["entries"] = random.choice((1, 2, 3))
    if random.random() < 0.6:
        table["rebuys"] = True
    if random.random() < 0.6:
        table["addon"] = random.choice(("none", "single", "double", "double"))
    if random.random() < 0.4:
        table["added"] = random.choice(("500", "12.34"))
    if random.random() < 0.5:
        table["advance"] = random.choice((1, 1, 2, 3))
    return table


class Writer:
    """Writes a course that the oracle lets pass."""

    def __init__(self, random: Random) -> None:
        self.random, self.table = random, form(random)
        count = random.choice((2, 3, 4, 6, 8, 12, 14))
        if random.random() < 0.3:
            self.table["players"] = count + random.choice((0, 1, 5))
        self.names = random.sample(NAMES, count)
        tables = range(1, 2 + count // 4 + random.choice((0, 0, 1)))
        self.seats = [(table, seat) for table in tables for seat in range(1, 12)]
        self.course = Course(self.table)
        self.lines: list[str] = []

    def put(self, line: str) -> bool:
        """Write it down, if it is allowed."""
        after = self.course.fork()
        try:
            after.line(line)
        except Nay:
            return False
        self.course = after
        self.lines.append(line)
        return True

    def who(self, **like: Any) -> str:
        """Somebody, preferably one like this."""
        players = self.course.players
        fit = [n for n, one in players.items() if all(one[k] == v for k, v in like.items())]
        return self.random.choice(fit or list(players) or self.names)

    def seat(self) -> str:
        return "{}.{}".format(*self.random.choice(self.seats))

    def write(self) -> dict[str, Any]:
        random = self.random
        for name in self.names:
            self.put(f"{name} enters")
            if random.random() < 0.25:
                self.put(f"{name}#2 enters")
        self.sit_down()
        self.put("start")
        for _ in range(random.choice((3, 10, 25, 50))):
            self.step()
        self.sit_down()
        if not self.put("end"):
            return Writer(random).write()  # everybody was disqualified
        self.cuts()
        return {"ruleset": "poker-room", "tournament": {**self.table, "course": self.lines}}

    def sit_down(self) -> None:
        for name, one in list(self.course.players.items()):
            while one["is"] == "in" and self.course.players[name]["seat"] is None:
                self.put(f"{name} at {self.seat()}")

    def step(self) -> None:
        """Most often a hand; otherwise anything."""
        random = self.random
        if random.random() < 0.65:
            self.hand()
            for name, one in list(self.course.players.items()):
                if one["is"] == "in" and not one["chips"] and random.random() < 0.6:
                    self.put(f"{name} rebuys")
        elif random.random() < 0.1 and self.put("rebuys close"):
            for name in list(self.course.players):
                if random.random() < 0.5:
                    self.put(f"{name} adds on{random.choice(('', ' double'))}")
        else:
            self.put(self.anything())

    def anything(self) -> str:
        """A line of any kind; often it is not allowed."""
        random = self.random
        name = self.who(**{"is": "in"}) if random.random() < 0.8 else self.who()
        amount = random.choice(("1", "100", "250", "0.50", "0", str(self.table["bank"]), "99999"))
        return random.choice(
            (
                f"{random.choice(NAMES)} enters",
                f"{name.partition('#')[0]}#{random.choice((2, 3))} enters",
                f"{self.who(seat=None)} at {self.seat()}",
                f"{name} moves to {self.seat()}",
                f"{name} moves to {self.seat()}",
                f"{self.who(chips=Decimal(0))} rebuys",
                f"{name} rebuys",
                "rebuys close" if random.random() < 0.3 else f"{name} pockets {amount}",
                f"{name} adds on",
                f"{name} adds on double",
                f"{name} pockets {amount}",
                f"{name} disqualified" if random.random() < 0.4 else "hand for hand",
                "hand for hand",
                "hand for hand ends",
            )
        )

    def hand(self) -> None:
        """A hand at a table where there can be one, in chips coarse enough to be equal often."""
        random = self.random
        tables: dict[int, dict[str, Decimal]] = {}
        for name, one in self.course.players.items():
            if one["is"] == "in" and one["chips"] and one["seat"]:
                tables.setdefault(one["seat"][0], {})[name] = one["chips"]
        playable = [table for table, stacks in tables.items() if len(stacks) > 1]
        if not playable:
            return
        table = random.choice(playable)
        stacks, left = dict(tables[table]), ""
        for _ in range(random.choice((1, 1, 2, 3))):
            loser, winner = random.sample(list(stacks), 2)
            lost = min(stacks[loser], random.choice((1, 2, 4, 40)) * self.course.bank / 4)
            stacks[loser] -= lost
            stacks[winner] += lost
        if self.table.get("commission") and random.random() < 0.6:
            payer = max(stacks, key=lambda name: stacks[name])
            took = min(stacks[payer], Decimal(random.choice(("0", "1", "5.50"))))
            stacks[payer] -= took
            left = f" commission {took}"
        listed = list(stacks.items())
        random.shuffle(listed)
        self.put(f"table {table}: {' '.join(f'{name} {chips}' for name, chips in listed)}{left}")

    def cuts(self) -> None:
        random = self.random
        while self.course.open_cuts:
            group = list(random.choice(self.course.open_cuts))
            random.shuffle(group)
            ranks = RANKS if random.random() < 0.5 else random.sample(RANKS, 2)
            deck = [rank + suit for rank in ranks for suit in SUITS]
            if len(deck) >= len(group):
                cards = random.sample(deck, len(group))
                pairs = zip(group, cards, strict=True)
                self.put(f"cut {' '.join(f'{name} {card}' for name, card in pairs)}")


def legal(seed: int) -> dict[str, Any]:
    """A course that the rules allow."""
    return Writer(Random(seed)).write()


def wrong(seed: int) -> dict[str, Any]:
    """A course with one line that they do not; perhaps the last ones miss."""
    random = Random(f"wrong {seed}")
    writer = Writer(random)
    content = writer.write()
    lines: list[str] = content["tournament"]["course"]
    while True:
        at = random.randrange(len(lines) + 1)
        course = Course(content["tournament"])
        for line in lines[:at]:
            course.line(line)
        writer.course = course
        tried = _spoilt(random, writer, lines, at)
        try:
            course.fork().line(tried)
        except Nay:
            content["tournament"]["course"] = [*lines[:at], tried, *lines[at:]]
            return content


def _spoilt(random: Random, writer: Writer, lines: list[str], at: int) -> str:
    """A line of any kind, or one of the course at another time or a little different."""
    kind = random.random()
    if kind < 0.4:
        return writer.anything()
    words = random.choice(lines).split()
    if kind < 0.7:
        return " ".join(words)
    at = random.randrange(len(words))
    words[at] = random.choice(
        (random.choice(words), writer.who(), writer.seat(), "commission", "7d", "12.34", "-5")
    )
    return " ".join(words)
