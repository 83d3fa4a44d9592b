"""The supervisor's panel by touch: menu, forms, confirmations, and what is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cards.plan import known
from controller.domain.base import existing
from controller.domain.money import Money
from controller.domain.words import faces
from controller.floor.closing import CloseTable
from controller.floor.money import CountFloat, RecordDrop
from controller.games.bonus import commands as c
from controller.games.bonus.floor.state import JackpotState
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending
from controller.games.bonus.wagers import Choice
from controller.house.events import Authorised
from controller.journal.housekeeping import TableStarted
from controller.staff.roles import HouseReason, Person
from tests.helpers.screen import Made, Screen
from tests.helpers.shift import CASINO, DEALER, GAMING, INSPECTOR, TECHNICIAN
from tests.helpers.staffed import Staffed
from tests.qml.test_console import deal, double_tap, phase, play_by_touch, with_antes


@pytest.fixture
def screen(made: Made) -> Screen:
    return with_antes(made(), 1, 2, 3)


@pytest.fixture
def idle(made: Made) -> Screen:
    """An open table without players: no round opens by itself."""
    one = made()
    one.shift.opened()
    return one.settle()


def menu(screen: Screen, person: Person = GAMING) -> Screen:
    return screen.on(person).tap("supervisorButton")


def pick(screen: Screen, *codes: str) -> Screen:
    for code in codes:
        screen.tap(f"entry-{code}")
    return screen


def confirm(screen: Screen, *codes: str) -> Screen:
    return pick(screen, *codes).tap("supervisorConfirm")


def key(screen: Screen, signs: str) -> Screen:
    for sign in signs:
        screen.tap("supervisor", "digitExtra" if sign == "." else f"digit{sign}")
    return screen.tap("supervisorNext")


def offered(screen: Screen) -> set[str]:
    """The entries of the page that is open."""
    names = (item.objectName() for _, item in screen.items())
    return {name.removeprefix("entry-") for name in names if name.startswith("entry-")}


def authorised(screen: Screen) -> Authorised:
    found = [event for event in screen.shift.events() if isinstance(event, Authorised)]
    return found[-1]


def done(screen: Screen, text: str) -> None:
    assert screen.text("supervisorMessage") == text


# What is offered


def test_every_role_is_offered_its_own_powers_and_no_others(screen: Screen) -> None:
    menu(screen, INSPECTOR)
    assert offered(screen) == {"Cards", "history", "rules"}
    assert offered(pick(screen, "Cards")) == {"order-check"}
    screen.tap("leaveButton")
    menu(screen, TECHNICIAN)
    assert offered(screen) == {"Devices", "rules"}
    assert offered(pick(screen, "Devices")) == {"swap", "pair", "codes", "stop-pairing"}


def test_a_gaming_supervisor_closes_no_suspected_payment_alone(screen: Screen) -> None:
    """11.16 is the pit's: a gaming supervisor can only bring it there."""
    pick(menu(pick_correction(screen), GAMING), "Wrong payments")
    assert screen.text("entry-close-suspected", "reason") == "with casino supervisor"
    pick(screen, "close-suspected")
    assert screen.text("supervisorConfirm", "label") == "Second PIN"


def pick_correction(screen: Screen) -> Screen:
    play_by_touch(screen)
    pick(menu(screen), "Wrong payments", "correction", "2", "flop")
    key(key(screen, "100"), "50").tap("supervisorConfirm")
    done(screen, "Wrong payment recorded")
    return screen.tap("leaveButton")


def test_the_dealer_has_a_list_of_the_dealers_own(screen: Screen) -> None:
    screen.tap("supervisorButton").tap("signOnList")
    assert screen.text("supervisorTitle") == "Dealer's menu"
    assert "history" not in offered(screen)
    confirm(screen, "Calls, notices", "call")
    done(screen, "A supervisor has been called")
    assert screen.shift.floor.called is not None


# Forms


def test_a_table_is_opened_from_nothing_by_touch_alone(made: Made) -> None:
    screen = made()
    screen.shift.on(DEALER)
    pick(menu(screen, GAMING), "Open and close", "begin-opening")
    screen.tap(next(f"entry-{code}" for code in sorted(offered(screen), reverse=True)))
    screen.tap("supervisorConfirm")
    assert screen.shift.floor.status == "preparing"
    pick(screen, "confirm-item")
    items = sorted(offered(screen))
    assert screen.text("supervisorLines") == f"0 of {len(items)} done"
    pick(screen, *items)  # one tap each, and the list stays
    assert screen.text("supervisorLines") == f"{len(items)} of {len(items)} done"
    assert screen.shift.floor.confirmed == set(items)
    screen.tap("supervisorBack")
    pick(screen, "count-float")
    key(screen, "10000").tap("supervisorConfirm")
    confirm(screen, "open-table", "demand")
    assert screen.shift.floor.status == "open"
    assert screen.shift.floor.cash.opening == Money.parse("10000")
    confirm(screen.tap("supervisorBack"), "Jackpot", "offer-jackpot", "video-sign", "timetable")
    assert screen.shift.floor.jackpot is JackpotState.ON


def test_a_round_is_voided_with_a_reason(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    pick(menu(screen), "Round", "void", "cards-mixed-up")
    assert screen.text("confirmLines") == f"Why: {HouseReason.CARDS_MIXED_UP.text}"
    assert screen.text("confirmForeseen") == "The round is void"
    assert screen.text("share1-back", "shareText") == "Place 1 gets back $25"
    assert screen.text("confirmPeople") == "Needs: supervisor   ·   Rule 1.1"
    screen.tap("supervisorConfirm")
    done(screen, "The round is void")
    assert screen.shift.table.round.ending is Ending.VOID
    assert authorised(screen).reason is HouseReason.CARDS_MIXED_UP


def test_a_misread_card_is_overridden_and_both_values_stand_in_the_record(screen: Screen) -> None:
    deal(screen.tap("primaryButton")).tap("allBetButton").tap("primaryButton")
    lies = screen.shift.table.round.community[0]
    pick(menu(screen), "Round", "override-card")
    assert all("Community" in text or "Back" in text for text in keys(screen))
    screen.tap(f"entry-{draw_of(screen, faces(known((lies,))))}").tap("supervisor", "key-2c")
    confirm(screen, "misread")
    keyed = [one for one in screen.shift.events() if type(one).__name__ == "CardKeyed"][-1]
    assert (str(keyed.card), str(keyed.was)) == ("2c", str(lies))
    assert str(screen.shift.table.round.community[0]) == "2c"


def keys(screen: Screen) -> list[str]:
    return [screen.text(f"entry-{code}", "label") for code in offered(screen)]


def draw_of(screen: Screen, card: str) -> str:
    return next(code for code in offered(screen) if card in screen.text(f"entry-{code}", "label"))


def test_only_cards_that_lie_face_up_can_be_picked(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    pick(menu(screen), "Round")
    assert screen.text("entry-override-card", "reason") == "No card is face up"


def test_a_decision_is_corrected_by_dealer_and_supervisor(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    screen.shift.do(c.Decide(2, Choice.FOLD))
    confirm(menu(screen), "Round", "correct-decision", "2", "bet", "asked", "keyed-wrong")
    assert screen.shift.table.round.place(2).choices[0] is Choice.BET
    assert [actor.number for actor in authorised(screen).by] == ["101", "201"]


def test_limits_change_with_a_notice(screen: Screen) -> None:
    pick(menu(screen), "Limits", "limits-notice")
    for figure in ("50", "1000", "10", "200"):
        key(screen, figure)
    pick(screen, "keep", "20", "demand")
    assert screen.text("confirmLines").split(" · ") == [
        "Minimum ante: $25 → $50",
        "Maximum ante: $500 → $1,000",
        "Minimum ante bonus: $5 → $10",
        "Maximum ante bonus: $100 → $200",
        "Change the other limits: Keep as they are",
        "How long is the notice: 20 minutes",
        f"Why: {HouseReason.DEMAND.text}",
    ]
    screen.tap("supervisorConfirm")
    notice = existing(screen.shift.floor.limit_notice, "there is no notice")
    assert notice.limits.spot.ante_min == Money.parse("50")


def test_a_limit_that_is_not_keyed_stays_and_one_that_cannot_be_is_refused_there(
    screen: Screen,
) -> None:
    pick(menu(screen), "Limits", "limits-notice")
    assert screen.text("supervisorKeyed") == "$25"
    assert screen.text("supervisorPresent") == "Now $25"
    key(screen, "600")
    assert screen.text("supervisorMessage") == "This is below the minimum of $600."
    assert not screen.enabled("supervisorNext")
    screen.tap("supervisorBack")
    screen.tap("supervisor", "digit0")
    assert screen.text("supervisorMessage") == "Enter more than $0."
    screen.tap("supervisor", "digitClear")
    for _ in range(4):
        screen.tap("supervisorNext")
    pick(screen, "keep", "20", "demand")
    assert screen.text("confirmLines").startswith("Minimum ante: $25, unchanged · ")
    screen.tap("supervisorConfirm")
    assert screen.text("confirmMessage").startswith("Nothing would change")


def test_an_outcome_that_is_invalidated_tells_who_loses_what(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    pick(menu(screen, CASINO), "Round", "invalidate", "fraud", "2", "yes")
    screen.tap(next(f"entry-{code}" for code in offered(screen)))
    assert screen.text("share1-back", "shareText") == "Place 1 gets back $25"
    assert screen.text("share2-kept", "shareText") == "Place 2 loses $50"


@pytest.mark.parametrize("person", [GAMING, INSPECTOR, TECHNICIAN])
def test_which_program_and_which_rules_these_are_can_be_read(
    screen: Screen, person: Person
) -> None:
    screen.shift.controller.started = TableStarted("1.2.3", "3fa491c2" * 8, "07be5d10" * 8)
    menu(screen, person).tap("supervisorAbout")
    said = screen.text("aboutLines")
    assert "Program: Feltwork 1.2.3, digest 3fa4 91c2 3fa4 91c2" in said
    assert "Configuration and pay tables: digest 07be 5d10 07be 5d10" in said
    assert "approved by order dated 16 August 2024" in said
    screen.tap("supervisorBack")
    assert screen.text("supervisorTitle") == "Menu"


def test_limits_change_at_once_with_markers(screen: Screen) -> None:
    pick(menu(screen), "Limits", "limits-at-once")
    for figure in ("50", "500", "5", "100"):
        key(screen, figure)
    confirm(screen, "keep", "demand")
    pending = existing(screen.shift.floor.pending, "nothing is pending")
    assert pending.keeps_old


def test_a_fill_takes_dealer_and_supervisor_and_a_slip(screen: Screen) -> None:
    pick(menu(screen), "Float and drop", "fill")
    key(key(screen, "2500.50"), "4711").tap("supervisorConfirm")
    assert screen.shift.floor.cash.fills == Money.parse("2500.50")
    assert [actor.number for actor in authorised(screen).by] == ["101", "201"]
    pick(screen, "fill")
    key(key(screen, "10"), "4711").tap("supervisorConfirm")
    assert "Slip 4711" in screen.text("confirmMessage"), "refused: said where it was confirmed"
    assert screen.shift.floor.cash.fills == Money.parse("2500.50")


def test_closing_is_announced_and_withdrawn(idle: Screen) -> None:
    confirm(menu(idle), "Open and close", "announce-closing", "30", "timetable")
    assert idle.shift.floor.closing_notice is not None
    confirm(idle, "withdraw-closing")
    assert idle.shift.floor.closing_notice is None


def test_a_deck_is_changed(made: Made) -> None:
    screen = made()
    screen.shift.opened().deck_ready("A")
    confirm(menu(screen.settle()), "Cards", "change-deck", "B", "blue", "yes", "cards-worn")
    assert [deck.name for deck in screen.shift.floor.decks_here()] == ["B"]


def test_a_dispute_is_opened_decided_and_closed(screen: Screen) -> None:
    play_by_touch(screen)
    confirm(menu(screen), "Disputes, rules", "open-dispute", "1", "game", "2")
    confirm(screen, "decide-dispute", "not-upheld")
    confirm(screen, "advise")
    confirm(screen, "close-dispute", "yes")
    dispute = screen.shift.floor.disputes[0]
    assert (dispute.place, dispute.decision, dispute.closed) == (2, HouseReason.NOT_UPHELD, True)


def test_an_overpayment_is_entered_and_rectified(screen: Screen) -> None:
    pick_correction(screen)
    confirm(
        menu(screen), "Wrong payments", "enquiries", "not-intentional-not-suspected", "dealer-asked"
    )
    confirm(screen, "rectified")
    case = screen.shift.floor.corrections[0]
    assert (case.paid, case.due) == (Money.parse("100"), Money.parse("50"))
    assert case.rectified is not None


def test_the_source_of_cards_is_swapped_by_a_technician(made: Made) -> None:
    screen = made()
    screen.shift.opened()
    confirm(menu(screen.settle(), TECHNICIAN), "Devices", "swap", "shoe", "device-failed")
    assert screen.find("confirmMessage") is None, screen.text("confirmMessage")
    assert screen.shift.floor.rules.dealing == "shoe"


def test_a_recovered_round_is_voided_by_a_supervisor(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    pick(menu(screen.restart()), "Round")
    assert not screen.enabled("entry-void")
    confirm(screen, "void-recovered", "felt-differs")
    assert screen.shift.table.round.ending is Ending.VOID


def test_a_table_that_a_mistake_of_ours_holds_is_let_go_on(screen: Screen) -> None:
    def mistake(*_: Any) -> Any:
        raise ValueError("a mistake of ours")

    with pytest.raises(ValueError, match="mistake"):
        screen.shift.controller._guarded(mistake)  # noqa: SLF001 - no such tap exists
    confirm(menu(screen), "Open and close", "lift-hold", "repaired")
    assert screen.shift.controller.snapshot().held is None


# Taps that come too late


def test_a_confirmation_of_what_has_changed_since_is_refused(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    screen.shift.do(c.Decide(2, Choice.FOLD))
    pick(menu(screen), "Round", "correct-decision", "2", "bet", "asked", "keyed-wrong")
    double_tap(screen, "supervisorConfirm")
    corrected = [one for one in screen.shift.events() if isinstance(one, Authorised)]
    assert [one.action for one in corrected].count(BonusAction.CORRECT_KEYING) == 1
    assert screen.shift.table.round.place(2).choices[0] is Choice.BET


def test_a_tap_after_the_time_is_up_does_nothing_by_a_supervisor(screen: Screen) -> None:
    deal(screen.tap("primaryButton"))
    pick(menu(screen), "Round", "void", "dealing-error")
    screen.shift.clock.wait(60_000)
    screen.tap("supervisorConfirm")
    assert phase(screen) is Phase.FLOP_DECISIONS
    assert screen.find("supervisor") is None
    assert screen.find("supervisorFrame") is None


def test_back_goes_one_question_back_and_closes_at_the_top(screen: Screen) -> None:
    pick(menu(screen), "Limits", "limits-notice")
    key(screen, "50")
    assert screen.text("supervisorQuestion") == "Maximum ante?"
    screen.tap("supervisorBack")
    assert screen.text("supervisorQuestion") == "Minimum ante?"
    for _ in range(3):
        screen.tap("supervisorBack")
    assert screen.find("supervisor") is None
    assert screen.find("supervisorFrame") is not None, "still signed on"


# The record


@pytest.fixture
def people(screen: Screen, house: Path) -> Iterator[Staffed]:
    there = Staffed(screen, house)
    yield there
    there.close()


def test_the_last_rounds_are_read_with_every_card_and_clause(people: Staffed) -> None:
    screen = people.screen
    play_by_touch(screen)
    board = [str(card) for card in screen.shift.table.round.community]
    pick(menu(screen, CASINO), "history")
    people.read()
    assert screen.text("row-1", "label") == "Round 1"
    props = screen.console.view.parts["history"].props
    assert list(props.details[0].cards) == board
    assert any(row.note == "Rule 7.2.6" for row in props.details)
    assert any("two pair" in row.text or "Place 3 showed" in row.text for row in props.details)
    screen.tap("listedBack")
    assert screen.find("supervisor") is not None


def test_a_voided_round_tells_nothing_that_lay_face_down(people: Staffed) -> None:
    screen = people.screen
    deal(screen.tap("primaryButton"))
    confirm(menu(screen), "Round", "void", "dealing-error").tap("leaveButton")
    screen.tap("primaryButton")
    pick(menu(screen), "history")
    people.read()
    props = screen.console.view.parts["history"].props
    cards = [card for row in props.details for card in row.cards]
    assert cards
    assert set(cards) == {"back"}


def test_whoever_leaves_takes_the_record_along(people: Staffed) -> None:
    screen = people.screen
    pick(menu(screen), "history")
    people.read()
    screen.tap("leaveButton")
    assert screen.find("listed") is None
    assert screen.console.view.parts["history"].props.rows == ()


def test_what_the_table_kept_is_read_once_all_is_counted(idle: Screen) -> None:
    pick(menu(idle), "Float and drop")
    assert idle.text("supervisorLines") == ""
    counted = CountFloat(Money.parse("10500"))
    idle.shift.do(CloseTable(), RecordDrop(Money.parse("300")), counted)
    assert idle.settle().text("supervisorLines") == "The table kept $800."


def test_the_rules_are_read_by_whoever_asks_for_them(screen: Screen) -> None:
    screen.tap("supervisorButton").tap("signOnList")
    pick(screen, "Disputes, rules", "rules")
    assert screen.text("row-1", "label") == "Rule 1"
    screen.tap("row-1")
    said = screen.texts()
    assert any("approved by order dated 16 August 2024" in text for text in said)
    assert "1.1:Ante Bonus Wager" in said
    screen.tap("listedBack")
    assert screen.find("supervisor") is not None
    pick(menu(screen, INSPECTOR), "rules")
    assert screen.find("listed") is not None
