"""What now: every step of a hand, in one table that button, keypad, guidance and screen read.

How to read it. A hand waits in one phase; of the rows of that phase the first that applies is the
step. The dealer is told what `says` makes of it, by the rule at the end of the row. The button
stands for the one command that takes the hand on; there is none where a player acts or shows, or
cards are turned and keyed. The key `street` stands for the button; `fold`, `check-call`,
`bet-raise` and `all-in` are what the seat in turn does, a bet or raise to the amount that was keyed
before, or to the least. A table with a screen does what stands under "by itself": nobody taps for
the deal of a hand that has begun, nor for the end of one that is paid.
"""

# ruff: noqa: E501  (rows of a table, read aloud to an inspector)

from enum import StrEnum
from typing import Final

from controller.authority import Command
from controller.domain.base import remembered
from controller.domain.refusals import Refused
from controller.floor.rounds import verify_round
from controller.games.poker import guidance as says
from controller.games.poker.award import AwardPots, FinishHand, dealer_says
from controller.games.poker.betting import DrawIn, betting_over
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, dealt, street_due
from controller.games.poker.guidance import Guidance, reminders
from controller.games.poker.house import PokerHouse
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.phases import BOARD_OF, STREETS, Phase
from controller.games.poker.rules import DOLLAR
from controller.games.poker.showdown import next_to_show, to_be_turned_up, undecided
from controller.games.poker.state import Table, board_complete
from controller.games.poker.under_desk import waits
from controller.games.step import (
    Keys,
    Meaning,
    NextStep,
    Row,
    Steps,
    always,
    behind,
    deck_step,
    deck_steps,
)


class PokerStep(StrEnum):
    """The steps of a hand."""

    BEGIN_HAND = "begin hand"
    DEAL_HOLE_CARDS = "deal hole cards"
    FINISH_DEAL = "finish deal"
    REDEAL = "redeal"
    ACT = "act"
    DRAW_IN = "draw in"
    KEY_POT = "key pot"
    AWARD_KEYED = "award keyed"
    TURN_UP = "turn up"
    PUSH_LAST = "push last"
    DEAL_STREET = "deal street"
    SHOW = "show"
    AWARD = "award"
    PAID = "paid"


def _nothing(_: PokerHouse) -> None:
    """A player acts or shows, cards are keyed; or nobody's tap is spared."""


def _begin(house: PokerHouse) -> Command:
    """With it the dealer says that the deck is shuffled and cut, where nothing else is missing; one
    that goes into the shuffling device is shuffled by itself (4.4)."""
    floor = house.floor
    shuffled = floor is not None and bool(deck_steps(floor))
    into_device = deck_step(floor) if floor and not shuffled else None
    last = floor.last_round if floor else house.table.number
    return into_device or BeginHand(last + 1, shuffled)


def _draw_in(house: PokerHouse) -> Command:
    """What comes next draws in by itself, where it is not keyed."""
    if house.table.playing().count_in() == 1:
        return AwardPots()
    return _street(house) or DrawIn()


def _street(house: PokerHouse) -> Command | None:
    due = not house.table.rules.keyed and street_due(house.table) is not None
    return DealStreet(()) if due else None


def likely(offered: Offers) -> KeyMoves:
    """What the seat in turn most often does: check or call; who is bound to a wager makes it."""
    seat, due = offered.seat, offered.due
    if due is not None and due.to not in (offered.wager, offered.wager + offered.call):
        if due.to == offered.all_in:
            return KeyMoves(seat, Move.ALL_IN)
        return KeyMoves(seat, offered.opening, due.to)
    return KeyMoves(seat, Move.CALL if offered.call else Move.CHECK)


def _seat_keys(table: Table, command: Command | None) -> Keys:
    """What the seat in turn does; it may be keyed while the cards are dealt."""
    keys = dict(_street_key(table, command))
    offered = offers(dealt(table))
    if offered is not None:
        keys["check-call"] = Meaning(likely(offered))
        if offered.due is None:
            keys["fold"] = Meaning(KeyMoves(offered.seat, Move.FOLD))
        if offered.due is None and offered.no_wager is None:
            least = KeyMoves(offered.seat, offered.opening, offered.least)
            keys["bet-raise"] = Meaning(least, amount="to", unit=_digit_unit(table.rules.chip))
        if offered.due is None and offered.no_all_in is None:
            keys["all-in"] = Meaning(KeyMoves(offered.seat, Move.ALL_IN))
    return keys


def _digit_unit(chip: int) -> int:
    """Amounts are keyed in dollars; where there are smaller chips, in cents."""
    return DOLLAR if chip % DOLLAR == 0 else 1


def _street_key(table: Table, command: Command | None) -> Keys:
    """It stands for the button; who wins is said on the screen."""
    said = isinstance(command, AwardPots) and dealer_says(table)
    return {} if command is None or said else {"street": Meaning(command)}


def _next_street(house: PokerHouse) -> Command | None:
    """Run by pots: it may be told, and need not be."""
    return DealStreet(()) if street_due(dealt(house.table)) is not None else None


def _pot_missing(table: Table) -> bool:
    """Run by pots, and none is keyed yet; a street that lies wrongly comes first."""
    by_pots = not table.rules.stacks_kept and not table.playing().keyed
    return by_pots and board_complete(dealt(table))


def _pot_keys(table: Table, command: Command | None) -> Keys:
    """Run by pots, digits and `bet-raise` are the main pot of everybody still in."""
    unit = _digit_unit(table.rules.chip)
    pot = Meaning(KeyPot(0, 0), amount="amount", unit=unit, needs_amount=True)
    return {**_street_key(table, command), "bet-raise": pot}


def _betting_open(table: Table) -> bool:
    return betting_over(table) is not None


def _hands_down(table: Table) -> bool:
    return to_be_turned_up(table) and any(undecided(table))


_S = PokerStep
_IDLE, _BLINDS, _DEAL, _SHOWDOWN, _AWARD = (
    (p,) for p in (Phase.IDLE, Phase.BLINDS, Phase.DEAL, Phase.SHOWDOWN, Phase.AWARD)
)

_BETTING = (Phase.DEAL, *STREETS)

# fmt: off
STEPS: Final[Steps[Table, PokerHouse]] = Steps(Phase, (
    #   step                  phases     when                                    says                  button                     keys         by itself                  rule
    Row(_S.BEGIN_HAND,        _IDLE,     always,                                 says.begin_hand,      _begin,                    _street_key, _nothing,                  "6.1, 12.1"),
    Row(_S.DEAL_HOLE_CARDS,   _BLINDS,   always,                                 says.deal_hole_cards, lambda _: DealHoleCards(), _street_key, lambda _: DealHoleCards(), "6.4.b"),
    Row(_S.KEY_POT,           _BETTING,  _pot_missing,                           says.key_pot,         _next_street,              _pot_keys,   _nothing,                  "10.3, 17.1"),
    Row(_S.AWARD_KEYED,       STREETS,   lambda t: t.playing().keyed,            says.award_keyed,     lambda _: AwardPots(),     _street_key, _nothing,                  "10.1, 10.3"),
    Row(_S.FINISH_DEAL,       _DEAL,     always,                                 says.finish_deal,     lambda _: FinishDeal(),    _seat_keys,  _nothing,                  "6.4.b, 19.1"),
    Row(_S.REDEAL,            STREETS,   lambda t: not board_complete(t),        says.redeal,          _street,                   _street_key, _nothing,                  "19.3, 19.4"),
    Row(_S.ACT,               STREETS,   _betting_open,                          says.act,             _nothing,                  _seat_keys,  _nothing,                  "8.1, 9.1"),
    Row(_S.DRAW_IN,           STREETS,   lambda t: not t.playing().drawn_in,     says.draw_in,         _draw_in,                  _street_key, _nothing,                  "13.9"),
    Row(_S.TURN_UP,           STREETS,   _hands_down,                            says.turn_up,         behind,                    behind,      behind,                    "28.5"),
    Row(_S.PUSH_LAST,         STREETS,   lambda t: t.playing().count_in() == 1,  says.push_last,       lambda _: AwardPots(),     _street_key, _nothing,                  "8.2.a, 10.3"),
    Row(_S.DEAL_STREET,       STREETS,   always,                                 says.deal_street,     _street,                   _street_key, _nothing,                  "6.4"),
    Row(_S.SHOW,              _SHOWDOWN, next_to_show,                           says.show,            _nothing,                  _street_key, _nothing,                  "10.1, 16.1"),
    Row(_S.AWARD,             _SHOWDOWN, always,                                 says.award,           lambda _: AwardPots(),     _street_key, _nothing,                  "10.1, 10.3"),
    Row(_S.PAID,              _AWARD,    always,                                 says.paid,            lambda _: FinishHand(),    _street_key, lambda _: FinishHand(),    "10.3, 10.4"),
))
# fmt: on


@remembered
def step_of(house: PokerHouse) -> NextStep:
    """The next step at this table."""
    table = house.table
    row = STEPS.step_row(table)
    command = row.button(house)
    return NextStep(
        STEPS.guide_row(table).name,
        command,
        _refused(house, command) if isinstance(command, BeginHand) else None,
        cards_due=_cards_due(table),
        keys=row.keys(table, command),
        ahead=row.ahead(house),
    )


def guide(table: Table) -> Guidance:
    """What the dealer is told."""
    row = STEPS.guide_row(table)
    text, announce = row.says(table)
    return Guidance(text, row.rule, announce, reminders(table))


def _refused(house: PokerHouse, begin: BeginHand) -> Refused | None:
    if waiting := waits(house):
        return waiting
    floor = house.floor
    held = verify_round(floor, floor.seen) if floor and not begin.shuffled else None
    return held or CORE.verify(house.table, begin)


def _cards_due(table: Table) -> int:
    """How many communal cards the dealer turns now."""
    street = street_due(table)
    if street is None or (board_complete(table) and _betting_open(table)):
        return 0
    return BOARD_OF[street] - table.playing().laid
