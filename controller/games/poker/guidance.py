"""What the dealer does and says now, one row a step, with the rule behind it.

It states what the rules offer and require and never what a player had better do (23.2). Nothing in
it looks at a card that lies face down, at the stub or at discards (18.1, 18.2).
"""

# ruff: noqa: E501  (rows of a table, read aloud to an inspector)

from collections.abc import Callable
from typing import Final

from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.domain.hands import best_hand
from controller.domain.words import dollars, joined
from controller.games.poker.award import winners
from controller.games.poker.betting import betting_over
from controller.games.poker.deal import street_due
from controller.games.poker.offers import Offers, offers
from controller.games.poker.phases import BOARD_OF, STREETS, Phase
from controller.games.poker.positions import lineup
from controller.games.poker.pots import made_up
from controller.games.poker.showdown import all_turned_up, next_to_show, to_be_turned_up, undecided
from controller.games.poker.stacks import seats_to_give_up
from controller.games.poker.state import Ending, Table, board_complete
from controller.games.poker.wagering import uncalled_part
from controller.games.poker.words import cut_up, names, pot_name, seats


@frozen
class Guidance:
    """The next step at this table."""

    text: str
    clause: str
    announce: str = ""
    """What the dealer says."""
    reminders: tuple[str, ...] = ()


Instruction = Callable[[Table], tuple[str, str]]
"""What to do, and what to say."""
When = Callable[[Table], bool]


def _idle(table: Table) -> tuple[str, str]:
    hand = table.hand
    if hand is not None and hand.ending in (Ending.MISDEAL, Ending.VOID):
        again = "Give every chip back. Shuffle and cut again: button and blinds stay."
        return again, str(hand.ending).capitalize()
    line = lineup(table)
    if line is None:
        return "Wait for a second player with chips.", ""
    at = line.positions
    small = "no small blind" if line.small_blind is None else f"small blind seat {at.small}"
    return (
        f"Shuffle and cut. Button to seat {at.button}; {small}, big blind seat {at.big}.",
        "Blinds, please",
    )


def _blinds(table: Table) -> tuple[str, str]:
    hand = table.playing()
    first = hand.players[0].seat
    return f"Deal two cards each face down, one at a time, from seat {first} clockwise.", ""


def _deal(table: Table) -> tuple[str, str]:
    if table.playing().exposed:
        return (
            "Finish the deal, then give the player the first burn card for the one set aside.",
            "Card exposed",
        )
    return "Confirm that everyone has two cards.", ""


def _redeal(table: Table) -> tuple[str, str]:
    street = table.phase.value
    return (
        f"Put the cards of the {street} and its burn back into the stub, shuffle and cut. "
        f"Burn a card and deal the {street} again.",
        f"The {street} is dealt again",
    )


def _act(table: Table) -> tuple[str, str]:
    offered = existing(offers(table), "nobody acts")
    return f"Seat {offered.seat} acts: {_offered(offered)}.", f"Seat {offered.seat}, {_to(offered)}"


def _to(offered: Offers) -> str:
    return f"{dollars(offered.call)} to call" if offered.call else "check or bet"


def _offered(offered: Offers) -> str:
    if offered.due is not None:
        bound = f"bound to {dollars(offered.due.to)} in all (rule {offered.due.clause})"
        return f"{bound}, or forfeits it" if offered.forfeit else bound
    parts = ["fold", f"call {dollars(offered.call)}" if offered.call else "check"]
    if offered.no_wager is None and offered.full < offered.all_in:
        to = f"{offered.opening} to {dollars(offered.least)}"
        parts.append(to if offered.least == offered.most else f"{to} up to {dollars(offered.most)}")
    if offered.no_all_in is None:
        parts.append(f"all-in {dollars(offered.all_in)}")
    text = joined(parts, "or")
    return text if offered.no_wager is None else f"{text}; {_why_not(offered)}"


def _why_not(offered: Offers) -> str:
    refused = existing(offered.no_wager, "a raise is offered")
    return f"no {offered.opening}: {refused.text()}".rstrip(".")


def _draw_in(table: Table) -> tuple[str, str]:
    uncalled = uncalled_part(table.playing())
    back = "" if uncalled is None else f"Give {dollars(uncalled[1])} back to seat {uncalled[0]}. "
    return f"{back}Draw the wagers into the middle.", "Betting is complete"


def _turn_up(table: Table) -> tuple[str, str]:
    return "Have every hand still in turned face up before the board goes on.", "All hands up"


def _street(table: Table) -> tuple[str, str]:
    street = existing(street_due(table), "no street is due")
    count = BOARD_OF[street] - table.playing().laid
    cards = "three cards" if count == 3 else "one card"
    stub = "Reshuffle and cut the stub first. " if table.playing().from_new_stub else ""
    return f"{stub}Burn a card and turn {cards}: the {street.value}.", street.value.capitalize()


def _show(table: Table) -> tuple[str, str]:
    player = existing(next_to_show(table), "nobody shows")
    must = all_turned_up(table) or not any(p.cards for p in table.playing().players_in())
    choice = "shows both cards" if must else "shows both cards, or passes them in if beaten"
    return f"Seat {player.seat} {choice}.", f"Seat {player.seat}, your hand please"


def _award(table: Table) -> tuple[str, str]:
    hand = table.playing()
    pots = joined([f"{pot_name(i)} {dollars(pot.amount)}" for i, pot in enumerate(made_up(hand))])
    return f"Announce the winning hand, take the commission and push {pots}.", "Showdown"


def _last(table: Table) -> tuple[str, str]:
    seat = next(table.playing().players_in()).seat
    return f"Take the commission and push the pot to seat {seat}; the hand is not shown.", ""


def _paid(table: Table) -> tuple[str, str]:
    hand = table.playing()
    pots = "; ".join(cut_up(index, pot) for index, pot in enumerate(hand.pots))
    won = winners(hand.pots)
    shown = [player for player in hand.players if player.seat in won and player.cards]
    told = [
        f"seat {p.seat} {best_hand((*p.cards, *hand.board)).category.text}, {names(p.cards)}"
        for p in shown
    ]
    return f"Pay {pots}. Then collect the cards.", joined(told) or f"Pot to {seats(won)}"


def _betting_complete(table: Table) -> bool:
    return table.phase in STREETS and betting_over(table) is None


def _hands_to_turn_up(table: Table) -> bool:
    early = table.phase in STREETS and to_be_turned_up(table)
    return early and any(undecided(table))


# fmt: off
STEPS: Final[tuple[tuple[When, Instruction, str], ...]] = (
    # when                                                                                    what          clause
    (lambda t: t.phase is Phase.IDLE,                                                         _idle,        "6.1, 12.1"),
    (lambda t: t.phase is Phase.BLINDS,                                                       _blinds,      "6.4.b"),
    (lambda t: t.phase is Phase.DEAL,                                                         _deal,        "6.4.b, 19.1"),
    (lambda t: t.phase in STREETS and not board_complete(t),                                  _redeal,      "19.3, 19.4"),
    (lambda t: t.phase in STREETS and not _betting_complete(t),                               _act,         "8.1, 9.1"),
    (lambda t: _betting_complete(t) and not t.playing().drawn_in,                             _draw_in,     "13.9"),
    (_hands_to_turn_up,                                                                       _turn_up,     "28.5"),
    (lambda t: _betting_complete(t) and t.playing().count_in() == 1,                          _last,        "8.2.a, 10.3"),
    (_betting_complete,                                                                       _street,      "6.4"),
    (lambda t: t.phase is Phase.SHOWDOWN and next_to_show(t) is not None,                     _show,        "10.1, 16.1"),
    (lambda t: t.phase is Phase.SHOWDOWN,                                                     _award,       "10.1, 10.3"),
    (lambda t: True,                                                                          _paid,        "10.3, 10.4"),
)
REMINDERS: Final = (
    # phases                             reminder                                                                                                   clause
    ((Phase.IDLE, Phase.BLINDS),         "Nobody is dealt in who was not seated before the first card.",                                            "6.3"),
    ((Phase.IDLE,),                      "Chips are bought now or not before the hand is over.",                                                    "13.3, 13.4"),
    ((Phase.DEAL, *STREETS),             "Players protect their hole cards; each answers for having two.",                                          "6.6, 16.1"),
    (STREETS,                            "One player to a hand; no advice, and no talk about the hand.",                                            "21.2, 23.2"),
    (STREETS,                            "A rap or a slap on the table in turn is a check. Chips of folded hands may be drawn in at once.",         "13.9, 14.4"),
    ((Phase.SHOWDOWN, Phase.AWARD),      "Cards speak: the best hand tabled wins, whatever is announced.",                                          "1.1:Cards Speak"),
    ((*STREETS, Phase.SHOWDOWN, Phase.AWARD, Phase.IDLE), "Nobody looks at discards, the top card or undealt cards.",                               "18.1, 18.2"),
)
# fmt: on


def guide(table: Table) -> Guidance:
    """The next step."""
    instruct, clause = next((does, clause) for when, does, clause in STEPS if when(table))
    text, announce = instruct(table)
    reminders = tuple(f"{r} (rule {c})" for phases, r, c in REMINDERS if table.phase in phases)
    return Guidance(text, clause, announce, (*_seats_to_give_up(table), *reminders))


def _seats_to_give_up(table: Table) -> tuple[str, ...]:
    """19.14: proposed between hands; a supervisor decides."""
    proposed = seats_to_give_up(table) if table.at_rest else ()
    told = "has missed two laps of blinds: a supervisor may pick up the chips and free the seat"
    return tuple(f"Seat {number} {told}. (rule 19.14)" for number in proposed)
