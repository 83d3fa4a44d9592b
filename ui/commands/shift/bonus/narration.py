"""The shift in words: what is on a picture, and what a chapter came to."""

from collections.abc import Sequence
from typing import Final

from controller.domain.money import ZERO, Money
from controller.domain.words import counted
from controller.games.bonus.round.phases import STREET_OF
from controller.games.bonus.round.state import Round
from controller.games.bonus.wagers import Choice
from controller.running.snapshot import Snapshot
from ui.commands.shift.account import RoundAccount
from ui.games.bonus.viewmodels.settlement import derive_settlement
from ui.shown import Shown
from ui.viewmodels.words import dollars

_ACTS: Final = {
    "wagers": "The round is open; players put their wagers down",
    "deal": "The dealer deals by hand",
    "ShowDealersHand": "The river is out; the dealer's hand comes next",
    "ConfirmAward": "The award waits for a supervisor",
    "CloseRound": "Cards and money are accounted for",
    "EverybodyFolded": "Everybody has folded",
}


def caption(snapshot: Snapshot, act: str) -> str:
    """Of a picture taken before this act of the dealer."""
    round_ = snapshot.house.table.round
    return f"Round {round_.number}: {_now(snapshot, round_, act)}"


def _now(snapshot: Snapshot, round_: Round, act: str) -> str:
    match act:
        case "NoMoreBets":
            return f"All wagers are down, {wagers(round_)}"
        case "decisions":
            return f"Players decide before the {STREET_OF[round_.phase].value}"
        case "Reveal":
            return f"Everybody has decided: {_decisions(round_)}"
        case "key":
            return f"{_keyed(snapshot)} keyed as turned over"
        case "SettlePlace":
            return hand(snapshot)
        case "KeyAward":
            return f"{hand(snapshot)}, once it is keyed"
        case "PayAward":
            return f"{hand(snapshot)}, now that it is confirmed"
    return _ACTS.get(act, act)


def wagers(round_: Round) -> str:
    """`$340 at 5 places, 2 on the jackpot`."""
    stakes = [stake.amount for place in round_.playing() for stake in place.stakes.values()]
    jackpots = len(round_.sensed)
    on = f", {jackpots} on the jackpot" if jackpots else ""
    return f"{dollars(sum(stakes, start=ZERO))} at {len(round_.playing())} places{on}"


def hand(snapshot: Snapshot) -> str:
    """`Place 6: two pair, kings and nines. Pay $125`; empty between hands."""
    seen = derive_settlement(Shown(snapshot, simulated=True))
    return f"{seen.title}: {seen.hand}. {seen.act} {seen.figure}" if seen.visible else ""


def _decisions(round_: Round) -> str:
    street = STREET_OF[round_.phase]
    made = [place.choices[street.order] for place in round_.playing()]
    counted = [(made.count(choice), choice) for choice in Choice]
    return ", ".join(f"{count} {choice.value}" for count, choice in counted if count)


def _keyed(snapshot: Snapshot) -> str:
    return counted(len(snapshot.step.unread), "card")


def told(rounds: Sequence[RoundAccount]) -> str:
    """`Rounds 2 to 5: $2,340 wagered, $315 held`."""
    if not rounds:
        return "No round has ended"
    first, last = rounds[0].number, rounds[-1].number
    name = f"Round {first}" if first == last else f"Rounds {first} to {last}"
    endings = sorted({one.ending for one in rounds} - {"settled"})
    wagered, held = (_sum(rounds, field) for field in ("wagered", "held"))
    kept = f"{dollars(held)} held" if held >= ZERO else f"{dollars(-held)} lost"
    jackpots = _sum(rounds, "jackpot_in")
    more = f", {dollars(jackpots)} of jackpot wagers" if jackpots else ""
    ended = f" ({', '.join(endings)})" if endings else ""
    return f"{name}{ended}: {dollars(wagered)} wagered, {kept}{more}"


def _sum(rounds: Sequence[RoundAccount], field: str) -> Money:
    return Money(sum(int(getattr(one, field)) for one in rounds))
