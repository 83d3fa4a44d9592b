"""What the pit's page says of what was read: no server, no clock."""

import json
from dataclasses import replace
from typing import Any

import pytest

from controller.domain.money import Money
from ui.monitor.page import ALARMS_SHOWN, TABLES_SHOWN, Model, page
from ui.monitor.reading import (
    HeardSeen,
    HeldSeen,
    PoolSeen,
    Reading,
    RefusedSeen,
    StandbySeen,
    TableSeen,
    WinSeen,
)
from ui.monitor.watch import Trouble, Watch, heard_ms, watched

NOW = 1_790_000_000_000
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
MAIN = PoolSeen("main", 90, Money(6_123_450), Money(0), None)


def table(name: str = "14", **changes: Any) -> TableSeen:
    return replace(TableSeen("main", name, True, True, NOW - 30 * SECOND), **changes)


def reading(*tables: TableSeen, **changes: Any) -> Reading:
    return replace(Reading(NOW, (MAIN,), tables), **changes)


def shown(*looks: Reading, lost: Trouble | None = None) -> Model:
    """The page after these looks."""
    watch = Watch()
    for look in looks:
        watch = watched(watch, look)
    return page(looks[-1], watch, lost)


def alarms(*looks: Reading) -> list[str]:
    return [f"{alarm['what']}. {alarm['says']}" for alarm in shown(*looks)["alarms"]]


def the_pool(*looks: Reading) -> Model:
    (only,) = shown(*looks)["pools"]
    return dict(only)


def test_the_meter_is_what_is_not_reserved() -> None:
    open_win = HeldSeen("main", 88, "14", 7, Money(50_000), NOW)
    pool = replace(MAIN, available=Money(100), reserved=Money(50_000))
    of = the_pool(reading(table(), pools=(pool,), held=(open_win,)))
    assert (of["name"], of["cents"], of["reserved"]) == ("main", 100, "$500.00")
    assert the_pool(reading())["reserved"] == ""


@pytest.mark.parametrize(
    ("limit", "says"), [(None, False), (Money(6_123_451), False), (Money(6_123_450), True)]
)
def test_a_meter_at_its_limit_says_so(limit: Money | None, says: bool) -> None:
    assert the_pool(reading(pools=(replace(MAIN, limit=limit),)))["at_limit"] is says


def test_a_page_of_the_same_figures_is_the_same_page() -> None:
    first = reading(table(), standbys=(StandbySeen("b", False, 0, 0),))
    later = replace(first, now_ms=NOW + 5 * SECOND)
    assert json.dumps(shown(first)) == json.dumps(shown(first, later))


def test_tables_stand_in_the_order_people_count_those_that_need_somebody_first() -> None:
    held = HeldSeen("main", 88, "9", 7, Money(50_000), NOW)
    names = ("14", "2", "B 10", "B 9", "9", "1")
    tables = [table(name, connected=name != "1") for name in names]
    first = reading(*tables, held=(held,))
    of = the_pool(first, replace(first, now_ms=NOW + MINUTE))
    assert [row["table"] for row in of["tables"]] == ["1", "9", "2", "14", "B 9", "B 10"]
    assert (of["linked"], of["lost"]) == (5, 1)


def test_what_waits_stands_with_its_table() -> None:
    held = HeldSeen("main", 88, "14", 7, Money(50_000), NOW - SECOND)
    refused = RefusedSeen("main", "14", 89, "Post", "more_than_reserved", "", NOW - MINUTE)
    rows = the_pool(reading(table(), table("15"), held=(held,), refused=(refused,)))["tables"]
    assert rows[0]["waits"] == "$500.00 to confirm, a refused transfer"
    assert rows[0]["waits_since"] == NOW - MINUTE
    assert (rows[1]["waits"], rows[1]["waits_since"]) == ("", None)


def test_more_tables_than_there_is_room_for_are_counted() -> None:
    of = the_pool(reading(*(table(str(n)) for n in range(TABLES_SHOWN + 3))))
    assert (len(of["tables"]), of["tables_more"], of["linked"]) == (
        TABLES_SHOWN,
        3,
        TABLES_SHOWN + 3,
    )


def test_a_table_was_heard_of_when_it_sent_something_or_anchored_its_journal() -> None:
    sent = HeardSeen("main", "14", 90, NOW)
    watch = watched(Watch(), reading(table(), heard=(sent,)))
    assert heard_ms(watch, table()) == NOW
    assert heard_ms(watch, table(anchored_ms=NOW + 1)) == NOW + 1
    assert heard_ms(watch, table("15", anchored_ms=None)) is None
    assert watch.looked == {"main": 90}


def test_a_link_is_lost_after_a_while_and_found_again() -> None:
    up, down = reading(table()), reading(table(connected=False), now_ms=NOW + SECOND)
    at_once = replace(down, now_ms=NOW + 10 * SECOND)
    later = replace(down, now_ms=NOW + 11 * SECOND)
    assert alarms(up, down, at_once) == []
    assert the_pool(up, down, at_once)["tables"][0]["state"] == "linked"
    assert alarms(up, down, later) == [
        "Link lost: table 14. Its contributions and meter awards wait at the table until the link "
        "is back."
    ]
    assert shown(up, down, later)["alarms"][0]["since"] == NOW + SECOND
    assert alarms(up, down, later, replace(up, now_ms=NOW + HOUR)) == []


def test_a_link_that_was_lost_before_the_first_look_is_lost_since_the_table_was_heard_of() -> None:
    found = shown(reading(table(connected=False)))
    assert [alarm["since"] for alarm in found["alarms"]] == [NOW - 30 * SECOND]


@pytest.mark.parametrize(
    ("of", "state"),
    [
        (table(connected=False, anchored_ms=NOW - 13 * HOUR), "away"),
        (table(connected=False, anchored_ms=None), "away"),
        (table(connected=False, has_login=False), "no login"),
    ],
)
def test_a_table_that_is_closed_or_has_no_login_is_no_alarm(of: TableSeen, state: str) -> None:
    assert the_pool(reading(of))["tables"][0]["state"] == state
    assert alarms(reading(of)) == []


def test_a_win_that_nobody_confirms_becomes_an_alarm() -> None:
    held = HeldSeen("main", 88, "14", 7, Money(612_345), NOW)
    assert alarms(reading(table(), held=(held,), now_ms=NOW + 5 * MINUTE - 1)) == []
    assert alarms(reading(table(), held=(held,), now_ms=NOW + 5 * MINUTE)) == [
        "Win open too long: table 14. $6,123.45 reserved in round 7 is neither paid nor released."
    ]


def test_a_refused_transfer_is_an_alarm_until_the_table_sends_something_else() -> None:
    refused = RefusedSeen(
        "main", "14", 90, "Post", "more_than_reserved", "5.00 seen, 4.00 reserved.", NOW
    )
    first = reading(table(), refused=(refused,), heard=(HeardSeen("main", "14", 90, NOW),))
    quiet = reading(table())
    says = (
        "Transfer refused: table 14. Post: This is more than is reserved. 5.00 seen, 4.00 reserved."
    )
    assert alarms(first) == alarms(first, quiet) == [says]
    assert alarms(first, quiet, reading(table(), heard=(HeardSeen("main", "14", 95, NOW),))) == []
    elsewhere = reading(table(), heard=(HeardSeen("second", "14", 3, NOW + MINUTE),))
    assert alarms(first, elsewhere) == [], "set aside, it plays on in the pool it was in"
    other = reading(table(), heard=(HeardSeen("main", "15", 96, NOW),))
    assert alarms(first, other) == [says]


@pytest.mark.parametrize(
    ("standby", "says"),
    [
        (StandbySeen("b", True, 10, 0), []),
        (StandbySeen("b", True, 11, 3 << 20), ["Standby b. It is 11 s and 3 MB behind."]),
        (StandbySeen("b", True, 0, 65 << 20), ["Standby b. It is 0 s and 65 MB behind."]),
        (
            StandbySeen("b", False, 0, 0),
            ["Standby b. It is catching up and could not take over now."],
        ),
        (
            StandbySeen("b", True, 0, 0, waited_for=False),
            [
                "Standby b. Answers do not wait for it: they may be lost with this "
                "server. Name it in synchronous_standby_names."
            ],
        ),
        (
            StandbySeen("b", None, 0, 0, waited_for=None),
            [
                "Standby b. Its state cannot be read. "
                "Make the owner of the pools' schema a member of pg_monitor."
            ],
        ),
    ],
)
def test_a_standby_that_lags_is_an_alarm(standby: StandbySeen, says: list[str]) -> None:
    assert alarms(reading(standbys=(standby,))) == says


def test_a_standby_that_goes_is_an_alarm_until_it_is_back() -> None:
    there, gone = reading(standbys=(StandbySeen("b", True, 0, 0),)), reading(now_ms=NOW + SECOND)
    much_later = replace(gone, now_ms=NOW + HOUR)
    assert alarms(there, gone, much_later) == [
        "Standby b. It no longer follows: nothing would take over."
    ]
    assert shown(there, gone, much_later)["alarms"][0]["since"] == NOW + SECOND
    assert alarms(there, gone, there) == []


def test_a_clock_that_is_set_back_makes_no_alarm_go_away() -> None:
    held = HeldSeen("main", 88, "15", 7, Money(612_345), NOW)
    down = reading(table(connected=False), held=(held,))
    later = replace(down, now_ms=NOW + 10 * MINUTE)
    found = alarms(reading(table()), down, later)
    assert [alarm.partition(":")[0] for alarm in found] == ["Link lost", "Win open too long"]
    back = replace(down, now_ms=NOW - HOUR)
    assert alarms(reading(table()), down, later, back) == found
    assert the_pool(down, later, back)["tables"][0]["state"] == "lost"


def test_links_that_cannot_be_judged_are_an_alarm_and_no_more() -> None:
    unseen = reading(table(seen=False))
    first, later = shown(unseen), shown(unseen, replace(unseen, now_ms=NOW + HOUR))
    assert first["alarms"] == later["alarms"]
    assert [alarm["what"] for alarm in first["alarms"]] == ["Silent links cannot be detected"]
    assert the_pool(unseen)["tables"][0]["state"] == "linked"
    assert alarms(unseen, reading(table())) == []


def test_wins_stand_in_the_order_in_which_they_were_reserved_the_open_ones_on_top() -> None:
    def win(order: int, seq: int, **changes: Any) -> WinSeen:
        of = WinSeen(
            "main", order, seq, "14", 7, "straight_flush", Money(612_345), ("204", "117"), NOW,
            False, False,
        )  # fmt: skip
        return replace(of, **changes)

    held = [HeldSeen("main", order, "16", 9, Money(100), NOW) for order in (61, 60)]
    wins = (win(50, 58, reversed=True), win(40, 59, resets=True), win(50, 57))
    rows = the_pool(reading(held=tuple(held), wins=wins))["wins"]
    assert [(row["order"], row["note"]) for row in rows] == [
        (61, "to be confirmed"), (60, "to be confirmed"),
        (50, "reversed"), (50, ""), (40, "meter reset"),
    ]  # fmt: skip
    assert rows[2] == {
        "order": 50, "at": NOW, "table": "14", "round": 7, "award": "straight flush",
        "amount": "$6,123.45", "who": "204, 117", "note": "reversed",
    }  # fmt: skip


def test_a_server_that_cannot_be_read_is_the_first_alarm_and_nothing_is_live() -> None:
    look = reading(table(connected=False))
    found = shown(look, lost=Trouble("it does not answer", NOW))
    assert found["live"] is False
    assert shown(look)["live"] is True
    assert [alarm["what"] for alarm in found["alarms"]] == [
        "Jackpot server: it does not answer", "Link lost: table 14",
    ]  # fmt: skip


def test_the_oldest_alarms_are_shown_and_the_others_counted() -> None:
    tables = [table(str(n), connected=False, anchored_ms=NOW - n * MINUTE) for n in range(1, 9)]
    found = shown(reading(*tables))
    assert found["alarms"][0]["what"] == "Link lost: table 8"
    assert (len(found["alarms"]), found["alarms_more"]) == (ALARMS_SHOWN, 3)
