"""What can be reported in a hand, in plain words over the table of rulings: a row each.

What can have happened by now is asked of the core: what it would refuse whatever else were said is
not listed, and of the answers to a question only those are open that it takes.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

from controller.authority import Command
from controller.domain.cards import DECK, Card
from controller.domain.money import Money
from controller.domain.words import faces
from controller.games.poker.card_corrections import CorrectCard, keyed_cards
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealStreet, FinishDeal
from controller.games.poker.floor.clock import CallClock
from controller.games.poker.irregularities import RULINGS
from controller.games.poker.offers import Move, offers, offers_to
from controller.games.poker.phases import Phase
from controller.games.poker.powers import PokerAction, PokerReason
from controller.games.poker.reports import Cause, Decision, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit
from controller.games.poker.state import Hand, Standing, Table
from controller.games.poker.treaty import awaited
from controller.running.writer import COMPARE
from controller.staff.powers import HouseAction
from controller.staff.roles import HouseReason, Reason
from ui.forms.asks import Answers, Ask, Kind, Options, Scene, places
from ui.forms.entries import REPORT, Entry
from ui.games.poker.viewmodels.card_pad import face_up
from ui.supervision import reports as house
from ui.viewmodels.options import Option

I = Irregularity  # noqa: E741 - the table below is read aloud
TURNED: Final = DealStreet(())
"""Cards of the board were turned, and nobody has keyed them."""
_NOT_UP: Final = (Phase.IDLE, Phase.BLINDS, Phase.DEAL, Phase.AWARD)
CARDS: Final = ("first", "second")
"""Both cards of a hand, one after the other."""

# fmt: off
_QUESTIONS: Final = {
    "seat":        "Which seat?",
    "looked":      "Has the player looked at the cards?",
    "card":        "Which of the two cards was it?",
    "correctable": "Can the deal be put right?",
    "correct":     "Is it known which card came first?",
    "move":        "What did the player do?",
    "decision":    "What does the player want to do?",
    "cause":       "What happened?",
    "amount":      "How much did the player put out on this street?",
    "first":       "Which two cards? The first:",
    "second":      "Which two cards? The second:",
}
_CALLED: Final = {"looked": "Looked", "correctable": "Put right", "correct": "Known"}
_KINDS: Final = {"amount": Kind.MONEY, "first": Kind.CARD, "second": Kind.CARD}
_YES_NO: Final = {"yes": "Yes", "no": "No"}
_NAMED: Final[dict[str, dict[str, str]]] = {
    "looked":      _YES_NO,
    "correctable": _YES_NO,
    "correct":     _YES_NO,
    "card":        {"1": "The first", "2": "The second"},
    "move": {
        Move.CHECK: "Check",
        Move.CALL: "Call",
        Move.BET: "Bet",
        Move.RAISE: "Raise",
        Move.ALL_IN: "All-in",
    },
    "decision": {
        Decision.COMPLETE: "Completes the bet",
        Decision.FORFEIT: "Forfeits it and folds",
        Decision.WITHDRAW: "Takes it back",
    },
    "cause": {
        Cause.CARDS: "Cards are missing or wrong",
        Cause.DISRUPTION: "Fire, brawl, robbery",
        Cause.FRAUD: "Fraud",
    },
}
_READ: Final[dict[str, Callable[[str], Any]]] = {
    "seat":        int,
    "looked":      "yes".__eq__,
    "card":        int,
    "correctable": "yes".__eq__,
    "correct":     "yes".__eq__,
    "move":        Move,
    "decision":    Decision,
    "cause":       Cause,
    "amount":      lambda code: int(Money.parse(code)),
}
_REASONS: Final[dict[Cause, Reason]] = {
    Cause.CARDS:      PokerReason.CARDS_MISCOUNTED,
    Cause.DISRUPTION: HouseReason.EMERGENCY,
    Cause.FRAUD:      HouseReason.FRAUD,
}
# fmt: on


def report_of(what: Irregularity, answers: Answers) -> ReportIrregularity:
    """The report, as far as the answers go."""
    said = {name: _READ[name](code) for name, code in answers.items() if name in _READ}
    cards = tuple(Card.parse(answers[name]) for name in CARDS if name in answers)
    return ReportIrregularity(what, cards=cards, **said)


# What the core takes


def _taken(table: Table, what: Irregularity, names: tuple[str, ...], answers: Answers) -> bool:
    """Would the core take it, with the right answers to what is not said yet?"""
    if table.hand is None or table.at_rest:
        return False
    left = [name for name in names if name not in answers]
    for codes in product(*(tuple(_codes(table, table.hand, name, answers)) for name in left)):
        more = {name: code for name, code in zip(left, codes, strict=True) if code}
        if CORE.can(table, report_of(what, {**answers, **more})):
            return True
    return False


def _codes(table: Table, hand: Hand, name: str, answers: Answers) -> Iterator[str]:
    """Answers to try; one that is left out is an empty code."""
    if name == "seat":
        yield from (str(player.seat) for player in hand.players)
    elif name == "amount":
        yield ""
        yield from (str(Money(amount)) for amount in _amounts(table, hand, answers))
    elif name in CARDS:
        yield ""
        yield [card for card in map(str, DECK) if card not in face_up(table)][CARDS.index(name)]
    else:
        yield from map(str, _NAMED[name])


def _amounts(table: Table, hand: Hand, answers: Answers) -> set[int]:
    """Wagers that are just right, and just wrong, for whom this is about."""
    offered = offers(table)
    if "seat" in answers and hand.has(int(answers["seat"])):
        player = hand.of(int(answers["seat"]))
        offered = offers_to(table, hand, player) if player.standing is Standing.IN else None
    if offered is None:
        return set()
    call = offered.wager + offered.call
    found = {offered.wager + 1, call - 1, call, hand.high + 1, offered.least - 1, offered.least}
    return {amount for amount in found if amount > 0}


# What is asked


def _ask(what: Irregularity, name: str, names: tuple[str, ...]) -> Ask:
    def only_if(scene: Scene, answers: Answers) -> bool:
        """What makes no difference is not asked."""
        table = scene.house.table
        if name in CARDS:
            return _cards_unknown(table, what, answers)
        return name != "amount" or _amount_asked(table, what, answers)

    return Ask(
        name,
        _QUESTIONS[name],
        _KINDS.get(name, Kind.CHOICE),
        _options(what, name, names),
        only_if=only_if,
        not_these=_not_these,
        called=_CALLED.get(name, ""),
    )


def _options(what: Irregularity, name: str, names: tuple[str, ...]) -> Options:
    """All answers, those open that the core takes; where it takes one only, that one."""

    def options(scene: Scene, answers: Answers) -> tuple[Option, ...]:
        table = scene.house.table
        if name == "seat":
            named = places(scene, table.playing().has)
        else:
            named = tuple(Option(str(code), text) for code, text in _NAMED[name].items())
        found = tuple(
            replace(one, enabled=_taken(table, what, names, {**answers, name: one.code}))
            for one in named
        )
        taken = tuple(one for one in found if one.enabled)
        return taken if len(taken) == 1 else found

    return options


def _not_these(scene: Scene, answers: Answers) -> frozenset[str]:
    """Cards that lie face up already, and the one that was keyed."""
    keyed = {answers[name] for name in CARDS if name in answers}
    return frozenset(face_up(scene.house.table) | keyed)


def _cards_unknown(table: Table, what: Irregularity, answers: Answers) -> bool:
    hand = table.playing()
    if hand.of(int(answers["seat"])).cards:
        return False
    return what is not I.WINNING_HAND_MUCKED or hand.count_in() == 1


def _amount_asked(table: Table, what: Irregularity, answers: Answers) -> bool:
    if what is not I.OUT_OF_TURN:
        return True
    sized = answers["move"] in (Move.BET, Move.RAISE)
    return sized and table.rules.limit is not Limit.FIXED


# When it is listed


def _cannot(what: Irregularity, names: tuple[str, ...]) -> Callable[[Scene], str]:
    def why(scene: Scene) -> str:
        if scene.held is not None:
            return "The table is held"
        if what is I.CLOCK_EXPIRED and scene.floor.clock is None:
            return "No clock is running"
        table = scene.house.table
        if RULINGS[what].follows and not table.rules.stacks_kept:
            return "The table is run by pots: decide it at the table"
        taken = _taken(table, what, names, {})
        return "" if taken else "This cannot have happened now"

    return why


def _not_dealing(scene: Scene) -> str:
    if scene.held is not None:
        return "The table is held"
    return "" if scene.house.table.phase is Phase.DEAL else "Nothing is being dealt"


def _not_turned(scene: Scene) -> str:
    """What lies wrongly on the board is reported once it is said that the cards were turned."""
    if scene.held is not None:
        return "The table is held"
    table = scene.house.table
    due = table.rules.keyed and CORE.can(table, TURNED)
    return "" if due else "No board card is due now"


def _not_recovered(scene: Scene) -> str:
    """After an interruption the hand can be voided, and nothing else."""
    if scene.held != COMPARE:
        return "Nothing was interrupted"
    return "" if scene.house.in_round else "No hand is in progress"


def _no_clock(scene: Scene) -> str:
    """One that a restart has cut short is called again; whether one runs, the floor knows."""
    waits = scene.held is None and any(_awaited(scene, {}))
    return "" if waits else "Nobody has to act"


def _awaited(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """The seats whose decision the table waits for: one, unless it is run by pots."""
    table = scene.house.table
    if table.at_rest:
        return ()
    return places(scene, lambda n: table.playing().has(n) and awaited(table, n))


def _clock(scene: Scene, answers: Answers) -> Command:
    return CallClock(int(answers.get("seat") or _awaited(scene, answers)[0].code))


# A card that was keyed wrong


def _keyed(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Where the table stands in a hand, every card that lies face up."""
    table = scene.house.table
    cards = () if scene.held or table.phase in _NOT_UP else keyed_cards(table.playing())
    return tuple(Option(str(card), faces((card,))) for card in cards)


def _nothing_keyed(scene: Scene) -> str:
    return "" if _keyed(scene, {}) else "No card is face up"


def _corrected(_: Scene, answers: Answers) -> Command:
    return CorrectCard(Card.parse(answers["was"]), Card.parse(answers["card"]))


def _face_up(scene: Scene, _: Answers) -> frozenset[str]:
    return frozenset(face_up(scene.house.table))


def _by_pots(scene: Scene, _: Answers) -> bool:
    return not scene.house.table.rules.stacks_kept


# The rows


def _ruled(what: Irregularity, text: str, *names: str) -> Entry:
    return Entry(
        what.value,
        REPORT,
        text,
        ReportIrregularity(what).action,
        lambda _, answers: report_of(what, answers),
        tuple(_ask(what, name, names) for name in names),
        _cannot(what, names),
    )


def _void(_: Scene, answers: Answers) -> Command:
    return report_of(I.OUTCOME_INVALIDATED, answers)


def _why_void(_: Scene, answers: Answers) -> tuple[Reason, ...]:
    """What was answered is the reason."""
    return (_REASONS[Cause(answers["cause"])],)


_CAUSE: Final = (_ask(I.OUTCOME_INVALIDATED, "cause", ("cause",)),)

# fmt: off
REPORTS: Final[tuple[Entry, ...]] = (
    # the deal
    _ruled(I.CARD_EXPOSED_IN_CUT,   "Card seen in shuffle or cut"),
    _ruled(I.DEALT_OUT_OF_TURN,     "Cards dealt out of turn",      "seat", "looked"),
    _ruled(I.HOLE_CARD_EXPOSED,     "Hole card turned up",          "seat", "card"),
    _ruled(I.BOXED_CARD,            "Boxed card",                   "seat", "card"),
    _ruled(I.WRONG_NUMBER_OF_HANDS, "Wrong number of hands",        "correctable"),
    Entry("dealt", REPORT, "Other mistake after the deal", PokerAction.DEAL_CARDS,
          lambda _, __: FinishDeal(), (), _not_dealing, at_once=True),
    # the board
    Entry("turned", REPORT, "Board dealt wrong", PokerAction.DEAL_CARDS,
          lambda _, __: TURNED, (), _not_turned, at_once=True),
    _ruled(I.FLOP_TOO_MANY,         "Too many cards in the flop"),
    _ruled(I.TWO_CARDS,             "Two cards turned",             "correct"),
    _ruled(I.WRONG_BURN,            "Wrong burn: none, or two"),
    _ruled(I.DEALT_EARLY,           "Dealt before betting was over"),
    Entry("correct-card", REPORT, "Card was keyed wrong", HouseAction.OVERRIDE_CARD, _corrected,
          (Ask("was", "Which card is wrong on the screen?", options=_keyed),
           Ask("card", "Which card is it?", Kind.CARD, not_these=_face_up)), _nothing_keyed,
          reasons=lambda _, __: (HouseReason.KEYED_WRONG,)),
    # hands
    _ruled(I.HAND_FOULED,           "Too few or too many cards",    "seat"),
    _ruled(I.HAND_KILLED,           "Dealer mucked a live hand",    "seat"),
    _ruled(I.FOLDED_HAND_EXPOSED,   "Folded hand was shown",        "seat", *CARDS),
    _ruled(I.WINNING_HAND_MUCKED,   "Winning hand was mucked",      "seat", *CARDS),
    # wagers
    _ruled(I.OUT_OF_TURN,           "Acted out of turn",            "seat", "move", "amount"),
    _ruled(I.SHORT_CALL,            "Call too small",               "seat", "amount", "decision"),
    _ruled(I.SHORT_RAISE,           "Bet or raise too small",       "seat", "amount", "decision"),
    _ruled(I.STRING_BET,            "String bet",                   "seat", "amount"),
    Entry("call-clock", REPORT, "Call the clock", PokerAction.CALL_CLOCK,
          _clock, (Ask("seat", "Which seat?", options=_awaited, only_if=_by_pots),), _no_clock,
          outcome="The player has one minute to act, then ten seconds are counted down"),
    _ruled(I.CLOCK_EXPIRED,         "Time is up: fold the hand",    "seat"),
    # people, and the hand as a whole
    house.DISPUTE,
    house.INCIDENT,
    Entry(I.OUTCOME_INVALIDATED.value, REPORT, "Void the hand", PokerAction.INVALIDATE_HAND,
          _void, _CAUSE, _cannot(I.OUTCOME_INVALIDATED, ("cause",)), reasons=_why_void),
    Entry("void-recovered", REPORT, "Void the hand", HouseAction.VOID_RECOVERED,
          _void, _CAUSE, _not_recovered),
)
# fmt: on
