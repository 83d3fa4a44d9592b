"""The house's commission as figures of a TOML file."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from controller.games.poker.figures import scale_of
from controller.games.poker.rules import FULL_SCALE, Scale

SHIPPED = Path(__file__).parents[4] / "config" / "games" / "poker" / "commission.toml"


def test_the_figures_we_ship_are_those_of_the_rules() -> None:
    figures = tomllib.loads(SHIPPED.read_text("utf-8"))["commission"]
    assert scale_of(figures, 200) == FULL_SCALE


def test_a_lower_scale_is_read() -> None:
    figures = {"step": "40", "amount": "1.50", "cap": "6", "before_flop": False, "free_players": 3}
    assert scale_of(figures, 200) == Scale(4000, 150, 600, before_flop=False, players_min=4)


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({"step": "20", "amount": "2"}, "22.2"),
        ({"step": "20", "amount": "1", "tip": "1"}, "unknown key 'tip'"),
        ({"step": 20, "amount": "1"}, "step: 20 seen"),
        ({"step": "20"}, "amount: None seen"),
        ({"step": "20", "amount": "much"}, "amount: 'much' is not an amount"),
        ({"step": "0", "amount": "1"}, "step of more than 0"),
        ({"step": "20", "amount": "1", "before_flop": "no"}, "true or false"),
        ({"step": "20", "amount": "1", "free_players": True}, "a whole number"),
    ],
)
def test_figures_that_cannot_be_are_refused(figures: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match="commission") as wrong:
        scale_of(figures, 200)
    assert told in str(wrong.value)
