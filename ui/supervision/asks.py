"""What a form asks, one question after another: a choice, an amount, a number, a card.

There is no keyboard at a table. Everything is picked from what there is at this moment, or keyed on
a number pad; where there is nothing to pick from, the entry says so instead of opening a form.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from controller.cards.plan import Cards, Slot, To, Unexplained, known
from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.floor.base import Day
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.lead import draws_of
from controller.games.bonus.round.guidance.words import card_names
from controller.games.bonus.round.state import Round, Standing, Table
from controller.games.bonus.rules import RuleSet
from controller.games.bonus.wagers import Area, Choice
from controller.pools import Status
from ui.viewmodels.words import area_name, dollars, label


class Kind(Enum):
    """How a question is answered."""

    CHOICE = "keys"
    MONEY = "money"
    NUMBER = "number"
    CARD = "cards"


Answers = Mapping[str, str]
"""By the name of the question: the code that was picked, or the digits that were keyed."""


@frozen
class OtherPools:
    """Pools that the table could go over to: their server is asked when somebody looks for them."""

    pools: tuple[Status, ...] = ()
    said: str = "The pools are asked for"
    """Why there is none to pick."""


@frozen
class Scene:
    """What a form is filled in on."""

    house: BonusHouse
    today: Day
    """By the calendar: a business date may still be the one before."""
    held: str | None = None
    others: OtherPools = OtherPools()

    @property
    def floor(self) -> Any:
        """Of the game's own kind."""
        return existing(self.house.floor, "a form on the bench, where nobody signs on")


@frozen
class Option:
    """One answer to pick."""

    code: str
    text: str
    done: bool = False
    """Of a list that is worked off: this has been tapped."""


Options = Callable[[Scene, Answers], tuple[Option, ...]]


def _none(_: Scene, __: Answers) -> tuple[Option, ...]:
    return ()


@frozen
class Ask:
    """One question."""

    name: str
    text: str
    kind: Kind = Kind.CHOICE
    options: Options = _none
    nothing: str = ""
    """Why it cannot be answered where there is nothing to pick from."""
    only_if: Callable[[Scene, Answers], bool] = lambda _scene, _answers: True
    present: Callable[[Scene], Money | None] = lambda _scene: None
    """Of an amount: what holds now. It stays where nothing else is keyed."""
    wrong: Callable[[Answers], str] = lambda _answers: ""
    """Why this answer cannot be, with all that was answered before; nothing where it can."""

    @property
    def label(self) -> str:
        """What its answer is called where it is confirmed."""
        return self.text.partition("?")[0]


def choice(name: str, text: str, options: Options, nothing: str = "There is none") -> Ask:
    """Pick one."""
    return Ask(name, text, Kind.CHOICE, options, nothing)


def fixed(*pairs: tuple[str, str]) -> Options:
    """Always the same answers."""
    found = tuple(Option(code, text) for code, text in pairs)
    return lambda _scene, _answers: found


def words(*members: str) -> Options:
    """Codes in the words of the screen."""
    return fixed(*((str(code), label(code)) for code in members))


def when(name: str, *codes: str) -> Callable[[Scene, Answers], bool]:
    """Asked only where this was answered so."""
    return lambda _scene, answers: answers.get(name) in codes


YES_NO: Final = fixed(("yes", "Yes"), ("no", "No"))


def yes(answers: Answers, name: str) -> bool:
    """Was it answered with yes?"""
    return answers.get(name) == "yes"


def amount(name: str = "amount", text: str = "How much?") -> Ask:
    """Dollars on the number pad."""
    return Ask(name, text, Kind.MONEY)


def number(name: str, text: str) -> Ask:
    """Digits on the number pad."""
    return Ask(name, text, Kind.NUMBER)


def money_of(answers: Answers, name: str = "amount") -> Money:
    """What was keyed, in dollars."""
    return Money.parse(answers[name])


def int_of(answers: Answers, name: str = "place") -> int:
    """A number that was picked or keyed."""
    return int(answers[name])


def only_2024(scene: Scene) -> str:
    """Why it is not in the rules of this table."""
    current = scene.house.table.rules.ruleset is RuleSet.NSW_2024
    return "" if current else "Not in these rules"


# Places


def _places(scene: Scene, fits: Callable[[int], bool]) -> tuple[Option, ...]:
    numbers = (place.number for place in scene.house.table.round.places)
    return tuple(Option(str(n), f"Place {n}") for n in numbers if fits(n))


def all_places(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return _places(scene, lambda _number: True)


def dealt_in(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Places with an ante in the round in progress."""
    round_ = scene.house.table.round
    return _places(scene, lambda n: scene.house.in_round and round_.place(n).dealt_in)


def conceded(scene: Scene, _: Answers) -> tuple[Option, ...]:
    round_ = scene.house.table.round
    gone = Standing.CONCEDED
    return _places(scene, lambda n: scene.house.in_round and round_.place(n).standing is gone)


def seated(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return _places(scene, lambda n: scene.floor.seat(n).player is not None)


def closed_seats(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return _places(scene, lambda n: scene.floor.seat(n).closed)


def wagers_at(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    """What lies at the place that was picked."""
    rules, at = scene.house.table.rules, scene.house.table.round.place(int(answers["place"]))
    return tuple(
        Option(area.value, f"{area_name(rules, area)} {dollars(stake.amount)}")
        for area, stake in at.stakes.items()
    )


def wager_areas(scene: Scene, _: Answers) -> tuple[Option, ...]:
    rules = scene.house.table.rules
    return tuple(Option(area.value, area_name(rules, area)) for area in Area)


NO_PLACE: Final = "none"


def place_or_none(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    return (*all_places(scene, answers), Option(NO_PLACE, "No place"))


def place_of(answers: Answers) -> int | None:
    """The place that was picked, if one was."""
    return None if answers["place"] == NO_PLACE else int(answers["place"])


PLACE: Final = choice("place", "Which place?", all_places)
ANY_PLACE: Final = choice("place", "Which place?", place_or_none)
PLAYING: Final = choice("place", "Which place?", dealt_in, "Nobody is in a round")
CHOICES: Final = choice("choice", "What was it?", words(*Choice))


# Cards


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
    round_ = table.round
    lying: list[tuple[Slot, Cards, str]] = [
        (Slot(To.COMMUNITY), round_.community, "Community"),
        (Slot(To.DEALER), round_.dealer, "Dealer"),
        *(
            (Slot(To.PLACE, place.number), place.cards, f"Place {place.number}")
            for place in round_.places
        ),
    ]
    return tuple(
        Option(str(draw), f"{whose}: {card_names(known((card,)))}")
        for slot, cards, whose in lying
        for draw, card in zip(draws_of(table, slot, cards), cards, strict=False)
        if card is not None
    )


def decks(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(
        Option(deck.name, f"Deck {deck.name}, {deck.back}") for deck in scene.floor.decks_here()
    )


def new_names(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """Names no deck at the table has, and those secured for it."""
    here = {deck.name for deck in scene.floor.decks_here()}
    return tuple(Option(name, f"Deck {name}") for name in "ABCDEFGH" if name not in here)


BACKS: Final = ("red", "blue", "green", "black")


def new_backs(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    """Colours that no other deck at the table has."""
    goes = answers.get("deck") if "new" in answers else None
    taken = {deck.back for deck in scene.floor.decks_here() if deck.name != goes}
    return tuple(Option(back, back.capitalize()) for back in BACKS if back not in taken)


DECK: Final = choice("deck", "Which deck?", decks, "No deck is at the table")
NEW_DECK: Final = choice("new", "Which deck comes?", new_names)
BACK: Final = choice("back", "Which back?", new_backs)
SEAL: Final = choice("seal", "Is the seal intact?", fixed(("yes", "Intact"), ("no", "Broken")))


# Rounds


def last_rounds(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """The latest ones; an older one is found by an investigation, not at the table."""
    last = scene.floor.last_round
    return tuple(Option(str(n), f"Round {n}") for n in range(last, max(last - 12, 0), -1))


ROUND: Final = choice("round", "Which round?", last_rounds, "No round was played")
MINUTES: Final = choice(
    "minutes",
    "How long a notice?",
    fixed(*((str(n), f"{n} minutes") for n in (20, 25, 30, 45, 60))),
)
