"""Every kind of fault, wherever it may strike: it waits, strikes, lasts, and is put right."""

import random
from collections import Counter

import pytest

from controller.domain.dealing import Dealing
from drivers.link.messages import Heartbeat
from drivers.shuffler.protocol import Back
from simulators.faults import AT_ONCE, LASTING, MECHANICS, UNTIL_MENDED, WIRE, Trouble, Way
from simulators.people.memory import MemoryFelt
from simulators.people.troubles import READER, devices_for
from simulators.world import BAY, Spot
from tests.helpers.felt import jackpot_rules, table_rules
from tests.unit.drivers.link.pair import opened
from ui.bench.incidents import KEPT, Fate, Incidents

MISREADS_3_THEN_2 = 5
"""By this seed three cards cannot be read, and two the next time."""


class Table:
    """A felt, what has gone wrong on it, and a time of day that is counted."""

    def __init__(self, dealing: Dealing = Dealing.SHUFFLER, seed: int = 1) -> None:
        rules = table_rules(
            "nsw-2024", places=7, dealing=dealing, jackpot=jackpot_rules(bonus=True)
        )
        self.felt = MemoryFelt(rules).__enter__()
        self.ticks = 0
        self.incidents = Incidents(self.felt, random.Random(seed), self._time)

    def _time(self) -> str:
        self.ticks += 1
        return str(self.ticks)

    def arm(self, trouble: Trouble, device: str, *, at_once: bool = True) -> None:
        self.incidents.arm(trouble, device, at_once=at_once, ms=UNTIL_MENDED)

    @property
    def fates(self) -> list[Fate]:
        self.incidents.look()
        return [one.fate for one in self.incidents.known]

    def pass_units(self, device: str, way: Way = Way.IN) -> None:
        """A whole frame on a line, a report on the bus."""
        frame = opened()[0].send(Heartbeat())
        serial = device in self.felt.lines
        units = [bytes([byte]) for byte in frame] if serial else [bytes(36)]
        self.felt.scripts[device].carry(way, units)

    def move_cards(self) -> None:
        """Whatever the card device may do wrong, it has the chance now."""
        for mishap in MECHANICS:
            self.felt.shuffler.mishaps.befalls(mishap)
            self.felt.shoe.mishaps.befalls(mishap)


@pytest.mark.parametrize("way", list(Way))
@pytest.mark.parametrize("trouble", WIRE)
def test_on_a_wire_it_waits_until_something_passes_whichever_way(
    trouble: Trouble, way: Way
) -> None:
    table = Table()
    for device in devices_for(table.felt, trouble):
        table.arm(trouble, device)
        assert table.fates[:1] == [Fate.WAITS]
        table.pass_units(device, Way.IN if device == READER else way)
        lasting = trouble in LASTING
        lasting |= (trouble, device) == (Trouble.WRONG_ID, READER)  # another one is plugged in
        assert table.fates[:1] == [Fate.LASTS if lasting else Fate.STRUCK], device
        table.incidents.put_right()
        assert table.fates[:1] == [Fate.STRUCK]
        assert not any(table.felt.scripts[device].lasts(fault) for fault in Trouble)


def test_soon_is_within_some_units_and_not_later() -> None:
    table = Table()
    table.arm(Trouble.DROP, "keypad", at_once=False)
    for way in (*Way, *Way, *Way):
        table.pass_units("keypad", way)
    assert table.fates == [Fate.STRUCK]


@pytest.mark.parametrize("dealing", [Dealing.SHUFFLER, Dealing.SHOE])
@pytest.mark.parametrize("trouble", MECHANICS)
def test_in_a_card_device_it_waits_until_a_card_moves(trouble: Trouble, dealing: Dealing) -> None:
    table = Table(dealing)
    for device in devices_for(table.felt, trouble):
        table.arm(trouble, device)
        assert table.fates == [Fate.WAITS]
        table.move_cards()
        assert table.fates == [Fate.STRUCK]


@pytest.mark.parametrize("trouble", AT_ONCE)
def test_what_is_there_at_once_stays_until_it_is_put_right(trouble: Trouble) -> None:
    table = Table()
    (device,) = devices_for(table.felt, trouble)
    table.arm(trouble, device)
    assert table.fates == [Fate.LASTS]
    table.incidents.put_right()
    assert table.fates == [Fate.STRUCK]


def test_a_card_too_many_leaves_the_game_and_every_other_card_stays() -> None:
    table = Table()
    world = table.felt.world
    world.move_deck(next(iter(BAY)), Spot.RACK, BAY[next(iter(BAY))])
    table.arm(Trouble.FOREIGN_CARD, "shuffler")
    table.incidents.put_right()
    cards = [card for spot in Spot if spot is not Spot.POCKET for card in world.pile(spot)]
    assert (len(cards), len(set(cards)), len(world.pile(Spot.POCKET))) == (104, 104, 1)


@pytest.mark.parametrize(
    ("device", "inside", "out"),
    [
        (Dealing.SHOE, Spot.SHOE, Spot.TABLE),
        (Dealing.SHOE, Spot.SHOE, Spot.DISCARD),
        (Dealing.SHUFFLER, Spot.BAY_RED, Spot.GATE),
    ],
)
def test_of_two_cards_alike_the_one_that_is_out_stays_out(
    device: Dealing, inside: Spot, out: Spot
) -> None:
    table = Table(device)
    world = table.felt.world
    world.move_deck(Back.RED, Spot.RACK, inside)
    table.arm(Trouble.FOREIGN_CARD, device.value)
    (twin,) = (card for card, times in Counter(world.pile(inside)).items() if times > 1)
    world.move(inside, out, [twin])
    table.incidents.put_right()
    assert world.pile(out) == (twin,)
    assert world.pile(Spot.POCKET) == (twin,)


def test_cards_that_cannot_be_read_last_until_the_last_of_them_has_come() -> None:
    table = Table(seed=MISREADS_3_THEN_2)
    table.arm(Trouble.MISREAD, "shuffler")
    table.arm(Trouble.MISREAD, "shuffler")
    fates = []
    for _ in range(5):
        table.move_cards()
        fates.append(table.fates)
    assert fates == [
        [Fate.WAITS, Fate.LASTS],
        [Fate.WAITS, Fate.LASTS],
        [Fate.WAITS, Fate.STRUCK],
        [Fate.LASTS, Fate.STRUCK],
        [Fate.STRUCK, Fate.STRUCK],
    ]


def test_put_right_no_more_cards_go_unread_and_the_next_such_fault_waits_for_its_own() -> None:
    table = Table(seed=MISREADS_3_THEN_2)
    table.arm(Trouble.MISREAD, "shuffler")
    table.move_cards()
    table.incidents.put_right()
    assert table.fates == [Fate.STRUCK]
    table.move_cards()
    assert table.felt.shuffler.mishaps.happened[Trouble.MISREAD] == 1
    table.arm(Trouble.MISREAD, "shuffler")
    assert table.fates == [Fate.WAITS, Fate.STRUCK]
    table.move_cards()
    assert table.fates == [Fate.LASTS, Fate.STRUCK]


def test_a_contact_that_is_freed_stays_closed_only_where_a_chip_lies() -> None:
    table = Table()
    felt = table.felt
    felt.put_chip(2)
    for place in (2, 3):
        felt.sensors.stick(str(felt.config.sensors and felt.config.sensors.contacts[place - 1]))
    table.incidents.arm(Trouble.STUCK_SENSOR, "sensors", at_once=True, ms=0)
    table.incidents.put_right()
    felt.sensors.power_on(0)  # all that was done has come in
    assert len(felt.sensors.closed) == 1
    assert not felt.sensors.stuck


@pytest.mark.parametrize("trouble", [*WIRE, *MECHANICS])
def test_what_is_put_right_before_it_strikes_never_does(trouble: Trouble) -> None:
    table = Table()
    device = devices_for(table.felt, trouble)[0]
    table.arm(trouble, device)
    table.incidents.put_right()
    assert table.fates == [Fate.CALLED_OFF]
    for way in Way:
        table.pass_units(device, way)
    table.move_cards()
    script = table.felt.scripts[device]
    assert not script.injected
    assert not table.felt.shuffler.mishaps.happened
    assert table.fates == [Fate.CALLED_OFF]


def test_two_of_a_kind_strike_one_after_the_other_the_older_first() -> None:
    table = Table()
    table.arm(Trouble.DROP, "keypad")
    table.arm(Trouble.DROP, "keypad")
    table.arm(Trouble.DROP, "lamps")
    table.pass_units("keypad", Way.OUT)
    script = table.felt.scripts["keypad"]
    assert script.injected[Trouble.DROP] == 1
    assert table.fates == [Fate.WAITS, Fate.WAITS, Fate.STRUCK]
    table.pass_units("keypad", Way.OUT)
    assert table.fates == [Fate.WAITS, Fate.STRUCK, Fate.STRUCK]


def test_the_time_is_when_it_was_asked_for_and_then_when_it_struck() -> None:
    table = Table()
    table.arm(Trouble.DROP, "keypad")
    assert table.incidents.known[0].at == "1"
    table.incidents.look()
    table.pass_units("keypad")
    assert table.fates == [Fate.STRUCK]
    assert table.incidents.known[0].at == "2"
    table.incidents.put_right()
    assert table.incidents.known[0].at == "2"


def test_what_is_over_is_forgotten_after_a_while_and_what_waits_is_not() -> None:
    table = Table()
    table.arm(Trouble.STRAY, "lamps")
    for _ in range(KEPT + 3):
        table.arm(Trouble.DROP, "keypad")
        table.pass_units("keypad")
    assert table.fates == [Fate.STRUCK] * KEPT + [Fate.WAITS]


def test_no_trouble_is_offered_where_it_cannot_happen() -> None:
    by_hand = table_rules("sd", places=7, dealing=Dealing.HAND)
    felt = MemoryFelt(by_hand)
    offered = {kind for kind in Trouble if devices_for(felt, kind)}
    assert offered == set(WIRE)
    shoe = Table(Dealing.SHOE).felt
    assert devices_for(shoe, Trouble.JAM) == ()
    assert devices_for(shoe, Trouble.MISREAD) == ("shoe",)
    assert "sign" not in devices_for(shoe, Trouble.WRONG_ID)
