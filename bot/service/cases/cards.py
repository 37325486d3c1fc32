"""The arbiter's card: one message a case, changed in place as the case grows (art. 7.2, 10.1).

It holds what an arbiter needs to decide and to defend the decision: the requirements, the facts,
both statements, the opinions, and every ruling that is possible with the coefficients and the
places it would bring. A ruling is chosen by a tap, reasoned, and confirmed by another.
"""

import secrets
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.service.cases.facts import clubmates, conflicts, facts_of
from bot.service.cases.ruled_words import key_of
from bot.service.cases.said import requirements, ruled_text, statement_lines
from bot.service.cases.situation import situation
from bot.texts.i18n import catalogue
from bot.texts.messages import Button, Buttons, Notice, Param, Text, rows_of, say
from bot.texts.notices.cases.cases import Names, brought_key, claim_text, ruling_text, short_ruling
from bot.texts.notices.cases.codes import code_of
from bot.texts.notices.cases.effects import effect_lines
from bot.texts.notices.cast import ending
from bot.texts.notices.play.sheets import sheets
from engine.cases.articles import article_of
from engine.cases.case import Case, CaseStage
from engine.cases.choices import offered, open_kinds
from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import consequences, standing_rows
from engine.cases.situation import Situation
from engine.games.orders import Order
from engine.ids import PersonId, match_of
from storage.queues import outbox

if TYPE_CHECKING:
    from bot.service.notify import Teller
    from bot.service.readers import Readers


def query_reasons(ruling: Ruling, lexicon: Container[str]) -> tuple[str, ...]:
    """Return the true reasons that a tap gives to an answer; the arbiter writes any other."""
    if ruling.kind is RulingKind.WORD_VALID:
        return ("word_official", "word_derived")
    listed = any(key_of(word) in lexicon for word in ruling.words)
    invalid = ruling.kind is RulingKind.WORD_INVALID and not listed
    return ("word_not_official",) if invalid else ()


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
    lexicon: Container[str]
    """The word list of the game."""


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
        for why in query_reasons(ruling, offer.lexicon):
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


CARD = "card:"
"""How the keys of cards begin: those that were not sent yet are withdrawn when they grow old."""
SHOWN = ((6, 450), (4, 200), (2, 80))
"""How many of the last statements stand on the card, and how many characters of each: the first
that makes it one message."""
LONGEST = 3900
"""Characters of a card; a message has 4096, and other languages are a little longer."""


async def recipients(service: "Teller", case: Case) -> list[PersonId]:
    """Return who gets the card: the main arbiter, and whoever else has no conflict of interest."""
    main, *others = await service.cases.arbiters(case)
    return [main, *[each for each in others if not await clubmates(service, case, each)]]


async def send(service: "Teller", case: Case, *, also: PersonId | None = None) -> None:
    """Send the sheets and the card, anew, to whoever is to have it."""
    wanted = await recipients(service, case)
    for person in dict.fromkeys([*wanted, *([] if also is None else [also])]):
        await send_to(service, case, person)


async def send_to(service: "Teller", case: Case, person: PersonId) -> None:
    """Send the sheets, quietly, and the card; an older card of his points to the new one."""
    chat = (await service.persons.get(person)).chat
    if chat is None:
        return
    older = await outbox.latest_about(service.unit.tx, chat, case.id)
    if older is not None:
        service.unit.say(Notice(to=chat, text=say("case.moved", case=case.id), edits=older))
    seen = await service.games.load(case.game)
    caption = say("case.sheets", case=case.id, game=case.game, version=seen.seq)
    pictures = sheets(seen.game.id, seen.seq)
    album = Notice(to=chat, text=caption, pictures=pictures, about=case.game, silent=True)
    await service.tell(album)
    await service.tell(await _notice(service, case, chat))


async def refresh(service: "Teller", case: Case) -> None:
    """Change the card wherever it is; one that still waits to be sent is made anew."""
    waiting = await outbox.withdraw(service.unit.tx, case.id, CARD)
    wanted = await recipients(service, case)
    for person in await service.cases.arbiters(case):
        chat = (await service.persons.get(person)).chat
        sent = None if chat is None else await outbox.latest_about(service.unit.tx, chat, case.id)
        if chat is not None and sent is not None:
            await service.tell(await _notice(service, case, chat, edits=sent), aloud=True)
        elif chat is not None and waiting and person in wanted:
            await service.tell(await _notice(service, case, chat))


async def _notice(service: "Teller", case: Case, chat: int, edits: int | None = None) -> Notice:
    text, buttons = await card(service, case)
    key = f"{CARD}{case.id}:{secrets.token_urlsafe(9)}"
    return Notice(to=chat, text=text, buttons=buttons, about=case.id, edits=edits, dedup=key)


async def card(service: "Teller", case: Case, *, every: bool = False) -> "tuple[Text, Buttons]":
    """Return the card as it stands now; `every`: with every ruling there is.

    It stays one message, so that it can be changed in place: what people said gives way first, a
    button has it whole.
    """
    now = await situation(service, case.game)
    order = await _order(service, case)
    names = await service.persons.names({*now.people, *await _speakers(service, case)})
    choosing = case.stage is CaseStage.PENDING or (case.stage is CaseStage.RULED and every)
    rulings = offered(case, now, order, every=every) if choosing else ()
    offer = Offer(
        case=case,
        now=now,
        order=order,
        rulings=rulings,
        names=names,
        every=every,
        lexicon=service.shared.lexicon(now.game.edition),
    )
    facts: dict[str, Param] = {
        "case": case.id,
        "claim": claim_text(case),
        "state": await _state(service, case, names),
        "where": _where(now),
        "requirements": requirements(case, names) if case.is_claim else None,
        "facts": await facts_of(service, case, now.game),
        "conflicts": await conflicts(service, case, await service.cases.arbiters(case)) or None,
        "options": _options(offer) if rulings else None,
    }
    return await _fitting(service, case, names, facts), await buttons(service, offer)


async def _fitting(service: "Teller", case: Case, names: Names, facts: dict[str, Param]) -> Text:
    """Return the card with as much of what was said as leaves it one message."""
    tried: list[Text] = []
    for most, shown in SHOWN:
        lines = await statement_lines(service, case, names, shown=shown, most=most)
        tried.append(Text("case.card", facts | {"statements": lines or None}))
        if len(catalogue("ro").plain(tried[-1])) <= LONGEST:
            break
    return tried[-1]


async def _order(service: "Teller", case: Case) -> Order:
    """Return the order by which a ruling is tried: nobody reads its reason."""
    arbiters = await service.cases.arbiters(case)
    return Order(at=service.unit.now, arbiter=arbiters[0], article="", reason="", case=case.id)


async def _speakers(service: "Teller", case: Case) -> set[PersonId]:
    """Return everybody who is named on the card beside the players."""
    people = {case.by, *(each.by for each in case.said), *(one.arbiter for one in case.rulings)}
    told = case.told.arbiter if case.told else None
    return people | set(await service.cases.arbiters(case)) | ({told} if told else set())


async def _state(service: "Teller", case: Case, names: Names) -> list[Text]:
    """Return who brought the case and when, until when it is to be ruled on, or how it ended."""
    brought = brought_key(case)
    lines = [say(brought, who=names[case.by], at=case.opened.isoformat())]
    match = (await service.matches.load(match_of(case.game))).match
    due = case.due_on(match.rules.time_zone)
    match case.stage:
        case CaseStage.FILED:
            lines.append(say("case.incomplete"))
        case CaseStage.PENDING if case.kind is None:
            lines.append(say("case.due_own"))
        case CaseStage.PENDING if due is not None:
            lines.append(say("case.due", until=ending(due, match.rules.time_zone)))
        case CaseStage.WITHDRAWN:
            key = "case.closed_by" if case.kind is None else "case.withdrawn"
            lines.append(Text(key, {"who": names[case.by]}))
        case _:
            game = (await service.games.load(case.game)).game
            lines += [ruled_text(ruled, case, names, game) for ruled in case.rulings]
    return lines


def _where(now: Situation) -> Text | None:
    """Return the competition and the group that the game belongs to."""
    phase = now.competition.phase_of(now.game.id) if now.competition else None
    if now.competition is None or phase is None:
        return None
    group = next(each.group for each in phase.matches if now.game.id in each.games)
    phase_name = say(f"phase.{phase.plan.phase.value}")
    return say("case.where", title=now.competition.title, phase=phase_name, group=group)


def _options(offer: Offer) -> list[Text]:
    """Return each possible ruling with its article and what it would bring."""
    now = offer.now
    lines = [say("case.options" if standing_rows(now) else "case.options_alone")]
    for number, ruling in enumerate(offer.rulings, 1):
        found = consequences(now, offer.order, ruling)
        effects = effect_lines(now, found, offer.names, offer.order.at)
        lines.append(
            say(
                "case.option",
                number=number,
                ruling=ruling_text(ruling, offer.case, now.game, offer.names),
                article=article_of(offer.case, ruling.kind),
                effects=effects or None,
            )
        )
    return lines
