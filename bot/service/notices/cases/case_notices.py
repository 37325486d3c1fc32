"""Notices of a case: to the opponent of a claim, to both players of a ruling, to arbiters.

Texts are translated for their reader when they are sent. `bot.service.notices.cases.cards` draws
the arbiter's card.
"""

from dataclasses import replace

from bot.service.context import Context
from bot.service.lookups.cases.parties import is_asked, unreached_opponent
from bot.service.lookups.cases.ruling_results import RulingResult
from bot.service.notices.notifier import Notifier
from bot.service.readers.readers import Readers
from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.buttons.conversation import write_button
from bot.texts.messages import Notice, Relayed, Text, say
from bot.texts.notices.cases.effects import full_effects
from bot.texts.notices.cases.ruling_texts import claim_text, ruling_text
from bot.texts.notices.participants import Member
from bot.texts.notices.play.relay import standing
from engine.cases.case import Case, CaseStage
from engine.cases.events import RulingKind
from engine.correspondence import statements_of, thread_of
from engine.ids import PersonId
from storage.cases.case_rows import OWN, CaseRow
from storage.queues import outbox


def claim_notice_key(case: Case) -> str:
    """Return the key of the notice of a claim to the opponent; its delivery is the proof."""
    return f"claim:{case.id}"


async def notify_opponent(notifier: Notifier, case: Case, comment: str) -> None:
    """Notify the opponent of the claim, and of how to answer it (art. 7.2).

    If the bot cannot reach them, notify the chief arbiter instead.
    """
    if case.against is None:
        return
    member = await _member(notifier, case, case.against)
    if member.address is None:
        await notify_of_unreachable_opponent(notifier, case)
        return
    text = say(
        "claim.told",
        who=await notifier.persons.name(case.by),
        game=case.game,
        case=case.id,
        claim=claim_text(case),
        words=say("claim.words", words=case.words) if case.words else None,
        comment=comment,
    )
    button = CASE.button(say("button.case.defend"), case.id, CaseAction.SAY)
    await notifier.notify(
        Notice(
            to=member.address,
            text=member.addressed(text),
            buttons=member.pressing(((button,),)),
            about=statements_of(case.id),
            dedup=claim_notice_key(case),
        )
    )


async def notify_of_unreachable_opponent(notifier: Notifier, case: Case) -> None:
    """Notify the chief arbiter, once, of an opponent whom the bot cannot reach."""
    opponent = await unreached_opponent(notifier, case)
    main, *_ = await notifier.cases.arbiters(case)
    chat = await notifier.persons.address(main)
    if opponent is None or chat is None:
        return
    button = CASE.button(say("button.case.told"), case.id, CaseAction.NOTIFIED)
    await notifier.notify(
        Notice(
            to=chat,
            text=say("case.untold", who=opponent.name, case=case.id),
            buttons=((button,),),
            about=case.game,
            dedup=f"untold:{case.id}",
        )
    )


async def send_statement(notifier: Notifier, case: Case, by: PersonId, text: str, key: str) -> None:
    """Send a player's statement to the other player, and point arbiters to their card.

    `key`: the notice for the other player, which says what kind of statement it is.
    """
    match = await notifier.cases.match(case)
    who = await notifier.persons.name(by)
    for person in match.people:
        if person == by:
            continue
        button = CASE.button(say("button.answer"), case.id, CaseAction.SAY)
        notice = say(key, who=who, case=case.id, text=text)
        await notifier.notify_person(person, notice, ((button,),), about=statements_of(case.id))
    if case.stage is CaseStage.PENDING:
        await _notify_arbiters(notifier, case, by, say("case.new_statement", who=who, case=case.id))


async def send_photograph(notifier: Notifier, case: Case, by: PersonId, photo: Relayed) -> None:
    """Send the photograph of a player's statement to the other player and to the arbiters."""
    match = await notifier.cases.match(case)
    who = await notifier.persons.name(by)
    author_chat = await notifier.persons.address(by)
    text = say("case.photograph", who=who, case=case.id)
    signed = replace(photo, by=by)
    copies: dict[int | None, tuple[Text, str]] = {
        await notifier.persons.address(arbiter): (text, case.game)
        for arbiter in await notifier.cases.arbiters(case)
    }
    # An arbiter who writes for a player gets the photograph once, in the player's thread.
    for player in match.people:
        member = await _member(notifier, case, player)
        copies[member.address] = (member.addressed(text), statements_of(case.id))
    for chat, (caption, about) in copies.items():
        if chat not in {None, author_chat}:
            await notifier.notify(
                Notice(to=chat, text=caption, relayed=signed, about=about, silent=True)
            )


async def notify_of_opinion(notifier: Notifier, case: Case, by: PersonId) -> None:
    """Notify the other arbiters of a new opinion on the card."""
    who = await notifier.persons.name(by)
    await _notify_arbiters(notifier, case, by, say("case.new_opinion", who=who, case=case.id))


async def _notify_arbiters(notifier: Notifier, case: Case, by: PersonId, text: Text) -> None:
    """Send a silent reply to the card of each arbiter who has one."""
    for arbiter in await notifier.cases.arbiters(case):
        chat = await notifier.persons.address(arbiter)
        card = None if chat is None else await outbox.latest_about(notifier.unit.tx, chat, case.id)
        if chat is not None and card is not None and arbiter != by:
            await notifier.notify(
                Notice(to=chat, text=text, silent=True, reply_to=card, about=case.game)
            )


async def ask_opinions(notifier: Notifier, case: Case, by: PersonId) -> int:
    """Ask every other arbiter who has a chat for an opinion; return how many were asked."""
    who = await notifier.persons.name(by)
    asked = 0
    for arbiter in await notifier.cases.arbiters(case):
        chat = await notifier.persons.address(arbiter)
        if arbiter == by or chat is None:
            continue
        text = say("case.asked_opinion", who=who, case=case.id, claim=claim_text(case))
        buttons = (
            (CASE.button(say("button.case.my_opinion"), case.id, CaseAction.THINK),),
            (CASE.button(say("button.case.open"), case.id, CaseAction.OPEN),),
        )
        await notifier.notify(Notice(to=chat, text=text, buttons=buttons, about=case.game))
        asked += 1
    return asked


async def ask_players(notifier: Notifier, case: Case, by: PersonId) -> None:
    """Notify both players that an arbiter opened a case and that they may make a statement."""
    match = await notifier.cases.match(case)
    who = await notifier.persons.name(by)
    button = CASE.button(say("button.answer"), case.id, CaseAction.SAY)
    for person in match.people:
        text = say("case.heard", who=who, case=case.id, game=case.game)
        await notifier.notify_person(person, text, ((button,),), about=statements_of(case.id))


async def notify_of_closing(notifier: Notifier, case: Case) -> None:
    """Notify the players who were asked that the case was closed without a ruling."""
    match = await notifier.cases.match(case)
    text = say(
        "case.closed_players",
        who=await notifier.persons.name(case.by),
        case=case.id,
        game=case.game,
    )
    for person in match.people:
        if await is_asked(notifier, case, person):
            await notifier.notify_person(person, text, about=case.game)


async def is_begun(readers: Readers, row: CaseRow) -> bool:
    """Return whether the case contains a question, a statement or a ruling.

    An empty case that an arbiter opened to see possible rulings waits for nobody.
    """
    if row.kind != OWN:
        return True
    case = await readers.cases.get(row.case_id)
    if case.statements or case.asked or case.rulings:
        return True
    match = await readers.cases.match(case)
    return any([await is_asked(readers, case, person) for person in match.people])


async def notify_of_ruling(
    notifier: Notifier, ruled: RulingResult, *, but: PersonId | None = None
) -> None:
    """Send both players the ruling with its article, reason and effects.

    `but` gets no notice: that player reads all rulings of one decision in one message. If the
    ruling changes the game, the players get its current state silently; the player to move gets the
    board. After the game a player may turn to the Commission; until then the ruling is final (art.
    10.1).
    """
    case, consequences = ruled.snapshot.case, ruled.consequences
    decided, before = case.rulings[-1], ruled.before
    names = await notifier.persons.names({*before.people, decided.arbiter})
    is_over = before.game.ended is not None or consequences.after.game.ended is not None
    text = say(
        "case.decision",
        case=case.id,
        game=case.game,
        claim=claim_text(case),
        replaces=say("case.replaces") if len(case.rulings) > 1 else None,
        ruling=ruling_text(decided.ruling, case, before.game, names),
        article=decided.article,
        reason=decided.reason,
        who=names[decided.arbiter],
        effects=full_effects(before, consequences, names, decided.at),
        appeal=say("case.appeal" if is_over else "case.final", game=case.game),
    )
    for notice in await _notices_with_position(notifier, ruled, text, but):
        await notifier.notify(notice)


async def notify_of_word_ruling(notifier: Notifier, case: Case) -> None:
    """Notify the opponent of a ruling on a word, after `words_alone` has notified its author.

    Rules: art. 5.3. The message does not name the square, because the author may still play there.
    """
    decided = case.rulings[-1]
    valid = decided.ruling.kind is RulingKind.WORD_VALID
    text = say(
        "query.ruled_valid" if valid else "query.ruled_invalid",
        who=await notifier.persons.name(decided.arbiter),
        words=", ".join(word.upper() for word in decided.ruling.words),
        game=case.game,
    )
    match = await notifier.cases.match(case)
    for person in match.people:
        if person != case.by:
            await notifier.notify_person(person, text, about=case.game, silent=True)


async def _notices_with_position(
    readers: Readers, ruled: RulingResult, text: Text, but: PersonId | None
) -> list[Notice]:
    """Return both players' notices: the ruling, and the game after it if it has changed."""
    case, before = ruled.snapshot.case, ruled.before
    after = await readers.games.load(case.game)
    participants = await readers.participants.of(after.game)
    notices: list[Notice] = []
    for person in before.match.people:
        recipient = await _member(readers, case, person)
        if recipient.address is None or person == but:
            continue
        notices.append(
            Notice(
                to=recipient.address,
                text=recipient.addressed(text),
                buttons=recipient.pressing(((write_button(case.game),),)),
                about=case.game,
                reply_to=await _earlier_message(readers, case, person, recipient.address),
            )
        )
        if ruled.consequences.here.game_events:
            today = readers.games.today(after.game)
            position = standing(after.game, after.seq, participants, person, today)
            notices += [replace(notice, silent=True) for notice in position]
    return notices


async def _earlier_message(context: Context, case: Case, person: PersonId, chat: int) -> int | None:
    """Return the message to which the ruling replies; None if the chat has no such message.

    It is the last one about the case, or else the last letter of the player and the arbiter.
    """
    tx = context.unit.tx
    about_case = await outbox.latest_about(tx, chat, statements_of(case.id))
    return about_case or await outbox.latest_about(tx, chat, thread_of(case.game, person))


async def notify_of_withdrawal(notifier: Notifier, case: Case) -> None:
    """Notify the opponent that the claim was withdrawn."""
    who = await notifier.persons.name(case.by)
    text = say("claim.taken_back", who=who, case=case.id)
    if case.against is not None:
        await notifier.notify_person(case.against, text, about=case.game)


async def _member(readers: Readers, case: Case, person: PersonId) -> Member:
    """Return how a player of the case's game is reached."""
    match = await readers.cases.match(case)
    return await readers.matches.member(match, person)
