"""The dealer's hand and the settlement from the dealer's right (rule 10; sd (11) to (17))."""

from typing import Final

from controller.domain.base import evolve
from controller.domain.wagers import Area, Outcome, WagerResult
from controller.jackpot.awards import Kind
from controller.round.awards import next_award
from controller.round.citations import cite
from controller.round.guards import next_place
from controller.round.guidance.base import Guidance
from controller.round.guidance.hands import (
    CONCEDING,
    conceded_hands,
    conceding,
    given_up,
    to_return,
)
from controller.round.guidance.jackpots import award_step, cleared, envy_hands, wins_award
from controller.round.guidance.words import (
    card_names,
    jackpot_name,
    joined,
    ranking,
    sentence,
    wager,
)
from controller.round.showdown import hand_of, settlement_of
from controller.round.state import Place, Standing, Table, known

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
    following = next_place(table)
    place = following.number if following else None
    if conceded_hands(round_):
        text = f'Announce "{CONCEDING}". {given_up(table)} Then {_on(table)}'
        return Guidance(text, cite(rules, "concession"), place, announce=CONCEDING)
    called, cards = ranking(hand_of(round_, round_.dealer)), _dealers_cards(table)
    if rules.nsw:
        text = f'Declare "{called}" and push {cards} slightly forward. Then {_on(table)}'
    else:
        text = f'Announce "{called}"{cards}. Then {_on(table)}'
    return Guidance(text, cite(rules, "declare ranking"), place, announce=called)


def _dealers_cards(table: Table) -> str:
    """9.7: the cards of the hand; sd (11): the community cards of it."""
    best = hand_of(table.round, table.round.dealer).best
    if table.rules.nsw:
        return card_names(best)
    board = card_names(card for card in best if card in known(table.round.community))
    return f" and move the community cards {board} slightly forward"


def _on(table: Table) -> str:
    """The step that follows, as the end of a sentence."""
    index, place = next_award(table), next_place(table)
    if index is not None:
        award = award_step(table, index)
        return f"{award.text[:1].lower()}{award.text[1:]}"
    if place is not None and place.shown:
        return f"go on with place {place.number}."
    if place is not None:
        return f"turn the cards of place {place.number}."
    return "finish the round."


def settlement(table: Table) -> Guidance:
    """One hand at a time from the dealer's right, each with its jackpot as the rules have it."""
    if text := conceding(table):
        text = f'Announce "{CONCEDING}". {text} Then {_on(table)}'
        clause = cite(table.rules, "concession")
        return Guidance(text, clause, table.round.conceding, announce=CONCEDING)
    just_settled, index, place = settled_last(table), next_award(table), next_place(table)
    if index is None and place is not None and place.shown:
        return take_and_pay(table, _as_settled(table, place))
    if just_settled is not None:
        acts = take_and_pay(table, just_settled)
        text = f"{acts.text} {_clear(table, just_settled)}, then {_on(table)}"
        return Guidance(text, acts.clause, acts.place, announce=acts.announce)
    if index is not None:
        return award_step(table, index)
    if place is not None:
        return _turn(table, place)
    return Guidance("Finish the round: everything is settled.", cite(table.rules, "next hand"))


def _as_settled(table: Table, place: Place) -> Place:
    """A hand that is face up and not settled yet, with what its wagers come to."""
    return evolve(place, results={**place.results, **settlement_of(table, place)})


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


def settled_last(table: Table) -> Place | None:
    """The hand just turned, until the first award after it is keyed or paid."""
    round_ = table.round
    if not round_.settlement_order:
        return None
    last = round_.place(round_.settlement_order[-1])
    for due in round_.awards:
        since = table.rules.nsw or due.award.place == last.number or due.award.kind is Kind.ENVY
        if since and (due.keyed or due.paid):
            return None
    return last


def take_and_pay(table: Table, place: Place) -> Guidance:
    """What to take and pay for a hand turned face up, the ante bonus first."""
    rules, number = table.rules, place.number
    if place.standing is Standing.VOID:
        text = (
            f"Place {number} is void: return all its wagers, {to_return(place).display()}, "
            "and pay nothing."
        )
        return Guidance(text, cite(rules, "invalid wager"), number)
    if place.standing is not Standing.IN:
        text = f"Place {number} has folded: pay nothing but a jackpot."
        return Guidance(text, cite(rules, "turn for jackpot"), number)
    called = ranking(hand_of(table.round, place.cards))
    outcome = place.results[Area.FLOP].outcome
    parts = []
    if Area.BONUS in place.results:
        parts.append(_one_act(table, place, Area.BONUS))
    parts.append(
        f'{_laid_out(table, place)}announce "{called}", {_compared(table, place, outcome)}'
    )
    text = f"Place {number}: {joined_acts(parts)}."
    return Guidance(text, cite(rules, _CLAUSES[outcome]), number, announce=called)


def _laid_out(table: Table, place: Place) -> str:
    """sd (12): the five cards of the hand are laid out before it is called and compared."""
    if table.rules.nsw:
        return ""
    return f"lay out {card_names(hand_of(table.round, place.cards).best)} and "


def joined_acts(parts: list[str]) -> str:
    """One act after another."""
    return "; then ".join(parts)


def _one_act(table: Table, place: Place, area: Area) -> str:
    name, result = wager(table.rules, area), place.results[area]
    if result.outcome is Outcome.WIN:
        return f"pay the {name} {result.paid.display()}"
    return f"take the {name} {_taken(result)}"


def _taken(result: WagerResult) -> str:
    """R11, R12: the excess over what counts goes back, also when the wager is lost."""
    text = (result.stake - result.returned).display()
    return f"{text} and return {result.returned.display()}" if result.returned else text


def _compared(table: Table, place: Place, outcome: Outcome) -> str:
    """10.9 to 10.11; sd (13) to (16)."""
    rules, results = table.rules, place.results
    areas = [area for area in _MAIN if area in results]
    if outcome is Outcome.LOSE:
        acts = joined([f"the {wager(rules, area)} {_taken(results[area])}" for area in areas])
        return f"lower than the dealer's hand: take {acts}"
    if outcome is Outcome.WIN:
        won = [area for area in areas if results[area].outcome is Outcome.WIN]
        acts = joined([f"the {wager(rules, area)} {results[area].paid.display()}" for area in won])
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
    if place.number in envy_hands(table):
        return "Leave this hand face up until every payment is made"
    if wins_award(table, place):
        return f"Leave this hand face up until its {jackpot_name(table.rules)} award is paid"
    return sentence(cleared(table.rules))


def last_acts(table: Table) -> Guidance | None:
    """What is still in the dealer's hands from the step that ended a round."""
    if table.round.settlement_order and (text := conceding(table)):
        text = f'Announce "{CONCEDING}". {text}'
        clause = cite(table.rules, "concession")
        return Guidance(text, clause, table.round.conceding, announce=CONCEDING)
    if place := settled_last(table):
        acts = take_and_pay(table, place)
        text = f"{acts.text} {_clear(table, place)}."
        return Guidance(text, acts.clause, acts.place, announce=acts.announce)
    if not table.round.settlement_order and (text := given_up(table)):
        return Guidance(text, cite(table.rules, "collect a fold"))
    return None
