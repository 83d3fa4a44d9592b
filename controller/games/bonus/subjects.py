"""What of a bonus round and its jackpot is worth a notice: its lines of `house.subjects`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from controller.cards.draws import others
from controller.floor.citations import cite as cite_floor
from controller.games.bonus import events as e
from controller.games.bonus.jackpot.awards import Award
from controller.games.bonus.round.awards import OWN
from controller.games.bonus.round.citations import cite
from controller.games.bonus.round.guidance.jackpots import amount_text, award_text
from controller.games.bonus.round.state import Table
from controller.house.subjects import BOTH, NAMED, SUPER, WATCH, Fact, Line, Subjects, plain
from controller.pools.outbox import TransferAnswered, TransferSetAside

# fmt: off
ROUND: Final = (
    #    about                       to      fact                sentence
    Line("missing-card",             NAMED,  "",                 "A card is missing. Round {round} is void."),
    Line("foreign-card",             NAMED,  "",                 "A card was found that does not belong to this deck. Round {round} is void."),
    Line("jackpot-equipment-failed", NAMED,  "",                 "The jackpot equipment has failed in round {round}."),
    Line("irregularity",             NAMED,  "",                 "Irregularity in round {round}: {what}."),
    Line("award",                    SUPER,  "meter award",      "Place {place} has won {award}: {amount}."),
    Line("meter-award",              SUPER,  "meter award",      "Place {place} has won {award}: {amount}. Please confirm it."),
    Line("awards-corrected",         SUPER,  "meter award",      "The awards of round {round} have changed. Please confirm them again."),
    Line("award-confirmed",          WATCH,  "meter award",      "A supervisor has confirmed {award} to place {place}: {amount}."),
    Line("award-declined",           WATCH,  "meter award",      "A supervisor has declined the award from the meter to place {place}."),
    Line("card-out-of-turn",         SUPER,  "wrong count",      "A card came out that was not due. Please rule on it."),
    Line("card-read-twice",          SUPER,  "card unaccounted", "A card was read that is already out. Please look into it."),
    Line("card-keyed-twice",         SUPER,  "card unaccounted", "A card was keyed that is already out. Please look into it."),
    Line("deck-check-ordered",       SUPER,  "deck check",       "The deck has to be checked before the next round."),
    Line("deck-complete",            BOTH,   "deck check",       "The deck was checked and found complete."),
)
POOL: Final = (
    #    about                       to      fact                sentence
    Line("transfer-set-aside",       BOTH,   "jackpot failed",   "A transfer that the pool refused in round {round} was set aside and is settled by hand."),
    Line("transfer-refused",         SUPER,  "",                 "The pool has refused a transfer in round {round}. Please look into it."),
)
# fmt: on

_CODES: Final = frozenset(line.about for line in ROUND)


def _ruling(_: Table, event: e.IrregularityRuled) -> Iterator[Fact]:
    code = event.irregularity.value
    about = code if code in _CODES else "irregularity"
    what = {"what": code.replace("-", " ")}
    if event.notices:
        yield Fact(about, what, event.notices, event.clause)


def _won(table: Table, awards: Iterable[Award]) -> Iterator[Fact]:
    """R30: under `sd` every progressive winner, envy not; anywhere what comes off the meter."""
    for award in awards:
        if award.off_the_meter:
            yield Fact("meter-award", _award(table, award))
        elif award.kind in OWN and not table.rules.nsw:
            yield Fact("award", _award(table, award))


def _award(table: Table, award: Award) -> Mapping[str, object]:
    return {
        "place": award.place,
        "award": award_text(table.rules, award),
        "amount": amount_text(award),
    }


def _recognised(before: Table, event: e.AwardsRecognised) -> Iterator[Fact]:
    return _won(before, event.awards)


def _corrected(before: Table, event: e.AwardsCorrected) -> Iterator[Fact]:
    """All of it is confirmed anew; whoever wins now and did not before is a new winner."""
    yield Fact("awards-corrected")
    known = [due.award for due in before.round.awards]
    yield from _won(before, (award for award in event.awards if award not in known))


def _confirmed(before: Table, event: e.AwardConfirmed) -> Iterator[Fact]:
    yield Fact("award-confirmed", _award(before, before.round.awards[event.index].award))


def _keyed(before: Table, event: e.CardKeyed) -> Iterator[Fact]:
    if event.card in others(before.round.drawn, event.draw):
        yield Fact("card-keyed-twice")


def _answered(_: Table, event: TransferAnswered) -> Iterator[Fact]:
    if event.receipt is None:
        yield Fact("transfer-refused")


def _found_complete(before: Table, _: e.DeckFoundComplete) -> Iterator[Fact]:
    if before.deck_check_due:
        yield Fact("deck-complete")


SUBJECTS: Final = (
    Subjects(
        ROUND,
        cite,
        {
            e.IrregularityRuled: _ruling,
            e.AwardsRecognised: _recognised,
            e.AwardsCorrected: _corrected,
            e.AwardConfirmed: _confirmed,
            e.AwardDeclined: plain("award-declined", "place"),
            e.CardKeyed: _keyed,
            e.ExtraCardDrawn: plain("card-out-of-turn"),
            e.KnownCardDrawn: plain("card-read-twice"),
            e.DeckCheckOrdered: plain("deck-check-ordered"),
            e.DeckFoundComplete: _found_complete,
        },
    ),
    Subjects(
        POOL,
        cite_floor,
        {
            TransferAnswered: _answered,
            TransferSetAside: plain("transfer-set-aside"),
        },
    ),
)
