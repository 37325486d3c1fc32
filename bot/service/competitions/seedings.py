"""The seeding ranks that entered players have, which no list may give again."""

from bot.documents.tables.listed_players import ListedPlayer
from bot.service.readers.readers import Readers
from engine.competitions.competition import Competition
from engine.errors import Fault, RuleViolation
from engine.ids import PersonId


async def check_seed(
    readers: Readers, competition: Competition, player: ListedPlayer, instead_of: PersonId
) -> None:
    """Check that no other entered player has the seeding rank of the replacement.

    `instead_of`: the player who is replaced. A rank that follows from a rating alone means nothing,
    so it may be given twice.

    Raises:
        RuleViolation: `seeding_twice`.
    """
    seed = player.seeding
    if seed is None or player.rating:
        return
    holder = (await seeds_taken(readers, competition, but=instead_of)).get(seed)
    if holder is not None:
        raise RuleViolation(
            Fault("seeding_twice", facts={"seed": seed, "first": holder, "other": player.name})
        )


async def seeds_taken(
    readers: Readers, competition: Competition, but: PersonId | None = None
) -> dict[int, str]:
    """Return the names of the phase's entered players, except `but`, by their seeding ranks."""
    entries = [
        entry for entry in competition.phase.entries if entry.seeding and entry.player != but
    ]
    names = await readers.persons.names([entry.player for entry in entries])
    return {entry.seeding: names[entry.player] for entry in entries if entry.seeding}
