"""The files of a rating list: samples, and files sent, typed, or taken from a competition.

`bot.chat.ratings.rating` asks the later questions and makes the list.
"""

from dataclasses import replace

from bot.documents.tables.formats.files import CHAT
from bot.ratings.cnis.views import read_typed_places
from bot.ratings.jobs import cards
from bot.ratings.jobs.columns import role_text
from bot.ratings.jobs.draft import UnfetchedFile
from bot.ratings.jobs.jobs import Jobs, Working
from bot.ratings.jobs.task import NEEDS, FileRole
from bot.runtime.shared import Said
from bot.service.competitions.standings import competition_games, rated_competitions
from bot.service.service import Service
from bot.texts.messages import Notice, say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode
from storage.ratings import rating_work

MOST_FILES = 8
"""The most files for one list; no system needs more than three."""


async def send_sample(service: Service, said: Said, system: str) -> None:
    """Send an example of every file that the system needs."""
    service.toast(said)
    needs = NEEDS.get(system)
    for role in needs.roles if needs is not None else ():
        # Files of the federation, and those that the bot writes, need no example.
        if role not in {FileRole.SCALES, FileRole.SAVED}:
            document = Document(DocumentKind.RATING_SAMPLE, f"{system}.{role}")
            text = say("rating.sample", role=role_text(role, system))
            service.reply(said, text, document=document)


async def given(service: Service, said: Said, token: str) -> None:
    """Store a requested file; answer anything else with what is expected."""
    working = await Jobs(service.unit).find(said, token)
    if working is None:
        await service.questions.close(said)
        service.reply(said, say("rating.gone"))
        return
    if len(working.draft.sent) + len(working.draft.files) >= MOST_FILES:
        service.reply(said, say("rating.too_many", most=MOST_FILES), ((cards.stop_button(token),),))
        return
    sent = said.incoming.file
    typed = read_typed_places(said.args) if working.draft.system == "cnis_points" else None
    if sent is None and typed is not None:
        draft = await Jobs(service.unit).add_file(working, "tastat.csv", typed)
        await check(service, said, replace(working, draft=draft), is_new_message=True)
        return
    if sent is None or sent.is_photo or working.work.stage == rating_work.RATE:
        _awaited(service, said, working)
        return
    if sent.size > CHAT.size:
        service.reply(said, say("rating.too_large", size=sent.size, most=CHAT.size))
        return
    draft = working.draft
    draft = replace(draft, sent=(*draft.sent, UnfetchedFile(file_id=sent.file_id, name=sent.name)))
    await check(service, said, replace(working, draft=draft), is_new_message=True)


def _awaited(service: Service, said: Said, working: Working) -> None:
    """Say what is expected, after a text, a photo, a voice note or a sticker."""
    stop = (cards.stop_button(working.token),)
    if working.work.stage == rating_work.RATE:
        service.reply(said, say("rating.busy"), (stop,))
        return
    is_typed = bool(said.args) and said.incoming.file is None
    text = say("rating.no_file" if is_typed else "rating.no_photo")
    service.reply(said, text, ((cards.sample_button(working.draft),), stop))


async def check(
    service: Service, said: Said, working: Working, *, is_new_message: bool = False
) -> None:
    """Start reading the files; the pressed message, or a new one, will show the result."""
    card = cards.reading_card(working.token)
    if is_new_message and working.work.stage == rating_work.CHECK:
        await Jobs(service.unit).save(working, replace(working.draft, faults=()), rating_work.CHECK)
        return  # files sent together: one message reports all
    key = f"rating/{working.token}/{working.work.seq + 1}"
    message = None if is_new_message else said.incoming.message
    draft = replace(working.draft, message=message, key=key, faults=())
    await Jobs(service.unit).save(working, draft, rating_work.CHECK)
    if message is not None:
        service.edit(said, card.text, card.buttons)
    else:
        to = said.incoming.chat
        service.unit.say(Notice(to=to, text=card.text, buttons=card.buttons, dedup=key))


async def take_competition(service: Service, said: Said, working: Working, code: str) -> None:
    """Use the official games of a competition."""
    allowed = await rated_competitions(service, said)
    seen = next((each for each in allowed if each.competition.code == CompetitionCode(code)), None)
    if seen is None:
        raise GameStateError(Fault("not_in_competition", facts={"title": code}))
    games = await competition_games(service, seen)
    draft = await Jobs(service.unit).add_file(working, f"{code}.csv", games.content)
    draft = replace(draft, left_out=games.left_out)
    await check(service, said, replace(working, draft=draft))
