"""The action bar of the desk: the step's command, always in the same spot.

Seats are shuffled when the key is tapped. A step that needs a form opens it; a step for which a
table has to stop first has the table wait.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.domain.words import counted
from controller.games.desk.steps import DeskStep
from controller.running.snapshot import Snapshot
from controller.staff.powers import Action, may
from controller.staff.roles import Reason
from controller.tournament.balance import (
    BalanceTables,
    BreakTable,
    DrawSeats,
    move_due,
    seats_to_draw,
    table_to_break,
)
from controller.tournament.clock import PauseClock, ResumeClock
from controller.tournament.ending import in_a_hand
from controller.tournament.entries import entries_open
from controller.tournament.phases import IN_PLAY
from controller.tournament.state import Desk
from controller.tournament.tables import HoldTables
from ui.bridge import Bridge
from ui.games.desk.course import CUT
from ui.games.desk.hands import REPORT, break_up, entered_here
from ui.games.desk.rows import desk_shown, tables_of
from ui.games.desk.seats import ENTER, draw
from ui.shown import Shown
from ui.viewmodels.actions import (
    ActionsProps,
    ActionsViewModel,
    Primary,
    SideKey,
    undo_objection,
)
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.panels import SIGN_ON, SUPERVISOR, PanelsViewModel
from ui.viewmodels.supervisor import SupervisorViewModel


@frozen
class Drawing:
    """Seat cards are drawn: the tap settles which ones."""

    action: Action
    draws: Callable[[Desk], Command]


@frozen
class Filling:
    """A form is opened, with what is known of it."""

    entry: str
    answers: tuple[str, ...] = ()


NOT_SIGNED_ON = "Sign on first"
OPEN_ABOVE = "Fill in the form above"


def derive_primary(shown: Shown) -> Primary:
    """The step that takes the tournament on."""
    if shown.snapshot.held is not None:
        return Primary("Held", reason="The desk is held")
    primary = _step(shown.snapshot)
    if not shown.signed_on:
        return replace(primary, reason=NOT_SIGNED_ON)
    action = getattr(primary.command, "action", None)
    if action is not None and not primary.reason and not may(shown.signed_on[-1].role, action):
        return replace(primary, reason=f"Needs: {action.people.text}")
    return primary


_SENDS: Final = {
    DeskStep.PUBLISH: "Publish the prizes",
    DeskStep.START: "Start",
    DeskStep.END: "End play",
    DeskStep.LET_PLAY: "Let the tables play on",
    DeskStep.NEXT_SESSION: "Next session",
    DeskStep.NEXT_HEAT: "Next heat",
}
"""Steps whose command the tap sends."""
_SHOWS: Final = {
    DeskStep.TAKE_ENTRIES: Primary("Enter players", Filling(ENTER)),
    DeskStep.NO_SEAT_LEFT: Primary("Start", reason="A player has no seat"),
    DeskStep.WAIT_FOR_TABLE: Primary("Waiting for the table", reason="It is finishing its hand"),
    DeskStep.CUT: Primary("Cut cards", Filling(CUT)),
    DeskStep.AWARD: Primary("Decided", reason="Award the prizes"),
    DeskStep.CANCELLED: Primary("Cancelled", reason="The event is cancelled"),
}
"""Steps that look the same at every desk."""


def _step(snapshot: Snapshot) -> Primary:
    desk: Desk = snapshot.house.table
    step = snapshot.step
    refused = "" if step.refused is None else step.refused.said.rstrip(".")
    match step.name:
        case DeskStep() as name if name in _SHOWS:
            return _SHOWS[name]
        case DeskStep() as name if name in _SENDS:
            return Primary(_SENDS[name], step.command, refused)
        case DeskStep.DRAW_SEATS:
            count = len(seats_to_draw(desk))
            return Primary(f"Draw {counted(count, 'seat')}", Drawing(DrawSeats.action, draw))
        case DeskStep.HOLD_TABLE:
            wait: HoldTables = existing(step.command, "a wait of no table")
            waits = [one for one in wait.tables if one not in desk.held]
            return Primary(f"Have table {waits[0]} wait", step.command, refused)
        case DeskStep.BREAK_TABLE:
            return _break(desk)
        case DeskStep.BALANCE:
            return _balance(desk)
        case DeskStep.FINISH_HANDS:
            return _enter_hand(desk, in_a_hand(desk)) or Primary(
                "End play", reason="Hands are in progress"
            )
    return _play(desk)


def _play(desk: Desk) -> Primary:
    """Nothing else is due: hands of tables without a console are entered here."""
    return _enter_hand(desk, tables_of(desk)) or (
        Primary("Break", reason="No hands on a break")
        if desk.on_break
        else Primary("Play is on", reason="The tables report their hands")
    )


def _enter_hand(desk: Desk, tables: list[int]) -> Primary | None:
    here = [table for table in tables if entered_here(desk, table)]
    if not here:
        return None
    if len(here) == 1:
        return Primary(f"Enter a hand of table {here[0]}", Filling(REPORT, (str(here[0]),)))
    return Primary("Enter a hand", Filling(REPORT))


def _break(desk: Desk) -> Primary:
    table = existing(table_to_break(desk), "no table is to be broken")
    return _hand_first(desk, table) or Primary(
        f"Break table {table}", Drawing(BreakTable.action, _break_due)
    )


def _break_due(desk: Desk) -> Command:
    return break_up(desk, existing(table_to_break(desk), "no table is to be broken"))


def _balance(desk: Desk) -> Primary:
    due = existing(move_due(desk), "no move is due")
    return _hand_first(desk, due.left.table) or Primary(
        f"{due.name} to {due.seat}", BalanceTables()
    )


def _hand_first(desk: Desk, table: int) -> Primary | None:
    """Nobody leaves a table in the middle of a hand."""
    if desk.between_hands(table):
        return None
    return Primary(f"Enter the hand of table {table}", Filling(REPORT, (str(table),)))


def side_keys(desk: Desk) -> dict[str, tuple[str, Command]]:
    """Beside the one action: entries as long as they are open, and the clock."""
    keys: dict[str, tuple[str, Command]] = {}
    if desk.clock is not None and desk.phase in IN_PLAY and desk.form.levels:
        stands = desk.clock.since is None
        keys["clock"] = ("Resume", ResumeClock()) if stands else ("Pause", PauseClock())
    if entries_open(desk) and desk.entrants:
        keys["enter"] = ("Enter players", Filling(ENTER))
    return keys


def derive_actions(shown: Shown, primary: Primary) -> ActionsProps:
    """The bar."""
    snapshot = shown.snapshot
    usable = snapshot.held is None and bool(shown.signed_on)
    return ActionsProps(
        primary_text=primary.text,
        primary_reason=primary.reason,
        primary_enabled=primary.enabled,
        keys=tuple(
            SideKey(code, text, usable) for code, (text, _) in side_keys(desk_shown(shown)).items()
        ),
        undo_note=undo_objection(shown) or (snapshot.undo.what if snapshot.undo else ""),
        undo_enabled=not undo_objection(shown),
        irregularity_enabled=True,
        report_text="Menu",
        report_glyph="",
        other_text="What to do" if snapshot.held is not None else "",
    )


@qml_element
class DeskActions(ActionsViewModel):
    """The action bar of the desk."""

    def __init__(
        self, bridge: Bridge, panels: PanelsViewModel, drawn: Drawn, forms: SupervisorViewModel
    ) -> None:
        super().__init__(bridge, panels, drawn)
        self._forms = forms
        forms.turned.connect(self.refresh)

    def _primary(self, shown: Shown) -> Primary:
        """A form that is being filled in is not opened again: what was keyed would be lost."""
        primary = derive_primary(shown)
        opens = primary.command
        if isinstance(opens, Filling) and self._forms.fills_in(opens.entry, *opens.answers):
            return replace(primary, reason=primary.reason or OPEN_ABOVE)
        return primary

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        desk = desk_shown(shown)
        return self._primary(shown), (desk.number, desk.phase)

    def bar(self, shown: Shown) -> ActionsProps:
        return derive_actions(shown, self._primary(shown))

    @Slot(str)
    def key(self, code: str) -> None:
        if self.shown is not None and self.shown.signed_on:
            keys = side_keys(desk_shown(self.shown))
            if code in keys:
                self.submit(keys[code][1])

    def submit(self, command: Command, reason: Reason | None = None) -> None:
        shown = self.shown
        if isinstance(command, Filling):
            self._asked = False
            if not self._forms.fills_in(command.entry, *command.answers):
                self._forms.fill_in(command.entry, *command.answers)
            return
        if isinstance(command, Drawing) and shown is not None:
            command = command.draws(desk_shown(shown))
        self._forms.close_untouched()  # it would hide what the step leads to
        super().submit(command, reason)

    @Slot()
    def irregularity(self) -> None:
        """The menu; a person who has not signed on does so first."""
        signed_on = self.shown is not None and bool(self.shown.signed_on)
        self._panels.openLasting(SUPERVISOR if signed_on else SIGN_ON)
