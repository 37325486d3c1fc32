"""`/rating`: makes a list from files, step by step: system, files, odd names, options, list.

Jobs beside the bot read and rate (`bot.ratings.jobs.job_source`); this module holds the dialogue.
Every button contains the token of its attempt; one of an earlier attempt has no effect.
"""

import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.chat.ratings import rating_questions
from bot.chat.ratings.list_files import check, send_sample, take_competition
from bot.chat.topics import Topic
from bot.ratings.calculation.file_roles import NEEDED
from bot.ratings.calculation.systems import TRAITS, is_championship
from bot.ratings.jobs import cards
from bot.ratings.jobs.cards import CHOICES
from bot.ratings.jobs.jobs import Jobs, RatingJob
from bot.ratings.jobs.leagues import with_league
from bot.ratings.lists.list_sources import continue_buttons, start_buttons, starting_file
from bot.ratings.lists.saved_rating import saved_file_name
from bot.ratings.lists.stored_lists import published_list
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.rated_games import rated_competitions
from bot.service.service import Service
from bot.texts.buttons.ratings import CHOOSE, RATING, RatingStep
from bot.texts.buttons.verb import number_in
from bot.texts.messages import Button, say
from engine.errors import Fault, GameStateError
from storage.ratings import published_lists, rating_runs
from storage.ratings.published_lists import PublishedList
from storage.ratings.rating_work import WorkStage

_MOST_OFFERED: Final = 30
"""The most competitions that have a button; the person's own and the last changed come first."""


async def rating(service: Service, user_input: UserInput) -> None:
    """Handle `/rating`: choose the system, or stop the running calculation."""
    job = await Jobs(service.unit).find(user_input)
    if job is not None and job.is_wanted:
        button = cards.stop_button(job.token)
        service.reply(user_input, say("rating.busy"), ((button,),))
        return
    card = cards.choice_card()
    service.reply(user_input, card.text, card.buttons)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of the dialogue."""
    step, about = RATING.read(user_input.args)
    if step in _OF_SYSTEM:
        await _OF_SYSTEM[step](service, user_input, about)
        return
    choice, token = "", about
    if step in _CHOICES:  # these buttons name the choice before the token
        _, choice, token = CHOOSE.read(user_input.args)
    # Without a token, `find` would return the present attempt, whatever the button was for.
    job = await Jobs(service.unit).find(user_input, token) if token else None
    if job is None:
        service.edit(user_input, say("rating.gone"))
    elif job.is_wanted and step is not RatingStep.STOP:
        service.toast(user_input, say("rating.busy"), alert=True)
    elif step in _CHOICES:
        await _CHOICES[step](service, user_input, job, choice)
    else:
        await _STEPS[step](service, user_input, job)


async def _begin(service: Service, user_input: UserInput, system: str) -> None:
    """Begin, and list the files needed."""
    if system not in NEEDED:
        raise GameStateError(Fault("button_unknown"))
    running_job = await Jobs(service.unit).find(user_input)
    if running_job is not None and running_job.is_wanted:
        service.toast(user_input, say("rating.busy"), alert=True)
        return
    job = await Jobs(service.unit).open(user_input, system)
    await service.questions.ask(user_input, Topic.RATING_FILES, job.token)
    is_keeper = service.persons.keeps_ratings(user_input)
    sources = [*await continue_buttons(service.unit.tx, system, job.token)] if is_keeper else []
    takes_games = system in TRAITS and TRAITS[system].rates_competitions
    sources += await _competition_buttons(service, user_input, job) if takes_games else []
    card = cards.files_card(job.draft, job.token, sources)
    service.edit(user_input, card.text, card.buttons)


async def _competition_buttons(
    service: Service, user_input: UserInput, job: RatingJob
) -> list[Button]:
    """Return a button for each competition with usable games, up to `_MOST_OFFERED`."""
    return [
        CHOOSE.button(
            say("button.rating_competition", title=snapshot.competition.title),
            RatingStep.COMPETITION,
            snapshot.competition.code,
            job.token,
        )
        for snapshot in (await rated_competitions(service, user_input))[:_MOST_OFFERED]
    ]


async def _start_from_list(
    service: Service, user_input: UserInput, job: RatingJob, number: str
) -> None:
    """Use the ratings of a published list as the start."""
    published = await _list_of_system(service, job, number)
    stored_list = await published_list(service.unit.tx, published)
    name, content = starting_file(stored_list)
    job = await Jobs(service.unit).add_file(job, name, content)
    await check(service, user_input, job)


async def _continue_from_list(
    service: Service, user_input: UserInput, job: RatingJob, number: str
) -> None:
    """Continue from all inputs of a published list, as if in one run."""
    service.persons.check_rating_keeper(user_input)
    published = await _list_of_system(service, job, number)
    packed = await rating_runs.inputs_of(service.unit.tx, published.run)
    if packed is None:
        raise GameStateError(Fault("rating_gone"))
    name = saved_file_name(published.system, published.day)
    job = await Jobs(service.unit).add_file(job, name, zlib.decompress(packed))
    await check(service, user_input, job)


async def _list_of_system(service: Service, job: RatingJob, number: str) -> PublishedList:
    """Return the published list of that number.

    Raises:
        GameStateError: `rating_gone`: there is none, or it is of another system.
    """
    list_id = number_in(number)
    published = (
        None if list_id is None else await published_lists.find_list(service.unit.tx, list_id)
    )
    if published is None or published.system != job.draft.system:
        raise GameStateError(Fault("rating_gone"))
    return published


async def _set_all_new(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Record that no player has a rating yet."""
    await _ask_next(service, user_input, replace(job, draft=replace(job.draft, all_new=True)))


async def _take_as_same(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Record that the first doubtful name is a misspelling of the other; read the files again."""
    draft = job.draft.answered(0, is_same=True) if job.draft.doubts else job.draft
    await _ask_next(service, user_input, replace(job, draft=draft))


async def _take_as_other(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Record that the first doubtful name is another player's."""
    draft = job.draft.answered(0, is_same=False) if job.draft.doubts else job.draft
    await _ask_next(service, user_input, replace(job, draft=draft))


async def _take_all_as_other(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Record that every doubtful name is another player's."""
    draft = job.draft
    while draft.doubts:
        draft = draft.answered(0, is_same=False)
    await _ask_next(service, user_input, replace(job, draft=draft))


async def _ask_next(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Read the files again if all questions are answered; otherwise store and ask the next."""
    draft = job.draft
    if draft.may_start and not draft.is_counted:
        await check(service, user_input, job)
        return
    await Jobs(service.unit).save(job, draft, draft.stage)
    await _show_next(service, user_input, job)


async def _show_next(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Edit the pressed message to show the next step."""
    draft = job.draft
    sources = await start_buttons(service.unit.tx, draft.system, job.token)
    card = cards.checked_card(draft, job.token, sources)
    service.edit(user_input, card.text, card.buttons)


async def _set_option(service: Service, user_input: UserInput, job: RatingJob, value: str) -> None:
    """Set an option of the system."""
    name, values = CHOICES.get(job.draft.system, ("", ()))
    if value not in values:
        raise GameStateError(Fault("button_unknown"))
    options = {**job.draft.options, name: value}
    changed = replace(job, draft=replace(job.draft, options=options))
    if is_championship(changed.draft.system):
        await check(service, user_input, changed)
    else:
        await _ask_next(service, user_input, changed)


async def _toggle_league(
    service: Service, user_input: UserInput, job: RatingJob, number: str
) -> None:
    """Turn tournaments of one name into a league, or back."""
    place = number_in(number)
    draft = None if place is None else with_league(job.draft, place)
    if draft is None:
        raise GameStateError(Fault("button_unknown"))
    await check(service, user_input, replace(job, draft=draft))


async def _calculate(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """Start the calculation of the list."""
    draft = job.draft
    if not draft.may_start:
        await _show_next(service, user_input, job)
        return
    draft = replace(draft, message=user_input.incoming.message)
    await Jobs(service.unit).save(job, draft, WorkStage.RATE)
    card = cards.progress_card(draft, job.token, "reading")
    service.edit(user_input, card.text, card.buttons)


async def _stop(service: Service, user_input: UserInput, job: RatingJob) -> None:
    """End the dialogue and delete its data."""
    await Jobs(service.unit).drop(user_input)
    for topic in (Topic.RATING_FILES, Topic.RATING_DAY, Topic.CNIS_VALUE):
        await service.questions.drop(user_input, topic, job.token)
    service.edit(user_input, say("rating.stopped"))


_OF_SYSTEM: Final[Mapping[RatingStep, Callable[[Service, UserInput, str], Awaitable[None]]]] = {
    RatingStep.SYSTEM: _begin,
    RatingStep.SAMPLE: send_sample,
}
"""Buttons that name a system and work without an attempt."""
_CHOICES: Final[
    Mapping[RatingStep, Callable[[Service, UserInput, RatingJob, str], Awaitable[None]]]
] = {
    RatingStep.COMPETITION: take_competition,
    RatingStep.FROM_LIST: _start_from_list,
    RatingStep.GO_ON_FROM: _continue_from_list,
    RatingStep.OPTION: _set_option,
    RatingStep.LEAGUE: _toggle_league,
}
"""Buttons of an attempt that name a choice."""
_STEPS: Final[Mapping[RatingStep, Callable[[Service, UserInput, RatingJob], Awaitable[None]]]] = {
    RatingStep.ALL_NEW: _set_all_new,
    RatingStep.SAME: _take_as_same,
    RatingStep.OTHER: _take_as_other,
    RatingStep.ALL_OTHERS: _take_all_as_other,
    RatingStep.DAY: rating_questions.ask_day,
    RatingStep.VALUE: rating_questions.ask_value,
    RatingStep.GO: _calculate,
    RatingStep.STOP: _stop,
}
"""Other buttons of an attempt."""
