"""The files of a rating list: shown as samples, sent, typed, or taken from a competition.

What is asked after them, and the list itself, is `bot.handlers.rating`.
"""

from dataclasses import replace

from bot.cnis.typed import read_typed_places
from bot.desk.competitions.games import competition_games, rated_competitions
from bot.desk.desk import Desk
from bot.desk.works import Working, Works
from bot.messages import Document, DocumentKind, Notice, say
from bot.office.shared import Said
from bot.tables.files import CHAT
from bot.workshop import cards
from bot.workshop.draft import Sent
from bot.workshop.task import NEEDS, Role
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode
from storage import rating_work

MOST_FILES = 8
"""Sent for one list; three are the most that any wants."""


async def send_sample(desk: Desk, said: Said, system: str) -> None:
    """Send an example of every file that the system wants."""
    desk.toast(said)
    needs = NEEDS.get(system)
    for role in needs.roles if needs is not None else ():
        if role is not Role.SCALES:  # the federation's own, that nobody has to make up
            document = Document(DocumentKind.RATING_SAMPLE, f"{system}.{role}")
            text = say("rating.sample", role=cards.role_text(role, system))
            desk.reply(said, text, document=document)


async def given(desk: Desk, said: Said, token: str) -> None:
    """Take a file that was asked for; anything else is answered with what is awaited."""
    working = await Works(desk.unit).find(said, token)
    if working is None:
        await desk.questions.close(said)
        desk.reply(said, say("rating.gone"))
        return
    if len(working.draft.sent) + len(working.draft.files) >= MOST_FILES:
        desk.reply(said, say("rating.too_many", most=MOST_FILES), ((cards.stop_button(token),),))
        return
    sent = said.incoming.file
    typed = read_typed_places(said.args) if working.draft.system == "cnis_points" else None
    if sent is None and typed is not None:
        draft = await Works(desk.unit).add_file(working, "tastat.csv", typed)
        await check(desk, said, replace(working, draft=draft), is_new_message=True)
        return
    if sent is None or sent.is_photo or working.work.stage == rating_work.RATE:
        _awaited(desk, said, working)
        return
    if sent.size > CHAT.size:
        desk.reply(said, say("rating.too_large", size=sent.size, most=CHAT.size))
        return
    draft = working.draft
    draft = replace(draft, sent=(*draft.sent, Sent(file_id=sent.file_id, name=sent.name)))
    await check(desk, said, replace(working, draft=draft), is_new_message=True)


def _awaited(desk: Desk, said: Said, working: Working) -> None:
    """Say what is awaited to who sent something else: a text, a photo, a voice note, a sticker."""
    stop = (cards.stop_button(working.token),)
    if working.work.stage == rating_work.RATE:
        desk.reply(said, say("rating.busy"), (stop,))
        return
    is_typed = bool(said.args) and said.incoming.file is None
    text = say("rating.no_file" if is_typed else "rating.no_photo")
    desk.reply(said, text, ((cards.sample_button(working.draft),), stop))


async def check(desk: Desk, said: Said, working: Working, *, is_new_message: bool = False) -> None:
    """Have the files read; the message that was pressed, or a new one, tells what comes of it."""
    card = cards.reading_card(working.token)
    if is_new_message and working.work.stage == rating_work.CHECK:
        await Works(desk.unit).save(working, replace(working.draft, faults=()), rating_work.CHECK)
        return  # files sent together: one message tells of them all
    key = f"rating/{working.token}/{working.work.seq + 1}"
    message = None if is_new_message else said.incoming.message
    draft = replace(working.draft, message=message, key=key, faults=())
    await Works(desk.unit).save(working, draft, rating_work.CHECK)
    if message is not None:
        desk.edit(said, card.text, card.buttons)
    else:
        to = said.incoming.chat
        desk.unit.say(Notice(to=to, text=card.text, buttons=card.buttons, dedup=key))


async def take_competition(desk: Desk, said: Said, working: Working, code: str) -> None:
    """Take the homologated games of a competition."""
    allowed = await rated_competitions(desk, said)
    seen = next((each for each in allowed if each.competition.code == CompetitionCode(code)), None)
    if seen is None:
        raise GameStateError(Fault("not_in_competition", facts={"title": code}))
    games = await competition_games(desk, seen)
    draft = await Works(desk.unit).add_file(working, f"{code}.csv", games.content)
    draft = replace(draft, left_out=games.left_out)
    await check(desk, said, replace(working, draft=draft))
