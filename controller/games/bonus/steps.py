"""What now: every step of a round, in one table that button, keypad, guidance and screen read.

How to read it. A round waits in one phase; of the rows of that phase the first that applies is the
step. The dealer is told what `says` makes of it. The button stands for the one command that takes
the round on, whether it may be taken yet or not. A key that is lit stands for the button, or keys
an award. A table with a screen does what stands under "by itself", so that nobody taps for what is
plain anyway: the next round is opened as soon as it may be, with the wagers of the last one on it,
and the hand that is settled next is turned face up, so that what it comes to is seen before it is
paid. The rule is a line of `citations`; a sentence may name a narrower one. A card that does not
fit stops the dealer, not the table: behind it the step waits as it is.

Which row it is, and what is said, is read off what lies open. The command is worked out where all
cards are known, since a card that was not read stops a reveal, and told in public: a refusal names
no card, and that a device has not read one is no secret. What a card turns out to be never changes
a word of it.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Final

from controller.authority import Command
from controller.cards.plan import COMMUNITY, DEALER, Slot, To, Unexplained
from controller.domain.base import evolve, remembered
from controller.domain.dealing import Dealing
from controller.domain.refusals import Refused
from controller.floor.measures import decide_first
from controller.floor.rounds import verify_round
from controller.floor.seats import verify_player
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import limit_faults, outside
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.reviews import under_review
from controller.games.bonus.floor.state import BonusFloor, TableLimits
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round import guards as guards
from controller.games.bonus.round.awards import OWN, award_step
from controller.games.bonus.round.betting import flop_for_jackpots_due
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.core import verify
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.guidance import (
    betting,
    closing,
    dealing,
    hands,
    jackpots,
    opening,
    settling,
)
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.remedies import remedy
from controller.games.bonus.round.guidance.reminders import reminders
from controller.games.bonus.round.guidance.warnings import warnings
from controller.games.bonus.round.phases import BEFORE_SETTLEMENT, DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.plan import layout
from controller.games.bonus.round.pool import chips_to_take
from controller.games.bonus.round.state import Ending, Place, Table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import Street, TableRules
from controller.games.step import Keys, Meaning, NextStep, Row, Steps, always, behind, deck_step


class BonusStep(StrEnum):
    """The steps of a round."""

    KNOWN_CARD = "known card"
    CARD_NOT_DUE = "card not due"
    ALL_FOLDED = "all folded"
    CHECK_DECK = "check deck"
    OPEN_ROUND = "open round"
    TAKE_WAGERS = "take wagers"
    NO_MORE_BETS = "no more bets"
    LOOK_AT_CARDS = "look at cards"
    TAKE_CHIPS = "take chips"
    DEAL = "deal"
    ASK = "ask"
    FLOP_FOR_JACKPOTS = "flop for jackpots"
    CORRECT_WAGER = "correct wager"
    TURN_STREET = "turn street"
    REVEAL = "reveal"
    SHOW_HAND = "show hand"
    FIRST_HAND = "first hand"
    APPLY_PROCEDURE = "apply procedure"
    KEY_AWARD = "key award"
    CONFIRM_AWARD = "confirm award"
    PAY_AWARD = "pay award"
    TURN_HAND = "turn hand"
    SETTLE_PLACE = "settle place"
    FINISH = "finish"
    NO_RESULT = "no result"
    CLOSE_ROUND = "close round"


def _nothing(_: BonusHouse) -> None:
    """The table waits, or nobody's tap is spared."""


def _open_round(house: BonusHouse) -> Command:
    last = house.floor.last_round if house.floor else house.table.round.number
    return c.OpenRound(last + 1)


def _deck_or_round(house: BonusHouse) -> Command:
    getting_ready = deck_step(house.floor) if house.floor else None
    return getting_ready or _open_round(house)


def _repeat(house: BonusHouse) -> Command | None:
    """The wagers of the round before, where the same seat may still wager."""
    before, floor = house.table.round.before, house.floor
    places = [place for place in before if floor and verify_player(floor, place) is None]
    return c.RepeatWagers(tuple(places)) if places else None


def _by_hand(house: BonusHouse) -> Command | None:
    """Where no device deals: all that is due now, told once."""
    by_hand = c.DealByHand(cards_due(house.table))
    refused = verify(house.table, by_hand)
    told = refused is None or refused.refusal is Refusal.CHIPS_ON_SENSORS
    return by_hand if told else None


def _street(house: BonusHouse) -> Command:
    return _by_hand(house) or c.Reveal(STREET_OF[house.table.round.phase])


def _settle(house: BonusHouse) -> Command | None:
    place = guards.next_place(house.table)
    return c.SettlePlace(place.number) if place else None


def _turn(house: BonusHouse) -> Command | None:
    place = guards.next_place(house.table)
    return c.TurnHand(place.number) if place else None


def _award(house: BonusHouse) -> Command | None:
    return award_step(house.table)


def _award_is(step: type[c.OfAward]) -> Callable[[Table], bool]:
    return lambda table: isinstance(award_step(table), step)


def _dark(_: Table, __: Command | None) -> Keys:
    return {}


def _key(name: str) -> Callable[[Table, Command | None], Keys]:
    """sd (3), (18)(a)vii: it stands for the button."""
    return lambda _, command: {name: Meaning(command)} if command else {}


def _award_keys(table: Table, _: Command | None) -> Keys:
    """sd (18)(a)iii: of two with the same key the first is next."""
    due = [due for due in table.round.awards if not due.paid and due.award.kind in OWN]
    return {
        one.award.award: Meaning(c.KeyAward(one.award.place, one.award.award), one.keyed)
        for one in reversed(due)
    }


_S = BonusStep
_IDLE, _WAGERS, _DEAL, _SHOWDOWN = {Phase.IDLE}, {Phase.WAGERS}, {Phase.DEAL}, {Phase.SHOWDOWN}
_FLOP, _SETTLEMENT, _RECONCILE = {Phase.FLOP_DECISIONS}, {Phase.SETTLEMENT}, {Phase.RECONCILE}
_CARDS = {Phase.WAGERS, Phase.DEAL, *DECISIONS}

# fmt: off
STEPS: Final[Steps[Table, BonusHouse]] = Steps(Phase, (
    #   step                  phases             when                                                                   says                        button                                  keys                  by itself    rule
    Row(_S.KNOWN_CARD,        _CARDS,            lambda t: t.round.unexplained is Unexplained.KNOWN_CARD,               opening.known_card,         behind,                                 behind,               behind,      "card unaccounted"),
    Row(_S.CARD_NOT_DUE,      _CARDS,            lambda t: t.round.unexplained is Unexplained.EXTRA_CARD,               opening.card_not_due,       behind,                                 behind,               behind,      "wrong count"),
    Row(_S.ALL_FOLDED,        BEFORE_SETTLEMENT, lambda t: guards.nobody_in(t) and not flop_for_jackpots_due(t),               hands.nobody_left,          lambda _: c.EverybodyFolded(),          _dark,                _turn,       "collect a fold"),
    Row(_S.CHECK_DECK,        _IDLE,             lambda t: t.deck_check_due,                                            closing.check_deck,         _deck_or_round,                         _dark,                _nothing,    "deck check"),
    Row(_S.OPEN_ROUND,        _IDLE,             always,                                                                closing.open_round,         _deck_or_round,                         _dark,                _open_round, "ante first"),
    Row(_S.TAKE_WAGERS,       _WAGERS,           lambda t: not guards.ante_placed(t),                                          opening.take_wagers,        lambda _: c.NoMoreBets(),               _dark,                _repeat,     "ante first"),
    Row(_S.NO_MORE_BETS,      _WAGERS,           always,                                                                opening.no_more_bets,       lambda _: c.NoMoreBets(),               _key("close-bets"),   _repeat,     "no more bets"),
    Row(_S.LOOK_AT_CARDS,     _DEAL,             guards.hole_cards_down,                                                       dealing.look_at_cards,      _by_hand,                               _dark,                _nothing,    "look at cards{shoe}"),
    Row(_S.TAKE_CHIPS,        _DEAL,             lambda t: not t.rules.nsw and not t.round.drawn and chips_to_take(t),  dealing.take_chips,         _by_hand,                               _dark,                _nothing,    "take progressives"),
    Row(_S.DEAL,              _DEAL,             always,                                                                dealing.deal,               _by_hand,                               _dark,                _nothing,    "deal{shoe}"),
    Row(_S.ASK,               DECISIONS,         lambda t: guards.undecided(t.round),                                          betting.ask,                _street,                                _dark,                _nothing,    "{street} decision"),
    Row(_S.FLOP_FOR_JACKPOTS, DECISIONS,         flop_for_jackpots_due,                                                 betting.flop_for_jackpots,  _street,                                _dark,                _nothing,    "keep a fold"),
    Row(_S.CORRECT_WAGER,     _FLOP,             lambda t: betting.wrong_wagers(t, Street.FLOP),                        betting.correct_wager,      _street,                                _dark,                _nothing,    "wrong flop wager"),
    Row(_S.TURN_STREET,       DECISIONS,         lambda t: not t.rules.nsw and len(t.round.drawn) < cards_due(t),       betting.turn_street,        _street,                                _dark,                _nothing,    "reveal {street}"),
    Row(_S.REVEAL,            DECISIONS,         always,                                                                betting.reveal,             _street,                                _dark,                _nothing,    "reveal {street}{shoe}"),
    Row(_S.SHOW_HAND,         _SHOWDOWN,         lambda t: not t.round.dealer_shown,                                    settling.show_hand,         lambda _: c.ShowDealersHand(),          _dark,                _nothing,    "dealer's hand"),
    Row(_S.FIRST_HAND,        _SHOWDOWN,         always,                                                                settling.first_hand,        _settle,                                _dark,                _turn,       "declare ranking"),
    Row(_S.APPLY_PROCEDURE,   _SETTLEMENT,       jackpots.procedure_due,                                                jackpots.apply_procedure,   _award,                                 _award_keys,          _nothing,    "two meter awards"),
    Row(_S.KEY_AWARD,         _SETTLEMENT,       _award_is(c.KeyAward),                                                 jackpots.key_award,         _award,                                 _award_keys,          _nothing,    "jackpot keying"),
    Row(_S.CONFIRM_AWARD,     _SETTLEMENT,       _award_is(c.ConfirmAward),                                             jackpots.confirm_award,     _award,                                 _award_keys,          _nothing,    "meter award"),
    Row(_S.PAY_AWARD,         _SETTLEMENT,       _award_is(c.PayAward),                                                 jackpots.pay_award,         _award,                                 _award_keys,          _nothing,    "jackpot order"),
    Row(_S.TURN_HAND,         _SETTLEMENT,       lambda t: (place := guards.next_place(t)) and not place.shown,                settling.turn_hand,         _settle,                                _key("paid"),         _turn,       "turn a hand"),
    Row(_S.SETTLE_PLACE,      _SETTLEMENT,       guards.next_place,                                                            settling.settle_place,      _settle,                                _key("paid"),         _nothing,    "settle in turn"),
    Row(_S.FINISH,            _SETTLEMENT,       always,                                                                settling.finish,            _nothing,                               _dark,                _nothing,    "next hand"),
    Row(_S.NO_RESULT,         _RECONCILE,        lambda t: t.round.ending is not Ending.SETTLED,                        closing.no_result,          lambda _: c.CloseRound(),               _key("end-of-hand"),  _nothing,    "void"),
    Row(_S.CLOSE_ROUND,       _RECONCILE,        always,                                                                closing.close_round,        lambda _: c.CloseRound(),               _key("end-of-hand"),  _nothing,    "end of round"),
))
# fmt: on


@remembered
def step_of(house: BonusHouse) -> NextStep:
    """The next step at this table."""
    table, round_ = house.table, house.table.round
    row = STEPS.step_row(table)
    command = row.button(house)
    refused = _refused(house, command) if isinstance(command, c.Command) else None
    only_cards = refused is None or refused.refusal in _CARDS_MISSING
    return NextStep(
        STEPS.guide_row(table).name,
        command,
        refused,
        _to_key(table, command) if only_cards else (),
        max(cards_due(table) - len(round_.drawn), 0) if round_.in_play() else 0,
        row.keys(table, command),
        row.ahead(house),
    )


def guide(table: Table, floor: BonusFloor | None = None) -> Guidance:
    """What the dealer is told. It states what the rules offer and require, in their order, and
    never what a player had better do (13.6 of `nsw-legacy`, 13.7 of `nsw-2024`).

    The floor knows the players: whose limits are whose, and who decides first (11.12.1). Without
    one the table's limits hold for all.
    """
    table = public_view(table)
    row, first = STEPS.guide_row(table), decide_first(floor) if floor else ()
    guidance = betting.ask(table, first) if row.name is _S.ASK else row.says(table)
    if guidance.clause is None:
        guidance = evolve(guidance, clause=_clause(table, row.rule))
    if collected := hands.just_conceded(table):
        guidance = hands.after_concession(table, collected, guidance)
    return evolve(
        guidance,
        text=f"{remedy(table)} {guidance.text}".lstrip(),
        reminders=reminders(table),
        warnings=warnings(table, partial(_outside, table.rules, floor)),
    )


def _outside(rules: TableRules, floor: BonusFloor | None, place: Place) -> tuple[str, ...]:
    if floor is not None:
        return limit_faults(floor, place.number, place.stakes)
    return outside(rules, TableLimits(rules.limits), place.number, place.stakes)


def _clause(table: Table, rule: str) -> str | None:
    """The rule of the street, and of the device that deals."""
    shoe = ", shoe" if table.rules.dealing is Dealing.SHOE else ""
    return cite(table.rules, rule.format(street=STREET_OF.get(table.round.phase), shoe=shoe))


_CARDS_MISSING: Final = (Refusal.CARDS_UNREAD, Refusal.CARDS_UNEXPLAINED)
"""What a step is refused for when nothing but its cards is missing: only then are they turned over,
and keyed."""


def _refused(house: BonusHouse, command: c.Command) -> Refused | None:
    floor, refused = house.floor, None
    if floor is not None and isinstance(command, c.OpenRound):
        refused = verify_round(floor, floor.seen)
    if floor is not None and isinstance(command, c.ConfirmAward) and under_review(floor):
        return Refused(BonusFloorRefusal.UNDER_REVIEW, None, "Surveillance is looking at the round")
    return refused or verify(house.table, command)


def _to_key(table: Table, command: Command | None) -> tuple[int, ...]:
    """The cards this step turns over and no device has read."""
    round_, turned = table.round, slice(None)
    match command:
        case c.Reveal():
            slot, lying, turned = COMMUNITY, round_.community, command.street.cards
        case c.ShowDealersHand():
            slot, lying = DEALER, round_.dealer
        case c.SettlePlace():
            slot, lying = Slot(To.PLACE, command.place), round_.place(command.place).cards
        case _:
            return ()
    draws = layout(table.rules, round_.plan).draws_at(slot, len(lying))
    pairs = [*zip(draws, lying, strict=False)]
    return tuple(draw for draw, card in pairs[turned] if card is None)
