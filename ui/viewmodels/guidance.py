"""The guidance line: the next step and its clause, or why the last tap was refused."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command, action_of
from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.floor.game import Prompt
from controller.floor.prompts import prompts
from controller.running.ports import KeypadView, ReaderView
from controller.staff.powers import Objection
from controller.staff.roles import DEALER
from ui.bridge import Answered, Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.ways import way
from ui.viewmodels.words import rule

LEAVE_FIRST: Final = "Leave supervisor mode first"


@frozen
class GuidanceProps:
    """What the line says."""

    text: str = ""
    clause: str = ""
    announce: str = ""
    warning: str = ""
    """One thing that is not as it should be; a tap goes on to the next."""
    warnings: int = 0
    reminder: str = ""
    """One thing to keep in mind, where nothing else is to be seen to."""
    refusal: str = ""
    """Why the last tap was refused; until the next tap is accepted."""


def between_rounds(shown: Shown) -> GuidanceProps | None:
    """Between rounds the floor says what is to be done, or at least what is missing."""
    floor, refused = shown.snapshot.house.floor, shown.snapshot.step.refused
    if floor is None:
        return None
    said = next(iter(prompts(floor, floor.seen)), None)
    told = said is not None
    if said is None and refused is not None:
        said = Prompt(refused.said, refused.clause)
    if said is None:
        return None
    text = f"{said.text} {way(floor, told=told)}".rstrip()
    return GuidanceProps(text=text, clause=rule(said.clause))


def with_device(props: GuidanceProps, said: ReaderView | KeypadView) -> GuidanceProps:
    """A card was just swiped, or an amount is being keyed: what comes of it comes first."""
    if not said.text:
        return props
    if said.refused:
        return replace(props, refusal=said.text)
    return replace(props, text=said.text, clause="", refusal="")


def refusal_text(command: Command | None, refused: Refused) -> str:
    """A tap that is the dealer's is refused only until supervisor mode is left."""
    action = action_of(command) if command is not None else None
    dealers = action is not None and action.people == DEALER
    if dealers and refused.refusal is Objection.NOT_THIS_ROLE:
        return f"{LEAVE_FIRST}."
    return refused.text()


@qml_element
class GuidanceViewModel(ViewModel):
    """The guidance line."""

    shows = GuidanceProps

    _refusal = ""
    _turn = 0

    def __init__(self, bridge: Bridge, guide: Callable[[Shown, int], GuidanceProps]) -> None:
        """`guide`: what the game says, after so many taps on its warnings."""
        super().__init__(bridge)
        self._guide = guide

    def derive(self, shown: Shown) -> GuidanceProps:
        props = replace(self._guide(shown, self._turn), refusal=self._refusal)
        return with_device(with_device(props, shown.reader), shown.keypad)

    @Slot()
    def nextWarning(self) -> None:
        """There is more than one."""
        self._turn += 1
        self.refresh()

    def answered(self, answered: Answered) -> None:
        """A tap was answered."""
        answer = answered.answer
        self.say(refusal_text(answered.command, answer) if isinstance(answer, Refused) else "")

    def say(self, refusal: str) -> None:
        """What was not taken; nothing where all is well."""
        self._refusal = refusal
        self.refresh()
