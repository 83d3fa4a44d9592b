"""New South Wales, 10.5 to 10.7: the ante bonus, settled first and on the hole cards alone."""

from collections import Counter
from collections.abc import Iterator

import pytest

from controller.domain.cards import DECK, Card
from controller.games.bonus import commands as c
from controller.games.bonus.events import HandSettled
from controller.games.bonus.wagers import Area, Outcome, WagerResult
from tests.helpers.felt import Felt, dollars, table_rules
from tests.rules.test_nsw_deal import dealt
from tests.rules.test_nsw_wagers import settled


def _from_the_ace(card: str) -> int:
    return "AKQJT98765432".index(card[0])


def printed_odds(hole: tuple[Card, Card]) -> int | None:
    """10.7, line by line as it is printed."""
    one, other = sorted(map(str, hole), key=_from_the_ace)
    high, low, suited = one[0], other[0], one[1] == other[1]
    if high == low:
        return {"A": 30, "K": 10, "Q": 10, "J": 10}.get(high, 3)
    if high != "A" or low not in "KQJ":
        return None
    if low == "K":
        return 25 if suited else 15
    return 20 if suited else 5


def all_hole_pairs() -> Iterator[list[tuple[Card, Card]]]:
    """Every two cards of the deck once, up to seven pairs at a time that share no card."""
    for turn in range(51):
        pairs = [(DECK[51], DECK[turn])]
        pairs += [(DECK[(turn + n) % 51], DECK[(turn - n) % 51]) for n in range(1, 26)]
        for first in range(0, 26, 7):
            yield pairs[first : first + 7]


def played(ruleset: str) -> Iterator[tuple[tuple[Card, Card], WagerResult]]:
    """Every two hole cards played to the end of a round, with a bonus of 10."""
    felt = Felt(table_rules(ruleset))
    for pairs in all_hole_pairs():
        hands = {f"p{number}": pair for number, pair in enumerate(pairs, 1)}
        rest = [str(card) for card in DECK if not any(card in pair for pair in pairs)]
        felt.wagers(**dict.fromkeys(hands, "25"))
        for number in range(1, len(pairs) + 1):
            felt.bonus(number, "10")
        names = {key: f"{one} {other}" for key, (one, other) in hands.items()}
        dealt(felt, " ".join(rest[::5][:5]), " ".join(rest[-2:]), **names).to_showdown()
        felt.settle(*range(len(pairs), 0, -1))
        for number, pair in enumerate(pairs, 1):
            yield pair, felt.place(number).results[Area.BONUS]


@pytest.mark.clause("nsw", "10.7")
@pytest.mark.clause("nsw-guide", "bonus-paytable#1", "bonus-paytable#2")
def test_clause_10_7_each_of_the_1326_hole_pairs_pays_its_line_and_the_house_keeps_8_90_percent(
    ruleset: str,
) -> None:
    ten = dollars("10")
    results = {frozenset(hole): (printed_odds(hole), seen) for hole, seen in played(ruleset)}
    assert len(results) == 1326
    for hole, (odds, seen) in results.items():
        due = (Outcome.LOSE, 0, 0) if odds is None else (Outcome.WIN, ten * odds, ten)
        assert (seen.outcome, seen.paid, seen.returned) == due, hole
    players = sum(seen.paid + seen.returned - seen.stake for _, seen in results.values())
    assert Counter(odds for odds, _ in results.values()) == {
        30: 6,
        25: 4,
        20: 8,
        15: 12,
        10: 18,
        5: 24,
        3: 54,
        None: 1200,
    }
    # The published house edge of this pay table, 118/1326, is not a figure of ours.
    assert players == -118 * ten
    assert round(-players / (1326 * ten), 4) == 0.0890


# fmt: off
LINES = [
    ("Ah Ad", "150.00"), ("Ah Kh", "125.00"), ("Ac Qc", "100.00"), ("Js As", "100.00"),
    ("Ad Kh", "75.00"), ("Kc Kd", "50.00"), ("Qc Qd", "50.00"), ("Jc Jd", "50.00"),
    ("Ac Qd", "25.00"), ("Jh As", "25.00"), ("Tc Td", "15.00"), ("6c 6d", "15.00"),
    ("Ac Tc", None), ("Kc Qc", None), ("8c 3d", None),
]
# fmt: on


@pytest.mark.clause("nsw", "10.7", "10.11")
@pytest.mark.clause("nsw-guide", "intro#4", "bonus-paytable#1", "bonus-paytable#2")
@pytest.mark.parametrize(
    ("board", "dealer", "outcome"),
    [
        ("2h 2d 5s 7d 9h", "4c 3s", None),  # by the hands
        ("2h 2d 5s 7d 9h", "2s 2c", "lose"),  # four twos beat them all
        ("5h 6h 7h 8h 9h", "4c 3s", "stand-off"),  # the board plays
    ],
)
@pytest.mark.parametrize(("hole", "paid"), LINES)
def test_clause_10_7_the_bonus_is_the_same_whatever_the_dealer_holds(
    ruleset: str, board: str, dealer: str, outcome: str | None, hole: str, paid: str | None
) -> None:
    felt = dealt(Felt(table_rules(ruleset)).wagers(p1="25").bonus(1, "5"), board, dealer, p1=hole)
    seen = settled(felt.to_showdown().settle(1), 1)
    assert seen["bonus"] == (("win", paid, "5.00") if paid else ("lose", "0.00", "0.00"))
    if outcome:
        assert seen["ante"][0] == outcome


@pytest.mark.clause("nsw", "10.5", "10.6")
@pytest.mark.clause("nsw-guide", "settlement-order#2")
@pytest.mark.parametrize(("hole", "outcome"), [("Ah Ad", "win"), ("8c 3d", "lose")])
def test_at_each_place_the_ante_bonus_is_taken_or_paid_before_its_other_wagers(
    ruleset: str, hole: str, outcome: str
) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25", p2="25").bonus(1, "5").bonus(2, "5")
    dealt(felt, "2h 7d 9h Js 4c", "Kc Qd", p1=hole, p2="5c 5d")
    for street in ("flop", "turn", "river"):
        felt.all("bet").reveal(street)
    felt.go(c.ShowDealersHand()).settle(2, 1)
    order = {
        event.place: [str(area) for area in event.results]
        for event in felt.events
        if isinstance(event, HandSettled)
    }
    bonus_first = ["bonus", "ante", "flop", "turn", "river"]
    assert order == {2: bonus_first, 1: bonus_first}
    assert settled(felt, 1)["bonus"][0] == outcome
