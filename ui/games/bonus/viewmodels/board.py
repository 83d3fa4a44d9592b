"""The community cards and the dealer's hand, as they lie."""

from controller.cards.plan import Cards
from controller.domain.frozen import frozen
from controller.domain.words import sentence
from controller.games.bonus.round.guidance.words import ranking
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.showdown import hand_of
from ui.games.bonus.viewmodels.lying import acted_on, lying, playing_cards
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import PanelBound
from ui.viewmodels.words import card_codes

_COMMUNITY, _HAND = 5, 2


@frozen
class BoardProps:
    """What lies in the middle and before the dealer. An empty code is a spot without a card."""

    community: tuple[str, ...] = ("",) * _COMMUNITY
    community_forward: tuple[bool, ...] = (False,) * _COMMUNITY
    dealer: tuple[str, ...] = ("",) * _HAND
    dealer_forward: tuple[bool, ...] = (False,) * _HAND
    dealer_hand: str = ""
    comparing: bool = False
    """Five cards are pushed forward: the others step back."""
    progress: str = ""
    """How far the deal is."""
    progress_share: float = 0.0


def derive_board(shown: Shown, again: int = 0) -> BoardProps:
    """What lies there now; `again`: the settled place whose hand is looked at."""
    table = shown.snapshot.house.table
    round_ = table.round
    if not round_.in_play():
        return BoardProps()
    cards, best = lying(round_), playing_cards(table, again)
    turned = round_.dealer_shown and round_.phase in (Phase.SHOWDOWN, Phase.SETTLEMENT)
    # A hand being settled is compared with the dealer's, whose own cards stay as they lie.
    dealers = () if acted_on(table, again) else best
    out, due = len(round_.drawn), round_.plan.due[0] if round_.plan else 0
    dealing = round_.phase is Phase.DEAL
    return BoardProps(
        community=_spots(cards.community, _COMMUNITY),
        community_forward=_flags(cards.community, best, _COMMUNITY),
        dealer=_spots(cards.dealer, _HAND),
        dealer_forward=_flags(cards.dealer, dealers, _HAND),
        dealer_hand=sentence(ranking(hand_of(round_, round_.dealer))) if turned else "",
        comparing=bool(best),
        progress=f"Card {out} of {due}" if dealing else "",
        progress_share=out / due if dealing and due else 0.0,
    )


def _spots(cards: Cards, count: int) -> tuple[str, ...]:
    codes = card_codes(cards)
    return codes + ("",) * (count - len(codes))


def _flags(cards: Cards, best: Cards, count: int) -> tuple[bool, ...]:
    flags = tuple(card is not None and card in best for card in cards)
    return flags + (False,) * (count - len(flags))


@qml_element
class BoardViewModel(PanelBound):
    """Community cards and dealer's hand."""

    shows = BoardProps

    def derive(self, shown: Shown) -> BoardProps:
        return derive_board(shown, self._panels.again)
