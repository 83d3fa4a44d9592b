"""Entries about the jackpot: awards, the meter, its figures, the pool behind it."""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.words import faces, sentence
from controller.games.bonus import commands as c
from controller.games.bonus import orders as o
from controller.games.bonus.floor import jackpots
from controller.games.bonus.floor.reviews import EndReview, HoldForReview, under_review
from controller.games.bonus.floor.state import JackpotState, ShownOn
from controller.games.bonus.house import house_of
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.round.core import can
from controller.games.bonus.round.guidance.words import award_name, ranking
from controller.games.bonus.rules import Method
from controller.pools import due as dues
from controller.pools.outbox import PoolOutbox
from ui.forms.asks import Answers, Ask, Kind, Scene, choice, fixed, money_of, when, words
from ui.forms.asks import amount as amount_asked
from ui.forms.entries import Entry, sends
from ui.games.bonus.supervision.asks import only_2024
from ui.games.bonus.supervision.groups import JACKPOT
from ui.games.bonus.viewmodels.lying import won
from ui.viewmodels.options import Option
from ui.viewmodels.words import dollars


def _state(*fits: JackpotState) -> Callable[[Scene], str]:
    def why(scene: Scene) -> str:
        state = scene.floor.jackpot
        return "" if state in fits else f"The jackpot is {state.value}"

    return why


def _keyed(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Awards off the meter that wait for a supervisor."""
    rules = scene.house.table.rules
    return tuple(
        Option(
            f"{due.award.place}/{due.award.award}",
            f"Place {due.award.place}: {award_name(rules, due.award.award)}, "
            f"{dollars(due.award.amount)}",
        )
        for due in scene.house.table.round.awards
        if due.award.off_the_meter and due.keyed and not due.confirmed
    )


def _award(answers: Answers) -> tuple[int, str]:
    place, award = answers["award"].split("/")
    return int(place), award


def _due(scene: Scene, answers: Answers) -> Award | None:
    awards = (due.award for due in scene.house.table.round.awards)
    chosen = _award(answers) if "award" in answers else None
    return next((one for one in awards if (one.place, one.award) == chosen), None)


def _award_amount(scene: Scene, answers: Answers) -> str:
    award = _due(scene, answers)
    return dollars(award.amount) if award else ""


def _won_by(scene: Scene, answers: Answers) -> tuple[str, ...]:
    """The five cards: the panel lies over the community cards."""
    award = _due(scene, answers)
    if award is None:
        return ()
    hand = won(scene.house.table, award).ranked
    return (f"{sentence(ranking(hand))}: {faces(hand.best)}",)


def _meter_places(scene: Scene, _: Answers) -> c.OrderMeterAwards:
    awards = scene.house.table.round.meter_awards()
    return c.OrderMeterAwards(tuple(award.place for award in awards))


def _two_awards(scene: Scene) -> str:
    if scene.house.table.rules.nsw:
        return "The rules fix the order"
    if not scene.house.in_round or len(scene.house.table.round.meter_awards()) < 2:
        return "Fewer than two awards come from the meter"
    applied = not can(scene.house.table, _meter_places(scene, {}))
    return "The house procedure has been applied already" if applied else ""


def _method(scene: Scene, answers: Answers) -> Command:
    return jackpots.SetMethod(Method(answers["method"]), scene.floor.linked_games)


def _pool(scene: Scene) -> PoolOutbox:
    return house_of(scene).pool


def _no_pool(scene: Scene) -> str:
    return "" if _pool(scene).figures is not None else "This table is not in a jackpot pool"


def _refused(scene: Scene) -> str:
    return "" if _pool(scene).refused is not None else "The pool has refused nothing"


def _transfer(scene: Scene) -> str:
    return existing(_pool(scene).refused, "no refused transfer").id


def _transferred(scene: Scene, _: Answers) -> str:
    """What the pool has refused; a contribution is so many wagers."""
    match next(iter(_pool(scene).due), None):
        case dues.ReserveCents(amount=amount) | dues.AmendCents(amount=amount):
            return dollars(amount)
        case dues.ReserveShare(reckoned=by) | dues.AmendShare(reckoned=by):
            return dollars(by.amount)
        case dues.AmendAtMost(reckoned=by):
            return dollars(by.amount)
    return ""


def _figures(scene: Scene, answers: Answers) -> Command:
    now = existing(_pool(scene).figures, "no figures of the pool")
    reserve, limit = now.reserve_increment_millionths, now.limit
    if answers["more"] == "set":
        reserve, limit = _share(answers, "reserve"), money_of(answers, "limit") or None
    share = _share(answers, "increment")
    return o.ChangeFigures(
        money_of(answers, "wager"), share, money_of(answers, "seed"), reserve, limit
    )


def _no_other_pool(scene: Scene) -> str:
    return _no_pool(scene) or ("" if scene.others.pools else scene.others.why_none)


def _other_pools(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(
        Option(one.pool, f"{one.pool}: {dollars(one.meter)}") for one in scene.others.pools
    )


def _change_pool(scene: Scene, answers: Answers) -> Command:
    """Its terms as they were shown: the table refuses another wager, increment or seed (15.2.5)."""
    into = next(one for one in scene.others.pools if one.pool == answers["pool"])
    terms = into.parameters.terms()
    figures = terms.schedule, terms.wager, terms.increment_millionths, terms.seed
    return o.ChangePool(into.pool, *figures)


def _share(answers: Answers, name: str) -> int:
    """So many dollars of a hundred, in millionths."""
    return int(money_of(answers, name)) * 100


_SET: Final = when("more", "set")
_AWARD: Final = choice("award", "Which award?", _keyed, "No award is waiting")


def _review(scene: Scene) -> str:
    if not scene.house.in_round:
        return "No round is in progress"
    return "Surveillance is reviewing it" if under_review(scene.floor) else ""


def _no_review(scene: Scene) -> str:
    return "" if under_review(scene.floor) else "Surveillance is reviewing nothing"


# fmt: off
JACKPOT_ENTRIES: Final = (
    sends("hold-for-review", JACKPOT, "Hold for surveillance", HoldForReview, (), _review,
          done="Surveillance review has begun"),
    sends("end-review", JACKPOT, "Surveillance has finished", EndReview, (), _no_review, waits=True,
          done="Surveillance review has ended"),
    Entry("confirm-award", JACKPOT, "Confirm an award", BonusAction.CONFIRM_AWARD,
          lambda _, a: c.ConfirmAward(*_award(a)), (_AWARD,), advice=_won_by, waits=True,
          figure=_award_amount, done="Award confirmed"),
    Entry("decline-award", JACKPOT, "Decline an award", BonusAction.DECLINE_AWARD,
          lambda _, a: c.DeclineAward(*_award(a)), (_AWARD,), advice=_won_by, waits=True,
          figure=_award_amount, done="Award declined"),
    Entry("order-awards", JACKPOT, "Apply house procedure", BonusAction.ORDER_METER_AWARDS,
          _meter_places, (), _two_awards, waits=True, done="House procedure applied"),
    sends("offer-jackpot", JACKPOT, "Offer the jackpot", jackpots.EnableJackpot,
          (choice("shown_on", "Where are the awards shown?", words(*ShownOn)),),
          _state(JackpotState.OFF, JackpotState.FAILED, JackpotState.SUSPENDED),
          done="The jackpot is offered"),
    sends("suspend-jackpot", JACKPOT, "Play without the jackpot", jackpots.ApproveWithoutJackpot,
          (), _state(JackpotState.FAILED), waits=True, done="Play without the jackpot is approved"),
    sends("withdraw-jackpot", JACKPOT, "Withdraw the jackpot", jackpots.SwitchOffJackpot, (),
          _state(JackpotState.ON), done="The jackpot is withdrawn"),
    Entry("set-method", JACKPOT, "Method A or B", BonusAction.SET_METHOD,
          _method,
          (choice("method", "Which method?", fixed(("A", "Method A"), ("B", "Method B"))),),
          only_2024, done="Method set"),
    Entry("meter-figures", JACKPOT, "Change meter figures", BonusAction.METER_PARAMETER,
          _figures,
          (amount_asked("wager", "Jackpot wager?"),
           amount_asked("increment", "Increment for each $100 wagered?"),
           amount_asked("seed", "Seed?"),
           choice("more", "Change reserve and limit?",
                  fixed(("keep", "Keep as they are"), ("set", "Change them"))),
           Ask("reserve", "Reserve for each $100 wagered?", Kind.MONEY, only_if=_SET),
           Ask("limit", "Meter limit? 0 for none", Kind.MONEY, only_if=_SET)), _no_pool,
          done="New figures sent to the pool"),
    sends("withdraw-figures", JACKPOT, "Withdraw the new figures", o.WithdrawFigures, (),
          lambda scene: _no_pool(scene) or ("" if _pool(scene).agreed else "No change is waiting"),
          done="Withdrawal sent to the pool"),
    Entry("change-pool", JACKPOT, "Move to another pool", BonusAction.CHANGE_POOL,
          _change_pool, (choice("pool", "Which pool?", _other_pools),), _no_other_pool,
          looks_at_pools=True, done="Move sent to the pool"),
    Entry("send-transfer", JACKPOT, "Send refused transfer again", BonusAction.SEND_TRANSFER_AGAIN,
          lambda scene, _: o.SendTransferAgain(_transfer(scene)), (), _refused, waits=True,
          figure=_transferred, done="Transfer sent again"),
    Entry("set-aside", JACKPOT, "Settle transfer by hand", BonusAction.SET_TRANSFER_ASIDE,
          lambda scene, _: o.SetTransferAside(_transfer(scene)), (), _refused, waits=True,
          figure=_transferred, done="Transfer set aside"),
)
# fmt: on
