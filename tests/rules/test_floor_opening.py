"""Opening and closing: rules in force, cloth, equipment, dealer, notice of closing (1, 2, 13)."""

import pytest

from controller.floor.approval import approval_line
from controller.floor.base import Day
from controller.floor.closing import AnnounceClosing, CloseTable, TableClosed, WithdrawClosing
from controller.floor.money import CountFloat
from controller.floor.opening import (
    BeginOpening,
    ConfirmItem,
    ItemConfirmed,
    LogOffDealer,
    LogOnDealer,
    OpenTable,
    checklist,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import BeginRound, FinishRound, RoundBegun
from controller.floor.seats import LeaveSeat
from controller.floor.state import Status
from controller.games.bonus.rules import RuleSet
from controller.rulebook import Kind, load_clauses
from tests.unit.floor.pit import DEALER, MONDAY, Pit, dollars
from ui.viewmodels.rule_list import derive_rules


@pytest.mark.clause("nsw-2024", "Order:(1)")
def test_the_2024_rules_carry_their_approval_on_screen_and_in_every_round() -> None:
    pit = Pit("nsw-2024").playing(1).begin()
    begun = pit.last(RoundBegun)
    assert (begun.ruleset, begun.approved_on) == (RuleSet.NSW_2024, Day(2024, 8, 16))
    line = approval_line(pit.floor.rules)
    assert line.startswith("Amended Rules for the playing of Texas Hold'em Bonus Poker")
    assert line.endswith("approved by order dated 16 August 2024")
    assert line in pit.pages()["Information"]
    legacy = Pit("nsw-legacy").playing(1).begin()
    assert legacy.last(RoundBegun).approved_on is None
    assert "approved" not in approval_line(legacy.floor.rules)


@pytest.mark.clause("nsw-2024", "Order:Effect")
def test_a_table_does_not_play_the_2024_rules_before_the_day_they_were_published() -> None:
    published = Day(2024, 8, 21)
    early = Pit("nsw-2024", effective_from=published).refuses(BeginOpening(Day(2024, 8, 20)))
    assert (early.refusal, early.clause) == (FloorRefusal.NOT_EFFECTIVE, "Order:Effect")
    Pit("nsw-2024", effective_from=published, day=published).opened()
    unset = Pit("nsw-2024", effective_from=None).refuses(BeginOpening(MONDAY))
    assert unset.refusal is FloorRefusal.WRONG_SETTING
    assert "Enter the day they were published: the table's file has none." in unset.text()
    signing = Pit("nsw-2024", effective_from=Day(2024, 8, 15)).refuses(BeginOpening(MONDAY))
    assert signing.refusal is FloorRefusal.WRONG_SETTING, "published before it was signed"
    assert "says 2024-08-15, before their approval on 2024-08-16." in signing.text()
    Pit("nsw-legacy", effective_from=None, day=Day(2024, 8, 1)).opened()


@pytest.mark.clause("nsw-legacy", "13.14")
@pytest.mark.clause("nsw-2024", "13.16")
def test_the_active_rules_can_be_read_on_request(ruleset: str, clause: str) -> None:
    pit = Pit(ruleset).opened()
    rules, clauses = pit.floor.rules, load_clauses().values()
    chapters = len(derive_rules(rules, clauses, 0).rows)
    pages = [derive_rules(rules, clauses, number) for number in range(1, chapters + 1)]
    heads = {tuple(row.text for row in page.details[:2]) for page in pages}
    assert heads == {("What this table does, clause by clause", approval_line(rules))}
    texts = {row.note: row.text for page in pages for row in page.details[2:]}
    assert "Offer the active rules for reading" in texts[clause]
    read = [one for one in clauses if one.ruleset == ruleset and one.kind is not Kind.RECORD]
    assert list(texts) == [one.number for one in read]
    assert not any(text.startswith("DIFFERS") or not text for text in texts.values())
    assert f"The rules can be read on request (rule {clause})." in pit.pages()["Information"]


@pytest.mark.clause("nsw", "1.1:Dealer")
def test_no_round_begins_without_a_dealer_and_each_names_the_one_who_deals(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1).do(LogOffDealer())
    assert pit.why(BeginRound(1)) == (FloorRefusal.NO_DEALER, "1.1")
    assert pit.refuses(LogOnDealer("")).refusal is FloorRefusal.NO_DEALER
    pit.do(LogOnDealer("102")).begin()
    assert pit.last(RoundBegun).dealer == "102"
    assert pit.refuses(LogOffDealer()).refusal is FloorRefusal.ROUND_IN_PROGRESS
    pit.do(FinishRound(()), LogOnDealer("103")).begin()
    assert pit.last(RoundBegun).dealer == "103"


def test_a_dealer_may_be_relieved_in_the_middle_of_a_round() -> None:
    pit = Pit().playing(1).dealt().do(LogOnDealer("102"))
    assert pit.floor.round is not None
    assert (pit.floor.round.dealer, pit.floor.dealer) == ("102", "102")


@pytest.mark.clause("nsw", "Diagram A")
@pytest.mark.parametrize("places", range(1, 10))
def test_a_table_has_5_or_7_places(ruleset: str, places: int) -> None:
    pit = Pit(ruleset, places=places)
    if places in (5, 7):
        assert pit.opened().status() is Status.OPEN
    else:
        assert pit.why(BeginOpening(MONDAY)) == (FloorRefusal.WRONG_SETTING, "Diagram A")


@pytest.mark.clause("nsw", "2.2", "2.2.2")
def test_the_opener_confirms_that_the_cloth_is_as_diagram_a_has_it(ruleset: str) -> None:
    pit = Pit(ruleset).do(BeginOpening(MONDAY), CountFloat(dollars("1")), LogOnDealer("1"))
    cloth = {"cloth": "2.2", "card-areas": "2.2.2.1", "wager-shapes": "2.2.2.2"}
    for item in checklist(pit.floor):
        if item.code not in cloth:
            pit.do(ConfirmItem(item.code))
    for code, clause in cloth.items():
        assert pit.why(OpenTable()) == (FloorRefusal.LIST_UNFINISHED, clause)
        assert f"({clause})" in pit.prompts()
        pit.do(ConfirmItem(code))
        assert pit.last(ItemConfirmed).clause == clause
    assert "matches Diagram A with 5 places" in checklist(pit.floor)[0].text
    assert pit.do(OpenTable()).status() is Status.OPEN


@pytest.mark.clause("nsw", "2.2.1")
def test_the_opener_confirms_that_every_place_is_marked(ruleset: str) -> None:
    pit = Pit(ruleset).do(BeginOpening(MONDAY))
    assert "Every place is marked Ante, Flop, Turn, River and Bonus." in pit.prompts()


@pytest.mark.clause("nsw-legacy", "13.8")
@pytest.mark.clause("nsw-2024", "13.9")
def test_with_players_there_a_table_closes_after_20_minutes_on_the_sign(
    ruleset: str, clause: str
) -> None:
    pit = Pit(ruleset).playing(1)
    assert pit.why(CloseTable()) == (FloorRefusal.NOTICE_NEEDED, clause)
    assert pit.refuses(AnnounceClosing(19)).refusal is FloorRefusal.NOTICE_TOO_SHORT
    pit.do(AnnounceClosing())
    assert pit.pages()["Table closing"] == ("This table closes at 00:20.",)
    pit.wait(19.9).settle_down()
    assert pit.refuses(CloseTable()).refusal is FloorRefusal.NOTICE_NEEDED
    assert pit.status() is Status.OPEN
    pit.wait(0.1)
    assert pit.why(BeginRound(1)) == (FloorRefusal.TABLE_CLOSING, clause)
    pit.settle_down()
    assert pit.status() is Status.COUNTING
    assert pit.last(TableClosed).noticed
    assert not pit.floor.seated()


def test_a_closing_time_that_comes_during_a_round_waits_for_its_end(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1).do(AnnounceClosing()).dealt().wait(30).settle_down()
    assert pit.refuses(CloseTable()).refusal is FloorRefusal.ROUND_IN_PROGRESS
    assert pit.status() is Status.OPEN
    assert pit.do(FinishRound((1,))).status() is Status.COUNTING


def test_with_nobody_there_a_table_closes_at_once(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1).do(LeaveSeat(1))
    assert pit.do(CloseTable()).status() is Status.COUNTING
    assert not pit.last(TableClosed).noticed


def test_a_closing_may_be_withdrawn_and_its_period_then_begins_anew(ruleset: str) -> None:
    pit = Pit(ruleset).opened().seat(1).do(AnnounceClosing()).wait(15).do(WithdrawClosing())
    assert "Table closing" not in pit.pages()
    pit.do(AnnounceClosing()).wait(15).settle_down()
    assert pit.status() is Status.OPEN
    assert pit.wait(5).settle_down().status() is Status.COUNTING


def test_the_dealer_at_opening_is_the_dealer_of_the_table() -> None:
    assert Pit().opened().floor.dealer == DEALER.number
