"""Why something was refused."""

from typing import Any

from controller.domain.refusals import Refused, Sentence


def why(answer: object) -> tuple[Sentence, str | None]:
    """The refusal, and the clause behind it."""
    assert isinstance(answer, Refused), f"{answer} seen, a refusal expected"
    return answer.refusal, answer.clause


def refusal(answer: object) -> Sentence:
    """Whatever the clause is."""
    return why(answer)[0]


class Refusing:
    """Whatever a test asks, and refuses: a felt, a floor, a running table."""

    refuses: Any

    def why(self, *asked: Any) -> tuple[Sentence, str | None]:
        """What it is refused for, and by which clause."""
        return why(self.refuses(*asked))
