"""Every fault in every phase of a round, for both dealing devices and by hand, in memory.

The round ends settled, or void or misdealt by the clause that says so; money and cards are
conserved, nothing hangs, and the next round is played on a table that is as good as new.
"""

import random
from collections.abc import Sequence

import pytest

from controller.games.bonus.round.state import Ending
from simulators.faults import WIRE, FaultScript, Trouble, Way, unplug
from tests.helpers.campaign import ACTS, HEALED, Case, Rig, cases, judge, play_on, suffer

DEALING = ("shoe", "shuffler")
OTHERS = ("sensors", "sign", "lamps", "keypad", "reader")
EVERY = [(dealing, trouble) for dealing in DEALING for trouble in Trouble]
RULESETS = ("nsw-2024", "nsw-legacy")
SD = (*WIRE, Trouble.STUCK_SENSOR)
"""What can happen where nothing deals: sensors, lamps and sign are there all the same."""
QUICK = [
    (
        DEALING[trouble is not Trouble.DOUBLE_FEED and turn % 2],
        trouble,
        RULESETS[turn // 2 % 2],
        turn % 3,
    )
    for turn, trouble in enumerate(Trouble)
]
"""Every fault, on one dealing device, under one rule set and in every third phase each; on all and
in all in the long run. A double feed at the shoe: at the shuffler it takes six times as long."""


def campaign(
    dealing: str,
    trouble: Trouble,
    ruleset: str,
    seed: int,
    devices: tuple[str, ...],
    acts: Sequence[str] = ACTS,
) -> None:
    """On each of these devices, in each phase or in some."""
    chance = random.Random(f"{dealing} {trouble} {seed}")
    rig = Rig(dealing, seed, ruleset=ruleset)
    for case in cases(rig, trouble, devices, acts):
        suffer(rig, case, chance)
        if trouble not in HEALED:  # what has no wire may strike at the next card
            judge(case, rig.round())
            rig.healed()


@pytest.mark.parametrize(("dealing", "trouble", "ruleset", "first"), QUICK, ids=str)
def test_every_fault_in_every_third_phase(
    dealing: str, trouble: Trouble, ruleset: str, first: int
) -> None:
    where = "sensors" if trouble is Trouble.STUCK_SENSOR else dealing
    campaign(dealing, trouble, ruleset, 1, (where,), ACTS[first::3])


@pytest.mark.parametrize("trouble", [Trouble.UNPLUG, Trouble.STUCK_SENSOR], ids=str)
def test_a_fault_of_the_sensors_in_every_third_phase_under_south_dakota(trouble: Trouble) -> None:
    """(3): no card before they have seen every chip leave."""
    campaign("hand", trouble, "sd", 1, ("sensors",), ACTS[::3])


def test_every_fault_of_the_card_reader_is_noticed_and_harms_nobody() -> None:
    rig, chance = Rig("shoe"), random.Random(1)
    for turn, trouble in enumerate(WIRE):
        suffer(rig, Case(trouble, "reader", ACTS[turn % len(ACTS)]), chance)
    assert rig.seat.swiping.again > 0


def test_a_fault_that_never_strikes_fails_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig("shoe")
    monkeypatch.setattr(FaultScript, "add", lambda script, fault: None)
    monkeypatch.setattr("tests.helpers.campaign.PLAY_ON_MAX", 1)
    monkeypatch.setattr("tests.helpers.campaign.PAUSE_MS", 1_000)
    with pytest.raises(AssertionError, match="it never struck"):
        suffer(rig, Case(Trouble.DROP, "shoe", "deal"), random.Random(1))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize(("dealing", "trouble"), EVERY, ids=str)
def test_long_every_fault_in_every_phase_on_every_device(
    dealing: str, trouble: Trouble, seed: int
) -> None:
    campaign(dealing, trouble, RULESETS[seed % 2], seed, (dealing, *OTHERS))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("trouble", SD, ids=str)
def test_long_every_fault_in_every_phase_under_south_dakota(trouble: Trouble, seed: int) -> None:
    campaign("hand", trouble, "sd", seed, OTHERS)


# Unplugged all through a round

WIRED = [(dealing, way) for dealing in DEALING for way in Way]


def sweep(dealing: str, way: Way, share: int) -> int:
    """Every device unplugged at so many units of a round, evenly spread; how often it was."""
    rig = Rig(dealing)
    rig.dealer.acted = lambda act: rig.table.felt.pump.pass_ms(100)  # a dealer with human hands
    rig.round()
    cut = 0
    for device, script in rig.table.felt.scripts.items():
        before = script.count(way)
        rig.round()
        units = script.count(way) - before
        for at in range(0, units, max(1, units // share)):
            case, before = (
                Case(Trouble.UNPLUG, device, f"unit {at}"),
                script.injected[Trouble.UNPLUG],
            )
            script.add(unplug(script.count(way) + at, ms=200 + 37 * (at % 60), way=way))
            ended = rig.round()
            assert ended.ending is Ending.SETTLED, case
            play_on(rig, case, before)
            rig.healed()
            cut += 1
    assert rig.reports() == 0, rig.seat.seen
    return cut


def test_unplugging_any_device_costs_neither_a_card_nor_a_lamp_nor_a_cent() -> None:
    assert sweep("shuffler", Way.IN, share=2) > 8


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("dealing", "way"), WIRED)
def test_long_unplugging_all_through_a_round(dealing: str, way: Way) -> None:
    assert sweep(dealing, way, share=60) > 60
