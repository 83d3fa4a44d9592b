"""Where cards come from: shoe or shuffling device, and what its failure means (3.6, 4.4, 12)."""

import pytest

from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.dealing import Dealing
from controller.floor.deck_orders import ReplaceSource
from controller.floor.decks import BringDeck, CheckDeck
from controller.floor.device_state import TroubleCode
from controller.floor.opening import BeginOpening
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import FirstCardRemoved
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending
from controller.games.bonus.rules import TableRules
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Stake
from controller.house.events import ObservationUnfit
from controller.staff.powers import Objection
from drivers.shuffler.protocol import Back
from tests.helpers.felt import dollars, table_rules
from tests.helpers.shift import MONDAY, Shift
from tests.helpers.wired import Wired, wired
from tests.unit.floor.pit import Pit

sources = pytest.mark.parametrize("dealing", ["shuffler", "shoe"])
CARDS = parse_cards("9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d")


def rules_of(ruleset: str, dealing: str) -> TableRules:
    return table_rules(ruleset, places=5, dealing=dealing)


def at_the_deal(table: Wired) -> Wired:
    """Two antes, a deck in the source, no more bets."""
    table.opened().seated(1, 2)
    if table.rules.dealing is Dealing.SHOE:
        table.into_the_shoe(CARDS)
    else:
        table.decks("A", "B").into_the_device("A", CARDS).ready("A")
    return table.antes(1, 2)


def dealt_two_by_two(table: Wired) -> list[int]:
    """The packets a device puts out until the deal is done."""
    packets = []
    while table.table.round.phase is Phase.DEAL:
        packets.append(table.packet())
        table.comes(lambda house: len(house.table.round.drawn) >= sum(packets))
    return packets


@pytest.mark.clause("nsw", "1.1:Shuffling Device")
def test_a_shuffling_device_shuffles_the_cards_and_delivers_them_by_script_7_2(
    ruleset: str,
) -> None:
    with wired(rules_of(ruleset, "shuffler")) as table:
        at_the_deal(table).do(c.NoMoreBets())
        assert (guide(table.table).clause or "").startswith("7.2")
        assert dealt_two_by_two(table) == [5, 2, 2, 2]
        assert table.table.round.phase is Phase.FLOP_DECISIONS
        kinds = table.kinds()
        assert kinds.index("ShuffleCompleted") < kinds.index("CardDealt")


@pytest.mark.clause("nsw", "1.1:Card Shoe")
def test_from_a_card_shoe_cards_come_one_by_one_by_script_7_3(ruleset: str) -> None:
    with wired(rules_of(ruleset, "shoe")) as table:
        at_the_deal(table).do(c.NoMoreBets())
        for out in range(5):
            assert (guide(table.table).clause or "").startswith("7.3")
            table.out(out + 1)
        table.out(8)  # one card each, players and dealer
        slots = table.table.round.plan.slots if table.table.round.plan else ()
        assert len(set(slots[5:8])) == 3, "then the second card each"
        assert set(slots[5:8]) == set(slots[8:11])
        table.out(11).comes(lambda house: house.table.round.phase is Phase.FLOP_DECISIONS)


@pytest.mark.clause("nsw", "3.6")
def test_no_other_source_than_shoe_or_device_is_ever_dealt_from(ruleset: str) -> None:
    refused = Pit(ruleset, dealing="hand").refuses(BeginOpening(MONDAY))
    assert (refused.refusal, refused.clause) == (FloorRefusal.SOURCE_NOT_ALLOWED, "3.6")
    pit = Pit(ruleset, dealing="shoe").playing(1)
    assert pit.why(ReplaceSource(Dealing.HAND)) == (FloorRefusal.SOURCE_NOT_ALLOWED, "3.6")
    for dealing in (Dealing.SHUFFLER, Dealing.SHOE):
        pit.do(ReplaceSource(dealing))
        assert pit.floor.rules.dealing is dealing


@pytest.mark.clause("nsw", "4.4.4")
@sources
def test_what_the_rules_say_of_the_shoe_holds_for_the_device(ruleset: str, dealing: str) -> None:
    """The first card out of it ends wagering and begins the round; one out of turn is no card of a
    round, and its deck is counted."""
    with wired(rules_of(ruleset, dealing)) as table:
        at_the_deal(table)
        late = c.PlaceWager(3, Area.ANTE, Stake(dollars("25")))
        table.seated(3).do(c.NoMoreBets()).out(1)
        assert table.refuses(late).refusal is Refusal.WRONG_PHASE
        assert any(isinstance(one, FirstCardRemoved) for one in table.events())
    idle = Shift(rules_of(ruleset, dealing)).playing(1)
    idle.do(c.CardDrawn(CARDS[0]))
    assert any(isinstance(one, ObservationUnfit) for one in idle.events())
    assert idle.refuses(c.OpenRound(1)).refusal is FloorRefusal.DECK_CHECK_DUE


@pytest.mark.clause("nsw", "12.1")
def test_a_jam_of_the_idle_deck_has_it_shuffled_again_and_voids_nothing(ruleset: str) -> None:
    with wired(rules_of(ruleset, "shuffler")) as table:
        at_the_deal(table).do(c.NoMoreBets())
        dealt_two_by_two(table)
        table.felt.lines["shuffler"].act(table.felt.shuffler.jam)
        table.into_the_device("B")
        table.comes(lambda house: "shuffler" in troubled(house, TroubleCode.JAM))
        assert table.table.round.ending is None
        assert table.table.round.phase is Phase.FLOP_DECISIONS
        deck = table.floor.deck("B")
        assert deck is not None
        assert not deck.shuffled, "it is not dealt before it was shuffled again"
        table.felt.lines["shuffler"].act(table.felt.shuffler.open_door)
        table.felt.lines["shuffler"].act(lambda: table.felt.shuffler.empty_bay(Back.BLUE))
        table.felt.lines["shuffler"].act(table.felt.shuffler.close_door)
        table.into_the_device("B").ready("B")
        assert table.table.round.ending is None


def troubled(house: BonusHouse, code: TroubleCode) -> list[str]:
    """Devices that have this trouble."""
    floor = existing(house.floor, "no floor")
    return [one.name for one in floor.devices if code in {two.code for two in one.troubles}]


@pytest.mark.clause("nsw", "12.1", "12.2")
def test_a_fault_code_with_cards_dealt_stops_the_deal_and_only_people_find_it_incapable(
    ruleset: str,
) -> None:
    with wired(rules_of(ruleset, "shuffler")) as table:
        at_the_deal(table).do(c.NoMoreBets())
        table.comes(lambda house: len(house.table.round.drawn) == 5)
        table.felt.lines["shuffler"].act(table.felt.shuffler.jam)
        table.felt.take_packet()
        table.comes(lambda house: "shuffler" in troubled(house, TroubleCode.JAM))
        assert table.table.round.ending is None, "a code voids nothing"
        assert table.table.round.phase is Phase.DEAL
        failed = c.Report(c.Irregularity.SHUFFLER_FAILED)
        assert table.refuses(failed).refusal is Objection.ANOTHER_NEEDED
        table.supervised(failed)
        round_ = table.table.round
        assert (round_.ending, round_.clause) == (Ending.VOID, "12.2.1")
        assert str(round_.place(1).results[Area.ANTE].returned) == "25.00"


@pytest.mark.clause("nsw", "12.2.3")
@pytest.mark.parametrize("other", [Dealing.SHUFFLER, Dealing.SHOE])
def test_play_goes_on_with_another_source_and_new_cards_checked_and_shuffled(
    ruleset: str, other: Dealing
) -> None:
    shift = Shift(rules_of(ruleset, "shuffler")).playing(1, 2).wagers(p1="25")
    shift.do(c.NoMoreBets(), c.CardDrawn(CARDS[0]))
    shift.supervised(c.Report(c.Irregularity.SHUFFLER_FAILED)).do(c.CloseRound())
    assert shift.why(c.OpenRound(2)) == (FloorRefusal.TABLE_HELD, "12.2.3")
    shift.supervised(ReplaceSource(other))
    assert shift.floor.decks == (), "the old cards go with the old device"
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.DECK_NOT_READY
    shift.do(BringDeck("N", "green"))
    assert shift.refuses(c.OpenRound(2)).clause == "3.4"
    shift.do(CheckDeck("N", CheckMeans.DEALER))
    assert shift.refuses(c.OpenRound(2)).refusal is FloorRefusal.DECK_NOT_READY, "not shuffled yet"
    shift.deck_ready("N").wagers(p1="25")
    assert shift.table.round.phase is Phase.WAGERS
