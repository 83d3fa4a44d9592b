"""The decks in and around the device: whole, of two colours, checked, shuffled by it (3, 4.4)."""

import pytest

from controller.cards.plan import Unexplained
from controller.domain.cards import parse_cards
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck, CheckDeck, DeckChecked, DeckFoundWrong, ShuffleDeck
from controller.floor.loading import LoadDeck
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import FinishRound
from controller.floor.state import CheckMeans
from controller.floor.tasks import open_tasks
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending
from controller.games.bonus.rules import TableRules
from controller.games.bonus.steps import guide
from controller.staff.powers import Objection
from drivers.link.fields import Face
from drivers.shuffler.protocol import Back
from simulators.people.felt import Felt
from simulators.world import Card as Piece
from simulators.world import Spot
from tests.helpers.felt import table_rules
from tests.helpers.shift import GAMING, Shift
from tests.helpers.wired import Wired, wired
from tests.unit.floor.pit import Pit

CARDS = parse_cards("9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d")
FOREIGN = c.Report(c.Irregularity.FOREIGN_CARD)


def rules_of(ruleset: str, dealing: str) -> TableRules:
    return table_rules(ruleset, places=5, dealing=dealing)


def dealing(table: Wired) -> Wired:
    """The cards of a round with two hands, out of the device."""
    table.antes(1, 2).do(c.NoMoreBets())
    table.out(11)
    return table.comes(lambda house: house.table.round.phase is Phase.FLOP_DECISIONS)


def told(house: BonusHouse) -> set[tuple[str, str | None]]:
    """Who has to be notified, by which clause."""
    assert house.floor is not None
    return {(task.to, task.clause) for task in open_tasks(house.floor)}


WATCH = {("surveillance", "11.9.4"), ("inspector", "11.9.4")}


def void_for_a_foreign_card(table: Wired) -> None:
    """11.9, gone through by people."""
    table.supervised(FOREIGN)
    assert (table.table.round.ending, table.table.round.clause) == (Ending.VOID, "11.9.2")
    table.do(c.CloseRound())
    assert told(table.house) == WATCH
    assert table.why(c.OpenRound(2)) == (FloorRefusal.DECK_CHECK_DUE, "11.9.3")


@pytest.mark.clause("nsw", "3.1")
def test_a_card_read_twice_stops_the_deal_for_a_foreign_card(ruleset: str) -> None:
    with wired(rules_of(ruleset, "shoe")) as table:
        table.opened().seated(1, 2).into_the_shoe(CARDS).antes(1, 2).do(c.NoMoreBets())
        twice = Piece(Back.RED, Face(CARDS[0].rank, CARDS[0].suit))
        table.felt.lines["shoe"].act(lambda: table.felt.world.bring(twice, Spot.SHOE, index=1))
        table.out(1).shows(lambda: table.felt.shoe.delivering)
        table.felt.draw(1)
        table.comes(lambda house: house.table.round.unexplained is Unexplained.KNOWN_CARD)
        assert (guide(table.table).clause or "").startswith("11.9")
        table.shows(lambda: not table.felt.shoe.delivering)
        void_for_a_foreign_card(table)


@pytest.mark.clause("nsw", "3.1")
def test_a_joker_is_read_as_no_card_and_cannot_be_keyed_as_one(ruleset: str) -> None:
    """No device has a face for it, nor has the card pad: whoever sees it reports a foreign card."""
    with wired(rules_of(ruleset, "shoe")) as table:
        table.opened().seated(1, 2).into_the_shoe(CARDS).antes(1, 2).do(c.NoMoreBets())
        table.felt.lines["shoe"].act(table.felt.shoe.misread)
        table.out(1)
        assert table.table.round.drawn == (None,)
        void_for_a_foreign_card(table)


@pytest.mark.clause("nsw", "3.1")
@pytest.mark.parametrize("wrong", ["another back", "one too many", "one missing"])
def test_a_deck_that_is_not_whole_or_not_of_one_back_never_leaves_the_device(
    ruleset: str, wrong: str
) -> None:
    with wired(rules_of(ruleset, "shuffler")) as table:
        table.opened().seated(1).decks("A")
        table.felt.lines["shuffler"].act(lambda: put_in(table.felt, wrong))
        table.comes(lambda house: told(house) == WATCH)
        assert table.why(c.OpenRound(1)) == (FloorRefusal.DECK_CHECK_DUE, "11.9.3")
        counted = {"another back": 52, "one too many": 53, "one missing": 51}[wrong]
        table.do(CheckDeck("A", CheckMeans.DEALER, count=counted, foreign=("?",)))
        assert any(isinstance(one, DeckFoundWrong) for one in table.events())
        assert table.refuses(c.OpenRound(1)).clause == "3.7", "it is replaced"


def put_in(felt: Felt, wrong: str) -> None:
    """The red deck, with something wrong, in one go."""
    world, red = felt.world, Piece(Back.RED, Face(7, "h"))
    if wrong != "one too many":
        world.move(Spot.RACK, Spot.POCKET, [red])
    if wrong == "another back":
        world.move(Spot.RACK, Spot.TRAY, [Piece(Back.BLUE, Face(7, "h"))])
    if wrong == "one too many":
        world.bring(red, Spot.RACK)
    felt.shuffler.put_in_tray(Back.RED)


@pytest.mark.clause("nsw", "3.2", "3.2.1")
def test_the_device_shuffles_one_deck_while_the_other_is_in_play_and_the_table_knows_which(
    ruleset: str,
) -> None:
    with wired(rules_of(ruleset, "shuffler")) as table:
        table.opened().seated(1, 2).decks("A", "B").into_the_device("A", CARDS).ready("A")
        dealing(table)
        table.into_the_device("B").ready("B")
        assert table.table.round.phase is Phase.FLOP_DECISIONS, "meanwhile"
        floor, shuffled = table.floor, table.floor.deck("B")
        assert shuffled is not None
        assert floor.in_play("A")
        assert not floor.in_play("B")
        assert (shuffled.loaded, shuffled.shuffled) == (True, True)
        assert len(table.felt.world.pile(Spot.BAY_BLUE)) == 52


@pytest.mark.clause("nsw", "3.4")
@pytest.mark.parametrize("means", list(CheckMeans))
def test_no_deck_is_dealt_before_it_is_on_record_by_which_means_it_was_checked(
    ruleset: str, means: CheckMeans
) -> None:
    shift = Shift(rules_of(ruleset, "shoe")).opened().seated(1).do(BringDeck("A", "red"))
    assert shift.why(c.OpenRound(1)) == (FloorRefusal.DECK_NOT_READY, "3.4")
    assert shift.refuses(ShuffleDeck("A")).clause == "3.4"
    if means is CheckMeans.SUPERVISOR:
        mine = shift.refuses(CheckDeck("A", means))
        assert mine.refusal is Objection.NOT_THIS_ROLE, "nobody says it for a supervisor"
        shift.on(GAMING)
    shift.do(CheckDeck("A", means))
    (checked,) = (one for one in shift.events() if isinstance(one, DeckChecked))
    assert (checked.deck, checked.means) == ("A", means)


@pytest.mark.clause("nsw", "4.4")
def test_with_a_device_shuffle_and_cut_by_hand_give_way_to_its_own_script(ruleset: str) -> None:
    first = {
        "shuffler": ["check", "shuffle", "load", "device-shuffle"],
        "shoe": ["check", "shuffle", "cut", "load"],
    }
    again = {"shuffler": ["load", "device-shuffle"], "shoe": ["shuffle", "cut", "load"]}
    for source, script in first.items():
        pit = Pit(ruleset, dealing=source).opened().seat(1).do(BringDeck("A", "red"))
        assert pit.script() == script
        pit.dealt().do(FinishRound((1,)))
        assert pit.script() == again[source]


@pytest.mark.clause("nsw", "4.4.2")
def test_the_deal_waits_until_the_cards_are_in_the_device_and_it_says_that_they_are_shuffled(
    ruleset: str,
) -> None:
    with wired(rules_of(ruleset, "shuffler")) as table:
        table.opened().seated(1).decks("A")
        assert no_round(table) == (FloorRefusal.DECK_NOT_READY, Step.LOAD)
        table.do(LoadDeck("A"))  # a tap is not the device's word
        assert no_round(table) == (FloorRefusal.DECK_NOT_READY, Step.DEVICE_SHUFFLE)
        table.into_the_device("A").ready("A")
        assert "ShuffleCompleted" in table.kinds()
        table.antes(1)
        assert table.table.round.phase is Phase.WAGERS


def no_round(table: Wired) -> tuple[object, Step | None]:
    """Why no round begins, and the step that is missing."""
    deck = table.floor.deck("A")
    assert deck is not None
    refused = table.refuses(c.OpenRound(1))
    assert refused.clause == "4.4.2"
    return refused.refusal, next_step(table.floor, deck)
