"""Every command against the powers table, and who of those signed on carries an action out.

The tables below are written out by hand (`written`), nothing in them is taken from authority.py.
Empty is what devices report, `-` what only the table itself says.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import product
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.authority import action_of, actors_for, internal, observed, people_for
from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.floor.base import Command as FloorCommand
from controller.floor.core import ANY_FLOOR
from controller.floor.entries import DeviceMeasure
from controller.floor.measures import CollusionMeasure, TakeCollusionMeasure, TakeDeviceMeasures
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity
from controller.games.bonus.floor.core import FLOOR as FLOOR_CORE
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.orders import ORDERS
from controller.games.bonus.powers import BonusAction, BonusReason
from controller.games.bonus.round.core import CORE as ROUND_CORE
from controller.games.bonus.terms import TERMS
from controller.games.poker.core import CORE as POKER_CORE
from controller.games.poker.desk_counts import CountStacks, GoOut
from controller.games.poker.floor import FLOOR as POKER_FLOOR
from controller.games.poker.reports import Irregularity as PokerIrregularity
from controller.games.poker.reports import ReportIrregularity
from controller.games.registry import every_action
from controller.house.decide import action_for
from controller.staff.powers import (
    Action,
    HouseAction,
    NotAllowed,
    Objection,
    check,
    check_reason,
    may,
)
from controller.staff.roles import Actor, HouseReason, Role
from controller.tournament.core import CORE as DESK_CORE
from tests.helpers.felt import Felt, table_rules
from tests.unit.floor.pit import limits
from tests.unit.staff.notation import ALONE, APPROVED, HIGH, SUPER, TABLE, WITNESSED, Crews, written

ROUND = {
    ALONE: """OpenRound PlaceWager TakeBackWager ChangeWager NoMoreBets KeyCard TakeBackCard
        DealByHand DealDone Decide DecideAll WithdrawDecisions Reveal EverybodyFolded
        ShowDealersHand Concede BeginSettlement TurnHand SettlePlace KeyAward PayAward
        FinishSettlement CloseRound""",
    f"! {WITNESSED}": """ConfirmAward DeclineAward OrderMeterAwards CorrectDecision
        WithdrawConcession""",
    f"! {SUPER}": "Report",
    "": "CardDrawn CardsAtEmptyBox JackpotSensor",
    "-": "DeckVerified RepeatWagers",
}
"""What is reported in the sample is a supervisor's void; other reports are below."""

FLOOR = {
    ALONE: """TakeSeat LeaveSeat ConfirmCard AssistPlacement PlaceMarker RemoveMarker ShuffleDeck
        CutDeck LoadDeck SellCashless ExchangeVoucher CallSupervisor""",
    WITNESSED: """CountFloat FillTray CreditTray RecordDrop RemoveDropBox ConfirmCardsCollected
        RecordRectified""",
    APPROVED: "ReportDeviceFailed",
    f"! {APPROVED}": "MarkWagersInvalid CloseCorrection",
    "! D+C G+C C+C": "CloseSuspected",
    TABLE: """ConfirmItem LogOffDealer AttachDropBox SecureDeck BringDeck CheckDeck
        ReportCardsDropped ReportIncident RecordClaimantTold OpenDispute RecordCorrection
        RecordAttempt AskForSeat""",
    SUPER: """BeginOpening SwitchCash RecordHandOver ShowPromotion EndPromotion AdviseComplaint
        CloseDispute RecordEnquiries RecordRegulatorTold RecordPatronSought RecordNotified
        RecordMonthlyReport AnswerCall EndReview""",
    f"! {SUPER}": """OpenTable AnnounceClosing WithdrawClosing CloseTable ChangeLimits
        RaiseOldMinimum WithdrawLimitNotice ChangeDeck ReplaceCards OrderExtraShuffle EnableJackpot
        ApproveWithoutJackpot SwitchOffJackpot InvalidateOutcome RefuseWager ReopenSeat
        TakeCollusionMeasure LiftCollusionMeasure TakeDeviceMeasures ReadmitPlayer WithholdPayment
        RefuseClaim PostponePromotion DecideDispute SetLowLimit HoldForReview""",
    "! G C I": "OrderDeckCheck",
    "! T G C": "ReplaceSource",
    "T G C": "CompareCodes",
    "! T+G T+C": "BeginPairing",
    "! G+C C+C": "ReviewDispute",
    f"! {HIGH}": "SetMethod",
    "": "CompleteShuffle FitDevices ReportCode ReportDeckLoaded ReportDeckReleased ReportDevice "
    "ReportJackpotFailed ReportPairing ReportShuffleFailed ReportSign",
    "-": "BeginRound FinishRound LogOnDealer PassTime RemoveFirstCard",
}

HAND = {
    ALONE: """SitDown LeaveTable GoAway ComeBack PostDue BuyChips BuyGoods BeginHand DealHoleCards
        FinishDeal DealStreet Act KeyMoves CheckRound TakeBackMoves PutOverChip DrawIn TableHand
        PassIn MuckHand AwardPots FinishHand FoldSeats KeyPot RunOutOfChips""",
    APPROVED: "ReportIrregularity",
    TABLE: "OfferSeat",
    f"! {WITNESSED}": "CountStack PickUpChips CorrectCard",
    f"! {SUPER}": "CorrectResult ChangeStakes",
    "-": "BeginRecordedHand FoldAbsent FoldAbsentees ClearTable BeginDrop",
}
"""What is reported in the sample is a misdeal; other reports are in the powers table."""

ROOM = {
    ALONE: "ShowCard",
    TABLE: """JoinWaitingList LeaveWaitingList DrawForSeat CallClock AskForCards
        ReportMutilated""",
    SUPER: "AssignSeat FreeSeat",
    f"! {SUPER}": "DeclareLastHands WithdrawLastHands",
    "-": """BankPlayer ReleasePlayer ChangePlace PassPlace EndClock StopClock PlayLastHand
        PutStakes""",
}
"""What the poker room adds to the floor."""

DESK = {
    TABLE: """Enter TakeSeat GiveUpSeat GoAway ComeBack DrawSeats BalanceTables BeginHand
        CallOffHand ReportHand Rebuy AddOn PauseClock ResumeClock CutCards HoldTables""",
    f"! {TABLE}": "WithdrawEntry",
    SUPER: """PublishPrizes CloseRebuys BreakTable RedrawSeats Start PlayHandForHand
        EndHandForHand CallTime End BeginNextSession BeginNextHeat ColourUp""",
    f"! {SUPER}": """MovePlayer AddTime BeginLevel CorrectHand TakeBackBustOut TakeBackPurchase
        ForfeitPocketed GiveBackPocketed Disqualify Readmit TakeOverTable HandBackTable""",
    "! C": "Alter Cancel",
    "-": "LinkTable TakeReport SeeTableStand",
}
"""Of the tournament desk, which has no samples: the line stands on the command itself."""

POOL = {
    f"! {HIGH}": "ChangeFigures WithdrawFigures ChangePool SetTransferAside",
    f"! {SUPER}": "SendTransferAgain",
    "-": "TakeUpFigures",
}

ELSEWHERE = {
    "the console, after an interruption": {
        HouseAction.CONTINUE_RECOVERED,
        HouseAction.VOID_RECOVERED,
        HouseAction.LIFT_HOLD,
    },
    "devices": {HouseAction.SET_UP_DEVICES},
    "the journal": {
        HouseAction.UNSEAL_CARD,
        HouseAction.READ_RECORD,
        HouseAction.VERIFY_RECORD,
        HouseAction.EXPORT_RECORD,
        HouseAction.ARCHIVE_RECORD,
    },
    "the register": {
        HouseAction.REGISTER_PERSON,
        HouseAction.REMOVE_PERSON,
        HouseAction.CHANGE_OWN_PIN,
        HouseAction.RESET_PIN,
        HouseAction.GIVE_CARD,
    },
}
"""Where actions are carried out that are no command of the round, the floor or the pool."""


def sample(hint: Any) -> Any:
    """Some value of a type: the first there is, nothing, none."""
    if get_origin(hint) in (tuple, frozenset):
        return get_origin(hint)()
    if get_args(hint):
        return sample(get_args(hint)[0])
    if hint is Card:
        return Card.parse("As")
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{field.name: sample(hints[field.name]) for field in fields(hint)})
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return hint(*(sample(hints[name]) for name in hint._fields))
    return hint(0)


ROOM_COMMANDS = tuple(kind for kind in POKER_FLOOR.handlers if kind not in ANY_FLOOR.handlers)
SAMPLES = {
    kind: sample(kind)
    for kind in (
        *ROUND_CORE.handlers,
        *FLOOR_CORE.handlers,
        *ORDERS,
        *POKER_CORE.handlers,
        *ROOM_COMMANDS,
    )
    if kind is not c.Report
} | {c.Report: c.Report(Irregularity.SUPERVISOR_VOID)}


def expected(table: dict[str, str]) -> dict[str, str]:
    return {name: crews for crews, names in table.items() for name in names.split()}


def crews_of(action: Action) -> Crews:
    """Found out by asking `check` about everybody and every two people."""
    reason = action.reasons[0] if action.reasons else None
    crews = (crew for count in (1, 2) for crew in product(Role, repeat=count))
    people = {
        crew: [Actor(str(100 + index), role) for index, role in enumerate(crew)] for crew in crews
    }
    found = (crew for crew, actors in people.items() if check(action, actors, reason) is None)
    return bool(action.reasons), {tuple(sorted(crew)) for crew in found}


def name(kind: type) -> str:
    return kind.__name__


TABLES = {
    "round": (ROUND, ROUND_CORE.handlers),
    "floor": (FLOOR, FLOOR_CORE.handlers),
    "pool": (POOL, ORDERS),
    "hand": (HAND, POKER_CORE.handlers),
    "room": (ROOM, ROOM_COMMANDS),
    "desk": (DESK, DESK_CORE.handlers),
}
ASKED = pytest.mark.parametrize(("table", "kinds"), TABLES.values(), ids=TABLES)


@ASKED
def test_a_table_names_every_command_once(table: dict[str, str], kinds: Iterable[type]) -> None:
    names = [one for names in table.values() for one in names.split()]
    assert sorted(names) == sorted(map(name, kinds))


@ASKED
def test_a_command_is_done_by_whom_the_table_says(
    table: dict[str, str], kinds: Iterable[type]
) -> None:
    crews_by_name = expected(table)
    for kind in kinds:
        command, crews = SAMPLES.get(kind, kind), crews_by_name[name(kind)]
        assert (observed(command), internal(command)) == (crews == "", crews == "-"), kind
        action = action_of(command)
        assert (action is None) == (crews in ("", "-")), kind
        if action is not None:
            assert crews_of(action) == written(crews), kind


def test_only_an_observation_and_what_the_table_says_itself_is_no_action() -> None:
    for command in SAMPLES.values():
        nobodys = observed(command) or internal(command)
        assert (action_of(command) is None) is nobodys


def test_a_command_that_nobody_thought_of_is_nobodys_free_pass() -> None:
    @frozen
    class EmptyTheTray(FloorCommand):
        pass

    with pytest.raises(BrokenInvariant, match="EmptyTheTray seen"):
        action_of(EmptyTheTray())


def test_every_action_is_that_of_a_command_or_is_carried_out_elsewhere() -> None:
    here = {action_of(command) for command in SAMPLES.values()} - {None}
    here |= {action_of(kind) for kind in DESK_CORE.handlers} - {None}
    here |= {action_of(kind) for kind in (GoOut, CountStacks)}
    here |= {action_of(c.Report(one)) for one in Irregularity}
    here |= {action_of(ReportIrregularity(one)) for one in PokerIrregularity}
    here |= {action_of(TakeCollusionMeasure(one, ())) for one in CollusionMeasure}
    here |= {action_of(TakeDeviceMeasures(1, 1, frozenset({one}))) for one in DeviceMeasure}
    here |= {
        action_of(ChangeLimits(limits(), at_once=True)),
        HouseAction.OVERRIDE_CARD,  # keying a card that is known: see below
    }
    elsewhere = [action for actions in ELSEWHERE.values() for action in actions]
    assert len(set(elsewhere)) == len(elsewhere)
    assert not here & set(elsewhere)
    assert here | set(elsewhere) == set(every_action())


@pytest.mark.parametrize("irregularity", Irregularity, ids=str)
def test_every_irregularity_is_the_action_of_its_name(irregularity: Irregularity) -> None:
    action = action_of(c.Report(irregularity))
    assert action is not None
    assert str(action) == str(irregularity)


def test_overriding_a_card_and_an_invalid_wager_at_settlement_need_more_than_the_dealer() -> None:
    felt, keyed = Felt(table_rules()).wagers(p1="25"), c.KeyCard(0, Card.parse("As"))
    assert action_for(BonusHouse(felt.table), keyed) is HouseAction.KEY_CARD
    felt.deal("7h")
    assert action_for(BonusHouse(felt.table), keyed) is HouseAction.OVERRIDE_CARD
    assert action_of(c.SettlePlace(1, invalid=True)) is BonusAction.INVALID_WAGER


def test_a_raise_at_once_and_one_with_notice_are_two_actions() -> None:
    assert action_of(ChangeLimits(limits())) is BonusAction.LIMITS_WITH_NOTICE
    assert action_of(ChangeLimits(limits(), at_once=True)) is BonusAction.LIMITS_WITH_MARKER


def test_every_measure_against_collusion_cites_its_own_clause() -> None:
    cited = [action_of(TakeCollusionMeasure(one, ())) for one in CollusionMeasure]
    clauses = [action and TERMS["nsw-2024"].powers[action] for action in cited]
    assert clauses == ["11.12.1", "11.12.2", "11.12.3"]


def test_device_measures_taken_together_need_no_more_than_any_of_them() -> None:
    each = [action_of(TakeDeviceMeasures(1, 1, frozenset({one}))) for one in DeviceMeasure]
    assert len(set(each)) == len(each)
    assert len({(a.people, a.when, a.reasons) for a in each if a is not None}) == 1
    both = frozenset({DeviceMeasure.DETAIN, DeviceMeasure.EXCLUDE})
    assert action_of(TakeDeviceMeasures(1, 1, both)) is HouseAction.EXCLUDE_FROM_PLAY
    assert action_of(TakeDeviceMeasures(1, 1, frozenset())) is HouseAction.VOID_WAGERS


DEALER = Actor("100", Role.DEALER)
GAMING = Actor("200", Role.GAMING_SUPERVISOR)
CASINO = Actor("300", Role.CASINO_SUPERVISOR)
TECHNICIAN = Actor("400", Role.TECHNICIAN)


def objection(answer: tuple[Actor, ...] | NotAllowed) -> Objection:
    assert isinstance(answer, NotAllowed)
    return answer.objection


def test_one_person_who_may_does_it_alone_whoever_else_is_signed_on() -> None:
    assert actors_for(BonusAction.SETTLE_PLACE, None, [DEALER]) == (DEALER,)
    worn = HouseReason.CARDS_WORN
    assert actors_for(HouseAction.CHANGE_DECK, worn, [DEALER, CASINO, GAMING]) == (GAMING,)


def test_under_a_supervisor_the_dealer_does_not_act() -> None:
    refused = actors_for(BonusAction.SETTLE_PLACE, None, [DEALER, GAMING])
    assert objection(refused) is Objection.NOT_THIS_ROLE
    assert "You act as gaming supervisor. Needs: dealer" in str(refused)


def test_two_are_named_in_the_order_in_which_they_came() -> None:
    assert actors_for(HouseAction.FILL, None, [DEALER, GAMING]) == (DEALER, GAMING)
    assert actors_for(HouseAction.FILL, None, [GAMING, DEALER]) == (GAMING, DEALER)


def test_who_asked_is_the_other_rather_than_the_dealer_beneath() -> None:
    void = BonusAction.MISSING_CARD
    assert actors_for(void, None, [DEALER, GAMING, CASINO]) == (GAMING, CASINO)
    change = HouseReason.APPROVED_CHANGE
    assert actors_for(BonusAction.SET_METHOD, change, [DEALER, GAMING, CASINO]) == (GAMING, CASINO)
    agreed = BonusReason.ALL_AGREED
    assert actors_for(BonusAction.CONFIRM_AWARD, agreed, [DEALER, GAMING, CASINO]) == (
        DEALER,
        CASINO,
    )


def test_one_person_is_never_two() -> None:
    himself = Actor(GAMING.number, Role.DEALER)
    for signed_on in ([himself, GAMING], [GAMING, himself]):
        refused = actors_for(HouseAction.FILL, None, signed_on)
        assert objection(refused) is Objection.SAME_PERSON
    assert (
        objection(actors_for(HouseAction.FILL, None, [DEALER, DEALER])) is Objection.ANOTHER_NEEDED
    )


def test_what_is_to_be_put_right_first_is_said_first() -> None:
    assert objection(actors_for(HouseAction.FILL, None, [])) is Objection.NOBODY_SIGNED_ON
    confirm = BonusAction.CONFIRM_AWARD
    fraud = HouseReason.FRAUD
    assert objection(actors_for(confirm, fraud, [TECHNICIAN])) is Objection.NOT_THIS_ROLE
    assert objection(actors_for(confirm, None, [DEALER])) is Objection.REASON_NEEDED
    assert objection(actors_for(confirm, fraud, [DEALER, GAMING])) is Objection.REASON_UNFIT
    agreed = BonusReason.ALL_AGREED
    assert objection(actors_for(confirm, agreed, [TECHNICIAN, GAMING])) is Objection.ANOTHER_NEEDED


PEOPLE = st.builds(Actor, st.sampled_from(("100", "200", "300")), st.sampled_from(Role))


@pytest.mark.untraced
@given(st.data(), st.sampled_from(list(every_action())), st.lists(PEOPLE, min_size=1, max_size=4))
def test_those_chosen_may_and_nobody_is_refused_who_might(
    data: st.DataObject, action: Action, signed_on: list[Actor]
) -> None:
    reason = data.draw(st.sampled_from((None, *action.reasons, *HouseReason, *BonusReason)))
    answer = actors_for(action, reason, signed_on)
    last = signed_on[-1]
    ways = [(last,), *((other, last) for other in signed_on[:-1])]
    allowed = [way for way in ways if check(action, way, reason) is None]
    if not isinstance(answer, NotAllowed):
        assert answer in allowed
        assert len({actor.number for actor in answer}) == len(action.people.slots)
        return
    assert not allowed
    assert answer.action is action
    unfit = check_reason(action, reason)
    if not may(last.role, action):
        assert answer.objection is Objection.NOT_THIS_ROLE
    elif unfit:
        assert answer == unfit
    else:
        assert answer.objection in (Objection.ANOTHER_NEEDED, Objection.SAME_PERSON)


def test_who_may_ask_for_a_kind_of_command_is_told_in_words() -> None:
    assert people_for(c.PlaceWager) == "dealer"
    assert people_for(c.CorrectDecision) == "dealer and supervisor"
