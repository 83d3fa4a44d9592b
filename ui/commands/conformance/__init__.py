"""Conformance suites: what a device has to do, tried through the driver that a table uses.

They lie under `ui.commands`, for they need both the drivers and, on `--port sim`, the simulators.
"""
