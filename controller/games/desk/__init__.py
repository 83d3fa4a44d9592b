"""The tournament desk behind the seam that games have: on the same runtime, record and powers.

The desk itself is pure and knows no table (`controller.tournament`). Here it is a house without a
floor. A desk is opened as a table is:

    table = load_tournament("friday")                    # config/tournaments, or a .toml file
    setup = TableFolder(path).create().setup(table, keys, register, None, alive)
    running = RunningTable(setup, MachineClock())        # controller.running.running_table
    running.reception.show_pin("201", pin)               # somebody signs on
    running.controller.submit(Enter("anna"))             # a future: Accepted or Refused
    running.controller.snapshot().house.table            # a `tournament.state.Desk`

`running.controller.now()` is the moment that `tournament.clock.left_ms` counts from. What comes
from elsewhere than the desk's screen is submitted as a device's events are (`controller.heard`).
"""
