"""Random files of the poker room: hands of every limit, with people coming and going and mishaps.

The file is invented while it is played: each action is one that the rules offer at that moment,
each mishap one that can happen then. What comes out is a whole file that can be played again.
"""

import random
from typing import Any

from controller.domain.base import existing
from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.games.poker.core import CORE
from controller.games.poker.offers import Move, Offers, offers, offers_to
from controller.games.poker.phases import Phase
from controller.games.poker.reports import Irregularity
from controller.games.poker.showdown import all_turned_up
from controller.games.poker.state import Standing, Table, new_table
from simulators.games.poker.file import (
    AFTER_NONE,
    DURING,
    NEEDS,
    EventSection,
    HandSection,
    Scenario,
    ScenarioFile,
)
from simulators.games.poker.play import HandPlayer, ScenarioPlayer
from simulators.games.poker.steps import Steps, run

LIMITS = ("fixed", "half-pot", "pot-limit", "no-limit")


def invent(seed: int, *, mishaps: float = 0.15, hands: int = 3) -> tuple[dict[str, Any], Any]:
    """A random file, and the results of its hands."""
    rng = random.Random(seed)
    content = ScenarioFile.model_validate(_table(rng, hands))
    scenario = Scenario("invented", content)
    players = ScenarioPlayer(scenario, _inventing(rng, mishaps))
    run(players.steps, new_table(scenario.rules))
    return _written(content), players.results


def _table(rng: random.Random, hands: int) -> dict[str, Any]:
    small = rng.choice((50, 100, 200, 500))
    chip = rng.choice([c for c in (25, 50, 100) if small % c == 0])
    seats = rng.randint(2, 11)
    taken = rng.sample(range(1, seats + 1), rng.randint(2, seats))
    tournament = rng.random() < 0.25
    content: dict[str, Any] = {
        "ruleset": "poker-room",
        "limit": rng.choice(LIMITS),
        "blinds": [str(Money(small)), str(Money(2 * small))],
        "ante": str(Money(rng.choice((0, 0, 0, chip, 2 * small)))),
        "chip": str(Money(chip)),
        "seats": seats,
        "commission": rng.choice(("22.1", "22.1", "none")),
        "tournament": tournament,
        "players": [
            {"seat": seat, "stack": str(Money(_stack(rng, small, chip)))} for seat in taken
        ],
        "hands": [{"cards": _deck(rng)} for _ in range(hands)],
    }
    if rng.random() < 0.5:
        content["button"] = rng.randint(1, seats)
    return content


def _stack(rng: random.Random, small: int, chip: int) -> int:
    """Deep, ordinary, or short down to less than a blind; now and then with odd cents."""
    most = small * rng.choice((2, 10, 40, 200, 800))
    return max(1, rng.randint(1, most) // chip * chip + rng.choice((chip, chip, chip, 7)))


def _deck(rng: random.Random) -> str:
    return " ".join(str(card) for card in rng.sample(DECK, 52))


def _written(content: ScenarioFile) -> dict[str, Any]:
    """As a file has it: amounts as text, nothing that says nothing."""
    return {key: value for key, value in _plain(content.model_dump()).items() if value is not None}


def _plain(value: Any) -> Any:
    match value:
        case dict():
            return {k: _plain(v) for k, v in value.items() if v is not None and v != []}
        case list():
            return [_plain(one) for one in value]
        case Money():
            return str(value)
    return value


def _inventing(rng: random.Random, mishaps: float) -> type[HandPlayer]:
    class Inventing(HandPlayer):
        """Makes up what the file says, just before it is read."""

        def __init__(
            self, scenario: Scenario, number: int, content: HandSection, table: Table
        ) -> None:
            super().__init__(scenario, number, content, table)
            if number > 1:
                self._between_hands(table)

        def _between_hands(self, table: Table) -> None:
            """People come and go; two who are there are left to play."""
            before = self._content.before
            for _ in range(rng.choice((0, 0, 1, 2, 4))):
                text = self._something(table)
                command = self._between(len(before) + 1, text)
                decided = CORE.decide(table, command)
                if hasattr(decided, "state"):
                    table = decided.state
                    before.append(text)
            for seat in table.seats:
                present = sum(s.stack > 0 and not s.away for s in table.seats)
                if present >= 2:
                    break
                text = f"{seat.number} {'back' if seat.away else 'buys 100'}"
                text = text if seat.player else f"{seat.number} sits 100"
                decided = CORE.decide(table, self._between(len(before) + 1, text))
                if hasattr(decided, "state"):
                    table = decided.state
                    before.append(text)
                if seat.player and not table.seat(seat.number).stack:
                    text = f"{seat.number} buys 100"
                    decided = CORE.decide(table, self._between(len(before) + 1, text))
                    table = existing(getattr(decided, "state", None), text)
                    before.append(text)

        def _something(self, table: Table) -> str:
            seat = rng.randint(1, table.rules.seats)
            what = rng.choice(("sits", "posts", "leaves", "away", "back", "buys", "posts", "back"))
            if what == "sits":
                return f"{seat} sits {rng.randint(1, 300)}{rng.choice(('', '', ' moved'))}"
            return f"{seat} buys {rng.randint(1, 300)}" if what == "buys" else f"{seat} {what}"

        def _listed(self, street: Phase, offered: Offers | None = None) -> list[str]:
            listed = self._content.actions(street)
            if offered is not None and len(listed) == self._played[street]:
                listed.append(_chosen(rng, offered, fixed=self._fixed))
            return listed

        @property
        def _fixed(self) -> bool:
            return self.table.rules.limit == "fixed"

        def _moment(self, during: str, after: int) -> Steps:
            yield from self._absent()
            while rng.random() < mishaps:
                event = self._mishap(during, after)
                if event is None:
                    break
                self._content.events.append(event)
                self._waiting.append((len(self._content.events), event))
                yield from super()._moment(during, after)
            yield from super()._moment(during, after)

        def _mishap(self, during: str, after: int) -> EventSection | None:
            rare = (Irregularity.OUTCOME_INVALIDATED, Irregularity.CARD_EXPOSED_IN_CUT)
            for _ in range(6):
                name = rng.choice((*Irregularity, "power-loss"))
                if during not in DURING[name] or (after and name in AFTER_NONE):
                    continue
                if name in rare and rng.random() < 0.8:
                    continue
                event = self._event(str(name), during, after)
                if event is not None and self._fits(event):
                    return event
            return None

        def _event(self, name: str, during: str, after: int) -> EventSection | None:
            hand = self.table.playing()
            player = rng.choice(hand.players)
            if name in ("short-call", "short-raise", "string-bet", "clock-expired"):
                if hand.turn is None:
                    return None
                player = hand.players[hand.turn]
            values: dict[str, Any] = {"during": during, "name": name}
            if after:
                values["after"] = after
            offered = offers_to(self.table, hand, player)
            for need in NEEDS[name]:
                values[need] = self._value(need, name, player.seat, offered)
            if name == "wrong-burn" and after:
                del values["cards"]
            if name == "two-cards" and during == "river" and values["correct"]:
                del values["cards"]
            return EventSection.model_validate(values)

        def _value(self, need: str, name: str, seat: int, offered: Offers) -> object:
            match need:
                case "seat":
                    return seat
                case "card":
                    return rng.randint(1, 2)
                case "looked" | "correctable" | "correct":
                    return rng.random() < 0.5
                case "cards":
                    return self._new_stub()
                case "action":
                    return _chosen(rng, offered, fixed=self._fixed).split(" ", 1)[1]
                case "decision":
                    return rng.choice(("complete", "forfeit", "withdraw"))
                case "cause":
                    return rng.choice(("cards", "disruption", "fraud"))
            if name == "string-bet":
                return str(Money(_total(rng, offered)))
            top = offered.least if name == "short-raise" else offered.wager + offered.call
            low = self.table.playing().high if name == "short-raise" else offered.wager
            return str(Money(rng.randint(low, max(low, top))))

        def _new_stub(self) -> str:
            hand = self.table.playing()
            kept = 3 if self.table.phase is Phase.TURN else 0
            kept = 4 if self.table.phase is Phase.RIVER else kept
            out = {card for cards in self._holes.values() for card in cards}
            out |= {*hand.board} if self.table.phase is Phase.PREFLOP else {*hand.board[:kept]}
            out |= {*hand.board}
            left = [card for card in DECK if card not in out]
            return " ".join(str(card) for card in rng.sample(left, len(left)))

        def _fits(self, event: EventSection) -> bool:
            if event.name == "power-loss":
                return True
            if event.name == "winning-hand-mucked":
                return False  # whether it wins is not known before the hands are up
            hand = self.table.playing()
            if event.name == "folded-hand-exposed":
                folded = (Standing.FOLDED, Standing.FORFEITED)
                if hand.of(event.seat or 0).standing not in folded:
                    return False
            report = self._report(Irregularity(event.name), event)
            return CORE.can(self.table, report)

        def _showdown(self) -> Steps:
            hand = self.table.playing()
            if not all_turned_up(self.table) and not hand.by_default:
                for player in [*hand.players_in()][1:]:
                    if rng.random() < 0.08:
                        self._content.muck.append(player.seat)
            yield from super()._showdown()

    return Inventing


def _chosen(rng: random.Random, offered: Offers, *, fixed: bool) -> str:
    """An action the rules offer, calls and checks more often than the others."""
    seat = offered.seat
    if offered.due is not None:
        if offered.forfeit and rng.random() < 0.3:
            return f"{seat} {Move.FORFEIT}"
        return _made(offered, offered.due.to, seat)
    passive = f"{seat} {Move.CALL if offered.call else Move.CHECK}"
    choices = [passive] * 5
    if offered.call or rng.random() < 0.1:
        choices += [f"{seat} {Move.FOLD}"] * 2
    if offered.no_all_in is None:
        choices.append(f"{seat} {Move.ALL_IN}")
    if offered.no_wager is None and offered.full <= offered.most:
        to = "" if fixed else f" {Money(_between(rng, offered))}"
        choices += [f"{seat} {offered.opening}{to}"] * 4
    return rng.choice(choices)


def _between(rng: random.Random, offered: Offers) -> int:
    chip = offered.chip
    low, high = -(-offered.least // chip), offered.most // chip
    upto = rng.choice((low, low, min(high, 2 * low), high))
    return rng.randint(low, max(low, upto)) * chip


def _total(rng: random.Random, offered: Offers) -> int:
    """The whole wager of some action that is offered."""
    if offered.no_wager is None and offered.full <= offered.most and rng.random() < 0.6:
        return _between(rng, offered)
    return offered.wager + offered.call


def _made(offered: Offers, to: int, seat: int) -> str:
    if to == offered.wager + offered.call:
        return f"{seat} {Move.CALL if offered.call else Move.CHECK}"
    if to == offered.all_in:
        return f"{seat} {Move.ALL_IN}"
    return f"{seat} {offered.opening} {Money(to)}"


__all__ = ["invent", "offers"]
