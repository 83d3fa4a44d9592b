"""A running tournament desk with its people, for tests."""

from typing import Any, Self

from controller.games.desk.house import DeskHouse
from controller.journal.recorder import Recorder
from controller.tournament.ending import Start
from controller.tournament.entries import Enter
from controller.tournament.format import Format
from controller.tournament.hands import ReportHand
from controller.tournament.publishing import PublishPrizes
from controller.tournament.seating import TakeSeat
from controller.tournament.state import Desk
from tests.helpers.shift import GAMING, AnyShift
from tests.helpers.tournament_desk import form, seat, stacks


class DeskShift(AnyShift):
    """One desk through a tournament; whoever is asked for signs on."""

    def __init__(
        self, rules: Format | None = None, recorder: Recorder | None = None, **more: Any
    ) -> None:
        super().__init__(rules or form(), recorder, **more)

    def fresh(self) -> DeskHouse:
        return DeskHouse(Desk(self.rules), "Friday")

    def directed(self, *commands: object, **more: Any) -> Self:
        """With the tournament director on top."""
        return self.supervised(*commands, **more)

    def entered(self, *at: str) -> Self:
        """`anna 1.1`: enters and sits down."""
        for text in at:
            name, where = text.split()
            self.do(Enter(name), TakeSeat(name, seat(where)))
        return self

    def started(self, *at: str) -> Self:
        """The director opens the desk alone, and stays."""
        self.on(GAMING).entered(*(at or ("anna 1.1", "ben 1.2", "cara 1.3")))
        return self.do(PublishPrizes(), Start())

    def hand(self, table: int, **counted: float) -> Self:
        return self.do(ReportHand(table, stacks(**counted)))
