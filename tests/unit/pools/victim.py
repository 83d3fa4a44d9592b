"""A process that plays a fixed evening into a pool file until somebody kills it."""

import json
import sys
from pathlib import Path

from controller.pools import EVERYTHING, Percent
from controller.pools import transfers as c
from controller.pools.content import answer_to_plain
from controller.pools.contract import Pools
from controller.pools.refusals import PoolRefused
from controller.pools.sqlite import SqlitePools
from controller.pools.transfers import Transfer
from tests.unit.pools.backends import PEOPLE, ROYAL, dollars, figures, terms

EVENING = figures(increment=123_457, reserve=1_003, limit="50020")
ROUNDS = 60


def script() -> list[Transfer]:
    """Three tables: wagers, voids, wins and resets; some of it is refused."""
    sent: list[Transfer] = [c.Join(f"join {n}", f"t{n}", terms(EVENING)) for n in range(3)]
    for round_ in range(ROUNDS):
        table = f"t{round_ % 3}"
        bet, hold, prize = f"bet {round_}", f"hold {round_}", f"prize {round_}"
        sent.append(c.Contribute(bet, table, round_, 1 + round_ % 7))
        if round_ % 5 == 0:
            whole = round_ % 10 == 0
            sent.append(c.Reserve(hold, table, round_, EVERYTHING if whole else Percent(10)))
            sent.append(c.Amend(f"amend {round_}", hold, dollars("4000")))
            paid = dollars("4000")
            sent.append(c.Post(prize, hold, "level", paid, whole, ROYAL, PEOPLE, round_))
        if round_ % 15 == 0:
            sent.append(c.Reverse(f"reverse {round_}", prize))
        if round_ % 5 == 0:
            sent.append(c.Release(f"release {round_}", hold))
        if round_ % 4 == 0:
            sent.append(c.TakeBack(f"back {round_}", bet, 1))
        if round_ % 20 == 0:
            sent.append(c.TakeBack(f"too many {round_}", bet, 9))
    return sent


def play(pools: Pools) -> list[str]:
    """All of it from the beginning; what was answered before is only a retry."""
    pool = pools.open("main", EVENING, PEOPLE, 1)
    assert not isinstance(pool, PoolRefused)
    answers = []
    for transfer in script():
        answers.append(json.dumps(answer_to_plain(pool.apply(transfer))))
        if isinstance(pools, SqlitePools):
            sys.stdout.write(answers[-1] + "\n")
            sys.stdout.flush()
    return answers


if __name__ == "__main__":
    play(SqlitePools(Path(sys.argv[1])))
