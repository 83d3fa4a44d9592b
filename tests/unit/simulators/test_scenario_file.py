"""Scenario files: what is wrong is named by file, round and field, seen and expected."""

from pathlib import Path

import pytest

from simulators.games.bonus.scenario.file import read_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.table import BonusScenarioTable
from simulators.scenario.expect import differences
from simulators.scenario.reading import WrongScenario
from tests.helpers.felt import play

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
        table = BonusScenarioTable(scenario)
        for number in range(1, len(scenario.content.rounds) + 1):
            play_round(table, number)

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
        ("place = 1", "place = true", "round 1: hands[1].place: true seen"),
        ('ante = "25"', "", "round 1: hands[1].ante: missing"),
        ('ante = "25"', 'ante = "-25"', "round 1: hands[1].ante: '-25' is negative"),
        ('ante = "25"', 'ante = "25.001"', "round 1: hands[1].ante: '25.001' has 3 decimals"),
        ('ante = "25"', 'ante = "0"', "round 1: hands[1].ante: '0' seen"),
        ('"bet", "check", "bet"', '"check", "bet"', "round 1: hands[1].decisions[1]: 'check' seen"),
        ('"bet", "check", "bet"', '"bet", "raise"', "round 1: hands[1].decisions[2]: 'raise' seen"),
        ('"bet", "check", "bet"', '"bet", "check"', "round 1: hands[1].decisions: 2 seen"),
        ('bonus = "5"', 'bonus = "5"\nturn = "25"', "round 1: hands[1].turn: '25.00' seen"),
        ("[jackpot]", "[limits]\nante = ['500', '25']\n[jackpot]", "limits.ante: [500.00, 25.00]"),
        ("[[rounds]]", "[[rounds]]\nmishaps = []", "round 1: mishaps: unknown key"),
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
        ('ante = "10"', 'ante = "10"\nbonus = "5"', "hands[1].bonus: '5.00' seen: expected none"),
        ('"bet", "bet", "bet"', '"bet", "fold"', "decisions[2]: 'fold' seen: expected bet or"),
        ('ante = "10"', 'ante = "10"\nconcede = true', "hands[1].concede: true seen"),
        ('dealing = "hand"', 'dealing = "shoe"', "dealing: 'shoe' seen: expected hand"),
        ('dealing = "hand"', 'method = "B"', "method: 'B' seen"),
        ('schedule = "PMG-01"', 'schedule = "nsw"', "jackpot.schedule: 'nsw' seen"),
        ('wager = "1"', 'wager = "1"\nbonus = true', "jackpot.bonus: true seen: expected false"),
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
    assert "jackpot.wager: '2.00' seen: expected '1.00'" in deal(tmp_path, text)


def test_a_place_twice_is_wrong(tmp_path: Path) -> None:
    hand = '[[rounds.hands]]\nplace = 1\nante = "25"\ndecisions = ["fold"]\n'
    assert "round 1: hands[2].place: 1 seen twice: expected one" in deal(tmp_path, GOOD + hand)


def test_a_jackpot_wager_needs_a_jackpot(tmp_path: Path) -> None:
    start, end = GOOD.index("[jackpot]"), GOOD.index("[[rounds]]")
    assert "hands[1].jackpot: true seen" in deal(tmp_path, GOOD[:start] + GOOD[end:])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rounds = [1]", "rounds[1]: 1 seen: expected a table"),
        ("rounds = 2024-08-16", "rounds: 2024-08-16 seen: expected a list"),
        ("rounds = []", "rounds: [] seen: expected at least one"),
        ("[[rounds]]\nhands = [07:30:00]", "round 1: hands[1]: 07:30:00 seen: expected a table"),
        ("[[rounds]]\nhands = 'one'", "round 1: hands: 'one' seen: expected a list"),
        ("[[rounds]]\ncards = ['7h']", "round 1: cards: ['7h'] seen: expected text in quotes"),
        (
            '[[rounds]]\n"two\\nlines" = 1',
            "round 1: 'two\\nlines': unknown key: "
            "expected one of cards, hands, events, faults, expect",
        ),
        ("[[rounds]]\ncards = '7h'\n[[rounds]]", "round 2: cards: missing: expected a value"),
        ("[[jackpot]]", "jackpot: [a table] seen: expected a table"),
    ],
)
def test_a_value_of_another_kind_is_named_as_the_file_has_it(
    tmp_path: Path, text: str, complaint: str
) -> None:
    assert f"s.toml: {complaint}" in deal(tmp_path, f"ruleset = 'sd'\n{text}").splitlines()


def test_the_second_hand_is_named_by_its_number_in_the_file(tmp_path: Path) -> None:
    hand = '[[rounds.hands]]\nplace = 5\nante = "50"\ndecisions = ["bet"]\n'
    complaint = deal(tmp_path, GOOD.replace("Ks Kh", "Ks Kh Qc Qd") + hand)
    assert complaint == (
        "s.toml: round 1: hands[2].decisions: 1 seen: expected one for the turn as well"
    )


EVENTS = [
    # during, event and its other keys, the field, what the complaint says of it
    ("deal", "shuffler-jam", "when = 1", "when", "unknown key: expected one of during, name"),
    ("deal", "earthquake", "", "name", "'earthquake' seen: expected one of wrong-card-count"),
    ("lunch", "power-loss", "", "during", "'lunch' seen: expected one of wagers, deal"),
    ("showdown", "card-exposed-in-deal", "", "during", "one of deal expected"),
    ("flop-decisions", "card-exposed-in-deal", "", "during", "one of deal expected"),
    ("wagers", "dealer-card-exposed", "", "during", "'wagers' seen: dealer-card-exposed"),
    ("showdown", "dealer-card-exposed", "", "during", "'showdown' seen: dealer-card-exposed"),
    ("turn-decisions", "community-card-exposed", "card = 'flop'", "during", "already face up"),
    ("turn-decisions", "community-card-exposed", "", "card", "missing"),
    ("turn-decisions", "community-card-exposed", "card = 'burn'", "card", "'burn' seen: expected"),
    ("deal", "missing-card", "card = 'flop'", "card", "'flop' seen: expected it only with comm"),
    ("deal", "shuffler-jam", "handled = true", "handled", "true seen: expected it only with card"),
    ("deal", "supervisor-void", "forfeit = [1]", "forfeit", "[1] seen: expected it only with out"),
    ("deal", "shuffler-jam", "decision = 'void'", "decision", "'void' seen: shuffler-jam"),
    ("deal", "missing-card", "decision = 'stop'", "decision", "'stop' seen: expected 'void', "),
    ("deal", "invalid-wager", "", "place", "missing: invalid-wager needs a place"),
    ("deal", "cards-to-empty-box", "", "place", "missing: cards-to-empty-box needs a place"),
    ("deal", "cards-to-empty-box", "place = 1", "place", "1 seen: there is an ante"),
    ("deal", "wrong-card-count", "place = 9", "place", "9 seen: expected 1 to 7"),
    ("deal", "wrong-card-count", "place = 1.5", "place", "1.5 seen: expected a number, 'dealer'"),
    ("deal", "wrong-card-count", "place = 'shoe'", "place", "'shoe' seen: expected a number"),
    ("deal", "invalid-wager", "place = 'dealer'", "place", "'dealer' seen: expected the number"),
    ("deal", "invalid-wager", "place = 4", "place", "4 seen: expected a place with a hand"),
    ("deal", "flop-wager-corrected", "place = 3", "place", "3 seen: expected a place with a hand"),
    ("deal", "shuffler-jam", "after_place = 4", "after_place", "4 seen: expected a place with a"),
    ("deal", "shuffler-jam", "after_place = 9", "after_place", "9 seen: expected 1 to 7"),
    ("deal", "shuffler-jam", "after_place = '1'", "after_place", "'1' seen: expected a whole num"),
    ("deal", "outcome-invalidated", "forfeit = [1, 2]", "forfeit[2]", "2 seen: expected a place"),
    ("deal", "outcome-invalidated", "forfeit = [0]", "forfeit[1]", "0 seen: expected 1 to 7"),
    ("deal", "outcome-invalidated", "forfeit = 1", "forfeit", "1 seen: expected a list"),
    ("deal", "deemed-fold", "place = 1", "during", "'deal' seen: deemed-fold"),
    ("turn-decisions", "deemed-fold", "place = 1\nafter_place = 1", "place", "1 seen: deemed-fold"),
    (
        "turn-decisions",
        "flop-wager-corrected",
        "place = 1",
        "during",
        "It can happen during flop-decisions",
    ),
    (
        "flop-decisions",
        "flop-wager-corrected",
        "place = 1\nafter_place = 1\ndecision = 'fold'",
        "decision",
        "'fold' seen: flop-wager-corrected: The wager is already what the rules require.",
    ),
]


@pytest.mark.parametrize(("during", "name", "keys", "field", "complaint"), EVENTS)
def test_an_event_that_cannot_be_names_the_key_that_does_not_fit(
    tmp_path: Path, during: str, name: str, keys: str, field: str, complaint: str
) -> None:
    seen = deal(tmp_path, event(f"during = '{during}'\nname = '{name}'\n{keys}"))
    assert seen.startswith(f"s.toml: round 1: events[1].{field}: ")
    assert complaint in seen


def test_jackpot_equipment_fails_only_where_there_is_some(tmp_path: Path) -> None:
    text = event('during = "deal"\nname = "jackpot-equipment-failed"').replace("jackpot = true", "")
    start, end = text.index("[jackpot]"), text.index("[[rounds]]")
    seen = deal(tmp_path, text[:start] + text[end:])
    assert "events[1].name: 'jackpot-equipment-failed' seen" in seen


def test_an_event_whose_moment_never_comes_is_wrong(tmp_path: Path) -> None:
    text = event('during = "turn-decisions"\nname = "supervisor-void"')
    assert deal(tmp_path, text.replace('"bet", "check", "bet"', '"fold"')) == (
        "s.toml: round 1: events[1].during: 'turn-decisions' seen: the moment of supervisor-void "
        "during turn-decisions never came: "
        "the round went through wagers, deal, flop-decisions, reconcile"
    )
    late = event('during = "deal"\nname = "supervisor-void"\n[[rounds.events]]')
    late += 'during = "flop-decisions"\nafter_place = 1\nname = "power-loss"\n'
    assert "events[2].after_place: 1 seen: the moment of power-loss" in deal(tmp_path, late)


CORRECTED = 'during = "flop-decisions"\nname = "flop-wager-corrected"\nplace = 1\n'
DEEMED = 'during = "flop-decisions"\nname = "deemed-fold"\nplace = 1\n'
INVALID = '[[rounds.events]]\nduring = "flop-decisions"\nname = "invalid-wager"\nplace = 1\n'
VOIDED = '[[rounds.events]]\nduring = "flop-decisions"\nname = "supervisor-void"\n'


@pytest.mark.parametrize("before", [INVALID, VOIDED, f"[[rounds.events]]\n{DEEMED}"])
def test_a_flop_wager_that_is_never_put_down_is_never_corrected(
    tmp_path: Path, before: str
) -> None:
    seen = deal(tmp_path, event(CORRECTED + before))
    assert seen.startswith("s.toml: round 1: events[1].place: 1 seen: the moment of flop-wager-c")
    folded = event(CORRECTED).replace('"bet", "check", "bet"', '"fold"')
    assert "never came: expected a flop wager at that place" in deal(tmp_path, folded)


@pytest.mark.parametrize("before", [INVALID, VOIDED])
def test_a_deemed_fold_has_had_its_moment_when_the_hand_is_void_before_its_turn(
    before: str,
) -> None:
    (result,) = play(event(DEEMED + before))
    assert [hand["outcome"] for hand in result["hands"]] == ["void"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"bet", "check", "bet"', '"fold", "check", "bet"'),
        ('"bet", "check", "bet"]', '"fold"]\nturn = "25"\nconcede = true'),
        (
            '"bet", "check", "bet"]',
            '"fold"]\n[[rounds.events]]\nduring = "deal"\nplace = 1\n'
            'handled = false\nforfeit = []\nname = "shuffler-jam"',
        ),
    ],
)
def test_what_never_falls_due_or_says_nothing_is_let_pass(old: str, new: str) -> None:
    (result,) = play(GOOD.replace(old, new))
    assert [hand["outcome"] for hand in result["hands"]] == ["folded"]


def test_a_place_that_forfeits_twice_forfeits_once() -> None:
    text = 'during = "turn-decisions"\nname = "outcome-invalidated"\nforfeit = [1, 1]'
    (result,) = play(event(text))
    assert result["hands"][0]["wagers"]["ante"]["outcome"] == "lose"


@pytest.mark.parametrize(
    ("increment", "complaint"),
    [
        ("'0.1234567'", "'0.1234567' seen: expected a share of at most six decimals"),
        ("'20%'", "'20%' seen: expected a share from '0' to '1'"),
        ("0.2", "0.2 is not a string: write a share in quotes"),
    ],
)
def test_an_increment_is_a_share_of_at_most_six_decimals(
    tmp_path: Path, increment: str, complaint: str
) -> None:
    text = GOOD.replace('wager = "5"', f'wager = "5"\nincrement = {increment}')
    assert f"s.toml: jackpot.increment: {complaint}" in deal(tmp_path, text)


def test_zeros_behind_the_sixth_decimal_say_nothing() -> None:
    (result,) = play(GOOD.replace('wager = "5"', 'wager = "5"\nincrement = "0.20000000"'))
    assert result["meter"]["contributed"] == "1.00"


@pytest.mark.parametrize("money", ["2024-08-16", "25.0", "['25']", "true"])
def test_money_is_text_in_quotes(tmp_path: Path, money: str) -> None:
    seen = deal(tmp_path, GOOD.replace('ante = "25"', f"ante = {money}"))
    assert f"round 1: hands[1].ante: {money} is not a string: write money as dollars" in seen


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
