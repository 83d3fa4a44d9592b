"""Whose decision, which choices, and the next street (rule 9, 7.2.6 to 7.3.9; sd (5) to (10))."""

from collections.abc import Collection

from controller.cards.plan import To
from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.domain.words import dollars
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.round.guidance.hands import given_up, just_folded
from controller.games.bonus.round.guidance.words import number, street_name, wager
from controller.games.bonus.round.phases import STREET_OF
from controller.games.bonus.round.state import Place, Round, Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice

_WHICH = {
    Street.FLOP: "first three community cards",
    Street.TURN: "fourth community card",
    Street.RIVER: "fifth and final community card",
}


def asked(place: Place, street: Street) -> str:
    """What a bet of this street comes to (R11)."""
    return dollars(place.stakes[Area.ANTE].amount * street.antes)


def wrong_wagers(table: Table, street: Street) -> list[Place]:
    """Hands in whose wager of this street is not what the rules ask."""
    return [
        place
        for place in table.round.playing()
        if street.area in place.stakes
        and place.stakes[street.area].amount != place.stakes[Area.ANTE].amount * street.antes
    ]


def to_ask(round_: Round, first: Collection[int] = ()) -> Place | None:
    """Who is to decide now: one of the places that decide `first` (11.12.1), or else the next."""
    waiting = undecided(round_)
    named = [place for place in waiting if place.number in first]
    return next(iter(named or waiting), None)


def ask(table: Table, first: Collection[int] = ()) -> Guidance:
    """9.1 to 9.3: every choice the rules offer, in their order; none is put forward."""
    rules, street = table.rules, STREET_OF[table.round.phase]
    place = existing(to_ask(table.round, first), "everybody has decided")
    ante = wager(rules, Area.ANTE)
    times = f"twice the {ante}" if street is Street.FLOP else f"equal to the {ante}"
    words = {
        Choice.FOLD: "fold",
        Choice.CHECK: "check (a tap or knock on the table)" if rules.nsw else "check",
        Choice.BET: f"bet a {wager(rules, street.area)} of {asked(place, street)} ({times})",
    }
    choices = [words[choice] for choice in reversed(rules.offered(street))]
    text = f"Ask place {place.number}: {', '.join(choices[:-1])}, or {choices[-1]}."
    if street is Street.FLOP and len(undecided(table.round)) == sum(
        1 for _ in table.round.dealt_in()
    ):
        text = f"Let the players look at their cards. {text}"
    return Guidance(f"{just_folded(table)} {text}".strip(), place=place.number)


def flop_for_jackpots(table: Table) -> Guidance:
    """9.6.2, R9: everybody has folded, and the jackpots of folded hands need the flop."""
    text = f"{given_up(table)} Reveal the Flop: Jackpot Wagers stand and are settled on it."
    return Guidance(text.strip(), cards=3)


def correct_wager(table: Table) -> Guidance:
    """11.10: the Flop waits until the player has put the wager right or folded."""
    rules, place = table.rules, wrong_wagers(table, Street.FLOP)[0]
    name, seen = wager(rules, Area.FLOP), dollars(place.stakes[Area.FLOP].amount)
    text = (
        f"Before the {street_name(rules, Street.FLOP)} have place {place.number} correct "
        f"the {name} of {seen} to {asked(place, Street.FLOP)}, or fold."
    )
    return Guidance(text, place=place.number)


def reveal(table: Table) -> Guidance:
    """The street is turned over."""
    rules, street = table.rules, STREET_OF[table.round.phase]
    if not rules.nsw:
        text = f"Leave the {street} face up in the centre for all to see, and confirm it."
        return Guidance(text, cards=_cards_of(street))
    together = street is Street.FLOP and rules.dealing is Dealing.SHUFFLER
    text = f"Reveal the {street_name(rules, street)}: turn the {_WHICH[street]} face up"
    text = f"{text} at the same time." if together else f"{text}."
    return Guidance(f"{just_folded(table)} {text}".strip(), cards=_cards_of(street))


def _cards_of(street: Street) -> int:
    return 3 if street is Street.FLOP else 1


def turn_street(table: Table) -> Guidance:
    """(6), (7), (10): burn one card face down, then turn the street over from the deck."""
    round_, street = table.round, STREET_OF[table.round.phase]
    plan = existing(round_.plan, f"round {round_.number}: a street without a plan")
    due = plan.slots[len(round_.drawn) : plan.due[street.order + 1]]
    to_turn = sum(1 for slot in due if slot.to is To.COMMUNITY)
    next_cards = "card" if to_turn == 1 else f"{number(to_turn)} cards"
    up = "face up" if street is Street.FLOP else "face up in its marked area in the centre"
    if len(due) > to_turn:
        text = f"Burn one card face down. Then turn the next {next_cards} {up}: the {street}."
        text = f"{just_folded(table)} {text}".strip()
    else:
        text = f"Turn the next {next_cards} {up}: the {street}."
    return Guidance(text, cards=to_turn)
