"""Poker room: who runs the game, what is said and shown, how people behave (1, 3, 18, 21, 23)."""

import pytest

from controller.domain.base import evolve
from controller.domain.cards import parse_cards
from controller.floor.decks import BringDeck, CheckDeck, CutDeck, ShuffleDeck
from controller.floor.entries import IncidentKind
from controller.floor.measures import CollusionMeasure, ReportIncident, TakeCollusionMeasure
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.state import CheckMeans
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.floor.signs import sign_pages
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.rules import PokerRules, Scale
from controller.games.poker.seating import SitDown
from controller.games.poker.showdown import PassIn, TableHand
from controller.games.poker.steps import guide
from controller.rulebook import load_clauses
from controller.staff.powers import HouseAction, Objection, may
from controller.staff.roles import Role
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING
from ui.viewmodels.rule_list import derive_rules


def three() -> PokerShift:
    """Seat 1 has the button and acts first."""
    return PokerShift().sitting(s1="100", s2="100", s3="100")


def played(shift: PokerShift) -> PokerShift:
    """To the river, everybody calling and checking."""
    shift.begun().check_round()
    for cards in ("Kd 9s 4h", "2c", "2s"):
        shift.street(cards).check_round()
    return shift


def reminded(shift: PokerShift, clause: str) -> str:
    """The reminder of this clause, as it stands now."""
    found = [one for one in guide(shift.table).reminders if clause in one]
    assert len(found) == 1, (clause, guide(shift.table).reminders)
    return found[0]


def told(shift: PokerShift) -> list[str]:
    return [prompt.text for prompt in prompts(shift.floor, shift.clock.now())]


# Who runs the game


@pytest.mark.clause("poker-room", "1.1:Dealer")
def test_the_dealer_deals_and_has_no_hand() -> None:
    shift = three().begun()
    assert shift.floor.dealer is not None
    assert {player.seat for player in shift.table.playing().players} == {1, 2, 3}
    assert all(seat.player != shift.floor.dealer for seat in shift.floor.seats)
    assert [role for role in Role if may(role, PokerAction.DEAL_CARDS)] == [Role.DEALER]


@pytest.mark.clause("poker-room", "1.1:Hand")
def test_every_deal_has_a_number_of_its_own() -> None:
    shift = three()
    shift.begun().act(Move.FOLD, Move.FOLD).do(DrawIn(), AwardPots(), FinishHand()).deck_ready()
    assert shift.why(BeginHand(1))[0] is FloorRefusal.ROUND_NUMBER
    shift.do(BeginHand(2))
    begun = [event.number for event in shift.events() if type(event).__name__ == "HandBegun"]
    assert begun == [1, 2]


@pytest.mark.clause("poker-room", "1.1:Table Inspector", "1.1:Pit Boss")
def test_the_table_inspector_supervises_and_the_pit_boss_stands_above() -> None:
    inspector, boss = Role.GAMING_SUPERVISOR, Role.CASINO_SUPERVISOR
    for action in PokerAction:
        assert may(inspector, action) == may(boss, action)
        assert not may(Role.INSPECTOR, action), "a government inspector runs no game"
    first, second = HouseAction.REVIEW_DISPUTE.people.slots
    assert inspector in first
    assert second == {boss}


@pytest.mark.clause("poker-room", "3.1#1")
def test_the_console_says_every_step_of_a_hand_with_its_rule() -> None:
    shift, texts = three(), []

    def hear() -> None:
        step = guide(shift.table)
        assert step.clause
        texts.append(step.text)

    hear()
    for command in (BeginHand(1), DealHoleCards(), FinishDeal()):
        shift.do(command)
        hear()
    shift.check_round()
    for cards in ("Kd 9s 4h", "2c", "2s"):
        hear()
        shift.street(cards)
        hear()
        shift.check_round()
    hear()
    shift.do(TableHand(2, parse_cards("Ks Kh")), PassIn(3), PassIn(1))
    hear()
    shift.do(AwardPots())
    hear()
    parts = ("Shuffle", "Deal two", "Confirm", "Seat 1 acts", "Burn", "Seat 2 acts", "Burn",
             "Seat 2 acts", "Burn", "Seat 2 acts", "Seat 2 shows", "Announce", "Pay")  # fmt: skip
    assert [text.startswith(part) for text, part in zip(texts, parts, strict=True)] == [True] * 13
    assert "take the commission" in texts[-2]


@pytest.mark.clause("poker-room", "3.1#2")
def test_a_supervisor_corrects_a_result_with_what_it_was_and_is() -> None:
    shift = three().begun().act(Move.FOLD, Move.FOLD)
    shift.do(DrawIn(), AwardPots(), FinishHand())
    corrected = CorrectResult(((1, 100), (2, -100)))
    assert shift.why(corrected)[0] is Objection.NOT_THIS_ROLE
    before = shift.table.seat(1).stack, shift.table.seat(2).stack
    shift.supervised(corrected)
    event = next(one for one in shift.events() if type(one).__name__ == "ResultCorrected")
    assert event.seats == ((1, before[0], before[0] + 100), (2, before[1], before[1] - 100))


# Cards


@pytest.mark.clause("poker-room", "4.2#3", "4.2#4")
def test_new_cards_are_checked_may_be_inspected_and_are_washed() -> None:
    shift = PokerShift().opened().do(SitDown(1, 10000), SitDown(2, 10000), BringDeck("A", "red"))
    wash = "Deck A is new: spread it face down and wash it, then shuffle."
    assert wash not in told(shift)
    shift.do(CheckDeck("A", CheckMeans.DEALER))
    assert wash in told(shift)
    shift.supervised(CheckDeck("A", CheckMeans.SUPERVISOR))
    assert wash in told(shift)
    shift.do(ShuffleDeck("A"))
    assert wash not in told(shift)
    shift.do(CutDeck("A")).begun().act(Move.FOLD).do(DrawIn(), AwardPots(), FinishHand())
    assert wash not in told(shift), "these cards are no longer new"


@pytest.mark.clause("poker-room", "4.3#2")
def test_the_cut_is_made_in_view_with_more_than_one_card_at_each_end() -> None:
    assert reminded(three(), "4.3").startswith("Cut in full view, with more than one card")


@pytest.mark.clause("poker-room", "6.6", "16.1#1")
def test_players_answer_for_two_cards_and_keep_them_hidden() -> None:
    shift = three().begun()
    assert "each is responsible for having two" in reminded(shift, "6.6")
    assert "keep their hole cards hidden" in reminded(shift, "16.1")
    assert not any(player.cards for player in shift.table.playing().players)


@pytest.mark.clause("poker-room", "10.1#3", "10.2#2")
@pytest.mark.parametrize("bets", [False, True])
def test_the_dealer_is_told_to_announce_the_winning_hand(*, bets: bool) -> None:
    shift = three().begun().check_round()
    for cards in ("Kd 9s 4h", "2c"):
        shift.street(cards).check_round()
    shift.street("2s")
    if bets:
        shift.do(Act(2, Move.BET, 400))
    shift.check_round().do(TableHand(2, parse_cards("Ks Kh")), PassIn(3), PassIn(1))
    assert guide(shift.table).text.startswith("Announce the winning hand")
    shift.do(AwardPots())
    assert guide(shift.table).announce == "seat 2 full house, K♠ K♥"


@pytest.mark.clause("poker-room", "18.1", "18.2")
def test_nobody_sees_discards_or_undealt_cards_not_even_after_the_hand() -> None:
    shift = three()
    assert reminded(shift, "18.1") == reminded(shift, "18.2")
    shift.begun().act(Move.FOLD, Move.FOLD).do(DrawIn(), AwardPots(), FinishHand())
    assert shift.why(DealStreet(parse_cards("Kd 9s 4h")))[0] is PokerRefusal.CARDS_NOT_DUE
    recorded = [event for event in shift.events() if getattr(event, "cards", ())]
    assert recorded == [], "no folded, burnt or undealt card is in the record"


# Wagers


@pytest.mark.clause("poker-room", "13.6")
def test_nobody_bets_for_another() -> None:
    shift = three().begun()
    assert "never for another" in reminded(shift, "13.6")
    assert shift.why(Act(2, Move.CALL))[0] is PokerRefusal.OUT_OF_TURN
    shift.do(Act(1, Move.CALL))
    assert [player.wager for player in shift.table.playing().players] == [100, 200, 200]


@pytest.mark.clause("poker-room", "13.9#1", "13.9#2")
def test_wagers_stay_in_front_until_the_betting_is_complete() -> None:
    shift = three().begun().act(Move.CALL)
    assert shift.why(DrawIn())[0] is PokerRefusal.BETTING_OPEN
    assert not shift.table.playing().drawn_in
    assert "folded hand may be drawn in at once" in reminded(shift, "13.9")
    shift.act(Move.CALL, Move.CHECK)
    assert guide(shift.table).text == "Draw the wagers into the middle."
    shift.do(DrawIn())
    assert shift.table.playing().drawn_in


@pytest.mark.clause("poker-room", "14.4")
def test_a_rap_on_the_table_is_a_check() -> None:
    assert "is a check" in reminded(three().begun(), "14.4")


# Conduct


@pytest.mark.clause("poker-room", "21.1")
def test_suspected_help_is_reported_to_the_table_inspector() -> None:
    shift = three()
    shift.do(ReportIncident(IncidentKind.ADVICE, 2))
    assert [(one.kind, one.place) for one in shift.floor.incidents] == [(IncidentKind.ADVICE, 2)]


@pytest.mark.clause("poker-room", "21.2#1", "21.2#3", "23.9", "23.2")
def test_one_player_to_a_hand_and_no_talk_about_it_by_anyone() -> None:
    shift = three().begun()
    for clause in ("21.2", "23.9", "23.2"):
        assert reminded(shift, clause).startswith("One player to a hand: no advice, no talk")


@pytest.mark.clause("poker-room", "23.2")
def test_what_the_console_says_does_not_depend_on_any_hidden_card() -> None:
    """It knows none: what it tells is what the rules offer."""
    shift = played(three())
    assert shift.table.phase is Phase.SHOWDOWN
    assert all(not player.cards for player in shift.table.playing().players)
    assert guide(shift.table).text == "Seat 2 shows both cards."


@pytest.mark.clause("poker-room", "21.2#2")
def test_english_only_is_told_to_the_dealer() -> None:
    shift = three()
    shift.on(GAMING).do(TakeCollusionMeasure(CollusionMeasure.ENGLISH_ONLY, ())).off()
    assert "Only English is spoken at the table." in told(shift)


@pytest.mark.clause("poker-room", "21.3#1", "21.3#2")
def test_what_one_player_learns_all_players_are_told() -> None:
    said = reminded(three().begun(), "21.3")
    assert "a folded hand" in said
    assert "a bettor nobody called" in said


# Notices


def signs(rules: PokerRules = RULES) -> str:
    shift = PokerShift(rules).sitting(s1="100", s2="100")
    pages = sign_pages(shift.floor, shift.clock.now())
    return "\n".join(str(page) for page in pages)


@pytest.mark.clause("poker-room", "13.1#2", "13.7", "22.2#2")
def test_bank_wagers_and_commission_are_on_the_sign() -> None:
    less = Scale(step=4000, amount=100, cap=500, before_flop=False)
    sign = signs(evolve(RULES, bank_min=4000, scale=less))
    for line in ("Minimum bank", "$40", "Minimum wager", "$2", "Maximum wager"):
        assert line in sign
    assert "$1 per $40 of each pot, at most $5" in sign


@pytest.mark.clause("poker-room", "15.3")
def test_the_order_of_hands_is_on_the_sign() -> None:
    sign = signs().lower()
    names = ("royal flush", "full house", "two pair", "one pair")
    assert [name for name in names if name not in sign] == []


@pytest.mark.clause("poker-room", "23.10")
def test_the_rules_can_be_read_at_the_table() -> None:
    assert "rules" in signs().lower()
    chapters = derive_rules(RULES, load_clauses().values(), 0)
    named = [row.number for row in chapters.rows if row.text == "Rule 18"]
    rule = derive_rules(RULES, load_clauses().values(), named[0])
    assert [row.note for row in rule.details if row.note] == ["18.1", "18.2"]
