"""A friendly match without an arbiter: a player asks for one, and the first volunteer accepts."""

from bot.runtime.shared import Said
from bot.service.matches import volunteers
from bot.service.service import Service
from bot.texts.buttons.matches import ASK_ARBITER, KEEP, TAKE_MATCH
from bot.texts.messages import say


async def asked(service: Service, said: Said) -> None:
    """Handle the player's button `wantarb:MATCH`, and `…:yes` at the second tap.

    Raises:
        GameStateError: the match is another person's, or no volunteer may be asked for.
    """
    code, sure = ASK_ARBITER.read(said.args)
    seen = await service.matches.of_player(said, code)
    if sure:
        service.edit(said, await volunteers.ask(service, said, seen))
        return
    partner = await service.persons.get(seen.match.partner(said.person.id))
    yes = ASK_ARBITER.button(say("button.volunteer.yes"), code, sure=True)
    no = KEEP.button(say("button.undecide"))
    service.edit(said, say("volunteer.sure", match=code, partner=partner.name), ((yes,), (no,)))


async def taken(service: Service, said: Said) -> None:
    """Handle the volunteer's button `takearb:MATCH`.

    Raises:
        GameStateError: the person is no volunteer, or the match has an arbiter or is over.
    """
    service.edit(said, await volunteers.take(service, said, TAKE_MATCH.read(said.args).match))
