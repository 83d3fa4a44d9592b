"""What is done between rounds, as the prompts ask for it: opening, decks, players, closing.

The dealer does most of it; the supervisor stands by for what takes two. A shift is opened and
closed here, its dealer relieved, its limits changed.
"""

from dataclasses import replace
from typing import Final

from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.domain.instant import MINUTE_MS
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.calls import AnswerCall, AskForSeat
from controller.floor.closing import AnnounceClosing
from controller.floor.deck_orders import ChangeDeck, ConfirmCardsCollected, ReplaceSource
from controller.floor.decks import (
    BringDeck,
    CheckDeck,
    CutDeck,
    LoadDeck,
    ShuffleDeck,
)
from controller.floor.game import Prompt
from controller.floor.money import AttachDropBox, CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, unconfirmed
from controller.floor.prompts import prompts
from controller.floor.rounds import verify_deal
from controller.floor.seats import ConfirmCard, TakeSeat
from controller.floor.state import CheckMeans, Status
from controller.floor.tasks import RecordNotified, open_tasks
from controller.games.bonus.floor.jackpots import ApproveWithoutJackpot, EnableJackpot
from controller.games.bonus.floor.limits import ChangeLimits, PlaceMarker, RemoveMarker
from controller.games.bonus.floor.state import JackpotState, ShownOn, TableLimits
from controller.games.bonus.round.phases import Phase
from drivers.shuffler.protocol import Back
from simulators.games.bonus.people.cards import PATIENCE_S
from simulators.games.bonus.people.dealer import DECK_WRONG, RELOADED, Dealer
from simulators.games.bonus.people.house import DEALER, MONDAY, RELIEF
from simulators.games.bonus.people.phrases import Heard, heard_on_floor
from simulators.people.tapping import Stuck

FLOAT: Final = Money.parse("10000")
PROMPTS_MAX: Final = 120
URGENT: Final = (
    *("without_jackpot", "cards_collected", "check_deck"),
    *("shuffle_deck", "cut_deck", "load_deck", "device_shuffle"),
)
"""What is done in the middle of a round where no card may leave the device before it is."""
MOMENT_S: Final = 0.06
"""As long as a device takes to tell the table what it has just done."""


class Pit:
    """A dealer and a supervisor between rounds."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer, self.table = dealer, dealer.table
        dealer.urgent = self._urgent
        self._decks = 0

    # Opening and closing

    def open(self) -> None:
        """Equipment confirmed, float counted, dealer on, players seated, decks ready."""
        table, must = self.table, self.dealer.must
        self.dealer.swiping.sign_on(self.dealer.person)
        must(BeginOpening(MONDAY))
        for item in unconfirmed(table.floor):
            must(ConfirmItem(item.code))
        must(CountFloat(FLOAT))
        must(OpenTable())
        if table.rules.jackpot is not None:
            must(EnableJackpot(ShownOn.VIDEO_SIGN))
        for player in self.dealer.players.values():
            if not self.dealer.swiping.sit_down(player):
                must(TakeSeat(player.place, player.card))
        self._bring_decks()
        self.tidy()

    def close(self) -> None:
        """Announced, shown for its time, closed by itself, counted."""
        self.dealer.come_on()
        self.tidy()
        self.dealer.must(AnnounceClosing())
        self._pass((self.table.rules.terms.notice_minutes_min + 1) * MINUTE_MS)
        self.dealer.come_on()
        if self.table.floor.status is not Status.COUNTING:
            raise Stuck(f"closing was announced and shown; the table is {self.table.floor.status}")
        self.dealer.must(CountFloat(FLOAT))

    def _pass(self, ms: int) -> None:
        """Time in which nothing happens; the clock is looked at now and then."""
        for _ in range(ms // MINUTE_MS):
            self.table.felt.skip(MINUTE_MS)
            self.table.controller.tick()
        self.table.felt.pump.pass_ms(1_000)

    # What happens in a shift

    def relieve(self) -> None:
        """Another dealer takes over."""
        now = self.dealer.person
        self.dealer.person = RELIEF if now is DEALER else DEALER
        self.dealer.swiping.sign_on(self.dealer.person)

    def change_limits(self) -> None:
        """A higher minimum at once; whoever sits keeps the old one, with a marker."""
        spot = self.table.floor.limits.spot
        higher = replace(spot, ante_min=Money(min(int(spot.ante_min) + 500, int(spot.ante_max))))
        answer = self.dealer.tap(ChangeLimits(TableLimits(higher), at_once=True))
        if isinstance(answer, Refused):
            raise Stuck(f"limits: {answer.text()}")

    # Prompts

    def tidy(self) -> None:
        """Until no prompt is left that somebody can do something about."""
        for _ in range(PROMPTS_MAX):
            self.dealer.come_on()
            between = self.table.house.table.round.phase is Phase.IDLE
            heard = self._next() if between else None
            if heard is None:
                self._offer_jackpot()
                return
            self.dealer.hook(heard.act)
            getattr(self, f"_{heard.act}")(heard)
        raise Stuck(f"the prompts do not end: {self._prompts()[0].text}")

    def _prompts(self) -> tuple[Prompt, ...]:
        return prompts(self.table.floor, self.table.clock.now())

    def _next(self) -> Heard | None:
        return next((heard for one in self._prompts() if (heard := heard_on_floor(one.text))), None)

    def _urgent(self) -> bool:
        """What has to be done before another card may leave the device."""
        floor = self.table.floor
        if floor.round is None or verify_deal(floor) is None:
            return False
        for one in self._prompts():
            heard = heard_on_floor(one.text)
            if heard is not None and heard.act in URGENT and not self._in_play(heard):
                getattr(self, f"_{heard.act}")(heard)
                return True
        return False

    def _in_play(self, heard: Heard) -> bool:
        """Is it about the deck that is being dealt? That one is counted after the round."""
        return "deck" in heard.words and self.table.floor.in_play(heard.words["deck"])

    def _offer_jackpot(self) -> None:
        """Repaired, it is offered again."""
        floor = self.table.floor
        if floor.jackpot is JackpotState.OFF and floor.status is Status.OPEN:
            self.table.felt.repair()
            self.dealer.must(EnableJackpot(ShownOn.VIDEO_SIGN))

    def _back(self, name: str) -> Back:
        return Back[existing(self.table.floor.deck(name), f"no deck {name}").back.upper()]

    def _new_deck(self) -> str:
        self._decks += 1
        return f"D{self._decks}"

    def _check_deck(self, heard: Heard) -> None:
        self._count(heard.words["deck"])

    def _count(self, name: str) -> None:
        count, missing, foreign = self.dealer.hands.count(self._back(name))
        if missing or foreign:
            self.dealer.seen[DECK_WRONG] += 1
        self.dealer.must(CheckDeck(name, CheckMeans.DEALER, count, missing, foreign))

    def _change_deck(self, heard: Heard) -> None:
        name = heard.words["deck"]
        back = self._back(name)
        self.dealer.hands.gather(back)
        self.dealer.hands.replace(back)
        self.dealer.must(ChangeDeck(name, self._new_deck(), back.name.lower()))

    def _shuffle_deck(self, heard: Heard) -> None:
        self.dealer.hands.shuffle(self._back(heard.words["deck"]))
        self.dealer.must(ShuffleDeck(heard.words["deck"]))

    def _cut_deck(self, heard: Heard) -> None:
        self.dealer.must(CutDeck(heard.words["deck"]))

    def _load_deck(self, heard: Heard) -> None:
        name = heard.words["deck"]
        count = self.dealer.hands.load(self._back(name))
        if self._still(heard) and isinstance(self.dealer.tap(LoadDeck(name, count)), Refused):
            self._check_deck(heard)

    def _device_shuffle(self, heard: Heard) -> None:
        """The device says itself when it is done; one that stops short gives the deck back."""
        name = heard.words["deck"]
        if self.dealer.hands.shuffled(self._back(name)):
            if self._still(heard, PATIENCE_S):
                raise Stuck(f"deck {name} is shuffled, and the table does not know it")
            return
        self.dealer.seen[RELOADED] += 1
        self._check_deck(heard)

    def _still(self, heard: Heard, seconds: float = MOMENT_S) -> bool:
        """Does the screen still ask for it? A device may have told the table by itself."""
        return not self.dealer.hands.wait(lambda: self._next() != heard, seconds)

    def _cards_collected(self, _: Heard) -> None:
        for held in self.table.floor.holds:
            if held.deck:
                self.dealer.must(ConfirmCardsCollected(held.deck))

    def _replace_device(self, _: Heard) -> None:
        """The same kind again, with new cards; a deck that is to be counted is counted first, and
        again where the device that failed has noticed how it was emptied."""
        self._count_ordered()
        for back in Back:
            self.dealer.hands.gather(back)
            self.dealer.hands.replace(back)
        names = [deck.name for deck in self.table.floor.decks_here()]
        backs = [self._back(name) for name in names]
        replaced = ReplaceSource(self.table.rules.dealing)
        if isinstance(self.dealer.tap(replaced), Refused):
            self._count_ordered()
            self.dealer.must(replaced)
        for back in backs:
            self.dealer.must(BringDeck(self._new_deck(), back.name.lower()))

    def _count_ordered(self) -> None:
        for order in self.table.floor.orders:
            self._count(order.deck)

    def _bring_decks(self, _: Heard | None = None) -> None:
        two = self.table.rules.dealing is Dealing.SHUFFLER
        for back in (Back.RED, Back.BLUE) if two else (Back.RED,):
            self.dealer.must(BringDeck(self._new_deck(), back.name.lower()))

    def _without_jackpot(self, _: Heard) -> None:
        self.dealer.must(ApproveWithoutJackpot())

    def _attach_drop_box(self, _: Heard) -> None:
        self.dealer.must(AttachDropBox())

    def _place_marker(self, heard: Heard) -> None:
        self.dealer.must(PlaceMarker(int(heard.words["place"])))

    def _remove_marker(self, heard: Heard) -> None:
        self.dealer.must(RemoveMarker(int(heard.words["place"])))

    def _confirm_card(self, heard: Heard) -> None:
        place = int(heard.words["place"])
        if not self.dealer.swiping.show(self.dealer.players[place]):
            self.dealer.must(ConfirmCard(place))

    def _ask_for_seat(self, heard: Heard) -> None:
        self.dealer.must(AskForSeat(int(heard.words["place"])))

    def _answer_call(self, _: Heard) -> None:
        self.dealer.must(AnswerCall())

    def _notify(self, _: Heard) -> None:
        for task in open_tasks(self.table.floor):
            self.dealer.must(RecordNotified(task.number))
