"""What can go wrong, and what the rules make of it (rules 11 to 13 and 15.3; R31 to R41).

`rule_on` only says what would follow, so that the dealer sees it before it is confirmed;
`report` carries it out.
"""

from collections.abc import Callable
from dataclasses import field
from typing import Final

from controller.cards.plan import Unexplained
from controller.domain.base import existing
from controller.domain.frozen import Frozen
from controller.domain.kernel import NOBODY
from controller.domain.refusals import Refused
from controller.domain.words import joined
from controller.games.bonus.commands import CardsAtEmptyBox, Decision, Irregularity, Report
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.deal import boxes_with_ante, verify_cards_at_empty_box
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.phases import CARDS_OUT, DECISIONS, IN_ROUND, STREET_OF, Phase
from controller.games.bonus.round.state import Ending, Place, Standing, Table
from controller.games.bonus.round.wagers import no_such_place
from controller.games.bonus.rules import RuleSet, Street
from controller.games.bonus.wagers import Area, Choice

_CARDS_DOWN: Final = (Phase.DEAL, *DECISIONS, Phase.SETTLEMENT)
_UNTIL_CLOSED: Final = (*IN_ROUND, Phase.RECONCILE)
_FLOP: Final = (Phase.FLOP_DECISIONS,)
# The deal ends by itself when the device has given its last card, which is then still in hand.
_IN_DEAL: Final = (Phase.DEAL, Phase.FLOP_DECISIONS)


class IrregularityRow(Frozen):
    """One irregularity: when it can happen, what is left to decide, who hears of it."""

    irregularity: Irregularity
    during: tuple[Phase, ...]
    decisions: tuple[Decision, ...]
    """What may be decided; the first is the default."""
    legacy: str | None
    current: str | None
    notices: tuple[str, ...] = ()

    def clause(self, ruleset: RuleSet) -> str | None:
        """R41: `sd` prints no such rule."""
        return {
            RuleSet.NSW_LEGACY: self.legacy,
            RuleSet.NSW_2024: self.current,
            RuleSet.SD: None,
        }[ruleset]


_NONE: Final = ()
_RULING: Final = (Decision.VOID, Decision.CONTINUE)
_SETTLE: Final = (Decision.CONTINUE, Decision.VOID)
_CORRECT: Final = (Decision.CORRECT, Decision.FOLD)
_WATCH: Final = ("surveillance", "inspector")

# fmt: off
IRREGULARITIES: Final = (
    #               what                                     during            decide    legacy    2024      notices
    IrregularityRow(Irregularity.WRONG_CARD_COUNT,           CARDS_OUT,        _NONE,    "11.1",   "11.1"),
    IrregularityRow(Irregularity.CARD_EXPOSED_IN_DEAL,       _IN_DEAL,         _NONE,    "11.2",   "11.2"),
    IrregularityRow(Irregularity.DEALER_CARD_EXPOSED,        _CARDS_DOWN,      _NONE,    "11.4.1", "11.4.1"),
    IrregularityRow(Irregularity.COMMUNITY_CARD_EXPOSED,     _CARDS_DOWN,      _RULING,  "11.5",   "11.5"),
    IrregularityRow(Irregularity.CARDS_TO_EMPTY_BOX,         CARDS_OUT,        _NONE,    "11.7",   "11.7"),
    IrregularityRow(Irregularity.MISSING_CARD,               IN_ROUND,         _NONE,    "11.9.2", "11.9.2", _WATCH),
    IrregularityRow(Irregularity.FOREIGN_CARD,               IN_ROUND,         _NONE,    "11.9.2", "11.9.2", _WATCH),
    IrregularityRow(Irregularity.SHUFFLER_JAM,               IN_ROUND,         _NONE,    "12.1",     "12.1"),
    IrregularityRow(Irregularity.SHUFFLER_FAILED,            IN_ROUND,         _NONE,    "12.2.1", "12.2.1"),
    IrregularityRow(Irregularity.JACKPOT_EQUIPMENT_FAILED,   IN_ROUND,         _SETTLE,  None,     "11.14",     ("inspector",)),
    IrregularityRow(Irregularity.INVALID_WAGER,              IN_ROUND,         _NONE,    None,     "11.19"),
    IrregularityRow(Irregularity.DEEMED_FOLD,                DECISIONS,        _NONE,    "11.13",     "11.13"),
    IrregularityRow(Irregularity.FLOP_WAGER_CORRECTED,       _FLOP,            _CORRECT, "11.10",     "11.10"),
    IrregularityRow(Irregularity.OUTCOME_INVALIDATED,        _UNTIL_CLOSED,    _NONE,    "13.4",   "13.5"),
    IrregularityRow(Irregularity.SUPERVISOR_VOID,            _UNTIL_CLOSED,    _NONE,    None,     None),
    IrregularityRow(Irregularity.CARD_OUT_OF_TURN,           IN_ROUND,         _RULING,  None,     None),
)
# fmt: on

_ROWS: Final = {row.irregularity: row for row in IRREGULARITIES}


class Ruling(Frozen):
    """What the rules make of an irregularity."""

    ending: Ending | None = None
    """How it ends the round; none where play goes on."""
    clause: str | None = None
    """The rule it goes by, whether the round ends or goes on."""
    void_hands: tuple[int, ...] = ()
    fold: int | None = None
    flop_returned: bool = False
    corrected: int | None = None
    discarded_box: int | None = None
    jackpot_off: bool = False
    jackpot_frozen: bool = False
    explained: bool = False
    deck_check: bool = False
    forfeit: tuple[int, ...] = ()
    notices: tuple[str, ...] = field(default=())


Judge = Callable[[Table, Report, IrregularityRow], "Ruling | Refused"]


def rule_on(table: Table, report: Report) -> Ruling | Refused:
    """What would follow, by which clause, and who is told."""
    row = _ROWS[report.irregularity]
    if table.round.phase not in row.during:
        return _cannot_happen(table, row)
    if table.round.ending not in (None, Ending.SETTLED):
        return Refused(Refusal.NO_RESULT, table.round.clause)
    if report.decision is not None and report.decision not in row.decisions:
        detail = f"Possible: {joined([*row.decisions], 'or') or 'none'}."
        return Refused(Refusal.NOT_A_RULING, row.clause(table.rules.ruleset), detail)
    if report.place is not None and (refused := no_such_place(table, report.place)):
        return refused
    return _JUDGES[report.irregularity](table, report, row)


def _cannot_happen(table: Table, row: IrregularityRow) -> Refused:
    detail = f"It can happen during {joined([one.value for one in row.during], 'or')}."
    return Refused(Refusal.CANNOT_HAPPEN, row.clause(table.rules.ruleset), detail)


def _ends(table: Table, row: IrregularityRow, ending: Ending, clause: str | None = None) -> Ruling:
    number = None if table.rules.ruleset is RuleSet.SD else clause
    return Ruling(ending, number or row.clause(table.rules.ruleset), notices=row.notices)


def _misdeal(table: Table, _: Report, row: IrregularityRow) -> Ruling:
    return _ends(table, row, Ending.MISDEAL)


def _exposed_in_deal(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """11.2: told until the first player has decided; from then on the deal is long over."""
    decided = any(place.choices[0] or place.folded_on for place in table.round.places)
    return _cannot_happen(table, row) if decided else _misdeal(table, report, row)


def _play_on(table: Table, _: Report, row: IrregularityRow) -> Ruling:
    return Ruling(clause=row.clause(table.rules.ruleset), notices=row.notices)


def _part(table: Table, row: IrregularityRow, number: str) -> str | None:
    """A part of the row's rule, where the table's rule set prints it."""
    return number if row.clause(table.rules.ruleset) else None


def _flop_wager_made(table: Table) -> bool:
    """Has a flop wager been made, and not been given back?"""
    return any(Area.FLOP in place.standing_stakes() for place in table.round.places)


def _dealer_card_exposed(table: Table, _: Report, row: IrregularityRow) -> Ruling | Refused:
    """R32."""
    if table.round.dealer_shown:
        return Refused(Refusal.FACE_UP_ALREADY, row.clause(table.rules.ruleset))
    if table.round.phase is Phase.DEAL:
        return _ends(table, row, Ending.MISDEAL, "11.2")
    if table.round.phase is not Phase.FLOP_DECISIONS or _flop_wager_made(table):
        return Ruling(clause=_part(table, row, "11.4.2"))
    return _ends(table, row, Ending.MISDEAL)


def _community_card_exposed(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """R33, R34."""
    phase = table.round.phase
    if report.card is None:
        return Refused(Refusal.NEEDS_A_CARD, row.clause(table.rules.ruleset))
    if phase is Phase.DEAL:
        return _ends(table, row, Ending.MISDEAL, "11.2")
    if table.round.revealed >= 3 + report.card.order:
        return Refused(Refusal.FACE_UP_ALREADY, row.clause(table.rules.ruleset))
    void = report.decision is not Decision.CONTINUE
    turned_back = _part(table, row, "11.5" if report.card is Street.FLOP else "11.6")
    if phase is not Phase.FLOP_DECISIONS:
        return Ruling(clause=turned_back)
    if table.rules.ruleset is RuleSet.NSW_2024:
        hands = tuple(place.number for place in undecided(table.round)) if void else ()
        if hands and len(hands) == sum(1 for _ in table.round.playing()):
            return _ends(table, row, Ending.VOID)
        return Ruling(clause="11.5" if undecided(table.round) else turned_back, void_hands=hands)
    if not _flop_wager_made(table):
        return _ends(table, row, Ending.MISDEAL)
    if report.card is Street.FLOP and void:
        return _ends(table, row, Ending.VOID)
    return Ruling(clause=turned_back)


def _cards_to_empty_box(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """R35."""
    clause = row.clause(table.rules.ruleset)
    if report.place is None:
        return Refused(Refusal.NEEDS_A_PLACE, clause)
    plan = existing(table.round.plan, "cards are out without a plan")
    if report.place in boxes_with_ante(plan):
        return Refused(Refusal.BOX_HAS_ANTE, clause, str(report.place))
    if not report.handled:
        return _ends(table, row, Ending.MISDEAL)
    if report.place not in plan.empty_boxes:
        refused = verify_cards_at_empty_box(table, CardsAtEmptyBox(report.place), NOBODY)
        if refused is not None:
            return refused
    return Ruling(clause=_part(table, row, "11.8"), discarded_box=report.place)


def _card_unaccounted(table: Table, report: Report, row: IrregularityRow) -> Ruling:
    """R36."""
    clause = row.clause(table.rules.ruleset)
    return Ruling(Ending.VOID, clause, deck_check=True, notices=row.notices)


def _shuffler_failed(table: Table, report: Report, row: IrregularityRow) -> Ruling:
    """R37: with cards dealt the round is void; before, it goes on with another device."""
    if table.round.drawn:
        return _ends(table, row, Ending.VOID)
    return Ruling(clause=_part(table, row, "12.2.3"))


def _jackpot_failed(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """R38."""
    if table.rules.jackpot is None:
        return Refused(Refusal.JACKPOT_NOT_OFFERED, cite(table.rules, "jackpot offered"))
    off = table.round.revealed == 0 or report.decision is Decision.VOID
    clause = row.clause(table.rules.ruleset)
    return Ruling(None, clause, jackpot_off=off, jackpot_frozen=not off, notices=row.notices)


def _at_a_hand(table: Table, report: Report, row: IrregularityRow) -> Place | Refused:
    clause = row.clause(table.rules.ruleset)
    if report.place is None:
        return Refused(Refusal.NEEDS_A_PLACE, clause)
    place = table.round.place(report.place)
    return place if place.dealt_in else Refused(Refusal.NOT_DEALT_IN, clause)


def _invalid_wager(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """R39."""
    place = _at_a_hand(table, report, row)
    if isinstance(place, Refused):
        return place
    clause = _part(table, row, "11.19.2" if table.round.drawn else "11.19.1")
    # A hand that is void already has its stakes back: nothing more to do.
    void = () if place.standing is Standing.VOID else (place.number,)
    return Ruling(clause=clause, void_hands=void)


def _deemed_fold(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """11.13, R10: where its decision was due."""
    place = _at_a_hand(table, report, row)
    if isinstance(place, Refused):
        return place
    street = STREET_OF[table.round.phase]
    clause = cite(table.rules, f"{street} decision")
    if place.standing is not Standing.IN:
        return Refused(Refusal.HAND_OVER, cite(table.rules, "fold is final"))
    if place.choices[street.order] is not None:
        return Refused(Refusal.DECIDED, clause)
    if Choice.FOLD not in table.rules.offered(street):
        return Refused(Refusal.NOT_OFFERED, clause)
    return Ruling(clause=row.clause(table.rules.ruleset), fold=place.number)


def _flop_corrected(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """R12: before the flop is revealed a wrong flop wager is put right, or the player folds."""
    place = _at_a_hand(table, report, row)
    if isinstance(place, Refused):
        return place
    clause = cite(table.rules, "wrong flop wager")
    if not place.playing or Area.FLOP not in place.stakes:
        return Refused(Refusal.AREA_EMPTY, clause)
    right = place.stakes[Area.FLOP].amount == place.stakes[Area.ANTE].amount * 2
    if report.decision is Decision.FOLD:
        if right:
            return Refused(Refusal.NOTHING_TO_CORRECT, clause)
        folds = cite(table.rules, "fold a wrong wager")
        return Ruling(clause=folds, fold=place.number, flop_returned=True)
    corrects = cite(table.rules, "correct a wager")
    return Ruling(clause=corrects, corrected=None if right else place.number)


def _invalidated(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """R40."""
    clause = row.clause(table.rules.ruleset)
    for number in report.forfeit:
        if refused := no_such_place(table, number):
            return refused
        if not table.round.place(number).dealt_in:
            return Refused(Refusal.NOT_DEALT_IN, clause, f"Place {number} has no wager to forfeit.")
    return Ruling(Ending.VOID, clause, forfeit=report.forfeit)


def _card_out_of_turn(table: Table, report: Report, row: IrregularityRow) -> Ruling | Refused:
    """A card is out that is not due: a supervisor voids, or lets play go on as the cards lie.

    No clause says so: 11.1 makes a wrong count a misdeal, 12.2 needs a device that has failed.
    """
    if table.round.unexplained is not Unexplained.EXTRA_CARD:
        return Refused(Refusal.CANNOT_HAPPEN, cite(table.rules, "wrong count"))
    if report.decision is Decision.CONTINUE:
        return Ruling(clause=cite(table.rules, "wrong count"), explained=True)
    return _ends(table, row, Ending.VOID)


_JUDGES: Final[dict[Irregularity, Judge]] = {
    Irregularity.WRONG_CARD_COUNT: _misdeal,
    Irregularity.CARD_EXPOSED_IN_DEAL: _exposed_in_deal,
    Irregularity.DEALER_CARD_EXPOSED: _dealer_card_exposed,
    Irregularity.COMMUNITY_CARD_EXPOSED: _community_card_exposed,
    Irregularity.CARDS_TO_EMPTY_BOX: _cards_to_empty_box,
    Irregularity.MISSING_CARD: _card_unaccounted,
    Irregularity.FOREIGN_CARD: _card_unaccounted,
    Irregularity.SHUFFLER_JAM: _play_on,
    Irregularity.SHUFFLER_FAILED: _shuffler_failed,
    Irregularity.JACKPOT_EQUIPMENT_FAILED: _jackpot_failed,
    Irregularity.INVALID_WAGER: _invalid_wager,
    Irregularity.DEEMED_FOLD: _deemed_fold,
    Irregularity.FLOP_WAGER_CORRECTED: _flop_corrected,
    Irregularity.OUTCOME_INVALIDATED: _invalidated,
    Irregularity.SUPERVISOR_VOID: lambda table, _, row: _ends(table, row, Ending.VOID),
    Irregularity.CARD_OUT_OF_TURN: _card_out_of_turn,
}
