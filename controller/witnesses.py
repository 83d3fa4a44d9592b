"""Who outside of a table knows its journal: its sinks of notices, and what runs beside it."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from controller.games.beside import Beside
from controller.journal.chain import entry
from controller.journal.housekeeping import HeadsDoubted
from controller.journal.recorder import JournalFault, Recorder
from controller.journal.witness import Stray, strays
from controller.notices.heads import NEWEST, Found, read_back
from controller.notices.sinks import Sink

REPLACED_BY_MIN: Final = 2


class Witnesses(NamedTuple):
    """Of one table."""

    table: str
    sinks: tuple[Sink, ...]
    key: bytes
    """Under which notices were sent."""
    beside: Beside

    def object_to(
        self, recorder: Recorder, by: tuple[str, ...], now_ms: int, *, new: bool
    ) -> str | None:
        """Why it is an older copy of the journal, or another one than others were told of.

        None where it is not, or where these people have begun it in the place of the other.
        """
        found = self.sent(recorder, NEWEST)
        try:
            strange = self.strays(recorder, found)
            why = strange[0].why(recorder) if strange else ""
        except JournalFault as fault:  # an earlier record that cannot be read
            strange, why, by = [], str(fault), ()
        if why and not (new and len(set(by)) >= REPLACED_BY_MIN):
            recorder.seal_off(why)
            return why
        for stray in strange:
            recorder.append((entry(stray.replaced(by), 0, now_ms),))
        if strange:
            self.beside.replaced(recorder.head(), recorder.journal, by)
        if not new:
            doubts = [HeadsDoubted(sink, one.doubts()) for sink, one in found if one.doubts()]
            round_ = recorder.head().round
            with suppress(JournalFault):  # the table's first record says so in its own words
                recorder.append([entry(doubt, round_, now_ms) for doubt in doubts])
        return None

    def sent(self, recorder: Recorder, newest: int | None = None) -> list[tuple[str, Found]]:
        """What sinks of notices still have of the journal."""
        return list(read_back(self.sinks, self.key, recorder.journal, newest))

    def strays(self, recorder: Recorder, sent: Iterable[tuple[str, Found]]) -> list[Stray]:
        """Heads that others have and the journal has not."""
        found = list(self.beside.strays(recorder))
        for sink, one in sent:
            found += strays(recorder, f"Notices to {sink!r} were sent with", one.account)
        return found
