"""A second, independent answer to a scenario: the result computed straight from the documents.

`play` walks the phases of each round once, applies every event at its moment, and works the money
out at the end in whole cents. It is short and slow on purpose: no state machine, no record, no
device, and nothing of the product is imported.

Where the documents leave two readings one is taken and named in `READINGS`; `readings` tells which
of them a scenario depends on, so that a difference found by comparison can be put down to a rule
that was broken or to a rule that was read otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NoReturn

RULESETS: Final = ("nsw-legacy", "nsw-2024", "sd")
SCHEDULES: Final = {"nsw": ("nsw-legacy", "nsw-2024")} | dict.fromkeys(
    ("THBP-08", "PMG-01", "PMG-02"), ("sd",)
)
STREETS: Final = ("flop", "turn", "river")
DECISION_PHASES: Final = tuple(f"{street}-decisions" for street in STREETS)
PHASES: Final = ("wagers", "deal", *DECISION_PHASES, "showdown", "settlement")

SUITS: Final = "shdc"
RANKS: Final = "23456789TJQKA"
HANDS: Final = (
    "no pair",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH = 5, 8, 9

NSW_FIXED: Final = {"four-of-a-kind": 500_00, "full-house": 150_00, "flush": 100_00}
NSW_BONUS: Final = {"straight-flush": 500_00, "royal-flush": 1_000_00}
NSW_ROYAL_GUARANTEE: Final = 50_000_00
NSW_STRAIGHT_FLUSH_GUARANTEE: Final = 5_000_00
PMG_FOR_ONE: Final = {
    "four-of-a-kind": 300,
    "full-house": 50,
    "flush": 40,
    "straight": 30,
    "three-of-a-kind": 9,
}
PMG_PERCENT: Final = {"royal-flush": 100, "straight-flush": 10}
PMG_ENVY: Final = {"royal-flush": 1_000, "straight-flush": 300}
THBP_FIXED: Final = {
    "community-royal": 3_000_00,
    "straight-flush": 250_00,
    "four-of-a-kind": 100_00,
    "full-house": 10_00,
}
THBP_PERCENT: Final = {"royal-flush": 100, "royal-after-6": 25, "royal-after-7": 5}

EVENTS: Final = {  # what each event may carry; a name with "!" has to be there
    "wrong-card-count": ("place",),
    "card-exposed-in-deal": ("place!",),
    "dealer-card-exposed": (),
    "community-card-exposed": ("card!", "decision"),
    "cards-to-empty-box": ("place!", "handled"),
    "missing-card": (),
    "foreign-card": (),
    "shuffler-jam": (),
    "shuffler-failed": (),
    "jackpot-equipment-failed": ("decision",),
    "invalid-wager": ("place!",),
    "deemed-fold": ("place!",),
    "flop-wager-corrected": ("place!", "decision"),
    "outcome-invalidated": ("forfeit",),
    "supervisor-void": (),
    "power-loss": (),
}
RULINGS: Final = {
    "community-card-exposed": ("void", "continue"),
    "jackpot-equipment-failed": ("continue", "void"),
    "flop-wager-corrected": ("correct", "fold"),
}

READINGS: Final = {
    "wagers-down": (
        "An event in `wagers` finds every wager of the file on the table, with after_place too: "
        "a void there shows them all, returned."
    ),
    "nobody-dealt-in": "Every place refused in `wagers`: void, no clause, `wagers, reconcile`.",
    "refused-turn": "A place refused in `wagers` has a turn all the same, which passes at once.",
    "deal-turn": "after_place in `deal` is the same moment as without it.",
    "short-decisions": "A decision that never falls due need not be in the file.",
    "invalid-card-shown": (
        "A hand with invalid_card plays to the end, is turned and acted on in its order, and is "
        "then void with every wager returned."
    ),
    "invalid-card-folded": (
        "A folded or conceded hand with invalid_card is void, every wager returned, its jackpot "
        "wager no longer standing; it is not turned."
    ),
    "invalid-wager-out": (
        "An invalid wager found in the round takes the hand out at once: no more decisions, its "
        "cards stay face down, it is not in the settlement order."
    ),
    "invalid-wager-folded": "An invalid wager found after the fold: void, every wager returned.",
    "invalid-wager-settled": (
        "An invalid wager found after its place was settled: payments undone, outcome void, but "
        "the cards stay printed and the place stays in the settlement order."
    ),
    "invalid-nobody-left": (
        "The last hand in play goes out by 11.19: as if everyone had folded (R9), `settled`."
    ),
    "exposed-nobody-left": (
        "11.5 leaves only folded places: the round is void, also under Method B with a jackpot "
        "wager standing, and the folded places get their stakes back."
    ),
    "exposed-ruling-ignored": (
        "A decision given with community-card-exposed where R33 and R34 leave none is ignored."
    ),
    "exposed-void-clause": "`nsw-legacy`, flop card out after a flop wager, ruled void: 11.5.",
    "exposed-undecided-play-on": (
        "`nsw-legacy`, `sd`: turn or river card out after a flop wager, or a flop card ruled "
        "`continue`: the undecided places play on too."
    ),
    "exposed-sd-deal": "`sd`: a community card seen in the deal is a misdeal, as in NSW.",
    "exposed-in-method-b-settlement": (
        "Cards still face down in the settlement after everyone folded: exposure changes nothing."
    ),
    "flop-wager-given-back": (
        "11.4 and 11.5 ask whether a flop wager lies on the table now; one given back (11.10.2, "
        "11.19) does not count."
    ),
    "deemed-fold-at-its-turn": (
        "A deemed fold named ahead of its turn happens at the turn; a hand voided before that is "
        "void and not folded."
    ),
    "corrected-stake": "After a correction `stake` is the right amount, not the first one.",
    "corrected-over-limit": "A flop wager is put right to 2x the ante as placed, not as capped.",
    "corrected-nothing-wrong": (
        "Correcting a flop wager that was right changes nothing; nobody folds over it (11.10)."
    ),
    "corrected-fold-returned": "11.10.2: hand `folded`, flop wager `returned`, the rest `lose`.",
    "count-place": 'wrong-card-count: `place` is a place, `"dealer"` or `"community"`.',
    "late-misdeal": "A wrong count or a filled empty box found after the deal is still a misdeal.",
    "device-not-there": "A shuffler event at a table without a shuffler is taken as it stands.",
    "event-after-last-fold": (
        "Once everyone has folded the phase still runs through its turns, and events after a "
        "turn of it still happen, before the round goes to reconcile or settlement."
    ),
    "everyone-conceded": (
        "Everyone has conceded: as R9, no `settlement` (Method B with a jackpot wager standing: "
        "`settlement`)."
    ),
    "showdown-turns": "Turns in `showdown` run from place 1 up, a hand not in play passes.",
    "settlement-turns": (
        "A place that is not acted on in `settlement` has a turn that passes at once."
    ),
    "equipment-void-in-settlement": (
        "Jackpot equipment fails in `settlement` after a place was settled, ruled void: every "
        "jackpot wager goes back and no award stands, paid or not."
    ),
    "turned-cards-in-void": (
        "A round voided in `settlement` prints the hands turned before; its order stays empty."
    ),
    "notice-in-void": "`sd`: the notice of a winner stays when the round is voided later.",
    "forfeit-outcome": "A forfeited stake is `lose` at 0.00, its jackpot wager `taken`.",
    "forfeit-excess": "Of a forfeited stake the excess over the limit goes back.",
    "forfeit-in-wagers": "A jackpot wager forfeited in `wagers` has put its increment on.",
    "forfeit-after-return": "A stake given back before the forfeit (11.5, 11.19) is not taken.",
    "forfeit-invalid-card": "A forfeit comes before what invalid_card would give back.",
    "envy-order": "Envy: for each trigger, highest place first, all its payments in one go.",
    "bonus-order": "`nsw-legacy`, two bonus jackpots: place by place, the straight flush's first.",
    "carry-of-cancelled": (
        "`contributed` and the carried residue are those of the wagers that stand, as if the "
        "cancelled ones had never been locked."
    ),
    "meter-of-cancelled": (
        "An award off the meter leaves out the increments of wagers found invalid in the round, "
        "also when that was after the award was keyed."
    ),
}
"""The readings taken where the documents leave more than one, by name."""


class Impossible(Exception):
    """The scenario is wrong: `feltwork play` would exit with status 2."""


class _Ended(Exception):
    """A misdeal or a void stops the walk through the phases."""

    def __init__(self, result: str, clause: str | None) -> None:
        self.result = result
        self.clause = clause


# Cards.


def parse_cards(text: str) -> list[str]:
    """Split a line of cards and refuse what is not a card or comes twice."""
    cards = text.split()
    for card in cards:
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise Impossible(f"cards: {card!r} is not a card")
    if len(set(cards)) != len(cards):
        raise Impossible("cards: a card comes twice")
    return cards


def _arrange(five: Iterable[str]) -> tuple[int, tuple[int, ...], list[str]]:
    """Rank five cards: category, ranks to compare, and the cards in the order of the ranking."""
    cards = list(five)
    count = {card[0]: sum(other[0] == card[0] for other in cards) for card in cards}
    cards.sort(key=lambda c: (-count[c[0]], -RANKS.index(c[0]), SUITS.index(c[1])))
    ranks = [RANKS.index(card[0]) for card in cards]
    shape = sorted(count.values(), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:  # 5-4-3-2-A: the ace is low
        cards, ranks = cards[1:] + cards[:1], [3, 2, 1, 0, -1]
    straight = len(count) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        category = ROYAL_FLUSH if ranks[0] == 12 else STRAIGHT_FLUSH
    elif shape[0] == 4:
        category = 7
    elif shape[:2] == [3, 2]:
        category = 6
    elif flush:
        category = FLUSH
    elif straight:
        category = 4
    elif shape[0] == 3:
        category = 3
    else:
        category = shape.count(2)
    return category, tuple(ranks), cards


def best_hand(cards: Sequence[str]) -> tuple[int, tuple[int, ...], list[str]]:
    """Find the best five of five to seven cards; spades before hearts, diamonds and clubs."""
    category, ranks, five = _best_hand(tuple(cards))
    return category, ranks, [*five]


@lru_cache(1_000)
def _best_hand(cards: tuple[str, ...]) -> tuple[int, tuple[int, ...], list[str]]:
    """A generator asks for the same hands again and again."""
    return max(
        (_arrange(five) for five in combinations(cards, 5)),
        key=lambda hand: (hand[0], hand[1], [-SUITS.index(card[1]) for card in hand[2]]),
    )


def bonus_odds(hole: Sequence[str]) -> int:
    """Odds to one of the ante bonus (10.7), 0 for a losing pair of cards."""
    ranks = {card[0] for card in hole}
    suited = hole[0][1] == hole[1][1]
    if len(ranks) == 1:
        return 30 if ranks == {"A"} else 10 if ranks <= set("KQJ") else 3
    if ranks == {"A", "K"}:
        return 25 if suited else 15
    if ranks in ({"A", "Q"}, {"A", "J"}):
        return 20 if suited else 5
    return 0


def deal_order(ruleset: str, dealing: str, places: Iterable[int]) -> list[str]:
    """Whose each card is, in the order in which cards leave the device (R2, R3)."""
    players = [str(place) for place in sorted(places)]
    if ruleset == "sd":
        hole = [*players, "dealer"] * 2
        return [*hole, "burn", *["community"] * 3, *["burn", "community"] * 2]
    order = [*players, "dealer"] if ruleset == "nsw-legacy" else ["dealer", *players]
    hole = order * 2 if dealing == "shoe" else [owner for owner in order for _ in range(2)]
    return ["community"] * 5 + hole


# Money.


def cents(text: object, what: str) -> int:
    """Read a string of dollars as cents."""
    amount = _fraction(text, what) * 100
    if amount.denominator != 1:
        raise Impossible(f"{what}: {text} is not in whole cents")
    return int(amount)


def dollars(amount: int) -> str:
    """Write cents as dollars with two decimals."""
    return f"{amount // 100}.{amount % 100:02d}"


def _fraction(text: object, what: str) -> Fraction:
    if not isinstance(text, str):
        raise Impossible(f"{what}: {text!r} is not a string")
    if not text.replace(".", "", 1).isdecimal():
        raise Impossible(f"{what}: {text!r} is not an amount")
    return Fraction(text)


def _settled(stake: int, counted: int, outcome: str, odds: int = 1) -> dict[str, str]:
    """One wager of the result: `counted` of the stake is played for, the excess goes back."""
    paid = counted * odds if outcome == "win" else 0
    back = stake - counted if outcome == "lose" else stake
    return {
        "stake": dollars(stake),
        "outcome": outcome,
        "paid": dollars(paid),
        "returned": dollars(back),
    }


# The table.


@dataclass
class _Jackpot:
    """The jackpot of the table, as it passes from round to round."""

    schedule: str
    wager: int
    meter: int
    seed: int
    reserve: int
    increment: Fraction
    bonus: bool
    carry: Fraction = Fraction(0)
    """Residue of the increments below a cent (R16)."""


@dataclass
class _Table:
    ruleset: str
    method: str
    dealing: str
    places: int
    ante_max: int
    bonus_max: int
    jackpot: _Jackpot | None
    touched: set[str] = field(default_factory=set)
    """Names of the readings that the result depends on."""


def _table(scenario: dict[str, Any]) -> _Table:
    ruleset = scenario.get("ruleset")
    if ruleset not in RULESETS:
        raise Impossible(f"ruleset: {ruleset!r} is not known")
    method = scenario.get("method", "A")
    if method not in ("A", "B") or (method == "B" and ruleset != "nsw-2024"):
        raise Impossible(f"method: {method!r} is not one of {ruleset}")
    dealing = scenario.get("dealing", "hand" if ruleset == "sd" else "shuffler")
    if dealing not in (("hand",) if ruleset == "sd" else ("shuffler", "shoe")):
        raise Impossible(f"dealing: {dealing!r} is not one of {ruleset}")
    places = scenario.get("places", 7)
    if places not in (5, 7):
        raise Impossible("places: neither 5 nor 7")
    limits = scenario.get("limits", {})
    return _Table(
        ruleset=ruleset,
        method=method,
        dealing=dealing,
        places=places,
        ante_max=_maximum(limits.get("ante", ["25", "500"]), "limits.ante"),
        bonus_max=_maximum(limits.get("bonus", ["5", "100"]), "limits.bonus"),
        jackpot=_jackpot(scenario, ruleset),
    )


def _maximum(limits: list[str], what: str) -> int:
    """The upper limit; the lower one never changes a result (6.2)."""
    low, high = (cents(limit, what) for limit in limits)
    if low > high:
        raise Impossible(f"{what}: the minimum is over the maximum")
    return high


def _jackpot(scenario: dict[str, Any], ruleset: str) -> _Jackpot | None:
    given = scenario.get("jackpot")
    if given is None:
        return None
    for name in ("schedule", "wager", "meter"):
        if name not in given:
            raise Impossible(f"jackpot.{name}: missing")
    if ruleset not in SCHEDULES.get(given["schedule"], ()):
        raise Impossible(f"jackpot.schedule: {given['schedule']!r} is not one of {ruleset}")
    jackpot = _Jackpot(
        schedule=given["schedule"],
        wager=cents(given["wager"], "jackpot.wager"),
        meter=cents(given["meter"], "jackpot.meter"),
        seed=cents(given.get("seed", "0"), "jackpot.seed"),
        reserve=cents(given.get("reserve", "0"), "jackpot.reserve"),
        increment=_fraction(given.get("increment", "0"), "jackpot.increment"),
        bonus=given.get("bonus", False),
    )
    if jackpot.wager <= 0 or (jackpot.schedule == "THBP-08" and jackpot.wager != 1_00):
        raise Impossible("jackpot.wager: not a wager of this schedule")
    if jackpot.increment > 1:
        raise Impossible("jackpot.increment: more than the wager")
    return jackpot


# A round.


@dataclass
class _Hand:
    """One place of the round: what it put down and what became of it."""

    place: int
    ante: int
    bonus: int
    jackpot: bool
    decisions: list[str]
    concede: bool
    amounts: dict[str, int]
    """What the file says was put down, by street, where it is not what the rules ask."""
    invalid_card: bool
    cards: list[str] = field(default_factory=list)
    state: str = "in"
    """`in`, `folded`, `conceded`, or `void` when the hand was voided on its own."""
    stakes: dict[str, int] = field(default_factory=dict)
    """Flop, turn and river wagers put down."""
    turned: bool = False
    flop_returned: bool = False
    """11.10.2: folded over a wrong flop wager, which went back."""
    jackpot_cancelled: bool = False
    jackpot_locked: bool = False
    """The increment was put on the meter with the first card (R16)."""


@dataclass
class _Round:
    table: _Table
    number: int
    cards: list[str]
    hands: list[_Hand]
    events: dict[tuple[str, int | None], list[dict[str, Any]]]
    boxes: list[int]
    """Places without an ante that are dealt cards by mistake."""
    phases: list[str] = field(default_factory=list)
    dealt: dict[str, list[str]] = field(default_factory=dict)
    community: int = 0
    """How many community cards are face up in the normal course."""
    dealer_up: bool = False
    acted: set[int] = field(default_factory=set)
    """Places that have had their turn in the phase."""
    deemed: set[int] = field(default_factory=set)
    """Places that fold at their turn of the phase whatever the file says."""
    order: list[int] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    forfeit: list[int] = field(default_factory=list)
    taken_out: set[int] = field(default_factory=set)
    """Places whose wager was found invalid after the first card."""
    found_late: bool = False
    """A wager was found invalid in the settlement."""

    # What is on the table.

    @property
    def phase(self) -> str:
        return self.phases[-1]

    def live(self) -> list[_Hand]:
        return [hand for hand in self.hands if hand.state == "in"]

    def board(self) -> list[str]:
        return self.dealt["community"][: self.community] if self.dealt else []

    def standing(self, hand: _Hand) -> bool:
        """Is this hand's jackpot wager still in play?"""
        back = hand.jackpot_cancelled or hand.state == "void" or hand.invalid_card
        return hand.jackpot and not back

    def eligible(self, hand: _Hand) -> bool:
        """Can this hand win an award of its own or the bonus jackpot (R8)?"""
        kept = ("in", "folded", "conceded") if self.table.method == "B" else ("in",)
        return self.standing(hand) and hand.state in kept

    def touch(self, reading: str, when: bool = True) -> None:
        if when:
            assert reading in READINGS, reading
            self.table.touched.add(reading)

    def wrong(self, what: str) -> NoReturn:
        raise Impossible(f"round {self.number}: {what}")

    def notify(self, *who: str) -> None:
        self.notices += [person for person in who if person not in self.notices]

    def end(self, result: str, clause: str | None) -> NoReturn:
        raise _Ended(result, None if self.table.ruleset == "sd" else clause)

    # The walk through the phases.

    def walk(self) -> None:
        self.enter("wagers")
        self.moment()
        for hand in self.hands:
            self.moment(hand.place)
        if not self.live():
            self.touch("nobody-dealt-in")
            self.end("void", None)
        self.enter("deal")
        self.deal()
        self.moment()
        for hand in self.hands:
            self.moment(hand.place)
        if not self.live():
            return self.nobody_left()
        for street, phase in enumerate(DECISION_PHASES):
            self.enter(phase)
            self.moment()
            for hand in self.hands:
                self.decide(hand, street)
                self.moment(hand.place)
            if not self.live():
                return self.nobody_left()
            self.reveal((3, 4, 5)[street])
        self.enter("showdown")
        self.dealer_up = True
        self.moment()
        for hand in self.hands:
            if hand.concede and hand.state == "in":
                hand.state = "conceded"
            self.moment(hand.place)
        if not self.live():
            self.touch("everyone-conceded", all(hand.state != "void" for hand in self.hands))
            return self.nobody_left()
        return self.settle()

    def nobody_left(self) -> None:
        """R9: straight to reconciliation, unless Method B has a jackpot to look at."""
        self.touch("invalid-nobody-left", bool(self.taken_out))
        self.touch("invalid-card-folded", any(hand.invalid_card for hand in self.hands))
        if any(self.eligible(hand) for hand in self.hands):
            self.reveal(max(3, self.community))
            self.settle()

    def enter(self, phase: str) -> None:
        self.phases.append(phase)
        self.acted.clear()
        self.deemed.clear()

    def deal(self) -> None:
        places = [hand.place for hand in self.live()]
        if any(place in places for place in self.boxes):
            self.wrong("cards-to-empty-box: there is an ante at that place")
        owners = deal_order(self.table.ruleset, self.table.dealing, places + self.boxes)
        self.dealt = {owner: [] for owner in owners}
        for owner, card in zip(owners, self.cards, strict=False):
            self.dealt[owner].append(card)
        in_deal = set(owners) - {"burn", "community"}
        if any(len(self.dealt[owner]) < 2 for owner in in_deal):
            self.wrong("cards: too few")
        if self.table.ruleset != "sd" and len(self.dealt["community"]) < 5:
            self.wrong("cards: too few")
        for hand in self.live():
            hand.cards = self.dealt[str(hand.place)]
            hand.jackpot_locked = self.standing(hand) or (hand.jackpot and hand.invalid_card)

    def reveal(self, community: int) -> None:
        if len(self.dealt["community"]) < community:
            self.wrong("cards: too few")
        self.community = community

    def decide(self, hand: _Hand, street: int) -> None:
        self.acted.add(hand.place)
        if hand.state != "in":
            return
        if len(hand.decisions) <= street and hand.place not in self.deemed:
            self.wrong(f"place {hand.place}: decisions: none for {self.phase}")
        decision = "fold" if hand.place in self.deemed else hand.decisions[street]
        if decision == "fold":
            hand.state = "folded"
        elif decision == "bet":
            name = STREETS[street]
            hand.stakes[name] = hand.amounts.get(name, hand.ante * (2, 1, 1)[street])

    def settle(self) -> None:
        self.enter("settlement")
        self.moment()
        for hand in reversed(self.hands):
            acted_on = hand.state == "in" or self.eligible(hand)
            if acted_on:
                self.touch("invalid-card-shown", hand.invalid_card)
                hand.turned = True
                self.order.append(hand.place)
                if self.table.ruleset == "sd" and self.award(hand):
                    self.notify("supervisor")  # R30
            else:
                self.touch("settlement-turns", ("settlement", hand.place) in self.events)
            self.moment(hand.place)

    # Events.

    def moment(self, place: int | None = None) -> None:
        """Let happen what the file says happens now."""
        if place is not None:
            self.touch_turn(place)
        waiting = self.events.get((self.phase, place), [])
        while waiting:
            event = waiting.pop(0)
            getattr(self, "on_" + event["name"].replace("-", "_"))(event)
        self.events.pop((self.phase, place), None)

    def touch_turn(self, place: int) -> None:
        """Note the readings that a turn rests on, if an event waits for it."""
        if (self.phase, place) not in self.events:
            return
        hand = self.hand_at(place)
        self.touch("deal-turn", self.phase == "deal")
        self.touch("refused-turn", self.phase != "wagers" and not hand.cards)
        turns = (*DECISION_PHASES, "showdown")
        self.touch("event-after-last-fold", self.phase in turns and not self.live())
        passes = self.table.ruleset == "sd" or hand.state in ("folded", "void")
        self.touch("showdown-turns", self.phase == "showdown" and passes)

    def hand_at(self, place: object) -> _Hand:
        for hand in self.hands:
            if hand.place == place:
                return hand
        return self.wrong(f"no hand at place {place!r}")

    def flop_wager_on_table(self) -> bool:
        now = any("flop" in hand.stakes for hand in self.live())
        self.touch(
            "flop-wager-given-back", not now and any("flop" in hand.stakes for hand in self.hands)
        )
        return now

    def needs(self, what: str, fact: bool) -> None:
        if not fact:
            self.wrong(f"events: {what} cannot happen in {self.phase} then")

    def on_wrong_card_count(self, event: dict[str, Any]) -> None:
        self.needs("a wrong count of cards", self.phase != "wagers")
        self.touch("late-misdeal", self.phase != "deal")
        self.touch("count-place", event.get("place") in (None, "dealer", "community"))
        self.end("misdeal", "11.1")

    def on_card_exposed_in_deal(self, event: dict[str, Any]) -> None:
        self.needs("an exposure in the deal", self.phase == "deal")
        self.end("misdeal", "11.2")

    def on_dealer_card_exposed(self, event: dict[str, Any]) -> None:
        self.needs("a dealer's card face down", bool(self.dealt) and not self.dealer_up)
        if self.phase == "deal":
            self.end("misdeal", "11.2")
        self.touch("exposed-in-method-b-settlement", self.phase == "settlement")
        if self.phase == "flop-decisions" and not self.flop_wager_on_table():
            self.end("misdeal", "11.4.1")

    def on_community_card_exposed(self, event: dict[str, Any]) -> None:
        card, ruling = event["card"], event.get("decision", "void")
        down = self.community < {"flop": 3, "turn": 4, "river": 5}[card]
        self.needs(f"a {card} card face down", bool(self.dealt) and down)
        self.touch("exposed-in-method-b-settlement", self.phase == "settlement")
        undecided = [hand for hand in self.live() if "flop" not in hand.stakes]
        ruled = self.phase == "flop-decisions" and bool(undecided)  # nsw-2024
        if self.table.ruleset != "nsw-2024":
            flop_wager = self.phase == "flop-decisions" and self.flop_wager_on_table()
            ruled = flop_wager and card == "flop"
        self.touch("exposed-ruling-ignored", "decision" in event and not ruled)
        if self.phase == "deal":
            self.touch("exposed-sd-deal", self.table.ruleset == "sd")
            self.end("misdeal", "11.2")
        if self.phase != "flop-decisions":
            return  # R34: turned back face down
        if self.table.ruleset == "nsw-2024":
            if ruled and ruling == "void":
                self.void_undecided(undecided)
        elif not flop_wager:
            self.end("misdeal", "11.5")
        elif card == "flop" and ruling == "void":
            self.touch("exposed-void-clause", self.table.ruleset == "nsw-legacy")
            self.end("void", "11.5")
        else:
            self.touch("exposed-undecided-play-on", bool(undecided))

    def void_undecided(self, undecided: list[_Hand]) -> None:
        """R33, nsw-2024: hands that have neither folded nor bet the flop are void."""
        for hand in undecided:
            hand.state = "void"
            self.touch("deemed-fold-at-its-turn", hand.place in self.deemed)
        if not self.live():
            folded = [hand for hand in self.hands if hand.state == "folded"]
            self.touch("exposed-nobody-left", bool(folded))
            self.end("void", "11.5")

    def on_cards_to_empty_box(self, event: dict[str, Any]) -> None:
        self.needs("a deal to an empty box", bool(self.dealt))
        if not event.get("handled", False):
            self.touch("late-misdeal", self.phase != "deal")
            self.end("misdeal", "11.7")

    def on_missing_card(self, event: dict[str, Any]) -> None:
        self.touch("wagers-down", self.phase == "wagers")
        self.notify("surveillance", "inspector")
        self.end("void", "11.9.2")

    on_foreign_card = on_missing_card

    def on_shuffler_jam(self, event: dict[str, Any]) -> None:
        self.touch("device-not-there", self.table.dealing != "shuffler")

    def on_shuffler_failed(self, event: dict[str, Any]) -> None:
        self.touch("device-not-there", self.table.dealing != "shuffler")
        if self.dealt:
            self.end("void", "12.2.1")

    def on_jackpot_equipment_failed(self, event: dict[str, Any]) -> None:
        self.needs("a failure of jackpot equipment", self.table.jackpot is not None)
        self.notify("inspector")
        if self.community == 0 or event.get("decision") == "void":
            self.touch("equipment-void-in-settlement", bool(self.order))
            for hand in self.hands:
                hand.jackpot_cancelled = True

    def on_invalid_wager(self, event: dict[str, Any]) -> None:
        hand = self.hand_at(event["place"])
        self.needs("an invalid wager of a void hand", hand.state != "void")
        if self.phase != "wagers":
            self.taken_out.add(hand.place)
            self.touch("invalid-wager-out")
            self.touch("invalid-wager-folded", hand.state in ("folded", "conceded"))
            self.touch("invalid-wager-settled", hand.turned)
            self.touch("deemed-fold-at-its-turn", hand.place in self.deemed - self.acted)
        self.found_late = self.found_late or (self.phase == "settlement" and hand.jackpot)
        hand.state = "void"

    def on_deemed_fold(self, event: dict[str, Any]) -> None:
        hand = self.hand_at(event["place"])
        due = self.phase in DECISION_PHASES and hand.place not in self.acted
        can_fold = self.table.ruleset != "sd" or self.phase == "flop-decisions"
        self.needs("a deemed fold", due and can_fold and hand.state == "in")
        self.deemed.add(hand.place)

    def on_flop_wager_corrected(self, event: dict[str, Any]) -> None:
        hand = self.hand_at(event["place"])
        there = hand.state == "in" and "flop" in hand.stakes
        self.needs("a flop wager", self.phase == "flop-decisions" and there)
        right = hand.ante * 2
        self.touch("corrected-nothing-wrong", hand.stakes["flop"] == right)
        if event.get("decision") == "fold":
            self.needs("a fold over a right flop wager", hand.stakes["flop"] != right)
            self.touch("corrected-fold-returned")
            hand.state = "folded"
            hand.flop_returned = True
        else:
            self.touch("corrected-stake", hand.stakes["flop"] != right)
            self.touch("corrected-over-limit", hand.ante > self.table.ante_max)
            hand.stakes["flop"] = right

    def on_outcome_invalidated(self, event: dict[str, Any]) -> None:
        self.touch("wagers-down", self.phase == "wagers")
        self.forfeit = list(event.get("forfeit", []))
        for place in self.forfeit:
            hand = self.hand_at(place)
            self.touch("forfeit-outcome")
            self.touch("forfeit-in-wagers", self.phase == "wagers")
            self.touch("forfeit-after-return", hand.state == "void")
            self.touch("forfeit-invalid-card", hand.invalid_card)
        self.end("void", "13.4" if self.table.ruleset == "nsw-legacy" else "13.5")

    def on_supervisor_void(self, event: dict[str, Any]) -> None:
        self.touch("wagers-down", self.phase == "wagers")
        self.end("void", None)

    def on_power_loss(self, event: dict[str, Any]) -> None:
        """Nothing: the result is what it would have been."""

    # Awards.

    def category_on_flop(self, hand: _Hand) -> str:
        """The qualifying hand of NSW and PMG: two hole cards and the flop, as an award name."""
        category, _, _ = best_hand(hand.cards + self.dealt["community"][:3])
        return HANDS[category].replace(" ", "-")

    def award(self, hand: _Hand) -> str | None:
        """The award that this hand's own cards win, if any."""
        jackpot = self.table.jackpot
        if jackpot is None or not self.eligible(hand):
            return None
        if jackpot.schedule == "THBP-08":
            return self.award_of_seven(hand)
        name = self.category_on_flop(hand)
        pays = NSW_FIXED if jackpot.schedule == "nsw" else PMG_FOR_ONE
        return name if name in pays or name in PMG_PERCENT else None

    def award_of_seven(self, hand: _Hand) -> str | None:
        """THBP-08 (R26): the best of seven, a royal by the card that completes it."""
        board = self.dealt["community"]
        if best_hand(board)[0] == ROYAL_FLUSH:
            return "community-royal"
        for seen, name in ((3, "royal-flush"), (4, "royal-after-6"), (5, "royal-after-7")):
            if best_hand(hand.cards + board[:seen])[0] == ROYAL_FLUSH:
                return name
        name = HANDS[best_hand(hand.cards + board)[0]].replace(" ", "-")
        return name if name in THBP_FIXED else None


def _entry(place: int, kind: str, award: str, amount: int, from_meter: int = 0) -> dict[str, Any]:
    return {
        "place": place,
        "kind": kind,
        "award": award,
        "amount": dollars(amount),
        "from_meter": dollars(from_meter),
        "from_house": dollars(amount - from_meter),
    }


@dataclass
class _Payment:
    """The jackpots of a round: entries in order of payment, and what that does to the meter."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    awarded: int = 0
    reset: int = 0

    def take(self, jackpot: _Jackpot, amount: int) -> None:
        jackpot.meter -= amount
        self.awarded += amount

    def take_all(self, jackpot: _Jackpot) -> None:
        """R21: a 100 % award, after which seed and reserve are put back."""
        self.take(jackpot, jackpot.meter)
        self.reset += jackpot.seed + jackpot.reserve
        jackpot.meter = jackpot.seed + jackpot.reserve
        jackpot.reserve = 0


def _pay_nsw(play: _Round, jackpot: _Jackpot) -> _Payment:
    """R17 to R23."""
    payment = _Payment()
    wins = {hand.place: name for hand in reversed(play.hands) if (name := play.award(hand))}
    own: dict[int, dict[str, Any]] = {}
    straight_flushes = [place for place, name in wins.items() if name == "straight-flush"]
    if straight_flushes:
        left = jackpot.meter
        for _ in straight_flushes:
            left -= left // 10
        share = (jackpot.meter - left) // len(straight_flushes)
        amount = max(share, NSW_STRAIGHT_FLUSH_GUARANTEE)
        for place in straight_flushes:
            own[place] = _entry(place, "progressive", "straight-flush", amount, share)
            payment.take(jackpot, share)
    for place, name in wins.items():
        if name == "royal-flush":
            amount = max(jackpot.meter, NSW_ROYAL_GUARANTEE)
            own[place] = _entry(place, "progressive", name, amount, jackpot.meter)
            payment.take_all(jackpot)
        elif name in NSW_FIXED:
            own[place] = _entry(place, "fixed", name, NSW_FIXED[name])
    bonus = [
        _entry(hand.place, "bonus", name, amount)
        for hand in reversed(play.hands)
        if jackpot.bonus and play.eligible(hand) and wins.get(hand.place) not in NSW_BONUS
        for name, amount in NSW_BONUS.items()
        if name in wins.values()
    ]
    by_amount = sorted(bonus, key=lambda entry: list(NSW_BONUS).index(entry["award"]))
    play.touch("bonus-order", by_amount != bonus and play.table.ruleset == "nsw-legacy")
    payment.entries = bonus + [own[place] for place in wins]
    if play.table.ruleset == "nsw-2024":  # one pass; the sort keeps bonus before own
        payment.entries.sort(key=lambda entry: -int(entry["place"]))
    _hold_royal(payment.entries)
    return payment


def _hold_royal(entries: list[dict[str, Any]]) -> None:
    """R23: a royal that comes up before a straight flush is paid right after the last of them."""
    majors = [entry for entry in entries if entry["kind"] == "progressive"]
    royals = [entry for entry in majors if entry["award"] == "royal-flush"]
    flushes = [entry for entry in majors if entry["award"] == "straight-flush"]
    for royal in royals:
        if flushes and entries.index(royal) < entries.index(flushes[-1]):
            entries.remove(royal)
            entries.insert(entries.index(flushes[-1]) + 1, royal)


def _pay_sd(play: _Round, jackpot: _Jackpot) -> _Payment:
    """R26 to R29: counterclockwise, each percentage on what the one before left, envy last."""
    payment = _Payment()
    thbp = jackpot.schedule == "THBP-08"
    percents = THBP_PERCENT if thbp else PMG_PERCENT
    for hand in reversed(play.hands):
        name = play.award(hand)
        if name is None:
            continue
        if name in percents:
            amount = jackpot.meter * percents[name] // 100
            payment.entries.append(_entry(hand.place, "progressive", name, amount, amount))
            if percents[name] == 100:
                payment.take_all(jackpot)
            else:
                payment.take(jackpot, amount)
        else:
            amount = THBP_FIXED[name] if thbp else PMG_FOR_ONE[name] * jackpot.wager
            payment.entries.append(_entry(hand.place, "fixed", name, amount))
    if not thbp:
        payment.entries += _envy(play, jackpot)
    return payment


def _envy(play: _Round, jackpot: _Jackpot) -> list[dict[str, Any]]:
    triggers = {
        hand.place: name
        for hand in reversed(play.live())
        if not hand.invalid_card and (name := play.category_on_flop(hand)) in PMG_ENVY
    }
    entries = [
        _entry(hand.place, "envy", name, PMG_ENVY[name] * jackpot.wager)
        for trigger, name in triggers.items()
        for hand in reversed(play.hands)
        if play.standing(hand) and hand.place != trigger
    ]
    play.touch("envy-order", sorted(entries, key=lambda entry: -int(entry["place"])) != entries)
    return entries


# The result.


def _hand_result(play: _Round, hand: _Hand, result: str, dealer: tuple[Any, ...]) -> dict[str, Any]:
    """One hand of the result, wagers and all."""
    shown = best_hand(hand.cards + play.board()) if hand.turned else None
    forfeited = result != "settled" and hand.place in play.forfeit and hand.state != "void"
    if result != "settled" or hand.state == "void" or hand.invalid_card:
        outcome = "void"
    elif hand.state != "in" or shown is None:
        outcome = hand.state
    else:
        ours, theirs = shown[:2], dealer[:2]
        outcome = "win" if ours > theirs else "lose" if ours < theirs else "stand-off"
    main = {"void": "returned", "folded": "lose", "conceded": "lose"}.get(outcome, outcome)
    if forfeited:
        main = "lose"
    return {
        "place": hand.place,
        "cards": hand.cards if hand.turned else [],
        "hand": HANDS[shown[0]] if shown else None,
        "best": shown[2] if shown else None,
        "outcome": outcome,
        "wagers": _wagers(play, hand, main, outcome, forfeited),
    }


def _wagers(
    play: _Round, hand: _Hand, main: str, outcome: str, forfeited: bool
) -> dict[str, dict[str, str]]:
    """Settle the wagers of one hand; `main` is what becomes of flop, turn and river."""
    ante = min(hand.ante, play.table.ante_max)
    ante_outcome = main
    if main == "win" and best_hand(hand.cards + play.board())[0] < FLUSH:
        ante_outcome = "stand-off"  # R6
    wagers = {"ante": _settled(hand.ante, ante, ante_outcome)}
    if hand.bonus:
        counted = min(hand.bonus, play.table.bonus_max)
        odds, bonus_outcome = 1, main
        if outcome in ("win", "lose", "stand-off"):
            odds = bonus_odds(hand.cards)
            bonus_outcome = "win" if odds else "lose"
        wagers["bonus"] = _settled(hand.bonus, counted, bonus_outcome, odds)
    for name, times in zip(STREETS, (2, 1, 1), strict=True):
        if name in hand.stakes:
            stake = hand.stakes[name]
            back = name == "flop" and hand.flop_returned
            wagers[name] = _settled(stake, min(stake, ante * times), "returned" if back else main)
    play.touch(
        "forfeit-excess", forfeited and any(w["returned"] != "0.00" for w in wagers.values())
    )
    if hand.jackpot and play.table.jackpot:
        back = hand.jackpot_cancelled or (outcome == "void" and not forfeited)
        wagers["jackpot"] = _settled(play.table.jackpot.wager, play.table.jackpot.wager, "lose")
        wagers["jackpot"]["outcome"] = "returned" if back else "taken"
        if back:
            wagers["jackpot"]["returned"] = wagers["jackpot"]["stake"]
    return wagers


def _jackpots(
    play: _Round, hands: list[dict[str, Any]], result: str
) -> tuple[list[dict[str, Any]], dict[str, str] | None]:
    """Move the meter by the round's increments and awards; entries and `meter` of the result."""
    jackpot = play.table.jackpot
    if jackpot is None:
        return [], None
    wagers = [hand["wagers"]["jackpot"] for hand in hands if "jackpot" in hand["wagers"]]
    standing = sum(wager["outcome"] == "taken" for wager in wagers)
    share = jackpot.increment * jackpot.wager
    locked = sum(hand.jackpot_locked for hand in play.hands)
    play.touch("carry-of-cancelled", standing < locked and share.denominator != 1)
    before = jackpot.meter
    contributed, jackpot.carry = divmod(jackpot.carry + share * standing, 1)
    jackpot.meter += contributed
    payment = _Payment()
    if result == "settled" and "settlement" in play.phases:
        pay = _pay_nsw if jackpot.schedule == "nsw" else _pay_sd
        payment = pay(play, jackpot)
    late = play.found_late or any(hand.invalid_card and hand.jackpot for hand in play.hands)
    play.touch("meter-of-cancelled", late and payment.awarded > 0 and share > 0)
    meter = {
        "before": before,
        "contributed": contributed,
        "awarded": payment.awarded,
        "reset": payment.reset,
        "after": jackpot.meter,
    }
    return payment.entries, {name: dollars(amount) for name, amount in meter.items()}


def _result(play: _Round) -> dict[str, Any]:
    """Play one round and write down what came of it."""
    result, clause = "settled", None
    try:
        play.walk()
    except _Ended as ended:
        result, clause = ended.result, ended.clause
    for event in (event for waiting in play.events.values() for event in waiting):
        play.wrong(f"events: the moment of {event['name']} in {event['during']} never comes")
    for hand in play.hands:
        due = 3 if "fold" not in hand.decisions else hand.decisions.index("fold") + 1
        play.touch("short-decisions", len(hand.decisions) < due)
        folded = hand.state in ("folded", "conceded") and result == "settled"
        play.touch("invalid-card-folded", hand.invalid_card and folded)
        play.touch("turned-cards-in-void", hand.turned and result != "settled")
    play.touch("notice-in-void", "supervisor" in play.notices and result != "settled")
    seen = play.dealer_up
    dealer = best_hand(play.dealt["dealer"] + play.board()) if seen else (-1, (), [])
    hands = [_hand_result(play, hand, result, dealer) for hand in play.hands]
    jackpots, meter = _jackpots(play, hands, result)
    return {
        "number": play.number,
        "result": result,
        "clause": clause,
        "community": play.board(),
        "dealer": {
            "cards": play.dealt["dealer"] if seen else [],
            "hand": HANDS[dealer[0]] if seen else None,
            "best": dealer[2] if seen else None,
        },
        "hands": hands,
        "settlement_order": play.order if result == "settled" else [],
        "jackpots": jackpots,
        "meter": meter,
        "phases": [*play.phases, "reconcile"],
        "notices": play.notices,
    }


# Reading a round of the file.


def _hand(table: _Table, given: dict[str, Any], where: str) -> _Hand:
    sd = table.ruleset == "sd"
    hand = _Hand(
        place=given.get("place", 0),
        ante=cents(given.get("ante"), f"{where}: ante"),
        bonus=cents(given.get("bonus", "0"), f"{where}: bonus"),
        jackpot=given.get("jackpot", False),
        decisions=list(given.get("decisions", [])),
        concede=given.get("concede", False),
        amounts={name: cents(given[name], f"{where}: {name}") for name in STREETS if name in given},
        invalid_card=given.get("invalid_card", False),
    )
    if not 1 <= hand.place <= table.places:
        raise Impossible(f"{where}: place: {hand.place} is not at this table")
    if hand.ante <= 0 or any(amount <= 0 for amount in hand.amounts.values()):
        raise Impossible(f"{where}: an amount of nothing")
    if sd and ("bonus" in given or hand.concede):
        raise Impossible(f"{where}: no bonus wager and no concession under sd")
    if hand.jackpot and table.jackpot is None:
        raise Impossible(f"{where}: jackpot: the table has none")
    for street, decision in enumerate(hand.decisions):
        later = ("bet", "check") if sd else ("bet", "check", "fold")
        if decision not in (later if street else ("bet", "fold")):
            raise Impossible(f"{where}: decisions: {decision!r} is not open there")
    return hand


def _events(
    given: list[dict[str, Any]], where: str
) -> dict[tuple[str, int | None], list[dict[str, Any]]]:
    """Group the events by their moment, in the order of the file."""
    moments: dict[tuple[str, int | None], list[dict[str, Any]]] = {}
    for event in given:
        name = event.get("name")
        if name not in EVENTS or event.get("during") not in PHASES:
            raise Impossible(f"{where}: events: {name!r} during {event.get('during')!r}")
        for key in EVENTS[name]:
            if key.endswith("!") and key[:-1] not in event:
                raise Impossible(f"{where}: events: {name} needs {key[:-1]}")
        ruling = event.get("decision")
        if ruling is not None and ruling not in RULINGS.get(name, (ruling,)):
            raise Impossible(f"{where}: events: {name} cannot be ruled {ruling!r}")
        if event.get("card") not in (None, *STREETS):
            raise Impossible(f"{where}: events: card: {event['card']!r}")
        moments.setdefault((event["during"], event.get("after_place")), []).append(event)
    return moments


def _round(table: _Table, given: dict[str, Any], number: int) -> _Round:
    where = f"round {number}"
    hands = sorted(
        (_hand(table, hand, where) for hand in given.get("hands", [])), key=lambda h: h.place
    )
    if not hands or len({hand.place for hand in hands}) != len(hands):
        raise Impossible(f"{where}: hands: none, or two at one place")
    events = given.get("events", [])
    boxes = [event.get("place") for event in events if event.get("name") == "cards-to-empty-box"]
    for place in boxes:
        if place not in range(1, table.places + 1) or boxes.count(place) > 1:
            raise Impossible(f"{where}: cards-to-empty-box: no such box")
    cards = parse_cards(given.get("cards", ""))
    return _Round(table, number, cards, hands, _events(events, where), boxes)


def _play(scenario: dict[str, Any], file: str) -> tuple[dict[str, Any], frozenset[str]]:
    table = _table(scenario)
    given = scenario.get("rounds", [])
    if not given:
        raise Impossible("rounds: none")
    plays = [_round(table, one, number) for number, one in enumerate(given, start=1)]
    rounds = [_result(play) for play in plays]
    return {"file": file, "rounds": rounds}, frozenset(table.touched)


def play(scenario: dict[str, Any], file: str) -> dict[str, Any]:
    """Play a parsed scenario; the result is what `feltwork play --json` prints for it.

    Raises `Impossible` for a scenario that is wrong.
    """
    return _play(scenario, file)[0]


def readings(scenario: dict[str, Any]) -> frozenset[str]:
    """Name the readings (keys of `READINGS`) that the result of this scenario depends on."""
    return _play(scenario, "")[1]
