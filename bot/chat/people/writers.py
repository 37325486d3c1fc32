"""`/imputernicire`: an arbiter lets another person write for a player (art. 9.6)."""

from dataclasses import replace

from bot.chat.choosing import match_rows
from bot.runtime.shared import UserInput
from bot.service.people.writers import KIND, THE_PLAYER, WriterRequest, possible_writers, request_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.people import WRITER
from bot.texts.messages import Button, Card, Text, say
from engine.ids import MatchCode, PersonId
from engine.matches.events import WriterAllowed
from engine.matches.fold import MATCH_TRANSITIONS


async def writer(service: Service, user_input: UserInput) -> None:
    """Handle `/imputernicire [MATCH]`: the possible writers and players."""
    if user_input.args:
        snapshot = await service.matches.ruled_by(user_input, MatchCode(user_input.args.upper()))
        service.reply(user_input, *await _choices_card(service, user_input, snapshot))
        return
    ruled = [
        snapshot
        for snapshot in await service.matches.all_ruled(user_input.person.id)
        if (snapshot.match.stage, WriterAllowed) in MATCH_TRANSITIONS
    ]
    if not ruled:
        service.reply(user_input, say("writer.no_match"))
        return
    service.reply(user_input, say("writer.which"), await match_rows(service, ruled, WRITER.button))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons `writer:MATCH` and `writer:MATCH:PERSON:WRITER`."""
    press = WRITER.read(user_input.args)
    if press.player is None:
        snapshot = await service.matches.ruled_by(user_input, press.match)
        service.edit(user_input, *await _choices_card(service, user_input, snapshot))
        return
    request = request_of(user_input.args)
    await service.matches.ruled_by(user_input, request.match)
    question = await _request_label(service, user_input, request)
    usual: tuple[Text, ...] = ()
    if request.writer != THE_PLAYER:
        has_page = bool(service.shared.public_url)
        usual = (*((say("writer.usual_device"),) if has_page else ()), say("writer.usual"))
    await service.decisions.ask(user_input, KIND, request.about, question, usual=usual)


async def _choices_card(service: Service, user_input: UserInput, snapshot: MatchSnapshot) -> Card:
    """Return who writes for whom in the match, with a button for each possible change."""
    match = snapshot.match
    names = await service.persons.names({*match.people, *match.writers.values()})
    rows = [
        say("writer.present", who=names[person], writer=names[writer_id])
        for person, writer_id in match.writers.items()
    ]
    buttons = []
    for person in match.people:
        for writer_id in possible_writers(match, person, user_input.person.id):
            if (
                writer_id not in {THE_PLAYER, user_input.person.id}
                and not (await service.persons.get(writer_id)).can_be_reached
            ):
                continue  # a person out of reach cannot receive the sheets
            request = WriterRequest(match.code, person, PersonId(writer_id))
            buttons.append(await _request_row(service, user_input, request))
            if match.competition and writer_id in {THE_PLAYER, user_input.person.id}:
                buttons.append(
                    await _request_row(service, user_input, replace(request, is_everywhere=True))
                )
    competition_snapshot = await service.competitions.of_match(match)
    may_use_browser = competition_snapshot is None or competition_snapshot.competition.browser_seats
    browser = None
    if service.shared.public_url and may_use_browser:
        browser = say("writer.browser_first", match=match.code)
    text = say("writer.choose", match=match.code, rows=rows or None, browser=browser)
    return Card(text, tuple(buttons))


async def _request_row(
    service: Service, user_input: UserInput, request: WriterRequest
) -> tuple[Button]:
    return (
        Button(
            await _request_label(service, user_input, request), f"{WRITER.name}:{request.about}"
        ),
    )


async def _request_label(service: Service, user_input: UserInput, request: WriterRequest) -> Text:
    """Return the label of a choice's button."""
    who = (await service.persons.get(request.person)).name
    everywhere = "_everywhere" if request.is_everywhere else ""
    if request.writer == THE_PLAYER:
        return Text(f"writer.choose_himself{everywhere}", {"who": who})
    if request.writer == user_input.person.id:
        return Text(f"writer.choose_me{everywhere}", {"who": who})
    return say(
        "writer.choose_partner", who=who, writer=(await service.persons.get(request.writer)).name
    )
