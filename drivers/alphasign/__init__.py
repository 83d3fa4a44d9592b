"""The jackpot sign: Alpha sign protocol (BetaBrite, Adaptive)."""
