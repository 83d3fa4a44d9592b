"""Amounts that belong together, keyed on one page: those not keyed stay, and all of them add up to
what there was. Pure."""

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.money import Money
from ui.viewmodels.words import chips


@frozen
class AmountRow:
    """One of those who have an amount."""

    code: str
    amount: str
    changed: bool
    picked: bool


@frozen
class Amounts:
    """What was keyed so far."""

    picked: str = ""
    """Whose amount the digits are for."""
    keyed: Mapping[str, str] = field(default_factory=dict)
    fresh: bool = True
    """The next digit begins an amount anew."""

    def pick(self, code: str) -> "Amounts":
        return Amounts(code, self.keyed)

    def key(self, sign: str, most: int) -> "Amounts":
        """One more digit, or the point before the cents."""
        before = "" if self.fresh else self.keyed.get(self.picked, "")
        full = len(before) >= most or len(before.partition(".")[2]) >= 2
        if not self.picked or full or (sign == "." and "." in before):
            return self
        whole = sign != "." and "." not in before
        after = before.lstrip("0") + sign if whole else (before or "0") + sign
        return Amounts(self.picked, {**self.keyed, self.picked: after}, fresh=False)

    def clear(self) -> "Amounts":
        """The amount that was there."""
        left = {code: text for code, text in self.keyed.items() if code != self.picked}
        return Amounts(self.picked, left)

    def rest(self, present: Mapping[str, Money]) -> "Amounts":
        """The player who is picked gets what the others have left."""
        others = sum(to for code, to in self.all(present).items() if code != self.picked)
        rest = sum(present.values()) - others
        if self.picked not in present or rest < 0:
            return self
        text = str(Money(rest)).removesuffix(".00")
        return Amounts(self.picked, {**self.keyed, self.picked: text})

    def all(self, present: Mapping[str, Money]) -> dict[str, Money]:
        """As they are after it."""
        keyed = {code: Money.parse(text.rstrip(".")) for code, text in self.keyed.items()}
        return {code: keyed.get(code, amount) for code, amount in present.items()}

    def missing(self, present: Mapping[str, Money]) -> int:
        """What does not lie with anybody yet; less than nothing where there is too much."""
        return sum(present.values()) - sum(self.all(present).values())

    def answer(self, present: Mapping[str, Money]) -> str:
        """As an answer is written."""
        return "\n".join(f"{to}\t{code}" for code, to in self.all(present).items())

    def rows(self, present: Mapping[str, Money]) -> tuple[AmountRow, ...]:
        after = self.all(present)
        return tuple(
            AmountRow(code, chips(after[code]), after[code] != now, code == self.picked)
            for code, now in present.items()
        )

    def said(self, present: Mapping[str, Money]) -> str:
        """What is wrong with them; nothing where they add up."""
        missing = self.missing(present)
        if not missing:
            return ""
        return f"{chips(Money(abs(missing)))} {'missing' if missing > 0 else 'too much'}"


NO_AMOUNTS: Final = Amounts()
