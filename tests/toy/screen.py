"""High card on the screen: the frame of the console asks nothing more of a game."""

from collections.abc import Iterable
from datetime import tzinfo
from pathlib import Path
from typing import Final

from controller.domain.frozen import frozen
from controller.running.writer import COMPARE
from controller.staff.roles import Role
from tests.toy import core as c
from tests.toy.game import TOY
from ui.bridge import Bridge
from ui.forms.asks import Wager
from ui.forms.entries import Entry, Group
from ui.games.screen import Frame, GameScreen, GameViewModels, Heading, part
from ui.shown import Shown
from ui.viewmodels.actions import ActionsProps, ActionsViewModel, Primary, SideKey, undo_objection
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.guidance import GuidanceProps, GuidanceViewModel
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.sign import SignViewModel

LABELS: Final = {
    c.OpenDeal: "Next deal",
    c.ShowCards: "Turn the cards over",
    c.EndDeal: "Paid",
}
TEXTS: Final = {
    c.Phase.IDLE: "The next deal may begin.",
    c.Phase.CHIPS: "Chips down.",
    c.Phase.CARDS: "Everybody gets a card.",
    c.Phase.SHOWN: "Pay the highest card.",
}


@frozen
class FeltProps:
    text: str = ""


@qml_element
class ToyFelt(ViewModel):
    shows = FeltProps

    def derive(self, shown: Shown) -> FeltProps:
        table: c.ToyTable = shown.snapshot.house.table
        lying = zip(table.chips, table.cards, strict=False)
        cards = (f"{place}: {card or 'face down'}" for place, card in lying)
        return FeltProps(", ".join(cards) or f"{len(table.chips)} chips")


@qml_element
class ToyActions(ActionsViewModel):
    """The one large key, and one for the chip of each place."""

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        step = shown.snapshot.step
        if shown.snapshot.held == COMPARE:
            return Primary("Felt compared", compares=True), None
        reason = step.refused.text() if step.refused else ""
        return Primary(LABELS[type(step.command)], step.command, reason), None

    def bar(self, shown: Shown) -> ActionsProps:
        means, _ = self.meaning(shown)
        table: c.ToyTable = shown.snapshot.house.table
        undo = shown.snapshot.undo
        return ActionsProps(
            means.text,
            means.reason,
            means.enabled,
            tuple(
                SideKey(f"chip{place}", f"Chip {place}", table.phase is c.Phase.CHIPS)
                for place in range(1, table.rules.places + 1)
            ),
            undo.what if undo else "",
            not undo_objection(shown),
        )

    def key(self, code: str) -> None:
        place = int(code.removeprefix("chip"))
        table: c.ToyTable | None = self.shown.snapshot.house.table if self.shown else None
        self.submit(c.MoveChip(place, down=table is None or place not in table.chips))


@qml_element
class ToyViewModels(GameViewModels):
    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.add("felt", ToyFelt(frame.bridge))
        self.guidance = self.add("guidance", GuidanceViewModel(frame.bridge, _guide))
        self.actions = self.add("actions", ToyActions(frame.bridge, frame.panels, frame.drawn))

    felt = part("felt")


def _guide(shown: Shown, _: int) -> GuidanceProps:
    return GuidanceProps(text=TEXTS[shown.snapshot.house.table.phase])


class ToyScreen(GameScreen):
    name = TOY.name
    title = "High card"
    qml = str(Path(__file__).parent)
    entries = (
        Entry("void", Group("Deal"), "Void it", c.ToyAction.VOID, lambda _, __: c.VoidDeal()),
    )

    def view_models(self, frame: Frame) -> ToyViewModels:
        return ToyViewModels(frame)

    def sign(self, bridge: Bridge, zone: tzinfo) -> SignViewModel:
        return SignViewModel(bridge)

    def rules_name(self, rules: c.ToyRules) -> str:
        return rules.terms.title

    def heading(self, shown: Shown) -> Heading:
        return Heading("High card", f"Deal {shown.snapshot.house.table.number}", ("Chip $1",))

    def wagers(self, rules: c.ToyRules) -> Iterable[Wager]:
        return (Wager("chip", "The chip"),)

    def moment(self, table: c.ToyTable) -> object:
        return table.number, table.phase

    def unsettled(self, table: c.ToyTable) -> str:
        return "" if table.at_rest else f"Deal {table.number} is not over."

    def receive(self, shown: Shown, role: Role, panels: PanelsViewModel) -> bool:
        return False


TOY_SCREEN: Final = ToyScreen()
