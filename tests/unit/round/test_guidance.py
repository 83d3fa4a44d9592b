"""The guidance line: every step by its rule, and not a word about a card that is face down."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from controller.cards.plan import Cards
from controller.domain.base import evolve
from controller.domain.cards import DECK, Card, parse_cards
from controller.domain.hands import best_hand
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.words import joined
from controller.games.bonus import commands as c
from controller.games.bonus.events import Event
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.citations import CITATIONS
from controller.games.bonus.round.core import decide, fold_one
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.reminders import REMINDERS
from controller.games.bonus.round.guidance.words import ranking
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table, new_table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import RuleSet, TableRules
from controller.games.bonus.steps import guide, step_of
from controller.games.bonus.wagers import Area, Stake
from controller.rulebook import load_clauses
from tests.helpers.chaos import any_command, any_report, next_step
from tests.helpers.felt import Felt, cards_in, jackpot_rules, table_rules

NUMBERS = {
    ruleset: {number for where, number in load_clauses() if where == ruleset} for ruleset in RuleSet
}

ALL_RULES = {
    "nsw-legacy, shuffler": table_rules(
        "nsw-legacy", dealing="shuffler", jackpot=jackpot_rules(bonus=True)
    ),
    "nsw-legacy, shoe": table_rules("nsw-legacy", dealing="shoe", places=5),
    "nsw-2024 A, shuffler": table_rules(
        "nsw-2024", dealing="shuffler", jackpot=jackpot_rules(bonus=True)
    ),
    "nsw-2024 B, shuffler": table_rules("nsw-2024", method="B", jackpot=jackpot_rules(bonus=True)),
    "nsw-2024 B, shoe": table_rules(
        "nsw-2024", method="B", dealing="shoe", places=5, jackpot=jackpot_rules()
    ),
    "sd, PMG-01": table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1", seed="10000")),
    "sd, THBP-08": table_rules("sd", places=5, jackpot=jackpot_rules("THBP-08", wager="1")),
    "sd, no progressive": table_rules("sd"),
}

RULE = re.compile(r"\(rule (.+?)\)\.")


def said(felt: Felt) -> Guidance:
    return guide(felt.table)


def felt_of(name: str, **options: str) -> Felt:
    return Felt(ALL_RULES[name], **options)


DEALS = {
    # Kings full against a pair of nines; the board pairs nines.
    "nsw-legacy": "Kd 9s 4h 9d 2c  Ks Kh 7c 8d  Ah Jc",
    "nsw-2024": "Kd 9s 4h 9d 2c  Ah Jc  Ks Kh 7c 8d",
}


def at_the_flop(ruleset: str = "nsw-2024", method: str = "A") -> Felt:
    """Places 1 and 3 are in: kings full, and a pair of nines below the dealer's."""
    rules = table_rules(ruleset, method=method, dealing="shuffler", jackpot=jackpot_rules())
    felt = Felt(rules, meter="61234.50").wagers(p1="25", p3="50")
    return felt.deal(DEALS[ruleset])


def sd_at_the_flop(schedule: str = "PMG-01") -> Felt:
    """South Dakota, places 1 and 2; both and the dealer hold small cards."""
    rules = table_rules("sd", jackpot=jackpot_rules(schedule, wager="1", seed="10000"))
    felt = Felt(rules, meter="12000").wagers(p1="25", p2="25").jackpot(1, 2)
    return felt.deal("9h 4c 7d Th 4d 7s")


def jackpot_table(ruleset: str = "nsw-2024", *, meter: str = "61234.50") -> Felt:
    """Place 1 has a straight flush, place 3 a flush, both with a jackpot wager."""
    rules = table_rules(ruleset, dealing="shuffler", jackpot=jackpot_rules(bonus=True))
    felt = Felt(rules, meter=meter).wagers(p1="25", p3="25").jackpot(1, 3)
    return felt.deal("9h Th Jh 2s 4d  3c 5c  Qh Kh  2h 3h")


def exists(ruleset: RuleSet, clause: str) -> bool:
    """Is it in the list of clauses, or the head of one that is told in several parts?"""
    known = NUMBERS[ruleset]
    return clause in known or any(number.startswith(f"{clause}#") for number in known)


def face_up(table: Table) -> set[Card]:
    """Every card that lies open."""
    round_ = public_view(table).round
    hands = [round_.community, round_.dealer, *(place.cards for place in round_.places)]
    return {card for hand in hands for card in hand if card is not None}


def scrambled(chance: random.Random, table: Table) -> Table:
    """The same table with other cards wherever a card is face down, or left the device."""
    round_, shown = table.round, face_up(table)
    others = [card for card in chance.sample(DECK, 52) if card not in shown]

    def swap(cards: Cards, up: int) -> Cards:
        return (*cards[:up], *(others.pop() for _ in cards[up:]))

    changed = evolve(
        round_,
        drawn=tuple(chance.sample(DECK, min(52, len(round_.drawn)))),
        community=swap(round_.community, round_.revealed),
        dealer=swap(round_.dealer, 2 if round_.dealer_shown else 0),
        places=tuple(
            place if place.shown else evolve(place, cards=swap(place.cards, 0))
            for place in round_.places
        ),
    )
    return evolve(table, round=changed)


def rigged(chance: random.Random, table: Table, command: c.Command) -> c.Command:
    """Let many cards of one suit come out, so that jackpots fall."""
    if not isinstance(command, c.CardDrawn) or chance.random() < 0.15:
        return command
    suit = "cdhs"[table.round.number % 4]
    left = [card for card in DECK if card.suit == suit and card not in table.round.drawn]
    return c.CardDrawn(chance.choice(left)) if left else command


def walk(seed: int, rules: TableRules, steps: int) -> Iterator[tuple[Table, Event, Table]]:
    """Rounds as they come: a patient dealer, and now and then a command out of the blue.

    Every event with the table before and after it.
    """
    chance = random.Random(seed)
    table = new_table(rules, Money(6_000_000), Money(50_000))
    for _ in range(steps):
        for command in _next_commands(chance, table):
            decided = decide(table, command)
            for event in () if isinstance(decided, Refused) else decided.events:
                before, table = table, fold_one(table, event)
                yield before, event, table


def _next_commands(chance: random.Random, table: Table) -> Iterator[c.Command]:
    if table.round.phase is Phase.IDLE:
        yield c.DeckVerified()
        yield c.OpenRound(table.round.number + 1)
        for place in range(1, table.rules.places + 1):
            ante = Money(chance.choice((1000, 2500, 5000, 60000)))
            if chance.random() < 0.6:
                yield c.PlaceWager(place, Area.ANTE, Stake(ante))
            yield c.PlaceWager(place, Area.BONUS, Stake(Money(700), Money(200)))
            yield c.JackpotSensor(place, present=chance.random() < 0.7)
        return
    place = chance.randint(1, table.rules.places)
    if chance.random() < 0.05:
        yield any_command(chance, table)
    if chance.random() < 0.03:
        yield any_report(chance, place)
    if chance.random() < 0.03:
        yield c.Concede(place)
    following = next_place(table)
    if following and chance.random() < 0.5:
        yield c.TurnHand(following.number)
    yield rigged(chance, table, next_step(chance, table))


@cache
def walked(name: str, seed: int) -> tuple[tuple[Table, Event, Table], ...]:
    """Some rounds at one of the tables."""
    return tuple(walk(seed, ALL_RULES[name], 400))


def tables(name: str, seed: int) -> Iterator[Table]:
    """Every table of those rounds, also those that pass by between two events."""
    return (after for _, _, after in walked(name, seed))


@cache
def told(name: str, seed: int) -> tuple[tuple[Table, Guidance], ...]:
    """Every table of those rounds, and what the dealer is told at it."""
    return tuple((table, guide(table)) for table in tables(name, seed))


at_every_table = pytest.mark.parametrize("name", ALL_RULES)
seeds = pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))]
)


@at_every_table
@seeds
def test_no_word_depends_on_a_card_that_is_face_down(name: str, seed: int) -> None:
    chance = random.Random(seed)
    for table, said in told(name, seed):
        assert said == guide(public_view(table))
        assert said == guide(scrambled(chance, table))


@at_every_table
@seeds
def test_only_cards_that_lie_open_are_named(name: str, seed: int) -> None:
    for table, said in told(name, seed):
        words = " ".join((said.text, said.announce or "", *said.reminders, *said.warnings))
        assert cards_in(words) <= face_up(table), words


@at_every_table
@seeds
def test_the_place_that_is_named_is_that_of_the_dealers_button(name: str, seed: int) -> None:
    """In the settlement: never a hand that is settled already."""
    seen = set()
    for table, said in told(name, seed):
        if table.round.phase not in (Phase.SHOWDOWN, Phase.SETTLEMENT, Phase.RECONCILE, Phase.IDLE):
            continue
        button = step_of(BonusHouse(table)).command
        place = getattr(button, "place", None)
        assert said.place == place, said.text
        if not said.text.startswith(("Misdeal", "The round is void")):
            assert {int(one) for one in re.findall(r"[Pp]lace (\d+):", said.text)} <= {place}
        seen.add(type(button))
    assert {c.ShowDealersHand, c.SettlePlace, c.CloseRound} <= seen
    if seed < 2 and name in ("nsw-2024 A, shuffler", "sd, PMG-01"):  # not every walk wins one
        assert {c.KeyAward, c.ConfirmAward, c.PayAward} & seen, "also where awards are due"


@at_every_table
@seeds
def test_every_step_cites_a_clause_of_its_own_rule_set(name: str, seed: int) -> None:
    ruleset = ALL_RULES[name].ruleset
    for _, said in told(name, seed):
        assert said.text.endswith(".")
        if said.clause is not None:
            assert exists(ruleset, said.clause), said
        for line in said.reminders + said.warnings:
            assert line.endswith(".")
            assert all(exists(ruleset, clause) for clause in RULE.findall(line)), line


@at_every_table
@seeds
def test_a_player_is_never_advised(name: str, seed: int) -> None:
    advice = re.compile(r"should|better|recommend|strong|weak|good|bad|likely|chance|odds", re.I)
    for _, said in told(name, seed):
        assert not advice.search(said.text), said.text


def test_every_citation_is_a_clause_of_its_rule_set() -> None:
    for fact, numbers in CITATIONS.items():
        for ruleset, number in zip(RuleSet, numbers, strict=True):
            assert number is None or exists(ruleset, number), (fact, ruleset, number)


def test_every_phase_has_its_reminders_and_each_its_rule_in_some_rule_set() -> None:
    assert set(REMINDERS) == set(Phase)
    for lines in REMINDERS.values():
        assert all(any(CITATIONS[fact]) for fact, _ in lines)


# Words


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("6s 6h 6d 6c 2s", "four of a kind, sixes"),
        ("Ks Kh Kd 9c 9s", "full house, kings over nines"),
        ("As Js 9s 4s 2s", "flush, ace high"),
        ("5s 4h 3d 2c As", "straight, five high"),
        ("Ts Th Td 4c 2s", "three of a kind, tens"),
        ("Ks Kh 9d 9c 2s", "two pair, kings and nines"),
        ("2s 2h Ad 9c 8s", "one pair, twos"),
        ("Qs Jh 9d 4c 2s", "no pair, queen high"),
    ],
)
def test_a_ranking_is_called_by_category_and_rank(cards: str, called: str) -> None:
    assert ranking(best_hand(parse_cards(cards))) == called


def test_lists_read_as_people_write_them() -> None:
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"
