"""Who came where: the order of all entries, equals, and the cuts that are due (30, R69, R72)."""

from collections.abc import Iterator
from itertools import groupby

from controller.tournament.state import Desk, Entrant, EntryState, Moment

Equals = tuple[Entrant, ...]
"""Players between whom nothing has decided yet; most often one alone."""


def _merit(entrant: Entrant) -> tuple[int, Moment, int]:
    """30.3: chips at the end, then the last to go out, then chips going into that hand. Whoever has
    gone on from a former session is ahead of all who are out, without chips yet."""
    fall = entrant.fall
    return (entrant.stack or 1, Moment(), 0) if fall is None else (0, fall.moment, fall.chips)


def _rank(entrant: Entrant) -> tuple[tuple[int, Moment, int], tuple[int, ...]]:
    """R69: of the cards cut the ace is high, suits never count."""
    return _merit(entrant), tuple(int(card.rank) for card in entrant.cut)


def ranking(desk: Desk) -> list[Entrant]:
    """All who have a place, the first one first; equals in the order of their entry. Those who
    wait for another session or heat have none yet."""
    over = not more_to_play(desk)
    ranked = (
        one
        for one in desk.entrants
        if one.standing is EntryState.OUT or (one.is_in and (over or one.session == desk.session))
    )
    return sorted(ranked, key=_rank, reverse=True)  # a stable sort: equals stay in order


def with_chips(desk: Desk) -> list[Entrant]:
    """Those of the ranking who have not gone out."""
    return [entrant for entrant in ranking(desk) if entrant.stack]


def more_to_play(desk: Desk) -> bool:
    """25.1: is there another session of the heat, or somebody who waits for the next heat, which
    takes two? Nobody wins a prize before that."""
    left = [one for one in desk.entrants if one.is_in]
    waits = len(left) > 1 and any(one.session != desk.session for one in left)
    return waits or desk.session < desk.form.sessions


def cuts_due(desk: Desk) -> Iterator[Equals]:
    """R72: the equals who have to cut cards, the highest places first."""
    place, prizes = 1, 0 if more_to_play(desk) else len(desk.form.prizes)
    for _, group in groupby(ranking(desk), key=_rank):
        equals = tuple(group)
        if len(equals) > 1 and (equals[0].cut or place <= prizes or _parted(desk, equals)):
            yield equals
        place += len(equals)


def _parted(desk: Desk, equals: Equals) -> bool:
    """Would some of them go on from a table, and others of the same table not?"""
    order = with_chips(desk)
    for table in {one.seat.table for one in equals if one.seat and one.stack}:
        at_table = [one for one in order if one.seat and one.seat.table == table]
        going_on = [one in equals for one in at_table[: desk.form.advance]]
        staying = [one in equals for one in at_table[desk.form.advance :]]
        if any(going_on) and any(staying):
            return True
    return False


def winners(desk: Desk, table: int) -> list[str]:
    """30.1: the players of a table with the most chips, by name where several are equal."""
    players = [one for one in desk.players(table) if one.stack]
    most = max(one.stack for one in players)
    return sorted(one.name for one in players if one.stack == most)


def going_on(desk: Desk, table: int) -> list[str]:
    """25.1: the first players of a table, who go on to the next heat."""
    order = (one for one in with_chips(desk) if one.seat and one.seat.table == table)
    return [one.name for one in order][: desk.form.advance]
