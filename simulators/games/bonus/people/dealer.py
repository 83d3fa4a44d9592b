"""A dealer who does what the screen says, with a supervisor within call.

Whatever the console does not say is not done: the dealer reads the guidance and the prompts
(`phrases`), looks at the felt and at the displays of the devices, asks the players, and taps. What
goes wrong is reported as the guidance words it; a supervisor comes where the powers ask for one.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.refusals import Refused
from controller.floor.device_state import TroubleCode
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import limits_for
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.guidance import guide
from controller.games.bonus.round.phases import STREET_OF, Phase
from controller.games.bonus.round.state import Round, Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Stake
from controller.house.advice import advice
from controller.running.snapshot import Accepted, Answer
from controller.running.writer import COMPARE
from controller.staff.roles import Person, Reason
from drivers.shuffler.protocol import Back
from simulators.games.bonus.people.cards import CardHands
from simulators.games.bonus.people.house import DEALER, SUPERVISOR, LiveTable
from simulators.games.bonus.people.phrases import Heard, heard_in_round
from simulators.games.bonus.people.players import Player
from simulators.games.bonus.people.swiping import Swiping
from simulators.people.tapping import Finger, Stuck, face

IDLE_MAX: Final = 3
TURNS_MAX: Final = 600
"""Steps of one round: more, and it goes round in circles."""
AWARD_CONFIRMED: Final = "jackpot award confirmed"
CARD_KEYED: Final = "card keyed"
DECK_WRONG: Final = "deck found wrong"
RELOADED: Final = "deck taken out and put in again"
"""What a dealer sees to without a report."""


class Dealer(Finger):
    """Deals rounds at one table."""

    def __init__(self, table: LiveTable, players: Sequence[Player], chance: random.Random) -> None:
        self.table = table
        self.players = {player.place: player for player in players}
        self.chance = chance
        self.seen: Counter[str] = Counter()
        """What had to be reported or put right, by name."""
        self.hands = CardHands(table)
        self.swiping = Swiping(table, players)
        self.person: Person = DEALER
        self.hook: Callable[[str], object] = lambda act: None
        """Called before every act: tests put mishaps here."""
        self.urgent: Callable[[], bool] = lambda: False
        """Does what holds the table in the middle of a round; whether there was something."""
        self._chips: frozenset[int] = frozenset()
        self._idle = 0
        """How often in this round no card came for as long as people wait."""

    @property
    def _view(self) -> Table:
        return self.table.house.table

    @property
    def _round(self) -> Round:
        return self._view.round

    @property
    def back(self) -> Back:
        """Of the deck that is dealt from."""
        mark = existing(self.table.floor.round, "no round")
        return Back[existing(self.table.floor.deck(mark.deck), "no deck").back.upper()]

    # Tapping

    @property
    def house(self) -> BonusHouse:
        return self.table.house

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        return self.table.tap(command, reason)

    def fetch_supervisor(self) -> None:
        self.swiping.sign_on(SUPERVISOR)

    def leave(self) -> None:
        self.table.lock()

    def report(self, irregularity: c.Irregularity, decision: c.Decision | None = None) -> None:
        """Something went wrong: said, and ruled on."""
        self.seen[irregularity] += 1
        self.must(c.Report(irregularity, decision=decision))

    # One round

    def play_round(self) -> Round:
        """From wherever the table stands to the end of a round."""
        number = self._round.number + (self._round.phase is Phase.IDLE)
        for _ in range(TURNS_MAX):
            self.come_on()  # the table may go on by itself, to the end of the round
            if self._round.number >= number and self._round.phase is Phase.IDLE:
                self.swiping.round_over()
                return self._round
            self.turn()
        raise Stuck(f"round {number} does not end: {guide(self._view).text}")

    def turn(self) -> None:
        """Look, and do one thing; what holds the table comes first."""
        if self.urgent():
            return
        self.swiping.turn()
        if self._round.in_play() and self._round.drawn:
            self.hands.pick_up(self.back)
        told = guide(self._view)
        heard = heard_in_round(told.text)
        if heard is None:
            raise Stuck(f"the dealer does not understand: {told.text}")
        self.hook(heard.act)
        getattr(self, f"_{heard.act}")(heard)

    def come_on(self) -> None:
        """Signed on, and the felt compared after an interruption."""
        if self.table.snapshot.dealer is None:
            self.swiping.sign_on(self.person)
        held = self.table.snapshot.held
        if held == COMPARE:
            self.table.controller.compare_done().result(0)
        elif held is not None:
            raise Stuck(f"the table is held: {held}")

    def _wait(self, _: Heard) -> None:
        """The table goes on by itself; a moment goes by."""
        self.table.felt.pump.pass_ms(100)

    def _open_round(self, _: Heard) -> None:
        self.hands.clear()
        self._chips, self._idle = frozenset(), 0
        self.must(c.OpenRound(self.table.floor.last_round + 1))

    # Wagers

    def _take_wagers(self, _: Heard) -> None:
        places = sorted(self.players)
        for place in places:
            self._wagers_of(self.players[place], place == places[-1])
        self.table.felt.pump.pass_ms(150)

    def _wagers_of(self, player: Player, last: bool) -> None:
        limits, jackpot = limits_for(self.table.floor, player.place).spot, self._view.rules.jackpot
        ante = player.ante(limits) or (limits.ante_min if last and not self._anybody() else None)
        if ante is None:
            return
        self.must(c.PlaceWager(player.place, Area.ANTE, Stake(ante)))
        bonus = player.bonus(limits) if self._view.rules.ante_bonus else None
        if bonus is not None:
            self.must(c.PlaceWager(player.place, Area.BONUS, Stake(bonus)))
        if jackpot is not None and player.wants_jackpot():
            self.table.felt.put_chip(player.place)
            self._chips |= {player.place}

    def _anybody(self) -> bool:
        return any(Area.ANTE in place.stakes for place in self._round.places)

    def _no_more_bets(self, _: Heard) -> None:
        """The lamps must say what lies on the sensors, or the equipment has failed (11.14)."""
        lamps = self.hands.wait(lambda: self._round.sensed == self._chips or self._off())
        if not lamps:
            self.table.felt.take_chips()
            self.report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED)
            self._chips = frozenset()
            return
        self.must(c.NoMoreBets())
        if self._view.rules.nsw:
            self.table.felt.take_chips()

    def _take_chips(self, _: Heard) -> None:
        """sd (3): all off before the first card; sensors that never see it have failed."""
        self.table.felt.take_chips()
        if not self.hands.wait(lambda: not self._round.sensed or self._off()):
            self.report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED)

    def _off(self) -> bool:
        return self._view.rules.jackpot is None or self._round.jackpot_off

    # Cards

    def _deal(self, _: Heard) -> None:
        if not self._cards_agree():
            return
        told = guide(self._view)  # a card that was on its way may have come in
        heard = heard_in_round(told.text)
        if told.cards is not None and heard is not None and heard.act == "deal":
            came = self.hands.deal(told.cards, self.back)
            if self._cards_agree() and not came:
                self._nothing_came()

    def _nothing_came(self) -> None:
        """The screen says why the device gives no card; felt and screen agree, so it is the deck
        that is wrong (11.9)."""
        said = {one.code for one in advice(self.table.house)}
        if TroubleCode.MISCOUNTED in said:
            self.report(c.Irregularity.FOREIGN_CARD)
            return
        self._idle += 1
        if self._idle > IDLE_MAX:
            raise Stuck(f"no card comes out of the device, and the screen says {sorted(said)}")

    def _cards_agree(self) -> bool:
        """Felt and screen; where they do not, what the felt shows is reported."""
        if not self.hands.agree():
            self.report(c.Irregularity.WRONG_CARD_COUNT)
            return False
        if self._round.in_play() and self.hands.jammed(self.back):
            self._jammed()
            return False
        return self._round.in_play()

    def _jammed(self) -> None:
        """12.1: before the first card it is shuffled again; a deck half dealt cannot be (12.2)."""
        if self.hands.on_felt():
            self.report(c.Irregularity.SHUFFLER_FAILED)
            return
        self.report(c.Irregularity.SHUFFLER_JAM)
        self.hands.shuffle_anew(self.back)

    def _card_not_due(self, _: Heard) -> None:
        self.report(c.Irregularity.CARD_OUT_OF_TURN)

    def _known_card(self, _: Heard) -> None:
        """A card twice: keyed where it was misread, else it does not belong to this deck."""
        self.report(c.Irregularity.FOREIGN_CARD)

    def _key(self) -> None:
        """What no device has read is keyed as it lies there; the screen says which."""
        felt = self.hands.on_felt()
        for draw in self.table.snapshot.lead.unread:
            self.must(c.KeyCard(draw, face(felt[draw])))

    def _turned(self, command: c.Command) -> None:
        """A tap that turns cards; those that no device has read are keyed first, and what they
        turn out to be may call for something else: the screen is looked at again."""
        answer = self.tap(command)
        if isinstance(answer, Refused) and answer.refusal is Refusal.CARDS_UNREAD:
            self.seen[CARD_KEYED] += 1
            self._key()
            return
        if not isinstance(answer, Accepted):
            raise Stuck(f"{command} was refused: {answer.text()}")

    # Decisions

    def _ask(self, heard: Heard) -> None:
        place = int(heard.words["place"])
        street = STREET_OF[self._round.phase]
        player, ante = self.players[place], self._round.place(place).stakes[Area.ANTE].amount
        choice = player.decides(self._view.rules, street)
        amount = player.puts_down(ante * street.antes) if choice == "bet" else None
        self.must(c.Decide(place, choice, amount if street is Street.FLOP else None))

    def _correct(self, heard: Heard) -> None:
        place = int(heard.words["place"])
        decision = c.Decision.CORRECT if self.players[place].corrects() else c.Decision.FOLD
        self.seen[c.Irregularity.FLOP_WAGER_CORRECTED] += 1
        self.must(c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, place, decision=decision))

    def _nobody_left(self, _: Heard) -> None:
        self.must(c.EverybodyFolded())

    def _reveal(self, heard: Heard) -> None:
        street = Street(heard.words["street"].lower())
        self._turned(c.Reveal(street))

    def _street_by_hand(self, heard: Heard) -> None:
        """A card is burnt and the street turned off the deck; the cards are keyed as they lie."""
        due = self.table.snapshot.lead.cards_due
        if due:
            self.hands.deal(due, self.back)
        self._reveal(heard)

    # Settlement

    def _show_hand(self, _: Heard) -> None:
        self._turned(c.ShowDealersHand())
        conceding = self._view.rules.concession_offered and self._round.dealer_shown
        for place in self._round.playing() if conceding else ():
            if self.players[place.number].concedes():
                self.must(c.Concede(place.number))

    def _settle(self, heard: Heard) -> None:
        self._turned(c.SettlePlace(int(heard.words["place"])))

    def _key_award(self, heard: Heard) -> None:
        self.must(c.KeyAward(*_award(heard)))

    def _confirm_award(self, heard: Heard) -> None:
        self.seen[AWARD_CONFIRMED] += 1
        self.must(c.ConfirmAward(*_award(heard)))

    def _pay_award(self, heard: Heard) -> None:
        self.must(c.PayAward(*_award(heard)))

    def _close_round(self, _: Heard) -> None:
        self.table.felt.take_chips()
        self.must(c.CloseRound())


def _award(heard: Heard) -> tuple[int, str]:
    return int(heard.words["place"]), heard.words["award"].strip().replace(" ", "-").lower()
