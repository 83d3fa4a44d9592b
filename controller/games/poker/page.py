"""The table of steps as a page: a diagram, and every row with its clause."""

from controller.games.poker.phases import Phase
from controller.games.poker.table import HAND, Step


def hand_page() -> str:
    """`docs/HAND.md`."""
    lines = [
        "# The hand",
        "",
        "Every step that changes the phase of a hand in the poker room, and the clause behind it;",
        "an R number is a settled reading where the text is silent.",
        "Generated from `controller/games/poker/table.py`; do not edit.",
        "",
        "```mermaid",
        "stateDiagram-v2",
        "    [*] --> idle",
        *(line for step in HAND for line in _arrows(step)),
        "```",
        "",
        "| step | from | to | only if | clause |",
        "| --- | --- | --- | --- | --- |",
        *(_row(step) for step in HAND),
    ]
    return "\n".join(lines) + "\n"


def _arrows(step: Step) -> list[str]:
    only = f" [{', '.join(step.only_if)}]" if step.only_if else ""
    return [
        f"    {source.value} --> {step.target.value} : {step.trigger}{only}"
        for source in step.source
    ]


def _row(step: Step) -> str:
    facts = ", ".join(f"`{fact}`" for fact in step.only_if)
    cells = (f"`{step.trigger}`", _named(step.source), step.target.value, facts, step.clause)
    return f"| {' | '.join(cells)} |"


def _named(phases: tuple[Phase, ...]) -> str:
    return ", ".join(phase.value for phase in phases)
