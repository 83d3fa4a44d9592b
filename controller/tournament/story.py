"""What has happened at the desk, a sentence an event, and the rule behind it."""

# ruff: noqa: E501  (rows of a table)

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.domain.money import Money
from controller.domain.words import Statement, dollars, joined
from controller.staff.roles import every_reason
from controller.tournament import (
    balance,
    buying,
    clock,
    colouring,
    conduct,
    corrections,
    ending,
    entries,
    hands,
    heats,
    management,
    publishing,
    seating,
    tables,
)
from controller.tournament.format import chips
from controller.tournament.state import Desk


def narrate(desk: Desk, event: object) -> Statement:
    """An event, with the desk before it."""
    tell, clause = SENTENCES[type(event)]
    return Statement(tell(desk, event), clause)


def _why(code: str) -> str:
    """A reason as people read it."""
    return next((reason.text for reason in every_reason() if reason == code), code)


def _entered(_: Desk, event: entries.Entered) -> str:
    buyin = f" and {dollars(Money(event.buyin))} for the chips" if event.buyin else ""
    return f"{event.name} enters for {dollars(Money(event.fee))}{buyin}."


def _stacks(counted: hands.Stacks) -> str:
    return ", ".join(f"{name} {chips(stack)}" for name, stack in counted)


def _hand(desk: Desk, event: hands.HandReported) -> str:
    if not event.stacks:
        return f"Table {event.table} has played a hand. Its stacks are not tracked."
    changes = []
    for name, after in event.stacks:
        before = desk.entrant(name).stack
        if after != before:
            changes.append(
                f"{name} {'gains' if after > before else 'loses'} {chips(abs(after - before))}"
            )
    left = f", {dollars(Money(event.commission))} is deducted" if event.commission else ""
    return f"Table {event.table}: {', '.join(changes) or 'no stack changes'}{left}."


def _bought(event: Any, what: str) -> str:
    return f"{event.name} {what} for {dollars(Money(event.paid))}: {chips(event.chips)} chips."


def _disqualified(_: Desk, event: conduct.PlayerDisqualified) -> str:
    fate = "keeps" if event.kept else "loses"
    return f"{event.name} is disqualified and {fate} {chips(event.chips)}."


def _level(desk: Desk, event: clock.LevelBegun) -> str:
    level = desk.form.levels[event.level]
    if level.is_break:
        return f"Break of {level.minutes} minutes."
    ante = f", ante {chips(level.ante)}" if level.ante else ""
    return f"Level {event.level + 1}: blinds {chips(level.small)} and {chips(level.big)}{ante}."


def _coloured(_: Desk, event: colouring.ColouredUp) -> str:
    way = "raced for" if event.raced else "rounded up"
    return (
        f"Table {event.table}: chips below {chips(event.chip)} are {way}: {_stacks(event.after)}."
    )


def _corrected(_: Desk, event: corrections.HandCorrected) -> str:
    return (
        f"Table {event.table}, last hand corrected: {_stacks(event.stacks)}: {_why(event.reason)}."
    )


def _cancelled(_: Desk, event: management.Cancelled) -> str:
    back = f" {dollars(event.refunded)} goes back to the players." if event.refunded else ""
    return f"The tournament is cancelled: {_why(event.reason)}.{back}"


def _taken_back(_: Desk, event: buying.PurchaseTakenBack) -> str:
    what = "re-buy" if event.rebuy else "add-on"
    return f"The {what} of {event.name} is taken back, {dollars(event.paid)} returned."


def _waits(_: Desk, event: tables.TablesHeld) -> str:
    if not event.tables:
        return "All tables play on."
    named = joined([str(table) for table in event.tables])
    one = len(event.tables) == 1
    return f"Table {named} waits between hands." if one else f"Tables {named} wait between hands."


_Tell = Callable[[Desk, Any], str]

# fmt: off
SENTENCES: Final[Mapping[type, tuple[_Tell, str]]] = {
    # event                       the sentence                                                           clause
    publishing.PrizesPublished:   (lambda _, __: "The prize list is published.",                         "31.1"),
    entries.Entered:              (_entered,                                                             "27.1"),
    entries.EntryWithdrawn:       (lambda _, e: f"{e.name} is withdrawn, {dollars(e.fee + e.buyin)} returned.", "26.1.i"),
    seating.SeatTaken:            (lambda _, e: f"{e.name} sits down at {e.seat}.",                      "26.1.f"),
    seating.SeatGivenUp:          (lambda _, e: f"{e.name} gives up {e.seat}.",                          "26.1.f"),
    seating.PlayerMoved:          (lambda _, e: f"{e.name} moves from {e.left} to {e.seat}.",            "26.1.f"),
    seating.PlayerWentAway:       (lambda _, e: f"{e.name} is away, but is dealt in and posts blinds.",       "28.1"),
    seating.PlayerCameBack:       (lambda _, e: f"{e.name} is back.",                                    "28.1"),
    hands.HandReported:           (_hand,                                                                "25.1"),
    hands.LastChipLost:           (lambda _, e: f"{e.name} went into the hand with {chips(e.went_in)}, and has lost all of it.", "30.3.c"),
    hands.StacksCounted:          (lambda _, e: f"The stacks of table {e.table} are counted: {_stacks(e.stacks)}.", "30.3"),
    hands.PlayerOut:              (lambda _, e: f"{e.name} is out.",                                     "30.3.b"),
    buying.Rebought:              (lambda _, e: _bought(e, "buys in again"),                             "29.2"),
    buying.RebuysClosed:          (lambda _, __: "The re-buy period is closed.",                         "29.2.a"),
    buying.AddedOn:               (lambda _, e: _bought(e, "adds on"),                                   "29.3"),
    buying.PurchaseTakenBack:     (_taken_back,                                                          "29.2.d"),
    conduct.PocketedForfeited:    (lambda _, e: f"{e.name} forfeits {chips(e.chips)} from a pocket.",    "28.2"),
    conduct.PocketedGivenBack:    (lambda _, e: f"{e.name} gets {chips(e.chips)} back.", "28.2"),
    conduct.PlayerDisqualified:   (_disqualified,                                                        "34.1"),
    conduct.PlayerReadmitted:     (lambda _, e: f"{e.name} is readmitted with {chips(e.chips)}.",         "34.1"),
    ending.Started:               (lambda _, __: "Play begins.",                                         "31.1"),
    ending.HandForHandBegun:      (lambda _, __: "From now on all tables play hand for hand.",           "30.3.c"),
    ending.HandForHandEnded:      (lambda _, __: "Each table plays for itself again.",                   "30.3.c"),
    ending.PlayEnded:             (lambda _, __: "Play is over.",                                        "30.4"),
    ending.CardsCut:              (lambda _, e: f"Cards are cut: {', '.join(f'{name} {card}' for name, card in e.cards)}.", "30.2"),
    balance.SeatsRedrawn:         (lambda _, e: f"Seats are drawn again: {', '.join(f'{name} {seat}' for name, seat in e.seats)}.", "26.1.f"),
    clock.ClockPaused:            (lambda _, __: "The clock is stopped.",                                    "26.1.g"),
    clock.ClockResumed:           (lambda _, __: "The clock is running.",                                      "26.1.g"),
    clock.TimeAdded:              (lambda _, e: f"{e.minutes:+d} minutes on the clock.",                 "26.1.g"),
    clock.LevelBegun:             (_level,                                                               "26.1.c"),
    clock.HandBegun:              (lambda _, e: f"Table {e.table} begins a hand.",                       "25.1"),
    clock.HandCalledOff:          (lambda _, e: f"Table {e.table}: the hand is called off.",             "25.1"),
    clock.TimeCalled:             (lambda _, __: "Time is called: hands in progress are finished.",                "30.4"),
    colouring.ColouredUp:         (_coloured,                                                            "26.1.c"),
    corrections.HandCorrected:    (_corrected,                                                           "25.1"),
    tables.TablesHeld:            (_waits,                                                               "26.1.f"),
    tables.TableTakenOver:        (lambda _, e: f"The desk runs table {e.table} from now on.",           "25.1"),
    tables.TableHandedBack:       (lambda _, e: f"Table {e.table} is run from its console again.",       "25.1"),
    tables.TableLinked:           (lambda _, e: f"Table {e.table} reports its hands by itself.",         "25.1"),
    tables.ReportTaken:           (lambda _, e: f"Table {e.table}: report {e.number} is accepted."  ,         "25.1"),
    tables.TableStood:            (lambda _, e: f"Table {e.table} reports that it is waiting.",                  "26.1.f"),
    corrections.BustOutTakenBack: (lambda _, e: f"{e.name} is not out: {_why(e.reason)}.",                     "29.2.a"),
    heats.SessionBegun:           (lambda _, e: f"The next session begins; {', '.join(e.names) or 'nobody'} went on.",      "27.2"),
    heats.HeatBegun:              (lambda _, e: f"The next heat is for {', '.join(e.names)}.",           "25.1"),
    management.Cancelled:         (_cancelled,                                                           "26.1"),
    management.FormatAltered:     (lambda _, e: f"The format is altered: {_why(e.reason)}.",             "26.1"),
}
# fmt: on
