"""A list of players without those whose seed an entered player has."""

from dataclasses import replace

from bot.documents.tables.faults import TableFault
from bot.documents.tables.listed_players import ListedPlayer, PlayerList
from bot.service.competitions import seedings
from bot.service.service import Service
from engine.competitions.competition import Competition
from engine.person_names import are_alike, clubs_agree


async def with_free_seeds(
    service: Service, competition: Competition, listed: PlayerList
) -> PlayerList:
    """Return the list without players whose seed another entered player has, each as an error.

    Seeds made from ratings may be equal.
    """
    holders_by_seed = await seedings.seeds_taken(service, competition)
    players: list[ListedPlayer] = []
    faults: list[TableFault] = []
    for player in listed.players:
        holders = () if player.rating else holders_by_seed.get(player.seeding or 0, ())  # none is 0
        if not holders or any(_is_same(holder, player) for holder in holders):
            players.append(player)
        else:
            facts: dict[str, str | int] = {
                "found": player.seeding or 0,
                "first": holders[0].name,
                "other": player.name,
            }
            faults.append(TableFault("seed_twice", facts=facts))
    return replace(listed, players=tuple(players), faults=(*faults, *listed.faults))


def _is_same(one: ListedPlayer, other: ListedPlayer) -> bool:
    """Return whether two lists may mean one player."""
    return are_alike(one.name, other.name) and clubs_agree(one.club, other.club)
