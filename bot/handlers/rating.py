"""`/rating`: a list from files, step by step: the system, the files, odd names, options, the list.

Reading and rating happen in the workshop, beside the bot (`bot.program.workshop`); here is only the
conversation. Every button carries the token of what it is about: one of an earlier attempt does
nothing.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.cnis.typed import MOST_VALUE
from bot.desk.competitions.games import rated_competitions
from bot.desk.desk import Desk
from bot.desk.works import Working, Works
from bot.handlers import rating_topics as topics
from bot.handlers.rating_files import check, given, send_sample, take_competition
from bot.messages import Button, say
from bot.office.shared import Said
from bot.ratings.shelf import published_list
from bot.ratings.starting import starting_file, starting_lists
from bot.tables.cnis_season import parse_signed
from bot.workshop import cards
from bot.workshop.cards import CHOICES
from bot.workshop.leagues import with_league
from bot.workshop.systems import TRAITS
from bot.workshop.task import NEEDS, is_championship
from bot.workshop.views import number_in
from engine.dates import parse_date
from engine.errors import Fault, GameStateError
from storage import rating_work, ratings


async def rating(desk: Desk, said: Said) -> None:
    """Handle `/rating`: choose the system, or stop what is being worked out."""
    working = await Works(desk.unit).find(said)
    if working is not None and working.is_wanted:
        button = cards.stop_button(working.token)
        desk.reply(said, say("rating.busy"), ((button,),))
        return
    card = cards.choice_card()
    desk.reply(said, card.text, card.buttons)


async def pressed(desk: Desk, said: Said) -> None:
    """Handle a press of the conversation: `rat:WHAT[:MORE][:TOKEN]`."""
    what, _, rest = said.args.partition(":")
    if what in _FIRST:
        await _FIRST[what](desk, said, rest)
        return
    more, _, token = rest.rpartition(":")
    working = await Works(desk.unit).find(said, token or "-")
    if working is None or what not in _LATER:
        desk.edit(said, say("rating.gone"))
        return
    if working.is_wanted and what != "stop":
        desk.toast(said, say("rating.busy"), alert=True)
        return
    await _LATER[what](desk, said, working, more)


async def _system(desk: Desk, said: Said, system: str) -> None:
    """Begin: say which files are needed."""
    if system not in NEEDS:
        raise GameStateError(Fault("button_unknown"))
    busy = await Works(desk.unit).find(said)
    if busy is not None and busy.is_wanted:
        desk.toast(said, say("rating.busy"), alert=True)
        return
    working = await Works(desk.unit).open(said, system)
    await desk.questions.ask(said, topics.FILES, working.token)
    takes_games = system in TRAITS and TRAITS[system].rates_competitions
    sources = await _competitions(desk, said, working) if takes_games else []
    card = cards.files_card(working.draft, working.token, sources)
    desk.edit(said, card.text, card.buttons)


async def _competitions(desk: Desk, said: Said, working: Working) -> list[Button]:
    """Return a button for each competition whose games may be taken."""
    return [
        Button(
            say("button.rating_competition", title=seen.competition.title),
            f"rat:comp:{seen.competition.code}:{working.token}",
        )
        for seen in await rated_competitions(desk, said)
    ]


async def _from_list(desk: Desk, said: Said, working: Working, number: str) -> None:
    """Take the starting ratings from a published list."""
    known = number_in(number)
    published = await ratings.find_list(desk.unit.tx, known) if known is not None else None
    if published is None or published.system != working.draft.system:
        raise GameStateError(Fault("rating_gone"))
    shown = await published_list(desk.unit.tx, published)
    name, content = starting_file(shown)
    draft = await Works(desk.unit).add_file(working, name, content)
    await check(desk, said, replace(working, draft=draft))


async def _all_new(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Note that nobody has a rating yet."""
    del more
    await _go_on(desk, said, replace(working, draft=replace(working.draft, all_new=True)))


async def _same(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Note that the name in doubt is the other's, misspelt: the files are read once more."""
    del more
    draft = working.draft.answered(0, is_same=True) if working.draft.doubts else working.draft
    await _go_on(desk, said, replace(working, draft=draft))


async def _other(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Note that the name in doubt is somebody else's."""
    del more
    draft = working.draft.answered(0, is_same=False) if working.draft.doubts else working.draft
    await _go_on(desk, said, replace(working, draft=draft))


async def _others(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Note that every name in doubt is somebody else's."""
    del more
    draft = working.draft
    while draft.doubts:
        draft = draft.answered(0, is_same=False)
    await _go_on(desk, said, replace(working, draft=draft))


async def _go_on(desk: Desk, said: Said, working: Working) -> None:
    """Show what is to be answered next; once all doubts are cleared, what was understood."""
    draft = working.draft
    if draft.may_start and not draft.is_counted:
        await check(desk, said, working)
        return
    await Works(desk.unit).save(working, draft, draft.stage)
    await _show(desk, said, working)


async def _show(desk: Desk, said: Said, working: Working) -> None:
    """Change the message that was pressed to what comes next."""
    draft = working.draft
    sources = await starting_lists(desk.unit.tx, draft.system, working.token)
    card = cards.checked_card(draft, working.token, sources)
    desk.edit(said, card.text, card.buttons)


async def _option(desk: Desk, said: Said, working: Working, value: str) -> None:
    """Choose something of what the system lets one choose."""
    name, values = CHOICES.get(working.draft.system, ("", ()))
    if value not in values:
        raise GameStateError(Fault("button_unknown"))
    options = {**working.draft.options, name: value}
    changed = replace(working, draft=replace(working.draft, options=options))
    if is_championship(changed.draft.system):
        await check(desk, said, changed)
    else:
        await _go_on(desk, said, changed)


async def _league(desk: Desk, said: Said, working: Working, number: str) -> None:
    """Make a league of a name that is several tournaments, or tournaments of a league again."""
    draft = with_league(working.draft, int(number)) if number.isdecimal() else None
    if draft is None:
        raise GameStateError(Fault("button_unknown"))
    await check(desk, said, replace(working, draft=draft))


async def _value(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Ask for V, the value of the game less 150."""
    del more
    await desk.questions.ask(said, topics.VALUE, working.token)
    desk.toast(said)
    desk.reply(said, say("cnis.ask_value"))


async def value_given(desk: Desk, said: Said, token: str) -> None:
    """Take V."""
    working = await Works(desk.unit).find(said, token)
    if working is None or working.is_wanted:
        await desk.questions.close(said)
        desk.reply(said, say("rating.gone"))
        return
    value = parse_signed(said.args.replace("−", "-").replace("V", "").replace("=", ""))
    if value is None or abs(value) > MOST_VALUE:
        desk.reply(said, say("cnis.ask_value"))
        return
    await desk.questions.ask(said, topics.FILES, token)
    options = {**working.draft.options, "value": f"{float(value):g}"}
    draft = replace(working.draft, options=options)
    await check(desk, said, replace(working, draft=draft), is_new_message=True)


async def _day(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Ask for the date of the list."""
    del more
    await desk.questions.ask(said, topics.DAY, working.token)
    desk.toast(said)
    desk.reply(said, say("rating.ask_day", day=working.draft.day.isoformat()))


async def day_given(desk: Desk, said: Said, token: str) -> None:
    """Take the date of the list."""
    working = await Works(desk.unit).find(said, token)
    if working is None or working.is_wanted:
        await desk.questions.close(said)
        desk.reply(said, say("rating.gone"))
        return
    if said.incoming.file is not None:
        await desk.questions.ask(said, topics.FILES, token)
        await given(desk, said, token)
        return
    day = parse_date(said.args, desk.today())
    await desk.questions.ask(said, topics.FILES, token)
    options = {**working.draft.options, "day": day.isoformat()}
    draft = replace(working.draft, options=options)
    await Works(desk.unit).save(working, draft, draft.stage)
    sources = await starting_lists(desk.unit.tx, draft.system, token)
    card = cards.checked_card(draft, token, sources)
    desk.reply(said, card.text, card.buttons)


async def _go(desk: Desk, said: Said, working: Working, more: str) -> None:
    """Have the list worked out."""
    del more
    draft = working.draft
    if not draft.may_start:
        await _show(desk, said, working)
        return
    draft = replace(draft, message=said.incoming.message)
    await Works(desk.unit).save(working, draft, rating_work.RATE)
    card = cards.progress_card(draft, working.token, "reading")
    desk.edit(said, card.text, card.buttons)


async def _stop(desk: Desk, said: Said, working: Working, more: str) -> None:
    """End it: nothing is kept."""
    del more, working
    await Works(desk.unit).drop(said)
    await desk.questions.close(said)
    desk.edit(said, say("rating.stopped"))


async def name_keeper(desk: Desk, said: Said) -> None:
    """Handle the operator's `/responsabil_rating`: a link that makes its opener a rating keeper."""
    link = desk.shared.link(await desk.persons.invite_rating_keeper())
    desk.reply(said, say("rating.keeper_link", link=link))


First = Callable[[Desk, Said, str], Awaitable[None]]
Later = Callable[[Desk, Said, Working, str], Awaitable[None]]

_FIRST: Mapping[str, First] = {"system": _system, "sample": send_sample}
"""Buttons that need nothing begun."""
_LATER: Mapping[str, Later] = {
    "comp": take_competition,
    "from": _from_list,
    "new": _all_new,
    "same": _same,
    "other": _other,
    "others": _others,
    "option": _option,
    "league": _league,
    "day": _day,
    "value": _value,
    "go": _go,
    "stop": _stop,
}
