"""One table with everything its one writer keeps: floor, round, outboxes, and what people do.

The cores of floor and round know nothing of each other. Here a command goes to the core it is
meant for, to the other one as far as it concerns it, and past the powers of staff before either:
no command reaches a core on any other way.
"""
