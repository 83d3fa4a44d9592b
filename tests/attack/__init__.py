"""Attacks of a hostile table, device or colleague: each must come to nothing.

`make test-attack` runs them all; those without the mark `attack` are fast and run in `make test` too.
"""
