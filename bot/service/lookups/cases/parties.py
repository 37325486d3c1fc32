"""The players of an open case: who may make a statement, and what they wrote beside the case.

A player who defends themself in a letter has not answered the claim. So the bot offers the case
first, and the card shows the letters that were not attached to it (art. 7.2, 9.7).
"""

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.pure.days.agenda import TIME_TO_REACH
from bot.service.pure.rows import is_open
from bot.service.readers.readers import Readers
from bot.texts.notices.participants import Member
from engine.cases.case import Case
from engine.cases.events import CaseId
from engine.correspondence import statements_of, thread_of
from engine.ids import PersonId, match_about
from storage.cases import case_rows, statements
from storage.cases.statements import StoredStatement
from storage.queues import outbox
from storage.queues.outbox import MessageState


async def cases_to_answer(readers: Readers, player: PersonId, about: str = "") -> list[Case]:
    """Return the open cases in which a player may make a statement, the earliest due first.

    These are claims by or against them, and cases in which an arbiter asked them, without damaged
    ones. With `about`, the code of a game or match, return only those of that match.
    """
    tx = readers.unit.tx
    rows = [
        *await case_rows.concerning(tx, player),
        *await case_rows.opened_in_games_of(tx, player),
    ]
    cases: list[Case] = []
    for row in rows:
        if not is_open(row) or (about and row.match_id != match_about(about)):
            continue
        with leaving_out_damaged():
            case = await readers.cases.get(row.case_id)
            if await may_state(readers, case, player):
                cases.append(case)
    return cases


async def may_state(readers: Readers, case: Case, player: PersonId) -> bool:
    """Return whether the open case waits for statements of that player of its game."""
    match = await readers.cases.match(case)
    if player not in match.people or not case.hears_players:
        return False
    return case.is_claim or await is_asked(readers, case, player)


async def is_asked(readers: Readers, case: Case, player: PersonId) -> bool:
    """Return whether the player was asked for a statement in the case.

    Nothing else is stored of the request than its message, which is in the case's thread: in the
    player's chat, or in one that they had before.
    """
    member = await readers.matches.member(await readers.cases.match(case), player)
    chats = await readers.persons.chats_of(await readers.persons.get(player), member.address)
    return any(
        delivery.chat in chats and delivery.state in {MessageState.QUEUED, MessageState.SENT}
        for delivery in await outbox.deliveries(readers.unit.tx, statements_of(case.id))
    )


async def unreached_opponent(readers: Readers, case: Case) -> Member | None:
    """Return the opponent of a claim whom the bot cannot reach; None if there is none.

    That is a player without a chat, or one to whom the notice was not delivered in
    `TIME_TO_REACH`. A claim without a comment is not complete, so nobody waits for its delivery.
    """
    if case.against is None or not case.comments:
        return None
    opponent = await readers.matches.member(await readers.cases.match(case), case.against)
    waited = readers.unit.now - case.comments[0].at
    return None if opponent.address is not None and waited < TIME_TO_REACH else opponent


async def letters_beside(readers: Readers, case: Case) -> list[StoredStatement]:
    """Return what the players wrote to the arbiters while the case was open, but not in it.

    A word query has none: only its author knows of it.
    """
    if case.is_query:
        return []
    match = await readers.cases.match(case)
    texts = await readers.cases.statement_texts(case)
    attached = {(statement.author, statement.text) for statement in texts.values()}
    until = case.rulings[0].at if case.rulings else None
    letters: list[StoredStatement] = []
    for player in match.people:
        for about in (case.game, match.code):
            thread = CaseId(thread_of(about, player))
            letters += [
                letter
                for letter in (await statements.of_case(readers.unit.tx, thread)).values()
                if letter.author == player
                and letter.at >= case.opened
                and (until is None or letter.at <= until)
                and (player, letter.text) not in attached
            ]
    return sorted(letters, key=lambda letter: letter.at)
