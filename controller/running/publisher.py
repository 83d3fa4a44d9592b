"""What the table publishes goes out here: differences to the devices, snapshots to whoever watches.

A device or viewer that fails costs nobody else anything: what it was not sent is sent again with
the next change, or when it comes back.
"""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from controller.running.outputs import Outputs
from controller.running.ports import Outlets, Viewer
from controller.running.snapshot import Snapshot

_NAMES: Final = tuple(field.name for field in fields(Outlets))


class Publisher:
    """Outlets and viewers of one table."""

    def __init__(self, outlets: Outlets, viewers: Iterable[Viewer]) -> None:
        self._outlets = {name: getattr(outlets, name) for name in _NAMES}
        self._viewers = tuple(viewers)
        self._sent: dict[str, Any] = {}
        self._desired: dict[str, Any] = {}

    def publish(self, snapshot: Snapshot, outputs: Outputs) -> None:
        """The table as it is now."""
        self._desired = {name: getattr(outputs, name) for name in _NAMES}
        if self._desired != self._sent:
            for name, value in self._desired.items():
                if name not in self._sent or self._sent[name] != value:
                    self._send(name)
        for viewer in self._viewers:
            try:
                viewer.show(snapshot)
            except Exception:  # noqa: BLE001 - a broken screen does not stop the table
                continue

    def send_again(self, name: str) -> bool:
        """The whole of what an outlet should show; False where there is none of this name."""
        if name not in self._desired:
            return False
        self._send(name)
        return True

    def _send(self, name: str) -> None:
        self._sent.pop(name, None)
        outlet = self._outlets[name]
        if outlet is None:
            return
        try:
            outlet.send(self._desired[name])
        except Exception:  # noqa: BLE001 - its driver says what is wrong with it
            return
        self._sent[name] = self._desired[name]
