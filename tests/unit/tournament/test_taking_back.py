"""What was entered, sold or ruled by mistake is taken back, with the money and the chips of it."""

from random import Random
from typing import Any

import pytest

from controller.domain.base import evolve, existing
from controller.domain.cards import DECK
from controller.tournament.balance import table_to_break, tables_to_fill
from controller.tournament.buying import AddOn, CloseRebuys, Rebuy, TakeBackPurchase
from controller.tournament.clock import BeginHand, BeginLevel, follow_up, left_ms
from controller.tournament.conduct import Disqualify, ForfeitPocketed, GiveBackPocketed, Readmit
from controller.tournament.ending import End, Start
from controller.tournament.entries import Enter, WithdrawEntry
from controller.tournament.format import AddOns, Chips, InKind
from controller.tournament.heats import BeginNextHeat, BeginNextSession
from controller.tournament.management import Alter, Cancel, refunds
from controller.tournament.phases import Phase
from controller.tournament.places import ranking
from controller.tournament.publishing import PublishPrizes
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import GiveUpSeat, MovePlayer, TakeSeat
from controller.tournament.state import EntryState, Seat
from tests.helpers.tournament_desk import Office, chips, form, friday, level

WHY = "keyed-wrong"


# Entries


@pytest.mark.parametrize("name", ["Anna Li", "anna", "Anna Li#2", "Zoë", "李"])
def test_names_are_names_as_people_have_them(name: str) -> None:
    assert Office(form(entries_max=2)).do(Enter(name)).desk.find(name)


@pytest.mark.parametrize("name", ["", " anna", "a  b", "a\x1b[2J", "anna#1", "table", "x" * 201])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert Office(form()).refuses(Enter(name))[0] is DeskRefusal.NOT_A_NAME


def test_why_something_is_no_name_is_said() -> None:
    refused = existing(Office(form()).ask(Enter("x" * 5000)), "it is accepted")
    assert refused.detail == (
        f"'{'x' * 200}' entered: expected a name other than table, cut, hand, commission, "
        "of at most 200 characters that show; a second entry as in 'anna#2'."
    )


def test_an_entry_is_withdrawn_before_it_is_played_and_paid_back() -> None:
    office = Office(form(buyin=chips(20))).enter("anna 1.1", "ben 1.2").do(WithdrawEntry("anna"))
    assert office.desk.find("anna") is None
    assert (office.desk.books.entries, office.desk.books.buyins) == (chips(100), chips(20))
    assert office.desk.books.issued == chips(1000)
    assert office.refuses(WithdrawEntry("dan")) == (DeskRefusal.NOT_ENTERED, "26.1.i")
    office.enter("cara 1.1").start()
    assert office.refuses(WithdrawEntry("ben")) == (DeskRefusal.PLAYS_ALREADY, "26.1.i")


def test_a_late_entry_is_withdrawn_until_it_has_a_seat() -> None:
    office = friday(rebuys=True).do(Enter("dan"), WithdrawEntry("dan"), Enter("dan"))
    office.do(TakeSeat("dan", Seat(1, 4)))
    assert office.refuses(WithdrawEntry("dan")) == (DeskRefusal.PLAYS_ALREADY, "26.1.i")


def test_an_entry_for_a_later_session_is_withdrawn_and_one_that_went_on_is_not() -> None:
    office = Office(form(sessions=2, advance=1)).enter("anna 1.1", "ben 1.2")
    office.do(Enter("cara", 2), Enter("dan", 2), Enter("eve", 2)).start()
    office.do(WithdrawEntry("eve")).hand(1, anna=2000, ben=0).do(End(), BeginNextSession())
    assert office.refuses(WithdrawEntry("anna")) == (DeskRefusal.PLAYS_ALREADY, "26.1.i")
    office.do(TakeSeat("cara", Seat(1, 1)), TakeSeat("dan", Seat(1, 2)), Start())
    office.hand(1, cara=2000, dan=0).do(End(), BeginNextHeat())
    assert office.refuses(WithdrawEntry("cara")) == (DeskRefusal.PLAYS_ALREADY, "26.1.i")


def test_31_2_no_entry_is_withdrawn_that_the_prizes_in_kind_are_bought_from() -> None:
    office = Office(form(in_kind=(InKind(1, "a watch", chips(150)),))).enter("anna 1.1", "ben 1.2")
    office.do(WithdrawEntry("ben")).enter("ben 1.2").do(PublishPrizes())
    assert office.refuses(WithdrawEntry("ben")) == (DeskRefusal.FEES_TOO_SMALL, "31.2")
    office.do(Cancel(), reason=WHY)
    assert office.refuses(WithdrawEntry("ben")) == (DeskRefusal.PLAYS_ALREADY, "26.1.i")


def test_a_seat_is_given_up_before_the_start() -> None:
    office = Office(form()).enter("anna 1.1").do(GiveUpSeat("anna"))
    assert office.desk.entrant("anna").seat is None
    assert office.refuses(GiveUpSeat("anna")) == (DeskRefusal.NO_SEAT, "26.1.f")
    assert friday().refuses(GiveUpSeat("anna"))[0] is DeskRefusal.WRONG_PHASE


# Purchases


def test_29_2_a_re_buy_is_taken_back_until_the_next_hand() -> None:
    office = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000).do(Rebuy("ben"))
    office.do(TakeBackPurchase("ben"))
    assert (office.stack("ben"), office.desk.rebuys, office.desk.books.rebuys) == (0, 0, 0)
    assert office.refuses(TakeBackPurchase("ben")) == (DeskRefusal.NOTHING_BOUGHT, "29.2.d")
    office.do(Rebuy("ben")).hand(1, anna=2000, ben=1000, cara=1000)
    assert office.refuses(TakeBackPurchase("ben")) == (DeskRefusal.NOTHING_BOUGHT, "29.2.d")


def test_whose_re_buy_is_taken_back_after_the_close_is_out() -> None:
    office = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000)
    office.do(Rebuy("ben"), CloseRebuys(), TakeBackPurchase("ben"))
    assert not office.desk.entrant("ben").is_in
    assert [one.name for one in ranking(office.desk)] == ["anna", "cara", "ben"]


def test_29_3_an_add_on_is_taken_back_and_may_be_bought_again() -> None:
    office = friday(rebuys=True, addons=AddOns.DOUBLE).do(CloseRebuys(), AddOn("anna", double=True))
    office.do(TakeBackPurchase("anna"))
    assert (office.stack("anna"), office.desk.addons, office.desk.books.addons) == (1000, 0, 0)
    assert office.do(AddOn("anna")).stack("anna") == 2000
    assert office.do(End()).refuses(TakeBackPurchase("anna"))[0] is DeskRefusal.WRONG_PHASE


def test_a_purchase_of_which_chips_are_gone_is_not_taken_back() -> None:
    office = friday(rebuys=True, addons=AddOns.SINGLE).hand(1, anna=2000, ben=0, cara=1000)
    office.do(Rebuy("ben"), ForfeitPocketed("ben", chips(100)))
    assert office.refuses(TakeBackPurchase("ben")) == (DeskRefusal.CHANGED_SINCE, "29.2.d")
    office.do(CloseRebuys(), AddOn("ben"), ForfeitPocketed("ben", chips(900)))
    assert office.refuses(TakeBackPurchase("ben")) == (DeskRefusal.CHANGED_SINCE, "29.2.d")


def test_an_add_on_of_somebody_without_a_seat_is_taken_back() -> None:
    office = friday(rebuys=True, addons=AddOns.SINGLE).do(Enter("dan"), CloseRebuys(), AddOn("dan"))
    assert office.refuses(WithdrawEntry("dan")) == (DeskRefusal.PLAYS_ALREADY, "26.1.i")
    assert office.do(TakeBackPurchase("dan")).stack("dan") == 1000


# Conduct


def test_28_2_forfeited_chips_are_given_back() -> None:
    office = friday().do(ForfeitPocketed("anna", chips(300)), GiveBackPocketed("anna", chips(200)))
    assert (office.stack("anna"), office.desk.books.pocketed) == (900, chips(100))
    for amount in (101, 0):
        back = GiveBackPocketed("anna", chips(amount))
        assert office.refuses(back) == (DeskRefusal.NOT_SO_MUCH, "28.2")
    assert office.do(End()).refuses(back)[0] is DeskRefusal.WRONG_PHASE


def test_whoever_gets_forfeited_chips_back_is_not_at_0() -> None:
    office = friday(rebuys=True).do(ForfeitPocketed("ben", chips(300)))
    office.hand(1, anna=1700, ben=0, cara=1000).do(GiveBackPocketed("ben", chips(300)))
    office.hand(1, anna=1500, ben=500, cara=1000)


@pytest.mark.parametrize("kind", Chips)
def test_34_1_a_disqualification_is_taken_back(kind: Chips) -> None:
    office = friday(chips=kind).hand(1, anna=1500, ben=500, cara=1000).do(Disqualify("anna"))
    office.do(Readmit("anna"))
    assert (office.stack("anna"), office.desk.disqualified) == (1500, ())
    assert office.desk.books.kept == office.desk.books.taken == 0
    assert office.refuses(Readmit("anna")) == (DeskRefusal.NOT_DISQUALIFIED, "34.1")
    assert office.refuses(Readmit("dan")) == (DeskRefusal.NOT_DISQUALIFIED, "34.1")
    office.do(Disqualify("anna"), MovePlayer("ben", Seat(1, 1)))
    assert office.refuses(Readmit("anna")) == (DeskRefusal.SEAT_TAKEN, "26.1.f")
    assert office.do(End()).refuses(Readmit("anna"))[0] is DeskRefusal.WRONG_PHASE


def test_somebody_disqualified_before_the_draw_is_readmitted() -> None:
    office = Office(form()).do(Enter("anna"), Disqualify("anna"), Readmit("anna"))
    assert office.desk.entrant("anna").is_in


def test_whoever_is_readmitted_at_0_after_the_re_buys_is_out() -> None:
    office = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000).do(Disqualify("ben"))
    again = friday(rebuys=True).hand(1, anna=2000, ben=0, cara=1000).do(Disqualify("ben"))
    office.do(CloseRebuys(), Readmit("ben"))
    assert office.desk.entrant("ben").standing is EntryState.OUT
    assert [one.name for one in ranking(office.desk)] == ["anna", "cara", "ben"]
    again.do(Readmit("ben"), Rebuy("ben"))
    assert again.stack("ben") == 1000


# The event


def test_26_1_a_cancelled_event_pays_back_what_was_paid() -> None:
    office = friday(rebuys=True, buyin=chips(20)).hand(1, anna=2000, ben=0, cara=1000)
    office.do(Rebuy("ben")).do(Cancel(), reason=WHY)
    assert office.desk.books.refunded == chips(3 * 120 + 100)
    value = friday(chips=Chips.VALUE, buyin=chips(20)).do(Cancel(), reason=WHY)
    assert value.desk.books.refunded == chips(300), "33.1: the chips stay with the players"
    assert refunds(office.desk) == [("anna", chips(120)), ("ben", chips(220)), ("cara", chips(120))]
    one_less = friday().do(Disqualify("ben"), reason=WHY).do(Cancel(), reason=WHY)
    assert one_less.desk.books.refunded == chips(200), "34.1: no refund to the disqualified"
    kept = friday().do(Cancel(refund=False), reason=WHY)
    assert kept.desk.books.refunded == 0


LEVELS = (level(20, 25, 50), level(5), level(20, 50, 100))


def test_26_1_what_the_tables_play_with_is_not_altered_away() -> None:
    office = friday(levels=LEVELS, seats=9, sessions=2, advance=1).do(BeginLevel(2), BeginHand(1))
    now = office.desk.form
    for change in ({"levels": LEVELS[:2]}, {"seats": 2}):
        assert office.refuses(Alter(evolve(now, **change)), WHY) == (DeskRefusal.FIXED, "31.4")
    office.do(BeginLevel(0))
    assert office.refuses(Alter(evolve(now, levels=LEVELS[:1])), WHY)[0] is DeskRefusal.FIXED
    office.do(Alter(evolve(now, levels=())), reason=WHY)
    later = Office(form(sessions=2, advance=1)).do(Enter("anna", 2))
    one = evolve(later.desk.form, sessions=1)
    assert later.refuses(Alter(one), WHY) == (DeskRefusal.FIXED, "31.4")


def test_levels_that_come_in_the_middle_of_play_begin_with_all_their_time() -> None:
    office = friday()
    office.minute = 30
    office.do(Alter(evolve(office.desk.form, levels=LEVELS)), reason=WHY)
    assert office.desk.clock is not None
    assert left_ms(office.desk.clock, office.now) == 20 * 60_000
    assert follow_up(office.desk, office.now) is None


# Periods and tables


def test_29_1_the_re_buy_period_ends_with_its_levels() -> None:
    office = friday(rebuys=True, levels=LEVELS, rebuy_levels=1)
    assert follow_up(office.desk, office.now) is None
    office.do(BeginLevel(1))
    assert follow_up(office.desk, office.now) == CloseRebuys()
    office.do(CloseRebuys())
    assert follow_up(office.desk, office.now) is None


def test_25_1_a_table_that_has_played_its_hands_waits_for_the_others() -> None:
    office = Office(form(session_hands=1)).enter("a 1.1", "b 1.2", "c 2.1", "d 2.2").start()
    office.do(BeginHand(1)).hand(1, a=1500, b=500)
    assert office.refuses(BeginHand(1)) == (DeskRefusal.HANDS_PLAYED, "25.1")
    office.do(BeginHand(2))


def entered(count: int, **changes: Any) -> Office:
    return Office(form(seats=4, **changes)).do(*(Enter(f"p{number}") for number in range(count)))


def test_seats_are_drawn_at_the_tables_that_are_set_or_at_as_many_as_are_needed() -> None:
    assert tables_to_fill(entered(9).desk) == [1, 2, 3]
    assert tables_to_fill(entered(9, tables=4).desk) == [1, 2, 3, 4]
    assert tables_to_fill(entered(5, tables=4).desk) == [1, 2], "nobody plays alone"
    assert tables_to_fill(entered(0).desk) == [1]


def test_a_late_entry_is_drawn_to_a_table_that_plays() -> None:
    office = Office(form(seats=3, tables=2, rebuys=True))
    office.enter("a 2.1", "b 2.2").start()
    assert tables_to_fill(office.do(Enter("c")).desk) == [2]
    office.do(TakeSeat("c", Seat(2, 3)), Enter("d"))
    assert tables_to_fill(office.desk) == [1, 2]


def test_those_who_go_on_sit_at_as_few_tables_as_they_fill() -> None:
    office = Office(form(seats=3, tables=2, advance=1)).enter("a 1.1", "b 1.2", "c 2.1", "d 2.2")
    office.start().hand(1, a=2000, b=0).hand(2, c=2000, d=0)
    office.decide(lambda count: Random(1).sample(DECK, count))
    assert tables_to_fill(office.do(BeginNextHeat()).desk) == [1]


def test_whoever_may_buy_again_keeps_a_seat_when_a_table_could_be_broken() -> None:
    office = Office(form(seats=3, rebuys=True))
    office.enter("a 1.1", "b 1.2", "c 2.1", "d 2.2").start()
    office.hand(2, c=2000, d=0)
    assert table_to_break(office.desk) is None
    office.do(CloseRebuys())
    assert table_to_break(office.desk) == 2
    assert office.desk.phase is Phase.PLAYING
