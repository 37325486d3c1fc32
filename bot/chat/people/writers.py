"""`/imputernicire`: an arbiter lets another person write for a player (art. 9.6)."""

from dataclasses import replace

from bot.chat.choosing import match_rows
from bot.runtime.shared import Said
from bot.service.matches.matches import SeenMatch
from bot.service.people.writers import HIMSELF, KIND, WriterRequest, possible_writers, wanted_of
from bot.service.service import Service
from bot.texts.buttons.people import WRITER
from bot.texts.messages import Button, Buttons, Text, say
from engine.ids import MatchCode, PersonId
from engine.matches.events import WriterAllowed
from engine.matches.fold import MATCH_TRANSITIONS


async def writer(service: Service, said: Said) -> None:
    """Handle `/imputernicire [MATCH]`: the possible writers and players."""
    if said.args:
        seen = await service.matches.ruled_by(said, MatchCode(said.args.upper()))
        service.reply(said, *await _choices(service, said, seen))
        return
    ruled = [
        seen
        for seen in await service.matches.all_ruled(said.person.id)
        if (seen.match.stage, WriterAllowed) in MATCH_TRANSITIONS
    ]
    if not ruled:
        service.reply(said, say("writer.no_match"))
        return
    service.reply(said, say("writer.which"), await match_rows(service, ruled, WRITER.button))


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons `writer:MATCH` and `writer:MATCH:PERSON:WRITER`."""
    press = WRITER.read(said.args)
    if press.player is None:
        seen = await service.matches.ruled_by(said, press.match)
        service.edit(said, *await _choices(service, said, seen))
        return
    wanted = wanted_of(said.args)
    await service.matches.ruled_by(said, wanted.match)
    question = await _label(service, said, wanted)
    usual = None if wanted.writer == HIMSELF else say("writer.usual")
    await service.decisions.ask(said, KIND, wanted.about, question, usual=usual)


async def _choices(service: Service, said: Said, seen: SeenMatch) -> tuple[Text, Buttons]:
    match = seen.match
    names = await service.persons.names({*match.people, *match.writers.values()})
    rows = [
        say("writer.present", who=names[person], writer=names[by])
        for person, by in match.writers.items()
    ]
    buttons = []
    for person in match.people:
        for by in possible_writers(match, person, said.person.id):
            if by not in {HIMSELF, said.person.id} and (await service.persons.get(by)).chat is None:
                continue  # a person without a chat cannot receive the sheets
            wanted = WriterRequest(match.code, person, PersonId(by))
            buttons.append(await _button(service, said, wanted))
            if match.competition and by in {HIMSELF, said.person.id}:
                buttons.append(await _button(service, said, replace(wanted, is_everywhere=True)))
    return say("writer.choose", match=match.code, rows=rows or None), tuple(buttons)


async def _button(service: Service, said: Said, wanted: WriterRequest) -> tuple[Button]:
    return (Button(await _label(service, said, wanted), f"{WRITER.name}:{wanted.about}"),)


async def _label(service: Service, said: Said, wanted: WriterRequest) -> Text:
    """Return the label of a choice's button."""
    who = (await service.persons.get(wanted.person)).name
    everywhere = "_everywhere" if wanted.is_everywhere else ""
    if wanted.writer == HIMSELF:
        return Text(f"writer.choose_himself{everywhere}", {"who": who})
    if wanted.writer == said.person.id:
        return Text(f"writer.choose_me{everywhere}", {"who": who})
    return say(
        "writer.choose_partner", who=who, writer=(await service.persons.get(wanted.writer)).name
    )
