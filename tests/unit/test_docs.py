"""What the pages say holds: commands are taken and run, files, links, blocks and keys are there."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner

from controller.devices.config import PortSection
from controller.tables import load_table
from simulators.games.bonus.scenario.sections import FaultSection
from ui.cli import app
from ui.commands.shift.pictures import KEPT
from ui.games.desk.screen import DESK_SCREEN
from ui.games.registry import SCREENS

ROOT = Path(__file__).parents[2]
GENERATED = ("CONFORMANCE.md", "COURSE.md", "HAND.md", "ROUND.md")
PAGES = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
GUIDES = [str(page.relative_to(ROOT)) for page in PAGES if page.name not in GENERATED]
UNITS = sorted(path.name for path in (ROOT / "config" / "systemd").iterdir())
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$|((?:^ {4}[^\n]+\n)+)", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"(?:\.ci|config|controller|docs|drivers|simulators|tests|ui)/[\w./-]+")
NAME = re.compile(r"_?[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|(?:[A-Z][a-z]+){2,}")
"""As names in the code are written, and no other words."""
LINKED = ("shoe", "shuffler")

ELSEWHERE: Final = "docs/deployment.md"
"""What it gives is done by root on a table's own machine: only read, not run."""
RUN: Final = (
    "play",
    "rules",
    "journal",
    "tournament",
    "doctor",
    "hil",
    "soak",
    "devices pair",
    "staff --",
)
"""Commands that need no display, no people and no server."""
INSTEAD: Final = {"soak": ["soak", "--rounds", "2", "--faults", "none"]}
"""What is quick enough."""
FINDS_WHAT_IS_MISSING: Final = ("doctor",)
"""Their exit status says how this machine is, and not whether they have run."""


def called(line: str) -> list[str] | None:
    """What a line of a shell calls feltwork with."""
    words = shlex.split(line.replace("runuser -u feltwork -- ", ""), comments=True)
    at = next((n for n, word in enumerate(words) if re.search(r"(^|/)feltwork$", word)), None)
    if at is None or words[0] in ("ln", "useradd", "git", "make"):
        return None
    ends = (n for n, word in enumerate(words) if n > at and word in (">", "|", "--"))
    return words[at + 1 : next(ends, None)]


def commands(guide: str) -> Iterator[list[str]]:
    """Those that stand in a block to be copied."""
    for found in BLOCK.finditer((ROOT / guide).read_text("utf-8")):
        for line in (found[2] or found[3]).splitlines():
            if "feltwork" in line and (words := called(line)):
                yield words


def mentioned(guide: str) -> Iterator[list[str]]:
    """Those that stand in a sentence."""
    text = BLOCK.sub("", (ROOT / guide).read_text("utf-8"))
    for found in INLINE.finditer(text):
        if re.match("feltwork (?!link )", found[1]):  # labels of the link protocol are no commands
            yield shlex.split(found[1])[1:]


def parsed(words: list[str]) -> dict[str, Any]:
    """As the program reads it; nothing is done."""
    command: Any = typer.main.get_command(app)
    name, context = "feltwork", None
    while hasattr(command, "resolve_command"):
        context = command.make_context(name, list(words), parent=context)
        rest = [*context._protected_args, *context.args]  # noqa: SLF001
        if not rest:
            return dict(context.params)
        name, command, words = command.resolve_command(context, rest)
    return dict(command.make_context(name, list(words), parent=context).params)


def understood(words: list[str]) -> None:
    with suppress(typer.Exit):  # help was asked for, and shown
        parsed(words)


def is_name(words: list[str]) -> bool:
    """Only a command's name, such as `journal export`: what it takes is left to its help."""
    return all(re.fullmatch("[a-z]+", word) for word in words)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_of_a_guide_is_understood(guide: str) -> None:
    for words in commands(guide):
        understood(words)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_that_a_guide_mentions_is_there(guide: str) -> None:
    for words in mentioned(guide):
        understood([*words, "--help"] if is_name(words) else words)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_that_a_guide_hands_to_a_command_is_there(guide: str) -> None:
    named = {word for words in commands(guide) for word in words if word.endswith(".toml")}
    assert {name for name in named if not list(ROOT.glob(name))} == set()


def is_run(words: list[str]) -> bool:
    return " ".join(words).startswith(RUN) and not {"unseal", "desk", "clock"} & {*words}


def here(words: list[str]) -> list[str]:
    """As a shell in this folder hands them over."""
    words = INSTEAD.get(words[0], words)
    found = ([str(one) for one in sorted(Path().glob(w))] if "*" in w else [w] for w in words)
    return [word for one in found for word in one]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Like a source tree, but what is written stays out of that."""
    for name in ("config", "controller", "pyproject.toml", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("FELTWORK_STAFF", raising=False)
    return tmp_path


@pytest.mark.parametrize("guide", [one for one in GUIDES if one != ELSEWHERE])
@pytest.mark.usefixtures("folder")
def test_what_a_guide_gives_can_be_run_in_its_order(guide: str) -> None:
    for words in filter(is_run, commands(guide)):
        ended = CliRunner().invoke(app, here(words))
        assert ended.exit_code in ((0, 1) if words[0] in FINDS_WHAT_IS_MISSING else (0,)), (
            f"feltwork {shlex.join(words)}: {ended.output[-2000:]}"
        )


def test_most_of_what_is_given_is_run() -> None:
    given = [words for guide in GUIDES if guide != ELSEWHERE for words in commands(guide)]
    assert len([words for words in given if is_run(words)]) > len(given) / 2


def anchors(page: Path) -> set[str]:
    """What a link may name behind a number sign, as it is made of the headings."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_link_leads_somewhere(guide: str) -> None:
    page = ROOT / guide
    for target in LINK.findall(BLOCK.sub("", page.read_text("utf-8"))):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        other = (page.parent / file).resolve() if file else page
        assert other.is_file(), target
        assert not anchor or anchor in anchors(other), target


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_of_the_project_that_is_named_is_there(guide: str) -> None:
    text = (ROOT / guide).read_text("utf-8")
    named = {one for one in INLINE.findall(BLOCK.sub("", text)) if PATH.fullmatch(one)}
    assert {one for one in named if not (ROOT / one).exists()} == set()


def test_every_name_of_the_code_that_is_given_is_one() -> None:
    folders = ("config", "controller", "drivers", "simulators", "tests", "ui")
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.*"))
    code = (path for path in files if path.suffix in (".py", ".sql", ".toml"))
    sources = (path.read_text("utf-8") for path in (ROOT / "Makefile", *code))
    known = {name for source in sources for name in re.findall(r"\w+", source)}
    pages = ((guide, BLOCK.sub("", (ROOT / guide).read_text("utf-8"))) for guide in GUIDES)
    given = {(guide, one) for guide, text in pages for one in INLINE.findall(text)}
    assert {pair for pair in given if NAME.fullmatch(pair[1]) and pair[1] not in known} == set()


def written(guide: str, kind: str) -> Iterator[str]:
    """The blocks of one kind."""
    text = (ROOT / guide).read_text("utf-8")
    return (found[2] for found in BLOCK.finditer(text) if found[1] == kind)


TOML = [(guide, block) for guide in GUIDES for block in written(guide, "toml")]


def test_every_block_of_json_can_be_read() -> None:
    for guide in GUIDES:
        for block in written(guide, "json"):
            json.loads(block)


@pytest.mark.parametrize(
    ("guide", "block"), TOML, ids=[f"{one}-{n}" for n, (one, _) in enumerate(TOML)]
)
def test_every_key_of_a_block_is_known(guide: str, block: str, folder: Path) -> None:
    content = tomllib.loads(block)
    match list(content):
        case ["ruleset", *_]:
            (folder / "file.toml").write_text(block)
            ended = CliRunner().invoke(app, ["play", "file.toml"])
            assert ended.exit_code == 0, ended.output
        case ["rounds"]:
            FaultSection.model_validate(content["rounds"]["faults"][0])
        case ["jackpot"] | ["sinks"]:
            table = (ROOT / "config" / "tables" / "14.toml").read_text("utf-8")
            (folder / "14.toml").write_text(f"{table}\n{block}")
            load_table("14.toml")
        case ["tournament"]:
            table = (ROOT / "config" / "under_desk" / "friday-1.toml").read_text("utf-8")
            (folder / "table.toml").write_text(f"{table.split('[tournament]')[0]}\n{block}")
            load_table("table.toml")
        case ["game", *_]:
            (folder / "table.toml").write_text(block)
            load_table("table.toml")
        case ["shoe"]:
            PortSection.model_validate(content["shoe"])
        case ["project"]:
            ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
            assert (
                content["project"]["entry-points"].keys() <= ours["project"]["entry-points"].keys()
            )
        case unknown:
            pytest.fail(f"{guide}: a block that begins with {unknown} is not checked")


def test_the_supervisor_finds_every_page_of_the_menu() -> None:
    text = (ROOT / "docs" / "supervisor.md").read_text("utf-8")
    menu = text[text.index("## The menu") : text.index("## Jackpots")]
    named = set(re.findall(r"^\| ([A-Z][^|]*) \|", menu, re.MULTILINE))
    tables = (screen for screen in SCREENS if screen is not DESK_SCREEN)
    assert named == {str(entry.group) for screen in tables for entry in screen.menu}


def test_the_director_finds_every_page_of_the_menu() -> None:
    text = (ROOT / "docs" / "tournament-director.md").read_text("utf-8")
    menu = text[text.index("| page of the menu") : text.index("## What it decides")]
    named = set(re.findall(r"^\| ([A-Z][^|]*) \|", menu, re.MULTILINE))
    assert named == {str(entry.group) for entry in DESK_SCREEN.menu}


def test_every_picture_is_shown_and_all_but_the_pits_page_are_drawn_by_the_demo() -> None:
    texts = (page.read_text("utf-8") for page in PAGES)
    shown = {name for text in texts for name in re.findall(r"\((?:docs/)?pictures/([^)]+)\)", text)}
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    assert shown - set(KEPT) == {"monitor.png"}


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_unit_starts_is_understood(unit: str) -> None:
    text = (ROOT / "config" / "systemd" / unit).read_text("utf-8")
    for line in re.findall(r"^ExecStart=(.*feltwork.*)$", text, re.MULTILINE):
        inner = re.search(r"sh -c '(.*)'", line)
        words = called(inner[1] if inner else line)
        assert words
        parsed([word for word in words if word != "$FELTWORK_OPTIONS"])


def test_devices_are_proved_and_paired_with_all_that_this_takes() -> None:
    given = list(commands("docs/deployment.md"))
    proved = [parsed(words) for words in given if words[:2] in (["hil", one] for one in LINKED)]
    paired = [parsed(words) for words in given if words[:2] == ["devices", "pair"]]
    assert proved
    assert paired
    assert all(one["pairing"] for one in proved)
    assert all(one["journal"] and len(one["by"]) == 2 for one in paired)


def test_a_record_is_replaced_where_the_unit_keeps_it() -> None:
    replaced = [parsed(one) for one in commands(ELSEWHERE) if one[:2] == ["journal", "replace"]]
    unit = (ROOT / "config" / "systemd" / "feltwork-table.service").read_text("utf-8")
    assert replaced
    assert all(f"--data {one['data']} " in unit for one in replaced)


def test_people_are_registered_before_the_table_is_started() -> None:
    text = (ROOT / "docs" / "deployment.md").read_text("utf-8")
    in_order = ("feltwork staff add", "enable --now feltwork-table", "feltwork devices pair")
    assert sorted(in_order, key=text.index) == list(in_order)
