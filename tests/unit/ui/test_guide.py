"""Every command that the guides and the unit files give is one that the program takes."""

import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer

from ui.cli import app
from ui.commands.shift.pictures import KEPT

ROOT = Path(__file__).parents[3]
GUIDES = ("README.md", "docs/deployment.md")
UNITS = sorted(path.name for path in (ROOT / "config" / "systemd").iterdir())
BLOCK = re.compile(r"^```\n(.*?)^```$|((?:^ {4}[^\n]+\n)+)", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
LINKED = ("shoe", "shuffler")


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
        for line in (found[1] or found[2]).splitlines():
            if "feltwork" in line and (words := called(line)):
                yield words


def mentioned(guide: str) -> Iterator[list[str]]:
    """Those that stand in a sentence."""
    text = BLOCK.sub("", (ROOT / guide).read_text("utf-8"))
    for found in INLINE.finditer(text):
        if found[1].startswith("feltwork "):
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
    given = list(commands(guide))
    assert len(given) > 10
    for words in given:
        understood(words)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_that_a_guide_mentions_is_there(guide: str) -> None:
    for words in mentioned(guide):
        understood([*words, "--help"] if is_name(words) else words)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_file_that_a_guide_hands_to_a_command_is_there(guide: str) -> None:
    named = {word for words in commands(guide) for word in words if word.endswith(".toml")}
    assert {name for name in named if not list(ROOT.glob(name))} == set()


def test_every_picture_of_the_readme_is_there_and_all_but_the_pits_page_are_drawn_by_the_demo() -> (
    None
):
    shown = set(re.findall(r"\(docs/pictures/([^)]+)\)", (ROOT / "README.md").read_text("utf-8")))
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


def test_people_are_registered_before_the_table_is_started() -> None:
    text = (ROOT / "docs" / "deployment.md").read_text("utf-8")
    in_order = ("feltwork staff add", "enable --now feltwork-table", "feltwork devices pair")
    assert sorted(in_order, key=text.index) == list(in_order)
