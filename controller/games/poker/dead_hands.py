"""Hands that die, come back or are seen by mistake (16, 19.5), and the clock (23.3)."""

from controller.domain.base import evolve, existing
from controller.domain.cards import Card
from controller.domain.kernel import Draft, Event, Folds
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.games.poker.phases import Phase
from controller.games.poker.pots import made_up, winners_of
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import ReportIrregularity
from controller.games.poker.showdown import strengths, two_cards
from controller.games.poker.state import Hand, Standing, Table, with_hand
from controller.games.poker.wagering import (
    after_ruling,
    folded,
    given_back,
    noticed,
    with_player,
    with_player_at,
)

FOLDED = (Standing.FOLDED, Standing.FORFEITED)


class HandFouled(Event):
    """19.5: too few or too many cards; its wagers stay in."""

    seat: int


class LastFolderWon(Event):
    """19.5, R62: nobody is left, the last to fold in the last betting round held wins."""

    seat: int


class HandKilled(Event):
    """16.2: mucked by the dealer; a raise that nobody has called goes back (R63)."""

    seat: int
    returned: Cents


class FoldedHandExposed(Event):
    """16.1: shown to the whole table."""

    seat: int
    cards: tuple[Card, ...]


class WinningHandRestored(Event):
    """16.3: a tabled winner cannot be killed."""

    seat: int
    cards: tuple[Card, ...]


class ClockRanOut(Event):
    """23.3: folded, its wagers stay in."""

    seat: int


def last_folder(hand: Hand) -> int | None:
    """R62: the last to fold in the last betting round held; where nobody did, the last at all."""
    folded = [seat for _, seat in hand.folds if hand.of(seat).standing in FOLDED]
    in_last = [seat for phase, seat in hand.folds if phase is hand.held and seat in folded]
    return next(reversed(in_last or folded), None)


def may_be_fouled(table: Table, _: ReportIrregularity) -> Refused | None:
    """The only hand left is found so at the showdown alone, and somebody has to win."""
    hand = table.playing()
    if hand.count_in() > 1:
        return None
    over = table.phase is Phase.SHOWDOWN or hand.drawn_in or hand.keyed
    if over and not hand.by_default and last_folder(hand) is not None:
        return None
    return Refused(PokerRefusal.LAST_HAND, "19.5")


def fouled(draft: Draft[Table], report: ReportIrregularity) -> None:
    """19.5."""
    draft.emit(HandFouled(report.seat))
    hand = draft.state.playing()
    if hand.count_in() == 0:
        draft.emit(LastFolderWon(existing(last_folder(hand), "nobody has folded")))


def may_be_killed(table: Table, _: ReportIrregularity) -> Refused | None:
    """Somebody has to win."""
    last = table.playing().count_in() == 1
    return Refused(PokerRefusal.LAST_HAND, "16.2") if last else None


def killed(draft: Draft[Table], report: ReportIrregularity) -> None:
    """16.2, R63."""
    hand = draft.state.playing()
    before, returned = hand.uncalled, 0
    if before is not None and before.seat == report.seat:
        returned = hand.of(report.seat).wager - before.high
    draft.emit(HandKilled(report.seat, returned))


def may_be_exposed(table: Table, report: ReportIrregularity) -> Refused | None:
    """A hand that was folded; to show it once more changes nothing."""
    player = table.playing().of(report.seat)
    if player.standing not in FOLDED:
        return Refused(PokerRefusal.NOT_FOLDED, "16.1", f"Seat {report.seat}.")
    if player.cards:
        return None
    return two_cards(table.playing(), report.cards)


def exposed(draft: Draft[Table], report: ReportIrregularity) -> None:
    """16.1."""
    shown = draft.state.playing().of(report.seat).cards
    draft.emit(FoldedHandExposed(report.seat, shown or report.cards))


def wins_on_the_table(table: Table, report: ReportIrregularity) -> Refused | None:
    """16.3: turned face up, and plainly the winner of a pot; the only hand left wins anyhow."""
    hand = table.playing()
    if hand.count_in() == 1 and table.phase is not Phase.SHOWDOWN:
        if not hand.drawn_in:
            return Refused(PokerRefusal.CANNOT_HAPPEN, "16.3")
        return None if hand.of(report.seat).cards else two_cards(hand, report.cards)
    tabled = strengths(hand)
    pots = [pot for pot in made_up(hand) if report.seat in pot.eligible]
    if report.seat in tabled and any(report.seat in winners_of(hand, pot, tabled) for pot in pots):
        return None
    return Refused(PokerRefusal.NOT_WON, "16.3", f"Seat {report.seat}.")


def restored(draft: Draft[Table], report: ReportIrregularity) -> None:
    """16.3."""
    shown = draft.state.playing().of(report.seat).cards
    draft.emit(WinningHandRestored(report.seat, shown or report.cards))


def clock_ran_out(draft: Draft[Table], report: ReportIrregularity) -> None:
    """23.3."""
    draft.emit(ClockRanOut(report.seat))


def _died(hand: Hand, seat: int) -> Hand:
    players = with_player(hand, seat, standing=Standing.DEAD)
    due = None if hand.due is not None and hand.due.seat == seat else hand.due
    return after_ruling(hand, players, due=due, notices=noticed(hand, "supervisor"))


def _last_folder_won(table: Table, event: LastFolderWon) -> Table:
    return with_hand(with_player_at(table, event.seat, standing=Standing.IN), by_default=True)


def _killed(table: Table, event: HandKilled) -> Table:
    hand = table.playing()
    before = hand.uncalled
    if before is not None and event.returned:
        hand = given_back(hand, event.seat, event.returned)
        hand = evolve(
            hand,
            high=max(before.high, *(player.wager for player in hand.players)),
            size=before.size,
            capped=before.capped,
            bettors=hand.bettors[:-1],
            uncalled=None,
            due=None,  # what was to be completed is no longer the wager to call
        )
    return evolve(table, hand=_died(hand, event.seat))


def _exposed(table: Table, event: FoldedHandExposed | WinningHandRestored) -> Table:
    return with_player_at(table, event.seat, cards=event.cards)


FOLDS: Folds = {
    HandFouled: lambda table, event: evolve(table, hand=_died(table.playing(), event.seat)),
    LastFolderWon: _last_folder_won,
    HandKilled: _killed,
    FoldedHandExposed: _exposed,
    WinningHandRestored: _exposed,
    ClockRanOut: lambda table, event: evolve(table, hand=folded(table, event.seat)),
}
