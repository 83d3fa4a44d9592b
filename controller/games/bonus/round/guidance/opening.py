"""Before the first card, and a card that does not fit (rules 5 to 7.1; sd (1) to (3))."""

from controller.domain.words import dollars, joined
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.words import sentence, supervisor, wager
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area

NO_MORE_BETS = "no more bets"


def take_wagers(table: Table) -> Guidance:
    """Nobody has an ante down yet."""
    return Guidance(_place_wagers(table.rules, off=table.round.jackpot_off))


def no_more_bets(table: Table) -> Guidance:
    """Wagers are placed until "no more bets" or the first card (R16)."""
    if not table.rules.nsw:
        return Guidance(f'When all wagers are placed, press "{sentence(NO_MORE_BETS)}".')
    text = f'When all wagers are placed, announce "{NO_MORE_BETS}" and deal.'
    return Guidance(text, announce=NO_MORE_BETS)


def _place_wagers(rules: TableRules, *, off: bool) -> str:
    optional = []
    if rules.ante_bonus:
        optional.append(f"{wager(rules, Area.BONUS)}s")
    if rules.jackpot and not off:
        amount = dollars(rules.jackpot.wager)
        optional.append(f"{wager(rules, Area.JACKPOT)}s of {amount}")
    text = f"Let the players place their {wager(rules, Area.ANTE)}s"
    return f"{text}; {joined(optional)} are optional." if optional else f"{text}."


def known_card(_: Table) -> Guidance:
    """A card is out twice: misread, or foreign."""
    text = (
        "Stop: this card is already out. If it was misread, key the right card; "
        "if not, report a foreign card."
    )
    return Guidance(text)


def card_not_due(table: Table) -> Guidance:
    """More cards are out than are due: what to report."""
    return Guidance(f"Stop: a card came out that was not due. {_what_to_report(table)}")


def _what_to_report(table: Table) -> str:
    out_of_turn = f"a card out of turn, for {supervisor(table.rules)} to decide"
    if table.round.phase in (Phase.DEAL, Phase.FLOP_DECISIONS):
        return f"Report cards at an empty place, a wrong card count, or {out_of_turn}."
    return f"Report {out_of_turn}."
