"""The equipment of a table: confirmed before it opens (2.3, 2.4, 2.5; 1.1 Float Tray, Cashless).

A rack, a tray, a box: the software cannot feel them. A person looks and confirms each; the table
does not open without. Of what is plugged in, the device has a say as well.
"""

import pytest

from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.dealing import Dealing
from controller.floor.decks import BringDeck
from controller.floor.device_state import TroubleCode
from controller.floor.drop_box import RemoveDropBox, SwitchCash
from controller.floor.equipment import ReportDevice, state_of
from controller.floor.money import CountFloat, SellCashless
from controller.floor.opening import BeginOpening, ConfirmItem, ItemConfirmed, OpenTable, checklist
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Status
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.steps import guide
from drivers.health import Condition
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.helpers.shift import DEALER, GAMING, MONDAY, Shift
from tests.helpers.wired import wired
from tests.unit.floor.pit import Pit, dollars

sources = pytest.mark.parametrize("dealing", ["shuffler", "shoe"])

EQUIPMENT = {
    "nsw-legacy": {
        "source": "2.3.1",
        "discard-rack": "2.3.2",
        "float-tray": "2.3.3",
        "drop-box": "2.4",
    },
    "nsw-2024": {
        "source": "2.4.1",
        "discard-rack": "2.4.2",
        "meter": "2.4.3",
        "float-tray": "2.4.4",
        "drop-box": "2.5",
        "recording": "2.3",
        "jackpot-areas": "2.2.2.3",
    },
}


@pytest.mark.clause("nsw-legacy", "2.3", "2.3.1", "2.3.2", "2.3.3", "2.4", "1.1:Float Tray")
@pytest.mark.clause("nsw-2024", "2.4", "2.4.1", "2.4.2", "2.4.4", "2.5", "1.1:Float Tray")
@sources
def test_no_table_opens_before_every_piece_of_equipment_is_confirmed(
    ruleset: str, dealing: str
) -> None:
    jackpot = jackpot_rules() if ruleset == "nsw-2024" else None
    shift = Shift(table_rules(ruleset, places=5, dealing=dealing, jackpot=jackpot))
    shift.on(DEALER).on(GAMING).do(BeginOpening(MONDAY), CountFloat(dollars("10000")))
    wanted = EQUIPMENT[ruleset]
    shift.do(*(ConfirmItem(one.code) for one in checklist(shift.floor) if one.code not in wanted))
    texts = {one.code: one.text for one in checklist(shift.floor)}
    for code in [one.code for one in checklist(shift.floor) if one.code in wanted]:
        refused = shift.refuses(OpenTable(), shift.likeliest(OpenTable()))
        assert (refused.refusal, refused.clause) == (FloorRefusal.LIST_UNFINISHED, wanted[code])
        assert texts[code] in refused.detail
        shift.do(ConfirmItem(code))
    shift.do(OpenTable())
    assert shift.floor.status is Status.OPEN
    told = [one for one in shift.events() if isinstance(one, ItemConfirmed) and one.item in wanted]
    assert {one.item: one.clause for one in told} == wanted
    assert {one.by[0].number for one in told} == {GAMING.number}, "who confirmed it is on record"


@pytest.mark.clause("nsw-legacy", "1.1:Float Tray", "2.3.2", "2.3.3")
@pytest.mark.clause("nsw-2024", "1.1:Float Tray", "2.4.2", "2.4.4")
def test_the_list_says_how_rack_and_tray_have_to_be(ruleset: str) -> None:
    prompts = Pit(ruleset).do(BeginOpening(MONDAY)).prompts()
    assert "Confirm: A discard rack is fixed to the dealer's right." in prompts
    assert "Confirm: The float tray is fixed to the table and locks." in prompts


@pytest.mark.clause("nsw-legacy", "2.3.1")
@pytest.mark.clause("nsw-2024", "2.4.1")
def test_the_one_source_is_a_shoe_for_a_deck_or_a_device_for_two(ruleset: str) -> None:
    held = {Dealing.SHOE: 1, Dealing.SHUFFLER: 2}
    for dealing, decks in held.items():
        pit = Pit(ruleset, dealing=dealing).do(BeginOpening(MONDAY))
        assert ("A card shoe for a single deck" in pit.prompts()) is (dealing is Dealing.SHOE)
        device = "A shuffling device that holds two separate decks is in place."
        assert (device in pit.prompts()) is (dealing is Dealing.SHUFFLER)
        backs = ("red", "blue", "green")
        for name, back in zip("AB"[:decks], backs, strict=False):
            pit.do(BringDeck(name, back))
        refused = pit.refuses(BringDeck("C", backs[decks]))
        source = "2.3.1" if ruleset == "nsw-legacy" else "2.4.1"
        assert (refused.refusal, refused.clause) == (FloorRefusal.DECKS_FULL, source)
    none = Pit(ruleset, dealing="hand").refuses(BeginOpening(MONDAY))
    assert none.refusal is FloorRefusal.SOURCE_NOT_ALLOWED


@pytest.mark.clause("nsw-legacy", "2.3.2")
@pytest.mark.clause("nsw-2024", "2.4.2")
def test_wherever_cards_are_discarded_the_dealer_is_sent_to_the_discard_rack(ruleset: str) -> None:
    rules = table_rules(ruleset, places=5)
    cards = "Qd Jc 2h 4c 5d 9h 9s 7c 8d 2s 3s"
    felt = Felt(rules).wagers(p1="25", p2="25").deal(cards)
    said = [guide(felt.decide(1, "fold").table).text]
    felt = Felt(rules).wagers(p1="25", p2="25").deal(cards)
    felt.go(*(c.CardDrawn(card) for card in parse_cards("6d Th")))
    felt.go(Report(Irregularity.CARDS_TO_EMPTY_BOX, 4, handled=True))
    said.append(guide(felt.table).text)
    felt = Felt(rules).wagers(p1="25", p2="25").deal(cards).to_showdown()
    felt.go(c.Concede(2))
    said.append(guide(felt.table).text)
    felt.turn(1)
    said.append(guide(felt.table).text)
    for text in said:
        assert text.lower().count("discard") == text.count("discard rack") >= 1, text


@pytest.mark.clause("nsw-legacy", "2.4")
def test_under_the_old_rules_no_table_is_without_a_drop_box() -> None:
    pit = Pit("nsw-legacy").playing(1)
    assert pit.refuses(SwitchCash(cashless=True)).clause == "2.4"
    assert pit.why(RemoveDropBox()) == (FloorRefusal.DROP_BOX_NEEDED, "2.4")
    wrong = Pit("nsw-legacy", cashless=True).refuses(BeginOpening(MONDAY))
    assert (wrong.refusal, wrong.clause) == (FloorRefusal.WRONG_SETTING, "2.4")


@pytest.mark.clause("nsw-2024", "1.1:Cashless", "2.5", "2.5.1")
def test_a_cashless_table_opens_without_a_drop_box_and_takes_none_off_while_it_has_cash() -> None:
    cash = Pit().do(BeginOpening(MONDAY))
    assert "The drop box is attached. (2.5)" in cash.prompts()
    cashless = Pit(cashless=True)
    assert "drop box" not in cashless.do(BeginOpening(MONDAY)).prompts()
    cashless = Pit(cashless=True).playing(1).do(SellCashless(dollars("200"))).begin()
    assert str(cashless.floor.cash.cashless) == "200.00", "chips are bought at the terminal"
    played = Pit().playing(1)
    assert played.why(RemoveDropBox()) == (FloorRefusal.DROP_BOX_NEEDED, "2.5.1")
    assert played.refuses(SellCashless(dollars("200"))).refusal is FloorRefusal.NOT_CASHLESS


@pytest.mark.clause("nsw-legacy", "2.3")
@pytest.mark.clause("nsw-2024", "2.4")
@pytest.mark.parametrize(("device", "item"), [("sensors", "recording"), ("sign", "meter")])
def test_what_says_itself_that_it_does_not_work_is_not_confirmed_and_opens_no_table(
    ruleset: str, device: str, item: str
) -> None:
    rules = table_rules(ruleset, places=5, dealing="shoe", jackpot=jackpot_rules())
    shift = Shift(rules).on(DEALER).on(GAMING)
    shift.do(BeginOpening(MONDAY), CountFloat(dollars("10000")))
    away = ReportDevice(device, TroubleCode.AWAY, "unplugged")
    back = ReportDevice(device, TroubleCode.AWAY, over=True)
    clause = next(one.clause for one in checklist(shift.floor) if one.code == item)
    refused = shift.do(away).refuses(ConfirmItem(item))
    assert (refused.refusal, refused.clause) == (FloorRefusal.DEVICE_FAILED, clause)
    assert device in refused.detail
    shift.do(back, *(ConfirmItem(one.code) for one in checklist(shift.floor)), away)
    assert shift.why(OpenTable()) == (FloorRefusal.DEVICE_FAILED, clause)
    assert shift.do(back, OpenTable()).floor.status is Status.OPEN


@pytest.mark.clause("nsw-2024", "2.3", "2.4")
def test_sensors_that_are_pulled_out_record_nothing_until_they_are_plugged_in_again() -> None:
    with wired(table_rules("nsw-2024", places=5, jackpot=jackpot_rules())) as table:
        table.on(DEALER).on(GAMING).do(BeginOpening(MONDAY))
        table.shows(lambda: table.devices.health["sensors"].condition is Condition.WORKING)
        table.felt.bus.unplug(table.felt.sensors)
        table.comes(lambda house: not in_use(house, "sensors"))
        assert table.why(ConfirmItem("recording")) == (FloorRefusal.DEVICE_FAILED, "2.3")
        table.felt.bus.plug(table.felt.sensors)
        table.comes(lambda house: in_use(house, "sensors")).do(ConfirmItem("recording"))


def in_use(house: BonusHouse, device: str) -> bool:
    return state_of(existing(house.floor, "no floor"), device).in_use
