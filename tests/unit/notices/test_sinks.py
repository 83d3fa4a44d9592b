"""How sinks are found and made, and what an envelope is."""

import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from controller.config import WrongConfiguration
from controller.notices.sinks import Envelope, Sink, kinds, make_sinks
from tests.unit.notices.post import HEAD, envelope, notice, witness

PLUG_IN = """
    from controller.notices.sinks import SinkFault

    class Pager:
        def __init__(self, name, settings):
            self.name, self.number, self.paged = name, settings["number"], []

        def deliver(self, envelope):
            if len(self.paged) >= 2:
                raise SinkFault("The pager is full.")
            self.paged.append((self.number, envelope.notice.text))
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with installed packages: one of them brings a kind of sink."""
    (tmp_path / "their_pager.py").write_text(textwrap.dedent(PLUG_IN))
    install(tmp_path, "their-pager", "pager = their_pager:Pager")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "their_pager", raising=False)
    return tmp_path


def install(site: Path, name: str, entry: str) -> None:
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[feltwork.sinks]\n{entry}\n")


def made(**sinks: dict[str, object]) -> tuple[Sink, ...]:
    return make_sinks(sinks)


def test_the_sinks_that_come_with_feltwork_are_found(tmp_path: Path) -> None:
    assert {"log-file", "webhook"} <= set(kinds())
    sinks = made(
        desk={"kind": "webhook", "url": "https://desk.example/hook"},
        log={"kind": "log-file", "path": str(tmp_path / "notices.jsonl")},
    )
    assert [sink.name for sink in sinks] == ["desk", "log"]
    assert make_sinks({}) == ()


@pytest.mark.usefixtures("site")
def test_a_plug_in_of_somebody_elses_is_found_by_its_entry_point() -> None:
    assert "pager" in kinds()
    (pager,) = made(pit={"kind": "pager", "number": "555"})
    pager.deliver(envelope())
    assert pager.name == "pit"
    assert getattr(pager, "paged") == [("555", notice().text)]  # noqa: B009


def test_a_kind_nobody_has_installed_is_named_with_those_there_are() -> None:
    with pytest.raises(
        WrongConfiguration, match=r"sink 'x': no plug-in for kind 'smoke'.*log-file"
    ):
        made(x={"kind": "smoke"})
    with pytest.raises(WrongConfiguration, match="no plug-in for kind None"):
        made(x={})


def test_two_plug_ins_for_one_kind_are_refused(site: Path) -> None:
    install(site, "other-pager", "pager = other_pager:Pager")
    with pytest.raises(WrongConfiguration, match="2 plug-ins for kind 'pager' seen, expected one"):
        made(pit={"kind": "pager"})


@pytest.mark.parametrize("value", ["nowhere:Pager", "their_pager:Beeper"])
def test_a_plug_in_that_cannot_be_loaded_is_named(site: Path, value: str) -> None:
    install(site, "broken-pager", f"broken = {value}")
    with pytest.raises(WrongConfiguration, match=f"plug-in '{value}' cannot be loaded"):
        made(pit={"kind": "broken"})


def test_a_wrong_setting_is_named_and_its_value_is_not() -> None:
    with pytest.raises(WrongConfiguration, match=r"'log': path: .*expected the path") as caught:
        made(log={"kind": "log-file", "path": 5})
    assert "5" not in str(caught.value)
    with pytest.raises(WrongConfiguration, match="sink 'log': password: Extra inputs"):
        made(log={"kind": "log-file", "path": "x", "password": "SECRET"})


def test_the_key_is_the_same_for_every_try_and_another_for_every_notice() -> None:
    first = envelope(1)
    assert replace(first, sent=witness(HEAD._replace(position=80))).key == first.key
    others = [
        envelope(2),
        replace(first, table="table-8"),
        replace(first, notice=replace(first.notice, at=first.notice.at + 1)),
        replace(first, notice=replace(first.notice, to="surveillance")),
    ]
    assert len({first.key, *(other.key for other in others)}) == 5
    assert len(first.key) == 32


def test_whatever_the_text_an_envelope_is_one_line_of_ascii() -> None:
    odd = replace(notice(), text='Line one\nline two\u2028"\u00e9\U0001f0a1"')
    line = Envelope("t\u00e4ble\n", odd, witness(HEAD)).to_json()
    assert line.isascii()
    assert b"\n" not in line
