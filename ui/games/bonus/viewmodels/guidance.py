"""The guidance line: the next step and its clause, or why the last tap was refused."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command, action_of
from controller.domain.frozen import frozen
from controller.domain.money import ZERO
from controller.domain.refusals import Refused
from controller.floor.game import Prompt
from controller.floor.measures import decide_first
from controller.floor.prompts import prompts
from controller.games.bonus.commands import OpenRound
from controller.games.bonus.floor.limits import limit_faults
from controller.games.bonus.floor.state import BonusFloor
from controller.games.bonus.round.guidance import Guidance, guide
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending, Place, Table
from controller.running.keeper import COMPARE
from controller.running.ports import ReaderView
from controller.staff.powers import Objection
from controller.staff.roles import DEALER
from ui.bridge import Answered
from ui.games.bonus.viewmodels.card_pad import keyed_twice
from ui.games.bonus.viewmodels.results import on_the_felt
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.ways import way
from ui.viewmodels.words import dollars, rule

KEYED_TWICE: Final = (
    "A card was keyed that is out already: Undo takes back what was keyed last. If it is right,"
    " report a foreign card."
)
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
    refusal: str = ""
    """Why the last tap was refused; until the next tap is accepted."""


def derive_guidance(shown: Shown, turn: int = 0) -> GuidanceProps:
    """What now, for whom, how much; `turn` counts the taps on the warnings."""
    house = shown.snapshot.house
    if shown.snapshot.held == COMPARE:
        return GuidanceProps(text=_compare(house.table))
    if shown.snapshot.held is not None:
        return GuidanceProps(text=shown.snapshot.held)
    lead, floor = shown.snapshot.lead, house.floor
    waits = lead.refused is not None or not isinstance(lead.command, OpenRound)
    if house.table.round.phase is Phase.IDLE and floor is not None and waits:
        # Between rounds the floor says what is to be done, or at least what is missing.
        said = next(iter(prompts(floor, floor.seen)), None)
        told = said is not None
        if said is None and lead.refused is not None:
            said = Prompt(lead.refused.refusal.value, lead.refused.clause)
        if said is not None:
            text = f"{said.text} {way(floor, told=told)}".rstrip()
            return GuidanceProps(text=text, clause=rule(said.clause))
    if keyed_twice(shown):
        return GuidanceProps(text=KEYED_TWICE)
    step = _told(house.table, house.floor)
    return GuidanceProps(
        text=step.text,
        clause=rule(step.clause),
        announce=step.announce or "",
        warning=step.warnings[turn % len(step.warnings)] if step.warnings else "",
        warnings=len(step.warnings),
    )


def _told(table: Table, floor: BonusFloor | None) -> Guidance:
    """The floor knows the players: whose limits are whose, who was told to decide first."""
    if floor is None:
        return guide(table)

    def outside(place: Place) -> Iterable[str]:
        return limit_faults(floor, place.number, place.stakes)

    return guide(table, outside, decide_first(floor))


def _compare(table: Table) -> str:
    """What should lie on the felt, to be counted there."""
    round_ = table.round
    if round_.phase is Phase.RECONCILE and round_.ending is Ending.VOID:
        return "The round is void: give every stake back, then continue."
    if not round_.in_play():
        return "Compare the screen with the felt: no round is in play. Then continue."
    wagers = [there for place in round_.places if (there := on_the_felt(table, place))]
    total = sum((stake.amount for there in wagers for stake in there.values()), start=ZERO)
    places, out = len(wagers), len(round_.drawn)
    return (
        f"Round {round_.number}: {places} {'place' if places == 1 else 'places'} with wagers,"
        f" {dollars(total)} on the felt, {out} {'card' if out == 1 else 'cards'} out."
        " Is the felt the same?"
    )


def with_reader(props: GuidanceProps, reader: ReaderView) -> GuidanceProps:
    """A card was just swiped: what became of it comes first."""
    if not reader.text:
        return props
    if reader.refused:
        return replace(props, refusal=reader.text)
    return replace(props, text=reader.text, clause="", refusal="")


def refusal_text(command: Command | None, refused: Refused) -> str:
    """What the dealer taps is refused to whoever stands above only until that mode is left."""
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

    def derive(self, shown: Shown) -> GuidanceProps:
        props = replace(derive_guidance(shown, self._turn), refusal=self._refusal)
        return with_reader(props, shown.reader)

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
