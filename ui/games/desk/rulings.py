"""Rows that put right what was entered wrong, and rows about conduct; each with a reason."""

from collections.abc import Mapping
from typing import Final

from controller.authority import Command
from controller.domain.money import Money
from controller.tournament.conduct import Disqualify, ForfeitPocketed, GiveBackPocketed, Readmit
from controller.tournament.corrections import CorrectHand, TakeBackBustOut
from controller.tournament.format import Chips, chips
from controller.tournament.powers import DeskAction
from ui.forms.asks import Answers, Ask, Kind, Scene
from ui.forms.entries import Entry, sends
from ui.games.desk.hands import all_chips, number, parted
from ui.games.desk.rows import (
    PLAYER,
    RULINGS,
    can,
    desk_of,
    player,
    table,
)

ONE_CHIP: Final = Money(1)


def _as_left(scene: Scene, answers: Answers) -> Mapping[str, Money]:
    """The stacks as the last hand of the table left them."""
    desk, n = desk_of(scene), number(answers)
    last = desk.table(n).last
    return all_chips(desk, n, last.after, last.commission) if last else {}


def _corrects(scene: Scene, n: int) -> bool:
    table = desk_of(scene).table(n)
    if table.last is None:
        return False
    (name, stack), *others = table.last.after
    first = name, Money(stack + (table.uncounted or 0))
    return can(scene, CorrectHand(n, (first, *others), table.last.commission))


def _correct(_: Scene, answers: Answers) -> Command:
    return CorrectHand(number(answers), *parted(answers))


def _thrown_out(scene: Scene, answers: Answers) -> tuple[str, ...]:
    """34.1, R70: what it means for the player."""
    desk = desk_of(scene)
    one = desk.find(answers.get(PLAYER, ""))
    if one is None:
        return ()
    where = "go out of play" if desk.form.chips is Chips.TOURNAMENT else "stay with the player"
    stack = (f"{chips(one.stack)} chips {where}.",) if one.stack else ()
    return ("Out at once: no place, no prize, no refund.", *stack)


_LAST: Final = table(_corrects, "No hand can be corrected")
_HOW_MUCH: Final = Ask("chips", "How many chips?", Kind.NUMBER, called="Chips")

# fmt: off
RULING_ENTRIES: Final = (
    Entry("correct-hand", RULINGS, "Correct the last hand", DeskAction.CORRECT_HAND,
          _correct,
          (_LAST, Ask("stacks", "Key the stacks as they were after the hand.", Kind.AMOUNTS,
                      amounts=_as_left, called="Stacks")),
          done="The hand is corrected"),
    sends("take-back-bust-out", RULINGS, "Take back a bust-out", TakeBackBustOut,
          (player(TakeBackBustOut, "No bust-out can be taken back"),),
          done="The player is back, without chips: sell the re-buy"),
    sends("forfeit", RULINGS, "Forfeit hidden chips", ForfeitPocketed,
          (player(lambda name: ForfeitPocketed(name, ONE_CHIP), "No seated player has chips"),
           _HOW_MUCH), done="Forfeit recorded"),
    sends("give-back", RULINGS, "Give back forfeited chips", GiveBackPocketed,
          (player(lambda name: GiveBackPocketed(name, ONE_CHIP), "Nothing was forfeited"),
           _HOW_MUCH), done="The chips are given back"),
    sends("disqualify", RULINGS, "Disqualify a player", Disqualify,
          (player(Disqualify, "No player can be disqualified now"),), advice=_thrown_out,
          done="The player is disqualified"),
    sends("readmit", RULINGS, "Readmit a player", Readmit,
          (player(Readmit, "Nobody is disqualified"),), done="The player is readmitted"),
)
# fmt: on
