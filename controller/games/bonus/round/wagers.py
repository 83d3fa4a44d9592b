"""Wagers before the first card (rules 5 and 6; sd (1) to (3))."""

from functools import partial
from typing import Any

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.bonus import commands as c
from controller.games.bonus import events as e
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.changes import metered, places_with, with_place, with_round
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guards import ante_placed
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.plan import deal_plan
from controller.games.bonus.round.state import Draft, Place, Round, Standing, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Stake


def no_such_place(table: Table, number: int) -> Refused | None:
    """2.1, sd (4): is there a place of this number on the layout?"""
    if 1 <= number <= table.rules.places:
        return None
    detail = f"It has places 1 to {table.rules.places}."
    return Refused(Refusal.NO_SUCH_PLACE, cite(table.rules, "places"), detail)


def verify_open_round(table: Table, _: c.OpenRound, __: Asking) -> Refused | None:
    """Why a round cannot begin."""
    if table.round.phase is not Phase.IDLE:
        return Refused(Refusal.ROUND_IN_PROGRESS, cite(table.rules, "end of round"))
    if table.deck_check_due:
        return Refused(Refusal.DECK_CHECK_DUE, cite(table.rules, "deck check"))
    return None


def verify_place_wager(table: Table, command: c.PlaceWager, _: Asking) -> Refused | None:
    """Why this wager cannot be placed. Limits only warn: they bind the player (6.4)."""
    rules, area, stake = table.rules, command.area, command.stake
    if table.round.phase is not Phase.WAGERS:
        return Refused(Refusal.WRONG_PHASE, cite(rules, "bets locked"))
    if area not in (Area.ANTE, Area.BONUS):
        return Refused(Refusal.NOT_PLACED_HERE, cite(rules, "ante first"))
    if refused := no_such_place(table, command.place):
        return refused
    if refused := _not_a_stake(rules, stake):
        return refused
    place = table.round.place(command.place)
    if place.standing is Standing.VOID:  # 11.19.1: left out of this round
        return Refused(Refusal.HAND_OVER, cite(rules, "ante first"))
    if area in place.stakes:
        return Refused(Refusal.AREA_TAKEN, cite(rules, "one wager an area"))
    if area is Area.BONUS and rules.ante_bonus is None:
        return Refused(Refusal.BONUS_NOT_OFFERED, cite(rules, "bonus not offered"))
    if area is Area.BONUS and Area.ANTE not in place.stakes:
        return Refused(Refusal.NO_ANTE, cite(rules, "bonus needs ante"))
    return None


def _not_a_stake(rules: TableRules, stake: Stake) -> Refused | None:
    if 0 < stake.amount >= stake.tokens >= 0:
        return None
    detail = f"Wager {dollars(stake.amount)}, tokens {dollars(stake.tokens)}."
    return Refused(Refusal.NOT_A_STAKE, cite(rules, "chips or tokens"), detail)


def verify_take_back_wager(table: Table, command: c.TakeBackWager, _: Asking) -> Refused | None:
    """Why this wager cannot be taken back."""
    if table.round.phase is not Phase.WAGERS:
        return Refused(Refusal.WRONG_PHASE, cite(table.rules, "bets locked"))
    if refused := no_such_place(table, command.place):
        return refused
    place = table.round.place(command.place)
    if place.standing is Standing.VOID:  # it has its stakes back already
        return Refused(Refusal.HAND_OVER, cite(table.rules, "ante first"))
    if command.area not in place.stakes:
        return Refused(Refusal.AREA_EMPTY, cite(table.rules, "ante first"))
    return None


def take_back_wager(draft: Draft, command: c.TakeBackWager) -> None:
    """The area is empty again; without its ante a place has no bonus either."""
    stakes = draft.state.round.place(command.place).stakes
    if command.area is Area.ANTE and Area.BONUS in stakes:
        draft.emit(e.WagerTakenBack(command.place, Area.BONUS))
    draft.emit(e.WagerTakenBack(command.place, command.area))


def verify_change_wager(table: Table, command: c.ChangeWager, asking: Asking) -> Refused | None:
    """Why this wager stays as it is: only one that could be taken back becomes another."""
    taken_back = c.TakeBackWager(command.place, command.area)
    return verify_take_back_wager(table, taken_back, asking) or _not_a_stake(
        table.rules, command.stake
    )


def change_wager(draft: Draft, command: c.ChangeWager) -> None:
    """Another amount lies on the area; a bonus beside a changed ante stays."""
    draft.emit(e.WagerTakenBack(command.place, command.area))
    draft.emit(e.WagerPlaced(command.place, command.area, command.stake))


def verify_repeat_wagers(table: Table, command: c.RepeatWagers, _: Asking) -> Refused | None:
    """Why nothing is repeated: what was put down since then stands instead."""
    if table.round.phase is not Phase.WAGERS:
        return Refused(Refusal.WRONG_PHASE, cite(table.rules, "bets locked"))
    if not command.places or not set(command.places) <= table.round.before.keys():
        return Refused(Refusal.AREA_EMPTY, cite(table.rules, "ante first"))
    return None


def repeat_wagers(draft: Draft, command: c.RepeatWagers) -> None:
    """Ante and ante bonus of the round before, place by place."""
    before = draft.state.round.before
    for number in command.places:
        for area, stake in before[number].items():
            draft.emit(e.WagerRepeated(number, area, stake))


def verify_jackpot_sensor(table: Table, command: c.JackpotSensor, _: Asking) -> Refused | None:
    """An observation is refused only where there is nothing it could be about."""
    if refused := no_such_place(table, command.place):
        return refused
    if table.rules.jackpot is None:
        return Refused(Refusal.JACKPOT_NOT_OFFERED, cite(table.rules, "jackpot offered"))
    return None


def verify_no_more_bets(table: Table, _: c.NoMoreBets, __: Asking) -> Refused | None:
    """Why the bets cannot be locked."""
    if table.round.phase is not Phase.WAGERS:
        return Refused(Refusal.WRONG_PHASE, cite(table.rules, "no more bets"))
    if not ante_placed(table):
        return Refused(Refusal.NO_ANTE_AT_ALL, cite(table.rules, "ante first"))
    return None


def no_more_bets(draft: Draft, _: c.NoMoreBets) -> None:
    """The dealer announced it."""
    lock_bets(draft, "no_more_bets")


def jackpot_wagers(table: Table) -> tuple[int, ...]:
    """R14: a jackpot wager counts where the sensor holds one and the place has an ante."""
    round_ = table.round
    if table.rules.jackpot is None or round_.jackpot_off:
        return ()
    return tuple([place.number for place in round_.playing() if place.number in round_.sensed])


def lock_bets(draft: Draft, trigger: str) -> None:
    """R16: on "no more bets" or on the first card, whichever comes first."""
    wager = jackpot_wager(draft.state)
    draft.emit(e.BetsLocked(jackpot_wagers(draft.state), wager, trigger))


def jackpot_wager(table: Table) -> Money:
    """What a jackpot wager costs at this table."""
    return table.rules.jackpot.wager if table.rules.jackpot else ZERO


def stakes_of(table: Table, place: Place) -> dict[Area, Stake]:
    """Everything a place has put down, a jackpot wager that is not locked yet included."""
    stakes, jackpot = dict(place.stakes), table.rules.jackpot
    waiting = table.round.phase is Phase.WAGERS and place.number in table.round.sensed
    if jackpot and waiting and Area.JACKPOT not in place.results:
        stakes[Area.JACKPOT] = Stake(jackpot.wager)
    return stakes


def _round_opened(table: Table, event: e.RoundOpened) -> Table:
    places = tuple(Place(number) for number in range(1, table.rules.places + 1))
    was, number = table.round, event.number  # a chip may lie on a sensor from before
    opened = Round(number, places, table.meter, before=was.first_wagers(), sensed=was.sensed)
    return evolve(table, round=opened)


def _wager_placed(table: Table, event: Any, *, repeated: bool = False) -> Table:
    stakes = {**table.round.place(event.place).stakes, event.area: event.stake}
    places = places_with(table, event.place, stakes=stakes, repeated=repeated)
    return with_round(table, before={}, places=places)


def _wager_taken_back(table: Table, event: e.WagerTakenBack) -> Table:
    stakes = dict(table.round.place(event.place).stakes)
    del stakes[event.area]
    return with_place(table, event.place, stakes=stakes, repeated=False)


def _jackpot_sensed(table: Table, event: e.JackpotSensed) -> Table:
    sensed, place = table.round.sensed, frozenset((event.place,))
    return with_round(table, sensed=sensed | place if event.present else sensed - place)


def _bets_locked(table: Table, event: e.BetsLocked) -> Table:
    boxes = tuple([place.number for place in table.round.playing()])
    wager = Stake(event.jackpot_wager)
    places = list(table.round.places)
    for number in event.jackpots:
        place = places[number - 1]
        places[number - 1] = evolve(place, stakes={**place.stakes, Area.JACKPOT: wager})
    return metered(with_round(table, places=tuple(places), plan=deal_plan(table.rules, boxes)))


HANDLERS: Handlers = {
    c.OpenRound: Handler(verify_open_round, Emits(e.RoundOpened)),
    c.PlaceWager: Handler(verify_place_wager, Emits(e.WagerPlaced)),
    c.TakeBackWager: Handler(verify_take_back_wager, take_back_wager),
    c.ChangeWager: Handler(verify_change_wager, change_wager),
    c.RepeatWagers: Handler(verify_repeat_wagers, repeat_wagers),
    # Recorded always; it counts only until the bets are locked (15.2.4).
    c.JackpotSensor: Handler(verify_jackpot_sensor, Emits(e.JackpotSensed)),
    c.NoMoreBets: Handler(verify_no_more_bets, no_more_bets),
}

FOLDS: Folds = {
    e.RoundOpened: _round_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerTakenBack: _wager_taken_back,
    e.WagerRepeated: partial(_wager_placed, repeated=True),
    e.JackpotSensed: _jackpot_sensed,
    e.BetsLocked: _bets_locked,
}
