"""What a command would come to, before anybody confirms it: who gets what back, by which clause."""

from controller.authority import Command
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.words import Statement
from controller.games.poker.house import PokerHouse
from controller.games.poker.state import Ending, stacks
from controller.games.poker.story import narrate
from controller.house.decide import Asked, decide


class Preview(Frozen):
    """What would follow."""

    ending: Ending | None = None
    """How the hand would end; none where it goes on."""
    lines: tuple[Statement, ...] = ()
    """As the story would tell it, each with its rule."""
    stacks: tuple[tuple[int, Money], ...] = ()
    """By seat, what each stack would gain or lose; only those that change."""


def preview(house: PokerHouse, command: Command, now: Instant) -> Preview | Refused:
    """As it would be decided now, whoever asked for it; or why it would be refused."""
    decided = decide(house, Asked(command), now)
    if isinstance(decided, Refused):
        return decided
    table, lines = house.table, []
    core = house.game.core
    for event in decided.events:
        if type(event) in core.folds:
            after = core.fold_one(table, event)
            lines.append(narrate(table, after, event))
            table = after
    hand = table.hand
    ending = hand.ending if hand is not None and table.at_rest else None
    before, after = stacks(house.table), stacks(table)
    changed = {seat: Money(after[seat] - before[seat]) for seat in after}
    return Preview(ending, tuple(lines), tuple((n, by) for n, by in changed.items() if by))
