"""Jackpots by touch: keyed, taken back, confirmed, declined, paid in order, in every schedule."""

import pytest

from controller.cards.plan import To
from controller.domain.base import existing
from controller.domain.cards import DECK, parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import ReportJackpotFailed
from controller.games.bonus.floor.state import JackpotState
from controller.games.bonus.jackpot.awards import Kind
from controller.games.bonus.powers import BonusAction, BonusReason
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import TableRules
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.screen import Made, Screen
from tests.helpers.shift import GAMING
from tests.qml.test_console import double_tap, phase, with_antes
from tests.qml.test_supervisor import authorised, confirm, done, menu
from ui.games.bonus.viewmodels import awards
from ui.viewmodels.words import dollars

STRAIGHT_FLUSH = "9h 8h", "7h 6h 5h As Kd"
ROYAL = "Ah Kh", "Qh Jh Th 2s 3d"
OTHERS = {2: "4c 4d", 3: "2c 3s"}
SCHEDULES = (
    ("nsw-2024", "nsw"),
    ("sd", "THBP-08"),
    ("sd", "PMG-01"),
    pytest.param("sd", "PMG-02", marks=pytest.mark.long),
)


def rules_of(ruleset: str, schedule: str) -> TableRules:
    wager = "5" if schedule == "nsw" else "1"
    jackpot = jackpot_rules(schedule, wager=wager, bonus=schedule == "nsw")
    return table_rules(ruleset, places=5, jackpot=jackpot)


def deal(screen: Screen, hole: str, board: str) -> None:
    """Every card that is due, each where it is wanted."""
    shift = screen.shift
    named = {1: hole, **OTHERS}
    hands = {place: list(parse_cards(text)) for place, text in named.items()}
    community = list(parse_cards(board))
    used = {*community, *(card for hand in hands.values() for card in hand)}
    rest = [card for card in DECK if card not in used]
    while shift.controller.snapshot().step.cards_due and phase(screen) is not Phase.WAGERS:
        plan = existing(shift.table.round.plan, "there is no plan")
        slot = plan.slots[len(shift.table.round.drawn)]
        if slot.to is To.PLACE:
            card = hands[slot.place][sum(s == slot for s in plan.slots[: len(drawn(screen))])]
        elif slot.to is To.COMMUNITY:
            card = community[sum(s == slot for s in plan.slots[: len(drawn(screen))])]
        else:
            card = rest[len(drawn(screen))]
        shift.do(c.CardDrawn(card))
    screen.settle()


def drawn(screen: Screen) -> tuple[object, ...]:
    return screen.shift.table.round.drawn


def to_the_awards(screen: Screen, hole: str, board: str) -> Screen:
    """Three places with jackpot wagers; place 1 has the hand. Until an award is to be acted on."""
    with_antes(screen, 1, 2, 3)
    screen.do(*(c.JackpotSensor(place, present=True) for place in (1, 2, 3))).tap("primaryButton")
    for _ in range(40):
        deal(screen, hole, board)
        if any(not due.paid for due in screen.shift.table.round.awards):
            return screen
        asked = screen.find("allBetButton") and not screen.enabled("primaryButton")
        screen.tap("allBetButton" if asked else "primaryButton")
    raise AssertionError("no award was recognised")


def until(screen: Screen, text: str) -> Screen:
    """The primary button, until it says this."""
    for _ in range(12):
        if screen.primary().startswith(text):
            return screen
        screen.tap("primaryButton")
    raise AssertionError(f"{screen.primary()} seen, {text} expected")


def keyed(screen: Screen, hand: tuple[str, str] = STRAIGHT_FLUSH) -> Screen:
    """The award of place 1 is keyed, and nothing follows yet."""
    return until(to_the_awards(screen, *hand), "Key ").tap("primaryButton")


def meter(screen: Screen) -> Money:
    assert screen.shift.table.meter is not None
    return screen.shift.table.meter.value


@pytest.mark.parametrize(("ruleset", "schedule"), SCHEDULES)
@pytest.mark.parametrize("hand", [STRAIGHT_FLUSH, ROYAL], ids=["straight-flush", "royal"])
def test_a_jackpot_from_keying_to_reset(
    made: Made, ruleset: str, schedule: str, hand: tuple[str, str]
) -> None:
    screen = to_the_awards(made(rules_of(ruleset, schedule)), *hand)
    before = meter(screen)
    until(screen, "Key ").tap("primaryButton").tap("takeBackAward")
    assert not any(due.keyed and not due.paid for due in screen.shift.table.round.awards)
    until(screen, "Key ").tap("primaryButton")
    mine = next(
        due.award
        for due in screen.shift.table.round.awards
        if due.award.kind is not Kind.ENVY and due.award.place == 1
    )
    if mine.kind is Kind.PROGRESSIVE:
        assert screen.primary() == f"Confirm {dollars(mine.amount)}"
        assert screen.text("settlementAct") == "NEEDS A SUPERVISOR", "nothing is paid yet"
        assert screen.text("primaryButton", "reason") == "A supervisor has to confirm"
        screen.tap("primaryButton")
        assert not confirmed(screen), "a dealer alone confirms nothing"
        screen.on(GAMING).tap("primaryButton")
        assert confirmed(screen)
        assert [actor.number for actor in authorised(screen).by] == ["101", "201"]
        assert authorised(screen).reason is BonusReason.ALL_AGREED
        screen.tap("leaveButton")
    for _ in range(20):
        if phase(screen) not in (Phase.SHOWDOWN, Phase.SETTLEMENT, Phase.RECONCILE):
            break
        screen.tap("primaryButton")
    assert phase(screen) is Phase.IDLE
    awards = screen.shift.table.round.awards
    assert all(due.paid for due in awards)
    assert mine in [due.award for due in awards]
    after = before - mine.from_meter
    jackpot = existing(screen.shift.rules.jackpot, "there is no jackpot")
    assert meter(screen) == (jackpot.seed if mine.resets_meter else after)


def confirmed(screen: Screen) -> bool:
    return any(due.confirmed for due in screen.shift.table.round.awards)


def test_the_list_shows_the_order_of_payment_and_who_gets_what(made: Made) -> None:
    screen = to_the_awards(made(rules_of("nsw-2024", "nsw")), *STRAIGHT_FLUSH)
    screen.tap("allAwards")
    assert screen.text("award0", "awardName") == "1.  Place 3: bonus for straight flush"
    assert screen.text("award1", "awardName") == "2.  Place 2: bonus for straight flush"
    assert screen.text("award2", "awardName") == "3.  Place 1: straight flush"
    assert "from the meter" in screen.text("award2", "awardNote")
    screen.tap("award2")
    assert screen.shift.table.round.awards[2].keyed, "keyed out of turn"
    assert screen.text("award2", "awardAct") == "Take back"
    screen.tap("award0")
    assert not screen.shift.table.round.awards[0].keyed, "a bonus follows by itself"


def test_a_supervisor_is_told_what_wins_of_other_tables_hold_of_the_meter(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awards, "won_elsewhere", lambda _: Money.parse("60000"))
    screen = to_the_awards(made(rules_of("nsw-2024", "nsw"), size=(1024, 600)), *ROYAL)
    until(screen, "Key ")
    screen.tap("allAwards")
    elsewhere = "Another $60,000.00 is reserved for other tables."
    assert elsewhere in screen.text("awardsText")
    assert screen.faults() == []


@pytest.mark.parametrize("schedule", ["PMG-01", "PMG-02"])
def test_envy_is_paid_to_every_other_place_at_the_very_end(made: Made, schedule: str) -> None:
    screen = keyed(made(rules_of("sd", schedule)), ROYAL)
    screen.on(GAMING).tap("primaryButton").tap("leaveButton").tap("allAwards")
    kinds = [due.award.kind for due in screen.shift.table.round.awards]
    rows = [screen.text(f"award{n}", "awardName") for n in range(len(kinds))]
    assert [kind is Kind.ENVY for kind in kinds] == [": envy for" in row for row in rows]
    assert kinds == sorted(kinds, key=lambda kind: kind is Kind.ENVY)
    envied = [
        due.award.place for due in screen.shift.table.round.awards if due.award.kind is Kind.ENVY
    ]
    assert envied == [3, 2]


def test_a_supervisor_declines_with_a_reason_and_the_meter_keeps_it(made: Made) -> None:
    screen = keyed(made(rules_of("nsw-2024", "nsw")))
    before = meter(screen)
    confirm(menu(screen), "Jackpot", "decline-award", "wager-not-locked")
    assert authorised(screen).reason is BonusReason.WAGER_NOT_LOCKED
    screen.tap("leaveButton")
    assert all(due.award.kind is not Kind.PROGRESSIVE for due in screen.shift.table.round.awards)
    assert meter(screen) == before


def test_a_supervisor_confirms_from_the_list_with_the_amount_in_sight(made: Made) -> None:
    screen = keyed(made(rules_of("nsw-2024", "nsw")))
    screen.on(GAMING).tap("allAwards").tap("award2")
    award = screen.shift.table.round.awards[2].award
    assert award.amount.display().removesuffix(".00") in screen.text("confirmLines")
    screen.tap("supervisorConfirm")
    assert confirmed(screen)


def test_two_taps_confirm_once(made: Made) -> None:
    screen = keyed(made(rules_of("nsw-2024", "nsw")))
    double_tap(screen.on(GAMING), "primaryButton")
    assert screen.shift.kinds().count("AwardConfirmed") == 1


def test_surveillance_looks_before_an_award_off_the_meter(made: Made) -> None:
    screen = keyed(made(rules_of("nsw-2024", "nsw")))
    confirm(menu(screen), "Jackpot", "hold-for-review", "routine")
    assert screen.text("primaryButton", "reason") == "Surveillance is looking at the round"
    confirm(screen, "confirm-award")
    assert not confirmed(screen)
    assert "Surveillance is reviewing" in screen.text("confirmMessage")
    screen.tap("supervisorBack")
    confirm(screen, "end-review").tap("primaryButton")
    assert confirmed(screen)


def test_play_goes_on_without_a_jackpot_that_has_failed(made: Made) -> None:
    """11.14: no round until a gaming supervisor has approved it."""
    idle = made()
    idle.shift.opened().do(ReportJackpotFailed("meter dark"))
    confirm(menu(idle.settle()), "Jackpot", "suspend-jackpot", "sensors-failed")
    done(idle, "Play without the jackpot is approved")
    assert idle.shift.floor.jackpot is JackpotState.SUSPENDED
    assert authorised(idle).action is BonusAction.SUSPEND_JACKPOT
