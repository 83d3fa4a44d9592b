"""The one step that takes the round on: which command it is, and why it is not taken yet.

It is worked out where all cards are known, since a card that was not read stops a reveal, and told
in public: a refusal names no card, and that a device has not read one is no secret. What a card
turns out to be never changes a word of it.
"""

from typing import Final

from controller.authority import Command
from controller.cards.plan import COMMUNITY, DEALER, Cards, Slot, To
from controller.domain.refusals import Refused
from controller.floor.rounds import verify_round
from controller.games.bonus import commands as c
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.reviews import under_review
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.awards import Kind
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.awards import OWN, next_award
from controller.games.bonus.round.core import follow_up, verify
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.phases import STREET_OF, Phase
from controller.games.bonus.round.plan import layout
from controller.games.bonus.round.state import Table
from controller.house.lead import Lead, deck_step

_CARDS: Final = (Refusal.CARDS_UNREAD, Refusal.CARDS_UNEXPLAINED)
"""What a step is refused for when nothing but its cards is missing: only then are they turned over,
and keyed."""


def lead(house: BonusHouse) -> Lead:
    """The next step at this table."""
    table, round_ = house.table, house.table.round
    due = max(cards_due(table) - len(round_.drawn), 0) if round_.in_play() else 0
    command = _command(house)
    if command is None:
        return Lead(cards_due=due)
    if not isinstance(command, c.Command):
        return Lead(command)
    refused = _refused(house, command)
    unread = _to_key(table, command) if refused is None or refused.refusal in _CARDS else ()
    return Lead(command, refused, unread, due)


def _left(table: Table) -> bool:
    """Has everybody left the round? The dealer says so: a fold may have been keyed by mistake."""
    return isinstance(follow_up(table), c.EverybodyFolded)


def _command(house: BonusHouse) -> Command | None:
    table = house.table
    if _left(table):
        return c.EverybodyFolded()
    by_hand = c.DealByHand(cards_due(table))
    refused = verify(table, by_hand)
    if refused is None or refused.refusal is Refusal.CHIPS_ON_SENSORS:
        return by_hand
    match table.round.phase:
        case Phase.DEAL:
            return None
        case Phase.IDLE:
            last = house.floor.last_round if house.floor else table.round.number
            getting_ready = deck_step(house.floor) if house.floor else None
            return getting_ready or c.OpenRound(last + 1)
        case Phase.WAGERS:
            return c.NoMoreBets()
        case Phase.SHOWDOWN if not table.round.dealer_shown:
            return c.ShowDealersHand()
        case Phase.SHOWDOWN | Phase.SETTLEMENT:
            return _settling(table)
        case Phase.RECONCILE:
            return c.CloseRound()
        case phase:
            return c.Reveal(STREET_OF[phase])


def _settling(table: Table) -> c.Command | None:
    index, place = next_award(table), next_place(table)
    if index is None:
        return c.SettlePlace(place.number) if place else None
    due = table.round.awards[index]
    about = due.award.place, due.award.award
    if due.award.kind in OWN and not due.keyed:
        return c.KeyAward(*about)
    if due.award.kind is Kind.PROGRESSIVE and not due.confirmed:
        return c.ConfirmAward(*about)
    return c.PayAward(*about)


def _refused(house: BonusHouse, command: c.Command) -> Refused | None:
    opening = isinstance(command, c.OpenRound) and house.floor is not None
    floor = verify_round(house.floor, house.floor.seen) if opening and house.floor else None
    if isinstance(command, c.ConfirmAward) and house.floor and under_review(house.floor):
        return Refused(BonusFloorRefusal.UNDER_REVIEW, None, "Surveillance is looking at the round")
    return floor or verify(house.table, command)


def _to_key(table: Table, command: c.Command) -> tuple[int, ...]:
    """The cards this step turns over and no device has read."""
    round_ = table.round
    match command:
        case c.Reveal(street=street):
            lying, slot = round_.community, COMMUNITY
            wanted = range(*street.cards.indices(len(lying)))
        case c.ShowDealersHand():
            lying, slot = round_.dealer, DEALER
            wanted = range(len(lying))
        case c.SettlePlace(place=number):
            lying, slot = round_.place(number).cards, Slot(To.PLACE, number)
            wanted = range(len(lying))
        case _:
            return ()
    if None not in lying:
        return ()
    draws = draws_of(table, slot, lying)
    return tuple(draws[index] for index in wanted if lying[index] is None)


def draws_of(table: Table, slot: Slot, lying: Cards) -> list[int]:
    """Which draws these cards were, in the order in which they lie."""
    return layout(table.rules, table.round.plan).draws_at(slot, len(lying))
