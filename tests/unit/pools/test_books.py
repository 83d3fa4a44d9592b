"""Laws of the arithmetic that hold whatever the figures are."""

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.money import Money
from controller.pools import EVERYTHING, PARTS, Parameters, Percent, cents_rounded_up
from controller.pools.books import cents_above
from controller.pools.contract import Pool
from controller.pools.memory import MemoryPools
from tests.unit.pools.backends import award, done, opened, win

shares = st.integers(0, 400_000)
parameters = st.builds(
    Parameters,
    st.just("nsw"),
    st.integers(1, 999).map(Money),
    shares,
    st.integers(0, 300).map(Money),
    shares,
    st.none() | st.integers(300, 600).map(Money),
)
counts = st.lists(st.integers(1, 9), min_size=1, max_size=5)


def played(figures: Parameters, before: list[int]) -> Pool:
    pool = opened(MemoryPools(), figures)
    for round_, wagers in enumerate(before):
        done(pool.contribute(f"before {round_}", "t1", round_, wagers))
    return pool


@given(parameters, counts, counts)
@settings(max_examples=40)
def test_a_contribution_taken_back_in_any_pieces_leaves_no_trace(
    figures: Parameters, before: list[int], pieces: list[int]
) -> None:
    pool = played(figures, before)
    accounts = pool.status().accounts
    done(pool.contribute("c", "t2", 1, sum(pieces)))
    for index, wagers in enumerate(pieces):
        assert not done(pool.take_back(f"b{index}", "c", wagers)).house_carries
    assert pool.status().accounts == accounts


@given(parameters, counts, counts)
@settings(max_examples=40)
def test_wagers_count_the_same_one_by_one_or_all_at_once(
    figures: Parameters, before: list[int], pieces: list[int]
) -> None:
    at_once, one_by_one = played(figures, before), played(figures, before)
    done(at_once.contribute("c", "t2", 1, sum(pieces)))
    for index, wagers in enumerate(pieces):
        done(one_by_one.contribute(f"c{index}", "t2", 1, wagers))
    assert at_once.status().accounts == one_by_one.status().accounts


@given(parameters, counts, st.integers(1, 100), st.booleans())
@settings(max_examples=40)
def test_an_award_reversed_leaves_no_trace(
    figures: Parameters, before: list[int], percent: int, resets: bool
) -> None:
    pool = played(figures, before)
    accounts = pool.status().accounts
    win(pool, "t1", 1, EVERYTHING if resets else Percent(percent), resets=resets)
    assert not done(pool.reverse("v", "award t1 1")).house_carries
    assert pool.status().accounts == accounts


@given(parameters, counts)
@settings(max_examples=40)
def test_the_limit_is_never_passed_by_an_increment(figures: Parameters, before: list[int]) -> None:
    status = played(figures, before).status()
    assert figures.limit is None or status.meter <= figures.limit
    assert status.accounts.overflow % PARTS == 0


def test_two_seeds_stand_where_a_second_win_of_everything_is_posted_first() -> None:
    pool = opened(MemoryPools(), meter="80000")
    first = done(pool.reserve("r1", "t1", 1, Percent(100)))
    second = done(pool.reserve("r2", "t2", 1, Percent(100)))
    assert (str(first.amount), str(second.amount)) == ("80000.00", "0.00")
    done(award(pool, "p2", "r2", "0", resets=True))
    done(award(pool, "p1", "r1", "80000", resets=True))
    assert str(pool.status().available) == "100000.00"


def test_cents_are_rounded_by_name() -> None:
    assert [int(cents_rounded_up(figure)) for figure in (0, 1, PARTS, PARTS + 1)] == [0, 1, 1, 2]
    assert cents_above(Money(5), 5 * PARTS + 1, 7 * PARTS) == 2
    assert cents_above(Money(5), 9 * PARTS, 11 * PARTS) == 2
    assert cents_above(Money(5), 9 * PARTS, 8 * PARTS) == 0
    assert cents_above(None, 0, 99 * PARTS) == 0
