"""The story of a table, told from the public view: one sentence in the past tense for each event.

A card that is dealt has a place and no face, and a hand has a ranking once it lies open.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from controller.cards.plan import To, known
from controller.domain.base import existing
from controller.domain.money import ZERO, Money
from controller.domain.words import dollars, faces, joined
from controller.games.bonus import events as e
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.jackpots import amount_text, award_text
from controller.games.bonus.round.guidance.words import (
    a_wager,
    jackpot_name,
    places,
    ranking,
    sentence,
    street_name,
    supervisor,
    wager,
)
from controller.games.bonus.round.showdown import hand_of
from controller.games.bonus.round.state import Standing, Table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Choice, Outcome, Stake, WagerResult

Narrator = Callable[[Table, Table, Any], str | None]


def narrate(before: Table, after: Table, event: e.Event) -> str | None:
    """What happened; nothing where the event only says what the ones around it say already."""
    return _NARRATORS[type(event)](public_view(before), public_view(after), event)


def cards_dealt(before: Table, after: Table) -> str:
    """All the cards dealt between two moments, told together."""
    plan = existing(after.round.plan, "cards were dealt without a plan")
    to = [slot.to for slot in plan.slots[len(before.round.drawn) : len(after.round.drawn)]]
    burned, up = to.count(To.BURN), 0 if after.rules.nsw else to.count(To.COMMUNITY)
    counts = {"dealt face down": len(to) - burned - up, "burned": burned, "turned face up": up}
    told = [f"{n} {'card was' if n == 1 else 'cards were'} {did}" for did, n in counts.items() if n]
    return f"{joined(told)}."


def _fixed(text: str) -> Narrator:
    return lambda _before, _after, _event: text


def _of_place(text: str) -> Narrator:
    return lambda _before, _after, event: text.format(event.place)


def _silent(_before: Table, _after: Table, _event: e.Event) -> None:
    return None


def _by_rule(clause: str | None) -> str:
    return f" (rule {clause})" if clause else ""


def _meter(table: Table) -> str:
    return dollars(table.meter.value) if table.meter else ""


def _collected(results: Iterable[WagerResult]) -> Money:
    return sum((result.kept for result in results), start=ZERO)


def _back(results: Iterable[WagerResult]) -> Money:
    return sum((result.returned for result in results), start=ZERO)


def _taken_and_back(results: e.Results) -> str:
    """`$80.00 was collected`, and what went back of it."""
    text = f"{dollars(_collected(results.values()))} was collected"
    back = _back(results.values())
    return f"{text} and {dollars(back)} went back" if back else text


# Wagers and cards


def _wager_placed(_: Table, after: Table, event: e.WagerPlaced) -> str:
    name = a_wager(after.rules, event.area)
    return f"Place {event.place} placed {name} of {_staked(event.stake)}."


def _staked(stake: Stake) -> str:
    """The amount, and the part of it that lies there in tokens (1.1)."""
    tokens = f", {dollars(stake.tokens)} of it in promotional tokens" if stake.tokens else ""
    return f"{dollars(stake.amount)}{tokens}"


def _wager_taken_back(before: Table, after: Table, event: e.WagerTakenBack) -> str:
    amount = dollars(before.round.place(event.place).stakes[event.area].amount)
    return f"Place {event.place} took back the {wager(after.rules, event.area)} of {amount}."


def _jackpot_sensed(_: Table, after: Table, event: e.JackpotSensed) -> str:
    name = wager(after.rules, Area.JACKPOT)
    if event.present:
        return f"The sensor of place {event.place} registered a {name}."
    return f"The sensor of place {event.place} was clear again."


def _bets_locked(_: Table, after: Table, event: e.BetsLocked) -> str:
    if event.trigger == "first_card_out":
        text = "The first card left the device and locked the wagers"
    elif after.rules.nsw:
        text = 'The dealer announced "no more bets" and the wagers were locked'
    else:
        text = "The dealer closed the bets on the keypad"
    if not event.jackpots:
        return f"{text}."
    name, amount = wager(after.rules, Area.JACKPOT), dollars(event.jackpot_wager)
    wagers = f"a {name}" if len(event.jackpots) == 1 else f"{name}s"
    brought = f"at {places(event.jackpots)} brought the meter to {_meter(after)}"
    return f"{text}; {wagers} of {amount} {brought}."


_WHERE: Final = {
    To.COMMUNITY: "was dealt to the community cards",
    To.DEALER: "was dealt to the dealer",
    To.BURN: "was burned",
}


def _card_dealt(before: Table, after: Table, event: e.CardDealt) -> str:
    plan = existing(after.round.plan, "a card was dealt without a plan")
    slot = plan.slots[len(before.round.drawn)]
    where = f"was dealt to place {slot.place}" if slot.to is To.PLACE else _WHERE[slot.to]
    return f"A card {'that could not be read ' if event.card is None else ''}{where}."


def _card_keyed(_: Table, __: Table, event: e.CardKeyed) -> str:
    seen = "the device had not read it" if event.was is None else "the device had read another card"
    return f"Card {event.draw + 1} of the round was keyed on the card pad; {seen}."


# Decisions


def _decision_made(before: Table, after: Table, event: e.DecisionMade) -> str:
    changed = before.round.place(event.place).choices[event.street.order] is not None
    instead = " instead" if changed else ""
    if event.choice is Choice.BET:
        stake = existing(event.stake, "a bet without a stake")
        name = wager(after.rules, event.street.area)
        return f"Place {event.place} bet a {name} of {_staked(stake)}{instead}."
    return (
        f"Place {event.place} checked before the {street_name(after.rules, event.street)}{instead}."
    )


def _hand_folded(_: Table, after: Table, event: e.HandFolded) -> str:
    did = "folded"
    if event.deemed:
        did = f"was deemed to fold{_by_rule(cite(after.rules, 'deemed fold'))}"
    street = street_name(after.rules, event.street)
    return f"Place {event.place} {did} before the {street}: {_taken_and_back(event.results)}."


def _hand_conceded(_: Table, __: Table, event: e.HandConceded) -> str:
    return f"Place {event.place} conceded the hand: {_taken_and_back(event.results)}."


def _street_revealed(before: Table, after: Table, event: e.StreetRevealed) -> str:
    shown = known(after.round.community[before.round.revealed : after.round.revealed])
    return f"The {street_name(after.rules, event.street)} was revealed: {faces(shown)}."


def _flop_for_jackpots(_: Table, after: Table, __: e.FlopTurnedForJackpots) -> str:
    flop = faces(known(after.round.community[:3]))
    return f"Everybody had folded; the Flop was revealed for the jackpots: {flop}."


# Settlement


def _dealers_hand(_: Table, after: Table, __: e.DealersHandShown) -> str:
    cards, hand = known(after.round.dealer), hand_of(after.round, after.round.dealer)
    return f"The dealer showed {faces(cards)}: {ranking(hand)}."


def _hand_settled(_: Table, after: Table, event: e.HandSettled) -> str:
    place = after.round.place(event.place)
    cards = faces(known(place.cards))
    if place.standing is not Standing.IN:
        return f"The folded hand of place {event.place} was turned over for the jackpot: {cards}."
    called = ranking(hand_of(after.round, place.cards))
    outcome = _outcome(after.rules, event.results[Area.FLOP].outcome)
    areas = [area for area in _ORDER if area in event.results]
    acts = joined([_of_wager(after.rules, area, event.results[area]) for area in areas])
    return f"Place {event.place} showed {cards}, {called}, and {outcome}: {acts}."


_ORDER: Final = (Area.BONUS, Area.ANTE, Area.FLOP, Area.TURN, Area.RIVER)


def _outcome(rules: TableRules, outcome: Outcome) -> str:
    if outcome is Outcome.STAND_OFF:
        return "stood off" if rules.nsw else "pushed"
    return "won" if outcome is Outcome.WIN else "lost"


def _of_wager(rules: TableRules, area: Area, result: WagerResult) -> str:
    name = wager(rules, area)
    if result.outcome is Outcome.WIN:
        return f"{name} paid {dollars(result.paid)}"
    if result.outcome is Outcome.STAND_OFF:
        return f"{name} {_outcome(rules, result.outcome)}"
    text = f"{name} {dollars(result.kept)} taken"
    return f"{text} ({dollars(result.returned)} returned)" if result.returned else text


def _hand_voided(_: Table, after: Table, event: e.HandVoided) -> str:
    place, back = after.round.place(event.place), dollars(_back(event.results.values()))
    shown = f" ({faces(known(place.cards))})" if event.turned else ""
    return f"The hand of place {event.place}{shown} was void: {back} went back."


# Jackpots


def _awards_recognised(_: Table, after: Table, event: e.AwardsRecognised) -> str:
    found = joined(
        [
            f"{award_text(after.rules, award)} to place {award.place} ({dollars(award.amount)})"
            for award in event.awards
        ]
    )
    called = f"; {supervisor(after.rules)} was called" if event.notices else ""
    return f"{sentence(found)} became due{called}."


def _award_of(table: Table, index: int) -> str:
    award = table.round.awards[index].award
    return f"{award_text(table.rules, award)} of place {award.place}"


def _award_keyed(_: Table, after: Table, event: e.AwardKeyed) -> str:
    done = "was keyed" if event.on else "was taken back on the keypad"
    return f"{sentence(_award_of(after, event.index))} {done}."


def _award_confirmed(_: Table, after: Table, event: e.AwardConfirmed) -> str:
    return f"{sentence(supervisor(after.rules))} confirmed {_award_of(after, event.index)}."


def _award_paid(_: Table, after: Table, event: e.AwardPaid) -> str:
    award = after.round.awards[event.index].award
    text = f"Place {award.place} was paid {award_text(after.rules, award)}: {amount_text(award)}"
    return f"{text}; the meter then stood at {_meter(after)}." if award.from_meter else f"{text}."


def _jackpot_off(_: Table, after: Table, event: e.JackpotSwitchedOff) -> str:
    text = f"Play went on without the {jackpot_name(after.rules)}"
    if not event.places:
        return f"{text}."
    back = f"{dollars(event.jackpot_wager)} each went back to {places(event.places)}"
    return f"{text}: {back}, and the meter stood at {_meter(after)}."


def _jackpot_frozen(_: Table, after: Table, __: e.JackpotFrozen) -> str:
    return f"The {jackpot_name(after.rules)} was frozen with the meter at {_meter(after)}."


# Irregularities


def _irregularity(_: Table, after: Table, event: e.IrregularityRuled) -> str:
    name = event.irregularity.value.replace("-", " ")
    name = name.replace("flop wager", wager(after.rules, Area.FLOP))
    text = f"An irregularity was reported: {name}{_by_rule(event.clause)}"
    if event.card is not None:
        text = f"{text}, {street_name(after.rules, event.card)}"
    if event.place is not None:
        text = f"{text}, place {event.place}"
    if event.decision is not None:
        text = f"{text}, ruled {event.decision}"
    if event.notices:
        text = f"{text}; notified: {joined(event.notices)}"
    return f"{text}."


def _flop_corrected(before: Table, after: Table, event: e.FlopWagerCorrected) -> str:
    was = dollars(before.round.place(event.place).stakes[Area.FLOP].amount)
    name, now = wager(after.rules, Area.FLOP), dollars(event.stake.amount)
    return f"Place {event.place} corrected the {name} from {was} to {now}."


def _empty_box_dealt(_: Table, after: Table, event: e.EmptyBoxDealt) -> str:
    clause = _by_rule(cite(after.rules, "empty box"))
    ante = a_wager(after.rules, Area.ANTE)
    return f"Two cards lay at place {event.place}, a box without {ante}{clause}."


def _ended(_: Table, after: Table, event: e.RoundMisdealt | e.RoundVoided) -> str:
    """R31, R40: what went back to whom, what is kept, and what has to be given back."""
    misdeal = isinstance(event, e.RoundMisdealt)
    text = f"The round was {'a misdeal' if misdeal else 'void'}{_by_rule(event.clause)}"
    parts = [
        f"{dollars(_back(results.values()))} went back to place {number}"
        for number, results in event.results.items()
        if _back(results.values())
    ]
    parts += [
        f"{dollars(_collected(results.values()))} of place {number} was forfeited"
        for number, results in event.results.items()
        if _collected(results.values())
    ]
    parts += [f"place {due.place} owed {dollars(due.amount)}" for due in after.round.give_back]
    text = f"{text}: {joined(parts)}" if parts else text
    return f"{text}."


_NARRATORS: Final[dict[type, Narrator]] = {
    e.RoundOpened: lambda _, __, event: f"Round {event.number} was opened for wagers.",
    e.WagerPlaced: _wager_placed,
    e.WagerTakenBack: _wager_taken_back,
    e.WagerRepeated: _wager_placed,
    e.JackpotSensed: _jackpot_sensed,
    e.BetsLocked: _bets_locked,
    e.CardDealt: _card_dealt,
    e.ExtraCardDrawn: _fixed("A card came out that was not due."),
    e.KnownCardDrawn: _fixed("A card was read that was already out."),
    e.CardKeyed: _card_keyed,
    e.CardTakenBack: lambda _, __, event: (
        f"Card {event.draw + 1} was a mistake and is keyed again."
    ),
    e.DealEnded: _fixed("All hole cards were down and the players could look at their cards."),
    e.DecisionMade: _decision_made,
    e.DecisionWithdrawn: _of_place("The decision of place {} was a mistake and was withdrawn."),
    e.HandFolded: _hand_folded,
    e.StreetRevealed: _street_revealed,
    e.FlopTurnedForJackpots: _flop_for_jackpots,
    e.AllFolded: _fixed("No hand was left in the round."),
    e.DealersHandShown: _dealers_hand,
    e.HandConceded: _hand_conceded,
    e.ConcessionWithdrawn: _of_place("The concession of place {} was a mistake and was withdrawn."),
    e.SettlementBegun: _silent,
    e.HandTurned: _of_place("The cards of place {} were turned face up."),
    e.HandSettled: _hand_settled,
    e.AwardsRecognised: _awards_recognised,
    e.AwardsCorrected: _fixed("The awards of the round were corrected."),
    e.MeterAwardsFixed: _fixed(
        "The pool fixed the awards by the meter as other tables had left it."
    ),
    e.AwardKeyed: _award_keyed,
    e.AwardConfirmed: _award_confirmed,
    e.AwardDeclined: _of_place("A supervisor declined the award from the meter to place {}."),
    e.MeterAwardsOrdered: _fixed("A supervisor applied the house procedure to the awards."),
    e.AwardPaid: _award_paid,
    e.SettlementFinished: _silent,
    e.IrregularityRuled: _irregularity,
    e.HandVoided: _hand_voided,
    e.FlopWagerCorrected: _flop_corrected,
    e.EmptyBoxDealt: _empty_box_dealt,
    e.EmptyBoxDiscarded: _of_place(
        "The cards at place {} were spread and put in the discard rack."
    ),
    e.ExtraCardAccepted: _fixed("The ruling: play goes on with the cards as they are."),
    e.JackpotSwitchedOff: _jackpot_off,
    e.JackpotFrozen: _jackpot_frozen,
    e.RoundMisdealt: _ended,
    e.RoundVoided: _ended,
    e.RoundClosed: lambda _, after, __: f"Round {after.round.number} was closed.",
    e.DeckCheckOrdered: _fixed("A check of the deck was ordered before the next round."),
    e.DeckFoundComplete: _fixed("The deck was checked and found complete."),
}
