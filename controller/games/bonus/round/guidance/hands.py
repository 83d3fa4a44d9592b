"""Hands that are over before they are settled: folded, conceded, or left by everybody."""

from collections.abc import Sequence
from itertools import takewhile

from controller.domain.base import evolve
from controller.domain.money import ZERO, Money
from controller.domain.words import dollars, joined
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.core import closes_itself
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.words import places, sentence
from controller.games.bonus.round.phases import STREET_OF, Phase
from controller.games.bonus.round.state import Ending, Place, Round, Standing, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, handed_over_since

CONCEDING = "conceding hand"


def to_return(place: Place) -> Money:
    """What a void hand gets back now: not what its player has in hand already."""
    return handed_over_since(place.overturned, place.results)


def _excess(place: Place) -> Money:
    """What a hand that is given up gets back (R11, 11.10.2); a jackpot went back on its own."""
    areas = (area for area in place.results if area is not Area.JACKPOT)
    return sum((place.results[area].returned for area in areas), start=ZERO)


def collect(rules: TableRules) -> str:
    """9.6, 9.6.1, 9.6.2; sd (5)(a): what becomes of a fold."""
    if not rules.nsw:
        return "collect all wagers and discard the two cards"
    text = "collect all wagers and cards, spread the cards singly face down to confirm two"
    if rules.folded_keeps_jackpot:
        return f"{text}, and place them face down over the jackpot area"
    return f"{text}, and put them in the discard rack"


def given_up(table: Table) -> str:
    """What to do with all the hands conceded, or else folded on the street last played."""
    if conceded := conceded_hands(table.round):
        return _collected(table.rules, conceded, "concede")
    return _collected(table.rules, folded_last(table.round), "fold")


def just_conceded(table: Table) -> str:
    """What to do with the hand conceded last, before the step that is due. In the showdown all of
    them are told at once, and of a round without a result there is nothing to collect."""
    round_ = table.round
    over = round_.phase is Phase.IDLE and not closes_itself(table)
    no_result = round_.ending not in (None, Ending.SETTLED)
    if round_.conceding is None or round_.phase is Phase.SHOWDOWN or over or no_result:
        return ""
    return _collected(table.rules, [round_.place(round_.conceding)], "concede")


def after_concession(table: Table, collected: str, step: Guidance) -> Guidance:
    """The step, and before it what is to be done with a hand that was conceded just now."""
    text = f'Announce "{CONCEDING}". {collected} {step.text}'
    return evolve(step, text=text, clause=cite(table.rules, "concession"), announce=CONCEDING)


def just_folded(table: Table) -> str:
    """What to do with the hands folded right before the one that is to decide now."""
    waiting, folded = undecided(table.round), folded_last(table.round)
    passed = [
        place for place in table.round.dealt_in() if not waiting or place.number < waiting[0].number
    ]
    run = list(takewhile(folded.__contains__, reversed(passed)))
    return _collected(table.rules, run[::-1], "fold")


def _collected(rules: TableRules, hands: Sequence[Place], verb: str) -> str:
    if not hands:
        return ""
    who = sentence(places([place.number for place in hands]))
    verb = f"{verb}s" if len(hands) == 1 else verb
    each = "" if len(hands) == 1 else ", hand by hand"
    text = f"{who} {verb}: {collect(rules)}{each}."
    back = [
        f"{dollars(_excess(place))} to place {place.number}" for place in hands if _excess(place)
    ]
    return f"{text} Return {joined(back)}." if back else text


def conceded_hands(round_: Round) -> list[Place]:
    """Places that gave up after seeing the dealer's hand."""
    return [place for place in round_.places if place.standing is Standing.CONCEDED]


def folded_last(round_: Round) -> list[Place]:
    """Hands folded on the street last played."""
    streets = [STREET_OF[phase] for phase in round_.phases if phase in STREET_OF]
    return [
        place
        for place in round_.places
        if place.standing is Standing.FOLDED and place.folded_on is streets[-1]
    ]


def nobody_left(table: Table) -> Guidance:
    """R9: the round ends here; what is face down stays face down."""
    text = f"{given_up(table)} No hand is left in: the round ends here."
    return Guidance(text.strip())
