"""`python -m ui` is the `feltwork` command."""

from ui.cli import main

main()
