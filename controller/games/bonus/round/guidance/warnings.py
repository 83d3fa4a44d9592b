"""What is not as it should be: limits, amounts, chips without effect, void hands, the jackpot."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from controller.cards.plan import Unexplained
from controller.domain.money import ZERO
from controller.domain.words import dollars
from controller.games.bonus.round.core import closes_itself
from controller.games.bonus.round.guidance.betting import asked, wrong_wagers
from controller.games.bonus.round.guidance.closing import cancelled_jackpots
from controller.games.bonus.round.guidance.hands import to_return
from controller.games.bonus.round.guidance.opening import card_not_due, known_card
from controller.games.bonus.round.guidance.words import (
    a_wager,
    jackpot_name,
    places,
    ruled,
    sentence,
    supervisor,
    wager,
)
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Ending, Place, Standing, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area

Outside = Callable[[Place], Iterable[str]]
"""What of a place's wagers is outside the limits of its player, before the first card."""


def warnings(table: Table, outside: Outside) -> tuple[str, ...]:
    """All of them, the most urgent first."""
    round_ = table.round
    if round_.phase is Phase.IDLE:
        return tuple(_void_hands(table)) if closes_itself(table) else ()
    if round_.phase is Phase.RECONCILE:
        return (*_after_the_round(table), *_void_hands(table))
    return (
        *_card_out(table),
        *_limits(table, outside),
        *_amounts(table),
        *_chips(table),
        *_void_hands(table),
        *_give_back(table),
        *_jackpot(table),
    )


def _give_back(table: Table) -> Iterator[str]:
    """What was paid and does not stand, while the round goes on."""
    for due in table.round.give_back:
        yield f"Take {dollars(due.amount)} back from place {due.place}."


def _card_out(table: Table) -> Iterator[str]:
    """Where it does not stop play, a card that does not fit is still to be explained."""
    round_ = table.round
    settling = round_.phase in (Phase.SHOWDOWN, Phase.SETTLEMENT)
    if settling and round_.unexplained is not Unexplained.NOTHING:
        stop = known_card if round_.unexplained is Unexplained.KNOWN_CARD else card_not_due
        yield sentence(stop(table).text.removeprefix("Stop: "))


def _limits(table: Table, outside: Outside) -> Iterator[str]:
    """6.4 before the first card; after it what is above the maximum settles on it (6.3)."""
    if table.round.phase in (Phase.SHOWDOWN, Phase.SETTLEMENT):
        return
    for place in table.round.playing():
        yield from _above(table.rules, place) if table.round.drawn else outside(place)


def _above(rules: TableRules, place: Place) -> Iterator[str]:
    for area in (Area.ANTE, Area.BONUS):
        amount = place.stakes[area].amount if area in place.stakes else ZERO
        _, high = rules.limits.bounds(area)
        if amount > high:
            text = (
                f"Place {place.number}: {wager(rules, area)} {dollars(amount)} is above the "
                f"maximum {dollars(high)}; pay on the maximum and return the excess"
            )
            yield ruled(rules, "above maximum", text)


def _amounts(table: Table) -> Iterator[str]:
    """11.10, 9.2.3, 9.3.3: until the street is revealed a wrong wager can be put right."""
    if table.round.phase not in DECISIONS:
        return
    rules, street = table.rules, STREET_OF[table.round.phase]
    fact = "wrong flop wager" if table.round.phase is Phase.FLOP_DECISIONS else f"{street} wager"
    for place in wrong_wagers(table, street):
        seen = dollars(place.stakes[street.area].amount)
        text = (
            f"Place {place.number}: {wager(rules, street.area)} {seen} instead of "
            f"{asked(place, street)}"
        )
        yield ruled(rules, fact, text)


def _chips(table: Table) -> Iterator[str]:
    """15.2.1, 15.2.4: a chip on a jackpot sensor that does not count."""
    rules, round_ = table.rules, table.round
    if round_.jackpot_off:
        return
    name = wager(rules, Area.JACKPOT)
    for number in sorted(round_.sensed):
        place = round_.place(number)
        if not place.dealt_in:
            text = f"Place {number}: {name} without {a_wager(rules, Area.ANTE)}; it does not count"
            yield ruled(rules, "jackpot needs ante", text)
        elif (
            round_.phase is not Phase.WAGERS and Area.JACKPOT not in place.stakes and place.playing
        ):
            text = f"Place {number}: {name} after the wagers were locked; it does not count"
            yield ruled(rules, "jackpot in time", text)


def _void_hands(table: Table) -> Iterator[str]:
    """11.5, 11.19: one hand void while the others play on."""
    if table.round.ending not in (None, Ending.SETTLED):
        return
    for place in table.round.places:
        if place.standing is Standing.VOID:
            back = to_return(place)
            goes = f"its wagers go back, {dollars(back)}" if back else "its wagers are back already"
            yield f"Place {place.number} is void: {goes}."


def _jackpot(table: Table) -> Iterator[str]:
    """11.14, R38: the equipment failed; R20, R28: what a supervisor has to look into."""
    rules, round_ = table.rules, table.round
    name = jackpot_name(rules)
    if round_.jackpot_off:
        back = [
            n for n in cancelled_jackpots(table) if round_.place(n).standing is not Standing.VOID
        ]
        wagers_ = f"; return the {_jackpot_wagers(rules, back)}" if back else ""
        yield ruled(rules, "jackpot failed", f"Play goes on without the {name}{wagers_}")
    if round_.jackpot_frozen and table.meter is not None:
        amount = dollars(table.meter.value)
        yield f"{sentence(name)} equipment failed: awards are settled on the meter at {amount}."
    meter = round_.meter_awards()
    if len(meter) > 1 and not rules.nsw:
        text = "Two awards from the meter in one round: a supervisor applies the house procedure"
        yield ruled(rules, "two meter awards", text)
    if rules.nsw and sum(award.resets_meter for award in meter) > 1:
        who = supervisor(rules)
        text = f"Two royal flushes from one deck: {who} checks for a foreign card"
        yield ruled(rules, "two royals", text)


def _jackpot_wagers(rules: TableRules, numbers: Sequence[int]) -> str:
    """`Jackpot Wager of place 3`, `Jackpot Wagers of places 3 and 5`."""
    plural = "" if len(numbers) == 1 else "s"
    return f"{wager(rules, Area.JACKPOT)}{plural} of {places(numbers)}"


def _after_the_round(table: Table) -> Iterator[str]:
    """15.3.1, 11.9.3, 11.9.4."""
    rules, round_ = table.rules, table.round
    if round_.ending is not Ending.SETTLED and (cancelled := cancelled_jackpots(table)):
        become = "is cancelled and goes" if len(cancelled) == 1 else "are cancelled and go"
        text = f"The {_jackpot_wagers(rules, cancelled)} {become} back"
        yield ruled(rules, "cancel jackpots", text)
    if table.deck_check_due:
        text = "The deck has to be checked and verified before the next round"
        yield ruled(rules, "deck check", text)
