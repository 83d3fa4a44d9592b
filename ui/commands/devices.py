"""`feltwork devices`: which devices a table has, and pairing them, by two people, on record."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ui.commands.folders import DEFAULT_TABLE, TableName, folder_of, journal_in, register_in
from ui.commands.journal import Keys
from ui.commands.people import people_of, put_on_record, reason_of, record_of, recorded_house, shown
from ui.commands.staff import File
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, show, trouble

if TYPE_CHECKING:  # the drivers are loaded when a command runs, not for --help
    from controller.devices.config import DevicesConfig
    from controller.journal.keys import TableKeys
    from controller.journal.sealing import SealedJournal
    from controller.staff.register import Register
    from controller.staff.roles import Actor, Reason
    from drivers.link.pairing import Paired

SIM: Final = "sim"

devices = typer.Typer(
    name="devices",
    help="List, pair and forget the devices of a table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Device = Annotated[str, typer.Argument(metavar="DEVICE", help="shoe or shuffler.")]
Journal = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The table's journal. Default: the one that its console keeps. Stop the table first.",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="NUMBER",
        help="Staff number. Give it twice, for the technician and the supervisor.",
    ),
]
Why = Annotated[str, typer.Option(metavar="CODE", help="The reason: new-device or key-suspect.")]
PinStdin = Annotated[
    bool, typer.Option("--pin-stdin", help="Read the PINs, then y or n, from standard input.")
]


@devices.command("list")
def list_devices(
    journal: Journal = None, keys: Keys = None, table: TableName = DEFAULT_TABLE
) -> None:
    """List the devices of the table, their drivers and their pairings."""
    from rich.table import Table

    from drivers.plugins import TABLES, driver_names

    config, record = _config(table), journal or _default(table)
    paired = _Store(record, keys, table).load() if journal or record.exists() else {}
    listed = Table("device", "driver", "where", "paired with")
    for name in type(config).model_fields:
        if fitted := getattr(config, name):
            with_whom = _with_whom(name, fitted, paired) if name in TABLES else "-"
            listed.add_row(name, getattr(fitted, "driver", "-"), _where(fitted), with_whom)
    show(listed)
    for device in TABLES:
        typer.echo(f"Drivers installed for a {device}: {', '.join(driver_names(device))}")


@devices.command(context_settings={"allow_extra_args": True})
def pair(
    context: typer.Context,
    device: Device,
    port: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="Where it is plugged in. Default: as config/devices says. sim: a simulated "
            "device, to try it out; nothing is kept.",
        ),
    ] = None,
    journal: Journal = None,
    by: By = None,
    reason: Why = "new-device",
    keys: Keys = None,
    table: TableName = DEFAULT_TABLE,
    register: File = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Pair a shoe or shuffler with the table: put it into pairing mode first.

    Needs a technician and a supervisor, who compare six digits here with those on the device. Not
    possible while cards are out.

    Exit status: 0 paired; 1 refused, or the codes differ; 2 not possible.
    """
    from ui.commands.pairing import equal_codes, pair_at, rehearse

    typed = Typed(context, pin_stdin)
    expected = _model(device, table)
    if port == SIM:
        rehearse(device, expected)
        return
    store = _Store(journal or _there(table), keys, table)
    actors, code = _authority(store, typed, by, reason, register, cards_out=store.cards_out())
    kept = store.load()
    with store.failing(device, actors, code):
        paired = pair_at(port or _port(device, table), expected, lambda: equal_codes(pin_stdin))
    store.record("DevicePaired", device, paired, actors, code)
    store.save({**kept, device: paired})
    typer.echo(f"{device}: paired with {paired.model} {paired.serial}.")


@devices.command(context_settings={"allow_extra_args": True})
def forget(
    context: typer.Context,
    device: Device,
    journal: Journal = None,
    by: By = None,
    reason: Why = "key-suspect",
    keys: Keys = None,
    table: TableName = DEFAULT_TABLE,
    register: File = None,
    pin_stdin: PinStdin = False,
) -> None:
    """End the pairing of a device: the table refuses it until it is paired again.

    Needs the same two people as pairing it, and is possible at any time.
    """
    typed, store = Typed(context, pin_stdin), _Store(journal or _there(table), keys, table)
    kept = store.load()
    if device not in kept:
        known = ", ".join(kept) or "none"
        stop(WRONG, f"DEVICE: expected a paired device ({known}), found {device!r}")
    actors, code = _authority(store, typed, by, reason, register)
    store.record("DeviceForgotten", device, kept[device], actors, code)
    store.save({name: paired for name, paired in kept.items() if name != device})
    typer.echo(f"{device}: the pairing with {kept[device].model} {kept[device].serial} has ended.")


class _Store:
    """The table's journal and the pairings beside its keys."""

    def __init__(self, journal: Path, keys: Path | None, table: str) -> None:
        from controller.devices.pairings import pairings_path
        from controller.tables import load_table
        from controller.whose import foreign, recorded_table

        self._journal, self._keys = journal, keys
        # A scenario's record is of no table: devices can be tried with it.
        if recorded_table(journal, keys) and (
            wrong := foreign(journal, keys, load_table(table).name)
        ):
            stop(WRONG, f"{wrong}. Name the table with --table, or another journal with --journal")
        with trouble():
            self._path = pairings_path(journal, keys)

    @property
    def folder(self) -> Path:
        """Where the table keeps its files."""
        return self._journal.parent

    def load(self) -> "dict[str, Paired]":
        from controller.devices.pairings import load_pairings

        with _faults():
            return load_pairings(self._path, self._table_keys())

    def save(self, pairings: "dict[str, Paired]") -> None:
        from controller.devices.pairings import save_pairings

        with _faults():
            save_pairings(self._path, self._table_keys(), pairings)

    def record(
        self, kind: str, device: str, paired: "Paired", by: "tuple[Actor, ...]", why: "Reason"
    ) -> None:
        """Before anything is kept: what people did stands in the journal."""
        from controller.journal import housekeeping

        who = tuple(actor.number for actor in by)
        made = getattr(housekeeping, kind)(device, paired.model, paired.serial, who, why.value)
        self.append(made)

    @contextmanager
    def failing(self, device: str, by: "tuple[Actor, ...]", why: "Reason") -> Iterator[None]:
        """A device that cannot be paired is said, and stands in the journal as well."""
        from controller.journal.housekeeping import PairingFailed
        from drivers.faults import DeviceFault, WrongDevice

        try:
            yield
        except (DeviceFault, WrongDevice) as fault:
            who = tuple(actor.number for actor in by)
            self.append(PairingFailed(device, str(fault), who, why.value))
            stop(REFUSED if isinstance(fault, WrongDevice) else WRONG, str(fault))

    def append(self, event: object) -> None:
        with self._record() as journal:
            put_on_record(journal, event)

    def people(self, register: Path) -> "Register":
        """Those of the record's own register."""
        with self._record() as journal:
            return people_of(journal, register)

    def cards_out(self) -> bool:
        """Was the table stopped with cards on the felt?"""
        with self._record() as journal:
            house = recorded_house(journal)
            return house is not None and house.cards_out

    @contextmanager
    def _record(self) -> "Iterator[SealedJournal]":
        with _faults(), record_of(self._journal, self._keys) as journal:
            yield journal

    def _table_keys(self) -> "TableKeys":
        from controller.journal.keys import keys_for

        return keys_for(self._journal, self._keys, create=False)


@contextmanager
def _faults() -> Iterator[None]:
    from controller.devices.pairings import WrongPairings
    from controller.journal.recorder import JournalFault

    try:
        yield
    except (JournalFault, WrongPairings) as fault:
        stop(WRONG, str(fault))


# Who


def _authority(
    store: _Store,
    typed: Typed,
    by: list[str] | None,
    code: str,
    register: Path | None,
    *,
    cards_out: bool = False,
) -> "tuple[tuple[Actor, ...], Reason]":
    """Two people by their PINs: on record before anything is done, and so is a refusal."""
    from controller.house.events import ActionRefused, Authorised
    from controller.staff.powers import HouseAction, check, check_when

    action, reason = HouseAction.PAIR_DEVICE, reason_of(HouseAction.PAIR_DEVICE, code)
    with trouble():
        people = store.people(register or register_in(store.folder))
        actors = tuple(shown(people, number, typed) for number in by or ())
    who = check(action, actors, reason)
    objection = who or check_when(action, in_round=cards_out, cards_out=cards_out)
    if objection is not None:
        store.append(ActionRefused(action, actors, reason, objection.text()))
        to_do = "Name each of them once with --by." if who else "Finish the round first."
        stop(REFUSED, f"{objection.text()} {to_do}")
    store.append(Authorised(action, actors, reason, None))
    return actors, reason


# Which device


def _config(table: str) -> "DevicesConfig":
    from controller.config import WrongConfiguration
    from controller.devices.config import DevicesConfig, load_devices
    from controller.tables import load_table

    try:
        named = load_table(table).devices
        return load_devices(named) if named else DevicesConfig()
    except WrongConfiguration as wrong:
        stop(WRONG, f"--table: {wrong}")


def _default(table: str) -> Path:
    return journal_in(folder_of(table))


def _there(table: str) -> Path:
    """The journal of a table that has one."""
    journal = _default(table)
    if not journal.exists():
        stop(
            WRONG,
            f"{journal}: No journal here. Name the table with --table or --journal, "
            "or try it with --port sim.",
        )
    return journal


def _model(device: str, table: str) -> str:
    """What the driver of this device expects to find; stops where there is nothing to pair."""
    from drivers.plugins import TABLES, find_driver

    if device not in TABLES:
        stop(WRONG, f"DEVICE: expected one of {', '.join(TABLES)}; found {device!r}")
    fitted = getattr(_config(table), device)
    if fitted is None:
        stop(
            WRONG, f"{device}: table {table} has none. Add it to the table's file in config/devices"
        )
    model = find_driver(device, fitted.driver).model
    if not model:
        stop(
            WRONG,
            f"{device}: its driver {fitted.driver!r} needs no pairing. There is nothing to do",
        )
    return model


def _port(device: str, table: str) -> str:
    return str(getattr(_config(table), device).port)


def _where(fitted: Any) -> str:
    """A serial port, a numbered unit, or whichever there is."""
    if hasattr(fitted, "port"):
        return str(fitted.port)
    if hasattr(fitted, "unit_id"):
        return f"USB unit {fitted.unit_id}"
    return f"USB, serial number {fitted.serial}" if fitted.serial else "USB, any"


def _with_whom(name: str, fitted: Any, paired: "dict[str, Paired]") -> str:
    from drivers.plugins import find_driver

    if not find_driver(name, fitted.driver).model:
        return "needs no pairing"
    return f"{paired[name].model} {paired[name].serial}" if name in paired else "not paired"
