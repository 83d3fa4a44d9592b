from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent

import pytest
import typer
from typer.testing import CliRunner, Result

from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.table import ROUND, Step
from controller.rulebook import Clause, ClauseKey, Kind
from tests.helpers.commands import says, stops
from ui.commands import rules as command
from ui.commands.rules import Coverage, conformance, find_root, is_stale, survey
from ui.commands.step_pages import StepPage, by_ruleset, diagram, step_pages

RULEBOOK: Mapping[ClauseKey, Clause] = {
    clause.key: clause
    for clause in (
        Clause("nsw-2024", "4.1.1", Kind.FLOW, "Shuffle before play starts."),
        Clause("nsw-2024", "11.4.1", Kind.IRREGULARITY, "Misdeal."),
        Clause("nsw-2024", "11.4.2", Kind.IRREGULARITY, "Play on | no_change."),
        Clause("nsw-2024", "2.1", Kind.OUTSIDE, "Draw the seats."),
        Clause("sd", "(9)", Kind.MONEY, "A river wager equals the ante."),
        Clause("poker-room", "22.1#1", Kind.MONEY, "No commission."),
        Clause("poker-room", "23.5", Kind.SUPERVISOR, "The house decides."),
        Clause("poker-room", "27.1", Kind.MONEY, "An entry fee."),
    )
}
NO_NEED = "needs no test, so it cannot wait: "
EXPOSED = "test_play.py::test_exposed_card"
WAITING = '[nsw-2024]\n"4.1.1" = "The decks are not followed."\n'
MARKED = """
    import pytest

    @pytest.mark.clause("nsw-2024", "11.4.1", "11.4.2")
    def test_exposed_card() -> None: ...
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with a waiting list and no test yet."""
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tests" / "rules" / "waiting.toml").write_text(WAITING)
    return tmp_path


def survey_of(tree: Path, source: str, name: str = "test_play.py") -> Coverage:
    path = tree / "tests" / "rules" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(dedent(source))
    return survey(tree, RULEBOOK)


def test_a_marker_covers_every_clause_it_names(tree: Path) -> None:
    coverage = survey_of(tree, MARKED)
    assert coverage.tests == {
        ("nsw-2024", "11.4.1"): (EXPOSED,),
        ("nsw-2024", "11.4.2"): (EXPOSED,),
    }
    assert coverage.problems == ()


def test_one_marker_covers_a_clause_with_the_same_number_in_both_rule_sets(tree: Path) -> None:
    coverage = survey_of(tree, MARKED.replace("nsw-2024", "nsw"))
    assert set(coverage.tests) == {("nsw-2024", "11.4.1"), ("nsw-2024", "11.4.2")}
    problems = [problem.partition("no such clause: ")[2] for problem in coverage.problems]
    assert problems == ["nsw-legacy 11.4.1", "nsw-legacy 11.4.2"], "it claims both rule sets"


def test_markers_may_be_stacked_on_a_test_of_any_sort(tree: Path) -> None:
    source = """
        from pytest import mark

        @mark.clause("sd", "(9)")
        @mark.parametrize("ante", [1, 2])
        @mark.clause("nsw-2024", "11.4.1")
        async def test_wager(ante: int) -> None: ...
    """
    coverage = survey_of(tree, source)
    assert set(coverage.tests) == {("sd", "(9)"), ("nsw-2024", "11.4.1")}
    assert coverage.problems == ()


def test_the_marks_of_module_and_class_reach_every_test_inside(tree: Path) -> None:
    source = """
        import pytest

        pytestmark = [pytest.mark.timeout(5), pytest.mark.clause("nsw-2024", "11.4.1")]

        def test_first() -> None: ...

        @pytest.mark.clause("sd", "(9)")
        class TestRiver:
            pytestmark: object = pytest.mark.clause("nsw-2024", "11.4.2")

            def test_second(self) -> None: ...

            def helper(self) -> None: ...
    """
    coverage = survey_of(tree, source, "streets/test_play.py")
    first, second = "test_first", "TestRiver::test_second"
    assert coverage.tests == {
        ("nsw-2024", "11.4.1"): tuple(f"streets/test_play.py::{name}" for name in (second, first)),
        ("nsw-2024", "11.4.2"): (f"streets/test_play.py::{second}",),
        ("sd", "(9)"): (f"streets/test_play.py::{second}",),
    }
    assert coverage.problems == ()


def test_a_demanded_row_without_test_or_reason_is_missing(tree: Path) -> None:
    coverage = survey_of(tree, MARKED)
    # Neither rows outside the software nor tournaments of the poker room are demanded; 4.1.1 waits.
    keys = [clause.key for clause in coverage.missing()]
    assert keys == [("sd", "(9)"), ("poker-room", "22.1#1"), ("poker-room", "23.5")]


@pytest.mark.parametrize(
    "marker",
    [
        "pytest.mark.clause",
        "pytest.mark.clause()",
        'pytest.mark.clause("sd")',
        'pytest.mark.clause("sd", NUMBER)',
        'pytest.mark.clause("sd", *NUMBERS)',
        'pytest.mark.clause("sd", f"({9})")',
        'pytest.mark.clause("sd", 9)',
        'pytest.mark.clause("sd", "(9)", number="(9)")',
    ],
)
def test_a_marker_that_is_not_literal_text_is_named_with_its_line(tree: Path, marker: str) -> None:
    coverage = survey_of(tree, f"import pytest\n\n\n@{marker}\ndef test_river(): ...\n")
    (problem,) = coverage.problems
    assert problem.startswith("tests/rules/test_play.py:4: seen pytest.mark.clause")
    assert coverage.tests == {}


@pytest.mark.parametrize(
    "source",
    [
        'river = pytest.mark.clause("sd", "(9)")\n@river\ndef test_river(): ...',
        '@pytest.mark.clause("sd", "(9)")\ndef river(): ...',
        '@pytest.mark.clause("sd", "(9)")\nclass River:\n    def test_river(self): ...',
        'if True:\n    @pytest.mark.clause("sd", "(9)")\n    def test_river(): ...',
        'for ante in ANTES:\n    MARKS.append(pytest.mark.clause("sd", "(9)"))',
        'CASES = [pytest.param(1, marks=pytest.mark.clause("sd", "(9)"))]',
        "clause = pytest.mark.clause",
    ],
)
def test_a_marker_that_reaches_no_test_is_a_problem(tree: Path, source: str) -> None:
    coverage = survey_of(tree, f"import pytest\n{source}\n")
    (problem,) = coverage.problems
    assert problem.startswith("tests/rules/test_play.py:")
    assert problem.endswith("a clause marker here reaches no test")
    assert coverage.tests == {}


@pytest.mark.parametrize("name", ["conftest.py", "play.py", "__init__.py"])
def test_a_marker_outside_a_test_file_is_a_problem(tree: Path, name: str) -> None:
    coverage = survey_of(tree, MARKED, name)
    assert coverage.problems == (f"tests/rules/{name}:4: a clause marker here reaches no test",)
    assert coverage.tests == {}


def test_a_marker_for_an_unknown_clause_or_rule_set_is_a_problem(tree: Path) -> None:
    source = """
        import pytest

        pytestmark = pytest.mark.clause("sd", "(99)", "(9)")

        @pytest.mark.clause("nsw-2042", "11.4.1")
        def test_first() -> None: ...

        def test_second() -> None: ...
    """
    assert survey_of(tree, source).problems == (
        "tests/rules/test_play.py:4: no such clause: sd (99)",
        "tests/rules/test_play.py:6: no such clause: nsw-2042 11.4.1",
    )


def test_a_file_that_is_not_python_is_a_problem(tree: Path) -> None:
    (problem,) = survey_of(tree, "def test_(:\n").problems
    assert problem.startswith("tests/rules/test_play.py:1: ")


@pytest.mark.parametrize(
    ("waiting", "problem"),
    [
        ('[sd]\n"(99)" = "Later."', "sd (99): no such clause"),
        ('[nsw-2024]\n"2.1" = "Later."', f"nsw-2024 2.1: {NO_NEED}its kind is outside"),
        ('[poker-room]\n"27.1" = "Later."', f"poker-room 27.1: {NO_NEED}its section is not played"),
        ('[nsw-2024]\n"11.4.1" = "Later."', f"nsw-2024 11.4.1: waits, but has a test: {EXPOSED}"),
        ('[sd]\n"(9)" = " "', "sd (9): seen ' ', expected a one-line reason"),
        ('[sd]\n"(9)" = "A\\nB"', "sd (9): seen 'A\\nB', expected a one-line reason"),
        ('[sd]\n"(9)" = 1', "sd (9): seen 1, expected a one-line reason"),
        ('sd = "Later."', "sd: seen 'Later.', expected a table of reasons"),
    ],
)
def test_a_wrong_entry_of_the_waiting_list_is_a_problem(
    tree: Path, waiting: str, problem: str
) -> None:
    (tree / "tests" / "rules" / "waiting.toml").write_text(waiting)
    assert survey_of(tree, MARKED).problems == (f"waiting.toml: {problem}",)


def test_a_waiting_list_that_cannot_be_read_is_a_problem(tree: Path) -> None:
    path = tree / "tests" / "rules" / "waiting.toml"
    path.write_text('[sd]\n"(9)" = "Later."\n"(9)" = "Again."\n')
    assert survey_of(tree, MARKED).problems[0].startswith("waiting.toml: seen ")
    path.unlink()
    assert survey_of(tree, MARKED).problems[0].startswith("waiting.toml: seen ")


def test_the_conformance_table_has_a_row_for_every_clause(tree: Path) -> None:
    (tree / "controller").mkdir()
    (tree / "controller" / "deal.py").write_text('"""Cards that were exposed (11.4.1)."""\n')
    text = conformance(survey_of(tree, MARKED))
    test, waits = f"`{EXPOSED}`", "waiting: The decks are not followed."
    for row in (
        f"| 4.1.1 | flow | Shuffle before play starts. | — | {waits} |",
        f"| 11.4.1 | irregularity | Misdeal. | `deal.py` | {test} |",
        rf"| 11.4.2 | irregularity | Play on \| no\_change. | — | {test} |",
        "| 2.1 | outside | Draw the seats. | — | — |",
        "| (9) | money | A river wager equals the ante. | — | — |",
        "| irregularity | 2 | 2 | 0 |",
        "| all | 4 | 2 | 1 |",
    ):
        assert row in text.splitlines()


def test_the_conformance_table_does_not_depend_on_the_order_of_the_tests(tree: Path) -> None:
    survey_of(tree, MARKED, "test_a.py")
    text = conformance(survey_of(tree, MARKED, "test_b.py"))
    assert "`test_a.py::test_exposed_card`<br>`test_b.py::test_exposed_card`" in text
    for name in ("test_b.py", "test_a.py"):
        (tree / "tests" / "rules" / name).unlink()
    survey_of(tree, MARKED, "test_b.py")
    assert conformance(survey_of(tree, MARKED, "test_a.py")) == text


def test_the_conformance_table_is_stale_until_it_is_written_again(tree: Path) -> None:
    before = survey_of(tree, MARKED)
    assert is_stale(tree, before)
    (tree / "docs").mkdir()
    (tree / "docs" / "CONFORMANCE.md").write_text(conformance(before), encoding="utf-8")
    assert not is_stale(tree, before)
    assert is_stale(tree, survey_of(tree, MARKED.replace("test_exposed", "test_shown")))


STEPS = (
    Step("open_round", (Phase.IDLE,), Phase.WAGERS, ("deck_verified",), "5.2", "5.3", "(1)"),
    Step("fold", (Phase.WAGERS, Phase.DEAL), Phase.FLOP_DECISIONS, (), "", "1.1:Fold", ""),
    Step("void", (Phase.FLOP_DECISIONS,), Phase.IDLE, ("a", "b"), "1.1", "1.1", "R41"),
)


def round_page(steps: Sequence[Step]) -> str:
    return StepPage(Path("docs", "ROUND.md"), "The round", "", steps, by_ruleset).text()


def test_the_diagram_draws_every_step_of_the_table() -> None:
    assert diagram(STEPS, by_ruleset) == dedent("""\
        stateDiagram-v2
            state "idle" as idle
            state "wagers" as wagers
            state "deal" as deal
            state "flop decisions" as flop_decisions
            [*] --> idle
            idle --> wagers : open_round [deck_verified]
            wagers --> flop_decisions : fold (nsw-2024)
            deal --> flop_decisions : fold (nsw-2024)
            flop_decisions --> idle : void [a, b]
        """)


def test_the_page_of_the_round_gives_the_clauses_below_the_diagram() -> None:
    page = round_page(STEPS)
    assert f"```mermaid\n{diagram(STEPS, by_ruleset)}```\n" in page
    assert "| `fold` | wagers, deal | flop decisions |  | — | 1.1:Fold | — |\n" in page


def test_the_page_names_the_clauses_of_the_shoe_beside_those_of_the_shuffling_device() -> None:
    page = round_page(ROUND)
    assert "| 7.2.6; from a shoe 7.3.7 | 7.2.6; from a shoe 7.3.7 | (6) |\n" in page


@pytest.mark.parametrize("page", step_pages(), ids=lambda page: page.path.name)
def test_the_page_of_steps_in_the_tree_is_fresh(page: StepPage) -> None:
    written = (Path(__file__).parents[3] / page.path).read_text(encoding="utf-8")
    assert written == page.text(), f"{page.path} is stale: run feltwork rules --diagram"


def test_the_diagram_of_the_real_round_has_every_phase_and_every_trigger() -> None:
    text = diagram(ROUND, by_ruleset)
    for phase in Phase:
        assert f"as {phase.value.replace('-', '_')}\n" in text
    for step in ROUND:
        assert f" : {step.trigger}" in text


def test_the_source_tree_is_found_from_any_folder_inside(tree: Path) -> None:
    inside = tree / "docs" / "pictures"
    inside.mkdir(parents=True)
    assert find_root(tree) == find_root(inside) == tree
    (tree / "pyproject.toml").unlink()
    assert find_root(inside) is None


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(command.rules)
    return CliRunner().invoke(app, arguments)


@pytest.fixture
def inside(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tree as the current folder, with the small rulebook, and one row missing."""
    survey_of(tree, MARKED)
    monkeypatch.chdir(tree)
    monkeypatch.setattr(command, "load_clauses", lambda: RULEBOOK)
    return tree


def test_the_command_prints_coverage_and_writes_the_table(inside: Path) -> None:
    result = run()
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["clauses", "tested", "nsw-2024", "sd", "poker-room"] in lines
    assert ["money", "0/1", "0/2"] in lines
    assert ["irregularity", "2/2"] in lines
    assert "Needed and without a test: 3; waiting: 1." in result.stdout
    assert "A river wager" not in result.stdout
    written = (inside / "docs" / "CONFORMANCE.md").read_text(encoding="utf-8")
    assert written == conformance(survey(inside, RULEBOOK))


def test_the_command_lists_what_is_missing_and_can_leave_the_table_alone(inside: Path) -> None:
    says(run("--missing", "--no-write"), "A river wager equals the ante.")
    assert not (inside / "docs").exists()


def test_the_command_writes_nothing_while_a_marker_is_wrong(inside: Path) -> None:
    survey_of(inside, '@pytest.mark.clause("sd", "(99)")\ndef test_river(): ...', "test_sd.py")
    stops(run(), 1, "tests/rules/test_sd.py:1: no such clause: sd (99)")
    assert not (inside / "docs").exists()


def test_the_command_writes_the_diagram_where_it_is_told(inside: Path) -> None:
    assert run("--diagram").exit_code == 0
    assert run("--diagram", "round.md").exit_code == 0
    for page in step_pages():
        assert (inside / page.path).read_text(encoding="utf-8") == page.text()
    assert (inside / "round.md").read_text(encoding="utf-8") == step_pages()[0].text()
    assert not (inside / "docs" / "CONFORMANCE.md").exists()


def test_a_file_without_the_diagram_is_refused(inside: Path) -> None:
    stops(run("round.md"), 2, "only together with --diagram")
    assert not (inside / "docs").exists()


def test_outside_a_source_tree_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run()
    stops(result, 2, "expected a source tree")
    assert result.stdout == ""
