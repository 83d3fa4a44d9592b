"""The life of a bonus table as far as it is the game's: wagers, limits, jackpot, signs, awards."""
