"""How a command of `feltwork` ended, as whoever called it sees it."""

from typer.testing import Result


def stops(result: Result, status: int, *words: str) -> None:
    """It stopped with this exit status, and said so and why on standard error."""
    assert result.exit_code == status, result.output
    for word in words:
        assert word in result.stderr, result.output


def says(result: Result, *words: str) -> None:
    """It did what it was asked, and said so on standard output."""
    assert result.exit_code == 0, result.output
    for word in words:
        assert word in result.stdout, result.output
