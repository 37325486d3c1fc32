"""Reads typed and pasted players with what the bot knows of names and clubs."""

from bot.documents.tables.comma_names import known_texts
from bot.documents.tables.entries import PlayerList, read_pasted
from bot.service.context import Context
from engine.errors import Fault, NotationError
from storage.people import people


async def read_typed(here: Context, text: str) -> PlayerList:
    """Return the players of a list typed or pasted as a message."""
    everybody = await people.everybody(here.unit.tx)
    return read_pasted(text, known_texts((one.name, one.club) for one in everybody))


def check_decided(found: PlayerList) -> None:
    """Ask again for a line in which the word after the comma may be a given name or a club.

    Raises:
        NotationError: `name_or_club`.
    """
    for fault in found.faults:
        if fault.code == "name_or_club":
            raise NotationError(Fault("name_or_club", facts=dict(fault.facts)))
