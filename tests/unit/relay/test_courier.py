"""Letters are carried until they have taken hold, whatever the store does in between."""

import threading
from pathlib import Path

import pytest

from controller.relay.courier import Courier
from controller.relay.keys import Claim, NoKey, admit, admitted, key_file, load_key, receive_tables
from controller.relay.letters import Box, Side, tagged
from controller.relay.memory import MemoryRelay
from simulators.games.tournament.people.room import CutRelay

KEY = bytes(range(32))


class Ends:
    """A desk and a table at the two ends of a store."""

    def __init__(self) -> None:
        self.relay = CutRelay(MemoryRelay())
        self.at_desk: list[tuple[int, bytes]] = []
        self.at_table: list[bytes] = []
        self.troubles: list[str] = []
        self.desk = Courier(
            self.relay,
            Side.DESK,
            lambda: {3: KEY},
            lambda table, body: self.at_desk.append((table, body)),
        )
        self.table = Courier(
            self.relay,
            Side.TABLE,
            lambda: {3: KEY},
            lambda _, body: self.at_table.append(body),
            self.troubles.append,
        )


def test_both_sides_hear_the_last_thing_the_other_has_said() -> None:
    ends = Ends()
    ends.desk.say({3: b"order 1"})
    ends.desk.say({3: b"order 2"})
    ends.table.say({3: b"report 1"})
    assert ends.desk.exchange()
    assert ends.table.exchange()
    assert ends.desk.exchange()
    assert ends.at_table == [b"order 2"]
    assert ends.at_desk == [(3, b"report 1")]


def test_a_letter_is_brought_again_until_it_has_taken_hold() -> None:
    ends = Ends()
    ends.desk.say({3: b"order"})
    ends.desk.exchange()
    ends.table.exchange()
    ends.table.exchange()
    assert ends.at_table == [b"order", b"order"]


def test_a_store_that_lost_a_letter_is_given_it_again() -> None:
    ends = Ends()
    ends.desk.say({3: b"order"})
    ends.desk.exchange()
    ends.relay.put(Box(3, Side.DESK), tagged(KEY, Box(3, Side.DESK), b"an old one"))
    ends.desk.exchange()
    ends.table.exchange()
    assert ends.at_table == [b"order"]


def test_a_cut_line_is_told_and_nothing_is_lost() -> None:
    ends = Ends()
    ends.table.say({3: b"report"})
    ends.relay.cut.add(3)
    assert not ends.table.exchange()
    assert ends.table.trouble == "The line of table 3 is cut."
    ends.relay.cut.clear()
    assert ends.table.exchange()
    ends.desk.exchange()
    assert ends.at_desk == [(3, b"report")]
    assert ends.troubles == ["The line of table 3 is cut.", ""]


def test_a_letter_without_the_key_is_refused_and_told() -> None:
    ends = Ends()
    box = Box(3, Side.DESK)
    ends.relay.put(box, tagged(bytes(32), box, b"all out"))
    assert ends.table.exchange()
    assert ends.at_table == []
    assert "was not signed with its key" in ends.troubles[0]


def test_a_table_is_not_told_what_is_for_another() -> None:
    ends = Ends()
    ends.desk.say({3: b"order", 4: b"for a table that was not admitted"})
    ends.desk.exchange()
    assert ends.relay.latest(Box(4, Side.DESK)) is None


def test_on_a_thread_of_its_own_it_goes_by_itself_and_ends_when_told() -> None:
    ends, heard = Ends(), threading.Event()
    table = Courier(ends.relay, Side.TABLE, lambda: {3: KEY}, lambda _, __: heard.set())
    with ends.desk, table:
        ends.desk.say({3: b"order"})
        assert heard.wait(10)
    assert table.stop()


def test_a_key_is_made_once_and_is_of_one_table(tmp_path: Path) -> None:
    receive_tables(tmp_path)
    first = admit(tmp_path, 3)
    assert admit(tmp_path, 3) == first == load_key(tmp_path, 3)
    assert admit(tmp_path, 12) != first
    assert admitted(tmp_path) == (3, 12)
    assert admitted(tmp_path / "nowhere") == ()


def test_a_key_that_cannot_be_trusted_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoKey, match="No key for table 3"):
        load_key(tmp_path, 3)
    with pytest.raises(NoKey, match="No tournament desk here"):
        admit(tmp_path, 3)
    assert not list(tmp_path.iterdir())
    receive_tables(tmp_path)
    admit(tmp_path, 3)
    path = key_file(tmp_path, 3)
    path.chmod(0o644)
    with pytest.raises(NoKey, match="chmod 600"):
        load_key(tmp_path, 3)
    path.chmod(0o600)
    for content in ("abcd", "no key"):
        path.write_text(content)
        with pytest.raises(NoKey, match="admit the table again"):
            load_key(tmp_path, 3)
    with pytest.raises(NoKey, match="cannot be written"):
        admit(tmp_path, int("9" * 300))
    (tmp_path / "tables" / "5.key").mkdir()
    with pytest.raises(NoKey, match="others could read it"):
        load_key(tmp_path, 5)


def test_the_number_of_a_table_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    receive_tables(tmp_path)
    one, other = Claim(tmp_path, 3), Claim(tmp_path, 3)
    with pytest.raises(NoKey, match="cannot be read"):
        one.hold()
    admit(tmp_path, 3)
    one.hold()
    one.hold()
    with pytest.raises(NoKey, match="Another console is table 3"):
        other.hold()
    one.release()
    other.hold()
    other.release()
    other.release()
