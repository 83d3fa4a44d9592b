"""The dealer's hand and the settlement from the dealer's right (rule 10; sd (11) to (17))."""

from typing import Final

from controller.cards.plan import known
from controller.domain.base import evolve
from controller.games.bonus.round.awards import next_award
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.hands import (
    CONCEDING,
    conceded_hands,
    conceding,
    given_up,
)
from controller.games.bonus.round.guidance.jackpots import (
    award_step,
    cleared,
    sets_off_envy,
    wins_award,
)
from controller.games.bonus.round.guidance.words import (
    by_suit,
    dollars,
    jackpot_name,
    joined,
    ranking,
    sentence,
    wager,
)
from controller.games.bonus.round.showdown import hand_of, settlement_of
from controller.games.bonus.round.state import Place, Standing, Table
from controller.games.bonus.wagers import Area, Outcome, WagerResult

DEALERS_HAND: Final = "dealer's hand"
_MAIN: Final = (Area.ANTE, Area.FLOP, Area.TURN, Area.RIVER)
_CLAUSES: Final = {
    Outcome.WIN: "hand wins",
    Outcome.LOSE: "hand loses",
    Outcome.STAND_OFF: "hand stands off",
}


def showdown(table: Table) -> Guidance:
    """Turn the dealer's cards, name the ranking, then go to the first hand."""
    rules, round_ = table.rules, table.round
    if not round_.dealer_shown:
        clause = cite(rules, "dealer's hand")
        if not rules.nsw:
            return Guidance("Turn both your cards face up.", clause, cards=2)
        text = f'Announce "{DEALERS_HAND}" and turn both your hole cards face up.'
        return Guidance(text, clause, cards=2, announce=DEALERS_HAND)
    step = _step(table)
    if conceded_hands(round_):
        return _conceded(table, given_up(table), step)
    following = next_place(table)
    short = following is not None and following.shown
    called, cards = ranking(hand_of(round_, round_.dealer)), _dealers_cards(table, short=short)
    text = f'Declare "{called}" and push' if rules.nsw else f'Announce "{called}" and move'
    text = f"{text} {cards} slightly forward."
    clause = cite(rules, "declare ranking")
    return evolve(step, text=f"{text} {step.text}", clause=clause, announce=called)


def _dealers_cards(table: Table, *, short: bool) -> str:
    """9.7: the cards of the hand; sd (11): the community cards of it. `short`: more is said."""
    best = hand_of(table.round, table.round.dealer).best
    if table.rules.nsw:
        return "its cards" if short else by_suit(best)
    board = by_suit([card for card in best if card in known(table.round.community)])
    return "its community cards" if short else f"the community cards {board}"


def settlement(table: Table) -> Guidance:
    """One hand at a time from the dealer's right, each with its jackpot as the rules have it.

    What is told is the step still to be taken: never a hand that is settled already.
    """
    return after_concession(table, _step(table))


def after_concession(table: Table, step: Guidance) -> Guidance:
    """The step, and before it what is to be done with a hand that was conceded just now."""
    collected = conceding(table)
    return _conceded(table, collected, step) if collected else step


def _conceded(table: Table, collected: str, step: Guidance) -> Guidance:
    text = f'Announce "{CONCEDING}". {collected} {step.text}'
    return evolve(step, text=text, clause=cite(table.rules, "concession"), announce=CONCEDING)


def _step(table: Table) -> Guidance:
    """An award that is due, or else the hand that is turned or settled next."""
    index, place = next_award(table), next_place(table)
    if index is not None:
        return award_step(table, index)
    if place is None:
        return Guidance("Finish the round: everything is settled.", cite(table.rules, "next hand"))
    return _take_and_pay(table, place) if place.shown else _turn(table, place)


def _turn(table: Table, place: Place) -> Guidance:
    rules = table.rules
    if not place.playing:
        text = (
            f"Turn the cards of place {place.number} and spread them face up: "
            "the hand is folded, only its jackpot counts."
        )
        return Guidance(text, cite(rules, "turn for jackpot"), place.number, 2)
    text = f"Turn the cards of place {place.number} and spread them face up."
    return Guidance(text, cite(rules, "turn a hand"), place.number, 2)


def _take_and_pay(table: Table, place: Place) -> Guidance:
    """What to take and pay for a hand that is face up, the ante bonus first."""
    rules, number = table.rules, place.number
    if place.standing is not Standing.IN:
        text = f"Place {number} has folded: pay nothing but a jackpot. {_clear(table, place)}."
        return Guidance(text, cite(rules, "turn for jackpot"), number)
    place = evolve(place, results={**place.results, **settlement_of(table, place)})
    called = ranking(hand_of(table.round, place.cards))
    outcome = place.results[Area.FLOP].outcome
    parts = []
    if Area.BONUS in place.results:
        parts.append(_one_act(table, place, Area.BONUS))
    parts.append(
        f'{_laid_out(table, place)}announce "{called}", {_compared(table, place, outcome)}'
    )
    text = f"Place {number}: {'; then '.join(parts)}. {_clear(table, place)}."
    return Guidance(text, cite(rules, _CLAUSES[outcome]), number, announce=called)


def _laid_out(table: Table, place: Place) -> str:
    """sd (12): the five cards of the hand are laid out before it is called and compared."""
    if table.rules.nsw:
        return ""
    return f"lay out {by_suit(hand_of(table.round, place.cards).best)} and "


def _one_act(table: Table, place: Place, area: Area) -> str:
    name, result = wager(table.rules, area), place.results[area]
    if result.outcome is Outcome.WIN:
        return f"pay the {name} {dollars(result.paid)}"
    return f"take the {name} {_taken(result)}"


def _taken(result: WagerResult) -> str:
    """R11, R12: the excess over what counts goes back, also when the wager is lost."""
    text = dollars(result.stake - result.returned)
    return f"{text} and return {dollars(result.returned)}" if result.returned else text


def _compared(table: Table, place: Place, outcome: Outcome) -> str:
    """10.9 to 10.11; sd (13) to (16)."""
    rules, results = table.rules, place.results
    areas = [area for area in _MAIN if area in results]
    if outcome is Outcome.LOSE:
        acts = joined([f"the {wager(rules, area)} {_taken(results[area])}" for area in areas])
        return f"lower than the dealer's hand: take {acts}"
    if outcome is Outcome.WIN:
        won = [area for area in areas if results[area].outcome is Outcome.WIN]
        acts = joined([f"the {wager(rules, area)} {dollars(results[area].paid)}" for area in won])
        rest = f", the {wager(rules, Area.ANTE)} stands off" if Area.ANTE not in won else ""
        return f"higher than the dealer's hand: pay {acts}{rest}"
    if rules.nsw:
        acts = joined([wager(rules, area) for area in areas])
        return f"equal to the dealer's hand: {acts} stand off"
    acts = joined([wager(rules, area) for area in areas[1:]])
    return (
        f'equal to the dealer\'s hand: signal "push", slide {acts} back just off the spot '
        "and leave the ante"
    )


def _clear(table: Table, place: Place) -> str:
    """10.12: prove and rack, once no award waits; sd (18)(b)ii: envy keeps a hand face up."""
    if sets_off_envy(table, place):
        return "Leave this hand face up until every payment is made"
    if wins_award(table, place):
        return f"Leave this hand face up until its {jackpot_name(table.rules)} award is paid"
    return sentence(cleared(table.rules))
