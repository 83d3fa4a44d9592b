"""Which clause says so: a fact of the table's life under the number of the table's own rule set."""

from collections.abc import Callable
from typing import Any

from controller.domain.refusals import Refused, Sentence
from controller.floor.terms import Rules


def cite(rules: Rules, fact: str) -> str | None:
    """The clause of the table's own rule set behind a fact."""
    return rules.terms.clauses[fact]


def cited(fact: str) -> Callable[[Any, Any], str | None]:
    """For an event of the floor (`Emits`): the clause behind a fact, when it is recorded."""
    return lambda floor, _: cite(floor.rules, fact)


def refuse(rules: Rules, refusal: Sentence, fact: str | None = None, detail: str = "") -> Refused:
    """A refusal with the clause behind it."""
    return Refused(refusal, cite(rules, fact) if fact else None, detail)
