"""Random scenarios that are valid, spread wide over rule sets, hands, wagers and events.

`scenarios` draws one; every draw is tried on the oracle as it grows, so that an event whose moment
never comes is drawn again instead of spoiling the scenario. `to_toml` writes it as a file.
"""

from __future__ import annotations

import json
import random
from typing import Any, Final

from tests.helpers import oracle

DECK: Final = [rank + suit for rank in oracle.RANKS for suit in oracle.SUITS]

EVENT_PHASES: Final = {  # where each event can happen at all
    "wrong-card-count": oracle.PHASES[1:],
    "card-exposed-in-deal": ("deal",),
    "dealer-card-exposed": ("deal", "flop-decisions", *oracle.DECISION_PHASES, "settlement"),
    "community-card-exposed": (
        "deal",
        *("flop-decisions",) * 4,
        *("turn-decisions", "river-decisions") * 2,
        "settlement",
    ),
    "cards-to-empty-box": ("deal", "deal", "flop-decisions", *oracle.PHASES[1:]),
    "missing-card": oracle.PHASES,
    "foreign-card": oracle.PHASES,
    "shuffler-jam": oracle.PHASES,
    "shuffler-failed": ("wagers", *oracle.PHASES),
    "jackpot-equipment-failed": oracle.PHASES,
    "invalid-wager": ("wagers", "wagers", *oracle.PHASES),
    "deemed-fold": oracle.DECISION_PHASES,
    "flop-wager-corrected": ("flop-decisions",),
    "outcome-invalidated": oracle.PHASES,
    "supervisor-void": oracle.PHASES,
    "power-loss": oracle.PHASES,
}
PLAY_ON: Final = (  # events that never end the round, drawn more often beside another one
    "shuffler-jam",
    "jackpot-equipment-failed",
    "invalid-wager",
    "deemed-fold",
    "flop-wager-corrected",
    "power-loss",
)

Rigged = dict[str, list[str | None]]
"""Cards fixed in advance by owner, as in `oracle.deal_order`; None is left to chance."""


# Tables.


def _table(rng: random.Random) -> dict[str, Any]:
    ruleset, method = rng.choice(
        [("nsw-2024", "A"), ("nsw-2024", "B"), ("nsw-legacy", None), ("sd", None)]
    )
    table: dict[str, Any] = {"ruleset": ruleset}
    if method:
        table["method"] = method
    table["dealing"] = "hand" if ruleset == "sd" else rng.choice(["shuffler", "shoe"])
    table["places"] = rng.choice([5, 7, 7])
    if rng.random() < 0.4:
        table["limits"] = rng.choice(
            [
                {"ante": ["25", "500"], "bonus": ["5", "100"]},
                {"ante": ["10", "200"]},
                {"bonus": ["5", "5"]},
                {"ante": ["15", "150.50"], "bonus": ["2.50", "33.30"]},
            ]
        )
    if rng.random() < 0.88:
        table["jackpot"] = _jackpot(rng, ruleset)
    return table


def _jackpot(rng: random.Random, ruleset: str) -> dict[str, Any]:
    schedule = rng.choice(["THBP-08", "PMG-01", "PMG-02"]) if ruleset == "sd" else "nsw"
    wagers = {
        "nsw": ["5", "5", "5", "1", "2.50", "10"],
        "THBP-08": ["1"],
        "PMG-01": ["1", "1", "1.00", "2"],
        "PMG-02": ["5", "5", "5.00", "2.50"],
    }
    meters = ["61234.50", "80000", "49999.99", "50000", "50000.01", "4321.07", "0", "51000"]
    jackpot: dict[str, Any] = {
        "schedule": schedule,
        "wager": rng.choice(wagers[schedule]),
        "meter": rng.choice([*meters, oracle.dollars(rng.randrange(250_000_00))]),
    }
    chances: dict[str, list[Any]] = {
        "seed": ["50000", "10000", "0", "12345.67"],
        "reserve": ["0", "500", "1234.56"],
        "increment": ["0.20", "0.2", "0.1234", "0.1234", "0.333", "0.015", "1", "0"],
        "bonus": [True, True, True, False] if schedule == "nsw" else [False],
    }
    for name, values in chances.items():
        if rng.random() < 0.85:
            jackpot[name] = rng.choice(values)
    return jackpot


# Cards.


def _run(low: int, suit: str, count: int = 5) -> list[str]:
    """Cards of one suit in sequence from a rank upwards; -1 is the ace below the two."""
    return [oracle.RANKS[rank] + suit for rank in range(low, low + count)]


def _shuffled(rng: random.Random, cards: list[str]) -> list[str]:
    return rng.sample(cards, len(cards))


def _rig(rng: random.Random, owners: list[str], ruleset: str) -> Rigged:
    """Fix some cards so that what is rare in a fair deal comes up often."""
    rigs = [_fair, _fair, _one_suit, _straight_flushes, _straight_flushes, _royal]
    rigs += [_sets, _sets, _sequence, _board, _good_hole_cards]
    if ruleset == "sd":
        rigs += [*[_royal_by_street] * 5, _sequence, _board]
    return rng.choice(rigs)(rng, _shuffled(rng, owners))


def _fair(rng: random.Random, owners: list[str]) -> Rigged:
    return {}


def _one_suit(rng: random.Random, owners: list[str]) -> Rigged:
    """A flop of one suit, and that suit in many hands."""
    suit = rng.choice(oracle.SUITS)
    cards = _shuffled(rng, [rank + suit for rank in oracle.RANKS])
    rigged: Rigged = {"community": list(cards[:3])}
    rest = cards[3:]
    for owner in owners[: rng.randint(1, 4)]:
        rigged[owner] = [rest.pop(), rest.pop()]
    return rigged


def _straight_flushes(rng: random.Random, owners: list[str]) -> Rigged:
    """Seven in sequence: the middle on the flop makes two straight flushes, or one and a royal."""
    suit = rng.choice(oracle.SUITS)
    seven = _run(rng.choice([-1, *range(7), 6, 6]), suit, 7)
    rigged: Rigged = {"community": list(_shuffled(rng, seven[2:5]))}
    pairs = [seven[5:], seven[:2]] if rng.random() < 0.8 else [[seven[1], seven[5]]]
    for owner, pair in zip(owners, pairs, strict=False):
        rigged[owner] = list(_shuffled(rng, pair))
    return rigged


def _royal(rng: random.Random, owners: list[str]) -> Rigged:
    royal = _shuffled(rng, _run(8, rng.choice(oracle.SUITS)))
    return {"community": list(royal[:3]), owners[0]: list(royal[3:])}


def _royal_by_street(rng: random.Random, owners: list[str]) -> Rigged:
    """A royal that the flop, the turn or the river completes."""
    royal = _shuffled(rng, _run(8, rng.choice(oracle.SUITS)))
    held = rng.randint(1, 2)
    board: list[str | None] = [*royal[held:]]
    board += [None] * (5 - len(board))
    tail = rng.randint(2, 5) if held == 2 else rng.choice([4, 5])
    first = board[:tail]
    rng.shuffle(first)
    hole: list[str | None] = [*royal[:held]]
    return {"community": first + board[tail:], owners[0]: hole}


def _sets(rng: random.Random, owners: list[str]) -> Rigged:
    """Pairs and more on the flop with the rest of their ranks in the hands."""
    ranks = rng.sample(oracle.RANKS, 3)
    ones, twos, threes = ([rank + suit for suit in oracle.SUITS] for rank in ranks)
    for cards in (ones, twos, threes):
        rng.shuffle(cards)
    flop = rng.choice([[ones[0], ones[1], twos[0]], ones[:3], [ones[0], twos[0], threes[0]]])
    pool = [card for card in ones + twos + threes if card not in flop]
    rng.shuffle(pool)
    if rng.random() < 0.6:
        pool.sort(key=lambda card: card[0])
    rigged: Rigged = {"community": list(flop)}
    for owner in owners[:4]:
        rigged[owner] = [pool.pop(), pool.pop()]
    return rigged


def _sequence(rng: random.Random, owners: list[str]) -> Rigged:
    """Straights and three of a kind on the flop, of mixed suits."""
    low = rng.randint(-1, 6)
    seven = [oracle.RANKS[rank] + rng.choice(oracle.SUITS) for rank in range(low, low + 7)]
    rigged: Rigged = {"community": list(_shuffled(rng, seven[2:5]))}
    flop_rank = seven[2][0]
    spare = [flop_rank + suit for suit in oracle.SUITS if flop_rank + suit != seven[2]]
    for owner, pair in zip(owners, (seven[5:], seven[:2], spare[:2]), strict=False):
        rigged[owner] = list(pair)
    return rigged


def _board(rng: random.Random, owners: list[str]) -> Rigged:
    """A board that everyone plays, or nearly: ties."""
    suit = rng.choice(oracle.SUITS)
    royal, low = _run(8, suit), _run(rng.randint(-1, 7), suit)
    mixed = [rank + rng.choice(oracle.SUITS) for rank in "TJQKA"]
    rank, kicker = rng.sample(oracle.RANKS, 2)
    quads = [*(rank + each for each in oracle.SUITS), kicker + suit]
    board = rng.choice([royal, royal, low, mixed, mixed, quads])
    return {"community": list(_shuffled(rng, board))}


def _good_hole_cards(rng: random.Random, owners: list[str]) -> Rigged:
    """Hands of the ante bonus table."""
    deck = _shuffled(rng, DECK)
    rigged: Rigged = {}
    for owner in owners:
        suit, other = rng.sample(oracle.SUITS, 2)
        rank = rng.choice(oracle.RANKS)
        face = rng.choice("KQJ")
        pair = rng.choice(
            [
                ["A" + suit, face + suit],
                ["A" + suit, face + other],
                ["A" + suit, "A" + other],
                [rank + suit, rank + other],
                deck[:2],
            ]
        )
        if not any(card in cards for card in pair for cards in rigged.values()):
            rigged[owner] = list(pair)
    return rigged


def _cards(rng: random.Random, table: dict[str, Any], places: list[int], rigged: Rigged) -> str:
    """Lay the cards out in the order in which they leave the device, a few to spare."""
    fixed = {owner: list(cards) for owner, cards in rigged.items()}
    taken = {card for cards in fixed.values() for card in cards}
    rest = [card for card in _shuffled(rng, DECK) if card not in taken]
    line = []
    for owner in oracle.deal_order(table["ruleset"], table["dealing"], places):
        waiting = fixed.get(owner, [])
        line.append((waiting.pop(0) if waiting else None) or rest.pop())
    return " ".join(line + rest[: rng.choice([0, 0, 3])])


# Hands.


def _amount(rng: random.Random, low: int, high: int) -> str:
    """An amount within limits, now and then below or above them, mostly in whole dollars."""
    chance = rng.random()
    if chance < 0.12:
        amount = high + rng.choice([1, 50, 500, high])
    elif chance < 0.24:
        amount = rng.randrange(1, low) if low > 1 else low
    else:
        amount = rng.choice([low, low, high, rng.randint(low, high), rng.randint(low, high)])
    if rng.random() < 0.8 and amount >= 1_00:
        amount -= amount % 100
    return oracle.dollars(amount) if amount % 100 else str(amount // 100)


def _decisions(rng: random.Random, sd: bool) -> list[str]:
    decisions = [rng.choices(["bet", "fold"], [85, 15])[0]]
    later = [45, 45, 0] if sd else [45, 40, 15]
    while decisions[-1] != "fold" and len(decisions) < 3:
        decisions += rng.choices(["bet", "check", "fold"], later)
    return decisions


def _everyone_folds(rng: random.Random, sd: bool) -> list[str]:
    street = 0 if sd else rng.randrange(3)
    return [*["bet", rng.choice(["bet", "check"])][:street], "fold"]


def _hand(rng: random.Random, table: dict[str, Any], place: int, all_fold: bool) -> dict[str, Any]:
    sd = table["ruleset"] == "sd"
    limits = {"ante": ["25", "500"], "bonus": ["5", "100"]} | table.get("limits", {})
    low, high = (oracle.cents(limit, "") for limit in limits["ante"])
    hand: dict[str, Any] = {"place": place, "ante": _amount(rng, low, high)}
    if not sd and rng.random() < 0.5:
        low, high = (oracle.cents(limit, "") for limit in limits["bonus"])
        hand["bonus"] = _amount(rng, low, high)
    if "jackpot" in table and rng.random() < 0.75:
        hand["jackpot"] = True
    hand["decisions"] = _everyone_folds(rng, sd) if all_fold else _decisions(rng, sd)
    for street, decision in enumerate(hand["decisions"]):
        if decision == "bet" and rng.random() < 0.12:
            _put_wrong(rng, hand, street)
    if not sd and rng.random() < 0.12:
        hand["concede"] = True
    if rng.random() < 0.05:
        hand["invalid_card"] = True
    return hand


def _keep_in(rng: random.Random, table: dict[str, Any], hands: list[dict[str, Any]]) -> None:
    """Let hands with good cards be played out, most of them for the jackpot."""
    for hand in hands:
        hand["decisions"] = ["bet", *rng.choices(["bet", "check"], k=2)]
        checked = [
            street
            for street, decision in zip(oracle.STREETS, hand["decisions"], strict=True)
            if decision == "check"
        ]
        for name in ("concede", "invalid_card", *checked):
            hand.pop(name, None)
        if "jackpot" in table:
            hand["jackpot"] = rng.random() < 0.9


def _put_wrong(rng: random.Random, hand: dict[str, Any], street: int) -> None:
    """Put down something else than twice or once the ante."""
    asked = oracle.cents(hand["ante"], "") * (2, 1, 1)[street]
    wrong = rng.choice([asked + 10_00, asked * 2, asked + 1, asked // 2, asked - 1])
    if wrong > 0:
        hand[oracle.STREETS[street]] = oracle.dollars(wrong)


# Events.


def _event(rng: random.Random, table: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """Draw an event; whether its moment comes is for the oracle to say."""
    hands = one["hands"]
    places = [hand["place"] for hand in hands]
    name = rng.choice(list(EVENT_PHASES) + list(PLAY_ON))
    event: dict[str, Any] = {"during": rng.choice(EVENT_PHASES[name])}
    if event["during"] != "deal" and rng.random() < 0.6:
        event["after_place"] = rng.choice(places)
    event["name"] = name
    if name == "community-card-exposed":
        event["card"] = rng.choice(oracle.STREETS)
    elif name == "cards-to-empty-box":
        event["place"] = rng.randint(1, table["places"])
        event["handled"] = rng.random() < 0.6
    elif name == "outcome-invalidated" and rng.random() < 0.7:
        event["forfeit"] = sorted(rng.sample(places, rng.randint(0, min(3, len(places)))))
    elif "place" in "".join(oracle.EVENTS[name]):
        event["place"] = rng.choice(places)
    if name == "wrong-card-count" and rng.random() < 0.2:
        event["place"] = rng.choice(["dealer", "community"])
    if name == "flop-wager-corrected":
        event["after_place"] = rng.choice([place for place in places if place >= event["place"]])
        hand = next(hand for hand in hands if hand["place"] == event["place"])
        if "flop" not in hand and hand["decisions"][0] == "bet":
            _put_wrong(rng, hand, 0)
    if name in oracle.RULINGS and rng.random() < 0.5:
        event["decision"] = rng.choice([r for r in oracle.RULINGS[name] if r != "correct"])
    return event


def _dealt_in(one: dict[str, Any]) -> list[int]:
    """The places that get cards: those refused beforehand do not, an empty box may."""
    places = {hand["place"] for hand in one["hands"]}
    for event in one.get("events", []):
        if event["name"] == "invalid-wager" and event["during"] == "wagers":
            places.discard(event["place"])
    for event in one.get("events", []):
        if event["name"] == "cards-to-empty-box":
            places.add(event["place"])
    return sorted(places)


def _accepted(table: dict[str, Any], one: dict[str, Any], corners: bool) -> bool:
    try:
        touched = oracle.readings(table | {"rounds": [one]})
    except oracle.Impossible:
        return False
    return corners or not touched


# Rounds.


def _round(rng: random.Random, table: dict[str, Any], corners: bool) -> dict[str, Any]:
    """Draw hands and cards, then events one by one, each kept only if the round stays valid."""
    while True:
        places = rng.sample(range(1, table["places"] + 1), rng.randint(1, table["places"]))
        if rng.random() < 0.5:
            places.sort()
        all_fold = rng.random() < 0.1
        hands = [_hand(rng, table, place, all_fold) for place in places]
        rigged = _rig(rng, [*map(str, places), *["dealer"][: rng.randrange(2)]], table["ruleset"])
        if not all_fold and rng.random() < 0.6:
            _keep_in(rng, table, [hand for hand in hands if str(hand["place"]) in rigged])
        cards = _cards(rng, table, places, rigged)
        one: dict[str, Any] = {"cards": cards, "hands": hands}
        if _accepted(table, one, corners):
            break
    for _ in range(rng.choices([0, 1, 2, 3, 4], [40, 30, 15, 10, 5])[0]):
        for _ in range(12):
            trial = json.loads(json.dumps(one))
            event = _event(rng, table, trial)
            events = trial.setdefault("events", [])
            events.insert(rng.randint(0, len(events)), event)
            trial["cards"] = _cards(rng, table, _dealt_in(trial), rigged)
            if _accepted(table, trial, corners):
                one = trial
                break
    return one


def scenarios(rng: random.Random, *, corners: bool = True) -> dict[str, Any]:
    """Draw a random valid scenario.

    Without `corners` it keeps clear of everything in `oracle.READINGS`, where the documents could
    be read in another way as well.
    """
    while True:
        table = _table(rng)
        rounds = [_round(rng, table, corners) for _ in range(rng.choice([1, 1, 1, 2, 3, 4]))]
        scenario = table | {"rounds": rounds}
        if _accepted(table, rounds[0], corners) and (corners or not oracle.readings(scenario)):
            return scenario


# Files.


def to_toml(scenario: dict[str, Any]) -> str:
    """Write a scenario as the text of a scenario file."""
    lines = _pairs(scenario)
    for name in ("limits", "jackpot"):
        if name in scenario:
            lines += ["", f"[{name}]", *_pairs(scenario[name])]
    for one in scenario["rounds"]:
        lines += ["", "[[rounds]]", *_pairs(one)]
        for name in ("hands", "events", "faults"):
            for item in one.get(name, []):
                lines += ["", f"[[rounds.{name}]]", *_pairs(item)]
    return "\n".join(lines) + "\n"


_TABLES = ("limits", "jackpot", "rounds", "hands", "events", "faults")


def _pairs(table: dict[str, Any]) -> list[str]:
    """Keys and values of one table; strings, numbers, booleans and lists read alike in JSON."""
    return [
        f"{key} = {json.dumps(value)}"
        for key, value in table.items()
        if key not in _TABLES or isinstance(value, bool)
    ]
