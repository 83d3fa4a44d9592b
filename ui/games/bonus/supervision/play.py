"""Entries about the round in progress, and what was recovered of it."""

from typing import Final

from controller.authority import Command
from controller.domain.cards import Card
from controller.games.bonus import commands as c
from controller.games.bonus.floor import outcomes
from controller.games.bonus.floor.wagers import (
    AssistPlacement,
    InvalidGround,
    MarkWagersInvalid,
    Plea,
    RefuseWager,
)
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.wagers import Choice
from controller.running.writer import COMPARE
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    SEATED,
    Answers,
    Ask,
    Kind,
    Scene,
    choice,
    fixed,
    int_of,
    wager_areas,
    when,
    words,
)
from ui.forms.entries import Entry, sends
from ui.games.bonus.supervision.asks import (
    CHOICES,
    PLAYING,
    conceded,
    misread,
    only_2024,
    wagers_at,
)
from ui.games.bonus.supervision.groups import ROUND
from ui.games.bonus.words import label
from ui.supervision.groups import PLAYERS


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


_DISRUPTED: Final = when("ground", outcomes.Ground.DISRUPTION)
_FRAUD: Final = when("ground", outcomes.Ground.FRAUD)
_GROUNDS: Final = (
    choice("ground", "For what reason?", words(*outcomes.Ground)),
    Ask(
        "disruption",
        "What disrupted the game?",
        options=words(*outcomes.Disruption, wording=label),
        only_if=_DISRUPTED,
    ),
    Ask("place", "Who committed the fraud?", options=PLAYING.options, only_if=_FRAUD),
    Ask(
        "forfeit",
        "Are that player's wagers forfeited?",
        options=fixed(("no", "Returned"), ("yes", "Forfeited")),
        only_if=_FRAUD,
    ),
)

NOTHING: Final = "nothing"
_BETS: Final = fixed(("asked", "What the rules require"), ("other", "Another amount"))


# fmt: off
ROUND_ENTRIES: Final = (
    Entry("void", ROUND, "Void the round", HouseAction.VOID_ROUND, _void, (), _no_round,
          done="The round is void"),
    Entry("void-recovered", ROUND, "Void after recovery", HouseAction.VOID_RECOVERED,
          _void, (), lambda scene: "" if scene.held == COMPARE else "Nothing was interrupted",
          done="The round is void"),
    Entry("override-card", ROUND, "Override a misread card", HouseAction.OVERRIDE_CARD,
          _override,
          (choice("draw", "Which card?", misread, "No card is face up"),
           Ask("card", "What is it?", Kind.CARD)), done="Card overridden"),
    sends("correct-decision", ROUND, "Correct a decision", c.CorrectDecision,
          (PLAYING, CHOICES,
           Ask("bet", "How much was it?", options=_BETS, only_if=when("choice", Choice.BET)),
           Ask("amount", "How much is on the felt?", Kind.MONEY, only_if=when("bet", "other"))),
          done="Decision corrected"),
    sends("withdraw-concession", ROUND, "Take back a concession", c.WithdrawConcession,
          (choice("place", "Which place?", conceded, "Nobody has conceded"),),
          done="Concession taken back"),
    Entry("invalid-wager", ROUND, "Invalid wager", BonusAction.INVALID_WAGER,
          lambda _, a: c.Report(c.Irregularity.INVALID_WAGER, int_of(a)), (PLAYING,), only_2024,
          done="Invalid wager recorded"),
    Entry("mark-invalid", ROUND, "Player card is not valid", BonusAction.INVALID_WAGER,
          lambda _, a: MarkWagersInvalid(int_of(a), InvalidGround(a["ground"]),
                                         Plea(a["plea"]) if a["plea"] != NOTHING else None),
          (SEATED,
           choice("ground", "For what reason?", words(*InvalidGround, wording=label)),
           choice("plea", "What does the player say?", words(NOTHING, *Plea, wording=label))),
          only_2024, done="Invalid card recorded"),
    sends("refuse-wager", ROUND, "Refuse a wager", RefuseWager,
          (PLAYING, choice("area", "Which wager?", wagers_at)), done="Wager refused"),
    sends("assist", PLAYERS, "Wager placed for a player", AssistPlacement,
          (SEATED, choice("area", "Which wager?", wager_areas)), done="Wager recorded"),
    Entry("invalidate", ROUND, "Invalidate the outcome", BonusAction.OUTCOME_INVALIDATED,
          _invalidate, _GROUNDS, _no_round, done="The outcome is invalid"),
)
# fmt: on
