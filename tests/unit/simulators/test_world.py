"""The world keeps its cards."""

import pytest

from drivers.link.fields import FACES, Face
from drivers.shuffler.protocol import Back
from simulators.world import Card, Spot, Unconserved, World, deck


def test_two_decks_of_different_backs_lie_in_the_rack() -> None:
    world = World()
    assert world.pile(Spot.RACK) == deck(Back.RED) + deck(Back.BLUE)
    world.check()


def test_cards_move_in_order() -> None:
    world = World()
    world.move_deck(Back.BLUE, Spot.RACK, Spot.SHOE)
    first = world.move_top(Spot.SHOE, Spot.TABLE, 3)
    assert first == deck(Back.BLUE)[:3] == world.pile(Spot.TABLE)
    assert world.collect() == first
    assert world.put_back() == first
    world.check()


def test_a_card_that_is_not_there_cannot_be_moved() -> None:
    world = World()
    with pytest.raises(Unconserved, match="2c red is not at the table"):
        world.move(Spot.TABLE, Spot.SHOE, [deck(Back.RED)[0]])
    with pytest.raises(Unconserved, match="1 cards wanted, 0 at the shoe"):
        world.move_top(Spot.SHOE, Spot.TABLE)


def test_a_lost_or_doubled_card_raises() -> None:
    world = World()
    card = world._piles[Spot.RACK].pop()  # noqa: SLF001
    with pytest.raises(Unconserved, match="gone: As blue; there too often: none"):
        world.check()
    world._piles[Spot.RACK] += [card, card]  # noqa: SLF001
    with pytest.raises(Unconserved, match="gone: none; there too often: As blue"):
        world.move_top(Spot.RACK, Spot.TABLE)


def test_a_foreign_card_is_in_the_books_once_it_is_brought() -> None:
    world = World()
    world.bring(Card(Back.RED, Face(14, "s")), Spot.TRAY)
    world.check()
    assert len(world.pile(Spot.TRAY)) == 1


def test_shuffles_are_seeded() -> None:
    orders = []
    for seed in (1, 1, 2):
        world = World(seed)
        world.move_deck(Back.RED, Spot.RACK, Spot.SHOE)
        world.shuffle(Spot.SHOE)
        orders.append(world.pile(Spot.SHOE))
    assert orders[0] == orders[1] != orders[2]


def test_the_next_deck_can_be_stacked_once() -> None:
    world = World()
    wanted = (Face(14, "s"), Face(2, "c"), Face(9, "h"))
    world.stack(Back.RED, wanted)
    world.move_deck(Back.RED, Spot.RACK, Spot.SHOE)
    world.shuffle(Spot.SHOE)
    assert tuple(card.face for card in world.pile(Spot.SHOE)[:3]) == wanted
    world.shuffle(Spot.SHOE)
    assert tuple(card.face for card in world.pile(Spot.SHOE)[:3]) != wanted
    assert {card.face for card in world.pile(Spot.SHOE)} == set(FACES)
    with pytest.raises(Unconserved):
        world.stack(Back.RED, (Face(2, "c"), Face(2, "c")))
    world.shuffle(Spot.TABLE)
