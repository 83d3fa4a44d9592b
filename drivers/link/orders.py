"""What the controller wants of one device, whichever session is on; safe from any thread."""

import threading
from typing import Final

from drivers.faults import LocalMisuse
from drivers.link.messages import Command, Message

COMMANDS_MAX: Final = 16


class Orders:
    """The desired state, and the one-shot commands that are not answered yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted: Message | None = None
        self._commands: dict[int, Command] = {}
        self._read_state = False

    @property
    def wanted(self) -> Message | None:
        """The state the device should be in; none where nothing has been said."""
        with self._lock:
            return self._wanted

    def want(self, desired: Message) -> None:
        """From now on, and after every reconnecting, the device is to be like this."""
        with self._lock:
            self._wanted = desired

    def command(self, command_id: int, body: Message) -> None:
        """To be done once. Ids go up; the same command again under its id is harmless."""
        command = Command(command_id, body)
        with self._lock:
            known = self._commands.get(command_id)
            if known not in (None, command):
                raise LocalMisuse(f"command id {command_id} was given to another command")
            if known is None and len(self._commands) >= COMMANDS_MAX:
                raise LocalMisuse(f"{COMMANDS_MAX} commands wait for an answer already")
            self._commands[command_id] = command

    def next_command(self) -> Command | None:
        """The one to send: lowest id first, one at a time."""
        with self._lock:
            return self._commands[min(self._commands)] if self._commands else None

    def settle(self, command_id: int) -> bool:
        """It was answered; whether this was the first answer."""
        with self._lock:
            return self._commands.pop(command_id, None) is not None

    def read_state(self) -> None:
        """Ask the device for its whole state."""
        with self._lock:
            self._read_state = True

    def take_read_state(self) -> bool:
        with self._lock:
            asked, self._read_state = self._read_state, False
            return asked
