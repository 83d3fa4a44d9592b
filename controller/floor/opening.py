"""Opening a table: the rules in force, the checklist, the dealer (rule 2; 1.1).

A table is prepared for a business date, its cloth and equipment are confirmed one by one, the float
is counted and a dealer logs on; then it opens. Which items are on the list follows from the rules.
"""

from typing import Final

from controller.domain.base import evolve
from controller.domain.dealing import Dealing
from controller.domain.frozen import Frozen
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.floor.approval import verify_in_force
from controller.floor.base import Command, Day, Event
from controller.floor.citations import cite, refuse
from controller.floor.deck_orders import verify_source
from controller.floor.equipment import works
from controller.floor.game import CheckLine
from controller.floor.refusals import FloorRefusal
from controller.floor.reports import still_needed
from controller.floor.state import Cash, Draft, Floor, Status
from controller.staff.powers import HouseAction, Nobody


class BeginOpening(Command, action=HouseAction.PREPARE_TABLE):
    """The table is prepared for a business date."""

    business_date: Day


class ConfirmItem(Command, action=HouseAction.CONFIRM_EQUIPMENT):
    """An item of the opening checklist is as it should be."""

    item: str


class OpenTable(Command, action=HouseAction.OPEN_TABLE):
    """The table is open to players."""


class LogOnDealer(Command, action=Nobody.INTERNAL):
    """A dealer takes the table; who deals is changed by logging the next one on.

    The table says so itself when a dealer signs on: nobody is entered as the dealer by another.
    """

    dealer: str


class LogOffDealer(Command, action=HouseAction.CHANGE_DEALER):
    """The dealer leaves the table, between rounds only: no round is without one."""


class SetLowLimit(Command, action=HouseAction.LOW_LIMIT_GAMING):
    """6.6: low limit gaming begins, or ends: nothing but a shuffling device."""

    on: bool


class OpeningBegun(Event):
    business_date: Day
    ruleset: str


class ItemConfirmed(Event):
    item: str
    clause: str | None


class TableOpened(Event):
    pass


class DealerLoggedOn(Event):
    dealer: str
    before: str | None


class DealerLoggedOff(Event):
    dealer: str


class LowLimitSet(Event):
    on: bool


class Item(Frozen):
    """One line of the opening checklist."""

    code: str
    text: str
    clause: str | None
    device: str = ""
    """What works or does not, where a device can tell."""


_SOURCES: Final = {
    Dealing.SHUFFLER: "A shuffling device that holds two separate decks is in place",
    Dealing.SHOE: "A card shoe for a single deck is in place",
    Dealing.HAND: "The deck is at the dealer's hand",
}
DROP_BOX: Final = "drop-box"


def checklist(floor: Floor) -> tuple[Item, ...]:
    """What has to be confirmed before this table opens."""
    lines = [
        *floor.game.layout(floor),
        CheckLine("source", _SOURCES[floor.rules.dealing], "source"),
        CheckLine("discard-rack", "A discard rack is fixed to the dealer's right", "discard rack"),
        CheckLine("float-tray", "The float tray is fixed to the table and locks", "float tray"),
        *floor.game.equipment(floor),
    ]
    if not floor.cashless:
        lines.append(CheckLine(DROP_BOX, "The drop box is attached", "drop box"))
    return tuple(
        Item(line.code, line.text, cite(floor.rules, line.fact), line.device) for line in lines
    )


def unconfirmed(floor: Floor) -> tuple[Item, ...]:
    """What is still to be confirmed."""
    return tuple(item for item in checklist(floor) if item.code not in floor.confirmed)


def _verify_begin(floor: Floor, command: BeginOpening, _: Asking) -> Refused | None:
    rules = floor.rules
    if floor.status is not Status.CLOSED:
        return refuse(rules, FloorRefusal.NOT_CLOSED)
    allowed = rules.terms.places
    if allowed is not None and rules.places not in allowed:
        expected = " or ".join(map(str, sorted(allowed)))
        detail = f"It has {rules.places} places, the rules allow {expected}."
        return refuse(rules, FloorRefusal.WRONG_SETTING, "places", detail)
    if floor.cashless and not rules.terms.cashless:
        return refuse(
            rules, FloorRefusal.WRONG_SETTING, "drop box", "The rules do not allow cashless play."
        )
    return (
        verify_in_force(rules, floor.settings, command.business_date)
        or verify_source(floor, rules.dealing)
        or floor.game.verify_opening(floor)
    )


def _verify_confirm(floor: Floor, command: ConfirmItem, _: Asking) -> Refused | None:
    if floor.status is not Status.PREPARING:
        return refuse(floor.rules, FloorRefusal.NOT_PREPARING)
    if all(item.code != command.item for item in checklist(floor)):
        return refuse(floor.rules, FloorRefusal.NOT_ON_LIST, None, f"{command.item}.")
    return _verify_works(floor, command.item)


def _verify_works(floor: Floor, *codes: str) -> Refused | None:
    """2.3, 2.4: what says itself that it does not work is not confirmed, and opens no table."""
    for item in checklist(floor):
        if item.code in codes and not works(floor, item.device):
            detail = f"Check the {item.device}."
            return Refused(FloorRefusal.DEVICE_FAILED, item.clause, detail)
    return None


def _confirm(draft: Draft, command: ConfirmItem) -> None:
    item = next(item for item in checklist(draft.state) if item.code == command.item)
    draft.emit(ItemConfirmed(item.code, item.clause))


def _verify_open(floor: Floor, _: OpenTable, __: Asking) -> Refused | None:
    if floor.status is not Status.PREPARING:
        return refuse(floor.rules, FloorRefusal.NOT_PREPARING)
    for item in unconfirmed(floor):
        return Refused(FloorRefusal.LIST_UNFINISHED, item.clause, f"{item.text}?")
    if floor.cash.opening is None:
        return refuse(floor.rules, FloorRefusal.NO_FLOAT_COUNT)
    if floor.dealer is None:
        return refuse(floor.rules, FloorRefusal.NO_DEALER, "dealer")
    return _verify_works(floor, *floor.confirmed)


def _verify_log_on(floor: Floor, command: LogOnDealer, _: Asking) -> Refused | None:
    if floor.status is Status.CLOSED:
        return refuse(floor.rules, FloorRefusal.NOT_OPEN, "dealer")
    if not command.dealer:
        return refuse(floor.rules, FloorRefusal.NO_DEALER, "dealer")
    return None


def _verify_log_off(floor: Floor, _: LogOffDealer, __: Asking) -> Refused | None:
    if floor.dealer is None:
        return refuse(floor.rules, FloorRefusal.NO_DEALER, "dealer")
    if floor.round is not None:
        return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS, "dealer")
    return None


def _verify_low_limit(floor: Floor, command: SetLowLimit, _: Asking) -> Refused | None:
    if not floor.rules.terms.low_limit:
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES)
    if floor.round is not None:
        return refuse(floor.rules, FloorRefusal.ROUND_IN_PROGRESS, "low limit")
    if command.on is floor.settings.low_limit:
        return refuse(floor.rules, FloorRefusal.NO_CHANGE, "low limit")
    return verify_source(_with_low_limit(floor, on=command.on), floor.rules.dealing)


def _with_low_limit(floor: Floor, *, on: bool) -> Floor:
    return evolve(floor, settings=evolve(floor.settings, low_limit=on))


def _opening_begun(floor: Floor, event: OpeningBegun) -> Floor:
    return evolve(
        still_needed(floor),
        status=Status.PREPARING,
        business_date=event.business_date,
        confirmed=frozenset(),
        drop_box=False,
        decks=tuple(deck for deck in floor.decks if deck.secured),
        orders=(),
        holds=(),
        last_deck="",
        cash=Cash(),
    )


def _item_confirmed(floor: Floor, event: ItemConfirmed) -> Floor:
    drop_box = floor.drop_box or event.item == DROP_BOX
    return evolve(floor, confirmed=floor.confirmed | {event.item}, drop_box=drop_box)


def _logged_on(floor: Floor, event: DealerLoggedOn) -> Floor:
    mark = floor.round and evolve(floor.round, dealer=event.dealer)
    return evolve(floor, dealer=event.dealer, round=mark)


def _dealer(floor: Floor, _: object) -> str | None:
    return floor.dealer


HANDLERS: Handlers = {
    BeginOpening: Handler(
        _verify_begin, Emits(OpeningBegun, ruleset=lambda floor, _: floor.rules.ruleset)
    ),
    ConfirmItem: Handler(_verify_confirm, _confirm),
    OpenTable: Handler(_verify_open, Emits(TableOpened)),
    LogOnDealer: Handler(_verify_log_on, Emits(DealerLoggedOn, before=_dealer)),
    LogOffDealer: Handler(_verify_log_off, Emits(DealerLoggedOff, dealer=_dealer)),
    SetLowLimit: Handler(_verify_low_limit, Emits(LowLimitSet)),
}

FOLDS: Folds = {
    OpeningBegun: _opening_begun,
    ItemConfirmed: _item_confirmed,
    TableOpened: becomes(status=Status.OPEN),
    DealerLoggedOn: _logged_on,
    DealerLoggedOff: becomes(dealer=None),
    LowLimitSet: lambda floor, event: _with_low_limit(floor, on=event.on),
}
