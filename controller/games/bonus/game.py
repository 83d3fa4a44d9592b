"""The bonus game as the house knows it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from controller.cards.plan import Deal, LyingCard, Placed
from controller.domain.base import evolve, existing
from controller.domain.cards import Card
from controller.domain.instant import Instant
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.floor.base import Command as FloorCommand
from controller.floor.base import Event as FloorEvent
from controller.games.beside import Beside
from controller.games.bonus import commands as c
from controller.games.bonus import treaty, undo
from controller.games.bonus.advice import ADVICE
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.floor.outcomes import round_command
from controller.games.bonus.floor.slips import SlipIssued
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.narration import BonusNarration
from controller.games.bonus.orders import ORDERS, PoolRequest, SendTransferAgain, SetTransferAside
from controller.games.bonus.outputs import outputs
from controller.games.bonus.pool_events import LinkBack, LinkLost, MeterEvent, MeterFound, MeterRead
from controller.games.bonus.pool_orders import decide_order, jackpot_closes, order_due, with_figures
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.preview import Preview, preview
from controller.games.bonus.round.core import CORE, follow_up
from controller.games.bonus.round.deal import deal_so_far
from controller.games.bonus.round.plan import layout
from controller.games.bonus.round.pool import with_meter_found
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import changed_places, published_view, turned
from controller.games.bonus.sensors import differences, jackpot_failed
from controller.games.bonus.steps import step_of
from controller.games.bonus.subjects import SUBJECTS
from controller.games.bonus.terms import TERMS
from controller.games.game import Game
from controller.games.narration import Narration
from controller.games.step import NextStep
from controller.pools import outbox as pools
from controller.running.outputs import Outputs
from controller.staff.powers import Action, HouseAction


class BonusGame(Game):
    """Texas Hold'em Bonus Poker."""

    name = "bonus"
    core = CORE
    floor = FLOOR
    house = BonusHouse
    kinds = (*CORE.folds, pools.PoolEvent, MeterEvent, SlipIssued)
    orders = ORDERS
    subjects = SUBJECTS
    actions = BonusAction
    advice = ADVICE
    terms = TERMS
    undo_rows = undo.ROWS

    def action_for(self, house: Any, command: Any, *, recovered: bool) -> Action | None:
        drawn = house.table.round.drawn
        if isinstance(command, c.KeyCard) and 0 <= command.draw < len(drawn):
            known = drawn[command.draw] is not None  # read already, or keyed before
            return HouseAction.OVERRIDE_CARD if known else HouseAction.KEY_CARD
        return super().action_for(house, command, recovered=recovered)

    def decide_else(self, house: Any, command: Any, asking: Asking) -> tuple[object, ...] | Refused:
        if not isinstance(command, PoolRequest):
            return super().decide_else(house, command, asking)
        return decide_order(house, command, asking)

    def fold_else(self, house: Any, event: object) -> BonusHouse:
        """What came from the jackpot pool, and the slips for it."""
        folded: BonusHouse = house
        match event:
            case pools.FiguresTakenUp() | pools.PoolRead():
                return _by_pool(folded, event)
            case MeterRead():
                return evolve(folded, table=evolve(folded.table, meter=_meter_of(event)))
            case MeterFound():
                return evolve(folded, table=with_meter_found(folded.table, _meter_of(event)))
            case LinkLost():
                return evolve(folded, link_lost=event.at)
            case LinkBack():
                return evolve(folded, link_lost=None)
            case SlipIssued():
                return evolve(folded, confirmed_by=event.slip.confirmed_by)
        if isinstance(event, pools.PoolEvent):
            return evolve(folded, pool=pools.fold_one(folded.pool, event))
        return folded

    def follow_up(self, house: Any, now: Instant) -> object | None:
        """Where people deal, a round that everybody seems to have left waits for the dealer's tap:
        the last fold may have been keyed by mistake, and until then it can be corrected (9.5)."""
        own = follow_up(house.table)
        if isinstance(own, c.EverybodyFolded) and house.floor is not None:
            return None
        return own or order_due(house) or jackpot_closes(house, now)

    def voids(self, command: object) -> bool:
        return command == c.Report(c.Irregularity.SUPERVISOR_VOID)

    def counts_while_held(self, command: object) -> bool:
        return isinstance(command, SetTransferAside | SendTransferAgain)

    def sensed(self, table: Table, covered: frozenset[int], *, locked: bool) -> Iterable[object]:
        return differences(table, covered, locked=locked)

    def devices_failed(self, house: Any, failed: Iterable[str]) -> Iterable[object]:
        return jackpot_failed(house, failed)

    def objects(self, house: Any, command: object) -> Refused | None:
        return treaty.objects(house, command)

    def floor_before(self, house: Any, command: object) -> Iterable[FloorCommand]:
        return treaty.floor_before(house.floor, command)

    def tell_floor(self, house: Any, event: object) -> FloorCommand | None:
        return treaty.tell_floor(house, event)

    def tell_game(self, event: FloorEvent) -> object | None:
        return round_command(event)

    def settled_by_floor(self, house: Any) -> object | None:
        return treaty.settled_by_floor(house)

    def begun(self, house: Any) -> BonusHouse:
        return treaty.begun(house)

    def slips(self, house: Any, events: tuple[object, ...], asking: Asking) -> Iterator[object]:
        return treaty.slips(house, events, asking)

    def transfers(self, before: Any, after: Any, asking: Asking) -> Iterator[object]:
        return treaty.transfers(before, after, asking)

    def read_table(self, tree: dict[str, Any]) -> Any:
        from controller.games.bonus.table_file import read_table  # for a table that is set up

        return read_table(tree)

    def beside(self, setup: Any, now: Instant, opened: ExitStack, *, new: bool) -> Beside:
        from controller.games.bonus.pool_beside import PoolBeside  # for a table that runs

        return PoolBeside(setup, now, opened, new=new)

    def public_view(self, table: Table) -> Table:
        return published_view(table)

    def turned(
        self, before: Table, after: Table
    ) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
        return turned(before, after)

    def drawn_cards(self, table: Table) -> Iterator[LyingCard]:
        return layout(table.rules, table.round.plan).every_card(table.round.drawn)

    def deal(self, table: Table) -> Deal:
        return deal_so_far(table)

    def narration(self) -> Narration:
        return BonusNarration()

    def outputs(self, house: Any, shared: Any) -> Outputs:
        return outputs(house, shared)

    def take_back_keyed(self, table: Table) -> object | None:
        return undo.take_back_keyed(table)

    def changed_places(self, before: Table, after: Table) -> Iterable[int]:
        return changed_places(before.round, after.round)

    def step(self, house: Any) -> NextStep:
        return step_of(house)

    def preview(self, house: Any, command: object, now: Instant) -> Preview | Refused:
        return preview(house, command, now)


def _by_pool(house: BonusHouse, event: pools.FiguresTakenUp | pools.PoolRead) -> BonusHouse:
    """The next round plays by the pool's figures, and from the pool's meter where it was read."""
    floor = existing(house.floor, "figures of a pool on the bench")
    floor = evolve(floor, rules=with_figures(floor.rules, event.figures))
    house = evolve(house, floor=floor, pool=pools.fold_one(house.pool, event))
    if isinstance(event, pools.FiguresTakenUp):
        return house
    return evolve(house, table=evolve(house.table, meter=_meter_of(event)))


def _meter_of(event: MeterRead | MeterFound | pools.PoolRead) -> Meter:
    return Meter(event.exact, event.exact_reserve)


BONUS: Final = BonusGame()
