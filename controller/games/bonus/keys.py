"""The keypad at the dealer's hand: which keys mean something in a round, and what."""

from controller.games.bonus import commands as c
from controller.games.bonus.round.awards import OWN
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.house.lead import Meaning


def meanings(table: Table) -> dict[str, Meaning]:
    """sd (3), (18)(a)iii and vii: close bets, the awards, end of hand; by the name of the key."""
    round_ = table.round
    if round_.phase is Phase.WAGERS and any(place.playing for place in round_.places):
        return {"close-bets": Meaning(c.NoMoreBets())}
    if round_.phase is Phase.RECONCILE:
        return {"end-of-hand": Meaning(c.CloseRound())}
    if round_.phase is Phase.SETTLEMENT:
        return _awards(table) or _payment(table)
    return {}


def _awards(table: Table) -> dict[str, Meaning]:
    """Of two with the same key the first is next."""
    due = [due for due in table.round.awards if not due.paid and due.award.kind in OWN]
    return {
        one.award.award: Meaning(c.KeyAward(one.award.place, one.award.award), one.keyed)
        for one in reversed(due)
    }


def _payment(table: Table) -> dict[str, Meaning]:
    place = next_place(table)
    return {"paid": Meaning(c.SettlePlace(place.number))} if place else {}
