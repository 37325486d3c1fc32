"""`/club`: an arbiter's club, which reveals a conflict of interest."""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.clean_text import NOTHING, clean
from bot.texts.messages import say
from engine.typed import plain_signs

LONGEST_CLUB: Final = 60
"""The most characters of a club's name."""
NO_CLUB: Final = "-"
"""The argument of `/club` that removes a stored club."""


async def show_or_change(service: Service, user_input: UserInput) -> None:
    """Handle `/club [NAME]`: show the arbiter's club, or store another; `NO_CLUB` removes it."""
    name = clean(user_input.args, longest=LONGEST_CLUB, lines=False)
    if name in {"", NOTHING}:
        current_club = user_input.person.club
        service.reply(
            user_input, say("club.yours", club=current_club) if current_club else say("club.none")
        )
        return
    if plain_signs(name) == NO_CLUB:  # a phone may write a longer dash
        await service.person_acts.change_own(user_input, club="")
        service.reply(user_input, say("club.taken_off"))
        return
    await service.person_acts.change_own(user_input, club=name)
    service.reply(user_input, say("club.noted", club=name))
