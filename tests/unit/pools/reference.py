"""A pool on one page, in fractions of a cent: slow, plain, and written apart from the real ones."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from controller.pools import AtMost, Parameters, Percent
from controller.pools import transfers as c


class No(Exception):
    """Refused, by this name."""


@dataclass
class Bet:
    """A contribution."""

    table: str
    round: int
    wagers: int
    meter: Fraction
    reserve: Fraction
    time: int
    spilled: int


@dataclass
class Hold:
    """A reservation."""

    table: str
    round: int
    held: int
    time: int
    whole: bool
    open: bool = True


@dataclass
class Prize:
    """A posted award."""

    hold: str
    amount: int
    time: int
    reset: tuple[int, Fraction, int, int] | None
    """Seed, reserve, version before, reset before."""
    stands: bool = True


@dataclass
class Reference:
    """The pool."""

    versions: dict[int, Parameters]
    meter: Fraction
    reserve: Fraction = Fraction(0)
    overflow: int = 0
    version: int = 1
    time: int = 1
    last_reset: int = 0
    last_bet: int = 0
    used: set[int] = field(default_factory=lambda: {1})
    withdrawn: set[int] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    bets: dict[str, Bet] = field(default_factory=dict)
    holds: dict[str, Hold] = field(default_factory=dict)
    prizes: dict[str, Prize] = field(default_factory=dict)
    carried: Fraction = Fraction(0)
    name: str = "main"
    others: "dict[str, Reference]" = field(default_factory=dict)
    """All pools of the store, by name."""

    def beside(self, name: str) -> "Reference":
        """Another pool of the store, opened alike."""
        first = self.versions[1]
        other = Reference({1: first}, Fraction(int(first.seed)), name=name, others=self.others)
        self.others.update({self.name: self, name: other})
        return other

    @property
    def held(self) -> int:
        return sum(hold.held for hold in self.holds.values())

    @property
    def available(self) -> int:
        return floor(self.meter) - self.held

    @property
    def paid(self) -> int:
        return sum(prize.amount for prize in self.prizes.values() if prize.stands)

    def apply(self, transfer: c.Transfer) -> dict[str, Any] | str:
        """What a receipt has to say, or the name of the refusal."""
        try:
            said: dict[str, Any] = getattr(self, type(transfer).__name__)(transfer) or {}
        except No as why:
            self.time += isinstance(transfer, c.Claim) and str(why) != "more_than_available"
            return str(why)
        self.time += 1
        return {"amount": 0, "basis": 0, "house_carries": False, **said, "seq": self.time}

    def Join(self, ask: c.Join) -> None:  # noqa: N802
        others = (of for of in self.others.values() if of is not self)
        if any(ask.table in other.tables for other in others):
            raise No("table_in_another_pool")
        self._link(ask)

    def Move(self, ask: c.Move) -> None:  # noqa: N802
        before = [of for of in self.others.values() if ask.table in of.tables]
        if ask.into != self.name:
            raise No("no_such_pool")
        if [of.name for of in before] != [ask.out_of]:
            raise No("table_not_linked")
        before[0].let_go(ask.table)
        try:
            self._link(ask)
        except No:
            before[0].tables.add(ask.table)
            raise

    def _link(self, ask: c.Join | c.Move) -> None:
        mine, its = self.versions[self.version], ask.terms
        pairs = {
            "schedule_differs": mine.schedule != its.schedule,
            "wager_differs": mine.wager != its.wager,
            "increment_differs": mine.increment_millionths != its.increment_millionths,
            "seed_differs": mine.seed != its.seed,
        }
        for why, differs in pairs.items():
            if differs:
                raise No(why)
        self.tables.add(ask.table)

    def Leave(self, ask: c.Leave) -> None:  # noqa: N802
        self.let_go(ask.table)

    def let_go(self, table: str) -> None:
        pools = self.others.values() or (self,)
        holds = (hold for pool in pools for hold in pool.holds.values())
        if any(hold.open and hold.table == table for hold in holds):
            raise No("reservation_held")
        if table not in self.tables:
            raise No("table_not_linked")
        self.tables.remove(table)

    def ChangeParameters(self, ask: c.ChangeParameters) -> None:  # noqa: N802
        if len(set(ask.who)) < 2:
            raise No("needs_two_people")
        if ask.parameters.version != max(self.versions) + 1:
            raise No("not_the_next_version")
        self.versions[ask.parameters.version] = ask.parameters
        if not self.tables and self.last_bet <= self.last_reset:
            self.version = ask.parameters.version
            self.used.add(self.version)

    def WithdrawChange(self, ask: c.WithdrawChange) -> None:  # noqa: N802
        if len(set(ask.who)) < 2:
            raise No("needs_two_people")
        if ask.version != self.following() or ask.version == self.version:
            raise No("nothing_pending")
        self.withdrawn.add(ask.version)

    def following(self) -> int:
        """What the next reset leaves in force."""
        last = max(self.versions)
        return self.version if last in self.withdrawn else last

    def Contribute(self, ask: c.Contribute) -> None:  # noqa: N802
        if ask.table not in self.tables:
            raise No("table_not_linked")
        version = self.version if ask.version is None else ask.version
        if version not in self.used:
            raise No("no_such_version")
        played = self.versions[version]
        meter = Fraction(int(played.wager) * played.increment_millionths, 10**6)
        reserve = Fraction(int(played.wager) * played.reserve_increment_millionths, 10**6)
        spilled = self._put_on(meter * ask.wagers)
        self.reserve += reserve * ask.wagers
        self.last_bet = now = self.time + 1
        self.bets[ask.id] = Bet(ask.table, ask.round, ask.wagers, meter, reserve, now, spilled)

    def _put_on(self, increment: Fraction) -> int:
        """Cent by cent above the limit into the overflow."""
        limit, before, spilled = self.versions[self.version].limit, self.meter, 0
        self.meter += increment
        if limit is not None:
            while self.meter >= limit + 1 and floor(self.meter) > floor(before):
                self.meter, self.overflow, spilled = self.meter - 1, self.overflow + 1, spilled + 1
        return spilled

    def TakeBack(self, ask: c.TakeBack) -> dict[str, Any]:  # noqa: N802
        bet = self.bets.get(ask.contribution)
        if bet is None:
            raise No("no_such_contribution")
        if ask.wagers > bet.wagers:
            raise No("more_than_contributed")
        bet.wagers -= ask.wagers
        meter, reserve = bet.meter * ask.wagers, bet.reserve * ask.wagers
        if bet.time < self.last_reset:
            self.carried += meter + reserve
            return {"house_carries": True}
        cents = min(bet.spilled, ceil(meter))
        self.overflow, bet.spilled, meter = (
            self.overflow - cents,
            bet.spilled - cents,
            meter - cents,
        )
        own = [h for h in self.holds.values() if (h.table, h.round) == (bet.table, bet.round)]
        while self.meter - self.held < meter and any(hold.held for hold in own):
            next(hold for hold in own if hold.held).held -= 1
        lost = max(Fraction(0), meter - (self.meter - self.held))
        if meter > lost:
            self.meter -= meter - lost
        else:
            bet.spilled += self._put_on(lost - meter)
        self.reserve -= reserve
        self.carried += lost
        return {"house_carries": lost > 0}

    def Reserve(self, ask: c.Reserve) -> dict[str, Any]:  # noqa: N802
        if ask.table not in self.tables:
            raise No("table_not_linked")
        where = ask.table, ask.round
        if any(hold.open and (hold.table, hold.round) == where for hold in self.holds.values()):
            raise No("one_reservation_a_round")
        basis = self.available
        amount = _part(ask.amount, basis)
        whole = _is_whole(ask.amount, amount, basis)
        self.holds[ask.id] = Hold(ask.table, ask.round, amount, self.time + 1, whole)
        return {"amount": amount, "basis": basis}

    def _hold(self, id: str) -> Hold:
        if id not in self.holds:
            raise No("no_such_reservation")
        if not self.holds[id].open:
            raise No("reservation_closed")
        return self.holds[id]

    def Amend(self, ask: c.Amend) -> dict[str, Any]:  # noqa: N802
        hold = self._hold(ask.reservation)
        basis = self.available + hold.held
        hold.held, hold.time = _part(ask.amount, basis), self.time + 1
        hold.whole = _is_whole(ask.amount, hold.held, basis)
        return {"amount": hold.held, "basis": basis}

    def Post(self, ask: c.Post) -> dict[str, Any]:  # noqa: N802
        if len(set(ask.who)) < 2:
            raise No("needs_two_people")
        hold, amount = self._hold(ask.reservation), int(ask.amount)
        if amount > hold.held:
            raise No("more_than_reserved")
        if ask.resets:
            own = [p for p in self.prizes.values() if p.stands and p.hold == ask.reservation]
            last = max((prize.time for prize in own if prize.reset), default=0)
            taken = amount + sum(prize.amount for prize in own if prize.time > last)
            more = taken >= self.available + hold.held - amount
            holds_more = any(
                other.held
                for other in self.holds.values()
                if other is not hold and other.table == hold.table
            )
            whole = hold.whole and hold.held == amount
            if last > hold.time or not (more or whole) or holds_more:
                raise No("not_the_whole_meter")
        hold.held -= amount
        self.meter -= amount
        reset = None
        if ask.resets:
            seed = int(self.versions[self.version].seed)
            reset = seed, self.reserve, self.version, self.last_reset
            self.meter, self.reserve = self.meter + seed + self.reserve, Fraction(0)
            self.version, self.last_reset = self.following(), self.time + 1
            self.used.add(self.version)
        self.prizes[ask.id] = Prize(ask.reservation, amount, self.time + 1, reset)
        return {"amount": amount}

    def Release(self, ask: c.Release) -> dict[str, Any]:  # noqa: N802
        hold = self._hold(ask.reservation)
        amount, hold.held, hold.open = hold.held, 0, False
        return {"amount": amount}

    def Reverse(self, ask: c.Reverse) -> dict[str, Any]:  # noqa: N802
        prize = self.prizes.get(ask.award)
        if prize is None:
            raise No("no_such_award")
        if not prize.stands:
            raise No("already_reversed")
        home = self.holds[prize.hold]
        where = home.table, home.round
        later = [
            other for other in self.prizes.values() if other.stands and other.time > prize.time
        ]
        rounds = [(self.holds[o.hold].table, self.holds[o.hold].round) for o in later]
        if where in rounds:
            raise No("later_award_first")
        prize.stands = False
        self.meter += prize.amount
        if prize.reset is None:
            return {"amount": prize.amount}
        seed, reserve, version, before = prize.reset
        paid = {other.hold for other in later}
        won = any(
            hold.time > prize.time and (hold.held or id in paid)
            for id, hold in self.holds.items()
            if (hold.table, hold.round) != where
        )
        if won or self.last_reset != prize.time:
            return {"amount": prize.amount, "house_carries": True}
        if self.meter - seed - reserve < self.held:
            return {"amount": prize.amount, "house_carries": True}
        self.meter, self.reserve = self.meter - seed - reserve, self.reserve + reserve
        self.version, self.last_reset = version, before
        prize.reset = None
        return {"amount": prize.amount}

    @property
    def seeds(self) -> int:
        """Those put on by resets that were not undone."""
        return sum(prize.reset[0] for prize in self.prizes.values() if prize.reset)

    @property
    def contributed(self) -> Fraction:
        bets = self.bets.values()
        return sum(((bet.meter + bet.reserve) * bet.wagers for bet in bets), start=Fraction(0))


def _is_whole(asked: Any, amount: int, basis: int) -> bool:
    return amount == basis or (isinstance(asked, Percent) and asked.percent == 100)


def _part(amount: Any, basis: int) -> int:
    if isinstance(amount, Percent):
        left = basis
        for _ in range(amount.winners):
            left -= left * amount.percent // 100
        return (basis - left) // amount.winners * amount.winners
    if isinstance(amount, AtMost):
        return min(int(amount.at_most), basis)
    if amount > basis:
        raise No("more_than_available")
    return int(amount)
