"""A form in the making: which question comes next, what has been answered, what it comes to."""

from dataclasses import field, replace
from typing import Final

from controller.authority import Command, actors_for
from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.domain.words import faces
from controller.staff.powers import NotAllowed
from controller.staff.roles import Actor, Reason, reason_of
from ui.forms.asks import PICKED, Answers, Ask, Kind, Scene, amounts_of, choice
from ui.forms.entries import Entry
from ui.viewmodels.options import Option
from ui.viewmodels.words import chips, dollars

REASON: Final = "reason"


@frozen
class Form:
    """One entry and the answers so far, in the order in which they were given."""

    entry: Entry
    asks_why: bool = True
    """The reason is the last question; else the keys that confirm the form name the reasons."""
    given: tuple[tuple[str, str], ...] = ()
    by_itself: frozenset[str] = field(default_factory=frozenset)
    """Answered by the form, since there was one answer only."""

    @property
    def answers(self) -> Answers:
        return dict(self.given)

    @property
    def reason(self) -> Reason | None:
        code = self.answers.get(REASON)
        return reason_of(code) if code else None

    @property
    def asks(self) -> tuple[Ask, ...]:
        entry = self.entry
        if not self.asks_why or not entry.action.reasons:
            return entry.asks
        return (*entry.asks, choice(REASON, "Why?", lambda scene, _: reason_keys(self, scene)))


def reasons_of(form: Form, scene: Scene) -> tuple[Reason, ...]:
    """Those that are left to choose from."""
    entry = form.entry
    return entry.reasons(scene, form.answers) if entry.reasons else entry.action.reasons


def reason_keys(form: Form, scene: Scene) -> tuple[Option, ...]:
    return tuple(Option(one.value, one.text) for one in reasons_of(form, scene))


def asked_of(form: Form, scene: Scene) -> Ask | None:
    """The next question; none where all are answered."""
    answers = form.answers
    open_ = (ask for ask in form.asks if ask.name not in answers)
    return next((ask for ask in open_ if ask.only_if(scene, answers)), None)


def answered(form: Form, scene: Scene, code: str) -> Form:
    """The form with the next question answered, and every one that leaves no choice."""
    ask = existing(asked_of(form, scene), "an answer to a form that asks nothing")
    return advanced(replace(form, given=(*form.given, (ask.name, code))), scene)


def advanced(form: Form, scene: Scene) -> Form:
    """What leaves no choice is answered by itself."""
    while (ask := asked_of(form, scene)) is not None and ask.kind is Kind.CHOICE:
        options = ask.options(scene, form.answers)
        if len(options) != 1:
            break
        given = (*form.given, (ask.name, options[0].code))
        form = replace(form, given=given, by_itself=form.by_itself | {ask.name})
    return form


def back(form: Form) -> Form | None:
    """One question back; none where that leaves the form."""
    given = form.given
    while given and given[-1][0] in form.by_itself:
        given = given[:-1]
    return replace(form, given=given[:-1]) if given else None


def command_of(form: Form, scene: Scene) -> Command | None:
    """What it comes to; none for what is no command."""
    make = form.entry.command
    return make(scene, form.answers) if make is not None else None


@frozen
class Said:
    """An answer in words, for the person who confirms."""

    label: str
    text: str
    brief: str
    """Where the question need not be repeated."""


def said(form: Form, scene: Scene) -> tuple[Said, ...]:
    """All answers, in the order of the questions."""
    found, answers = [], {}  # type: list[Said], dict[str, str]
    for ask in form.asks:
        if (code := form.answers.get(ask.name)) is not None:
            found.append(_said(ask, scene, answers, code))
            answers[ask.name] = code
    return tuple(found)


def _said(ask: Ask, scene: Scene, answers: Answers, code: str) -> Said:
    text, label = _answer(ask, scene, answers, code), scene.worded(ask.label)
    label = ask.about(scene, answers).removesuffix(":") or label
    if ask.kind is not Kind.SEVERAL:
        return Said(label, text, f"{label}: {text}" if ask.called else text)
    return Said(label, text or "none", f"{label}: {code.replace(',', ', ')}" if code else "")


def _answer(ask: Ask, scene: Scene, answers: Answers, code: str) -> str:
    if ask.kind in PICKED:
        picked = code.split(",") if ask.kind is Kind.SEVERAL else (code,)
        texts = [one.text for one in ask.options(scene, answers) if one.code in picked]
        return ", ".join(texts) or code
    if ask.kind is Kind.AMOUNTS:
        before = ask.amounts(scene, answers)
        after = amounts_of({ask.name: code}, ask.name)
        changed = ((who, before.get(who, to), to) for who, to in after)  # it may be done by now
        texts = [f"{who} {chips(was)} → {chips(to)}" for who, was, to in changed if was != to]
        return ", ".join(texts) or "unchanged"
    if ask.kind is Kind.CARD:
        return faces((Card.parse(code),))
    if ask.kind is not Kind.MONEY:
        return code
    amount, present = Money.parse(code), ask.present(scene)
    if present is None:
        return dollars(amount)
    return (
        f"{dollars(present)}, unchanged"
        if present == amount
        else f"{dollars(present)} → {dollars(amount)}"
    )


def lacking(form: Form, scene: Scene, signed_on: tuple[Actor, ...]) -> NotAllowed | None:
    """Why those signed on will not do, for the likeliest reason where none was given yet."""
    reason = form.reason or next(iter(reasons_of(form, scene)), None)
    found = actors_for(form.entry.action, reason, signed_on)
    return found if isinstance(found, NotAllowed) else None
