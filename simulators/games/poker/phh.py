"""Hand histories in the PHH format, hold'em: played on the core by commands, one at a time.

Player i sits at seat i and the button is at the last seat, where two play it posts the small blind.
A hand brings its own blinds and antes by seat; unequal antes are dead. Cards that nobody knows are
`????`: such a hand is passed in unless the history shows it.
"""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from pydantic import RootModel

from controller.domain.cards import Card
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginRecordedHand, Kind, Post
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.history import UNKNOWN
from controller.games.poker.offers import Move, offers
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.rules import SEATS, Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.showdown import MuckHand, PassIn, TableHand, next_to_show, to_be_tabled
from controller.games.poker.state import Table, board_complete, new_table
from simulators.games.poker.result import hand_result
from simulators.games.poker.steps import Playing, Steps, run
from simulators.scenario.messages import seen
from simulators.scenario.reading import WrongScenario, parsed, read_content

VARIANTS: Final = {"NT": Limit.NO_LIMIT, "FT": Limit.FIXED}
_TOO_MUCH: Final = 10**14
"""Cents: a scenario file takes dollars of twelve digits too."""
_ACTION: Final = re.compile(r"p([0-9]+) (f|cc|sm|cbr)(?: (\S+))?|d (db|dh)(?: p([0-9]+))? (\S+)")


class History:
    """A hand history that was read and found right."""

    def __init__(self, name: str, content: dict[str, Any]) -> None:
        self.name = name
        self._content = content
        self.content = RootModel[dict[str, Any]](content)
        """The whole content, including what is not played."""
        self.limit = self._variant()
        self.stacks = self._amounts("starting_stacks")
        count = len(self.stacks)
        if count not in SEATS:
            raise self.wrong("starting_stacks", f"{count} seen: expected 2 to 11 players")
        self.antes = self._amounts("antes", count)
        self.blinds = self._amounts("blinds_or_straddles", count, signed=True)
        if count == 2:  # the button is at the last seat and posts the first blind
            self.blinds = self.blinds[::-1]
        fixed = self.limit is Limit.FIXED
        self.small_bet = self._amount("small_bet" if fixed else "min_bet")
        self.big_bet = self._amount("big_bet") if fixed else 0
        self.actions = self._actions()
        self.rules = self._rules()

    def wrong(self, field: str, message: str) -> WrongScenario:
        return WrongScenario(f"{self.name}: {field}: {message}")

    def _variant(self) -> Limit:
        variant = self._content.get("variant")
        if variant not in VARIANTS:
            why = f"{seen(variant)} seen: expected 'NT' or 'FT', no-limit or fixed-limit hold'em"
            raise self.wrong("variant", why)
        return VARIANTS[variant]

    def _get(self, field: str) -> Any:
        if field not in self._content:
            raise self.wrong(field, "missing: expected a value")
        return self._content[field]

    def _amount(self, field: str) -> int:
        amount = self.cents(field, self._get(field))
        if amount <= 0:
            raise self.wrong(field, f"{seen(self._get(field))} seen: expected more than 0")
        return amount

    def _amounts(self, field: str, count: int | None = None, *, signed: bool = False) -> list[int]:
        values = self._get(field)
        if not isinstance(values, list) or count not in (None, len(values)):
            raise self.wrong(field, f"{seen(values)} seen: expected one amount a player")
        amounts = [self.cents(f"{field}[{i}]", value) for i, value in enumerate(values, 1)]
        if not signed and any(amount < 0 for amount in amounts):
            raise self.wrong(field, f"{seen(values)} seen: expected nothing negative")
        return amounts

    def cents(self, field: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
            raise self.wrong(field, f"{seen(value)} seen: expected an amount")
        try:
            cents = Decimal(value) * 100
            exact = abs(cents) < _TOO_MUCH and cents == cents.to_integral_value()
        except ArithmeticError:
            exact = False
        if not exact:
            expected = "an amount in whole cents, below a million million dollars"
            raise self.wrong(field, f"{seen(str(value))} seen: expected {expected}")
        return int(cents)

    def _actions(self) -> list[str]:
        actions = self._get("actions")
        if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
            raise self.wrong("actions", "expected a list of texts")
        return [text.split("#")[0].strip() for text in actions]

    def _rules(self) -> PokerRules:
        """Chip 0.01, no commission; the least bet is the one of the file."""
        return PokerRules(
            self.limit,
            small=0,
            big=self.small_bet,
            chip=1,
            seats=len(self.stacks),
            scale=None,
            small_bet=self.small_bet,
            big_bet=self.big_bet,
        )

    def opening(self) -> BeginRecordedHand:
        """Button, blinds and antes as the file has them."""
        count = len(self.stacks)
        kind = Kind.ANTE if len(set(self.antes)) == 1 else Kind.DEAD_ANTE
        posts = [Post(seat, kind, ante) for seat, ante in enumerate(self.antes, 1) if ante]
        forced = sorted(seat for seat, blind in enumerate(self.blinds, 1) if blind > 0)
        if not forced:
            raise self.wrong("blinds_or_straddles", "none seen: expected at least one blind")
        big = max(forced, key=lambda seat: (self.blinds[seat - 1], seat))
        for seat, amount in enumerate(self.blinds, 1):
            if amount < 0:
                posts.append(Post(seat, Kind.LIVE, -amount))
            elif amount:
                kind = Kind.BIG_BLIND if seat == big else Kind.SMALL_BLIND
                posts.append(Post(seat, kind, amount))
        small = next((seat for seat in forced if seat != big), None)
        return BeginRecordedHand(1, count, small, big, self.blinds[big - 1], tuple(posts))


def read_history(text: str, name: str) -> History:
    """A hand history from the text of its file."""
    return History(name, parsed(text, name, Decimal))


def history_in(file: str) -> History:
    """A hand history from its file."""
    return History(file, read_content(Path(file), file, Decimal))


def play_history(text: str, name: str) -> dict[str, Any]:
    """The one hand of a file, as results print it; wrong files raise `WrongScenario`."""
    history = read_history(text, name)
    player = HistoryPlayer(history)
    run(player.steps, new_table(history.rules))
    return {"file": name, "hands": player.results}


class HistoryPlayer(Playing):
    """Does what the history says, and by R60 what it leaves out."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._holes: dict[int, tuple[Card, ...]] = {}
        self._dealt = set[Card]()
        self._shown = set[int]()
        """Whose hands the history shows."""
        self._at = "starting_stacks"
        self.results: list[dict[str, Any]] = []

    def _do(self, command: object) -> Steps:
        refused = yield from self._try(command)
        if refused is not None:
            raise self._wrong(refused.text())

    def _wrong(self, why: str) -> WrongScenario:
        return self._history.wrong(self._at, why)

    def steps(self, table: Table) -> Steps:
        """Sit down, post, and play what is listed to the award."""
        self.table = table
        for seat, stack in enumerate(self._history.stacks, 1):
            yield from self._do(SitDown(seat, stack))
        self._at = "blinds_or_straddles"
        yield from self._do(self._history.opening())
        yield from self._do(DealHoleCards())
        yield from self._do(FinishDeal())
        for index, text in enumerate(self._history.actions, 1):
            self._at = f"actions[{index}]: {text!r} seen"
            if not text:
                continue  # a comment alone
            found = _ACTION.fullmatch(text)
            if found is None:
                raise self._wrong("expected an action of hold'em")
            yield from self._listed(found)
        self._at = "actions"
        yield from self._end()
        self.results.append(hand_result(self.table))

    def _listed(self, found: re.Match[str]) -> Steps:
        player, action, detail, dealt, to, cards = found.groups()
        if dealt == "dh":
            if len(cards) != len(UNKNOWN):
                raise self._wrong(f"expected two cards, {UNKNOWN} where unknown")
            self._deal_to(int(to or 0), self._new_cards(cards))
        elif dealt == "db":
            yield from self._close_betting()
            yield from self._do(DealStreet(self._new_cards(cards)))
        elif action == "sm":
            yield from self._show(int(player), self._cards(detail or ""))
        else:
            yield from self._act(int(player), action, detail)

    def _cards(self, text: str) -> tuple[Card, ...]:
        """Cards by their names, two letters each; those nobody knows are left out."""
        if len(text) % 2:
            raise self._wrong("expected two letters a card")
        names = [text[i : i + 2] for i in range(0, len(text), 2)]
        try:
            return tuple(Card.parse(name) for name in names if name not in ("??", "--"))
        except ValueError as wrong:
            raise self._wrong(str(wrong)) from wrong

    def _new_cards(self, text: str) -> tuple[Card, ...]:
        """Cards as they leave the deck: each is there once, shown or not."""
        cards = self._cards(text)
        for card in cards:
            if card in self._dealt:
                raise self._wrong(f"{card} is there twice: expected it once")
            self._dealt.add(card)
        return cards

    def _deal_to(self, seat: int, cards: tuple[Card, ...]) -> None:
        if not self._hand.has(seat):
            raise self._wrong("expected a player of the hand")
        if seat in self._holes:
            raise self._wrong("expected one hand a player")
        self._holes[seat] = cards if len(cards) == 2 else ()

    def _act(self, seat: int, action: str, detail: str | None) -> Steps:
        offered = offers(self.table)
        if action == "f":
            yield from self._do(Act(seat, Move.FOLD))
        elif action == "cc":
            call = offered is not None and offered.call
            yield from self._do(Act(seat, Move.CALL if call else Move.CHECK))
        else:
            if detail is None:
                raise self._wrong("expected an amount")
            to = self._history.cents(self._at, detail)
            opening = offered.opening if offered is not None else Move.RAISE
            yield from self._do(Act(seat, opening, to))

    def _close_betting(self) -> Steps:
        """The wagers are drawn in as soon as the next card, or a hand, is shown."""
        open_ = self.table.phase in STREETS and board_complete(self.table)
        if open_ and not self._hand.drawn_in:
            yield from self._do(DrawIn())

    def _show(self, seat: int, cards: tuple[Card, ...]) -> Steps:
        yield from self._close_betting()
        if not self._hand.has(seat):
            raise self._wrong("expected a player of the hand")
        if len(cards) == 2:
            dealt = self._holes.get(seat) or cards
            if {*dealt} != {*cards}:
                held = "".join(map(str, dealt))
                raise self._wrong(f"expected the hand this player has, {held}")
            self._holes[seat] = cards
            self._shown.add(seat)
        if self.table.phase is not Phase.SHOWDOWN:
            return  # before the board is complete: it is tabled with the others
        if len(cards) == 2:
            yield from self._do(TableHand(seat, cards))
        else:
            yield from self._throw_in(seat)

    def _throw_in(self, seat: int) -> Steps:
        """Beaten and not shown, or without a claim where nobody has shown for its pots yet."""
        if (yield from self._try(PassIn(seat))) is not None:
            yield from self._do(MuckHand(seat))

    def _end(self) -> Steps:
        yield from self._close_betting()
        while self.table.phase is Phase.SHOWDOWN:
            player = next_to_show(self.table)
            if player is None:
                break
            cards = self._holes.get(player.seat, ())
            shown = player.seat in self._shown
            if shown or (cards and to_be_tabled(self.table, player.seat, cards)):
                yield from self._do(TableHand(player.seat, cards))
            else:
                yield from self._throw_in(player.seat)
        yield from self._do(AwardPots())
        yield from self._do(FinishHand())
