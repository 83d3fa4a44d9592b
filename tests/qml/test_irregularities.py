"""Every irregularity by touch: listed where it can happen, foreseen before it is confirmed."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF

from controller.domain.cards import DECK
from controller.domain.money import ZERO, Money
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.rulings import IRREGULARITIES
from controller.games.bonus.round.state import Ending, Place, Standing, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Choice
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.screen import LOOKED_AT, Made, Screen
from tests.helpers.shift import GAMING, Shift
from tests.qml.test_console import phase, shuffled, with_antes

RULESETS = ("nsw-legacy", "nsw-2024", "sd")


def rules_of(ruleset: str) -> TableRules:
    schedule, wager = ("THBP-08", "1") if ruleset == "sd" else ("nsw", "5")
    return table_rules(ruleset, places=5, jackpot=jackpot_rules(schedule, wager=wager))


# How far the round is


def draw(screen: Screen) -> Screen:
    """Every card that is due leaves the deck, each once."""
    while screen.shift.controller.snapshot().step.cards_due:
        screen.shift.do(c.CardDrawn(shuffled()[len(screen.shift.table.round.drawn)]))
    return screen.settle()


def to_wagers(screen: Screen) -> Screen:
    return with_antes(screen, 1, 2, 3).do(c.JackpotSensor(1, present=True))


def to_deal(screen: Screen) -> Screen:
    return to_wagers(screen).tap("primaryButton")


def to_flop(screen: Screen) -> Screen:
    return draw(to_deal(screen))


def on(screen: Screen) -> Screen:
    """The street is decided and turned."""
    return draw(draw(screen).tap("allBetButton")).tap("primaryButton")


def to_turn(screen: Screen) -> Screen:
    return on(to_flop(screen))


def to_river(screen: Screen) -> Screen:
    return on(to_turn(screen))


def to_showdown(screen: Screen) -> Screen:
    return on(to_river(screen))


def to_settlement(screen: Screen) -> Screen:
    """The dealer's hand is up and the first place is settled."""
    return to_showdown(screen).tap("primaryButton").tap("primaryButton")


REACH: dict[Phase, Callable[[Screen], Screen]] = {
    Phase.WAGERS: to_wagers,
    Phase.DEAL: to_deal,
    Phase.FLOP_DECISIONS: to_flop,
    Phase.TURN_DECISIONS: to_turn,
    Phase.RIVER_DECISIONS: to_river,
    Phase.SHOWDOWN: to_showdown,
    Phase.SETTLEMENT: to_settlement,
}
QUICK = (("nsw-2024", Phase.FLOP_DECISIONS), ("sd", Phase.WAGERS))
PHASES = [
    pytest.param(ruleset, at, id=f"{ruleset}-{at.value}", marks=marks)
    for ruleset in RULESETS
    for at in REACH
    for marks in [() if (ruleset, at) in QUICK else pytest.mark.long]
]
"""All of them in the long run."""


def named(screen: Screen, prefix: str) -> list[str]:
    """The keys on the screen whose names begin so, that can be tapped."""
    keys = [item for _, item in screen.items() if item.objectName().startswith(prefix)]
    return [key.objectName() for key in keys if key.property("active")]


def listed(screen: Screen) -> set[str]:
    screen.tap("irregularityButton")
    found = {name.removeprefix("say-") for name in named(screen, "say-")}
    screen.tap("irregularityClose")
    return found


def answer_first(screen: Screen) -> None:
    """Whatever is asked, the first answer that is open."""
    for _ in range(6):
        if screen.find("irregularities", "irregularityQuestion") is None:
            return
        screen.tap(named(screen, "say-")[0])
    raise AssertionError("there is no end to the questions")


# What was foreseen, and what came of it


def moved(before: Place, after: Place) -> dict[str, Money]:
    """What a place was handed and what was taken, wager by wager."""
    back = kept = ZERO
    for area, new in after.results.items():
        old = before.results.get(area)
        had = old.paid + old.returned if old else ZERO
        back += max(new.paid + new.returned - had, ZERO)
        if old is None:
            kept += new.stake - new.returned
    return {"gets back": back, "loses": kept}


def amounts(before: Table, after: Table) -> set[str]:
    """The lines that should have been on the screen."""
    lines = {
        f"Place {new.number} {act} {amount.display().removesuffix('.00')}"
        for old, new in zip(before.round.places, after.round.places, strict=True)
        for act, amount in moved(old, new).items()
        if amount
    }
    owed = {due.place: ZERO for due in after.round.give_back}
    for due in after.round.give_back:
        owed[due.place] += due.amount
    gives = {f"Place {n} pays back {m.display().removesuffix('.00')}" for n, m in owed.items()}
    return lines | gives


def shares(screen: Screen) -> set[str]:
    paths = [item for _, item in screen.items() if item.objectName() == "shareText"]
    return {str(item.property("text")) for item in paths}


def report(screen: Screen, what: str) -> None:
    """From the button to the record: with a supervisor only where one is asked for."""
    before = screen.shift.table
    screen.tap("irregularityButton").tap(f"say-{what}")
    answer_first(screen)
    if not named(screen, "confirm-"):
        assert "A supervisor has to approve" in screen.text("foreseenWaits")
        screen.on(GAMING)
    headline, foreseen = screen.text("foreseen"), shares(screen)
    assert screen.faults() == [], what
    screen.tap(named(screen, "confirm-")[0])
    assert screen.find("irregularities") is None, f"{what}: {screen.texts()}"
    after = screen.shift.table
    assert foreseen == amounts(before, after), what
    over = {Ending.MISDEAL: "Misdeal", Ending.VOID: "The round is void"}
    ended = after.round.ending if after.round.ending is not Ending.SETTLED else None
    assert (headline in over.values()) == (ended is not None), what
    assert ended is None or headline == over[ended]
    assert "IrregularityRuled" in screen.shift.kinds()


@pytest.mark.parametrize(("ruleset", "at"), PHASES)
def test_every_irregularity_of_the_phase_is_reported_by_touch(
    made: Made, ruleset: str, at: Phase
) -> None:
    screen = REACH[at](made(rules_of(ruleset)))
    assert phase(screen) is at
    rows = {row.irregularity.value for row in IRREGULARITIES if at in row.during}
    found = listed(screen) & {one.value for one in Irregularity}
    assert found <= rows
    assert {"missing-card", "foreign-card", "outcome-invalidated", "supervisor-void"} <= found
    assert ("shuffler-jam" in found) is (ruleset != "sd"), "by hand there is no device to jam"
    for what in sorted(found):
        table = Shift(rules_of(ruleset), viewers=(screen.bridge,), goes_ahead=True)
        report(REACH[at](screen.move_to(table)), what)


def test_a_card_out_of_turn_is_listed_once_one_is_out(made: Made) -> None:
    screen = to_flop(made())
    assert "card-out-of-turn" not in listed(screen)
    out = set(shuffled()[: len(screen.shift.table.round.drawn)])
    screen.do(c.CardDrawn(next(card for card in DECK if card not in out)))
    screen.tap("irregularityButton").tap("say-card-out-of-turn").tap("say-continue")
    assert screen.text("foreseen") == "Play goes on"
    screen.on(GAMING).tap("confirm-no-advantage")
    assert screen.shift.table.round.unexplained.value == ""


def test_the_dealer_alone_reports_what_no_supervisor_has_to_approve(made: Made) -> None:
    screen = to_flop(made())
    screen.taps = 0
    screen.tap("irregularityButton").tap("say-deemed-fold").tap("say-2")
    assert screen.text("foreseen") == "Place 2 folds"
    assert shares(screen) == {"Place 2 loses $50"}
    screen.tap("confirm-")
    assert screen.taps == 4
    assert screen.shift.table.round.place(2).standing is Standing.FOLDED


def test_a_wrong_flop_wager_is_put_right_or_the_player_folds(made: Made) -> None:
    for decision, text, standing in (
        ("correct", "The flop wager becomes $100", Standing.IN),
        ("fold", "Place 2 folds", Standing.FOLDED),
    ):
        screen = to_flop(made())
        screen.do(c.Decide(2, Choice.BET, Money.parse("75"))).tap("irregularityButton").tap(
            "say-flop-wager-corrected"
        ).tap("say-2")
        screen.tap(f"say-{decision}")
        assert screen.text("foreseen") == text
        screen.tap("confirm-")
        place = screen.shift.table.round.place(2)
        assert place.standing is standing
        assert standing is Standing.FOLDED or place.stakes[Area.FLOP].amount == Money.parse("100")


def test_a_tap_on_a_place_answers_which_place_and_decides_nothing(made: Made) -> None:
    screen = to_flop(made())
    screen.do(c.Decide(1, Choice.BET)).tap("irregularityButton").tap("say-deemed-fold").tap(
        "place1"
    )
    assert screen.text("irregularityQuestion") == "At which place?", "not one of those who can"
    screen.tap("place2")
    assert screen.text("foreseen") == "Place 2 folds"
    assert screen.shift.table.round.place(2).standing is Standing.IN


def test_only_answers_that_the_rules_take_are_open(made: Made) -> None:
    screen = to_flop(made())
    screen.do(c.Decide(1, Choice.BET)).tap("irregularityButton").tap("say-deemed-fold")
    assert named(screen, "say-") == ["say-2", "say-3"]
    screen.tap("irregularityBack")
    assert screen.text("irregularityTitle") == "What happened?"


def test_fraud_names_the_players_and_whose_wagers_are_forfeited(made: Made) -> None:
    screen = to_turn(made())
    screen.on(GAMING).tap("irregularityButton").tap("say-fraud")
    assert not screen.enabled("irregularityDone"), "fraud is somebody's"
    screen.tap("say-1").tap("say-3").tap("say-1").tap("say-2").tap("irregularityDone")
    screen.tap("say-3").tap("irregularityDone")
    assert shares(screen) == {
        "Place 1 gets back $80",
        "Place 2 gets back $150",
        "Place 3 loses $300",
    }
    screen.tap("confirm-fraud")
    assert screen.shift.table.round.ending is Ending.VOID


def test_a_supervisor_who_signs_on_finds_the_panel_as_it_was(made: Made) -> None:
    screen = to_flop(made())
    screen.tap("irregularityButton").tap("say-community-card-exposed").tap("say-flop")
    screen.tap("say-void")
    screen.tap("foreseenCall")
    assert screen.shift.floor.called is not None
    assert "has been called" in screen.text("foreseenWaits")
    assert screen.find("foreseenCall") is None
    screen.tap("supervisorButton")
    assert screen.find("irregularities") is None
    screen.on(GAMING)
    assert "Flop" in screen.text("irregularityLines")
    assert len(named(screen, "confirm-")) == 3, "a ruling names its reason"
    screen.tap("confirm-advantage")
    assert screen.find("irregularities") is None


def test_a_double_tap_never_confirms_what_was_not_read(made: Made) -> None:
    screen = to_flop(made())
    screen.on(GAMING).tap("irregularityButton").tap("say-wrong-card-count")
    screen.tap("confirm-", after_ms=30)
    assert phase(screen) is Phase.FLOP_DECISIONS
    screen.tap("confirm-")
    assert screen.shift.table.round.ending is Ending.MISDEAL
    assert screen.shift.kinds().count("RoundMisdealt") == 1


def test_what_was_said_is_dropped_when_the_round_moves_on(made: Made) -> None:
    screen = to_flop(made())
    screen.tap("allBetButton").tap("irregularityButton").tap("say-missing-card")
    screen.tap("primaryButton")
    assert phase(screen) is Phase.TURN_DECISIONS
    assert screen.find("irregularities") is None
    screen.tap("irregularityButton")
    assert screen.text("irregularityTitle") == "What happened?"


def test_reports_of_the_floor_are_the_dealers_own(made: Made) -> None:
    screen = to_flop(made())
    screen.tap("irregularityButton").tap("say-incident").tap("say-talk").tap("say-2")
    screen.tap("confirm-")
    assert [one.place for one in screen.shift.floor.incidents] == [2]
    screen.tap("irregularityButton").tap("say-dispute").tap("say-none").tap("confirm-")
    assert [one.place for one in screen.shift.floor.disputes] == [None]
    screen.tap("irregularityButton").tap("say-cards-dropped").tap("confirm-")
    assert [one.deck for one in screen.shift.floor.holds] == ["A"]
    screen.tap("irregularityButton").tap("say-call")
    assert screen.shift.floor.called is not None
    assert screen.find("irregularities") is None


def test_the_button_is_there_between_rounds_and_at_a_closed_table(made: Made) -> None:
    screen = made()
    assert not screen.enabled("irregularityButton")
    before = screen.centre("irregularityButton")
    screen.shift.opened()
    screen.settle()
    assert screen.enabled("irregularityButton")
    assert {"dispute", "incident", "device-failed", "call"} <= listed(screen)
    assert screen.centre("irregularityButton") == before, "it never moves"


@pytest.mark.parametrize("size", LOOKED_AT)
def test_the_panel_never_hides_a_wager(made: Made, size: tuple[int, int]) -> None:
    screen = to_turn(made(size=size))
    screen.tap("irregularityButton")
    edge = screen.item("irregularities").mapToScene(QPointF(0, 0)).y()
    for number in (1, 4, 7):
        spot = screen.item(f"place{number}", "flop")
        assert spot.mapRectToScene(spot.boundingRect()).bottom() <= edge


def test_no_card_face_down_changes_what_the_panel_shows(made: Made) -> None:
    """Other cards face down, the same tree and the same picture, down to the preview."""
    screens = []
    for hidden in (11, 12):
        screen = to_deal(made())
        cards = list(DECK)
        random.Random(hidden).shuffle(cards)
        while screen.shift.controller.snapshot().step.cards_due:
            screen.shift.do(c.CardDrawn(cards.pop()))
        screen.settle().tap("irregularityButton").tap("say-invalid-wager").tap("say-2")
        screen.tap("say-no-valid-card")
        screens.append(screen)
    one, other = screens
    assert one.tree() == other.tree()
    assert one.picture() == other.picture()
