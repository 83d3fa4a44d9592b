"""What a form asks, one question after another: a choice, several, an amount, a number, a card.

At a table everything is picked from what there is at this moment, or keyed on a number pad; where
there is nothing to pick from, the entry says so instead of opening a form. A name is typed on a
keyboard of the screen's own, and amounts that belong together are keyed on one page.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Final, get_args

from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.floor.base import Day
from controller.house.state import House
from controller.pools import Status
from ui.viewmodels.options import Option
from ui.viewmodels.words import label


class Kind(Enum):
    """How a question is answered."""

    CHOICE = "keys"
    SEVERAL = "several"
    """Any number of the keys, then "Done"."""
    MONEY = "money"
    NUMBER = "number"
    CARD = "cards"
    TEXT = "text"
    AMOUNTS = "amounts"
    """An amount for each of several, which add up to what there is."""


PICKED: Final = (Kind.CHOICE, Kind.SEVERAL)
"""Answered with keys; where there is no key, there is no answer."""

Answers = Mapping[str, str]
"""By the name of the question: the code that was picked, or the digits that were keyed. Several
codes are written `1,3`, amounts a line each: `250` and `ann`, a tab between them."""


@frozen
class OtherPools:
    """Pools that the table could go over to: their server is asked when somebody looks for them."""

    pools: tuple[Status, ...] = ()
    why_none: str = "Asking the pools"
    """Why there is none to pick."""


@frozen
class Wager:
    """What a player can stake."""

    area: Any
    """As the game itself names it; the text of it is its code."""
    name: str


@frozen
class Scene:
    """What a form is filled in on."""

    house: House
    today: Day
    """By the calendar: a business date may still be the one before."""
    held: str | None = None
    others: OtherPools = OtherPools()
    wagers: tuple[Wager, ...] = ()
    place: str = "Place"
    """What the game calls where a player sits."""
    round: str = "Round"
    """And what is dealt and settled."""
    kept: str = ""
    """What the house has kept there, as far as the table knows."""

    def worded(self, text: str) -> str:
        """`Which {place}?` in the words of the game."""
        for word, said in (("{place}", self.place), ("{round}", self.round)):
            text = text.replace(word, said.lower())
        return text.replace("{source}", self.source) if "{source}" in text else text

    def wager(self, code: str) -> Any:
        """The wager that was picked, as the game itself names it."""
        return next(one.area for one in self.wagers if str(one.area) == code)

    @property
    def floor(self) -> Any:
        """Of the game's own kind."""
        return existing(self.house.floor, "a form on the bench, where nobody signs on")

    @property
    def source(self) -> str:
        """What the cards come out of, by its name."""
        return "Shoe" if self.house.table.rules.dealing is Dealing.SHOE else "Shuffler"


Options = Callable[[Scene, Answers], tuple[Option, ...]]
Amounts = Callable[[Scene, Answers], Mapping[str, Money]]


def _none(_: Scene, __: Answers) -> tuple[Option, ...]:
    return ()


def _no_amounts(_: Scene, __: Answers) -> Mapping[str, Money]:
    return {}


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
    not_these: Callable[[Scene, Answers], frozenset[str]] = lambda _scene, _answers: frozenset()
    """Of a card: those that it cannot be."""
    least: int = 0
    """Of several: how many have to be picked."""
    called: str = ""
    """What its answer is called, where the question does not say it shortly."""
    amounts: Amounts = _no_amounts
    """Of amounts: what each has now; with what is keyed they add up to the same."""
    about: Callable[[Scene, Answers], str] = lambda _scene, _answers: ""
    """Whom or what the question is about, where that is not always the same: it comes first."""

    def question(self, scene: Scene, answers: Answers) -> str:
        """In the words of the game."""
        return f"{self.about(scene, answers)} {scene.worded(self.text)}".lstrip()

    @property
    def label(self) -> str:
        """What its answer is called where it is confirmed."""
        return self.called or self.text.partition("?")[0]


def choice(name: str, text: str, options: Options, nothing: str = "There is none") -> Ask:
    """Pick one."""
    return Ask(name, text, Kind.CHOICE, options, nothing)


def fixed(*pairs: tuple[str, str]) -> Options:
    """Always the same answers."""
    found = tuple(Option(code, text) for code, text in pairs)
    return lambda _scene, _answers: found


def words(*members: str, wording: Callable[[str], str] = label) -> Options:
    """Codes in the words of the screen; a game may have words of its own."""
    return fixed(*((str(code), wording(code)) for code in members))


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


def amounts_of(answers: Answers, name: str) -> tuple[tuple[str, Money], ...]:
    """Amounts by whose they are."""
    lines = (line.split("\t") for line in answers[name].splitlines())
    return tuple((whose, Money.parse(amount)) for amount, whose in lines)


def several_of(answers: Answers, name: str) -> tuple[int, ...]:
    """Numbers that were picked."""
    return tuple(int(one) for one in answers.get(name, "").split(",") if one)


def numbered(found: Iterable[Any], text: Callable[[Any], str]) -> tuple[Option, ...]:
    """A key for each of those that have a number on record."""
    return tuple(Option(str(one.number), text(one)) for one in found)


# Places


def places(scene: Scene, fits: Callable[[int], bool]) -> tuple[Option, ...]:
    """Those of the table that fit."""
    numbers = range(1, scene.house.table.rules.places + 1)
    return tuple(Option(str(n), f"{scene.place} {n}", place=n) for n in numbers if fits(n))


def all_places(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return places(scene, lambda _number: True)


def seated(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return places(scene, lambda n: scene.floor.seat(n).player is not None)


def closed_seats(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return places(scene, lambda n: scene.floor.seat(n).closed)


def wager_areas(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(Option(str(one.area), one.name) for one in scene.wagers)


NONE: Final = "none"
"""No place, no round."""


def place_or_none(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    return (*all_places(scene, answers), Option(NONE, f"No {scene.place.lower()}"))


def place_of(answers: Answers) -> int | None:
    """The place that was picked, if one was."""
    return None if answers["place"] == NONE else int(answers["place"])


def answer_as(kind: Any, said: str) -> Any:
    """An answer as the field of a command wants it: an amount, a yes, a place or none, a code."""
    if kind is Money:
        return Money.parse(said)
    if kind is bool:
        return said == "yes"
    if type(None) in get_args(kind):
        return None if said == NONE else answer_as(get_args(kind)[0], said)
    return kind(said)


PLACE: Final = choice("place", "Which {place}?", all_places)
SEATED: Final = choice("place", "Which {place}?", seated, "Nobody is seated")
ANY_PLACE: Final = choice("place", "Which {place}?", place_or_none)


# Cards


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


DECK: Final = choice("deck", "Which deck?", decks, "There is no deck at the table")
FIRST_DECK: Final = choice("deck", "Which deck is coming?", new_names)
NEW_DECK: Final = replace(FIRST_DECK, name="new")
"""In the place of another."""
BACK: Final = choice("back", "Which back?", new_backs)
SEAL: Final = choice(
    "seal_intact", "Is the seal intact?", fixed(("yes", "Intact"), ("no", "Broken"))
)


# Rounds


def last_rounds(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """The latest ones; an older one is found by an investigation, not at the table."""
    last = scene.floor.last_round
    return tuple(Option(str(n), f"{scene.round} {n}") for n in range(last, max(last - 12, 0), -1))


ROUND: Final = choice("round", "Which {round}?", last_rounds, "No {round} was played")


def notices(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """From the shortest that the rules of the table allow."""
    least = scene.floor.rules.terms.notice_minutes_min
    minutes = (least, *(n for n in (10, 15, 20, 25, 30, 45, 60) if n > least))
    return tuple(Option(str(n), f"{n} minutes") for n in minutes)


MINUTES: Final = choice("minutes", "How long is the notice?", notices)
