"""Every key, action and event of a file when it is wrong: where, what was seen and expected."""

import pytest

from simulators.games.poker.play import play
from simulators.scenario.reading import WrongScenario

TABLE = {
    "limit": '"no-limit"',
    "blinds": '["1", "2"]',
    "seats": "3",
    "players": '[{seat=1, stack="200"}, {seat=2, stack="200"}, {seat=3, stack="200"}]',
}
CARDS = 'cards = "Kh Ah 7c  Ks Ad 2d  3c  Kd 9s 4h  5c  2c  6c  2s"'
FOLDED = ["1 raise 6", "2 fold", "3 fold"]
CHECKS = "\n".join(f'{s} = ["2 check", "3 check", "1 check"]' for s in ("flop", "turn", "river"))
SHOWN = f'preflop = ["1 call", "2 call", "3 check"]\n{CHECKS}'
OFFERED = "seat 1 acts, offered fold, call 2.00, raise 4.00 to 200.00, all-in 200.00"
FORMS = (
    "expected one of 'SEAT fold', 'SEAT check', 'SEAT call', 'SEAT bet TO', 'SEAT raise TO',"
    " 'SEAT all-in', 'SEAT forfeit'"
)


def told(hand: str = f"{CARDS}\npreflop = {FOLDED}", **table: str) -> str:
    """What is said about a file with these values in the place of right ones."""
    lines = [f"{key} = {value}" for key, value in (TABLE | table).items()]
    text = "\n".join(['ruleset = "poker-room"', *lines, "[[hands]]", hand])
    with pytest.raises(WrongScenario) as wrong:
        play(text, "f.toml")
    return str(wrong.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("limit", '"spread"', "'spread' seen: expected 'fixed', 'half-pot', 'pot-limit' or"),
        ("limit", "5", "5 seen: expected 'fixed'"),
        ("blinds", '["1", "3"]', "1.00 and 3.00 seen, expected a small one and a big one of twice"),
        ("blinds", '["0", "0"]', "0.00 and 0.00 seen, expected a small one"),
        ("blinds", '["1", "2", "4"]', "3 seen: expected at most 2"),
        ("blinds", '"1/2"', "'1/2' seen: expected a list"),
        ("blinds", '["1.50", "3"]', "1.50 and 3.00 seen, expected multiples of the smallest chip"),
        ("ante", '"3"', "3.00 seen, expected at most the big blind, 2.00 (rule 12.7.a)"),
        ("ante", '"0.50"', "0.50 seen, expected a multiple of the smallest chip, 1.00"),
        ("ante", "1", "1 is not a string: write money as dollars in quotes"),
        ("ante", '"-1"', "'-1' is negative"),
        ("chip", '"0"', "0.00 seen, expected more than 0"),
        ("chip", '"0.001"', "'0.001' has 3 decimals"),
        ("seats", "1", "1 seen, expected 2 to 11"),
        ("seats", "12", "12 seen, expected 2 to 11"),
        ("seats", "3.0", "3.0 seen: expected a whole number"),
        ("seats", "true", "true seen: expected a whole number"),
        ("dealing", '"shoe"', "'shoe' seen: expected 'hand' or 'shuffler'"),
        ("commission", "22.1", "22.1 seen: expected '22.1' or 'none'"),
        ("tournament", '"yes"', "'yes' seen: expected true or false"),
        ("button", "4", "4 seen, expected a seat from 1 to 3"),
        ("button", '"1"', "'1' seen: expected a whole number"),
        ("method", '"A"', "unknown key: expected one of ruleset, limit, blinds"),
        ("players", "5", "5 seen: expected a list"),
        ("players", "[]", "[] seen: expected at least one"),
    ],
)
def test_a_wrong_key_of_the_table_is_named(key: str, value: str, message: str) -> None:
    assert told(**{key: value}).startswith(f"f.toml: {key}: {message}")


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("1 shove", FORMS),
        ("1", FORMS),
        ("", FORMS),
        ("fold", FORMS),
        ("one fold", FORMS),
        ("1 RAISE 6", FORMS),
        ("1 raise 6 7", FORMS),
        ("\N{ARABIC-INDIC DIGIT ONE} fold", FORMS),
        ("1 fold 5", "expected no amount with fold"),
        ("1 all-in 5", "expected no amount with all-in"),
        ("1 raise 6.005", "'6.005' has 3 decimals: expected at most two, whole cents"),
        ("1 raise -6", "'-6' is negative: expected an amount of 0 or more"),
        ("1 raise 1e3", "'1e3' is not an amount: expected dollars such as '25' or '25.50'"),
        ("1 raise", "Key how much the player has bet on this street in all. (rule 20.5)"),
        ("2 fold", "Another seat acts first. Seat 1 acts. (rule 14.3)"),
        ("9 fold", "Another seat acts first. Seat 1 acts. (rule 14.3)"),
        ("1 raise 3", "This is less than the smallest bet or raise. $3 keyed: "),
        ("1 raise 6.50", "A bet or raise is made in whole chips. $6.50 keyed: expected a multiple"),
        ("1 raise 500", "The player does not have that many chips. $500 keyed: "),
        ("1 bet 6", "There is a bet already: key a raise."),
        ("1 check", "There is a bet: the player calls, raises or folds. (rule 14.2)"),
        ("1 forfeit", "There is no bet out of turn to forfeit. (rule 19.2)"),
    ],
)
def test_a_wrong_action_is_named_with_its_place_and_what_is_offered(
    action: str, message: str
) -> None:
    seen = told(f"{CARDS}\npreflop = {[action, *FOLDED[1:]]}")
    assert seen.startswith(f"f.toml: hand 1: preflop[1]: {action!r} seen: {message}")
    assert seen.endswith(OFFERED)


def test_a_wrong_action_of_a_later_hand_and_street_is_named_with_its_place() -> None:
    first = f"{CARDS}\npreflop = {FOLDED}\n[[hands]]\n{CARDS}\n"
    second = 'preflop = ["2 call", "3 call", "1 check"]\nflop = ["3 check", "1 hop"]'
    assert told(first + second).startswith("f.toml: hand 2: flop[2]: '1 hop' seen: expected one of")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("preflop = [5]", "preflop[1]: 5 seen: expected text in quotes"),
        ('preflop = [["1 fold"]]', "preflop[1]: ['1 fold'] seen: expected text in quotes"),
        ('preflop = "1 fold"', "preflop: '1 fold' seen: expected a list"),
        ("preflop = {a = 1}", "preflop: a table seen: expected a list"),
        ("preflop = []", "preflop[1]: 0 actions seen: expected one of seat 1, offered fold"),
        ("river = [true]", "river[1]: true seen: expected text in quotes"),
        ('pre-flop = ["1 fold"]', "pre-flop: unknown key: expected one of cards, before"),
        ("muck = 1", "muck: 1 seen: expected a list"),
        ("muck = [true]", "muck[1]: true seen: expected a whole number"),
        (f"{SHOWN}\nmuck = [9]", "muck[1]: 9 seen: This seat was not dealt in."),
        (f"{SHOWN}\nmuck = [2, 2]", "muck[2]: 2 seen: This hand is already out of play."),
        (f"{SHOWN}\nmuck = [1, 2, 3]", "muck[3]: 3 seen: Somebody has to be left"),
        (f"preflop = {FOLDED}\nmuck = [1]", "muck: [1] seen: expected none, no hand is shown"),
        ("before = [5]", "before[1]: 5 seen: expected text in quotes"),
        ('before = ["1 naps"]', "before[1]: '1 naps' seen: expected one of 'SEAT sits AMOUNT'"),
        ('before = ["1 buys -5"]', "before[1]: '1 buys -5' seen: '-5' is negative"),
        ('before = ["1 buys 0"]', "before[1]: '1 buys 0' seen: Key an amount of more"),
        ('before = ["1 posts"]', "before[1]: '1 posts' seen: This player has no blind to post"),
        ('before = ["4 sits 5"]', "before[1]: '4 sits 5' seen: This table has no such seat."),
        ('before = ["3 sits 5"]', "before[1]: '3 sits 5' seen: Seat 3 is taken."),
        ('before = ["1 back"]', "before[1]: '1 back' seen: This player is not away."),
        ('before = ["1 away", "2 away"]', "blinds: A hand needs at least two players"),
        ("expect = 5", "expect: 5 seen: expected a table"),
    ],
)
def test_a_wrong_line_of_a_hand_is_named(lines: str, message: str) -> None:
    assert told(f"{CARDS}\n{lines}").startswith(f"f.toml: hand 1: {message}")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("preflop = []", "cards: missing"),
        ("cards = 5", "cards: 5 seen: expected text in quotes"),
        ('cards = "Kh Kh"', "cards: Kh is there twice"),
        ('cards = "10h"', "cards: card '10h' seen"),
        ('cards = "Kh Ah 7c Ks Ad"', "cards: 5 cards left: expected 6 for hole cards"),
        (
            f'cards = "Kh Ah 7c Ks Ad 2d 3c"\n{SHOWN}',
            "cards: 1 cards left: expected 4 for the flop, burn first",
        ),
    ],
)
def test_wrong_cards_are_named(lines: str, message: str) -> None:
    assert told(lines).startswith(f"f.toml: hand 1: {message}")


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("flop | meteor", ".name: 'meteor' seen: expected one of card-exposed"),
        ("lunch | power-loss", ".during: 'lunch' seen: expected one of deal, pre"),
        ("flop | ", ".name: missing: expected a value"),
        (" | power-loss", ".during: missing: expected a value"),
        ("flop | power-loss | after = -1", ".after: -1 seen: expected 0 or more"),
        ("flop | power-loss | after = 9", ".during: power-loss: that moment never"),
        ("deal | power-loss | after = 1", ".after: 1 seen: expected 0 with power"),
        ("flop | clock-expired", ".seat: missing: clock-expired needs it"),
        ("flop | clock-expired | seat = 0", ".seat: 0 seen: expected 1 to 3"),
        ('flop | clock-expired | seat = "2"', ".seat: '2' seen: expected a whole"),
        (
            "flop | clock-expired | seat = 3",
            ": clock-expired (flop, after 0): Another seat acts first. Seat 2 acts. (rule 14.3)",
        ),
        (
            "showdown | folded-hand-exposed | seat = 2",
            ".during: 'showdown' seen: expected one of preflop, flop, turn, river with folded",
        ),
        ('turn | flop-too-many | cards = "2h"', ".during: 'turn' seen: expected"),
        ('river | dealt-early | cards = "2h"', ".during: 'river' seen: expected"),
        (
            'flop | dealt-early | after = 3 | cards = "2h"',
            ": dealt-early (flop, after 3): This cannot have happened at this point of the hand. ",
        ),
        ("flop | wrong-burn", ".cards: missing: wrong-burn needs it"),
        (
            'flop | wrong-burn | cards = "Kh 4c 5h 6h"',
            ": wrong-burn (flop, after 0): cards: Kh seen: it is out of the stub already",
        ),
        ('turn | two-cards | cards = "3h"', ".correct: missing: two-cards needs"),
        (
            'turn | two-cards | correct = true | after = 1 | cards = "3h"',
            ".after: 1 seen: expected 0 with two-cards during turn",
        ),
        (
            'flop | out-of-turn | seat = 3 | amount = "5"',
            ".amount: '5.00' seen: expected none with out-of-turn",
        ),
        ('flop | out-of-turn | seat = 3 | action = "shove"', f".action: 'shove' seen: {FORMS}"),
        ("deal | boxed-card | seat = 1 | card = 3", ".card: 3 seen: expected 1 or 2"),
        (
            'deal | outcome-invalidated | cause = "rain"',
            ".cause: 'rain' seen: expected 'cards', 'disruption' or 'fraud'",
        ),
        (
            'flop | short-raise | seat = 2 | amount = "1" | decision = "withdraw"',
            ": short-raise (flop, after 0): The rules leave no choice here. Expected"
            " complete or forfeit, not withdraw. (rule 20.3)",
        ),
        (
            'flop | short-raise | seat = 2 | amount = "2" | decision = "forfeit"',
            ": short-raise (flop, after 0): This is not a mistake: the rules allow this bet.",
        ),
        (
            "showdown | winning-hand-mucked | seat = 3",
            ": winning-hand-mucked (showdown, after 0): This hand does not win. Seat 3.",
        ),
    ],
)
def test_a_wrong_event_is_named_with_its_moment(event: str, message: str) -> None:
    """During what | its name | its other keys; what is empty is left out."""
    during, name, *keys = event.split(" | ")
    keys += [f'{key} = "{said}"' for key, said in (("during", during), ("name", name)) if said]
    seen = told("\n".join([CARDS, SHOWN, "[[hands.events]]", *keys]))
    assert seen.startswith(f"f.toml: hand 1: events[1]{message}")
