"""The chats in which the deliveries to a seat of a game are found (art. 7.2)."""

from typing import NamedTuple

from bot.service.readers.readers import Readers
from bot.texts.notices.participants import Member
from engine.matches.match import FreedSeat, Match


class SeatChats(NamedTuple):
    """The chats of a seat's player, and when the seat was freed."""

    chats: set[int]
    """The player's chats, or their writer's; of a freed seat those of its former player."""
    freed: FreedSeat | None
    """None for a seat that was not freed, or that a player or writer has taken since."""


async def chats_of_seat(readers: Readers, match: Match, member: Member) -> SeatChats:
    """Return the chats of that player's seat in the match."""
    freed = match.reserved_seat(member.id)
    player = await readers.persons.get(member.id if freed is None else freed.former)
    chat = member.address if freed is None else player.address
    return SeatChats(await readers.persons.chats_of(player, chat), freed)
