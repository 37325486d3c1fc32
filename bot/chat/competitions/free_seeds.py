"""A list of players without those whose seed an entered player has."""

from dataclasses import replace

from bot.documents.tables.faults import TableFault
from bot.documents.tables.listed_players import ListedPlayer, PlayerList
from bot.service.competitions import seedings
from bot.service.service import Service
from engine.competitions.competition import Competition
from engine.person_names import name_key


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
        holder = None if player.rating else holders_by_seed.get(player.seeding or 0)  # no seed is 0
        if holder is None or name_key(holder) == name_key(player.name):
            players.append(player)
        else:
            facts: dict[str, str | int] = {
                "found": player.seeding or 0,
                "first": holder,
                "other": player.name,
            }
            faults.append(TableFault("seed_twice", facts=facts))
    return replace(listed, players=tuple(players), faults=(*faults, *listed.faults))
