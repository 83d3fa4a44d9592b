"""What is seen and heard of the players of a table of the room: who acts, and what they do.

Whoever stands at the console keys it. Cards lie face down until their player shows them.
"""

from typing import Final

from controller.authority import Command
from controller.domain.cards import Card
from controller.domain.words import dollars, faces, joined
from controller.games.poker.award import dealer_says
from controller.games.poker.deal import dealt
from controller.games.poker.floor.players import AssignSeat
from controller.games.poker.floor.waiting import JoinWaitingList, LeaveWaitingList
from controller.games.poker.offers import Move, offers
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.pots import made_up
from controller.games.poker.seating import BuyChips, ComeBack, GoAway, LeaveTable, PostDue, SitDown
from controller.games.poker.showdown import MuckHand, PassIn, TableHand, showing
from controller.games.poker.stacks import OfferSeat
from controller.games.poker.state import Hand, Standing, Table
from controller.games.poker.steps import PokerStep
from controller.games.poker.words import pot_name, seats
from simulators.games.poker.people.dealer import PokerDealer
from simulators.games.poker.people.players import Deed
from simulators.games.poker.people.pots_dealer import PotsDealer
from simulators.people.tapping import Stuck
from simulators.world import Spot
from ui.bench.game import Around, PersonRow
from ui.shown import Shown
from ui.viewmodels.words import card_codes, sentence

_DOES: Final = {Move.FOLD: "folds", Move.CHECK: "checks", Move.FORFEIT: "leaves it and folds"}
_WANTS: Final = {
    LeaveTable: "leaves the table",
    GoAway: "goes away for a while",
    ComeBack: "is back",
    PostDue: "posts what is due",
}


def deed_text(table: Table, deed: Deed) -> str:
    """`raises to $12`."""
    offered = offers(dealt(table))
    if deed.move in _DOES or offered is None:
        return _DOES.get(deed.move, "")
    match deed.move:
        case Move.CALL:
            return f"calls {dollars(offered.call)}"
        case Move.ALL_IN:
            return f"goes all-in for {dollars(offered.all_in)}"
        case Move.BET:
            return f"bets {dollars(deed.to or 0)}"
    return f"raises to {dollars(deed.to or 0)}"


def wish_text(wish: Command) -> tuple[int, str]:
    """Of which seat, and what somebody there wants between hands; seat 0: nobody who sits."""
    match wish:
        case BuyChips():
            return wish.seat, f"buys {dollars(wish.amount)}"
        case SitDown():
            return (
                0,
                f"Player {wish.who} wants seat {wish.seat} with {dollars(wish.amount)}",
            )
        case AssignSeat():
            return 0, f"Player {wish.player} asks for seat {wish.place}"
        case JoinWaitingList():
            return 0, f"Player {wish.player} waits for a seat"
        case LeaveWaitingList():
            return 0, f"Player {wish.player} no longer waits"
        case OfferSeat():
            who = joined([f"seat {seat}" for seat in wish.wanted_by]) or "nobody"
            return 0, f"Seat {wish.seat} is free: {who} at the table wants it"
    return getattr(wish, "seat", 0), _WANTS.get(type(wish), "")


class RoomPeople:
    """Around one table."""

    def __init__(self, dealer: PokerDealer) -> None:
        self._dealer = dealer
        self._known: tuple[object, tuple[int, str, tuple[Card, ...]]] = (None, (0, "", ()))
        """What was said last, and of what: players take a moment to think."""

    def around(self, shown: Shown) -> Around:
        table: Table = shown.snapshot.house.table
        hand = None if table.at_rest else self._dealer.on_felt(table).playing()
        seat, says, cards = self._said(shown)
        rows = tuple(
            self._row(table, number, says if number == seat else "", cards)
            for number in range(1, table.rules.seats + 1)
            if table.seat(number).player
        )
        said = f"Seat {seat} {says}" if seat else says
        if hand is None:
            return Around(said, people=rows)
        board = self._dealer.out.board(hand)
        said = said or _to_key(shown, board[hand.laid :])
        return Around(said, card_codes(board), dollars(hand.pot) if hand.pot else "", rows)

    def _said(self, shown: Shown) -> tuple[int, str, tuple[Card, ...]]:
        """Whose turn it is to do something, what it is, and the cards that are shown with it."""
        lie = len(self._dealer.seat.felt.world.pile(Spot.TABLE))
        about = (shown.snapshot.house, self._dealer.on_felt(shown.snapshot.house.table), lie)
        if self._known[0] != about:
            self._known = about, self._say(shown)
        return self._known[1]

    def _say(self, shown: Shown) -> tuple[int, str, tuple[Card, ...]]:
        table, step, dealer = shown.snapshot.house.table, shown.snapshot.step, self._dealer
        match step.name:
            case PokerStep.BEGIN_HAND:
                return self._between_hands()
            case PokerStep.SHOW | PokerStep.TURN_UP:
                return _shows(dealer.shows(table))
            case PokerStep.DRAW_IN if showing(table):  # with the first hand it is drawn in
                return _shows(dealer.shows(table))
            case PokerStep.KEY_POT | PokerStep.AWARD_KEYED:
                return self._on_felt(table)
        found = dealer.deed(table)
        return (0, "", ()) if found is None else (found[0], deed_text(table, found[1]), ())

    def _between_hands(self) -> tuple[int, str, tuple[Card, ...]]:
        try:
            return *next(map(wish_text, self._dealer.wishes()), (0, "")), ()
        except Stuck:
            if isinstance(self._dealer, PotsDealer):
                self._dealer.betting.chips.clear()
            return 0, "What was keyed is not what lay there: the chips are shared out again.", ()

    def _on_felt(self, table: Table) -> tuple[int, str, tuple[Card, ...]]:
        """Run by pots: who acts, without being keyed; then what lies there to be keyed."""
        dealer, felt = self._dealer, self._dealer.on_felt(table)
        if (found := dealer.deed(felt)) is not None:
            return found[0], deed_text(felt, found[1]), ()
        pots = made_up(felt.playing()) if felt is not table and felt.playing().drawn_in else ()
        if len(table.playing().keyed) < len(pots):
            lie = [
                f"{pot_name(n)} {dollars(p.amount)} for {seats(p.eligible)}"
                for n, p in enumerate(pots)
            ]
            return 0, sentence(f"{joined(lie)}."), ()
        if not dealer_says(table) or len(dealer.out.board(table.playing())) < BOARD_OF[Phase.RIVER]:
            return 0, "", ()  # also where pots are keyed before the cards are out
        won = [f"{pot_name(n)} goes to {seats(who)}" for n, who in enumerate(dealer.winners())]
        return 0, sentence(f"{joined(won)}."), ()

    def _row(self, table: Table, number: int, says: str, shown: tuple[Card, ...]) -> PersonRow:
        seat, player = table.seat(number), self._dealer.player_at(number)
        who = player.ways if player else "somebody"
        hand = None if table.at_rest else self._dealer.on_felt(table).playing()
        if hand is None or not hand.has(number):
            away, has = "away" if seat.away else "waits" if seat.waits else "", self._has(number)
            return PersonRow(number, away or who, has, says=says, out=bool(away))
        dealt_in = hand.of(number)
        out = dealt_in.standing is not Standing.IN
        wager = dollars(dealt_in.wager) if dealt_in.wager else ""
        cards = shown if says and shown else self._cards(table, hand, number, out=out)
        return PersonRow(number, who, dollars(dealt_in.stack), wager, card_codes(cards), says, out)

    def _has(self, number: int) -> str:
        return dollars(self._dealer.chips(number))

    def _cards(
        self, table: Table, hand: Hand, number: int, *, out: bool
    ) -> tuple[Card | None, ...]:
        """Face up where they were shown; where nobody keys them, everybody's at the showdown."""
        player = hand.of(number)
        if player.cards or out:
            return player.cards
        held = self._dealer.out.hole(hand, number)
        return held if dealer_says(table) else (None,) * len(held)


def _shows(shown: TableHand | PassIn | MuckHand | None) -> tuple[int, str, tuple[Card, ...]]:
    match shown:
        case TableHand():
            return shown.seat, f"shows {faces(shown.cards)}", shown.cards
        case PassIn():
            return shown.seat, "passes the hand in", ()
        case MuckHand():
            return shown.seat, "mucks", ()
    return 0, "", ()


def _to_key(shown: Shown, cards: tuple[Card, ...]) -> str:
    """What lies on the board and nobody has keyed."""
    keyed = shown.snapshot.house.table.rules.keyed
    return f"Key {faces(cards)}" if cards and keyed else ""
