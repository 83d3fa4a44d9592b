"""Answers of pure functions are kept for the very argument they were last asked about."""

from controller.domain.base import remembered


def test_the_same_argument_is_not_worked_out_again_and_an_equal_one_is() -> None:
    asked: list[list[int]] = []

    @remembered
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    first, equal = [1, 2], [1, 2]
    assert [total(first), total(first), total(equal), total(first)] == [3, 3, 3, 3]
    assert [any(one is other for other in asked) for one in (first, equal)] == [True, True]
    assert len(asked) == 3
