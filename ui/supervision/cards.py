"""Entries about the table's cards and the device they come from."""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.floor import deck_orders, decks, loading, pairing
from controller.floor.deck_steps import Step, next_step
from controller.floor.state import CheckMeans, Floor, Hold, Status
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    BACK,
    DECK,
    FIRST_DECK,
    NEW_DECK,
    SEAL,
    YES_NO,
    Answers,
    Ask,
    Kind,
    Scene,
    choice,
    fixed,
    int_of,
    when,
)
from ui.forms.entries import Entry, sends
from ui.supervision.groups import CARDS, DEVICES, OPEN
from ui.viewmodels.options import Option


def _at_work(scene: Scene) -> str:
    return "The table is closed" if scene.floor.status is Status.CLOSED else ""


# Cards and devices


def _to_do(step: Step) -> "Callable[[Scene, Answers], tuple[Option, ...]]":
    """Decks that are ready for this step."""

    def options(scene: Scene, _: Answers) -> tuple[Option, ...]:
        floor = scene.floor
        due = (deck for deck in floor.decks_here() if next_step(floor, deck) is step)
        return tuple(Option(deck.name, f"Deck {deck.name}, {deck.back}") for deck in due)

    return options


def _extra(_: Scene, answers: Answers) -> Command:
    what = answers["what"]
    return deck_orders.OrderExtraShuffle(answers["deck"], what != "cut", what != "shuffle")


def _dropped(scene: Scene, _: Answers) -> tuple[Option, ...]:
    held = (one.deck for one in scene.floor.holds if one.hold is Hold.CARDS_DROPPED)
    return tuple(Option(deck, f"Deck {deck}") for deck in held)


def _checked(_: Scene, answers: Answers) -> Command:
    """Count, and which card is missing or does not belong."""
    count = int_of(answers, "count") if answers["full"] == "no" else decks.FULL_DECK
    missing = (answers["missing"],) if "missing" in answers else ()
    foreign = answers.get("foreign", NONE)
    return decks.CheckDeck(
        answers["deck"],
        CheckMeans(answers["means"]),
        count,
        missing,
        () if foreign == NONE else (foreign,),
    )


NONE: Final = "none"
_COUNTS: Final = fixed(
    ("yes", "Yes, all 52"), ("no", "Another number"), ("wrong", "52, but wrong ones")
)
_WRONG: Final = when("full", "no", "wrong")


def _foreign(_: Scene, answers: Answers) -> tuple[Option, ...]:
    """52 cards that are not the right ones: one of them does not belong, or one is missing."""
    named = answers["full"] == "no" or answers["lacks"] == "yes"
    found = (
        Option("joker", "A joker"),
        Option("duplicate", "A duplicate"),
        Option("other back", "A card with another back"),
    )
    return (Option(NONE, "No"), *found) if named else found


_CHECKED_BY: Final = choice(
    "means", "Who checked it?", fixed(*((one.value, f"The {one.value}") for one in CheckMeans))
)
_EXTRA: Final = fixed(("shuffle", "Shuffle"), ("cut", "Cut"), ("both", "Shuffle and cut"))

# fmt: off
CARD_ENTRIES: Final = (
    sends("change-deck", CARDS, "Change a deck", deck_orders.ChangeDeck,
          (DECK, NEW_DECK, BACK, SEAL), done="Deck change recorded"),
    sends("order-check", CARDS, "Order a deck check", deck_orders.OrderDeckCheck, (DECK,),
          done="Deck check ordered"),
    Entry("check-deck", CARDS, "Deck checked", HouseAction.CHECK_DECK,
          _checked,
          (DECK, _CHECKED_BY,
           choice("full", "Are there 52 cards?", _COUNTS),
           Ask("count", "How many cards?", Kind.NUMBER, only_if=when("full", "no")),
           Ask("lacks", "Is the missing card known?", options=YES_NO, only_if=_WRONG),
           Ask("missing", "Which card is missing?", Kind.CARD, only_if=when("lacks", "yes")),
           Ask("foreign", "Is there a foreign card?", options=_foreign, only_if=_WRONG)),
          done="Deck check recorded"),
    Entry("extra-shuffle", CARDS, "Order an extra shuffle", HouseAction.EXTRA_SHUFFLE,
          _extra, (DECK, choice("what", "Shuffle, cut or both?", _EXTRA)),
          done="Extra shuffle ordered"),
    Entry("replace-card", CARDS, "Replace a card", HouseAction.CHANGE_DECK,
          lambda _, a: deck_orders.ReplaceCards(a["deck"], (a["card"],)),
          (DECK, Ask("card", "Which card?", Kind.CARD)), done="Card replacement recorded"),
    sends("dropped", CARDS, "Cards dropped", deck_orders.ReportCardsDropped, (DECK,),
          done="Dropped cards recorded"),
    sends("collected", CARDS, "Cards accounted for", deck_orders.ConfirmCardsCollected,
          (choice("deck", "Which deck?", _dropped, "No cards were dropped"),), waits=True,
          done="All cards are accounted for"),
    sends("bring-deck", CARDS, "Bring a deck", decks.BringDeck, (FIRST_DECK, BACK, SEAL), _at_work,
          done="The deck is at the table"),
    sends("secure-deck", CARDS, "Secure a deck", decks.SecureDeck,
          (FIRST_DECK, BACK, _CHECKED_BY), done="The deck is secured"),
    sends("shuffled", CARDS, "Deck shuffled", decks.ShuffleDeck,
          (choice("deck", "Which deck?", _to_do(Step.SHUFFLE), "No deck is ready for this"),),
          done="Shuffle recorded"),
    sends("cut", CARDS, "Deck cut", decks.CutDeck,
          (choice("deck", "Which deck?", _to_do(Step.CUT), "No deck is ready for this"),),
          done="Cut recorded"),
    sends("loaded", CARDS, "Deck loaded", loading.LoadDeck,
          (choice("deck", "Which deck?", _to_do(Step.LOAD), "No deck is ready for this"),),
          done="Load recorded"),
)
# fmt: on


_DIFFER: Final = "differ"


def _pairable(scene: Scene, _: Answers) -> tuple[Option, ...]:
    fitted = {state.name for state in scene.floor.devices}
    return tuple(Option(name, name.capitalize()) for name in ("shuffler", "shoe") if name in fitted)


def _codes(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """The answers to a comparison of codes; none before the device has shown its code."""
    found = pairing.under_way(scene.floor)
    if found is None or not found.code:
        return ()
    same = Option(found.code, f"The {found.device} shows {found.code[:3]} {found.code[3:]} too")
    return same, Option(_DIFFER, "They differ. Stop")


def _not_pairing(scene: Scene) -> str:
    return "" if pairing.under_way(scene.floor) else "No device is being paired"


def _no_code(scene: Scene) -> str:
    found = pairing.under_way(scene.floor)
    said = found is not None and found.equal
    return "Now confirm it on the device" if said else _not_pairing(scene)


def pairing_said(floor: Floor) -> tuple[str, ...]:
    """How far the latest pairing has come, or how it ended."""
    found = floor.pairing
    if found is None:
        return ()
    if found.ended:
        return (f"The {found.device} is not paired.", found.ended)
    if found.ended == "":
        return (f"The {found.device} is paired: {found.model} {found.serial}.",)
    waits = "is being paired. Put it into pairing mode." if not found.code else "shows its code."
    return (f"The {found.device} {waits}",)


_FROM: Final = fixed(("shuffler", "Shuffling device"), ("shoe", "Card shoe"), ("hand", "By hand"))

# fmt: off
DEVICE_ENTRIES: Final = (
    sends("pair", DEVICES, "Pair a device", pairing.BeginPairing,
          (choice("device", "Which device? Put it into pairing mode.", _pairable,
           "The table has no such device"),), done="Pairing has begun"),
    Entry("codes", DEVICES, "Compare the codes", HouseAction.COMPARE_CODES,
          lambda _, a: pairing.CompareCodes(a["code"] != _DIFFER, a["code"]),
          (choice("code", "What does the device show?", _codes,
                  "The device shows no code yet"),), _no_code, done="Comparison recorded"),
    Entry("stop-pairing", DEVICES, "Stop pairing", HouseAction.COMPARE_CODES,
          lambda _, __: pairing.CompareCodes(equal=False), (), _not_pairing,
          done="Pairing is stopped"),
    sends("device-failed", DEVICES, "Shuffler or shoe has failed", deck_orders.ReportDeviceFailed,
          (), OPEN, done="Failure recorded"),
    sends("swap", DEVICES, "Deal from another source", deck_orders.ReplaceSource,
          (choice("dealing", "Where do the cards come from?", _FROM),), _at_work,
          done="Change of source recorded"),
)
# fmt: on
