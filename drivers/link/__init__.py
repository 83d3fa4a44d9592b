"""The Feltwork link: sealed frames on a serial line, as `docs/link-protocol.md` specifies."""
