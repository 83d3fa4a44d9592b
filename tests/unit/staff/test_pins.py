"""PINs: which are good enough, how they are kept, and that they show themselves to nobody."""

import logging
import pickle
import stat
import traceback
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path

import pytest

from controller.staff import pins
from controller.staff.pins import Cost, Pin, RegisterError, StaffCard, Weakness

KEY = bytes(range(32))
WEAK = Cost(passes=1, memory_kib=8, lanes=1)
TEXT = "493817"


@pytest.mark.parametrize("text", [TEXT, "802461", "110385", "102030405060", "159753"])
def test_a_fair_pin_is_taken(text: str) -> None:
    assert Pin(text).weakness("117") is None


@pytest.mark.parametrize(
    ("weakness", "texts"),
    [
        (Weakness.NOT_DIGITS, ["", "49381a", "493 817", "493817\n", "-493817"]),
        (Weakness.NOT_DIGITS, ["49381\N{ARABIC-INDIC DIGIT SEVEN}", "\N{SUPERSCRIPT TWO}93817"]),
        (Weakness.LENGTH, ["1", "49381", "4938170264815"]),
        (Weakness.REPEATED, ["111111", "121212", "123123", "12312312", "112211", "493849384938"]),
        (Weakness.SEQUENCE, ["123456", "987654", "890123", "210987", "135791", "112233", "998876"]),
        (Weakness.OWN_NUMBER, ["481170", "117938"]),
    ],
)
def test_a_poor_pin_is_refused(weakness: Weakness, texts: list[str]) -> None:
    assert [Pin(text).weakness("117") for text in texts] == [weakness] * len(texts)


def test_a_staff_number_of_one_or_two_digits_may_be_in_a_pin() -> None:
    assert Pin("480938").weakness("48") is None


def test_a_hash_is_argon2id_salted_and_opened_by_its_pin_only() -> None:
    one = pins.hash_pin(KEY, "117", Pin(TEXT))
    other = pins.hash_pin(KEY, "117", Pin(TEXT), WEAK)
    assert one.startswith("$argon2id$v=19$m=65536,t=3,p=2$")
    assert one != other
    for kept in (one, other):
        assert pins.verify_pin(KEY, "117", kept, Pin(TEXT))
        assert not pins.verify_pin(KEY, "117", kept, Pin("493818"))
        assert not pins.verify_pin(KEY, "117", kept, Pin(""))


def test_a_hash_is_of_no_use_with_another_key_or_in_another_persons_line() -> None:
    kept = pins.hash_pin(KEY, "117", Pin(TEXT), WEAK)
    assert not pins.verify_pin(bytes(32), "117", kept, Pin(TEXT))
    assert not pins.verify_pin(KEY, "118", kept, Pin(TEXT))


@pytest.mark.parametrize("kept", ["", "no hash", "$argon2id$v=19$m=8,t=1,p=1$"])
def test_what_is_no_hash_matches_nothing(kept: str) -> None:
    assert not pins.verify_pin(KEY, "117", kept, Pin(TEXT))


def test_a_worker_verifies_beside_the_controllers_thread() -> None:
    kept = pins.hash_pin(KEY, "117", Pin(TEXT), WEAK)
    with ThreadPoolExecutor(1) as worker:
        assert worker.submit(pins.verify_pin, KEY, "117", kept, Pin(TEXT)).result(timeout=30)


def test_bytes_that_are_no_text_are_a_wrong_pin_and_not_an_error() -> None:
    odd = Pin("\udcff93817")
    assert odd.weakness() is Weakness.NOT_DIGITS
    assert odd != Pin(TEXT)
    assert not pins.verify_pin(KEY, "117", pins.hash_pin(KEY, "117", Pin(TEXT), WEAK), odd)


def test_a_card_is_kept_as_a_keyed_hash() -> None:
    card = StaffCard("%B6011000990139424^STAFF?")
    kept = pins.card_hash(KEY, card)
    assert pins.same_hash(kept, pins.card_hash(KEY, StaffCard("%B6011000990139424^STAFF?")))
    assert not pins.same_hash(kept, pins.card_hash(bytes(32), card))
    assert "6011" not in kept
    assert StaffCard(" \n").blank()
    assert not card.blank()


def test_equal_secrets_are_equal_and_nothing_else_is() -> None:
    assert Pin(TEXT) == Pin(TEXT)
    assert Pin(TEXT) != Pin("493818")
    assert Pin(TEXT) != TEXT
    with pytest.raises(TypeError):
        hash(Pin(TEXT))


def test_a_pin_shows_itself_to_nobody(caplog: pytest.LogCaptureFixture) -> None:
    pin = Pin(TEXT)
    caplog.set_level(logging.DEBUG)
    logging.getLogger("test").warning("seen %s %r", pin, {"pin": pin})
    shown = [repr(pin), str(pin), f"{pin}", f"{pin:>20}", f"{pin!r}", "%s" % pin, caplog.text]  # noqa: UP031
    shown += [repr([pin]), repr(StaffCard(TEXT)), str(vars(Pin).keys())]
    assert not any(TEXT in text for text in shown)
    assert repr(pin) == "Pin(hidden)"


def test_a_pin_is_not_written_down() -> None:
    for write in (pickle.dumps, copy):
        with pytest.raises(TypeError, match=r"Pin\(hidden\) is not to be written down"):
            write(Pin(TEXT))


def test_a_pin_is_not_in_a_traceback_with_all_its_variables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no memory")

    monkeypatch.setattr("argon2.PasswordHasher.hash", fail)
    pin = Pin(TEXT)
    try:
        pins.hash_pin(KEY, "117", pin, WEAK)
    except RuntimeError as error:
        lines = traceback.TracebackException.from_exception(error, capture_locals=True).format()
        told = "".join(lines)
    assert "no memory" in told
    assert TEXT not in told


def test_a_key_is_made_private_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "staff.db.key"
    key = pins.make_key(path)
    assert len(key) == 32
    assert pins.read_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(RegisterError, match="File exists"):
        pins.make_key(path)
    assert pins.read_key(path) == key


def test_a_key_that_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "staff.db.key"
    with pytest.raises(RegisterError, match="No such file"):
        pins.read_key(path)
    path.write_bytes(b"short")
    path.chmod(0o600)
    with pytest.raises(RegisterError, match="expected a key of 32 bytes, found 5"):
        pins.read_key(path)
    path.chmod(0o640)
    with pytest.raises(RegisterError, match="expected mode 0600, found 0640"):
        pins.read_key(path)
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(RegisterError, match="expected a plain file"):
        pins.read_key(folder)
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(RegisterError, match="expected a plain file"):
        pins.read_key(link)


def test_a_file_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match="cannot be made: No such file"):
        pins.make_key(tmp_path / "nowhere" / "staff.db.key")

    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(RegisterError, match="cannot be made: the disk is full"):
        pins.create_private(tmp_path / "staff.db", full)
    assert list(tmp_path.iterdir()) == []
