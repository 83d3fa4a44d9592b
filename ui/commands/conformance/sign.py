"""What a jackpot sign has to do: keep its set-up, show what is written, and say so when asked."""

from collections.abc import Callable
from typing import Final

from drivers.alphasign.commands import SetMemory, WriteText, text_file
from drivers.alphasign.driver import Sign, SignSession
from drivers.health import Condition, Health
from drivers.transport import ByteTransport
from ui.commands.conformance.bench import Clock, LineBench
from ui.commands.conformance.hands import Deed, Hands
from ui.commands.conformance.steps import NotTried, Step, Unmet, met

FOLLOW_MS_MAX: Final = 8_000
SET_UP_MS_MAX: Final = 15_000
NOTICE_MS_MAX: Final = 20_000
FIRST, SECOND, THIRD = "$12,345.67", "$12,345.68", "$12,345.69"


def reads(text: str) -> str:
    """What a person is asked."""
    return f"Does the sign show {text}?"


def steady(before: str, after: str) -> str:
    return f"Has {before} changed to {after} without the sign going blank?"


class SignBench(LineBench[SignSession]):
    """A sign and its driver."""

    def __init__(
        self, open_: Callable[[], ByteTransport], sign: Sign, clock: Clock, hands: Hands
    ) -> None:
        super().__init__(open_, clock, hands)
        self.sign = sign

    def driven(self, transport: ByteTransport) -> SignSession:
        return self.sign.session(transport)

    def connect(self) -> int:
        took = super().connect()
        self.sign.attended(Health(Condition.WORKING, "", self.identity))
        return took


class SignSuite:
    """Read back where the cable has a return line; otherwise somebody has to look."""

    def __init__(self, bench: SignBench) -> None:
        self._bench = bench
        self._wired = bench.sign.config.wired

    def steps(self) -> list[Step]:
        reply = self._bench.sign.config.reply_ms_max
        return [
            Step(
                "identify",
                "ask for general information",
                "its firmware" if self._wired else "no answer: its cable has no return line",
                self._identify,
                essential=True,
            ),
            Step(
                "set-up kept",
                "write memory, text file and run sequence, then read them",
                f"as written within {SET_UP_MS_MAX} ms",
                self._set_up,
            ),
            Step(
                "text followed",
                f"write {FIRST}, then {SECOND}, and read each back",
                f"each within {FOLLOW_MS_MAX} ms",
                self._text,
            ),
            Step("answers in time", "time every answer", f"at most {reply} ms", self._timing),
            Step(
                "text to be seen",
                f"write {THIRD}. {reads(THIRD)} {steady(SECOND, THIRD)}",
                "yes, yes",
                self._look,
            ),
            Step(
                "resynchronise after reopening",
                "close it, ask for another text, open it again",
                "it shows that text without being set up again, which would blank it",
                self._reopen,
            ),
            Step(
                "another text is noticed",
                "overwrite its text file, as somebody else might",
                f"reported as faulty within {NOTICE_MS_MAX} ms, then working with its own text",
                self._overwritten,
            ),
            Step(
                "a dead sign is noticed",
                f"{Deed.SWITCH_OFF} {Deed.SWITCH_ON}",
                f"reported as faulty within {NOTICE_MS_MAX} ms, then working with its text",
                self._dead,
            ),
            Step(
                "text after an unplug",
                f"{Deed.UNPLUG} {Deed.PLUG}",
                f"the text within {FOLLOW_MS_MAX} ms",
                self._unplug,
            ),
        ]

    def _identify(self) -> str:
        seen = self._bench.identify()
        if self._wired and "firmware" not in seen:
            raise Unmet(
                "no answer. Check its power, its cable and the line settings (--line); where the "
                "cable has no return line, say so with --no-return-line"
            )
        return seen

    def _needs_answers(self) -> None:
        if not self._wired:
            raise NotTried("the cable has no return line, so the sign cannot be read")

    def _right(self) -> None:
        health = self._bench.sign.health
        met(health.condition is Condition.WORKING, health.reason)

    def _set_up(self) -> str:
        self._needs_answers()
        bench, wanted = self._bench, self._bench.sign.config.text.data
        took = bench.reached(lambda: wanted in bench.line().came, SET_UP_MS_MAX)
        self._right()
        if took is None:
            raise Unmet(f"not read back within {SET_UP_MS_MAX} ms: it does not keep what is sent")
        return f"as written, after {took} ms"

    def _shown(self, text: str) -> int:
        """Written, and read back from the sign itself."""
        bench = self._bench
        bench.line().clear()
        bench.sign.show(text)
        took = bench.reached(lambda: text.encode() in bench.line().came, FOLLOW_MS_MAX)
        self._right()
        if took is None:
            raise Unmet(f"{text} not read back within {FOLLOW_MS_MAX} ms: it ignores what is sent")
        return took

    def _text(self) -> str:
        self._needs_answers()
        return f"read back after {self._shown(FIRST)} and {self._shown(SECOND)} ms"

    def _timing(self) -> str:
        self._needs_answers()
        took, most = self._bench.line().answer_ms, self._bench.sign.config.reply_ms_max
        met(took <= most, f"the slowest answer took {took} ms")
        return f"the slowest answer took {took} ms"

    def _look(self) -> str:
        bench = self._bench
        bench.ready()
        for text in (SECOND, THIRD):
            bench.sign.show(text)
            bench.run(FOLLOW_MS_MAX // 4)
        for sight in (reads(THIRD), steady(SECOND, THIRD)):
            met(bench.hands.sees(sight), f"no: {sight}")
        return "yes, yes"

    def _reopen(self) -> str:
        self._needs_answers()
        bench = self._bench
        self._shown(THIRD)
        bench.close()
        bench.connect()
        took = self._shown(FIRST)
        anew = bench.sign.config.link().send(SetMemory(bench.sign.config.memory.files))
        met(anew not in bench.line().sent, "it had lost its memory and had to be set up again")
        return f"read back {took} ms after it was opened, not set up again"

    def _overwritten(self) -> str:
        self._needs_answers()
        bench, config = self._bench, self._bench.sign.config
        self._shown(SECOND)
        foreign = WriteText(config.text_label, text_file(b"NO"))
        bench.line().write(config.link().send(foreign))
        bench.until(self._faulty, NOTICE_MS_MAX, "nobody noticed")
        reason = bench.sign.health.reason
        bench.line().clear()
        bench.until(self._back, SET_UP_MS_MAX, "it did not work again")
        return reason

    def _dead(self) -> str:
        self._needs_answers()
        bench = self._bench
        self._shown(SECOND)
        bench.hands.do(Deed.SWITCH_OFF)
        bench.until(self._faulty, bench.hands.wait_ms + NOTICE_MS_MAX, "nobody noticed")
        reason = bench.sign.health.reason
        bench.hands.do(Deed.SWITCH_ON)
        bench.line().clear()
        bench.until(self._back, bench.hands.wait_ms + SET_UP_MS_MAX, "it did not work again")
        return reason

    def _faulty(self) -> bool:
        return self._bench.sign.health.condition is Condition.FAULTY

    def _back(self) -> bool:
        return not self._faulty() and SECOND.encode() in self._bench.line().came

    def _unplug(self) -> str:
        took, _ = self._bench.replug()
        if self._wired:
            self._shown(THIRD)
        return f"working again after {took} ms"
