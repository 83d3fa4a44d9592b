"""What a tournament desk prints: the prize list, seat cards, the result sheet.

Each is one HTML file that needs nothing else: no picture, no script, no address. What people have
typed is text in it, never markup. Seat cards are A6, a page each; the lists are A4.
"""

from collections.abc import Iterable
from html import escape
from typing import Final

from controller.domain.money import Money
from controller.tournament.format import chips
from controller.tournament.management import refunds
from controller.tournament.prizes import Won, money, prize_list, won
from controller.tournament.state import Desk, Entrant

_STYLE: Final = """
body { font: 12pt/1.4 "DejaVu Sans", Arial, sans-serif; color: #000; background: #fff; margin: 0; }
h1 { font-size: 20pt; margin: 0 0 2mm; } h2 { font-size: 13pt; font-weight: normal; margin: 0; }
table { border-collapse: collapse; width: 100%; margin: 6mm 0; }
th, td { text-align: left; padding: 1mm 2mm; border-bottom: 0.2mm solid #999; }
td.text { white-space: nowrap; }
table:last-of-type, .signed, .note { break-inside: avoid; } .signed, .note { break-before: avoid; }
th.amount, td.amount { text-align: right; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; } .note { font-size: 9pt; color: #333; }
.signed { margin-top: 16mm; padding-top: 1mm; border-top: 0.2mm solid #000; width: 80mm;
  font-size: 9pt; }
.card { break-after: page; text-align: center; padding: 4mm; }
.card:last-child { break-after: auto; }
.name { font-size: 26pt; font-weight: bold; margin: 7mm 0; overflow-wrap: anywhere; }
.seat { font-size: 20pt; }
"""
_A4: Final = """@page { size: A4 portrait; margin: 18mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 9pt sans-serif; } }"""
_A6: Final = "@page { size: 148mm 105mm; margin: 8mm; }"  # CSS has no name for it


def seat_cards(desk: Desk) -> str:
    """A card for everybody who has a seat, by table and seat."""
    seated = [one for one in desk.entrants if one.is_in and one.seat is not None]
    cards = (_card(desk, one) for one in sorted(seated, key=lambda one: one.seat or (0, 0)))
    return _page(f"{desk.form.name}: seats", _A6, cards)


def prize_sheet(desk: Desk) -> str:
    """31.1: the list of all prizes, as it is published before the start."""
    kinds = {prize.place: prize.what for prize in desk.form.in_kind}
    shares, amounts = desk.form.prizes, prize_list(desk)
    rows = (
        (str(place), _share(share), _prize(cash, [kinds[place]] if place in kinds else []))
        for place, (share, cash) in enumerate(
            zip(shares, [*amounts, *(0,) * len(shares)], strict=False), 1
        )
    )
    body = [
        _heading(desk.form.name, "Prizes"),
        _table(("Place", "Share", "Prize with the entries so far"), rows),
        _paid(desk),
        _note("The winner and the place-getters receive the prizes of this list (rule 31.4)."),
    ]
    return _page(f"{desk.form.name}: prizes", _A4, body)


def result_sheet(desk: Desk) -> str:
    """Who came where, and what each has won; only once it is decided."""
    rows = [(str(one.place), one.name, chips(one.chips), prize_text(one)) for one in won(desk)]
    body = [
        _heading(desk.form.name, "Result"),
        _table(("Place", "Player", "Chips", "Prize"), rows),
        _paid(desk),
    ]
    if desk.disqualified:
        body.append(_note(f"Without a place (rule 34.1): {', '.join(desk.disqualified)}."))
    body.append('<p class="signed">Tournament director</p>')
    return _page(f"{desk.form.name}: result", _A4, body)


def refund_sheet(desk: Desk) -> str:
    """26.1: who gets what back, once the event is cancelled; each signs for it."""
    rows = [(name, "", back.display()) for name, back in refunds(desk)]
    body = [
        _heading(desk.form.name, "Cancelled: money returned to the players"),
        _table(("Player", "Received (signature)", "Amount"), rows),
        _table(("", "Amount"), [("In all", desk.books.refunded.display())]),
        '<p class="signed">Casino supervisor</p>',
    ]
    return _page(f"{desk.form.name}: refunds", _A4, body)


def _card(desk: Desk, one: Entrant) -> str:
    seat = one.seat or (0, 0)
    session = f"Session {one.session}. " if desk.form.sessions > 1 else ""
    return (
        f'<section class="card"><h2>{escape(desk.form.name)}</h2>'
        f'<p class="name">{escape(one.name)}</p>'
        f'<p class="seat">Table {seat[0]} &middot; Seat {seat[1]}</p>'
        f'<p class="note">{session}{chips(one.stack)} chips. All chips stay on the table in clear '
        "view (rule 28.2).</p></section>"
    )


def _share(millionths: int) -> str:
    return f"{millionths / 10_000:g} %"


def prize_text(one: Won) -> str:
    """`$455.00 and a watch`: all that goes with a place."""
    return _prize(one.cash, one.in_kind)


def _prize(cash: int, in_kind: Iterable[str]) -> str:
    return " and ".join((*([Money(cash).display()] if cash else []), *in_kind))


def _paid(desk: Desk) -> str:
    found = money(desk)
    sources = (
        ("Entry fees", found.entries),
        ("Kept by the house", -found.house),
        ("Re-buys", found.rebuys),
        ("Add-ons", found.addons),
        ("Added by the house", found.added),
        ("Prize money", found.prizes),
        ("of which prizes in kind", sum(prize.cost for prize in desk.form.in_kind)),
    )
    rows = [(label, _signed(cents)) for label, cents in sources if cents]
    return _table(("", "Amount"), rows)


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{Money(abs(cents)).display()}"


def _heading(title: str, what: str) -> str:
    return f"<h1>{escape(title)}</h1><h2>{what}</h2>"


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Amounts stand on the right: whatever is in the columns after the first two, or the last."""
    count = len(heads)
    kinds = ["amount" if at >= min(2, count - 1) else "text" for at in range(count)]

    def line(tag: str, cells: tuple[str, ...]) -> str:
        made = (
            f'<{tag} class="{kind}">{escape(cell)}</{tag}>'
            for kind, cell in zip(kinds, cells, strict=True)
        )
        return f"<tr>{''.join(made)}</tr>"

    body = "\n".join(line("td", row) for row in rows)
    return f"<table>\n<thead>{line('th', heads)}</thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _page(title: str, paper: str, body: Iterable[str]) -> str:
    inside = "\n".join(body)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{paper}{_STYLE}</style>\n</head>\n"
        f"<body>\n{inside}\n</body>\n</html>\n"
    )
