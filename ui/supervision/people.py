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
    money_of,
    number,
    place_of,
    seated,
    words,
    yes,
)
from ui.forms.entries import Entry
from ui.supervision.groups import PLAYERS
from ui.viewmodels.options import Option
from ui.viewmodels.words import label

# Players


def _incidents(scene: Scene, _: Answers) -> tuple[Option, ...]:
    found = (one for one in scene.floor.incidents if one.kind is IncidentKind.APPARATUS)
    return tuple(
        Option(str(one.number), f"Incident {one.number}, place {one.place}") for one in found
    )


def _detained(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(
        Option(str(i.number), f"Incident {i.number}") for i in scene.floor.incidents if i.open
    )


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


_OTHER: Final = choice("other", "And which place?", _others)
_APPARATUS: Final = choice("incident", "Which incident?", _incidents, "No device was reported")
_M = measures.CollusionMeasure

# fmt: off
PLAYER_ENTRIES: Final = (
    Entry("incident", PLAYERS, "Report an incident", HouseAction.REPORT_INCIDENT,
          lambda _, a: measures.ReportIncident(IncidentKind(a["kind"]), place_of(a),
                                               measures.Person(a["person"])),
          (choice("kind", "What happened?", words(*IncidentKind)), ANY_PLACE,
           choice("person", "By whom?", words(*measures.Person)))),
    Entry("decide-first", PLAYERS, "Decides first", HouseAction.DECIDE_FIRST,
          _collusion(_M.DECIDE_FIRST), (SEATED,)),
    Entry("bar-together", PLAYERS, label(_M.BAR_TOGETHER), HouseAction.BAR_TOGETHER,
          _collusion(_M.BAR_TOGETHER), (SEATED, _OTHER)),
    Entry("english-only", PLAYERS, "English only", HouseAction.ENGLISH_ONLY,
          _collusion(_M.ENGLISH_ONLY)),
    Entry("lift-measure", PLAYERS, "Lift a measure", HouseAction.LIFT_MEASURE,
          lambda _, a: measures.LiftCollusionMeasure(_M(a["measure"])),
          (choice("measure", "Which measure?", _taken, "No measure is in force"),)),
    Entry("void-wagers", PLAYERS, "Void a person's wagers", HouseAction.VOID_WAGERS,
          _device(DeviceMeasure.VOID_WAGERS), (_APPARATUS, PLACE)),
    Entry("exclude", PLAYERS, "Exclude from play", HouseAction.EXCLUDE_FROM_PLAY,
          _device(DeviceMeasure.EXCLUDE), (_APPARATUS, PLACE)),
    Entry("exclude-casino", PLAYERS, "Record an exclusion", HouseAction.RECORD_EXCLUSION,
          _device(DeviceMeasure.EXCLUDE_FROM_CASINO), (_APPARATUS, PLACE)),
    Entry("detain", PLAYERS, "Record a detention", HouseAction.RECORD_DETENTION,
          _device(DeviceMeasure.DETAIN), (_APPARATUS, PLACE)),
    Entry("hand-over", PLAYERS, "Handed over", HouseAction.HAND_OVER,
          lambda _, a: measures.RecordHandOver(int_of(a, "incident"),
                                               measures.TakenOverBy(a["to"])),
          (choice("incident", "Which incident?", _detained, "Nobody is detained"),
           choice("to", "To whom?", words(*measures.TakenOverBy)))),
    Entry("readmit", PLAYERS, "Readmit a player", HouseAction.READMIT_PLAYER,
          lambda _, a: measures.ReadmitPlayer(a["player"]),
          (choice("player", "Which player?", _excluded, "Nobody is excluded"),)),
    Entry("reopen-seat", PLAYERS, "Reopen a place", HouseAction.REOPEN_SEAT,
          lambda _, a: seats.ReopenSeat(int_of(a)),
          (choice("place", "Which place?", closed_seats, "No place is closed"),)),
    Entry("ask-for-seat", PLAYERS, "Ask for a seat", HouseAction.ASK_FOR_SEAT,
          lambda _, a: calls.AskForSeat(int_of(a)), (SEATED,)),
    Entry("card", PLAYERS, "Player card confirmed", HouseAction.CHECK_PLAYER_CARD,
          lambda _, a: seats.ConfirmCard(int_of(a), seats.CardForm(a["form"])),
          (SEATED, choice("form", "Which card?", words(*seats.CardForm)))),
    Entry("show-promotion", PLAYERS, "Show a promotion", HouseAction.SHOW_PROMOTION,
          lambda _, a: ShowPromotion(a["terms"], money_of(a)),
          (choice("terms", "Where are its terms?", words("reception", "cashier", "website")),
           amount(text="Its wager? 0: none")),
          lambda scene: "A promotion is shown" if scene.floor.promotion else ""),
    Entry("end-promotion", PLAYERS, "End the promotion", HouseAction.SHOW_PROMOTION,
          lambda _, __: EndPromotion(), (),
          lambda scene: "" if scene.floor.promotion else "No promotion is shown"),
    Entry("postpone-promotion", PLAYERS, "Postpone a promotion", HouseAction.POSTPONE_PROMOTION,
          lambda _, a: PostponePromotion(a["promotion"], yes(a, "cancelled")),
          (number("promotion", "Number of the promotion?"),
           choice("cancelled", "Is it cancelled?", YES_NO))),
    Entry("refuse-claim", PLAYERS, "Refuse a claim", HouseAction.REFUSE_CLAIM,
          lambda _, a: RefuseClaim(money_of(a), a["reference"]),
          (amount(text="What is claimed?"), number("reference", "Number of the claim?"))),
)
# fmt: on
