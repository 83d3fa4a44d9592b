"""What always holds: chips, money, seats, places and balance, over random courses."""

from collections.abc import Callable, Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.tournament.balance import (
    BalanceTables,
    BreakTable,
    DrawSeats,
    cards_to_break,
    cards_to_draw,
    move_due,
    table_to_break,
    tables_to_fill,
)
from controller.tournament.buying import AddOn, CloseRebuys, Rebuy, TakeBackPurchase
from controller.tournament.clock import (
    AddTime,
    BeginHand,
    BeginLevel,
    CallOffHand,
    PauseClock,
    ResumeClock,
)
from controller.tournament.colouring import ColourUp
from controller.tournament.conduct import Disqualify, ForfeitPocketed, GiveBackPocketed, Readmit
from controller.tournament.core import CORE
from controller.tournament.corrections import CorrectHand, TakeBackBustOut
from controller.tournament.ending import EndHandForHand, PlayHandForHand, unseated
from controller.tournament.entries import Enter, WithdrawEntry
from controller.tournament.format import AddOns, Chips
from controller.tournament.hands import ReportHand
from controller.tournament.phases import Phase
from controller.tournament.places import ranking
from controller.tournament.prizes import money, won
from controller.tournament.publishing import PublishPrizes
from controller.tournament.seating import ComeBack, GoAway, MovePlayer, TakeSeat
from controller.tournament.state import Desk, Seat
from simulators.games.tournament.course import command_of
from simulators.games.tournament.file import checked_tournament
from tests.helpers.tournament_desk import Office, form, level
from tests.helpers.tournament_gen import legal


def test_chips_money_and_seats_hold_at_every_line_and_places_are_given_once() -> None:
    """Whatever a file can bring about; the record keeps all of it (`Office.ask`)."""
    met: set[type] = set()
    for seed in range(30):
        tournament = checked_tournament("friday.toml", legal(seed))
        office = Office(tournament.form).do(PublishPrizes(), *map(command_of, tournament.course))
        places_hold(office.desk)
        assert CORE.fold(Desk(tournament.form), office.events) == office.desk, f"seed {seed}"
        met |= {type(event) for event in office.events}
    assert len(met) == 16, "every kind that a file can bring about"


def places_hold(desk: Desk) -> None:
    """Prizes add up to the prize money; everybody but the disqualified has one place."""
    paid = won(desk)
    assert sum(one.cash for one in paid) == money(desk).prizes
    assert [one.place for one in paid] == list(range(1, len(paid) + 1))
    placed = [one.name for one in paid]
    assert sorted(placed + list(desk.disqualified)) == sorted(one.name for one in desk.entrants)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 45), seats=st.integers(4, 11))
def test_a_whole_tournament_stays_balanced_down_to_its_last_player(
    seed: int, count: int, seats: int
) -> None:
    random = Random(seed)
    office = Office(form(seats=seats)).do(*(Enter(f"p{number}") for number in range(count)))
    tables = range(1, 1 - (-count // seats) + random.choice((0, 1)))
    draw(office, random, tables)
    office.start()
    while len(left := [one for one in office.desk.entrants if one.stack]) > 1:
        table = random.choice(office.desk.table_numbers())
        random_hand(office, random, table)
        settle(office, random)
        assert len({one.seat for one in office.desk.entrants if one.is_in}) <= len(left)
    office.decide(lambda count: random.sample(DECK, count))
    assert office.desk.phase is Phase.DECIDED
    places_hold(office.desk)


def draw(office: Office, random: Random, tables: Iterable[int]) -> None:
    cards = cards_to_draw(office.desk, tables)
    random.shuffle(cards)
    office.do(DrawSeats(tuple(cards)))


def random_hand(office: Office, random: Random, table: int) -> None:
    """Somebody wins something from somebody, often all."""
    stacks = {one.name: one.stack for one in office.desk.players(table) if one.stack}
    if len(stacks) < 2:
        return
    winner, *losers = random.sample(list(stacks), random.randint(2, min(4, len(stacks))))
    for loser in losers:
        lost = random.choice((stacks[loser], stacks[loser] // 2))
        stacks[loser] -= lost
        stacks[winner] += lost
    counted = tuple((name, Money(stack)) for name, stack in stacks.items())
    big = random.choice([one.seat.number for one in office.desk.players(table) if one.seat])
    office.do(ReportHand(table, counted, None, big))


def settle(office: Office, random: Random) -> None:
    """As a director would: break what can be broken, then balance."""
    while (table := table_to_break(office.desk)) is not None:
        cards = cards_to_break(office.desk, table)
        random.shuffle(cards)
        office.do(BreakTable(table, tuple(cards)))
    while move_due(office.desk) is not None:
        office.do(BalanceTables())
    counts = [
        sum(one.stack > 0 for one in office.desk.players(number))
        for number in office.desk.table_numbers()
    ]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("seed", range(15))
def test_whatever_is_tapped_chips_money_and_seats_hold(seed: int) -> None:
    """Anything that a desk can be asked, in any order, much of it refused; corrections too."""
    random = Random(seed)
    office = Office(
        form(
            seats=4,
            rebuys=seed % 3 > 0,
            addons=AddOns.DOUBLE,
            house=seed % 4 * 100_000,
            levels=(level(20, 25, 50), level(5), level(20, 50, 100)) if seed % 2 else (),
            chips=Chips.VALUE if seed % 5 == 4 else Chips.TOURNAMENT,
        )
    )
    office.do(*(Enter(f"p{number}") for number in range(random.randint(4, 10))))
    draw(office, random, tables_to_fill(office.desk))
    office.start()
    taken: set[type] = set()
    for _ in range(250):
        command = random_command(office.desk, random)
        if office.ask(command, "keyed-wrong") is None:
            taken.add(type(command))
    assert len(taken) > 5
    for table in office.desk.tables:
        if table.level is not None:
            office.do(CallOffHand(table.number))
    office.do(*(Disqualify(one.name) for one in unseated(office.desk)))
    if ranking(office.desk):
        office.decide(lambda count: random.sample(DECK, count))
        places_hold(office.desk)


def random_command(desk: Desk, random: Random) -> object:
    """One of all that people at the desk can ask for between the start and the end."""
    name = random.choice([one.name for one in desk.entrants])
    table = random.choice([*desk.table_numbers(), 1])
    at_nothing = [one.seat for one in desk.entrants if one.is_in and one.seat and not one.stack]
    seat = random.choice([Seat(random.randint(1, 3), random.randint(1, 4)), *at_nothing])
    amount = Money(random.choice((100, 2_500, 10_000)))
    players = [one for one in desk.players(table) if one.stack]
    stacks = {one.name: Money(one.stack) for one in players}
    if len(stacks) > 1:
        winner, loser = random.sample(list(stacks), 2)
        lost = random.choice((stacks[loser], Money(stacks[loser] // 2)))
        stacks |= {winner: Money(stacks[winner] + lost), loser: Money(stacks[loser] - lost)}
    hand = tuple(stacks.items())
    last = desk.table(table).last
    makers: tuple[Callable[[], object], ...] = (
        lambda: Enter(f"p{len(desk.entrants)}"),
        lambda: WithdrawEntry(name),
        lambda: TakeSeat(name, seat),
        lambda: MovePlayer(name, seat),
        lambda: GoAway(name),
        lambda: ComeBack(name),
        lambda: BalanceTables(),
        lambda: BreakTable(table, tuple(cards_to_break(desk, table))),
        lambda: BeginHand(table),
        lambda: CallOffHand(table),
        lambda: ReportHand(table, hand),
        lambda: ReportHand(table, hand),
        lambda: ReportHand(table, hand),
        lambda: CorrectHand(table, last.before if last else ()),
        lambda: TakeBackBustOut(name),
        lambda: Rebuy(name),
        lambda: Rebuy(name),
        lambda: AddOn(name, double=random.random() < 0.5),
        lambda: TakeBackPurchase(name),
        lambda: CloseRebuys() if random.random() < 0.1 else Rebuy(name),
        lambda: ForfeitPocketed(name, amount),
        lambda: GiveBackPocketed(name, amount),
        lambda: Disqualify(name) if random.random() < 0.3 else GoAway(name),
        lambda: Readmit(name),
        lambda: ColourUp(table, amount),
        lambda: PauseClock(),
        lambda: ResumeClock(),
        lambda: AddTime(random.randint(-2, 2)),
        lambda: BeginLevel(random.randint(0, 2)),
        lambda: PlayHandForHand(),
        lambda: EndHandForHand(),
    )
    return random.choice(makers)()
