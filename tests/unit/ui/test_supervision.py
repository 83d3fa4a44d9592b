"""The table behind the supervisor's panel: every power has its place, every form its command."""

import pytest

from controller.authority import action_of
from controller.domain import commands as c
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.domain.rules import Street
from controller.domain.wagers import Choice
from controller.floor.calls import CallSupervisor
from controller.floor.corrections import RecordCorrection
from controller.floor.deck_orders import ReportCardsDropped
from controller.floor.disputes import DecideDispute, OpenDispute
from controller.floor.entries import IncidentKind
from controller.floor.measures import ReportIncident
from controller.floor.opening import BeginOpening
from controller.round.state import To
from controller.staff.powers import Action, may
from controller.staff.roles import Reason, Role
from tests.helpers.shift import DEALER, GAMING, MONDAY, Shift
from ui.supervision.asks import Kind, Scene
from ui.supervision.entries import GROUPS, Entry, offered, why_not
from ui.supervision.form import Form, advanced, answered, asked_of, back, command_of, said
from ui.supervision.menu import BY_CODE, ELSEWHERE, ENTRIES

LYING = {1: "9h 8h", 2: "4c 4d", 0: "7h 6h 5h As Kd", -1: "Qc 2d"}
"""By place; 0 for the community cards, -1 for the dealer's."""


def dealt(shift: Shift) -> Shift:
    """Place 1 holds a straight flush."""
    shift.do(c.NoMoreBets())
    plan = shift.table.round.plan
    assert plan is not None
    piles = {place: iter(parse_cards(text)) for place, text in LYING.items()}
    for slot in plan.slots:
        pile = slot.place if slot.to is To.PLACE else 0 if slot.to is To.COMMUNITY else -1
        shift.do(c.CardDrawn(next(piles[pile])))
    return shift


def test_every_line_of_the_powers_table_has_its_place() -> None:
    here = {entry.action for entry in ENTRIES}
    assert here | set(ELSEWHERE) == set(Action)
    assert not here & set(ELSEWHERE)


def test_codes_are_given_once_and_every_group_has_entries() -> None:
    assert len(BY_CODE) == len(ENTRIES)
    assert {entry.group for entry in ENTRIES} == set(GROUPS)


@pytest.mark.parametrize("role", Role)
def test_a_role_is_offered_exactly_what_it_has_a_part_in(role: Role) -> None:
    assert offered(ENTRIES, role) == tuple(one for one in ENTRIES if may(role, one.action))


def test_nobody_but_a_technician_or_supervisor_swaps_a_device() -> None:
    swap = BY_CODE["swap"]
    having = {role for role in Role if swap in offered(ENTRIES, role)}
    assert having == {Role.TECHNICIAN, Role.GAMING_SUPERVISOR, Role.CASINO_SUPERVISOR}


def scene_of(shift: Shift) -> Scene:
    snapshot = shift.controller.snapshot()
    return Scene(snapshot.house, MONDAY, snapshot.held)


def scenes() -> dict[str, Scene]:
    """A table through its day, where other things can be asked for at every stop."""
    found = {}
    shift = Shift()
    found["closed"] = scene_of(shift)
    shift.on(DEALER).on(GAMING).do(BeginOpening(MONDAY))
    found["preparing"] = scene_of(shift)
    shift = Shift().opened()
    found["open"] = scene_of(shift)
    shift.seated(1, 2).deck_ready().do(
        ReportIncident(IncidentKind.APPARATUS, 1),
        ReportCardsDropped("A"),
        CallSupervisor(),
    )
    found["in trouble"] = scene_of(shift)
    shift = Shift().opened()
    shift.seated(1, 2).deck_ready()
    shift.wagers(jackpot=(1, 2), p1="25", p2="50")
    found["wagers"] = scene_of(shift)
    dealt(shift).do(c.DecideAll(Choice.BET))
    found["flop"] = scene_of(shift)
    for street in Street:
        shift.do(c.Reveal(street))
        if street is not Street.RIVER:
            shift.do(c.DecideAll(Choice.CHECK))
    shift.do(c.ShowDealersHand(), c.Concede(2), c.SettlePlace(1), c.KeyAward(1, "straight-flush"))
    found["award"] = scene_of(shift)
    shift.supervised(c.ConfirmAward(1, "straight-flush")).do(c.PayAward(1, "straight-flush"))
    shift.do(OpenDispute(round=1, place=1))
    shift.do(RecordCorrection(1, 1, "ante", Money(100), Money(50)))
    found["dispute"] = scene_of(shift)
    shift.on(GAMING).do(DecideDispute(1), reason=Reason.UPHELD)
    found["decided"] = scene_of(shift)
    return found


def filled_in(entry: Entry, scene: Scene) -> Form:
    """Every question answered: the first choice, or something that can be keyed."""
    form = advanced(Form(entry), scene)
    while (ask := asked_of(form, scene)) is not None:
        code = {Kind.MONEY: "100.50", Kind.NUMBER: "7", Kind.CARD: "2c"}.get(ask.kind)
        form = answered(form, scene, code or ask.options(scene, form.answers)[0].code)
    return form


def test_what_a_form_comes_to_is_the_action_it_was_offered_as() -> None:
    seen = set()
    for scene in scenes().values():
        for entry in ENTRIES:
            if entry.command is None or why_not(entry, scene):
                continue
            form = filled_in(entry, scene)
            command = command_of(form, scene)
            assert command is not None
            assert action_of(command, card_known=True) is entry.action, entry.code
            assert len(said(form, scene)) == len(form.given)
            seen.add(entry.code)
    assert len(seen) > 65, f"only {sorted(seen)} were reached"


def test_back_forgets_what_was_answered_by_itself_too() -> None:
    scene = scenes()["open"]
    form = filled_in(BY_CODE["limits-notice"], scene)
    while (before := back(form)) is not None:
        assert len(before.given) < len(form.given)
        form = before
    assert form == Form(BY_CODE["limits-notice"])


def test_what_cannot_be_asked_for_now_says_why() -> None:
    found = scenes()
    assert why_not(BY_CODE["void"], found["open"]) == "No round is in progress"
    assert why_not(BY_CODE["close-table"], found["wagers"]) == "A round is in progress"
    assert why_not(BY_CODE["refuse-wager"], found["flop"]) == "The first card is out"
    assert why_not(BY_CODE["override-card"], found["flop"]) == "No card lies face up"
    assert why_not(BY_CODE["decide-dispute"], found["open"]) == "No such dispute is open"
    assert why_not(BY_CODE["open-table"], found["closed"]) == "The table is closed"
