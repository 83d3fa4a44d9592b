"""A simulated dealer at the running table: follows the primary button, asks the players, pays.

Every tap is the command of a button, sent with what the button was seen on: the table cannot tell
it from a finger. What takes a supervisor is done with one on top, who shows a PIN.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final

from controller.authority import Command
from controller.domain.dealing import Dealing
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import PlaceMarker, RemoveMarker, limits_for, markers_due
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.guidance import guide
from controller.games.bonus.round.phases import CARDS_OUT, DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.house.advice import advice
from controller.running.running_table import RunningTable
from controller.running.snapshot import Accepted, Answer, Snapshot
from controller.running.writer import COMPARE
from controller.staff.roles import Reason
from controller.staff.session import Denied
from drivers.shuffler.protocol import Back
from simulators.games.bonus.people.players import Player
from simulators.people.felt import wait_until
from simulators.people.tapping import Finger, Stuck, face, lay_cards, likely_reason
from simulators.world import Spot
from ui.bench.felt import BenchFelt
from ui.bench.staff import DEALER, SUPERVISOR, Colleague
from ui.games.bonus.bench.hands import ANSWER_S_MAX, CardHands
from ui.games.bonus.bench.opening import open_table

DEVICES_S: Final = 0.4
"""How long a dealer waits for the lamps to follow the chips."""


class Dealer(Finger):
    """Deals rounds at one running table."""

    def __init__(
        self,
        running: RunningTable,
        felt: BenchFelt,
        players: Sequence[Player],
        chance: random.Random,
        paused: Callable[[str], object] = lambda act: None,
    ) -> None:
        """`paused` is called before every act: people take their time, pictures are taken."""
        self.running, self.felt = running, felt
        self.players = {player.place: player for player in players}
        self.rules = house_of(running.controller.snapshot()).table.rules
        self.hands = CardHands(running.controller, felt, self.rules.dealing)
        self.person: Colleague = DEALER
        self._chance, self._paused = chance, paused
        self._wagered = 0
        """The round whose wagers are down."""

    # Looking and tapping

    @property
    def snapshot(self) -> Snapshot:
        return self.running.controller.snapshot()

    @property
    def _view(self) -> Table:
        return self.house.table

    @property
    def house(self) -> BonusHouse:
        return house_of(self.snapshot)

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        """One tap, by whoever is at the screen; the likeliest reason is chosen."""
        controller, snapshot = self.running.controller, self.snapshot
        why = reason or likely_reason(house_of(snapshot), command)
        seen = snapshot.seen(getattr(command, "place", None))
        return controller.submit(command, seen, why).result(ANSWER_S_MAX)

    def fetch_supervisor(self) -> None:
        self.sign_on(SUPERVISOR)

    def leave(self) -> None:
        self.running.controller.lock().result(ANSWER_S_MAX)

    def sign_on(self, who: Colleague) -> None:
        """Number and PIN are shown."""
        reception = self.running.reception
        if reception is None:
            raise Stuck("this table has no register of staff")
        shown = reception.show_pin(who.person.number, who.pin_shown, who.person.role)
        answer = shown.result(ANSWER_S_MAX)
        if isinstance(answer, Denied | Refused):
            raise Stuck(f"{who.person.name}: {answer.text()}")

    def sees(self) -> str:
        """Where there is nothing to do here: what somebody at the console has to see to."""
        world, view = self.felt.world, self._view
        out = len(world.pile(Spot.TABLE)) + len(world.pile(Spot.GATE))
        told = len(view.round.drawn)
        if view.round.phase in CARDS_OUT and out != told:
            return f"{out} cards are out, the console knows of {told}. Report it there."
        faults = [f"{one.device}: {one.failed} {one.do}" for one in advice(house_of(self.snapshot))]
        return " ".join(["Waiting. The console says:", guide(view).text, *faults[:1]])

    # Going on

    def open(self) -> bool:
        """Players put their first antes down: a round can begin with one tap."""
        open_table(self)
        table = self._view
        first = table.round.number == 1 and table.round.phase is Phase.WAGERS
        return first and next(table.round.dealt_in(), None) is None and self.take_wagers(table)

    def step(self) -> bool:
        """One thing, if there is one to do."""
        return self.come_on() or self.hands.step() or self._act(self.snapshot)

    def come_on(self) -> bool:
        """Signed on, and the felt compared after an interruption."""
        if self.snapshot.dealer is None:
            self._paused("sign on")
            self.sign_on(self.person)
            return True
        if self.snapshot.held == COMPARE:
            self._paused("compare")
            self.running.controller.compare_done().result(ANSWER_S_MAX)
            return True
        return False

    def _act(self, snapshot: Snapshot) -> bool:
        if snapshot.held is not None or house_of(snapshot).floor is None:
            return False
        table, lead = house_of(snapshot).table, snapshot.lead
        if self._markers(snapshot):
            return True
        if table.round.phase is Phase.WAGERS and self._wagered != table.round.number:
            return self.take_wagers(table)
        if self._dealt_by_hand(snapshot):
            return True
        if lead.unread:
            return self._key(lead.unread)
        if table.round.phase in DECISIONS and undecided(table.round):
            return self._ask(table)
        if lead.command is None or lead.refused is not None:
            return False
        self._paused(type(lead.command).__name__)
        self.must(lead.command)
        if isinstance(lead.command, c.NoMoreBets | c.CloseRound):
            self.felt.take_chips()
        return True

    def _markers(self, snapshot: Snapshot) -> bool:
        """6.5.1: whoever keeps an old minimum has a marker."""
        floor = house_of(snapshot).floor
        if floor is None or house_of(snapshot).table.round.phase not in (Phase.IDLE, Phase.WAGERS):
            return False
        put, off = markers_due(floor)
        markers = [*map(PlaceMarker, put), *map(RemoveMarker, off)]
        return any(isinstance(self.tap(marker), Accepted) for marker in markers)

    # Wagers

    def take_wagers(self, table: Table) -> bool:
        """What lies there from the last round stays; whoever has nothing down may put an ante."""
        self._paused("wagers")
        self._wagered = table.round.number
        for place in sorted(self.players):
            self._wagers_of(self.players[place])
        return True

    def _wagers_of(self, player: Player) -> None:
        snapshot = self.snapshot
        floor, table = house_of(snapshot).floor, house_of(snapshot).table
        if floor is None or table.round.phase is not Phase.WAGERS:
            return
        limits = limits_for(floor, player.place).spot
        if not table.round.place(player.place).dealt_in:
            ante = player.ante(limits) or limits.ante_min
            if not isinstance(
                self.tap(c.PlaceWager(player.place, Area.ANTE, Stake(ante))), Accepted
            ):
                return
            bonus = player.bonus(limits) if self.rules.ante_bonus else None
            if bonus is not None:
                self.tap(c.PlaceWager(player.place, Area.BONUS, Stake(bonus)))
        if self.rules.jackpot is not None and player.wants_jackpot():
            self.felt.put_chip(player.place)
            seen = lambda: player.place in self._view.round.sensed  # noqa: E731
            wait_until(seen, DEVICES_S)

    # Cards

    def _dealt_by_hand(self, snapshot: Snapshot) -> bool:
        """A dealer without a device puts the cards down and says so."""
        due, phase = snapshot.lead.cards_due, house_of(snapshot).table.round.phase
        if self.rules.dealing is not Dealing.HAND or not due or phase not in CARDS_OUT:
            return False
        self._paused("deal")
        world = self.felt.world
        if not world.pile(Spot.TABLE):
            world.shuffle(Spot.RACK)
        submit = self.running.controller.submit
        lay_cards(world, Back.RED, due, lambda: submit(c.CardDrawn(None)).result(ANSWER_S_MAX))
        return True

    def _key(self, draws: Sequence[int]) -> bool:
        """Cards that no device has read are keyed as they lie there."""
        self._paused("key")
        lying = self.felt.world.pile(Spot.TABLE)
        for draw in draws:
            self.must(c.KeyCard(draw, face(lying[draw])))
        return True

    # Decisions

    def _ask(self, table: Table) -> bool:
        """Everybody who has not decided; all at once where all do the same."""
        self._paused("decisions")
        street = STREET_OF[table.round.phase]
        for place in undecided(table.round):
            player = self.players.get(place.number)
            choice = player.decides(self.rules, street) if player else Choice.CHECK
            if choice not in self.rules.offered(street):
                choice = Choice.BET
            self.must(c.Decide(place.number, choice))
        return True
