"""The dealer's screen and the `feltwork` command."""
