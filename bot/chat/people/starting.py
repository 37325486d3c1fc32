"""`/start`: invitations and the bot's other links, or a greeting."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.chat.competitions import sign_up
from bot.chat.conversation import regulation
from bot.chat.handling import Handler
from bot.chat.matches import request_commands
from bot.chat.people import continuing, first_language, joining, offices
from bot.chat.people.greeting import greet
from bot.runtime.guesses import guess
from bot.runtime.shared import UserInput
from bot.service.people import moving
from bot.service.people.links import link_of_invite
from bot.service.service import Service
from bot.texts.messages import say

_LINKS: Final[Sequence[tuple[Callable[[str], bool], Handler]]] = (
    (regulation.is_link, regulation.open_link),
    (request_commands.is_link, request_commands.open_link),
    (moving.is_link, continuing.open_link),
    (sign_up.is_link, sign_up.open_link),
)
"""The links that are no invitations: how each is recognised, and its handler.

Each begins with a word of its own and a hyphen; a random invitation code hardly ever does.
"""


async def start(service: Service, user_input: UserInput) -> None:
    """Handle `/start` with the code of a link, or without."""
    if not user_input.args:
        if not await first_language.ask_once(service, user_input):
            await greet(service, user_input)
        return
    for is_link, handler in _LINKS:
        if is_link(user_input.args):
            await handler(service, user_input)
            return
    await _open_invitation(service, user_input)


async def _open_invitation(service: Service, user_input: UserInput) -> None:
    """Open the invitation of the typed code; a stranger has few tries to guess one."""
    opened = await guess(
        service.shared.gate, user_input, lambda: service.persons.invitation(user_input.args)
    )
    invite = opened.meant
    if invite is None:
        refusal = say("start.too_many_codes") if opened.is_refused else say("start.bad_code")
        service.reply(user_input, refusal)
        return
    offer = await link_of_invite(service, invite)
    if offer is not None:
        await joining.open_link(service, user_input, offer)
    else:
        await offices.offer_role(service, user_input, invite)
