"""Why something was refused."""

from controller.domain.refusals import Refused, Sentence


def why(refused: Refused | None) -> tuple[Sentence, str | None]:
    """The refusal, and the clause behind it."""
    assert refused is not None, "it was not refused"
    return refused.refusal, refused.clause
