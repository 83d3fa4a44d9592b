"""What the dealer is told after an irregularity that play survives, and by which clause."""

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.events import IrregularityRuled
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import Street
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Choice
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.rules.test_nsw_deal import two_hands


def ruled(felt: Felt) -> list[str | None]:
    """The clauses of the rulings so far."""
    return [event.clause for event in felt.events if isinstance(event, IrregularityRuled)]


def told_until_the_next_step(felt: Felt, report: Report, act: str, *step: c.Command) -> None:
    """This act comes before the step that was due anyway, and is gone after it."""
    due = guide(felt.table)
    felt.go(report)
    said = guide(felt.table)
    assert said.text == f"{act} {due.text}"
    assert said.clause == due.clause
    felt.go(*step)
    assert act not in guide(felt.table).text


def one_has_bet(ruleset: str) -> Felt:
    return two_hands(ruleset).decide(1, "bet")


BET_TOO = c.Decide(3, Choice.BET)


@pytest.mark.clause("nsw", "11.4.2")
def test_an_exposed_hole_card_of_the_dealer_is_turned_back_once_a_flop_wager_is_made(
    ruleset: str,
) -> None:
    felt = one_has_bet(ruleset)
    act = "Turn your exposed card face down again and play on (rule 11.4.2)."
    told_until_the_next_step(felt, Report(Irregularity.DEALER_CARD_EXPOSED), act, BET_TOO)
    assert ruled(felt) == ["11.4.2"]
    assert felt.round.clause is None


@pytest.mark.clause("nsw", "11.6")
@pytest.mark.parametrize("street", ["turn", "river"])
def test_an_exposed_turn_or_river_is_turned_face_down_again_where_it_lies(
    ruleset: str, street: str
) -> None:
    felt = one_has_bet(ruleset).decide(3, "bet")
    report = Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street(street))
    act = (
        f"Turn the exposed {street.capitalize()} card face down again in its place "
        "and play on (rule 11.6)."
    )
    told_until_the_next_step(felt, report, act, c.Reveal(Street.FLOP))
    felt.go(Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.RIVER))
    assert ruled(felt) == ["11.6", "11.6"]
    assert felt.round.clause is None


@pytest.mark.clause("nsw-2024", "11.5")
def test_new_a_community_card_exposed_before_all_have_bet_is_turned_back_for_the_others() -> None:
    turned = "Turn the exposed Flop card face down again in its place and play on (rule 11.5)."
    for decision in (Decision.VOID, Decision.CONTINUE):
        felt = one_has_bet("nsw-2024")
        felt.go(Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.FLOP, decision=decision))
        assert ruled(felt) == ["11.5"]
        assert guide(felt.table).text.startswith(turned)
    felt.go(BET_TOO, Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.FLOP))
    assert ruled(felt) == ["11.5", "11.5"]


@pytest.mark.clause("nsw-legacy", "11.5")
def test_legacy_a_flop_card_that_is_let_stand_is_turned_back() -> None:
    felt = one_has_bet("nsw-legacy")
    report = Report(
        Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.FLOP, decision=Decision.CONTINUE
    )
    act = "Turn the exposed Flop card face down again in its place and play on (rule 11.5)."
    told_until_the_next_step(felt, report, act, BET_TOO)


@pytest.mark.clause("nsw", "11.7", "11.8")
def test_a_hand_at_an_empty_box_is_spread_and_racked_once_cards_were_handled(ruleset: str) -> None:
    felt = two_hands(ruleset).go(*(c.CardDrawn(card) for card in parse_cards("2h 3h")))
    felt.go(Report(Irregularity.CARDS_TO_EMPTY_BOX, 4, handled=True))
    act = "Spread the cards at place 4, put them in the discard rack and play on (rule 11.8)."
    assert guide(felt.table).text.startswith(f"{act} ")
    assert ruled(felt) == ["11.8"]
    assert act not in guide(felt.decide(1, "bet").table).text
    assert felt.round.clause is None


@pytest.mark.clause("nsw", "12.1")
def test_a_jam_has_the_cards_reshuffled_and_the_round_goes_on(ruleset: str) -> None:
    felt = one_has_bet(ruleset)
    act = "Have the cards in the device reshuffled before dealing. The round goes on (rule 12.1)."
    told_until_the_next_step(felt, Report(Irregularity.SHUFFLER_JAM), act, BET_TOO)
    assert ruled(felt) == ["12.1"]


@pytest.mark.clause("nsw", "12.2.3")
def test_a_device_that_fails_before_the_first_card_is_replaced(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    act = "Use another device with new cards, checked and shuffled. The wagers stand (rule 12.2.3)."
    told_until_the_next_step(felt, Report(Irregularity.SHUFFLER_FAILED), act, c.NoMoreBets())
    assert ruled(felt) == ["12.2.3"]


def test_a_card_out_of_turn_that_is_let_stand_is_played_on_with(ruleset: str) -> None:
    felt = one_has_bet(ruleset).go(*(c.CardDrawn(card) for card in parse_cards("2h")))
    felt.go(Report(Irregularity.CARD_OUT_OF_TURN, decision=Decision.CONTINUE))
    assert guide(felt.table).text.startswith("Play on with the cards as they are (rule 11.1). ")
    assert ruled(felt) == ["11.1"]


def test_sd_has_the_acts_without_a_clause() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25", p2="25").deal("9h 4c 7d Th 4d 7s")
    report = Report(Irregularity.DEALER_CARD_EXPOSED)
    act = "Turn your exposed card face down again and play on."
    told_until_the_next_step(felt.decide(1, "bet"), report, act, c.Decide(2, Choice.BET))
    assert ruled(felt) == [None]


@pytest.mark.clause("nsw-legacy", "11.10.1", "11.10.2", "11.13")
@pytest.mark.clause("nsw-2024", "11.10.1", "11.10.2", "11.13", "11.14", "11.19.1", "11.19.2")
def test_every_other_ruling_that_lets_play_go_on_names_its_clause(ruleset: str) -> None:
    new = ruleset == "nsw-2024"
    felt = two_hands(ruleset).decide(1, "bet", "60").decide(3, "bet", "60")
    felt.go(Report(Irregularity.FLOP_WAGER_CORRECTED, 1))
    felt.go(Report(Irregularity.FLOP_WAGER_CORRECTED, 3, decision=Decision.FOLD))
    assert ruled(felt) == ["11.10.1", "11.10.2"]
    felt = two_hands(ruleset).go(Report(Irregularity.DEEMED_FOLD, 1))
    felt.go(Report(Irregularity.INVALID_WAGER, 3))
    assert ruled(felt) == ["11.13", "11.19.2" if new else None]
    rules = table_rules(ruleset, jackpot=jackpot_rules())
    felt = Felt(rules).wagers(p1="25", p2="25").go(Report(Irregularity.INVALID_WAGER, 2))
    felt.go(Report(Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert ruled(felt) == (["11.19.1", "11.14"] if new else [None, None])
    assert felt.round.clause is None


def test_only_a_place_in_the_round_can_forfeit(ruleset: str) -> None:
    felt = one_has_bet(ruleset)
    for place, refusal in ((9, Refusal.NO_SUCH_PLACE), (2, Refusal.NOT_DEALT_IN)):
        report = Report(Irregularity.OUTCOME_INVALIDATED, forfeit=(place,))
        assert felt.refuses(report).refusal is refusal
