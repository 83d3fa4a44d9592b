"""The whole menu, and which lines of the powers table are somebody else's."""

from typing import Final

from controller.staff.powers import Action
from ui.supervision import cards, disputes, jackpot, people, play, running
from ui.supervision.entries import Entry

ENTRIES: Final[tuple[Entry, ...]] = (
    *play.ROUND_ENTRIES,
    *jackpot.JACKPOT_ENTRIES,
    *running.LIMIT_ENTRIES,
    *running.TABLE_ENTRIES,
    *running.MONEY_ENTRIES,
    *cards.CARD_ENTRIES,
    *cards.DEVICE_ENTRIES,
    *people.PLAYER_ENTRIES,
    *disputes.DISPUTE_ENTRIES,
    *disputes.PAYMENT_ENTRIES,
    *disputes.NOTICE_ENTRIES,
)

BY_CODE: Final = {entry.code: entry for entry in ENTRIES}

_ON_THE_FELT: Final = "done on the felt, the action bar or the card pad"
_IRREGULARITY: Final = "reported from the irregularity panel"
_AT_THE_PLACE: Final = "done in the panel of the place"
_COMMAND_LINE: Final = "done with the feltwork command, not at a table in play"

ELSEWHERE: Final[dict[Action, str]] = {
    **dict.fromkeys(
        (
            *(
                Action.OPEN_ROUND,
                Action.PLACE_WAGER,
                Action.TAKE_BACK_WAGER,
                Action.NO_MORE_BETS,
                Action.KEY_CARD,
            ),
            *(
                Action.DEAL_DONE,
                Action.DECIDE,
                Action.REVEAL,
                Action.EVERYBODY_FOLDED,
                Action.SHOW_DEALERS_HAND,
            ),
            *(
                Action.CONCEDE,
                Action.BEGIN_SETTLEMENT,
                Action.SETTLE_PLACE,
                Action.KEY_AWARD,
                Action.PAY_AWARD,
            ),
            *(Action.FINISH_SETTLEMENT, Action.CLOSE_ROUND, Action.CONTINUE_RECOVERED),
        ),
        _ON_THE_FELT,
    ),
    **dict.fromkeys(
        (
            *(Action.WRONG_CARD_COUNT, Action.CARD_EXPOSED_IN_DEAL, Action.DEALER_CARD_EXPOSED),
            *(
                Action.COMMUNITY_EXPOSED,
                Action.CARDS_TO_EMPTY_BOX,
                Action.MISSING_CARD,
                Action.FOREIGN_CARD,
            ),
            *(
                Action.CARD_OUT_OF_TURN,
                Action.SHUFFLER_JAM,
                Action.JACKPOT_FAILED,
                Action.DEEMED_FOLD,
            ),
            Action.FLOP_CORRECTED,
        ),
        _IRREGULARITY,
    ),
    **dict.fromkeys(
        (Action.TAKE_SEAT, Action.PLAYER_LEFT),
        _AT_THE_PLACE,
    ),
    **dict.fromkeys(
        (
            *(
                Action.UNSEAL_CARD,
                Action.SET_UP_DEVICES,
                Action.REGISTER_PERSON,
            ),
            *(
                Action.REMOVE_PERSON,
                Action.CHANGE_OWN_PIN,
                Action.RESET_PIN,
                Action.GIVE_CARD,
            ),
            *(Action.VERIFY_RECORD, Action.EXPORT_RECORD, Action.ARCHIVE_RECORD),
        ),
        _COMMAND_LINE,
    ),
    Action.READ_RECORD: "the history panel",
}
"""Lines of the powers table that have no entry here, and where they are instead."""
