"""`/imputernicire`: an arbiter lets another person write for a player (art. 9.6)."""

from bot.chat.choosing import match_rows
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason
from bot.service.people.writers import (
    KIND,
    THE_PLAYER,
    WriterRequest,
    possible_requests,
    request_of,
)
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.people import WRITER
from bot.texts.messages import Card, Text, say
from engine.ids import MatchCode
from engine.matches.match import Match


async def writer(service: Service, user_input: UserInput) -> None:
    """Handle `/imputernicire [MATCH]`: the possible writers and players."""
    if user_input.args:
        snapshot = await service.matches.ruled_by(user_input, MatchCode(user_input.args.upper()))
        service.reply(user_input, *await _choices_card(service, user_input, snapshot))
        return
    ruled = [
        snapshot
        for snapshot in await service.matches.all_ruled(user_input.person.id)
        if not snapshot.match.is_over
    ]
    if not ruled:
        service.reply(user_input, say("writer.no_match"))
        return
    service.reply(user_input, say("writer.which"), await match_rows(service, ruled, WRITER.button))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons `writer:MATCH` and `writer:MATCH:PERSON:WRITER`."""
    asked = WRITER.read(user_input.args)
    snapshot = await service.matches.ruled_by(user_input, asked.match)
    if asked.player is None:
        service.edit(user_input, *await _choices_card(service, user_input, snapshot))
        return
    request = request_of(user_input.args)
    usual_reasons = []
    if request.writer != THE_PLAYER:
        if service.shared.public_url:
            usual_reasons.append(say("writer.usual_device"))
        usual_reasons.append(say("writer.usual"))
    question = await _change_text(service, user_input, request)
    await ask_for_reason(
        service, user_input, KIND, request.about, question, usual=usual_reasons, beside=True
    )


async def _choices_card(service: Service, user_input: UserInput, snapshot: MatchSnapshot) -> Card:
    """Return who writes for whom in the match, with a button for each possible change.

    Raises:
        GameStateError: `match_over`.
    """
    match = snapshot.match
    requests = await possible_requests(service, match, user_input.person.id)
    names = await service.persons.names({*match.people, *match.writers.values()})
    rows = [
        say("writer.present", who=names[person], writer=names[writer_id])
        for person, writer_id in match.writers.items()
    ]
    text = say(
        "writer.choose",
        match=match.code,
        rows=rows or None,
        browser=await _browser_hint(service, match),
    )
    buttons = [
        (request.button(await _change_text(service, user_input, request)),) for request in requests
    ]
    return Card(text, tuple(buttons))


async def _browser_hint(service: Service, match: Match) -> Text | None:
    """Return that the player could also write in a browser; None where they cannot."""
    snapshot = await service.competitions.of_match(match)
    may_use_browser = snapshot is None or snapshot.competition.browser_seats
    if not service.shared.public_url or not may_use_browser:
        return None
    return say("writer.browser_first", match=match.code)


async def _change_text(service: Service, user_input: UserInput, request: WriterRequest) -> Text:
    """Return a change in words: its button's label, and the question of the decision."""
    who = await service.persons.name(request.person)
    if request.writer not in {THE_PLAYER, user_input.person.id}:
        writer = await service.persons.name(request.writer)
        return say("writer.choose_partner", who=who, writer=writer)
    if request.writer == THE_PLAYER:
        here, everywhere = "writer.choose_himself", "writer.choose_himself_everywhere"
    else:
        here, everywhere = "writer.choose_me", "writer.choose_me_everywhere"
    return say(everywhere if request.is_everywhere else here, who=who)
