"""Any command at all, and a dealer who brings any round to its end."""

import random

from controller.cards.plan import Unexplained
from controller.domain.cards import DECK, Card
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.round.awards import award_step
from controller.games.bonus.round.core import can, follow_up
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.guards import next_place, undecided
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake

AWARDS = ("royal-flush", "straight-flush", "flush", "full-house", "three-of-a-kind")


def any_command(chance: random.Random, table: Table) -> c.Command:
    """A command out of the blue, sensible or not, at a place that may not exist."""
    place = chance.randint(0, table.rules.places + 1)
    amount = Money(chance.choice((0, 100, 2500, 5000, 60000, 12345)))
    tokens = Money(chance.choice((0, 0, 100, 2500)))
    award = chance.choice(AWARDS)
    return chance.choice(
        (
            lambda: c.OpenRound(table.round.number + 1),
            lambda: c.PlaceWager(place, chance.choice(list(Area)), Stake(amount, tokens)),
            lambda: c.PlaceWager(place, Area.ANTE, Stake(Money(2500))),
            lambda: c.TakeBackWager(place, chance.choice(list(Area))),
            lambda: c.JackpotSensor(place, present=chance.random() < 0.8),
            lambda: c.NoMoreBets(),
            lambda: c.CardDrawn(chance.choice((*DECK, None))),
            lambda: c.CardDrawn(fresh_card(chance, table)),
            lambda: c.CardsAtEmptyBox(place),
            lambda: c.KeyCard(chance.randint(-1, 25), chance.choice(DECK)),
            lambda: c.DealDone(),
            lambda: c.Decide(place, chance.choice(list(Choice)), chance.choice((None, amount))),
            lambda: c.CorrectDecision(place, chance.choice(list(Choice))),
            lambda: c.DecideAll(chance.choice(list(Choice))),
            lambda: c.Reveal(chance.choice(list(Street))),
            lambda: c.EverybodyFolded(),
            lambda: c.ShowDealersHand(),
            lambda: c.Concede(place),
            lambda: c.BeginSettlement(),
            lambda: c.SettlePlace(place, chance.random() < 0.1),
            lambda: c.KeyAward(place, award),
            lambda: c.ConfirmAward(place, award),
            lambda: c.DeclineAward(place, award),
            lambda: c.PayAward(place, award),
            lambda: c.FinishSettlement(),
            lambda: any_report(chance, place),
            lambda: c.CloseRound(),
            lambda: c.DeckVerified(),
        )
    )()


def any_report(chance: random.Random, place: int) -> c.Report:
    """Something that went wrong, whether it can have or not."""
    return c.Report(
        chance.choice(list(c.Irregularity)),
        chance.choice((None, place)),
        chance.choice((None, *Street)),
        chance.random() < 0.5,
        chance.choice((None, None, *c.Decision)),
        tuple(chance.sample(range(1, 9), chance.choice((0, 0, 1, 2)))),
    )


def fresh_card(chance: random.Random, table: Table) -> Card:
    """A card that is not out yet."""
    return chance.choice([card for card in DECK if card not in table.round.drawn])


def next_step(chance: random.Random, table: Table) -> c.Command:
    """What a patient dealer does next to bring the round to its end."""
    round_ = table.round
    own = follow_up(table)
    if own is not None:
        return own
    if round_.phase is Phase.RECONCILE:
        return c.CloseRound()
    if round_.unexplained is not Unexplained.NOTHING:
        return c.Report(c.Irregularity.WRONG_CARD_COUNT if round_.plan else VOID)
    if round_.phase is Phase.WAGERS:
        start = c.NoMoreBets()
        return start if can(table, start) else c.Report(c.Irregularity.SUPERVISOR_VOID)
    if None in round_.drawn:
        return c.KeyCard(round_.drawn.index(None), fresh_card(chance, table))
    if round_.phase is Phase.DEAL or round_.phase in DECISIONS:
        return _through_the_streets(chance, table)
    if round_.phase is Phase.SHOWDOWN and not round_.dealer_shown:
        return c.ShowDealersHand()
    return _through_the_settlement(table)


VOID = c.Irregularity.SUPERVISOR_VOID


def _through_the_streets(chance: random.Random, table: Table) -> c.Command:
    round_ = table.round
    if round_.phase is not Phase.DEAL:
        street = STREET_OF[round_.phase]
        if waiting := undecided(round_):
            choice = chance.choice(table.rules.offered(street))
            return c.Decide(waiting[0].number, choice)
        if len(round_.drawn) >= cards_due(table):
            return c.Reveal(street)
    return c.CardDrawn(fresh_card(chance, table))


def _through_the_settlement(table: Table) -> c.Command:
    if step := award_step(table):
        return step
    place = next_place(table)
    return c.SettlePlace(place.number) if place else c.BeginSettlement()
