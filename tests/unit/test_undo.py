"""Undo is another command, by the same powers, on record; what was seen or paid is never undone."""

from typing import Any

import pytest

from controller.authority import Command
from controller.domain.cards import Card, parse_cards
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.calls import CallSupervisor
from controller.floor.closing import AnnounceClosing
from controller.floor.core import ANY_FLOOR
from controller.floor.seats import TakeSeat
from controller.games.bonus import commands as c
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.game import BONUS
from controller.games.bonus.orders import ORDERS
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.poker.core import CORE as POKER_CORE
from controller.games.poker.floor import FLOOR as POKER_FLOOR
from controller.games.poker.game import POKER
from controller.house.events import TapUndone
from controller.running.snapshot import Accepted, Answer, NotNow
from controller.running.undo import TAPS_MAX, LastTaps, Undoable, every_row, reason_for
from controller.staff.powers import Nobody
from tests.helpers.felt import Felt, table_rules
from tests.helpers.shift import GAMING, Shift

CARDS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh  Qc 8c"
BET, CHECK, FOLD = Choice.BET, Choice.CHECK, Choice.FOLD
ANTE = c.PlaceWager(1, Area.ANTE, Stake(Money.parse("25")))


def offered(shift: Shift) -> Undoable:
    found = shift.controller.snapshot().undo
    assert found is not None
    return found


def undo(shift: Shift, what: Undoable | None = None) -> Answer:
    return shift.now(shift.controller.undo(what or offered(shift)))


def dealt() -> Shift:
    return Shift().playing(1, 2).wagers(p1="25", p2="50").deal(CARDS)


def test_every_command_that_people_give_has_a_line() -> None:
    listed = {row.command for row in every_row(BONUS)}
    commands: set[Any] = {*BONUS.core.handlers, *FLOOR.handlers, *ORDERS}
    assert listed == {kind for kind in commands if not isinstance(kind.action, Nobody)}


def test_every_command_that_people_give_in_the_poker_room_has_a_line() -> None:
    own: set[Any] = {*POKER_CORE.handlers, *POKER_FLOOR.handlers, *POKER.orders}
    commands = own - {*ANY_FLOOR.handlers}
    given = {kind for kind in commands if not isinstance(kind.action, Nobody)}
    assert set(POKER.undo_rows) == given


@pytest.mark.parametrize(
    "command",
    [
        c.Decide(1, BET),
        c.Decide(2, BET, Money.parse("80")),
        c.DecideAll(BET),
    ],
)
def test_a_decision_is_open_again_and_the_undoing_stands_in_the_record(command: Command) -> None:
    shift = dealt()
    before = shift.table
    shift.do(command)
    assert shift.table != before
    what = offered(shift)
    assert isinstance(undo(shift), Accepted)
    assert shift.table == before
    assert shift.events()[-1] == TapUndone(what.what)


def test_a_decision_that_replaced_another_gives_way_to_it() -> None:
    shift = dealt().do(c.DecideAll(BET), c.Reveal(Street.FLOP), c.Decide(1, BET, Money.parse("30")))
    before = shift.table
    shift.do(c.Decide(1, CHECK))
    undo(shift)
    assert shift.table == before


@pytest.mark.parametrize("area", [Area.ANTE, Area.BONUS])
def test_a_wager_is_taken_back_and_one_taken_back_is_put_down_again(area: Area) -> None:
    shift = Shift().playing(1).do(c.OpenRound(1))
    if area is Area.BONUS:
        shift.do(ANTE)
    empty = shift.table
    shift.do(c.PlaceWager(1, area, Stake(Money.parse("25"))))
    placed = shift.table
    shift.do(c.TakeBackWager(1, area))
    undo(shift)
    assert shift.table == placed
    undo(shift)
    assert shift.table == empty, "one tap after the other"


def test_an_ante_that_took_its_bonus_along_is_keyed_anew() -> None:
    shift = Shift().playing(1).do(c.OpenRound(1), ANTE)
    shift.do(c.PlaceWager(1, Area.BONUS, Stake(Money.parse("5"))), c.TakeBackWager(1, Area.ANTE))
    assert shift.controller.snapshot().undo is None


@pytest.mark.parametrize(
    ("command", "supervised"), [(TakeSeat(3, "P3"), False), (AnnounceClosing(), True)]
)
def test_what_the_floor_can_take_back_is_taken_back(command: Command, supervised: bool) -> None:
    shift = Shift().playing(1, 2)
    if supervised:
        shift.on(GAMING)
    before = shift.floor
    shift.do(command)
    assert shift.floor != before
    reason = shift.likeliest(offered(shift).by)
    answer = shift.now(shift.controller.undo(offered(shift), reason))
    assert isinstance(answer, Accepted)
    assert (shift.floor.seats, shift.floor.closing_notice) == (before.seats, None)


@pytest.mark.parametrize(
    "commands",
    [(c.Decide(1, FOLD),), (c.DecideAll(BET), c.Reveal(Street.FLOP)), (c.OpenRound(2),)],
)
def test_what_was_seen_announced_or_is_final_is_not_offered(commands: tuple[Command, ...]) -> None:
    shift = dealt() if len(commands) > 1 or commands == (c.Decide(1, FOLD),) else Shift().playing(1)
    shift.do(*commands)
    assert shift.controller.snapshot().undo is None


def test_the_last_hand_folded_by_mistake_is_corrected_before_the_round_is_over() -> None:
    shift = dealt().do(c.Decide(1, FOLD), c.Decide(2, FOLD))
    assert shift.table.round.phase.value == "flop-decisions", "the dealer is asked first"
    shift.supervised(c.CorrectDecision(2, BET))
    shift.do(c.Reveal(Street.FLOP))


def test_an_offer_that_is_not_the_last_tap_any_more_is_stale() -> None:
    shift = dealt().do(c.Decide(1, BET))
    first = offered(shift)
    shift.do(c.Decide(2, BET))
    assert undo(shift, first) == Refused(NotNow.STALE)
    again = offered(shift)
    assert isinstance(undo(shift, again), Accepted)
    assert undo(shift, again) == Refused(NotNow.STALE), "a double tap undoes one tap"


def test_nobody_undoes_who_may_not() -> None:
    shift = dealt().do(c.Decide(1, BET))
    last = offered(shift)
    before = shift.off().table
    assert shift.controller.snapshot().undo is None
    assert isinstance(undo(shift, last), Refused)
    assert shift.table == before


def test_what_the_floor_enters_leaves_the_taps_of_the_round_to_be_undone() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25", p2="50")
    wager = offered(shift)
    assert wager.what == "Wager, place 2"
    shift.do(CallSupervisor())
    assert offered(shift) == wager, "a call changes nothing of it"
    shift.on(GAMING).do(AnnounceClosing())
    assert offered(shift).what == "Closing notice", "for who may withdraw it"
    shift.off()
    assert offered(shift) == wager, "and the dealer's own for the dealer"
    assert isinstance(undo(shift), Accepted)
    assert offered(shift).what == "Wager, place 1"
    shift.on(GAMING)
    assert offered(shift).what == "Closing notice"
    notice = offered(shift)
    shift.now(shift.controller.undo(notice, reason_for(notice.by)))
    assert shift.off().floor.closing_notice is None
    assert offered(shift).what == "Wager, place 1"


def test_a_step_of_the_round_lets_everything_before_it_stand() -> None:
    shift = Shift().playing(1, 2).do(c.OpenRound(1), TakeSeat(3, "P3"))
    assert offered(shift).what == "Seat, place 3"
    shift.do(ANTE, c.NoMoreBets())
    assert shift.controller.snapshot().undo is None
    shift = Shift().playing(1, 2).do(TakeSeat(3, "P3"), CallSupervisor())
    assert shift.controller.snapshot().undo is None, "nor does the floor reach behind its entries"


def test_every_line_says_by_whom_and_how_the_button_calls_it() -> None:
    rows = {row.command: row for row in every_row(BONUS)}
    assert rows[c.PlaceWager].by == "dealer"
    assert rows[c.CorrectDecision].by == "dealer and supervisor"
    assert rows[c.Reveal].by == ""
    assert all(bool(row.label) == bool(row.opposite) for row in rows.values())


def test_a_table_that_starts_again_offers_nothing_and_the_list_is_bounded() -> None:
    shift = dealt()
    for _ in range(TAPS_MAX):
        shift.do(c.Decide(1, BET), c.Decide(1, BET))
    for _ in range(TAPS_MAX):
        assert isinstance(undo(shift), Accepted)
    assert shift.controller.snapshot().undo is None
    shift.do(c.Decide(2, BET)).restart()
    assert shift.controller.snapshot().undo is None


def test_cards_that_were_keyed_are_taken_back_after_a_start_as_well() -> None:
    felt = Felt(table_rules()).wagers(p1="25").go(c.NoMoreBets())
    felt.go(*(c.CardDrawn(None) for _ in range(9)), c.DecideAll(BET))
    felt.go(c.KeyCard(0, Card.parse("7h")), c.KeyCard(1, Card.parse("2c")))
    taps = LastTaps(BONUS)
    for draw in (1, 0):
        found = taps.offer(felt.table, None)
        assert found is not None
        assert (found.what, found.by) == ("Card", c.TakeBackCard(draw))
        before = felt.table
        felt.go(c.TakeBackCard(draw))
        taps.tapped(before, found.by, undoes=True)
    assert taps.offer(felt.table, None) is None
    felt.go(*(c.KeyCard(n, card) for n, card in enumerate(parse_cards("7h 2c Kd"))))
    felt.reveal("flop")
    assert taps.offer(felt.table, None) is None, "confirmed"
