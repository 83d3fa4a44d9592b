"""`feltwork rules`: which test proves which clause, which code cites it, and the state diagrams.

A test in `tests/rules/` says what it proves: `@pytest.mark.clause("nsw-2024", "11.4.1", "11.4.2")`,
on the test, on its class, or as `pytestmark`. The markers are read from the source, not from a
test run, so that the table is the same on every machine. That works only if they can be read
without running anything: a marker with anything but literal text, or in a place where it would
not reach a test, is a mistake and not a marker fewer. A clause that has one number in both rule
sets of New South Wales is marked once: `@pytest.mark.clause("nsw", "9.4")`.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Final, TypeGuard

import typer

from controller.rulebook import Clause, ClauseKey, Kind, load_clauses
from ui.commands.clause_code import citing_modules
from ui.commands.markdown import markdown_table, plain
from ui.commands.step_pages import step_pages
from ui.commands.stopping import REFUSED, WRONG, stop

if TYPE_CHECKING:
    from rich.console import RenderableType

_KINDS: Final = tuple(kind for kind in Kind if kind is not Kind.OUTSIDE)
DEMANDED: Final[Mapping[str, tuple[Kind, ...]]] = dict.fromkeys(
    ("nsw-legacy", "nsw-2024", "nsw-guide", "sd", "poker-room"), _KINDS
)
"""By rule set: kinds of which every row has a test, or waits with a reason."""
SECTIONS: Final[Mapping[str, range]] = {"poker-room": range(1, 24)}
"""Of a rule set that is not played as a whole: the sections that are. Tournaments are not."""

SAME_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {"nsw": ("nsw-legacy", "nsw-2024")}
"""What a marker may name for several rule sets, where a clause has the same number in all."""

TESTS: Final = Path("tests", "rules")
WAITING: Final = TESTS / "waiting.toml"
CONFORMANCE: Final = Path("docs", "CONFORMANCE.md")
NAMED_MAX: Final = 8
"""Modules that a row names; where there are more, only how many."""

Named = tuple[ClauseKey, str]
"""A clause that a marker names, and the marker's place."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One clause that one test says it proves."""

    key: ClauseKey
    place: str
    """File and line of the marker."""
    test: str
    """`file::name`, or `file::class::name`, from `tests/rules/`."""


@dataclass(frozen=True, slots=True)
class Coverage:
    rulebook: Mapping[ClauseKey, Clause]
    tests: Mapping[ClauseKey, tuple[str, ...]]
    waiting: Mapping[ClauseKey, str]
    problems: tuple[str, ...]
    """What is wrong with the markers and the waiting list, each with its place."""
    code: Mapping[ClauseKey, tuple[str, ...]]
    """The modules that cite a clause, from `controller/`."""

    def rulesets(self) -> list[str]:
        return list(dict.fromkeys(ruleset for ruleset, _ in self.rulebook))

    def count(self, ruleset: str, kinds: Collection[Kind]) -> tuple[int, int, int]:
        """How many clauses there are, how many of them have a test and how many wait."""
        clauses = (clause for clause in self.rulebook.values() if clause.ruleset == ruleset)
        keys = [clause.key for clause in clauses if clause.kind in kinds]
        tested = sum(key in self.tests for key in keys)
        return len(keys), tested, sum(key in self.waiting for key in keys)

    def missing(self) -> list[Clause]:
        """The rows that need a test and have neither a test nor a reason to wait."""
        return [
            clause
            for key, clause in self.rulebook.items()
            if demanded(clause) and key not in self.tests and key not in self.waiting
        ]


def demanded(clause: Clause) -> bool:
    """Does it need a test, or a reason to wait for one?"""
    return _is_played(clause) and clause.kind in DEMANDED.get(clause.ruleset, ())


def _is_played(clause: Clause) -> bool:
    played = SECTIONS.get(clause.ruleset)
    return played is None or int(clause.number.split(".")[0]) in played


class _Module:
    """The markers of one test file."""

    def __init__(self, file: str, tree: ast.Module) -> None:
        self.markers: list[Marker] = []
        self.problems: list[str] = []
        self._file = file
        self._read: set[ast.expr] = set()
        if PurePath(file).match("test_*.py"):
            self._visit(tree.body, [], ())
        for node in ast.walk(tree):
            if _is_clause_mark(node) and node not in self._read:
                self._problem(node, "a clause marker here reaches no test")

    def _visit(self, body: list[ast.stmt], inherited: list[Named], owners: tuple[str, ...]) -> None:
        """Collect what pytest collects: functions named test, here and in classes named Test."""
        shared = [*inherited, *self._named(_pytestmarks(body))]
        for node in body:
            match node:
                case ast.ClassDef(name=name) if name.startswith("Test"):
                    own = self._named(node.decorator_list)
                    self._visit(node.body, [*shared, *own], (*owners, name))
                case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test"):
                    own = self._named(node.decorator_list)
                    test = "::".join((self._file, *owners, node.name))
                    self.markers += (Marker(key, place, test) for key, place in [*shared, *own])

    def _named(self, nodes: Iterable[ast.expr]) -> list[Named]:
        named: list[Named] = []
        for node in nodes:
            mark = node.func if isinstance(node, ast.Call) else node
            if not _is_clause_mark(mark):
                continue
            self._read.add(mark)
            args = node.args if isinstance(node, ast.Call) and not node.keywords else []
            constants = [arg.value for arg in args if isinstance(arg, ast.Constant)]
            texts = [value for value in constants if isinstance(value, str)]
            if len(texts) == len(args) >= 2:
                rulesets = SAME_NUMBERS.get(texts[0], texts[:1])
                keys = product(rulesets, texts[1:])
                named += ((key, self._place(node)) for key in keys)
            else:
                expected = "a rule set and one or more clause numbers, all literal text"
                self._problem(node, f"seen {ast.unparse(node)}, expected {expected}")
        return named

    def _problem(self, node: ast.expr, what: str) -> None:
        self.problems.append(f"{self._place(node)}: {what}")

    def _place(self, node: ast.expr) -> str:
        return f"{(TESTS / self._file).as_posix()}:{node.lineno}"


def _is_clause_mark(node: ast.AST) -> TypeGuard[ast.expr]:
    """Whether this is `pytest.mark.clause`, or `mark.clause`."""
    if not isinstance(node, ast.Attribute) or node.attr != "clause":
        return False
    owner = node.value
    return getattr(owner, "attr", getattr(owner, "id", "")) == "mark"


def _pytestmarks(body: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    for node in body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id="pytestmark")], value=value)
                | ast.AnnAssign(target=ast.Name(id="pytestmark"), value=ast.expr() as value)
            ):
                yield from value.elts if isinstance(value, ast.List | ast.Tuple) else [value]


def find_markers(root: Path) -> tuple[list[Marker], list[str]]:
    """The markers under `tests/rules/`, and what is wrong with them."""
    markers: list[Marker] = []
    problems: list[str] = []
    for path in sorted((root / TESTS).rglob("*.py")):
        file = path.relative_to(root / TESTS).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError as error:
            problems.append(f"{(TESTS / file).as_posix()}:{error.lineno}: {error.msg}")
        else:
            module = _Module(file, tree)
            problems += module.problems
            markers += module.markers
    return markers, problems


def read_waiting(root: Path) -> tuple[dict[ClauseKey, str], list[str]]:
    """The rows that may wait, each with its reason, and what is wrong with the list."""
    path = root / WAITING
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, tomllib.TOMLDecodeError) as error:
        return {}, [f"{path.name}: seen {error}, expected a table of reasons for each rule set"]
    waiting: dict[ClauseKey, str] = {}
    problems: list[str] = []
    for ruleset, reasons in tables.items():
        if not isinstance(reasons, dict):
            problems.append(
                f"{path.name}: {ruleset}: seen {reasons!r}, expected a table of reasons"
            )
            continue
        for number, reason in reasons.items():
            name = f"{path.name}: {ruleset} {number}"
            if isinstance(reason, str) and reason.strip() and "\n" not in reason:
                waiting[ruleset, number] = reason
            else:
                problems.append(f"{name}: seen {reason!r}, expected a one-line reason")
    return waiting, problems


def survey(root: Path, rulebook: Mapping[ClauseKey, Clause]) -> Coverage:
    """Hold the tests and the waiting list of a source tree against the rulebook."""
    markers, problems = find_markers(root)
    tests: defaultdict[ClauseKey, set[str]] = defaultdict(set)
    for marker in markers:
        if marker.key in rulebook:
            tests[marker.key].add(marker.test)
        else:
            problems.append(f"{marker.place}: no such clause: {' '.join(marker.key)}")
    waiting, wrong = read_waiting(root)
    problems += wrong
    for key in waiting:
        name = f"{WAITING.name}: {' '.join(key)}"
        if (clause := rulebook.get(key)) is None:
            problems.append(f"{name}: no such clause")
        elif not demanded(clause):
            why = f"kind is {clause.kind}" if _is_played(clause) else "section is not played"
            problems.append(f"{name}: needs no test, so it cannot wait: its {why}")
        elif key in tests:
            problems.append(f"{name}: waits, but has a test: {min(tests[key])}")
    proofs = {key: tuple(sorted(tests[key])) for key in rulebook if key in tests}
    code = citing_modules(root, rulebook)
    return Coverage(rulebook, proofs, waiting, tuple(dict.fromkeys(problems)), code)


def conformance(coverage: Coverage) -> str:
    """The conformance table as Markdown: the same text for the same tree."""
    lines = [
        "# Conformance",
        "",
        "Every clause of every rule set, with the modules in `controller/` that cite it (or the",
        "number above it), and the tests in `tests/rules/` that prove it.",
        "Generated by `feltwork rules`; do not edit.",
        "",
        "A clause needs a test, or a reason to wait for one, if it is of these kinds:",
        "",
        *(f"- {ruleset}{_sections(ruleset)}: {', '.join(k)}" for ruleset, k in DEMANDED.items()),
    ]
    for ruleset in coverage.rulesets():
        clauses = (clause for clause in coverage.rulebook.values() if clause.ruleset == ruleset)
        rows = (
            (plain(c.number), c.kind, plain(c.requirement), _code(coverage, c), _proof(coverage, c))
            for c in clauses
        )
        lines += ["", f"## {ruleset}", "", *_summary(coverage, ruleset), ""]
        lines += markdown_table(("clause", "kind", "requirement", "code", "tests"), rows)
    return "\n".join(lines) + "\n"


def _sections(ruleset: str) -> str:
    played = SECTIONS.get(ruleset)
    return f", sections {played[0]} to {played[-1]}" if played else ""


def is_stale(root: Path, coverage: Coverage) -> bool:
    """Whether the conformance table in the tree is not what would be written now."""
    path = root / CONFORMANCE
    return not path.is_file() or path.read_text(encoding="utf-8") != conformance(coverage)


def _summary(coverage: Coverage, ruleset: str) -> list[str]:
    counts = [(str(kind), coverage.count(ruleset, (kind,))) for kind in Kind]
    counts.append(("all", coverage.count(ruleset, list(Kind))))
    rows = ((name, *map(str, count)) for name, count in counts if count[0])
    return markdown_table(("kind", "clauses", "tested", "waiting"), rows)


def _code(coverage: Coverage, clause: Clause) -> str:
    modules = coverage.code.get(clause.key, ())
    if len(modules) > NAMED_MAX:
        return f"{len(modules)} modules"
    return "<br>".join(f"`{module}`" for module in modules) or "—"


def _proof(coverage: Coverage, clause: Clause) -> str:
    if clause.key in coverage.tests:
        return "<br>".join(f"`{test}`" for test in coverage.tests[clause.key])
    reason = coverage.waiting.get(clause.key)
    return f"waiting: {plain(reason)}" if reason else "—"


def find_root(start: Path) -> Path | None:
    """The source tree around a folder: it has a pyproject.toml and the clause tests."""
    folders = (start, *start.parents)
    trees = (folder for folder in folders if (folder / "pyproject.toml").is_file())
    return next((tree for tree in trees if (tree / TESTS).is_dir()), None)


def rules(
    file: Annotated[
        Path | None,
        typer.Argument(help="With --diagram, write only the page of the round, to this file."),
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List the clauses that have no test yet.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write/--no-write", help=f"Write {CONFORMANCE.as_posix()}.")
    ] = True,
    draw: Annotated[
        bool,
        typer.Option("--diagram", help="Write only the pages with the diagrams of the steps."),
    ] = False,
) -> None:
    """Show which clauses of the rules are proved by a test, and write the conformance table."""
    from rich.console import Console

    if file is not None and not draw:
        stop(WRONG, f"{file}: a file can be named only together with --diagram.")
    root = find_root(Path.cwd())
    if root is None:
        tree = f"pyproject.toml and {TESTS.as_posix()}"
        stop(WRONG, f"{Path.cwd()}: expected a source tree, with {tree}, here or above.")
    if draw:
        first, *others = step_pages()
        _write(file or root / first.path, first.text())
        for page in () if file else others:
            _write(root / page.path, page.text())
        return
    coverage = survey(root, load_clauses())
    for part in _report(coverage, missing):
        Console(highlight=False).print(part)
    if coverage.problems:
        left = f"{CONFORMANCE.as_posix()} is unchanged: fix the above first"
        stop(REFUSED, "\n".join((*coverage.problems, left)))
    if write:
        _write(root / CONFORMANCE, conformance(coverage))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(f"wrote {path}")


def _report(coverage: Coverage, list_missing: bool) -> "Iterator[RenderableType]":
    from rich.table import Table
    from rich.text import Text

    table = Table("clauses tested", *coverage.rulesets(), box=None)
    for kind in Kind:
        counts = (coverage.count(ruleset, (kind,)) for ruleset in coverage.rulesets())
        table.add_row(kind, *(f"{tested}/{rows}" if rows else "" for rows, tested, _ in counts))
    yield table
    gaps = coverage.missing()
    yield Text(f"Needed and without a test: {len(gaps)}; waiting: {len(coverage.waiting)}.")
    if list_missing:
        listing = Table("rule set", "clause", "kind", "requirement", box=None)
        for clause in gaps:
            listing.add_row(*map(Text, (*clause.key, clause.kind, clause.requirement)))
        yield listing
