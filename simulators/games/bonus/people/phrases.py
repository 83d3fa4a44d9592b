"""What the dealer is told, and what a dealer does who hears it.

The sentences are those of the guidance and of the prompts: the simulated dealer has nothing else to
go by, so a step that the guidance does not name is a step that is not taken.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple


class Heard(NamedTuple):
    """A sentence understood: the act, and what the words say about it."""

    act: str
    words: Mapping[str, str]


_AWARD: Final = r"(?:jackpot|progressive) award"
_PAID: Final = rf"(?:{_AWARD}|bonus jackpot|envy payout)"
_PLACE: Final = r"place (?P<place>\d+)"

# fmt: off
ROUND: Final = (
    # the act          what is said
    ("known_card",     r"stop: a card was read that is out already"),
    ("card_not_due",   r"stop: a card is out that is not due"),
    ("open_round",     r"open the next round"),
    ("take_wagers",    r"let the players place their"),
    ("no_more_bets",   r"when all wagers are placed"),
    ("take_chips",     r"take all progressive wagers off the table"),
    ("wait",           r"all hole cards are down"),
    ("deal",           r"\bdeal (?:five cards|\w+ more of the five|the community cards)"),
    ("deal",           r"\bdeal (?:two cards together|the first card|the second card)"),
    ("street_by_hand", r"(?:burn one card|turn the next).*: the (?P<street>flop|turn|river)\b"),
    ("correct",        r"before the \w+ have place (?P<place>\d+) correct"),
    ("ask",            r"ask place (?P<place>\d+):"),
    ("reveal",         r"reveal the (?P<street>flop|turn|river)"),
    ("reveal",         r"leave the (?P<street>flop|turn|river) face up"),
    ("show_hand",      r"turn both your"),
    ("close_round",    r"close the round"),
    ("confirm_award",  rf"supervisor confirm the {_AWARD} for the (?P<award>[a-z ]+) of {_PLACE}"),
    ("key_award",      rf"key the {_AWARD} for the (?P<award>[a-z ]+) of {_PLACE}"),
    ("pay_award",      rf"pay {_PLACE} the {_PAID} for the (?P<award>[a-z ]+):"),
    ("close_round",    r"press the end-of-hand button"),
    ("settle",         rf"turn the cards of {_PLACE}"),
    ("settle",         rf"^{_PLACE}: lay out"),
    ("nobody_left",    r"no hand is left in"),
    ("wait",           r"finish the round"),
)
"""During a round: the first that is said in the sentence."""

FLOOR: Final = (
    ("cards_collected", r"call the casino supervisor: play is held"),
    ("replace_device",  r"the shuffling device has failed"),
    ("without_jackpot", r"the jackpot has failed"),
    ("check_deck",      r"count deck (?P<deck>\w+):"),
    ("check_deck",      r"deck (?P<deck>\w+): have it checked"),
    ("change_deck",     r"deck (?P<deck>\w+) is not fit for play"),
    ("shuffle_deck",    r"shuffle deck (?P<deck>\w+) by hand"),
    ("cut_deck",        r"cut deck (?P<deck>\w+)"),
    ("load_deck",       r"put deck (?P<deck>\w+) into the shuffling device"),
    ("load_deck",       r"set deck (?P<deck>\w+) on the cutting card"),
    ("device_shuffle",  r"deck (?P<deck>\w+): wait for the shuffling device"),
    ("bring_decks",     r"no deck is at the table"),
    ("attach_drop_box", r"attach the drop box"),
    ("place_marker",    rf"put the marker directly in front of the box of {_PLACE}"),
    ("remove_marker",   rf"take the marker of {_PLACE} off"),
    ("confirm_card",    rf"{_PLACE}: confirm the player's own player card"),
    ("ask_for_seat",    rf"{_PLACE}: three rounds without a wager"),
    ("answer_call",     r"a supervisor was called"),
    ("notify",          r"notify (?P<to>\w+): "),
)
"""Between rounds."""
# fmt: on

_ROUND: Final = tuple((re.compile(words, re.IGNORECASE), act) for act, words in ROUND)
_FLOOR: Final = tuple((re.compile(words, re.IGNORECASE), act) for act, words in FLOOR)


def heard_in_round(text: str) -> Heard | None:
    """What the guidance asks for; none where it says nothing that a dealer understands."""
    return _heard(_ROUND, text)


def heard_on_floor(text: str) -> Heard | None:
    """What a prompt asks for; none where there is nothing to do about it."""
    return _heard(_FLOOR, text)


def _heard(phrases: tuple[tuple[re.Pattern[str], str], ...], text: str) -> Heard | None:
    for pattern, act in phrases:
        if found := pattern.search(text):
            return Heard(act, {key: word for key, word in found.groupdict().items() if word})
    return None
