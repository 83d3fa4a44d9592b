"""Whatever simulated people tap between rounds, a prompt on the screen asks for in words."""

import re
from collections.abc import Callable

import pytest

from controller.authority import Command
from controller.domain.refusals import Refused
from controller.floor.calls import AnswerCall, AskForSeat
from controller.floor.deck_orders import ChangeDeck, ReplaceSource
from controller.floor.decks import CheckDeck, CutDeck, ShuffleDeck
from controller.floor.drop_box import AttachDropBox
from controller.floor.loading import LoadDeck
from controller.floor.prompts import prompts
from controller.floor.seats import ConfirmCard
from controller.floor.state import Status
from controller.floor.tasks import RecordNotified
from controller.games.bonus.floor.jackpots import ApproveWithoutJackpot
from controller.games.bonus.floor.limits import PlaceMarker, RemoveMarker
from controller.running.snapshot import Answer
from controller.staff.roles import Reason
from simulators.games.bonus.soak import BONUS_SOAK
from simulators.people.soak import KINDS, SoakShift
from simulators.people.swiping import LiveSeat
from simulators.people.traces import Tally

# fmt: off
ASKED_FOR: dict[type, str] = {
    # tapped               what a prompt says; {fields} are those of the command
    ChangeDeck:            r"Deck {deck} is not fit for play: have .* change it\.",
    ReplaceSource:         r"The shuffling device has failed: .* until it is replaced\.",
    CheckDeck:             r"Count deck {deck}: |Deck {deck}: the dealer, .* checks it",
    ShuffleDeck:           r"Dealer: shuffle deck {deck} by hand\.",
    CutDeck:               r"Dealer: cut deck {deck} yourself",
    LoadDeck:              r"Dealer: (?:put|set) deck {deck} .* into the (?:shoe|shuffling device)",
    AttachDropBox:         r"Attach the drop box\.",
    ConfirmCard:           r"Place {place}: confirm the player's own Player Card\.",
    AskForSeat:            r"Place {place}: .* without a wager; the player may be asked to leave\.",
    AnswerCall:            r"A supervisor was called\.",
    RecordNotified:        r"Notify \w+.*: ",
    ApproveWithoutJackpot: r"The jackpot has failed. A gaming supervisor has to approve",
    PlaceMarker:           r"Put the marker directly in front of the box of place {place}: ",
    RemoveMarker:          r"Take the marker of place {place} off the layout\.",
}
# fmt: on
OFTEN = {ShuffleDeck, CutDeck, LoadDeck, CheckDeck, ChangeDeck, RecordNotified, PlaceMarker}
"""What every soak comes to; the rest is held against its prompt whenever it comes."""
Shift = Callable[[int, int], set[type]]


@pytest.fixture
def tapped(monkeypatch: pytest.MonkeyPatch) -> Shift:
    """Plays a shift with every fault; what was tapped, each on a prompt that has asked for it.

    A deck that the table has just refused is counted without one: the refusal says why.
    """
    made: set[type] = set()
    refused: set[str] = set()
    ask = LiveSeat.ask

    def asking(seat: LiveSeat, command: Command, reason: Reason | None = None) -> Answer:
        floor = seat.floor
        if type(command) in ASKED_FOR and floor.status is Status.OPEN:
            shown = [one.text for one in prompts(floor, floor.seen)]
            fields = {name: getattr(command, name) for name in command.__dataclass_fields__}
            words = ASKED_FOR[type(command)].format(**fields)
            counted = isinstance(command, CheckDeck) and command.deck in refused
            asked = any(re.search(words, text) for text in shown)
            assert asked or counted, (command, shown)
            made.add(type(command))
        answer = ask(seat, command, reason)
        if isinstance(command, LoadDeck):
            refused.discard(command.deck)
            refused.update([command.deck] if isinstance(answer, Refused) else [])
        return answer

    def shift(number: int, rounds: int) -> set[type]:
        list(SoakShift((BONUS_SOAK,), 1, number, KINDS, Tally()).play(rounds))
        return made

    monkeypatch.setattr(LiveSeat, "ask", asking)
    return shift


def test_nobody_is_ahead_of_the_prompts(tapped: Shift) -> None:
    """With a shuffling device, from a shoe, and by hand until the minimum was raised."""
    assert tapped(0, 6) | tapped(1, 12) | tapped(6, 21) >= OFTEN


@pytest.mark.long
@pytest.mark.parametrize("number", range(14))
def test_nobody_is_ahead_of_the_prompts_at_any_table(number: int, tapped: Shift) -> None:
    assert tapped(number, 40)
