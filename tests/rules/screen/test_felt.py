"""The cloth on the screen: places, wager areas and card areas as Diagram A has them (rule 2)."""

import pytest

from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.screen import Made, Screen

WORDS = {"ante": "Ante", "flop": "Flop", "turn": "Turn", "river": "River", "bonus": "Bonus"}


def places_from_the_left(screen: Screen) -> list[str]:
    tiles = [
        item for _, item in screen.items() if item.objectName().removeprefix("place").isdigit()
    ]
    return [tile.objectName() for tile in sorted(tiles, key=lambda tile: tile.x())]


@pytest.mark.clause("nsw", "2.1", "Diagram A")
@pytest.mark.parametrize("places", [5, 7])
def test_the_places_are_drawn_opposite_the_dealer_the_first_at_the_dealers_left(
    made: Made, ruleset: str, places: int
) -> None:
    screen = made(table_rules(ruleset, places=places))
    assert places_from_the_left(screen) == [f"place{n}" for n in range(1, places + 1)]
    lowest = max(screen.centre(f"place{n}").y() for n in range(1, places + 1))
    assert lowest < screen.centre("dealersHand").y(), "the dealer sits at the near side"


@pytest.mark.clause("nsw", "2.2.1", "2.2.1.1", "2.2.1.2", "2.2.1.3", "2.2.1.4", "2.2.1.5")
@pytest.mark.clause("nsw", "2.2.2.2")
def test_every_place_has_one_round_area_for_each_wager_marked_with_its_word(
    made: Made, ruleset: str
) -> None:
    screen = made(table_rules(ruleset, places=5))
    for place in range(1, 6):
        for area, word in WORDS.items():
            assert screen.text(f"place{place}", area, "word") == word
            ring = screen.item(f"place{place}", area, "ring")
            assert ring.width() == ring.height() == 2 * ring.property("radius")


@pytest.mark.clause("nsw", "2.2.2.1")
def test_the_dealers_cards_and_the_community_cards_have_areas_of_their_own(
    made: Made, ruleset: str
) -> None:
    screen = made(table_rules(ruleset, places=5))
    dealers, community = screen.item("dealersHand"), screen.item("community")
    assert dealers.x() + dealers.width() <= community.x()


@pytest.mark.clause("nsw-2024", "2.2.2.3")
def test_with_a_jackpot_every_place_has_its_area_for_it(made: Made) -> None:
    screen = made(table_rules("nsw-2024", places=5, jackpot=jackpot_rules()))
    assert all(screen.find(f"place{place}", "jackpot") for place in range(1, 6))
