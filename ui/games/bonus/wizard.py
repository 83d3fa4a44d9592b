"""What the irregularity panel lists, asks and sends: plain words over the table of rulings.

What can happen in this phase is asked of `rule_on`: what it would refuse whatever else were said is
not listed, and of the answers to a question only those are open that it takes. It looks at phases,
wagers and counts, never at a card, so the public table gives the same answers as the private one.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

from controller.authority import Command
from controller.domain.dealing import Dealing
from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.floor.calls import CallSupervisor
from controller.floor.deck_orders import ReportCardsDropped, ReportDeviceFailed
from controller.floor.disputes import OpenDispute
from controller.floor.entries import About, IncidentKind
from controller.floor.measures import ReportIncident
from controller.floor.state import Floor, Hold, Status
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.floor.outcomes import Disruption, Ground, InvalidateOutcome
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.round.rulings import rule_on
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import Street
from controller.running.writer import COMPARE
from controller.staff.roles import HouseReason, Reason
from ui.games.bonus.words import label
from ui.shown import Shown
from ui.viewmodels.options import Option

I = Irregularity  # noqa: E741 - the table below is read aloud
D = Decision

CALL: Final = "call"
DROPPED: Final = "cards-dropped"
INCIDENT: Final = "incident"
DISPUTE: Final = "dispute"
DEVICE_FAILED: Final = "device-failed"
NOBODY: Final = "nobody"
FRAUD: Final = "fraud"

Answers = Mapping[str, str]
"""By the key of the question; several places are written `1,3`."""


@frozen
class Question:
    """What is still to be said."""

    key: str
    text: str
    options: tuple[Option, ...]
    several: bool = False
    """Any number of them, then "Done"."""


# fmt: off
REPORTS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    #  what                              in plain words                     asks
    # cards
    (I.WRONG_CARD_COUNT.value,          "Too many or too few cards",       ()),
    (I.CARD_EXPOSED_IN_DEAL.value,      "Card turned up while dealing",    ()),
    (I.DEALER_CARD_EXPOSED.value,       "Dealer's card turned up early",   ()),
    (I.COMMUNITY_CARD_EXPOSED.value,    "Community card turned up early",  ("card", "decision")),
    (I.CARDS_TO_EMPTY_BOX.value,        "Cards dealt to an empty place",   ("place", "handled")),
    (I.CARD_OUT_OF_TURN.value,          "A card came out of turn",         ("decision",)),
    (I.MISSING_CARD.value,              "A card is missing",               ()),
    (I.FOREIGN_CARD.value,              "A card that does not belong",     ()),
    (DROPPED,                           "Cards were dropped",              ("deck",)),
    # wagers
    (I.DEEMED_FOLD.value,               "Player does not decide",          ("place",)),
    (I.FLOP_WAGER_CORRECTED.value,      "Flop wager is a wrong amount",    ("place", "decision")),
    (I.INVALID_WAGER.value,             "Invalid wager: player card",      ("place", "ground")),
    # people
    (DISPUTE,                           "A player disagrees",              ("whose",)),
    (INCIDENT,                          "Conduct at the table",            ("kind", "whose")),
    (FRAUD,                             "Fraud",                           ("players", "forfeit")),
    (I.OUTCOME_INVALIDATED.value,       "Fire, brawl, robbery",            ("cause",)),
    # devices
    (I.SHUFFLER_JAM.value,              "{device} is jammed",              ()),
    (I.SHUFFLER_FAILED.value,           "{device} has failed",             ()),
    (DEVICE_FAILED,                     "{device} has failed",             ()),
    (I.JACKPOT_EQUIPMENT_FAILED.value,  "Jackpot equipment failed",        ("decision",)),
    # the round as a whole
    (I.SUPERVISOR_VOID.value,           "Void the round",                  ()),
    (CALL,                              "Call a supervisor",               ()),
)
# fmt: on
_WORDS: Final = {what: text for what, text, _ in REPORTS}
_ASKS: Final = {what: asks for what, _, asks in REPORTS}
_RULED: Final = frozenset(one.value for one in Irregularity)
"""Those that the table of rulings knows; the others are the floor's."""
_QUESTIONS: Final = {
    "place": "At which place?",
    "card": "Which card?",
    "handled": "Has a player handled cards?",
    "decision": "What is decided?",
    "ground": "What is wrong?",
    "cause": "What has happened?",
    "players": "Whose fraud is it?",
    "forfeit": "Whose wagers are forfeited?",
    "deck": "Which deck?",
    "kind": "What was done?",
    "whose": "By whom?",
}
_OF_DEVICE: Final = (I.SHUFFLER_JAM.value, I.SHUFFLER_FAILED.value)
_SEVERAL: Final = ("players", "forfeit")
_DECISIONS: Final = {
    (I.JACKPOT_EQUIPMENT_FAILED, D.CONTINUE): "Settle on the meter as it stands",
    (I.JACKPOT_EQUIPMENT_FAILED, D.VOID): "Give the jackpot wagers back",
    (I.FLOP_WAGER_CORRECTED, D.CORRECT): "The player puts it right",
    (I.FLOP_WAGER_CORRECTED, D.FOLD): "The player folds",
    (I.CARD_OUT_OF_TURN, D.VOID): "Void the round",
    (I.CARD_OUT_OF_TURN, D.CONTINUE): "Play on as the cards lie",
    (I.COMMUNITY_CARD_EXPOSED, D.VOID): "Void: nobody plays on it",
    (I.COMMUNITY_CARD_EXPOSED, D.CONTINUE): "Turn it back and play on",
}


def words(house: BonusHouse, what: str) -> str:
    """An irregularity in plain words."""
    device = "Shoe" if house.table.rules.dealing is Dealing.SHOE else "Shuffler"
    return _WORDS[what].format(device=device)


def possible(shown: Shown) -> tuple[Option, ...]:
    """What can happen now, in the order in which it is listed."""
    house, held = house_of(shown.snapshot), shown.snapshot.held
    if held is not None:
        void = I.SUPERVISOR_VOID.value
        found = [void] if held == COMPARE and _can_happen(house, void) else []
    else:
        of_floor = set(_floor_items(house))
        found = [
            what
            for what in _WORDS
            if what in of_floor or (what in _RULED and _can_happen(house, what))
        ]
    return tuple(Option(what, words(house, what)) for what in found)


def _floor_items(house: BonusHouse) -> Iterator[str]:
    floor = house.floor
    if floor is None or floor.status is not Status.OPEN:
        return
    if floor.decks_here():
        yield DROPPED
    yield INCIDENT
    yield DISPUTE
    if _can_happen(house, I.OUTCOME_INVALIDATED.value):
        yield FRAUD
    failed = any(one.hold is Hold.DEVICE_FAILED for one in floor.holds)
    if not house.in_round and not failed and floor.rules.dealing is not Dealing.HAND:
        yield DEVICE_FAILED
    if floor.called is None:
        yield CALL


def _can_happen(house: BonusHouse, what: str) -> bool:
    """Would it be taken, with the right answers? Dealing by hand, there is no device to fail."""
    if what in _OF_DEVICE and house.table.rules.dealing is Dealing.HAND:
        return False
    return any(not isinstance(rule_on(house.table, one), Refused) for one in _ways(house, what))


def _ways(house: BonusHouse, what: str) -> Iterator[Report]:
    """Every report of this kind that could be made; what is forfeited changes nothing of it."""
    asks, irregularity = _ASKS[what], Irregularity(what)
    places: tuple[int | None, ...] = (None,)
    if "place" in asks:
        places = tuple(range(1, house.table.rules.places + 1))
    cards: tuple[Street | None, ...] = tuple(Street) if "card" in asks else (None,)
    for place in places:
        for card in cards:
            yield Report(irregularity, place, card)


def questions(shown: Shown, what: str, answers: Answers) -> Iterator[Question]:
    """Everything this asks, answered or not; what makes no difference is not asked."""
    house = house_of(shown.snapshot)
    for key in _ASKS.get(what, ()):
        options = tuple(_options(house, what, key, answers))
        if options and not (key == "deck" and len(options) == 1):
            yield Question(key, _QUESTIONS[key], options, key in _SEVERAL)


def _options(house: BonusHouse, what: str, key: str, answers: Answers) -> Iterator[Option]:
    match key:
        case "decision":
            yield from _decisions(house, what, answers)
        case "place" | "card" | "handled":
            yield from _of_report(house, what, key, answers)
        case "ground":
            yield from _coded(InvalidGround)
        case "cause":
            yield from _coded(Disruption)
        case "players" | "forfeit":
            yield from _accused(house, key, answers)
        case "deck":
            for deck in house.floor.decks_here() if house.floor else ():
                yield Option(deck.name, f"Deck {deck.name}, {deck.back}")
        case "kind":
            yield from _coded(IncidentKind)
        case "whose":
            for number in range(1, house.table.rules.places + 1):
                yield Option(str(number), f"Place {number}")
            yield Option(NOBODY, "No place")


def _coded(codes: Iterable[StrEnum]) -> Iterator[Option]:
    return (Option(code.value, label(code)) for code in codes)


def _of_report(house: BonusHouse, what: str, key: str, answers: Answers) -> Iterator[Option]:
    if key == "place":
        numbers = range(1, house.table.rules.places + 1)
        named = {str(number): f"Place {number}" for number in numbers}
    elif key == "card":
        named = {street.value: street.value.capitalize() for street in Street}
    else:
        named = {"no": "No: nobody has touched a card", "yes": "Yes, a player has"}
    for code, text in named.items():
        report = _report(what, {**answers, key: code})
        yield Option(code, text, not isinstance(rule_on(house.table, report), Refused))


def _decisions(house: BonusHouse, what: str, answers: Answers) -> Iterator[Option]:
    """Only where the rulings differ."""
    irregularity = Irregularity(what)
    found = {}
    for decision in Decision:
        report = _report(what, {**answers, "decision": decision.value})
        if (irregularity, decision) in _DECISIONS:
            found[decision] = rule_on(house.table, report)
    rulings = list(found.values())
    if all(ruling == rulings[0] for ruling in rulings):
        return
    for decision, ruling in found.items():
        text = _DECISIONS[irregularity, decision]
        yield Option(decision.value, text, not isinstance(ruling, Refused))


def _accused(house: BonusHouse, key: str, answers: Answers) -> Iterator[Option]:
    named = [place.number for place in house.table.round.dealt_in()]
    if key == "forfeit":
        named = list(_places(answers.get("players", "")))
    for number in named:
        yield Option(str(number), f"Place {number}")


def _places(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split(",") if one)


def _report(what: str, answers: Answers) -> Report:
    place, card = answers.get("place"), answers.get("card")
    decision = answers.get("decision")
    return Report(
        Irregularity(what),
        int(place) if place else None,
        Street(card) if card else None,
        handled=answers.get("handled") == "yes",
        decision=Decision(decision) if decision else None,
    )


def command_of(shown: Shown, what: str, answers: Answers) -> Command:
    """What is sent once everything is said."""
    house = house_of(shown.snapshot)
    table, floor = house.table, house.floor
    whose = answers.get("whose", NOBODY)
    place = None if whose == NOBODY else int(whose)
    match what:
        case "call":
            return CallSupervisor()
        case "device-failed":
            return ReportDeviceFailed()
        case "cards-dropped":
            return ReportCardsDropped(answers.get("deck") or _only_deck(floor))
        case "incident":
            return ReportIncident(IncidentKind(answers["kind"]), place)
        case "dispute":
            return OpenDispute(About.GAME, _last_round(table), place)
        case I.INVALID_WAGER if floor and floor.seat(int(answers["place"])).player:
            return MarkWagersInvalid(int(answers["place"]), InvalidGround(answers["ground"]))
        case I.OUTCOME_INVALIDATED if floor:
            return InvalidateOutcome(Ground.DISRUPTION, Disruption(answers["cause"]))
        case "fraud":
            players, forfeit = (_places(answers.get(key, "")) for key in _SEVERAL)
            return InvalidateOutcome(Ground.FRAUD, None, players, forfeit)
    return _report(what, answers)


def _only_deck(floor: Floor | None) -> str:
    return floor.decks_here()[0].name if floor else ""


def _last_round(table: Table) -> int | None:
    return table.round.number or None


def reasons(command: Command, offered: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Those of the powers table that are left to choose from: what was answered decides."""
    match command:
        case MarkWagersInvalid():
            another = command.ground is InvalidGround.WAGER_FOR_ANOTHER
            return (HouseReason.FOR_ANOTHER if another else HouseReason.NOT_OWN_CARD,)
        case InvalidateOutcome():
            return (HouseReason.FRAUD if command.ground is Ground.FRAUD else HouseReason.EMERGENCY,)
        case c.Report(decision=None) if HouseReason.AS_RULED in offered:
            return (HouseReason.AS_RULED,)
    return offered
