"""Rows of a database become records only where every field has its column."""

import pytest

from controller.domain.money import Money
from controller.pools import Reservation
from controller.pools.rows import from_row, next_in_row

ROW = ("T7/1", 3, "T7", 1, 5_000, 3, False, True)
HELD = Reservation("T7/1", 3, "T7", 1, Money(5_000), 3, whole=False, closed=True)


def test_a_row_is_read_by_the_order_of_the_fields() -> None:
    assert from_row(Reservation, ROW) == HELD


@pytest.mark.parametrize("row", [ROW[:-1], (*ROW, 0)], ids=["too short", "too long"])
def test_a_row_of_other_columns_is_no_record(row: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="zip"):  # without its last column it would look open
        from_row(Reservation, row)


def test_records_that_share_a_row_take_their_columns_in_turn() -> None:
    row = iter((*ROW, *ROW, "rest"))
    assert [next_in_row(Reservation, row) for _ in range(2)] == [HELD, HELD]
    assert next(row) == "rest"
