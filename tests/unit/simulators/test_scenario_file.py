"""Scenario files: what is wrong is named by file, round and field, seen and expected."""

from pathlib import Path

import pytest

from simulators.scenario.expect import differences
from simulators.scenario.file import WrongScenario, read_scenario
from simulators.scenario.play import ScenarioTable

GOOD = """
ruleset = "nsw-2024"
method = "A"
dealing = "shuffler"
places = 7

[jackpot]
schedule = "nsw"
wager = "5"
meter = "61234.50"

[[rounds]]
cards = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"

[[rounds.hands]]
place = 1
ante = "25"
bonus = "5"
jackpot = true
decisions = ["bet", "check", "bet"]
"""

SD = """
ruleset = "sd"
dealing = "hand"
[jackpot]
schedule = "PMG-01"
wager = "1"
meter = "1000"
[[rounds]]
cards = "Ad 9s Kd 9c  2s Qd Jd Td  3s 5h  6s 8c"
[[rounds.hands]]
place = 1
ante = "10"
decisions = ["bet", "bet", "bet"]
"""


def deal(tmp_path: Path, text: str) -> str:
    """The complaint about a scenario, by its file name."""
    file = tmp_path / "s.toml"
    file.write_text(text, "utf-8")

    def play() -> None:
        scenario = read_scenario(file, "s.toml")
        table = ScenarioTable(scenario)
        for number in range(1, len(scenario.content.rounds) + 1):
            table.play_round(number)

    with pytest.raises(WrongScenario) as wrong:
        play()
    message = str(wrong.value)
    assert message.startswith("s.toml: ")
    return message


def event(text: str) -> str:
    return f"{GOOD}\n[[rounds.events]]\n{text}\n"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('ruleset = "nsw-2024"', 'ruleset = "nsw-1999"', "ruleset: 'nsw-1999' seen"),
        ("places = 7", "places = 6", "places: 6 seen"),
        ("places = 7", "places = 7\nseats = 7", "seats: unknown key"),
        ('method = "A"', 'method = "C"', "method: 'C' seen"),
        ('dealing = "shuffler"', 'dealing = "hand"', "dealing: 'hand' seen: expected shuffler"),
        ('wager = "5"', "wager = 5", "jackpot.wager: 5 is not a string"),
        ('wager = "5"', 'wager = "0"', "jackpot.wager: '0' seen"),
        ('schedule = "nsw"', 'schedule = "THBP-08"', "jackpot.schedule: 'THBP-08' seen"),
        ('schedule = "nsw"', 'schedule = "PMG-99"', "jackpot.schedule: 'PMG-99' seen"),
        ('meter = "61234.50"', "", "jackpot.meter: missing"),
        ('wager = "5"', 'wager = "5"\nincrement = "1.5"', "jackpot.increment: '1.5' seen"),
        ("Ks Kh", "Ks Ks", "round 1: cards: Ks is there twice"),
        ("Ks Kh", "Ks Kx", "round 1: cards: card 'Kx' seen"),
        ("Ks Kh", "Ks", "round 1: cards: 8 cards seen: expected 9"),
        ("place = 1", "place = 8", "round 1: hands[1].place: 8 seen: expected 1 to 7"),
        ("place = 1", "place = true", "round 1: hands[1].place: True seen"),
        ('ante = "25"', "", "round 1: hands[1].ante: missing"),
        ('ante = "25"', 'ante = "-25"', "round 1: hands[1].ante: '-25' is negative"),
        ('ante = "25"', 'ante = "25.001"', "round 1: hands[1].ante: '25.001' has 3 decimals"),
        ('ante = "25"', 'ante = "0"', "round 1: hands[1].ante: '0' seen"),
        ('"bet", "check", "bet"', '"check", "bet"', "round 1: hands[1].decisions[1]: 'check' seen"),
        ('"bet", "check", "bet"', '"bet", "raise"', "round 1: hands[1].decisions[2]: 'raise' seen"),
        ('"bet", "check", "bet"', '"bet", "check"', "round 1: hand 1: decisions: 2 seen"),
        ('bonus = "5"', 'bonus = "5"\nturn = "25"', "round 1: hands[1].turn: '25.00' seen"),
        ("[jackpot]", "[limits]\nante = ['500', '25']\n[jackpot]", "limits.ante: [500.00, 25.00]"),
        ("[[rounds]]", "[[rounds]]\nfaults = []", "round 1: faults: unknown key"),
    ],
)
def test_a_wrong_field_is_named_with_what_was_seen(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    assert old in GOOD
    assert complaint in deal(tmp_path, GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('ante = "10"', 'ante = "10"\nbonus = "5"', "hands[1].bonus: '5.00' seen: sd offers no"),
        ('"bet", "bet", "bet"', '"bet", "fold"', "decisions[2]: 'fold' seen: sd offers bet or"),
        ('ante = "10"', 'ante = "10"\nconcede = true', "hands[1].concede: true seen"),
        ('dealing = "hand"', 'dealing = "shoe"', "dealing: 'shoe' seen: expected hand"),
        ('dealing = "hand"', 'method = "B"', "method: 'B' seen"),
        ('schedule = "PMG-01"', 'schedule = "nsw"', "jackpot.schedule: 'nsw' seen"),
        ('wager = "1"', 'wager = "1"\nbonus = true', "jackpot.bonus: PMG-01 has no bonus"),
        ("3s 5h  6s 8c", "3s 5h  6s", "round 1: cards: 11 cards seen: expected 12"),
    ],
)
def test_south_dakota_has_its_own_mistakes(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    assert old in SD
    assert complaint in deal(tmp_path, SD.replace(old, new))


def test_a_schedule_for_one_wager_takes_no_other(tmp_path: Path) -> None:
    text = SD.replace("PMG-01", "THBP-08").replace('wager = "1"', 'wager = "2"')
    assert "jackpot.wager: '2.00' seen: THBP-08 is for a wager of 1.00" in deal(tmp_path, text)


def test_a_place_twice_is_wrong(tmp_path: Path) -> None:
    hand = '[[rounds.hands]]\nplace = 1\nante = "25"\ndecisions = ["fold"]\n'
    assert "round 1: hands[2].place: place 1 is there twice" in deal(tmp_path, GOOD + hand)


def test_a_jackpot_wager_needs_a_jackpot(tmp_path: Path) -> None:
    start, end = GOOD.index("[jackpot]"), GOOD.index("[[rounds]]")
    assert "hands[1].jackpot: true seen" in deal(tmp_path, GOOD[:start] + GOOD[end:])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('during = "showdown"\nname = "card-exposed-in-deal"', "cannot have happened"),
        ('during = "wagers"\nname = "dealer-card-exposed"', "cannot have happened"),
        ('during = "showdown"\nname = "dealer-card-exposed"', "cannot have happened"),
        ('during = "turn-decisions"\nname = "community-card-exposed"\ncard = "flop"', "face up"),
        ('during = "flop-decisions"\nname = "community-card-exposed"', "Name the card"),
        ('during = "lunch"\nname = "power-loss"', "events[1].during: 'lunch' seen"),
        ('during = "deal"\nname = "earthquake"', "events[1].name: 'earthquake' seen"),
        ('during = "deal"\nname = "shuffler-jam"\ndecision = "void"', "leave this to decide"),
        ('during = "deal"\nname = "invalid-wager"', "Name the place"),
        ('during = "deal"\nname = "invalid-wager"\nplace = 4', "not in the round"),
        ('during = "deal"\nname = "invalid-wager"\nplace = "dealer"', "place 'dealer' seen"),
        ('during = "deal"\nname = "shuffler-jam"\nafter_place = 4', "place 4 has no hand"),
        ('during = "deal"\nname = "shuffler-jam"\nafter_place = 9', "9 seen: expected 1 to 7"),
        ('during = "deal"\nname = "cards-to-empty-box"\nplace = 1', "expected 11 by now"),
        ('during = "turn-decisions"\nname = "deemed-fold"\nplace = 1\nafter_place = 1', "is over"),
        ('during = "flop-decisions"\nname = "flop-wager-corrected"\nplace = 3', "not in the round"),
        ('during = "deal"\nname = "outcome-invalidated"\nforfeit = [2]', "cannot forfeit"),
        ('during = "deal"\nname = "outcome-invalidated"\nforfeit = [0]', "no such place"),
    ],
)
def test_an_event_that_cannot_be_is_wrong(tmp_path: Path, text: str, complaint: str) -> None:
    assert complaint in deal(tmp_path, event(text))


def test_an_event_whose_moment_never_comes_is_wrong(tmp_path: Path) -> None:
    text = event('during = "turn-decisions"\nname = "supervisor-void"')
    complaint = deal(tmp_path, text.replace('"bet", "check", "bet"', '"fold"'))
    assert "round 1: events[1]: supervisor-void during turn-decisions" in complaint
    assert "that moment never came" in complaint


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"ruleset = ", "not TOML"), (b"\xff\xfe", "byte 0 is not UTF-8"), (b"", "ruleset: missing")],
)
def test_a_file_that_is_no_scenario_says_so(tmp_path: Path, content: bytes, complaint: str) -> None:
    file = tmp_path / "s.toml"
    file.write_bytes(content)
    with pytest.raises(WrongScenario, match=complaint):
        read_scenario(file)


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(WrongScenario, match="cannot be read: No such file"):
        read_scenario(tmp_path / "gone.toml")


def test_only_what_is_expected_is_compared() -> None:
    seen = {"result": "settled", "hands": [{"place": 1, "outcome": "win"}], "clause": None}
    assert list(differences({"hands": [{"outcome": "win"}]}, seen)) == []
    wrong = {"result": "void", "meters": 1, "hands": [{"place": "1"}]}
    assert list(differences(wrong, seen)) == [
        "result: 'void' expected, 'settled' seen",
        "meters: 1 expected, but there is no such part",
        "hands[1].place: '1' expected, 1 seen",
    ]
    (line,) = differences({"hands": []}, seen)
    assert line.startswith("hands: 0 entries expected, 1 seen")
