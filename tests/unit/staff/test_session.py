"""Sessions begin, are extended and end, whatever the wall clock does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain.instant import MINUTE_MS as MINUTE
from controller.domain.instant import SECOND_MS as SECOND
from controller.domain.instant import Instant
from controller.games.bonus.powers import BonusAction, BonusReason
from controller.staff import session as s
from controller.staff.powers import Action, HouseAction, NotAllowed, Objection
from controller.staff.roles import Actor, HouseReason, Person, Reason, Role
from controller.staff.session import (
    DEFAULT_TIMES,
    End,
    Ended,
    Means,
    OpenSessions,
    Session,
    SignOn,
    Times,
)

NOON = 1_760_000_000_000
DEALER = Person("117", "Bo", Role.DEALER)
GAMING = Person("204", "Gil", Role.GAMING_SUPERVISOR)
PIT = Person("900", "Ada", Role.CASINO_SUPERVISOR)
DAY = 24 * 60 * MINUTE


def now(steady_ms: int, wall_jump_ms: int = 0) -> Instant:
    return Instant(NOON + steady_ms + wall_jump_ms, steady_ms)


def signed_on(person: Person, at: Instant, role: Role | None = None) -> Session:
    session = s.unlock(person, role or person.role, at)
    assert isinstance(session, Session)
    return session


def sessions(*sessions: Session) -> OpenSessions:
    result = OpenSessions()
    for session in sessions:
        change = s.sign_on(result, session)
        assert not isinstance(change, SignOn)
        result = change[0]
    return result


def tapped(session: Session, at: Instant) -> Session | Ended:
    """The session after an activity; too late, it is over all the same."""
    after, over = s.activity(OpenSessions(top=session), at)
    return after.top or over[0]


def test_a_supervisor_session_ends_by_itself_and_not_a_moment_earlier() -> None:
    session = signed_on(GAMING, now(0))
    idle = DEFAULT_TIMES[Role.GAMING_SUPERVISOR].idle_ms
    assert s.ended(session, now(idle - 1)) is None
    assert s.ended(session, now(idle)) == Ended(session, End.IDLE, now(idle))


def test_activity_extends_a_session_but_never_beyond_its_longest_time() -> None:
    session: Session | Ended = signed_on(GAMING, now(0))
    longest = DEFAULT_TIMES[Role.GAMING_SUPERVISOR].longest_ms
    assert longest is not None
    at = 0
    while isinstance(session, Session):
        at += 30 * SECOND
        assert at <= longest
        session = tapped(session, now(at))
    assert (session.why, session.at.steady_ms) == (End.LONGEST, longest)


def test_activity_too_late_does_not_bring_a_session_back() -> None:
    session = signed_on(GAMING, now(0))
    late = tapped(session, now(DAY))
    assert isinstance(late, Ended)


def test_supervisors_have_the_shortest_sessions_and_the_dealer_deals_all_evening() -> None:
    idle = {role: times.idle_ms for role, times in DEFAULT_TIMES.items()}
    assert set(idle) == set(Role)
    short = idle[Role.GAMING_SUPERVISOR]
    assert idle[Role.CASINO_SUPERVISOR] == short == min(idle.values())
    session = signed_on(DEALER, now(0))
    for at in range(0, 12 * 60 * MINUTE, 20 * MINUTE):
        active = tapped(session, now(at))
        assert isinstance(active, Session)
        session = active


@pytest.mark.parametrize("jump", [-365 * DAY, -60 * MINUTE, -1, 1, 60 * MINUTE, 365 * DAY])
def test_a_jump_of_the_wall_clock_neither_ends_nor_prolongs_a_session(jump: int) -> None:
    session = signed_on(GAMING, now(0))
    assert s.ended(session, now(59 * SECOND, jump)) is None
    end = s.ended(session, now(60 * SECOND, jump))
    assert end is not None
    assert end.why is End.IDLE


def test_a_steady_clock_that_runs_backwards_or_began_anew_ends_the_session() -> None:
    session = signed_on(GAMING, now(5 * MINUTE))
    for other in (now(5 * MINUTE - 1), replace(now(5 * MINUTE), run=1)):
        end = s.ended(session, other)
        assert end is not None
        assert end.why is End.CLOCK


@given(
    st.lists(
        st.tuples(
            st.integers(0, 90 * SECOND),
            st.integers(-DAY, DAY),
            st.integers(-DAY, DAY),
            st.booleans(),
        ),
        max_size=20,
    )
)
def test_two_wall_clocks_never_tell_two_stories(
    steps: list[tuple[int, int, int, bool]],
) -> None:
    at = 0
    one: Session | Ended = signed_on(PIT, now(0))
    other: Session | Ended = signed_on(PIT, now(0))
    for gone, jump, other_jump, tap in steps:
        at += gone
        if isinstance(one, Session) and isinstance(other, Session):
            ends = s.ended(one, now(at, jump)), s.ended(other, now(at, other_jump))
            assert (ends[0] and ends[0].why) == (ends[1] and ends[1].why)
            if tap:
                one, other = tapped(one, now(at, jump)), tapped(other, now(at, other_jump))
    assert type(one) is type(other)
    if isinstance(one, Ended) and isinstance(other, Ended):
        assert one.why is other.why


def test_times_are_settings_and_more_than_nothing() -> None:
    times = {**DEFAULT_TIMES, Role.GAMING_SUPERVISOR: Times(10 * SECOND, None)}
    session = s.unlock(GAMING, Role.GAMING_SUPERVISOR, now(0), means=Means.CARD, times=times)
    assert isinstance(session, Session)
    assert session.means is Means.CARD
    assert s.ended(session, now(10 * SECOND - 1)) is None
    assert s.ended(session, now(10 * SECOND)) is not None
    for wrong in ((0, None), (SECOND, 0), (-1, None)):
        with pytest.raises(ValueError, match="more than 0 expected"):
            Times(*wrong)


def test_nobody_signs_on_in_a_role_that_is_not_theirs() -> None:
    assert s.unlock(DEALER, Role.GAMING_SUPERVISOR, now(0)) is SignOn.NOT_IN_THIS_ROLE
    assert s.unlock(GAMING, Role.CASINO_SUPERVISOR, now(0)) is SignOn.NOT_IN_THIS_ROLE


def test_a_supervisor_comes_on_top_and_leaves_the_dealer_signed_on() -> None:
    dealer, gaming = signed_on(DEALER, now(0)), signed_on(GAMING, now(SECOND))
    both = sessions(dealer, gaming)
    assert both.session() == gaming
    left, over = s.lock(both, now(2 * SECOND))
    assert left == sessions(dealer)
    assert over == (Ended(gaming, End.LOCKED, now(2 * SECOND)),)
    assert s.lock(left, now(3 * SECOND)) == (
        OpenSessions(),
        (Ended(dealer, End.LOCKED, now(3 * SECOND)),),
    )
    assert s.lock(OpenSessions(), now(4 * SECOND)) == (OpenSessions(), ())


def test_a_dealer_relieves_the_dealer_and_a_supervisor_the_supervisor() -> None:
    dealer, gaming, pit = (signed_on(person, now(0)) for person in (DEALER, GAMING, PIT))
    relief = signed_on(Person("118", "Cy", Role.DEALER), now(9))
    change = s.sign_on(sessions(dealer, gaming), relief)
    assert change == (sessions(relief, gaming), (Ended(dealer, End.RELIEVED, now(9)),))
    change = s.sign_on(sessions(gaming), pit)
    assert change == (sessions(pit), (Ended(gaming, End.RELIEVED, now(0)),))


def test_a_supervisor_who_deals_does_not_supervise_the_table() -> None:
    dealing = signed_on(GAMING, now(0), Role.DEALER)
    assert dealing.actor == Actor("204", Role.DEALER)
    assert s.sign_on(sessions(dealing), signed_on(GAMING, now(1))) is SignOn.DEALS_HERE
    assert s.sign_on(sessions(signed_on(GAMING, now(0))), dealing) is SignOn.DEALS_HERE
    assert sessions(dealing, signed_on(PIT, now(1))).session() is not None


def test_time_ends_what_is_over_and_a_tap_extends_what_is_on_top() -> None:
    both = sessions(signed_on(DEALER, now(0)), signed_on(GAMING, now(0)))
    tapped, over = s.activity(both, now(50 * SECOND))
    assert over == ()
    assert tapped.top == replace(both.top or signed_on(GAMING, now(0)), seen=now(50 * SECOND))
    assert tapped.dealer == both.dealer
    later, over = s.activity(tapped, now(111 * SECOND))
    assert [(end.session.person, end.why) for end in over] == [(GAMING, End.IDLE)]
    assert later.top is None
    assert later.dealer is not None
    assert later.dealer.seen == now(111 * SECOND)
    empty, over = s.tick(later, now(DAY))
    assert (empty, [end.session.person for end in over]) == (OpenSessions(), [DEALER])
    assert s.activity(empty, now(DAY)) == (OpenSessions(), ())


def test_a_request_waits_for_the_second_person_and_lapses() -> None:
    dealer = Actor("117", Role.DEALER)
    request = s.ask(BonusAction.CONFIRM_AWARD, dealer, BonusReason.ALL_AGREED, now(0))
    assert isinstance(request, s.Request)
    assert request.first == dealer
    assert not request.lapsed(now(s.REQUEST_MS - 1))
    assert request.lapsed(now(s.REQUEST_MS))
    assert request.lapsed(now(-1)), "a clock that ran backwards"


def test_whoever_is_struck_off_is_signed_on_no_longer() -> None:
    dealer, gaming = signed_on(DEALER, now(0)), signed_on(GAMING, now(0))
    both, at = sessions(dealer, gaming), now(SECOND)
    assert s.struck_off(both, "204", at) == (sessions(dealer), (Ended(gaming, End.STRUCK_OFF, at),))
    assert s.struck_off(both, "117", at) == (sessions(gaming), (Ended(dealer, End.STRUCK_OFF, at),))
    assert s.struck_off(both, "900", at) == (both, ())
    assert s.struck_off(OpenSessions(), "117", at) == (OpenSessions(), ())
    dealing = sessions(signed_on(GAMING, now(0), Role.DEALER))
    assert s.struck_off(dealing, "204", at)[0] == OpenSessions(), "in whatever role"


@pytest.mark.parametrize(
    ("action", "role", "reason", "objection"),
    [
        (
            BonusAction.CONFIRM_AWARD,
            Role.TECHNICIAN,
            BonusReason.ALL_AGREED,
            Objection.NOT_THIS_ROLE,
        ),
        (BonusAction.CONFIRM_AWARD, Role.DEALER, None, Objection.REASON_NEEDED),
        (BonusAction.CONFIRM_AWARD, Role.DEALER, HouseReason.FRAUD, Objection.REASON_UNFIT),
        (HouseAction.FILL, Role.DEALER, HouseReason.FRAUD, Objection.REASON_UNFIT),
        (BonusAction.OPEN_ROUND, Role.DEALER, None, Objection.TOO_MANY),
        (BonusAction.REFUSE_WAGER, Role.CASINO_SUPERVISOR, None, Objection.REASON_NEEDED),
    ],
)
def test_what_nobody_could_put_right_is_refused_before_anybody_is_called(
    action: Action, role: Role, reason: Reason | None, objection: Objection
) -> None:
    refused = s.ask(action, Actor("100", role), reason, now(0))
    assert isinstance(refused, NotAllowed)
    assert refused.objection is objection
