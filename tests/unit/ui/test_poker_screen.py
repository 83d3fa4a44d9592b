"""What the screen areas of the poker room derive from a snapshot, without Qt's windows."""

from dataclasses import replace

import pytest

from controller.domain.base import existing
from controller.domain.cards import Card, parse_cards
from controller.games.poker.award import AwardPots
from controller.games.poker.betting import Act
from controller.games.poker.blinds import BeginHand
from controller.games.poker.card_corrections import CorrectCard
from controller.games.poker.floor.clock import CallClock
from controller.games.poker.moves import CheckRound, KeyMoves
from controller.games.poker.offers import Move
from controller.games.poker.powers import PokerReason
from controller.games.poker.preview import preview
from controller.games.poker.reports import Cause, Decision, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.seating import GoAway, SitDown
from controller.games.poker.showdown import PassIn, TableHand
from controller.running.ports import KeypadView
from controller.running.writer import COMPARE
from controller.staff.roles import HouseReason, Reason
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING, MONDAY
from ui.forms.asks import OtherPools, Scene
from ui.forms.form import Form, advanced, answered, asked_of, command_of, reasons_of
from ui.games.poker.screen import POKER_SCREEN
from ui.games.poker.viewmodels.actions import NextPot, derive_actions, derive_primary
from ui.games.poker.viewmodels.board import derive_middle
from ui.games.poker.viewmodels.card_pad import cards_asked, derive_card_pad
from ui.games.poker.viewmodels.felt import derive_seat, tap_on
from ui.games.poker.viewmodels.foreseen import foreseen
from ui.games.poker.viewmodels.guidance import derive_guidance
from ui.games.poker.viewmodels.settlement import NOT_BEGUN, Walk, derive_push, winning
from ui.games.poker.viewmodels.table_sign import derive_sign
from ui.games.poker.viewmodels.wagers import derive_wagers
from ui.shown import Shown
from ui.viewmodels.form_pages import FormProps, State, scene_of
from ui.viewmodels.guidance import GuidanceProps, with_device
from ui.viewmodels.irregularities import derive_irregularities, possible


def four(rules: PokerRules = RULES, *, goes_ahead: bool = True) -> PokerShift:
    """Seats 1, 3, 4 and 6: button 1, blinds 3 and 4, seat 6 acts first."""
    shift = PokerShift(rules, goes_ahead=goes_ahead)
    return shift.sitting(s1="200", s3="200", s4="60", s6="402")


def dealt(rules: PokerRules = RULES) -> PokerShift:
    return four(rules).do(BeginHand(1))


def shown(shift: PokerShift, **changes: object) -> Shown:
    return Shown(replace(shift.controller.snapshot(), **changes))  # type: ignore[arg-type]


def test_a_seat_says_what_became_of_its_player() -> None:
    shift = four()
    shift.do(SitDown(5, 9000), GoAway(5))
    states = {n: derive_seat(shown(shift), n).state for n in (1, 2, 5)}
    assert states == {1: "in", 2: "free", 5: "away"}
    shift.do(BeginHand(1))
    seats = {n: derive_seat(shown(shift), n) for n in range(1, 7)}
    assert [n for n, seat in seats.items() if seat.acting] == [6]
    assert (seats[1].button, seats[3].blind, seats[4].blind) == (True, "SB", "BB")
    assert (seats[4].stack, seats[4].wager) == ("$58", "$2")
    assert seats[6].cards == ("back", "back")
    shift.do(KeyMoves(3, Move.CALL), KeyMoves(4, Move.ALL_IN), KeyMoves(3, Move.FOLD))
    seats = {n: derive_seat(shown(shift), n) for n in range(1, 7)}
    assert {n: seats[n].state for n in (1, 3, 4, 6)} == {
        1: "folded", 3: "folded", 4: "all-in", 6: "folded",
    }  # fmt: skip


def test_a_seat_that_is_tapped_ahead_shows_who_passes() -> None:
    shift = dealt()
    now = shown(shift)
    passes = {n: derive_seat(now, n, 3) for n in (1, 3, 6)}
    assert {n: (seat.state, seat.passes) for n, seat in passes.items()} == {
        1: ("folded", True), 3: ("in", False), 6: ("folded", True),
    }  # fmt: skip
    assert passes[3].acting
    assert derive_guidance(now, 3).text.startswith("Seats 6 and 1 fold. Seat 3 acts")


def test_undo_names_the_move_that_it_takes_back() -> None:
    shift = dealt()

    def undone_after(seat: int, move: Move, to: int | None = None) -> str:
        return derive_actions(shown(shift.do(KeyMoves(seat, move, to)))).undo_note

    assert undone_after(6, Move.CALL) == "Seat 6 calls"
    assert undone_after(1, Move.FOLD) == "Seat 1 folds"
    assert undone_after(3, Move.RAISE, 800) == "Seat 3 raises"
    shift.do(KeyMoves(4, Move.CALL), KeyMoves(6, Move.CALL)).street("Kd 9s 4h")
    assert undone_after(3, Move.CHECK) == "Seat 3 checks"
    assert undone_after(4, Move.BET, 1000) == "Seat 4 bets"


def test_a_size_lies_in_the_same_place_whichever_others_there_are() -> None:
    def slots(shift: PokerShift) -> dict[str, int]:
        return {key.code: key.slot for key in derive_wagers(shown(shift)).keys}

    first = slots(dealt())
    after_a_raise = slots(dealt().do(KeyMoves(6, Move.RAISE, 3000)))
    assert set(first) != set(after_a_raise)
    for code in first.keys() & after_a_raise:
        assert first[code] == after_a_raise[code], code
    assert (first["least"], first["all-in"], first["other"]) == (0, 3, 4)


@pytest.mark.parametrize(
    ("seat", "comes_to"),
    [(6, "forgets"), (3, "passes"), (4, "command"), (2, "panel"), (5, "panel")],
)
def test_what_a_tap_on_a_seat_comes_to(seat: int, comes_to: str) -> None:
    tap = tap_on(shown(dealt()), seat)
    found = [name for name in ("forgets", "passes", "command", "panel") if getattr(tap, name)]
    assert found == [comes_to]


def test_between_hands_and_with_a_long_press_the_panel_of_a_seat_opens() -> None:
    assert tap_on(shown(four()), 2).panel
    assert tap_on(shown(dealt()), 2, long=True).panel
    assert tap_on(shown(dealt(), held="The disk is full."), 3).passes == 0


def test_the_primary_action_is_the_likely_one() -> None:
    shift = four()
    assert derive_primary(shown(shift)).text == "Deal hand 1"
    shift.do(BeginHand(1))
    assert derive_primary(shown(shift)).text == "Call $2"
    assert derive_primary(shown(shift), 3).command == KeyMoves(3, Move.CALL)
    shift.do(KeyMoves(6, Move.RAISE, 7000))
    assert derive_primary(shown(shift), 4).text == "Call $58 all-in"
    shift.do(KeyMoves(6))
    assert derive_primary(shown(shift)).command == AwardPots()


def test_the_primary_action_says_why_not_and_never_goes() -> None:
    shift = PokerShift(goes_ahead=True).opened().deck_ready()
    primary = derive_primary(shown(shift))
    assert (primary.text, primary.enabled) == ("Deal hand 1", False)
    assert primary.reason
    held = derive_primary(shown(shift, held="The disk is full."))
    assert (held.text, held.enabled) == ("Held", False)
    assert derive_primary(shown(shift, held=COMPARE)).compares
    shift = dealt()
    shift.on(GAMING)
    assert derive_primary(shown(shift)).reason == "Leave supervisor mode first"
    assert not any(key.enabled for key in derive_actions(shown(shift)).keys)


def test_a_table_that_is_held_is_not_keyed() -> None:
    held = shown(dealt(), held=COMPARE)
    bar = derive_actions(held)
    assert bar.keys == ()
    assert bar.other_text == "The felt differs"
    assert not derive_wagers(held).visible
    assert derive_guidance(held).text == (
        "Hand 1: 4 hands in, $3 on the table, 0 cards on the board. Does the felt match?"
    )


def test_the_sizes_of_a_raise_stand_on_their_keys() -> None:
    shift = dealt()
    keys = [(key.code, key.text) for key in derive_wagers(shown(shift)).keys]
    assert keys == [
        ("least", "Raise to $4"), ("pot", "Pot $7"), ("all-in", "All-in $402"),
        ("other", "Other amount"),
    ]  # fmt: skip
    pad = derive_wagers(shown(shift), keyed=300)
    assert (pad.set_text, bool(pad.set_reason)) == ("Raise to $3", True)
    fixed = dealt(PokerRules(Limit.FIXED, 100, 200, seats=6))
    assert [key.text for key in derive_wagers(shown(fixed)).keys] == ["Raise to $4"]


def test_a_raise_that_is_not_offered_says_why() -> None:
    shift = dealt()
    shift.do(KeyMoves(6, Move.RAISE, 7000), KeyMoves(3, Move.FOLD))
    props = derive_wagers(shown(shift))
    assert props.keys == ()
    assert props.why_not.startswith("No raise: ")


def river(shift: PokerShift) -> PokerShift:
    for cards in ("Kd 9s 4h", "2c", "2s"):
        shift.check_round().street(cards)
    return shift.check_round()


def test_the_middle_has_the_board_and_what_is_drawn_in() -> None:
    shift = dealt()
    assert derive_middle(shown(shift)).on_the_table == "$3"
    shift.do(KeyMoves(6, Move.CALL))
    shift.check_round().street("Kd 9s 4h")
    middle = derive_middle(shown(shift))
    assert middle.cards == ("Kd", "9s", "4h", "", "")
    assert [(pot.name, pot.amount, pot.seats) for pot in middle.pots] == [
        ("Main pot", "$8", "1 3 4 6")
    ]


def test_the_pad_asks_for_what_is_turned_over() -> None:
    shift = dealt()
    assert not derive_card_pad(shown(shift)).visible
    shift.do(KeyMoves(6, Move.CALL))
    shift.act(Move.CALL, Move.CALL, Move.CHECK)
    pad = derive_card_pad(shown(shift), ("Kd",))
    assert (pad.title, pad.hand) == ("Turn the flop", ("Kd", "back", "back"))
    assert pad.out[pad.cards.index("Kd")]
    river_ = river(dealt().do(KeyMoves(6, Move.CALL)))
    assert cards_asked(shown(river_)).seat == 3
    unkeyed = dealt(replace(RULES, keyed=False)).do(KeyMoves(6, Move.CALL))
    unkeyed.check_round()
    assert not cards_asked(shown(unkeyed)).count


def test_pots_are_pushed_one_by_one_the_last_side_pot_first() -> None:
    shift = dealt()
    shift.do(KeyMoves(6, Move.RAISE, 7000), KeyMoves(3, Move.CALL))
    shift.do(Act(4, Move.CALL))
    river(shift)
    shift.do(TableHand(3, parse_cards("Ks Kh")), TableHand(4, parse_cards("As Ac")), PassIn(6))
    first = derive_push(shown(shift))
    assert (first.title, first.amount, first.left) == ("Side pot 1", "$20", "1 more pot")
    assert [(share.seat, share.hand) for share in first.shares] == [(3, "full house")]
    assert winning(shown(shift), NOT_BEGUN) == (3,), "who gets it stands out on the felt"
    assert winning(shown(shift), Walk(picked=(4,))) == (4,), "or who is named"
    assert derive_primary(shown(shift)).command == NextPot()
    last = derive_primary(shown(shift), walk=Walk(pushed=1))
    assert last.command == AwardPots()
    shift.do(AwardPots())
    assert derive_push(shown(shift)).over.startswith("Hand 1: $")
    assert winning(shown(shift), NOT_BEGUN) == ()
    assert derive_seat(shown(shift), 3).won


def scene(shift: PokerShift) -> Scene:
    return scene_of(shown(shift), POKER_SCREEN, MONDAY, OtherPools())


def form(shift: PokerShift, code: str, *codes: str) -> Form:
    """A row that was picked, and answered so far."""
    entry = next(one for one in POKER_SCREEN.reports if one.code == code)
    filled = advanced(Form(entry, asks_why=False), scene(shift))
    for one in codes:
        filled = answered(filled, scene(shift), one)
    return filled


def listed(shift: PokerShift) -> list[str]:
    return [one.code for one in possible(POKER_SCREEN.reports, scene(shift))]


def test_a_key_that_names_a_seat_stands_for_it_on_the_felt_whatever_it_says() -> None:
    shift = dealt()
    for place in ("Seat", "Chair"):
        here = replace(scene(shift), place=place)
        asked = form(shift, "hole-card-exposed").entry.asks
        seats, cards = (ask.options(here, {"seat": "1"}) for ask in asked)
        assert [one.place for one in seats] == [int(one.code) for one in seats]
        assert {one.place for one in cards} == {0}, "the first or the second card is no seat"


def test_what_cannot_have_happened_is_not_listed() -> None:
    assert listed(four()) == ["dispute", "incident"]
    deal = listed(dealt())
    assert "hole-card-exposed" in deal
    assert "string-bet" not in deal
    street = listed(dealt().do(KeyMoves(6, Move.CALL)))
    assert "hole-card-exposed" not in street
    assert {"short-call", "out-of-turn", "call-clock"} <= set(street)


def test_every_irregularity_of_the_rules_has_a_row_and_is_listed_where_it_can_happen() -> None:
    found = set(listed(dealt()))
    shift = dealt()
    shift.do(KeyMoves(6, Move.RAISE, 800), CallClock(1))
    found |= set(listed(shift))
    shift.do(KeyMoves(3, Move.CALL))
    shift.check_round().street("Kd 9s 4h")
    found |= set(listed(shift))
    shift.check_round().street("2c")
    found |= set(listed(shift))
    shift.check_round().street("2s").check_round()
    shift.do(TableHand(shift.table.playing().players[0].seat, parse_cards("Ks Kh")))
    found |= set(listed(shift))
    assert {one.value for one in Irregularity} <= found


def test_a_card_that_was_keyed_wrong_is_picked_from_those_face_up() -> None:
    shift = dealt()
    assert "correct-card" not in listed(shift)
    shift.do(KeyMoves(6, Move.CALL), KeyMoves(3, Move.CALL))
    shift.check_round().street("Kd 9s 4h")
    assert "correct-card" in listed(shift)
    picked = form(shift, "correct-card")
    ask = existing(asked_of(picked, scene(shift)), "nothing is asked")
    assert [one.text for one in ask.options(scene(shift), {})] == ["K♦", "9♠", "4♥"]
    keyed = form(shift, "correct-card", "9s", "Ts")
    assert command_of(keyed, scene(shift)) == CorrectCard(Card.parse("9s"), Card.parse("Ts"))
    ask = existing(asked_of(form(shift, "correct-card", "9s"), scene(shift)), "no card is asked")
    assert "Kd" in ask.not_these(scene(shift), {}), "it lies there already"


def test_a_report_asks_only_what_makes_a_difference() -> None:
    shift = dealt().do(KeyMoves(6, Move.RAISE, 800))

    def asked(code: str, *codes: str) -> str:
        ask = asked_of(form(shift, code, *codes), scene(shift))
        return ask.name if ask else ""

    assert asked("out-of-turn", "4", "call") == ""
    assert asked("out-of-turn", "4", "raise") == "amount"
    assert asked("short-call") == "amount", "one seat only can have called too small"
    said = command_of(form(shift, "short-call", "5", "complete"), scene(shift))
    assert said == ReportIrregularity(
        Irregularity.SHORT_CALL, seat=1, amount=500, decision=Decision.COMPLETE
    )


def test_the_cards_of_a_hand_are_keyed_one_after_the_other_and_none_twice() -> None:
    shift = dealt().do(KeyMoves(6, Move.FOLD)).act(Move.CALL)
    shift.check_round().street("Kd 9s 4h")
    shown_ = form(shift, "folded-hand-exposed")
    (seat, first) = shown_.given, asked_of(shown_, scene(shift))
    assert seat == (("seat", "6"),)
    assert first is not None
    assert first.not_these(scene(shift), shown_.answers) == {"Kd", "9s", "4h"}
    shown_ = answered(shown_, scene(shift), "As")
    second = existing(asked_of(shown_, scene(shift)), "nothing more is asked")
    assert "As" in second.not_these(scene(shift), shown_.answers)
    said = command_of(answered(shown_, scene(shift), "Ah"), scene(shift))
    assert isinstance(said, ReportIrregularity)
    assert said.cards == parse_cards("As Ah")


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (Cause.CARDS, PokerReason.CARDS_MISCOUNTED),
        (Cause.DISRUPTION, HouseReason.EMERGENCY),
        (Cause.FRAUD, HouseReason.FRAUD),
    ],
)
def test_a_void_has_the_reason_that_was_answered(cause: Cause, reason: Reason) -> None:
    shift = dealt()
    assert reasons_of(form(shift, "outcome-invalidated", cause), scene(shift)) == (reason,)


def test_the_panel_says_what_will_come_of_it_and_who_has_to_agree() -> None:
    shift = dealt()
    state = State(form=form(shift, "outcome-invalidated", "fraud"))
    command = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.FRAUD)
    seen = preview(shift.house, command, shift.clock.now())

    def page() -> FormProps:
        return derive_irregularities(shown(shift), POKER_SCREEN, state, MONDAY, seen)

    assert (page().kind, page().headline, page().ends) == ("confirm", "The hand is void", True)
    assert [(one.named, one.place, one.text) for one in page().shares] == [
        ("Seat", 3, "$1 back"), ("Seat", 4, "$2 back"),
    ]  # fmt: skip
    assert page().waits
    assert not page().confirms
    shift.on(GAMING)
    assert [one.code for one in page().confirms] == ["fraud"]


def test_who_disagrees_sits_on_a_seat() -> None:
    shift = four()
    ask = existing(asked_of(form(shift, "dispute"), scene(shift)), "nothing is asked")
    texts = [one.text for one in ask.options(scene(shift), {})]
    assert (texts[0], texts[-1]) == ("Seat 1", "No seat")


def test_a_preview_that_changes_no_stack_is_one_sentence() -> None:
    shift = dealt()
    exposed = ReportIrregularity(Irregularity.HOLE_CARD_EXPOSED, seat=3, card=1)
    found = foreseen(preview(shift.house, exposed, shift.clock.now()))  # type: ignore[arg-type]
    assert found.headline == "A hole card of seat 3 is replaced by the first burn card."
    assert found.shares == ()


def test_the_frame_is_told_of_the_game() -> None:
    shift = dealt(replace(RULES, bank_min=4000))
    heading = POKER_SCREEN.heading(shown(shift))
    assert heading.game == "Hold'em · no-limit $1/$2"
    assert (heading.round, heading.limits) == ("Hand 1", ("Minimum bank $40",))
    assert POKER_SCREEN.unsettled(shift.table) == "Hand 1 is not over."
    assert POKER_SCREEN.unsettled(four().table) == ""


def test_the_sign_says_what_is_played_for() -> None:
    sign = derive_sign(shown(four(replace(RULES, ante=100, bank_min=4000))))
    assert sign.title == sign.game == "Texas Hold'em, no-limit"
    assert [(line.text, line.figure) for line in sign.lines] == [
        ("Blinds", "$1 and $2"), ("Ante", "$1"), ("Minimum wager", "$2"),
        ("Maximum wager", "all chips on the table"), ("Minimum bank", "$40"),
        ("Commission", "$1 per $20 of each pot"),
    ]  # fmt: skip
    pages = [derive_sign(shown(four()), turn) for turn in range(sign.pages)]
    assert [one.title for one in pages[1:]] == ["Order of hands", "Information"]
    assert [line.text for line in pages[1].lines][:2] == ["Royal flush", "Straight flush"]


def test_where_the_table_does_not_go_ahead_every_step_has_its_tap() -> None:
    shift = four(goes_ahead=False)
    said = []
    for _ in range(3):
        primary = derive_primary(shown(shift))
        said.append(primary.text)
        shift.do(primary.command)
    assert said == ["Deal hand 1", "Deal two cards each", "Call $2"]
    shift.do(KeyMoves(4, Move.RAISE, 800), KeyMoves(4), AwardPots())
    assert derive_primary(shown(shift)).text == "The hand is paid"


def test_a_deal_with_everyone_all_in_by_the_blinds_is_finished_with_a_tap() -> None:
    shift = PokerShift(goes_ahead=True).sitting(s1="1", s3="2").do(BeginHand(1))
    primary = derive_primary(shown(shift))
    assert primary.text == "Everyone has two cards"
    shift.do(primary.command)
    assert cards_asked(shown(shift)).count == 3
    for cards in ("Kd 9s 4h", "2c", "2s"):
        shift.street(cards)
    assert derive_primary(shown(shift)).reason == "Seat 3 shows next"


def test_an_amount_that_is_being_keyed_is_in_the_guidance() -> None:
    props = GuidanceProps(text="Seat 1 acts.", clause="8.1", refusal="No.")
    keyed = with_device(props, KeypadView("Amount keyed: $24. Press bet / raise, or undo."))
    assert (keyed.text, keyed.clause, keyed.refusal) == (
        "Amount keyed: $24. Press bet / raise, or undo.", "", "",
    )  # fmt: skip
    refused = with_device(props, KeypadView("At least $4.", refused=True))
    assert (refused.text, refused.refusal) == ("Seat 1 acts.", "At least $4.")
    assert with_device(props, KeypadView()) == props


def test_the_first_hand_can_be_keyed_before_anybody_draws_in() -> None:
    shift = dealt()
    shift.do(KeyMoves(6, Move.CALL), KeyMoves(1, Move.FOLD), KeyMoves(3, Move.CALL), CheckRound())
    said = []
    for cards in ("Kd 9s 4h", "2c", "2s"):
        assert not derive_card_pad(shown(shift), ()).title.endswith("shows")
        said.append(derive_primary(shown(shift)))
        shift.street(cards).do(CheckRound())
    assert [(one.text, one.reason) for one in said] == [
        ("Draw in", ""), ("Deal", "Key the card"), ("Deal", "Key the card"),
    ], "when all have checked nothing lies there to be drawn in"  # fmt: skip
    assert derive_card_pad(shown(shift), ()).title == "Seat 3 shows"
    assert derive_primary(shown(shift)).reason == "Seat 3 shows next"
    assert derive_seat(shown(shift), 3).acting
    shift.do(TableHand(3, parse_cards("Ks Kh")))
    assert derive_card_pad(shown(shift), ()).title == "Seat 4 shows"
