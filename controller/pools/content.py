"""Transfers and answers as JSON knows them: what a store keeps, and what tells a retry."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.pools.refusals import PoolRefusal, PoolRefused
from controller.pools.rows import from_plain
from controller.pools.transfers import Answer, Receipt, Transfer

_AMOUNTS: Final = ("amount", "meter", "reserve")


def plain(value: Any) -> Any:
    """A value as JSON knows it; equal values give equal ones."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, Card) else value


def content(transfer: Transfer) -> dict[str, Any]:
    """What a transfer says, its id apart: the same content under the same id is a retry."""
    said: dict[str, Any] = {"kind": type(transfer).__name__, **plain(transfer)}
    del said["id"]
    return said


def answer_again(first: Mapping[str, Any], answer: Answer, transfer: Transfer) -> Answer:
    """The id was used before: the first answer, or what differs from the first content."""
    now = content(transfer)
    names = ("kind",) if first["kind"] != now["kind"] else tuple(now)
    for name in names:
        before = first.get(name)  # of what was sent before there was such a field: nothing
        if before != now[name]:
            refusal = PoolRefusal[f"EXISTS_WITH_DIFFERENT_{name.upper()}"]
            seen, known = (_text(name, value) for value in (now[name], before))
            return PoolRefused(refusal, f"{seen} seen, {known} before.")
    return answer


def _text(name: str, value: Any) -> str:
    """For people: JSON knows amounts as cents."""
    return str(Money(value) if name in _AMOUNTS and isinstance(value, int) else value)


def answer_to_plain(answer: Answer) -> dict[str, Any]:
    """An answer as JSON knows it."""
    if isinstance(answer, PoolRefused):
        return {"refused": answer.refusal.code, "detail": answer.detail}
    said: dict[str, Any] = plain(answer)
    return said


def answer_from_plain(said: Mapping[str, Any]) -> Answer:
    """An answer as it was given the first time."""
    if refused := said.get("refused"):
        return PoolRefused(PoolRefusal[refused.upper()], said["detail"])
    return from_plain(Receipt, said)
