"""Which modules of the controller cite which clause, read off their source.

A number stands in a comment, a docstring or a text. In what belongs to the poker room or to
tournaments it is one of `poker-room`. Everywhere else it is one of `nsw-2024`, and of `nsw-legacy`
where that says the same in the same words, unless another rule set is named: "13.3 and 13.4 of
`nsw-legacy`", "sd (3)". A line of a table of citations, a column a rule set, counts for the modules
that use its name. A clause that nobody cites by its own number has the modules of the number above.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from controller.rulebook import Clause, ClauseKey

CONTROLLER: Final = Path("controller")
COLUMNS: Final = ("nsw-legacy", "nsw-2024", "sd")
"""Of a table of citations with three columns; a table with one is of the poker room."""
ROOM: Final = "poker-room"
OF_THE_ROOM: Final = ("games/poker/", "games/desk/", "tournament/")
BONUS: Final = "games/bonus/"
THE_LIST: Final = "rulebook.py"
CITING: Final = ("cite", "refuse", "Refused")
"""Calls that take the name of a citation, however short it is."""

_NUMBER: Final = r"\d{1,2}(?:\.(?:\d+|[a-z]\b|i{1,3}\b))+(?:\([a-z]\))?"
_RANGE: Final = re.compile(rf"({_NUMBER})(?: to ({_NUMBER}))?")
_CITED: Final = re.compile(
    rf"(?<![\w.])(?P<numbers>{_NUMBER}(?:(?:, | and | to |,\n){_NUMBER})*)"
    r"(?: of `(?P<named>[\w-]+)`)?(?!\w)"
)
_PART: Final = r"\(\d+\)(?:\([a-z]\)[ivx]*)?"
_OF_SD: Final = re.compile(rf"sd ({_PART}(?:(?:, | to ){_PART})*)")
_ABOVE: Final = re.compile(r"(?:\.[^.]+|\([^)]+\)|(?<=\))[^()]+|[^.()]+)$")
"""What the number above a number lacks."""
_COMMENT: Final = re.compile(r"#(.*)$", re.MULTILINE)

Row = tuple[str, tuple[ClauseKey, ...]]
"""The name of a citation as it is written in the source, and the clauses behind it."""


class _Source(NamedTuple):
    """What of one module can cite."""

    module: str
    """From `controller/`."""
    texts: tuple[str, ...]
    """Comments, docstrings and other strings."""
    rows: tuple[Row, ...]
    used: frozenset[str]
    """Names of citations, as far as they can be told from other text."""


def citing_modules(
    root: Path, rulebook: Mapping[ClauseKey, Clause]
) -> dict[ClauseKey, tuple[str, ...]]:
    """By clause, the modules that cite it."""
    paths = sorted((root / CONTROLLER).rglob("*.py"))
    sources = [_read(path, root) for path in paths if path.name != THE_LIST]
    rows: defaultdict[str, set[ClauseKey]] = defaultdict(set)
    for name, keys in (row for source in sources for row in source.rows):
        rows[name].update(keys)
    cited: defaultdict[ClauseKey, set[str]] = defaultdict(set)
    for source in sources:
        if not source.rows:  # a table of citations keeps no clause itself
            by_name = {key for name in source.used & rows.keys() for key in rows[name]}
            of_its_game = {key for key in by_name if _is_of_its_game(source.module, key)}
            for key in of_its_game.union(_cited(source, rulebook)):
                cited[key].add(source.module)
    found = {key: next((cited[up] for up in _upwards(key) if up in cited), ()) for key in rulebook}
    return {key: tuple(sorted(modules)) for key, modules in found.items() if modules}


def _is_of_its_game(module: str, key: ClauseKey) -> bool:
    """The same words are a name in another game's table: what is neutral keeps the rules of all."""
    of_the_room = key[0] == ROOM
    return not module.startswith(BONUS if of_the_room else OF_THE_ROOM)


def _upwards(key: ClauseKey) -> Iterator[ClauseKey]:
    """`11.4.1`, `11.4`; `(18)(a)v`, `(18)(a)`, `(18)`. A defined term stands by itself."""
    ruleset, number = key
    number, _, _ = number.partition("#")
    while number:
        yield ruleset, number
        number = "" if ":" in number else _ABOVE.sub("", number, count=1)


def _read(path: Path, root: Path) -> _Source:
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    strings = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    module = path.relative_to(root / CONTROLLER).as_posix()
    rows = tuple(row for node in nodes if isinstance(node, ast.Dict) for row in _rows(node))
    own = {name for name, _ in rows}
    used = {one for node in nodes for one in _names(node)} - own
    return _Source(module, (*_COMMENT.findall(text), *strings), rows, frozenset(used))


def _rows(table: ast.Dict) -> Iterator[Row]:
    """Those of a table of citations: by a name, or by an action of the powers table."""
    for key, value in zip(table.keys, table.values, strict=True):
        is_action = isinstance(key, ast.Attribute) and ast.unparse(key.value).endswith("Action")
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        columns = COLUMNS if len(parts) == len(COLUMNS) else (ROOM,)
        texts = [part.value if isinstance(part, ast.Constant) else "" for part in parts]
        if key is None or len(parts) != len(columns) or not any(texts):
            continue
        if is_action or (isinstance(key, ast.Constant) and len(columns) > 1 and "" not in texts):
            pairs = zip(columns, texts, strict=True)
            yield ast.unparse(key), tuple((one, str(number)) for one, number in pairs if number)


def _names(node: ast.AST) -> Iterator[str]:
    """Names of citations that a node uses; one of a single word only where it must be one."""
    match node:
        case ast.Attribute(value=ast.Name(id=kind), attr=name) if kind.endswith("Action"):
            yield f"{kind}.{name}"
        case ast.Constant(value=str(text)) if " " in text and len(text) < 40:
            yield repr(text)
        case ast.Call(func=ast.Name(id=name)) if name in CITING:
            yield from (repr(one.value) for one in node.args if isinstance(one, ast.Constant))


def _cited(source: _Source, rulebook: Mapping[ClauseKey, Clause]) -> Iterator[ClauseKey]:
    """What the text of a module cites."""
    of_the_room = source.module.startswith(OF_THE_ROOM)
    for text in source.texts:
        for found in _CITED.finditer(text):
            ruleset = found["named"] or (ROOM if of_the_room else "nsw-2024")
            for first, last in _RANGE.findall(found["numbers"]):
                for number in _through(first, last):
                    yield ruleset, number
                    if ruleset == "nsw-2024":
                        yield from _same_words(number, rulebook)
        for found in _OF_SD.finditer(text):
            for first, last in re.findall(rf"({_PART})(?: to ({_PART}))?", found[1]):
                yield from (("sd", number) for number in _through(first, last))


def _same_words(number: str, rulebook: Mapping[ClauseKey, Clause]) -> Iterator[ClauseKey]:
    """The same number of the earlier rules, where nothing but the date has changed."""
    now, before = (rulebook.get((ruleset, number)) for ruleset in ("nsw-2024", "nsw-legacy"))
    if now is not None and before is not None and now.requirement == before.requirement:
        yield before.key


def _through(first: str, last: str) -> Iterator[str]:
    """`9.1 to 9.3`, `(5) to (10)`: what lies between as well."""
    yield first
    ends = [re.fullmatch(r"(.*?)(\d+)(\)?)", end) for end in (first, last)]
    if last and ends[0] and ends[1] and ends[0][1] == ends[1][1]:
        between = range(int(ends[0][2]) + 1, int(ends[1][2]) + 1)
        yield from (f"{ends[0][1]}{n}{ends[0][3]}" for n in between)
    elif last:
        yield last
