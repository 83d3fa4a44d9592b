"""The screens of the tournament desk, by touch."""

from controller.domain.instant import MINUTE_MS
from controller.games.desk.tables_beside import TablesView
from controller.tournament.clock import BeginLevel
from controller.tournament.ending import PlayHandForHand
from controller.tournament.entries import Enter
from controller.tournament.phases import Phase
from controller.tournament.state import EntryState
from tests.helpers.desk_screen import at, busted, playing, shift_of, state, typed
from tests.helpers.layout import Eye
from tests.helpers.screen import Made
from tests.helpers.shift import CASINO, DEALER, GAMING
from tests.helpers.tournament_desk import form
from ui.games.desk.screen import DESK_SCREEN
from ui.sign import SignWindow


def test_from_the_first_name_to_the_start_with_taps_alone(desk: Made) -> None:
    screen = desk()
    eye = Eye()
    eye.look(screen.window, "nobody has entered")
    assert screen.primary() == "Enter players"
    screen.tap("primaryButton")
    eye.look(screen.window, "keyboard")
    typed(screen, "anna", "ben", "cara", "dan", "eva maria")
    names = [one.name for one in state(screen).entrants]
    assert names == ["Anna", "Ben", "Cara", "Dan", "Eva Maria"]
    assert screen.find("letterEnter") is not None, "the keyboard stays for the next name"
    assert screen.primary() == "Draw 5 seats"
    typed(screen, "anna")
    assert "already" in screen.text("supervisorMessage")
    assert screen.text("supervisorTyped") == "Anna", "what was refused can be corrected"
    eye.look(screen.window, "refused name")
    screen.tap("supervisorBack").tap("primaryButton")
    assert sorted(len(at(screen, table)) for table in (1, 2)) == [2, 3]
    eye.look(screen.window, "seated")
    assert screen.primary() == "Publish the prizes"
    screen.tap("primaryButton")
    assert screen.primary() == "Start"
    screen.tap("primaryButton")
    assert state(screen).phase is Phase.PLAYING
    assert screen.text("timeLeft") == "20:00"
    assert screen.primary() == "Enter a hand"
    eye.look(screen.window, "playing")
    assert eye.found == []


def test_a_double_tap_starts_nothing_twice_and_draws_once(desk: Made) -> None:
    screen = desk()
    shift_of(screen).do(*(Enter(name) for name in "abcd"))
    screen.settle()
    screen.tap("primaryButton").tap("primaryButton", after_ms=100)
    assert not state(screen).published, "the second tap was on a key that nobody could have read"
    screen.tap("primaryButton").tap("primaryButton", after_ms=100)
    assert state(screen).phase is Phase.OPEN


def test_a_hand_of_a_table_without_a_console_and_a_re_buy_with_one_tap(desk: Made) -> None:
    screen = playing(desk())
    eye = Eye()
    loser, winner = busted(screen)
    assert state(screen).entrant(winner).stack == 2 * state(screen).form.bank
    assert screen.find("amountsNext") is None, "what was opened by itself closes by itself"
    screen.tap("page-players")
    eye.look(screen.window, "one at 0")
    screen.tap(f"sell-{loser}")
    assert state(screen).entrant(loser).stack == state(screen).form.bank
    assert screen.text("undoButton", "reason") == "Re-buy"
    screen.tap("undoButton")
    assert state(screen).entrant(loser).stack == 0
    screen.tap(f"tile-{loser}")
    eye.look(screen.window, "panel of a player")
    screen.tap("about-disqualify")
    assert "Out at once: no place, no prize, no refund." in " ".join(screen.texts())
    eye.look(screen.window, "why")
    screen.tap("entry-conduct").tap("supervisorConfirm")
    assert state(screen).entrant(loser).standing is EntryState.DISQUALIFIED
    assert eye.found == []


def test_a_wrong_hand_is_put_right_with_a_reason(desk: Made) -> None:
    screen = playing(desk())
    loser, winner = busted(screen)
    screen.tap("tile-1").tap("about-correct-hand")
    screen.tap(f"amount-{loser}").tap("digit5").tap("digit0").tap("digit0")
    screen.tap(f"amount-{winner}").tap("amountsRest").tap("amountsNext")
    screen.tap("entry-counted-again").tap("supervisorConfirm")
    assert state(screen).entrant(loser).stack == 50_000


def test_the_clock_is_set_by_touch_and_the_wall_counts_on(desk: Made) -> None:
    screen = playing(desk())
    shift = shift_of(screen)
    wall = SignWindow(screen.bridge, DESK_SCREEN)
    eye = Eye()
    try:
        shift.clock.wait(MINUTE_MS // 2)
        wall.model.turnPage()
        assert wall.model.props.time == "19:30"
        screen.console.view.tell_time("20:42")
        assert screen.text("timeLeft") == "19:30"
        screen.tap("head")
        eye.look(screen.window, "panel of the clock")
        screen.tap("about-add-minute").tap("entry-play-interrupted").tap("supervisorConfirm")
        assert screen.text("timeLeft") == "20:30"
        screen.tap("clockButton")
        assert screen.text("state", "badgeText") == "PAUSED"
        assert (wall.model.props.state, wall.model.props.blinds) == ("PAUSED", "25/50")
        screen.tap("clockButton").tap("head").tap("about-set-level").tap("entry-2")
        screen.tap("entry-timetable").tap("supervisorConfirm")
        assert wall.model.props.state == "BREAK"
        eye.look(screen.window, "break")
        assert wall.model.props.next == "Next: 100/200, ante 25"
        wall.window.show()
        eye.look(wall.window, "break")
        shift.do(BeginLevel(3), PlayHandForHand())
        screen.settle()
        eye.look(wall.window, "hand for hand")
        assert wall.model.props.state == "HAND FOR HAND"
    finally:
        wall.close()
    assert eye.found == []


def test_to_the_prizes_with_a_cut(desk: Made) -> None:
    screen = playing(desk(form(prizes=(1_000_000,))), "anna", "ben")
    eye = Eye()
    screen.tap("irregularityButton").tap("entry-Start and end").tap("entry-end")
    screen.tap("supervisorConfirm").tap("supervisorBack").tap("supervisorBack")
    assert state(screen).phase is Phase.CUTTING
    assert screen.primary() == "Cut cards"
    screen.tap("primaryButton")
    assert screen.text("supervisorQuestion") == "anna: which card?"
    eye.look(screen.window, "cards")
    screen.tap("key-Kd").tap("key-As")
    assert "anna: K♦" in " ".join(screen.texts())
    screen.tap("supervisorConfirm")
    assert state(screen).phase is Phase.DECIDED
    screen.tap("page-prizes")
    assert screen.text("tile-1", "tileName") == "1. ben"
    assert screen.text("tile-1", "tileNote") == "$200"
    assert not screen.enabled("primaryButton")
    eye.look(screen.window, "decided")
    assert eye.found == []


def test_moves_are_listed_until_the_players_sit_there(desk: Made) -> None:
    screen = desk(form(seats=4, tables=2))
    playing(screen, *"abcdef")
    shift_of(screen).hand(2, **dict(zip(at(screen, 2), (3000, 0, 0), strict=True)))
    screen.settle()
    assert screen.primary() == "Break table 2"
    screen.tap("page-moves")
    eye = Eye()
    eye.look(screen.window, "a move is due")
    mover = at(screen, 2)[0]
    screen.tap("primaryButton")
    assert at(screen, 2) == []
    assert "tap when done" in screen.text(f"tile-{mover}", "tileNote")
    screen.tap(f"tile-{mover}")
    assert screen.text("emptyPage") == "Nobody has to move."
    assert eye.found == []


def test_every_page_of_the_menu_is_to_be_read_and_tapped(desk: Made) -> None:
    screen = playing(desk())
    shift_of(screen).on(CASINO)
    eye = Eye()
    screen.settle().tap("irregularityButton")
    eye.look(screen.window, "menu")
    for page in dict.fromkeys(str(row.group) for row in DESK_SCREEN.menu):
        screen.tap(f"entry-{page}")
        eye.look(screen.window, page)
        screen.tap("supervisorBack")
    screen.tap("supervisorAbout")
    eye.look(screen.window, "about")
    assert eye.found == []


def test_whoever_is_signed_on_has_one_menu_key(desk: Made) -> None:
    screen = desk()
    assert [text for text in screen.texts() if text == "Menu"] == ["Menu"]
    assert screen.find("supervisorButton") is None
    screen.tap("irregularityButton")
    assert screen.find("supervisor") is not None
    screen.tap("supervisorBack").tap("leaveButton")
    assert screen.text("supervisorButton", "label") == "Sign on"


def test_a_full_room_is_paged_and_a_table_shows_its_own_players(desk: Made) -> None:
    screen = desk(form(tables=20, seats=10))
    playing(screen, *(f"player {n}" for n in range(200)))
    eye = Eye(((1024, 600),))
    eye.look(screen.window, "200 players")
    assert screen.text("moreTiles", "label") == "More (1 of 15)"
    screen.tap("page-tables").tap("moreTiles").tap("tile-20").tap("about-players")
    assert screen.text("allPlayers", "label") == "Table 20: show all players"
    assert len([name for name, _ in screen.items() if name.endswith("/tileName")]) == 10
    eye.look(screen.window, "one table")
    assert eye.found == []


def test_a_panel_leaves_the_first_row_of_tiles_to_see(desk: Made) -> None:
    screen = playing(desk(), "a", "b", "c").tap("tile-a")
    assert screen.find("aboutPanel") is not None
    assert screen.text("tile-b", "tileName") == "b"


def test_a_dealer_is_offered_no_act_of_the_director(desk: Made) -> None:
    screen = desk()
    shift = shift_of(screen)
    shift.off().on(DEALER)
    shift.do(*(Enter(name) for name in "abcd"))
    screen.settle().tap("primaryButton")
    assert all(one.seat for one in state(screen).entrants), "seats are the dealer's to draw"
    assert screen.primary() == "Publish the prizes"
    assert screen.text("primaryButton", "reason") == "Needs: supervisor"
    before = state(screen)
    screen.tap("primaryButton").tap("irregularityButton")
    pages = [path.rpartition("/entry-")[2] for path, _ in screen.items() if "/entry-" in path]
    shown = {page for page in pages if "/" not in page}
    assert {"Entries and seats", "Re-buys and add-ons", "Hands and chips"} <= shown
    assert "Corrections and rulings" not in shown
    assert state(screen) == before


def test_who_has_not_signed_on_is_asked_to_and_can_only_look(desk: Made) -> None:
    screen = desk()
    shift_of(screen).off()
    screen.settle()
    assert not screen.enabled("primaryButton")
    assert screen.text("primaryButton", "reason") == "Sign on first"
    screen.tap("irregularityButton")
    assert screen.find("signOn") is not None


def test_after_a_kill_the_desk_goes_on_where_it_was(desk: Made) -> None:
    screen = playing(desk())
    busted(screen)
    before = state(screen)
    screen.restart(GAMING)
    assert state(screen).entrants == before.entrants
    assert screen.primary() == "Enter a hand of table 2"


def test_what_the_tables_do_not_tell_stands_in_the_strip(desk: Made) -> None:
    screen = desk()
    shift = shift_of(screen)
    trouble = TablesView(("Table 2: its report was not accepted.",))
    shift.now(shift.controller.show_shared(trouble, lambda _, __: ()))
    eye = Eye()
    eye.look(screen.settle().window, "strip")
    assert screen.text("stripTitle") == "Tables"
    screen.tap("strip")
    eye.look(screen.window, "faults")
    assert eye.found == []


def test_rules_and_what_the_desk_is_can_be_read(desk: Made) -> None:
    screen = desk().tap("irregularityButton").tap("entry-rules")
    assert "Approved rules for Texas Holdem Poker" in screen.texts()
    screen.tap("listedBack").tap("supervisorAbout")
    assert "entry $100" in screen.text("aboutLines")


def test_rulings_chips_seats_and_the_event_by_touch(desk: Made) -> None:
    screen = playing(desk(form(rebuys=True)), "a", "b", "c")
    shift, eye = shift_of(screen), Eye()
    shift.hand(1, a=0, b=2000, c=1000).hand(1, b=1500, c=1500)
    screen.settle()
    assert screen.text("tile-a", "tileNote") == "out, place 3"
    screen.tap("tile-a").tap("about-take-back-bust-out").tap("entry-re-buy-in-time")
    eye.look(screen.window, "confirm")
    screen.tap("supervisorConfirm").tap("sell-a")
    assert state(screen).entrant("a").stack == 100_000
    screen.tap("tile-b").tap("about-forfeit").tap("digit5")
    eye.look(screen.window, "chips")
    screen.tap("supervisorNext").tap("supervisorConfirm")
    assert state(screen).entrant("b").stack == 149_500
    screen.tap("page-tables").tap("tile-1").tap("about-colour-up").tap("digit0")
    assert not screen.enabled("supervisorNext"), "there is no chip of 0"
    screen.tap("digitClear").tap("digit1").tap("digit0")
    screen.tap("supervisorNext").tap("entry-race")
    eye.look(screen.window, "race")
    screen.tap("entry-1").tap("supervisorDone").tap("supervisorConfirm")
    assert state(screen).entrant("b").stack == 150_000
    screen.tap("irregularityButton").tap("entry-Entries and seats").tap("entry-redraw-seats")
    screen.tap("supervisorConfirm")
    assert "SeatsRedrawn" in shift.kinds()
    screen.tap("supervisorBack").tap("entry-Hands and chips").tap("entry-hand-for-hand")
    screen.tap("supervisorConfirm").tap("supervisorBack").tap("supervisorBack")
    assert screen.text("state", "badgeText") == "HAND FOR HAND"
    eye.look(screen.window, "hand for hand")
    shift.on(CASINO)
    screen.settle().tap("irregularityButton").tap("entry-The event").tap("entry-cancel")
    screen.tap("entry-yes").tap("entry-emergency").tap("supervisorConfirm")
    assert state(screen).phase is Phase.CANCELLED
    assert not screen.enabled("primaryButton")
    eye.look(screen.tap("supervisorBack").tap("supervisorBack").window, "cancelled")
    assert eye.found == []
