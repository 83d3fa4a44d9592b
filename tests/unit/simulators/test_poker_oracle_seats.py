"""The oracle of the poker room: button, blinds, joiners, missed blinds (R49, R57 to R59)."""

from typing import Any

from tests.helpers.poker_oracle import Room, WrongFile, open_room, play_hand
from tests.helpers.poker_oracle.file import DECK, Misfit

CARDS = " ".join(sorted(DECK))
Where = tuple[int, int | None, int]


class Evening:
    """Hands in which everybody folds to the last, so that only the seats matter."""

    def __init__(self, stacks: dict[int, int], **fields: Any) -> None:
        self.room: Room = open_room(
            {
                "ruleset": "poker-room",
                "limit": "no-limit",
                "blinds": ["2", "4"],
                "seats": 6,
                "commission": "none",
                "players": [{"seat": s, "stack": str(stack)} for s, stack in stacks.items()],
                **fields,
            }
        )
        self.number = 0
        self.hand: dict[str, Any] = {}

    def deal(self, *before: str, misdeal: bool = False) -> Where:
        """Button, small blind and big blind of the next hand."""
        self.number += 1
        row: dict[str, Any] = {"before": list(before), "cards": CARDS, "preflop": []}
        if misdeal:
            row["events"] = [{"during": "deal", "name": "card-exposed-in-cut"}]
        while True:
            try:
                room = self.room.copy()
                self.hand = play_hand(room, self.number, row)
            except WrongFile as wrong:
                if not wrong.missing:
                    raise
                row["preflop"].append(f"{wrong.offer.seat} fold")
            else:
                self.room = room
                return self.hand["button"], self.hand["small_blind"], self.hand["big_blind"]

    @property
    def dealt(self) -> list[int]:
        return [row["seat"] for row in self.hand["seats"]]

    def paid(self, seat: int) -> str:
        """In all, the part that went back included."""
        (row,) = [row for row in self.hand["seats"] if row["seat"] == seat]
        return f"{float(row['in']) + float(row['returned']):.2f}"

    def refuses(self, line: str) -> bool:
        try:
            self.room.copy().between_hands(line)
        except Misfit:
            return True
        return False


def test_r57_button_and_blinds_go_round() -> None:
    evening = Evening({1: 100, 3: 100, 4: 100})
    assert evening.deal() == (1, 3, 4)  # 6.1: the lowest taken seat
    assert evening.deal() == (3, 4, 1)
    assert evening.deal() == (4, 1, 3)


def test_r57_dead_button_and_dead_small_blind() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100, 5: 100})
    assert evening.deal() == (1, 2, 3)
    assert evening.deal("3 leaves") == (2, None, 4)
    assert evening.deal() == (3, 4, 5)  # the button stands at an empty seat
    assert evening.deal() == (4, 5, 1)


def test_r57_another_player_at_that_seat_posts_no_small_blind() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    evening.deal()
    assert evening.deal("3 leaves", "3 sits 100") == (2, None, 4)
    assert evening.dealt == [1, 2, 3, 4]  # the first lap


def test_r57_after_a_hand_of_two_the_button_goes_before_the_small_blind() -> None:
    evening = Evening({1: 100, 4: 100})
    assert evening.deal() == (1, 4, 1)
    assert evening.deal("5 sits 100 moved") == (5, 1, 4)


def test_r57_after_a_hand_of_two_the_button_is_where_the_small_blind_was() -> None:
    evening = Evening({1: 100, 4: 100})
    assert evening.deal() == (1, 4, 1)
    assert evening.deal("2 sits 100 moved") == (4, 1, 2)


def test_r57_three_become_two() -> None:
    for tournament, button in ((False, 2), (True, 3)):
        evening = Evening({1: 100, 2: 100, 3: 100}, tournament=tournament)
        assert evening.deal() == (1, 2, 3)
        assert evening.deal("1 leaves") == (button, 3, 2)


def test_r57_after_a_misdeal_all_three_stay() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    evening.deal()
    assert evening.deal(misdeal=True) == (2, 3, 4)
    assert evening.hand["result"] == "misdeal"
    assert evening.deal() == (2, 3, 4)
    assert evening.deal(misdeal=True) == (3, 4, 1)
    assert evening.deal("1 leaves") == (3, 4, 2)  # the big blind moves on alone


def lap(evening: Evening) -> None:
    for _ in range(4):
        evening.deal()


def test_r59_the_first_lap() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    evening.deal()
    evening.deal("5 sits 100")
    assert evening.dealt == [1, 2, 3, 5]  # the big blind came to it at once
    evening.deal("4 sits 100")
    assert evening.dealt == [1, 2, 3, 4, 5]
    evening.deal()
    assert evening.deal() == (1, 2, 3)  # back where it began
    evening.deal("6 sits 100")
    assert evening.dealt == [1, 2, 3, 4, 5]


def test_r58_a_joiner_waits_for_the_big_blind_or_posts() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    lap(evening)  # the big blind is at seat 3
    assert evening.deal("5 sits 100", "4 sits 100") == (2, 3, 4)
    assert evening.dealt == [1, 2, 3, 4]
    assert evening.deal() == (3, 4, 5)
    evening.deal("6 sits 100 moved")
    assert 6 in evening.dealt
    evening = Evening({1: 100, 2: 100, 3: 100})
    lap(evening)
    evening.deal("5 sits 100", "5 posts", "4 sits 100")
    assert evening.dealt == [1, 2, 3, 4, 5]
    assert evening.paid(5) == "4.00"  # a live big blind


def test_r58_who_posts_and_has_the_big_blind_posts_that_alone() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    lap(evening)
    assert evening.deal("4 sits 100", "4 posts") == (2, 3, 4)
    assert evening.paid(4) == "4.00"


def test_r49_a_missed_big_blind_is_made_up() -> None:
    """Blinds 2 and 4: 6 in all, of which 4 count as a bet."""
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    assert evening.deal() == (1, 2, 3)
    assert evening.deal("4 away") == (2, 3, 1)
    assert evening.deal("4 back") == (3, 1, 2)
    assert evening.dealt == [1, 2, 3]  # waits for the big blind
    evening.deal("4 posts")
    assert evening.dealt == [1, 2, 3, 4]
    assert evening.paid(4) == "6.00"
    assert evening.refuses("4 posts")  # nothing due any more


def test_r58_a_small_blind_alone_missed() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    assert evening.deal() == (1, 2, 3)
    assert evening.deal("3 away") == (2, None, 4)
    evening.deal("3 back", "3 posts")
    assert evening.paid(3) == "2.00"  # dead, and the button: nothing else


def test_r58_back_with_nothing_missed() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    evening.deal()
    evening.deal("1 away")
    assert evening.dealt == [2, 3, 4]
    assert evening.refuses("1 posts")
    evening.deal("1 back")
    assert evening.dealt == [1, 2, 3, 4]


def test_r58_away_takes_a_post_back() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    lap(evening)
    evening.deal("5 sits 100", "5 posts", "5 away", "5 back", "4 sits 100")
    assert evening.dealt == [1, 2, 3, 4]


def test_r58_no_blind_is_missed_in_the_first_hand() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    evening.deal("2 away")
    evening.deal("2 back")
    assert evening.dealt == [1, 2, 3, 4]


def test_r58_without_chips_blinds_are_missed_too() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 4})
    evening.deal()
    assert evening.deal() == (2, 3, 4)  # seat 4 is all-in, and loses or wins at the showdown
    evening.room.players[4].chips = 0
    assert evening.deal() == (3, None, 1)
    assert evening.room.players[4].missed_small
    evening.deal("4 buys 50", "4 posts")
    assert evening.paid(4) == "2.00"


def test_r57_where_fewer_than_two_would_be_dealt_in_those_who_wait_are() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    lap(evening)  # the big blind is at seat 3
    evening.deal("5 sits 100", "2 leaves", "3 leaves")
    assert evening.dealt == [1, 5]


def test_r57_who_posted_in_a_misdeal_posts_again() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    lap(evening)
    evening.deal("5 sits 100", "5 posts", "4 sits 100", misdeal=True)
    evening.deal()
    assert (evening.dealt, evening.paid(5)) == ([1, 2, 3, 4, 5], "4.00")
    evening.deal()
    assert evening.paid(1) == "0.00"


def test_r57_a_blind_that_passes_in_a_misdeal_is_missed() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100, 4: 100})
    evening.deal()
    assert evening.deal("4 away", misdeal=True) == (2, 3, 1)
    assert evening.deal("4 back") == (2, 3, 1)
    assert evening.dealt == [1, 2, 3]


def test_r57_nobody_posts_both_blinds() -> None:
    evening = Evening({5: 100, 6: 100})
    assert evening.deal(misdeal=True) == (5, 6, 5)
    assert evening.deal("5 leaves", "1 sits 100", "2 sits 100") == (5, None, 6)
    assert evening.paid(6) == "4.00"


def test_r58_who_posts_and_has_the_small_blind_of_two_tops_it_up() -> None:
    evening = Evening({1: 100, 3: 100, 4: 100})
    for _ in range(4):
        evening.deal()  # the big blind is at seat 4
    evening.deal("3 leaves", "4 leaves", "2 sits 100", "2 posts")
    assert (evening.hand["small_blind"], evening.hand["big_blind"]) == (2, 1)
    assert evening.paid(2) == "4.00"


def test_28_1_an_absent_player_of_a_tournament_is_dealt_in_and_folds() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100}, tournament=True)
    evening.deal("3 away")
    assert evening.dealt == [1, 2, 3]
    assert evening.hand["seats"][2]["outcome"] == "won"  # the others folded before its turn
    evening.deal("2 away")  # both fold when their turn comes, and nothing is listed
    assert [row["outcome"] for row in evening.hand["seats"]] == ["won", "folded", "folded"]
    assert evening.paid(3) == "2.00"


def test_what_the_rules_forbid_between_hands() -> None:
    evening = Evening({1: 100, 2: 100, 3: 100})
    for line in (
        *("1 sits 50", "4 sits 0", "1 buys 0", "1 posts", "1 back", "5 leaves", "7 sits 50"),
        *("1 naps", "1 buys", "4 sits 50 late", "1", "x sits 50"),
    ):
        assert evening.refuses(line), line
