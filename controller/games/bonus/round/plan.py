"""The order of the deal: which card goes where (rules 7; sd (4) to (10))."""

from collections import defaultdict

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.games.bonus.round.state import DealPlan, Round, Slot, To
from controller.games.bonus.rules import Dealing, RuleSet, TableRules

_COMMUNITY = Slot(To.COMMUNITY)
_DEALER = Slot(To.DEALER)
_BURN = Slot(To.BURN)


def deal_plan(
    rules: TableRules, boxes: tuple[int, ...], empty_boxes: tuple[int, ...] = ()
) -> DealPlan:
    """R3: where the cards go for these boxes, clockwise from the dealer's left."""
    players = tuple(Slot(To.PLACE, box) for box in sorted(boxes + empty_boxes))
    if rules.ruleset is RuleSet.SD:
        hole = (*players, _DEALER) * 2
        flop, street = (_BURN, *(_COMMUNITY,) * 3), (_BURN, _COMMUNITY)
        out = len(hole)
        slots = hole + flop + street + street
        return DealPlan(slots, (out, out + 4, out + 6, out + 8), empty_boxes)
    dealer: tuple[Slot, ...] = (_DEALER,)
    passes = 2
    if rules.dealing is Dealing.SHUFFLER:  # two cards at a time
        players = tuple(slot for slot in players for _ in range(2))
        dealer, passes = (_DEALER, _DEALER), 1
    dealer_last = rules.ruleset is RuleSet.NSW_LEGACY
    hole = (players + dealer if dealer_last else dealer + players) * passes
    out = 5 + len(hole)
    return DealPlan((_COMMUNITY,) * 5 + hole, (out, out, out, out), empty_boxes)


def lay_out(rules: TableRules, round_: Round, plan: DealPlan) -> Round:
    """The round with the cards drawn so far where the plan puts them."""
    held: dict[Slot, list[Card | None]] = defaultdict(list)
    for slot, card in zip(plan.slots, round_.drawn, strict=False):
        held[slot].append(card)
    community = tuple(held[_COMMUNITY])
    reversed_packet = rules.packet_reversed and rules.dealing is Dealing.SHUFFLER
    places = tuple(
        evolve(place, cards=tuple(held[Slot(To.PLACE, place.number)])) if place.dealt_in else place
        for place in round_.places
    )
    return evolve(
        round_,
        plan=plan,
        # R2: a device that ejects its packet the other way round; a shoe has no packet.
        community=community[::-1] if reversed_packet else community,
        dealer=tuple(held[_DEALER]),
        places=places,
    )
