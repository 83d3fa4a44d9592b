"""The table's life between rounds: opening, decks, people, limits, entries, money, closing, signs.

The shape is that of the round core: `decide` accepts a command and says what happened, or refuses
it with a reason and a clause; state is only ever a fold of events. Who may give a command is not
judged here but in front of `decide`, from the powers of staff.
"""
