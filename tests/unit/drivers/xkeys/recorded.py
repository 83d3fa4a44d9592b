"""What real devices sent and were sent, as facts (SuperFlyTV/xkeys, MIT)."""

# XK-12, unit 1, boot count 1: bytes 2 and 3, milliseconds.
XK12_EVENTS = (
    ("8000", 5613589), ("0000", 5617472), ("4000", 5635038), ("0000", 5635586), ("8000", 5636149),
    ("0000", 5636730), ("4000", 5637233), ("0000", 5637681), ("8000", 5638129), ("0000", 5638581),
    ("4000", 5641733), ("0000", 5641762), ("0001", 5643043), ("0000", 5643081), ("0001", 5644455),
    ("0000", 5645032), ("0002", 5648691), ("0000", 5649526), ("0004", 5651555), ("0000", 5651584),
    ("0004", 5653400), ("0000", 5653967), ("0008", 5655321), ("0000", 5655952), ("0004", 5657371),
    ("0000", 5657400), ("0100", 5660043), ("0000", 5660072), ("0100", 5661481), ("0000", 5662350),
    ("0200", 5663424), ("0000", 5664269), ("0400", 5666488), ("0000", 5666517), ("0400", 5668205),
    ("0000", 5669073), ("0800", 5669978), ("0000", 5670724), ("0400", 5671791), ("0000", 5671820),
    ("1000", 5672599), ("0000", 5672628), ("1000", 5674314), ("0000", 5674955), ("2000", 5676304),
    ("0000", 5676906),
)  # fmt: skip

# The buttons that were pressed, numbered from 1, in the same order; each was then released.
XK12_PRESSED = (8, 7, 8, 7, 8, 7, 9, 9, 10, 11, 11, 12, 11, 1, 1, 2, 3, 3, 4, 3, 5, 5, 6)

# XK-24, unit 10: buttons 1 to 24, column by column, then the program switch; milliseconds.
XK24_EVENTS = (
    116203, 118768, 122055, 125131, 127721, 131022, 132798, 135309, 136063, 138589, 140317, 143166,
    144369, 146862, 147591, 150305, 151161, 154508, 155592, 158415, 159289, 161923, 162776, 165139,
    166311, 168756, 169313, 172517, 173392, 175900, 176773, 179956, 180720, 183485, 184215, 186494,
    187117, 189495, 190406, 192617, 193492, 197097, 198032, 200946, 201932, 204175, 205119, 207867,
    208723, 209937,
)  # fmt: skip

# Whole reports, to hold the ones put together below to.
XK12_FIRST = "010080000000000000000000000000000000000000000000000000000000000055a81501"
XK24_FIRST = "0a00010000000001c5eb00000000000000000000000000000000000000000000"
XK24_PROGRAM_SWITCH = "0a010000000000032f5300000000000000000000000000000000000000000000"


def xk12_reports() -> list[bytes]:
    """Every recorded report of the XK-12."""
    return [
        bytes.fromhex("0100" + bits) + bytes(27) + ms.to_bytes(4, "big") + b"\x01"
        for bits, ms in XK12_EVENTS
    ]


def xk24_reports() -> list[bytes]:
    """Every recorded report of the XK-24: each key pressed and released, one after the other."""
    reports = []
    for index, ms in enumerate(XK24_EVENTS):
        columns = bytearray(4)
        button, released = divmod(index, 2)
        if button < 24 and not released:
            columns[button // 6] = 1 << button % 6
        switch = int(button == 24 and not released)
        reports.append(bytes((10, switch)) + columns + ms.to_bytes(4, "big") + bytes(22))
    return reports
