"""The written report of a run, as Markdown."""

import platform
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from controller.domain.frozen import frozen
from ui.commands.conformance.steps import Finding, Verdict

PACKAGES: Final = ("feltwork", "pyserial", "pyusb", "libusb-package", "cobs", "cryptography")


@frozen
class Run:
    """What was tried, on what, when."""

    device: str
    port: str
    simulated: bool
    """A pseudo-terminal has no device behind it either."""
    identity: str
    began: str
    """ISO 8601, UTC."""
    findings: Sequence[Finding]

    @property
    def failed(self) -> bool:
        return bool(self.count(Verdict.FAILED))

    def count(self, verdict: Verdict) -> int:
        return Counter(finding.verdict for finding in self.findings)[verdict]

    def summary(self) -> str:
        """One sentence; where something failed, which steps."""
        counts = ", ".join(f"{self.count(verdict)} {verdict}" for verdict in Verdict)
        failed = [one.step.name for one in self.findings if one.verdict is Verdict.FAILED]
        return f"{counts}." + (f" Failed: {'; '.join(failed)}." if failed else "")


def versions() -> dict[str, str]:
    """Of what was used."""
    found = {"Python": platform.python_version(), "system": platform.platform()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def markdown(run: Run) -> str:
    """The whole report."""
    time = ", virtual time" if run.port == "sim" else ""
    port = f"{run.port} (SIMULATED device{time})" if run.simulated else run.port
    facts = {
        "device": run.device,
        "port": port,
        "identity": run.identity or "not identified",
        "began": run.began,
        "device time": f"{sum(finding.ms for finding in run.findings) / 1_000:.1f} s",
    } | versions()
    lines = [f"# Conformance of {run.device}{', SIMULATED' * run.simulated}", "", run.summary(), ""]
    lines += _table(("", ""), [(name, text) for name, text in facts.items()])
    lines += ["", "## Steps", ""]
    heads = ("", "step", "result", "tried", "expected", "found, or why not tried", "ms")
    lines += _table(heads, [_row(number, one) for number, one in enumerate(run.findings, 1)])
    return "\n".join(lines) + "\n"


def _row(number: int, one: Finding) -> tuple[str, ...]:
    result = one.verdict.upper() if one.verdict is Verdict.FAILED else one.verdict
    step = one.step
    return str(number), step.name, result, step.tried, step.expected, one.seen, str(one.ms)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    rule = "|" + "---|" * len(heads)
    return [_line(heads), rule, *(_line(row) for row in rows)]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(text: str) -> str:
    """What a device says about itself cannot break the table."""
    return " ".join(text.replace("\\", "\\\\").replace("|", "\\|").split())
