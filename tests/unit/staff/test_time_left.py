"""How long a session lasts still, as the screen counts it down."""

from controller.domain.instant import Instant
from controller.staff.roles import Role
from controller.staff.session import Session, ended, left_ms, unlock
from tests.unit.staff.crew import BO, GIL

NOON = Instant(0, 0)


def session(role: Role = Role.GAMING_SUPERVISOR) -> Session:
    begun = unlock(BO if role is Role.DEALER else GIL, role, NOON)
    assert isinstance(begun, Session)
    return begun


def at(seconds: int) -> Instant:
    return Instant(seconds * 1_000, seconds * 1_000)


def test_it_counts_down_to_the_end_and_stops_there() -> None:
    assert [left_ms(session(), at(s)) for s in (0, 45, 60, 90)] == [60_000, 15_000, 0, 0]
    assert ended(session(), at(60)) is not None


def test_the_longest_time_counts_where_it_is_nearer() -> None:
    busy = Session(GIL, Role.GAMING_SUPERVISOR, session().means, NOON, at(290), session().times)
    assert left_ms(busy, at(295)) == 5_000


def test_a_dealer_has_no_longest_time() -> None:
    assert left_ms(session(Role.DEALER), at(60)) == 59 * 60_000


def test_a_clock_that_ran_backwards_leaves_nothing() -> None:
    assert left_ms(session(), Instant(0, 0, run=7)) == 0
