"""The tournament desk: entries, seats, the clock, places and prizes (rules 24 to 34), pure."""
