"""A table of the poker room with its devices in memory, and the dealer's hands at them."""

from collections.abc import Callable
from typing import Self

from controller.authority import Command
from controller.devices.table import TableDevices
from controller.domain.base import evolve, existing
from controller.domain.dealing import Dealing
from controller.floor.deck_steps import next_step
from controller.floor.equipment import state_of
from controller.floor.state import Deck
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.offers import Move
from controller.games.poker.rules import PokerRules
from controller.games.poker.seating import SitDown
from controller.games.registry import KINDS
from controller.journal.sealing import SealedJournal
from controller.running.runtime import TableController
from controller.running.snapshot import Answer
from controller.staff.roles import Reason
from simulators.people.memory import MECHANICS, MemoryFelt, PromptTable, PumpClock
from simulators.world import Spot
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import BACKS, MIDNIGHT_MS

SHUFFLED = evolve(RULES, dealing=Dealing.SHUFFLER)
WAIT_S = 20.0


class FittedRoom(PokerShift):
    """On virtual time: real drivers, simulated devices, a controller that answers at once."""

    def __init__(
        self, rules: PokerRules = SHUFFLED, seed: int = 0, speed: float = MECHANICS
    ) -> None:
        self.felt = MemoryFelt(rules, seed, speed, devices="poker")
        self.felt.__enter__()
        self.steady = PumpClock(self.felt.pump, MIDNIGHT_MS)
        super().__init__(rules)

    def _started(self) -> TableController:
        felt = self.felt
        self.devices = TableDevices(felt.config, self.rules.places, felt.paired, site=felt)
        journal = SealedJournal(self.recorder, self.keys, *KINDS)
        viewers = (self.devices,)
        table = PromptTable(self.fresh(), journal, self.steady, self.devices.outlets, viewers)
        self.devices.attach(table)
        felt.attend(self.devices)
        return table

    def restart(self) -> Self:
        """The process is gone; another comes up on the record, and the devices live on."""
        self.devices.stop()
        self.steady.run += 1
        self.controller = self._started()
        return self

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        return self.controller.submit(command, reason=reason).result(0)

    def comes(self, fact: Callable[[], bool], seconds: float = WAIT_S) -> Self:
        """It comes true by itself."""
        assert self.felt.wait(fact, seconds), "it has not come to that"
        return self

    def never(self, fact: Callable[[], bool], seconds: float = WAIT_S) -> Self:
        """It does not come true by itself."""
        assert not self.felt.wait(fact, seconds), "it has come to that"
        return self

    # Hands

    def insert(self, name: str) -> Self:
        """A deck goes into the tray from the rack."""
        self.felt.put_deck(BACKS[name])
        return self.comes(lambda: self.deck(name).loaded)

    def take(self) -> Self:
        """The deck at the gate is taken to be dealt from."""
        self.felt.take_packet()
        return self

    def used(self, name: str) -> Self:
        """Every card of the deck is collected and put into the device again."""
        self.felt.lines["shuffler"].act(self.felt.world.collect)
        self.felt.lines["shuffler"].act(self.felt.world.put_back)
        return self.insert(name)

    def released(self, name: str) -> Self:
        """The device puts the deck out."""
        self.comes(lambda: next_step(self.floor, self.deck(name)) is None)
        assert {piece.back for piece in self.felt.world.pile(Spot.GATE)} == {BACKS[name]}
        return self

    def started(self, *seats: int) -> Self:
        """Open, with players, and deck A out: both decks went in, one after the other."""
        self.opened()
        for seat in seats or (1, 2, 4):
            self.do(SitDown(seat, 20_000))
        return self.decks("A", "B").insert("A").insert("B").released("A").take()

    def hand(self) -> Self:
        """One in which everybody folds."""
        self.begun()
        while self.table.playing().count_in() > 1:
            self.act(Move.FOLD)
        return self.do(AwardPots(), FinishHand())

    # What is seen

    def deck(self, name: str) -> Deck:
        found: Deck = existing(self.floor.deck(name), f"no deck {name}")
        return found

    def trouble(self, device: str = "shuffler") -> set[tuple[str, str]]:
        """What is wrong with a device, and with what of it."""
        return {(one.code.value, one.part) for one in state_of(self.floor, device).troubles}

    def said(self, code: str, part: str = "", device: str = "shuffler") -> str:
        """What is said of one of them."""
        troubles = state_of(self.floor, device).troubles
        return next(one.text for one in troubles if (one.code.value, one.part) == (code, part))
