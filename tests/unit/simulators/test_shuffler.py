"""The shuffler as its driver sees it, and as hands feel it."""

from typing import cast

import pytest

from drivers.link.fields import FACES, Face
from drivers.link.messages import Command, Outcome
from drivers.shoe.protocol import SetLock
from drivers.shuffler import protocol as p
from drivers.shuffler.protocol import Back, Deck, Fault
from simulators.shuffler import SimShuffler
from simulators.world import Card, Spot, World
from tests.helpers.linked import KEY, ShufflerHost, shuffler_host

RED, BLUE = Back.RED, Back.BLUE
Order = p.LoadDeck | p.Shuffle | p.Eject


class Table:
    """A shuffler, its host, and commands with ids of their own."""

    def __init__(self, recognition: bool = True) -> None:
        self.world, self.host = shuffler_host()
        if not recognition:
            self.host = ShufflerHost(SimShuffler(self.world, KEY, recognition=False))
        self.shuffler = self.host.shuffler
        self._ids = iter(range(1, 999))

    def do(self, command: Order, ms: int = 1_000) -> Outcome:
        number = next(self._ids)
        self.host.orders.command(number, command)
        self.host.run(ms)
        answers = dict(self.host.answers)
        return answers[number]

    def load(self, back: Back = RED, ms: int = 6_000) -> None:
        self.shuffler.put_in_tray(back)
        assert self.do(p.LoadDeck(back), ms) is Outcome.ACCEPTED

    def ready(self, back: Back = RED) -> None:
        self.load(back)
        assert self.do(p.Shuffle(back), 47_000) is Outcome.ACCEPTED

    @property
    def state(self) -> p.ShufflerState:
        self.host.orders.read_state()
        self.host.run(500)
        return cast(p.ShufflerState, self.host.states[-1])

    @property
    def faults(self) -> list[p.FaultReported]:
        return self.host.bodies(p.FaultReported)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_deck_is_loaded_shuffled_and_dealt_in_packets(table: Table) -> None:
    wanted = FACES[10:20]
    table.world.stack(RED, wanted)
    table.ready()
    assert table.host.bodies(p.DeckLoaded) == [p.DeckLoaded(1, RED, 52)]
    assert table.host.bodies(p.ShuffleCompleted) == [p.ShuffleCompleted(2, RED, 52, True)]
    assert table.do(p.Eject(RED, 5)) is Outcome.ACCEPTED
    assert table.do(p.Eject(RED, 5)) is Outcome.GATE_OCCUPIED
    taken = table.shuffler.take_packet()
    assert tuple(card.face for card in taken) == wanted[:5]
    assert table.host.bodies(p.PacketEjected) == [p.PacketEjected(3, RED, wanted[:5])]
    assert table.do(p.Eject(RED, 48)) is Outcome.TOO_FEW_CARDS
    assert table.do(p.Eject(RED, 47), 5_000) is Outcome.ACCEPTED
    assert len(table.shuffler.take_packet()) == 47
    table.host.run(100)
    assert len(table.host.bodies(p.PacketTaken)) == 2
    assert table.state.deck(RED) is Deck.ABSENT
    table.world.check()


def test_one_deck_is_dealt_while_the_other_is_shuffled(table: Table) -> None:
    table.ready(RED)
    table.load(BLUE)
    assert table.do(p.Shuffle(BLUE)) is Outcome.ACCEPTED
    assert table.do(p.Eject(RED, 5)) is Outcome.ACCEPTED
    assert table.do(p.Shuffle(RED)) is Outcome.BUSY
    assert table.do(p.LoadDeck(RED)) is Outcome.BUSY
    assert table.do(p.Eject(BLUE, 5)) is Outcome.BUSY
    state = table.state
    assert (state.deck(RED), state.deck(BLUE)) == (Deck.READY, Deck.SHUFFLING)


def test_what_cannot_be_done_is_refused_with_the_reason(table: Table) -> None:
    assert table.do(p.LoadDeck(RED)) is Outcome.TRAY_EMPTY
    assert table.do(p.Shuffle(RED)) is Outcome.NO_DECK
    assert table.do(p.Eject(RED, 1)) is Outcome.NO_DECK
    table.load()
    assert table.do(p.Eject(RED, 1)) is Outcome.NOT_SHUFFLED
    with pytest.raises(NotImplementedError):
        table.shuffler._do(1, SetLock(True))  # noqa: SLF001


def test_two_packets_cannot_leave_at_once(table: Table) -> None:
    table.ready(RED)
    table.ready(BLUE)
    table.do(p.Eject(RED, 52), 500)
    assert table.do(p.Eject(BLUE, 1), 100) is Outcome.BUSY


def test_a_missing_card_is_named_and_blocks_the_deck_until_it_is_back(table: Table) -> None:
    lost = Card(RED, Face(7, "h"))
    table.world.move(Spot.RACK, Spot.POCKET, [lost])
    table.load()
    assert table.faults == [p.FaultReported(Fault.WRONG_COUNT, RED, 51, lost.face)]
    assert table.do(p.Shuffle(RED)) is Outcome.BLOCKED
    assert table.do(p.Eject(RED, 1)) is Outcome.BLOCKED
    assert table.do(p.LoadDeck(RED)) is Outcome.BLOCKED
    assert table.state.fault(RED) is Fault.WRONG_COUNT
    assert table.shuffler.empty_bay(RED) == ()
    table.shuffler.clear_bay(RED)
    table.host.run(200)
    assert p.FaultCleared(Fault.WRONG_COUNT, RED) in table.host.bodies(p.FaultCleared)
    table.world.move(Spot.POCKET, Spot.RACK, [lost])
    table.ready(RED)
    assert table.state.deck(RED) is Deck.READY


def test_a_card_too_many_and_a_card_swapped_are_named(table: Table) -> None:
    table.world.bring(Card(RED, Face(14, "s")), Spot.TRAY)
    table.load()
    assert table.faults == [p.FaultReported(Fault.WRONG_COUNT, RED, 53, Face(14, "s"))]
    other = Table()
    other.world.bring(Card(RED, Face(14, "s")), Spot.TRAY)
    other.world.move(Spot.RACK, Spot.POCKET, [Card(RED, Face(2, "c"))])
    other.load()
    assert other.faults == [p.FaultReported(Fault.WRONG_COUNT, RED, 52, Face(2, "c"))]


def test_without_recognition_a_deck_is_only_counted() -> None:
    table = Table(recognition=False)
    table.ready()
    assert table.host.bodies(p.ShuffleCompleted) == [p.ShuffleCompleted(2, RED, 52, False)]
    table.do(p.Eject(RED, 3))
    assert table.host.bodies(p.PacketEjected)[0].faces == (None,) * 3
    short = Table(recognition=False)
    short.world.move_top(Spot.RACK, Spot.POCKET)
    short.load()
    assert short.faults == [p.FaultReported(Fault.WRONG_COUNT, RED, 51, None)]


def test_a_deck_of_the_wrong_back_blocks(table: Table) -> None:
    table.shuffler.put_in_tray(BLUE)
    table.do(p.LoadDeck(RED), 6_000)
    assert [fault.fault for fault in table.faults] == [Fault.WRONG_BACK]
    assert table.state.deck(RED) is Deck.BLOCKED


def test_a_residual_card_blocks(table: Table) -> None:
    table.ready()
    table.do(p.Eject(RED, 51), 5_000)
    table.shuffler.take_packet()
    table.world.collect()
    table.shuffler.put_in_tray(RED, Spot.DISCARD)
    assert table.do(p.LoadDeck(RED)) is Outcome.BAY_OCCUPIED
    assert table.faults == [p.FaultReported(Fault.RESIDUAL_CARD, RED, 1, None)]


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_a_jam_blocks_at_any_stage_and_tells_the_cards_that_left(table: Table, stage: int) -> None:
    table.shuffler.put_in_tray(RED)
    stages: tuple[Order, ...] = (p.LoadDeck(RED), p.Shuffle(RED), p.Eject(RED, 5))
    for number, command in enumerate(stages):
        if number == stage:
            table.shuffler.jam()
        table.do(command, 48_000)
        if number == stage:
            break
    assert [fault.fault for fault in table.faults] == [Fault.JAM]
    assert table.state.deck(RED) is Deck.BLOCKED
    table.world.check()


def test_a_jam_strikes_the_cycle_under_way(table: Table) -> None:
    table.load(ms=1_000)
    table.shuffler.jam()
    table.host.run(5_000)
    assert [fault.fault for fault in table.faults] == [Fault.JAM]


def test_an_open_door_stops_a_cycle_and_refuses_commands(table: Table) -> None:
    table.ready()
    table.do(p.Eject(RED, 40), 1_000)
    table.shuffler.open_door()
    table.shuffler.open_door()
    table.host.run(1_000)
    assert [fault.fault for fault in table.faults] == [Fault.DOOR_OPEN, Fault.UNFINISHED_CYCLE]
    (packet,) = table.host.bodies(p.PacketEjected)
    assert len(packet.faces) == len(table.world.pile(Spot.GATE)) > 0
    assert table.do(p.Eject(RED, 1)) is Outcome.DOOR_OPEN
    table.shuffler.close_door()
    table.shuffler.close_door()
    assert table.state.deck(RED) is Deck.BLOCKED


def test_a_deck_somebody_took_cards_from_is_blocked(table: Table) -> None:
    table.ready()
    table.shuffler.open_door()
    table.world.move_top(Spot.BAY_RED, Spot.POCKET)
    table.shuffler.close_door()
    assert table.state.fault(RED) is Fault.WRONG_COUNT


def test_a_power_cut_while_cards_leave_tells_those_that_left(table: Table) -> None:
    table.ready()
    table.do(p.Eject(RED, 40), 1_000)
    table.shuffler.power_cut()
    table.shuffler.open_door()
    table.shuffler.close_door()
    table.shuffler.take_packet()
    table.shuffler.tray_touched()
    table.host.run(3_000)
    table.shuffler.power_on()
    table.host.run(5_000)
    (packet,) = table.host.bodies(p.PacketEjected)
    assert list(packet.faces) == [card.face for card in table.world.pile(Spot.TABLE)]
    assert [fault.fault for fault in table.faults] == [Fault.UNFINISHED_CYCLE]


def test_an_unfinished_deck_emptied_without_power_is_absent_on_return(table: Table) -> None:
    table.load(ms=1_000)
    table.shuffler.power_cut()
    table.shuffler.open_door()
    table.shuffler.empty_bay(RED)
    table.shuffler.power_on()
    table.shuffler.close_door()
    assert table.state.deck(RED) is Deck.ABSENT


def test_a_misread_is_unreadable_and_a_double_feed_leaves_uncounted(table: Table) -> None:
    table.ready()
    table.shuffler.misread()
    table.shuffler.double_feed()
    table.do(p.Eject(RED, 3))
    (packet,) = table.host.bodies(p.PacketEjected)
    assert packet.faces[0] is None
    assert len(packet.faces) == 3
    assert len(table.shuffler.take_packet()) == 4


def test_a_command_is_done_once_however_often_it_is_sent() -> None:
    shuffler = SimShuffler(World(), KEY)
    shuffler.put_in_tray(RED)
    answer = shuffler._answer  # noqa: SLF001
    assert answer(Command(5, p.LoadDeck(RED))) is Outcome.ACCEPTED
    assert answer(Command(5, p.LoadDeck(RED))) is Outcome.ACCEPTED
    assert answer(Command(5, p.Shuffle(RED))) is Outcome.ID_REUSED
    assert answer(Command(4, p.Shuffle(RED))) is Outcome.ID_STALE
    for number in range(6, 30):
        assert answer(Command(number, p.Shuffle(RED))) is Outcome.BUSY
    assert answer(Command(5, p.LoadDeck(RED))) is Outcome.ID_STALE
    for _ in range(40):
        shuffler.put_in_tray(BLUE)
    shuffler.memory.events.extend(shuffler.memory.events)
    assert answer(Command(99, p.Shuffle(RED))) is Outcome.MEMORY_FULL
