"""Promotions as far as they touch the table: a message, a refused claim, a postponed draw (14)."""

import re
from typing import ClassVar, Final

from controller.domain.base import evolve, existing
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, always, becomes
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.entries import Claim, Promotion, found, replaced
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
from controller.floor.tasks import INSPECTOR, raise_task
from controller.staff.powers import HouseAction

RETAINED_ABOVE: Final = Money.parse("100")
_REFERENCE: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{0,23}")
"""A file number: nothing a name or an address would fit in."""


@frozen
class ShowPromotion(Command):
    """A promotion is running; the information screen points to its terms."""

    action: ClassVar = HouseAction.SHOW_PROMOTION

    terms_at: str
    wager: Money = ZERO


@frozen
class EndPromotion(Command):
    """No promotion is running any more."""

    action: ClassVar = HouseAction.SHOW_PROMOTION


@frozen
class RefuseClaim(Command):
    """A promotional claim is refused at the table."""

    action: ClassVar = HouseAction.REFUSE_CLAIM

    value: Money
    reference: str = ""
    """Of the operator's own file, where name and address are."""


@frozen
class RecordClaimantTold(Command):
    """The patron was told the reason."""

    action: ClassVar = HouseAction.TELL_CLAIMANT

    claim: int


@frozen
class PostponePromotion(Command):
    """A promotion or draw is postponed or cancelled for its integrity."""

    action: ClassVar = HouseAction.POSTPONE_PROMOTION

    promotion: str
    cancelled: bool = False


@frozen
class PromotionShown(Event):
    terms_at: str
    wager: Money


@frozen
class PromotionEnded(Event):
    pass


@frozen
class ClaimRefused(Event):
    claim: int
    value: Money
    reference: str
    retained: bool


@frozen
class ClaimantTold(Event):
    claim: int


@frozen
class PromotionPostponed(Event):
    promotion: str
    cancelled: bool


def claims_untold(floor: Floor) -> tuple[Claim, ...]:
    """Claims whose claimant has not been told the reason yet."""
    return tuple(claim for claim in floor.claims if claim.told is None)


def _verify_end(floor: Floor, _: EndPromotion, __: Asking) -> Refused | None:
    return None if floor.promotion else refuse(floor.rules, FloorRefusal.NO_CHANGE)


def _verify_claim(floor: Floor, command: RefuseClaim, _: Asking) -> Refused | None:
    if command.value <= 0:
        return refuse(floor.rules, FloorRefusal.NOT_AN_AMOUNT, "claim refused")
    needed = command.value > RETAINED_ABOVE or command.reference
    if needed and _REFERENCE.fullmatch(command.reference) is None:
        return refuse(floor.rules, FloorRefusal.NEEDS_REFERENCE, "claim kept")
    return None


def _refuse_claim(draft: Draft, command: RefuseClaim) -> None:
    number = draft.state.numbers.claim + 1
    retained = command.value > RETAINED_ABOVE
    draft.emit(ClaimRefused(number, command.value, command.reference, retained))


def _verify_told(floor: Floor, command: RecordClaimantTold, _: Asking) -> Refused | None:
    claim = found(floor.claims, command.claim)
    if claim is None:
        return refuse(floor.rules, FloorRefusal.NO_SUCH_ENTRY, "claim refused")
    if claim.told is not None:
        return refuse(floor.rules, FloorRefusal.TOLD_ALREADY, "claim refused")
    return None


def _postpone(draft: Draft, command: PostponePromotion) -> None:
    draft.emit(PromotionPostponed(command.promotion, command.cancelled))
    what = "cancelled" if command.cancelled else "postponed"
    about = f"promotion {command.promotion} {what}"
    within_ms = draft.state.rules.terms.notify_within_ms
    raise_task(draft, INSPECTOR, about, "promotion postponed", within_ms)


def _shown(floor: Floor, event: PromotionShown) -> Floor:
    return evolve(floor, promotion=Promotion(event.terms_at, event.wager))


def _refused(floor: Floor, event: ClaimRefused) -> Floor:
    claim = Claim(event.claim, event.value, event.reason, event.reference, event.retained)
    numbers = evolve(floor.numbers, claim=event.claim)
    return evolve(floor, claims=(*floor.claims, claim), numbers=numbers)


def _told(floor: Floor, event: ClaimantTold) -> Floor:
    claim = existing(found(floor.claims, event.claim), f"claim {event.claim}: no such claim")
    return evolve(floor, claims=replaced(floor.claims, evolve(claim, told=event.at)))


def _postponed(floor: Floor, _: PromotionPostponed) -> Floor:
    return floor


HANDLERS: Handlers = {
    ShowPromotion: Handler(always, Emits(PromotionShown)),
    EndPromotion: Handler(_verify_end, Emits(PromotionEnded)),
    RefuseClaim: Handler(_verify_claim, _refuse_claim),
    RecordClaimantTold: Handler(_verify_told, Emits(ClaimantTold)),
    PostponePromotion: Handler(always, _postpone),
}

FOLDS: Folds = {
    PromotionShown: _shown,
    PromotionEnded: becomes(promotion=None),
    ClaimRefused: _refused,
    ClaimantTold: _told,
    PromotionPostponed: _postponed,
}
