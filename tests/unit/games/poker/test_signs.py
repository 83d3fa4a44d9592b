"""The sign of a table of the room: what the rules want the players to be told, and when."""

import pytest

from controller.domain.base import evolve
from controller.floor.closing import AnnounceClosing
from controller.floor.signs import SignPage
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.floor.hands import DeclareLastHands
from controller.games.poker.floor.signs import LINE_MAX, sign_line, sign_pages
from controller.games.poker.house import PokerHouse
from controller.games.poker.offers import Move
from controller.games.poker.rules import Limit, PokerRules, Scale
from controller.games.poker.stacks import ChangeStakes
from controller.games.poker.state import new_table
from controller.running.outputs import derive_outputs
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING


def playing(rules: PokerRules = RULES) -> PokerShift:
    return PokerShift(rules).sitting(s1="200", s2="200", s4="200")


def pages(shift: PokerShift) -> dict[str, SignPage]:
    found = sign_pages(shift.floor, shift.clock.now())
    return {page.title: page for page in found}


def line(shift: PokerShift) -> str:
    return derive_outputs(shift.house).sign_text


def figures(page: SignPage) -> dict[str, str]:
    return {one.text: one.figure for one in page.lines}


@pytest.mark.clause("poker-room", "13.1#2", "13.7")
def test_game_limits_and_bank_are_on_the_sign() -> None:
    shift = playing(evolve(RULES, bank_min=4_000, ante=100))
    told = figures(pages(shift)["Texas Hold'em, no-limit"])
    assert (told["Minimum bank"], told["Minimum wager"]) == ("$40", "$2")
    assert (told["Maximum wager"], told["Blinds"]) == ("all chips on the table", "$1 and $2")
    assert line(shift) == (
        "TEXAS HOLD'EM, NO-LIMIT - BLINDS $1/$2 - ANTE $1 - MINIMUM BANK $40"
        " - COMMISSION $1 PER $20"
    )


@pytest.mark.parametrize(
    ("limit", "most"),
    [
        (Limit.FIXED, "$2 before and on the flop, $4 after it"),
        (Limit.HALF_POT, "half of the pot"),
        (Limit.POT_LIMIT, "the pot"),
    ],
)
def test_the_most_is_by_the_limit_form(limit: Limit, most: str) -> None:
    first = next(iter(pages(playing(evolve(RULES, limit=limit))).values()))
    assert figures(first)["Maximum wager"] == most


@pytest.mark.clause("poker-room", "22.2#2")
def test_a_commission_below_the_full_one_is_posted() -> None:
    scale = Scale(cap=1_000, before_flop=False, players_min=4)
    told = figures(next(iter(pages(playing(evolve(RULES, scale=scale))).values())))
    assert told["Commission"] == "$1 per $20 of each pot, at most $10"
    assert "No commission on a pot that is won before the flop" in told
    assert "No commission with fewer than 4 players" in told
    assert line(playing(evolve(RULES, scale=None))).endswith("COMMISSION NONE")


@pytest.mark.clause("poker-room", "23.4#2")
def test_closing_and_the_last_hands_are_announced() -> None:
    shift = playing().supervised(AnnounceClosing(15))
    assert pages(shift)["Table closing"].urgent
    assert line(shift).startswith("THIS TABLE CLOSES SOON - TEXAS HOLD'EM")
    shift = playing().supervised(DeclareLastHands())
    assert pages(shift)["Last hands"].lines[0].text == "This table closes after 3 hands."
    for left in ("LAST HANDS: 3", "LAST HANDS: 2", "LAST HANDS: 1"):
        assert line(shift).startswith(left)
        shift.deck_ready().begun().act(Move.FOLD, Move.FOLD).do(AwardPots(), FinishHand())
        if left.endswith("2"):
            assert pages(shift)["Last hands"].lines[0].text == "This table closes after one hand."
    assert "Last hands" not in pages(shift)


def test_other_stakes_are_announced_until_a_hand_begins_by_them() -> None:
    shift = (
        playing().on(GAMING).do(ChangeStakes(Limit.POT_LIMIT, 200, 400, 0, 8_000, (1, 2, 4))).off()
    )
    assert pages(shift)["New stakes"].urgent
    assert figures(pages(shift)["New stakes"])["Blinds"] == "$2 and $4"
    assert line(shift).startswith("NEW STAKES - TEXAS HOLD'EM, POT LIMIT - BLINDS $2/$4")
    shift.begun()
    assert "New stakes" not in pages(shift)


def test_a_closed_table_says_so_and_a_line_is_never_too_long() -> None:
    shift = PokerShift()
    assert line(shift) == "TABLE CLOSED"
    assert [*pages(shift)] == ["Table closed", "Information"]
    dear = evolve(RULES, small=1_000_000_00, big=2_000_000_00, ante=100, bank_min=4_000_000_00)
    said = sign_line(dear, None)
    assert len(said) <= LINE_MAX
    assert derive_outputs(PokerHouse(new_table(RULES))).sign_text.startswith("TEXAS HOLD'EM")
