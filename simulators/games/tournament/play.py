"""Plays a tournament file: each line of its course as a command of the desk."""

from collections.abc import Callable, Iterable, Iterator

from controller.domain.refusals import Refused
from controller.tournament.core import CORE
from controller.tournament.ending import cut_line
from controller.tournament.phases import Phase
from controller.tournament.places import cuts_due
from controller.tournament.publishing import PublishPrizes
from controller.tournament.state import Desk
from simulators.games.tournament.course import command_of
from simulators.games.tournament.file import Tournament
from simulators.games.tournament.record import CourseRecord
from simulators.scenario.reading import WrongScenario

Watch = Callable[[Desk, Desk, object], None]
"""Is told every event, with the desk before and after it."""


def play_course(
    tournament: Tournament, watch: Watch | None = None, record: CourseRecord | None = None
) -> Desk:
    """The desk after the last line; `WrongScenario` names a line that the rules refuse."""
    desk = Desk(tournament.form)
    if record is not None:
        record.begin(tournament)
    for number, command in _commands(tournament):
        decided = CORE.decide(desk, command)
        if isinstance(decided, Refused):
            raise tournament.wrong(number, decided.text())
        if record is not None:
            record.keep(decided.events)
        if watch is not None:
            _tell(watch, desk, decided.events)
        desk = decided.state
    if desk.phase is not Phase.DECIDED:
        seen = f"{tournament.name}: course: {len(tournament.course)} lines seen"
        raise WrongScenario(f"{seen}: expected {_missing(desk)} after the last")
    return desk


def _tell(watch: Watch, before: Desk, events: Iterable[object]) -> None:
    for event in events:
        after = CORE.fold_one(before, event)
        watch(before, after, event)
        before = after


def _commands(tournament: Tournament) -> Iterator[tuple[int, object]]:
    """What is asked of the desk, with the number of the line; the prizes are published first."""
    yield 1, PublishPrizes()
    for number, line in enumerate(tournament.course, 1):
        try:
            yield number, command_of(line)
        except ValueError as wrong:
            raise tournament.wrong(number, str(wrong)) from wrong


def _missing(desk: Desk) -> str:
    """What the course still needs."""
    if desk.phase is Phase.CUTTING:
        return " and ".join(cut_line(equals) for equals in cuts_due(desk))
    return "'end'" if desk.phase is not Phase.OPEN else "'start' and 'end'"
