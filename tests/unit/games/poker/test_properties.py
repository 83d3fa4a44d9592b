"""What holds in every hand, whatever happens: chips, offers, endings, replay."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.base import BrokenInvariant, existing
from controller.domain.books import balances
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import Act, PlayerFolded
from controller.games.poker.books import DROP, POT, entries, stack
from controller.games.poker.core import CORE, REFEREE, follow_up
from controller.games.poker.deal import DealStreet
from controller.games.poker.irregularities import RULINGS
from controller.games.poker.offers import Move, Offers, offers
from controller.games.poker.phases import LATE, STREETS, Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.showdown import TableHand
from controller.games.poker.state import Table, new_table
from controller.games.poker.steps import guide
from controller.games.poker.story import narrate
from controller.games.poker.table import HAND
from controller.journal.codec import Codec, from_bytes, to_bytes
from simulators.games.poker.file import Scenario, checked_scenario
from simulators.games.poker.play import ScenarioPlayer, play
from simulators.games.poker.steps import Answer, PowerLoss
from tests.helpers.poker import Felt
from tests.helpers.poker_inventor import invent

SEEDS = st.integers(min_value=0, max_value=2**32)
FEW = settings(max_examples=40, deadline=None)


def chips(table: Table) -> int:
    """Everything on the table: stacks, what lies in the pot, and the drop."""
    seats = {seat.number: seat.stack for seat in table.seats}
    hand = table.hand
    lies = 0
    if hand is not None and table.phase not in (Phase.IDLE, Phase.AWARD):
        lies = hand.pot
        assert lies == sum(player.total + player.dead for player in hand.players)
        for player in hand.players:
            seats[player.seat] = player.stack
            assert player.stack >= 0
            assert 0 <= player.wager <= player.total
    return sum(seats.values()) + lies + table.drop


def steps_of(scenario: Scenario) -> Any:
    """Every command with the table before it and what was decided."""
    table = new_table(scenario.rules)
    steps = ScenarioPlayer(scenario).steps(table)
    command = next(steps)
    while True:
        if not isinstance(command, PowerLoss):
            decided = CORE.decide(table, command)
            assert not isinstance(decided, Refused)
            yield table, command, decided
            table = decided.state
        try:
            command = steps.send(Answer(table))
        except StopIteration:
            return


def totals(offered: Offers) -> set[tuple[Move, int | None]]:
    """Actions at, inside and outside every border of what is offered."""
    edges = {offered.least, offered.most, offered.all_in, offered.wager, offered.full}
    around = {edge + more for edge in edges for more in (-100, -25, -1, 0, 1, 25, 100)}
    named = {(action, to) for action in (Move.BET, Move.RAISE) for to in around if to > 0}
    plain = {(action, None) for action in Move}
    return named | plain


def should_be_accepted(offered: Offers, action: Move, to: int | None, *, fixed: bool) -> bool:
    """As the offer says, without asking the core."""
    after: int | None = None
    match action:
        case Move.FOLD:
            return offered.due is None
        case Move.FORFEIT:
            return offered.forfeit is not None
        case Move.CHECK:
            after = offered.wager if not offered.call else None
        case Move.CALL:
            after = offered.wager + offered.call if offered.call else None
        case Move.ALL_IN:
            after = offered.all_in if offered.no_all_in is None else None
        case _ if action is offered.opening and offered.no_wager is None:
            to = offered.full if to is None and fixed else to
            if to is not None and to > offered.wager + offered.call and offered.allows(to):
                after = to
    return after is not None and (offered.due is None or after == offered.due.to)


@pytest.mark.untraced
@given(SEEDS)
@FEW
def test_chips_are_conserved_and_the_fold_of_the_events_is_the_decided_state(seed: int) -> None:
    content, _ = invent(seed)
    bought = 0
    for table, _, decided in steps_of(checked_scenario(content, "invented")):
        events, after = decided.events, decided.state
        assert CORE.fold(table, events) == after
        if table.phase is Phase.IDLE and after.phase is Phase.IDLE:
            bought += chips(after) - chips(table)
        assert chips(after) == bought
        gained = balances(entries(after))
        assert sum(gained.values()) == 0
        if after.phase is Phase.AWARD:
            assert gained.get(POT, 0) == 0
            hand = after.playing()
            assert gained.get(DROP, 0) == sum(pot.commission for pot in hand.pots)
            for player in hand.players:
                assert gained.get(stack(player.seat), 0) == player.stack - player.before


@pytest.mark.untraced
@given(SEEDS)
@FEW
def test_a_pot_is_never_won_by_who_is_not_in_it_and_every_hand_ends(seed: int) -> None:
    content, results = invent(seed)
    assert len(results) == len(content["hands"])
    for hand in results:
        assert hand["result"] in ("showdown", "uncontested", "misdeal", "void")
        standing = {seat["seat"]: seat["outcome"] for seat in hand["seats"]}
        for pot in hand["pots"]:
            assert pot["winners"]
            assert set(pot["winners"]) <= set(pot["eligible"])
            assert {standing[seat] for seat in pot["winners"]} == {"won"}
            assert {standing[seat] for seat in pot["eligible"]} <= {"won", "lost"}
    assert play(content, "again")["hands"] == results


@given(SEEDS)
@FEW
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(seed: int) -> None:
    content, _ = invent(seed, hands=1)
    for table, _, _ in steps_of(checked_scenario(content, "invented")):
        offered = offers(table)
        if offered is None:
            continue
        fixed = table.rules.limit == "fixed"
        before = to_bytes(Table, table)
        for action, to in totals(offered):
            decided = CORE.decide(table, Act(offered.seat, action, to))
            accepted = not isinstance(decided, Refused)
            plain = action not in (Move.BET, Move.RAISE)
            wanted = should_be_accepted(offered, action, None if plain else to, fixed=fixed)
            assert accepted == wanted, (offered, action, to, decided)
        for player in table.playing().players:
            if player.seat != offered.seat:
                assert CORE.verify(table, Act(player.seat, Move.FOLD)) is not None
        assert to_bytes(Table, table) == before


@pytest.mark.untraced
@given(SEEDS)
@FEW
def test_an_irregularity_is_refused_outside_the_phases_of_its_row(seed: int) -> None:
    content, _ = invent(seed, hands=1, mishaps=0)
    for table, _, _ in steps_of(checked_scenario(content, "invented")):
        for what, ruling in RULINGS.items():
            if table.phase not in ruling.phases:
                refused = CORE.verify(table, ReportIrregularity(what, 1))
                assert refused is not None
                assert refused.refusal is PokerRefusal.WRONG_PHASE


@pytest.mark.untraced
@given(SEEDS)
@FEW
def test_a_wager_is_never_more_than_the_player_has_nor_more_than_the_limit(seed: int) -> None:
    content, _ = invent(seed, mishaps=0)
    for table, command, decided in steps_of(checked_scenario(content, "invented")):
        if not isinstance(command, Act):
            continue
        offered = existing(offers(table), "nobody acts")
        hand, after = table.playing(), decided.state.playing()
        wager = after.of(command.seat).wager
        assert wager <= offered.all_in
        if wager <= hand.high:
            continue
        rules, in_pot = table.rules, hand.pot + offered.call
        if rules.limit in ("half-pot", "pot-limit"):
            share = in_pot if rules.limit == "pot-limit" else in_pot / 2
            assert wager - hand.high <= max(share, hand.size + rules.chip)
        if rules.limit == "fixed":
            bet = rules.bet_of(late=table.phase in LATE)
            assert wager - hand.high <= 1.5 * bet
            assert wager <= 4 * bet + bet / 2 or hand.count_in() == 2


@pytest.mark.untraced
@given(SEEDS)
@FEW
def test_pots_hold_what_went_in_and_each_is_for_who_reached_it(seed: int) -> None:
    _, results = invent(seed)
    for hand in results:
        if not hand["pots"]:
            continue
        paid = {seat["seat"]: cents(seat["in"]) for seat in hand["seats"]}
        assert sum(cents(pot["amount"]) for pot in hand["pots"]) == sum(paid.values())
        out = sum(cents(share) for pot in hand["pots"] for share in pot["shares"])
        assert out + cents(hand["commission"]) == sum(paid.values())
        assert cents(hand["commission"]) == sum(cents(pot["commission"]) for pot in hand["pots"])
        eligible = [set(pot["eligible"]) for pot in hand["pots"]]
        assert all(after < before for before, after in pairwise(eligible))
        for seat in hand["seats"]:
            gain = cents(seat["won"]) - cents(seat["in"])
            assert cents(seat["after"]) == cents(seat["before"]) + gain
            assert (seat["outcome"] == "won") == any(
                seat["seat"] in pot["winners"] for pot in hand["pots"]
            )


def cents(text: str) -> int:
    return int(Money.parse(text))


@pytest.mark.parametrize("seed", range(60))
def test_every_step_is_guided_and_told_with_a_clause(seed: int) -> None:
    content, _ = invent(seed, mishaps=0.3)
    for table, _, decided in steps_of(checked_scenario(content, "invented")):
        guidance = guide(table)
        assert guidance.text
        assert guidance.clause
        offered = offers(table)
        if offered is not None:
            assert f"eat {offered.seat}" in guidance.text
        before = table
        for event in decided.events:
            after = CORE.fold_one(before, event)
            line = narrate(before, after, event)
            assert line.text.endswith((".", ")"))
            assert line.clause
            before = after


@pytest.mark.untraced
@given(SEEDS)
@FEW
def test_the_core_holds_no_card_but_those_face_up(seed: int) -> None:
    content, _ = invent(seed)
    for table, command, decided in steps_of(checked_scenario(content, "invented")):
        shown = isinstance(command, TableHand) or (
            isinstance(command, ReportIrregularity)
            and command.what is Irregularity.FOLDED_HAND_EXPOSED
        )
        if not shown:
            assert _up(decided.state) <= _up(table), command
            assert isinstance(command, DealStreet) or not getattr(command, "cards", ()), command
        told = {card for event in decided.events for card in getattr(event, "cards", ())}
        assert told <= set(getattr(command, "cards", ()))


def _up(table: Table) -> set[Any]:
    """The hole cards the core knows."""
    players = table.hand.players if table.hand else ()
    return {card for player in players for card in player.cards}


def test_every_trigger_outside_the_table_is_refused() -> None:
    allowed = {(phase, step.trigger) for step in HAND for phase in step.source}
    felt = Felt({1: 100, 2: 100}).deal()
    for phase in Phase:
        for trigger in {step.trigger for step in HAND}:
            if (phase, trigger) not in allowed:
                assert REFEREE.step(phase, felt.table, trigger) is None, (phase, trigger)


def test_an_illegal_record_is_caught_on_loading() -> None:
    felt = Felt({1: 100, 2: 100}).deal()
    events = [event for event in felt.events if type(event).__name__ != "HoleCardsDealt"]
    with pytest.raises(BrokenInvariant, match="open_betting is not allowed in blinds"):
        CORE.fold(new_table(felt.table.rules), events)


def test_every_row_of_the_table_has_a_clause() -> None:
    assert all(step.clause for step in HAND)
    assert len({(step.trigger, step.source) for step in HAND}) == len(HAND)


def test_a_tournament_player_who_is_not_there_folds_by_itself() -> None:
    felt = Felt({1: 100, 2: 100}, tournament=True)
    assert follow_up(felt.table) is None
    felt.deal()
    assert follow_up(felt.table) is None


def test_a_hand_without_a_showdown_is_awarded_from_any_street() -> None:
    felt = Felt({1: 100, 2: 100}).deal().act("2 fold").do(AwardPots()).do(FinishHand())
    assert [seat.stack for seat in felt.table.seats] == [10100, 9900]
    assert isinstance(felt.events[-4], PlayerFolded)
    assert STREETS[0] in felt.hand.phases


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(20))
def test_events_and_tables_survive_the_journal(seed: int) -> None:
    codec = Codec(*CORE.folds)
    content, _ = invent(seed, mishaps=0.3)
    for _, _, decided in steps_of(checked_scenario(content, "invented")):
        for event in decided.events:
            assert codec.read(*codec.write(event)) == event
        assert from_bytes(Table, to_bytes(Table, decided.state)) == decided.state
