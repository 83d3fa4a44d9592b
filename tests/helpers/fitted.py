"""A running table with its devices, simulated, and the hands at both."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.clock import MachineClock
from controller.devices.port import Keep, not_kept
from controller.devices.table import LIGHTS, DeviceSetup
from controller.domain.base import existing
from controller.domain.cards import Card, parse_cards
from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.floor.base import Day
from controller.floor.device_state import DeviceState, TroubleCode
from controller.floor.equipment import DeviceReported, state_of
from controller.games.bonus import commands as c
from controller.games.bonus.floor.state import BonusSettings
from controller.games.bonus.game import BONUS
from controller.games.bonus.pool_setup import PoolSetup
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Choice
from controller.games.registry import KINDS
from controller.journal.keys import TableKeys
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.running.outputs import derive_outputs
from controller.running.running_table import RunningTable, TableSetup
from drivers.health import Condition
from drivers.link.frames import VERSION, Form, Header, Role, pack_frame
from drivers.link.pairing import Paired
from simulators.line import Update
from simulators.linked import LinkedDevice
from simulators.people.felt import Felt, wait_until
from simulators.world import Spot
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.patience import WAIT_S
from tests.helpers.shift import KEYS
from tests.helpers.wired import Wired

HANDS: Final = "9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d"
"""Five community cards, two places, the dealer."""
CARDS: Final = parse_cards(HANDS)
SHUFFLER: Final = table_rules("nsw-2024", places=5, jackpot=jackpot_rules(), dealing="shuffler")
SHOE: Final = table_rules("nsw-2024", places=5, jackpot=jackpot_rules(), dealing="shoe")
METER: Final = Money.parse("60000")


class FittedTable:
    """A context manager: the devices live from the first to the last line, tables come and go."""

    def __init__(
        self, folder: Path, rules: TableRules = SHUFFLER, keys: TableKeys = KEYS, **more: Any
    ) -> None:
        self.folder, self.rules, self.keys = folder, rules, keys
        self.felt = Felt(rules)
        self._more = more
        self._running: RunningTable | None = None

    def __enter__(self) -> "FittedTable":
        self.felt.__enter__()
        self.up()
        return self

    def __exit__(self, *_: object) -> None:
        self.down()
        self.felt.__exit__()

    # The table

    def up(self, paired: dict[str, Paired] | None = None, keep: Keep = not_kept) -> "FittedTable":
        """Bring a table up on the record as it stands."""
        setup = TableSetup(
            "T7",
            BONUS,
            self.rules,
            BonusSettings(effective_from=Day(2024, 8, 16)),
            self.folder / "table.journal",
            self.keys,
            own=PoolSetup(METER),
            devices=DeviceSetup(
                self.felt.config, self.felt.paired if paired is None else paired, self.felt, keep
            ),
            **self._more,
        )
        self._running = RunningTable(setup, MachineClock())
        devices = existing(self.running.devices, "no devices")
        self.shift = Wired(self.running.controller, self.rules, self.felt, devices)
        return self

    def down(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None

    def restart(self) -> "FittedTable":
        """The controller comes up anew; the dealer has looked at the felt."""
        self.down()
        self.up()
        return self.compared()

    def compared(self) -> "FittedTable":
        self.shift.compared()
        return self

    @property
    def running(self) -> RunningTable:
        assert self._running is not None
        return self._running

    def left(self) -> list[str]:
        """The cards that have left the shuffler and lie on the felt, in their order."""
        return [piece.face.name for piece in self.felt.world.pile(Spot.TABLE)]

    def dealt(self) -> list[str]:
        """The cards in the record of a table that is down, in their order."""
        return [repr(one.card) for one in self.events() if type(one).__name__ == "CardDealt"]

    def goes_down_with_every_card(self) -> None:
        """The cards left the shuffler as they were stacked, and so they stand in the record."""
        left = self.left()
        self.down()
        assert left == [repr(card) for card in CARDS]
        assert self.dealt() == left

    def reported(self, code: TroubleCode, device: str) -> list[bool]:
        """What a table that is down has on record of this trouble: that it came, that it went."""
        said = (one for one in self.events() if isinstance(one, DeviceReported))
        return [one.over for one in said if (one.code, one.device) == (code, device)]

    def events(self) -> list[Any]:
        """All that stands in the record of a table that is down."""
        recorder = SqliteRecorder(self.folder / "table.journal", self.keys, 0)
        try:
            journal = SealedJournal(recorder, self.keys, *KINDS)
            return [recorded.event for recorded in journal.events()]
        finally:
            recorder.close()

    # Facts

    def until(self, fact: Callable[[], bool], what: object = "") -> "FittedTable":
        snapshot = self.running.controller.snapshot
        assert wait_until(fact, WAIT_S), (
            f"{what}: held {snapshot().held}, {len(self.drawn)} cards, {self.shift.floor.devices}"
        )
        return self

    @property
    def drawn(self) -> tuple[Card | None, ...]:
        return self.shift.table.round.drawn

    def state(self, device: str) -> DeviceState:
        return state_of(self.shift.floor, device)

    def troubled(self, device: str, code: TroubleCode, part: str = "") -> "FittedTable":
        """It is said to be wrong."""
        fact = lambda: self.state(device).trouble(code, part) is not None  # noqa: E731
        return self.until(fact, (device, code, part))

    def well(self, *devices: str) -> "FittedTable":
        """Nothing is wrong with them, or with any."""
        names = devices or tuple(self.shift.devices.health)
        return self.until(lambda: all(not self.state(name).troubles for name in names), names)

    # People

    def opened(self, *places: int) -> "FittedTable":
        """Open, with players and both decks at the table."""
        self.until(lambda: all(one.in_use for one in self.shift.floor.devices), "devices")
        self.shift.opened()
        self.shift.seated(*(places or (1, 2)))
        if self.rules.dealing is Dealing.SHUFFLER:
            self.shift.decks("A", "B").into_the_device("A", CARDS).ready("A")
        else:
            self.shift.into_the_shoe(CARDS)
            self.well("shoe")
        return self

    def wagers(self, *, chips: tuple[int, ...] = ()) -> "FittedTable":
        """Antes on two places, chips on sensors."""
        self.shift.wagers(p1="25", p2="25")
        self.shift.chip(*chips)
        return self.until(lambda: set(chips) <= self.shift.table.round.sensed, "chips")

    def no_more_bets(self) -> "FittedTable":
        self.shift.do(c.NoMoreBets())
        return self

    def out(self, count: int | None = None) -> "FittedTable":
        """So many cards of the round have come out of the device, or all that are due."""
        self.shift.out(cards_due(self.shift.table) if count is None else count)
        return self

    def folded(self, between: Callable[[], object] = lambda: None) -> "FittedTable":
        """Everybody folds, and the round is closed."""
        self.shift.do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
        between()
        steps: tuple[c.Command, ...] = (c.EverybodyFolded(), c.BeginSettlement(), c.SettlePlace(1))
        for command in steps:
            self.shift.ask(command)
        between()
        steps = (c.SettlePlace(2), c.FinishSettlement(), c.CloseRound())
        for command in steps:
            self.shift.ask(command)
        assert self.shift.table.round.phase is Phase.IDLE
        self.felt.lines["shuffler"].act(self.felt.world.collect)
        return self

    def pulled(self, device: str) -> "FittedTable":
        """Somebody pulls a plug, the table says so, and the plug goes in again."""
        self._plug(device, out=True)
        self.until(lambda: self._condition(device) is not Condition.WORKING, f"{device} away")
        self._plug(device, out=False)
        return self.until(lambda: self._condition(device) is Condition.WORKING, f"{device} back")

    def _condition(self, device: str) -> Condition:
        return self.shift.devices.health[device].condition

    def _plug(self, device: str, *, out: bool) -> None:
        if device in self.felt.lines:
            line = self.felt.lines[device]
            (line.unplug if out else line.plug)()
        else:
            panel = getattr(self.felt, device)
            (self.felt.bus.unplug if out else self.felt.bus.plug)(panel)

    def shown(self) -> "FittedTable":
        """Lamps, lock and sign are as the table is."""
        return self.until(self._as_it_is, "outputs")

    def _as_it_is(self) -> bool:
        snapshot = self.running.controller.snapshot()
        wanted = derive_outputs(snapshot.house, held=snapshot.held is not None)
        fitted = self.felt.config
        lamps = fitted.lamps.wired(self.rules.places).lamps if fitted.lamps else {}
        seen = [self.felt.lamps.backlights[number] for number in lamps.values()]
        locked = self.rules.dealing is not Dealing.SHOE or self.felt.shoe.locked
        return (
            seen == [LIGHTS[lamp] for lamp in wanted.place_lamps]
            and locked is (wanted.shoe_locked or self.rules.dealing is not Dealing.SHOE)
            and self.felt.sign.displayed.strip() == wanted.sign_text
        )


class Tap:
    """Somebody on the line of a linked device: hears every frame, and says some of their own."""

    def __init__(self, device: LinkedDevice) -> None:
        self._device, self._update = device, device.update
        self.sealed: list[bytes] = []
        self._said = b""
        device.update = self._between  # type: ignore[method-assign]

    def say(self, frame: bytes) -> None:
        """To the host, with the device's next words."""
        self._said += frame

    def forged(self) -> bytes:
        """A whole frame that the device has not sealed."""
        header = Header(VERSION, Form.SEALED, Role.DEVICE, self._device.paired.device_id, 1 << 30)
        return pack_frame(header, bytes(40))

    def _between(self, now_ms: int, received: bytes) -> Update:
        update = self._update(now_ms, received)
        if update.sent:
            self.sealed.append(update.sent)
        said, self._said = self._said, b""
        return Update(update.sent + said, update.wake_ms)
