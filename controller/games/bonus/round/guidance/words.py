"""The words for wagers, hands and awards: NSW's defined terms (rule 1.1), or those of `sd`."""

from collections.abc import Sequence
from typing import Final

from controller.domain.cards import Card
from controller.domain.hands import Category, Hand
from controller.domain.words import dollars, joined, sentence
from controller.games.bonus.paytables import GradedOn
from controller.games.bonus.round.citations import cite
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Area

__all__ = ["dollars", "sentence"]

_NSW: Final = {
    Area.ANTE: "Ante Wager",
    Area.BONUS: "Ante Bonus Wager",
    Area.FLOP: "Flop Wager",
    Area.TURN: "Turn Wager",
    Area.RIVER: "River Wager",
    Area.JACKPOT: "Jackpot Wager",
}
_SD: Final = {
    Area.ANTE: "ante",
    Area.BONUS: "bonus wager",
    Area.FLOP: "flop wager",
    Area.TURN: "turn wager",
    Area.RIVER: "river wager",
    Area.JACKPOT: "progressive wager",
}
_RANKS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def wager(rules: TableRules, area: Area) -> str:
    """A wager by the name its rule set gives it."""
    return (_NSW if rules.nsw else _SD)[area]


def a_wager(rules: TableRules, area: Area) -> str:
    """`an Ante Wager`, `a Flop Wager`."""
    name = wager(rules, area)
    return f"an {name}" if name[0] in "Aa" else f"a {name}"


def street_name(rules: TableRules, street: Street) -> str:
    """The Flop, the Turn, the River; `sd` writes them small."""
    return street.value.capitalize() if rules.nsw else street.value


def supervisor(rules: TableRules) -> str:
    """Who rules and confirms: both grades, which NSW's rule 1.1 calls a casino supervisor."""
    return rules.terms.supervisor


def number(count: int) -> str:
    """A small number as a word."""
    return _NUMBERS[count]


def places(numbers: Sequence[int]) -> str:
    """`place 3`, `places 3 and 5`."""
    word = "place" if len(numbers) == 1 else "places"
    return f"{word} {joined([str(one) for one in numbers])}"


def ruled(rules: TableRules, fact: str, text: str) -> str:
    """The text with the rule behind it, where the rule set prints one: `... (rule 9.8).`"""
    clause = cite(rules, fact)
    return f"{text} (rule {clause})." if clause else f"{text}."


def outside_limits(rules: TableRules, place: int, text: str) -> str:
    """6.4: said before the first card; keeping to the limits is up to the player."""
    responsible = "; the player is responsible for the limits" if rules.nsw else ""
    return ruled(rules, "limits", f"Place {place}: {text}{responsible}")


def _one(card: Card) -> str:
    return _RANKS[card.rank - 2]


def _many(card: Card) -> str:
    name = _one(card)
    return f"{name}es" if name == "six" else f"{name}s"


def ranking(hand: Hand) -> str:
    """The ranking to announce: `two pair, kings and nines` (8.1)."""
    best, name = hand.best, hand.category.text
    match hand.category:
        case Category.ROYAL_FLUSH:
            return name
        case Category.FULL_HOUSE:
            return f"{name}, {_many(best[0])} over {_many(best[3])}"
        case Category.TWO_PAIR:
            return f"{name}, {_many(best[0])} and {_many(best[2])}"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND | Category.ONE_PAIR:
            return f"{name}, {_many(best[0])}"
    return f"{name}, {_one(best[0])} high"


def award_name(rules: TableRules, award: str) -> str:
    """An award by name; the schedule on all seven cards counts its royals by the card (R26)."""
    seven = rules.jackpot is not None and rules.jackpot.schedule.graded_on is GradedOn.SEVEN
    if seven and award == "royal-flush":
        return "royal after 5"
    return award.replace("-", " ")


def jackpot_name(rules: TableRules) -> str:
    """What the pool is called."""
    return "jackpot" if rules.nsw else "progressive"
