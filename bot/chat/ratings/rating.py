"""`/rating`: makes a list from files, step by step: system, files, odd names, options, list.

Jobs beside the bot read and rate (`bot.ratings.jobs.desk`); this module holds the dialogue. Every
button contains the token of its attempt; one of an earlier attempt has no effect.
"""

import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.chat import topics
from bot.chat.ratings.files import check, given, send_sample, take_competition
from bot.documents.tables.cnis_season import parse_signed
from bot.ratings.cnis.views import MOST_VALUE
from bot.ratings.jobs import cards
from bot.ratings.jobs.cards import CHOICES
from bot.ratings.jobs.jobs import Jobs, Working
from bot.ratings.jobs.leagues import with_league
from bot.ratings.jobs.systems import TRAITS
from bot.ratings.jobs.task import NEEDS, is_championship, saved_name
from bot.ratings.jobs.wording import number_in
from bot.ratings.lists.stored_lists import (
    going_on,
    published_list,
    starting_file,
    starting_lists,
)
from bot.runtime.shared import Said
from bot.service.competitions.standings import rated_competitions
from bot.service.service import Service
from bot.texts.buttons.ratings import CHOOSE, RATING
from bot.texts.messages import Button, say
from engine.dates import parse_date
from engine.errors import Fault, GameStateError
from storage.ratings import published as ratings
from storage.ratings import rating_runs, rating_work


async def rating(service: Service, said: Said) -> None:
    """Handle `/rating`: choose the system, or stop the running calculation."""
    working = await Jobs(service.unit).find(said)
    if working is not None and working.is_wanted:
        button = cards.stop_button(working.token)
        service.reply(said, say("rating.busy"), ((button,),))
        return
    card = cards.choice_card()
    service.reply(said, card.text, card.buttons)


async def pressed(service: Service, said: Said) -> None:
    """Handle a button of the dialogue."""
    what, rest = RATING.read(said.args)
    if what in _FIRST:
        await _FIRST[what](service, said, rest)
        return
    _, choice, token = CHOOSE.read(said.args) if what in _CHOICES else (what, "", rest)
    working = await Jobs(service.unit).find(said, token or "-")
    if working is None or what not in {*_CHOICES, *_STEPS}:
        service.edit(said, say("rating.gone"))
    elif working.is_wanted and what != "stop":
        service.toast(said, say("rating.busy"), alert=True)
    elif what in _CHOICES:
        await _CHOICES[what](service, said, working, choice)
    else:
        await _STEPS[what](service, said, working)


async def _system(service: Service, said: Said, system: str) -> None:
    """Begin, and list the files needed."""
    if system not in NEEDS:
        raise GameStateError(Fault("button_unknown"))
    busy = await Jobs(service.unit).find(said)
    if busy is not None and busy.is_wanted:
        service.toast(said, say("rating.busy"), alert=True)
        return
    working = await Jobs(service.unit).open(said, system)
    await service.questions.ask(said, topics.RATING_FILES, working.token)
    is_keeper = said.person.rating_keeper or service.persons.is_operator(said)
    sources = [*await going_on(service.unit.tx, system, working.token)] if is_keeper else []
    takes_games = system in TRAITS and TRAITS[system].rates_competitions
    sources += await _competitions(service, said, working) if takes_games else []
    card = cards.files_card(working.draft, working.token, sources)
    service.edit(said, card.text, card.buttons)


async def _competitions(service: Service, said: Said, working: Working) -> list[Button]:
    """Return a button for each competition with usable games."""
    return [
        CHOOSE.button(
            say("button.rating_competition", title=seen.competition.title),
            *("comp", seen.competition.code, working.token),
        )
        for seen in await rated_competitions(service, said)
    ]


async def _from_list(service: Service, said: Said, working: Working, number: str) -> None:
    """Use the ratings of a published list as the start."""
    known = number_in(number)
    published = await ratings.find_list(service.unit.tx, known) if known is not None else None
    if published is None or published.system != working.draft.system:
        raise GameStateError(Fault("rating_gone"))
    shown = await published_list(service.unit.tx, published)
    name, content = starting_file(shown)
    draft = await Jobs(service.unit).add_file(working, name, content)
    await check(service, said, replace(working, draft=draft))


async def _go_on_from(service: Service, said: Said, working: Working, number: str) -> None:
    """Continue from all inputs of a published list, as if in one run."""
    if not (said.person.rating_keeper or service.persons.is_operator(said)):
        raise GameStateError(Fault("not_a_rating_keeper"))
    known = number_in(number)
    published = await ratings.find_list(service.unit.tx, known) if known is not None else None
    packed = None
    if published is not None and published.system == working.draft.system:
        packed = await rating_runs.saved(service.unit.tx, published.run)
    if published is None or packed is None:
        raise GameStateError(Fault("rating_gone"))
    name = saved_name(published.system, published.day)
    draft = await Jobs(service.unit).add_file(working, name, zlib.decompress(packed))
    await check(service, said, replace(working, draft=draft))


async def _all_new(service: Service, said: Said, working: Working) -> None:
    """Record that no player has a rating yet."""
    await _go_on(service, said, replace(working, draft=replace(working.draft, all_new=True)))


async def _same(service: Service, said: Said, working: Working) -> None:
    """Record that the doubtful name is a misspelling of the other; read the files again."""
    draft = working.draft.answered(0, is_same=True) if working.draft.doubts else working.draft
    await _go_on(service, said, replace(working, draft=draft))


async def _other(service: Service, said: Said, working: Working) -> None:
    """Record that the doubtful name is another player's."""
    draft = working.draft.answered(0, is_same=False) if working.draft.doubts else working.draft
    await _go_on(service, said, replace(working, draft=draft))


async def _others(service: Service, said: Said, working: Working) -> None:
    """Record that every doubtful name is another player's."""
    draft = working.draft
    while draft.doubts:
        draft = draft.answered(0, is_same=False)
    await _go_on(service, said, replace(working, draft=draft))


async def _go_on(service: Service, said: Said, working: Working) -> None:
    """Ask the next question; without one, show what was understood."""
    draft = working.draft
    if draft.may_start and not draft.is_counted:
        await check(service, said, working)
        return
    await Jobs(service.unit).save(working, draft, draft.stage)
    await _show(service, said, working)


async def _show(service: Service, said: Said, working: Working) -> None:
    """Edit the pressed message to show the next step."""
    draft = working.draft
    sources = await starting_lists(service.unit.tx, draft.system, working.token)
    card = cards.checked_card(draft, working.token, sources)
    service.edit(said, card.text, card.buttons)


async def _option(service: Service, said: Said, working: Working, value: str) -> None:
    """Set an option of the system."""
    name, values = CHOICES.get(working.draft.system, ("", ()))
    if value not in values:
        raise GameStateError(Fault("button_unknown"))
    options = {**working.draft.options, name: value}
    changed = replace(working, draft=replace(working.draft, options=options))
    if is_championship(changed.draft.system):
        await check(service, said, changed)
    else:
        await _go_on(service, said, changed)


async def _league(service: Service, said: Said, working: Working, number: str) -> None:
    """Turn tournaments of one name into a league, or back."""
    draft = with_league(working.draft, int(number)) if number.isdecimal() else None
    if draft is None:
        raise GameStateError(Fault("button_unknown"))
    await check(service, said, replace(working, draft=draft))


async def _value(service: Service, said: Said, working: Working) -> None:
    """Ask for V, the value of the game less 150."""
    await service.questions.ask(said, topics.CNIS_VALUE, working.token)
    service.toast(said)
    service.reply(said, say("cnis.ask_value"))


async def value_given(service: Service, said: Said, token: str) -> None:
    """Take V."""
    working = await Jobs(service.unit).find(said, token)
    if working is None or working.is_wanted:
        await service.questions.close(said)
        service.reply(said, say("rating.gone"))
        return
    value = parse_signed(said.args.replace("−", "-").replace("V", "").replace("=", ""))
    if value is None or abs(value) > MOST_VALUE:
        service.reply(said, say("cnis.ask_value"))
        return
    await service.questions.ask(said, topics.RATING_FILES, token)
    options = {**working.draft.options, "value": f"{float(value):g}"}
    draft = replace(working.draft, options=options)
    await check(service, said, replace(working, draft=draft), is_new_message=True)


async def _day(service: Service, said: Said, working: Working) -> None:
    """Ask for the date of the list."""
    await service.questions.ask(said, topics.RATING_DAY, working.token)
    service.toast(said)
    service.reply(said, say("rating.ask_day", day=working.draft.day.isoformat()))


async def day_given(service: Service, said: Said, token: str) -> None:
    """Take the date of the list."""
    working = await Jobs(service.unit).find(said, token)
    if working is None or working.is_wanted:
        await service.questions.close(said)
        service.reply(said, say("rating.gone"))
        return
    if said.incoming.file is not None:
        await service.questions.ask(said, topics.RATING_FILES, token)
        await given(service, said, token)
        return
    day = parse_date(said.args, service.today())
    await service.questions.ask(said, topics.RATING_FILES, token)
    options = {**working.draft.options, "day": day.isoformat()}
    draft = replace(working.draft, options=options)
    await Jobs(service.unit).save(working, draft, draft.stage)
    sources = await starting_lists(service.unit.tx, draft.system, token)
    card = cards.checked_card(draft, token, sources)
    service.reply(said, card.text, card.buttons)


async def _go(service: Service, said: Said, working: Working) -> None:
    """Start the calculation of the list."""
    draft = working.draft
    if not draft.may_start:
        await _show(service, said, working)
        return
    draft = replace(draft, message=said.incoming.message)
    await Jobs(service.unit).save(working, draft, rating_work.RATE)
    card = cards.progress_card(draft, working.token, "reading")
    service.edit(said, card.text, card.buttons)


async def _stop(service: Service, said: Said, working: Working) -> None:
    """End the dialogue and delete its data."""
    del working
    await Jobs(service.unit).drop(said)
    await service.questions.close(said)
    service.edit(said, say("rating.stopped"))


async def name_keeper(service: Service, said: Said) -> None:
    """Handle the operator's `/responsabil_rating`: a link that makes a ratings officer."""
    link = service.shared.link(await service.person_acts.invite_rating_keeper())
    service.reply(said, say("rating.keeper_link", link=link))


First = Callable[[Service, Said, str], Awaitable[None]]
Choice = Callable[[Service, Said, Working, str], Awaitable[None]]
Step = Callable[[Service, Said, Working], Awaitable[None]]

_FIRST: Mapping[str, First] = {"system": _system, "sample": send_sample}
"""Buttons that work without an attempt."""
_CHOICES: Mapping[str, Choice] = {
    "comp": take_competition,
    "from": _from_list,
    "on": _go_on_from,
    "option": _option,
    "league": _league,
}
"""Buttons of an attempt that name a choice."""
_STEPS: Mapping[str, Step] = {
    "new": _all_new,
    "same": _same,
    "other": _other,
    "others": _others,
    "day": _day,
    "value": _value,
    "go": _go,
    "stop": _stop,
}
"""Other buttons of an attempt."""
