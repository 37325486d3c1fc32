"""The files of a rating list: samples, and files sent, typed, or taken from a competition.

`bot.chat.ratings.list_making` asks the later questions and makes the list.
"""

from dataclasses import replace
from typing import Final

from bot.documents.tables.formats.table_file import CHAT
from bot.ratings.calculation.file_roles import NEEDED, FileRole
from bot.ratings.calculation.systems import ChampionshipTask
from bot.ratings.cnis.typed_input import read_typed_places
from bot.ratings.jobs import cards
from bot.ratings.jobs.columns import role_text
from bot.ratings.jobs.draft import UnfetchedFile
from bot.ratings.jobs.jobs import Jobs, RatingJob
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.rated_games import competition_games, rated_competitions
from bot.service.service import Service
from bot.texts.messages import Notice, say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode
from storage.ratings.rating_work import WorkStage

MOST_FILES: Final = 8
"""The most files for one list; no system needs more than three."""


async def send_sample(service: Service, user_input: UserInput, system: str) -> None:
    """Send an example of every file that the system needs."""
    service.toast(user_input)
    needed = NEEDED.get(system)
    for role in needed.roles if needed is not None else ():
        # Files of the federation, and those that the bot writes, need no example.
        if role not in {FileRole.SCALES, FileRole.SAVED}:
            document = Document(DocumentKind.RATING_SAMPLE, f"{system}.{role}")
            text = say("rating.sample", role=role_text(role, system))
            service.reply(user_input, text, document=document)


async def file_given(service: Service, user_input: UserInput, token: str) -> None:
    """Store a requested file; answer anything else with what is expected."""
    job = await Jobs(service.unit).find(user_input, token)
    if job is None:
        await service.questions.close(user_input)
        service.reply(user_input, say("rating.gone"))
        return
    if job.work.stage == WorkStage.RATE:
        service.reply(user_input, say("rating.busy"), ((cards.stop_button(token),),))
        return
    if len(job.draft.sent) + len(job.draft.files) >= MOST_FILES:
        service.reply(
            user_input, say("rating.too_many", most=MOST_FILES), ((cards.stop_button(token),),)
        )
        return
    sent = user_input.incoming.file
    takes_places = job.draft.system == ChampionshipTask.POINTS
    typed = read_typed_places(user_input.args) if takes_places else None
    if sent is None and typed is not None:
        job = await Jobs(service.unit).add_file(job, "tastat.csv", typed)
        await check(service, user_input, job, is_new_message=True)
        return
    if sent is None or sent.is_photo:
        _answer_expected(service, user_input, job)
        return
    if sent.size > CHAT.size:
        service.reply(user_input, say("rating.too_large", size=sent.size, most=CHAT.size))
        return
    draft = job.draft
    draft = replace(draft, sent=(*draft.sent, UnfetchedFile(file_id=sent.file_id, name=sent.name)))
    await check(service, user_input, replace(job, draft=draft), is_new_message=True)


def _answer_expected(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Say what is expected, after a text, a photo, a voice note or a sticker."""
    stop = (cards.stop_button(job.token),)
    is_typed = bool(user_input.args) and user_input.incoming.file is None
    text = say("rating.no_file" if is_typed else "rating.no_photo")
    service.reply(user_input, text, ((cards.sample_button(job.draft),), stop))


async def check(
    service: Service, user_input: UserInput, job: RatingJob, *, is_new_message: bool = False
) -> None:
    """Start reading the files; the pressed message, or a new one, will show the result."""
    card = cards.reading_card(job.token)
    if is_new_message and job.work.stage == WorkStage.CHECK:
        await Jobs(service.unit).save(job, replace(job.draft, faults=()), WorkStage.CHECK)
        return  # files sent together: one message reports all
    key = f"rating/{job.token}/{job.work.seq + 1}"  # of this attempt, whose message it finds
    message = None if is_new_message else user_input.incoming.message
    draft = replace(job.draft, message=message, key=key, faults=())
    await Jobs(service.unit).save(job, draft, WorkStage.CHECK)
    if message is not None:
        service.edit(user_input, card.text, card.buttons)
    else:
        to = user_input.incoming.chat
        service.unit.say(Notice(to=to, text=card.text, buttons=card.buttons, dedup=key))


async def take_competition(
    service: Service, user_input: UserInput, job: RatingJob, code: str
) -> None:
    """Use the official games of a competition."""
    allowed = await rated_competitions(service, user_input)
    snapshot = next(
        (
            competition_snapshot
            for competition_snapshot in allowed
            if competition_snapshot.competition.code == CompetitionCode(code)
        ),
        None,
    )
    if snapshot is None:
        raise GameStateError(Fault("not_in_competition", facts={"title": code}))
    games = await competition_games(service, snapshot)
    job = await Jobs(service.unit).add_file(job, f"{code}.csv", games.content)
    draft = replace(job.draft, left_out=games.left_out)
    await check(service, user_input, replace(job, draft=draft))
