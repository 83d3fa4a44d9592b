"""Rows about the clock, the start and the end, cut cards, and the event itself (25, 26, 30, 31)."""

from typing import Final

from controller.authority import Command
from controller.domain.base import evolve
from controller.domain.cards import DECK, Card
from controller.domain.money import Money
from controller.domain.words import joined
from controller.tournament.clock import AddTime, BeginLevel, CallTime, PauseClock, ResumeClock
from controller.tournament.ending import CutCards, End, Start
from controller.tournament.format import WHOLE, Format, Level, chips
from controller.tournament.heats import BeginNextHeat, BeginNextSession
from controller.tournament.management import Alter, Cancel
from controller.tournament.phases import BEFORE_THE_END, Phase
from controller.tournament.places import Equals, cuts_due
from controller.tournament.powers import DeskAction
from controller.tournament.publishing import PublishPrizes
from controller.tournament.state import Desk
from ui.forms.asks import YES_NO, Answers, Ask, Kind, Scene, choice, fixed, when
from ui.forms.entries import Entry, sends
from ui.games.desk.rows import CLOCK, COURSE, EVENT, desk_of, just, unless_refused, why_not
from ui.viewmodels.options import Option

CUT: Final = "cut-cards"
LEVEL_SET: Final = "The level is set"
PER_CENT: Final = 100


# The clock


def level_name(desk: Desk, index: int) -> str:
    """`Level 3: 75/150`, or `Break`."""
    level = desk.form.levels[index]
    if level.is_break:
        return f"Break of {level.minutes} minutes"
    return f"Level {index + 1}: {blinds(level)}"


def blinds(level: Level) -> str:
    """`75/150, ante 25`."""
    ante = f", ante {chips(level.ante)}" if level.ante else ""
    return f"{chips(level.small)}/{chips(level.big)}{ante}"


def _levels(scene: Scene, _: Answers) -> tuple[Option, ...]:
    desk = desk_of(scene)
    now = desk.clock.level if desk.clock else -1
    return tuple(
        Option(str(n), level_name(desk, n), note="now" if n == now else "")
        for n in range(len(desk.form.levels))
    )


def _turned(code: str, text: str, by: int) -> Entry:
    """A row for this many levels on, or back."""

    def to(scene: Scene) -> BeginLevel:
        clock = desk_of(scene).clock
        return BeginLevel((clock.level if clock else 0) + by)

    def why(scene: Scene) -> str:
        desk, command = desk_of(scene), to(scene)
        if desk.clock and desk.form.levels and not 0 <= command.level < len(desk.form.levels):
            return f"This is the {'last' if by > 0 else 'first'} level"
        return why_not(desk, command)

    return Entry(
        code, CLOCK, text, BeginLevel.action, lambda scene, _: to(scene), (), why, done=LEVEL_SET
    )


# Cutting cards


def _due(desk: Desk) -> list[Equals]:
    return list(cuts_due(desk)) if desk.phase is Phase.CUTTING else []


def _groups(scene: Scene, _: Answers) -> tuple[Option, ...]:
    due = _due(desk_of(scene))
    return tuple(
        Option(str(n), joined([one.name for one in equals])) for n, equals in enumerate(due)
    )


def _cutters(scene: Scene, answers: Answers) -> list[str]:
    due = _due(desk_of(scene))
    which = int(answers.get("who", 0))
    return [one.name for one in due[which]] if which < len(due) else []


def _cards_out(_: Scene, answers: Answers) -> frozenset[str]:
    return frozenset(code for name, code in answers.items() if name.startswith("card"))


def _cut_ask(turn: int) -> Ask:
    def cuts(scene: Scene, answers: Answers) -> bool:
        return turn < len(_cutters(scene, answers))

    def who(scene: Scene, answers: Answers) -> str:
        return f"{_cutters(scene, answers)[turn]}:" if cuts(scene, answers) else ""

    return Ask(
        f"card{turn}", "which card?", Kind.CARD, only_if=cuts, not_these=_cards_out, about=who
    )


def _cut(scene: Scene, answers: Answers) -> Command:
    names = _cutters(scene, answers)
    return CutCards(tuple((name, Card.parse(answers[f"card{n}"])) for n, name in enumerate(names)))


def _no_cut(scene: Scene) -> str:
    return "" if _due(desk_of(scene)) else "No cut is due"


# The event


def _cannot_manage(scene: Scene) -> str:
    over = desk_of(scene).phase not in (*BEFORE_THE_END, Phase.CUTTING)
    return "The places are decided" if over else ""


_NUMBERS: Final = {
    "players_max": "Maximum entries",
    "entries_max": "Entries per person",
    "tables": "Tables",
    "seats": "Seats at each table",
    "session_minutes": "Minutes in a session",
    "session_hands": "Hands in a session",
    "rebuy_levels": "Levels with re-buys",
}
_OPTIONAL: Final = ("players_max", "session_minutes", "session_hands", "rebuy_levels")
"""0 where there is none from now on."""
_ADDED, _LEVEL, _INSERT, _PRIZES = "added", "level", "insert", "prizes"


_MORE: Final = {
    _PRIZES: "Shares of the prizes",
    _ADDED: "Money added to the prizes",
    _LEVEL: "A level or break",
    _INSERT: "One more level or break",
}
_IS_LEVEL: Final = when("what", _LEVEL, _INSERT)


def _blinds_asked(scene: Scene, answers: Answers) -> bool:
    return _IS_LEVEL(scene, answers) and answers.get("kind") == "play"


def _no_shares(answers: Answers) -> str:
    parts = answers.get("shares", "").split()
    whole = all(part.isascii() and part.isdigit() for part in parts)
    if whole and sum(map(int, parts)) == PER_CENT:
        return ""
    return "Whole percentages that add up to 100, first place first: 50 30 20"


def _alter(scene: Scene, answers: Answers) -> Command:
    form = desk_of(scene).form
    match answers["what"]:
        case "added":
            return Alter(evolve(form, added=Money.parse(answers["money"])))
        case "prizes":
            shares = (int(part) * WHOLE // PER_CENT for part in answers["shares"].split())
            return Alter(evolve(form, prizes=tuple(shares)))
        case "level" | "insert":
            return Alter(_with_level(form, answers))
    what, number = answers["what"], int(answers["number"])
    return Alter(evolve(form, **{what: None if what in _OPTIONAL and not number else number}))


def _with_level(form: Format, answers: Answers) -> Format:
    index, levels = int(answers["which"]), list(form.levels)
    level = Level(int(answers["minutes"]))
    if answers["kind"] == "play":
        small = Money.parse(answers["small"])
        level = evolve(level, small=small, big=2 * small, ante=Money.parse(answers["ante"]))
    levels[index : index + (answers["what"] == _LEVEL)] = [level]
    return evolve(form, levels=tuple(levels))


def _before(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    """Levels that have begun stay where they are."""
    clock, levels = desk_of(scene).clock, _levels(scene, answers)
    last = Option(str(len(levels)), "At the end")
    return (*levels[clock.level + 1 if clock else 0 :], last)


# fmt: off
_ALTER_ASKS: Final = (
    choice("what", "What do you want to change?", fixed(*_NUMBERS.items(), *_MORE.items())),
    Ask("number", "How many from now on? 0 for none", Kind.NUMBER, only_if=when("what", *_NUMBERS)),
    Ask("money", "Total added to the prizes?", Kind.MONEY, only_if=when("what", _ADDED)),
    Ask("shares", "Percentages by place? Such as 50 30 20", Kind.TEXT,
        only_if=when("what", _PRIZES), wrong=_no_shares, called="Prizes"),
    Ask("which", "Which level?", Kind.CHOICE, _levels, "There are no levels",
        only_if=when("what", _LEVEL)),
    Ask("which", "Before which level?", Kind.CHOICE, _before, only_if=when("what", _INSERT)),
    Ask("minutes", "How many minutes?", Kind.NUMBER, only_if=_IS_LEVEL),
    Ask("kind", "Level or break?", Kind.CHOICE, fixed(("play", "A level"), ("break", "A break")),
        only_if=_IS_LEVEL),
    Ask("small", "Small blind?", Kind.NUMBER, only_if=_blinds_asked),
    Ask("ante", "Ante? 0 for none", Kind.NUMBER, only_if=_blinds_asked),
)
COURSE_ENTRIES: Final = (
    just("pause-clock", CLOCK, "Pause the clock", PauseClock(), done="The clock is paused"),
    just("resume-clock", CLOCK, "Resume the clock", ResumeClock(), done="The clock runs"),
    just("add-minute", CLOCK, "One minute more", AddTime(1), done="One minute added"),
    just("take-minute", CLOCK, "One minute less", AddTime(-1), done="One minute taken off"),
    _turned("level-back", "Back a level", -1),
    _turned("level-on", "On to the next level", 1),
    sends("set-level", CLOCK, "To another level", BeginLevel,
          (choice("level", "Which level?", _levels, "There are no levels"),),
          unless_refused(BeginLevel(0)), done=LEVEL_SET),
    just("publish-prizes", COURSE, "Publish the prize list", PublishPrizes(),
         done="The prize list is published"),
    just("start", COURSE, "Start", Start(), done="Play begins"),
    just("call-time", COURSE, "Call time", CallTime(),
         done="Hands in progress are finished, no new one begins"),
    just("end", COURSE, "End play", End(), done="Play is over"),
    Entry(CUT, COURSE, "Cut cards", DeskAction.CUT_CARDS,
          _cut,
          (Ask("who", "Who cuts?", Kind.CHOICE, _groups, "No cut is due"),
           *(_cut_ask(turn) for turn in range(len(DECK)))), _no_cut, done="Cut recorded"),
    just("next-session", COURSE, "Go on to the next session", BeginNextSession(),
         done="The next session begins"),
    just("next-heat", COURSE, "Go on to the next heat", BeginNextHeat(),
         done="The next heat begins"),
    Entry("alter", EVENT, "Alter the format", DeskAction.ALTER_TOURNAMENT,
          _alter, _ALTER_ASKS, _cannot_manage, done="The format is altered"),
    sends("cancel", EVENT, "Cancel the event", Cancel,
          (choice("refund", "Do the players get their money back?", YES_NO),),
          _cannot_manage, done="The event is cancelled"),
)
# fmt: on
