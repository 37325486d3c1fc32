"""`/imputernicire`: an arbiter lets somebody else write for a player (art. 9.6)."""

from dataclasses import replace

from bot.desk.desk import Desk
from bot.desk.matches import SeenMatch
from bot.desk.writers import HIMSELF, KIND, Wanted, possible_writers, wanted_of
from bot.messages import Button, Buttons, Text, say
from bot.office.shared import Said
from engine.ids import MatchCode, PersonId
from engine.matches.events import WriterAllowed
from engine.matches.fold import MATCH_TRANSITIONS

MOST_OFFERED = 30


async def writer(desk: Desk, said: Said) -> None:
    """Handle `/imputernicire [MATCH]`: who may write for whom."""
    if said.args:
        seen = await desk.matches.ruled_by(said, MatchCode(said.args.upper()))
        desk.reply(said, *await _choices(desk, said, seen))
        return
    ruled = [
        seen
        for seen in await desk.matches.all_ruled(said.person.id)
        if (seen.match.stage, WriterAllowed) in MATCH_TRANSITIONS
    ]
    if not ruled:
        desk.reply(said, say("writer.no_match"))
        return
    buttons = []
    for seen in ruled[:MOST_OFFERED]:
        names = await desk.persons.names(seen.match.people)
        label = say(
            "writer.match",
            match=seen.match.code,
            first=names[seen.match.first],
            second=names[seen.match.second],
        )
        buttons.append((Button(label, f"writer:{seen.match.code}"),))
    desk.reply(said, say("writer.which"), tuple(buttons))


async def pressed(desk: Desk, said: Said) -> None:
    """Handle the presses `writer:MATCH` and `writer:MATCH:PERSON:WRITER`."""
    if ":" not in said.args:
        seen = await desk.matches.ruled_by(said, MatchCode(said.args))
        desk.edit(said, *await _choices(desk, said, seen))
        return
    wanted = wanted_of(said.args)
    await desk.matches.ruled_by(said, wanted.match)
    question = await _label(desk, said, wanted)
    usual = None if wanted.writer == HIMSELF else say("writer.usual")
    await desk.decisions.ask(said, KIND, wanted.about, question, usual=usual)


async def _choices(desk: Desk, said: Said, seen: SeenMatch) -> tuple[Text, Buttons]:
    match = seen.match
    names = await desk.persons.names({*match.people, *match.writers.values()})
    rows = [
        say("writer.present", who=names[person], writer=names[by])
        for person, by in match.writers.items()
    ]
    buttons = []
    for person in match.people:
        for by in possible_writers(match, person, said.person.id):
            if by not in {HIMSELF, said.person.id} and (await desk.persons.get(by)).chat is None:
                continue  # the sheets could not be sent to him
            wanted = Wanted(match.code, person, PersonId(by))
            buttons.append(await _button(desk, said, wanted))
            if match.competition and by in {HIMSELF, said.person.id}:
                buttons.append(await _button(desk, said, replace(wanted, is_everywhere=True)))
    return say("writer.choose", match=match.code, rows=rows or None), tuple(buttons)


async def _button(desk: Desk, said: Said, wanted: Wanted) -> tuple[Button]:
    return (Button(await _label(desk, said, wanted), f"writer:{wanted.about}"),)


async def _label(desk: Desk, said: Said, wanted: Wanted) -> Text:
    """Return a choice as a button says it."""
    who = (await desk.persons.get(wanted.person)).name
    everywhere = "_everywhere" if wanted.is_everywhere else ""
    if wanted.writer == HIMSELF:
        return Text(f"writer.choose_himself{everywhere}", {"who": who})
    if wanted.writer == said.person.id:
        return Text(f"writer.choose_me{everywhere}", {"who": who})
    return say(
        "writer.choose_partner", who=who, writer=(await desk.persons.get(wanted.writer)).name
    )
