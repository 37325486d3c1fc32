"""Links from messages to the matching public pages."""

from bot.runtime.shared import BotSettings
from bot.site.paths import competition_path, match_path
from bot.texts.messages import Button, Buttons, say
from engine.ids import CompetitionCode, MatchCode


def page_address(shared: BotSettings, code: CompetitionCode, match: MatchCode | None = None) -> str:
    """Return the address of a competition's or match's page; "" if it has none."""
    if not shared.public_site or code in shared.left_out:
        return ""
    return f"{shared.public_url}/{match_path(match) if match else competition_path(code)}"


def site_row(url: str) -> Buttons:
    """Return the row of the button to that page of the site; no row without an address."""
    return ((Button(say("button.on_site"), url=url),),) if url else ()


def page_row(shared: BotSettings, code: CompetitionCode, match: MatchCode | None = None) -> Buttons:
    """Return the row of buttons to that page and to sharing it; no row without a page."""
    url = page_address(shared, code, match)
    if not url:
        return ()
    row = [Button(say("button.on_site"), url=url)]
    if shared.is_inline:
        row.append(Button(say("button.share"), share=match or code))
    return (tuple(row),)
