"""The guidance line: every step by its rule, and not a word about a card that is face down."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from controller.domain import commands as c
from controller.domain.base import evolve
from controller.domain.cards import DECK, Card, parse_cards
from controller.domain.events import Event
from controller.domain.hands import best_hand
from controller.domain.money import Money
from controller.domain.paytables import AnteBonusTable
from controller.domain.refusals import Refused
from controller.domain.rules import RuleSet, TableRules
from controller.domain.wagers import Area, Choice, Stake
from controller.jackpot.awards import Award, Kind
from controller.round.citations import CITATIONS
from controller.round.decide import decide
from controller.round.fold import fold_one
from controller.round.guidance import Guidance, guide
from controller.round.guidance.reminders import REMINDERS
from controller.round.guidance.words import joined, ranking
from controller.round.phases import Phase
from controller.round.state import Cards, DueAward, Table, new_table
from controller.round.view import public_view
from controller.rulebook import load_clauses
from tests.helpers.chaos import any_command, any_report, next_step
from tests.helpers.felt import Felt, dollars, jackpot_rules, table_rules

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

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
RULE = re.compile(r"\(rule (.+?)\)\.")


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
    yield rigged(chance, table, next_step(chance, table))


@cache
def walked(name: str, seed: int) -> tuple[tuple[Table, Event, Table], ...]:
    """Some rounds at one of the tables."""
    return tuple(walk(seed, ALL_RULES[name], 400))


def tables(name: str, seed: int) -> Iterator[Table]:
    """Every table of those rounds, also those that pass by between two events."""
    return (after for _, _, after in walked(name, seed))


at_every_table = pytest.mark.parametrize("name", ALL_RULES)
seeds = pytest.mark.parametrize("seed", range(4))


@at_every_table
@seeds
def test_no_word_depends_on_a_card_that_is_face_down(name: str, seed: int) -> None:
    chance = random.Random(seed)
    for table in tables(name, seed):
        said = guide(table)
        assert said == guide(public_view(table))
        assert said == guide(scrambled(chance, table))


@at_every_table
@seeds
def test_only_cards_that_lie_open_are_named(name: str, seed: int) -> None:
    for table in tables(name, seed):
        said = guide(table)
        words = " ".join((said.text, said.announce or "", *said.reminders, *said.warnings))
        named = {Card.parse(name) for name in CARD.findall(words)}
        assert named <= face_up(table), words


@at_every_table
@seeds
def test_every_step_cites_a_clause_of_its_own_rule_set(name: str, seed: int) -> None:
    ruleset = ALL_RULES[name].ruleset
    for table in tables(name, seed):
        said = guide(table)
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
    for table in tables(name, seed):
        said = guide(table)
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


# Between rounds and wagers


def said(felt: Felt) -> Guidance:
    return guide(felt.table)


def felt_of(name: str, **options: str) -> Felt:
    return Felt(ALL_RULES[name], **options)


def test_an_idle_table_opens_the_next_round() -> None:
    assert said(felt_of("nsw-2024 A, shuffler")) == Guidance("Open the next round.", "5.3")
    sd = said(felt_of("sd, PMG-01"))
    assert (sd.text, sd.clause) == ("Open the next round.", "(1)")
    assert sd.reminders == ("Shuffle and cut the deck before the deal (rule (4)).",)


def test_a_foreign_card_leaves_a_deck_check_before_the_next_round() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25")
    felt.go(c.Report(c.Irregularity.FOREIGN_CARD))
    assert said(felt).text == (
        "The round is void: return every wager, place 1 $25.00. Then close the round."
    )
    assert said(felt).clause == "11.9.2"
    assert said(felt).warnings == (
        "The deck is to be checked and verified before the next round (rule 11.9.3).",
    )
    assert said(felt).reminders == ("Notified: surveillance and inspector.",)
    felt.go(c.CloseRound())
    assert said(felt) == Guidance(
        "Check and verify the deck at the table before the next round.", "11.9.3"
    )


def test_players_are_let_to_place_what_the_table_offers() -> None:
    texts = {}
    for name in ALL_RULES:
        felt = felt_of(name).do(c.OpenRound(1))
        texts[name] = said(felt).text
        assert said(felt).clause in ("5.2", "5.3", "(1)")
    assert texts["nsw-2024 A, shuffler"] == (
        "Let the players place their Ante Wagers; "
        "Ante Bonus Wagers and Jackpot Wagers of $5.00 are optional."
    )
    assert texts["nsw-legacy, shoe"] == (
        "Let the players place their Ante Wagers; Ante Bonus Wagers are optional."
    )
    assert texts["sd, PMG-01"] == (
        "Let the players place their antes; progressive wagers of $1.00 are optional."
    )
    assert texts["sd, no progressive"] == "Let the players place their antes."


def test_a_jackpot_that_is_off_is_offered_no_more() -> None:
    felt = felt_of("nsw-2024 A, shuffler").do(c.OpenRound(1)).jackpot(2)
    felt.go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert "Jackpot" not in said(felt).text
    assert said(felt).warnings == ("Play goes on without the jackpot (rule 11.14).",)
    assert not any("15.2.2" in line for line in said(felt).reminders)


def test_no_more_bets_is_announced_and_under_sd_keyed() -> None:
    felt = felt_of("nsw-legacy, shuffler").wagers(p3="25")
    assert said(felt).text == 'When all wagers are placed, announce "no more bets" and deal.'
    assert (said(felt).clause, said(felt).announce) == ("7.1", "no more bets")
    felt = felt_of("sd, PMG-01").wagers(p3="25")
    assert said(felt).text.endswith("press the close-bets button on the keypad.")
    assert (said(felt).clause, said(felt).announce) == ("(3)", None)


def test_limits_bind_the_player_and_the_dealer_is_warned_before_the_first_card() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p3="600", p4="20", p5="50")
    felt.bonus(3, "3").bonus(4, "101")
    expected = (
        "Place 3: Ante Wager $600.00 is above the maximum $500.00; "
        "the player is responsible for the limits (rule 6.4).",
        "Place 3: Ante Bonus Wager $3.00 is below the minimum $5.00; "
        "the player is responsible for the limits (rule 6.4).",
        "Place 4: Ante Wager $20.00 is below the minimum $25.00; "
        "the player is responsible for the limits (rule 6.4).",
        "Place 4: Ante Bonus Wager $101.00 is above the maximum $100.00; "
        "the player is responsible for the limits (rule 6.4).",
    )
    assert said(felt).warnings == expected
    assert said(felt.do(c.NoMoreBets())).warnings == expected
    assert said(felt.deal("7h")).warnings == (
        "Place 3: Ante Wager $600.00 is above the maximum $500.00; "
        "it settles on the maximum, the excess goes back (rule 6.3).",
        "Place 4: Ante Bonus Wager $101.00 is above the maximum $100.00; "
        "it settles on the maximum, the excess goes back (rule 6.3).",
    )


def test_sd_prints_no_rule_on_limits() -> None:
    felt = felt_of("sd, PMG-01").wagers(p1="600", p2="5")
    assert said(felt).warnings == (
        "Place 1: ante $600.00 is above the maximum $500.00.",
        "Place 2: ante $5.00 is below the minimum $25.00.",
    )


def test_a_chip_on_a_sensor_that_does_not_count_is_pointed_out() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25", p2="25").jackpot(1, 4)
    anteless = "Place 4: Jackpot Wager without an Ante Wager; it does not count (rule 15.2.1)."
    assert said(felt).warnings == (anteless,)
    felt.do(c.NoMoreBets()).jackpot(2)
    late = "Place 2: Jackpot Wager after the wagers were locked; it does not count (rule 15.2.4)."
    assert said(felt).warnings == (late, anteless)


def test_an_invalid_wager_goes_back_before_the_deal() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25", p2="25").bonus(2, "5")
    felt.go(c.Report(c.Irregularity.INVALID_WAGER, 2))
    assert said(felt).warnings == ("Place 2 is void: its wagers go back, $30.00.",)


# The deal


def steps_of_the_deal(name: str) -> list[tuple[str | None, int | None, int | None]]:
    felt = felt_of(name).wagers(p2="25", p5="25").do(c.NoMoreBets())
    steps: list[tuple[str | None, int | None, int | None]] = []
    for card in DECK:
        if felt.phase != "deal":
            return steps
        step = said(felt)
        steps.append((step.clause, step.place, step.cards))
        felt.go(c.CardDrawn(card))
    raise AssertionError("the deal did not end")


STACK = [("7.2.1", None, left) for left in (5, 4, 3, 2, 1)]
ROW = [("7.3.1", None, left) for left in (5, 4, 3, 2, 1)]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        (
            "nsw-legacy, shuffler",
            [
                *STACK,
                *[("7.2.2", 2, 2), ("7.2.3", 2, 1), ("7.2.3", 5, 2), ("7.2.3", 5, 1)],
                *[("7.2.4", None, 2), ("7.2.4", None, 1)],
            ],
        ),
        (
            "nsw-2024 A, shuffler",
            [
                *STACK,
                *[("7.2.2", None, 2), ("7.2.3", None, 1)],
                *[("7.2.4", 2, 2), ("7.2.4", 2, 1), ("7.2.4", 5, 2), ("7.2.4", 5, 1)],
            ],
        ),
        (
            "nsw-legacy, shoe",
            [
                *ROW,
                *[("7.3.2", 2, 1), ("7.3.2", 5, 1), ("7.3.3", None, 1)],
                *[("7.3.4", 2, 1), ("7.3.4", 5, 1), ("7.3.5", None, 1)],
            ],
        ),
        (
            "nsw-2024 B, shoe",
            [
                *ROW,
                *[("7.3.2", None, 1), ("7.3.3", 2, 1), ("7.3.3", 5, 1)],
                *[("7.3.4", None, 1), ("7.3.5", 2, 1), ("7.3.5", 5, 1)],
            ],
        ),
        ("sd, PMG-01", [("(4)", place, 1) for place in (2, 5, None, 2, 5, None)]),
    ],
)
def test_the_deal_goes_card_by_card_in_the_order_of_the_rule_set(
    name: str, steps: list[tuple[str | None, int | None, int | None]]
) -> None:
    assert steps_of_the_deal(name) == steps


def test_the_stack_is_spread_before_the_hole_cards() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p2="25").do(c.NoMoreBets())
    assert said(felt).text == "Deal five cards face down in one stack on the first Flop box."
    felt.deal("7h")
    assert said(felt).text.startswith("Deal four more of the five cards face down")
    felt.deal("2c Kd 9s 4d")
    assert said(felt).text == (
        "Spread the five community cards face down from left to right: top card on River, "
        "second on Turn, bottom three on Flop. Then deal two cards together, face down, "
        "to yourself."
    )
    felt.deal("Ah Ad Ks")
    assert said(felt).text == "Deal the second card, face down, to place 2."
    assert "All cards go face down (rule 7.2)." in said(felt).reminders


def test_a_shoe_lays_the_community_cards_singly() -> None:
    felt = felt_of("nsw-legacy, shoe").wagers(p2="25").do(c.NoMoreBets())
    boxes = []
    for card in parse_cards("7h 2c Kd 9s 4d"):
        boxes.append(said(felt).text.rpartition(": ")[2])
        felt.go(c.CardDrawn(card))
    assert boxes == [
        "card 1 of 5 goes on Flop.",
        "card 2 of 5 goes on Flop.",
        "card 3 of 5 goes on Flop.",
        "card 4 of 5 goes on Turn.",
        "card 5 of 5 goes on River.",
    ]
    assert said(felt).text == "Deal the first card, face down, to place 2."
    assert "All cards go face down (rule 7.3)." in said(felt).reminders


def test_sd_takes_the_progressive_wagers_off_the_table_before_the_first_card() -> None:
    felt = felt_of("sd, PMG-01").wagers(p2="25", p3="25").jackpot(3).do(c.NoMoreBets())
    assert said(felt).text == (
        "Take all progressive wagers off the table. "
        "Then deal the first card, face down, to place 2."
    )
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("(3)", 2, 1)
    assert said(felt.deal("7h")).clause == "(4)"


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("nsw-2024 A, shuffler", "7.2.5"),
        ("nsw-legacy, shoe", "7.3.6"),
        ("sd, no progressive", "(5)"),
    ],
)
def test_players_may_look_at_their_cards_when_the_last_hole_card_is_down(
    name: str, clause: str
) -> None:
    felt = felt_of(name).wagers(p1="25").do(c.NoMoreBets())
    felt.do(
        *(c.CardDrawn(card) for card in DECK[: felt.round.plan.due[0] if felt.round.plan else 0])
    )
    assert felt.phase == "deal"
    assert said(felt).text == "Let the players look at their cards: all hole cards are down."
    assert said(felt).clause == clause


def test_a_hand_that_is_void_before_the_deal_ends_leaves_nobody() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25").do(c.NoMoreBets())
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert said(felt).text == "No hand is left in: the round ends here."
    assert said(felt).clause == "9.6"


# Cards that do not fit


def test_a_card_before_any_ante_is_reported() -> None:
    felt = felt_of("nsw-2024 A, shuffler").do(c.OpenRound(1), c.CardDrawn(DECK[0]))
    assert said(felt).text == (
        "Stop: a card is out that is not due. "
        "Report a card out of turn, for a supervisor to decide."
    )
    assert said(felt).clause == "11.1"


def test_a_card_too_many_in_the_deal_is_reported() -> None:
    felt = at_the_flop().go(c.CardDrawn(Card.parse("2h")))
    assert said(felt).text == (
        "Stop: a card is out that is not due. Report cards at an empty box, "
        "a wrong card count, or a card out of turn, for a supervisor to decide."
    )


def test_a_card_read_twice_is_keyed_or_reported_as_foreign() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25").deal("7h 7h")
    assert said(felt).text == (
        "Stop: a card was read that is out already. "
        "Key the card if it was misread; if not, report a foreign card."
    )
    assert said(felt).clause == "11.9"
    sd = felt_of("sd, no progressive").wagers(p1="25").deal("7h 7h")
    assert said(sd).clause is None


def test_in_the_settlement_a_card_that_does_not_fit_is_a_warning() -> None:
    felt = at_the_flop().to_showdown().go(c.CardDrawn(Card.parse("2h")))
    assert said(felt).clause == "9.7"
    assert said(felt).warnings == (
        "A card is out that is not due. Report a card out of turn, for a supervisor to decide.",
    )


# Decisions


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


def test_the_next_place_is_asked_for_what_the_rules_offer_before_the_flop() -> None:
    felt = at_the_flop()
    assert said(felt).text == (
        "Let the players look at their cards. "
        "Ask place 1: fold, or bet a Flop Wager of $50.00 (twice the Ante Wager)."
    )
    assert (said(felt).clause, said(felt).place) == ("9.1", 1)
    felt.decide(1, "bet")
    assert said(felt).text == (
        "Ask place 3: fold, or bet a Flop Wager of $100.00 (twice the Ante Wager)."
    )


def test_after_the_flop_and_the_turn_a_check_is_offered_too() -> None:
    felt = at_the_flop().all("bet").reveal("flop")
    assert said(felt).text == (
        "Ask place 1: fold, check (a tap or knock on the table), "
        "or bet a Turn Wager of $25.00 (equal to the Ante Wager)."
    )
    assert said(felt).clause == "9.2"
    assert any("(rule 9.2.2)" in line for line in said(felt).reminders)
    felt.all("check").reveal("turn")
    assert said(felt).clause == "9.3"
    assert any("(rule 9.3.2)" in line for line in said(felt).reminders)


def test_the_betting_round_has_its_reminders() -> None:
    legacy, current = said(at_the_flop("nsw-legacy")), said(at_the_flop("nsw-2024"))
    for line in (
        "Cards stay on the layout (rule 9.8).",
        "No talk but fold, check or bet (rule 9.9).",
        "Players' cards stay in full view of the dealer (rule 9.10).",
        "Hole cards are not shown to others (rule 1.1).",
    ):
        assert line in legacy.reminders
        assert line in current.reminders
    laid_down = "A player who bets lays the cards face down on the playing area (rule 9.1.2)."
    assert laid_down in legacy.reminders
    assert laid_down not in current.reminders
    assert "Give no advice on how to play (rule 13.6)." in legacy.reminders
    assert "Give no advice on how to play (rule 13.7)." in current.reminders


@pytest.mark.parametrize(
    ("method", "end", "rule"),
    [
        ("A", "and put them in the discard rack", "9.6"),
        ("B", "and place them face down over the jackpot area", "9.6.2"),
    ],
)
def test_a_fold_is_collected_spread_and_put_where_the_method_has_it(
    method: str, end: str, rule: str
) -> None:
    felt = at_the_flop(method=method)
    spread = "collect all wagers and cards, spread the cards singly face down to confirm two"
    assert f"On a fold {spread}, {end} (rule {rule})." in said(felt).reminders
    felt.decide(1, "fold")
    assert said(felt).text == (
        f"Place 1 folds: {spread}, {end}. "
        "Ask place 3: fold, or bet a Flop Wager of $100.00 (twice the Ante Wager)."
    )
    assert "Folded on this street: place 1." in said(felt).reminders
    felt.decide(3, "bet")
    assert said(felt).text.startswith("Reveal the Flop")
    felt.reveal("flop")
    assert not any("Folded" in line for line in said(felt).reminders)


def test_folds_one_after_the_other_are_named_together_with_what_goes_back() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="600", p2="25", p4="25").do(c.NoMoreBets())
    felt.go(*(c.CardDrawn(card) for card in DECK[:13]))
    felt.decide(2, "fold").decide(1, "fold")
    assert said(felt).text.startswith("Places 1 and 2 fold: collect all wagers")
    assert ", hand by hand. Return $100.00 to place 1. Ask place 4:" in said(felt).text


def test_a_fold_out_of_turn_waits_for_its_turn_to_be_told() -> None:
    felt = at_the_flop().decide(3, "fold")
    assert said(felt).text.startswith("Ask place 1:")
    assert said(felt.decide(1, "bet")).text.startswith("Place 3 folds: collect")


def test_a_wrong_flop_wager_holds_the_flop() -> None:
    felt = at_the_flop().decide(1, "bet", "60").decide(3, "bet")
    assert said(felt).text == (
        "Before the Flop have place 1 correct the Flop Wager of $60.00 to $50.00, or fold."
    )
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("11.10", 1, None)
    assert said(felt).warnings == ("Place 1: Flop Wager $60.00 instead of $50.00 (rule 11.10).",)
    report = c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, 1, decision=c.Decision.FOLD)
    felt.go(report)
    assert "Folded on this street: place 1." in said(felt).reminders
    felt.reveal("flop")
    assert not any("Folded" in line for line in said(felt).reminders)


def test_a_wrong_turn_wager_is_pointed_out_but_holds_nothing() -> None:
    felt = at_the_flop().all("bet").reveal("flop").decide(1, "bet", "30").decide(3, "check")
    assert said(felt).warnings == ("Place 1: Turn Wager $30.00 instead of $25.00 (rule 9.2.3).",)
    assert said(felt).clause == "7.2.7"


def test_nsw_reveals_the_streets_the_flop_at_the_same_time_from_the_shuffler() -> None:
    felt = at_the_flop().all("bet")
    assert said(felt).text == (
        "Reveal the Flop: turn the first three community cards face up at the same time."
    )
    assert (said(felt).clause, said(felt).cards) == ("7.2.6", 3)
    felt.reveal("flop").all("check")
    assert said(felt).text == "Reveal the Turn: turn the fourth community card face up."
    assert (said(felt).clause, said(felt).cards) == ("7.2.7", 1)
    felt.reveal("turn").all("bet")
    assert said(felt).text == "Reveal the River: turn the fifth and final community card face up."
    assert (said(felt).clause, said(felt).cards) == ("7.2.8", 1)


def test_from_a_shoe_the_streets_have_rules_of_their_own() -> None:
    felt = felt_of("nsw-legacy, shoe").wagers(p1="25").do(c.NoMoreBets())
    felt.go(*(c.CardDrawn(card) for card in DECK[:9])).all("bet")
    assert said(felt).text == "Reveal the Flop: turn the first three community cards face up."
    assert said(felt).clause == "7.3.7"
    assert said(felt.reveal("flop").all("check")).clause == "7.3.8"
    assert said(felt.reveal("turn").all("check")).clause == "7.3.9"


def sd_at_the_flop(schedule: str = "PMG-01") -> Felt:
    """South Dakota, places 1 and 2; both and the dealer hold small cards."""
    rules = table_rules("sd", jackpot=jackpot_rules(schedule, wager="1", seed="10000"))
    felt = Felt(rules, meter="12000").wagers(p1="25", p2="25").jackpot(1, 2)
    return felt.deal("9h 4c 7d Th 4d 7s")


def test_sd_burns_a_card_before_each_street_and_turns_it_from_the_deck() -> None:
    felt = sd_at_the_flop().all("bet")
    assert said(felt).text == (
        "Burn one card face down. Then turn the next three cards face up: the flop."
    )
    assert (said(felt).clause, said(felt).cards) == ("(6)", 3)
    felt.deal("2c")
    assert said(felt).text == "Turn the next three cards face up: the flop."
    felt.deal("Jh Qh")
    assert said(felt).text == "Turn the next card face up: the flop."
    felt.deal("Kh")
    assert said(felt).text == "Leave the flop face up in the centre for all to see, and confirm it."
    assert said(felt).cards == 3
    felt.reveal("flop")
    assert (
        said(felt).text == "Ask place 1: check, or bet a turn wager of $25.00 (equal to the ante)."
    )
    assert said(felt).clause == "(7)"
    felt.all("check")
    assert said(felt).text == "Burn one card face down. Then turn the next card face up: the turn."
    felt.reveal("turn", "2d 4h")
    assert said(felt).clause == "(8)"
    assert any("in for the finish" in line for line in said(felt).reminders)
    felt.all("bet")
    assert (said(felt).clause, said(felt).cards) == ("(10)", 1)


def test_an_sd_fold_is_discarded_before_the_burn() -> None:
    felt = sd_at_the_flop().decide(1, "bet").decide(2, "fold")
    assert said(felt).text.startswith(
        "Place 2 folds: collect all wagers and discard the two cards. Burn one card"
    )
    assert "Folded on this street: place 2." in said(felt).reminders
    assert any("rule (5)(a)" in line for line in said(felt).reminders)


def test_everybody_folded_ends_the_round_and_the_fold_is_still_collected() -> None:
    felt = at_the_flop().decide(1, "fold")
    felt.do(c.Decide(3, Choice.FOLD))
    assert said(felt).text.startswith("Places 1 and 3 fold: collect all wagers and cards")
    assert said(felt).text.endswith("No hand is left in: the round ends here.")
    felt.do(c.EverybodyFolded(), c.CloseRound())
    assert felt.phase == "idle"
    assert said(felt).text.startswith("Places 1 and 3 fold: collect all wagers and cards")
    assert said(felt).text.endswith("Then open the next round.")
    assert said(felt).clause == "9.6"
    sd = sd_at_the_flop().decide(1, "fold").decide(2, "fold")
    assert sd.phase == "reconcile"
    assert said(sd).text == (
        "Places 1 and 2 fold: collect all wagers and discard the two cards, hand by hand. "
        "Press the end-of-hand button on the keypad."
    )


def test_under_method_b_the_flop_is_revealed_for_the_jackpots_that_stand() -> None:
    rules = table_rules("nsw-2024", method="B", jackpot=jackpot_rules())
    felt = Felt(rules).wagers(p1="25").jackpot(1).deal("9h Th Jh 2s 4d  3c 5c  Qh Kh")
    felt.decide(1, "fold")
    assert said(felt).text.endswith("Reveal the Flop: Jackpot Wagers stand and are settled on it.")
    assert (said(felt).clause, said(felt).cards) == ("9.6.2", 3)
    felt.reveal("flop")
    assert said(felt).text == (
        "Turn the cards of place 1 and spread them face up: "
        "the hand is folded, only its jackpot counts."
    )
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("10.4.1", 1, 2)
    felt.settle(1)
    assert said(felt).text == (
        "Place 1 has folded: pay nothing but a jackpot. Prove the cards and put them in the "
        "discard rack, then key the jackpot award for the straight flush of place 1 "
        "and call a supervisor."
    )
    assert (said(felt).clause, said(felt).announce) == ("10.4.1", None)


# The dealer's hand


def test_the_dealer_announces_the_dealers_hand_and_declares_its_ranking() -> None:
    felt = at_the_flop().all("bet").reveal("flop").all("check").reveal("turn").all("check")
    felt.reveal("river")
    assert said(felt).text == 'Announce "dealer\'s hand" and turn both your hole cards face up.'
    assert (said(felt).clause, said(felt).cards) == ("10.1", 2)
    assert said(felt).announce == "dealer's hand"
    assert not any("10.2" in line for line in said(felt).reminders)
    felt.go(c.ShowDealersHand())
    assert said(felt).text == (
        'Declare "one pair, nines" and push 9s 9d Ah Kd Jc slightly forward. '
        "Then turn the cards of place 3."
    )
    assert (said(felt).clause, said(felt).announce) == ("9.7", "one pair, nines")
    assert any("10.2" in line for line in said(felt).reminders)


def test_sd_moves_only_the_community_cards_forward() -> None:
    felt = sd_at_the_flop().all("bet").reveal("flop", "2c Jh Qh Kh").all("check")
    felt.reveal("turn", "2d 4h").all("check").reveal("river", "2h 4s")
    assert said(felt).text == "Turn both your cards face up."
    assert (said(felt).clause, said(felt).cards, said(felt).announce) == ("(11)", 2, None)
    felt.go(c.ShowDealersHand())
    assert said(felt).text == (
        'Announce "two pair, sevens and fours" and move the community cards 4s 4h Kh '
        "slightly forward. Then turn the cards of place 2."
    )
    assert (said(felt).clause, said(felt).announce) == ("(11)", "two pair, sevens and fours")


def test_a_concession_is_announced_and_collected() -> None:
    felt = at_the_flop().to_showdown().go(c.Concede(3))
    assert said(felt).text.startswith('Announce "conceding hand". Place 3 concedes: collect all')
    assert said(felt).text.endswith("Then turn the cards of place 1.")
    assert (said(felt).clause, said(felt).announce) == ("10.2", "conceding hand")
    felt.go(c.BeginSettlement())
    assert said(felt).text == "Turn the cards of place 1 and spread them face up."
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("10.4", 1, 2)
    assert "Conceded: place 3 (rule 10.3)." in said(felt).reminders


def test_when_everybody_concedes_the_round_is_over() -> None:
    felt = at_the_flop().to_showdown().go(c.Concede(3)).do(c.Concede(1))
    assert said(felt).text.endswith("No hand is left in: the round ends here.")


# Settlement


def test_a_hand_is_settled_bonus_first_then_compared_then_cleared() -> None:
    rules = table_rules("nsw-legacy", dealing="shuffler")
    felt = Felt(rules).wagers(p1="25", p3="50").bonus(1, "5").bonus(3, "10")
    felt.deal(DEALS["nsw-legacy"]).all("bet").reveal("flop").all("bet").reveal("turn")
    felt.all("check").reveal("river").go(c.ShowDealersHand()).settle(3)
    assert said(felt).text == (
        'Place 3: take the Ante Bonus Wager $10.00; then announce "one pair, nines", lower than '
        "the dealer's hand: take the Ante Wager $50.00, the Flop Wager $100.00 and "
        "the Turn Wager $50.00. "
        "Prove the cards and put them in the discard rack, then turn the cards of place 1."
    )
    assert (said(felt).clause, said(felt).place) == ("10.9", 3)
    assert said(felt).announce == "one pair, nines"
    felt.settle(1)
    assert felt.phase == "idle"
    assert said(felt).text == (
        'Place 1: pay the Ante Bonus Wager $50.00; then announce "full house, kings over nines", '
        "higher than the dealer's hand: pay the Ante Wager $25.00, the Flop Wager $50.00 and "
        "the Turn Wager $25.00. "
        "Prove the cards and put them in the discard rack. Then open the next round."
    )
    assert (said(felt).clause, said(felt).place) == ("10.10", 1)


def test_below_a_flush_the_ante_stands_off() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").deal("7h 2c Kd 9s 4d  Ah Qd  Ks Jh")
    felt.to_showdown().settle(1)
    assert 'announce "one pair, kings"' in said(felt).text
    assert "pay the Flop Wager $50.00, the Ante Wager stands off." in said(felt).text


def test_equal_hands_stand_off_and_under_sd_push() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").deal("7h 2c Kd 9s 4d  Ah Qd  As Qh")
    felt.to_showdown().settle(1)
    assert "equal to the dealer's hand: Ante Wager and Flop Wager stand off." in said(felt).text
    assert said(felt).clause == "10.11"
    sd = Felt(table_rules("sd")).wagers(p1="25").deal("As Ah Qh Qd").all("bet")
    sd.reveal("flop", "3c 7h 2c Kd").all("bet").reveal("turn", "3d 9s").all("check")
    sd.reveal("river", "3h 4d").go(c.ShowDealersHand(), c.SettlePlace(1))
    assert sd.phase == "reconcile"
    assert said(sd).text == (
        'Place 1: announce "no pair, ace high", equal to the dealer\'s hand: signal "push", '
        "slide flop wager and turn wager back just off the spot and leave the ante. "
        "Put the cards away. Press the end-of-hand button on the keypad."
    )
    assert (said(sd).clause, said(sd).announce) == ("(13)", "no pair, ace high")


def test_an_excess_goes_back_from_a_lost_wager() -> None:
    felt = at_the_flop().decide(1, "bet").decide(3, "bet", "120").reveal("flop").all("check")
    felt.reveal("turn").all("check").reveal("river").go(c.ShowDealersHand()).settle(3)
    assert "the Flop Wager $100.00 and return $20.00" in said(felt).text


def test_an_invalid_hand_found_at_the_settlement_gets_its_wagers_back() -> None:
    felt = at_the_flop().to_showdown().go(c.SettlePlace(3, invalid=True))
    assert said(felt).text == (
        "Place 3 is void: return all its wagers, $150.00, and pay nothing. "
        "Prove the cards and put them in the discard rack, then turn the cards of place 1."
    )
    assert said(felt).clause == "11.19.2"
    assert "Place 3 is void: its wagers go back, $150.00." in said(felt).warnings
    felt.settle(1)
    assert "Place 3 is void: its wagers go back, $150.00." in said(felt).warnings


def test_winnings_on_tokens_are_paid_in_chips() -> None:
    felt = Felt(table_rules("nsw-2024")).do(c.OpenRound(1))
    felt.do(c.PlaceWager(1, Area.ANTE, Stake(dollars("25"), dollars("10"))))
    felt.deal("7h 2c Kd 9s 4d  Ah Qd  As Qh").to_showdown().go(c.BeginSettlement())
    assert "Winnings on promotional tokens are paid in chips (rule 1.1)." in said(felt).reminders


def test_a_configured_sd_bonus_is_settled_first_too() -> None:
    rules = evolve(table_rules("sd"), ante_bonus=AnteBonusTable({"AA": 30}))
    felt = Felt(rules).wagers(p1="25").bonus(1, "5").deal("As Qd Ah 7c").all("bet")
    felt.reveal("flop", "3c 7h 2c Kd").all("check").reveal("turn", "3d 9s").all("check")
    felt.reveal("river", "3h 4d").go(c.ShowDealersHand(), c.SettlePlace(1))
    assert said(felt).text.startswith("Place 1: pay the bonus wager $150.00; then announce")
    assert "pay the flop wager $50.00, the ante stands off." in said(felt).text
    assert said(felt).clause == "(15)"


def test_the_end_of_the_settlement_without_its_follow_up_says_so() -> None:
    felt = at_the_flop().to_showdown().settle(3)
    felt.do(c.SettlePlace(1))
    assert felt.phase == "settlement"
    assert said(felt).text.endswith("then finish the round.")
    felt = jackpot_table().to_showdown().settle(3, 1)
    while (command := next_step(random.Random(1), felt.table)) != c.FinishSettlement():
        felt.do(command)
    assert said(felt).text == "Finish the round: everything is settled."
    assert said(felt).clause == "10.12"


# Jackpots


def jackpot_table(ruleset: str = "nsw-2024", *, meter: str = "61234.50") -> Felt:
    """Place 1 has a straight flush, place 3 a flush, both with a jackpot wager."""
    rules = table_rules(ruleset, dealing="shuffler", jackpot=jackpot_rules(bonus=True))
    felt = Felt(rules, meter=meter).wagers(p1="25", p3="25").jackpot(1, 3)
    return felt.deal("9h Th Jh 2s 4d  3c 5c  Qh Kh  2h 3h")


def test_nsw_awards_are_keyed_confirmed_and_paid_in_their_order() -> None:
    felt = jackpot_table().to_showdown().settle(3, 1)
    assert said(felt).text.endswith(
        "Prove the cards and put them in the discard rack, then pay place 3 "
        "the Bonus Jackpot for the straight flush: $500.00 from the tray."
    )
    assert "Jackpots are paid apart from other winnings (rule 15.2.7)." in said(felt).reminders
    felt.go(c.PayAward(3, "straight-flush"))
    assert said(felt).text == "Key the jackpot award for the flush of place 3."
    assert (said(felt).clause, said(felt).place) == ("15.2.7", 3)
    felt.go(c.KeyAward(3, "flush"))
    assert said(felt).text == "Pay place 3 the jackpot award for the flush: $100.00 from the tray."
    assert said(felt).clause == "15.2.12"
    felt.go(c.PayAward(3, "flush"))
    assert said(felt).text == (
        "Key the jackpot award for the straight flush of place 1 and call a supervisor."
    )
    felt.go(c.KeyAward(1, "straight-flush"))
    assert said(felt).text == (
        "Have a supervisor confirm the jackpot award for the straight flush of place 1: "
        "$6,123.65 off the meter."
    )
    assert said(felt).clause == "15.2.9"
    felt.go(c.ConfirmAward(1, "straight-flush"))
    assert said(felt).text == (
        "Pay place 1 the jackpot award for the straight flush: $6,123.65 off the meter."
    )
    felt.go(c.PayAward(1, "straight-flush"))
    assert said(felt).text == "Close the round: every wager and award is settled."
    assert said(felt).clause == "1.1"
    felt.go(c.CloseRound())
    assert said(felt).text == "Open the next round."


def test_what_the_house_adds_to_a_guarantee_is_named() -> None:
    felt = jackpot_table("nsw-legacy", meter="40000")
    # nsw-legacy deals the players first: 3c 5c to place 1, Qh Kh to place 3.
    felt.to_showdown().settle(3, 1).go(c.PayAward(1, "straight-flush"))
    felt.go(c.KeyAward(3, "straight-flush"))
    assert "$5,000.00, of which $4,000.20 off the meter and $999.80 from the house" in (
        said(felt).text
    )


def test_the_bonus_jackpot_cites_the_rule_that_orders_it() -> None:
    for ruleset, clause in (("nsw-legacy", "15.2.10.4"), ("nsw-2024", "15.2.12")):
        felt = jackpot_table(ruleset).to_showdown().settle(3, 1)
        bonus = next(due for due in felt.round.awards if due.award.kind is Kind.BONUS)
        first = evolve(felt.round, awards=(bonus,), settlement_order=())
        assert guide(evolve(felt.table, round=first)).clause == clause


def test_sd_calls_a_supervisor_to_every_winner_and_leaves_an_envy_hand_face_up() -> None:
    felt = sd_at_the_flop().all("bet").reveal("flop", "2c Jh Qh Kh").all("check")
    felt.reveal("turn", "2d 4h").all("check").reveal("river", "2h 4s")
    felt.go(c.ShowDealersHand(), c.SettlePlace(2))
    assert said(felt).text.endswith("Put the cards away, then turn the cards of place 1.")
    felt.go(c.SettlePlace(1))
    assert said(felt).text.endswith(
        "Leave this hand face up until every payment is made, then key the progressive award "
        "for the straight flush of place 1 and call a supervisor."
    )
    stays = "The hand of place 1 stays face up until every payment is made (rule (18)(b)ii)."
    assert stays in said(felt).reminders
    felt.go(c.KeyAward(1, "straight-flush"))
    assert said(felt).clause == "(18)(a)iv"
    felt.go(c.ConfirmAward(1, "straight-flush"))
    assert said(felt).clause == "(18)(a)vi"
    felt.go(c.PayAward(1, "straight-flush"))
    assert said(felt).text == (
        "Pay place 2 the envy payout for the straight flush: $300.00 from the tray."
    )
    assert said(felt).clause == "(18)(b)iii"
    felt.go(c.PayAward(2, "straight-flush"))
    assert said(felt).text == (
        "Put the cards of place 1 away. Press the end-of-hand button on the keypad."
    )
    assert said(felt).clause == "(18)(a)vii"
    assert said(felt).reminders == ("Notified: supervisor.",)


def test_an_award_of_an_earlier_place_does_not_hide_the_hand_just_settled() -> None:
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1"))
    felt = Felt(rules, meter="12000").wagers(p1="25", p2="25").jackpot(2)
    felt.deal("4c 9h 7d 4d 9d 7s").all("bet").reveal("flop", "2c 9s Qh Kh").all("check")
    felt.reveal("turn", "2d 5h").all("check").reveal("river", "2h 6s")
    felt.go(c.ShowDealersHand(), c.SettlePlace(2), c.KeyAward(2, "three-of-a-kind"))
    assert said(felt).text == (
        "Pay place 2 the progressive award for the three of a kind: $9.00 from the tray."
    )
    assert said(felt).clause == "(18)(a)ii"
    felt.go(c.PayAward(2, "three-of-a-kind"))
    assert said(felt).text == "Turn the cards of place 1 and spread them face up."
    assert said(felt).clause == "(12)"
    felt.go(c.SettlePlace(1))
    assert said(felt).text.startswith('Place 1: announce "one pair, fours"')


def test_the_royal_of_the_schedule_on_seven_cards_has_its_own_name() -> None:
    felt = Felt(ALL_RULES["sd, THBP-08"], meter="12000").wagers(p1="25").jackpot(1)
    felt.deal("Ah 7d Kh 7s").all("bet").reveal("flop", "2c Qh Jh Th").all("check")
    felt.reveal("turn", "2d 4h").all("check").reveal("river", "2h 4s")
    felt.go(c.ShowDealersHand(), c.SettlePlace(1))
    assert "the progressive award for the royal after 5 of place 1" in said(felt).text


def test_two_meter_awards_under_sd_are_for_the_house_procedure() -> None:
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1"))
    felt = Felt(rules, meter="12000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("Kh 8h 7d Qh 7h 7s").all("bet").reveal("flop", "2c Jh Th 9h").all("check")
    felt.reveal("turn", "2d 4c").all("check").reveal("river", "2h 4s").go(c.ShowDealersHand())
    felt.settle(2).go(c.KeyAward(2, "straight-flush"), c.ConfirmAward(2, "straight-flush"))
    felt.go(c.PayAward(2, "straight-flush")).settle(1)
    assert said(felt).warnings == (
        "Two awards off the meter in one round: "
        "a supervisor applies the house procedure (rule (18)(a)v).",
    )


def test_two_royals_from_one_deck_are_looked_into() -> None:
    felt = jackpot_table().to_showdown().settle(3, 1)
    royals = tuple(
        DueAward(Award(place, Kind.PROGRESSIVE, "royal-flush", Money(100), Money(100), True))
        for place in (3, 1)
    )
    table = evolve(felt.table, round=evolve(felt.round, awards=royals))
    assert guide(table).warnings == (
        "Two royal flushes from one deck: a supervisor looks for a foreign card (rule 15.2.13.1).",
    )


def test_a_failed_jackpot_is_switched_off_or_frozen() -> None:
    felt = jackpot_table().go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert said(felt).warnings == (
        "Play goes on without the jackpot; "
        "return the Jackpot Wagers of places 1 and 3 (rule 11.14).",
    )
    felt = jackpot_table().all("bet").reveal("flop")
    felt.go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert said(felt).warnings == (
        "Jackpot equipment failed: awards are settled on the meter at $61,236.50.",
    )


# Rounds without a result


def test_a_misdeal_returns_every_wager_and_cancels_the_jackpot_wagers() -> None:
    felt = jackpot_table().decide(1, "fold").go(c.Report(c.Irregularity.WRONG_CARD_COUNT, 3))
    assert said(felt).text == (
        "Misdeal: return every wager, place 1 $30.00 and place 3 $30.00. Then close the round."
    )
    assert said(felt).clause == "11.3"
    assert said(felt).warnings == (
        "The Jackpot Wagers of places 1 and 3 are cancelled and go back (rule 15.3.1).",
        "A wager that is back with its player already is not returned twice.",
    )


def test_a_void_takes_back_what_was_paid_and_keeps_what_is_forfeited() -> None:
    felt = at_the_flop().decide(1, "bet").decide(3, "bet").reveal("flop").all("check")
    felt.reveal("turn").all("check").reveal("river").go(c.ShowDealersHand(), c.SettlePlace(3))
    felt.do(c.SettlePlace(1))
    felt.go(c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(3,)))
    assert said(felt).text == (
        "The round is void: return every wager, place 1 $75.00. "
        "Take the wagers of place 3: forfeited. Take $75.00 back from place 1. "
        "Then close the round."
    )
    assert said(felt).clause == "13.5"


def test_a_void_without_a_wager_or_a_clause_is_still_closed() -> None:
    felt = felt_of("nsw-2024 A, shuffler").do(c.OpenRound(1))
    felt.go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert said(felt) == Guidance(
        "The round is void: return every wager. Then close the round.", "1.1"
    )
    sd = felt_of("sd, PMG-01").wagers(p1="25").go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert said(sd).text == (
        "The round is void: return every wager, place 1 $25.00. Then press the end-of-hand button."
    )
    assert said(sd).clause is None


def test_a_round_that_ends_with_void_hands_only_says_what_goes_back() -> None:
    felt = at_the_flop().decide(1, "fold").go(c.Report(c.Irregularity.INVALID_WAGER, 3))
    assert felt.phase == "idle"
    assert said(felt).warnings == ("Place 3 is void: its wagers go back, $50.00.",)
    assert said(felt).text.startswith("Place 1 folds: collect all wagers")
    alone = felt_of("nsw-2024 A, shuffler").wagers(p1="25").do(c.NoMoreBets())
    alone.go(c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert alone.phase == "idle"
    assert said(alone).text == "Open the next round."
    assert said(alone).warnings == ("Place 1 is void: its wagers go back, $25.00.",)
