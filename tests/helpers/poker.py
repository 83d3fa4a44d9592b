"""Hands of the poker room in a line or two, for tests."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from controller.domain.base import existing
from controller.domain.cards import DECK, parse_cards
from controller.domain.refusals import Refused, Sentence
from controller.games.poker.betting import Act
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE, follow_up
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.offers import Offers, offers
from controller.games.poker.rules import DOLLAR, FULL_SCALE, Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.state import Hand, Table, new_table
from simulators.games.poker.file import parse_action
from simulators.games.poker.play import play
from simulators.scenario.reading import WrongScenario
from tests.helpers import poker_oracle
from tests.helpers.refused import why

Stacks = Mapping[int, str | int]
BOARD = "2c 7d 9h Js 4s"


def deck(order: Iterable[int], holes: Mapping[int, str] | None = None, board: str = BOARD) -> str:
    """The cards as they leave the deck: hole cards in the order of the deal, burns any."""
    given = {seat: parse_cards(cards) for seat, cards in (holes or {}).items()}
    up = parse_cards(board)
    taken = {*up, *(card for cards in given.values() for card in cards)}
    rest = [card for card in DECK if card not in taken]
    order = list(order)
    hands = {seat: given.get(seat) or (rest.pop(), rest.pop()) for seat in order}
    burns = [rest.pop(0) for _ in range(3)]
    cards = [*(hands[seat][0] for seat in order), *(hands[seat][1] for seat in order)]
    cards += [burns[0], *up[:3], burns[1], *up[3:4], burns[2], *up[4:]]
    return " ".join(map(str, [*cards, *rest]))


def stub(without: str) -> str:
    """A stub after a reshuffle: every card but these, in the order of the deck."""
    out = parse_cards(without)
    return " ".join(str(card) for card in DECK if card not in out)


def file(
    stacks: Stacks, hands: Iterable[Mapping[str, Any]], limit: str = "no-limit", **keys: Any
) -> dict[str, Any]:
    """A file with these players and hands; actions are texts with commas between."""
    lists = ("before", "preflop", "flop", "turn", "river")
    content = {
        "ruleset": "poker-room",
        "limit": limit,
        "blinds": ["1", "2"],
        "seats": max([*stacks, 2]),
        "players": [{"seat": seat, "stack": str(stack)} for seat, stack in stacks.items()],
        "hands": [],
        **keys,
    }
    for given in hands:
        hand = dict(given)
        for key in lists:
            if isinstance(hand.get(key), str):
                hand[key] = [text for text in hand[key].split(", ") if text]
        order = hand.pop("order", None) or _order(content, stacks)
        holes, board = hand.pop("holes", None), hand.pop("board", BOARD)
        hand.setdefault("cards", deck(order, holes, board))
        content["hands"].append(hand)
    return content


def _order(content: Mapping[str, Any], stacks: Stacks) -> list[int]:
    """Clockwise from the button's left, where all are dealt in."""
    button = content.get("button") or min(stacks)
    return sorted(stacks, key=lambda seat: (seat <= button, seat))


def played(stacks: Stacks, *hands: Mapping[str, Any], **keys: Any) -> list[dict[str, Any]]:
    """The results of these hands."""
    return agreed(file(stacks, hands, **keys))


def agreed(content: dict[str, Any]) -> list[dict[str, Any]]:
    """The results of a file, on which core and oracle agree; a wrong one is wrong for both."""
    try:
        results: list[dict[str, Any]] = play(content, "test")["hands"]
    except WrongScenario:
        with pytest.raises(poker_oracle.WrongFile):
            poker_oracle.play(content)
        raise
    assert results == poker_oracle.play(content)["hands"]
    return results


def hand_of(stacks: Stacks, *, keys: Any = None, **hand: Any) -> Any:
    """The result of one hand."""
    return played(stacks, hand, **(keys or {}))[0]


def seat_of(result: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """What became of a seat."""
    return next(dict(entry) for entry in result["seats"] if entry["seat"] == seat)


def won(result: Mapping[str, Any]) -> dict[int, str]:
    """What everybody was paid."""
    return {entry["seat"]: entry["won"] for entry in result["seats"]}


def after(result: Mapping[str, Any]) -> dict[int, str]:
    """The stacks at the end."""
    return {entry["seat"]: entry["after"] for entry in result["seats"]}


def amounts(result: Mapping[str, Any]) -> list[tuple[str, list[int]]]:
    """Every pot and who is in it."""
    return [(pot["amount"], pot["eligible"]) for pot in result["pots"]]


class Felt:
    """A table on which one command follows another."""

    def __init__(self, stacks: Stacks, limit: Limit = Limit.NO_LIMIT, **rules: Any) -> None:
        values: dict[str, Any] = {"small": 100, "big": 200, "seats": max(stacks)}
        values |= {"scale": None if rules.get("tournament") else FULL_SCALE}
        self.table: Table = new_table(PokerRules(limit, **(values | rules)))
        self.events: list[Any] = []
        for seat, stack in stacks.items():
            self.do(SitDown(seat, int(float(stack) * DOLLAR)))

    @property
    def hand(self) -> Hand:
        return self.table.playing()

    @property
    def offered(self) -> Offers:
        return existing(offers(self.table), "nobody acts")

    def ask(self, command: object) -> Refused | None:
        """Why it would be refused."""
        return CORE.verify(self.table, command)

    def why(self, command: object) -> tuple[Sentence, str | None]:
        """What it is refused for, and by which clause."""
        return why(self.ask(command))

    def do(self, command: object) -> "Felt":
        """Accepted, or the test fails."""
        decided = CORE.decide(self.table, command)
        assert not isinstance(decided, Refused), decided.text()
        self.events += decided.events
        self.table = decided.state
        return self

    def deal(self, number: int = 1) -> "Felt":
        """Blinds and hole cards."""
        for command in (BeginHand(number), DealHoleCards(), FinishDeal()):
            self.do(command)
        return self

    def act(self, actions: str) -> "Felt":
        """`3 raise 8, 5 call`; who is absent folds in between."""
        for text in actions.split(", "):
            while (command := follow_up(self.table)) is not None:
                self.do(command)
            seat, action, to = parse_action(text)
            self.do(Act(seat, action, None if to is None else int(to)))
        return self

    def street(self, cards: str) -> "Felt":
        """Burn and turn."""
        return self.do(DealStreet(parse_cards(cards)))

    def refuses(self, text: str) -> Refused:
        """An action that the rules do not offer."""
        seat, action, to = parse_action(text)
        command = Act(seat, action, None if to is None else int(to))
        refused = existing(self.ask(command), f"{text} is accepted")
        assert CORE.decide(self.table, command) == refused
        return refused
