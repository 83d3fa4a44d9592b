"""The staff register: people, and the changes to them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.staff import pins
from controller.staff.budget import PERSON_FREE
from controller.staff.pins import Pin, StaffCard
from controller.staff.powers import Action, HouseAction, NotAllowed, Objection
from controller.staff.register import Outcome, Register
from controller.staff.roles import (
    Actor,
    HouseReason,
    Person,
    RegisteredPerson,
    RegisterRequest,
    Rejected,
    Role,
    Trouble,
)
from controller.staff.session import Admitted, Denied, Means, Why
from tests.unit.staff.crew import (
    ADA,
    BO,
    BY_ADA,
    EVE,
    GIL,
    LATER,
    NOON,
    WEAK,
    WRONG,
    Machine,
    done,
    fail,
    order,
    pin,
    trouble,
)


def test_people_are_there_after_reopening(register: Register, path: Path) -> None:
    people = Register.open(path).people()
    assert [(x.number, x.name, x.role) for x in people] == [
        ("117", "Bo", Role.DEALER),
        ("204", "Gil", Role.GAMING_SUPERVISOR),
        ("900", "Ada", Role.CASINO_SUPERVISOR),
        ("901", "Eve", Role.CASINO_SUPERVISOR),
    ]
    assert register.person("1") is None


def test_only_the_first_person_needs_nobodys_leave(path: Path) -> None:
    register = Register.create(path, WEAK)
    for person in (BO, GIL, Person("1", "Ian", Role.INSPECTOR), Person("2", "Ty", Role.TECHNICIAN)):
        first = register.add(person, WRONG, order(HouseReason.JOINED, None))
        assert trouble(first) is Trouble.FIRST_PERSON
    done(register.add(ADA, pin(ADA), order(HouseReason.JOINED, None)))
    assert (
        trouble(register.add(EVE, pin(EVE), order(HouseReason.JOINED, None))) is Trouble.NOT_FIRST
    )
    done(register.add(BO, pin(BO), order(HouseReason.JOINED)))


def test_nobody_can_name_a_supervisor_who_is_not_in_the_register(path: Path) -> None:
    register = Register.create(path, WEAK)
    ghost = register.add(EVE, pin(EVE), order(HouseReason.JOINED))
    assert isinstance(ghost, NotAllowed)
    assert register.people() == ()


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (Person("117", "Other", Role.DEALER), Trouble.NUMBER_TAKEN),
        (Person("", "X", Role.DEALER), Trouble.BAD_NUMBER),
        (Person("0117", "X", Role.DEALER), Trouble.BAD_NUMBER),
        (Person("11 7", "X", Role.DEALER), Trouble.BAD_NUMBER),
        (Person("12345678901", "X", Role.DEALER), Trouble.BAD_NUMBER),
        (Person("118", "", Role.DEALER), Trouble.BAD_NAME),
        (Person("118", " X", Role.DEALER), Trouble.BAD_NAME),
        (Person("118", "X\x1b[2J", Role.DEALER), Trouble.BAD_NAME),
        (Person("118", "X" * 41, Role.DEALER), Trouble.BAD_NAME),
    ],
)
def test_a_person_who_does_not_fit_is_refused(
    register: Register, person: Person, expected: Trouble
) -> None:
    before = register.people()
    assert trouble(register.add(person, WRONG, order(HouseReason.JOINED))) is expected
    assert register.people() == before


def test_a_weak_pin_is_refused_wherever_it_is_chosen(register: Register) -> None:
    weak = Pin("123456")
    new = Person("118", "Cy", Role.DEALER)
    outcomes = (
        register.add(new, weak, order(HouseReason.JOINED)),
        register.change_own_pin("117", pin(BO), weak, NOON),
        register.reset_pin("117", weak, order(HouseReason.PIN_FORGOTTEN)),
    )
    assert [trouble(x) for x in outcomes] == [Trouble.WEAK_PIN] * 3
    assert all(isinstance(x, Rejected) and "123456" not in x.text() for x in outcomes)
    assert isinstance(register.try_pin("117", pin(BO), NOON), Admitted)


Change = Callable[[Register, RegisterRequest], Outcome]
NEWCOMER = Person("118", "Cy", Role.DEALER)
CHANGES: dict[Action, Change] = {
    HouseAction.REGISTER_PERSON: lambda r, o: r.add(NEWCOMER, Pin("159753"), o),
    HouseAction.REMOVE_PERSON: lambda r, o: r.remove("117", o),
    HouseAction.RESET_PIN: lambda r, o: r.reset_pin("117", Pin("159753"), o),
    HouseAction.GIVE_CARD: lambda r, o: r.give_card("117", StaffCard("6011"), o),
}


@pytest.mark.parametrize("action", CHANGES, ids=str)
def test_a_change_takes_a_casino_supervisor_with_a_reason_and_is_on_the_trail(
    register: Register, action: Action
) -> None:
    change, before = CHANGES[action], register.trail()[-1].seq
    state = register.people()
    refused = [
        change(register, order(action.reasons[0], Actor("204", Role.GAMING_SUPERVISOR))),
        change(register, order(action.reasons[0], Actor("117", Role.DEALER))),
        change(register, order(action.reasons[0], Actor("204", Role.CASINO_SUPERVISOR))),
        change(register, order(action.reasons[0], Actor("999", Role.CASINO_SUPERVISOR))),
        change(register, RegisterRequest(BY_ADA, None, NOON)),
        change(register, order(HouseReason.FRAUD)),
    ]
    assert [x.objection for x in refused if isinstance(x, NotAllowed)] == [
        *[Objection.NOT_THIS_ROLE] * 4,
        Objection.REASON_NEEDED,
        Objection.REASON_UNFIT,
    ]
    assert (register.people(), register.trail(before)) == (state, ())
    assert isinstance(change(register, order(action.reasons[0])), RegisteredPerson)
    (line,) = register.trail(before)
    assert (line.what, line.by, line.reason) == (action, "900", action.reasons[0])


@pytest.mark.parametrize(
    "action", [action for action in CHANGES if action is not HouseAction.REGISTER_PERSON], ids=str
)
def test_a_change_to_nobody_is_refused(register: Register, action: Action) -> None:
    register.remove("117", order(HouseReason.LEFT))
    outcome = CHANGES[action](register, order(action.reasons[0]))
    assert trouble(outcome) is Trouble.NO_SUCH_PERSON


def test_ones_own_pin_is_changed_by_showing_the_old_one(register: Register) -> None:
    new = Pin("159753")
    denied = register.change_own_pin("117", WRONG, new, NOON)
    assert denied == Denied(Why.WRONG, "117")
    assert trouble(register.change_own_pin("117", new, new, NOON)) is Trouble.SAME_PIN
    done(register.change_own_pin("117", pin(BO), new, NOON + LATER))
    assert register.try_pin("117", new, NOON + LATER) == Admitted(BO, Means.PIN)
    assert isinstance(register.try_pin("117", pin(BO), NOON + LATER), Denied)


def test_whoever_is_removed_while_changing_the_pin_gets_none(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removing(*_: object) -> str:
        done(register.remove("117", order(HouseReason.LEFT)))
        return "hash"

    monkeypatch.setattr(pins, "hash_pin", removing)
    outcome = register.change_own_pin("117", pin(BO), Pin("159753"), NOON)
    assert trouble(outcome) is Trouble.NO_SUCH_PERSON


def test_a_new_pin_for_somebody_else_ends_the_wait_and_ones_own_is_not_reset(
    register: Register, machine: Machine
) -> None:
    new = Pin("159753")
    assert fail(register, machine, "117", PERSON_FREE).wait_ms
    done(register.reset_pin("117", new, order(HouseReason.PIN_FORGOTTEN)))
    assert register.try_pin("117", new, NOON) == Admitted(BO, Means.PIN)
    own = register.reset_pin("900", new, order(HouseReason.PIN_FORGOTTEN))
    assert trouble(own) is Trouble.OWN_PIN


def test_a_card_tells_whose_it_is_and_no_more(register: Register) -> None:
    card, other = StaffCard("%B6011000990139424?"), StaffCard("%B6011000990139425?")
    assert register.owner(card, NOON) == Denied(Why.WRONG, None)
    done(register.give_card("204", card, order(HouseReason.JOINED)))
    assert register.owner(card, NOON) == "204"
    done(register.give_card("204", card, order(HouseReason.JOINED)))
    taken = register.give_card("117", card, order(HouseReason.JOINED))
    assert trouble(taken) is Trouble.CARD_TAKEN
    blank = register.give_card("117", StaffCard(""), order(HouseReason.JOINED))
    assert trouble(blank) is Trouble.BLANK_CARD
    done(register.give_card("204", other, order(HouseReason.PIN_SEEN)))
    assert register.owner(card, NOON) == Denied(Why.WRONG, None)
    assert not done(register.give_card("204", None, order(HouseReason.LEFT))).has_card
    assert register.owner(other, NOON) == Denied(Why.WRONG, None)


def test_the_last_casino_supervisor_stays(register: Register) -> None:
    done(register.remove("901", order(HouseReason.LEFT)))
    last = register.remove("900", order(HouseReason.LEFT))
    assert trouble(last) is Trouble.LAST_CASINO_SUPERVISOR
    done(register.remove("117", order(HouseReason.LEFT)))
    assert [entry.number for entry in register.people()] == ["204", "900"]


def test_the_trail_only_grows(register: Register, path: Path) -> None:
    lines = register.trail()
    assert [line.seq for line in lines] == [1, 2, 3, 4]
    assert (lines[0].by, lines[1].by) == (None, "900")
    file = sqlite3.connect(path)
    for change in ("DELETE FROM trail", "UPDATE trail SET by = '117'"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            file.execute(change)
    file.close()
