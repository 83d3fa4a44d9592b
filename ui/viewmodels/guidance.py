"""The guidance line: the next step and its clause, or why the last tap was refused."""

from dataclasses import dataclass, replace

from controller.domain.refusals import Refused
from controller.floor.prompts import Prompt, prompts
from controller.round.guidance import guide
from controller.round.phases import Phase
from ui.bridge import Answered
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element


@dataclass(frozen=True)
class GuidanceProps:
    """What the line says."""

    text: str = ""
    clause: str = ""
    announce: str = ""
    warning: str = ""
    """The first thing that is not as it should be."""
    warnings: int = 0
    refusal: str = ""
    """Why the last tap was refused; until the next tap is accepted."""


def derive_guidance(shown: Shown) -> GuidanceProps:
    """What now, for whom, how much."""
    house = shown.snapshot.house
    if shown.snapshot.held is not None:
        return GuidanceProps(text=shown.snapshot.held)
    refused = shown.snapshot.lead.refused
    if house.table.round.phase is Phase.IDLE and house.floor is not None and refused is not None:
        # Between rounds the floor says what is to be done, or at least what is missing.
        said = prompts(house.floor, house.floor.seen) or (
            Prompt(refused.refusal.value, refused.clause),
        )
        return GuidanceProps(text=said[0].text, clause=_rule(said[0].clause))
    step = guide(house.table)
    return GuidanceProps(
        text=step.text,
        clause=_rule(step.clause),
        announce=step.announce or "",
        warning=step.warnings[0] if step.warnings else "",
        warnings=len(step.warnings),
    )


def _rule(clause: str | None) -> str:
    return f"Rule {clause}" if clause else ""


@qml_element
class GuidanceViewModel(ViewModel):
    """The guidance line."""

    shows = GuidanceProps

    _refusal = ""

    def derive(self, shown: Shown) -> GuidanceProps:
        return replace(derive_guidance(shown), refusal=self._refusal)

    def answered(self, answered: Answered) -> None:
        """A tap was answered."""
        answer = answered.answer
        self._refusal = answer.text() if isinstance(answer, Refused) else ""
        self.refresh()
