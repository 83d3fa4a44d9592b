"""The table of steps as a page: a diagram, and every row with its clause."""

from controller.tournament.phases import Phase
from controller.tournament.table import COURSE, Step


def course_page() -> str:
    """`docs/COURSE.md`."""
    lines = [
        "# The course of a tournament",
        "",
        "Every step that changes the phase of a tournament, and the clause behind it;",
        "an R number is a settled reading where the text is silent.",
        "Generated from `controller/tournament/table.py`; do not edit.",
        "",
        "```mermaid",
        "stateDiagram-v2",
        *(f'    state "{phase.value}" as {_state(phase)}' for phase in Phase),
        f"    [*] --> {_state(Phase.OPEN)}",
        *(line for step in COURSE for line in _arrows(step)),
        "```",
        "",
        "| step | from | to | only if | clause |",
        "| --- | --- | --- | --- | --- |",
        *(_row(step) for step in COURSE),
    ]
    return "\n".join(lines) + "\n"


def _state(phase: Phase) -> str:
    return phase.value.replace(" ", "_")


def _arrows(step: Step) -> list[str]:
    only = f" [{', '.join(step.only_if)}]" if step.only_if else ""
    return [
        f"    {_state(source)} --> {_state(step.target)} : {step.trigger}{only}"
        for source in step.source
    ]


def _row(step: Step) -> str:
    source = ", ".join(phase.value for phase in step.source)
    facts = ", ".join(f"`{fact}`" for fact in step.only_if)
    cells = (f"`{step.trigger}`", source, step.target.value, facts, step.clause)
    return f"| {' | '.join(cells)} |"
