"""`/club`: an arbiter's club, which reveals a conflict of interest."""

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.formats import NOTHING, clean
from bot.texts.messages import say

LONGEST_CLUB = 60
NO_CLUB = "-"
"""The argument of `/club` that removes a stored club."""


async def club(service: Service, user_input: UserInput) -> None:
    """Handle `/club [NAME]`: an arbiter's club, which reveals a conflict of interest."""
    name = clean(user_input.args, longest=LONGEST_CLUB, lines=False)
    if name in {"", NOTHING}:
        known = user_input.person.club
        service.reply(user_input, say("club.yours", club=known) if known else say("club.none"))
        return
    none = name == NO_CLUB
    await service.person_acts.change(user_input, club="" if none else name)
    service.reply(user_input, say("club.taken_off") if none else say("club.noted", club=name))
