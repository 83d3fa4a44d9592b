"""What the dealer does and says at each step, and what to keep in mind: the sentences.

When a step applies, and the rule behind it, is in the table of steps (`steps`). What is said here
states what the rules offer and require and never what a player had better do (23.2). Nothing in it
looks at a card that lies face down, at the stub or at discards (18.1, 18.2).
"""

# ruff: noqa: E501  (rows of a table, read aloud to an inspector)

from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.frozen import Frozen
from controller.domain.words import dollars, faces, joined
from controller.games.poker.award import winners
from controller.games.poker.deal import street_due
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.phases import BOARD_OF, STREETS, Phase
from controller.games.poker.positions import lineup
from controller.games.poker.pots import charged, made_up
from controller.games.poker.showdown import all_turned_up, best_five, next_to_show
from controller.games.poker.stacks import seats_to_give_up
from controller.games.poker.state import Ending, Hand, Player, Table
from controller.games.poker.wagering import uncalled_part
from controller.games.poker.words import cut_up, pot_name, seats


class Guidance(Frozen):
    """The next step at this table."""

    text: str
    clause: str
    announce: str = ""
    """What the dealer says."""
    reminders: tuple[str, ...] = ()


_KEY_POT: Final = (
    "Tap who folds, or at the end who is left. Key the main pot without any uncalled bet."
)
Said = tuple[str, str]
"""What to do, and what to say."""


def begin_hand(table: Table) -> Said:
    """Between hands."""
    hand, device = table.hand, table.rules.dealing.device_shuffles
    if hand is not None and hand.ending in (Ending.MISDEAL, Ending.VOID):
        known = "" if table.rules.stacks_kept else " Only the players know what they put in."
        cards = "Take the other deck" if device else "Shuffle and cut again"
        again = f"Give every chip back.{known} {cards}: button and blinds stay."
        return again, str(hand.ending).capitalize()
    line = lineup(table)
    if line is None:
        return "Wait for a second player with chips.", ""
    at, cards = line.positions, "Take the deck that is out" if device else "Shuffle and cut"
    small = "no small blind" if line.small_blind is None else f"small blind seat {at.small}"
    return (
        f"{cards}. Button to seat {at.button}; {small}, big blind seat {at.big}.",
        "Blinds, please",
    )


def deal_hole_cards(table: Table) -> Said:
    """The blinds are posted."""
    hand = table.playing()
    first = hand.players[0].seat
    return f"Deal two cards each face down, one at a time, from seat {first} clockwise.", ""


def finish_deal(table: Table) -> Said:
    """The cards are dealt."""
    if table.playing().exposed:
        return (
            "Finish the deal, then give the player the first burn card in place of the one set aside.",
            "Card exposed",
        )
    return "Confirm that everyone has two cards.", ""


def redeal(table: Table) -> Said:
    """19.3, 19.4: the street lies wrongly."""
    street = table.phase.value
    return (
        f"Put the cards of the {street} and its burn back into the stub, shuffle and cut. "
        f"Burn a card and deal the {street} again.",
        f"The {street} is dealt again",
    )


def act(table: Table) -> Said:
    """Somebody decides."""
    offered = existing(offers(table), "nobody acts")
    return f"Seat {offered.seat} acts: {_offered(offered)}.", f"Seat {offered.seat}, {_to(offered)}"


def _to(offered: Offers) -> str:
    return f"{dollars(offered.call)} to call" if offered.call else "check or bet"


def _offered(offered: Offers) -> str:
    if offered.due is not None:
        bound = f"has to put in {dollars(offered.due.to)} in all (rule {offered.due.clause})"
        return f"{bound}, or forfeit it" if offered.forfeit else bound
    called = offered.wager + offered.call == offered.all_in
    call = f"call {dollars(offered.call)}{' all-in' if called else ''}"
    parts = ["fold", call if offered.call else "check"]
    if offered.no_wager is None and offered.full < offered.all_in:
        to = " to" if offered.opening is Move.RAISE else ""
        least = f"{offered.opening}{to} {dollars(offered.least)}"
        all_in = "all-in " if offered.most == offered.all_in else ""
        more = f"{least} up to {all_in}{dollars(offered.most)}"
        parts.append(least if offered.least == offered.most else more)
    if offered.no_all_in is None and "all-in" not in parts[-1]:
        parts.append(f"all-in {dollars(offered.all_in)}")
    text = joined(parts, "or")
    return text if offered.no_wager is None else f"{text}; {_why_not(offered)}"


def _why_not(offered: Offers) -> str:
    refused = existing(offered.no_wager, "a raise is offered")
    why = refused.said.rstrip(".")
    return f"no {offered.opening}: {why[0].lower()}{why[1:]} (rule {refused.clause})"


def key_pot(table: Table) -> Said:
    """Run by pots: the players bet, and nobody follows it."""
    hand = table.playing()
    left = [player.seat for player in hand.players_in()]
    if len(left) == 1:
        flop = " Key the flop, if there was one." if _hangs_on_the_flop(table) else ""
        return f"Seat {left[0]} is left.{flop} Give back any uncalled bet, then key the pot.", ""
    return _KEY_POT, ""


def _hangs_on_the_flop(table: Table) -> bool:
    """Run by pots: would the house take commission, if only a flop had been told?"""
    hand = table.playing()
    return not charged(table.rules, hand) and charged(table.rules, evolve(hand, unseen=3))


def award_keyed(table: Table) -> Said:
    """The pots are keyed: who wins them, and what goes to whom."""
    hand = table.playing()
    if hand.count_in() == 1:
        push, _ = push_last(table)
        rules = table.rules
        due = rules.scale and any(rules.scale.of(pot.amount, rules.big) for pot in hand.keyed)
        flop = "Was there a flop? Undo and key it: commission is due. "
        return f"{flop if due and _hangs_on_the_flop(table) else ''}{push}", ""
    return (
        f"Tap who wins {_last_pot_first(hand)}. If there is another side pot, key it first.",
        "Showdown",
    )


def draw_in(table: Table) -> Said:
    """13.9: what nobody called goes back first."""
    uncalled = uncalled_part(table.playing())
    back = "" if uncalled is None else f"Give {dollars(uncalled[1])} back to seat {uncalled[0]}. "
    return f"{back}Draw the wagers into the middle.", "Betting is complete"


def turn_up(table: Table) -> Said:
    """28.5: somebody is all-in in a tournament."""
    return "Have all hands still in turned face up before the next card.", "All hands up"


def deal_street(table: Table) -> Said:
    """The next communal cards."""
    street = existing(street_due(table), "no street is due")
    count = BOARD_OF[street] - table.playing().laid
    cards = "three cards" if count == 3 else "one card"
    stub = "Reshuffle and cut the stub first. " if table.playing().from_new_stub else ""
    return f"{stub}Burn a card and turn {cards}: the {street.value}.", street.value.capitalize()


def show(table: Table) -> Said:
    """10.1, 10.2: in order, or passed in."""
    player = existing(next_to_show(table), "nobody shows")
    must = all_turned_up(table) or not any(p.cards for p in table.playing().players_in())
    choice = "shows both cards" if must else "shows both cards, or passes them in if beaten"
    return f"Seat {player.seat} {choice}.", f"Seat {player.seat}, your hand please"


def award(table: Table) -> Said:
    """All hands are shown or passed in."""
    pots = _last_pot_first(table.playing())
    return f"Announce the winning hand, {_push(table)} {pots}.", "Showdown"


def _last_pot_first(hand: Hand) -> str:
    pots = [f"{pot_name(i)} {dollars(pot.amount)}" for i, pot in enumerate(made_up(hand))]
    return joined(pots[::-1])


def _push(table: Table) -> str:
    return "take the commission and push" if charged(table.rules, table.playing()) else "push"


def push_last(table: Table) -> Said:
    """One player is left."""
    seat = next(table.playing().players_in()).seat
    push = _push(table).capitalize()
    return f"{push} the pot to seat {seat}; the hand is not shown.", ""


def paid(table: Table) -> Said:
    """What goes to whom."""
    hand = table.playing()
    pots = "; ".join(cut_up(index, pot) for index, pot in enumerate(hand.pots))
    won = winners(hand.pots)
    shown = [_shown(hand, p) for p in hand.players if p.seat in won and p.cards]
    return f"Pay {pots}. Then collect the cards.", joined(shown) or f"Pot to {seats(won)}"


def _shown(hand: Hand, player: Player) -> str:
    best = best_five(hand, player)
    made = f"{best.category.text}, " if best else ""
    return f"seat {player.seat} {made}{faces(player.cards)}"


_BY_HAND: Final = "4.3"
"""What a device does not leave to the dealer."""

# fmt: off
REMINDERS: Final = (
    # phases                                              reminder                                                                                            clause
    ((Phase.IDLE, Phase.BLINDS),                          "Deal in only players who were seated before the first card.",                                     "6.3"),
    ((Phase.IDLE,),                                       "Chips are bought now, not during the hand.",                                                       "13.3, 13.4"),
    ((Phase.IDLE,),                                       "Cut in full view, with more than one card left at each end.",                                      _BY_HAND),
    ((Phase.DEAL, *STREETS),                              "Players keep their hole cards hidden, and each is responsible for having two.",                           "6.6, 16.1"),
    (STREETS,                                             "One player to a hand: no advice, no talk about the hand or the discards.",                         "21.2, 23.2, 23.9"),
    (STREETS,                                             "Players bet for their own seat, never for another.",                                                 "13.6"),
    (STREETS,                                             "A rap or a slap on the table in turn is a check.",                                                 "14.4"),
    (STREETS,                                             "The chips of a folded hand may be drawn in at once.",                                              "13.9"),
    (STREETS,                                             "Whatever one player learns about a folded hand, or about a bettor nobody called, tell all players.",     "21.3"),
    ((Phase.SHOWDOWN, Phase.AWARD),                       "Cards speak: the best hand tabled wins, whatever is announced.",                                   "1.1:Cards Speak"),
    ((*STREETS, Phase.SHOWDOWN, Phase.AWARD, Phase.IDLE), "Nobody looks at discards, the top card or undealt cards.",                                         "18.1, 18.2"),
)
# fmt: on


def reminders(table: Table) -> tuple[str, ...]:
    """What to keep in mind besides, each with its rule."""
    not_here = _BY_HAND if table.rules.dealing.device_shuffles else ""
    kept = tuple(
        f"{reminder} (rule {clause})"
        for phases, reminder, clause in REMINDERS
        if table.phase in phases and clause != not_here
    )
    return (*seats_to_be_freed(table), *to_be_told(table), *kept)


def to_be_told(table: Table) -> tuple[str, ...]:
    """30.3.b: in a tournament that is run by pots nobody else sees who is out."""
    unseen = table.rules.tournament and not table.rules.stacks_kept
    if not unseen or not table.at_rest or table.hand is None:
        return ()
    return ("Before the next hand, tap the seat of each player with no chips left. (rule 30.3)",)


def seats_to_be_freed(table: Table) -> tuple[str, ...]:
    """19.14: proposed between hands; a supervisor decides."""
    proposed = seats_to_give_up(table) if table.at_rest else ()
    told = "has missed two rounds of blinds: a supervisor may pick up the chips and free the seat"
    return tuple(f"Seat {number} {told}. (rule 19.14)" for number in proposed)
