"""Which clause says so: the same fact under each rule set's own number."""

from typing import Final

from controller.domain.rules import RuleSet, TableRules

# fmt: off
CITATIONS: Final = {
    #                       nsw-legacy  nsw-2024    sd
    "ante first":          ("5.2",      "5.3",      "(1)"),
    "bonus needs ante":    ("5.3",      "5.4",      "(2)"),
    "bonus not offered":   ("5.4",      "5.5",      "(12)"),
    "bets locked":         ("5.5",      "5.6",      "(3)"),
    "one wager an area":   ("5.7",      "5.8",      "(1)"),
    "chips or tokens":     ("5.1",      "5.2",      "(1)"),
    "limits":              ("6.4",      "6.4",      None),
    "no more bets":        ("7.1",      "7.1",      "(3)"),
    "deal":                ("7.2",      "7.2",      "(4)"),
    "deal, shoe":          ("7.3",      "7.3",      "(4)"),
    "look at cards":       ("7.2.5",    "7.2.5",    "(5)"),
    "flop decision":       ("9.1",      "9.1",      "(5)"),
    "turn decision":       ("9.2",      "9.2",      "(7)"),
    "river decision":      ("9.3",      "9.3",      "(8)"),
    "flop wager":          ("9.1.2",    "9.1.2",    "(5)(b)"),
    "turn wager":          ("9.2.3",    "9.2.3",    "(7)"),
    "river wager":         ("9.3.3",    "9.3.3",    "(9)"),
    "fold is final":       ("9.5",      "9.5",      "(5)(a)"),
    "collect a fold":      ("9.6",      "9.6",      "(5)(a)"),
    "reveal flop":         ("7.2.6",    "7.2.6",    "(6)"),
    "reveal turn":         ("7.2.7",    "7.2.7",    "(7)"),
    "reveal river":        ("7.2.8",    "7.2.8",    "(10)"),
    "reveal flop, shoe":   ("7.3.7",    "7.3.7",    "(6)"),
    "reveal turn, shoe":   ("7.3.8",    "7.3.8",    "(7)"),
    "reveal river, shoe":  ("7.3.9",    "7.3.9",    "(10)"),
    "dealer's hand":       ("10.1",     "10.1",     "(11)"),
    "concession":          ("10.2",     "10.2",     "(5)(b)"),
    "concession is final": ("10.3",     "10.3",     "(5)(b)"),
    "settle in turn":      ("10.4",     "10.4",     "(17)"),
    "bonus first":         ("10.6",     "10.6",     "(12)"),
    "next hand":           ("10.12",    "10.12",    "(17)"),
    "card unaccounted":    ("11.9",     "11.9",     None),
    "deck check":          ("11.9.3",   "11.9.3",   None),
    "wrong count":         ("11.1",     "11.1",     None),
    "empty box":           ("11.7",     "11.7",     None),
    "wrong flop wager":    ("11.10",    "11.10",    "(5)(b)"),
    "jackpot offered":     ("15.2",     "15.2",     "(18)"),
    "jackpot needs ante":  ("15.2.1",   "15.2.1",   "(2)"),
    "jackpot in time":     ("15.2.4",   "15.2.4",   "(3)"),
    "jackpot order":       ("15.2.12",  "15.2.12",  "(18)(a)vi"),
    "jackpot keying":      ("15.2.7",   "15.2.7",   "(18)(a)iii"),
    "meter award":         ("15.2.9",   "15.2.9",   "(18)(a)iv"),
    "envy":                (None,       None,       "(18)(b)iii"),
    "end of round":        ("1.1",      "1.1",      "(18)(a)vii"),
    "misdeal":             ("11.3",     "11.3",     None),
}
# fmt: on

_COLUMN: Final = {RuleSet.NSW_LEGACY: 0, RuleSet.NSW_2024: 1, RuleSet.SD: 2}


def cite(rules: TableRules, fact: str) -> str | None:
    """The clause of the table's own rule set behind a fact."""
    return CITATIONS[fact][_COLUMN[rules.ruleset]]
