"""PokerKit judges random hands of the core, step by step."""

import pytest

from controller.games.poker.rules import Limit
from tests.helpers.poker_judge import judge

LIMITS = (Limit.NO_LIMIT, Limit.POT_LIMIT, Limit.FIXED)


def test_hands_go_as_pokerkit_has_them() -> None:
    seen = judge(range(150), LIMITS)
    assert seen["hands"] > 145
    assert min(seen["showdowns"], seen["side pots"]) > 40
    assert seen["shared pots"] > 2


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(10_000, 19_000, 3_000))
def test_thousands_of_hands_go_as_pokerkit_has_them(first: int) -> None:
    assert judge(range(first, first + 3_000), LIMITS)["hands"] > 2_940
