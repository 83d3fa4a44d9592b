"""Promotions as far as they touch the table: a message, a refused claim, a postponed draw (14)."""

import re
from typing import Final

from controller.domain.base import evolve
from controller.domain.kernel import (
    Asking,
    Emits,
    Folds,
    Handler,
    Handlers,
    always,
    becomes,
    unchanged,
)
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.entries import Claim, Promotion
from controller.floor.numbered import CLAIMS
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
from controller.floor.tasks import INSPECTOR, raise_task
from controller.staff.powers import HouseAction

RETAINED_ABOVE: Final = Money.parse("100")
_REFERENCE: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{0,23}")
"""A file number: nothing a name or an address would fit in."""


class ShowPromotion(Command, action=HouseAction.SHOW_PROMOTION):
    """A promotion is running; the information screen points to its terms."""

    terms_at: str
    wager: Money = ZERO


class EndPromotion(Command, action=HouseAction.SHOW_PROMOTION):
    """No promotion is running any more."""


class RefuseClaim(Command, action=HouseAction.REFUSE_CLAIM):
    """A promotional claim is refused at the table."""

    value: Money
    reference: str = ""
    """Of the operator's own file, where name and address are."""


class RecordClaimantTold(Command, action=HouseAction.TELL_CLAIMANT):
    """The patron was told the reason."""

    claim: int


class PostponePromotion(Command, action=HouseAction.POSTPONE_PROMOTION):
    """A promotion or draw is postponed or cancelled for its integrity."""

    promotion: str
    cancelled: bool = False


class PromotionShown(Event):
    terms_at: str
    wager: Money


class PromotionEnded(Event):
    pass


class ClaimRefused(Event):
    claim: int
    value: Money
    reference: str
    retained: bool


class ClaimantTold(Event):
    claim: int


class PromotionPostponed(Event):
    promotion: str
    cancelled: bool


def claims_untold(floor: Floor) -> tuple[Claim, ...]:
    """Claims whose claimant has not been told the reason yet."""
    return tuple(claim for claim in floor.claims if claim.open)


def _verify_end(floor: Floor, _: EndPromotion, __: Asking) -> Refused | None:
    return None if floor.promotion else refuse(floor.rules, FloorRefusal.NO_CHANGE)


def _verify_claim(floor: Floor, command: RefuseClaim, _: Asking) -> Refused | None:
    if command.value <= 0:
        return refuse(floor.rules, FloorRefusal.NOT_AN_AMOUNT, "claim refused")
    needed = command.value > RETAINED_ABOVE or command.reference
    if needed and _REFERENCE.fullmatch(command.reference) is None:
        return refuse(floor.rules, FloorRefusal.NEEDS_REFERENCE, "claim kept")
    return None


def _postpone(draft: Draft, command: PostponePromotion) -> None:
    draft.emit(PromotionPostponed(command.promotion, command.cancelled))
    what = "cancelled" if command.cancelled else "postponed"
    about = f"promotion {command.promotion} {what}"
    within_ms = draft.state.rules.terms.notify_within_ms
    raise_task(draft, INSPECTOR, about, "promotion postponed", within_ms)


def _refused(floor: Floor, event: ClaimRefused) -> Floor:
    claim = Claim(event.claim, event.value, event.reason, event.reference, event.retained)
    return CLAIMS.entered(floor, claim)


HANDLERS: Handlers = {
    ShowPromotion: Handler(always, Emits(PromotionShown)),
    EndPromotion: Handler(_verify_end, Emits(PromotionEnded)),
    RefuseClaim: Handler(
        _verify_claim,
        Emits(
            ClaimRefused,
            claim=CLAIMS.next_number,
            retained=lambda _, asked: asked.value > RETAINED_ABOVE,
        ),
    ),
    RecordClaimantTold: Handler(CLAIMS.verify, Emits(ClaimantTold)),
    PostponePromotion: Handler(always, _postpone),
}

FOLDS: Folds = {
    PromotionShown: lambda floor, event: evolve(
        floor, promotion=Promotion(event.terms_at, event.wager)
    ),
    PromotionEnded: becomes(promotion=None),
    ClaimRefused: _refused,
    ClaimantTold: lambda floor, event: CLAIMS.changed(floor, event, told=event.at),
    PromotionPostponed: unchanged,
}
