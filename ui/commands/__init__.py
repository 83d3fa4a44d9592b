"""One module for each `feltwork` command; `ui.cli` finds them."""
