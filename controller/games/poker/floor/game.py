"""What the room adds to the life of its table: cloth, vacated seats, last hands."""

from collections.abc import Iterator
from typing import Final

from controller.domain.base import evolve
from controller.floor.citations import cite
from controller.floor.game import CheckLine, FloorGame, Prompt
from controller.games.poker.floor.clock import ClockStopped
from controller.games.poker.floor.state import Draft, PokerFloor


class PokerFloorGame(FloorGame):
    """The poker room on the floor."""

    def layout(self, floor: PokerFloor) -> tuple[CheckLine, ...]:
        cloth = f"The cloth has a place for the dealer and {floor.rules.places} seats"
        notice = "Blinds, limits, minimum bank and commission are on a notice at the table"
        return (
            CheckLine("cloth", cloth, "layout"),
            CheckLine("notice", notice, "limits"),
        )

    def take_effect(self, draft: Draft) -> None:
        if draft.state.clock is not None:
            draft.emit(ClockStopped(draft.state.clock.place))

    def closing_due(self, floor: PokerFloor) -> bool:
        return floor.last_hands == 0

    def left(self, floor: PokerFloor, place: int) -> PokerFloor:
        if not floor.seated() or floor.seat(place).closed:
            return floor
        return evolve(floor, vacated=floor.vacated | {place})

    def closed(self, floor: PokerFloor) -> PokerFloor:
        return evolve(
            floor,
            waiting=(),
            assigned=(),
            vacated=frozenset(),
            taken_away=(),
            last_hands=None,
        )

    def hold_prompts(self, floor: PokerFloor) -> Iterator[Prompt]:
        if floor.last_hands is not None:
            text = f"Last hands before this table closes: {floor.last_hands} to play."
            yield Prompt(text, cite(floor.rules, "closing"))

    def place_prompts(self, floor: PokerFloor) -> Iterator[Prompt]:
        for place in sorted(floor.vacated):
            text = f"Seat {place}: ask the players at the table whether one of them wants it."
            yield Prompt(text, "6.2", place)


POKER_FLOOR: Final = PokerFloorGame()
