"""The games of the house as one part of the program knows them: in the controller, in scenario
files, on the screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from controller.domain.base import BrokenInvariant


class Named(Protocol):
    """What a part of the program has for a game."""

    @property
    def name(self) -> str:
        """Of the game: the same in every part."""
        ...


G = TypeVar("G", bound=Named)


class Roster(Generic[G]):
    """One for each game."""

    def __init__(self, *games: G) -> None:
        self._games = games

    def __iter__(self) -> Iterator[G]:
        return iter(self._games)

    @property
    def first(self) -> G:
        """The one that is meant where none is named."""
        return self._games[0]

    def named(self, name: str) -> G | None:
        """The one of this name."""
        return next((game for game in self._games if game.name == name), None)

    @contextmanager
    def with_game(self, game: G) -> Iterator[G]:
        """The house has one more game for as long as this lasts."""
        if self.named(game.name) is not None:
            raise BrokenInvariant(f"two games are called {game.name}")
        before = self._games
        self._games = (*before, game)
        try:
            yield game
        finally:
            self._games = before
