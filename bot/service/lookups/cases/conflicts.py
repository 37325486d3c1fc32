"""The conflicts of interest in a case: arbiters who share a club with one of its players."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.service.readers.readers import Readers
from bot.texts.messages import Text, say
from engine.cases.case import Case
from engine.ids import PersonId
from engine.person_names import club_key


async def conflicts(readers: Readers, case: Case, arbiters: Iterable[PersonId]) -> list[Text]:
    """Return the arbiters who share a club with one of the players."""
    return [
        say(
            "case.conflict",
            arbiter=await readers.persons.name(arbiter),
            player=await readers.persons.name(player),
            club=club,
        )
        for arbiter in arbiters
        for player, club in await clubmates(readers, case, arbiter)
    ]


class Clubmate(NamedTuple):
    """A player of the arbiter's club."""

    player: PersonId
    club: str


async def clubmates(readers: Readers, case: Case, arbiter: PersonId) -> list[Clubmate]:
    """Return the players of the case who share the arbiter's club.

    The club with which a player entered the competition counts, or else the one of their settings.
    """
    arbiters_club = club_key((await readers.persons.get(arbiter)).club)
    if not arbiters_club:
        return []
    match = await readers.cases.match(case)
    entered: dict[PersonId, str] = {}
    snapshot = await readers.competitions.of_match(match)
    if snapshot is not None:
        phase = snapshot.competition.phase_of(case.game) or snapshot.competition.phase
        entered = {entry.player: entry.club for entry in phase.entries}
    clubs = [
        (player, entered.get(player) or (await readers.persons.get(player)).club)
        for player in match.people
    ]
    return [Clubmate(player, club) for player, club in clubs if club_key(club) == arbiters_club]
