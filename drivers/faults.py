"""What can go wrong with a device, each kind with what to do about it."""


class DeviceFault(Exception):
    """The device, its cable or its port failed: it is opened again by itself."""


class WrongDevice(Exception):
    """Something else answers than what was expected: a person has to look; it is not used."""


class BadFrame(Exception):
    """Bytes that are no message of the protocol. Nothing has changed by them."""


class LocalMisuse(Exception):
    """We tried to send what our side of the protocol cannot say: a mistake of ours."""
