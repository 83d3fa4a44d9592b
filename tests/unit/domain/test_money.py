"""Money: whole cents, parsed strictly, rounded by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain.base import BrokenInvariant, existing
from controller.domain.money import (
    Money,
    percent_rounded_down,
    scaled_rounded_down,
    share_rounded_down,
)

amounts = st.integers(0, 10**12).map(Money)


@given(amounts)
def test_an_amount_reads_back_as_it_is_written(amount: Money) -> None:
    assert Money.parse(str(amount)) == amount


@pytest.mark.parametrize(("text", "cents"), [("25", 2500), ("25.5", 2550), ("0.07", 7)])
def test_dollars_are_read_as_people_write_them(text: str, cents: int) -> None:
    assert Money.parse(text) == Money(cents)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("-5", "negative"),
        ("1.005", "3 decimals"),
        ("", "not an amount"),
        ("five", "not an amount"),
        ("1,000", "not an amount"),
        ("1e3", "not an amount"),
        (" 5", "not an amount"),
        ("5\n", "not an amount"),
        ("\u0665", "not an amount"),
        ("9999999999999", "not an amount"),
    ],
)
def test_anything_else_is_refused_with_what_was_seen(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as wrong:
        Money.parse(text)
    assert repr(text) in str(wrong.value)


def test_arithmetic_keeps_the_type_and_takes_no_fractions() -> None:
    five = Money(500)
    for amount in (five + five, five - five, five * 2, 2 * five, -five, sum([five], start=five)):
        assert type(amount) is Money
    with pytest.raises(TypeError):
        _ = five + 0.5
    with pytest.raises(TypeError):
        _ = five * 0.5


def test_amounts_are_shown_to_people_with_their_sign_and_thousands() -> None:
    assert Money(6123450).display() == "$61,234.50"
    assert Money(-750).display() == "-$7.50"
    assert str(Money(-750)) == "-7.50"
    assert repr(Money(5)) == "Money(5)"


@given(amounts, st.integers(1, 9))
def test_shares_and_percentages_are_rounded_down_and_lose_less_than_a_cent_each(
    amount: Money, parts: int
) -> None:
    share = share_rounded_down(amount, parts)
    assert 0 <= amount - share * parts < parts
    assert 0 <= int(amount) * 10 - percent_rounded_down(amount, 10) * 100 < 100


def test_a_printed_figure_scales_with_the_wager() -> None:
    assert scaled_rounded_down(Money(100_000), Money(200), Money(100)) == Money(200_000)
    assert scaled_rounded_down(Money(1), Money(99), Money(100)) == Money(0)


def test_a_value_that_must_be_there_is_asked_for_by_name() -> None:
    assert existing(0, "nought") == 0
    with pytest.raises(BrokenInvariant, match="no plan"):
        existing(None, "no plan")
