"""The table behind the supervisor's panel: every power has its place, every form its command."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import MISSING, fields

import pytest

from controller.authority import Command, action_of
from controller.cards.plan import To
from controller.domain.base import evolve, existing
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.floor import measures
from controller.floor.calls import CallSupervisor
from controller.floor.corrections import RecordCorrection
from controller.floor.deck_orders import ReportCardsDropped
from controller.floor.decks import CheckDeck
from controller.floor.disputes import DecideDispute, OpenDispute
from controller.floor.entries import IncidentKind
from controller.floor.equipment import FitDevices
from controller.floor.measures import ReportIncident
from controller.floor.money import ExchangeVoucher
from controller.floor.opening import BeginOpening
from controller.floor.pairing import BeginPairing, ReportCode, ReportPairing
from controller.floor.seats import CardForm, ConfirmCard
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.commands import KeyCard
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.floor.wagers import AssistPlacement, MarkWagersInvalid, Plea
from controller.games.bonus.game import BONUS
from controller.games.bonus.house import house_of
from controller.games.bonus.orders import ChangeFigures
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice
from controller.pools import Parameters
from controller.running.undo import asked_for
from controller.staff.powers import HouseAction, may
from controller.staff.roles import HouseReason, Role
from tests.helpers.shift import DEALER, GAMING, MONDAY, Shift
from tests.unit.floor.pit import Pit
from ui.forms.asks import Kind, Scene
from ui.forms.entries import Entry, offered, why_not
from ui.forms.form import Form, advanced, answered, asked_of, back, command_of, said
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.bonus.words import label
from ui.games.registry import SCREENS
from ui.games.screen import GameScreen
from ui.supervision.cards import pairing_said

ENTRIES, BY_CODE = BONUS_SCREEN.menu, BONUS_SCREEN.by_code
LYING = {1: "9h 8h", 2: "4c 4d", 0: "7h 6h 5h As Kd", -1: "Qc 2d"}
"""By place; 0 for the community cards, -1 for the dealer's."""


def dealt(shift: Shift) -> Shift:
    """Place 1 holds a straight flush."""
    shift.do(c.NoMoreBets())
    plan = existing(shift.table.round.plan, "there is no plan")
    piles = {place: iter(parse_cards(text)) for place, text in LYING.items()}
    for slot in plan.slots:
        pile = slot.place if slot.to is To.PLACE else 0 if slot.to is To.COMMUNITY else -1
        shift.do(c.CardDrawn(next(piles[pile])))
    return shift


@pytest.mark.parametrize("screen", list(SCREENS), ids=lambda screen: screen.name)
def test_every_row_says_what_was_done(screen: GameScreen) -> None:
    silent = {entry.code for entry in screen.menu if not entry.done}
    assert silent == {entry.code for entry in screen.menu if entry.at_once}


ON_THE_FELT = frozenset(
    {
        *(BonusAction.OPEN_ROUND, BonusAction.PLACE_WAGER, BonusAction.TAKE_BACK_WAGER),
        *(BonusAction.NO_MORE_BETS, HouseAction.KEY_CARD, BonusAction.DEAL_DONE),
        *(BonusAction.DECIDE, BonusAction.REVEAL, BonusAction.EVERYBODY_FOLDED),
        *(BonusAction.SHOW_DEALERS_HAND, BonusAction.CONCEDE, BonusAction.BEGIN_SETTLEMENT),
        *(BonusAction.SETTLE_PLACE, BonusAction.KEY_AWARD, BonusAction.PAY_AWARD),
        *(BonusAction.FINISH_SETTLEMENT, BonusAction.CLOSE_ROUND, HouseAction.CONTINUE_RECOVERED),
    }
)
"""Done on the felt, the action bar or the card pad."""
IRREGULARITY = frozenset(
    {
        *(BonusAction.CARD_EXPOSED_IN_DEAL, BonusAction.DEALER_CARD_EXPOSED),
        *(BonusAction.WRONG_CARD_COUNT, BonusAction.CARDS_TO_EMPTY_BOX, BonusAction.MISSING_CARD),
        BonusAction.COMMUNITY_EXPOSED,
        *(BonusAction.FOREIGN_CARD, BonusAction.CARD_OUT_OF_TURN, BonusAction.SHUFFLER_JAM),
        *(BonusAction.JACKPOT_FAILED, BonusAction.DEEMED_FOLD, BonusAction.FLOP_CORRECTED),
    }
)
"""Reported from the irregularity panel."""
AT_THE_PLACE = frozenset({HouseAction.TAKE_SEAT, HouseAction.PLAYER_LEFT})
"""Done in the panel of the place."""
COMMAND_LINE = frozenset(
    {
        *(HouseAction.UNSEAL_CARD, HouseAction.SET_UP_DEVICES),
        *(HouseAction.REGISTER_PERSON, HouseAction.REMOVE_PERSON, HouseAction.CHANGE_OWN_PIN),
        *(HouseAction.RESET_PIN, HouseAction.GIVE_CARD, HouseAction.VERIFY_RECORD),
        *(HouseAction.EXPORT_RECORD, HouseAction.ARCHIVE_RECORD),
    }
)
"""Done with the feltwork command, not at a table in play."""
HISTORY = frozenset({HouseAction.READ_RECORD})
ELSEWHERE = ON_THE_FELT | IRREGULARITY | AT_THE_PLACE | COMMAND_LINE | HISTORY


def test_every_line_of_the_powers_table_has_its_place() -> None:
    here = {entry.action for entry in ENTRIES}
    assert here | ELSEWHERE == {*HouseAction, *BonusAction}
    assert not here & ELSEWHERE


def test_codes_are_given_once_and_the_menu_has_its_pages_in_this_order() -> None:
    assert len(BY_CODE) == len(ENTRIES)
    groups = list(dict.fromkeys(entry.group for entry in ENTRIES))
    assert groups == [
        "Round", "Jackpot", "Limits", "Open and close", "Float and drop", "Cards", "Players",
        "Disputes, rules", "Wrong payments", "Calls, notices", "Devices",
    ]  # fmt: skip


@pytest.mark.parametrize("role", Role)
def test_a_role_is_offered_exactly_what_it_has_a_part_in(role: Role) -> None:
    assert offered(ENTRIES, role) == tuple(one for one in ENTRIES if may(role, one.action))


def test_nobody_but_a_technician_or_supervisor_swaps_a_device() -> None:
    swap = BY_CODE["swap"]
    having = {role for role in Role if swap in offered(ENTRIES, role)}
    assert having == {Role.TECHNICIAN, Role.GAMING_SUPERVISOR, Role.CASINO_SUPERVISOR}


def scene_of(shift: Shift) -> Scene:
    snapshot = shift.controller.snapshot()
    wagers = tuple(BONUS_SCREEN.wagers(snapshot.house.table.rules))
    return Scene(snapshot.house, MONDAY, snapshot.held, wagers=wagers)


def scenes() -> dict[str, Scene]:
    """A table through its day, where other things can be asked for at every stop."""
    found = {}
    shift = Shift()
    found["closed"] = scene_of(shift)
    shift.on(DEALER).on(GAMING).do(BeginOpening(MONDAY))
    found["preparing"] = scene_of(shift)
    shift = Shift().opened()
    found["open"] = scene_of(shift)
    shift.seated(1, 2).deck_ready().do(
        ReportIncident(IncidentKind.APPARATUS, 1), ReportCardsDropped("A"), CallSupervisor()
    )
    found["in trouble"] = scene_of(shift)
    shift = Shift().opened()
    shift.seated(1, 2).deck_ready()
    shift.wagers(jackpot=(1, 2), p1="25", p2="50")
    found["wagers"] = scene_of(shift)
    dealt(shift).do(c.DecideAll(Choice.BET))
    found["flop"] = scene_of(shift)
    for street in Street:
        shift.do(c.Reveal(street))
        if street is not Street.RIVER:
            shift.do(c.DecideAll(Choice.CHECK))
    shift.do(c.ShowDealersHand(), c.Concede(2), c.SettlePlace(1), c.KeyAward(1, "straight-flush"))
    found["award"] = scene_of(shift)
    shift.supervised(c.ConfirmAward(1, "straight-flush")).do(c.PayAward(1, "straight-flush"))
    shift.do(OpenDispute(round=1, place=1))
    shift.do(RecordCorrection(1, 1, "ante", Money(100), Money(50)))
    found["dispute"] = scene_of(shift)
    shift.on(GAMING).do(DecideDispute(1), reason=HouseReason.UPHELD)
    found["decided"] = scene_of(shift)
    return found


def filled_in(entry: Entry, scene: Scene) -> Form:
    """Every question answered: the first choice, or something that can be keyed."""
    form = advanced(Form(entry), scene)
    while (ask := asked_of(form, scene)) is not None:
        code = {Kind.MONEY: "100.50", Kind.NUMBER: "7", Kind.CARD: "2c"}.get(ask.kind)
        form = answered(form, scene, code or ask.options(scene, form.answers)[0].code)
    return form


def test_what_a_form_comes_to_is_the_action_it_was_offered_as() -> None:
    seen = set()
    for scene in scenes().values():
        for entry in ENTRIES:
            if entry.command is None or why_not(entry, scene):
                continue
            form = filled_in(entry, scene)
            command = existing(command_of(form, scene), "there is no command")
            keyed = isinstance(command, KeyCard)  # a supervisor keys over what is known
            action = HouseAction.OVERRIDE_CARD if keyed else action_of(command)
            assert action is entry.action, entry.code
            assert len(said(form, scene)) == len(form.given)
            seen.add(entry.code)
    assert len(seen) > 65, f"only {sorted(seen)} were reached"


def test_back_forgets_what_was_answered_by_itself_too() -> None:
    scene = scenes()["open"]
    form = filled_in(BY_CODE["limits-notice"], scene)
    while (before := back(form)) is not None:
        assert len(before.given) < len(form.given)
        form = before
    assert form == Form(BY_CODE["limits-notice"])


def test_what_cannot_be_asked_for_now_says_why() -> None:
    found = scenes()
    assert why_not(BY_CODE["void"], found["open"]) == "No round is in progress"
    assert why_not(BY_CODE["close-table"], found["wagers"]) == "A round is in progress"
    assert why_not(BY_CODE["refuse-wager"], found["flop"]) == "The first card is out"
    assert why_not(BY_CODE["override-card"], found["flop"]) == "No card is face up"
    assert why_not(BY_CODE["decide-dispute"], found["open"]) == "No dispute is open"
    assert why_not(BY_CODE["open-table"], found["closed"]) == "The table is closed"


def sent(scene: Scene, code: str, **answers: str) -> Command:
    """What an entry comes to when its questions are answered so."""
    form = advanced(Form(BY_CODE[code]), scene)
    while (ask := asked_of(form, scene)) is not None:
        first = ask.options(scene, form.answers)
        form = answered(form, scene, answers.get(ask.name.replace("-", "_")) or first[0].code)
    return existing(command_of(form, scene), "there is no command")


def test_a_deck_check_names_the_missing_card_and_what_does_not_belong() -> None:
    scene = scenes()["in trouble"]
    found = sent(scene, "check-deck", full="no", count="51", lacks="yes", missing="Kd")
    assert found == CheckDeck("A", CheckMeans.DEALER, 51, ("Kd",))
    found = sent(scene, "check-deck", full="wrong", lacks="no", foreign="joker")
    assert found == CheckDeck("A", CheckMeans.DEALER, 52, (), ("joker",))
    unnamed = sent(scene, "check-deck", full="wrong", lacks="no")
    assert unnamed != CheckDeck("A", CheckMeans.DEALER), "a wrong deck is never found right"
    assert sent(scene, "check-deck", full="yes") == CheckDeck("A", CheckMeans.DEALER)


def test_limits_of_a_player_and_their_steps_can_be_set_or_left() -> None:
    scene = scenes()["open"]
    figures = {"ante_min": "50", "ante_max": "500", "bonus_min": "5", "bonus_max": "100"}
    kept = sent(scene, "limits-at-once", **figures)
    assert isinstance(kept, ChangeLimits)
    assert kept.limits == evolve(scene.floor.limits, spot=kept.limits.spot)
    more = {"others": "set", "player_min": "100", "player_max": "0", "unit": "25"}
    changed = sent(scene, "limits-at-once", **figures, **more, steps="unit")
    assert isinstance(changed, ChangeLimits)
    limits = changed.limits
    assert (limits.player_min, limits.player_max) == (Money.parse("100"), None)
    assert (limits.multiples, limits.unit) == (False, Money.parse("25"))
    changed = sent(scene, "limits-at-once", **figures, **more, steps="multiples")
    assert isinstance(changed, ChangeLimits)
    assert (changed.limits.multiples, changed.limits.unit) == (True, None)


def test_a_code_reads_the_same_in_a_form_and_in_the_irregularity_panel() -> None:
    scene = scene_of(dealt(Shift().playing(1, 2).wagers(p1="25", p2="50")))
    reports = {entry.code: entry for entry in BONUS_SCREEN.reports}
    for entry, name, what, key in (
        ("mark-invalid", "ground", "invalid-wager", "ground"),
        ("invalidate", "disruption", "outcome-invalidated", "cause"),
        ("incident", "kind", "incident", "kind"),
    ):
        form, panel = words(BY_CODE[entry], name, scene), words(reports[what], key, scene)
        assert panel == form, entry
        assert form
    assert label("another-persons-card") == "Another person's card"


def words(row: Entry, name: str, scene: Scene) -> dict[str, str]:
    """What the answers to a question of this row are called."""
    asks = [ask for ask in row.asks if ask.name == name]
    return {one.code: one.text for ask in asks for one in ask.options(scene, {})}


def test_a_decision_is_corrected_to_the_amount_that_lies_there() -> None:
    scene = scenes()["flop"]
    due = sent(scene, "correct-decision", place="1", choice="bet")
    assert due == c.CorrectDecision(1, Choice.BET)
    other = sent(scene, "correct-decision", place="1", choice="bet", bet="other", amount="30")
    assert other == c.CorrectDecision(1, Choice.BET, Money.parse("30"))
    assert sent(scene, "correct-decision", place="1", choice="fold").amount is None


def test_what_a_player_pleads_who_was_on_duty_and_which_card_are_on_record() -> None:
    scene = scenes()["in trouble"]
    marked = sent(scene, "mark-invalid", place="1", plea="agency")
    assert isinstance(marked, MarkWagersInvalid)
    assert marked.plea is Plea.AGENCY
    silent = sent(scene, "mark-invalid", place="1")
    assert isinstance(silent, MarkWagersInvalid)
    assert silent.plea is None
    incident = sent(scene, "incident", place="none", person="on-duty")
    assert incident == ReportIncident(IncidentKind.CARDS_LEFT_LAYOUT, None, measures.Person.ON_DUTY)
    assert sent(scene, "card", place="2", form="digital") == ConfirmCard(2, CardForm.DIGITAL)
    assert sent(scene, "assist", place="2", area="bonus") == AssistPlacement(2, Area.BONUS)
    voucher = sent(scene, "voucher", voucher="7", value="10", tokens="10", conditions_met="no")
    assert voucher == ExchangeVoucher("7", Money.parse("10"), Money.parse("10"), False)
    assert sent(scene, "open-dispute", place="none", round="none") == OpenDispute()


def test_meter_figures_are_keyed_in_parts_of_a_percent_with_reserve_and_limit() -> None:
    now = Parameters("nsw", Money(500), 10_000, Money(5_000_000), 2_500, Money(9_000_000))
    house = house_of(scenes()["open"])
    scene = Scene(evolve(house, pool=evolve(house.pool, figures=now)), MONDAY)
    keyed = {"wager": "5", "increment": "1.25", "seed": "60000"}
    wager, seed = Money.parse("5"), Money.parse("60000")
    kept = sent(scene, "meter-figures", **keyed)
    assert kept == ChangeFigures(wager, 12_500, seed, 2_500, Money(9_000_000))
    changed = sent(scene, "meter-figures", **keyed, more="set", reserve="0.5", limit="0")
    assert changed == ChangeFigures(wager, 12_500, seed, 5_000, None)


KEPT = {
    "CorrectDecision.tokens",  # what was put down decides
    "LoadDeck.cards",  # a deck that is not whole is not loaded but checked
    "Report.card",  # the rest of a report is asked in the irregularity panel
    "Report.handled",
    "Report.decision",
    "Report.forfeit",
}
"""Fields that no form asks for, and why."""


def test_every_field_of_a_command_is_asked_for_or_said_to_be_kept() -> None:
    """Answered in all ways that there are, a form reaches every value of its command."""
    values: dict[str, set[object]] = defaultdict(set)
    for scene in scenes().values():
        for entry in ENTRIES:
            if entry.command is None or why_not(entry, scene):
                continue
            for form in every_way(Form(entry), scene):
                command = command_of(form, scene)
                for field in fields(command):  # type: ignore[arg-type]
                    if field.name not in ("by", "reason"):
                        values[f"{type(command).__name__}.{field.name}"].add(
                            repr(getattr(command, field.name))
                        )
    one_only = {name for name, seen in values.items() if len(seen) < 2}
    defaulted = {name for name in one_only if has_default(name)}
    assert defaulted == KEPT
    assert len(values) > 60


def every_way(form: Form, scene: Scene) -> Iterator[Form]:
    """All choices; of what is keyed, two."""
    form = advanced(form, scene)
    ask = asked_of(form, scene)
    if ask is None or ask.name == "reason":
        yield form
        return
    keyed = {Kind.MONEY: ("0", "100.50"), Kind.NUMBER: ("7", "8"), Kind.CARD: ("2c", "3c")}
    found = keyed.get(ask.kind) or tuple(one.code for one in ask.options(scene, form.answers)[:3])
    for code in found:
        yield from every_way(answered(form, scene, code), scene)


def has_default(name: str) -> bool:
    """Could a form leave it out without anybody noticing?"""
    kind, field = name.split(".")
    command = next(one for one in asked_for(BONUS) if one.__name__ == kind)
    found = next(one for one in fields(command) if one.name == field)
    return found.default is not MISSING or found.default_factory is not MISSING


def test_what_became_of_a_pairing_is_said() -> None:
    pit = Pit().do(FitDevices(("shoe",)))
    assert pairing_said(pit.floor) == ()
    pit.do(BeginPairing("shoe"))
    assert pairing_said(pit.floor) == ("The shoe is being paired. Put it into pairing mode.",)
    pit.do(ReportCode("shoe", "FELT-SHOE-1", "SHOE-0002", "123456"))
    assert pairing_said(pit.floor) == ("The shoe shows its code.",)
    pit.do(ReportPairing("shoe", "No answer in time."))
    assert pairing_said(pit.floor) == ("The shoe is not paired.", "No answer in time.")
    pit.do(BeginPairing("shoe"), ReportCode("shoe", "FELT-SHOE-1", "SHOE-0002", "123456"))
    pit.do(ReportPairing("shoe"))
    assert pairing_said(pit.floor) == ("The shoe is paired: FELT-SHOE-1 SHOE-0002.",)
