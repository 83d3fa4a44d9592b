"""What each screen area shows, derived without Qt's event loop or a window."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from controller.domain.base import evolve
from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.floor.opening import BeginOpening, ConfirmItem, checklist
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import ChangeLimits, PlaceMarker
from controller.games.bonus.house import house_of
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.rules import Street
from controller.games.bonus.shared_meter import SharedMeter
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.pools.outbox import TransfersDue, fold_one
from controller.pools.transfers import Contribute
from controller.running.writer import COMPARE
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import DEALER, GAMING, MONDAY, Shift
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.bonus.viewmodels.actions import derive_actions, derive_primary
from ui.games.bonus.viewmodels.board import derive_board
from ui.games.bonus.viewmodels.card_pad import derive_card_pad
from ui.games.bonus.viewmodels.chip_pad import (
    command_of,
    denominations,
    derive_chip_pad,
    street_bet,
)
from ui.games.bonus.viewmodels.choices import derive_choices
from ui.games.bonus.viewmodels.felt import NOTHING, derive_place, tap_on
from ui.games.bonus.viewmodels.guidance import derive_guidance
from ui.games.bonus.viewmodels.meter import won_elsewhere
from ui.games.bonus.viewmodels.place_panel import derive_place_panel
from ui.games.bonus.viewmodels.settlement import derive_settlement
from ui.games.bonus.viewmodels.table_sign import derive_sign
from ui.shown import Shown
from ui.viewmodels.actions import SideKey
from ui.viewmodels.cards import ORDER
from ui.viewmodels.felt import PlaceProps, SpotRow, Tap
from ui.viewmodels.strip import derive_strip
from ui.viewmodels.top_bar import derive_top_bar

# Place 1 pairs its nines, place 2 has nothing, the dealer a pair of aces.
CARDS = "Ks 9d 4h 2c 7s Ah Ad 9s 8h 3d 5c"
FITTED = FitDevices(("sensors", "shuffler", "sign"))
AWAY = ReportDevice("sensors", TroubleCode.AWAY, "Unplugged.")
DOOR = ReportDevice("shuffler", TroubleCode.DOOR_OPEN, "Its door is open.")


def stake(amount: str) -> Stake:
    return Stake(Money.parse(amount))


def table() -> Shift:
    rules = table_rules("nsw-2024", places=5, jackpot=jackpot_rules())
    return Shift(rules, goes_ahead=True).playing(1, 2)


def with_wagers() -> Shift:
    shift = table().do(c.PlaceWager(1, Area.ANTE, stake("25")))
    shift.do(c.PlaceWager(1, Area.BONUS, stake("5")), c.PlaceWager(2, Area.ANTE, stake("1000")))
    return shift.do(c.JackpotSensor(1, present=True))


def dealt() -> Shift:
    return with_wagers().deal(CARDS)


def at_the_showdown() -> Shift:
    shift = dealt().do(c.DecideAll(Choice.BET), c.Reveal(Street.FLOP))
    shift.do(c.DecideAll(Choice.CHECK), c.Reveal(Street.TURN))
    return shift.do(c.DecideAll(Choice.CHECK), c.Reveal(Street.RIVER), c.ShowDealersHand())


def shown(shift: Shift, *reports: ReportDevice | FitDevices, held: str | None = None) -> Shown:
    shift.do(*reports)
    snapshot = shift.controller.snapshot()
    return Shown(replace(snapshot, held=held or snapshot.held), simulated=True)


def test_the_top_bar_names_table_game_dealer_round_limits_and_meter() -> None:
    bar = derive_top_bar(shown(dealt(), FITTED, AWAY, DOOR), BONUS_SCREEN)
    assert (bar.table, bar.dealer, bar.round) == ("Table T7", "Dealer 101", "Round 1")
    assert bar.game == "Hold'em Bonus · NSW 2024 · Method A"
    assert bar.limits == ("Ante $25–$500", "Bonus $5–$100")
    assert (bar.meter_label, bar.meter) == ("Jackpot", "$60,001.00")
    levels = {mark.name: mark.level for mark in bar.devices}
    assert levels == {"sensors": "bad", "shuffler": "waiting", "sign": "good"}
    assert bar.simulated


@pytest.mark.parametrize(
    ("linked", "label", "on_the_sign"),
    [(True, "Jackpot", "Jackpot"), (False, "Not linked", "Jackpot · not linked")],
)
def test_a_meter_that_others_play_on_too_is_followed_as_it_runs(
    linked: bool, label: str, on_the_sign: str
) -> None:
    shift = dealt()
    shift.now(pool_shows(shift.controller, SharedMeter(Money.parse("61234.50"), linked)))
    seen = shown(shift)
    bar, sign = derive_top_bar(seen, BONUS_SCREEN), derive_sign(seen, turn=1)
    assert (bar.meter_label, bar.meter) == (label, "$61,234.50")
    assert (sign.meter_label, sign.meter_cents) == (on_the_sign, 6_123_450)
    lines = [line for turn in range(sign.pages) for line in derive_sign(seen, turn).lines]
    assert "$61,234.50" in [line.figure for line in lines]


def test_what_other_tables_wins_hold_is_said_only_while_it_is_known() -> None:
    shift, held = with_wagers(), Money.parse("60000")
    for linked, known in ((True, held), (False, Money(0))):
        shift.now(pool_shows(shift.controller, SharedMeter(Money(1), linked, held)))
        assert won_elsewhere(shown(shift)) == known
    shift.now(pool_shows(shift.controller, SharedMeter(Money(1), True, held)))
    seen = shown(shift)
    house = house_of(seen.snapshot)
    asked = fold_one(house.pool, TransfersDue((Contribute("c", "T7", 1, 1),)))
    waiting = replace(seen.snapshot, house=evolve(house, pool=asked))
    assert not won_elsewhere(Shown(waiting)), "the pool has not answered yet"


def test_without_a_jackpot_there_is_no_meter_to_follow() -> None:
    shift = Shift(table_rules("nsw-2024", places=5)).playing(1, 2)
    shift.now(pool_shows(shift.controller, SharedMeter(Money(1), False)))
    bar = derive_top_bar(shown(shift), BONUS_SCREEN)
    assert (bar.meter_label, bar.meter) == ("", "")


def test_a_place_shows_its_chips_its_lamp_and_what_it_decided() -> None:
    shift = dealt()
    place = derive_place(shown(shift), 1)
    assert amounts(place) == {"ante": "25", "bonus": "5", "jackpot": "5"}
    assert spots(place)["jackpot"].state == "lies"
    assert (place.badge, place.active, place.cards) == ("DECIDES", True, ("back", "back"))
    shift.do(c.Decide(1, Choice.BET), c.Decide(2, Choice.FOLD))
    bet, folded = (derive_place(shown(shift), number) for number in (1, 2))
    assert (bet.badge, amounts(bet)["flop"]) == ("BET", "50")
    assert (folded.badge, folded.out, amounts(folded)) == ("FOLDED", True, {})
    empty = derive_place(shown(shift), 3)
    assert (empty.badge, empty.out, amounts(empty)) == ("", False, {})


def test_a_place_has_the_spots_of_its_rules_large_before_the_deal() -> None:
    before, after = derive_place(shown(with_wagers()), 1), derive_place(shown(dealt()), 1)
    first, streets = ["ante", "bonus", "jackpot"], ["flop", "turn", "river"]
    assert list(spots(before)) == list(spots(after)) == [*first, *streets]
    assert (before.large, after.large) == (True, False)
    assert [spots(before)[name].state for name in streets] == ["gone"] * 3
    assert [spots(after)[name].state for name in streets] == ["free"] * 3
    assert not any(spot.tappable for spot in after.spots), "a tap is the place's"
    sd = Shift(table_rules("sd", places=5), goes_ahead=True).playing(1)
    assert spots(derive_place(shown(sd), 1))["bonus"].state == "blank"
    assert spots(derive_place(shown(with_wagers()), 2))["jackpot"].state == "free"


def spots(place: PlaceProps) -> dict[str, SpotRow]:
    return {spot.name: spot for spot in place.spots}


def amounts(place: PlaceProps) -> dict[str, str]:
    return {spot.name: spot.amount for spot in place.spots if spot.amount}


def test_cards_appear_one_by_one_where_the_plan_puts_them() -> None:
    shift = with_wagers().deal("Ks 9d 4h 2c 7s Ah Ad 9s")
    board = derive_board(shown(shift))
    assert board.community == ("back",) * 5
    assert board.dealer == ("back", "back")
    assert (board.progress, round(board.progress_share, 2)) == ("Card 8 of 11", 0.73)
    assert [derive_place(shown(shift), n).cards for n in (1, 2)] == [("back",), ()]


@pytest.mark.parametrize(
    ("decide", "tap"),
    [
        (None, Tap(c.Decide(1, Choice.BET))),
        (c.Decide(1, Choice.BET), Tap(panel="choices")),
        (c.Decide(1, Choice.FOLD), Tap(panel="choices")),
    ],
)
def test_one_tap_is_the_likely_choice_the_next_opens_all(
    decide: c.Command | None, tap: Tap
) -> None:
    shift = dealt()
    if decide:
        shift.do(decide)
    assert tap_on(shown(shift), 1) == tap
    assert tap_on(shown(shift), 1, long=True) == Tap(panel="place")


def test_a_tap_does_nothing_where_there_is_nothing_to_do() -> None:
    assert tap_on(shown(dealt().seated(5)), 5) == NOTHING
    assert tap_on(shown(dealt(), held="x"), 1) == NOTHING
    assert tap_on(shown(table().seated(5)), 5) == Tap(panel="chips")


@pytest.mark.parametrize("made", [table, dealt], ids=["wagers", "decisions"])
def test_a_tap_on_a_free_place_offers_to_seat_a_player(made: Callable[[], Shift]) -> None:
    assert tap_on(shown(made()), 5) == Tap(panel="place")
    acts = derive_place_panel(shown(made()), 5).acts
    assert (acts[0].text, acts[0].enabled, acts[0].likely) == ("Seat a player", True, True)
    wagers = [act for act in acts if act.code == "wagers"]
    assert [(act.enabled, act.reason) for act in wagers] in ([], [(False, "Nobody is seated here")])


def test_after_the_dealers_hand_a_place_can_be_conceded() -> None:
    shift = at_the_showdown()
    assert tap_on(shown(shift), 1) == Tap(panel="choices")
    offers = derive_choices(shown(shift), 1, "").offers
    assert [(offer.code, offer.enabled) for offer in offers] == [("concede", True)]


def test_the_choices_name_the_bet_and_ask_before_a_fold() -> None:
    offers = derive_choices(shown(dealt()), 1, "").offers
    assert [offer.text for offer in offers] == ["Bet $50", "Fold", "Other amount"]
    assert derive_choices(shown(dealt()), 1, "fold").offers[1].text == "Fold place 1?"
    assert not derive_choices(shown(table()), 1, "").visible
    assert not derive_choices(shown(dealt()), 0, "").visible


def test_the_settlement_ladder_goes_bonus_first_and_ends_in_one_figure() -> None:
    shift = at_the_showdown()
    place = derive_settlement(shown(shift))
    assert (place.title, place.outcome) == ("Place 2", "Loses")
    assert (place.act, place.figure) == ("Take", "$1,500")
    assert [(rung.wager, rung.act, rung.amount) for rung in place.rungs] == [
        ("Ante", "take", "$500"),
        ("Ante", "return", "$500"),
        ("Flop", "take", "$1,000"),
        ("Flop", "return", "$1,000"),
    ]
    shift.do(c.SettlePlace(2))
    last = derive_settlement(shown(shift))
    assert [rung.wager for rung in last.rungs] == ["Ante bonus", "Ante", "Flop"]
    assert last.hand == "One pair, nines"
    assert derive_place(shown(shift), 2).badge == "Took $1,500"
    assert not derive_settlement(shown(dealt())).visible


def test_what_tokens_win_is_shown_as_payable_in_chips() -> None:
    tokens = Stake(Money.parse("25"), Money.parse("10"))
    shift = with_wagers().do(c.ChangeWager(1, Area.ANTE, tokens))
    assert amounts(derive_place(shown(shift), 1))["ante"] == "25 tk"
    shift.deal(CARDS.replace("Ah Ad", "Jh Td")).do(c.DecideAll(Choice.BET))
    shift.do(c.Decide(1, Choice.BET, tokens=Money.parse("50")), c.Reveal(Street.FLOP))
    panel = derive_place_panel(shown(shift), 1)
    assert "Ante $25, $10 of it in tokens, Ante bonus $5" in panel.history[0]
    for street in (Street.TURN, Street.RIVER):
        shift.do(c.DecideAll(Choice.BET), c.Reveal(street))
    shift.do(c.ShowDealersHand(), c.SettlePlace(2))
    wins = [(rung.wager, rung.amount) for rung in derive_settlement(shown(shift)).rungs]
    assert wins[2:] == [("Flop", "$50 chips"), ("Turn", "$25"), ("River", "$25")]


def test_five_cards_are_pushed_forward() -> None:
    shift = at_the_showdown().do(c.SettlePlace(2))
    seen = shown(shift)
    place, board = derive_place(seen, 1), derive_board(seen)
    assert place.forward == (True, True)
    assert board.community_forward == (True, True, False, False, True)
    assert board.dealer_hand == "One pair, aces"
    assert (board.dealer_forward, board.comparing) == ((False, False), True)


WON = "9h Th Jh 2s 4d  3c 5c  Qh Kh  8c 8d"
"""Place 1 has a straight flush with the flop, and nothing better with the others."""


def test_at_an_award_the_hand_that_wins_it_is_pushed_forward() -> None:
    rules = table_rules("nsw-2024", places=5, jackpot=jackpot_rules(bonus=True))
    shift = Shift(rules, goes_ahead=True).playing(1, 2)
    shift.do(*(c.PlaceWager(place, Area.ANTE, stake("25")) for place in (1, 2)))
    shift.do(*(c.JackpotSensor(place, present=True) for place in (1, 2))).deal(WON)
    for street in Street:
        shift.do(c.DecideAll(Choice.BET), c.Reveal(street))
    shift.do(c.ShowDealersHand(), c.SettlePlace(2), c.SettlePlace(1))
    told = []
    for _ in range(2):
        seen = shown(shift)
        panel, board = derive_settlement(seen), derive_board(seen)
        places = [derive_place(seen, number) for number in (1, 2)]
        assert [place.forward for place in places] == [(True, True), (False, False)]
        assert board.community_forward == (True, True, True, False, False)
        assert board.dealer_forward == (False, False)
        told.append((panel.title, panel.hand, [place.number for place in places if place.active]))
        shift.do(shift.controller.snapshot().step.command or c.CloseRound())
    assert told == [
        ("Place 2", "Straight flush, king high, place 1", [2]),
        ("Place 1", "Straight flush, king high", [1]),
    ]


def test_only_the_place_that_is_asked_now_stands_out() -> None:
    shift = dealt()
    first, second = (derive_place(shown(shift), number) for number in (1, 2))
    assert (first.badge, first.active) == ("DECIDES", True)
    assert (second.badge, second.active) == ("WAITS", False)
    shift.do(c.Decide(1, Choice.BET))
    assert derive_place(shown(shift), 2).badge == "DECIDES"


def test_what_goes_back_stands_at_its_place_until_the_round_is_closed() -> None:
    shift = dealt().supervised(c.Report(c.Irregularity.SUPERVISOR_VOID))
    places = [derive_place(shown(shift), number) for number in (1, 2, 3)]
    assert [(one.badge, one.returns, one.note, one.active) for one in places] == [
        ("RETURN", True, "$35", True),
        ("RETURN", True, "$1,000", True),
        ("", False, "", False),
    ]
    shift.do(c.CloseRound())
    places = [derive_place(shown(shift), number) for number in (1, 2, 3)]
    assert [one.note for one in places] == ["no ante", "no ante", "free"]
    assert not any(one.cards or one.badge for one in places)


def test_the_button_says_what_was_done_and_the_sign_on_the_place_too() -> None:
    shift = at_the_showdown()
    told = []
    for place in (2, 1):
        told.append(derive_primary(shown(shift)).text)
        shift.do(c.SettlePlace(place))
    assert told == ["Taken: place 2", "Taken: place 1"]
    shift = Shift(table().rules, goes_ahead=True).playing(1)
    shift.do(c.PlaceWager(1, Area.ANTE, stake("25"))).deal("7h 2c Kd 9s 4d  Ah Qd  Ks Jh")
    for street in Street:
        shift.do(c.DecideAll(Choice.BET), c.Reveal(street))
    shift.do(c.ShowDealersHand())
    assert derive_primary(shown(shift)).text == "Paid: place 1"


def test_a_place_that_was_settled_carries_the_sign_of_its_result() -> None:
    shift = at_the_showdown().do(c.SettlePlace(2))
    seen = derive_place(shown(shift), 2)
    assert (seen.badge, seen.badge_glyph, seen.out) == ("Took $1,500", "cross", True)


def test_a_folded_place_is_offered_nothing_and_told_where_it_is_corrected() -> None:
    shift = dealt().do(c.Decide(1, Choice.FOLD))
    choices = derive_choices(shown(shift), 1, "")
    assert [offer.enabled for offer in choices.offers] == [False] * 3
    assert choices.note == "Folded. A supervisor can correct it"
    assert derive_choices(shown(shift), 2, "").note == ""
    above = derive_choices(shown(shift.on(GAMING)), 1, "")
    assert (above.note, above.offers[0].text, above.offers[0].enabled) == ("", "Bet $50", True)


def test_the_primary_action_waits_with_its_reason_and_never_leaves() -> None:
    assert derive_primary(shown(table())).reason == "No ante has been placed"
    assert derive_primary(shown(dealt())).reason == "Ask place 1"
    assert derive_primary(shown(dealt(), held="x")).reason == "The table is held"
    compare = derive_primary(shown(dealt(), held=COMPARE))
    assert (compare.text, compare.compares, compare.reason) == ("Screen and felt agree", True, "")
    assert derive_primary(shown(at_the_showdown())).text == "Taken: place 2"


def test_everybody_at_once_or_the_rest() -> None:
    shift = dealt()
    bar = derive_actions(shown(shift))
    assert bar.keys == (SideKey("allBet", "All bet", True),)
    shift.do(c.Decide(1, Choice.BET))
    assert derive_actions(shown(shift)).keys[0].text == "Rest bet"
    assert not derive_actions(shown(shift, held="x")).keys


def test_undo_offers_the_last_tap_or_says_that_there_is_none() -> None:
    shift = dealt()
    bar = derive_actions(shown(shift))
    assert (bar.undo_note, bar.undo_enabled) == ("Nothing to undo", False)
    shift.do(c.Decide(1, Choice.BET))
    bar = derive_actions(shown(shift))
    assert bar.undo_enabled
    assert "place 1" in bar.undo_note
    assert not derive_actions(shown(shift, held="x")).undo_enabled


def test_the_chip_pad_sends_one_absolute_amount_or_takes_back() -> None:
    felt = with_wagers().table
    ten, in_tokens = stake("10"), Stake(Money.parse("25"), Money.parse("25"))
    assert command_of(felt, 1, Area.ANTE, ten) == c.ChangeWager(1, Area.ANTE, ten)
    assert command_of(felt, 1, Area.ANTE, in_tokens) == c.ChangeWager(1, Area.ANTE, in_tokens)
    assert command_of(felt, 2, Area.BONUS, ten) == c.PlaceWager(2, Area.BONUS, ten)
    assert command_of(felt, 1, Area.ANTE, stake("0")) == c.TakeBackWager(1, Area.ANTE)
    assert command_of(felt, 1, Area.ANTE, stake("25")) is None
    assert command_of(felt, 1, Area.ANTE, None) is None


def test_the_chip_pad_says_when_an_amount_is_outside_the_limits() -> None:
    seen = shown(with_wagers())
    assert derive_chip_pad(seen, 2, Area.ANTE, None).outside
    assert not derive_chip_pad(seen, 1, Area.ANTE, None).outside
    assert derive_chip_pad(seen, 1, Area.ANTE, stake("0")).set_text == "Take back"
    assert not derive_chip_pad(shown(at_the_showdown()), 1, Area.ANTE, None).visible


def raised_at_once(**changed: Any) -> Shift:
    """Place 1 keeps its minimum of $25; place 2 has come since."""
    shift = Shift(table_rules("nsw-2024", places=5)).playing(1)
    before = shift.floor.limits
    spot = evolve(before.spot, ante_min=Money.parse("50"))
    shift.supervised(ChangeLimits(evolve(before, spot=spot, **changed), at_once=True))
    return shift.do(PlaceMarker(1)).seated(2)


def test_who_keeps_the_old_minimum_is_within_the_limits_all_over_the_screen() -> None:
    seen = shown(raised_at_once().wagers(p1="25"))
    assert derive_guidance(seen).warning == ""
    pad = derive_chip_pad(seen, 1, Area.ANTE, None)
    assert (pad.limits, pad.outside) == ("$25–$500", False)


def test_the_dealer_is_told_of_every_limit_that_stands_on_the_sign() -> None:
    late = derive_guidance(shown(raised_at_once().wagers(p2="25"))).warning
    assert late.startswith("Place 2: Ante Wager $25 is below the minimum $50; ")
    odd = derive_guidance(shown(raised_at_once(multiples=True).wagers(p2="60"))).warning
    assert "is not a multiple of the minimum $50" in odd
    most = raised_at_once(player_max=Money.parse("90")).wagers(p2="100")
    assert "above the player's maximum $90" in derive_guidance(shown(most)).warning
    assert derive_guidance(shown(most.deal("Ks"))).warning == "", "after the first card it stands"


def test_on_a_street_the_chip_pad_is_for_a_bet_that_is_not_what_the_rules_ask() -> None:
    seen, felt = shown(dealt()), dealt().table
    assert derive_chip_pad(seen, 1, Area.ANTE, stake("30")).outside
    assert not derive_chip_pad(seen, 1, Area.ANTE, stake("50")).outside
    assert not derive_chip_pad(seen, 3, Area.ANTE, None).visible, "no ante, no bet"
    thirty = Money.parse("30")
    assert street_bet(felt, 1, stake("30")) == c.Decide(1, Choice.BET, thirty)
    assert street_bet(felt, 1, stake("50")) == c.Decide(1, Choice.BET)
    tokens = Stake(Money.parse("50"), thirty)
    assert street_bet(felt, 1, tokens) == c.Decide(1, Choice.BET, tokens=thirty)
    assert street_bet(felt, 1, stake("0")) is None


def test_the_chip_pad_offers_chips_that_make_up_the_minimum() -> None:
    chips = [str(chip) for chip in denominations(Money.parse("25"))]
    assert chips == ["5.00", "25.00", "100.00", "500.00"]


def test_the_card_pad_asks_for_what_no_device_has_read() -> None:
    shift = with_wagers().do(c.NoMoreBets(), *(c.CardDrawn(None) for _ in range(11)))
    shift.do(c.DecideAll(Choice.BET))
    pad = derive_card_pad(shown(shift))
    assert (pad.visible, pad.title, pad.hand) == (True, "Key community card 1", ("back",) * 3)
    assert len(ORDER) == 52
    assert not any(pad.out)
    assert not derive_card_pad(shown(dealt())).visible


def test_the_card_pad_names_a_card_by_where_it_lies_also_when_the_river_comes_first() -> None:
    shift = Shift(replace(table_rules("nsw-2024", places=5), packet_reversed=True)).playing(1)
    shift.wagers(p1="25").do(c.NoMoreBets(), *(c.CardDrawn(None) for _ in range(9)))
    shift.do(c.DecideAll(Choice.BET))
    titles = []
    for draw, card in zip((4, 3, 2), DECK, strict=False):
        titles.append(derive_card_pad(shown(shift)).title)
        shift.do(c.KeyCard(draw, card))
    assert titles == [f"Key community card {number}" for number in (1, 2, 3)]


def test_the_strip_says_what_holds_the_table_then_which_device_fails() -> None:
    assert not derive_strip(shown(dealt(), FITTED), BONUS_SCREEN).visible
    one = derive_strip(shown(dealt(), FITTED, AWAY), BONUS_SCREEN)
    assert (one.level, one.title, one.more) == ("act", "Sensors", "Read")
    away = "The sensors do not answer. Is a cable out, or the power off? Play goes on"
    assert one.text.startswith(away)
    both = derive_strip(shown(dealt(), FITTED, DOOR, AWAY), BONUS_SCREEN)
    assert (both.title, both.more) == ("Shuffler", "1 more"), "no card comes before that is done"
    assert derive_strip(shown(dealt(), AWAY, held="Damaged."), BONUS_SCREEN).level == "stopped"
    recovered = derive_strip(shown(dealt(), held=COMPARE), BONUS_SCREEN)
    assert recovered.title == "Recovered after an interruption"


def test_the_guidance_line_has_the_step_its_clause_and_the_first_warning() -> None:
    line = derive_guidance(shown(with_wagers()))
    assert (line.clause, line.announce) == ("Rule 7.1", "no more bets")
    assert "above the maximum" in line.warning
    assert derive_guidance(shown(dealt(), held="Damaged.")).text == "Damaged."
    closed = Shift(table_rules("nsw-2024", places=5))
    said = derive_guidance(shown(closed)).text
    assert said == ("The table is not open. A supervisor: Menu, Open and close, Prepare the table.")


def test_until_the_first_round_guidance_names_the_way_and_agrees_with_the_button() -> None:
    shift = Shift(table_rules("nsw-2024", places=5)).on(DEALER).on(GAMING).do(BeginOpening(MONDAY))
    assert derive_guidance(shown(shift)).text.endswith(
        "A supervisor: Menu, Open and close, Confirm equipment: 8 left."
    )
    shift.do(*(ConfirmItem(item.code) for item in checklist(shift.floor)))
    assert derive_guidance(shown(shift)).text.endswith("Open and close, Count the float.")
    shift = Shift(table_rules("nsw-2024", places=5)).opened()
    no_deck = derive_guidance(shown(shift)).text
    assert no_deck.startswith("There is no deck at the table")
    assert no_deck.endswith("A supervisor: Menu, Cards, Bring a deck.")
    assert derive_primary(shown(shift)).reason == "There is no deck at the table"
    shift.deck_ready()
    nobody = derive_guidance(shown(shift)).text
    assert nobody == "No player is seated. Tap a place: Seat a player."
    assert derive_primary(shown(shift)).reason == "No player is seated"


def test_what_is_compared_leaves_out_progressive_wagers_that_were_taken_in() -> None:
    rules = table_rules("sd", places=5, dealing="hand", jackpot=jackpot_rules("PMG-01", wager="1"))
    shift = Shift(rules, goes_ahead=True).playing(1, 2)
    shift.do(*(c.PlaceWager(place, Area.ANTE, stake("25")) for place in (1, 2)))
    shift.do(c.JackpotSensor(1, present=True))

    def asked() -> str:
        return derive_guidance(shown(shift, held=COMPARE)).text

    assert "2 places with wagers, $51 on the felt" in asked()
    shift.do(c.NoMoreBets())
    assert "$51 on the felt" in asked(), "the chip lies on its sensor still"
    shift.do(c.JackpotSensor(1, present=False))
    assert "2 places with wagers, $50 on the felt" in asked()
