"""A hand of the record in the PHH format, with what was shown.

Players are numbered from the button's left, as the format has it. Half-pot and pot-limit hands are
written as no-limit with the user field `_limit`. A dead blind is an unequal ante, a live post a
negative blind. The format knows no rulings: where one changed who was in or what went in, the user
field `_rulings` says so.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.games.poker import betting as b
from controller.games.poker import dead_hands as h
from controller.games.poker import deal as d
from controller.games.poker.award import HandFinished
from controller.games.poker.blinds import HandBegun, Kind
from controller.games.poker.card_corrections import CardCorrected
from controller.games.poker.moves import MovesTakenBack
from controller.games.poker.rules import Limit
from controller.games.poker.showdown import HandMucked, HandPassedIn, HandTabled
from controller.games.poker.state import Hand, Table

UNKNOWN: Final = "????"
_ANTES: Final = (Kind.ANTE, Kind.DEAD_ANTE)
_UNEQUAL: Final = (Kind.DEAD, Kind.DEAD_ANTE)
_FOLDS: Final = (b.PlayerFolded, b.AbsentFolded, h.ClockRanOut)
_THROWN_IN: Final = (HandPassedIn, HandMucked)
_STREETS: Final = (d.FlopDealt, d.TurnDealt, d.RiverDealt)
_RULINGS: Final = (h.HandFouled, h.HandKilled, h.LastFolderWon, b.WagerForfeited)


def histories(steps: Iterable[tuple[Table, object, Table]]) -> Iterator[str]:
    """Every hand that came to a result, one text each; of each event, the table around it.

    Of a table that is run by pots nobody knows the actions: its hands have no history.
    """
    begun: Table | None = None
    seen: list[object] = []
    for before, event, after in steps:
        if isinstance(event, HandBegun):
            begun, seen = before, []
        seen.append(event)
        if isinstance(event, HandFinished) and begun is not None and begun.rules.stacks_kept:
            yield history(begun, after, seen)


def history(before: Table, after: Table, events: Sequence[object]) -> str:
    """One hand, from its first event to its last."""
    begun = next(event for event in events if isinstance(event, HandBegun))
    hand, rules = after.playing(), after.rules
    number = {player.seat: index for index, player in enumerate(hand.players, 1)}
    fixed = rules.limit is Limit.FIXED
    fields: list[tuple[str, object]] = [
        ("variant", "FT" if fixed else "NT"),
        ("ante_trimming_status", not any(post.kind in _UNEQUAL for post in begun.posts)),
        ("antes", _antes(before, hand, begun)),
        ("blinds_or_straddles", _blinds(before, hand, begun)),
    ]
    if fixed:
        fields += [("small_bet", _raw(rules.bet_of(late=False)))]
        fields += [("big_bet", _raw(rules.bet_of(late=True)))]
    else:
        fields += [("min_bet", _raw(rules.big))]
    fields += [
        ("starting_stacks", [_raw(player.before) for player in hand.players]),
        ("actions", _actions(number, events)),
        ("hand", hand.number),
        ("seats", [player.seat for player in hand.players]),
        ("finishing_stacks", [_raw(player.stack) for player in hand.players]),
    ]
    if rules.limit in (Limit.HALF_POT, Limit.POT_LIMIT):
        fields.append(("_limit", str(rules.limit)))
    if commission := sum(pot.commission for pot in hand.pots):
        fields.append(("_commission", _raw(commission)))
    rulings = [_ruling(event) for event in events if isinstance(event, _RULINGS)]
    if rulings:
        fields.append(("_rulings", rulings))
    return "".join(f"{key} = {_toml(value)}\n" for key, value in fields)


class _Raw(str):
    """A number as it is written."""


def _raw(amount: int) -> _Raw:
    return _Raw(str(Money(amount)).removesuffix(".00"))


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(_toml(one) for one in value)}]"
        case _Raw() | int():
            return str(value)
    return f"'{value}'"


def _antes(before: Table, hand: Hand, begun: HandBegun) -> list[_Raw]:
    """What everybody posts dead or as an ante; in full, the format trims it by itself."""
    antes = dict.fromkeys((player.seat for player in hand.players), before.rules.ante)
    for post in begun.posts:
        if post.kind is Kind.DEAD or (post.kind in _ANTES and not before.rules.ante):
            antes[post.seat] += post.amount
    return [_raw(ante) for ante in antes.values()]


def _blinds(before: Table, hand: Hand, begun: HandBegun) -> list[_Raw]:
    """In full, however short somebody is; a hand of another house has its own."""
    rules = before.rules
    amounts = dict.fromkeys((player.seat for player in hand.players), 0)
    for post in begun.posts:
        if post.kind is Kind.LIVE:
            amounts[post.seat] = -(rules.big if rules.small else post.amount)
        elif post.kind is Kind.SMALL_BLIND:
            amounts[post.seat] = post.amount
    if begun.small_blind is not None and rules.small:
        amounts[begun.small_blind] = rules.small
    amounts[begun.positions.big] = begun.call
    listed = list(amounts.values())
    return [_raw(amount) for amount in (listed[::-1] if len(listed) == 2 else listed)]


def _actions(number: dict[int, int], events: Sequence[object]) -> list[str]:
    actions = [f"d dh p{index} {UNKNOWN}" for index in number.values()]
    street = 0
    for event in events:
        if isinstance(event, MovesTakenBack):
            del actions[-event.count :]
            continue
        if isinstance(event, d.StreetRedealt):  # in the place of what went back into the stub
            actions[street] = _board(event.cards)
            continue
        if isinstance(event, CardCorrected):
            actions = [_put_right(action, event) for action in actions]
            continue
        if isinstance(event, _STREETS):
            street = len(actions)
        actions += _action(number, event)
    return [action for action in actions if action != _board(())]


def _put_right(action: str, event: CardCorrected) -> str:
    """Cards are written as in the record, two signs each, behind what is done with them."""
    *done, cards = action.split(" ")
    shown = {"db", "sm"} & {*done}
    return " ".join((*done, cards.replace(str(event.was), str(event.card)))) if shown else action


def _board(cards: Iterable[Card]) -> str:
    return f"d db {''.join(map(str, cards))}"


def _action(number: dict[int, int], event: Any) -> list[str]:
    if isinstance(event, _STREETS):
        return [_board(event.cards)]
    player = f"p{number.get(getattr(event, 'seat', 0), 0)}"
    if isinstance(event, _FOLDS):
        return [f"{player} f"]
    if isinstance(event, b.PlayerChecked | b.PlayerCalled):
        return [f"{player} cc"]
    if isinstance(event, b.PlayerWagered):
        return [f"{player} cbr {_raw(event.to)}"]
    if isinstance(event, HandTabled):
        return [f"{player} sm {''.join(map(str, event.cards))}"]
    return [f"{player} sm"] if isinstance(event, _THROWN_IN) else []


def _ruling(event: Any) -> str:
    return f"{type(event).__name__} seat {event.seat}"
