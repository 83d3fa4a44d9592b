"""Where the documents leave two readings: the one taken here.

A difference found by comparison is put down to a rule that was broken, or to one of these. The
generator goes there only with corners, except for those that cannot be told from the file.
"""

from typing import Final

READINGS: Final = {
    "five-cards": "R60: `null below five cards` counts the hole cards; a flop is enough.",
    "exposed-twice": "folded-hand-exposed of a hand exposed before changes nothing.",
    "turned-up": (
        "28.5: in a tournament hands are face up from the moment all action is complete; one that "
        "is dead or void after that is printed."
    ),
    "void-exposed": "An exposed folded hand is printed in a void hand too.",
    "restored-uncontested": (
        "winning-hand-mucked with one player left fits: that hand is brought back and tabled."
    ),
    "last-hand-on-a-street": (
        "hand-fouled or hand-killed of the only player left fits at `showdown`, not on a street."
    ),
    "nobody-to-win": (
        "Both hands are fouled and nobody folded in the last round held: the last to fold at all "
        "wins; where nobody folded in the whole hand the file is wrong."
    ),
    "whole-stack-named": "`bet` and `raise` to the whole stack are an all-in, below the least too.",
    "all-in-above-the-rounded-most": "The most is rounded down for an all-in too.",
    "full-raise": "A raise is full by its size, before the least is rounded up to the chip.",
    "rivals": "R54 asks for another player with chips, not for one who could pay the raise.",
    "dead-wager-not-called": (
        "R54: against all-ins for no more there is nothing to decide, also where a dead hand has "
        "wagered more."
    ),
    "forfeit-is-a-wager": (
        "R64: a forfeited raise sets the least raise, counts for the cap, and calls what it "
        "raised; a forfeited short call calls nothing (R63)."
    ),
    "short-error-of-a-short-stack": (
        "R65: what it should have been is the whole stack where that is less."
    ),
    "out-of-turn-of-whom": (
        "Anybody with chips whose turn it is not. Only a bet, call or raise binds (19.2), a check "
        "or fold does not; what it names is judged when the turn comes, by the amount and not by "
        "the word. The action may repeat the seat."
    ),
    "two-rulings": (
        "A ruling at the seat's turn binds instead of the action out of turn, and leaves no "
        "forfeit: `what is listed next for the seat must be it`."
    ),
    "wrong-burn-after": "`No action yet` is after = 0, whoever else has folded.",
    "stub": (
        "`cards` of an event may not hold a hole card or one of the board; it may be shorter than "
        "the stub. Where nothing is dealt from it, it may not be there."
    ),
    "cards-of-a-misdeal": "A misdeal needs no cards, nor does a street that is dealt again.",
    "posts-twice": "`posts` again, as after a misdeal, changes nothing.",
    "muck-without-showdown": "`muck` without a showdown, or of the last player left, is wrong.",
    "mucked-excess": "What a mucked hand has above the last layer goes into the last pot.",
    "tournament-debts": "R52: in a tournament nobody misses a blind, without chips neither.",
    "button-default": "The lowest taken seat has the first button even if its player is away.",
    "button-of-another": "A first `button` at one not dealt in goes to one of two as well.",
    "missed-in-a-void": "A blind that passes in a misdeal or void hand is missed.",
    "small-blind-again": (
        "Dealt again, the small blind is posted if its player is dealt in now; that is then the "
        "one missed in the misdeal."
    ),
    "button-again": "Dealt again with a third player, a button at the big blind goes as in R57.",
    "dead-with-the-small-of-two": (
        "R58: topping up the small blind of two is the live post; a dead one is due besides."
    ),
    "waited-and-dealt-in": "Who is dealt in without a post (R57) owes nothing afterwards.",
    "joiner-missed-small": "A joiner who was away for the small blind posts it dead besides.",
    "lap-began": "R59: the first lap begins with the first hand, also if that is a misdeal.",
}
