"""What everybody sees at a table: the core has no card that lies face down, so nothing is hidden.

Cards are named by where they lie: `community`, or `place 3`.
"""

from collections.abc import Iterator, Mapping

from controller.cards.plan import LyingCard, Placed
from controller.domain.cards import Card
from controller.games.poker.state import Hand, Table


def turned(before: Table, after: Table) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
    """The cards face up before and after a command; nothing where all lie as before."""
    was, now = before.hand, after.hand
    if now is None or (was is not None and _lie_as_before(was, now)):
        return {}, {}
    same = was is not None and was.number == now.number
    return face_up(before) if same else {}, face_up(after)


def _lie_as_before(was: Hand, now: Hand) -> bool:
    if was.number != now.number or was.board is not now.board:
        return False
    pairs = zip(was.players, now.players, strict=True)
    return was.players is now.players or all(a.cards is b.cards for a, b in pairs)


def face_up(table: Table) -> dict[Placed, Card]:
    """The cards that everybody sees, by where they lie."""
    return {(one.where, one.index): one.card for one in lying(table) if one.card is not None}


def lying(table: Table) -> Iterator[LyingCard]:
    """Every card of the hand that is known: the board, then hands as they were dealt."""
    hand = table.hand
    if hand is None:
        return
    hands = {"community": hand.board}
    hands |= {f"place {player.seat}": player.cards for player in hand.players}
    for where, cards in hands.items():
        for index, card in enumerate(cards):
            yield LyingCard(where, index, card)


def changed_places(before: Table, after: Table) -> list[int]:
    """Seats of which anything has changed, between hands or in one."""
    seats = zip(before.seats, after.seats, strict=True)
    found = [now.number for was, now in seats if was is not now]
    was, now = before.hand, after.hand
    if now is None or was is now:
        return found
    held = {player.seat: player for player in was.players} if was else {}
    found += [player.seat for player in now.players if held.get(player.seat) is not player]
    return list(dict.fromkeys(found))
