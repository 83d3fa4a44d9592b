"""High card as a core: its rules, its commands and events, its lines of the powers table."""

from collections import defaultdict
from enum import StrEnum
from typing import ClassVar, Final

from controller.cards.commands import CardDrawn
from controller.cards.plan import Cards, known
from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.dealing import Dealing
from controller.domain.frozen import Frozen
from controller.domain.kernel import Asking, Command, Core, Event, Folds, Handler, Handlers
from controller.domain.refusals import Refused, Sentence
from controller.floor.terms import Terms
from controller.staff.powers import ANY, NONE, Action
from controller.staff.roles import DEALER, SUPER, HouseReason, Reason


class RuleSet(StrEnum):
    SHOE = "high-card"
    HAND = "high-card-by-hand"


class Method(StrEnum):
    PLAIN = "plain"


_TERMS: Final = Terms(
    title="High card",
    clauses=defaultdict(lambda: None),
    powers={},
    regulator="nobody",
    supervisor="the boss",
    places=frozenset({2, 3}),
    cashless=False,
    notice_minutes_min=5,
    rounds_abstained_max=1,
)
TERMS: Final[dict[str, Terms]] = {
    RuleSet.SHOE: _TERMS,
    RuleSet.HAND: evolve(_TERMS, sources=frozenset({Dealing.HAND})),
}


class ToyRules(Frozen):
    ruleset: RuleSet = RuleSet.SHOE
    method: Method = Method.PLAIN
    dealing: Dealing = Dealing.SHOE
    places: int = 3

    @property
    def terms(self) -> Terms:
        return TERMS[self.ruleset]


class ToyReason(Reason):
    NO_LUCK = "high-card-no-luck", "Nobody likes these cards"


class ToyAction(Action):
    PLAY = "high-card-play", DEALER, ANY, NONE
    VOID = "high-card-void", SUPER, ANY, (ToyReason.NO_LUCK, HouseReason.DEALING_ERROR)


class Phase(StrEnum):
    IDLE = "idle"
    CHIPS = "chips"
    CARDS = "cards"
    SHOWN = "shown"


class ToyTable(Frozen):
    rules: ToyRules
    number: int = 0
    phase: Phase = Phase.IDLE
    chips: tuple[int, ...] = ()
    """Places with a chip; the cards come in this order."""
    cards: Cards = ()
    face_up: bool = False

    @property
    def at_rest(self) -> bool:
        return self.phase is Phase.IDLE

    @property
    def cards_out(self) -> int:
        return len(self.cards)

    @property
    def due(self) -> int:
        """How many cards are out when the deal is complete; nobody plays alone."""
        dealing = self.phase in (Phase.CHIPS, Phase.CARDS) and len(self.chips) > 1
        return len(self.chips) if dealing else len(self.cards)

    @property
    def winners(self) -> tuple[int, ...]:
        """Equal cards share: suits never decide."""
        best = max((card.rank for card in known(self.cards)), default=0)
        lying = zip(self.chips, self.cards, strict=False) if self.face_up else ()
        return tuple(place for place, card in lying if card is not None and card.rank == best)


class ToyRefusal(Sentence):
    NOT_NOW = "Not at this point of the deal."
    NO_SUCH_CARD = "No such card is due."


# Commands


class OpenDeal(Command, action=ToyAction.PLAY):
    number: int


class MoveChip(Command, action=ToyAction.PLAY):
    place: int
    down: bool = True
    """Put down, or taken back."""


class ShowCards(Command, action=ToyAction.PLAY):
    pass


class EndDeal(Command, action=ToyAction.PLAY):
    pass


class VoidDeal(Command, action=ToyAction.VOID):
    pass


# Events


class ToyEvent(Event):
    RECORD_PREFIX: ClassVar = "high-card."


class DealOpened(ToyEvent):
    number: int


class ChipMoved(ToyEvent):
    place: int
    down: bool


class CardDealt(ToyEvent):
    card: Card


class CardsShown(ToyEvent):
    pass


class DealEnded(ToyEvent):
    void: bool


def _refused(table: ToyTable, command: object, _: Asking) -> Refused | None:
    """Everything that this game ever says no to."""
    match command:
        case OpenDeal():
            fits = table.at_rest
        case MoveChip():
            there = command.place in table.chips
            on_layout = 1 <= command.place <= table.rules.places
            fits = table.phase is Phase.CHIPS and on_layout and there is not command.down
        case CardDrawn() if command.card is None or command.card in table.cards:
            return Refused(ToyRefusal.NO_SUCH_CARD)
        case CardDrawn():
            fits = len(table.cards) < table.due
        case ShowCards():
            fits = table.phase is Phase.CARDS and len(table.cards) == table.due
        case EndDeal():
            fits = table.phase is Phase.SHOWN
        case _:
            fits = not table.at_rest
    return None if fits else Refused(ToyRefusal.NOT_NOW)


def _moved(table: ToyTable, event: ChipMoved) -> ToyTable:
    return evolve(table, chips=tuple(sorted({*table.chips} ^ {event.place})))


class _Subject:
    HANDLERS: ClassVar[Handlers] = {
        OpenDeal: Handler(_refused, lambda draft, c: draft.emit(DealOpened(c.number))),
        MoveChip: Handler(_refused, lambda draft, c: draft.emit(ChipMoved(c.place, c.down))),
        CardDrawn: Handler(_refused, lambda draft, c: draft.emit(CardDealt(c.card))),
        ShowCards: Handler(_refused, lambda draft, _: draft.emit(CardsShown())),
        EndDeal: Handler(_refused, lambda draft, _: draft.emit(DealEnded(void=False))),
        VoidDeal: Handler(_refused, lambda draft, _: draft.emit(DealEnded(void=True))),
    }
    FOLDS: ClassVar[Folds] = {
        DealOpened: lambda table, e: ToyTable(table.rules, e.number, Phase.CHIPS),
        ChipMoved: _moved,
        CardDealt: lambda table, e: evolve(table, phase=Phase.CARDS, cards=(*table.cards, e.card)),
        CardsShown: lambda table, _: evolve(table, phase=Phase.SHOWN, face_up=True),
        DealEnded: lambda table, _: evolve(table, phase=Phase.IDLE),
    }


CORE: Final[Core[ToyTable]] = Core((_Subject,))
