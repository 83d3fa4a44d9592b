"""A jackpot slip for every award off the meter: who, what, when, cards, amounts, who confirmed."""

from collections.abc import Mapping

from controller.cards.plan import Cards, known
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.floor.seats import player_at
from controller.games.bonus.floor.state import BonusFloor
from controller.games.bonus.paytables import GradedOn
from controller.games.bonus.round.guidance.words import award_name
from controller.games.bonus.round.state import Table
from controller.staff.roles import Actor


class JackpotSlip(Frozen):
    """One award off the meter."""

    round: int
    at: Instant
    place: int
    player: str
    award: str
    hole_cards: tuple[str, ...]
    """By their names: they lie face up, and the slip is there to be read."""
    board: tuple[str, ...]
    """The community cards that count: the flop, or all five (R26)."""
    amount: Money
    from_meter: Money
    from_house: Money
    dealer: str
    confirmed_by: tuple[Actor, ...]


class SlipIssued(Frozen):
    """A slip for an award off the meter."""

    slip: JackpotSlip


def jackpot_slips(
    floor: BonusFloor, table: Table, confirmed_by: Mapping[int, tuple[Actor, ...]], at: Instant
) -> tuple[JackpotSlip, ...]:
    """Slips for these confirmed meter awards of the round; who confirmed, by the award's index."""
    round_, jackpot = table.round, table.rules.jackpot
    seven = jackpot is not None and jackpot.schedule.graded_on is GradedOn.SEVEN
    board = _names(round_.community[: 5 if seven else 3])
    return tuple(
        JackpotSlip(
            round_.number,
            at,
            due.award.place,
            player_at(floor, due.award.place),
            award_name(table.rules, due.award.award),
            _names(round_.place(due.award.place).cards),
            board,
            due.award.amount,
            due.award.from_meter,
            due.award.from_house,
            floor.round.dealer if floor.round else "",
            confirmed_by[index],
        )
        for index, due in enumerate(round_.awards)
        if due.award.off_the_meter and due.confirmed and index in confirmed_by
    )


def _names(cards: Cards) -> tuple[str, ...]:
    return tuple(map(str, known(cards)))
