"""A friendly match without an arbiter: a player asks for one, and the first volunteer accepts."""

from bot.runtime.shared import UserInput
from bot.service.matches import volunteers
from bot.service.service import Service
from bot.texts.buttons.matches import ASK_ARBITER, KEEP, TAKE_MATCH
from bot.texts.messages import say
from engine.matches.arbiters import request_arbiter


async def ask_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the player's button `wantarb:MATCH`, and `…:yes` at the second tap.

    Raises:
        GameStateError: the match is another person's, or no volunteer may be asked for.
    """
    code, sure = ASK_ARBITER.read(user_input.args)
    snapshot = await service.matches.of_player(user_input, code)
    if sure:
        service.edit(user_input, await volunteers.ask(service, user_input, snapshot))
        return
    request_arbiter(snapshot.match, by=user_input.person.id, at=user_input.at)  # refuse now
    if not await volunteers.candidates(service, snapshot.match):
        service.edit(user_input, say("volunteer.none", match=code))
        return
    partner = await service.persons.get(snapshot.match.partner(user_input.person.id))
    yes = ASK_ARBITER.button(say("button.volunteer.yes"), code, sure=True)
    no = KEEP.button(say("button.undecide"))
    service.edit(
        user_input, say("volunteer.sure", match=code, partner=partner.name), ((yes,), (no,))
    )


async def take_match(service: Service, user_input: UserInput) -> None:
    """Handle the volunteer's button `takearb:MATCH`.

    Raises:
        GameStateError: the person is no volunteer, or the match has an arbiter or is over.
    """
    service.edit(
        user_input,
        await volunteers.take(service, user_input, TAKE_MATCH.read(user_input.args).match),
    )
