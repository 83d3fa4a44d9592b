"""One module for each `feltwork` command; `ui.cli` registers them."""
