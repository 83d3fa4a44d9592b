"""Why something was refused."""

from controller.domain.refusals import Refused, Sentence


def why(answer: object) -> tuple[Sentence, str | None]:
    """The refusal, and the clause behind it."""
    assert isinstance(answer, Refused), f"{answer} seen, a refusal expected"
    return answer.refusal, answer.clause


def refusal(answer: object) -> Sentence:
    """Whatever the clause is."""
    return why(answer)[0]
