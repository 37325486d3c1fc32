"""A list of players without those whose seed an entered player has."""

from collections.abc import Mapping
from dataclasses import replace

from bot.documents.tables.faults import TableFault
from bot.documents.tables.listed_players import ListedPlayer, PlayerList
from bot.service.competitions import seedings
from bot.service.operations.people.resolving import Answers, Named
from bot.service.service import Service
from engine.competitions.competition import Competition
from engine.ids import PersonId
from engine.person_names import are_alike


async def with_free_seeds(
    service: Service, competition: Competition, listed: PlayerList, answers: Answers
) -> PlayerList:
    """Return the list without players whose seed another entered player has, each as an error.

    A player of the holder's name is the holder, unless the arbiter has answered that it is another.
    Seeds made from ratings may be equal.
    """
    holders_by_seed = await seedings.seeds_taken(service, competition)
    players: list[ListedPlayer] = []
    faults: list[TableFault] = []
    for player in listed.players:
        holders = {} if player.rating else holders_by_seed.get(player.seeding or 0, {})  # none is 0
        if not holders or _is_among(holders, player, answers):
            players.append(player)
        else:
            facts: dict[str, str | int] = {
                "found": player.seeding or 0,
                "first": next(iter(holders.values())),
                "other": player.name,
            }
            faults.append(TableFault("seed_twice", facts=facts))
    return replace(listed, players=tuple(players), faults=(*faults, *listed.faults))


def _is_among(holders: Mapping[PersonId, str], player: ListedPlayer, answers: Answers) -> bool:
    """Return whether one of the holders may be meant, whatever the club that the list has."""
    answer = answers.get(Named(name=player.name, club=player.club).about)
    return any(
        are_alike(name, player.name) and answer in {None, f"{holder}"}
        for holder, name in holders.items()
    )
