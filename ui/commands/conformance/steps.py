"""A suite is a list of steps; running it gives a finding for each."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from controller.domain.frozen import frozen
from drivers.faults import DeviceFault, LocalMisuse, WrongDevice


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Unmet(Exception):
    """The device did something else than expected: what was seen."""


class NotTried(Exception):
    """The step cannot be tried here: why."""


@frozen
class Step:
    """One thing a device has to do."""

    name: str
    tried: str
    expected: str
    run: Callable[[], str]
    """Returns what was seen; raises `Unmet` or `NotTried`."""
    essential: bool = False
    """Where it fails, nothing after it can be tried."""


@frozen
class Finding:
    """What came of a step."""

    step: Step
    verdict: Verdict
    seen: str
    """Or, where it was skipped, the reason."""
    ms: int = 0


def met(fact: bool, seen: str) -> None:
    """Fail the step with what was seen unless this holds."""
    if not fact:
        raise Unmet(seen)


def three_times(ask: Callable[[], int], within_ms: int) -> str:
    """Asked so often, each answer came in time."""
    took = [ask() for _ in range(3)]
    seen = f"answered after {', '.join(map(str, took))} ms"
    met(max(took) <= within_ms, seen)
    return seen


def run_steps(steps: Sequence[Step], now_ms: Callable[[], int]) -> Iterator[Finding]:
    """One finding after the other; a step that fails does not keep the next from being tried."""
    lost = ""
    for step in steps:
        if lost:
            yield Finding(step, Verdict.SKIPPED, f"not tried because “{lost}” failed")
            continue
        finding = _try(step, now_ms)
        if step.essential and finding.verdict is Verdict.FAILED:
            lost = step.name
        yield finding


def _try(step: Step, now_ms: Callable[[], int]) -> Finding:
    began = now_ms()
    try:
        seen, verdict = step.run(), Verdict.PASSED
    except NotTried as why:
        seen, verdict = str(why), Verdict.SKIPPED
    except (Unmet, DeviceFault, WrongDevice, LocalMisuse) as unmet:
        seen, verdict = str(unmet), Verdict.FAILED
    return Finding(step, verdict, seen, now_ms() - began)
