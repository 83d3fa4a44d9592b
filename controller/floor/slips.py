"""A jackpot slip for every award off the meter: who, what, when, cards, amounts, who confirmed."""

from collections.abc import Mapping
from dataclasses import dataclass

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.domain.paytables import GradedOn
from controller.floor.base import Actor, Instant
from controller.floor.seats import player_at
from controller.floor.state import Floor
from controller.jackpot.awards import Kind
from controller.round.guidance.words import award_name
from controller.round.state import Table, known


@dataclass(frozen=True)
class JackpotSlip:
    """One award off the meter."""

    round: int
    at: Instant
    place: int
    player: str
    award: str
    hole_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    """The community cards that count: the flop, or all five (R26)."""
    amount: Money
    from_meter: Money
    from_house: Money
    dealer: str
    confirmed_by: tuple[Actor, ...]


def jackpot_slips(
    floor: Floor, table: Table, confirmed_by: Mapping[int, tuple[Actor, ...]], at: Instant
) -> tuple[JackpotSlip, ...]:
    """Slips for the confirmed meter awards of the round; actors by the award's index."""
    round_, jackpot = table.round, table.rules.jackpot
    seven = jackpot is not None and jackpot.schedule.graded_on is GradedOn.SEVEN
    board = known(round_.community[: 5 if seven else 3])
    return tuple(
        JackpotSlip(
            round_.number,
            at,
            due.award.place,
            player_at(floor, due.award.place),
            award_name(table.rules, due.award.award),
            known(round_.place(due.award.place).cards),
            board,
            due.award.amount,
            due.award.from_meter,
            due.award.from_house,
            floor.round.dealer if floor.round else "",
            confirmed_by.get(index, ()),
        )
        for index, due in enumerate(round_.awards)
        if due.award.kind is Kind.PROGRESSIVE and due.confirmed
    )
