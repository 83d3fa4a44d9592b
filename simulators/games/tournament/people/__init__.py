"""A whole tournament of simulated people: the desk and its tables with their records, over the real
link, on virtual time. Whatever is killed or cut, the same seed plays the same tournament."""
