"""The dealer of the bonus game: takes wagers, asks the players, pays, as the next step says.

Which step it is the dealer reads by its name (`BonusStep`), with the command that takes the round
on and the cards that are due or to be keyed. Where nobody else stands at the console, what goes
wrong is reported and put right too.
"""

from collections.abc import Sequence
from typing import Final

from controller.authority import Command
from controller.cards.plan import Unexplained
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import works
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import (
    SENSORS,
    SIGN,
    ApproveWithoutJackpot,
    EnableJackpot,
)
from controller.games.bonus.floor.limits import PlaceMarker, RemoveMarker, limits_for, markers_due
from controller.games.bonus.floor.state import BonusFloor, JackpotState, ShownOn
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.guards import ante_placed, undecided
from controller.games.bonus.round.guidance.betting import wrong_wagers
from controller.games.bonus.round.phases import STREET_OF, Phase
from controller.games.bonus.round.state import Place, Round, Table
from controller.games.bonus.rules import Limits, Street
from controller.games.bonus.steps import BonusStep, guide
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.step import NextStep
from controller.house.advice import advice
from controller.running.snapshot import Accepted
from simulators.games.bonus.people.players import Player
from simulators.people.dealer import SimDealer
from simulators.people.tapping import face, lay_cards

AWARD_CONFIRMED: Final = "jackpot award confirmed"
CARD_KEYED: Final = "card keyed"
_OFFER: Final = EnableJackpot(ShownOn.VIDEO_SIGN)
_UNEXPLAINED: Final = {
    Unexplained.KNOWN_CARD: c.Irregularity.FOREIGN_CARD,
    Unexplained.EXTRA_CARD: c.Irregularity.CARD_OUT_OF_TURN,
}
"""What is reported of a card that does not fit."""


class Dealer(SimDealer[Player]):
    """Deals rounds at one table."""

    _wagered = 0
    """The round whose wagers are down."""

    @property
    def _house(self) -> BonusHouse:
        return house_of(self.seat.snapshot)

    @property
    def _table(self) -> Table:
        return self._house.table

    @property
    def _round(self) -> Round:
        return self._house.table.round

    @property
    def _number(self) -> int:
        return self._house.table.round.number

    @property
    def floor(self) -> BonusFloor:
        floor: BonusFloor = self.seat.house.floor
        return floor

    # The step that takes the round on

    def act(self) -> bool:
        step = self.seat.snapshot.step
        match step.name:
            case BonusStep.TAKE_WAGERS | BonusStep.NO_MORE_BETS if self._wagered != self._number:
                return self.take_wagers()
            case BonusStep.NO_MORE_BETS if not self._lamps_agree:
                return False
            case BonusStep.DEAL | BonusStep.TURN_STREET if not self.seat.felt.source:
                return self._deal_by_hand(step.cards_due)
            case BonusStep.ASK:
                return self._ask()
            case BonusStep.LOOK_AT_CARDS | BonusStep.TAKE_CHIPS:
                return False
            case BonusStep.KNOWN_CARD | BonusStep.CARD_NOT_DUE | BonusStep.CORRECT_WAGER:
                return False  # a person says what happened: this dealer, or whoever else is there
        return self._key(step.unread) or self._tap(step)

    def _tap(self, step: NextStep) -> bool:
        if step.command is None or step.refused is not None:
            return False
        self.acted(type(step.command).__name__)
        self.seat.seen[AWARD_CONFIRMED] += step.name is BonusStep.CONFIRM_AWARD
        self.seat.must(step.command)
        self._after(step.command)
        return True

    def _after(self, command: Command) -> None:
        """What goes with a tap."""
        locked = isinstance(command, c.NoMoreBets) and self._table.rules.nsw
        if locked or isinstance(command, c.CloseRound):
            self.seat.felt.take_chips()
        if isinstance(command, c.ShowDealersHand) and self._table.rules.concession_offered:
            for place in self._round.playing():
                player = self.players.get(place.number)
                if player is not None and player.concedes():
                    self.seat.must(c.Concede(place.number))

    # Wagers

    def first_act(self) -> bool:
        nobody = next(self._round.dealt_in(), None) is None
        first = self._round.number == 1 and self._round.phase is Phase.WAGERS
        return first and nobody and self.take_wagers()

    def take_wagers(self) -> bool:
        """What lies there from the last round stays; whoever has nothing down may put an ante, and
        somebody does."""
        self.acted("wagers")
        for place in sorted(self.players):
            self._wagers_of(self.players[place], last=place == max(self.players))
        self._wagered = self._number
        return True

    def _wagers_of(self, player: Player, *, last: bool) -> None:
        rules, round_ = self._table.rules, self._round
        if round_.phase is not Phase.WAGERS:
            return
        limits = limits_for(self.floor, player.place).spot
        if not round_.place(player.place).dealt_in and not self._ante(player, limits, last=last):
            return
        if rules.jackpot is not None and player.wants_jackpot():
            self.seat.felt.put_chip(player.place)

    def _ante(self, player: Player, limits: Limits, *, last: bool) -> bool:
        """Whether the player takes part."""
        alone = last and not ante_placed(self._table)
        ante = player.ante(limits) or (limits.ante_min if alone else None)
        bonus = player.bonus(limits) if ante and self._table.rules.ante_bonus else None
        if ante is None or not self._wager(player, Area.ANTE, Stake(ante)):
            return False
        if bonus is not None:
            self._wager(player, Area.BONUS, Stake(bonus))
        return True

    def _wager(self, player: Player, area: Area, stake: Stake) -> bool:
        """Somebody at the console may have been faster."""
        wager = c.PlaceWager(player.place, area, stake)
        if self.seat.attended:
            return isinstance(self.seat.tap(wager), Accepted)
        self.seat.must(wager)
        return True

    @property
    def _lamps_agree(self) -> bool:
        """The lamps must say what lies on the sensors, or the equipment has failed (11.14)."""
        off = self._table.rules.jackpot is None or self._round.jackpot_off
        return off or self._round.sensed == self.seat.felt.chips

    def tend_felt(self) -> bool:
        """sd (3): the progressive wagers leave the table before the first card."""
        lie = self.seat.snapshot.step.name is BonusStep.TAKE_CHIPS and self.seat.felt.chips
        if lie:
            self.seat.felt.take_chips()
        return bool(lie)

    # Cards

    def _deal_by_hand(self, count: int) -> bool:
        """A dealer without a device puts the cards down and tells the table of each."""
        self.acted("deal")
        back, world = self.hands.back(), self.seat.felt.world
        lay_cards(world, back, count, lambda: self.seat.tell(c.CardDrawn(None)))
        return True

    def _key(self, draws: Sequence[int]) -> bool:
        """Cards that no device has read are keyed as they lie there. What they turn out to be may
        call for something else: the screen is looked at again."""
        if not draws:
            return False
        self.acted("key")
        self.seat.seen[CARD_KEYED] += 1
        lying = self.hands.on_felt()
        for draw in draws:
            self.seat.must(c.KeyCard(draw, face(lying[draw])))
        return True

    # Decisions

    def _ask(self) -> bool:
        """Everybody who has not decided."""
        self.acted("decisions")
        for place in undecided(self._round):
            self.seat.must(self._decision(place))
        return True

    def _decision(self, place: Place) -> c.Decide:
        rules, street = self._table.rules, STREET_OF[self._round.phase]
        player, offered = self.players.get(place.number), rules.offered(street)
        if player is None:  # somebody whose wagers were keyed at the console
            choice = Choice.CHECK if Choice.CHECK in offered else Choice.BET
            return c.Decide(place.number, choice)
        choice, amount = player.decides(rules, street), None
        if choice is Choice.BET and street is Street.FLOP:
            amount = player.puts_down(place.stakes[Area.ANTE].amount * street.antes)
        return c.Decide(place.number, choice, amount)

    # What the game asks for besides

    def keep_house(self) -> bool:
        """6.5.1: whoever keeps an old minimum has a marker; 11.14: a jackpot that has failed."""
        floor = self.floor
        if self._round.phase in (Phase.IDLE, Phase.WAGERS):
            put, off = markers_due(floor)
            markers = [*map(PlaceMarker, put), *map(RemoveMarker, off)]
            if any(isinstance(self.seat.tap(marker), Accepted) for marker in markers):
                return True
        if self.seat.attended:
            return False
        if floor.jackpot is JackpotState.FAILED:
            self.seat.must(ApproveWithoutJackpot())
            return True
        can_be = works(floor, SENSORS) and works(floor, SIGN) and self._round.phase is Phase.IDLE
        gone = floor.jackpot in (JackpotState.OFF, JackpotState.SUSPENDED)
        return gone and can_be and self._repair()

    def _repair(self) -> bool:
        """A technician has looked after it: it is offered again, unless it fails right away."""
        self.seat.felt.take_chips()
        self.seat.felt.free_sensors()
        return isinstance(self.seat.tap(_OFFER), Accepted)

    def offer(self) -> None:
        if self.floor.rules.jackpot is not None:
            self.seat.must(_OFFER)

    # What goes wrong

    def report(self) -> bool:
        wrong = self._wrong() if self.is_open else None
        if wrong is not None:
            self.seat.seen[wrong.irregularity] += 1
            self.seat.must(wrong)
        return wrong is not None

    def _wrong(self) -> c.Report | None:
        """What the screen, or the display of the shuffler, says."""
        step = self.seat.snapshot.step
        if step.name is BonusStep.CORRECT_WAGER:
            return self._wrong_flop()
        refused = step.refused is not None and step.refused.refusal is Refusal.CARDS_UNEXPLAINED
        if refused or step.name in (BonusStep.KNOWN_CARD, BonusStep.CARD_NOT_DUE):
            return c.Report(_UNEXPLAINED[self._round.unexplained])
        return self._jam()

    def _jam(self) -> c.Report | None:
        """12.1: before the first card it is shuffled again; a deck half dealt cannot be (12.2)."""
        ruled = self._round.ruled
        told = ruled is not None and ruled.irregularity is c.Irregularity.SHUFFLER_JAM
        if told or not (self.hands.dealing and self.hands.deal.awaited and self.hands.jammed):
            return None
        if self._round.drawn or self.hands.on_felt():
            return c.Report(c.Irregularity.SHUFFLER_FAILED)
        return c.Report(c.Irregularity.SHUFFLER_JAM)

    def _wrong_flop(self) -> c.Report:
        """11.10: the player puts it right, or folds."""
        place = wrong_wagers(self._table, Street.FLOP)[0].number
        decision = c.Decision.CORRECT if self.players[place].corrects() else c.Decision.FOLD
        return c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, place, decision=decision)

    def puzzled(self) -> Command | None:
        """The cards on the felt are not as many as on the screen; lamps and chips differ; no card
        comes, and the device says that it has miscounted (11.9)."""
        wrong = self._puzzle()
        if wrong is None:
            return None
        if wrong is c.Irregularity.JACKPOT_EQUIPMENT_FAILED:
            self.seat.felt.take_chips()
        self.seat.seen[wrong] += 1
        return c.Report(wrong)

    def _puzzle(self) -> c.Irregularity | None:
        if self.hands.dealing and len(self.hands.on_felt()) != self.hands.deal.out:
            return c.Irregularity.WRONG_CARD_COUNT
        step = self.seat.snapshot.step.name
        dark = step is BonusStep.NO_MORE_BETS and not self._lamps_agree
        if dark or step is BonusStep.TAKE_CHIPS:
            return c.Irregularity.JACKPOT_EQUIPMENT_FAILED
        miscounted = any(one.code is TroubleCode.MISCOUNTED for one in advice(self._house))
        return c.Irregularity.FOREIGN_CARD if self.hands.dealing and miscounted else None

    def sees(self) -> str:
        out, told = len(self.hands.on_felt()), self.hands.deal.out
        if self.hands.dealing and out != told:
            return f"{out} cards are out, the console knows of {told}. Report it there."
        faults = [f"{one.device}: {one.failed} {one.do}" for one in advice(self._house)]
        return " ".join(["Waiting. The console says:", guide(self._table).text, *faults[:1]])
