"""The poker room on the screen: what the frame of the console asks of it."""

from collections.abc import Callable, Iterator
from datetime import tzinfo
from typing import Final

from controller.domain.instant import Instant
from controller.domain.words import dollars
from controller.floor.state import SignNotice
from controller.games.poker.floor import PokerFloor
from controller.games.poker.game import POKER
from controller.games.poker.house import PokerHouse
from controller.games.poker.preview import Preview
from controller.games.poker.rules import PokerRules
from controller.games.poker.seating import not_counted_out
from controller.games.poker.state import Table
from controller.staff.powers import HouseAction
from controller.staff.roles import Role
from ui.bridge import Bridge
from ui.games.poker.reports import REPORTS
from ui.games.poker.supervision import ENTRIES
from ui.games.poker.viewmodels.all import PokerViewModels
from ui.games.poker.viewmodels.foreseen import foreseen
from ui.games.poker.viewmodels.level import level_lines
from ui.games.poker.viewmodels.table_sign import RoomSignViewModel
from ui.games.poker.words import GAME, rules_name
from ui.games.screen import Frame, GameScreen, GameViewModels, Heading
from ui.shown import Shown
from ui.supervision.disputes import PAYMENT_ENTRIES
from ui.viewmodels.foreseen import Foreseen
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.sign import SignViewModel

NOT_IN_THE_ROOM: Final = frozenset(
    {
        *(HouseAction.DECIDE_FIRST, HouseAction.VOID_WAGERS, HouseAction.WITHHOLD_PAYMENT),
        *(entry.action for entry in PAYMENT_ENTRIES),
    }
)
"""The house plays no hand and pays no wager: a wrong result is corrected between the players."""


class PokerScreen(GameScreen):
    """Texas Hold'em between players on the screen."""

    name = POKER.name
    title = "Poker room"
    qml = "games/poker"
    entries = ENTRIES
    without = NOT_IN_THE_ROOM
    place = "Seat"
    round = "Hand"
    reports = REPORTS

    def view_models(self, frame: Frame) -> GameViewModels:
        return PokerViewModels(frame)

    def sign(self, bridge: Bridge, zone: tzinfo) -> SignViewModel:
        return RoomSignViewModel(bridge, zone)

    def rules_name(self, rules: PokerRules) -> str:
        run_by = "every action" if rules.stacks_kept else "run by pots"
        return f"{rules_name(rules)} · {run_by}"

    def heading(self, shown: Shown) -> Heading:
        table: Table = shown.snapshot.house.table
        rules = table.rules
        return Heading(
            game=f"{GAME} · {rules_name(rules)}",
            round=f"Hand {table.number}" if table.number else "No hand yet",
            limits=(f"Minimum bank {dollars(rules.bank_min)}",) if rules.bank_min else (),
        )

    def timed(self, shown: Shown, now: Instant) -> tuple[str, ...]:
        return level_lines(shown, now)

    def kept(self, house: PokerHouse) -> str:
        table = house.table
        drop = f"Commission this business day: {dollars(table.drop - table.drop_before)}."
        if over := not_counted_out(table):
            return f"{drop} {dollars(over)} of the players' chips was never counted out."
        return drop

    def notices(self, floor: PokerFloor, time: Callable[[SignNotice], str]) -> Iterator[str]:
        waiting = len(floor.waiting)
        if waiting:
            yield f"{waiting} waiting for a seat"

    def foreseen(self, seen: Preview) -> Foreseen | None:
        return foreseen(seen)

    def moment(self, table: Table) -> object:
        return table.number, table.phase

    def unsettled(self, table: Table) -> str:
        return "" if table.at_rest else f"Hand {table.number} is not over."

    def receive(self, shown: Shown, role: Role, panels: PanelsViewModel) -> bool:
        return False


POKER_SCREEN: Final = PokerScreen()
