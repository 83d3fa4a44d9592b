"""The story of a table: every event has its sentence, and no card face down is ever named."""

import random
import re
from typing import Any

import pytest

from controller.domain.base import evolve
from controller.domain.cards import DECK, Card, parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.narration import rule_behind
from controller.games.bonus.paytables import AnteBonusTable
from controller.games.bonus.round.core import CORE, fold_one
from controller.games.bonus.round.story import cards_dealt, narrate
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.helpers.felt import Felt, dollars, jackpot_felt, jackpot_rules, table_rules
from tests.unit.round.test_guidance import at_every_table, face_up, scrambled, seeds, walked

SAID_BY_OTHERS = (e.SettlementBegun, e.SettlementFinished)
"""Events that only say what those around them say."""

CODE = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def story(felt: Felt, *commands: c.Command) -> list[str]:
    """What is told when these commands are carried out."""
    table, start = felt.table, len(felt.events)
    felt.go(*commands)
    told = []
    for event in felt.events[start:]:
        before, table = table, fold_one(table, event)
        told.append(narrate(before, table, event))
    return [sentence for sentence in told if sentence is not None]


@pytest.mark.untraced
@at_every_table
@seeds
def test_every_event_is_told_in_one_sentence(name: str, seed: int) -> None:
    for before, event, after in walked(name, seed):
        told = narrate(before, after, event)
        assert (told is None) == isinstance(event, SAID_BY_OTHERS)
        assert told is None or (told[0].isupper() and told.endswith("."))


@pytest.mark.untraced
@at_every_table
@seeds
def test_no_card_that_is_face_down_is_named(name: str, seed: int) -> None:
    for before, event, after in walked(name, seed):
        told = narrate(before, after, event) or ""
        named = {Card.parse(name) for name in CODE.findall(told)}
        assert named <= face_up(after), told


def other_card(chance: random.Random, event: e.Event) -> Any:
    """The same event with another card in it, where it was read."""
    if isinstance(event, e.CardDealt | e.ExtraCardDrawn | e.KnownCardDrawn | e.CardKeyed):
        changed = evolve(event, card=chance.choice(DECK) if event.card is not None else None)
        if isinstance(changed, e.CardKeyed) and changed.was is not None:
            return evolve(changed, was=chance.choice(DECK))
        return changed
    return event


@pytest.mark.untraced
@at_every_table
@seeds
def test_no_word_depends_on_a_card_that_is_face_down(name: str, seed: int) -> None:
    chance = random.Random(seed)
    for before, event, after in walked(name, seed):
        elsewhere = scrambled(chance, before), scrambled(chance, after)
        assert narrate(before, after, event) == narrate(*elsewhere, other_card(chance, event))


def test_every_kind_of_event_can_be_told() -> None:
    seen = {type(event) for seed in range(2) for _, event, _ in walked("sd, PMG-01", seed)}
    assert seen <= set(CORE.folds)
    table = Felt(table_rules()).table
    for kind in SAID_BY_OTHERS:
        assert narrate(table, table, kind()) is None


# Wagers and cards


def opened(ruleset: str = "nsw-2024", **options: Any) -> Felt:
    felt = Felt(table_rules(ruleset, **options), meter="61234.50")
    assert story(felt, c.OpenRound(1)) == ["Round 1 was opened for wagers."]
    return felt


def test_wagers_are_told_with_their_amounts() -> None:
    felt = opened(jackpot=jackpot_rules())
    assert story(
        felt,
        c.PlaceWager(3, Area.ANTE, Stake(dollars("1250"), dollars("50"))),
        c.PlaceWager(3, Area.BONUS, Stake(dollars("5"))),
        c.TakeBackWager(3, Area.BONUS),
        c.JackpotSensor(3, present=True),
        c.JackpotSensor(4, present=True),
        c.JackpotSensor(4, present=False),
        c.NoMoreBets(),
    ) == [
        "Place 3 placed an Ante Wager of $1,250, $50 of it in promotional tokens.",
        "Place 3 placed an Ante Bonus Wager of $5.",
        "Place 3 took back the Ante Bonus Wager of $5.",
        "The sensor of place 3 registered a Jackpot Wager.",
        "The sensor of place 4 registered a Jackpot Wager.",
        "The sensor of place 4 was clear again.",
        'The dealer announced "no more bets" and the wagers were locked; '
        "a Jackpot Wager of $5 at place 3 brought the meter to $61,235.50.",
    ]


def test_a_configured_sd_bonus_has_its_own_name() -> None:
    rules = evolve(table_rules("sd"), ante_bonus=AnteBonusTable({"AA": 30}))
    felt = Felt(rules).wagers(p1="25")
    assert story(felt, c.PlaceWager(1, Area.BONUS, Stake(dollars("5")))) == [
        "Place 1 placed a bonus wager of $5."
    ]


def test_the_first_card_locks_the_wagers_and_only_its_place_is_told() -> None:
    felt = opened().do(c.PlaceWager(2, Area.ANTE, Stake(dollars("25"))))
    told = story(felt, *(c.CardDrawn(card) for card in parse_cards("7h 2c Kd 9s 4d Ah")))
    assert told == [
        "The first card left the device and locked the wagers.",
        *["A card was dealt to the community cards."] * 5,
        "A card was dealt to the dealer.",
    ]
    assert story(felt, c.CardDrawn(None), c.CardDrawn(Card.parse("7h"))) == [
        "A card that could not be read was dealt to the dealer.",
        "A card was read that was already out.",
    ]
    assert story(felt, c.KeyCard(6, Card.parse("Ad")), c.KeyCard(7, Card.parse("Ks"))) == [
        "Card 7 of the round was keyed on the card pad; the device had not read it.",
        "Card 8 of the round was keyed on the card pad; the device had read another card.",
    ]
    assert story(felt, c.CardDrawn(Card.parse("Kh"))) == [
        "A card was dealt to place 2.",
        "All hole cards were down and the players could look at their cards.",
    ]
    assert story(felt, c.CardDrawn(Card.parse("Kc"))) == ["A card came out that was not due."]
    report = c.Report(c.Irregularity.CARD_OUT_OF_TURN, decision=c.Decision.CONTINUE)
    ruling = "The ruling: play goes on with the cards as they are."
    assert story(felt, report)[-1] == ruling


def test_sd_closes_the_bets_on_the_keypad_and_burns_a_card_before_the_flop() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25")
    assert story(felt, c.NoMoreBets()) == ["The dealer closed the bets on the keypad."]
    felt.deal("As Qd Ah 7c").all("bet")
    assert story(felt, *(c.CardDrawn(card) for card in parse_cards("3c 7h"))) == [
        "A card was burned.",
        "A card was dealt to the community cards.",
    ]


# Decisions


def at_the_flop(method: str = "A", *, third: str = "600") -> Felt:
    """Place 1 makes kings full, place 3 has a pair of nines like the dealer, but lower."""
    rules = table_rules(method=method, jackpot=jackpot_rules(bonus=True))
    felt = Felt(rules, meter="61234.50").wagers(p1="25", p3=third).jackpot(1)
    felt.bonus(1, "5").bonus(3, "5")
    return felt.deal("Kd 9s 4h 9d 2c  Ah Jc  Ks Kh 7c 8d")


def decides(place: int, choice: str, amount: str | None = None) -> c.Decide:
    return c.Decide(place, Choice(choice), Money.parse(amount) if amount else None)


def test_decisions_are_told_with_what_they_put_down() -> None:
    felt = at_the_flop()
    assert story(felt, decides(1, "bet", "60"), decides(1, "bet"), decides(3, "bet")) == [
        "Place 1 bet a Flop Wager of $60.",
        "Place 1 bet a Flop Wager of $50 instead.",
        "Place 3 bet a Flop Wager of $1,200.",
    ]
    assert story(felt, c.Reveal(Street.FLOP)) == ["The Flop was revealed: K♦ 9♠ 4♥."]
    assert story(felt, decides(1, "bet"), decides(1, "check"), decides(3, "fold")) == [
        "Place 1 bet a Turn Wager of $25.",
        "Place 1 checked before the Turn instead.",
        "Place 3 folded before the Turn: $1,505 was collected and $300 went back.",
    ]
    assert story(felt, c.Reveal(Street.TURN)) == ["The Turn was revealed: 9♦."]


def test_a_deemed_fold_is_told_with_its_rule() -> None:
    told = story(at_the_flop(), c.Report(c.Irregularity.DEEMED_FOLD, 1))
    assert told == [
        "An irregularity was reported: deemed fold (rule 11.13), place 1.",
        "Place 1 was deemed to fold (rule 11.13) before the Flop: $35 was collected.",
    ]


def test_a_corrected_flop_wager_is_told_from_what_to_what() -> None:
    felt = at_the_flop().decide(1, "bet", "60")
    told = story(felt, c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, 1))
    assert told[-1] == "Place 1 corrected the Flop Wager from $60 to $50."


def test_everybody_folds_and_under_method_b_the_flop_is_turned_for_the_jackpot() -> None:
    felt = at_the_flop("B")
    assert story(felt, decides(1, "fold"), decides(3, "fold")) == [
        "Place 1 folded before the Flop: $30 was collected.",
        "Place 3 folded before the Flop: $505 was collected and $100 went back.",
    ]
    assert story(felt, c.Reveal(Street.FLOP)) == [
        "Everybody had folded; the Flop was revealed for the jackpots: K♦ 9♠ 4♥.",
        "No hand was left in the round.",
    ]
    assert story(felt, c.SettlePlace(1)) == [
        "The folded hand of place 1 was turned over for the jackpot: K♠ K♥.",
        "Round 1 was closed.",
    ]


# Settlement


def test_the_settlement_is_told_hand_by_hand() -> None:
    felt = at_the_flop().to_river()
    assert story(felt, c.ShowDealersHand()) == ["The dealer showed A♥ J♣: one pair, nines."]
    assert story(felt, c.SettlePlace(3)) == [
        "Place 3 showed 7♣ 8♦, one pair, nines, and lost: Ante Bonus Wager $5 taken, "
        "Ante Wager $500 taken ($100 returned) and "
        "Flop Wager $1,000 taken ($200 returned)."
    ]
    assert story(felt, c.SettlePlace(1)) == [
        "Place 1 showed K♠ K♥, full house, kings over nines, and won: "
        "Ante Bonus Wager paid $50, Ante Wager paid $25 and Flop Wager paid $50.",
        "Round 1 was closed.",
    ]


def test_a_stand_off_is_a_push_under_sd() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").deal("7h 2c Kd 9s 4d  Ah Qd  As Qh")
    assert story(felt.to_showdown(), c.SettlePlace(1))[0] == (
        "Place 1 showed A♠ Q♥, no pair, ace high, and stood off: "
        "Ante Wager stood off and Flop Wager stood off."
    )
    sd = Felt(table_rules("sd")).wagers(p1="25").deal("As Ah Qh Qd")
    sd.to_showdown("3c 7h 2c Kd", "3d 9s", "3h 4d")
    assert story(sd, c.SettlePlace(1)) == [
        "Place 1 showed A♠ Q♥, no pair, ace high, and pushed: ante pushed and flop wager pushed."
    ]


def test_a_concession_and_a_void_hand_are_told_without_their_cards() -> None:
    felt = at_the_flop().to_showdown()
    assert story(felt, c.Concede(3)) == [
        "Place 3 conceded the hand: $1,505 was collected and $300 went back."
    ]
    assert story(felt, c.Report(c.Irregularity.INVALID_WAGER, 1))[1] == (
        "The hand of place 1 was void: $85 went back."
    )
    turned = at_the_flop().to_showdown()
    assert story(turned, c.SettlePlace(3, invalid=True)) == [
        "The hand of place 3 (7♣ 8♦) was void: $1,805 went back."
    ]


# Jackpots


def jackpots() -> Felt:
    """Place 1 has a straight flush, place 3 a flush, both with a jackpot wager."""
    felt = jackpot_felt(meter="61234.50", bonus=True).wagers(p1="25", p3="25").jackpot(1, 3)
    return felt.deal("9h Th Jh 2s 4d  3c 5c  Qh Kh  2h 3h")


def test_awards_are_told_from_recognition_to_payment() -> None:
    felt = jackpots().to_showdown().settle(3)
    assert story(felt, c.SettlePlace(1))[-1] == (
        "The Bonus Jackpot for the straight flush to place 3 ($500), "
        "the jackpot award for the flush to place 3 ($100) and "
        "the jackpot award for the straight flush to place 1 ($6,123.65) became due."
    )
    assert story(
        felt,
        c.PayAward(3, "straight-flush"),
        c.KeyAward(3, "flush"),
        c.KeyAward(3, "flush"),
        c.KeyAward(3, "flush"),
        c.PayAward(3, "flush"),
        c.KeyAward(1, "straight-flush"),
        c.ConfirmAward(1, "straight-flush"),
        c.PayAward(1, "straight-flush"),
        c.CloseRound(),
    ) == [
        "Place 3 was paid the Bonus Jackpot for the straight flush: $500 from the house.",
        "The jackpot award for the flush of place 3 was keyed.",
        "The jackpot award for the flush of place 3 was taken back on the keypad.",
        "The jackpot award for the flush of place 3 was keyed.",
        "Place 3 was paid the jackpot award for the flush: $100 from the tray.",
        "The jackpot award for the straight flush of place 1 was keyed.",
        "A gaming or casino supervisor confirmed the jackpot award for the straight flush of "
        "place 1.",
        "Place 1 was paid the jackpot award for the straight flush: $6,123.65 from the meter; "
        "the meter then stood at $55,112.85.",
        "Round 1 was closed.",
    ]


def test_a_void_hand_takes_back_the_awards_it_set_off() -> None:
    felt = jackpots().to_showdown().settle(3, 1)
    told = story(felt, c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert told[2] == "The awards of the round were corrected."


def test_sd_tells_that_a_supervisor_was_called() -> None:
    felt = jackpot_felt("sd").wagers(p1="25").jackpot(1).deal("9h 4c 9d 4d")
    felt.to_showdown("2c 9s Qh Kh", "2d 5h", "2h 6s")
    assert story(felt, c.SettlePlace(1))[-1] == (
        "The progressive award for the three of a kind to place 1 ($9) became due; "
        "a supervisor was called."
    )


def test_a_failed_jackpot_is_told_with_what_goes_back() -> None:
    report = c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED)
    assert story(jackpots(), report) == [
        "An irregularity was reported: jackpot equipment failed (rule 11.14); notified: inspector.",
        "Play went on without the jackpot: $5 each went back to places 1 and 3, "
        "and the meter stood at $61,234.50.",
    ]
    nobody = Felt(table_rules(jackpot=jackpot_rules())).wagers(p1="25")
    assert story(nobody, report)[1] == "Play went on without the jackpot."
    assert story(jackpots().all("bet").reveal("flop"), report)[1] == (
        "The jackpot was frozen with the meter at $61,236.50."
    )


# Irregularities


def test_an_irregularity_is_told_with_its_clause_and_ruling() -> None:
    felt = at_the_flop().decide(1, "bet")
    report = c.Report(
        c.Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.TURN, decision=c.Decision.VOID
    )
    assert story(felt, report) == [
        "An irregularity was reported: community card exposed (rule 11.5), Turn, ruled void.",
        "The hand of place 3 was void: $605 went back.",
    ]


def test_a_misdeal_is_told_with_what_goes_back_to_whom() -> None:
    felt = at_the_flop().decide(1, "bet")
    assert story(felt, c.Report(c.Irregularity.WRONG_CARD_COUNT, 3))[1] == (
        "The round was a misdeal (rule 11.1): "
        "$85 went back to place 1 and $605 went back to place 3."
    )


def test_a_void_is_told_with_what_is_forfeited_and_what_has_to_be_given_back() -> None:
    felt = at_the_flop(third="50").to_showdown().settle(3).do(c.SettlePlace(1))
    assert story(felt, c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(3,)))[1] == (
        "The round was void (rule 13.5): $85 went back to place 1, "
        "$155 of place 3 was forfeited and place 1 owed $125."
    )
    empty = Felt(table_rules()).do(c.OpenRound(1))
    assert story(empty, c.Report(c.Irregularity.SUPERVISOR_VOID))[1] == "The round was void."


def test_a_deck_check_is_told_from_order_to_finding() -> None:
    felt = at_the_flop()
    assert story(felt, c.Report(c.Irregularity.FOREIGN_CARD))[-1] == (
        "A check of the deck was ordered before the next round."
    )
    assert story(felt, c.DeckVerified()) == ["The deck was checked and found complete."]


def test_cards_at_an_empty_box_are_told_and_discarded() -> None:
    felt = Felt(table_rules("nsw-legacy", dealing="shuffler")).wagers(p1="25")
    felt.deal("Kd 9s 4h 9d 2c  Ks Kh 7c 8d").do(
        *(c.CardDrawn(card) for card in parse_cards("Ah Jc"))
    )
    told = story(felt, c.Report(c.Irregularity.CARDS_TO_EMPTY_BOX, 3, handled=True))
    assert told[1:] == [
        "Two cards lay at place 3, a box without an Ante Wager (rule 11.7).",
        "The cards at place 3 were spread and put in the discard rack.",
    ]


# The rule behind a step, and cards told together


def rules_told(felt: Felt, *commands: c.Command) -> list[str]:
    """The rules behind what these commands did, where one is printed."""
    start, table = len(felt.events), felt.table
    felt.go(*commands)
    rules = []
    for event in felt.events[start:]:
        table = fold_one(table, event)
        rules.append(rule_behind(table, event))
    return [rule for rule in rules if rule is not None]


@pytest.mark.parametrize(
    ("ruleset", "dealing", "rules"),
    [
        ("nsw-legacy", "shuffler", ["5.2", "7.1", "7.2.5", "7.2.6", "7.2.7", "7.2.8"]),
        ("nsw-legacy", "shoe", ["5.2", "7.1", "7.3.6", "7.3.7", "7.3.8", "7.3.9"]),
        ("nsw-2024", "shuffler", ["5.3", "7.1", "7.2.5", "7.2.6", "7.2.7", "7.2.8"]),
        ("nsw-2024", "shoe", ["5.3", "7.1", "7.3.6", "7.3.7", "7.3.8", "7.3.9"]),
    ],
)
def test_a_step_is_told_with_the_rule_of_the_device_that_deals(
    ruleset: str, dealing: str, rules: list[str]
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing))
    bet, check = c.DecideAll(Choice.BET), c.DecideAll(Choice.CHECK)
    told = rules_told(
        felt,
        c.OpenRound(1),
        c.PlaceWager(2, Area.ANTE, Stake(dollars("25"))),
        c.NoMoreBets(),
        *(c.CardDrawn(card) for card in DECK[:9]),
        *(bet, c.Reveal(Street.FLOP), check, c.Reveal(Street.TURN)),
        *(check, c.Reveal(Street.RIVER)),
    )
    assert told == rules
    assert rules_told(felt, c.ShowDealersHand(), c.SettlePlace(2)) == ["1.1"]


def test_the_first_card_and_the_last_fold_have_their_rules() -> None:
    felt = Felt(table_rules()).wagers(p1="25")
    assert rules_told(felt, c.CardDrawn(DECK[0])) == ["5.6"]
    felt.go(*(c.CardDrawn(card) for card in DECK[1:9]))
    assert rules_told(felt, decides(1, "fold")) == ["9.6", "1.1"]
    kept = at_the_flop("B").decide(1, "fold").decide(3, "fold")
    assert rules_told(kept, c.Reveal(Street.FLOP)) == ["9.6.2"]


@pytest.mark.parametrize(
    ("irregularity", "current"),
    [
        (c.Irregularity.WRONG_CARD_COUNT, ["11.1"]),
        (c.Irregularity.FOREIGN_CARD, ["11.9.2"]),
        (c.Irregularity.SUPERVISOR_VOID, []),
    ],
)
def test_a_round_without_result_is_told_by_its_own_rule_and_by_none_under_sd(
    irregularity: c.Irregularity, current: list[str]
) -> None:
    assert rules_told(at_the_flop(), c.Report(irregularity)) == current
    sd = Felt(table_rules("sd")).wagers(p1="25").deal("As Qd Ah 7c")
    assert rules_told(sd, c.Report(irregularity)) == []


@at_every_table
def test_no_reading_of_our_own_is_told_as_a_rule(name: str) -> None:
    for before, event, after in walked(name, 1):
        told = f"{narrate(before, after, event)} {rule_behind(after, event)}"
        assert not re.search(r"\bR\d", told), told


def test_cards_are_told_together_as_they_lie() -> None:
    felt = Felt(table_rules()).wagers(p1="25").do(c.NoMoreBets())
    before = felt.table
    felt.deal("Kd 9s 4h 9d 2c  Ah Jc  Ks Kh")
    assert cards_dealt(before, felt.table) == "9 cards were dealt face down."
    sd = Felt(table_rules("sd")).wagers(p1="25").do(c.NoMoreBets())
    before = sd.table
    sd.deal("As Qd Ah 7c")
    assert cards_dealt(before, sd.table) == "4 cards were dealt face down."
    before = sd.all("bet").table
    sd.deal("3c 7h 2c Kd")
    assert cards_dealt(before, sd.table) == "1 card was burned and 3 cards were turned face up."
    before = sd.reveal("flop").all("check").table
    sd.deal("3d 9s")
    assert cards_dealt(before, sd.table) == "1 card was burned and 1 card was turned face up."


def test_a_fold_is_told_on_the_street_it_happened_on() -> None:
    felt = at_the_flop(third="50").all("bet").reveal("flop")
    assert story(felt, decides(1, "bet"), decides(1, "fold")) == [
        "Place 1 bet a Turn Wager of $25.",
        "Place 1 folded before the Turn: $110 was collected.",
    ]
