"""Amounts that add up, as they are keyed."""

from hypothesis import given
from hypothesis import strategies as st

from controller.domain.money import Money
from ui.viewmodels.amounts import NO_AMOUNTS, Amounts

HERE = {"anna": Money(100_000), "ben": Money(100_000), "cara": Money(50_050)}


def keyed(*taps: str) -> Amounts:
    """A name picks; anything else is a key."""
    made = NO_AMOUNTS
    for tap in taps:
        if tap in HERE:
            made = made.pick(tap)
        elif tap == "rest":
            made = made.rest(HERE)
        elif tap == "clear":
            made = made.clear()
        else:
            made = made.key(tap, 9)
    return made


def test_the_loser_is_keyed_and_the_winner_takes_the_rest() -> None:
    made = keyed("anna", "0", "ben", "rest")
    assert made.said(HERE) == ""
    assert made.answer(HERE) == "0.00\tanna\n2000.00\tben\n500.50\tcara"
    assert [(row.code, row.amount, row.changed, row.picked) for row in made.rows(HERE)] == [
        ("anna", "0", True, False),
        ("ben", "2,000", True, True),
        ("cara", "500.50", False, False),
    ]


def test_what_is_missing_is_said() -> None:
    assert keyed("anna", "0").said(HERE) == "1,000 missing"
    assert keyed("anna", "2", "0", "0", "0").said(HERE) == "1,000 too much"
    assert keyed("anna", "0", "clear").said(HERE) == ""


def test_a_digit_begins_anew_after_another_was_picked_and_cents_are_two() -> None:
    made = keyed("anna", "5", "ben", "7", "anna", "6", ".", ".", "2", "5", "9")
    assert made.keyed == {"anna": "6.25", "ben": "7"}
    assert keyed("anna", ".", "5").keyed == {"anna": "0.5"}
    assert keyed("anna", "0", "0", "7").keyed == {"anna": "7"}
    assert keyed("5") == NO_AMOUNTS, "nobody is picked"


def test_nobody_takes_a_rest_that_is_not_there() -> None:
    made = keyed("anna", *"9999999", "ben", "rest")
    assert made.keyed == {"anna": "9999999"}


@given(st.lists(st.sampled_from([*HERE, *"0123456789.", "rest", "clear"]), max_size=30))
def test_whatever_is_keyed_the_rest_makes_it_add_up_or_there_is_too_much(taps: list[str]) -> None:
    made = keyed(*taps, "cara", "clear", "rest")
    assert made.missing(HERE) == 0 or made.missing(HERE) < 0
    assert sum(made.all(HERE).values()) == sum(HERE.values()) - made.missing(HERE)
