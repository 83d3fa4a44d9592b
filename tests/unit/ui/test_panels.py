"""What the panels of the console say, derived from snapshots without Qt."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from controller.authority import Command
from controller.domain.base import evolve, existing
from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.deck_orders import ReportCardsDropped
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.floor.seats import LeaveSeat, TakeSeat
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.floor.outcomes import Disruption, Ground, InvalidateOutcome
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.preview import Preview, Share
from controller.games.bonus.round.state import Ending
from controller.games.bonus.wagers import Choice
from controller.house.decide import action_for
from controller.running.snapshot import NotNow
from controller.running.writer import COMPARE
from controller.staff.powers import HouseAction
from controller.staff.roles import HouseReason, Reason
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import DEALER, GAMING, MONDAY, Shift
from ui.forms.asks import Scene
from ui.forms.entries import Entry
from ui.forms.form import Form, advanced, answered, asked_of, command_of, reasons_of, said
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.bonus.supervision.reports import REPORTS
from ui.games.bonus.viewmodels.actions import derive_actions, derive_primary
from ui.games.bonus.viewmodels.guidance import derive_guidance
from ui.games.bonus.viewmodels.place_panel import command_of as act_of
from ui.games.bonus.viewmodels.place_panel import derive_place_panel
from ui.shown import Shown
from ui.viewmodels.faults import derive_faults, derive_faults_panel
from ui.viewmodels.form_pages import FormProps, State
from ui.viewmodels.irregularities import derive_irregularities, possible
from ui.viewmodels.strip import derive_strip


def shown(shift: Shift) -> Shown:
    return Shown(shift.controller.snapshot())


def dealt(ruleset: str = "nsw-2024") -> Shift:
    jackpot = jackpot_rules() if ruleset != "sd" else None
    shift = Shift(table_rules(ruleset, places=5, jackpot=jackpot)).playing(1, 2)
    shift.wagers(p1="25", p2="50").do(c.NoMoreBets())
    due = shift.controller.snapshot().step.cards_due
    return shift.do(*(c.CardDrawn(card) for card in DECK[:due]))


def scene_of(shift: Shift) -> Scene:
    snapshot = shift.controller.snapshot()
    return Scene(snapshot.house, MONDAY, snapshot.held)


def codes(shift: Shift) -> list[str]:
    return [entry.code for entry in possible(REPORTS, scene_of(shift))]


def report(what: str) -> Entry:
    return next(entry for entry in REPORTS if entry.code == what)


def form_of(shift: Shift, what: str, *answers: str) -> Form:
    """A report with its first questions answered."""
    form = advanced(Form(report(what), asks_why=False), scene_of(shift))
    for answer in answers:
        form = answered(form, scene_of(shift), answer)
    return form


def asked(shift: Shift, what: str, *answers: str) -> list[str]:
    """What was asked by then and is asked now; not what leaves no choice."""
    form = form_of(shift, what, *answers)
    names = [name for name, _ in form.given if name not in form.by_itself]
    now = asked_of(form, scene_of(shift))
    return [*names, now.name] if now else names


def sent(shift: Shift, what: str, *answers: str) -> Command | None:
    form = form_of(shift, what, *answers)
    assert asked_of(form, scene_of(shift)) is None, "there is more to say"
    return command_of(form, scene_of(shift))


# The list and the questions


def test_the_list_holds_what_can_happen_in_the_phase_and_nothing_else() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25")
    assert "card-exposed-in-deal" not in codes(shift)
    assert "jackpot-equipment-failed" in codes(shift)
    shift = dealt()
    assert {"card-exposed-in-deal", "deemed-fold", "cards-dropped"} <= set(codes(shift))
    assert "flop-wager-corrected" not in codes(shift), "nobody has bet yet"
    shift.do(c.Decide(1, Choice.BET))
    assert "flop-wager-corrected" in codes(shift)
    assert "card-exposed-in-deal" not in codes(shift), "the deal is long over"


def test_what_belongs_together_stands_together() -> None:
    found = codes(dealt())
    cards = ["missing-card", "foreign-card", "cards-dropped"]
    people = ["dispute", "incident", "fraud", "outcome-invalidated"]
    for group in (cards, people):
        first = found.index(group[0])
        assert found[first : first + len(group)] == group


def test_every_irregularity_of_the_rulings_can_be_reported_and_codes_are_given_once() -> None:
    listed = [entry.code for entry in REPORTS]
    assert {one.value for one in Irregularity} <= set(listed)
    assert len(listed) == len(set(listed))


def test_by_hand_no_device_fails_and_without_a_jackpot_none_either() -> None:
    found = codes(dealt("sd"))
    assert not {"shuffler-jam", "shuffler-failed", "jackpot-equipment-failed"} & set(found)


def test_on_the_bench_rounds_are_reported_on_and_nothing_of_the_floor() -> None:
    scene = scene_of(dealt())
    bare = replace(scene, house=evolve(scene.house, floor=None))
    found = {entry.code for entry in possible(REPORTS, bare)}
    assert {"missing-card", "deemed-fold", "outcome-invalidated"} <= found
    assert not {"cards-dropped", "dispute", "incident", "fraud", "device-failed"} & found
    fire = existing(report("outcome-invalidated").command, "it sends no command")
    assert fire(bare, {"cause": "fire"}) == Report(Irregularity.OUTCOME_INVALIDATED)


def test_a_shoe_is_called_by_its_name() -> None:
    rules = table_rules("nsw-2024", dealing="shoe", places=5)
    scene = scene_of(Shift(rules).playing(1))
    assert report(Irregularity.SHUFFLER_FAILED.value).title(scene) == "Shoe has failed"


def test_what_makes_no_difference_is_not_asked() -> None:
    exposed = Irregularity.COMMUNITY_CARD_EXPOSED.value
    shift = dealt()
    assert asked(shift, exposed, "flop") == ["card", "decision"], "11.5: void, or play on"
    shift.do(c.DecideAll(Choice.BET))
    assert asked(shift, exposed, "flop") == ["card"], "everybody has bet: play goes on"
    assert asked(shift, "cards-dropped") == [], "there is one deck"
    assert sent(shift, "cards-dropped") == ReportCardsDropped("A")


def test_cards_at_an_empty_place_ask_whether_a_player_has_handled_cards() -> None:
    shift, box = dealt(), Irregularity.CARDS_TO_EMPTY_BOX.value
    place, handled = report(box).asks
    scene = scene_of(shift)
    assert [one.code for one in place.options(scene, {}) if one.enabled] == ["3", "4", "5"]
    open_ = [one.enabled for one in handled.options(scene, {"place": "4"})]
    assert open_ == [True, False], "no two cards too many"
    assert sent(shift, box, "4", "no") == Report(Irregularity.CARDS_TO_EMPTY_BOX, 4)


def test_fraud_asks_for_players_and_a_fire_does_not() -> None:
    shift, what = dealt(), Irregularity.OUTCOME_INVALIDATED.value
    assert asked(shift, what, "fire") == ["cause"]
    assert asked(shift, "fraud", "1,2") == ["players", "forfeit"]
    fire = sent(shift, what, "fire")
    assert fire == InvalidateOutcome(Ground.DISRUPTION, Disruption.FIRE)
    fraud = sent(shift, "fraud", "1,2", "2")
    assert fraud == InvalidateOutcome(Ground.FRAUD, None, (1, 2), (2,))
    line = [one.brief for one in said(form_of(shift, "fraud", "1,2", "2"), scene_of(shift))]
    assert line == ["by: 1, 2", "forfeits: 2"]
    nobody = said(form_of(shift, "fraud", "1", ""), scene_of(shift))
    assert [one.text for one in nobody] == ["Place 1", "none"]


def test_an_invalid_wager_marks_the_seat_or_where_nobody_sits_the_hand_alone() -> None:
    shift, what = dealt(), Irregularity.INVALID_WAGER.value
    mark = MarkWagersInvalid(2, InvalidGround.NO_VALID_CARD)
    assert sent(shift, what, "2", "no-valid-card") == mark
    shift.do(LeaveSeat(2))
    assert sent(shift, what, "2", "no-valid-card") == Report(Irregularity.INVALID_WAGER, 2)


@pytest.mark.parametrize(
    ("what", "answers", "left"),
    [
        ("invalid-wager", {"ground": "wager-for-another"}, (HouseReason.FOR_ANOTHER,)),
        ("invalid-wager", {"ground": "no-valid-card"}, (HouseReason.NOT_OWN_CARD,)),
        ("fraud", {}, (HouseReason.FRAUD,)),
        ("outcome-invalidated", {}, (HouseReason.EMERGENCY,)),
        ("community-card-exposed", {"card": "turn"}, (HouseReason.AS_RULED,)),
        ("card-out-of-turn", {"decision": "void"}, BonusAction.CARD_OUT_OF_TURN.reasons),
        ("supervisor-void", {}, HouseAction.VOID_ROUND.reasons),
        ("void-recovered", {}, HouseAction.VOID_RECOVERED.reasons),
    ],
)
def test_what_was_answered_is_not_asked_again_as_a_reason(
    what: str, answers: dict[str, str], left: tuple[Reason, ...]
) -> None:
    form = Form(report(what), asks_why=False, given=tuple(answers.items()))
    assert reasons_of(form, scene_of(dealt())) == left


def test_every_report_falls_under_the_line_of_the_powers_table_that_its_row_names() -> None:
    """In every way that it can be answered: the row says who may, and the table agrees."""
    seen = set()
    for shift in (Shift().opened(), dealt(), dealt("sd"), dealt().do(c.Decide(1, Choice.BET))):
        seen |= lines_agree(shift)
    out_of_turn = dealt()
    left = next(card for card in reversed(DECK) if card not in out_of_turn.table.round.drawn)
    seen |= lines_agree(out_of_turn.do(c.CardDrawn(left)))
    interrupted = dealt().restart()
    interrupted.on(DEALER)
    seen |= lines_agree(interrupted)
    assert {entry.code for entry in REPORTS} - seen == set()


def lines_agree(shift: Shift) -> set[str]:
    scene, found = scene_of(shift), set()
    for entry in possible(REPORTS, scene):
        for form in every_way(Form(entry, asks_why=False), scene):
            command = existing(command_of(form, scene), "there is no command")
            recovered = scene.held == COMPARE
            assert action_for(scene.house, command, recovered=recovered) is entry.action
            found.add(entry.code)
    return found


def every_way(form: Form, scene: Scene) -> Iterator[Form]:
    form = advanced(form, scene)
    ask = asked_of(form, scene)
    if ask is None:
        yield form
        return
    for option in ask.options(scene, form.answers):
        if option.enabled:
            yield from every_way(answered(form, scene, option.code), scene)


# The preview


def page_of(shift: Shift, form: Form, seen: object) -> FormProps:
    return derive_irregularities(shown(shift), BONUS_SCREEN, State(form=form), MONDAY, seen)


def test_the_preview_says_how_it_ends_who_gets_what_and_who_is_told() -> None:
    shift = dealt()
    back = (Share(1, back=Money.parse("75")), Share(2, owes=Money.parse("12.50")))
    seen = Preview(Ending.VOID, "11.9.2", back, deck_check=True, notices=("surveillance",))
    page = page_of(shift, form_of(shift, "missing-card"), seen)
    assert (page.headline, page.clause, page.ends) == ("The round is void", "Rule 11.9.2", True)
    assert [row.text for row in page.shares] == ["gets back $75", "pays back $12.50"]
    assert page.besides == "Check the deck before the next round. Notified: surveillance."
    assert page.waits.startswith("A supervisor has to approve")
    assert page.can_call
    assert page.confirms == ()


def test_nothing_is_confirmed_before_it_is_foreseen() -> None:
    shift = dealt()
    jam = form_of(shift, "shuffler-jam")
    page = page_of(shift, jam, None)
    assert (page.kind, page.confirms, page.headline) == ("confirm", (), "")
    page = page_of(shift, jam, Preview())
    assert [option.text for option in page.confirms] == ["Confirm"]
    assert page.besides.startswith("Have the cards in the device reshuffled")
    page = page_of(shift, jam, Refused(NotNow.HELD))
    assert (page.confirms, page.headline) == ((), NotNow.HELD.value), "it would be refused"


def test_what_is_the_dealers_alone_asks_the_supervisor_to_sign_off() -> None:
    shift = dealt().do(c.Decide(2, Choice.BET, Money.parse("75"))).on(GAMING)
    form = form_of(shift, Irregularity.FLOP_WAGER_CORRECTED.value, "2", "correct")
    page = page_of(shift, form, Preview(corrected=Money.parse("100")))
    assert "signs off first" in page.waits


def test_after_an_interruption_only_a_void_is_reported() -> None:
    shift = dealt().restart()
    shift.on(DEALER)
    assert shift.controller.snapshot().held == COMPARE
    assert codes(shift) == ["void-recovered"]
    assert "2 places with wagers, $75 on the felt" in derive_guidance(shown(shift)).text
    assert derive_actions(shown(shift)).other_text == "The felt differs"
    shift.on(GAMING)
    assert not derive_primary(shown(shift)).enabled


def test_while_the_table_is_held_nothing_is_reported() -> None:
    shift = dealt()
    shift.now(shift.controller.hold("The journal is damaged at record 17."))
    assert codes(shift) == []
    page = derive_irregularities(shown(shift), BONUS_SCREEN, State(), MONDAY)
    assert (page.title, page.can_call) == ("There is nothing to report now", False)


def test_after_an_interruption_only_places_with_wagers_are_counted() -> None:
    shift = dealt().do(c.Decide(1, Choice.FOLD)).restart()
    shift.on(DEALER)
    assert "1 place with wagers, $50 on the felt" in derive_guidance(shown(shift)).text


# The place


def test_a_place_says_who_sits_there_and_what_can_be_done() -> None:
    shift = Shift().playing(1).wagers(p1="25")
    panel = derive_place_panel(shown(shift), 1)
    assert panel.seat == "Player seated, card confirmed"
    enabled = {act.code for act in panel.acts if act.enabled}
    assert enabled == {"wagers", "seat", "invalid"}
    free = derive_place_panel(shown(shift), 4)
    assert (free.seat, free.history) == ("Nobody is seated here", ("No wager in this round",))
    assert not derive_place_panel(shown(shift), 9).visible


def test_nobody_who_sits_down_is_taken_for_somebody_before() -> None:
    shift = Shift().playing(1)
    first = act_of(shown(shift), 3, "seat")
    assert isinstance(first, TakeSeat)
    shift.do(first, LeaveSeat(3))
    again = act_of(shown(shift), 3, "seat")
    assert isinstance(again, TakeSeat)
    assert again.player != first.player


def test_while_the_table_is_held_a_place_only_tells() -> None:
    shift = dealt().restart()
    panel = derive_place_panel(shown(shift), 1)
    assert panel.history == ("Ante $25",)
    assert not any(act.enabled for act in panel.acts)


# Faults


def troubled(shift: Shift, *names: str) -> Shift:
    shift.do(FitDevices(names))
    return shift.do(*(ReportDevice(name, TroubleCode.AWAY, "gone") for name in names))


def test_a_device_in_trouble_says_what_failed_what_works_what_to_do_and_who_approves() -> None:
    (fault,) = derive_faults(shown(troubled(Shift().playing(1), "sign")), BONUS_SCREEN)
    assert fault.device == "Sign"
    assert fault.failed == "The sign does not answer. Is a cable out, or the power off?"
    assert fault.works == "The meter on this screen is still right."
    assert fault.do == "Check the sign's power and cable."
    assert fault.approve == "gaming supervisor (rule 11.14)"


def test_a_held_table_comes_first_and_stops_everything() -> None:
    shift = troubled(Shift().playing(1), "sign")
    shift.now(shift.controller.hold("The journal is damaged at record 17."))
    at = shown(shift)
    strip = derive_strip(at, BONUS_SCREEN)
    assert (strip.level, strip.title) == ("stopped", "Table held")
    assert "damaged at record 17" in strip.text
    panel = derive_faults_panel(at, BONUS_SCREEN)
    assert [row.stops for row in panel.rows] == [True, False]
    assert (panel.lifts, panel.waits) == ((), ""), "no tap mends a journal"
    assert derive_actions(at).other_text == "What to do"


def test_more_faults_than_there_is_room_for_come_on_a_second_page() -> None:
    names = ("shuffler", "sensors", "lamps", "keypad", "sign")
    at = shown(troubled(Shift().playing(1), *names))
    panel, second = derive_faults_panel(at, BONUS_SCREEN), derive_faults_panel(at, BONUS_SCREEN, 1)
    assert (len(panel.rows), panel.page) == (3, "1 of 2")
    assert {row.device.lower() for row in (*panel.rows, *second.rows)} == set(names)
    third = derive_faults_panel(at, BONUS_SCREEN, 2)
    assert third.rows == panel.rows, "after the last the first again"


def test_what_a_port_said_of_a_device_stays_in_the_record() -> None:
    raw = "/dev/ttyUSB0: cannot be read (device reports readiness to read but returned no data)"
    shift = Shift().playing(1).do(FitDevices(("shuffler",)))
    shift.do(ReportDevice("shuffler", TroubleCode.AWAY, raw))
    at = shown(shift)
    (fault,) = derive_faults(at, BONUS_SCREEN)
    assert fault.failed == "The shuffler does not answer. Is a cable out, or the power off?"
    assert "ttyUSB" not in derive_strip(at, BONUS_SCREEN).text
    assert any(raw in str(event) for event in shift.events())


def test_after_an_interruption_the_strip_still_leads_to_the_faults() -> None:
    shift = troubled(dealt(), "sign", "keypad").restart()
    strip = derive_strip(shown(shift), BONUS_SCREEN)
    assert strip.title == "Recovered after an interruption"
    assert strip.more == "2 faults"
