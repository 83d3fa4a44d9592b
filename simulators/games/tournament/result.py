"""What came of a tournament, as `feltwork play --json` prints it."""

from typing import Any

from controller.tournament.format import amount
from controller.tournament.places import going_on, winners
from controller.tournament.prizes import money, won
from controller.tournament.state import Desk


def tournament_result(file: str, desk: Desk) -> dict[str, Any]:
    """Entries, money, places, winners of the tables, and who goes on."""
    tables = desk.table_numbers()
    return {
        "file": file,
        "entries": len(desk.entrants),
        "rebuys": desk.rebuys,
        "addons": desk.addons,
        "money": {source: amount(cents) for source, cents in money(desk)._asdict().items()},
        "places": [
            {
                "place": one.place,
                "player": one.name,
                "chips": amount(one.chips),
                "prize": amount(one.cash),
            }
            for one in won(desk)
        ],
        "winners": [{"table": table, "players": winners(desk, table)} for table in tables],
        "advance": [{"table": table, "players": going_on(desk, table)} for table in tables],
        "disqualified": list(desk.disqualified),
    }
