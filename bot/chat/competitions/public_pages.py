"""`/site`, and links from messages to the matching public pages."""

from typing import Final

from bot.runtime.shared import BotSettings, UserInput
from bot.service.service import Service
from bot.site.paths import competition_path, match_path
from bot.texts.messages import Button, Buttons, say
from engine.ids import CompetitionCode, MatchCode

MOST: Final = 10
"""The most competitions with a button."""


async def site(service: Service, user_input: UserInput) -> None:
    """Handle `/site`: the address of the public pages, and those of the person's competitions."""
    shared = service.shared
    if not shared.public_site:
        service.reply(user_input, say("site_link.none"))
        return
    ruled = await service.competitions.all_ruled(user_input.person.id)
    played = await service.competitions.all_played(user_input.person.id)
    own = {snapshot.competition.code: snapshot.competition.title for snapshot in (*played, *ruled)}
    buttons = [
        (Button(say("button.plain", label=title), url=url),)
        for code, title in own.items()
        if (url := page_of(shared, code))
    ]
    front = (Button(say("button.site"), url=f"{shared.public_url}/"),)
    service.reply(user_input, say("site_link.here"), (*buttons[:MOST], front))


def page_of(shared: BotSettings, code: CompetitionCode, match: MatchCode | None = None) -> str:
    """Return the address of a competition's or match's page; "" if it has none."""
    if not shared.public_site or code in shared.left_out:
        return ""
    return f"{shared.public_url}/{match_path(match) if match else competition_path(code)}"


def page_row(shared: BotSettings, code: CompetitionCode, match: MatchCode | None = None) -> Buttons:
    """Return the row of buttons to that page and to sharing it; no row without a page."""
    url = page_of(shared, code, match)
    if not url:
        return ()
    row = [Button(say("button.on_site"), url=url)]
    if shared.is_inline:
        row.append(Button(say("button.share"), share=match or code))
    return (tuple(row),)
