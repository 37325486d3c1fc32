"""The seeding ranks that entered players have, which no list may give again."""

from collections import defaultdict
from collections.abc import Mapping

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
    holders = (await seeds_taken(readers, competition, but=instead_of)).get(seed)
    if holders:
        first = next(iter(holders.values()))
        raise RuleViolation(
            Fault("seeding_twice", facts={"seed": seed, "first": first, "other": player.name})
        )


async def seeds_taken(
    readers: Readers, competition: Competition, but: PersonId | None = None
) -> Mapping[int, Mapping[PersonId, str]]:
    """Return the names of the phase's entered players, except `but`, by their seeding ranks.

    Several have a rank that follows from the ratings of several lists.
    """
    entries = [entry for entry in competition.phase.entries if entry.player != but]
    names = await readers.persons.names([entry.player for entry in entries])
    holders: defaultdict[int, dict[PersonId, str]] = defaultdict(dict)
    for entry in entries:
        if entry.seeding is not None:
            holders[entry.seeding][entry.player] = names[entry.player]
    return holders
