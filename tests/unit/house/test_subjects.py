"""Who is told what: by the rules, by the house, and never a card or a player."""

import random
import re

import pytest

from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.base import Command
from controller.floor.calls import CallSupervisor
from controller.floor.corrections import EnquiriesRecorded
from controller.floor.deck_orders import ReportCardsDropped, ReportDeviceFailed
from controller.floor.decks import CheckDeck
from controller.floor.disputes import OpenDispute
from controller.floor.entries import Intent
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.commands import Decision, Irregularity
from controller.games.bonus.floor.jackpots import EnableJackpot, ReportJackpotFailed
from controller.games.bonus.floor.state import ShownOn
from controller.games.bonus.game import BONUS
from controller.games.bonus.round.core import decide
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.rulings import IRREGULARITIES
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.subjects import POOL, ROUND
from controller.house.events import RegisterRefused, TrailCopied
from controller.house.subjects import FLOOR, HELD, HOUSE, Line, held_notice, notices_of
from controller.notices.outbox import RECIPIENTS, NewNotice
from controller.pools import Accounts
from controller.pools.outbox import TransferAnswered
from controller.pools.transfers import Receipt
from controller.staff.roles import EVERYBODY, MADE_TO_WAIT
from tests.helpers.chaos import any_command, next_step
from tests.helpers.felt import Felt, dollars, jackpot_rules, table_rules
from tests.unit.floor.pit import Pit
from tests.unit.journal.shift import RULES

ROYAL = "Qh Jh Th 2c 3d  As Ks  Ah Kh"
A_CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


class Watched(Felt):
    """A table whose notices are kept."""

    def __init__(self, rules: TableRules, *, meter: str = "80000") -> None:
        super().__init__(rules, meter=meter)
        self.told: list[NewNotice] = []

    def do(self, *commands: c.Command) -> "Watched":
        for command in commands:
            before, seen = self.table, len(self.events)
            super().do(command)
            self.told += notices_of(BONUS, before, self.table, self.events[seen:])
        return self

    def heard(self) -> list[tuple[str, str, str | None]]:
        """To whom, about what, by which clause."""
        return [(one.to, one.about, one.clause) for one in self.told]


def nsw() -> Watched:
    return Watched(table_rules(jackpot=jackpot_rules()))


def dealt(table: Watched, cards: str = ROYAL) -> Watched:
    table.wagers(p1="25").jackpot(1).deal(cards)
    return table


def heard_of(event: object) -> tuple[NewNotice, ...]:
    """At a table where nothing else happens."""
    table = nsw().table
    return notices_of(BONUS, table, table, [event])


def report(irregularity: Irregularity, decision: Decision | None = None) -> c.Report:
    return c.Report(irregularity, decision=decision)


@pytest.mark.parametrize("what", [Irregularity.MISSING_CARD, Irregularity.FOREIGN_CARD])
def test_clause_11_9_4_surveillance_and_an_inspector_hear_of_a_wrong_card(
    what: Irregularity,
) -> None:
    table = dealt(nsw())
    table.go(report(what))
    assert table.heard() == [
        ("surveillance", what.value, "11.9.2"),
        ("inspector", what.value, "11.9.2"),
        ("supervisor", "deck-check-ordered", "11.9.3"),
    ]
    assert table.told[0].text.endswith(". Round 1 is void.")
    assert table.told[0].round == 1


def test_those_who_look_for_a_card_hear_when_the_deck_is_complete() -> None:
    table = dealt(nsw())
    table.go(report(Irregularity.MISSING_CARD), c.CloseRound())
    del table.told[:]
    table.go(c.DeckVerified(), c.DeckVerified())
    assert table.heard() == [
        ("surveillance", "deck-complete", "11.9.3"),
        ("inspector", "deck-complete", "11.9.3"),
    ]


def test_clause_11_14_an_inspector_hears_of_jackpot_equipment() -> None:
    table = dealt(nsw())
    table.go(report(Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert [(one.to, one.about) for one in table.told] == [
        ("inspector", "jackpot-equipment-failed")
    ]


def test_what_is_only_ruled_on_is_no_notice() -> None:
    table = dealt(nsw())
    table.go(report(Irregularity.SUPERVISOR_VOID))
    assert table.told == []


def test_a_supervisor_is_called_for_an_award_off_the_meter_and_its_confirmation_is_watched() -> (
    None
):
    table = dealt(nsw())
    table.to_showdown()
    table.go(c.BeginSettlement()).settle(1)
    assert table.heard() == [("supervisor", "meter-award", "15.2.9")]
    assert table.told[0].text == (
        "Place 1 has won the jackpot award for the royal flush: $80,001 from the meter. "
        "Please confirm it."
    )
    table.go(c.KeyAward(1, "royal-flush"), c.ConfirmAward(1, "royal-flush"))
    assert table.heard()[1:] == [("surveillance", "award-confirmed", "15.2.9")]
    assert table.told[1].text == (
        "A supervisor has confirmed the jackpot award for the royal flush to place 1: "
        "$80,001 from the meter."
    )


def test_a_fixed_award_needs_no_supervisor_in_new_south_wales() -> None:
    table = dealt(nsw(), "Qh Jh 3h 2c 3d  As Ks  Ah Kh")
    table.to_showdown()
    table.go(c.BeginSettlement()).settle(1)
    assert [due.award.award for due in table.round.awards] == ["flush"]
    assert table.told == []


@pytest.mark.parametrize(
    ("hole", "about"), [("Ah Kh", "meter-award"), ("Qd Qs", "award"), ("Qd Js", None)]
)
def test_south_dakota_18_a_iv_a_supervisor_is_called_for_every_progressive_winner(
    hole: str, about: str | None
) -> None:
    table = Watched(table_rules("sd", places=5, jackpot=jackpot_rules("PMG-01", wager="1")))
    first, second = hole.split()
    table.wagers(p1="25").jackpot(1).deal(f"{first} 4c {second} 6d")
    table.to_showdown("2s Qh Jh Th", "2d 3c", "4s 5d")
    table.go(c.BeginSettlement()).settle(1)
    expected = [("supervisor", about, "(18)(a)iv")] if about else []
    assert table.heard() == expected
    assert bool(about) == ("supervisor" in table.round.notices)


def test_awards_that_changed_call_a_supervisor_again() -> None:
    table = nsw().wagers(p1="25")
    recognised = dealt(nsw())
    recognised.to_showdown()
    recognised.go(c.BeginSettlement()).settle(1)
    (due,) = recognised.round.awards
    again = e.AwardsCorrected((due.award,), (False,), ())
    drafts = notices_of(BONUS, recognised.table, recognised.table, [again])
    assert [one.about for one in drafts] == ["awards-corrected"]
    drafts = notices_of(BONUS, table.table, table.table, [again])
    assert [one.about for one in drafts] == ["awards-corrected", "meter-award"]


def test_a_card_that_does_not_fit_calls_a_supervisor_and_is_not_named() -> None:
    table = dealt(nsw())
    table.do(c.CardDrawn(table.round.drawn[0]))
    assert [(one.to, one.about) for one in table.told] == [("supervisor", "card-read-twice")]
    other = dealt(nsw())
    other.deal("8s")
    assert [(one.to, one.about) for one in other.told] == [("supervisor", "card-out-of-turn")]


def test_a_card_that_is_keyed_twice_calls_a_supervisor_and_is_not_named() -> None:
    table = nsw()
    table.wagers(p1="25").jackpot(1).do(c.NoMoreBets(), c.CardDrawn(None), c.CardDrawn(None))
    table.do(c.KeyCard(0, Card.parse("As")))
    assert table.told == []
    table.do(c.KeyCard(1, Card.parse("As")))
    assert table.heard() == [("supervisor", "card-keyed-twice", "11.9")]
    assert table.told[0].text == "A card was keyed that is already out. Please look into it."


def test_an_award_that_was_declined_is_watched() -> None:
    table = dealt(nsw())
    table.to_showdown()
    table.go(c.BeginSettlement()).settle(1)
    table.do(c.KeyAward(1, "royal-flush"))
    del table.told[:]
    table.do(c.DeclineAward(1, "royal-flush"))
    assert table.heard() == [
        ("surveillance", "award-declined", "15.2.9"),
        ("supervisor", "awards-corrected", "15.2.9"),
    ]


@pytest.mark.parametrize(
    ("what", "number"), [(MADE_TO_WAIT, "201"), (MADE_TO_WAIT, EVERYBODY), ("failed-pin", "201")]
)
def test_those_in_charge_hear_of_a_wait_and_not_whose(what: str, number: str) -> None:
    drafts = heard_of(TrailCopied("r", 1, 5, what, number, by=None, reason=None))
    told = ["supervisor", "surveillance"] if what == MADE_TO_WAIT else []
    assert [(one.to, one.about) for one in drafts] == [(to, "wrong-pins") for to in told]
    assert all("201" not in one.text for one in drafts)
    assert all(("everybody" in one.text) == (number == EVERYBODY) for one in drafts)


@pytest.mark.parametrize(
    ("what", "by", "told"),
    [
        ("register-person", "301", ["surveillance"]),
        ("reset-pin", "301", ["surveillance"]),
        ("register-person", None, []),
        ("change-own-pin", "201", []),
    ],
)
def test_surveillance_hears_of_whoever_could_now_act_as_two(
    what: str, by: str | None, told: list[str]
) -> None:
    drafts = heard_of(TrailCopied("r", 9, 5, what, "201", by, reason=None))
    assert [(one.to, one.about) for one in drafts] == [(to, "staff-changed") for to in told]
    assert all("01" not in one.text for one in drafts)


def test_those_in_charge_hear_of_a_register_that_is_not_the_tables_own() -> None:
    drafts = heard_of(RegisterRefused("r", "it is another register"))
    told = [(one.to, one.about) for one in drafts]
    assert told == [("supervisor", "register-refused"), ("surveillance", "register-refused")]


def test_a_supervisor_hears_of_a_transfer_that_the_pool_refused() -> None:
    (draft,) = heard_of(TransferAnswered("T7/1/1/1", None, "not_enough", "Ah Kh seen"))
    assert (draft.to, draft.about) == ("supervisor", "transfer-refused")
    assert draft.text == "The pool has refused a transfer in round 0. Please look into it."
    taken = TransferAnswered("T7/1/1/1", Receipt("T7/1/1/1", 1, Money(1), Accounts(), 1))
    assert heard_of(taken) == ()


@pytest.mark.parametrize("line", HELD, ids=lambda line: line.about)
def test_a_supervisor_hears_why_a_table_is_held_by_code_and_never_in_free_text(line: Line) -> None:
    draft = held_notice(line.about, 7)
    assert draft == NewNotice("supervisor", f"held-{line.about}", line.text, 7)
    assert draft.text.startswith("The table is held: ")
    with pytest.raises(BrokenInvariant, match="one of journal-damaged, "):
        held_notice("card As is out twice", 7)


def test_every_irregularity_the_rules_notify_of_has_its_own_sentence() -> None:
    notified = {row.irregularity.value for row in IRREGULARITIES if row.notices}
    assert notified <= {line.about for line in ROUND}
    table = dealt(nsw()).table
    odd = e.IrregularityRuled(
        Irregularity.SHUFFLER_JAM, None, None, None, "12.1", ("surveillance",)
    )
    (draft,) = notices_of(BONUS, table, table, [odd])
    assert draft == NewNotice(
        "surveillance", "irregularity", "Irregularity in round 1: shuffler jam.", 1, "12.1"
    )


def test_every_subject_is_told_once_and_to_somebody_there_is() -> None:
    lines = (*ROUND, *POOL, *FLOOR, *HOUSE, *HELD)
    assert len({line.about for line in lines}) == len(lines)
    assert {to for line in lines for to in line.to} == set(RECIPIENTS)


def floor_told(pit: Pit, *commands: Command) -> list[tuple[str, str, str | None, str]]:
    seen = len(pit.events)
    pit.do(*commands)
    table = new_table(pit.floor.rules, dollars("80000"))
    drafts = notices_of(BONUS, table, table, pit.events[seen:])
    return [(one.to, one.about, one.clause, one.text) for one in drafts]


def test_what_the_floor_has_to_notify_of_goes_out_at_once() -> None:
    pit = Pit(jackpot=jackpot_rules()).playing(1).do(EnableJackpot(ShownOn.PLACARD))
    text = "The table has to notify you: jackpot equipment: sensors (task 1)."
    assert floor_told(pit, ReportJackpotFailed("sensors")) == [("inspector", "task", "11.14", text)]
    found = floor_told(pit, CheckDeck("A", CheckMeans.DEALER, 51))
    assert [one[:3] for one in found] == [
        ("surveillance", "task", "11.9.4"),
        ("inspector", "task", "11.9.4"),
    ]


def test_the_floor_calls_a_supervisor_where_one_is_needed() -> None:
    pit = Pit().playing(1).dealt()
    text = "Cards of deck A were dropped. Please check that all are there."
    assert floor_told(pit, ReportCardsDropped("A")) == [
        ("supervisor", "cards-dropped", "4.2.1", text)
    ]
    assert [one[:3] for one in floor_told(pit, ReportDeviceFailed())] == [
        ("supervisor", "device-failed", "12.2.3")
    ]
    assert floor_told(pit, OpenDispute()) == [
        ("supervisor", "dispute", "13.13", "Dispute 1 was opened. Please decide it.")
    ]


def test_the_dealer_calls_a_supervisor() -> None:
    text = "The dealer has called a supervisor to the table."
    called = floor_told(Pit("sd").opened(), CallSupervisor())
    assert called == [("supervisor", "supervisor-called", "(18)(a)iv", text)]


@pytest.mark.parametrize("escalated", [True, False])
def test_clause_11_16_a_suspected_payment_goes_to_a_supervisor(escalated: bool) -> None:
    drafts = heard_of(EnquiriesRecorded(4, next(iter(Intent)), "cctv", escalated))
    told = [(one.to, one.about, one.clause) for one in drafts]
    assert told == ([("supervisor", "payment-suspected", "11.16")] if escalated else [])


@pytest.mark.parametrize("rules", range(len(RULES)))
@pytest.mark.parametrize("seed", range(3))
def test_in_any_play_all_whom_the_round_names_are_told_and_no_card_is_named(
    seed: int, rules: int
) -> None:
    chance = random.Random(seed)
    table = new_table(RULES[rules], dollars("50000"))
    told: list[NewNotice] = []
    for step in range(2_000):
        wild = step % 9 == 0 or table.round.phase in (Phase.IDLE, Phase.WAGERS)
        command = any_command(chance, table) if wild else next_step(chance, table)
        decided = decide(table, command)
        if not isinstance(decided, Refused):
            told += notices_of(BONUS, table, decided.state, decided.events)
            table = decided.state
            mine = {one.to for one in told if one.round == table.round.number}
            assert set(table.round.notices) <= mine
    assert told
    for one in told:
        assert one.to in RECIPIENTS
        assert one.text.endswith(".")
        assert not A_CARD.search(one.text), one.text
