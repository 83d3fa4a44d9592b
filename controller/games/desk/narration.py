"""How a stage of a tournament is told afterwards: from one level or phase to the next."""

from controller.games.narration import Narration, RoundStory
from controller.tournament.state import Desk
from controller.tournament.story import SENTENCES, narrate


class DeskNarration(Narration):
    """One stage in the making."""

    def take_own(self, before: Desk, after: Desk, event: object, at_ms: int) -> RoundStory | None:
        if type(event) not in SENTENCES:
            return None
        told = narrate(before, event)
        self.say(at_ms, told.text, told.clause)
        if after.number == before.number:
            return None
        lines, self.lines = tuple(self.lines), []
        return RoundStory(before.number, at_ms, told.text, told.clause, lines=lines)
