"""No role does what it may not, and who did what stands in the record."""

import itertools
from typing import TypeVar

import pytest

from controller.authority import Command, actors_for
from controller.domain.refusals import Refused
from controller.floor.closing import AnnounceClosing
from controller.floor.decks import BringDeck, CheckDeck
from controller.floor.opening import LogOnDealer
from controller.floor.rounds import BeginRound, FinishRound
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import SetMethod
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.floor.slips import SlipIssued
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.pool_answers import pool_read
from controller.games.bonus.pool_events import MeterFound, MeterRead
from controller.games.bonus.powers import BonusReason
from controller.games.bonus.round.state import Ending
from controller.games.bonus.rules import Method
from controller.games.bonus.wagers import Choice
from controller.house.decide import action_for
from controller.house.events import (
    ActionRefused,
    Authorised,
    RegisterRefused,
    SessionEnded,
    TrailCopied,
)
from controller.pools.transfers import Post
from controller.running.snapshot import Accepted, NotNow
from controller.staff.powers import NotAllowed, Objection
from controller.staff.roles import Actor, HouseReason, Person, Reason, Role, Trail, TrailLine
from controller.staff.session import Admitted, End, Means, SignOn
from tests.helpers.refused import refusal
from tests.helpers.shift import CASINO, DEALER, GAMING, INSPECTOR, RELIEF, TECHNICIAN, Shift

E = TypeVar("E")
WINNING = "9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d"
"""Place 1 has a king-high straight flush."""
VOID = c.Report(c.Irregularity.SUPERVISOR_VOID)


def won(shift: Shift) -> Shift:
    """A straight flush at place 1, keyed and waiting for the supervisor."""
    shift.wagers(p1="25", p2="25", jackpot=(1, 2)).deal(WINNING).to_the_river()
    shift.do(c.ShowDealersHand(), c.BeginSettlement(), c.SettlePlace(2), c.SettlePlace(1))
    return shift.do(c.PayAward(2, "straight-flush"), c.KeyAward(1, "straight-flush"))


def last(shift: Shift, kind: type[E]) -> E:
    return next(event for event in reversed(shift.events()) if isinstance(event, kind))


def test_nobody_signed_on_means_nobody_plays() -> None:
    shift = Shift().playing(1, 2).off()
    assert shift.controller.snapshot().dealer is None
    assert shift.refuses(c.OpenRound(1)).refusal is Objection.NOBODY_SIGNED_ON


@pytest.mark.parametrize("person", [DEALER, INSPECTOR, TECHNICIAN])
def test_only_a_supervisor_voids_a_round(person: Person) -> None:
    shift = Shift().playing(1, 2).wagers(p1="25")
    if person is not DEALER:
        shift.on(person)
    assert shift.refuses(VOID, HouseReason.DEALING_ERROR).refusal is Objection.NOT_THIS_ROLE
    recorded = last(shift, ActionRefused)
    assert recorded.action == "supervisor-void"
    assert recorded.by[-1] == Actor(person.number, person.role)
    shift.supervised(VOID) if person is DEALER else shift.off().supervised(VOID)
    assert shift.table.round.ending is Ending.VOID


def test_every_pair_of_people_at_the_screen_does_what_the_powers_table_says() -> None:
    """The whole table decides as the powers table alone would, for whoever is signed on."""
    everybody = [None, GAMING, CASINO, INSPECTOR, TECHNICIAN]
    commands: list[tuple[Command, Reason | None]] = [
        (VOID, HouseReason.DEALING_ERROR),
        (AnnounceClosing(), HouseReason.TIMETABLE),
        (SetMethod(Method.A, ()), HouseReason.APPROVED_CHANGE),
        (c.Report(c.Irregularity.WRONG_CARD_COUNT, 1), None),
        (c.Decide(1, Choice.BET), None),
        (c.Report(c.Irregularity.SHUFFLER_JAM), None),
    ]
    for on_top, (command, reason) in itertools.product(everybody, commands):
        shift = Shift().playing(1, 2).wagers(p1="25").deal(WINNING[: 9 * 3])
        if on_top is not None:
            shift.on(on_top)
        people = [Actor(DEALER.number, Role.DEALER)]
        people += [Actor(on_top.number, on_top.role)] if on_top else []
        action = action_for(shift.house, command)
        assert action is not None
        who = actors_for(action, reason, people)
        answer = shift.controller.handle(command, reason=reason)
        objection = answer.refusal if isinstance(answer, Refused) else None
        too_late = objection is Objection.ROUND_IN_PROGRESS
        refused = isinstance(objection, Objection) and not too_late
        assert refused == isinstance(who, NotAllowed), (on_top, command, answer)


def test_an_award_off_the_meter_takes_dealer_and_supervisor_and_leaves_a_slip() -> None:
    shift = won(Shift().playing(1, 2))
    confirm = c.ConfirmAward(1, "straight-flush")
    assert shift.why(confirm, BonusReason.ALL_AGREED) == (Objection.ANOTHER_NEEDED, "15.2.9")
    shift.supervised(confirm, reason=BonusReason.ALL_AGREED)
    both = (Actor("101", Role.DEALER), Actor("201", Role.GAMING_SUPERVISOR))
    authorised = last(shift, Authorised)
    assert {*authorised.by} == {*both}
    assert (authorised.reason, authorised.clause) == (BonusReason.ALL_AGREED, "15.2.9")
    issued = last(shift, SlipIssued)
    slip = issued.slip
    assert (slip.place, slip.player, slip.award) == (1, "P1", "straight flush")
    assert (slip.hole_cards, slip.board) == (("Qh", "Kh"), ("9h", "Th", "Jh"))
    assert {*slip.confirmed_by} == {*both}
    assert slip.dealer == "101"


def test_the_pool_and_the_people_concerned_are_told_in_the_same_record() -> None:
    shift = won(Shift().playing(1, 2))
    shift.supervised(c.ConfirmAward(1, "straight-flush")).do(c.PayAward(1, "straight-flush"))
    told = [transfer.id for transfer in shift.house.pool.pending]
    assert len(told) >= 3, "contributed, reserved, posted"
    (post,) = [transfer for transfer in shift.house.pool.pending if isinstance(transfer, Post)]
    assert {*post.who} == {"101", "201"}
    kinds = shift.kinds()
    assert "NoticeRaised" in kinds
    assert kinds.index("TransfersDue") > kinds.index("BetsLocked")


def test_a_dealer_who_is_a_supervisor_does_not_confirm_what_was_dealt() -> None:
    shift = Shift()
    shift.on(GAMING, Role.DEALER)
    answer = shift.now(shift.controller.sign_on(Admitted(GAMING, Means.PIN), GAMING.role))
    assert answer == Refused(SignOn.DEALS_HERE)


def test_two_high_people_ask_one_after_the_other() -> None:
    shift = Shift().playing(1, 2)
    change = SetMethod(Method.B, ("Caribbean Stud",))
    shift.on(CASINO)
    assert refusal(shift.ask(change, shift.likeliest(change))) is Objection.ANOTHER_NEEDED
    shift.off().on(CASINO)
    assert shift.why(change)[0] is Objection.ANOTHER_NEEDED
    shift.off().on(GAMING).do(change)
    authorised = last(shift, Authorised)
    assert {actor.number for actor in authorised.by} == {"301", "201"}


@pytest.mark.parametrize(("minutes", "game"), [(0, "Pai Gow"), (3, "Caribbean Stud")])
def test_the_second_of_two_has_to_mean_the_same_and_to_do_so_soon(minutes: int, game: str) -> None:
    shift = Shift().playing(1, 2)
    change, second = SetMethod(Method.B, ("Caribbean Stud",)), SetMethod(Method.B, (game,))
    shift.on(CASINO)
    assert isinstance(shift.ask(change, shift.likeliest(change)), Refused)
    shift.off().wait(minutes=minutes).on(GAMING)
    assert shift.why(second)[0] is Objection.ANOTHER_NEEDED


def test_supervisor_mode_leaves_by_itself_and_the_dealer_stays() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").on(GAMING).wait(seconds=61)
    assert shift.controller.snapshot().on_top is None
    assert shift.controller.snapshot().dealer == Actor("101", Role.DEALER)
    ended = last(shift, SessionEnded)
    assert (ended.actor.number, ended.why) == ("201", End.IDLE)
    assert shift.refuses(VOID, HouseReason.DEALING_ERROR).refusal is Objection.NOT_THIS_ROLE


def test_cards_and_sensors_keep_nobody_signed_on() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").on(GAMING)
    for _ in range(7):
        shift.wait(seconds=10).do(c.JackpotSensor(2, present=True))
    assert shift.controller.snapshot().on_top is None


def test_after_a_start_everybody_signs_on_anew() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(WINNING).on(GAMING).restart()
    snapshot = shift.controller.snapshot()
    assert (snapshot.dealer, snapshot.on_top) == (None, None)
    assert refusal(shift.now(shift.controller.compare_done())) is Objection.NOBODY_SIGNED_ON
    shift.on(RELIEF)
    assert isinstance(shift.now(shift.controller.compare_done()), Accepted)
    assert shift.floor.dealer == RELIEF.number, "the relief deals from here on"
    assert "FeltCompared" in shift.kinds()


def test_a_refused_privileged_action_survives_a_kill() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25")
    shift.refuses(VOID, HouseReason.DEALING_ERROR)
    shift.restart()
    assert "ActionRefused" in shift.kinds()


def test_a_dealers_stray_tap_is_not_worth_a_record() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25")
    before = len(shift.events())
    shift.refuses(c.ShowDealersHand())
    assert len(shift.events()) == before


LINES = (
    TrailLine(1, 5, "failed-pin", "201", None, None),
    TrailLine(2, 6, "locked", "201", None, None),
    TrailLine(3, 7, "unlock-person", "201", "301", "identity-checked"),
)


def copied(shift: Shift) -> list[tuple[str, int, str]]:
    events = [event for event in shift.events() if isinstance(event, TrailCopied)]
    return [(event.register, event.line, event.what) for event in events]


def test_the_trail_of_the_register_is_copied_once() -> None:
    shift = Shift()
    shift.now(shift.controller.copy_trail(Trail("r", "", LINES[:2])))
    shift.restart()
    shift.now(shift.controller.copy_trail(Trail("r", "", LINES)))
    assert copied(shift) == [("r", line.seq, line.what) for line in LINES]


def test_a_register_that_is_not_the_records_own_is_refused_on_record() -> None:
    shift = Shift()
    shift.now(shift.controller.copy_trail(Trail("old", "", LINES[:1])))
    refused = shift.now(shift.controller.copy_trail(Trail("new", "it is another", ())))
    assert isinstance(refused, Refused)
    assert "it is another" in (shift.controller.snapshot().held or "")
    assert copied(shift) == [("old", 1, "failed-pin")]
    assert RegisterRefused("new", "it is another") in shift.events()
    assert "NoticeRaised" in shift.kinds()


REMOVED = TrailLine(4, 8, "remove-person", "201", "301", "left")


def test_whoever_is_struck_off_is_signed_on_no_longer() -> None:
    shift = Shift().on(DEALER).on(GAMING)
    shift.now(shift.controller.copy_trail(Trail("r", "", (*LINES, REMOVED))))
    assert shift.controller.snapshot().on_top is None
    assert shift.controller.snapshot().dealer is not None


@pytest.mark.parametrize("what", ["locked", "made-to-wait", "failed-pin"])
def test_nobody_who_is_signed_on_is_put_out_by_the_wrong_pins_of_somebody_else(what: str) -> None:
    shift = Shift().on(DEALER).on(GAMING)
    wrong = tuple(TrailLine(n, 6, what, one, None, None) for n, one in enumerate(("101", "201"), 1))
    shift.now(shift.controller.copy_trail(Trail("r", "", wrong)))
    snapshot = shift.controller.snapshot()
    assert snapshot.on_top is not None
    assert snapshot.dealer is not None


def test_nobody_deals_when_the_dealer_has_gone_between_rounds() -> None:
    shift = Shift().playing(1, 2).off()
    shift.wait(seconds=2)
    assert shift.floor.dealer is None


def test_a_change_of_limits_needs_a_reason_that_fits() -> None:
    shift = Shift().playing(1, 2).on(GAMING)
    change = ChangeLimits(shift.floor.limits)
    assert shift.refuses(change).refusal is Objection.REASON_NEEDED
    assert shift.refuses(change, HouseReason.FRAUD).refusal is Objection.REASON_UNFIT


def test_a_deck_check_is_a_supervisors_only_where_one_is_there() -> None:
    shift = Shift().opened().do(BringDeck("A", "red"))
    check = CheckDeck("A", CheckMeans.SUPERVISOR)
    assert shift.refuses(check).refusal is Objection.NOT_THIS_ROLE
    shift.supervised(check)
    deck = shift.floor.deck("A")
    assert deck is not None
    assert deck.checked is CheckMeans.SUPERVISOR


def test_the_keys_at_the_dealers_hand_are_the_dealers_whoever_is_on_top() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").on(GAMING)
    assert shift.refuses(c.NoMoreBets()).refusal is Objection.NOT_THIS_ROLE
    answer = shift.controller.handle(c.NoMoreBets(), keypad=True)
    assert isinstance(answer, Accepted)
    shift.clock.wait(59_000)
    shift.controller.handle(c.Decide(1, Choice.BET), keypad=True)
    shift.wait(seconds=2)
    assert shift.controller.snapshot().on_top is None, "a key does not keep the supervisor on"


def test_after_an_interruption_the_supervisor_voids_for_the_true_reason() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(WINNING).restart().on(DEALER).on(GAMING)
    shift.do(VOID, reason=HouseReason.FELT_DIFFERS)
    authorised = last(shift, Authorised)
    assert authorised.action == "void-recovered"


def test_nobody_gives_the_commands_that_the_table_gives_itself() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(WINNING)
    for command in (FinishRound(()), BeginRound(7), LogOnDealer("999"), c.DeckVerified()):
        assert shift.refuses(command).refusal is NotNow.NOT_BY_HAND
    assert shift.floor.dealer == "101"


def test_what_a_held_table_refuses_a_supervisor_stands_in_the_record() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25").deal(WINNING).restart().on(DEALER).on(GAMING)
    shift.refuses(AnnounceClosing(), HouseReason.TIMETABLE)
    assert shift.kinds()[-1] == "ActionRefused"


def test_between_rounds_the_meter_is_what_the_pool_says() -> None:
    shift = Shift().playing(1, 2)
    shift.now(pool_read(shift.controller, MeterRead(5_999_000_000_000, 7)))
    assert shift.table.meter == Meter(5_999_000_000_000, 7)
    shift.wagers(p1="25")
    shift.now(pool_read(shift.controller, MeterRead(1, 0)))
    assert shift.table.meter == Meter(5_999_000_000_000, 7), "not while a round is open"
    shift.now(pool_read(shift.controller, MeterFound(1, 0)))
    assert shift.table.meter == Meter(5_999_000_000_000, 7), "nor before it is settled"
