"""Both roles of a link, back to back."""

from drivers.link.frames import Role
from drivers.link.messages import HostHello, Message, Ready
from drivers.link.protocol import Link, Refused
from drivers.shoe.protocol import TABLE

KEY = bytes(range(32))


def links(host_key: bytes | None = KEY, device_key: bytes | None = KEY) -> tuple[Link, Link]:
    return Link(Role.HOST, TABLE, 2, host_key), Link(Role.DEVICE, TABLE, 2, device_key)


def shake_hands(host: Link, device: Link) -> None:
    """Hello, and the device's answer."""
    (hello,) = device.receive(host.hello())
    assert isinstance(hello, HostHello)
    host.receive(device.answer(hello))


def opened() -> tuple[Link, Link]:
    """After the hello."""
    host, device = links()
    shake_hands(host, device)
    assert device.receive(host.send(Ready())) == [Ready()]
    return host, device


def by_bytes(link: Link, data: bytes) -> list[Message | Refused]:
    """One byte at a time."""
    return [item for byte in data for item in link.receive(bytes([byte]))]


def reasons(items: list[Message | Refused]) -> list[str]:
    """Why each was refused."""
    return [item.reason if isinstance(item, Refused) else type(item).__name__ for item in items]
