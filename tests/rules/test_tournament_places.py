"""Poker room, rules 30 to 34: places, prizes, commission, value chips, disqualification."""

from itertools import pairwise
from typing import Any

import pytest

from controller.domain.base import evolve
from controller.tournament.clock import BeginHand, CallTime
from controller.tournament.conduct import Disqualify, PlayerDisqualified
from controller.tournament.ending import End, PlayHandForHand, Start
from controller.tournament.entries import Enter
from controller.tournament.format import Chips, InKind, problem_with
from controller.tournament.hands import ReportHand
from controller.tournament.heats import BeginNextHeat
from controller.tournament.management import Alter
from controller.tournament.phases import Phase
from controller.tournament.places import going_on, ranking, winners
from controller.tournament.prizes import money, prize_list, won
from controller.tournament.publishing import PublishPrizes
from controller.tournament.refusals import DeskRefusal
from tests.helpers.tournament_desk import Office, chips, cut, form, friday, stacks

VALUE: dict[str, Any] = {"chips": Chips.VALUE, "commission": True}


def names(office: Office) -> list[str]:
    return [one.name for one in ranking(office.desk)]


def four(**changes: Any) -> Office:
    at = ("anna 1.1", "ben 1.2", "cara 1.3", "dan 1.4")
    return Office(form(**changes)).enter(*at).start()


@pytest.mark.clause("poker-room", "30.1")
def test_the_winners_of_a_session_have_the_most_chips_of_each_table() -> None:
    office = Office(form()).enter("anna 1.1", "ben 1.2", "dan 2.1", "cara 2.2").start()
    office.hand(1, anna=700, ben=1300).do(End())
    assert winners(office.desk, 1) == ["ben"]
    assert winners(office.desk, 2) == ["cara", "dan"], "several, by name"


@pytest.mark.clause("poker-room", "30.2#1")
def test_equals_cut_cards_and_equal_cards_are_cut_again_among_themselves() -> None:
    office = four().hand(1, anna=1000, ben=1000, cara=1000, dan=1000).do(End())
    office.do(cut(anna="7h", ben="Ks", cara="Kh", dan="Ad"))
    assert office.refuses(cut(anna="2h", ben="3h")) == (DeskRefusal.WRONG_CUT, "30.2")
    assert office.refuses(cut(cara="2h", ben="2h")) == (DeskRefusal.CARD_TWICE, "30.2")
    office.do(cut(cara="2h", ben="2s"), cut(cara="4h", ben="3h"))
    assert office.desk.phase is Phase.DECIDED
    assert names(office) == ["dan", "cara", "ben", "anna"]
    assert office.refuses(cut(cara="4h", ben="3h")) == (DeskRefusal.NO_CUT_DUE, "30.2")


@pytest.mark.clause("poker-room", "30.2#2", "30.3.a")
def test_places_after_the_winner_follow_the_chips() -> None:
    office = four().hand(1, anna=300, ben=1800, cara=900, dan=1000).do(End())
    assert names(office) == ["ben", "dan", "cara", "anna"]


@pytest.mark.clause("poker-room", "30.3.b")
def test_behind_the_active_players_come_those_who_went_out_the_last_first() -> None:
    office = four().hand(1, anna=2000, ben=0, cara=1000, dan=1000)
    office.hand(1, anna=3000, cara=0, dan=1000).do(End())
    assert names(office) == ["anna", "dan", "cara", "ben"]


@pytest.mark.clause("poker-room", "30.3.c")
def test_out_in_one_hand_rank_by_the_chips_going_in_then_by_a_cut() -> None:
    office = four().hand(1, anna=900, ben=1100, cara=1000, dan=1000)
    office.hand(1, anna=0, ben=0, cara=3000, dan=1000).do(End())
    assert (office.desk.phase, names(office)) == (Phase.DECIDED, ["cara", "dan", "ben", "anna"])

    equal = four().hand(1, anna=0, ben=0, cara=3000, dan=1000).do(End())
    assert equal.desk.phase is Phase.CUTTING
    equal.do(cut(anna="Qd", ben="Jd"))
    assert names(equal) == ["cara", "dan", "anna", "ben"]


@pytest.mark.clause("poker-room", "30.3.c")
def test_hand_for_hand_the_same_hand_of_all_tables_is_one() -> None:
    office = Office(form()).enter("anna 1.1", "ben 1.2", "cara 2.1", "dan 2.2").start()
    office.hand(1, anna=1100, ben=900).do(PlayHandForHand())
    office.do(BeginHand(1)).hand(1, anna=2000, ben=0)
    office.hand(2, cara=2000, dan=0).do(End(), cut(anna="3d", cara="2d"))
    assert names(office) == ["anna", "cara", "dan", "ben"], "dan had more, in the same hand"


@pytest.mark.clause("poker-room", "30.4")
def test_when_time_is_called_hands_in_progress_are_finished_first() -> None:
    office = Office(form()).enter("anna 1.1", "ben 1.2", "cara 2.1", "dan 2.2").start()
    office.do(BeginHand(1), CallTime())
    assert office.desk.phase is Phase.LAST_HANDS
    assert office.refuses(BeginHand(2)) == (DeskRefusal.WRONG_PHASE, None)
    assert office.refuses(End()) == (DeskRefusal.HAND_ON, "30.4")
    office.hand(1, anna=1500, ben=500).do(End())
    assert winners(office.desk, 1) == ["anna"]


@pytest.mark.clause("poker-room", "31.1")
def test_play_does_not_begin_before_the_prize_list_is_published() -> None:
    office = Office(form()).enter("anna 1.1", "ben 1.2")
    assert office.refuses(Start()) == (DeskRefusal.NOT_PUBLISHED, "31.1")
    office.start()
    assert office.refuses(PublishPrizes())[0] is DeskRefusal.WRONG_PHASE


@pytest.mark.clause("poker-room", "26.1.f")
def test_play_does_not_begin_without_players() -> None:
    office = Office(form()).do(PublishPrizes())
    assert office.refuses(Start()) == (DeskRefusal.NOBODY_ENTERED, "26.1.f")


def test_with_everybody_disqualified_before_the_start_it_is_the_end_that_ranks_nobody() -> None:
    office = Office(form(rebuys=True)).enter("anna 1.1").do(Disqualify("anna")).start()
    assert office.refuses(End()) == (DeskRefusal.NOBODY_RANKED, "30.3")
    office.enter("ben 1.1").do(End())
    assert [one.name for one in ranking(office.desk)] == ["ben"]


@pytest.mark.clause("poker-room", "31.2")
def test_prizes_in_kind_are_bought_from_the_entry_fees() -> None:
    kinds = (InKind(2, "a watch", chips(150)),)
    office = Office(form(in_kind=kinds, house=300_000)).enter("anna 1.1", "ben 1.2")
    assert office.refuses(PublishPrizes()) == (DeskRefusal.FEES_TOO_SMALL, "31.2")
    office.enter("cara 1.3").start().hand(1, anna=1500, ben=1000, cara=500).do(End())
    cash = money(office.desk).prizes - chips(150)
    assert sum(one.cash for one in won(office.desk)) == cash
    assert [one.in_kind for one in won(office.desk)] == [(), ("a watch",), ()]


@pytest.mark.clause("poker-room", "31.2.a", "32.2")
def test_with_commission_from_the_pots_all_fees_are_paid_out() -> None:
    assert "31.2.a" in str(problem_with(form(**VALUE, house=100_000)))
    office = friday(**VALUE).hand(1, anna=1980, ben=0, cara=1000, commission=20)
    assert office.desk.books.commission == chips(20)
    assert money(office.desk).prizes == chips(300)


@pytest.mark.clause("poker-room", "31.2.b#1")
def test_without_commission_at_least_seventy_of_a_hundred_go_to_prizes() -> None:
    assert "31.2.b" in str(problem_with(form(house=300_001)))
    office = Office(form(house=300_000))
    for number in range(40):
        office.do(Enter(f"p{number}"))
    assert money(office.desk).prizes == chips(2800)


@pytest.mark.clause("poker-room", "31.3")
def test_other_prizes_come_on_top_of_those_from_the_fees() -> None:
    office = friday(house=300_000, added=chips(500))
    assert money(office.desk).prizes == chips(210 + 500)
    less = evolve(office.desk.form, added=chips(400))
    assert office.refuses(Alter(less), reason="no sponsor") == (DeskRefusal.FIXED, "31.4")
    office.do(Alter(evolve(less, added=chips(600))), reason="a sponsor")


@pytest.mark.clause("poker-room", "31.4")
def test_places_are_paid_by_the_published_list_and_no_other() -> None:
    office = four(entry=chips(33.33))
    office.hand(1, anna=2500, ben=1000, cara=500, dan=0)
    other = evolve(office.desk.form, prizes=(400_000, 400_000, 200_000))
    assert office.refuses(Alter(other), reason="a deal") == (DeskRefusal.FIXED, "31.4")
    office.do(End())
    assert money(office.desk).prizes == chips(133.32)
    assert prize_list(office.desk) == [chips(68.32), chips(39), chips(26)]
    assert [one.cash for one in won(office.desk)] == [6832, 3900, 2600, 0]
    places = [one.place for one in won(office.desk)]
    assert all(after == before + 1 for before, after in pairwise(places))


@pytest.mark.clause("poker-room", "32.1")
def test_with_tournament_chips_no_commission_leaves_a_pot() -> None:
    assert "32.1" in str(problem_with(form(commission=True)))
    hand = ReportHand(1, stacks(anna=1980, ben=0, cara=1000), chips(20))
    refused = friday().refuses(hand)
    assert refused == (DeskRefusal.NO_COMMISSION, "32.1")


@pytest.mark.clause("poker-room", "33.1", "34.1#2")
def test_value_chips_stay_with_the_player() -> None:
    office = four(**VALUE, advance=1, buyin=chips(1000), prizes=(1_000_000,))
    office.hand(1, anna=1500, ben=500, cara=1000, dan=1000).do(Disqualify("ben"))
    assert office.desk.books.kept == chips(500)
    office.hand(1, anna=1600, cara=900, dan=1000).do(End())
    assert going_on(office.desk, 1) == ["anna"]
    assert office.refuses(BeginNextHeat()) == (DeskRefusal.NOBODY_GOES_ON, "25.1")

    heat = four(**VALUE, advance=2, buyin=chips(1000))
    heat.hand(1, anna=1500, ben=500, cara=1100, dan=900).do(End(), BeginNextHeat())
    assert heat.desk.books.kept == chips(4000)
    assert heat.desk.books.buyins == chips(6000), "each session is bought into"


@pytest.mark.clause("poker-room", "34.1#1", "34.1#2")
def test_a_disqualified_player_has_no_place_no_prize_and_no_refund() -> None:
    office = friday().hand(1, anna=2000, ben=500, cara=500).do(Disqualify("anna"))
    assert office.events[-1] == PlayerDisqualified("anna", chips(2000), kept=False)
    assert office.desk.books.taken == chips(2000)
    assert office.refuses(Disqualify("anna")) == (DeskRefusal.IS_DISQUALIFIED, "34.1")
    office.hand(1, ben=900, cara=100).do(End())
    assert names(office) == ["ben", "cara"]
    assert money(office.desk).entries == chips(300)
    assert sum(one.cash for one in won(office.desk)) == money(office.desk).prizes
