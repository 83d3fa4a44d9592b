"""The dealer's hand and the settlement from the dealer's right (rule 10; sd (11) to (17))."""

from typing import Final

from controller.cards.plan import known
from controller.domain.base import evolve, existing
from controller.domain.words import dollars, faces, joined
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.hands import after_concession, conceded_hands, given_up
from controller.games.bonus.round.guidance.jackpots import cleared, sets_off_envy, wins_award
from controller.games.bonus.round.guidance.words import jackpot_name, ranking, sentence, wager
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


def show_hand(table: Table) -> Guidance:
    """The dealer's cards are turned."""
    if not table.rules.nsw:
        return Guidance("Turn both your cards face up.", cards=2)
    text = f'Announce "{DEALERS_HAND}" and turn both your hole cards face up.'
    return Guidance(text, cards=2, announce=DEALERS_HAND)


def first_hand(table: Table) -> Guidance:
    """Name the ranking of the dealer's hand, then go to the first of the others."""
    rules, round_, place = table.rules, table.round, _next(table)
    step = settle_place(table) if place.shown else turn_hand(table)
    if conceded_hands(round_):
        return after_concession(table, given_up(table), step)
    called = ranking(hand_of(round_, round_.dealer))
    cards = _dealers_cards(table, short=place.shown)
    text = f'Declare "{called}" and push' if rules.nsw else f'Announce "{called}" and move'
    text = f"{text} {cards} slightly forward."
    return evolve(step, text=f"{text} {step.text}", clause=None, announce=called)


def _dealers_cards(table: Table, *, short: bool) -> str:
    """9.7: the cards of the hand; sd (11): the community cards of it. `short`: more is said."""
    best = hand_of(table.round, table.round.dealer).best
    if table.rules.nsw:
        return "its cards" if short else faces(best)
    board = faces([card for card in best if card in known(table.round.community)])
    return "its community cards" if short else f"the community cards {board}"


def _next(table: Table) -> Place:
    return existing(next_place(table), "no hand is left")


def turn_hand(table: Table) -> Guidance:
    """10.4: from the dealer's right; 10.4.1: also a folded one, where its jackpot counts."""
    place = _next(table)
    text = f"Turn the cards of place {place.number} and spread them face up"
    if place.playing:
        return Guidance(f"{text}.", place=place.number, cards=2)
    text = f"{text}. The hand is folded: only its jackpot counts."
    return Guidance(text, cite(table.rules, "turn for jackpot"), place.number, 2)


def settle_place(table: Table) -> Guidance:
    """What to take and pay for a hand that is face up, the ante bonus first."""
    rules, place = table.rules, _next(table)
    number = place.number
    if place.standing is not Standing.IN:
        text = f"Place {number} has folded: pay only a jackpot. {_clear(table, place)}."
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


def finish(_: Table) -> Guidance:
    """The table does it by itself."""
    return Guidance("Everything is settled. Finish the round.")


def _laid_out(table: Table, place: Place) -> str:
    """sd (12): the five cards of the hand are laid out before it is called and compared."""
    if table.rules.nsw:
        return ""
    return f"lay out {faces(hand_of(table.round, place.cards).best)} and "


def _one_act(table: Table, place: Place, area: Area) -> str:
    name, result = wager(table.rules, area), place.results[area]
    if result.outcome is Outcome.WIN:
        return f"pay the {name} {dollars(result.paid)}"
    return f"take the {name} {_taken(result)}"


def _taken(result: WagerResult) -> str:
    """R11, R12: the excess over what counts goes back, also when the wager is lost."""
    text = dollars(result.kept)
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
