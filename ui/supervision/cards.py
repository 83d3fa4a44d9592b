"""Entries about the table's cards and the device they come from."""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.domain.dealing import Dealing
from controller.floor import deck_orders, decks, loading, pairing
from controller.floor.deck_steps import Step, next_step
from controller.floor.state import CheckMeans, Floor, Hold, Status
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    BACK,
    DECK,
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
from ui.forms.entries import Entry
from ui.supervision.groups import CARDS, DEVICES, OPEN
from ui.viewmodels.options import Option


def _at_work(scene: Scene) -> str:
    return "The table is closed" if scene.floor.status is Status.CLOSED else ""


# Cards and devices


def _to_do(step: Step) -> "Callable[[Scene, Answers], tuple[Option, ...]]":
    """Decks whose next step this is."""

    def options(scene: Scene, _: Answers) -> tuple[Option, ...]:
        floor = scene.floor
        due = (deck for deck in floor.decks_here() if next_step(floor, deck) is step)
        return tuple(Option(deck.name, f"Deck {deck.name}, {deck.back}") for deck in due)

    return options


def _means(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(Option(one.value, f"By the {one.value}") for one in CheckMeans)


def _changed(_: Scene, answers: Answers) -> Command:
    intact = answers["seal"] == "yes"
    return deck_orders.ChangeDeck(answers["deck"], answers["new"], answers["back"], intact)


def _brought(_: Scene, answers: Answers) -> Command:
    return decks.BringDeck(answers["new"], answers["back"], answers["seal"] == "yes")


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
    ("yes", "All 52, and right"), ("no", "Another count"), ("wrong", "52, not the right ones")
)
_WRONG: Final = when("full", "no", "wrong")


def _foreign(_: Scene, answers: Answers) -> tuple[Option, ...]:
    """52 cards that are not the right ones: one of them does not belong, or one is missing."""
    named = answers["full"] == "no" or answers["lacks"] == "yes"
    kinds = ("joker", "A joker"), ("duplicate", "A duplicate"), ("other back", "Another back")
    found = tuple(Option(code, text) for code, text in kinds)
    return (Option(NONE, "No"), *found) if named else found


_EXTRA: Final = fixed(("shuffle", "Shuffle"), ("cut", "Cut"), ("both", "Shuffle and cut"))

# fmt: off
CARD_ENTRIES: Final = (
    Entry("change-deck", CARDS, "Change a deck", HouseAction.CHANGE_DECK,
          _changed, (DECK, NEW_DECK, BACK, SEAL)),
    Entry("order-check", CARDS, "Order a deck check", HouseAction.ORDER_DECK_CHECK,
          lambda _, a: deck_orders.OrderDeckCheck(a["deck"]), (DECK,)),
    Entry("check-deck", CARDS, "Deck checked", HouseAction.CHECK_DECK,
          _checked,
          (DECK, choice("means", "By whom?", _means),
           choice("full", "Are there 52 cards?", _COUNTS),
           Ask("count", "How many cards?", Kind.NUMBER, only_if=when("full", "no")),
           Ask("lacks", "Is the missing card known?", options=YES_NO, only_if=_WRONG),
           Ask("missing", "Which card is missing?", Kind.CARD, only_if=when("lacks", "yes")),
           Ask("foreign", "Does a card not belong?", options=_foreign, only_if=_WRONG))),
    Entry("extra-shuffle", CARDS, "Order an extra shuffle", HouseAction.EXTRA_SHUFFLE,
          _extra, (DECK, choice("what", "What is to be done?", _EXTRA))),
    Entry("replace-card", CARDS, "Replace a card", HouseAction.CHANGE_DECK,
          lambda _, a: deck_orders.ReplaceCards(a["deck"], (a["card"],)),
          (DECK, Ask("card", "Which card?", Kind.CARD))),
    Entry("dropped", CARDS, "Cards dropped", HouseAction.CARDS_DROPPED,
          lambda _, a: deck_orders.ReportCardsDropped(a["deck"]), (DECK,)),
    Entry("collected", CARDS, "Cards accounted for", HouseAction.CARDS_ACCOUNTED,
          lambda _, a: deck_orders.ConfirmCardsCollected(a["deck"]),
          (choice("deck", "Which deck?", _dropped, "No cards were dropped"),), waits=True),
    Entry("bring-deck", CARDS, "Bring a deck", HouseAction.BRING_DECK,
          _brought, (NEW_DECK, BACK, SEAL), _at_work),
    Entry("secure-deck", CARDS, "Secure a deck", HouseAction.SECURE_DECK,
          lambda _, a: decks.SecureDeck(a["new"], a["back"], CheckMeans(a["means"])),
          (NEW_DECK, BACK, choice("means", "Checked by whom?", _means))),
    Entry("shuffled", CARDS, "Deck shuffled", HouseAction.RECORD_SHUFFLE,
          lambda _, a: decks.ShuffleDeck(a["deck"]),
          (choice("deck", "Which deck?", _to_do(Step.SHUFFLE), "No deck waits for it"),)),
    Entry("cut", CARDS, "Deck cut", HouseAction.CUT_DECK,
          lambda _, a: decks.CutDeck(a["deck"]),
          (choice("deck", "Which deck?", _to_do(Step.CUT), "No deck waits for it"),)),
    Entry("loaded", CARDS, "Deck loaded", HouseAction.LOAD_DECK,
          lambda _, a: loading.LoadDeck(a["deck"]),
          (choice("deck", "Which deck?", _to_do(Step.LOAD), "No deck waits for it"),)),
)
# fmt: on


_DIFFER: Final = "differ"


def _pairable(scene: Scene, _: Answers) -> tuple[Option, ...]:
    fitted = {state.name for state in scene.floor.devices}
    return tuple(Option(name, name.capitalize()) for name in ("shuffler", "shoe") if name in fitted)


def _codes(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Nothing can be found equal before the device has shown its code."""
    found = pairing.under_way(scene.floor)
    if found is None or not found.code:
        return ()
    same = Option(found.code, f"The {found.device} shows {found.code[:3]} {found.code[3:]} too")
    return same, Option(_DIFFER, "They differ: stop")


def _not_pairing(scene: Scene) -> str:
    return "" if pairing.under_way(scene.floor) else "No device is being paired"


def _no_code(scene: Scene) -> str:
    found = pairing.under_way(scene.floor)
    said = found is not None and found.equal
    return "Now say so at the device" if said else _not_pairing(scene)


def pairing_said(floor: Floor) -> tuple[str, ...]:
    """How far the device is that was last to be paired, or what became of it."""
    found = floor.pairing
    if found is None:
        return ()
    if found.ended:
        return (f"The {found.device} is not paired.", found.ended)
    if found.ended == "":
        return (f"The {found.device} is paired: {found.model} {found.serial}.",)
    waits = "is being paired: put it into pairing mode." if not found.code else "shows its code."
    return (f"The {found.device} {waits}",)


# fmt: off
DEVICE_ENTRIES: Final = (
    Entry("pair", DEVICES, "Pair a device", HouseAction.PAIR_DEVICE,
          lambda _, a: pairing.BeginPairing(a["device"]),
          (choice("device", "Which one, in pairing mode?", _pairable,
                  "No such device is fitted"),)),
    Entry("codes", DEVICES, "Compare the codes", HouseAction.COMPARE_CODES,
          lambda _, a: pairing.CompareCodes(a["code"] != _DIFFER, a["code"]),
          (choice("code", "What does the device show?", _codes,
                  "The device has shown no code yet"),), _no_code),
    Entry("stop-pairing", DEVICES, "Stop pairing", HouseAction.COMPARE_CODES,
          lambda _, __: pairing.CompareCodes(equal=False), (), _not_pairing),
    Entry("device-failed", DEVICES, "Shuffler or shoe failed", HouseAction.SHUFFLER_FAILED,
          lambda _, __: deck_orders.ReportDeviceFailed(), (), OPEN),
    Entry("swap", DEVICES, "Deal from another device", HouseAction.SWAP_DEVICE,
          lambda _, a: deck_orders.ReplaceSource(Dealing(a["dealing"])),
          (choice("dealing", "Where do the cards come from?",
                  fixed(("shuffler", "Shuffling device"), ("shoe", "Card shoe"),
                        ("hand", "By hand"))),), _at_work),
)
# fmt: on
