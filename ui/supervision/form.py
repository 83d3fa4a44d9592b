"""A form in the making: which question comes next, what has been answered, what it comes to."""

from dataclasses import field, replace
from typing import Final

from controller.authority import Command, actors_for
from controller.domain.base import existing
from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.staff.powers import Action, NotAllowed, Objection
from controller.staff.roles import Actor, Reason, reason_of
from ui.supervision.asks import Answers, Ask, Kind, Scene, choice, fixed
from ui.supervision.entries import Entry
from ui.viewmodels.words import dollars

REASON: Final = "reason"


@frozen
class Form:
    """One entry and the answers so far, in the order in which they were given."""

    entry: Entry
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


def asked_of(form: Form, scene: Scene) -> Ask | None:
    """The next question; none where all are answered."""
    answers = form.answers
    for ask in (*form.entry.asks, *_reasons(form.entry.action)):
        if ask.name not in answers and ask.only_if(scene, answers):
            return ask
    return None


def _reasons(action: Action) -> tuple[Ask, ...]:
    if not action.reasons:
        return ()
    return (choice(REASON, "Why?", fixed(*((one.value, one.text) for one in action.reasons))),)


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


def said(form: Form, scene: Scene) -> tuple[str, ...]:
    """The answers in words, for whoever confirms."""
    lines, answers = [], {}  # type: list[str], dict[str, str]
    for ask in (*form.entry.asks, *_reasons(form.entry.action)):
        code = form.answers.get(ask.name)
        if code is None:
            continue
        lines.append(_said(ask, scene, answers, code))
        answers[ask.name] = code
    return tuple(lines)


def _said(ask: Ask, scene: Scene, answers: Answers, code: str) -> str:
    return f"{ask.label}: {_answer(ask, scene, answers, code)}"


def _answer(ask: Ask, scene: Scene, answers: Answers, code: str) -> str:
    if ask.kind is Kind.CHOICE:
        texts = (one.text for one in ask.options(scene, answers) if one.code == code)
        return next(texts, code)
    if ask.kind is not Kind.MONEY:
        return code
    amount, before = Money.parse(code), ask.present(scene)
    if before is None:
        return dollars(amount)
    return (
        f"{dollars(before)}, as now"
        if before == amount
        else f"{dollars(before)} → {dollars(amount)}"
    )


def lacking(form: Form, signed_on: tuple[Actor, ...]) -> str:
    """Whom it still takes; nothing where those signed on will do."""
    found = actors_for(form.entry.action, form.reason, signed_on)
    if isinstance(found, NotAllowed) and found.objection is Objection.ANOTHER_NEEDED:
        return form.entry.action.people.text
    return ""
