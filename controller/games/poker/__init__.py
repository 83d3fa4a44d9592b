"""The poker room: cash Texas Hold'em between players, and tournament tables of it.

The core never has a hole card before it is tabled or exposed, nor the order of a deck: players
hold their cards, the dealer keys what lies face up. Amounts are plain ints of cents, as a betting
round adds and compares them all the time; `Money` prints them at the edges.
"""
