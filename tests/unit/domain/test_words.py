"""How counts are written."""

from controller.domain.words import counted


def test_one_hand_and_two_hands() -> None:
    assert [counted(count, "hand") for count in (0, 1, 2, 1_200)] == [
        "0 hands",
        "1 hand",
        "2 hands",
        "1,200 hands",
    ]
