"""What the dealer is told between rounds: what holds the table first, then what is to be done.

Prompts are derived, so one goes away by itself when what it asks for is done. They speak to the
dealer; no prompt offers a player the cut (4.3).
"""

from collections.abc import Iterator
from typing import Final

from controller.domain.instant import Instant
from controller.floor.citations import cite
from controller.floor.deck_steps import Step, decks_in_turn, device, fact_of, next_step, to_release
from controller.floor.game import Prompt
from controller.floor.opening import unconfirmed
from controller.floor.promotions import claims_untold
from controller.floor.seats import abstainers, card_required
from controller.floor.state import Deck, Floor, Hold, Status
from controller.floor.tasks import open_tasks, overdue

_STEPS: Final = {
    Step.REPLACE: "Deck {deck} is not fit for play: have {who} change it",
    Step.CHECK: "Deck {deck}: the dealer, {who} or a deck-checking device checks it",
    Step.SHUFFLE: "Dealer: shuffle deck {deck} by hand",
    Step.CUT: "Dealer: cut deck {deck} yourself",
    Step.DEVICE_SHUFFLE: "Deck {deck}: wait for the shuffling device to complete its shuffle",
}
_RELEASE: Final = "Deck {deck}: wait until the shuffling device releases it"
_PUT_IN: Final = "Deck {deck} is shuffled: put the other deck into the shuffling device to get it"
_NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five"}
_COUNT: Final = (
    "Count deck {deck}: lay the cards out by suit from ace to two, count 52, look for jokers, "
    "duplicates and other backs, and enter the result"
)


def prompts(floor: Floor, now: Instant) -> tuple[Prompt, ...]:
    """All of them, the most urgent first."""
    return (
        *_holds(floor),
        *_opening(floor),
        *_cards(floor),
        *_players(floor),
        *_standing(floor),
        *_tasks(floor, now),
    )


def _holds(floor: Floor) -> Iterator[Prompt]:
    """In the order in which the table takes them: a device is replaced once the cards that were in
    it are counted."""
    rules, holds = floor.rules, [held.hold for held in floor.holds]
    if Hold.CARDS_DROPPED in holds:
        text = f"Call {rules.terms.supervisor}: play is held until all cards are accounted for."
        yield Prompt(text, cite(rules, "cards dropped"))
    yield from _counts(floor)
    if Hold.DEVICE_FAILED in holds:
        text = "The shuffling device has failed: play is held until it is replaced."
        yield Prompt(text, cite(rules, "device failed"))
    yield from floor.game.hold_prompts(floor)


def _counts(floor: Floor) -> Iterator[Prompt]:
    for order in floor.orders:
        asked = ", ".join(actor.role.words for actor in order.by)
        text = _COUNT.format(deck=order.deck)
        yield Prompt(f"{text}. Requested by {asked}." if asked else f"{text}.", order.clause)


def _opening(floor: Floor) -> Iterator[Prompt]:
    if floor.status is Status.PREPARING:
        for item in unconfirmed(floor):
            yield Prompt(f"Confirm: {item.text}.", item.clause)
        if floor.cash.opening is None:
            yield Prompt("Count the float.", cite(floor.rules, "float tray"))
        if floor.dealer is None:
            yield Prompt("The dealer signs on.", cite(floor.rules, "dealer"))
    if floor.status is Status.COUNTING:
        yield Prompt("Count the float.", cite(floor.rules, "float tray"))
    if floor.status is Status.OPEN and not floor.cashless and not floor.drop_box:
        yield Prompt("Attach the drop box.", cite(floor.rules, "drop box"))


def _cards(floor: Floor) -> Iterator[Prompt]:
    if floor.status is Status.OPEN and not floor.decks_here():
        text = "There is no deck at the table. Ask for cards."
        yield Prompt(text, cite(floor.rules, "deck check"))
    for deck in decks_in_turn(floor):
        step = None if floor.in_play(deck.name) else next_step(floor, deck)
        if step is not None:
            told = _STEPS.get(step) or _at_device(floor, deck, step)
            text = told.format(deck=deck.name, who=floor.rules.terms.supervisor)
            fact = "only the dealer cuts" if step is Step.CUT else fact_of(floor, deck, step)
            yield Prompt(f"{text}.", cite(floor.rules, fact))


def _at_device(floor: Floor, deck: Deck, step: Step) -> str:
    if step is Step.RELEASE:
        return _RELEASE if to_release(floor) is deck else _PUT_IN
    if device(floor):
        return f"Dealer: put deck {deck.name} into the shuffling device; it is not cut"
    return f"Dealer: set deck {deck.name} on the cutting card and put all 52 cards into the shoe"


def _players(floor: Floor) -> Iterator[Prompt]:
    rules = floor.rules
    yield from floor.game.place_prompts(floor)
    for seat in floor.seated():
        if card_required(floor) and not seat.card:
            text = f"Place {seat.place}: confirm the player's own Player Card."
            yield Prompt(text, cite(rules, "player card"), seat.place)
    rounds = _rounds(rules.terms.rounds_abstained_max)
    for place in abstainers(floor):
        if floor.seat(place).asked:
            continue
        text = f"Place {place}: {rounds} without a wager; the player may be asked to leave."
        yield Prompt(text, cite(rules, "abstained"), place)


def _rounds(number: int) -> str:
    return "one round" if number == 1 else f"{_NUMBERS.get(number, number)} rounds"


def _standing(floor: Floor) -> Iterator[Prompt]:
    rules = floor.rules
    if floor.called is not None:
        yield Prompt("A supervisor was called.", cite(rules, "supervisor called"))
    if floor.english_only:
        text = "Only English is spoken at the table."
        yield Prompt(text, cite(rules, "english only"))
    for seat in floor.seated():
        if seat.player in floor.decide_first:
            text = f"Place {seat.place} decides before the others touch their cards."
            yield Prompt(text, cite(rules, "decide first"), seat.place)


def _tasks(floor: Floor, now: Instant) -> Iterator[Prompt]:
    for task in open_tasks(floor):
        late = " This is overdue." if overdue(task, now) else ""
        yield Prompt(f"Notify {task.to}: {task.about}.{late}", task.clause)
    for claim in claims_untold(floor):
        text = f"Tell the claimant why promotional claim {claim.number} was refused."
        yield Prompt(text, cite(floor.rules, "claim refused"))
