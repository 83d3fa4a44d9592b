"""The sign's driver on a simulated sign: it sets up, keeps up, and says when something is wrong."""

import threading
from itertools import combinations, pairwise

import pytest

from drivers.alphasign import commands as c
from drivers.alphasign.config import SignConfig, StringFile, line_ms, parse_line
from drivers.alphasign.driver import Sign
from drivers.alphasign.protocol import Role, SignLine
from drivers.attendant import Attendant
from drivers.faults import DeviceFault, LocalMisuse
from drivers.health import Condition, Health
from simulators.people.felt import wait_until
from simulators.sign import SignFault, SimSign
from tests.unit.drivers.alphasign.table import Board

WIRED = SignConfig(wired=True)
UNWIRED = SignConfig(wired=False)
BOTH = pytest.mark.parametrize("config", [WIRED, UNWIRED], ids=["wired", "unwired"])


def showing(for_ms: int = 3_000) -> Board:
    """A wired sign that has shown a dollar for so long."""
    board = Board(WIRED)
    board.sign.show("$1.00")
    board.run(for_ms)
    return board


@pytest.fixture
def board() -> Board:
    return showing()


@BOTH
def test_a_new_sign_is_set_up_and_shows_the_text(config: SignConfig) -> None:
    board = Board(config)
    board.sign.show("$12,345.67")
    assert board.run(2_000, lambda: board.shows == "$12,345.67") < 2_000
    assert [type(command) for command in board.device.taken][:4] == [
        c.SetMemory,
        c.WriteText,
        c.SetRunSequence,
        c.WriteString,
    ]
    assert not board.device.errors


def test_the_sign_says_who_it_is() -> None:
    assert Board(WIRED).sign.health.identity == "Alpha sign, firmware 10404402E"
    assert Board(UNWIRED).sign.health.identity == "Alpha sign, cannot be read back"


def test_nothing_is_written_before_somebody_says_what() -> None:
    board = Board(WIRED)
    board.run(20_000)
    assert not any(isinstance(command, c.WriteString) for command in board.device.taken)
    assert board.condition is Condition.WORKING


def test_a_sign_that_is_set_up_is_not_set_up_again() -> None:
    board = showing(for_ms=10_000)
    board.device.taken.clear()
    board.reconnect()
    board.run(10_000)
    assert [type(command) for command in board.device.taken] == [c.WriteString]


@pytest.mark.parametrize(
    ("spoilt", "mended"),
    [
        (c.WriteText("T", b"else"), [c.WriteText]),
        (c.SetRunSequence(""), [c.SetRunSequence]),
        (c.SetMemory((c.text_entry("T", 5),)), [c.SetMemory, c.WriteText, c.SetRunSequence]),
    ],
)
def test_only_what_differs_is_set_up(
    board: Board, spoilt: c.WriteText | c.SetRunSequence | c.SetMemory, mended: list[type]
) -> None:
    board.device.meddle(board.clock.now_ms, spoilt)
    board.device.taken.clear()
    board.reconnect()
    board.run(5_000)
    assert [type(command) for command in board.device.taken] == [*mended, c.WriteString]
    assert board.shows == "$1.00"


@pytest.mark.untraced
@BOTH
def test_a_counting_meter_never_blanks_the_sign_and_leaves_the_line_free(
    config: SignConfig,
) -> None:
    config = SignConfig(wired=config.wired, line=parse_line("4800 7E2"))
    board = Board(config)
    board.sign.show("$0.00")
    board.run(2_000)
    board.line.sent, shown = b"", len(board.device.shown)
    start = board.clock.now_ms
    for cents in range(2_000):
        board.sign.show(f"${cents / 100:.2f}")
        board.run(20)
    took = board.clock.now_ms - start
    board.run(2_000)
    texts = [shown.text.strip() for shown in list(board.device.shown)[shown:]]
    assert board.shows == "$19.99"
    assert "" not in texts
    assert len(texts) > 20
    assert all(before != after for before, after in pairwise(texts))
    assert line_ms(config.line, len(board.line.sent)) < took / 2


def test_a_change_that_goes_back_is_not_written(board: Board) -> None:
    board.device.taken.clear()
    board.sign.show("$2.00")
    board.sign.show("$1.00")
    board.run(10_000)
    assert not board.device.taken


def test_only_the_string_that_differs_is_written_and_none_starves() -> None:
    config = SignConfig(wired=True, strings=(StringFile("J", 10), StringFile("L", 10)))
    board = Board(config)
    board.sign.show("$1.00", "OPEN")
    board.run(5_000)
    assert board.device.displayed.split() == ["$1.00", "OPEN"]
    board.device.taken.clear()
    board.sign.show("$1.00", "CLOSED")
    board.run(5_000)
    assert board.device.taken.pop() == c.WriteString("L", b"  CLOSED  ")
    assert not board.device.taken
    board.sign.show("$0.00", "LAST")
    for cents in range(400):
        board.sign.show(f"${cents}", "LAST")
        board.run(10)
    assert board.device.displayed.split()[1] == "LAST"


def test_a_wrong_number_of_texts_or_a_text_that_does_not_fit_is_misuse() -> None:
    sign = Sign(WIRED)
    sign.show("$1.00")
    for wrong in ((), ("a", "b"), ("$" * 21,), ("£1",)):
        with pytest.raises(LocalMisuse):
            sign.show(*wrong)
    assert sign.desired == {"J": b"$1.00".center(20)}


def test_a_stuck_sign_is_said_with_what_it_shows(board: Board) -> None:
    board.device.fault = SignFault.STUCK
    board.sign.show("$2.00")
    assert board.run(20_000, lambda: board.condition is Condition.FAULTY) < 5_000
    assert "shows '$1.00' instead of '$2.00'" in board.sign.health.reason
    board.device.fault = SignFault.NONE
    assert board.run(20_000, lambda: board.condition is Condition.WORKING) < 10_000
    assert board.shows == "$2.00"


@pytest.mark.parametrize("fault", [SignFault.DEAD, SignFault.DEAF])
def test_a_sign_that_does_not_answer_is_said(board: Board, fault: SignFault) -> None:
    board.device.fault = fault
    assert board.run(30_000, lambda: board.condition is Condition.FAULTY) < 15_000
    assert "does not answer" in board.sign.health.reason
    assert "9600 7E1" in board.sign.health.reason
    board.sign.show("$2.00")
    board.run(5_000)
    board.device.fault = SignFault.NONE
    board.run(10_000, lambda: board.shows == "$2.00" and board.condition is Condition.WORKING)
    assert board.shows == "$2.00"
    assert board.condition is Condition.WORKING


def test_a_sign_that_is_dead_from_the_start_is_said_and_comes_right() -> None:
    device = SimSign()
    device.fault = SignFault.DEAD
    board = Board(WIRED, device)
    board.sign.show("$1.00")
    board.run(10_000)
    assert board.condition is Condition.FAULTY
    device.fault = SignFault.NONE
    board.run(15_000, lambda: board.condition is Condition.WORKING)
    assert board.shows == "$1.00"


def test_a_sign_whose_answers_are_lost_is_set_up_all_the_same() -> None:
    board = Board(WIRED, SimSign(wired=False))
    board.sign.show("$1.00")
    board.run(10_000)
    assert board.shows == "$1.00"
    assert board.condition is Condition.FAULTY
    set_ups = sum(isinstance(command, c.SetMemory) for command in board.device.taken)
    board.run(60_000)
    assert sum(isinstance(command, c.SetMemory) for command in board.device.taken) == set_ups == 1


def test_a_sign_that_lost_its_memory_is_set_up_again(board: Board) -> None:
    board.device.lose_power(memory_kept=False)
    assert board.shows == "$1.00" or not board.shows
    board.device.update(board.clock.now_ms, b"")
    assert board.run(30_000, lambda: board.shows == "$1.00") < 15_000


def test_a_sign_that_keeps_no_set_up_is_said_and_not_blanked_all_the_time() -> None:
    device = SimSign(pool_bytes=10)
    board = Board(WIRED, device)
    board.sign.show("$1.00")
    board.run(60_000)
    assert board.condition is Condition.FAULTY
    assert "set-up" in board.sign.health.reason
    assert board.line.sent.count(b"\x02E$T") < 10


def test_what_the_sign_says_of_its_line_is_passed_on_and_cleared(board: Board) -> None:
    board.line.spoil = lambda data: data.replace(b"$2", b"$3")
    board.sign.show("$2.00")
    board.run(20_000, lambda: board.condition is Condition.FAULTY)
    assert "It reports CHECKSUM" in board.sign.health.reason
    assert not board.device.errors
    assert board.shows == "$1.00"


def test_an_unwired_sign_gets_everything_again_from_time_to_time() -> None:
    board = Board(UNWIRED)
    board.line.spoil = lambda data: b""
    board.sign.show("$1.00")
    board.run(5_000)
    board.line.spoil = lambda data: data
    board.run(UNWIRED.refresh_ms + 2_000)
    assert board.shows == "$1.00"
    board.device.lose_power(memory_kept=False)
    board.run(UNWIRED.set_up_ms + 5_000)
    assert board.shows == "$1.00"
    assert board.condition is Condition.WORKING  # nobody can know better


def test_a_message_over_everything_is_said_and_taken_away(board: Board) -> None:
    board.device.meddle(board.clock.now_ms, c.WriteText("0", b"088"))
    assert board.run(20_000, lambda: board.condition is Condition.FAULTY) < 8_000
    assert "shows '088' over everything" in board.sign.health.reason
    assert board.run(20_000, lambda: board.condition is Condition.WORKING) < 10_000
    assert board.shows == "$1.00"


@pytest.mark.parametrize(
    ("meddled", "said"),
    [
        (c.WriteText("T", c.text_file(b"NO")), "shows 'NO' in place of its text"),
        (c.WriteText("T", c.text_file(b"", c.Mode.FLASH)), "shows '' in place of its text"),
        (c.SetRunSequence(""), "shows files '' where 'T' was sent"),
    ],
)
@pytest.mark.parametrize("counting", [False, True])
def test_another_text_on_the_sign_is_said_and_taken_away(
    meddled: c.WriteText | c.SetRunSequence, said: str, counting: bool
) -> None:
    board = showing(for_ms=30_000)
    board.device.meddle(board.clock.now_ms, meddled)
    assert board.shows != "$1.00"

    def faulty() -> bool:
        if counting:
            board.sign.show(f"${board.clock.now_ms}")
        return board.condition is Condition.FAULTY

    assert board.run(20_000, faulty) < 12_000
    assert said in board.sign.health.reason
    assert "something else is writing to it" in board.sign.health.reason
    board.sign.show("$2.00")
    assert board.run(20_000, lambda: board.condition is Condition.WORKING) < 10_000
    assert board.shows == "$2.00"


def test_a_sign_at_rest_is_asked_little() -> None:
    """The string, what stands over it, and in turn the text and the run sequence."""
    board = showing(for_ms=30_000)
    board.line.sent = b""
    board.run(20 * WIRED.check_ms)
    asked = [board.line.sent.count(code) for code in (b"\x02HJ", b"\x02B0", b"\x02BT", b"\x02F.")]
    assert sum(asked) == board.line.sent.count(b"\x02") <= 60
    assert asked[0] == asked[1] == asked[2] + asked[3]
    assert abs(asked[2] - asked[3]) <= 1


def test_a_sign_that_keeps_its_priority_file_to_itself_is_not_called_silent() -> None:
    board = Board(WIRED)
    board.sign.show("$1.00")
    board.line.spoil = lambda data: b"" if b"\x02B0" in data else data
    board.run(60_000)
    assert board.condition is Condition.WORKING
    asked = board.line.sent.count(b"\x02B0")
    board.run(60_000)
    assert board.line.sent.count(b"\x02B0") == asked <= 4


def test_a_question_that_lost_characters_writes_nothing(board: Board) -> None:
    """Whichever one, two or three characters are lost of a question, it changes nothing."""
    questions = {
        SignLine(Role.HOST).send(question)
        for question in (
            c.ReadText("T"),
            c.ReadText("0"),
            c.ReadString("J"),
            c.ReadMemory(),
            c.ReadRunSequence(),
            c.ReadSerialErrors(),
            c.ReadGeneralInformation(),
            c.ClearSerialErrors(),
        )
    }
    board.device.taken.clear()
    now = board.clock.now_ms
    for question in sorted(questions):
        for count in (1, 2, 3):
            for lost in combinations(range(5, len(question)), count):
                kept = bytes(byte for at, byte in enumerate(question) if at not in lost)
                now += 2_000
                board.device.update(now, kept)
    assert not board.device.taken


def test_health_is_felt_once_a_change() -> None:
    board = showing(for_ms=5_000)
    board.device.fault = SignFault.DEAD
    board.run(60_000)
    board.device.fault = SignFault.NONE
    board.run(60_000)
    assert [health.condition for health in board.felt] == [
        Condition.WORKING,
        Condition.FAULTY,
        Condition.WORKING,
    ]


def test_the_attendants_word_comes_first() -> None:
    board = Board(WIRED)
    board.device.fault = SignFault.DEAD
    board.run(30_000)
    board.sign.attended(Health(Condition.ABSENT, "sign: unplugged"))
    assert board.sign.health == Health(Condition.ABSENT, "sign: unplugged")


def test_a_pulled_plug_is_a_device_fault() -> None:
    board = Board(WIRED)
    board.line.close()
    with pytest.raises(DeviceFault):
        board.session.step()


@pytest.mark.parametrize("bytes_of_noise", [1, 10_000])
def test_noise_on_the_return_line_bounds_every_wait(bytes_of_noise: int) -> None:
    board = Board(WIRED)
    board.line.spoil_answer = lambda data: b"\x55" * bytes_of_noise
    for _ in range(50):
        before = board.clock.now_ms
        board.session.step()
        assert board.clock.now_ms - before <= 3 * WIRED.reply_ms_max + 2_000


def test_an_answer_about_another_file_or_of_two_commands_is_none(board: Board) -> None:
    link = SignLine(Role.DEVICE)
    twice = link.send(c.WriteString("J", b"x"), c.WriteString("J", b"y"))
    board.line.spoil_answer = lambda data: (
        link.send(c.WriteString("K", b"")) + twice if data else b""
    )
    assert board.run(30_000, lambda: board.condition is Condition.FAULTY) < 15_000
    assert "does not answer" in board.sign.health.reason


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next() -> None:
    board = Board(WIRED, SimSign(reply_ms=WIRED.reply_ms_max + 200))
    board.sign.show("$1.00")
    board.run(30_000)
    assert board.condition is Condition.FAULTY
    assert "shows" not in board.sign.health.reason.split(":")[1].split(",")[0]


def test_show_may_be_called_from_any_thread_at_any_time() -> None:
    board = Board(WIRED)
    ended = threading.Event()

    def count() -> None:
        for cents in range(3_000):
            board.sign.show(f"${cents}")
        ended.set()

    thread = threading.Thread(target=count)
    thread.start()
    board.run(3_000, ended.is_set)
    thread.join(60)
    board.run(5_000)
    assert board.shows == "$2999"


def test_the_attendant_runs_it() -> None:
    """On its own thread, with time that goes by as it waits."""
    board = Board(WIRED)
    sign = Sign(WIRED, now_ms=lambda: board.clock.now_ms)
    sign.show("$7.00")
    attendant = Attendant("sign", lambda: board.line, sign.session, sign.attended)
    attendant.start()
    assert wait_until(lambda: sign.health.condition is Condition.WORKING, 60)
    assert wait_until(lambda: board.shows == "$7.00", 60)
    assert attendant.stop()
