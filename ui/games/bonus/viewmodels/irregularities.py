"""The irregularity panel: what happened, what the clause makes of it, and only then the report.

Three pages: the list, the questions, the preview with whoever has to agree. What was said is kept
while a supervisor signs on, and dropped when the round moves on. As with the primary action, the
last tap counts only once the preview has stood long enough to be read.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command, actors_for
from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.floor.calls import CallSupervisor
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.house import house_of
from controller.games.bonus.preview import Preview
from controller.games.bonus.round.guidance.remedies import act_after
from controller.house.decide import action_for
from controller.running.snapshot import FINAL_MS, Accepted
from controller.running.writer import COMPARE
from controller.staff.powers import Action, NotAllowed, Objection
from controller.staff.roles import SUPERVISORS, Reason, reason_of
from ui.bridge import Answered, Bridge, Previewed
from ui.games.bonus.viewmodels.foreseen import besides, headline, share_rows
from ui.games.bonus.wizard import (
    CALL,
    DISPUTE,
    DROPPED,
    INCIDENT,
    Question,
    command_of,
    possible,
    questions,
    reasons,
    words,
)
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.foreseen import ShareRow
from ui.viewmodels.options import Option
from ui.viewmodels.panels import IRREGULARITIES, PanelBound, PanelsViewModel
from ui.viewmodels.words import rule

_ENTRIES: Final = {
    DROPPED: "A supervisor sees that every card is there before this deck is dealt on",
    INCIDENT: "Entered in the record; a supervisor decides what follows",
    DISPUTE: "Entered in the record; a gaming supervisor decides first",
}


@frozen
class Said:
    """What has been said so far."""

    what: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    picked: frozenset[str] = frozenset()
    """Of a question that takes several answers, until it is done."""

    def answered(self, key: str, code: str) -> "Said":
        """One answer more."""
        return Said(self.what, (*self.answers, (key, code)))

    def back(self) -> "Said":
        """As before the last answer."""
        return Said(self.what, self.answers[:-1]) if self.answers else Said()


@frozen
class IrregularitiesProps:
    """One page of the panel."""

    visible: bool = False
    page: str = ""
    """`list`, `question` or `preview`."""
    title: str = ""
    said: str = ""
    """What was answered, in one line."""
    question: str = ""
    options: tuple[Option, ...] = ()
    several: bool = False
    can_finish: bool = False
    headline: str = ""
    ends: bool = False
    """The round would be over: red, with another sign."""
    clause: str = ""
    shares: tuple[ShareRow, ...] = ()
    lines: tuple[str, ...] = ()
    refusal: str = ""
    waits: str = ""
    """Who has to come first; empty where whoever is signed on may confirm."""
    can_call: bool = False
    confirms: tuple[Option, ...] = ()
    """One button, or one for each reason."""


def open_question(shown: Shown, said: Said) -> Question | None:
    """The first that is not answered."""
    answers = dict(said.answers)
    asked = questions(shown, said.what, answers) if said.what else ()
    return next((one for one in asked if one.key not in answers), None)


def derive_irregularities(
    shown: Shown, said: Said, seen: Preview | Refused | None, refusal: str = ""
) -> IrregularitiesProps:
    """The page for what was said; `seen` is what would follow, once it is known."""
    house = house_of(shown.snapshot)
    if not said.what:
        found = possible(shown)
        listed = tuple(option for option in found if option.code != CALL)
        title = "What has happened?" if listed else "Nothing to report now"
        return IrregularitiesProps(
            True, "list", title, options=listed, refusal=refusal, can_call=listed != found
        )
    title, line = words(house, said.what), _line(shown, said)
    question = open_question(shown, said)
    if question is not None:
        options = tuple(replace(o, chosen=o.code in said.picked) for o in question.options)
        return IrregularitiesProps(
            True,
            "question",
            title,
            line,
            question.text,
            options,
            question.several,
            can_finish=bool(said.picked) or question.key != "players",
            refusal=refusal,
        )
    page = IrregularitiesProps(True, "preview", title, line, refusal=refusal)
    if seen is None:
        return page
    if isinstance(seen, Refused):
        return replace(
            page, headline=seen.refusal.value, lines=(seen.detail,), clause=rule(seen.clause)
        )
    return _preview(shown, said, seen, page)


def _line(shown: Shown, said: Said) -> str:
    """`Place 3 · Yes, a player has`."""
    answers = dict(said.answers)
    told = []
    for question in questions(shown, said.what, answers) if said.what else ():
        codes = answers.get(question.key, "").split(",")
        named = [option.text for option in question.options if option.code in codes]
        if question.several and named:
            numbers = ", ".join(codes)
            named = [f"forfeits: {numbers}" if question.key == "forfeit" else f"by: {numbers}"]
        told += named
    return " · ".join(told)


def _preview(
    shown: Shown, said: Said, seen: Preview, page: IrregularitiesProps
) -> IrregularitiesProps:
    house, command = house_of(shown.snapshot), command_of(shown, said.what, dict(said.answers))
    action = action_for(house, command, recovered=shown.snapshot.held == COMPARE)
    clause = seen.clause or (house.table.rules.terms.powers.get(action) if action else None)
    offered = reasons(command, action.reasons) if action else ()
    waits = _waits(shown, action, next(iter(offered), None))
    return replace(
        page,
        headline=headline(seen) or _ENTRIES.get(said.what, "Play goes on"),
        ends=seen.ending is not None,
        clause=rule(clause) or "House rule",
        shares=tuple(share_rows(seen.shares)),
        lines=tuple(_lines(shown, command, seen)),
        waits=waits,
        can_call=bool(waits) and _callable(shown),
        confirms=() if waits else _confirms(offered),
    )


def _lines(shown: Shown, command: Command, seen: Preview) -> Iterator[str]:
    """What else follows."""
    table = house_of(shown.snapshot).table
    if isinstance(command, Report) and seen.ending is None:
        act = act_after(table, command.irregularity, command.card, command.place)
        if act:
            yield f"{act}."
    yield from besides(seen)


def _waits(shown: Shown, action: Action | None, reason: Reason | None) -> str:
    """Who is missing, in words."""
    snapshot, floor = shown.snapshot, shown.snapshot.house.floor
    if action is None or floor is None:
        return ""
    signed_on = tuple(one for one in (snapshot.dealer, snapshot.on_top) if one is not None)
    found = actors_for(action, reason, signed_on)
    if not isinstance(found, NotAllowed):
        return ""
    on_top = snapshot.on_top
    if on_top is not None and found.objection is Objection.NOT_THIS_ROLE:
        return f"This is for {action.people.text}: the {on_top.role.words} signs off first."
    if any(slot <= SUPERVISORS for slot in action.people.slots):
        called = floor.called is not None
        return (
            f"A supervisor {'was called' if called else 'has to approve'}:"
            " sign on with the Supervisor button."
        )
    return f"This takes: {action.people.text}."


def _callable(shown: Shown) -> bool:
    floor = house_of(shown.snapshot).floor
    return floor is not None and floor.called is None and shown.snapshot.held in (None, COMPARE)


def _confirms(offered: tuple[Reason, ...]) -> tuple[Option, ...]:
    if len(offered) < 2:
        return (Option(offered[0].value if offered else "", "Confirm"),)
    return tuple(Option(reason.value, reason.text) for reason in offered)


@qml_element
class IrregularitiesViewModel(PanelBound):
    """The panel, and what was said on it so far."""

    shows = IrregularitiesProps
    panel = IRREGULARITIES

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, drawn: Drawn) -> None:
        super().__init__(bridge, panels)
        self._said = Said()
        self._command: Command | None = None
        self._seen: Preview | Refused | None = None
        self._stands = Dwell(drawn)
        self._sent: Command | None = None
        self._refusal = ""
        bridge.previewed.connect(self._previewed)
        bridge.answered.connect(self._answered)

    def _opened(self) -> None:
        """After an interruption there is one thing to report: the list is left out."""
        compares = self.shown is not None and self.shown.snapshot.held == COMPARE
        if self._open and compares and not self._said.what:
            self._say(Said(Irregularity.SUPERVISOR_VOID.value))
        else:
            self.refresh()

    def derive(self, shown: Shown) -> IrregularitiesProps:
        if not self._open:
            return IrregularitiesProps()
        page = derive_irregularities(shown, self._said, self._seen, self._refusal)
        return replace(page, confirms=()) if self._sent is not None else page

    def update(self, shown: Shown) -> None:
        before = self.shown
        if self._panels.moved(before, shown):
            self._said, self._sent = Said(), None
        came = before is not None and before.snapshot.on_top is None and shown.snapshot.on_top
        super().update(shown)
        self._look()
        if came and self._command is not None and not self._open:
            self._panels.openPanel(IRREGULARITIES)  # a supervisor finds what was reported

    def begin(self, what: str, **answers: str) -> None:
        """From elsewhere on the screen: this has happened, and that much is known."""
        self._panels.openPanel(IRREGULARITIES)
        self._say(Said(what, tuple(answers.items())))

    @Slot(str)
    def choose(self, code: str) -> None:
        """A tap on the list, or an answer."""
        if self.shown is None:
            return
        if not self._said.what:
            if code == CALL:
                self._send(CallSupervisor())
                return
            self._say(Said(code))
            return
        question = open_question(self.shown, self._said)
        if question is None:
            return
        if question.several:
            self._said = replace(self._said, picked=self._said.picked ^ {code})
            self.refresh()
        else:
            self._say(self._said.answered(question.key, code))

    @Slot()
    def finish(self) -> None:
        """No more of them."""
        question = open_question(self.shown, self._said) if self.shown else None
        if question is not None and question.several:
            codes = sorted(self._said.picked, key=int)
            self._say(self._said.answered(question.key, ",".join(codes)))

    @Slot()
    def back(self) -> None:
        self._say(self._said.back())

    @Slot()
    def close(self) -> None:
        self._say(Said())
        self._panels.close()

    @Slot()
    def call(self) -> None:
        """Somebody is needed; what was said stays."""
        self.submit(CallSupervisor())

    @Slot(str)
    def confirm(self, reason: str) -> None:
        stood = self._stands.stood(FINAL_MS)
        if isinstance(self._seen, Preview) and self._command is not None and stood:
            self._send(self._command, reason_of(reason) if reason else None)

    def _send(self, command: Command, reason: Reason | None = None) -> None:
        if self._sent is None:
            self._sent = command
            self.submit(command, reason)
            self.refresh()

    def _say(self, said: Said) -> None:
        self._said, self._refusal, self._sent = said, "", None
        self._command, self._seen = None, None
        self._stands.means(None)
        self._look()
        self.refresh()

    def _look(self) -> None:
        """Ask what would follow, where everything is said; what is shown meanwhile stays."""
        if self.shown is None or not self._said.what or open_question(self.shown, self._said):
            self._command, self._seen = None, None
            return
        self._command = command_of(self.shown, self._said.what, dict(self._said.answers))
        self.bridge.preview(self._command)

    def _previewed(self, previewed: Previewed) -> None:
        if previewed.command == self._command and previewed.found != self._seen:
            self._seen = previewed.found
            self.refresh()
            self._stands.means(self._seen)

    def _answered(self, answered: Answered) -> None:
        if self._sent is None or answered.command != self._sent:
            return
        self._sent = None
        if isinstance(answered.answer, Accepted):
            self.close()
            return
        self._refusal = answered.answer.text()
        self.refresh()
