"""What Qt needs of the machine: found, installed where that may be done, named where not."""

from collections.abc import Sequence

import pytest

from ui.commands.examine import qt_libraries
from ui.commands.examine.qt_libraries import LIBRARIES, Library, missing, provide

EGL = LIBRARIES[0]
CURSOR = next(library for library in LIBRARIES if library.windows)


class Apt:
    """What was run and said; the first runs may fail."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.ran: list[list[str]] = []
        self.said: list[str] = []

    def run(self, line: Sequence[str]) -> int:
        self.ran.append(list(line))
        return self.statuses.pop(0) if self.statuses else 0

    def provide(self, *absent: Library, root: bool = True, apt: bool = True) -> int:
        return provide(absent, root=root, apt=apt, run=self.run, say=self.said.append)


def test_nothing_is_run_or_said_when_nothing_is_missing() -> None:
    apt = Apt()
    assert apt.provide() == 0
    assert (apt.ran, apt.said) == ([], [])


def test_root_on_debian_gets_what_is_missing_installed() -> None:
    apt = Apt()
    assert apt.provide(EGL, CURSOR) == 0
    assert apt.ran == [
        ["apt-get", "install", "--yes", "--no-install-recommends", "libegl1", "libxcb-cursor0"]
    ]
    assert "libegl1 libxcb-cursor0" in apt.said[0]


def test_the_lists_are_fetched_when_a_package_is_not_known() -> None:
    apt = Apt(100, 0, 0)
    assert apt.provide(EGL) == 0
    assert [line[1] for line in apt.ran] == ["install", "update", "install"]


@pytest.mark.parametrize(("root", "apt_there"), [(False, True), (True, False)])
def test_others_are_told_the_one_line_to_run_and_it_stops(root: bool, apt_there: bool) -> None:
    apt = Apt()
    assert apt.provide(EGL, root=root, apt=apt_there) == 1
    assert apt.ran == []
    line = "sudo apt-get install --yes --no-install-recommends libegl1"
    assert apt.said[0].endswith(f"Run:  {line}")


def test_what_only_windows_need_does_not_stop_it() -> None:
    assert Apt().provide(CURSOR, root=False) == 0


def test_an_installation_that_fails_stops_it() -> None:
    apt = Apt(100, 100)
    assert apt.provide(EGL) == 1


def test_what_does_not_load_is_missing() -> None:
    assert missing(lambda soname: soname != EGL.soname) == (EGL,)
    assert not qt_libraries.loads("libnothing-of-the-kind.so.7")


@pytest.mark.parametrize(
    ("absent", "state"), [((), "fine"), ((CURSOR,), "note"), ((EGL, CURSOR), "wrong")]
)
def test_the_doctor_names_the_packages(
    absent: tuple[Library, ...], state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qt_libraries, "missing", lambda: absent)
    check = qt_libraries.examine()
    assert check.state == state
    assert all(library.package in check.to_do for library in absent)
