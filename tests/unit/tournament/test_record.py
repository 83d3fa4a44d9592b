"""The record can hold all that happens at the desk, and the desk itself."""

from typing import Any

from controller.journal.codec import Codec, from_bytes, to_bytes
from controller.tournament.clock import BeginHand
from controller.tournament.core import CORE
from controller.tournament.format import InKind
from controller.tournament.publishing import PublishPrizes
from controller.tournament.state import Desk
from simulators.games.tournament.course import command_of
from simulators.games.tournament.file import checked_tournament
from tests.helpers.tournament_desk import Office, chips, friday, level
from tests.helpers.tournament_gen import legal


def test_events_and_desk_come_back_from_the_record_as_they_went_in() -> None:
    codec = Codec(*CORE.folds)
    met: set[type] = set()
    for seed in range(25):
        office = played(legal(seed))
        met |= {type(event) for event in office.events}
        read = [codec.read(*codec.write(event)) for event in office.events]
        assert CORE.fold(Desk(office.desk.form), read) == office.desk
        assert from_bytes(Desk, to_bytes(Desk, office.desk)) == office.desk
    assert len(met) == 16, "every kind that a file can bring about"


def test_a_desk_with_levels_and_prizes_in_kind_comes_back() -> None:
    levels, kinds = (level(20, 1, 2), level(5)), (InKind(1, "a watch", chips(1)),)
    desk = friday(levels=levels, in_kind=kinds).do(BeginHand(1)).desk
    assert from_bytes(Desk, to_bytes(Desk, desk)) == desk


def test_the_record_knows_them_by_names_of_their_own() -> None:
    assert all(name.startswith("tournament.") for name in Codec(*CORE.folds).kinds)


def played(content: dict[str, Any]) -> Office:
    tournament = checked_tournament("friday.toml", content)
    office = Office(tournament.form).do(PublishPrizes())
    return office.do(*map(command_of, tournament.course))
