"""Rows about tables: hands entered at the desk, moves, waits, consoles, chips, hand for hand."""

from collections.abc import Iterable, Mapping
from typing import Final

from controller.authority import Command
from controller.domain.money import ZERO, Money
from controller.tournament.balance import (
    BalanceTables,
    BreakTable,
    cards_to_break,
    move_due,
)
from controller.tournament.clock import BeginHand, CallOffHand
from controller.tournament.colouring import ColourUp, chips_to_race, odd_stacks
from controller.tournament.ending import EndHandForHand, PlayHandForHand
from controller.tournament.hands import ReportHand, Stacks
from controller.tournament.phases import STARTED
from controller.tournament.powers import DeskAction
from controller.tournament.seating import seat_of
from controller.tournament.state import Desk
from controller.tournament.tables import HandBackTable, HoldTables, TakeOverTable
from ui.forms.asks import (
    Answers,
    Ask,
    Kind,
    Scene,
    amounts_of,
    choice,
    fixed,
    several_of,
)
from ui.forms.entries import Entry, sends
from ui.games.desk.rows import (
    HANDS,
    TABLE,
    TABLES,
    can,
    chips_keyed,
    desk_of,
    just,
    shuffled,
    table,
    table_for,
)
from ui.viewmodels.options import Option

REPORT: Final = "report-hand"
COMMISSION: Final = "commission"
"""No player can have this name (`entries.NOT_NAMES`)."""
NOT_COUNTED: Final = "not\u00a0counted"
"""Chips of a table run by pots that no player has been given yet; no name has such a space."""


def number(answers: Answers) -> int:
    return int(answers[TABLE])


# Hands


def stacks(scene: Scene, answers: Answers) -> Mapping[str, Money]:
    """What everybody at the table has now, by seat."""
    desk = desk_of(scene)
    playing = sorted((one for one in desk.players(number(answers)) if one.stack), key=seat_of)
    return all_chips(desk, number(answers), ((one.name, one.stack) for one in playing), ZERO)


def all_chips(
    desk: Desk, table: int, counted: Iterable[tuple[str, Money]], kept: Money
) -> Mapping[str, Money]:
    """The stacks, and the commission and uncounted chips that add up with them."""
    loose = desk.table(table).uncounted
    return {
        **dict(counted),
        **({COMMISSION: kept} if desk.form.commission else {}),
        **({NOT_COUNTED: loose} if loose else {}),
    }


def parted(answers: Answers) -> tuple[Stacks, Money]:
    """Stacks, and commission."""
    keyed = dict(amounts_of(answers, "stacks"))
    kept = keyed.pop(COMMISSION, ZERO)
    keyed.pop(NOT_COUNTED, ZERO)  # where some is left, the stacks do not add up
    return tuple(keyed.items()), kept


def entered_here(desk: Desk, number: int) -> bool:
    """Is a hand of this table entered at the desk?"""
    playing = sum(one.stack > 0 for one in desk.players(number)) > 1
    return desk.phase in STARTED and playing and not desk.table(number).reports


def _report(_: Scene, answers: Answers) -> Command:
    counted, kept = parted(answers)
    return ReportHand(number(answers), counted, kept or None)


# Moves


def break_up(desk: Desk, number: int) -> BreakTable:
    return BreakTable(number, shuffled(desk, cards_to_break(desk, number)))


def _move(scene: Scene, _: Answers) -> tuple[str, ...]:
    due = move_due(desk_of(scene))
    return (f"{due.name} moves from {due.left} to {due.seat}.", due.why) if due else ()


# Waits


def _reports(scene: Scene, n: int) -> bool:
    return desk_of(scene).table(n).reports


def _reporting(scene: Scene) -> tuple[int, ...]:
    return tuple(one.number for one in desk_of(scene).tables if one.reports)


def _others(scene: Scene, n: int) -> tuple[int, ...]:
    return tuple(one for one in desk_of(scene).held if one != n)


def _nobody_reports(scene: Scene) -> str:
    return "" if _reporting(scene) else "No table reports its own hands"


def _play_on(scene: Scene) -> str:
    return "" if desk_of(scene).held else "No table waits for the desk"


# Colouring up


def _odd(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    odd = odd_stacks(desk_of(scene), number(answers), chips_keyed(answers))
    return tuple(Option(str(n), who) for n, who in enumerate(odd, 1))


def _no_chip(answers: Answers) -> str:
    return "" if chips_keyed(answers) else "Key a chip value of 1 or more."


def _races(scene: Scene, answers: Answers) -> bool:
    return answers.get("way") == "race" and bool(_odd(scene, answers))


def _to_race(scene: Scene, answers: Answers) -> tuple[str, ...]:
    if "chips" not in answers or "way" not in answers:
        return ()
    due = chips_to_race(desk_of(scene), number(answers), chips_keyed(answers))
    return (f"Chips to race for: {due}",) if answers["way"] == "race" else ()


def _colour(scene: Scene, answers: Answers) -> Command:
    chip = chips_keyed(answers)
    if answers["way"] != "race":
        return ColourUp(number(answers), chip)
    odd = dict(enumerate(odd_stacks(desk_of(scene), number(answers), chip), 1))
    winners = tuple(odd[n] for n in several_of(answers, "winners") if n in odd)
    return ColourUp(number(answers), chip, winners)


def _can_colour(scene: Scene, n: int) -> bool:
    desk = desk_of(scene)
    return desk.clock is not None and desk.between_hands(n) and bool(tuple(desk.players(n)))


_PLAYS: Final = table(
    lambda scene, n: entered_here(desk_of(scene), n), "No table is run from the desk"
)

# fmt: off
TABLE_ENTRIES: Final = (
    Entry(REPORT, HANDS, "Enter a hand", DeskAction.REPORT_HAND,
          _report,
          (_PLAYS,
           Ask("stacks", "Tap a player and key the stack; the winner takes the rest.",
               Kind.AMOUNTS, amounts=stacks, called="Stacks")), done="The hand is entered"),
    sends("begin-hand", HANDS, "Begin a hand", BeginHand,
          (table_for(BeginHand, "No table can begin a hand"),), done="The hand has begun"),
    sends("call-off-hand", HANDS, "Call off a hand", CallOffHand,
          (table_for(CallOffHand, "No hand is in progress"),), done="The hand is called off"),
    just("balance", TABLES, "Balance the tables", BalanceTables(), advice=_move,
         done="The move is listed under Moves"),
    Entry("break-table", TABLES, "Break a table", DeskAction.BREAK_TABLE,
          lambda scene, a: break_up(desk_of(scene), number(a)),
          (table(lambda scene, n: can(scene, break_up(desk_of(scene), n)),
                 "No table can be broken"),), done="The table is broken: send its players on"),
    Entry("hold-table", TABLES, "Have a table wait", DeskAction.HOLD_TABLES,
          lambda scene, a: HoldTables((*desk_of(scene).held, number(a))),
          (table(lambda scene, n: n not in desk_of(scene).held and _reports(scene, n),
                 "No table reports its own hands"),), done="The table waits after its hand"),
    Entry("release-table", TABLES, "Let a table play on", DeskAction.HOLD_TABLES,
          lambda scene, a: HoldTables(_others(scene, number(a))),
          (table(lambda scene, n: n in desk_of(scene).held, "No table waits for the desk"),),
          done="The table plays on"),
    Entry("hold-all", TABLES, "Have all tables wait", DeskAction.HOLD_TABLES,
          lambda scene, _: HoldTables(_reporting(scene)), (), _nobody_reports,
          done="The tables wait after their hands"),
    Entry("play-on", TABLES, "Let all tables play on", DeskAction.HOLD_TABLES,
          lambda _, __: HoldTables(()), (), _play_on, done="All tables play on"),
    sends("take-over-table", TABLES, "Take over a table", TakeOverTable,
          (table_for(TakeOverTable, "No table reports its own hands"),),
          done="Its hands are entered at the desk"),
    sends("hand-back-table", TABLES, "Hand back a table", HandBackTable,
          (table_for(HandBackTable, "No table has reported again"),),
          done="Its console runs the table again"),
    Entry("colour-up", HANDS, "Colour up", DeskAction.COLOUR_UP,
          _colour,
          (table(_can_colour, "No table is waiting between hands"),
           Ask("chips", "Which is the smallest chip from now on?", Kind.NUMBER, called="Chip",
               wrong=_no_chip),
           choice("way", "What happens to odd chips?",
                  fixed(("round", "Rounded up"), ("race", "Raced for"))),
           Ask("winners", "Who won a chip?", Kind.SEVERAL, _odd, only_if=_races)),
          advice=_to_race, done="The chips are changed"),
    just("hand-for-hand", HANDS, "Play hand for hand", PlayHandForHand(),
         done="The tables play hand for hand"),
    just("end-hand-for-hand", HANDS, "End hand for hand", EndHandForHand(),
         done="Hand for hand is over"),
)
# fmt: on
