"""One line of JSON on standard output."""

import json
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import Any


def print_json(result: Mapping[str, Any]) -> None:
    """In UTF-8, as JSON is, whatever the terminal has; a file's name is printed as it was given."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
