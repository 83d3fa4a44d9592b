"""A table to try the core on: commands go in, the folded table and what happened come out."""

import re
import tomllib
from typing import Any

from controller.domain.cards import Card, parse_cards
from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.events import Event
from controller.games.bonus.figures import load_game, load_schedule
from controller.games.bonus.round.awards import award_step
from controller.games.bonus.round.core import decide, fold, follow_up, verify
from controller.games.bonus.round.state import Place, Round, new_table
from controller.games.bonus.rules import JackpotRules, Limits, Method, RuleSet, Street, TableRules
from controller.games.bonus.wagers import Area, Choice, Stake
from simulators.games.bonus.scenario.file import checked_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.result import round_result
from simulators.games.bonus.scenario.table import BonusScenarioTable
from tests.helpers.refused import Refusing


def dollars(text: str) -> Money:
    """`dollars("25")`."""
    return Money.parse(text)


def table_rules(
    ruleset: str = "nsw-2024",
    *,
    method: str = "A",
    dealing: str | None = None,
    places: int = 7,
    jackpot: JackpotRules | None = None,
    limits: tuple[str, str, str, str] = ("25", "500", "5", "100"),
) -> TableRules:
    """The rules of a table, with the figures of `config/`."""
    game = load_game(RuleSet(ruleset))
    low, high, bonus_low, bonus_high = (Money.parse(text) for text in limits)
    return TableRules(
        ruleset=RuleSet(ruleset),
        method=Method(method),
        dealing=Dealing(dealing) if dealing else game.dealing[0],
        places=places,
        limits=Limits(low, high, bonus_low, bonus_high),
        ante_bonus=game.ante_bonus,
        jackpot=jackpot,
        bonus_jackpots_first=game.settings.bonus_jackpots_first,
    )


def jackpot_rules(
    schedule: str = "nsw",
    *,
    wager: str = "5",
    increment_millionths: int = 200_000,
    seed: str = "50000",
    bonus: bool = False,
) -> JackpotRules:
    """A jackpot as a table plays it."""
    return JackpotRules(
        load_schedule(schedule), Money.parse(wager), increment_millionths, Money.parse(seed), bonus
    )


class Felt(Refusing):
    """One table; every helper refuses to go on when a command is refused."""

    def __init__(self, rules: TableRules, *, meter: str = "0", reserve: str = "0") -> None:
        self.fresh = new_table(rules, Money.parse(meter), Money.parse(reserve))
        self.table = self.fresh
        self.events: list[Event] = []

    @property
    def round(self) -> Round:
        return self.table.round

    @property
    def phase(self) -> str:
        return self.table.round.phase.value

    def place(self, number: int) -> Place:
        return self.table.round.place(number)

    def do(self, *commands: c.Command) -> "Felt":
        """Accepted one after another, without what the table does by itself."""
        for command in commands:
            decided = decide(self.table, command)
            assert not isinstance(decided, Refused), f"{command} refused: {decided.text()}"
            assert fold(self.table, decided.events) == decided.state
            self.events += decided.events
            self.table = decided.state
        return self

    def go(self, *commands: c.Command) -> "Felt":
        """Accepted one after another, each with what the table does by itself."""
        for command in commands:
            self.do(command)
            while (own := follow_up(self.table)) is not None:
                self.do(own)
        return self

    def refuses(self, command: c.Command) -> Refused:
        """Refused, and nothing has changed."""
        before = self.table
        decided = decide(self.table, command)
        assert isinstance(decided, Refused), f"{command} was accepted"
        assert verify(self.table, command) == decided
        assert self.table == before
        return decided

    @property
    def meter(self) -> str:
        """What the meter shows."""
        assert self.table.meter is not None
        return str(self.table.meter.value)

    def wagers(self, **antes: str) -> "Felt":
        """`wagers(p1="25", p3="50")`: opens the round and puts antes down."""
        self.do(c.OpenRound(self.round.number + 1))
        for key, ante in antes.items():
            stake = Stake(Money.parse(ante))
            self.do(c.PlaceWager(int(key.removeprefix("p")), Area.ANTE, stake))
        return self

    def bonus(self, place: int, amount: str) -> "Felt":
        return self.do(c.PlaceWager(place, Area.BONUS, Stake(Money.parse(amount))))

    def jackpot(self, *places: int) -> "Felt":
        return self.do(*(c.JackpotSensor(place, present=True) for place in places))

    def deal(self, cards: str) -> "Felt":
        """No more bets, and these cards leave the device."""
        if self.phase == "wagers":
            self.do(c.NoMoreBets())
        return self.go(*(c.CardDrawn(card) for card in parse_cards(cards)))

    def all(self, choice: str) -> "Felt":
        return self.go(c.DecideAll(Choice(choice)))

    def decide(self, place: int, choice: str, amount: str | None = None) -> "Felt":
        money = Money.parse(amount) if amount else None
        return self.go(c.Decide(place, Choice(choice), money))

    def reveal(self, street: str, cards: str = "") -> "Felt":
        """Turn a street over; under sd its cards leave the deck first (burn included)."""
        self.go(*(c.CardDrawn(card) for card in parse_cards(cards)))
        return self.go(c.Reveal(Street(street)))

    def to_river(self, flop: str = "", turn: str = "", river: str = "") -> "Felt":
        """After the deal: everyone bets the flop, checks turn and river; sd has cards for them."""
        self.all("bet").reveal("flop", flop).all("check").reveal("turn", turn)
        return self.all("check").reveal("river", river)

    def to_showdown(self, *streets: str) -> "Felt":
        """The same, and the dealer's hand is shown."""
        return self.to_river(*streets).go(c.ShowDealersHand())

    def turn(self, place: int) -> "Felt":
        """In the settlement the next hand is turned, and nothing is taken or paid yet."""
        begin = (c.BeginSettlement(),) if self.phase == "showdown" else ()
        return self.go(*begin, c.TurnHand(place))

    def settle(self, *places: int) -> "Felt":
        return self.go(*(c.SettlePlace(place) for place in places))

    def pay(self, place: int, award: str) -> "Felt":
        """The award that is next: keyed, confirmed where it is off the meter, and paid."""
        step: c.OfAward | None = None
        while not isinstance(step, c.PayAward):
            step = award_step(self.table)
            assert step is not None
            assert (step.place, step.award) == (place, award)
            self.go(step)
        return self


def jackpot_felt(
    ruleset: str = "nsw-2024",
    *,
    method: str = "A",
    meter: str = "",
    reserve: str = "0",
    **more: Any,
) -> Felt:
    """A table with a jackpot, under sd PMG-01 for a dollar, before its first round."""
    jackpot = ({"schedule": "PMG-01", "wager": "1"} if ruleset == "sd" else {}) | more
    rules = table_rules(ruleset, method=method, jackpot=jackpot_rules(**jackpot))
    return Felt(rules, meter=meter or ("12000" if ruleset == "sd" else "60000"), reserve=reserve)


_CARDS = re.compile("(10|[2-9JQKA])([♣♦♥♠])")


def dealt_by_hand(dealer: str, *hands: str) -> str:
    """One card at a time, the dealer last, twice."""
    owners = [hand.split() for hand in (*hands, dealer)]
    return " ".join(cards[index] for index in (0, 1) for cards in owners)


def cards_in(words: str) -> set[Card]:
    """The cards that a sentence names."""
    return {
        Card.parse(f"{'T' if rank == '10' else rank}{'cdhs'['♣♦♥♠'.index(suit)]}")
        for rank, suit in _CARDS.findall(words)
    }


def play(text: str) -> list[dict[str, Any]]:
    """The results of a scenario given as TOML text, round by round."""
    scenario = checked_scenario("scenario.toml", tomllib.loads(text))
    table = BonusScenarioTable(scenario)
    results = []
    for number in range(1, len(scenario.content.rounds) + 1):
        play_round(table, number)
        results.append(round_result(table.table))
    return results
