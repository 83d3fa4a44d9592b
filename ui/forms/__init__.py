"""Forms: rows that say what can be asked for, what each asks, and what it sends."""
