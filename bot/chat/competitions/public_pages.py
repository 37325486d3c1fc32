"""`/site`: the address of the public pages."""

from typing import Final

from bot.chat.site_links import page_address
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.messages import Button, say

_MOST_BUTTONS: Final = 10
"""The most competitions with a button."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/site`: the address of the public pages, and those of the person's competitions."""
    shared = service.shared
    if not shared.public_site:
        service.reply(user_input, say("site_link.none"))
        return
    ruled = await service.competitions.all_ruled(user_input.person.id)
    played = await service.competitions.all_played(user_input.person.id)
    title_of = {
        snapshot.competition.code: snapshot.competition.title for snapshot in (*played, *ruled)
    }
    buttons = [
        (Button(say("button.plain", label=title), url=url),)
        for code, title in title_of.items()
        if (url := page_address(shared, code))
    ]
    front_page_row = (Button(say("button.site"), url=f"{shared.public_url}/"),)
    service.reply(user_input, say("site_link.here"), (*buttons[:_MOST_BUTTONS], front_page_row))
