"""How a hand is told afterwards: what became of every seat, every sentence and its rule."""

from controller.domain.money import Money
from controller.games.narration import Narration, RoundStory, StoryHand
from controller.games.poker.award import HandFinished, winners
from controller.games.poker.blinds import HandBegun
from controller.games.poker.core import CORE
from controller.games.poker.misdeals import HandInvalidated, HandMisdealt
from controller.games.poker.showdown import best_five
from controller.games.poker.state import Ending, Hand, Player, Standing, Table
from controller.games.poker.story import narrate

CALLED_OFF = (Ending.MISDEAL, Ending.VOID)
OVER = (HandFinished, HandMisdealt, HandInvalidated)


def outcome(hand: Hand, player: Player) -> str:
    """What became of a seat."""
    if hand.ending in CALLED_OFF:
        return "void"
    if player.standing is Standing.IN:
        return "won" if player.seat in winners(hand.pots) else "lost"
    folded = player.standing is Standing.FORFEITED
    return "folded" if folded else str(player.standing)


class HandNarration(Narration):
    """One hand in the making, with what happened between it and the one before."""

    def take_own(self, before: Table, after: Table, event: object, at_ms: int) -> RoundStory | None:
        if isinstance(event, HandBegun):
            self.lines = []
        if type(event) not in CORE.folds:
            return None
        line = narrate(before, after, event)
        self.say(at_ms, line.text, line.clause)
        if not isinstance(event, OVER):
            return None
        hand = after.playing()
        return RoundStory(
            number=hand.number,
            ended_ms=at_ms,
            ending=str(hand.ending),
            clause=hand.clause,
            community=tuple(str(card) for card in hand.board),
            hands=tuple(_story_hand(after, player) for player in hand.players),
            lines=tuple(self.lines),
        )


def _story_hand(table: Table, player: Player) -> StoryHand:
    hand = table.playing()
    staked = Money(player.total + player.dead) if table.rules.stacks_kept else None
    best = best_five(hand, player)
    name = best.category.text if best else outcome(hand, player)
    return StoryHand(
        player.seat,
        tuple(str(card) for card in player.cards) or (None, None),
        name,
        staked,
        Money(player.won),
    )
