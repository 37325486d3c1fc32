"""Whether others may see a game whose files a command writes (art. 2.1, 8.5)."""

from typing import TYPE_CHECKING

from bot.cli.opening import bot_settings

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config
    from engine.embargo import EmbargoReason
    from storage.db import Database


async def embargo_of(database: "Database", config: "Config", game: str) -> "EmbargoReason | None":
    """Return why the embargo closes the game to others, or None if it is public (art. 2.1)."""
    from bot.runtime.embargo import keeps_closed
    from engine.ids import GameId

    async with database.reading() as tx:
        return await keeps_closed(tx, bot_settings(config), GameId(game))


def embargo_line(reason: "EmbargoReason") -> str:
    """Return a line that says for whom the files are, and until when."""
    condition = "its match is approved (art. 8.5)"
    if reason.playing:
        condition = f"the games on its sequence are over (art. 2.1): {', '.join(reason.playing)}"
    return f"{reason.game}: for its players and arbiters alone until {condition}"
