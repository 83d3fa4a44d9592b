"""Laws that hold whatever is asked of a table, in whatever order, on whatever clock."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.closing import (
    AnnounceClosing,
    CloseTable,
    ClosingAnnounced,
    TableClosed,
    WithdrawClosing,
)
from controller.floor.deck_orders import (
    ChangeDeck,
    ConfirmCardsCollected,
    OrderDeckCheck,
    OrderExtraShuffle,
    ReportCardsDropped,
)
from controller.floor.deck_steps import next_step
from controller.floor.decks import (
    BringDeck,
    CheckDeck,
    CutDeck,
    DeckBrought,
    DeckShuffled,
    ShuffleDeck,
)
from controller.floor.drop_box import AttachDropBox, SwitchCash
from controller.floor.loading import (
    CompleteShuffle,
    LoadDeck,
    ReportShuffleFailed,
    ShuffleCompleted,
    ShuffleFailed,
)
from controller.floor.money import CountFloat
from controller.floor.notices import ReportSign
from controller.floor.opening import (
    BeginOpening,
    ConfirmItem,
    LogOffDealer,
    LogOnDealer,
    OpenTable,
    unconfirmed,
)
from controller.floor.prompts import prompts
from controller.floor.rounds import (
    BeginRound,
    FinishRound,
    PassTime,
    RemoveFirstCard,
    RoundBegun,
    RoundFinished,
)
from controller.floor.seats import ConfirmCard, LeaveSeat, TakeSeat, VacancyEnded
from controller.floor.state import CheckMeans, Status
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.floor.jackpots import EnableJackpot, ReportJackpotFailed, SetMethod
from controller.games.bonus.floor.limits import (
    ChangeLimits,
    LimitsAnnounced,
    OldMinimumAnnounced,
    RaiseOldMinimum,
    WithdrawLimitNotice,
    limits_for,
)
from controller.games.bonus.floor.state import ShownOn
from controller.games.bonus.rules import Method
from controller.staff.roles import Actor
from tests.helpers.felt import jackpot_rules
from tests.helpers.shift import DECK_STEPS
from tests.unit.floor.pit import MONDAY, Pit, dollars, limits

MINUTE = 60_000
TWENTY = 20 * MINUTE


class Shift:
    """A table in the hands of chance, and an honest clock of its own to judge it by."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        dealing = self.dice.choice(["shoe", "shuffler"])
        self.pit = Pit(dealing=dealing, jackpot=jackpot_rules())
        if self.dice.random() < 0.8:
            self.pit.opened().deck().seat(1, 2)
        self.announced: dict[type[Event], int] = {}
        self.shown = 0
        """Milliseconds for which the sign has really been lit."""

    def likely_command(self) -> Command:
        """What moves an ordinary shift on."""
        dice, floor = self.dice, self.pit.floor
        if floor.round is not None:
            return FinishRound((1,)) if floor.round.dealt else RemoveFirstCard()
        if floor.status is not Status.OPEN or floor.dealer is None:
            return self.opening_command()
        if not floor.seated() or dice.random() < 0.1:
            return TakeSeat(dice.randint(1, 5), f"P{dice.randint(1, 6)}")
        if dice.random() < 0.2:
            raised = limits(ante=(dice.choice(["25", "50"]), "500"))
            ideas: list[Command] = [
                *(ChangeLimits(raised, at_once) for at_once in (True, False)),
                RaiseOldMinimum(),
                AnnounceClosing(),
                ReportSign(lit=not floor.sign_lit),
            ]
            return dice.choice(ideas)
        if not floor.decks_here():
            return BringDeck("A", "red")
        for deck in floor.decks_here():
            step = next_step(floor, deck)
            if step in DECK_STEPS:
                command: Command = DECK_STEPS[step](deck.name)
                return command
        leaver = dice.choice(floor.seated()).place
        return dice.choice([BeginRound(floor.last_round + 1), PassTime(), LeaveSeat(leaver)])

    def opening_command(self) -> Command:
        """What gets a closed table open again."""
        floor = self.pit.floor
        if floor.status is Status.CLOSED:
            return BeginOpening(MONDAY)
        if floor.status is Status.COUNTING or floor.cash.opening is None:
            return CountFloat(dollars("1000"))
        if floor.dealer is None:
            return LogOnDealer("101")
        missing = unconfirmed(floor)
        return ConfirmItem(missing[0].code) if missing else OpenTable()

    def any_command(self) -> Command:
        dice, floor = self.dice, self.pit.floor
        place, deck = dice.randint(1, 5), dice.choice("AB")
        low = dice.choice(["10", "25", "50"])
        commands: list[Command] = [
            BeginOpening(MONDAY),
            ConfirmItem(dice.choice(["cloth", "drop-box", "meter"])),
            CountFloat(dollars("1000")),
            LogOnDealer("101"),
            LogOffDealer(),
            OpenTable(),
            BringDeck(deck, dice.choice(["red", "blue"])),
            *(CheckDeck(deck, means) for means in CheckMeans),
            *(build(deck) for build in (ShuffleDeck, CutDeck, LoadDeck) for _ in range(3)),
            *(CompleteShuffle(deck) for _ in range(3)),
            ReportShuffleFailed(deck),
            ChangeDeck(deck, dice.choice("AB"), dice.choice(["red", "blue"])),
            OrderDeckCheck(deck),
            ReportCardsDropped(deck),
            *(ConfirmCardsCollected(deck) for _ in range(2)),
            OrderExtraShuffle(deck, dice.random() < 0.5, dice.random() < 0.5),
            *(TakeSeat(place, f"P{dice.randint(1, 6)}") for _ in range(3)),
            ConfirmCard(place),
            LeaveSeat(place),
            *(BeginRound(floor.last_round + 1) for _ in range(4)),
            *(RemoveFirstCard() for _ in range(3)),
            *(FinishRound((place,), dice.random() < 0.05) for _ in range(4)),
            PassTime(),
            ChangeLimits(limits(ante=(low, "500")), dice.random() < 0.5),
            RaiseOldMinimum(),
            WithdrawLimitNotice(),
            AnnounceClosing(),
            WithdrawClosing(),
            CloseTable(),
            ReportSign(lit=dice.random() < 0.7),
            EnableJackpot(ShownOn.PLACARD),
            ReportJackpotFailed("sensors"),
            SetMethod(dice.choice(list(Method)), ()),
            SwitchCash(cashless=dice.random() < 0.5),
            AttachDropBox(),
        ]
        return dice.choice(commands)

    def pass_time(self) -> None:
        """Minutes go by; somebody may set the clock, or pull the plug."""
        dice, pit = self.dice, self.pit
        ms = dice.choice([0, 900, MINUTE, 5 * MINUTE])
        pit.wait(ms=ms)
        self.shown += ms if pit.floor.sign_lit else 0
        if dice.random() < 0.1:
            pit.set_clock(dice.choice([-7_200, -61, 61, 7_200]))
        if dice.random() < 0.05:
            pit.restart(down_minutes=dice.choice([0, 30]), steady_ms=dice.choice([0, 10**12]))

    def minimums(self) -> dict[str, int]:
        floor = self.pit.floor
        return {
            seat.player or "": limits_for(floor, seat.place).spot.ante_min
            for seat in floor.seated()
        }

    def step(self) -> None:
        self.pass_time()
        pit, before = self.pit, self.minimums()
        likely = self.dice.random() < 0.8
        command, asking = pit.asking(self.likely_command() if likely else self.any_command())
        decided = FLOOR.decide(pit.floor, command, asking)
        if isinstance(decided, Refused):
            assert decided.text()
            return
        pit.floor = decided.state
        pit.events += decided.events
        for event in decided.events:
            self.judge(event, was_seated=bool(before))
        risen = {
            player
            for player, minimum in self.minimums().items()
            if minimum > before.get(player, minimum)
        }
        if risen:
            since = [self.announced.get(kind) for kind in (LimitsAnnounced, OldMinimumAnnounced)]
            assert any(at is not None and self.shown - at >= TWENTY for at in since), (
                f"the minimum of {risen} rose {self.shown} after {since}"
            )

    def judge(self, event: Event, *, was_seated: bool) -> None:
        if isinstance(event, LimitsAnnounced | OldMinimumAnnounced | ClosingAnnounced):
            self.announced[type(event)] = self.shown
        if isinstance(event, TableClosed) and was_seated:
            assert self.shown - self.announced[ClosingAnnounced] >= TWENTY
        if isinstance(event, RoundBegun):
            self.judge_round(event)

    def judge_round(self, event: RoundBegun) -> None:
        """The deck was shuffled since whatever last made that necessary."""
        assert self.pit.floor.dealer == event.dealer
        signal = DeckShuffled if self.pit.floor.rules.dealing == "shoe" else ShuffleCompleted
        dealt_last = ""
        shuffled = False
        for past in self.pit.events:
            if isinstance(past, RoundBegun):
                dealt_last = past.deck
            if isinstance(past, RoundFinished) and past.dealt and dealt_last == event.deck:
                shuffled = False
            if isinstance(past, VacancyEnded):
                shuffled = False
            if isinstance(past, DeckBrought | ShuffleFailed) and past.deck == event.deck:
                shuffled = False
            if type(past) is signal and past.deck == event.deck:
                shuffled = True
        assert shuffled, f"round {event.number} from an unshuffled deck {event.deck}"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_no_order_of_events_breaks_a_notice_or_deals_an_unshuffled_deck(seed: int) -> None:
    shift = Shift(seed)
    for _ in range(250):
        shift.step()
    pit = shift.pit
    assert FLOOR.fold(pit.fresh, pit.events) == pit.floor, "replayed, it is the same table"
    assert pit.pages()["Information"]
    assert isinstance(prompts(pit.floor, pit.now), tuple)
    assert pit.floor.status in Status
    assert all(isinstance(actor, Actor) for event in pit.events for actor in event.by)
