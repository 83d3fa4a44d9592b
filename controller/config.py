"""Figures from `config/`: parsed once into frozen models that know every key."""

import re
from decimal import Decimal
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from controller.bounded import read_toml
from controller.domain.money import Money

_SECRETIVE: Final = frozenset({"sinks", "linked"})
"""Sections in which a password or a token may stand."""


class WrongConfiguration(Exception):
    """A file in `config/` is not what it should be."""


_ERRORS_MAX: Final = 20
"""Settings that are named; a file may be wrong in any number of them."""


def describe(wrong: ValidationError, *, values: bool = True) -> str:
    """What is wrong with which setting; without the values where one may be a secret."""
    errors = wrong.errors(include_url=False)
    more = f"; and {len(errors) - _ERRORS_MAX} more" if len(errors) > _ERRORS_MAX else ""
    text = "; ".join(
        f"{'.'.join(map(str, error['loc']))}: "
        + (f"{error['input']!r} seen: " if values and _may_be_shown(error) else "")
        + error["msg"]
        for error in errors[:_ERRORS_MAX]
    )
    return text + more


def _may_be_shown(error: ErrorDetails) -> bool:
    """Not a whole section, nor a key nobody knows, nor what is said to a sink or a server."""
    plain = isinstance(error["input"], str | int | float)
    known = error["type"] != "extra_forbidden"
    return plain and known and _SECRETIVE.isdisjoint(error["loc"])


def amount(value: Any) -> Money:
    """Money is always a string of dollars."""
    if isinstance(value, Money):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a string: write money as dollars in quotes, '25.00'")
    return Money.parse(value)


Dollars = Annotated[Money, BeforeValidator(amount)]


class Strict(BaseModel):
    """Frozen; keys nobody knows are errors."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        arbitrary_types_allowed=True,
        defer_build=True,  # a validator is built when it is first asked
    )


def millionths(share: Any) -> int:
    """A share of a wager, exact: a string from '0' to '1'."""
    if not isinstance(share, str):
        raise ValueError(f"{share!r} is not a string: write a share in quotes, '0.20'")
    if not re.fullmatch(r"[01](\.[0-9]+)?", share) or Decimal(share) > 1:
        raise ValueError(f"{share!r} seen: expected a share from '0' to '1' such as '0.20'")
    if Decimal(share) % Decimal("0.000001"):
        raise ValueError(f"{share!r} seen: expected a share of at most six decimals")
    return int(Decimal(share) * 1_000_000)


Millionths = Annotated[int, BeforeValidator(millionths)]


def read_config(folder: str, name: str) -> dict[str, Any]:
    """A file of `config/`, unchecked."""
    source = files("config") / folder / f"{name}.toml"
    try:
        return read_toml(source)
    except FileNotFoundError as missing:
        raise WrongConfiguration(f"config/{folder}/{name}.toml is not there") from missing
    except ValueError as wrong:
        raise WrongConfiguration(f"config/{folder}/{name}.toml: {wrong}") from wrong
