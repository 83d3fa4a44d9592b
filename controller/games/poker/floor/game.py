"""What the room adds to the life of its table: cloth, vacated seats, last hands."""

from collections.abc import Iterator
from typing import Final

from controller.domain.base import evolve
from controller.floor.base import Command
from controller.floor.citations import cite
from controller.floor.game import CheckLine, FloorGame, Prompt
from controller.floor.state import Deck
from controller.games.poker.floor.clock import ClockStopped
from controller.games.poker.floor.player_cards import ShowCard, counted
from controller.games.poker.floor.state import Draft, PokerFloor

FIRST: Final = Deck("", "").stale
"""Why a deck is shuffled that was never in play."""
_MORE: Final = (
    "No more hands",
    "One more hand",
    "Two more hands",
    "Three more hands",
    "Four more hands",
)
"""23.4: the three last ones, and the hand in which they were announced."""


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
        if floor.rules.tournament or not floor.seated() or floor.seat(place).closed:
            return floor
        return evolve(floor, vacated=floor.vacated | {place})

    def closed(self, floor: PokerFloor) -> PokerFloor:
        return evolve(
            floor,
            waiting=(),
            assigned=(),
            vacated=frozenset(),
            taken_away=(),
            came=(),
            last_hands=None,
        )

    def by_card(self, floor: PokerFloor, place: int, number: str) -> tuple[Command, ...]:
        player = floor.seat(place).player
        return (ShowCard(place, number),) if player is None or counted(player) else ()

    def hold_prompts(self, floor: PokerFloor) -> Iterator[Prompt]:
        for deck in floor.decks_here():
            if deck.checked and deck.stale == FIRST and not (deck.shuffled or deck.hand_shuffled):
                text = f"Deck {deck.name} is new: spread it face down and wash it, then shuffle."
                yield Prompt(text, "4.2")
        if floor.last_hands is not None:
            text = f"{_MORE[floor.last_hands]} before this table closes."
            yield Prompt(text, cite(floor.rules, "closing"))

    def place_prompts(self, floor: PokerFloor) -> Iterator[Prompt]:
        for place in sorted(floor.vacated):
            text = f"Seat {place} is free: ask whether anybody at the table wants it."
            yield Prompt(text, "6.2", place)


POKER_FLOOR: Final = PokerFloorGame()
