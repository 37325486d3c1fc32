"""The buttons under an arbiter's card: a ruling each, then those that show or ask for more."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.texts.messages import Button, Buttons, say
from bot.texts.notices.case_codes import code_of
from bot.texts.notices.cases import Names, short_ruling
from bot.texts.notices.dialogue import rows_of
from engine.cases.case import Case, CaseStage
from engine.cases.choices import open_kinds
from engine.cases.events import Ruling, RulingKind
from engine.cases.situation import Situation
from engine.games.orders import Order

if TYPE_CHECKING:
    from bot.service.readers import Readers


QUERY_REASONS = {
    RulingKind.WORD_VALID: ("word_official", "word_derived"),
    RulingKind.WORD_INVALID: ("word_not_official",),
}
"""The reasons that a tap gives to an answer; others are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a card offers: the rulings that are possible as things stand."""

    case: Case
    now: Situation
    order: Order
    """By which they are tried."""
    rulings: Sequence[Ruling]
    names: Names
    every: bool
    """Whether every ruling there is is offered, and not only those that answer the claim."""


async def buttons(service: "Readers", offer: Offer) -> "Buttons":
    """Return a button for each ruling on the card, then those that ask for more."""
    case = offer.case
    rows = [*query_rows(offer), *_rulings(offer), *rows_of(_tools(case, every=offer.every), 2)]
    if case.stage is CaseStage.PENDING:
        rows += await _more(service, case)
    if case.stage is CaseStage.FILED and case.comments:
        rows.append((Button(say("button.case.told"), f"k:{case.id}:told"),))
    return tuple(rows)


def query_rows(offer: Offer) -> list[tuple[Button, ...]]:
    """Return the answers to a player who asks of a word: one tap each, its usual reason with it."""
    case = offer.case
    if not case.is_query or case.stage is not CaseStage.PENDING:
        return []
    rows: list[tuple[Button, ...]] = []
    for ruling in offer.rulings:
        one = len(ruling.words) < len(case.words)
        for why in QUERY_REASONS.get(ruling.kind, ()):
            label = say(f"button.query.{why}")
            if one:
                label = say("button.query.word_not_official_one", word=ruling.words[0].upper())
            rows.append((Button(label, f"word:{case.id}:{code_of(ruling, case)}:{why}"),))
    return rows


def _rulings(offer: Offer) -> list[tuple[Button, ...]]:
    """Return a row for each ruling, and for each kind of which there is more than one."""
    case, game = offer.case, offer.now.game
    if not offer.rulings:
        return []
    rows: list[tuple[Button, ...]] = []
    for number, ruling in enumerate(offer.rulings, 1):
        what = short_ruling(ruling, case, game, offer.names)
        label = say("choice.numbered", number=number, what=what)
        rows.append((Button(label, f"rule:{case.id}:{code_of(ruling, case)}"),))
    for kind in open_kinds(case, offer.now, offer.order, every=offer.every):
        label = say(f"choice.more.{kind.value}")
        rows.append((Button(label, f"k:{case.id}:more:{kind.value}"),))
    return rows


def _tools(case: Case, *, every: bool) -> list[Button]:
    """Return the buttons that show more: other rulings, the sheets, what was said."""
    tools: list[Button] = []
    if case.is_query and case.stage is CaseStage.PENDING:
        pass  # the answers are above; another decision about the game is a case of its own
    elif case.stage in {CaseStage.PENDING, CaseStage.RULED} and not every and case.is_claim:
        again = "button.case.reverse" if case.rulings else "button.case.all"
        tools.append(Button(say(again), f"k:{case.id}:all"))
    elif case.stage is CaseStage.RULED and not every:
        tools.append(Button(say("button.case.reverse"), f"k:{case.id}:all"))
    tools.append(Button(say("button.case.sheets"), f"k:{case.id}:sheets"))
    if case.comments or case.defences or case.opinions:
        tools.append(Button(say("button.case.said"), f"k:{case.id}:said"))
    return tools


async def _more(service: "Readers", case: Case) -> "list[tuple[Button, ...]]":
    """Return the buttons that ask others: the players of a case of one's own, other arbiters."""
    row: list[Button] = []
    if len(await service.cases.arbiters(case)) > 1:
        row.append(Button(say("button.case.opinion"), f"k:{case.id}:ask"))
        row.append(Button(say("button.case.my_opinion"), f"k:{case.id}:think"))
    rows = [tuple(row)] if row else []
    if case.kind is None:
        hear = Button(say("button.case.hear"), f"k:{case.id}:hear")
        drop = Button(say("button.case.close"), f"k:{case.id}:drop")
        rows += [(hear,), (drop,)]
    return rows
