"""The facts of the transition table's "only if" column, read off the folded table."""

from collections.abc import Callable
from typing import Final

from controller.cards.plan import Unexplained
from controller.games.bonus.round.phases import STREET_OF
from controller.games.bonus.round.state import Place, Round, Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area


def deck_verified(table: Table) -> bool:
    """11.9.3: no deck check is outstanding."""
    return not table.deck_check_due


def ante_placed(table: Table) -> bool:
    """At least one place has an ante."""
    for place in table.round.places:  # noqa: SIM110 (asked after every command: half the cost)
        if place.playing:
            return True
    return False


def hole_cards_down(table: Table) -> bool:
    """R4: every card of the deal is out, and none of them twice."""
    plan, drawn = table.round.plan, table.round.drawn
    return (
        plan is not None
        and len(drawn) >= plan.due[0]
        and table.round.unexplained is not Unexplained.KNOWN_CARD
    )


def undecided(round_: Round) -> list[Place]:
    """Hands in that have not declared themselves on this street, clockwise."""
    street = STREET_OF[round_.phase].order
    return [place for place in round_.places if place.choices[street] is None and place.playing]


def all_decided(table: Table) -> bool:
    """Every hand in has bet, checked or folded."""
    return not undecided(table.round)


def somebody_in(table: Table) -> bool:
    """A hand is left to play."""
    return ante_placed(table)


def nobody_in(table: Table) -> bool:
    """Everyone has folded or is void."""
    return not somebody_in(table)


def _street_out(street: Street) -> Callable[[Table], bool]:
    """The street's cards are on the table, known, and no card is unexplained."""

    def out(table: Table) -> bool:
        round_ = table.round
        return (
            round_.unexplained is Unexplained.NOTHING
            and len(round_.community) >= street.cards.stop
            and None not in round_.community[street.cards]
        )

    return out


flop_out: Final = _street_out(Street.FLOP)
turn_out: Final = _street_out(Street.TURN)
river_out: Final = _street_out(Street.RIVER)


def flop_revealed(table: Table) -> bool:
    """R9: the flop is face up, so that the jackpots of folded hands can be seen."""
    return table.round.revealed >= Street.FLOP.cards.stop


def dealers_hand_shown(table: Table) -> bool:
    """The dealer's two cards are face up."""
    return table.round.dealer_shown


def jackpot_stands(place: Place) -> bool:
    """Is there a valid jackpot wager at this place that has not been given back?"""
    return Area.JACKPOT in place.stakes and Area.JACKPOT not in place.results


def jackpot_to_settle(table: Table) -> bool:
    """R9: under Method B folded places with a jackpot wager are settled."""
    return table.rules.folded_keeps_jackpot and any(
        jackpot_stands(place) for place in table.round.places
    )


def no_jackpot_to_settle(table: Table) -> bool:
    """No folded place has a jackpot to wait for."""
    return not jackpot_to_settle(table)


def next_place(table: Table) -> Place | None:
    """10.4: the next place from the dealer's right whose cards are to be turned and acted on."""
    folded_too = table.rules.folded_keeps_jackpot
    for place in reversed(table.round.places):
        if not place.settled and (place.playing or (folded_too and jackpot_stands(place))):
            return place
    return None


def everything_settled(table: Table) -> bool:
    """No place is left to settle and no award to pay."""
    return next_place(table) is None and all(due.paid for due in table.round.awards)
