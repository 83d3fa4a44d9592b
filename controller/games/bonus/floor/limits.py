"""Limits on the sign: changes with notice, raises at once with markers, who plays at what.

A raised minimum waits for its 20 minutes on the sign (6.5), or takes effect at once while every
player at the table keeps the old one (6.5.1). Everything else may change at any time. Nothing
changes under a round in progress: it waits for the round's end.
"""

from collections.abc import Iterator, Mapping

from controller.domain.base import evolve
from controller.domain.instant import Instant
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.notices import begun, due, minutes_of, too_short
from controller.floor.refusals import FloorRefusal
from controller.floor.state import SignNotice, Status
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.state import (
    BonusFloor,
    BonusSeat,
    Draft,
    LimitNotice,
    Minimum,
    PendingLimits,
    TableLimits,
)
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.round.guidance.words import outside_limits, wager
from controller.games.bonus.rules import RuleSet, TableRules
from controller.games.bonus.wagers import Area, Stake
from controller.staff.powers import Action, HouseAction


class ChangeLimits(Command):
    """New limits: a raised minimum after a notice, or at once with the old one kept."""

    limits: TableLimits
    at_once: bool = False
    """6.5.1: raise now; whoever is at the table keeps the old minimum."""
    minutes: int | None = None
    """How long it is announced; none: as long as it has to be."""

    @property
    def action(self) -> Action:
        return BonusAction.LIMITS_WITH_MARKER if self.at_once else BonusAction.LIMITS_WITH_NOTICE


class RaiseOldMinimum(Command, action=BonusAction.RAISE_OLD_MINIMUM):
    """6.5.2: players at an old minimum come up to the table's, after their own notice."""

    minutes: int | None = None
    """How long it is announced; none: as long as it has to be."""


class WithdrawLimitNotice(Command, action=HouseAction.WITHDRAW_NOTICE):
    """Limits stay as they are."""


class PlaceMarker(Command, action=BonusAction.PLACE_MARKER):
    """6.5.1.1: the marker lies directly in front of the player's box."""

    place: int


class RemoveMarker(Command, action=BonusAction.REMOVE_MARKER):
    """6.5.1.2: the marker is off the layout."""

    place: int


class LimitsAnnounced(Event):
    limits: TableLimits
    minutes: int


class OldMinimumAnnounced(Event):
    minutes: int


class LimitNoticeWithdrawn(Event):
    pass


class LimitsPended(Event):
    """They change when the round in progress is finished."""

    limits: TableLimits
    keeps_old: bool


class LimitsChanged(Event):
    before: TableLimits
    limits: TableLimits
    keep_old: tuple[int, ...]
    """Places that go on at the minimum before (6.5.1)."""
    noticed: bool
    """It was on the sign for its period (6.5)."""


class OldMinimumsRaised(Event):
    places: tuple[int, ...]


class MarkerPlaced(Event):
    place: int


class MarkerRemoved(Event):
    place: int


def minimums(limits: TableLimits) -> Minimum:
    """The least a player may wager."""
    return Minimum(limits.spot.ante_min, limits.spot.bonus_min, limits.player_min or ZERO)


def below(old: Minimum, new: Minimum) -> bool:
    """Would somebody have to wager more?"""
    return old.ante < new.ante or old.bonus < new.bonus or old.player < new.player


def limits_for(floor: BonusFloor, place: int) -> TableLimits:
    """What holds for the player at a place: the table's limits, or the old minimum kept."""
    old = floor.seat(place).old
    if old is None:
        return floor.limits
    new = minimums(floor.limits)
    spot = evolve(
        floor.limits.spot,
        ante_min=min(old.ante, new.ante),
        bonus_min=min(old.bonus, new.bonus),
    )
    return evolve(floor.limits, spot=spot, player_min=min(old.player, new.player) or None)


def old_minimums(floor: BonusFloor) -> tuple[BonusSeat, ...]:
    """Players who play on at an old minimum."""
    return tuple(seat for seat in floor.seats if seat.old is not None)


def markers_due(floor: BonusFloor) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a marker is to be put, and where one is to be taken off."""
    entitled = {seat.place for seat in old_minimums(floor)}
    return tuple(sorted(entitled - floor.markers)), tuple(sorted(floor.markers - entitled))


def limit_faults(floor: BonusFloor, place: int, stakes: Mapping[Area, Stake]) -> tuple[str, ...]:
    """What is outside the limits of this player's sign."""
    return outside(floor.rules, limits_for(floor, place), place, stakes)


def outside(
    rules: TableRules, limits: TableLimits, place: int, stakes: Mapping[Area, Stake]
) -> tuple[str, ...]:
    """What is outside these limits, before the first card: a warning, for keeping to them is up to
    the player (6.4). A jackpot wager has a price, not limits."""
    wagers = {area: stakes[area].amount for area in (Area.ANTE, Area.BONUS) if area in stakes}
    texts = [
        f"{wager(rules, area)} {dollars(amount)} {text}"
        for area, amount in wagers.items()
        for text in _spot_faults(limits, area, amount)
    ]
    total = sum(wagers.values(), start=ZERO)
    if wagers and limits.player_min is not None and total < limits.player_min:
        low = dollars(limits.player_min)
        texts.append(f"all wagers {dollars(total)} are below the player's minimum {low}")
    if limits.player_max is not None and total > limits.player_max:
        high = dollars(limits.player_max)
        texts.append(f"all wagers {dollars(total)} are above the player's maximum {high}")
    return tuple(outside_limits(rules, place, text) for text in texts)


def _spot_faults(limits: TableLimits, area: Area, amount: Money) -> Iterator[str]:
    low, high = limits.spot.bounds(area)
    if amount < low:
        yield f"is below the minimum {dollars(low)}"
    elif amount > high:
        yield f"is above the maximum {dollars(high)}"
    elif limits.multiples and int(amount) % int(low):
        yield f"is not a multiple of the minimum {dollars(low)}"
    elif limits.unit is not None and int(amount - low) % int(limits.unit):
        unit = dollars(limits.unit)
        yield f"is not in units of {unit} above the minimum {dollars(low)}"


def apply_due(draft: Draft) -> None:
    """Between rounds: pending limits, and those whose notice is over, take effect."""
    if (pending := draft.state.pending) is not None:
        _change(draft, pending.limits, keeps_old=pending.keeps_old)
    notice = draft.state.limit_notice
    if notice is not None and due(draft.state, notice.notice, draft.asking.now):
        _change(draft, notice.limits, noticed=True)
    if due(draft.state, draft.state.old_minimum_notice, draft.asking.now):
        places = tuple(seat.place for seat in old_minimums(draft.state))
        draft.emit(OldMinimumsRaised(places))


def something_due(floor: BonusFloor, now: Instant) -> bool:
    """Is there anything to take effect between rounds?"""
    notice = floor.limit_notice
    limits_due = notice is not None and due(floor, notice.notice, now)
    return limits_due or due(floor, floor.old_minimum_notice, now)


def _change(
    draft: Draft, limits: TableLimits, *, keeps_old: bool = False, noticed: bool = False
) -> None:
    before = draft.state.limits
    keep: tuple[int, ...] = ()
    if keeps_old and below(minimums(before), minimums(limits)):
        keep = tuple(seat.place for seat in draft.state.seated())
    draft.emit(LimitsChanged(before, limits, keep, noticed))


def _verify_change(floor: BonusFloor, command: ChangeLimits, _: Asking) -> Refused | None:
    limits = command.limits
    if not _sensible(limits):
        return refuse(floor.rules, BonusFloorRefusal.NOT_LIMITS, "limits")
    per_player = limits.player_min is not None or limits.player_max is not None
    if per_player and floor.rules.ruleset is not RuleSet.NSW_2024:
        detail = "Under these rules limits are set for each wager."
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES, "limits", detail)
    if limits == floor.limits and floor.pending is None:
        return refuse(floor.rules, FloorRefusal.NO_CHANGE, "limits")
    if _needs_notice(floor, command):
        return too_short(floor, command.minutes, "limit notice")
    return None


def _sensible(limits: TableLimits) -> bool:
    spot = limits.spot
    bounds = [
        (spot.ante_min, spot.ante_max),
        (spot.bonus_min, spot.bonus_max),
        (limits.player_min or 1, limits.player_max or limits.player_min or 1),
    ]
    return all(0 < low <= high for low, high in bounds) and (limits.unit is None or limits.unit > 0)


def _needs_notice(floor: BonusFloor, command: ChangeLimits) -> bool:
    raised = below(minimums(floor.limits), minimums(command.limits))
    return raised and not command.at_once and floor.status is Status.OPEN


def _change_limits(draft: Draft, command: ChangeLimits) -> None:
    if _needs_notice(draft.state, command):
        draft.emit(LimitsAnnounced(command.limits, minutes_of(draft.state, command.minutes)))
    elif draft.state.round is not None:
        draft.emit(LimitsPended(command.limits, command.at_once))
    else:
        _change(draft, command.limits, keeps_old=command.at_once)


def _verify_raise_old(floor: BonusFloor, command: RaiseOldMinimum, _: Asking) -> Refused | None:
    if not old_minimums(floor):
        return refuse(floor.rules, BonusFloorRefusal.NO_OLD_MINIMUM, "old minimum")
    return too_short(floor, command.minutes, "old minimum")


def _raise_old(draft: Draft, command: RaiseOldMinimum) -> None:
    draft.emit(OldMinimumAnnounced(minutes_of(draft.state, command.minutes)))


def _verify_withdraw(floor: BonusFloor, _: WithdrawLimitNotice, __: Asking) -> Refused | None:
    if floor.limit_notice or floor.old_minimum_notice or floor.pending:
        return None
    return refuse(floor.rules, FloorRefusal.NO_NOTICE, "limit notice")


def _verify_place(floor: BonusFloor, command: PlaceMarker, _: Asking) -> Refused | None:
    if command.place in markers_due(floor)[0]:
        return None
    return refuse(floor.rules, BonusFloorRefusal.NO_MARKER, "marker")


def _verify_remove(floor: BonusFloor, command: RemoveMarker, _: Asking) -> Refused | None:
    if command.place in markers_due(floor)[1]:
        return None
    return refuse(floor.rules, BonusFloorRefusal.NO_MARKER, "marker off")


def _announced(floor: BonusFloor, event: LimitsAnnounced) -> BonusFloor:
    notice = begun(floor, event.minutes, event.at)
    return evolve(floor, limit_notice=LimitNotice(event.limits, notice))


def _changed(floor: BonusFloor, event: LimitsChanged) -> BonusFloor:
    kept, new = minimums(event.before), minimums(event.limits)
    seats = []
    for seat in floor.seats:
        old = seat.old
        if old is None and seat.place in event.keep_old:
            old = kept
        if old is not None and not below(old, new):
            old = None  # the table came down to what this player has anyway
        seats.append(evolve(seat, old=old))
    return settled_notices(
        evolve(
            floor,
            limits=event.limits,
            rules=evolve(floor.rules, limits=event.limits.spot),
            seats=tuple(seats),
            limit_notice=None if event.noticed else floor.limit_notice,
            pending=floor.pending if event.noticed else None,
        )
    )


def settled_notices(floor: BonusFloor) -> BonusFloor:
    """A notice to players at an old minimum is void when nobody is left at one."""
    notice: SignNotice | None = floor.old_minimum_notice if old_minimums(floor) else None
    return evolve(floor, old_minimum_notice=notice)


def _old_raised(floor: BonusFloor, event: OldMinimumsRaised) -> BonusFloor:
    seats = tuple(
        evolve(seat, old=None) if seat.place in event.places else seat for seat in floor.seats
    )
    return settled_notices(evolve(floor, seats=seats))


HANDLERS: Handlers = {
    ChangeLimits: Handler(_verify_change, _change_limits),
    RaiseOldMinimum: Handler(_verify_raise_old, _raise_old),
    WithdrawLimitNotice: Handler(_verify_withdraw, Emits(LimitNoticeWithdrawn)),
    PlaceMarker: Handler(_verify_place, Emits(MarkerPlaced)),
    RemoveMarker: Handler(_verify_remove, Emits(MarkerRemoved)),
}

FOLDS: Folds = {
    LimitsAnnounced: _announced,
    OldMinimumAnnounced: lambda floor, event: evolve(
        floor, old_minimum_notice=begun(floor, event.minutes, event.at)
    ),
    LimitNoticeWithdrawn: becomes(limit_notice=None, old_minimum_notice=None, pending=None),
    LimitsPended: lambda floor, event: evolve(
        floor, pending=PendingLimits(event.limits, event.keeps_old)
    ),
    LimitsChanged: _changed,
    OldMinimumsRaised: _old_raised,
    MarkerPlaced: lambda floor, event: evolve(floor, markers=floor.markers | {event.place}),
    MarkerRemoved: lambda floor, event: evolve(floor, markers=floor.markers - {event.place}),
}
