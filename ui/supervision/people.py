"""Entries about players: conduct, measures, promotions."""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.floor import calls, measures, seats
from controller.floor.entries import (
    DeviceMeasure,
    IncidentKind,
)
from controller.floor.promotions import (
    EndPromotion,
    PostponePromotion,
    RefuseClaim,
    ShowPromotion,
)
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    ANY_PLACE,
    PLACE,
    SEATED,
    YES_NO,
    Answers,
    Scene,
    amount,
    choice,
    closed_seats,
    int_of,
    number,
    numbered,
    seated,
    words,
)
from ui.forms.entries import Entry, sends
from ui.supervision.groups import PLAYERS
from ui.viewmodels.options import Option
from ui.viewmodels.words import label

# Players


def _incidents(scene: Scene, _: Answers) -> tuple[Option, ...]:
    found = (one for one in scene.floor.incidents if one.kind is IncidentKind.APPARATUS)
    return numbered(found, lambda one: f"Incident {one.number}, {scene.place.lower()} {one.place}")


def _detained(scene: Scene, _: Answers) -> tuple[Option, ...]:
    still = (one for one in scene.floor.incidents if one.open)
    return numbered(still, lambda one: f"Incident {one.number}")


def _excluded(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(Option(one, f"Player {one}") for one in sorted(scene.floor.excluded))


def _taken(scene: Scene, _: Answers) -> tuple[Option, ...]:
    floor = scene.floor
    on = (
        (measures.CollusionMeasure.DECIDE_FIRST, bool(floor.decide_first)),
        (measures.CollusionMeasure.BAR_TOGETHER, bool(floor.apart)),
        (measures.CollusionMeasure.ENGLISH_ONLY, floor.english_only),
    )
    return tuple(Option(one.value, label(one)) for one, is_on in on if is_on)


def _collusion(measure: measures.CollusionMeasure) -> Callable[[Scene, Answers], Command]:
    def command(_: Scene, answers: Answers) -> Command:
        named = [int_of(answers, name) for name in ("place", "other") if name in answers]
        return measures.TakeCollusionMeasure(measure, tuple(named))

    return command


def _others(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    return tuple(one for one in seated(scene, answers) if one.code != answers.get("place"))


def _device(measure: DeviceMeasure) -> Callable[[Scene, Answers], Command]:
    return lambda _, a: measures.TakeDeviceMeasures(
        int_of(a, "incident"), int_of(a), frozenset({measure})
    )


_OTHER: Final = choice("other", "And which other {place}?", _others)
_APPARATUS: Final = choice("incident", "Which incident?", _incidents, "No device was reported")
_M = measures.CollusionMeasure

# fmt: off
PLAYER_ENTRIES: Final = (
    sends("incident", PLAYERS, "Report an incident", measures.ReportIncident,
          (choice("kind", "What happened?", words(*IncidentKind)), ANY_PLACE,
           choice("person", "Who was it?", words(*measures.Person))), done="Incident recorded"),
    Entry("decide-first", PLAYERS, "Let a player decide first", HouseAction.DECIDE_FIRST,
          _collusion(_M.DECIDE_FIRST), (SEATED,), done="Measure in force"),
    Entry("bar-together", PLAYERS, label(_M.BAR_TOGETHER), HouseAction.BAR_TOGETHER,
          _collusion(_M.BAR_TOGETHER), (SEATED, _OTHER), done="Measure in force"),
    Entry("english-only", PLAYERS, "Only English at the table", HouseAction.ENGLISH_ONLY,
          _collusion(_M.ENGLISH_ONLY), done="Measure in force"),
    sends("lift-measure", PLAYERS, "Lift a measure", measures.LiftCollusionMeasure,
          (choice("measure", "Which measure?", _taken, "No measure is in force"),),
          done="Measure lifted"),
    Entry("void-wagers", PLAYERS, "Void a person's wagers", HouseAction.VOID_WAGERS,
          _device(DeviceMeasure.VOID_WAGERS), (_APPARATUS, PLACE), done="The wagers are void"),
    Entry("exclude", PLAYERS, "Exclude from play", HouseAction.EXCLUDE_FROM_PLAY,
          _device(DeviceMeasure.EXCLUDE), (_APPARATUS, PLACE),
          done="The player is excluded from play"),
    Entry("exclude-casino", PLAYERS, "Record an exclusion", HouseAction.RECORD_EXCLUSION,
          _device(DeviceMeasure.EXCLUDE_FROM_CASINO), (_APPARATUS, PLACE),
          done="Exclusion recorded"),
    Entry("detain", PLAYERS, "Record a detention", HouseAction.RECORD_DETENTION,
          _device(DeviceMeasure.DETAIN), (_APPARATUS, PLACE), done="Detention recorded"),
    sends("hand-over", PLAYERS, "Person handed over", measures.RecordHandOver,
          (choice("incident", "Which incident?", _detained, "Nobody is detained"),
           choice("to", "To whom?", words(*measures.TakenOverBy))), done="Handover recorded"),
    sends("readmit", PLAYERS, "Readmit a player", measures.ReadmitPlayer,
          (choice("player", "Which player?", _excluded, "Nobody is excluded"),),
          done="The player is readmitted"),
    sends("reopen-seat", PLAYERS, "Reopen a {place}", seats.ReopenSeat,
          (choice("place", "Which {place}?", closed_seats, "No {place} is closed"),),
          done="It is open again"),
    sends("ask-for-seat", PLAYERS, "Ask a player to leave the seat", calls.AskForSeat, (SEATED,),
          done="Request recorded"),
    sends("card", PLAYERS, "Confirm a player card", seats.ConfirmCard,
          (SEATED, choice("form", "Which kind of card?", words(*seats.CardForm))),
          done="Player card confirmed"),
    sends("show-promotion", PLAYERS, "Show a promotion", ShowPromotion,
          (choice("terms_at", "Where are its terms shown?",
                  words("reception", "cashier", "website")),
           amount("wager", "Wager for this promotion? 0 for none")),
          lambda scene: "A promotion is shown" if scene.floor.promotion else "",
          done="The promotion is on the sign"),
    sends("end-promotion", PLAYERS, "End the promotion", EndPromotion, (),
          lambda scene: "" if scene.floor.promotion else "No promotion is shown",
          done="The promotion is off the sign"),
    sends("postpone-promotion", PLAYERS, "Postpone a promotion", PostponePromotion,
          (number("promotion", "Promotion number?"),
           choice("cancelled", "Is it cancelled?", YES_NO)), done="Postponement recorded"),
    sends("refuse-claim", PLAYERS, "Refuse a claim", RefuseClaim,
          (amount("value", "What is claimed?"), number("reference", "Claim number?")),
          done="Refusal recorded"),
)
# fmt: on
