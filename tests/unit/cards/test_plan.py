"""Where cards go and lie by a plan: one answer for games, devices, sealing and screens."""

from controller.cards.plan import (
    BURN,
    COMMUNITY,
    DEALER,
    Deal,
    DealPlan,
    Layout,
    LyingCard,
    Slot,
    To,
    known,
    packet,
)
from controller.domain.cards import parse_cards

ONE, TWO = Slot(To.PLACE, 1), Slot(To.PLACE, 2)
PLAN = DealPlan((COMMUNITY, COMMUNITY, ONE, ONE, BURN, DEALER), (6,))
CARDS = parse_cards("2c 3c 4d 5d 6h 7s 8s")


def test_every_card_lies_where_the_plan_puts_it_and_one_too_many_nowhere() -> None:
    found = [(one.where, one.index) for one in Layout(PLAN).every_card(CARDS)]
    assert found == [
        ("community", 0),
        ("community", 1),
        ("place 1", 0),
        ("place 1", 1),
        ("burn", 0),
        ("dealer", 0),
        ("extra", 0),
    ]


def test_without_a_plan_every_card_is_one_too_many() -> None:
    assert list(Layout(None).every_card((CARDS[0], None))) == [
        LyingCard("extra", 0, CARDS[0]),
        LyingCard("extra", 1, None),
    ]
    assert Layout(None).slot(0) is None


def test_a_reversed_packet_lies_the_other_way_round_for_everybody() -> None:
    layout = Layout(PLAN, (COMMUNITY,))
    assert layout.spots(CARDS)[COMMUNITY] == (CARDS[1], CARDS[0])
    assert layout.draws_at(COMMUNITY, 2) == [1, 0]
    assert layout.draws_at(ONE, 2) == [2, 3]
    first, second, *_ = layout.every_card(CARDS)
    assert (first.index, second.index) == (1, 0)


def test_a_spot_has_the_cards_that_have_come_so_far() -> None:
    layout = Layout(PLAN)
    assert layout.spots(CARDS[:3])[ONE] == (CARDS[2],)
    assert layout.spots(CARDS[:3])[TWO] == ()
    assert layout.draws_at(ONE, 1) == [2]
    assert (layout.counts(4)[ONE], layout.counts(4)[DEALER]) == (2, 0)


def test_cards_for_the_same_spot_leave_together_and_beyond_the_plan_in_pairs() -> None:
    assert [packet(PLAN, out, 6 - out) for out in (0, 1, 2, 4)] == [2, 1, 2, 1]
    assert packet(PLAN, 0, 1) == 1
    assert [packet(PLAN, 6, 3), packet(None, 0, 1)] == [2, 1]


def test_a_device_owes_what_is_due_and_nothing_while_somebody_has_to_speak() -> None:
    assert Deal(PLAN, 2, 6, True, waits=True).awaited == 4
    assert Deal(PLAN, 7, 6, True, waits=True).awaited == 0
    assert Deal(PLAN, 2, 6, True).awaited == 0


def test_a_card_that_nobody_has_read_is_not_known() -> None:
    assert known((CARDS[0], None, CARDS[1])) == CARDS[:2]
