"""Keys at the dealer's hand: each is the button it stands for, once it has stood for it a while."""

from controller.devices.keypad import KeyPressHandler
from controller.domain.base import evolve
from controller.domain.cards import DECK, parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Round, new_table
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.steps import step_of
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.registry import KINDS
from controller.games.step import Keys, Meaning
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.running.ports import Outlets
from controller.running.runtime import TableController
from controller.running.snapshot import DWELL_MS, FINAL_MS, Accepted
from drivers.xkeys.panel import KeyPressed, KeyReleased
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.shift import KEYS, HandClock

RULES = table_rules(jackpot=jackpot_rules(), dealing="shoe")
SD = table_rules("sd", places=5, dealing="hand", jackpot=jackpot_rules("PMG-01", wager="1"))
ANTE = Stake(Money(2_500))

SD_HOLE = parse_cards("4c 9h Ac 3d 8h Kd")
SD_BOARD = (parse_cards("2c Qh Jh Th"), parse_cards("2d 3s"), parse_cards("2s 7c"))
"""Place 2 has a straight flush."""


class Lights:
    """The outlet of the keys, without a panel."""

    def __init__(self, handler: KeyPressHandler) -> None:
        self._desk = handler

    def send(self, value: frozenset[str]) -> None:
        self._desk.lit = value


class KeyedTable:
    """A table whose dealer has a keypad, and a clock that is moved by hand."""

    def __init__(self, rules: TableRules = RULES) -> None:
        self.now_ms = 0
        self.handler = KeyPressHandler(lambda: self.now_ms)
        self.table = TableController(
            BonusHouse(new_table(rules, Money(6_000_000))),
            SealedJournal(MemoryRecorder(KEYS), KEYS, *KINDS),
            HandClock(),
            Outlets(keypad_lamps=Lights(self.handler)),
            (self.handler,),
        )
        self.handler.attach(self.table)

    @property
    def round(self) -> Round:
        return house_of(self.table.snapshot()).table.round

    @property
    def meanings(self) -> Keys:
        return self.table.snapshot().step.keys

    @property
    def paid(self) -> list[int]:
        """Places that are settled."""
        return [place.number for place in self.round.places if place.settled]

    @property
    def keyed(self) -> list[bool]:
        """Of every award that is due, whether it is keyed."""
        return [due.keyed for due in self.round.awards]

    def do(self, *commands: c.Command) -> "KeyedTable":
        for command in commands:
            assert isinstance(self.table.handle(command), Accepted), command
        return self

    def press(self, key: str, after_ms: int = 0) -> "KeyedTable":
        """Down and up again."""
        self.now_ms += after_ms
        self.handler.receive(KeyPressed(key, self.now_ms))
        self.handler.receive(KeyReleased(key, self.now_ms))
        self.table.work()
        return self

    def wagers(self, *places: int) -> "KeyedTable":
        self.do(c.OpenRound(1))
        return self.do(*(c.PlaceWager(place, Area.ANTE, ANTE) for place in places))

    def played(self) -> "KeyedTable":
        """Until the first place is to be paid."""
        self.do(c.NoMoreBets())
        pack = iter(DECK)
        while self.round.phase is Phase.DEAL:
            self.do(c.CardDrawn(next(pack)))
        for choice, street in zip((Choice.BET, Choice.CHECK, Choice.CHECK), Street, strict=True):
            self.do(c.DecideAll(choice), c.Reveal(street))
        return self.do(c.ShowDealersHand(), c.BeginSettlement())


def test_a_key_is_the_button_it_stands_for() -> None:
    table = KeyedTable()
    assert table.meanings == {}
    assert table.wagers(1).meanings == {"close-bets": Meaning(c.NoMoreBets())}
    assert table.played().meanings == {"paid": Meaning(c.SettlePlace(1))}
    view = table.table.snapshot().house.table
    over = evolve(view, round=evolve(view.round, phase=Phase.RECONCILE))
    assert step_of(BonusHouse(over)).keys == {"end-of-hand": Meaning(c.CloseRound())}


def test_only_a_lit_key_does_anything() -> None:
    table = KeyedTable()
    KeyPressHandler(lambda: 0).receive(KeyPressed("close-bets", 0))  # no table is there yet
    table.do(c.OpenRound(1)).press("close-bets", FINAL_MS)
    assert table.round.phase is Phase.WAGERS
    table.do(c.PlaceWager(1, Area.ANTE, ANTE))
    table.now_ms += FINAL_MS
    table.handler.receive(KeyReleased("close-bets", table.now_ms))
    table.table.work()
    assert table.round.phase is Phase.WAGERS
    assert table.press("close-bets").round.phase is Phase.DEAL


def test_a_double_press_of_paid_pays_one_place() -> None:
    table = KeyedTable().wagers(1, 2, 3).played()
    assert table.press("paid", FINAL_MS).paid == [3]
    for _ in range(3):
        assert table.press("paid", 30).paid == [3], "nobody has read that it is place 2"
    assert table.press("paid", FINAL_MS - 91).paid == [3]
    assert table.press("paid", 1).paid == [2, 3]
    assert table.press("paid", FINAL_MS).paid == [1, 2, 3]


def test_a_key_that_has_just_lit_up_is_not_heeded_yet() -> None:
    table = KeyedTable().wagers(1)
    assert table.press("close-bets", FINAL_MS - 1).round.phase is Phase.WAGERS
    assert table.press("close-bets", 1).round.phase is Phase.DEAL


def test_what_does_not_change_a_key_does_not_make_it_wait() -> None:
    table = KeyedTable().wagers(1)
    table.now_ms += FINAL_MS
    table.do(c.PlaceWager(2, Area.ANTE, ANTE))
    assert table.press("close-bets").round.phase is Phase.DEAL


def test_a_double_press_of_an_award_does_not_take_it_back() -> None:
    table = KeyedTable(SD).wagers(1, 2).do(c.JackpotSensor(2, present=True), c.NoMoreBets())
    table.do(*(c.CardDrawn(card) for card in SD_HOLE), c.DecideAll(Choice.BET))
    for street, cards in zip(Street, SD_BOARD, strict=True):
        table.do(*(c.CardDrawn(card) for card in cards), c.Reveal(street))
        if street is not Street.RIVER:
            table.do(c.DecideAll(Choice.CHECK))
    table.do(c.ShowDealersHand(), c.BeginSettlement(), c.SettlePlace(2))
    table.press("straight-flush", DWELL_MS)
    assert table.keyed == [True]
    table.press("straight-flush", 30)
    assert table.keyed == [True]
    table.press("straight-flush", DWELL_MS)
    assert table.keyed == [False], "an honest second press takes it back"
