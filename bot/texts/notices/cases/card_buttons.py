"""The buttons of a case's card: the likely ones on the first page, all others behind one."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.texts.buttons.cases import CASE, RULE, WORD, CaseAction
from bot.texts.messages import Button, Buttons, rows_of, say
from bot.texts.notices.cases.codes import code_of
from bot.texts.notices.cases.ruling_texts import Names, short_ruling
from engine.cases.case import Case, CaseStage
from engine.cases.choices import open_kinds
from engine.cases.events import Ruling, RulingKind
from engine.cases.situation import Situation
from engine.games.orders import Order
from engine.notation import listed_form

MOST_ON_FIRST_PAGE: Final = 8
"""The most buttons on the first page of a card."""
_HEARING: Final = 2
"""The buttons that keep their place in a case without a claim: hear the players, or close it."""


def query_reasons(ruling: Ruling, lexicon: Container[str]) -> tuple[str, ...]:
    """Return the true reasons that a tap adds to an answer; the arbiter types any other."""
    if ruling.kind is RulingKind.WORD_VALID:
        return ("word_official", "word_derived")
    listed = any(listed_form(word) in lexicon for word in ruling.words)
    invalid = ruling.kind is RulingKind.WORD_INVALID and not listed
    return ("word_not_official",) if invalid else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedRulings:
    """The rulings that a card offers now."""

    case: Case
    present: Situation
    order: Order
    """The provisional order for calculating the effects of each ruling."""
    rulings: Sequence[Ruling]
    names: Names
    every: bool
    """Whether the card offers every ruling, not only those that answer the claim."""
    lexicon: Container[str]
    """The game's word list."""
    has_more_arbiters: bool
    """Whether the case has other arbiters, who may be asked for an opinion."""
    is_short: bool = False
    """Whether rulings are left out because they would not fit on the first page."""


def first_page(offer: OfferedRulings) -> OfferedRulings:
    """Return the likeliest rulings, as many as fit beside the other buttons of the first page.

    A rejection is always likely. The second page has every ruling.
    """
    if offer.every or sum(map(len, _all_buttons(offer))) <= MOST_ON_FIRST_PAGE:
        return offer
    more = 1  # the button that leads to the second page
    room = MOST_ON_FIRST_PAGE - len(_fixed_buttons(offer.case)) - more - len(query_rows(offer))
    if offer.case.kind is None:
        room -= _HEARING
    likely = [*offer.rulings[: max(room, 0)]]
    rejected = [ruling for ruling in offer.rulings if ruling.kind is RulingKind.REJECTED]
    if likely and rejected and rejected[0] not in likely:
        likely[-1:] = rejected
    return replace(offer, rulings=tuple(likely), is_short=True)


def buttons(offer: OfferedRulings) -> Buttons:
    """Return a button for each ruling on the card, then the buttons that ask for more."""
    if not offer.is_short:
        return _all_buttons(offer)
    case = offer.case
    answers = [*query_rows(offer), *_ruling_rows(offer)]
    fixed = _fixed_buttons(case)
    others = _every_ruling_button(case, every=False) or [_all_button(case)]
    room = MOST_ON_FIRST_PAGE - len(answers) - len(fixed) - len(others)
    asking = _asking_buttons(offer)[: max(room, 0)]
    return (*answers, *rows_of([*others, *fixed], 2), *rows_of(asking, 2))


def _all_buttons(offer: OfferedRulings) -> Buttons:
    """Return all buttons of the card."""
    case = offer.case
    tools = [*_every_ruling_button(case, every=offer.every), *_fixed_buttons(case)]
    asking = _asking_buttons(offer)
    answers = (*query_rows(offer), *_ruling_rows(offer), *_kind_rows(offer))
    return (*answers, *rows_of(tools, 2), *rows_of(asking, 2))


def query_rows(offer: OfferedRulings) -> list[tuple[Button, ...]]:
    """Return a one-tap row for each answer to a question about a word, with its usual reason."""
    case = offer.case
    if not case.is_query or case.stage is not CaseStage.PENDING:
        return []
    rows: list[tuple[Button, ...]] = []
    for ruling in offer.rulings:
        is_of_one_word = len(ruling.words) < len(case.words)
        for reason in query_reasons(ruling, offer.lexicon):
            label = say(f"button.query.{reason}")
            if is_of_one_word:
                label = say("button.query.word_not_official_one", word=ruling.words[0].upper())
            rows.append((WORD.button(label, case.id, code_of(ruling, case), reason),))
    return rows


def _ruling_rows(offer: OfferedRulings) -> list[tuple[Button, ...]]:
    """Return a row for each ruling."""
    case, game = offer.case, offer.present.game
    rows: list[tuple[Button, ...]] = []
    for number, ruling in enumerate(offer.rulings, 1):
        what = short_ruling(ruling, case, game, offer.names)
        label = say("choice.numbered", number=number, what=what)
        rows.append((RULE.button(label, case.id, code_of(ruling, case)),))
    return rows


def _kind_rows(offer: OfferedRulings) -> list[tuple[Button, ...]]:
    """Return a row for each kind of ruling with several variants."""
    if not offer.rulings:
        return []
    return [
        (CASE.button(say(f"choice.more.{kind.value}"), offer.case.id, CaseAction.MORE, kind.value),)
        for kind in open_kinds(offer.case, offer.present, offer.order, every=offer.every)
    ]


def _every_ruling_button(case: Case, *, every: bool) -> list[Button]:
    """Return the button that offers every ruling, if the card does not yet."""
    if every or (case.is_query and case.stage is CaseStage.PENDING):
        return []  # a question has its answers; any other decision needs its own case
    if case.stage is CaseStage.RULED:
        return [CASE.button(say("button.case.reverse"), case.id, CaseAction.ALL)]
    return [_all_button(case)] if case.stage is CaseStage.PENDING and case.is_claim else []


def _all_button(case: Case) -> Button:
    return CASE.button(say("button.case.all"), case.id, CaseAction.ALL)


def _fixed_buttons(case: Case) -> list[Button]:
    """Return the buttons that every page has: the sheets, the statements, and a noted notice."""
    actions = [CASE.button(say("button.case.sheets"), case.id, CaseAction.SHEETS)]
    if case.comments or case.defences or case.opinions:
        actions.append(CASE.button(say("button.case.said"), case.id, CaseAction.SAID))
    if case.stage is CaseStage.FILED and case.comments:
        actions.append(CASE.button(say("button.case.told"), case.id, CaseAction.NOTIFIED))
    return actions


def _asking_buttons(offer: OfferedRulings) -> list[Button]:
    """Return the buttons that ask others: both players in an own case, other arbiters."""
    case = offer.case
    actions: list[Button] = []
    if case.stage is not CaseStage.PENDING:
        return actions
    if case.kind is None:
        actions.append(CASE.button(say("button.case.hear"), case.id, CaseAction.HEAR))
        actions.append(CASE.button(say("button.case.close"), case.id, CaseAction.CLOSE))
    if offer.has_more_arbiters:
        actions.append(CASE.button(say("button.case.opinion"), case.id, CaseAction.ASK))
        actions.append(CASE.button(say("button.case.my_opinion"), case.id, CaseAction.THINK))
    return actions
