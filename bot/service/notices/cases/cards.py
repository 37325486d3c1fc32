"""The arbiter's card: one message for each case, edited as the case grows (art. 7.2, 10.1).

The card shows what an arbiter needs for a ruling: the requirements, the facts, both statements, the
opinions, and every possible ruling with its coefficients and ranks. The arbiter taps a ruling,
writes a reason, and confirms with another tap.
"""

from collections.abc import Iterable

from bot.service.lookups.cases.conflicts import clubmates, conflicts
from bot.service.lookups.cases.facts import facts_of
from bot.service.lookups.cases.parties import letters_beside
from bot.service.lookups.cases.ruling_checks import may_rule
from bot.service.lookups.cases.situation import load_situation
from bot.service.lookups.cases.statements import shortened, statement_lines
from bot.service.notices.notifier import Notifier
from bot.service.readers.readers import Readers
from bot.texts.messages import Card, Notice, Param, Text, say
from bot.texts.notices.cases.card_buttons import OfferedRulings, buttons, first_page
from bot.texts.notices.cases.effects import effect_lines
from bot.texts.notices.cases.ruling_texts import Names, brought_key, claim_text, ruling_text
from bot.texts.notices.cases.statements import requirements, ruled_text
from bot.texts.notices.participants import ending
from bot.texts.notices.play.sheets import sheets
from bot.texts.one_message import fits
from bot.texts.phase_names import phase_name
from engine.cases.case import Case, CaseStage, article_of
from engine.cases.choices import offered
from engine.cases.events import Ruling
from engine.cases.rulings import consequences_in, standing_rows
from engine.cases.situation import Situation
from engine.games.orders import Order
from engine.ids import PersonId
from storage.queues import outbox

CARD = "card:"
"""The start of cards' keys: a card that is not sent yet is withdrawn when it is out of date."""
STATEMENT_LIMITS = ((6, 450), (4, 200), (2, 80))
"""Limits for the last statements on a card: how many, and how many characters of each.

The first pair that fits into one message is used.
"""
LETTERS_SHOWN, LETTER_SHOWN = 3, 150
"""How many letters that are not part of the case a card shows, and how many characters of each."""


async def recipients(readers: Readers, case: Case) -> list[PersonId]:
    """Return the recipients of the card: the chief arbiter, and others without a conflict."""
    main, *others = await readers.cases.arbiters(case)
    return [main, *[person for person in others if not await clubmates(readers, case, person)]]


async def send(notifier: Notifier, case: Case) -> None:
    """Send the sheets and a new card to all recipients."""
    for person in await recipients(notifier, case):
        await send_to(notifier, case, person)


async def send_to(notifier: Notifier, case: Case, person: PersonId) -> None:
    """Send a person the sheets silently, and the card; an older card refers to the new one."""
    chat = await notifier.persons.address(person)
    if chat is None:
        return
    older = await outbox.latest_about(notifier.unit.tx, chat, case.id)
    if older is not None:
        notifier.unit.say(Notice(to=chat, text=say("case.moved", case=case.id), edits=older))
    snapshot = await notifier.games.load(case.game)
    caption = say("case.sheets", case=case.id, game=case.game, version=snapshot.seq)
    pictures = sheets(snapshot.game.id, snapshot.seq)
    album = Notice(to=chat, text=caption, pictures=pictures, about=case.game, silent=True)
    await notifier.notify(album)
    await notifier.notify(await _notice(notifier, case, person, chat))


async def refresh(notifier: Notifier, case: Case) -> None:
    """Edit the card in every chat that has one; replace one that is still queued.

    That of somebody who is no longer an arbiter is withdrawn, too.
    """
    withdrawn = await outbox.withdraw(notifier.unit.tx, case.id, f"{CARD}{case.id}:")
    expecting = await _expecting(notifier, case, withdrawn)
    for person in await notifier.cases.arbiters(case):
        chat = await notifier.persons.address(person)
        if chat is None:
            continue
        last_card = await outbox.latest_about(notifier.unit.tx, chat, case.id)
        if last_card is not None:
            edit = await _notice(notifier, case, person, chat, edits=last_card)
            # An edit makes no sound, so quiet hours need not delay it.
            await notifier.notify(edit, aloud=True)
        elif person in expecting:
            await notifier.notify(await _notice(notifier, case, person, chat))


async def _expecting(readers: Readers, case: Case, keys: Iterable[str]) -> set[PersonId]:
    """Return for whom the withdrawn cards of these keys were.

    The keys of earlier versions name nobody, so those cards were for all recipients.
    """
    named = [key.removeprefix(f"{CARD}{case.id}:").rpartition(":")[0] for key in keys]
    expecting = {PersonId(int(person)) for person in named if person}
    return expecting if all(named) else expecting | {*await recipients(readers, case)}


async def _notice(
    readers: Readers, case: Case, person: PersonId, chat: int, edits: int | None = None
) -> Notice:
    """Return the card as a message for a person's chat, or as the edit of the card there."""
    text, buttons = await card(readers, case)
    key = f"{CARD}{case.id}:{person}:{readers.new_token()}"
    return Notice(to=chat, text=text, buttons=buttons, about=case.id, edits=edits, dedup=key)


async def card(readers: Readers, case: Case, *, every: bool = False) -> Card:
    """Return the current card, with the likely rulings; with `every`, with all possible ones.

    The card stays one message so that it can be edited. Long statements are shortened first; a
    button shows them whole.
    """
    offer = await _offer(readers, case, every=every)
    present, names = offer.present, offer.names
    facts: dict[str, Param] = {
        "case": case.id,
        "claim": claim_text(case),
        "state": await _state(readers, case, names),
        "where": _where(present),
        "requirements": requirements(case, names) if case.is_claim else None,
        "facts": await facts_of(readers, case, present.game),
        "letters": await _letters(readers, case, names),
        "conflicts": await conflicts(readers, case, await readers.cases.arbiters(case)) or None,
        "options": _options(offer) if offer.rulings else None,
    }
    return Card(await _fitting(readers, case, names, facts), buttons(offer))


async def _offer(readers: Readers, case: Case, *, every: bool) -> OfferedRulings:
    """Return the rulings that the card offers on its first page, with what their texts need."""
    present = await load_situation(readers, case.game)
    arbiters = await readers.cases.arbiters(case)
    # Only to calculate effects, so its article and reason are never shown.
    order = Order(at=readers.unit.now, arbiter=arbiters[0], article="", reason="", case=case.id)
    is_pending = case.stage is CaseStage.PENDING
    rulings: list[Ruling] = []
    if is_pending or (case.stage is CaseStage.RULED and every):
        # A question about words has no other answers; another decision needs a case of its own.
        every_possible = every and not (case.is_query and is_pending)
        rulings = [
            ruling
            for ruling in offered(case, present, order, every=every_possible)
            if await may_rule(readers, present.game, ruling, readers.unit.now)
        ]
    return first_page(
        OfferedRulings(
            case=case,
            present=present,
            order=order,
            rulings=tuple(rulings),
            names=await readers.persons.names({*present.people, *case.people, *arbiters}),
            every=every,
            lexicon=readers.shared.lexicon(present.game.edition),
            has_more_arbiters=len(arbiters) > 1,
        )
    )


async def _fitting(readers: Readers, case: Case, names: Names, facts: dict[str, Param]) -> Text:
    """Return the card with as many statements as fit into one message, in Romanian.

    `facts`: those of the card but for the statements.
    """
    text = Text("case.card", facts)
    for most, cut_to in STATEMENT_LIMITS:
        lines = await statement_lines(readers, case, names, cut_to=cut_to, most=most)
        text = Text("case.card", facts | {"statements": lines or None})
        if fits(text):
            break
    return text


async def _letters(readers: Readers, case: Case, names: Names) -> list[Text] | None:
    """Return how many letters the players wrote beside the open case, and the last of them."""
    letters = await letters_beside(readers, case)
    if not letters:
        return None
    lines = [
        say(
            "case.letter",
            who=names[letter.author],
            at=letter.at.isoformat(),
            text=shortened(letter, LETTER_SHOWN),
        )
        for letter in letters[-LETTERS_SHOWN:]
    ]
    return [say("case.letters", n=len(letters)), *lines]


async def _state(readers: Readers, case: Case, names: Names) -> list[Text]:
    """Return lines about the case's author and instant, then its due day or its outcome."""
    brought = brought_key(case)
    lines = [say(brought, who=names[case.by], at=case.opened.isoformat())]
    match = await readers.cases.match(case)
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
            by_author = Text(key, {"who": names[case.by]})
            lines.append(say("case.moot") if case.is_moot else by_author)
        case _:
            game = await readers.games.get(case.game)
            lines += [ruled_text(ruled, case, names, game) for ruled in case.rulings]
    return lines


def _where(present: Situation) -> Text | None:
    """Return the game's competition and group, or None."""
    phase = present.competition.phase_of(present.game.id) if present.competition else None
    if present.competition is None or phase is None:
        return None
    group = next(match.group for match in phase.matches if present.game.id in match.games)
    name = phase_name(present.competition, phase.plan.phase)
    return say("case.where", title=present.competition.title, phase=name, group=group)


def _options(offer: OfferedRulings) -> list[Text]:
    """Return a line for each offered ruling, with its article and effects, under a heading."""
    present = offer.present
    lines = [say("case.options" if standing_rows(present) else "case.options_alone")]
    for number, ruling in enumerate(offer.rulings, 1):
        consequences = consequences_in(offer.case, present, offer.order, ruling)
        effects = effect_lines(present, consequences, offer.names, offer.order.at)
        lines.append(
            say(
                "case.option",
                number=number,
                ruling=ruling_text(ruling, offer.case, present.game, offer.names),
                article=article_of(offer.case, ruling.kind),
                effects=effects or None,
            )
        )
    return lines
