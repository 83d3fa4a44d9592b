"""Clauses about what the console draws are proved on the console itself."""

from tests.qml.conftest import keep, made, qapp

__all__ = ["keep", "made", "qapp"]
