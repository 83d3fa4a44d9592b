"""Clauses about what the console draws are proved on the console itself."""

from tests.qml.conftest import made, qapp

__all__ = ["made", "qapp"]
