"""All jackpot awards of the round in the order of payment: keyed, taken back, confirmed, paid.

The primary button walks through them one by one. The list is for whoever wants to see what is still
to come, keys a hand out of turn or takes a keyed one back; a supervisor confirms from it.
"""

from typing import Final

from PySide6.QtCore import QObject, Slot

from controller.domain import commands as c
from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.jackpot.awards import Kind
from controller.round.awards import OWN, next_award
from controller.round.citations import cite
from controller.round.guidance.jackpots import amount_text
from controller.round.guidance.words import award_name
from controller.round.phases import Phase
from controller.round.state import DueAward, Table
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.supervisor import SupervisorViewModel

PANEL: Final = "awards"
_KINDS: Final = {
    Kind.PROGRESSIVE: "",
    Kind.FIXED: "",
    Kind.BONUS: "bonus for ",
    Kind.ENVY: "envy for ",
}


@frozen
class AwardRow:
    """One award."""

    index: int
    text: str
    note: str
    state: str
    """`due`, `keyed`, `confirmed` or `paid`."""
    act: str
    """What a tap does: `Key`, `Take back`, `Confirm`; empty where it does nothing."""
    is_next: bool


@frozen
class AwardsProps:
    """The list, and what the settlement panel says of the award that is next."""

    visible: bool = False
    title: str = ""
    text: str = ""
    clause: str = ""
    rows: tuple[AwardRow, ...] = ()
    waiting: bool = False
    """There are awards to be paid: the settlement panel offers the list."""
    can_take_back: bool = False
    """The one that is next was keyed and can be taken back."""


def derive_awards(shown: Shown, *, is_open: bool) -> AwardsProps:
    """In the order of payment."""
    table = shown.snapshot.house.table
    index = next_award(table)
    if table.round.phase is not Phase.SETTLEMENT or index is None:
        return AwardsProps()
    supervised = shown.snapshot.on_top is not None
    rows = tuple(
        _row(table, number, due, supervised=supervised, is_next=number == index)
        for number, due in enumerate(table.round.awards)
    )
    left = sum(not due.paid for due in table.round.awards)
    due = table.round.awards[index]
    return AwardsProps(
        visible=is_open,
        title="Jackpot awards" if table.rules.nsw else "Progressive awards",
        text=_text(table, left, shown.won_elsewhere),
        clause=f"Rule {cite(table.rules, 'jackpot order')}",
        rows=rows,
        waiting=True,
        can_take_back=due.keyed and not due.confirmed and not supervised,
    )


def _text(table: Table, left: int, elsewhere: Money) -> str:
    """What a supervisor has to know: another table's win may still be released."""
    text = f"{left} of {len(table.round.awards)} still to be paid, in this order."
    if table.meter is not None:
        text = f"{text} Meter {table.meter.value.display()}."
    if any(due.award.resets_meter for due in table.round.awards):
        text = f"{text} Then it goes back to the seed."
    if elsewhere:
        text = f"{text} Wins of other tables hold {elsewhere.display()} more, not paid yet."
    return text


def state_of(due: DueAward) -> str:
    """How far it is."""
    if due.paid:
        return "paid"
    if due.confirmed:
        return "confirmed"
    return "keyed" if due.keyed else "due"


def _row(table: Table, index: int, due: DueAward, *, supervised: bool, is_next: bool) -> AwardRow:
    award, state = due.award, state_of(due)
    name = award_name(table.rules, award.award)
    said = "follows by itself" if award.kind not in OWN and state == "due" else state
    return AwardRow(
        index=index,
        text=f"{index + 1}.  Place {award.place}: {_KINDS[award.kind]}{name}",
        note=f"{amount_text(award)} · {said}",
        state=state,
        act=_act(due, supervised=supervised),
        is_next=is_next,
    )


def _act(due: DueAward, *, supervised: bool) -> str:
    if due.award.kind not in OWN or due.paid or due.confirmed:
        return ""
    if supervised:
        return "Confirm" if due.keyed and due.award.kind is Kind.PROGRESSIVE else ""
    return "Take back" if due.keyed else "Key"


@qml_element
class AwardsViewModel(ViewModel):
    """The awards of the round."""

    shows = AwardsProps

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        supervisor: SupervisorViewModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(bridge, parent)
        self._panels, self._supervisor = panels, supervisor
        panels.opened.connect(self.refresh)

    def derive(self, shown: Shown) -> AwardsProps:
        return derive_awards(shown, is_open=self._panels.props.open == PANEL)

    @Slot(int)
    def tapRow(self, index: int) -> None:
        """Key it, take it back, or go to its confirmation."""
        if self.shown is None or not 0 <= index < len(self.props.rows):
            return
        act = self.props.rows[index].act
        award = self.shown.snapshot.house.table.round.awards[index].award
        if act == "Confirm":
            self._supervisor.fill_in("confirm-award", f"{award.place}/{award.award}")
        elif act:
            self.submit(c.KeyAward(award.place, award.award))

    @Slot()
    def takeBack(self) -> None:
        """The one that is next."""
        for row in self.props.rows:
            if row.is_next and row.act == "Take back":
                self.tapRow(row.index)
                return

    @Slot()
    def openList(self) -> None:
        self._panels.openPanel(PANEL)

    @Slot()
    def close(self) -> None:
        self._panels.close()
