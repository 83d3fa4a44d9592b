"""Attacks of a hostile table, device or colleague: each must come to nothing.

`make test-attack` runs them all. Those without the mark `attack` are fast: `make test` has them.
"""
