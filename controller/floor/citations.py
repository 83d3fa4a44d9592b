"""Which clause says so: the same fact of the table's life under each rule set's own number."""

from typing import Final

from controller.domain.refusals import Refused
from controller.floor.refusals import FloorRefusal
from controller.games.bonus.rules import RuleSet, TableRules

# fmt: off
CITATIONS: Final[dict[str, tuple[str | None, str | None, str | None]]] = {
    #                        nsw-legacy  nsw-2024       sd
    "in force":             (None,       "Order:Effect", None),
    "places":               ("Diagram A", "Diagram A",  None),
    "dealer":               ("1.1",      "1.1",         None),
    "cloth":                ("2.2",      "2.2",         None),
    "wager marks":          ("2.2.1",    "2.2.1",       "(1)"),
    "card areas":           ("2.2.2.1",  "2.2.2.1",     None),
    "wager shapes":         ("2.2.2.2",  "2.2.2.2",     None),
    "jackpot areas":        (None,       "2.2.2.3",     "(2)"),
    "recording":            (None,       "2.3",         "(3)"),
    "source":               ("2.3.1",    "2.4.1",       None),
    "discard rack":         ("2.3.2",    "2.4.2",       None),
    "meter display":        ("15.1.3",   "2.4.3",       "(18)"),
    "float tray":           ("2.3.3",    "2.4.4",       None),
    "drop box":             ("2.4",      "2.5",         None),
    "cashless":             ("2.4",      "2.5.1",       None),
    "back colours":         ("3.2.2",    "3.2.2",       None),
    "deck check":           ("3.4",      "3.4",         None),
    "secured deck":         ("3.5",      "3.5",         None),
    "dealt from":           ("3.6",      "3.6",         "(4)"),
    "card change":          ("3.7",      "3.7",         None),
    "count ordered":        ("3.8",      "3.8",         None),
    "shuffle":              ("4.1",      "4.1",         "(3)"),
    "first shuffle":        ("4.1.1",    "4.1.1",       "(3)"),
    "shuffle after round":  ("4.1.2",    "4.1.2",       "(3)"),
    "vacant":               ("4.1.3",    "4.1.3",       None),
    "cut and load":         ("4.2",      "4.2",         "(4)"),
    "cards dropped":        ("4.2.1",    "4.2.1",       None),
    "only the dealer cuts": ("4.3",      "4.3",         None),
    "manual shuffle":       ("4.4.1",    "4.4.1",       None),
    "device shuffle":       ("4.4.2",    "4.4.2",       None),
    "no cut":               ("4.4.3",    "4.4.3",       None),
    "extra shuffle":        ("4.4.5",    "4.4.5",       None),
    "player card":          (None,       "5.1",         None),
    "one hand":             ("5.6",      "5.7",         "(1)"),
    "limits":               ("6.1",      "6.1",         None),
    "limit notice":         ("6.5",      "6.5",         None),
    "marker":               ("6.5.1.1",  "6.5.1.1",     None),
    "marker off":           ("6.5.1.2",  "6.5.1.2",     None),
    "old minimum":          ("6.5.2",    "6.5.2",       None),
    "low limit":            ("6.6",      "6.6",         None),
    "shuffler only":        ("6.6.2",    "6.6.2",       None),
    "cards left layout":    ("9.8",      "9.8",         None),
    "talk":                 ("9.9",      "9.9",         "(5)"),
    "missing card":         ("11.9.3",   "11.9.3",      None),
    "notify":               ("11.9.4",   "11.9.4",      None),
    "collusion":            ("11.12",    "11.12",       None),
    "decide first":         ("11.12.1",  "11.12.1",     None),
    "bar together":         ("11.12.2",  "11.12.2",     None),
    "english only":         ("11.12.3",  "11.12.3",     None),
    "jackpot failed":       (None,       "11.14",       None),
    "correction":           (None,       "11.15",       None),
    "enquiries":            (None,       "11.15.1",     None),
    "rectified":            (None,       "11.15.2",     None),
    "suspected":            (None,       "11.16",       None),
    "rectify suspected":    (None,       "11.16.1",     None),
    "identify patron":      (None,       "11.16.2",     None),
    "attempt":              (None,       "11.17.1",     None),
    "reimburse":            (None,       "11.17.1.1",   None),
    "ask back":             (None,       "11.17.1.2",   None),
    "monthly report":       (None,       "11.18",       None),
    "device jam":           ("12.1",     "12.1",        None),
    "device failed":        ("12.2.3",   "12.2.3",      None),
    "own player card":      (None,       "13.1",        None),
    "apparatus":            ("13.1",     "13.2",        None),
    "exempt":               ("13.2",     "13.3",        None),
    "device measures":      ("13.3",     "13.4",        None),
    "excluded":             ("13.3.2",   "13.4.2",      None),
    "detained":             ("13.3.4",   "13.4.4",      None),
    "invalidate":           ("13.4",     "13.5",        None),
    "forfeit":              ("13.5",     "13.6",        None),
    "advice":               ("13.7",     "13.8",        None),
    "closing":              ("13.8",     "13.9",        None),
    "abstained":            ("13.9",     "13.10",       None),
    "side bet":             ("13.10",    "13.11",       None),
    "refuse wager":         ("13.11",    "13.12",       None),
    "dispute":              ("13.12",    "13.13",       None),
    "final decision":       ("13.13",    "13.14",       None),
    "withhold":             (None,       "13.15",       None),
    "rules for reading":    ("13.14",    "13.16",       None),
    "claim refused":        ("14.11",    "14.9",        None),
    "claim kept":           ("14.11.1",  "14.9.1",      None),
    "promotion dispute":    ("14.12",    "14.10",       None),
    "promotion postponed":  ("14.13",    "14.11",       None),
    "supervisor called":    (None,       None,          "(18)(a)iv"),
    "tokens":               ("1.1",      "1.1",         None),
    "method":               (None,       "1.1",         None),
    "jackpot figures":      ("15.2.9",   "15.2.9",      "(18)"),
    "meter parameters":     ("15.1",     "15.1",        None),
    "one pool":             ("15.1.2.2", "15.1.2.2",    None),
    "same schedule":        ("15.2.5.1", "15.2.5.1",    None),
    "same wager":           ("15.1.2.3", "15.2.5.3",    None),
    "same increment":       ("15.2.5.2", "15.2.5.2",    None),
    "same seed":            ("15.2.5.2", "15.2.5.2",    None),
    "bonus jackpot":        ("15.2.11",  "15.2.11",     None),
}
# fmt: on

_COLUMN: Final = {RuleSet.NSW_LEGACY: 0, RuleSet.NSW_2024: 1, RuleSet.SD: 2}


def cite(rules: TableRules, fact: str) -> str | None:
    """The clause of the table's own rule set behind a fact."""
    return CITATIONS[fact][_COLUMN[rules.ruleset]]


def refuse(
    rules: TableRules, refusal: FloorRefusal, fact: str | None = None, detail: str = ""
) -> Refused:
    """A refusal with the clause behind it."""
    return Refused(refusal, cite(rules, fact) if fact else None, detail)
