"""The two typed answers about a list to be made: its date, and the value of a CNIS game."""

from dataclasses import replace

from bot.chat.ratings.list_files import check, file_given
from bot.chat.topics import Topic
from bot.documents.tables.cnis_season import parse_signed
from bot.ratings.cnis.typed_input import MOST_VALUE
from bot.ratings.jobs import cards
from bot.ratings.jobs.jobs import Jobs, RatingJob
from bot.ratings.lists.list_sources import start_buttons
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.messages import say
from engine.dates import parse_date


async def ask_value(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Ask for V, the value of the game less 150."""
    await service.questions.ask(user_input, Topic.CNIS_VALUE, job.token)
    service.toast(user_input)
    service.reply(user_input, say("cnis.ask_value"))


async def value_given(service: Service, user_input: UserInput, token: str) -> None:
    """Read V, typed as a number or as `V = 12`."""
    job = await _asked_job(service, user_input, token)
    if job is None:
        return
    typed = user_input.args.upper().replace("V", "").replace("=", "").strip()
    value = parse_signed(typed)
    if value is None or abs(value) > MOST_VALUE:
        service.reply(user_input, say("cnis.ask_value"))
        return
    await service.questions.ask(user_input, Topic.RATING_FILES, token)
    options = {**job.draft.options, "value": typed}
    draft = replace(job.draft, options=options)
    await check(service, user_input, replace(job, draft=draft), is_new_message=True)


async def ask_day(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Ask for the date of the list."""
    await service.questions.ask(user_input, Topic.RATING_DAY, job.token)
    service.toast(user_input)
    service.reply(user_input, say("rating.ask_day", day=job.draft.day.isoformat()))


async def day_given(service: Service, user_input: UserInput, token: str) -> None:
    """Take the date of the list."""
    job = await _asked_job(service, user_input, token)
    if job is None:
        return
    day = parse_date(user_input.args, service.today())
    await service.questions.ask(user_input, Topic.RATING_FILES, token)
    options = {**job.draft.options, "day": day.isoformat()}
    draft = replace(job.draft, options=options)
    await Jobs(service.unit).save(job, draft, draft.stage)
    sources = await start_buttons(service.unit.tx, draft.system, token)
    card = cards.checked_card(draft, token, sources)
    service.reply(user_input, card.text, card.buttons)


async def _asked_job(service: Service, user_input: UserInput, token: str) -> RatingJob | None:
    """Return the attempt that a typed answer is for.

    None: the answer was a file for the list, or the attempt is gone; the person has been answered.
    """
    job = await Jobs(service.unit).find(user_input, token)
    if job is None or job.is_wanted:
        await service.questions.close(user_input)
        service.reply(user_input, say("rating.gone"))
        return None
    if user_input.incoming.file is not None:
        await service.questions.ask(user_input, Topic.RATING_FILES, token)
        await file_given(service, user_input, token)
        return None
    return job
