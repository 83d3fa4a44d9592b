"""The showdown: who tables, who passes in unseen, who mucks without a claim (6.5, 10.1, R60)."""

from collections.abc import Iterator

from controller.domain.cards import Card
from controller.domain.hands import Hand as FiveCards
from controller.domain.hands import best_hand, rank_of
from controller.domain.kernel import Asking, Command, Draft, Emits, Event, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.games.poker.betting import DrawIn, betting_over, draw_in
from controller.games.poker.deal import known
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.state import Hand, Player, Standing, Table
from controller.games.poker.wagering import with_player_at


class TableHand(Command, action=PokerAction.SHOW_HAND):
    """A player turns both hole cards face up."""

    seat: int
    cards: tuple[Card, ...]


class PassIn(Command, action=PokerAction.SHOW_HAND):
    """16.1: a player whose hand is beaten passes it in without showing it."""

    seat: int


class MuckHand(Command, action=PokerAction.SHOW_HAND):
    """A player throws the hand in unseen and has no claim to any pot."""

    seat: int


class HandTabled(Event):
    seat: int
    cards: tuple[Card, ...]


class HandPassedIn(Event):
    seat: int


class HandMucked(Event):
    seat: int


def somebody_all_in(hand: Hand) -> bool:
    """Is a player still in without chips?"""
    return any(not player.stack for player in hand.players_in())


def all_turned_up(table: Table) -> bool:
    """28.5: in a tournament with somebody all-in every hand still in is turned up."""
    return table.rules.tournament and somebody_all_in(table.playing())


def showing_order(hand: Hand) -> list[Player]:
    """10.1, 10.2: the last to bet or raise on the river, else the button's left; then clockwise."""
    players = hand.players
    start = 0
    for seat in hand.bettors:
        if hand.of(seat).standing is Standing.IN:
            start = hand.index(seat)
    in_turn = (*players[start:], *players[:start])
    return [player for player in in_turn if player.standing is Standing.IN]


def next_to_show(table: Table) -> Player | None:
    """The player who shows or passes in next."""
    hand = table.playing()
    if hand.by_default or not table.rules.keyed:
        return None
    return next((player for player in showing_order(hand) if _open(player)), None)


def _open(player: Player) -> bool:
    return not player.cards and not player.passed_in


def best_five(hand: Hand, player: Player) -> FiveCards | None:
    """The best five cards of a hand that was shown; None while fewer than five cards lie open."""
    cards = (*player.cards, *hand.board)
    return best_hand(cards) if player.cards and len(cards) >= 5 else None


def strengths(hand: Hand) -> dict[int, int]:
    """The strength of the hands tabled so far, by seat."""
    board = hand.board
    if hand.unseen:
        return {}
    return {
        player.seat: rank_of((*player.cards, *board)).strength
        for player in hand.players_in()
        if player.cards
    }


def to_be_tabled(table: Table, seat: int, cards: tuple[Card, ...]) -> bool:
    """R60: does a player who knows these cards table them?

    Yes, where for some pot of the player's no better hand that is in for it lies face up; where
    everything is turned up (28.5); and where nobody else is left. Who is in for the last of the
    player's pots is in for all of them: that one decides.
    """
    hand = table.playing()
    if all_turned_up(table) or hand.count_in() == 1:
        return True
    total, board = hand.of(seat).total, hand.board
    against = [p.cards for p in hand.players_in() if p.cards and p.total >= total]
    if not against:
        return True
    own = rank_of((*cards, *board)).strength
    return all(rank_of((*other, *board)).strength <= own for other in against)


def showing(table: Table) -> bool:
    """Are hands shown now? With the first of them the last wagers are drawn in."""
    if table.phase is not Phase.RIVER:
        return table.phase is Phase.SHOWDOWN
    over = table.rules.stacks_kept and betting_over(table) is None
    return over and table.playing().count_in() > 1


def _open_showdown(draft: Draft[Table]) -> None:
    if draft.state.phase is Phase.RIVER:
        draw_in(draft, DrawIn())


def _in_showdown(table: Table, seat: int) -> Refused | None:
    if not showing(table):
        return Refused(PokerRefusal.WRONG_PHASE, "10.1")
    return hand_in(table, seat)


def hand_in(table: Table, seat: int) -> Refused | None:
    """Is there a hand at this seat that is still in?"""
    hand = table.playing()
    if not hand.has(seat):
        return Refused(PokerRefusal.NOT_IN_HAND, "6.3")
    standing = hand.of(seat).standing
    return None if standing is Standing.IN else Refused(PokerRefusal.HAND_GONE, "1.1:Dead Hand")


def to_be_turned_up(table: Table) -> bool:
    """28.5: no betting is possible any more, and somebody is all-in in a tournament."""
    hand = table.playing()
    if table.phase is Phase.SHOWDOWN:
        return all_turned_up(table)
    if table.phase not in STREETS or not hand.drawn_in or hand.count_in() < 2:
        return False
    return all_turned_up(table) and sum(player.stack > 0 for player in hand.players_in()) < 2


def _verify_table(table: Table, command: TableHand, _: Asking) -> Refused | None:
    if not table.rules.keyed:
        return Refused(PokerRefusal.NOT_KEYED, "10.1")
    if not to_be_turned_up(table) and not showing(table):
        return Refused(PokerRefusal.WRONG_PHASE, "10.1")
    if refused := hand_in(table, command.seat):
        return refused
    hand = table.playing()
    if hand.of(command.seat).cards:
        return Refused(PokerRefusal.SHOWN_ALREADY, "16.1")
    return two_cards(hand, command.cards)


def two_cards(hand: Hand, cards: tuple[Card, ...]) -> Refused | None:
    """Two hole cards, none of which lies face up elsewhere."""
    if len(cards) != 2:
        detail = f"{len(cards)} keyed: expected 2."
        return Refused(PokerRefusal.WRONG_COUNT, "6.4.b", detail)
    return known(hand, cards, "23.1.a")


def _table(draft: Draft[Table], command: TableHand) -> None:
    _open_showdown(draft)
    draft.emit(HandTabled(command.seat, command.cards))


def _verify_pass(table: Table, command: PassIn, _: Asking) -> Refused | None:
    if refused := _in_showdown(table, command.seat):
        return refused
    hand, seat = table.playing(), command.seat
    if not _open(hand.of(seat)):
        return Refused(PokerRefusal.SHOWN_ALREADY, "16.1")
    if all_turned_up(table):
        return Refused(PokerRefusal.ALL_TURNED_UP, "28.5")
    total = hand.of(seat).total
    contested = any(player.cards and player.total >= total for player in hand.players_in())
    return None if contested else Refused(PokerRefusal.NOT_BEATEN, "16.1")


def _verify_muck(table: Table, command: MuckHand, _: Asking) -> Refused | None:
    if refused := _in_showdown(table, command.seat):
        return refused
    hand = table.playing()
    if not _open(hand.of(command.seat)):
        return Refused(PokerRefusal.SHOWN_ALREADY, "16.3")
    if all_turned_up(table):
        return Refused(PokerRefusal.ALL_TURNED_UP, "28.5")
    return Refused(PokerRefusal.LAST_HAND, "10.1") if hand.count_in() == 1 else None


def _muck(draft: Draft[Table], command: MuckHand) -> None:
    _open_showdown(draft)
    draft.emit(HandMucked(command.seat))


def undecided(table: Table) -> Iterator[Player]:
    """Hands in that are neither tabled nor passed in; one that wins by default is not shown, and
    where cards are not keyed the dealer says who wins."""
    hand = table.playing()
    asked = table.rules.keyed and not hand.by_default
    return (player for player in hand.players_in() if asked and _open(player))


HANDLERS: Handlers = {
    TableHand: Handler(_verify_table, _table),
    PassIn: Handler(_verify_pass, Emits(HandPassedIn)),
    MuckHand: Handler(_verify_muck, _muck),
}

FOLDS: Folds = {
    HandTabled: lambda table, event: with_player_at(table, event.seat, cards=event.cards),
    HandPassedIn: lambda table, event: with_player_at(table, event.seat, passed_in=True),
    HandMucked: lambda table, event: with_player_at(table, event.seat, standing=Standing.MUCKED),
}
