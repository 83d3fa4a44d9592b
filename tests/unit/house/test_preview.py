"""What a report would come to is known before it is confirmed, and comes to exactly that."""

import random
from collections.abc import Callable

import pytest

from controller.domain.cards import DECK, Card
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Decision, Irregularity
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid
from controller.games.bonus.preview import Preview, Share
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice
from tests.helpers.shift import GAMING, Shift

I = Irregularity  # noqa: E741 - as short as the table it is read from


def looked(shift: Shift, command: object) -> Preview | Refused:
    asked = shift.controller.preview(command)
    shift.controller.work()
    found: Preview | Refused = asked.result(0)
    return found


def would(shift: Shift, command: object) -> Preview:
    found = looked(shift, command)
    assert isinstance(found, Preview), found
    return found


def drawn(seed: int, count: int) -> list[Card]:
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    return cards[:count]


def dealt(seed: int = 5) -> Shift:
    shift = Shift().playing(1, 2, 3).wagers(p1="25", p2="50", p3="100", jackpot=(1, 3))
    shift.do(c.NoMoreBets())
    due = shift.controller.snapshot().step.cards_due
    return shift.do(*(c.CardDrawn(card) for card in drawn(seed, due)))


def to_settlement(seed: int = 5) -> Shift:
    shift = dealt(seed)
    for street in Street:
        shift.do(c.DecideAll(Choice.BET), c.Reveal(street))
    return shift.do(c.ShowDealersHand())


def dollars(text: str) -> Money:
    return Money.parse(text)


def test_nothing_is_recorded_by_looking() -> None:
    shift = dealt()
    before, events = shift.house, shift.kinds()
    would(shift, c.Report(I.WRONG_CARD_COUNT))
    assert (shift.house, shift.kinds()) == (before, events)


def test_a_misdeal_gives_every_stake_back() -> None:
    shift = dealt().do(c.DecideAll(Choice.BET))
    found = would(shift, c.Report(I.WRONG_CARD_COUNT))
    assert (found.ending, found.clause) == (Ending.MISDEAL, "11.1")
    back = [(share.place, share.back) for share in found.shares]
    assert back == [(1, dollars("80")), (2, dollars("150")), (3, dollars("305"))]


def test_a_missing_card_voids_the_round_has_the_deck_checked_and_others_told() -> None:
    found = would(dealt(), c.Report(I.MISSING_CARD))
    assert found.ending is Ending.VOID
    assert found.deck_check
    assert found.notices == ("surveillance", "inspector")


def test_a_void_after_some_were_paid_lists_what_each_has_to_give_back() -> None:
    for seed in range(30):
        shift = to_settlement(seed)
        shift.do(c.SettlePlace(3))
        if any(result.paid for result in shift.table.round.place(3).results.values()):
            break
    found = would(shift, c.Report(I.SUPERVISOR_VOID))
    shift.on(GAMING).do(c.Report(I.SUPERVISOR_VOID))
    owed = {due.place: due.amount for due in shift.table.round.give_back}
    assert {share.place: share.owes for share in found.shares if share.owes} == owed
    assert 3 in owed


def test_a_place_that_lost_gets_back_what_was_collected() -> None:
    for seed in range(30):
        shift = to_settlement(seed).do(c.SettlePlace(3))
        results = shift.table.round.place(3).results
        if not any(result.paid for result in results.values()) and Area.FLOP in results:
            break
    staked = sum(stake.amount for stake in shift.table.round.place(3).stakes.values())
    found = would(shift, c.Report(I.SUPERVISOR_VOID))
    assert next(share for share in found.shares if share.place == 3).back <= staked
    assert next(share for share in found.shares if share.place == 1).back == dollars("130")


def test_a_player_who_is_deemed_to_fold_loses_what_lies_there() -> None:
    found = would(dealt(), c.Report(I.DEEMED_FOLD, place=2))
    assert found.folds == 2
    assert found.shares == (Share(2, kept=dollars("50")),)
    assert found.ending is None


def test_a_wrong_flop_wager_is_put_right_or_given_back() -> None:
    shift = dealt().do(c.Decide(2, Choice.BET, dollars("75")))
    put_right = would(shift, c.Report(I.FLOP_WAGER_CORRECTED, 2, decision=Decision.CORRECT))
    assert (put_right.corrected, put_right.shares) == (dollars("100"), ())
    folded = would(shift, c.Report(I.FLOP_WAGER_CORRECTED, 2, decision=Decision.FOLD))
    assert folded.shares == (Share(2, back=dollars("75"), kept=dollars("50")),)


def test_cards_at_an_empty_box_that_were_handled_go_to_the_discard_rack() -> None:
    shift = dealt()
    known = shift.table.round.plan
    assert known is not None
    rest = [card for card in DECK if card not in drawn(5, len(known.slots))]
    shift.do(c.CardDrawn(rest[0]), c.CardDrawn(rest[1]))
    handled = would(shift, c.Report(I.CARDS_TO_EMPTY_BOX, place=4, handled=True))
    assert (handled.discarded, handled.ending) == (4, None)
    untouched = would(shift, c.Report(I.CARDS_TO_EMPTY_BOX, place=4))
    assert untouched.ending is Ending.MISDEAL


@pytest.mark.parametrize("revealed", [False, True])
def test_failed_jackpot_equipment_gives_wagers_back_until_the_flop_is_up(revealed: bool) -> None:
    shift = dealt()
    if revealed:
        shift.do(c.DecideAll(Choice.BET), c.Reveal(Street.FLOP))
    found = would(shift, c.Report(I.JACKPOT_EQUIPMENT_FAILED))
    assert (found.jackpot_off, found.jackpot_frozen) == (not revealed, revealed)
    back = () if revealed else (Share(1, back=dollars("5")), Share(3, back=dollars("5")))
    assert found.shares == back


def test_a_floor_command_shows_what_the_round_makes_of_it() -> None:
    found = would(dealt(), MarkWagersInvalid(2, InvalidGround.ANOTHER_PERSONS_CARD))
    assert found.clause == "11.19.2"
    assert found.shares == (Share(2, back=dollars("50")),)


def test_what_cannot_have_happened_is_said_with_its_reason() -> None:
    shift = Shift().playing(1).wagers(p1="25")
    found = looked(shift, c.Report(I.WRONG_CARD_COUNT))
    assert isinstance(found, Refused)
    assert shift.table.round.phase is Phase.WAGERS


@pytest.mark.parametrize("stage", [dealt, to_settlement])
def test_no_card_face_down_changes_what_is_told(stage: Callable[[int], Shift]) -> None:
    """Other cards face down, the same words; looking changes nothing."""
    one, other = stage(1), stage(2)
    for irregularity in Irregularity:
        report = c.Report(irregularity, place=2, card=Street.RIVER)
        assert looked(one, report) == looked(other, report), irregularity
