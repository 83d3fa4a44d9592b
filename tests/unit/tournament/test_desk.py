"""Corrections, colouring up, altering, prizes in kind: what files do not tell of."""

from typing import Any

import pytest

from controller.domain.base import evolve
from controller.tournament.buying import Rebuy
from controller.tournament.clock import BeginHand, BeginLevel
from controller.tournament.colouring import ColourUp, chips_to_race, odd_stacks
from controller.tournament.conduct import Disqualify
from controller.tournament.corrections import CorrectHand, TakeBackBustOut
from controller.tournament.ending import End, PlayHandForHand, Start
from controller.tournament.entries import Enter
from controller.tournament.format import Chips, InKind, problem_with
from controller.tournament.hands import ReportHand
from controller.tournament.heats import BeginNextHeat, BeginNextSession
from controller.tournament.management import Alter, Cancel
from controller.tournament.places import cuts_due, ranking
from controller.tournament.prizes import prize_list, won
from controller.tournament.publishing import PublishPrizes
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import MovePlayer, TakeSeat
from controller.tournament.state import Seat
from controller.tournament.story import narrate
from tests.helpers.tournament_desk import Office, chips, cut, form, friday, level, stacks

WHY = "keyed wrong"


def corrected(table: int, commission: float = 0, **counted: float) -> CorrectHand:
    return CorrectHand(table, stacks(**counted), chips(commission))


def test_a_wrong_bust_out_is_taken_back_with_the_hand() -> None:
    office = friday().hand(1, anna=2000, ben=0, cara=1000)
    assert not office.desk.entrant("ben").is_in
    right = corrected(1, anna=0, ben=2000, cara=1000)
    assert office.refuses(right) == (DeskRefusal.REASON_NEEDED, "25.1")
    office.do(right, reason=WHY)
    assert [office.desk.entrant(name).is_in for name in ("anna", "ben", "cara")] == [0, 1, 1]
    assert office.events[-2].reason == WHY
    office.hand(1, ben=3000, cara=0).do(End())
    assert [one.name for one in ranking(office.desk)] == ["ben", "cara", "anna"]


def test_only_the_last_hand_can_be_corrected_and_only_as_it_stands() -> None:
    office = friday(rebuys=True)
    hand = corrected(1, anna=1000, ben=1000, cara=1000)
    assert office.refuses(hand, WHY) == (DeskRefusal.NO_HAND, "25.1")
    office.hand(1, anna=2000, ben=0, cara=1000)
    assert office.refuses(corrected(1, anna=3000), WHY) == (DeskRefusal.WRONG_PLAYERS, "25.1")
    more = corrected(1, anna=2000, ben=500, cara=1000)
    assert office.refuses(more, WHY) == (DeskRefusal.OUT_OF_BALANCE, "28.3")
    raked = corrected(1, anna=1990, ben=0, cara=1000, commission=10)
    assert office.refuses(raked, WHY) == (DeskRefusal.NO_COMMISSION, "32.1")
    office.do(hand, reason=WHY).do(corrected(1, anna=2000, ben=0, cara=1000), reason=WHY)
    assert office.desk.entrant("ben").is_in, "a re-buy is open to him"
    office.do(Rebuy("ben"))
    assert office.refuses(hand, WHY) == (DeskRefusal.CHANGED_SINCE, "25.1")


def test_a_hand_is_not_corrected_once_a_seat_of_it_is_taken_or_left() -> None:
    office = friday().hand(1, anna=2000, ben=0, cara=1000).do(MovePlayer("cara", Seat(1, 2)))
    hand = corrected(1, anna=1000, ben=1000, cara=1000)
    assert office.refuses(hand, WHY) == (DeskRefusal.CHANGED_SINCE, "25.1")
    away = friday().hand(1, anna=2000, ben=0, cara=1000).do(MovePlayer("cara", Seat(2, 2)))
    assert away.refuses(hand, WHY) == (DeskRefusal.CHANGED_SINCE, "25.1")


def test_nobody_has_less_than_nothing_and_no_commission_brings_chips() -> None:
    office = friday(chips=Chips.VALUE, commission=True)
    short = stacks(anna=2100, ben=-100, cara=1000)
    more = stacks(anna=1100, ben=1000, cara=1000)
    for _ in range(2):
        assert office.refuses(ReportHand(1, short)) == (DeskRefusal.OUT_OF_BALANCE, "28.3")
        report = ReportHand(1, more, chips(-100))
        assert office.refuses(report) == (DeskRefusal.OUT_OF_BALANCE, "28.3")
        office.hand(1, anna=1000, ben=1000, cara=1000)
        for wrong in (CorrectHand(1, short), CorrectHand(1, more, chips(-100))):
            assert office.refuses(wrong, WHY) == (DeskRefusal.OUT_OF_BALANCE, "28.3")


def test_hand_for_hand_a_table_of_one_holds_nobody_up() -> None:
    office = Office(form(rebuys=True, session_hands=3))
    office.enter("anna 1.1", "ben 1.2", "cara 2.1", "dora 2.2", "emil 3.1", "fred 3.2").start()
    office.hand(3, emil=1100, fred=900).hand(3, emil=1200, fred=800).hand(3, emil=1300, fred=700)
    office.do(PlayHandForHand()).hand(2, cara=2000, dora=0)
    office.do(BeginHand(1)).hand(1, anna=1100, ben=900)
    office.do(BeginHand(1)).hand(1, anna=1000, ben=1000)
    office.do(Rebuy("dora"))
    assert office.refuses(BeginHand(1)) == (DeskRefusal.WAIT, "30.3.c")


def test_whoever_is_alone_in_going_on_has_won() -> None:
    office = Office(form(sessions=2, advance=1)).enter("a 1.1", "b 1.2").do(Enter("c", 2)).start()
    office.hand(1, a=2000, b=0).do(End(), BeginNextSession(), Disqualify("c"), Start(), End())
    assert office.refuses(BeginNextHeat()) == (DeskRefusal.NOBODY_GOES_ON, "25.1")
    paid = [(one.name, one.cash) for one in won(office.desk)]
    assert paid == [*zip("ab", prize_list(office.desk), strict=True)], "no further heat is played"


def test_nobody_is_paid_before_the_last_session_and_heat_are_played() -> None:
    in_kind = (InKind(1, "a watch", chips(50)),)
    office = Office(form(sessions=2, advance=1, in_kind=in_kind)).enter("a 1.1", "b 1.2")
    office.do(Enter("c", 2), Enter("d", 2)).start()
    listed = prize_list(office.desk)
    assert listed == [chips(175), chips(105), chips(70)], "by all who have entered"
    office.hand(1, a=2000, b=0).do(End())
    assert [(one.name, one.cash, one.in_kind) for one in won(office.desk)] == [
        ("a", 0, ()),
        ("b", 0, ()),
    ]
    office.do(BeginNextSession(), TakeSeat("c", Seat(1, 1)), TakeSeat("d", Seat(1, 2)), Start())
    office.hand(1, c=1000, d=1000).do(End())
    assert sum(one.cash for one in won(office.desk)) == 0, "a waits for the next heat"
    office.do(cut(c="2c", d="As"))
    office.do(BeginNextHeat(), TakeSeat("a", Seat(1, 1)), TakeSeat("d", Seat(1, 2)), Start())
    office.hand(1, a=2000, d=0).do(End())
    assert [one.cash for one in won(office.desk)] == [*listed, 0]
    assert won(office.desk)[0].in_kind == ("a watch",)


def test_cards_that_were_cut_for_a_heat_decide_nothing_in_the_next() -> None:
    office = Office(form(sessions=2, advance=1)).enter("a 1.1", "b 1.2")
    office.do(Enter("c", 2), Enter("d", 2)).start().hand(1, a=2000, b=0).do(End())
    office.do(BeginNextSession(), TakeSeat("c", Seat(1, 1)), TakeSeat("d", Seat(1, 2)), Start())
    office.hand(1, c=1000, d=1000).do(End(), cut(c="2c", d="As"))
    office.do(BeginNextHeat(), TakeSeat("a", Seat(1, 1)), TakeSeat("d", Seat(1, 2)), Start())
    office.hand(1, a=1000, d=1000).do(End())
    due = [[one.name for one in equals] for equals in cuts_due(office.desk)]
    assert due == [["a", "d"]]


def test_levels_that_are_over_stay_as_they_were_played() -> None:
    levels = (level(20, 25, 50), level(20, 50, 100), level(20, 100, 200))
    office = friday(levels=levels).do(BeginLevel(1))
    past = evolve(office.desk.form, levels=(level(30, 25, 50), *levels[1:]))
    assert office.refuses(Alter(past), WHY) == (DeskRefusal.FIXED, "31.4")
    ahead = evolve(office.desk.form, levels=(*levels[:2], level(15, 150, 300)))
    office.do(Alter(ahead), reason=WHY)


def test_a_session_that_nobody_has_entered_does_not_start() -> None:
    office = Office(form(sessions=2, advance=1)).do(Enter("zoe", 2), PublishPrizes())
    assert office.refuses(Start()) == (DeskRefusal.NOBODY_ENTERED, "26.1.f")


def test_commission_is_corrected_with_the_hand() -> None:
    office = friday(chips=Chips.VALUE, commission=True)
    office.hand(1, anna=1990, ben=0, cara=1000, commission=10)
    office.do(corrected(1, anna=1980, ben=0, cara=1000, commission=20), reason=WHY)
    assert office.desk.books.commission == chips(20)


def test_a_player_counted_out_who_asked_for_a_re_buy_in_time_comes_back() -> None:
    office = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000)
    assert office.refuses(TakeBackBustOut("ben"), WHY) == (DeskRefusal.NOT_OUT, "29.2.a")
    assert office.refuses(TakeBackBustOut("dan"), WHY) == (DeskRefusal.NOT_OUT, "29.2.a")
    office.hand(1, anna=1000, cara=2000)
    assert office.refuses(TakeBackBustOut("ben")) == (DeskRefusal.REASON_NEEDED, "29.2.a")
    office.do(TakeBackBustOut("ben"), reason="the runner was late").do(Rebuy("ben"))
    office.hand(1, anna=1000, ben=1000, cara=2000)


def test_nobody_comes_back_to_a_taken_seat_or_after_the_close() -> None:
    office = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000)
    office.do(MovePlayer("cara", Seat(1, 2)))
    assert office.refuses(TakeBackBustOut("ben"), WHY) == (DeskRefusal.SEAT_TAKEN, "26.1.f")
    closed = friday().hand(1, anna=2000, ben=0, cara=1000)
    assert closed.refuses(TakeBackBustOut("ben"), WHY) == (DeskRefusal.REBUYS_CLOSED, "29.2.a")
    assert closed.do(End()).refuses(TakeBackBustOut("ben"), WHY)[0] is DeskRefusal.WRONG_PHASE
    assert closed.refuses(corrected(1, anna=1), WHY)[0] is DeskRefusal.WRONG_PHASE


def test_odd_chips_are_rounded_up_or_raced_for() -> None:
    office = friday().hand(1, anna=1375, ben=1600, cara=25)
    assert odd_stacks(office.desk, 1, chips(100)) == {"anna": chips(75), "cara": chips(25)}
    assert chips_to_race(office.desk, 1, chips(100)) == 1
    for winners in ((), ("ben",), ("anna", "cara"), ("anna", "anna")):
        race = ColourUp(1, chips(100), winners)
        assert office.refuses(race) == (DeskRefusal.NOT_COLOURED_SO, "26.1.c")
    rounded = friday().hand(1, anna=1375, ben=1600, cara=25).do(ColourUp(1, chips(100)))
    assert [rounded.stack(name) for name in ("anna", "ben", "cara")] == [1400, 1600, 100]
    office.do(ColourUp(1, chips(100), ("anna",)))
    assert [office.stack(name) for name in ("anna", "ben", "cara")] == [1400, 1600, 100]
    assert office.desk.books.coloured == chips(100), "nobody is raced out"


def test_colouring_up_waits_for_the_hand_and_takes_something_out() -> None:
    office = friday()
    assert office.refuses(ColourUp(1, chips(0))) == (DeskRefusal.NOT_COLOURED_SO, "26.1.c")
    office.do(ColourUp(1, chips(100)))
    assert office.desk.table(1).chip == chips(100), "no stack is odd, smaller chips go out"
    assert office.desk.books.coloured == 0
    assert office.refuses(ColourUp(1, chips(100))) == (DeskRefusal.NOT_COLOURED_SO, "26.1.c")
    office.hand(1, anna=1050, ben=950, cara=1000).do(ColourUp(1, chips(100)))
    assert office.stack("anna") == 1100, "odd chips came back from another table"
    assert office.do(BeginHand(1)).refuses(ColourUp(1, chips(300)))[0] is DeskRefusal.HAND_ON
    value = friday(chips=Chips.VALUE)
    assert value.refuses(ColourUp(1, chips(300))) == (DeskRefusal.NOT_COLOURED_SO, "33.1")
    before = Office(form())
    assert before.refuses(ColourUp(1, chips(300)))[0] is DeskRefusal.WRONG_PHASE


def test_what_was_sold_and_published_is_not_altered() -> None:
    office = Office(form())
    office.do(Alter(form(prizes=(1_000_000,), entry=chips(50))), reason="a smaller field")
    office.enter("anna 1.1")
    dearer = evolve(office.desk.form, entry=chips(60))
    assert office.refuses(Alter(dearer), WHY) == (DeskRefusal.FIXED, "31.4")
    fewer = evolve(office.desk.form, players_max=0)
    assert office.refuses(Alter(fewer), WHY) == (DeskRefusal.NOT_A_FORMAT, "26.1")
    office.enter("ben 1.2")
    assert office.refuses(Alter(evolve(fewer, players_max=1)), WHY) == (DeskRefusal.FIXED, "31.4")
    office.do(PublishPrizes())
    assert office.refuses(PublishPrizes()) == (DeskRefusal.PUBLISHED_ALREADY, "31.1")
    shares = evolve(office.desk.form, prizes=(500_000, 500_000))
    assert office.refuses(Alter(shares), WHY) == (DeskRefusal.FIXED, "31.4")


def test_what_is_decided_is_neither_cancelled_nor_altered() -> None:
    office = friday(prizes=(1_000_000,)).hand(1, anna=2000, ben=0, cara=1000).do(End())
    assert office.refuses(Cancel(), WHY)[0] is DeskRefusal.WRONG_PHASE
    assert office.refuses(Alter(office.desk.form), WHY)[0] is DeskRefusal.WRONG_PHASE
    assert office.refuses(BeginNextHeat()) == (DeskRefusal.NOBODY_GOES_ON, "25.1")
    assert friday().refuses(BeginNextHeat())[0] is DeskRefusal.WRONG_PHASE


def test_a_format_that_is_wrong_is_not_published() -> None:
    office = Office(form(house=400_000))
    assert office.refuses(PublishPrizes()) == (DeskRefusal.NOT_A_FORMAT, None)


# fmt: off
FORMATS: list[tuple[dict[str, Any], str]] = [
    ({"in_kind": (InKind(4, "a car", chips(1)),)},                     "in kind: place 4"),
    ({"in_kind": 2 * (InKind(1, "a car", chips(1)),)},                 "in kind: place 1"),
    ({"in_kind": (InKind(1, "a car", chips(0)),)},                     "in kind: a car"),
    ({"sessions": 0},                                                  "sessions: 0 seen"),
    ({"sessions": 2},                                                  "sessions: 2 seen"),
    ({"seats": 12},                                                    "seats: 12 seen"),
    ({"session_hands": 0},                                             "session: "),
    ({"tables": -1},                                                   "tables: -1 seen"),
    ({"levels": (level(0, 25, 50),)},                                  "levels: 0 minutes"),
    ({"levels": (level(5, 25, 60),)},                                  "levels: level 1"),
    ({"levels": (level(5, 25, 50, 60),)},                              "levels: level 1"),
    ({"levels": (level(5, -25, -50),)},                                "levels: level 1"),
    ({"levels": (level(5),), "rebuys": True, "rebuy_levels": 0},       "rebuy_levels: 0 seen"),
    ({"levels": (level(5),), "rebuys": True, "rebuy_levels": 2},       "rebuy_levels: 2 seen"),
]
# fmt: on


@pytest.mark.parametrize(("changes", "message"), FORMATS)
def test_formats_that_nobody_can_hold(changes: dict[str, Any], message: str) -> None:
    assert str(problem_with(form(**changes))).startswith(message)


def test_a_prize_in_kind_of_a_place_that_nobody_has_goes_to_the_first() -> None:
    office = Office(form(in_kind=(InKind(3, "a pen", chips(5)),))).enter("a 1.1", "b 1.2")
    office.start().hand(1, a=2000, b=0).do(End())
    assert [one.in_kind for one in won(office.desk)] == [("a pen",), ()]


def test_breaks_antes_and_unchanged_stacks_are_told() -> None:
    levels = (level(5, 1, 2), level(5), level(5, 1, 2, 0.5))
    office = friday(levels=levels)
    told = []
    for command in (BeginLevel(1), BeginLevel(2), BeginLevel(0)):
        before = office.desk
        told.append(narrate(before, office.do(command).events[-1]).text)
    assert told == [
        "Break of 5 minutes.",
        "Level 3: blinds 1 and 2, ante 0.50.",
        "Level 1: blinds 1 and 2.",
    ]
    before = office.desk
    same = office.hand(1, anna=1000, ben=1000, cara=1000).events[-1]
    assert narrate(before, same).text == "Table 1: no stack changes."
