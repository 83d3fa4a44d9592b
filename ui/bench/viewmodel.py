"""What the bench window shows of the simulated devices, and what hands do there."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.running.outputs import Lamp
from drivers.shuffler.protocol import Back
from drivers.xkeys.protocol import Light
from simulators.linked import LinkedDevice
from simulators.people.tapping import MEMBER
from simulators.world import BAY, Spot
from ui.bench.crew import Crew, Pace
from ui.bench.felt import BenchFelt
from ui.bench.game import Around, Look, PersonRow
from ui.bench.staff import EVERYBODY, STRANGERS
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

_LIGHTS: Final = {Light.OFF: Lamp.OFF, Light.ON: Lamp.ON, Light.FLASH: Lamp.FLASH}
PACES: Final = {"slow": Pace.SLOW, "brisk": Pace.BRISK, "fast": Pace.FAST, "full": Pace.FASTEST}


@frozen
class SensorRow:
    """One place's jackpot sensor and lamp, as somebody at the table sees them."""

    place: int
    chip: bool
    lamp: str
    stuck: bool = False
    """Its contact stays closed, whatever lies there."""


@frozen
class KeyRow:
    """One key of the keypad."""

    name: str
    lit: bool


@frozen
class PlugRow:
    """One device and its cable."""

    name: str
    plugged: bool


@frozen
class PileRow:
    """Cards that lie together."""

    name: str
    count: int
    back: str = ""
    state: str = ""
    """Of the device they are in, if it has one to tell."""


@frozen
class CardRow:
    """A card somebody can swipe."""

    text: str
    track: str
    note: str = ""


@frozen
class BenchProps:
    """All of it."""

    dealing: str = ""
    piles: tuple[PileRow, ...] = ()
    pairing: bool = False
    """The card device waits to be paired."""
    code: str = ""
    """What it shows then, to be compared with the console."""
    sensors: tuple[SensorRow, ...] = ()
    keys: tuple[KeyRow, ...] = ()
    plugs: tuple[PlugRow, ...] = ()
    cards: tuple[CardRow, ...] = ()
    sign_text: str = ""
    deals: bool = False
    pace: str = "brisk"
    by_hand: bool = False
    """Cards and decks are moved here, not by themselves."""
    says: str = ""
    said: str = ""
    """By the player whose turn it is: what the dealer is to key."""
    board: tuple[str, ...] = ()
    pot: str = ""
    people: tuple[PersonRow, ...] = ()
    """Who sits there, where what they do is not seen on the felt."""


@qml_element
class BenchViewModel(ViewModel):
    """Refreshed a few times a second."""

    shows = BenchProps

    def __init__(
        self, bridge: Bridge, felt: BenchFelt, crew: Crew, look: Look | None = None
    ) -> None:
        super().__init__(bridge)
        self._felt, self._crew, self._look = felt, crew, look

    def derive(self, shown: Shown) -> BenchProps:
        felt, crew = self._felt, self._crew
        around = self._look(shown) if self._look else Around()
        return BenchProps(
            dealing=felt.rules.dealing.value,
            piles=tuple(self._piles()),
            pairing=any(device.pairing is not None for device in self._linked()),
            code=next((device.display for device in self._linked() if device.display), ""),
            sensors=tuple(self._sensors(shown.snapshot.house.table.rules.places)),
            keys=tuple(self._keys()),
            plugs=tuple(PlugRow(name, felt.plugged(name)) for name in felt.scripts),
            cards=tuple(self._cards(shown)),
            sign_text=felt.sign.displayed if "sign" in felt.lines else "",
            deals=crew.deals,
            pace=next(name for name, pace in PACES.items() if pace is crew.pace),
            by_hand=not crew.cards,
            says=crew.says,
            said=around.said,
            board=around.board,
            pot=around.pot,
            people=around.people,
        )

    def _linked(self) -> tuple[LinkedDevice, ...]:
        """The device that cards come from, where there is one."""
        found = self._felt.card_device
        return () if found is None else (found,)

    def _piles(self) -> Iterator[PileRow]:
        """What the card device shows and holds, and what lies on the felt."""
        felt, world = self._felt, self._felt.world
        if felt.source == "shuffler":
            for back in Back:
                name, state = back.name.lower(), felt.shuffler.deck(back).name.lower()
                yield PileRow(name, len(world.pile(BAY[back])), name, state)
            for spot in (Spot.TRAY, Spot.GATE):
                yield PileRow(spot.name.lower(), len(world.pile(spot)))
        if felt.source == "shoe":
            lock = "free" if felt.shoe.delivering else "locked"
            yield PileRow("shoe", len(world.pile(Spot.SHOE)), "red", lock)
        yield PileRow("felt", len(world.pile(Spot.TABLE)))

    def _sensors(self, places: int) -> list[SensorRow]:
        fitted = self._felt.config.lamps
        if fitted is None:
            return []
        numbers = list(fitted.wired(places).lamps.values())
        lights = [_LIGHTS[self._felt.lamps.backlights[number]] for number in numbers]
        return [
            SensorRow(place, self._felt.has_chip(place), str(lamp), self._felt.is_stuck(place))
            for place, lamp in enumerate(lights, 1)
        ]

    def _keys(self) -> list[KeyRow]:
        keypad = self._felt.config.keypad
        if keypad is None:
            return []
        lamps = keypad.wired().lamps().lamps
        lights = self._felt.keypad.backlights
        return [KeyRow(name, lights[lamps[name]] is Light.ON) for name in keypad.keys]

    def _cards(self, shown: Shown) -> list[CardRow]:
        staff = [
            CardRow(one.person.name, f"{one.card}=", one.person.role.words) for one in EVERYBODY
        ]
        staff.append(CardRow("Stranger", f"{STRANGERS}=", "card not known here"))
        places = range(1, shown.snapshot.house.table.rules.places + 1)
        players = [CardRow(f"Player {p}", f"{MEMBER.format(place=p)}=") for p in places]
        return players + staff

    def _act(self, hands: Callable[[], object]) -> None:
        """Something is done; what came of it is looked at."""
        hands()
        self._crew.nudge()
        self.refresh()

    # Hands

    @Slot(int)
    def toggleChip(self, place: int) -> None:
        felt = self._felt
        self._act(lambda: (felt.take_chip if felt.has_chip(place) else felt.put_chip)(place))

    @Slot(str)
    def press(self, key: str) -> None:
        keypad = self._felt.config.keypad
        if keypad is not None and key in keypad.keys:
            number = keypad.wired().keys[key]
            self._felt.keypad.press(number)
            self._act(lambda: self._felt.keypad.release(number))

    @Slot(str)
    def togglePlug(self, name: str) -> None:
        self._act(lambda: self._felt.plug(name, in_=not self._felt.plugged(name)))

    @Slot(str)
    def swipe(self, track: str) -> None:
        self._act(lambda: self._felt.reader.swipe(track_2=f";{track}?".encode("ascii")))

    @Slot()
    def swipeBadly(self) -> None:
        self._act(self._felt.reader.swipe_badly)

    @Slot()
    def drawCard(self) -> None:
        """From the shoe, or the packet off the gate."""
        if self._felt.source == "shoe":
            self._act(lambda: self._felt.draw(1))
        elif self._felt.source:
            self._act(self._felt.take_packet)

    @Slot()
    def loadDeck(self) -> None:
        """The next deck that waits goes into the device, as the crew would put it there."""
        self._crew.load()
        self.refresh()

    @Slot()
    def pairDevice(self) -> None:
        """Its pairing button; once it shows a code, the one that says it is the same."""
        for device in self._linked():
            pressed = device.press_equal if device.display else device.enter_pairing_mode
            self._act(partial(self._felt.lines[self._felt.source].act, pressed))

    # The crew

    @Slot(bool)
    def dealForMe(self, on: bool) -> None:
        self._act(lambda: self._crew.deal(on))

    @Slot(str)
    def choosePace(self, name: str) -> None:
        self._act(lambda: self._crew.deal(self._crew.deals, PACES[name]))

    @Slot(bool)
    def cardsByHand(self, by_hand: bool) -> None:
        self._crew.cards = not by_hand
        self._act(lambda: None)
