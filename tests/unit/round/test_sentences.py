"""The sentence of every step, under every rule set: it is there, it is plain, it names the act.

Nobody who follows the steps reads it, so that nothing but this holds the words to what is done.
"""

import re
from collections.abc import Iterator

import pytest

from controller.domain.cards import DECK
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.core import decide
from controller.games.bonus.round.guards import undecided
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import RuleSet
from controller.games.bonus.steps import BonusStep, guide, step_of
from controller.games.bonus.wagers import Area, Choice
from tests.helpers.felt import Felt
from tests.rules.test_guidance_sd import two_meter_hands
from tests.unit.round.test_guidance import ALL_RULES, jackpot_table, tables

S = BonusStep
AWARD = r"the (?:jackpot|progressive) award"
MORE = "the Bonus Jackpot|the envy payout"
OF_PLACE = "for the {award} of place {place}"

# fmt: off
NAMES_THE_ACT = {
    # step                what the sentence says; {fields} are those of the step's command
    S.KNOWN_CARD:         r"Stop: .*\. If .* key the right card; .* report a foreign card\.",
    S.CARD_NOT_DUE:       r"Stop: a card came out that was not due\. Report .*card out of turn",
    S.ALL_FOLDED:         r"No hand is left in: the round ends here\.",
    S.CHECK_DECK:         r"Check and verify the deck",
    S.OPEN_ROUND:         r"Open the next round\.",
    S.TAKE_WAGERS:        r"Let the players place their ",
    S.NO_MORE_BETS:       r'When all wagers are placed, (?:announce|press) "[Nn]o more bets"',
    S.LOOK_AT_CARDS:      r"All hole cards are down\. Let the players look at their cards\.",
    S.TAKE_CHIPS:         r"Take all progressive wagers off the table: places? \d",
    S.DEAL:               r"[Dd]eal (?:\w+ (?:more .*)?cards|the (?:community|first|second) card)",
    S.ASK:                r"Ask place \d: .*\bor \w",
    S.FLOP_FOR_JACKPOTS:  r"Reveal the Flop: Jackpot Wagers stand",
    S.CORRECT_WAGER:      r"have place \d correct the .*, or fold\.",
    S.TURN_STREET:        r"[Tt]urn the next .* face up.*: the (?:flop|turn|river)\.",
    S.REVEAL:             r"(?i)(?:reveal|leave) the {street}",
    S.SHOW_HAND:          r"[Tt]urn both your (?:hole )?cards face up\.",
    S.FIRST_HAND:         r'(?:Declare|Announce) ".*[Pp]lace {place}\b',
    S.APPLY_PROCEDURE:    rf"Stop: .* house procedure, key {AWARD} {OF_PLACE}\.",
    S.KEY_AWARD:          rf"Key {AWARD} {OF_PLACE}\b",
    S.CONFIRM_AWARD:      rf"Have .* confirm {AWARD} {OF_PLACE}: \$",
    S.PAY_AWARD:          rf"Pay place {{place}} (?:{AWARD}|{MORE}) for the {{award}}: \$",
    S.TURN_HAND:          r"Turn the cards of place {place} and spread them face up",
    S.SETTLE_PLACE:       r"Place {place}(?:: .*(?:pay|take|stand off|push)| has folded: pay)",
    S.FINISH:             r"Everything is settled\. Finish the round\.",
    S.NO_RESULT:          r"(?:Misdeal|The round is void): .* Then close the round\.",
    S.CLOSE_ROUND:        r"Every wager and award is settled\. Close the round\.",
}
# fmt: on
ONLY_SD = {S.TAKE_CHIPS, S.TURN_STREET, S.APPLY_PROCEDURE}
WORDS_MAX = 40
"""Without a stop: nobody reads more with money on the felt."""


def after(table: Table, *commands: c.Command) -> Table:
    """The table once these were taken."""
    for command in commands:
        decided = decide(table, command)
        assert not isinstance(decided, Refused), (command, decided)
        table = decided.state
    return table


def seldom(table: Table) -> Iterator[Table]:
    """What comes seldom, made of a table where it can come."""
    round_, step = table.round, step_of(BonusHouse(table)).name
    fresh = next(card for card in DECK if card not in round_.drawn)
    if step is S.DEAL and round_.drawn:
        yield after(table, c.CardDrawn(round_.drawn[0]))
    if step is S.ASK and round_.phase is Phase.FLOP_DECISIONS:
        yield after(table, c.CardDrawn(fresh))
        waiting = [place.number for place in undecided(round_)]
        wrong = round_.place(waiting[0]).stakes[Area.ANTE].amount * 3
        first = c.Decide(waiting[0], Choice.BET, wrong)
        yield after(table, first, *(c.Decide(place, Choice.BET) for place in waiting[1:]))
        yield after(table, *(c.Decide(place, Choice.FOLD) for place in waiting))


def won(felt: Felt) -> Iterator[Table]:
    """A hand that has won off the meter, from here on as the steps lead."""
    while felt.round.phase is not Phase.RECONCILE:
        yield felt.table
        command = step_of(BonusHouse(felt.table)).command
        assert command is not None
        felt.go(command)


def every_table(ruleset: RuleSet) -> Iterator[Table]:
    for name, rules in ALL_RULES.items():
        if rules.ruleset is ruleset:
            for table in tables(name, 0):
                yield table
                yield from seldom(table)
    if ruleset is RuleSet.SD:
        yield from won(two_meter_hands())
    else:
        yield from won(jackpot_table(ruleset).to_showdown())


def expected(ruleset: RuleSet) -> set[BonusStep]:
    found = set(S) - (ONLY_SD if ruleset is not RuleSet.SD else set())
    return found - ({S.FLOP_FOR_JACKPOTS} if ruleset is not RuleSet.NSW_2024 else set())


@pytest.mark.untraced
@pytest.mark.parametrize("ruleset", RuleSet)
def test_every_step_is_told_in_plain_words_that_name_its_act(ruleset: RuleSet) -> None:
    met = set()
    for table in every_table(ruleset):
        step, text = step_of(BonusHouse(table)), guide(table).text
        assert isinstance(step.name, BonusStep)
        met.add(step.name)
        fields = {name: str(value) for name, value in vars_of(step.command).items()}
        fields["award"] = fields.get("award", "").replace("-", " ")
        words = NAMES_THE_ACT[step.name]
        assert re.search(words.format(**fields) if "{" in words else words, text), (step, text)
        assert plain(text), text
    assert met == expected(ruleset)


def vars_of(command: object) -> dict[str, object]:
    names = getattr(command, "__dataclass_fields__", ())
    return {name: getattr(command, name) for name in names}


def plain(text: str) -> bool:
    """Whole sentences, short enough to be read, and nothing of the program in them."""
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", text)
    whole = all(re.match(r"[A-Z]", one) and one.endswith((".", '"')) for one in sentences)
    short = all(len(one.split()) <= WORDS_MAX for one in re.split(r"[.:;] ", text))
    return whole and short and not re.search(r"[_{}<>]|\bNone\b|[a-z][A-Z]|  ", text)


@pytest.mark.parametrize(
    "text",
    ["", "open the round.", "Open the round", "Place_1 folds.", "Ask place None.", "A {deck}.",
     "Tap OpenRound.", "Deal." + " Word" * 50 + "."],
)  # fmt: skip
def test_words_that_are_not_plain_are_found(text: str) -> None:
    assert not plain(text)
