"""A table brought up with all that runs beside it: record, reception, delivery, and what its
game has beside it.

A journal that is damaged does not stop the program: the table comes up from what can still be
believed, to be read, and is held. What the start did not verify is verified in the background.

What the game brings up beside the table, such as a jackpot pool, is its own (`games.beside`).

Notices, and what the game has beside the table, have heads of the journal that it must have as well
(`journal.witness`); a journal that lacks one was put back, and holds the table. Notices that are
gone from where they went hold nothing: logs are rotated, and whoever could put a journal back and
reach the log would remove it. It stands in the record.
"""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

from controller.clock import Clock
from controller.devices.table import DeviceSetup
from controller.domain.frozen import Frozen
from controller.games.game import Game
from controller.games.registry import KINDS
from controller.journal.digests import table_started
from controller.journal.keys import TableKeys
from controller.journal.reader import JournalReader
from controller.journal.recorder import JournalDamaged, Recorder
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.journal.verify import salvaged, verify
from controller.journal.witness import sent_head
from controller.notices.delivery import NoticeDelivery
from controller.notices.sinks import Sink
from controller.running.ports import Outlets, Viewer
from controller.running.reception import Reception
from controller.running.runtime import TableController
from controller.running.snapshot import Snapshot
from controller.staff.register import Register
from controller.witnesses import Witnesses

_VERIFIER_S_MAX: Final = 2.0
"""So long a table that closes waits for whoever still verifies its journal."""


class TableSetup(Frozen):
    """What a table is, and where its files are."""

    name: str
    game: Game
    rules: Any
    """Of the game, with the figures of this table."""
    settings: Any
    """Of the kind that the floor of its game has."""
    journal: Path
    keys: TableKeys
    register: Register | None = None
    sinks: tuple[Sink, ...] = ()
    own: Any = None
    """What only its game has to know, such as where its jackpot pool is."""
    goes_ahead: bool = False
    """Is it run from a screen: does it open rounds and turn hands by itself (`NextStep.ahead`)?"""
    replaced_by: tuple[str, ...] = ()
    """The two people who decided that a new journal takes the place of the one the pool knows."""
    devices: DeviceSetup | None = None
    """None where every card is keyed and every wager tapped."""
    alive: Callable[[], object] = lambda: None
    """Called about every second by the table's own thread, and by nothing else: a watchdog."""


class RunningTable:
    """A controller on its thread, and whoever carries for it."""

    def __init__(
        self,
        setup: TableSetup,
        clock: Clock,
        outlets: Outlets | None = None,
        viewers: tuple[Viewer, ...] = (),
    ) -> None:
        self._setup = setup
        self.reception: Reception | None = None
        self.devices = setup.devices.fitted(setup.rules.places) if setup.devices else None
        if self.devices:
            outlets = outlets or self.devices.outlets
            viewers = (self.devices, *viewers)
        with ExitStack() as opened:  # whatever fails in here, no file stays locked
            self._recorder, held = _record(setup, clock)
            opened.callback(self._recorder.close)
            self.beside = setup.game.beside(
                setup, clock.now(), opened, new=_new(self._recorder, held)
            )
            held = held or self._witnesses().object_to(
                self._recorder,
                setup.replaced_by,
                clock.now().wall_ms,
                new=_new(self._recorder, None),
            )
            witness = partial(sent_head, setup.keys.chain, self._recorder.journal)
            self._delivery = NoticeDelivery(
                setup.name, setup.sinks, witness, self._delivered, clock
            )
            self.controller = TableController(
                self.beside.fresh,
                SealedJournal(self._recorder, setup.keys, *KINDS),
                clock,
                outlets,
                (self, *viewers),
                started=table_started(),
                sinks=self._delivery.sinks,
                held=self.beside.held(held) if held else None,
                goes_ahead=setup.goes_ahead,
                alive=setup.alive,
            )
            if not held:
                self.beside.open(self.controller, self._recorder, self._distrust)
            self._start(opened, clock)
            self._closing = opened.pop_all()
        self._verifier = threading.Thread(target=self._verify_rest, daemon=True)
        if not held:
            self._verifier.start()

    def _start(self, opened: ExitStack, clock: Clock) -> None:
        """In the order in which they need each other; they end in the opposite one."""
        self.beside.start(opened)
        self._delivery.start()
        opened.callback(self._delivery.stop)
        self.controller.work()  # held from the first moment on, where it has to be
        self._thread = self.controller.start()
        opened.callback(self._stop)
        if self._setup.register is not None:
            key = self._setup.keys.chain
            self.reception = Reception(self._setup.register, self.controller, clock, key)
            opened.callback(self.reception.close)
        if self.devices is not None:
            if self.reception is not None and self.devices.reader is not None:
                self.devices.reader.take_staff(self.reception.owner)
            opened.callback(self.devices.stop)
            self.devices.start(self.controller)

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer of the table: what it owes others is handed over."""
        self._delivery.hand_over(snapshot.house.notices.pending, snapshot.head)
        self.beside.show(snapshot)

    def close(self) -> None:
        """Finish what was begun; what is not delivered stands in the journal."""
        if self._verifier.is_alive():  # whoever reads last leaves SQLite's empty log behind
            self._verifier.join(_VERIFIER_S_MAX)
        self._closing.close()

    def _stop(self) -> None:
        self.controller.stop()
        self._thread.join()

    def _witnesses(self) -> Witnesses:
        setup = self._setup
        return Witnesses(setup.name, setup.sinks, setup.keys.chain, self.beside)

    # Delivery and the rest of the journal

    def _delivered(self, number: int, sink: str) -> None:
        self.controller.notice_delivered(number, sink)

    def _verify_rest(self) -> None:
        """From the first record on: the start has looked at the end of the journal only."""
        setup = self._setup
        try:
            reader = JournalReader(setup.journal)
            witnesses = self._witnesses()
            sent = witnesses.sent(reader)
            strange = witnesses.strays(reader, sent)
            heads = [head for _, found in sent for head in found.account.heads]
            verdict = verify(setup.journal, setup.keys, heads=heads)
        except Exception as fault:  # noqa: BLE001 - whatever it was, nobody can say it is whole
            self._distrust(f"The journal cannot be verified: {type(fault).__name__}: {fault}")
            return
        if not verdict.usable:
            self._distrust(str(JournalDamaged(setup.journal, verdict)))
        elif strange:
            self._distrust(strange[0].why(reader))

    def _distrust(self, why: str) -> None:
        """The journal stays as it is, for whoever looks into it."""
        self._recorder.seal_off(why)
        self.controller.hold(why)


def _record(setup: TableSetup, clock: Clock) -> tuple[Recorder, str | None]:
    """The journal, or what can still be believed of it and why the table is held."""
    try:
        return SqliteRecorder(setup.journal, setup.keys, clock.now().wall_ms), None
    except JournalDamaged as damaged:
        _, readable = salvaged(setup.journal, setup.keys)
        return readable, str(damaged)


def _new(recorder: Recorder, held: str | None) -> bool:
    """Does the record begin with this start? Then there is nothing a pool could know of it."""
    return held is None and recorder.last_checkpoint() is None
