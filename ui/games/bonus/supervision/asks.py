"""What the forms of the bonus game ask: its places, its wagers, its cards."""

from collections.abc import Iterator
from typing import Final

from controller.cards.plan import Cards, Slot, To, Unexplained, known
from controller.domain.words import faces
from controller.games.bonus.round.plan import layout
from controller.games.bonus.round.state import Round, Standing, Table
from controller.games.bonus.rules import RuleSet
from controller.games.bonus.wagers import Choice
from ui.forms.asks import Answers, Scene, choice, places, words
from ui.games.bonus.words import area_name
from ui.viewmodels.options import Option
from ui.viewmodels.words import dollars


def only_2024(scene: Scene) -> str:
    """Why it is not in the rules of this table."""
    current = scene.house.table.rules.ruleset is RuleSet.NSW_2024
    return "" if current else "Not under these rules"


def dealt_in(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Places with an ante in the round in progress."""
    round_ = scene.house.table.round
    return places(scene, lambda n: scene.house.in_round and round_.place(n).dealt_in)


def conceded(scene: Scene, _: Answers) -> tuple[Option, ...]:
    round_ = scene.house.table.round
    gone = Standing.CONCEDED
    return places(scene, lambda n: scene.house.in_round and round_.place(n).standing is gone)


def wagers_at(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    """What lies at the place that was picked."""
    rules, at = scene.house.table.rules, scene.house.table.round.place(int(answers["place"]))
    return tuple(
        Option(area.value, f"{area_name(rules, area)} {dollars(stake.amount)}")
        for area, stake in at.stakes.items()
    )


PLAYING: Final = choice("place", "Which place?", dealt_in, "No place is in the round")
CHOICES: Final = choice("choice", "What was it?", words(*Choice))


def misread(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Cards that lie face up; those that do not as well, while one of them is there twice."""
    if not scene.house.in_round:
        return ()
    up = _face_up(scene.house.table)
    return (*up, *_face_down(scene.house.table.round, {one.code for one in up}))


def _face_down(round_: Round, listed: set[str]) -> Iterator[Option]:
    if round_.unexplained is not Unexplained.KNOWN_CARD or round_.plan is None:
        return
    names = {To.COMMUNITY: "Community", To.DEALER: "Dealer", To.BURN: "Burned"}
    for draw, slot in enumerate(round_.plan.slots[: len(round_.drawn)]):
        if str(draw) not in listed:
            whose = names.get(slot.to, f"Place {slot.place}")
            yield Option(str(draw), f"{whose}: card {draw + 1}, face down")


def _face_up(table: Table) -> tuple[Option, ...]:
    round_, placed = table.round, layout(table.rules, table.round.plan)
    lying: list[tuple[Slot, Cards, str]] = [
        (Slot(To.COMMUNITY), round_.community, "Community"),
        (Slot(To.DEALER), round_.dealer, "Dealer"),
        *(
            (Slot(To.PLACE, place.number), place.cards, f"Place {place.number}")
            for place in round_.places
        ),
    ]
    return tuple(
        Option(str(draw), f"{whose}: {faces(known((card,)))}")
        for slot, cards, whose in lying
        for draw, card in zip(placed.draws_at(slot, len(cards)), cards, strict=False)
        if card is not None
    )
