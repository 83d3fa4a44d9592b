"""All jackpot awards of the round in the order of payment: keyed, taken back, confirmed, paid.

The primary button walks through them one by one. The list is for whoever wants to see what is still
to come, keys a hand out of turn or takes a keyed one back; a supervisor confirms from it.
"""

from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.domain.words import sentence
from controller.games.bonus import commands as c
from controller.games.bonus.jackpot.awards import Kind
from controller.games.bonus.round.awards import OWN, award_due, next_award
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.jackpots import amount_text
from controller.games.bonus.round.guidance.words import award_name, jackpot_name
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import DueAward, Table
from ui.bridge import Bridge
from ui.games.bonus.viewmodels.meter import won_elsewhere
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.paging import page_of
from ui.viewmodels.panels import AWARDS, PanelBound, PanelsViewModel
from ui.viewmodels.supervisor import SupervisorViewModel
from ui.viewmodels.words import rule

ROWS_MAX: Final = 8
"""Two columns of four: what fits under the places."""
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
    """Of the page that is open."""
    page: str = ""
    """Which page of how many; empty where there is one."""
    waiting: bool = False
    """There are awards to be paid: the settlement panel offers the list."""
    can_take_back: bool = False
    """The one that is next was keyed and can be taken back."""


def derive_awards(shown: Shown, *, is_open: bool, page: int = 0) -> AwardsProps:
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
    listed = page_of(rows, page, ROWS_MAX)
    left = sum(not due.paid for due in table.round.awards)
    due = table.round.awards[index]
    return AwardsProps(
        visible=is_open,
        title=f"{sentence(jackpot_name(table.rules))} awards",
        text=_text(table, left, won_elsewhere(shown)),
        clause=rule(cite(table.rules, "jackpot order")),
        rows=listed.rows,
        page=listed.text,
        waiting=True,
        can_take_back=due.keyed and not due.confirmed and not supervised,
    )


def _text(table: Table, left: int, elsewhere: Money) -> str:
    """What a supervisor has to know: another table's win may still be released."""
    text = f"{left} of {len(table.round.awards)} still to be paid, in this order."
    if table.meter is not None:
        text = f"{text} Meter {table.meter.value.display()}."
    if any(due.award.resets_meter for due in table.round.awards):
        text = f"{text} Then the meter goes back to the seed."
    if elsewhere:
        text = f"{text} Another {elsewhere.display()} is reserved for other tables."
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
    said = "paid automatically" if award.kind not in OWN and state == "due" else state
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
        return "Confirm" if due.keyed and due.award.off_the_meter else ""
    return "Take back" if due.keyed else "Key"


@qml_element
class AwardsViewModel(PanelBound):
    """The awards of the round."""

    shows = AwardsProps
    panel = AWARDS

    def __init__(
        self, bridge: Bridge, panels: PanelsViewModel, supervisor: SupervisorViewModel
    ) -> None:
        super().__init__(bridge, panels)
        self._supervisor, self._page = supervisor, 0

    def _opened(self) -> None:
        """At the page of the one that is next."""
        index = next_award(self.shown.snapshot.house.table) if self.shown else None
        self._page = (index or 0) // ROWS_MAX
        self.refresh()

    def derive(self, shown: Shown) -> AwardsProps:
        return derive_awards(shown, is_open=self._open, page=self._page)

    @Slot(int)
    def tapRow(self, index: int) -> None:
        """Key it, take it back, or go to its confirmation."""
        act = next((row.act for row in self.props.rows if row.index == index), "")
        if self.shown is None or not act:
            return
        award = self.shown.snapshot.house.table.round.awards[index].award
        if act == "Confirm":
            self._supervisor.fill_in("confirm-award", f"{award.place}/{award.award}")
        else:
            self.submit(c.KeyAward(award.place, award.award))

    @Slot()
    def takeBack(self) -> None:
        """The one that is next."""
        due = award_due(self.shown.snapshot.house.table) if self.shown else None
        if due is not None and self.props.can_take_back:
            self.submit(c.KeyAward(due.award.place, due.award.award))

    @Slot()
    def openList(self) -> None:
        self._panels.openPanel(AWARDS)

    @Slot()
    def more(self) -> None:
        """The next page."""
        self._page += 1
        self.refresh()
