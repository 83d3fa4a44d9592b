"""What the screen says of a device in trouble: what failed, what still works, what to do, who
must approve. One table, to be read aloud; where a trouble stops what only one game has, that game
has a row of its own. What a port or a library said of a device that is away
stands in the record; the screen says it in plain words."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from controller.floor import citations as floor_rules
from controller.floor.device_state import DeviceState, Trouble, TroubleCode
from controller.floor.state import Floor
from controller.house.state import House

_T = TroubleCode


class Advice(NamedTuple):
    """One line of the strip under the top bar."""

    device: str
    code: TroubleCode
    part: str
    failed: str
    """What was seen."""
    works: str
    do: str
    approve: str = ""
    """Who has to agree before play goes on otherwise; nobody where this is empty."""
    clause: str | None = None


class AdviceRow(NamedTuple):
    """What there is to say of one kind of trouble."""

    device: str
    """Which device; any where it is empty."""
    code: TroubleCode
    works: str
    do: str
    approve: str = ""
    fact: str = ""
    """The fact whose clause is behind it."""


_SEEN: Final = {
    _T.AWAY: "The {device} {verb} not answer. Is a cable out, or the power off?",
    _T.NOT_SHOWING: "The {device} {verb} not show what was sent. Is it on?",
}
"""What was seen, where the record's own words would be those of a port."""
_SEVERAL: Final = ("sensors", "lamps")
_SUPERVISOR: Final = "supervisor"
_RECORD: Final = "Everything on record stands."
_KEYED: Final = "The round goes on. Key the card when it is turned over."
_OTHER_DECK: Final = "The other deck can be dealt."
_TAPS: Final = "Every button is on the screen."
_COUNT: Final = (
    "Open the door, take out all cards of this deck, count and verify them, and load it again."
)
_TECHNICIAN: Final = "Do not use it. Call a technician: plug in the right device, or pair this one."

# fmt: off
ROWS: Final = (
    #         device      code                 what still works   what to do                                                            who approves  fact
    AdviceRow("shuffler", _T.AWAY,             _RECORD,           "Check its power and cable. It then continues on its own. If not, a supervisor declares it failed.", _SUPERVISOR, "device failed"),
    AdviceRow("shoe",     _T.AWAY,             _RECORD,           "Draw no card. Check its power and cable. It then continues on its own.",     _SUPERVISOR,  "device failed"),
    AdviceRow("sensors",  _T.AWAY,             "Play goes on.",   "Plug the sensors back in.",                                         "",           ""),
    AdviceRow("lamps",    _T.AWAY,             "Wagers count as the screen shows them.", "Plug the lamps back in.",                     "",           ""),
    AdviceRow("keypad",   _T.AWAY,             _TAPS,             "Use the screen. Plug the keypad back in.",                          "",           ""),
    AdviceRow("",         _T.NOT_SHOWING,      _RECORD,           "Switch the sign off and on, and check its cable.",                       "",           ""),
    AdviceRow("",         _T.AWAY,             _RECORD,           "Check its power and cable. It then continues on its own.",                   "",           ""),
    AdviceRow("keypad",   _T.REFUSED,          _TAPS,             _TECHNICIAN,                                                          "",           ""),
    AdviceRow("",         _T.REFUSED,          _RECORD,           _TECHNICIAN,                                                          _SUPERVISOR,  ""),
    AdviceRow("",         _T.SUSPECT_FRAME,    "Messages that the device did not send were refused.", "Check the cable for anything plugged in between. Surveillance is notified.", _SUPERVISOR, ""),
    AdviceRow("",         _T.JAM,              _OTHER_DECK,       "Open the door, clear the jam, take this deck out and load it again. If cards were dealt, report the jam.", "", "device jam"),
    AdviceRow("",         _T.WRONG_COUNT,      _OTHER_DECK,       _COUNT,                                                               _SUPERVISOR,  "count ordered"),
    AdviceRow("",         _T.RESIDUAL_CARD,    _OTHER_DECK,       _COUNT,                                                               _SUPERVISOR,  "count ordered"),
    AdviceRow("",         _T.WRONG_BACK,       _OTHER_DECK,       _COUNT,                                                               _SUPERVISOR,  "count ordered"),
    AdviceRow("",         _T.UNFINISHED_CYCLE, _OTHER_DECK,       _COUNT,                                                               _SUPERVISOR,  "device jam"),
    AdviceRow("",         _T.CARDS_TOLD,       _RECORD,           "Take the device off the table: it reports cards that it should only count. They are not kept anywhere.", _SUPERVISOR, "count ordered"),
    AdviceRow("",         _T.MISCOUNTED,       _RECORD,           "Stop dealing. Count the cards on the table: two may have come out at once.", _SUPERVISOR, "count ordered"),
    AdviceRow("",         _T.DOOR_OPEN,        _RECORD,           "Close the door.",                                                    "",           ""),
    AdviceRow("",         _T.UNREADABLE_CARD,  _KEYED,            "Clean the reader if it happens again.",                              "",           ""),
    AdviceRow("",         _T.LID_OPEN,         _RECORD,           "Close the lid.",                                                     "",           ""),
    AdviceRow("",         _T.EMPTY,            _RECORD,           "Put the deck in.",                                                   "",           ""),
    AdviceRow("",         _T.CUT_CARD,         "This round is dealt to the end.", "Shuffle the cards after this round.",                "",           ""),
    AdviceRow("",         _T.STUCK,            "The other sensors work.", "Take every chip off this sensor and wipe it.",               "",           ""),
    AdviceRow("",         _T.UNSTEADY,         "The other sensors work. The last steady reading counts.", "Put the chip flat on the middle of the sensor.", "", ""),
    AdviceRow("shuffler", _T.OVERDUE,          _RECORD,           "Take the cards from its gate and follow its display. If nothing comes, switch it off and on, or a supervisor declares it failed.", _SUPERVISOR, "device failed"),
    AdviceRow("shoe",     _T.OVERDUE,          _RECORD,           "Draw the next card. If none comes out, open and close the lid, or switch the shoe off and on. If that fails, a supervisor declares it failed.", _SUPERVISOR, "device failed"),
    AdviceRow("",         _T.OVERDUE,          _RECORD,           "Check its power and cable, or switch it off and on.",                "",           ""),
    AdviceRow("",         _T.ORDER_REFUSED,    _RECORD,           "Fix what the device reports. The order is then sent again.",                "",           ""),
)
# fmt: on


def advice(house: House) -> tuple[Advice, ...]:
    """A line for everything that is wrong with a device, the gravest first: of the device that the
    cards come from, then whatever somebody has to approve."""
    return tuple(_lines(house.floor, (*house.game.advice, *ROWS))) if house.floor else ()


def _lines(floor: Floor, rows: tuple[AdviceRow, ...]) -> Iterator[Advice]:
    found = [
        (_row(rows, state, one), state, one) for state in floor.devices for one in state.troubles
    ]

    def grave(line: tuple[AdviceRow, DeviceState, Trouble]) -> tuple[bool, bool, str]:
        row, state, _ = line
        return state.name != floor.rules.dealing.value, not row.approve, state.name

    for row, state, trouble in sorted(found, key=grave):
        clause = floor_rules.cite(floor.rules, row.fact) if row.fact else None
        often = f" ({trouble.times} times)" if trouble.times > 1 else ""
        yield Advice(
            state.name,
            trouble.code,
            trouble.part,
            f"{_seen(state, trouble)}{often}",
            row.works,
            row.do,
            row.approve,
            clause,
        )


def _seen(state: DeviceState, trouble: Trouble) -> str:
    plain = _SEEN.get(trouble.code)
    if plain is not None:
        return plain.format(device=state.name, verb="do" if state.name in _SEVERAL else "does")
    return trouble.text or trouble.code.words


def _row(rows: tuple[AdviceRow, ...], state: DeviceState, trouble: Trouble) -> AdviceRow:
    """The row of this very device, or of any; what the game says of it comes first."""
    named = (state.name, "")
    return next(row for row in rows if row.code is trouble.code and row.device in named)
