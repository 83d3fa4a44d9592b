"""The `feltwork` command as a module."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["ui", "ui.cli"])
def test_the_program_and_its_module_are_the_same_command(module: str) -> None:
    command = [sys.executable, "-m", module, "--version"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.startswith("feltwork ")
