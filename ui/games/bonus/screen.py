"""The bonus game on the screen: what the frame of the console asks of it."""

from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo
from typing import Final

from controller.domain.instant import SECOND_MS
from controller.domain.words import sentence
from controller.floor.state import SignNotice
from controller.games.bonus.commands import ConfirmAward
from controller.games.bonus.floor.state import BonusFloor, TableLimits
from controller.games.bonus.game import BONUS
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.preview import Preview
from controller.games.bonus.round.guidance.words import jackpot_name
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Standing, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area
from controller.staff.powers import may
from controller.staff.roles import Role
from ui.bridge import Bridge
from ui.forms.asks import Wager
from ui.games.bonus.supervision.jackpot import JACKPOT_ENTRIES
from ui.games.bonus.supervision.limits import LIMIT_ENTRIES
from ui.games.bonus.supervision.play import ROUND_ENTRIES
from ui.games.bonus.supervision.reports import REPORTS
from ui.games.bonus.viewmodels.all import BonusViewModels
from ui.games.bonus.viewmodels.foreseen import foreseen
from ui.games.bonus.viewmodels.meter import meter_of
from ui.games.bonus.viewmodels.table_sign import TableSignViewModel
from ui.games.bonus.words import GAME, area_name, rules_name
from ui.games.screen import Frame, GameScreen, GameViewModels, Heading
from ui.shown import Shown
from ui.viewmodels.faults import Fault
from ui.viewmodels.foreseen import Foreseen
from ui.viewmodels.panels import CHOICES, PanelsViewModel
from ui.viewmodels.sign import SignViewModel
from ui.viewmodels.words import dollars, span


class BonusScreen(GameScreen):
    """Texas Hold'em Bonus Poker on the screen."""

    name = BONUS.name
    title = "Texas Hold'em Bonus"
    qml = "games/bonus"
    entries = (*ROUND_ENTRIES, *JACKPOT_ENTRIES, *LIMIT_ENTRIES)
    readable = ". The meter can still be read"
    reports = REPORTS

    def view_models(self, frame: Frame) -> GameViewModels:
        return BonusViewModels(frame)

    def sign(self, bridge: Bridge, zone: tzinfo) -> SignViewModel:
        return TableSignViewModel(bridge, zone)

    def rules_name(self, rules: TableRules) -> str:
        return rules_name(rules)

    def heading(self, shown: Shown) -> Heading:
        house, meter = house_of(shown.snapshot), meter_of(shown)
        number = house.table.round.number
        return Heading(
            game=f"{GAME} · {rules_name(house.table.rules)}",
            round=f"Round {number}" if number else "No round yet",
            limits=tuple(_limits(house)),
            meter=meter.value.display() if meter else "",
            meter_label=_meter_label(house, not_linked=shown.not_linked),
        )

    def faults(self, shown: Shown) -> Iterator[Fault]:
        """A pool that others play on as well, and that does not answer."""
        lost = house_of(shown.snapshot).link_lost
        if shown.not_linked and lost is not None:
            since = datetime.fromtimestamp(lost.wall_ms // SECOND_MS).astimezone()
            yield Fault(
                "Pool",
                f"The jackpot pool has not answered since {since:%H:%M:%S}.",
                "Play goes on. What is owed to the pool waits in the record.",
                "Check the network and the server. An award from the meter waits for the pool.",
            )

    def notices(self, floor: BonusFloor, time: Callable[[SignNotice], str]) -> Iterator[str]:
        if floor.limit_notice is not None:
            new = _first_changed(floor.limits, floor.limit_notice.limits)
            yield f"{new} from {time(floor.limit_notice.notice)}"
        if floor.pending is not None:
            yield f"{_first_changed(floor.limits, floor.pending.limits)} from the next round"
        if floor.old_minimum_notice is not None:
            yield f"Old minimums end {time(floor.old_minimum_notice)}"

    def wagers(self, rules: TableRules) -> Iterator[Wager]:
        return (Wager(area, area_name(rules, area)) for area in Area)

    def foreseen(self, seen: Preview) -> Foreseen:
        return foreseen(seen)

    def moment(self, table: Table) -> object:
        return table.round.number, table.round.phase

    def unsettled(self, table: Table) -> str:
        round_ = table.round
        wagered = round_.sensed or next(round_.dealt_in(), None) is not None
        over = round_.phase is Phase.IDLE or (round_.phase is Phase.WAGERS and not wagered)
        return "" if over else f"Round {round_.number} is not over."

    def receive(self, shown: Shown, role: Role, panels: PanelsViewModel) -> bool:
        """An award off the meter is seen where it lies and confirmed with the one large key; a fold
        that was keyed by mistake is put right where it was keyed."""
        step, left = shown.snapshot.step, panels.left
        confirms = isinstance(step.command, ConfirmAward) and step.refused is None
        if confirms and may(role, BonusAction.CONFIRM_AWARD):
            panels.close()
            return True
        round_ = house_of(shown.snapshot).table.round
        if left.open == CHOICES and round_.place(left.place).standing is Standing.FOLDED:
            panels.openPanel(CHOICES, left.place)
            return True
        return False


def _first_changed(before: TableLimits, after: TableLimits) -> str:
    """`Ante $50`."""
    old, new = before.spot, after.spot
    if old.ante_min != new.ante_min:
        return f"Ante {dollars(new.ante_min)}"
    if old.bonus_min != new.bonus_min:
        return f"Bonus {dollars(new.bonus_min)}"
    return "New limits"


def _limits(house: BonusHouse) -> Iterator[str]:
    limits = house.floor.limits.spot if house.floor else house.table.rules.limits
    yield f"Ante {span(limits.ante_min, limits.ante_max)}"
    if house.table.rules.ante_bonus is not None:
        yield f"Bonus {span(limits.bonus_min, limits.bonus_max)}"


def _meter_label(house: BonusHouse, *, not_linked: bool) -> str:
    if house.table.meter is None:
        return ""
    name = sentence(jackpot_name(house.table.rules))
    if not house.jackpot_open:
        return f"{name} closed"
    return "Not linked" if not_linked else name


BONUS_SCREEN: Final = BonusScreen()
