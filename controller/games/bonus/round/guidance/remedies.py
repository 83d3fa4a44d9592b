"""What to do at the table after an irregularity that play survives (11.4.2, 11.6, 11.8, 12)."""

from typing import Final

from controller.games.bonus.commands import Irregularity
from controller.games.bonus.round.guidance.words import street_name
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import Street

_ACTS: Final = {
    Irregularity.DEALER_CARD_EXPOSED: "Turn your exposed card face down again and play on",
    Irregularity.COMMUNITY_CARD_EXPOSED: (
        "Turn the exposed {street} card face down again in its place and play on"
    ),
    Irregularity.CARDS_TO_EMPTY_BOX: (
        "Spread the cards at place {place}, put them in the discard rack and play on"
    ),
    Irregularity.SHUFFLER_JAM: (
        "Have the cards in the device reshuffled before dealing. The round goes on"
    ),
    Irregularity.SHUFFLER_FAILED: (
        "Use another device with new cards, checked and shuffled. The wagers stand"
    ),
    Irregularity.CARD_OUT_OF_TURN: "Play on with the cards as they are",
}


def remedy(table: Table) -> str:
    """The act with its rule, until the next step is taken; nothing where none is due."""
    ruled = table.round.ruled
    act = act_after(table, ruled.irregularity, ruled.card, ruled.place) if ruled else ""
    if not ruled or not act:
        return ""
    return f"{act} (rule {ruled.clause})." if ruled.clause else f"{act}."


def act_after(
    table: Table, irregularity: Irregularity, card: Street | None, place: int | None
) -> str:
    """What the dealer does with the cards before play goes on; nothing where nothing is to do."""
    street = street_name(table.rules, card) if card else ""
    return _ACTS.get(irregularity, "").format(street=street, place=place)
