"""Entries about the round in progress, what was recovered of it, and the jackpot."""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.domain import commands as c
from controller.domain import orders as o
from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.rules import Method, RuleSet
from controller.domain.wagers import Area, Choice
from controller.floor import jackpots, outcomes
from controller.floor.reviews import EndReview, HoldForReview, under_review
from controller.floor.seats import InvalidGround, MarkWagersInvalid, RefuseWager
from controller.floor.state import JackpotState, ShownOn
from controller.jackpot.awards import Kind as AwardKind
from controller.keeper import COMPARE
from controller.round.guidance.words import award_name
from controller.staff.powers import Action
from ui.supervision.asks import (
    CHOICES,
    PLAYING,
    Answers,
    Ask,
    Kind,
    Option,
    Scene,
    choice,
    conceded,
    fixed,
    int_of,
    misread,
    money_of,
    number,
    seated,
    wagers_at,
    words,
)
from ui.supervision.asks import amount as amount_asked
from ui.supervision.entries import JACKPOT, ROUND, Entry
from ui.viewmodels.words import dollars


def _no_round(scene: Scene) -> str:
    if scene.held is not None:
        return "The table is held"
    return "" if scene.house.in_round else "No round is in progress"


def _void(_: Scene, __: Answers) -> Command:
    return c.Report(c.Irregularity.SUPERVISOR_VOID)


def _override(_: Scene, answers: Answers) -> Command:
    return c.KeyCard(int_of(answers, "draw"), Card.parse(answers["card"]))


def _invalidate(_: Scene, answers: Answers) -> Command:
    ground = outcomes.Ground(answers["ground"])
    if ground is outcomes.Ground.DISRUPTION:
        return outcomes.InvalidateOutcome(ground, outcomes.Disruption(answers["disruption"]))
    who = (int_of(answers),)
    return outcomes.InvalidateOutcome(
        ground, players=who, forfeit=who if answers["forfeit"] == "yes" else ()
    )


def _disrupted(_: Scene, answers: Answers) -> bool:
    return answers.get("ground") == outcomes.Ground.DISRUPTION


def _fraud(_: Scene, answers: Answers) -> bool:
    return answers.get("ground") == outcomes.Ground.FRAUD


def _only_2024(scene: Scene) -> str:
    current = scene.house.table.rules.ruleset is RuleSet.NSW_2024
    return "" if current else "Not in these rules"


_GROUNDS: Final = (
    choice("ground", "On which ground?", words(*outcomes.Ground)),
    Ask(
        "disruption",
        "What disrupted the game?",
        options=words(*outcomes.Disruption),
        only_if=_disrupted,
    ),
    Ask("place", "Whose fraud?", options=PLAYING.options, only_if=_fraud),
    Ask(
        "forfeit",
        "Are that player's wagers forfeited?",
        options=fixed(("no", "Given back"), ("yes", "Forfeited")),
        only_if=_fraud,
    ),
)

ROUND_ENTRIES: Final = (
    Entry("void", ROUND, "Void the round", Action.VOID_ROUND, _void, (), _no_round),
    Entry(
        "void-recovered",
        ROUND,
        "Void after recovery",
        Action.VOID_RECOVERED,
        _void,
        (),
        lambda scene: "" if scene.held == COMPARE else "Nothing was interrupted",
    ),
    Entry(
        "lift-hold",
        ROUND,
        "Let the table go on",
        Action.LIFT_HOLD,
        None,
        (),
        lambda scene: "" if scene.house.held is not None else "The table is not held",
    ),
    Entry(
        "override-card",
        ROUND,
        "Override a misread card",
        Action.OVERRIDE_CARD,
        _override,
        (
            choice("draw", "Which card?", misread, "No card lies face up"),
            Ask("card", "What is it?", Kind.CARD),
        ),
    ),
    Entry(
        "correct-decision",
        ROUND,
        "Correct a decision",
        Action.CORRECT_KEYING,
        lambda _, a: c.CorrectDecision(int_of(a), Choice(a["choice"])),
        (PLAYING, CHOICES),
    ),
    Entry(
        "withdraw-concession",
        ROUND,
        "Take a concession back",
        Action.CORRECT_KEYING,
        lambda _, a: c.WithdrawConcession(int_of(a)),
        (choice("place", "Which place?", conceded, "Nobody has conceded"),),
    ),
    Entry(
        "invalid-wager",
        ROUND,
        "Invalid wager",
        Action.INVALID_WAGER,
        lambda _, a: c.Report(c.Irregularity.INVALID_WAGER, int_of(a)),
        (PLAYING,),
        _only_2024,
    ),
    Entry(
        "mark-invalid",
        ROUND,
        "Player card is not valid",
        Action.INVALID_WAGER,
        lambda _, a: MarkWagersInvalid(int_of(a), InvalidGround(a["ground"])),
        (
            choice("place", "Which place?", seated, "Nobody is seated"),
            choice("ground", "On which ground?", words(*InvalidGround)),
        ),
        _only_2024,
    ),
    Entry(
        "refuse-wager",
        ROUND,
        "Refuse a wager",
        Action.REFUSE_WAGER,
        lambda _, a: RefuseWager(int_of(a), Area(a["area"])),
        (PLAYING, choice("area", "Which wager?", wagers_at)),
    ),
    Entry(
        "invalidate",
        ROUND,
        "Invalidate the outcome",
        Action.OUTCOME_INVALIDATED,
        _invalidate,
        _GROUNDS,
        _no_round,
    ),
)


# The jackpot


def _state(*fits: JackpotState) -> Callable[[Scene], str]:
    def why(scene: Scene) -> str:
        state = scene.floor.jackpot
        return "" if state in fits else f"The jackpot is {state.value}"

    return why


def _keyed(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Awards off the meter that wait for a supervisor."""
    rules = scene.house.table.rules
    return tuple(
        Option(
            f"{due.award.place}/{due.award.award}",
            f"Place {due.award.place}: {award_name(rules, due.award.award)}, "
            f"{dollars(due.award.amount)}",
        )
        for due in scene.house.table.round.awards
        if due.award.kind is AwardKind.PROGRESSIVE and due.keyed and not due.confirmed
    )


def _award(answers: Answers) -> tuple[int, str]:
    place, award = answers["award"].split("/")
    return int(place), award


def _meter_places(scene: Scene, _: Answers) -> Command:
    awards = (due.award for due in scene.house.table.round.awards)
    return c.OrderMeterAwards(
        tuple(award.place for award in awards if award.kind is AwardKind.PROGRESSIVE)
    )


def _two_awards(scene: Scene) -> str:
    awards = [due.award.kind for due in scene.house.table.round.awards]
    if scene.house.table.rules.nsw:
        return "The rules fix the order"
    enough = scene.house.in_round and awards.count(AwardKind.PROGRESSIVE) > 1
    return "" if enough else "No two awards off the meter"


def _method(scene: Scene, answers: Answers) -> Command:
    return jackpots.SetMethod(Method(answers["method"]), scene.floor.linked_games)


def _no_pool(scene: Scene) -> str:
    return "" if scene.house.pool.figures is not None else "This table is in no jackpot pool"


def _refused(scene: Scene) -> str:
    return "" if scene.house.pool.refused is not None else "The pool has refused nothing"


def _transfer(scene: Scene) -> str:
    return existing(scene.house.pool.refused, "no refused transfer").id


def _figures(scene: Scene, answers: Answers) -> Command:
    now = existing(scene.house.pool.figures, "no figures of the pool")
    percent = int_of(answers, "increment")
    return o.ChangeFigures(
        money_of(answers, "wager"),
        percent * 10_000,
        money_of(answers, "seed"),
        now.reserve_increment_millionths,
        now.limit,
    )


_AWARD: Final = choice("award", "Which award?", _keyed, "No award waits for a supervisor")


def _review(scene: Scene) -> str:
    if not scene.house.in_round:
        return "No round is in progress"
    return "Surveillance is looking" if under_review(scene.floor) else ""


def _no_review(scene: Scene) -> str:
    return "" if under_review(scene.floor) else "Nobody is looking"


JACKPOT_ENTRIES: Final = (
    Entry(
        "hold-for-review",
        JACKPOT,
        "Hold for surveillance",
        Action.HOLD_FOR_REVIEW,
        lambda _, __: HoldForReview(),
        (),
        _review,
    ),
    Entry(
        "end-review",
        JACKPOT,
        "Surveillance has looked",
        Action.END_REVIEW,
        lambda _, __: EndReview(),
        (),
        _no_review,
    ),
    Entry(
        "confirm-award",
        JACKPOT,
        "Confirm an award",
        Action.CONFIRM_AWARD,
        lambda _, a: c.ConfirmAward(*_award(a)),
        (_AWARD,),
    ),
    Entry(
        "decline-award",
        JACKPOT,
        "Decline an award",
        Action.DECLINE_AWARD,
        lambda _, a: c.DeclineAward(*_award(a)),
        (_AWARD,),
    ),
    Entry(
        "order-awards",
        JACKPOT,
        "Apply house procedure",
        Action.ORDER_METER_AWARDS,
        _meter_places,
        (),
        _two_awards,
    ),
    Entry(
        "offer-jackpot",
        JACKPOT,
        "Offer the jackpot",
        Action.OFFER_JACKPOT,
        lambda _, a: jackpots.EnableJackpot(ShownOn(a["shown"])),
        (choice("shown", "Where are the awards shown?", words(*ShownOn)),),
        _state(JackpotState.OFF, JackpotState.FAILED, JackpotState.SUSPENDED),
    ),
    Entry(
        "suspend-jackpot",
        JACKPOT,
        "Play without the jackpot",
        Action.SUSPEND_JACKPOT,
        lambda _, __: jackpots.ApproveWithoutJackpot(),
        (),
        _state(JackpotState.FAILED),
    ),
    Entry(
        "withdraw-jackpot",
        JACKPOT,
        "Withdraw the jackpot",
        Action.WITHDRAW_JACKPOT,
        lambda _, __: jackpots.SwitchOffJackpot(),
        (),
        _state(JackpotState.ON),
    ),
    Entry(
        "set-method",
        JACKPOT,
        "Method A or B",
        Action.SET_METHOD,
        _method,
        (choice("method", "Which method?", fixed(("A", "Method A"), ("B", "Method B"))),),
        _only_2024,
    ),
    Entry(
        "meter-figures",
        JACKPOT,
        "Change meter figures",
        Action.METER_PARAMETER,
        _figures,
        (
            amount_asked("wager", "Jackpot wager?"),
            number("increment", "Increment, in percent?"),
            amount_asked("seed", "Seed?"),
        ),
        _no_pool,
    ),
    Entry(
        "withdraw-figures",
        JACKPOT,
        "Withdraw meter figures",
        Action.METER_PARAMETER,
        lambda _, __: o.WithdrawFigures(),
        (),
        lambda scene: (
            _no_pool(scene) or ("" if scene.house.pool.agreed else "No change is waiting")
        ),
    ),
    Entry(
        "send-transfer",
        JACKPOT,
        "Send refused transfer again",
        Action.SEND_TRANSFER_AGAIN,
        lambda scene, _: o.SendTransferAgain(_transfer(scene)),
        (),
        _refused,
    ),
    Entry(
        "set-aside",
        JACKPOT,
        "Settle transfer by hand",
        Action.SET_TRANSFER_ASIDE,
        lambda scene, _: o.SetTransferAside(_transfer(scene)),
        (),
        _refused,
    ),
)
