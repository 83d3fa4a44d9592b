"""A bet that is not what the rules ask, a card keyed wrong: put down, said, put right by touch."""

import pytest
from PySide6.QtGui import QColor

from controller.cards.plan import Unexplained
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.events import CardKeyed, CardTakenBack, FlopWagerCorrected
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Standing
from controller.games.bonus.wagers import Area, Stake
from controller.staff.roles import HouseReason
from tests.helpers.screen import LOOKED_AT, Made, Screen
from tests.helpers.shift import GAMING
from tests.qml.test_console import deal, dealt, phase, with_antes
from tests.qml.test_supervisor import confirm, menu, pick


def flop_of(screen: Screen, place: int) -> Money:
    return screen.shift.table.round.place(place).stakes[Area.FLOP].amount


def bet(screen: Screen, place: int, *chips: str) -> Screen:
    """The likely bet, and then what really lies there."""
    return bet_again(screen.tap(f"place{place}"), place, *chips)


def bet_again(screen: Screen, place: int, *chips: str) -> Screen:
    """Another amount lies there than was keyed."""
    screen.tap(f"place{place}").tap("choice-amount").tap("chipClear")
    for chip in chips:
        screen.tap(f"chip{chip}")
    return screen.tap("chipSet")


@pytest.fixture
def flop(made: Made) -> Screen:
    """Places 1 and 2 with antes of 25 and 50 are to decide."""
    return dealt(made(), 1, 2)


@pytest.mark.parametrize(
    ("answer", "standing"), [("correct", Standing.IN), ("fold", Standing.FOLDED)]
)
def test_a_wrong_flop_wager_is_keyed_as_it_lies_and_the_player_chooses(
    flop: Screen, answer: str, standing: Standing
) -> None:
    flop.tap("place1")
    bet(flop, 2, "25", "25", "25")
    assert flop_of(flop, 2) == Money.parse("75")
    assert not flop.enabled("primaryButton"), "11.10: the flop waits"
    assert "75" in flop.text("warning")
    flop.tap("irregularityButton").tap("say-flop-wager-corrected").tap("say-2")
    flop.tap(f"say-{answer}").tap("confirm-")
    assert flop.shift.table.round.place(2).standing is standing
    if standing is Standing.IN:
        assert flop_of(flop, 2) == Money.parse("100")
        assert any(isinstance(one, FlopWagerCorrected) for one in flop.shift.events())
    assert flop.enabled("primaryButton")


def test_a_tap_on_a_warning_leads_to_the_next(flop: Screen) -> None:
    bet(bet(flop, 1, "25"), 2, "25", "25", "25")
    first = flop.text("warning")
    assert first.endswith("(1 more: tap)")
    assert flop.tap("warnings").text("warning") != first
    assert flop.tap("warnings").text("warning") == first


def test_the_pad_says_what_the_street_asks_and_what_is_not_that(flop: Screen) -> None:
    flop.tap("place2").tap("place2").tap("choice-amount")
    assert flop.text("chipStreet") == "Flop wager actually placed"
    assert flop.text("chipBounds") == "2 × $50"
    assert flop.text("chipAmount") == "$100", "the likely bet lies there"
    assert not flop.enabled("chipSet")
    flop.tap("chipClear").tap("chip25")
    assert flop.text("chipSet", "label") == "Bet $25"
    flop.tap("chip25").tap("chip25").tap("chip25")
    assert not flop.enabled("chipSet"), "it lies there as the rules ask"
    flop.tap("chip25").tap("chipSet")
    assert flop_of(flop, 2) == Money.parse("125")
    bet_again(flop, 2, "100")
    assert flop_of(flop, 2) == Money.parse("100"), "put right by keying it anew"
    flop.tap("place1")
    assert flop.enabled("primaryButton")


def test_a_short_turn_wager_is_settled_as_it_lies(flop: Screen) -> None:
    """11.11.1 at the settlement: pay or take the actual amount."""
    flop.tap("allBetButton").tap("primaryButton")
    flop.tap("place1").tap("place1").tap("choice-amount").tap("chip5").tap("chipSet")
    assert flop.shift.table.round.place(1).stakes[Area.TURN].amount == Money.parse("5")
    flop.tap("allCheckButton").tap("primaryButton")
    assert phase(flop) is Phase.RIVER_DECISIONS


@pytest.mark.parametrize("size", LOOKED_AT)
def test_the_pad_and_the_choices_stand_whole(made: Made, size: tuple[int, int]) -> None:
    screen = dealt(made(size=size), 1, 2)
    screen.tap("place2").tap("place2")
    assert screen.faults() == []
    screen.tap("choice-amount").tap("chip25")
    assert screen.faults() == []


# Cards


def keyed_alike(screen: Screen) -> Screen:
    """The device has not read the flop; its second card is keyed as one that lies face down."""
    with_antes(screen, 1, 2).tap("primaryButton")
    for card in (None, None, None, *parse_cards("3s 4s 5s 6s Kd 7s 8s Ts")):
        screen.shift.do(c.CardDrawn(card))
    screen.settle().tap("allBetButton")
    for name in ("Ac", "Kd", "2c"):
        screen.tap(f"key-{name}")
    return screen


def test_a_card_keyed_as_one_that_is_out_is_put_right_by_undo(made: Made) -> None:
    screen = keyed_alike(made())
    assert screen.shift.table.round.unexplained is Unexplained.KNOWN_CARD
    assert "Undo takes back" in screen.text("guidanceText")
    assert screen.text("primaryButton", "reason") == "A card was keyed twice. Tap Undo"
    assert screen.faults() == []
    screen.tap("undoButton")
    assert screen.text("cardPadTitle") == "Key community card 3"
    assert "Undo takes back" in screen.text("cardPadWhy")
    notice = QColor(screen.item("cardPadWhy").property("color"))
    why_not = QColor(screen.item("primaryButton", "reason").property("color"))
    assert notice == why_not, "the colour of what a person must see to"
    screen.tap("undoButton")
    assert screen.text("cardPadTitle") == "Key community card 2"
    assert screen.text("cardPadWhy") == "The shuffler could not read this card."
    screen.tap("key-9s").tap("key-2c").tap("primaryButton")
    assert [str(card) for card in screen.shift.table.round.community[:3]] == ["Ac", "9s", "2c"]
    kinds = [one for one in screen.shift.events() if isinstance(one, CardKeyed | CardTakenBack)]
    assert "".join(type(one).__name__[4] for one in kinds) == "KKKTTKK", "all of it on record"


def test_keyed_alike_once_more_a_supervisor_overrides_it_face_down(made: Made) -> None:
    screen = keyed_alike(made())
    screen.tap("undoButton").tap("undoButton").tap("key-Kd").tap("key-2c")
    screen.tap("undoButton")
    assert screen.shift.table.round.keyed.count(1) == 2, "a card is taken back once"
    assert screen.text("primaryButton", "reason") == "First report the cards that do not fit"
    assert screen.faults() == []
    pick(menu(screen, GAMING), "Round", "override-card", "1").tap("supervisor", "key-9s")
    confirm(screen, HouseReason.MISREAD.value).tap("leaveButton")
    assert screen.shift.table.round.unexplained is Unexplained.NOTHING
    screen.tap("primaryButton")
    assert phase(screen) is Phase.TURN_DECISIONS


def test_promotional_tokens_are_keyed_shown_and_what_they_win_is_paid_in_chips(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.tap("place1").tap("chipClear")
    screen.tap("chipTokens").tap("chip25").tap("chipTokens").tap("chip5")
    assert screen.text("chipSet", "reason") == "$25 in tokens"
    screen.tap("chipSet")
    ante = Stake(Money.parse("30"), Money.parse("25"))
    assert screen.shift.table.round.place(1).stakes[Area.ANTE] == ante
    assert screen.text("place1", "ante", "amount") == "30 tk"
    screen.tap("place1")
    assert screen.text("chipSet", "reason") == "$25 in tokens", "as it lies there"
    assert not screen.enabled("chipSet")
    screen.tap("chipClose").tap("primaryButton")
    deal(screen)
    screen.tap("place1").tap("place1").tap("choice-amount").tap("chipClear")
    screen.tap("chipTokens").tap("chip25")
    screen.tap("chipTokens").tap("chip25").tap("chip5").tap("chip5").tap("chipSet")
    bet_of = screen.shift.table.round.place(1).stakes[Area.FLOP]
    assert bet_of == Stake(Money.parse("60"), Money.parse("25"))
    assert screen.find("warning") is None, "what the flop asks"
