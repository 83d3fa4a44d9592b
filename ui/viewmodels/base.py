"""What every view-model is made of: fold, derive, emit.

A view-model names a frozen dataclass in `shows`. Each of its fields becomes a property for QML, in
camelCase and with its own notify signal; `update` derives all of them anew from what is shown and
emits only what has changed. QML sees text, flags, small numbers and lists of these.

    @qml_element
    class MeterViewModel(ViewModel):
        shows = MeterProps

        def derive(self, shown: Shown) -> MeterProps:
            return derive_meter(shown)
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar, Final, TypeVar, cast, get_origin, get_type_hints

from PySide6.QtCore import Property, QObject, Signal
from PySide6.QtQml import QmlElement, QmlUncreatable

from controller.authority import Command
from controller.domain.base import BrokenInvariant
from controller.staff.roles import Reason
from ui.bridge import Bridge
from ui.shown import Shown

QML_IMPORT_NAME = "Feltwork"
QML_IMPORT_MAJOR_VERSION = 1
"""The module that QML imports view-models from; Qt reads both from here."""

Q = TypeVar("Q", bound=QObject)
ROWS: Final = cast(type, "QVariantList")
"""A list, as a property of QML."""
_PLAIN: Final = (bool, int, float, str)


def qml_element(kind: type[Q]) -> type[Q]:
    """A type that QML knows by its name and never makes itself."""
    uncreatable = cast(Any, QmlUncreatable)("made by the program")
    return cast(type[Q], QmlElement(uncreatable(kind)))


def camel(name: str) -> str:
    """`is_open` as QML spells it: `isOpen`."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def for_qml(value: Any) -> Any:
    """Lists of plain values or of rows; a row is a dataclass and becomes an object."""
    if isinstance(value, tuple):
        return [for_qml(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {camel(one.name): for_qml(getattr(value, one.name)) for one in fields(value)}
    return value


def _getter(name: str) -> Callable[[Any], Any]:
    def get(self: "ViewModel") -> Any:
        return for_qml(getattr(self.props, name))

    return get


class ViewModel(QObject):
    """One screen area."""

    shows: ClassVar[type[Any]]
    """The frozen dataclass of its properties; every field has a default."""
    _signals: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Each of them with the signal of its change: worked out once, for they are many at a tap."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "shows" not in cls.__dict__:
            return
        kinds = get_type_hints(cls.shows)
        cls._signals = tuple((one.name, f"{camel(one.name)}Changed") for one in fields(cls.shows))
        for one in fields(cls.shows):
            kind = kinds[one.name]
            if kind not in _PLAIN and get_origin(kind) is not tuple:
                raise BrokenInvariant(f"{cls.__name__}.{one.name}: {kind} cannot go to QML")
            qml = kind if kind in _PLAIN else ROWS
            notify = Signal()
            setattr(cls, f"{camel(one.name)}Changed", notify)
            setattr(cls, camel(one.name), Property(qml, _getter(one.name), notify=notify))

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.props: Any = self.shows()
        self.shown: Shown | None = None

    def derive(self, shown: Shown) -> Any:
        """All properties anew; calls a pure function."""
        raise NotImplementedError

    def update(self, shown: Shown) -> None:
        """The table has changed."""
        self.shown = shown
        self.refresh()

    def refresh(self) -> None:
        """What the screen itself keeps has changed: a panel was opened, an amount keyed."""
        if self.shown is not None:
            self.swap(self.derive(self.shown))

    def swap(self, props: Any) -> None:
        """Show this now; emit what of it has changed."""
        before, self.props = self.props, props
        for name, changed in self._signals:
            if getattr(before, name) != getattr(self.props, name):
                getattr(self, changed).emit()

    def submit(self, command: Command, reason: Reason | None = None) -> None:
        """A tap: refused as stale where the table is no longer what was shown."""
        if self.shown is not None:
            self.bridge.submit(command, self.shown, reason)
