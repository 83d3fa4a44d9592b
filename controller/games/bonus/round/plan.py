"""The order of the deal: which card goes where (rules 7; sd (4) to (10))."""

from controller.cards.plan import BURN, COMMUNITY, DEALER, DealPlan, Layout, Slot, To
from controller.domain.base import evolve
from controller.domain.dealing import Dealing
from controller.games.bonus.round.state import Round
from controller.games.bonus.rules import RuleSet, TableRules


def deal_plan(
    rules: TableRules, boxes: tuple[int, ...], empty_boxes: tuple[int, ...] = ()
) -> DealPlan:
    """R3: where the cards go for these boxes, clockwise from the dealer's left."""
    players = tuple(Slot(To.PLACE, box) for box in sorted(boxes + empty_boxes))
    if rules.ruleset is RuleSet.SD:
        hole = (*players, DEALER) * 2
        flop, street = (BURN, *(COMMUNITY,) * 3), (BURN, COMMUNITY)
        out = len(hole)
        slots = hole + flop + street + street
        return DealPlan(slots, (out, out + 4, out + 6, out + 8), empty_boxes)
    dealer: tuple[Slot, ...] = (DEALER,)
    passes = 2
    if rules.dealing is Dealing.SHUFFLER:  # two cards at a time
        players = tuple(slot for slot in players for _ in range(2))
        dealer, passes = (DEALER, DEALER), 1
    dealer_last = rules.ruleset is RuleSet.NSW_LEGACY
    hole = (players + dealer if dealer_last else dealer + players) * passes
    out = 5 + len(hole)
    return DealPlan((COMMUNITY,) * 5 + hole, (out, out, out, out), empty_boxes)


def layout(rules: TableRules, plan: DealPlan | None) -> Layout:
    """Where the cards lie. R2: a device may eject the community packet the other way round; a shoe
    has no packet."""
    reversed_packet = rules.packet_reversed and rules.dealing is Dealing.SHUFFLER
    return Layout(plan, (COMMUNITY,) if reversed_packet else ())


def lay_out(rules: TableRules, round_: Round, plan: DealPlan) -> Round:
    """The round with the cards drawn so far where the plan puts them."""
    held = layout(rules, plan).spots(round_.drawn)
    places = tuple(
        evolve(place, cards=held[Slot(To.PLACE, place.number)]) if place.dealt_in else place
        for place in round_.places
    )
    return evolve(round_, plan=plan, community=held[COMMUNITY], dealer=held[DEALER], places=places)
