"""The panel of a player, a table or the clock: what can be done about it now, a key each.

The keys are the rows of the menu: those whose first question is answered by what the panel is
about. What needs no further answer and no reason is done with the tap.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from controller.domain.words import counted, dollars
from controller.staff.powers import may
from controller.tournament.buying import Rebuy
from controller.tournament.format import chips
from controller.tournament.places import ranking
from controller.tournament.state import Desk, EntryState
from ui.bridge import Bridge
from ui.forms.asks import OtherPools, Scene
from ui.forms.entries import Entry, why_not
from ui.games.desk.rows import CLOCK, PLAYER, TABLE, desk_shown
from ui.games.desk.viewmodels.level import level_lines
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.console import calendar_day
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.form_pages import scene_of
from ui.viewmodels.options import Option
from ui.viewmodels.panels import PLACE, PanelBound, PanelsViewModel
from ui.viewmodels.supervisor import SupervisorViewModel
from ui.viewmodels.supervisor_pages import acting

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

PLAYERS_OF: Final = "players"
CORRECT_HAND: Final = "correct-hand"
DWELL_MS: Final = 250


@frozen
class AboutProps:
    """The panel."""

    visible: bool = False
    title: str = ""
    lines: tuple[str, ...] = ()
    keys: tuple[Option, ...] = ()


def rows_about(menu: tuple[Entry, ...], kind: str) -> Iterator[Entry]:
    """The rows that begin with a question about it."""
    for entry in menu:
        first = entry.asks[0].name if entry.asks else ""
        if first == kind or (kind == CLOCK and entry.group == CLOCK):
            yield entry


def derive_about(
    shown: Shown, scene: Scene, menu: tuple[Entry, ...], kind: str, code: str
) -> AboutProps:
    """What is known of it, and what can be done."""
    desk, actor = desk_shown(shown), acting(shown)
    keys = [
        Option(row.code, row.title(scene))
        for row in rows_about(menu, kind)
        if actor is not None and may(actor.role, row.action) and fits(row, scene, kind, code)
    ]
    if kind == TABLE:
        keys.append(Option(PLAYERS_OF, "Show its players"))
    lines = (
        *_lines(desk, kind, code),
        *(_how_back(desk, scene, menu, code) if kind == PLAYER else ()),
        *(() if actor else ("Sign on first.",)),
    )
    title = "Clock" if kind == CLOCK else f"Table {code}" if kind == TABLE else code
    return AboutProps(True, title, lines, tuple(keys))


def fits(row: Entry, scene: Scene, kind: str, code: str) -> bool:
    """Can the row be about this now?"""
    if kind == CLOCK:
        return not why_not(row, scene)
    if why := row.not_now(scene):
        return not why
    return any(one.code == code for one in row.asks[0].options(scene, {}))


def _how_back(desk: Desk, scene: Scene, menu: tuple[Entry, ...], name: str) -> Iterator[str]:
    """A wrong bust-out is put right at the table whose last hand it was."""
    one = desk.find(name)
    if one is None or one.standing is not EntryState.OUT or one.seat is None:
        return
    number, last = one.seat.table, desk.table(one.seat.table).last
    row = next(row for row in menu if row.code == CORRECT_HAND)
    if last and name in dict(last.after) and fits(row, scene, TABLE, str(number)):
        yield f"Wrong? Correct the last hand of table {number}."


def _lines(desk: Desk, kind: str, code: str) -> Iterator[str]:
    if kind == PLAYER:
        yield from _of_player(desk, code)
    elif kind == TABLE:
        yield from _of_table(desk, int(code))
    else:
        yield from level_lines(desk)


def _of_player(desk: Desk, name: str) -> Iterator[str]:
    one = desk.find(name)
    if one is None:
        yield "Withdrawn."
        return
    place = next((n for n, ranked in enumerate(ranking(desk), 1) if ranked.name == name), 0)
    if one.standing is EntryState.DISQUALIFIED:
        yield "Disqualified."
    elif one.standing is EntryState.OUT:
        yield f"Out, place {place}."
    else:
        where = f"Table {one.seat.table}, seat {one.seat.number}" if one.seat else "No seat"
        yield f"{where}, {chips(one.stack)} chips{', away' if one.away else ''}."
    if one.pocketed:
        yield f"{chips(one.pocketed)} forfeited."
    if one.bought:
        yield f"{chips(one.bought.chips)} bought for {dollars(one.bought.paid)} before this hand."


def _of_table(desk: Desk, number: int) -> Iterator[str]:
    from ui.games.desk.viewmodels.pages import table_state  # which opens this panel

    table = desk.table(number)
    players = [one for one in desk.players(number) if one.stack]
    yield f"{counted(len(players), 'player')}, {table_state(desk, table)}."
    if table.chip:
        yield f"Smallest chip {chips(table.chip)}."


@qml_element
class AboutViewModel(PanelBound):
    """One player, one table, or the clock."""

    shows = AboutProps
    panel = PLACE

    listed = Signal(int)
    """The players of this table are to be seen."""

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        drawn: Drawn,
        forms: SupervisorViewModel,
        game: "GameScreen",
    ) -> None:
        super().__init__(bridge, panels)
        self._forms, self._game = forms, game
        self._kind, self._code = "", ""
        self._stands = Dwell(drawn)

    def derive(self, shown: Shown) -> AboutProps:
        if not self._open:
            return AboutProps()
        scene = self._scene(shown)
        props = derive_about(shown, scene, self._game.menu, self._kind, self._code)
        self._stands.means((self._kind, self._code, props.keys))
        return props

    def _scene(self, shown: Shown) -> Scene:
        return scene_of(shown, self._game, calendar_day(), OtherPools())

    def open_about(self, kind: str, code: str = "") -> None:
        self._kind, self._code = kind, code
        self._panels.openPanel(PLACE)

    @Slot()
    def openClock(self) -> None:
        self.open_about(CLOCK)

    @Slot(str)
    def act(self, code: str) -> None:
        """A key of the panel: done at once where nothing else has to be answered."""
        if self.shown is None or not self._stands.stood(DWELL_MS):
            return
        if code == PLAYERS_OF:
            self._panels.close()
            self.listed.emit(int(self._code))
        elif any(one.code == code for one in self.props.keys):
            self._begin(self._game.by_code[code], self._scene(self.shown))

    def _begin(self, row: Entry, scene: Scene) -> None:
        about = self._kind in (PLAYER, TABLE)
        answers = {row.asks[0].name: self._code} if about else {}
        if row.action.reasons or len(row.asks) > len(answers) or row.command is None:
            self._forms.fill_in(row.code, *answers.values())
            return
        self.submit(row.command(scene, answers))
        self._panels.close()

    def sell(self, name: str) -> None:
        """A re-buy, with one tap on the list."""
        self.submit(Rebuy(name))
