"""The tournament desk on the screen: what the frame of the console asks of it."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from controller.domain.words import dollars
from controller.games.desk.game import DESK
from controller.games.desk.tables_beside import TablesView
from controller.staff.roles import Role
from controller.tournament.format import Format, chips
from controller.tournament.state import Desk
from ui.bridge import Bridge
from ui.games.desk.course import COURSE_ENTRIES
from ui.games.desk.hands import TABLE_ENTRIES
from ui.games.desk.rows import desk_shown
from ui.games.desk.rulings import RULING_ENTRIES
from ui.games.desk.seats import SEAT_ENTRIES
from ui.games.desk.viewmodels.all import DeskViewModels
from ui.games.desk.viewmodels.wall import WallViewModel
from ui.games.screen import Frame, GameScreen, GameViewModels, Heading
from ui.shown import Shown
from ui.viewmodels.faults import Fault
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.sign import SignViewModel


class DeskScreen(GameScreen):
    """A tournament on the screen."""

    name = DESK.name
    title = "Tournament"
    qml = "games/desk"
    entries = (*SEAT_ENTRIES, *TABLE_ENTRIES, *COURSE_ENTRIES, *RULING_ENTRIES)
    house_entries = ()
    here = "Tournament"
    worker = "Desk"
    unmanned = ""
    menu_below = True
    place = "Seat"
    round = "Stage"

    def titled(self, name: str) -> str:
        return name

    def view_models(self, frame: Frame) -> GameViewModels:
        return DeskViewModels(frame, self)

    def sign(self, bridge: Bridge, zone: tzinfo) -> SignViewModel:
        return WallViewModel(bridge)

    def rules_name(self, rules: Format) -> str:
        fee = f"entry {dollars(rules.entry + rules.buyin)}, {chips(rules.bank)} chips"
        return f"{fee}, {rules.tables or 'any number of'} tables of {rules.seats}"

    def heading(self, shown: Shown) -> Heading:
        desk = desk_shown(shown)
        form = desk.form
        heat = f"Heat {desk.heat}, session {desk.session}" if desk.session > 1 else ""
        return Heading(
            game=f"Entry {dollars(form.entry + form.buyin)}, {chips(form.bank)} chips",
            round=heat,
        )

    def faults(self, shown: Shown) -> Iterator[Fault]:
        """Tables that are not heard, or tell what cannot be."""
        tables: TablesView | None = shown.snapshot.shared
        for trouble in tables.troubles if tables is not None else ():
            yield Fault("Tables", trouble, "The tables play on.", "Check the table.")

    def moment(self, table: Desk) -> object:
        return table.phase

    def unsettled(self, table: Desk) -> str:
        return ""

    def receive(self, shown: Shown, role: Role, panels: PanelsViewModel) -> bool:
        """Whoever comes to the desk sees the desk."""
        panels.close()
        return True


DESK_SCREEN: Final = DeskScreen()
