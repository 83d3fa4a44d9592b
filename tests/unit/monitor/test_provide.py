"""How `make test-browser` gets its browser."""

from collections.abc import Sequence

from tests.browser.provide import provide

LINE = "apt-get install --yes --no-install-recommends chromium chromium-driver"
BOTH = ("chromium", "chromedriver")


def tried(
    missing: Sequence[str], *, root: bool, apt: bool = True, statuses: Sequence[int] = ()
) -> tuple[int, list[str], list[str]]:
    """The exit status, what was run and what was said."""
    ran, said, answers = list[str](), list[str](), iter(statuses)

    def run(line: Sequence[str]) -> int:
        ran.append(" ".join(line))
        return next(answers)

    return provide(missing, root=root, apt=apt, run=run, say=said.append), ran, said


def test_a_browser_that_is_there_is_left_alone() -> None:
    assert tried((), root=True) == (0, [], [])


def test_root_on_debian_installs_it_and_says_so() -> None:
    says = ["Installing the browser for the tests: chromium chromium-driver"]
    assert tried(BOTH, root=True, statuses=[0]) == (0, [LINE], says)
    assert tried(BOTH, root=True, statuses=[100, 0, 0])[:2] == (0, [LINE, "apt-get update", LINE])


def test_anybody_else_is_told_the_one_line_to_run() -> None:
    says = [f"The tests need chromium and chromedriver. To do:  sudo {LINE}"]
    assert tried(BOTH, root=False) == (1, [], says)
    assert tried(BOTH, root=True, apt=False) == (1, [], says)
    assert tried(BOTH, root=True, statuses=[100, 100])[0::2] == (
        1, ["Installing the browser for the tests: chromium chromium-driver", *says],
    )  # fmt: skip
