"""`[[rounds.faults]]` in a scenario file: right, or named by file, round and field."""

import tomllib

import pytest

from simulators.scenario.file import WrongScenario, checked_scenario

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
        ('fault = "double-feed"', "faults[1].fault: 'double-feed' seen, which takes people: write"),
        ('fault = "misread"', "faults[1].fault: 'misread' seen, which takes people: leave it out"),
        ('device = "shoe"', "faults[1].device: 'shoe' seen: expected one of keypad, shuffler"),
        ('device = "sign"', "faults[1].device: 'sign' seen: expected one of keypad, shuffler"),
        ('device = "clock"', "faults[1].device: 'clock' seen: expected 'shuffler', 'shoe'"),
        ('during = "night"', "faults[1].during: 'night' seen: expected one of wagers, deal"),
        ("after = -1", "faults[1].after: -1 seen"),
        ("ms = 0", "faults[1].ms: 0 seen"),
        ('way = "up"', "faults[1].way: 'up' seen: expected 'from' or 'to'"),
        ("afterwards = 1", "faults[1].afterwards: unknown key: expected one of during, device"),
        ('fault = "power-cut"', "faults[1].fault: 'power-cut' seen: a packet that the shuffler"),
    ],
)
def test_a_fault_is_right_or_named_with_round_and_field(wrong: str, message: str | None) -> None:
    key = wrong.split(" ")[0]
    lines = [line for line in FAULT.splitlines() if not wrong or not line.startswith(f"{key} ")]
    text = f"{FAULTLESS}\n" + "\n".join([*lines, wrong]) + "\n"
    if message is None:
        checked_scenario("f.toml", tomllib.loads(text))
        return
    with pytest.raises(WrongScenario) as found:
        checked_scenario("f.toml", tomllib.loads(text))
    assert message in str(found.value)
    assert str(found.value).startswith("f.toml: round 1: ")
