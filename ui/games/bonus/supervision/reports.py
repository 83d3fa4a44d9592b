"""What can be reported in a round of the bonus game, in plain words over the table of rulings.

What can have happened in this phase is asked of `rule_on`: what it would refuse whatever else were
said is not listed, and of the answers to a question only those are open that it takes. It looks at
phases, wagers and counts, never at a card, so the public table gives the same answers as the
private one.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from controller.authority import Command, action_of
from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.domain.refusals import Refused
from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.floor.outcomes import Disruption, Ground, InvalidateOutcome
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.round.guidance.remedies import act_after
from controller.games.bonus.round.rulings import rule_on
from controller.games.bonus.rules import Street
from controller.running.writer import COMPARE
from controller.staff.powers import HouseAction
from controller.staff.roles import HouseReason, Reason
from ui.forms.asks import (
    Answers,
    Ask,
    Kind,
    Options,
    Scene,
    all_places,
    choice,
    fixed,
    int_of,
    several_of,
    words,
)
from ui.forms.entries import REPORT, Entry
from ui.games.bonus.supervision.asks import dealt_in
from ui.games.bonus.words import label
from ui.supervision import reports as house
from ui.viewmodels.options import Option

I = Irregularity  # noqa: E741 - the table below is read aloud
D = Decision

_DECISIONS: Final = {
    (I.JACKPOT_EQUIPMENT_FAILED, D.CONTINUE): "Pay on the meter as it is",
    (I.JACKPOT_EQUIPMENT_FAILED, D.VOID): "Return the jackpot wagers",
    (I.FLOP_WAGER_CORRECTED, D.CORRECT): "The player corrects it",
    (I.FLOP_WAGER_CORRECTED, D.FOLD): "The player folds",
    (I.CARD_OUT_OF_TURN, D.VOID): "Void the round",
    (I.CARD_OUT_OF_TURN, D.CONTINUE): "Play on with the cards as they are",
    (I.COMMUNITY_CARD_EXPOSED, D.VOID): "Void what it affects",
    (I.COMMUNITY_CARD_EXPOSED, D.CONTINUE): "Turn it face down and play on",
}


def _report(what: Irregularity, answers: Answers) -> Report:
    place, card = answers.get("place"), answers.get("card")
    decision = answers.get("decision")
    return Report(
        what,
        int(place) if place else None,
        Street(card) if card else None,
        handled=answers.get("handled") == "yes",
        decision=Decision(decision) if decision else None,
    )


def _taken(scene: Scene, report: Report) -> bool:
    return not isinstance(rule_on(scene.house.table, report), Refused)


# What is asked


def _those_taken(what: Irregularity, name: str, named: Options) -> Options:
    """All answers; open are those that the rulings take."""

    def options(scene: Scene, answers: Answers) -> tuple[Option, ...]:
        return tuple(
            replace(one, enabled=_taken(scene, _report(what, {**answers, name: one.code})))
            for one in named(scene, answers)
        )

    return options


def _decisions(what: Irregularity) -> Options:
    """Only where the rulings differ."""

    def options(scene: Scene, answers: Answers) -> tuple[Option, ...]:
        found = {}
        for decision in Decision:
            if (what, decision) in _DECISIONS:
                report = _report(what, {**answers, "decision": decision.value})
                found[decision] = rule_on(scene.house.table, report)
        rulings = list(found.values())
        if all(ruling == rulings[0] for ruling in rulings):
            return ()
        return tuple(
            Option(one.value, _DECISIONS[what, one], not isinstance(ruling, Refused))
            for one, ruling in found.items()
        )

    return options


def _place(what: Irregularity) -> Ask:
    return choice("place", "At which place?", _those_taken(what, "place", all_places))


def _card(what: Irregularity) -> Ask:
    return choice("card", "Which card?", _those_taken(what, "card", words(*Street)))


def _handled(what: Irregularity) -> Ask:
    named = fixed(("no", "No: nobody has touched a card"), ("yes", "Yes, a player has"))
    return choice("handled", "Has a player touched cards?", _those_taken(what, "handled", named))


def _decision(what: Irregularity) -> Ask:
    options = _decisions(what)
    return Ask(
        "decision",
        "What is the decision?",
        options=options,
        only_if=lambda scene, answers: bool(options(scene, answers)),
    )


_PLACE: Final = _place(I.INVALID_WAGER)
_GROUND: Final = choice("ground", "What is wrong?", words(*InvalidGround, wording=label))
_CAUSE: Final = choice("cause", "What happened?", words(*Disruption, wording=label))
_PLAYERS: Final = Ask(
    "players", "Who committed the fraud?", Kind.SEVERAL, dealt_in, least=1, called="by"
)
_FORFEIT: Final = Ask(
    "forfeit",
    "Whose wagers are forfeited?",
    Kind.SEVERAL,
    lambda scene, a: tuple(
        one for one in dealt_in(scene, a) if int(one.code) in several_of(a, "players")
    ),
    called="forfeits",
)


# When it is listed


def _never_ruled(what: Irregularity, asks: tuple[Ask, ...] = ()) -> Callable[[Scene], str]:
    """It would not be taken, whatever the answers; dealing by hand, there is no device to fail."""
    of_device = what in (I.SHUFFLER_JAM, I.SHUFFLER_FAILED)
    asked = {ask.name for ask in asks}

    def ways(scene: Scene) -> Iterator[Report]:
        places = range(1, scene.house.table.rules.places + 1) if "place" in asked else (None,)
        for place in places:
            for card in Street if "card" in asked else (None,):
                yield Report(what, place, card)

    def why(scene: Scene) -> str:
        if scene.held is not None:
            return "The table is held"
        if of_device and scene.house.table.rules.dealing is Dealing.HAND:
            return "Cards are dealt by hand at this table"
        return "" if any(_taken(scene, one) for one in ways(scene)) else "This cannot happen now"

    return why


def _not_recovered(scene: Scene) -> str:
    """After an interruption the round can be voided, and nothing else."""
    if scene.held != COMPARE:
        return "Nothing was interrupted"
    return "" if _taken(scene, Report(I.SUPERVISOR_VOID)) else "No round is in progress"


def _no_fraud(scene: Scene) -> str:
    return house.not_open(scene) or _never_ruled(I.OUTCOME_INVALIDATED)(scene)


# What is sent, and for which reasons


def _invalid(scene: Scene, answers: Answers) -> Command:
    """The wagers of whoever sits there; where nobody does, the hand alone."""
    floor, place = scene.house.floor, int_of(answers)
    if floor is not None and floor.seat(place).player:
        return MarkWagersInvalid(place, InvalidGround(answers["ground"]))
    return Report(I.INVALID_WAGER, place)


def _own_card(_: Scene, answers: Answers) -> tuple[Reason, ...]:
    another = InvalidGround(answers["ground"]) is InvalidGround.WAGER_FOR_ANOTHER
    return (HouseReason.FOR_ANOTHER if another else HouseReason.NOT_OWN_CARD,)


def _disrupted(scene: Scene, answers: Answers) -> Command:
    if scene.house.floor is None:
        return Report(I.OUTCOME_INVALIDATED)
    return InvalidateOutcome(Ground.DISRUPTION, Disruption(answers["cause"]))


def _fraud(_: Scene, answers: Answers) -> Command:
    players, forfeit = several_of(answers, "players"), several_of(answers, "forfeit")
    return InvalidateOutcome(Ground.FRAUD, None, players, forfeit)


def _ruled(what: Irregularity, text: str, *asks: Callable[[Irregularity], Ask]) -> Entry:
    """What the table of rulings knows; where nobody has decided anything, it is as they have it."""
    action = existing(action_of(Report(what)), what.value)
    asked = tuple(ask(what) for ask in asks)

    def reasons(_: Scene, answers: Answers) -> tuple[Reason, ...]:
        as_ruled = "decision" not in answers and HouseReason.AS_RULED in action.reasons
        return (HouseReason.AS_RULED,) if as_ruled else action.reasons

    def then(scene: Scene, answers: Answers) -> str:
        report = _report(what, answers)
        act = act_after(scene.house.table, what, report.card, report.place)
        return f"{act}." if act else ""

    return Entry(
        what.value,
        REPORT,
        text,
        action,
        lambda _, answers: _report(what, answers),
        asked,
        _never_ruled(what, asked),
        reasons=reasons,
        then=then,
    )


# fmt: off
REPORTS: Final[tuple[Entry, ...]] = (
    # cards
    _ruled(I.WRONG_CARD_COUNT, "Too many or too few cards"),
    _ruled(I.CARD_EXPOSED_IN_DEAL, "Card exposed in the deal"),
    _ruled(I.DEALER_CARD_EXPOSED, "Dealer's card exposed"),
    _ruled(I.COMMUNITY_CARD_EXPOSED, "Community card exposed", _card, _decision),
    _ruled(I.CARDS_TO_EMPTY_BOX, "Cards dealt to an empty place", _place, _handled),
    _ruled(I.CARD_OUT_OF_TURN, "A card came out of turn", _decision),
    _ruled(I.MISSING_CARD, "A card is missing"),
    _ruled(I.FOREIGN_CARD, "A foreign card"),
    house.DROPPED,
    # wagers
    _ruled(I.DEEMED_FOLD, "Player does not decide", _place),
    _ruled(I.FLOP_WAGER_CORRECTED, "Wrong flop wager", _place, _decision),
    Entry("invalid-wager", REPORT, "Invalid wager: player card", BonusAction.INVALID_WAGER,
          _invalid, (_PLACE, _GROUND), _never_ruled(I.INVALID_WAGER, (_PLACE,)), reasons=_own_card),
    # people
    house.DISPUTE,
    house.INCIDENT,
    Entry("fraud", REPORT, "Fraud", BonusAction.OUTCOME_INVALIDATED,
          _fraud, (_PLAYERS, _FORFEIT), _no_fraud, reasons=lambda _, __: (HouseReason.FRAUD,)),
    Entry("outcome-invalidated", REPORT, "Fire, brawl, robbery", BonusAction.OUTCOME_INVALIDATED,
          _disrupted, (_CAUSE,), _never_ruled(I.OUTCOME_INVALIDATED),
          reasons=lambda _, __: (HouseReason.EMERGENCY,)),
    # devices
    _ruled(I.SHUFFLER_JAM, "{source} is jammed"),
    _ruled(I.SHUFFLER_FAILED, "{source} has failed"),
    house.DEVICE_FAILED,
    _ruled(I.JACKPOT_EQUIPMENT_FAILED, "Jackpot equipment failed", _decision),
    # the round as a whole
    _ruled(I.SUPERVISOR_VOID, "Void the round"),
    Entry("void-recovered", REPORT, "Void the round", HouseAction.VOID_RECOVERED,
          lambda _, __: Report(I.SUPERVISOR_VOID), (), _not_recovered),
)
# fmt: on
