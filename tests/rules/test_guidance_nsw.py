"""New South Wales: what the dealer is told and reminded of, in the words of rule 1.1."""

import re

import pytest

from controller.domain.hands import Category
from controller.games.bonus import commands as c
from controller.games.bonus.events import DecisionMade
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.story import narrate
from controller.games.bonus.rules import Street
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Choice
from controller.rulebook import load_clauses
from tests.helpers.felt import Felt, jackpot_felt, table_rules
from tests.rules.test_nsw_betting import to
from tests.rules.test_nsw_deal import dealt
from tests.rules.test_nsw_settlement import BOARD, DEALER, HANDS, all_streets, four_hands
from tests.unit.round.test_guidance import ALL_RULES, walked

NSW = [name for name in ALL_RULES if name.startswith("nsw")]
STREETS = ("flop", "turn", "river")


def words(said: Guidance) -> str:
    return " ".join((said.text, said.announce or "", *said.reminders, *said.warnings))


def lines(felt: Felt, clause: str) -> list[str]:
    """The reminders that stand on this clause."""
    return [line for line in guide(felt.table).reminders if f"(rule {clause})" in line]


def at_the_flop(ruleset: str, hole: str = "Ah Ad") -> Felt:
    felt = Felt(table_rules(ruleset)).wagers(p1="25", p2="25")
    return dealt(felt, BOARD, DEALER, p1=hole, p2="8c 8h")


# The defined terms


def terms(ruleset: str) -> set[str]:
    """The terms that rule 1.1 of a rule set defines, without regard to capitals."""
    heads = (number for where, number in load_clauses() if where == ruleset)
    return {head.removeprefix("1.1:").lower() for head in heads if head.startswith("1.1:")}


@pytest.mark.clause("nsw", "1.1")
@pytest.mark.parametrize("name", NSW)
def test_wagers_streets_and_roles_have_the_names_of_rule_1_1_and_no_others(name: str) -> None:
    defined = terms(ALL_RULES[name].ruleset)
    told = " ".join(
        f"{words(guide(after))} {narrate(before, after, event)}"
        for seed in range(2)
        for before, event, after in walked(name, seed)
    )
    wagers = set(re.findall(r"\b(?!The )((?:[A-Z][a-z]+ )+Wager)s?\b", told))
    assert wagers <= {"Ante Wager", "Ante Bonus Wager", "Jackpot Wager"} | {
        f"{street.capitalize()} Wager" for street in STREETS
    }
    assert {name.lower() for name in wagers} <= defined
    assert len(wagers) >= 5  # all of them come up
    assert set(re.findall(r"(\w+ supervisor)\b", told.lower())) <= defined
    stray = r"\b(?:ante|bonus|flop|turn|river|jackpot) (?:wager|bet)s?\b|\b[Tt]he (?:flop|river)\b"
    assert not re.search(stray, told)
    assert not re.search(r"\b(?:progressives?|pushe[sd]|raises?|antes|bonus wagers?)\b", told)


@pytest.mark.clause("nsw", "1.1")
def test_who_confirms_an_award_is_called_as_rule_1_1_calls_both_grades(ruleset: str) -> None:
    felt = jackpot_felt(ruleset).wagers(p1="25")
    dealt(felt.jackpot(1), "5h 6h 7h Kc 2d", "Kd Qd", p1="8h 9h").to_showdown().settle(1)
    assert "casino supervisor" in terms(ruleset)
    assert "call a gaming or casino supervisor" in guide(felt.table).text


# Decisions


@pytest.mark.clause("nsw", "9.2.2", "9.3.2")
@pytest.mark.clause("nsw-guide", "turn-wager#2", "river-wager#2")
@pytest.mark.parametrize(("street", "clause"), [("turn", "9.2.2"), ("river", "9.3.2")])
def test_a_tap_a_knock_or_another_signal_is_entered_as_a_check_that_stakes_nothing(
    ruleset: str, street: str, clause: str
) -> None:
    felt = at_the_flop(ruleset)
    assert not lines(felt, clause)
    to(felt, street)
    (line,) = lines(felt, clause)
    assert re.search("tap or knock .* another accepted hand signal", line)
    asked = guide(felt.table)
    assert asked.place == 1
    assert "check (a tap or knock on the table)" in asked.text
    before = dict(felt.place(1).stakes)
    felt.decide(1, "check")
    assert felt.events[-1] == DecisionMade(1, Street(street), Choice.CHECK, None)
    assert felt.place(1).stakes == before
    assert Area(street) not in before
    assert guide(felt.table).place == 2


@pytest.mark.clause("nsw", "9.4")
@pytest.mark.clause("nsw-guide", "flop-wager#3")
@pytest.mark.parametrize("street", STREETS)
def test_who_folds_passes_the_cards_face_down_and_the_dealer_collects(
    ruleset: str, street: str
) -> None:
    felt = to(at_the_flop(ruleset), street)
    (line,) = lines(felt, "9.4")
    assert re.search("folding player passes the cards to the dealer face down", line)
    felt.decide(1, "fold")
    assert "Place 1 folds: collect all wagers and cards" in guide(felt.table).text
    assert lines(felt, "9.4")
    felt.decide(2, "bet").reveal(street)
    if street == "river":  # nothing is folded any more
        assert not lines(felt, "9.4")


@pytest.mark.clause("nsw-guide", "hole-cards#2")
@pytest.mark.parametrize("street", STREETS)
def test_players_lift_their_own_cards_and_show_them_to_nobody(ruleset: str, street: str) -> None:
    reminders = guide(to(at_the_flop(ruleset), street).table).reminders
    shown = [line for line in reminders if "lift their own cards" in line]
    assert len(shown) == 1
    assert "show them to no player or dealer" in shown[0]


@pytest.mark.clause("nsw", "9.10")
def test_the_cards_stay_in_full_view_of_the_dealer_throughout_the_round(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25", p2="25")
    assert not lines(felt, "9.10")  # no card is out
    felt.do(c.NoMoreBets())
    phases = []
    dealt(felt, BOARD, DEALER, p1="Ah Ad", p2="8c 8h")
    for street in STREETS:
        phases.append((felt.phase, len(lines(felt, "9.10"))))
        felt.all("bet").reveal(street)
    phases.append((felt.phase, len(lines(felt, "9.10"))))
    felt.go(c.ShowDealersHand(), c.BeginSettlement())
    phases.append((felt.phase, len(lines(felt, "9.10"))))
    felt.settle(2)
    phases.append((felt.phase, len(lines(felt, "9.10"))))
    in_play = ["flop-decisions", "turn-decisions", "river-decisions", "showdown"]
    assert phases == [(phase, 1) for phase in [*in_play, "settlement", "settlement"]]
    deal = Felt(table_rules(ruleset)).wagers(p1="25").do(c.NoMoreBets())
    assert len(lines(deal, "9.10")) == 1


# No advice


@pytest.mark.clause("nsw-legacy", "13.6")
@pytest.mark.clause("nsw-2024", "13.7")
def test_nothing_said_before_the_settlement_depends_on_how_good_a_hand_is(
    ruleset: str, clause: str
) -> None:
    strong, weak = at_the_flop(ruleset, "Jd Jc"), at_the_flop(ruleset, "3c 5s")
    names = "|".join(category.text for category in Category)
    for street in STREETS:
        for place in (1, 2):
            said = guide(strong.table)
            assert said == guide(weak.table)
            assert lines(strong, clause) == [f"Give no advice on how to play (rule {clause})."]
            offered = [word for word in ("fold", "check", "bet a ") if word in said.text]
            expected = ["fold", "bet a "] if street == "flop" else ["fold", "check", "bet a "]
            assert offered == expected
            assert not re.search(names, words(said))
            for felt in (strong, weak):
                felt.decide(place, "bet")
        for felt in (strong, weak):
            assert not re.search(names, words(guide(felt.table)))
            felt.reveal(street)
    for felt in (strong, weak):
        felt.go(c.ShowDealersHand()).settle(2).turn(1)
    assert "three of a kind, jacks" in (guide(strong.table).announce or "")
    assert "three of a kind" not in (guide(weak.table).announce or "")


# The dealer's hand, concessions and settlement


@pytest.mark.clause("nsw-guide", "settlement#2")
def test_dealers_hand_is_announced_when_the_dealers_cards_are_turned_and_not_before(
    ruleset: str,
) -> None:
    felt = at_the_flop(ruleset)
    for street in STREETS:
        assert guide(felt.table).announce is None
        felt.all("bet")
        assert guide(felt.table).announce is None
        felt.reveal(street)
    said = guide(felt.table)
    assert said.announce == "dealer's hand"
    assert (said.cards, felt.round.dealer_shown) == (2, False)
    assert guide(felt.go(c.ShowDealersHand()).table).announce != "dealer's hand"


@pytest.mark.clause("nsw-guide", "concede#2")
def test_a_sweeping_motion_concedes_and_the_two_cards_are_collected(ruleset: str) -> None:
    felt = to(four_hands(ruleset), "river").all("bet").reveal("river")
    assert not lines(felt, "10.2")
    felt.go(c.ShowDealersHand())
    (line,) = lines(felt, "10.2")
    assert "sweeping hand motion" in line
    felt.go(c.Concede(4))
    said = guide(felt.table)
    assert said.announce == "conceding hand"
    assert re.search('"conceding hand".*Place 4 concedes: collect.*cards.*confirm two', said.text)


@pytest.mark.clause("nsw-guide", "main-settlement")
def test_the_ranking_of_each_hand_is_announced_and_compared_with_the_dealers(ruleset: str) -> None:
    felt = all_streets(four_hands(ruleset))
    seen = []
    for place in (6, 4, 2, 1):
        said = guide(felt.turn(place).table)
        felt.settle(place)
        match = re.search(r'announce "(.+?)", (\w+) (?:than|to) the dealer\'s hand', said.text)
        assert match
        assert said.announce == match[1]
        seen.append((place, *match.groups()))
    assert seen == [
        (6, "no pair, king high", "equal"),
        (4, "one pair, eights", "higher"),
        (2, "no pair, jack high", "lower"),
        (1, "one pair, aces", "higher"),
    ]


@pytest.mark.clause("nsw", "10.12")
def test_the_cards_of_each_hand_are_proved_and_racked_before_the_next_is_turned(
    ruleset: str,
) -> None:
    felt = all_streets(four_hands(ruleset))
    for place in (6, 4, 2, 1):
        said = guide(felt.turn(place).table)
        assert said.place == place
        assert said.text.endswith("Prove the cards and put them in the discard rack.")
        felt.settle(place)


@pytest.mark.clause("nsw", "10.12", "15.2.7")
def test_the_cards_of_a_jackpot_hand_are_racked_when_its_award_is_paid(ruleset: str) -> None:
    felt = jackpot_felt(ruleset)
    felt.wagers(p1="25", p2="25").jackpot(1, 2)
    dealt(felt, "5h 6h 7h Kc 2d", "Kd Qd", p1=HANDS["p1"], p2="8h 9h").to_showdown()
    racked = "put them in the discard rack"
    assert racked not in guide(felt.turn(2).table).text
    assert racked in guide(felt.settle(2).turn(1).table).text  # two aces win no jackpot
    felt.settle(1).go(c.KeyAward(2, "straight-flush"))
    assert racked not in guide(felt.table).text
    felt.go(c.ConfirmAward(2, "straight-flush"))
    assert re.search(f"Pay place 2 the jackpot award.*{racked}", guide(felt.table).text)
