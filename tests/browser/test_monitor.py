"""The pit's page in a real browser, served by the program on a real server of pools.

Waiting is for what the page shows, never for a time; the pictures are left in .cache/pictures.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from controller.domain.money import Money
from tests.browser.driver import Browser
from tests.helpers.pit import Pit, monitor
from tests.helpers.postgres import QUICK, Server, free_port

pytestmark = pytest.mark.browser
PICTURES: Final = Path(".cache/pictures")
LIVE: Final = "!document.body.classList.contains('stale')"
STALE: Final = "document.body.classList.contains('stale')"
CONTRASTS: Final = """
    const light = (rgb) => rgb.map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const seen = [];
    const own = (node) => Number(getComputedStyle(node).opacity);
    const opacity = (node) => node ? own(node) * opacity(node.parentElement) : 1;
    const base = parts(getComputedStyle(document.body).backgroundColor);
    const ground = (node) => {
        const [r, g, b, a = 1] = parts(getComputedStyle(node).backgroundColor);
        return a > 0 || !node.parentElement ? [r, g, b] : ground(node.parentElement);
    };
    for (const node of document.querySelectorAll("body *")) {
        const says = [...node.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        if (!says || !node.offsetParent) continue;
        const under = ground(node), part = opacity(node);
        const faded = (rgb) => rgb.slice(0, 3).map((c, i) => c * part + base[i] * (1 - part));
        const [one, two] = [faded(parts(getComputedStyle(node).color)), faded(under)].map(light);
        seen.push([(Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05), node.innerText]);
    }
    return seen;
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server(QUICK).start()
    found.set_up()
    yield found
    found.remove()


@pytest.fixture
def pit(server: Server) -> Iterator[Pit]:
    server.emptied()
    with closing(Pit(server)) as found:
        for table in ("11", "12", "14"):
            found.join(table)
        yield found


@contextmanager
def browser_of(folder: Path, *size: int) -> Iterator[Browser]:
    with closing(Browser(folder, *size)) as found:
        yield found


@pytest.fixture
def page(pit: Pit, tmp_path: Path) -> Iterator[Browser]:
    """The open page; in the end it has complained of nothing and asked nobody else."""
    with monitor(pit.server, "--port", "0") as (url, _), browser_of(tmp_path) as found:
        found.open(url)
        found.until(LIVE)
        yield found
        assert found.complaints() == []
        hosts = {urlsplit(asked).netloc for asked in found.requested()} - {
            ""
        }  # "": the icon, data:
        assert hosts == {urlsplit(url).netloc}


def meter(page: Browser, shows: str) -> None:
    page.until(f"document.querySelector('.meter').textContent === '{shows}'")


def test_the_meter_counts_up_when_a_table_contributes(pit: Pit, page: Browser) -> None:
    meter(page, "$50,000.00")
    page.run("""
        window.seen = [];
        new MutationObserver(() => window.seen.push(document.querySelector('.meter').textContent))
            .observe(document.body, { subtree: true, childList: true, characterData: true });
    """)
    pit.play("11", 2_000)
    meter(page, "$52,000.00")
    seen = [Money.parse(text[1:].replace(",", "")) for text in page.run("return window.seen")]
    assert seen == sorted(seen)
    assert len(set(seen)) > 5, "it jumped"
    assert page.run("return document.title") == "main $52,000.00"


def test_wins_appear_in_the_order_in_which_they_were_keyed(pit: Pit, page: Browser) -> None:
    first, second = pit.key("14", Money(100_000)), pit.key("12", Money(200_000))
    page.until("document.querySelectorAll('tr.open').length === 2")
    assert page.text(".under") == "$3,000.00 reserved for open wins"
    meter(page, "$47,000.00")
    pit.pay("12", second, Money(200_000), at=1_790_000_000)
    pit.pay("14", first, Money(100_000), at=1_790_000_000)
    page.until(
        "document.querySelectorAll('tr.open').length === 0"
        " && document.querySelectorAll('tbody tr').length === 2"
    )
    rows = [row.split("\t") for row in page.texts("tbody tr")]
    assert [(row[2], row[4], row[5], row[6]) for row in rows] == [
        ("12", "straight flush", "$2,000.00", "204, 117"),
        ("14", "straight flush", "$1,000.00", "204, 117"),
    ]


def test_a_table_that_goes_is_an_alarm_until_it_is_back(pit: Pit, page: Browser) -> None:
    assert page.texts(".link") == ["● linked"] * 3
    pit.disconnect("12")
    page.until("document.querySelector('.alarm')")
    assert page.text(".alarm .what") == "Link lost: table 12"
    assert "▲ link lost" in page.text("[data-table='12']")
    pit.connect("12")
    page.until("!document.querySelector('.alarm')")


def test_a_server_that_dies_leaves_figures_that_do_not_look_live(pit: Pit, page: Browser) -> None:
    pit.play("11", 7)
    meter(page, "$50,007.00")
    pit.server.kill()
    page.until(STALE)
    page.until("document.querySelector('.alarm')")
    assert page.text("#state") == "▲ NOT LIVE"
    assert page.text("#asof").startswith("last known figures, from ")
    assert page.text(".alarm .what") == "Jackpot server: it does not answer"
    assert page.text(".meter") == "$50,007.00"
    assert page.texts(".link") == ["○ was linked"] * 3
    page.picture(PICTURES / "monitor-not-live.png")
    pit.server.start()
    page.until(LIVE)
    assert page.text("#state") == "● LIVE"
    pit.connect("11")
    pit.play("11", 1)
    meter(page, "$50,008.00")


def test_the_page_survives_its_own_program(pit: Pit, tmp_path: Path) -> None:
    port = str(free_port())
    with browser_of(tmp_path) as page:
        with monitor(pit.server, "--port", port) as (url, _):
            page.open(url)
            page.until(LIVE)
        page.until(STALE)
        assert page.text("#state") == "▲ NOT LIVE: the monitor program does not answer"
        pit.play("11", 9)
        with monitor(pit.server, "--port", port):
            page.until(LIVE)
            meter(page, "$50,009.00")


def test_everything_can_be_read_live_and_not(pit: Pit, page: Browser) -> None:
    won = pit.key("14", Money(612_350))
    pit.pay("14", won, Money(612_350), at=1_790_000_000)
    pit.key("12", Money(300_000))
    pit.disconnect("11")
    page.until("document.querySelector('.alarm') && document.querySelector('tr.open')")
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    for name in ("live", "stale"):
        faint = [(ratio, text) for ratio, text in page.run(CONTRASTS) if ratio < 4.5]
        assert faint == [], name
        page.picture(PICTURES / f"monitor-{name}.png")
        page.run("document.body.classList.add('stale')")


def test_a_small_screen_has_all_of_it_too(pit: Pit, tmp_path: Path) -> None:
    with monitor(pit.server, "--port", "0") as (url, _), browser_of(tmp_path, 480, 900) as page:
        page.open(url)
        page.until(LIVE)
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
        assert "No win yet." in page.text("main")
        page.picture(PICTURES / "monitor-small.png")
