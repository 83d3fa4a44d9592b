"""How a round of the bonus game is told afterwards, from the public view."""

from controller.cards.plan import Cards
from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO
from controller.games.bonus import events as e
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.words import ranking, sentence
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.showdown import hand_of
from controller.games.bonus.round.state import Place, Round, Table
from controller.games.bonus.round.story import cards_dealt, narrate
from controller.games.bonus.round.view import public_view
from controller.games.narration import Narration, RoundStory, StoryHand, StoryLine


class BonusNarration(Narration):
    """One round in the making; cards that are dealt one after another are one sentence."""

    def __init__(self) -> None:
        super().__init__()
        self._before_cards: Table | None = None

    def take_own(self, before: Table, after: Table, event: object, at_ms: int) -> RoundStory | None:
        if isinstance(event, e.RoundOpened):
            self.lines, self._before_cards = [], None
        if not isinstance(event, e.Event):
            return None
        if isinstance(event, e.CardDealt):
            self._before_cards = self._before_cards or before
            return None
        if self._before_cards is not None:
            self.say(at_ms, cards_dealt(self._before_cards, before), None)
            self._before_cards = None
        text = narrate(before, after, event)
        if text is not None:
            self.say(at_ms, text, rule_behind(after, event))
        if not isinstance(event, e.RoundClosed):
            return None
        return _round(public_view(after), tuple(self.lines), at_ms)


def _round(table: Table, lines: tuple[StoryLine, ...], at_ms: int) -> RoundStory:
    round_ = table.round
    return RoundStory(
        number=round_.number,
        ended_ms=at_ms,
        ending=existing(round_.ending, "a round that is closed has an ending").value,
        clause=round_.clause,
        community=_names(round_.community),
        dealer=_names(round_.dealer),
        hands=tuple(_hand(round_, place) for place in round_.dealt_in()),
        lines=lines,
    )


def _names(cards: Cards) -> tuple[str | None, ...]:
    return tuple(None if card is None else str(card) for card in cards)


def _hand(round_: Round, place: Place) -> StoryHand:
    staked = sum((stake.amount for stake in place.stakes.values()), start=ZERO)
    back = sum((one.paid + one.returned for one in place.results.values()), start=ZERO)
    awards = (due.award for due in round_.awards if due.paid and due.award.place == place.number)
    back += sum((award.amount for award in awards), start=ZERO)
    shown = all(card is not None for card in (*place.cards, *round_.community)) and place.cards
    name = sentence(ranking(hand_of(round_, place.cards))) if shown else place.standing.value
    return StoryHand(place.number, _names(place.cards), name, staked, back)


def rule_behind(after: Table, event: e.Event) -> str | None:
    """The rule by which an event took the round a step on, where the rule set prints one."""
    if isinstance(event, e.RoundMisdealt | e.RoundVoided):
        return event.clause
    fact = _step(after, event)
    return cite(after.rules, fact) if fact else None


def _step(after: Table, event: e.Event) -> str | None:
    shoe = ", shoe" if after.rules.dealing is Dealing.SHOE else ""
    match event:
        case e.RoundOpened():
            return "ante first"
        case e.BetsLocked():
            return "bets locked" if event.trigger == "first_card_out" else "no more bets"
        case e.DealEnded():
            return f"look at cards{shoe}"
        case e.StreetRevealed():
            return f"reveal {event.street}{shoe}"
        case e.AllFolded():
            return "keep a fold" if after.round.phase is Phase.SETTLEMENT else "collect a fold"
        case e.RoundClosed():
            return "end of round"
    return None
