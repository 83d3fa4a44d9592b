"""`[[rounds.faults]]` in a scenario file: right, or named by file, round and field."""

import tomllib

import pytest

from simulators.games.bonus.scenario.file import checked_scenario
from simulators.scenario.reading import WrongScenario

FAULTLESS = """
ruleset = "nsw-2024"
[[rounds]]
cards = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"
[[rounds.hands]]
place = 1
ante = "25"
decisions = ["bet", "check", "bet"]
"""
FAULT = '[[rounds.faults]]\nduring = "deal"\ndevice = "shuffler"\nfault = "unplug"\n'


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("", None),
        ('fault = "explode"', "round 1: faults[1].fault: 'explode' seen: expected one of drop"),
        ('fault = "double-feed"', "by a rule: write wrong-card-count under [[rounds.events]]"),
        ('fault = "foreign-card"', "by a rule: write foreign-card under [[rounds.events]]"),
        ('fault = "misread"', None),
        ('fault = "jam"', None),
        ('fault = "power-cut"', None),
        ('device = "reader"', None),
        ('device = "shoe"', "faults[1].device: 'shoe' seen: expected one of keypad, reader, shuf"),
        ('device = "sign"', "faults[1].device: 'sign' seen: expected one of keypad, reader, shuf"),
        ("place = 1", "faults[1].place: 1 seen: expected it only with stuck-sensor"),
        ('device = "clock"', "faults[1].device: 'clock' seen: expected 'shuffler', 'shoe'"),
        ('during = "night"', "faults[1].during: 'night' seen: expected one of wagers, deal"),
        ("after = -1", "faults[1].after: -1 seen"),
        ("after = 100001", "faults[1].after: 100001 seen: expected at most 100000"),
        ("ms = 0", "faults[1].ms: 0 seen"),
        ('way = "up"', "faults[1].way: 'up' seen: expected 'from' or 'to'"),
        ("afterwards = 1", "faults[1].afterwards: unknown key: expected one of during, device"),
    ],
)
def test_a_fault_is_right_or_named_with_round_and_field(wrong: str, message: str | None) -> None:
    key = wrong.split(" ")[0]
    lines = [line for line in FAULT.splitlines() if not wrong or not line.startswith(f"{key} ")]
    judged("\n".join([*lines, wrong]) + "\n", message)


def judged(faults: str, message: str | None, before: str = FAULTLESS) -> None:
    content = tomllib.loads(f"{before}\n{faults}")
    if message is None:
        checked_scenario("f.toml", content)
        return
    with pytest.raises(WrongScenario) as found:
        checked_scenario("f.toml", content)
    assert message in str(found.value)
    assert str(found.value).startswith("f.toml: round 1: ")


@pytest.mark.parametrize(
    "what", ['device = "reader"\nfault = "drop"', 'device = "shuffler"\nfault = "jam"',
             'device = "shuffler"\nfault = "misread"', 'device = "shuffler"\nfault = "power-cut"'],
)  # fmt: skip
def test_what_strikes_by_itself_takes_neither_after_nor_way(what: str) -> None:
    fault = f'[[rounds.faults]]\nduring = "deal"\n{what}\n'
    judged(f"{fault}after = 3\n", "faults[1].after: 3 seen: expected none")
    judged(f'{fault}way = "to"\n', "faults[1].way: 'to' seen: expected none")


WITH_CHIP = """
ruleset = "nsw-2024"
[jackpot]
schedule = "nsw"
wager = "5"
meter = "60000"
[[rounds]]
cards = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh  Qs Qh"
hands = [
  { place = 1, ante = "25", jackpot = true, decisions = ["bet", "check", "bet"] },
  { place = 2, ante = "25", decisions = ["bet", "check", "bet"] },
]
"""


@pytest.mark.parametrize(
    ("during", "device", "place", "message"),
    [
        ("wagers", "sensors", "place = 1", None),
        ("wagers", "sensors", "place = 2", "faults[1].place: 2 seen: expected a place with a"),
        ("wagers", "sensors", "", "faults[1].place: None seen: expected a place with a jackpot"),
        ("deal", "sensors", "place = 1", "faults[1].during: 'deal' seen: expected 'wagers'"),
        ("wagers", "lamps", "place = 1", "faults[1].device: 'lamps' seen: expected sensors with"),
    ],
)
def test_a_contact_sticks_where_a_chip_is_laid(
    during: str, device: str, place: str, message: str | None
) -> None:
    fault = f'during = "{during}"\ndevice = "{device}"\nfault = "stuck-sensor"\n{place}\n'
    judged(f"[[rounds.faults]]\n{fault}", message, WITH_CHIP)
