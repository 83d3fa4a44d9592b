"""`feltwork journal`: is the record whole, what does it say, take it away, close a shift's file.

A journal goes by the name of its first file. Its keys are looked for in `FILE.keys` beside it. A
table in a casino keeps its keys elsewhere, backs them up apart from the journals, and names them
with `--keys`.
"""

import sys
import time
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn, TextIO

import typer

from ui.commands.stopping import WRONG, stop
from ui.commands.terminal import trouble

if TYPE_CHECKING:  # the cryptography behind these is loaded when a command runs, not for --help
    from controller.journal.recorder import Head, Verdict

journal = typer.Typer(
    name="journal",
    help="Verify, show, export and archive a table's record.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Where = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The first file of the journal, for all of it, or a later file, for that file alone.",
    ),
]
First = Annotated[Path, typer.Argument(metavar="FILE", help="The first file of the journal.")]
Keys = Annotated[
    Path | None,
    typer.Option(
        "--keys",
        metavar="FILE",
        help="The table's key file. Default: FILE.keys beside the journal. A table in a casino "
        "keeps its keys elsewhere and backs them up separately.",
    ),
]


@journal.command()
def verify(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="The first file of a journal, one later file, or the folder of an export.",
        ),
    ],
    keys: Keys = None,
    from_checkpoint: Annotated[
        bool, typer.Option("--from-checkpoint", help="Verify only from the last checkpoint on.")
    ] = False,
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="POSITION:MAC", help="A head that the pool or a notice has kept."),
    ] = None,
    heads: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="A file of notices as they were sent, one on each line, from a log-file sink or "
            "a webhook. Every head that this table sent with them must be in the journal.",
        ),
    ] = None,
    fingerprint: Annotated[
        str | None,
        typer.Option(
            help="For an export, instead of --keys: the fingerprint in the table's papers."
        ),
    ] = None,
) -> None:
    """Say whether a record is intact, not anchored at its end, or damaged, and where.

    It only reads, so it can check a copy, or a table in play.

    Exit status: 0 intact; 3 tail not anchored since round N; 4 damaged at record N; 2 cannot
    say (wrong options, no journal, no key file, or --heads without its heads); 1 anything else.
    """
    from controller.journal import export, recorder
    from controller.journal import verify as check
    from controller.journal.keys import keys_for
    from ui.commands.heads import Evidence

    evidence = Evidence()
    with trouble():
        if export.is_export(path) and (head or heads):
            raise recorder.JournalFault(
                f"{path}: this is an export, expected a journal: --head and --heads are compared "
                "with the record itself"
            )
        if export.is_export(path):
            verdict = export.verify_export(path, _trusted(keys, fingerprint))
        else:
            told = [_head(text) for text in head or ()]
            loaded = keys_for(path, keys, create=False)
            evidence = Evidence.read(path, loaded, heads or ())
            told += evidence.heads
            verdict = check.verify(path, loaded, from_checkpoint=from_checkpoint, heads=told)
            verdict = evidence.applied(verdict)
    _say(path, verdict)
    for line in evidence.said:
        sys.stderr.write(f"{line}\n")
    unproved = evidence.lacking and verdict.state is recorder.State.INTACT
    raise typer.Exit(WRONG if unproved else verdict.state.value)


@journal.command()
def show(
    path: Where,
    rounds: Annotated[int, typer.Option(min=1, help="How many of the latest rounds to show.")] = 3,
    round_: Annotated[
        int | None, typer.Option("--round", min=0, help="The number of one round.")
    ] = None,
    keys: Keys = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print lines separated by tabs.")] = False,
) -> None:
    """Show what the record says of the last rounds, or of one.

    Only cards that were turned over are shown. With its keys (--keys, or FILE.keys) the journal is
    verified first, and the exit status is that of `verify`. Without them it is shown unverified. If
    there is no such round, the exit status is 2.
    """
    from controller.games.registry import KINDS
    from controller.journal import recorder
    from controller.journal import verify as check
    from controller.journal.export import Describer, moment, read_rounds
    from controller.journal.files import locate
    from controller.journal.keys import keys_for

    status = 0
    try:
        if keys is not None or locate(path).keys.exists():
            verdict = check.verify(path, keys_for(path, keys, create=False))
            _say(path, verdict, out=sys.stderr)
            status = verdict.state.value
        else:
            missing = locate(path).keys.name
            sys.stderr.write(f"{path}: not verified ({missing} does not exist; give --keys)\n")
        newest = None if round_ is not None else rounds
        found = read_rounds(path, round_, newest=newest)
        first = next(found, None)
        if first is None:
            raise recorder.JournalFault(f"{path}: there is no record of round {round_}")
        describer = Describer(*KINDS)
        lines = (
            (str(record.position), str(record.round), moment(record.at_ms), record.kind, text)
            for record in chain((first,), found)
            for text in (describer.text(record),)
        )
        _print(lines, plain=plain)
    except recorder.JournalFault as fault:
        if not status:
            stop(WRONG, str(fault))
        sys.stderr.write(f"{fault}\n")
    raise typer.Exit(status)


@journal.command()
def export(
    path: Where,
    into: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    keys: Keys = None,
    phh: Annotated[
        bool,
        typer.Option(
            "--phh",
            help="Write the hands of a poker table as hand histories instead, one PHH file each, "
            "with the cards that were shown.",
        ),
    ] = False,
) -> None:
    """Write the record as CSV and JSON with an Ed25519 signature over both.

    The journal is verified first, and the result is signed with it. The exit status is that of
    `verify`. A damaged journal is exported as far as it can be read, and marked as damaged.
    """
    if phh:
        _export_hands(path, into, keys)
    from controller.games.registry import KINDS
    from controller.journal import export as exporting
    from controller.journal.keys import keys_for

    with trouble():
        loaded = keys_for(path, keys, create=False)
        verdict = exporting.export(path, into, loaded, *KINDS)
    _say(path, verdict)
    mark = exporting.fingerprint(exporting.public_key(loaded))
    sys.stdout.write(f"{into}: written, signed by {mark}\n")
    raise typer.Exit(verdict.state.value)


def _export_hands(path: Path, into: Path, keys: Path | None) -> NoReturn:
    from controller.journal.keys import keys_for
    from ui.commands.hands import export_hands

    with trouble():
        verdict, count = export_hands(path, into, keys_for(path, keys, create=False))
    _say(path, verdict)
    hands = "1 hand" if count == 1 else f"{count} hands"
    sys.stdout.write(f"{into}: {hands} written\n")
    raise typer.Exit(verdict.state.value)


@journal.command()
def archive(
    path: First,
    keys: Keys = None,
) -> None:
    """Close the file of a shift and begin the next one beside it, chained to it.

    Close the table or finish its round, and stop its program first. Exit status: 0 done; 2 not
    possible; 3 or 4 the journal does not verify, and is left as it is.
    """
    from controller.journal import files, recorder
    from controller.journal.keys import keys_for
    from controller.journal.sqlite import SqliteRecorder

    try:
        loaded = keys_for(path, keys, create=False)
        located = files.locate(path)
        if not located.files() and not located.anchor.exists():
            raise files.none_seen(path)
        now = time.time_ns() // 1_000_000
        opened = SqliteRecorder(path, loaded, now)
        try:
            closed, last = opened.path, opened.head().position + 1
            head = opened.archive(now)
        finally:
            opened.close()
    except recorder.JournalDamaged as damaged:
        sys.stderr.write(f"{damaged}\n")
        raise typer.Exit(damaged.verdict.state.value) from None
    except recorder.JournalFault as fault:
        stop(WRONG, str(fault))
    sys.stdout.write(
        f"{closed}: closed at record {last}\n{opened.path}: continues at record {last + 1}, "
        f"head {head.position}:{head.mac.hex()}\n"
    )


@journal.command()
def backup(
    path: First,
    into: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the copy goes.")],
) -> None:
    """Copy a journal and its anchor while the table plays on. Back up the keys separately.

    `feltwork journal verify --keys KEYS COPY` checks the copy: it is intact or, if the table wrote
    meanwhile, has a tail that is not anchored yet. Exit status: 0 done; 2 not possible.
    """
    from controller.journal.backup import back_up

    with trouble():
        written = back_up(path, into)
    for copy in written:
        sys.stdout.write(f"{copy}: written\n")


def _trusted(keys: Path | None, fingerprint: str | None) -> str:
    """The fingerprint an export has to be signed with; its own word for it proves nothing."""
    from controller.journal import export
    from controller.journal.keys import load_keys
    from controller.journal.recorder import JournalFault

    if fingerprint is not None:
        return fingerprint
    if keys is not None:
        return export.fingerprint(export.public_key(load_keys(keys)))
    raise JournalFault(
        "--keys FILE or --fingerprint is missing: an export is verified against the key that is "
        "in the table's papers"
    )


def _head(text: str) -> "Head":
    from controller.journal.recorder import Head, JournalFault

    position, _, mac = text.partition(":")
    try:
        return Head(int(position), 0, bytes.fromhex(mac), b"")
    except ValueError:
        raise JournalFault(
            f"--head: expected POSITION:MAC, the MAC in hex; found {text!r}"
        ) from None


def _say(path: Path, verdict: "Verdict", out: TextIO | None = None) -> None:
    out = out or sys.stdout
    out.write(f"{path}: {verdict}\n")
    if verdict.head is not None:
        head = verdict.head
        out.write(
            f"{verdict.records} records verified, head {head.position}:{head.mac.hex()} in round "
            f"{head.round}\n"
        )


def _print(lines: Iterable[tuple[str, ...]], *, plain: bool) -> None:
    if plain:
        for line in lines:
            sys.stdout.write("\t".join(line) + "\n")
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None)
    for name in ("record", "round", "time", "kind", "what"):
        side: Literal["left", "right"] = "right" if name == "round" else "left"
        whole = name not in ("kind", "what")  # these go on in the next line: nothing is cut off
        grid.add_column(name, no_wrap=whole, overflow="fold", justify=side)
    for line in lines:
        grid.add_row(*(Text(part) for part in line))
    Console().print(grid)
