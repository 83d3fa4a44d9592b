"""The result of a round as SCENARIOS prints it."""

from typing import Any

from controller.cards.plan import Cards, known
from controller.domain.money import ZERO
from controller.games.bonus.round.money import against_the_dealer
from controller.games.bonus.round.pool import meter_before_awards
from controller.games.bonus.round.showdown import hand_of
from controller.games.bonus.round.state import Place, Round, Standing, Table
from controller.games.bonus.wagers import Area


def round_result(table: Table) -> dict[str, Any]:
    """The last round of a table: only what was revealed in the normal course."""
    round_ = table.round
    return {
        "number": round_.number,
        "result": str(round_.ending),
        "clause": round_.clause,
        "community": _names(round_.community[: round_.revealed]),
        "dealer": _shown(round_, round_.dealer, shown=round_.dealer_shown),
        "hands": [_hand(round_, place) for place in round_.dealt_in()],
        "settlement_order": list(round_.settlement_order),
        "jackpots": [
            {
                "place": due.award.place,
                "kind": str(due.award.kind),
                "award": due.award.award,
                "amount": str(due.award.amount),
                "from_meter": str(due.award.from_meter),
                "from_house": str(due.award.from_house),
            }
            for due in round_.awards
            if due.paid
        ],
        "meter": _meter(table),
        "phases": [phase.value for phase in round_.phases],
        "notices": list(round_.notices),
    }


def _names(cards: Cards) -> list[str]:
    return [str(card) for card in known(cards)]


def _shown(round_: Round, cards: Cards, *, shown: bool) -> dict[str, Any]:
    if not shown:
        return {"cards": [], "hand": None, "best": None}
    hand = hand_of(round_, cards)
    return {"cards": _names(cards), "hand": hand.category.text, "best": _names(hand.best)}


def _hand(round_: Round, place: Place) -> dict[str, Any]:
    return {
        "place": place.number,
        **_shown(round_, place.cards, shown=place.shown),
        "outcome": _outcome(round_, place),
        "wagers": {
            area.value: {
                "stake": str(result.stake),
                "outcome": str(result.outcome),
                "paid": str(result.paid),
                "returned": str(result.returned),
            }
            for area in Area
            if (result := place.results.get(area)) is not None
        },
    }


def _outcome(round_: Round, place: Place) -> str:
    if place.standing is not Standing.IN:
        return str(place.standing)
    own, dealer = hand_of(round_, place.cards), hand_of(round_, round_.dealer)
    return str(against_the_dealer(own, dealer))


def _meter(table: Table) -> dict[str, str] | None:
    before, after = table.round.meter_before, table.meter
    contributed = meter_before_awards(table)
    if before is None or after is None or contributed is None:
        return None
    awarded = sum((due.award.from_meter for due in table.round.awards if due.paid), start=ZERO)
    return {
        "before": str(before.value),
        "contributed": str(contributed.value - before.value),
        "awarded": str(awarded),
        "reset": str(after.value - contributed.value + awarded),
        "after": str(after.value),
    }
