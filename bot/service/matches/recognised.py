"""Recognises a file of games that is recorded already: its content, or its title and people."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.documents.tables.import_stated import key_of
from bot.service.operations.people.resolving import Resolved
from bot.service.pure.competitions.official_results import official_results
from bot.service.pure.matches.checked_import import CheckedImport
from bot.service.pure.matches.stated_figures import figures_of
from bot.service.service import Service
from engine.competitions.competition import Competition
from engine.ids import Leg, PersonId
from engine.matches.match import Match
from engine.sequences.stated import seed_standing_for
from engine.thinking_time import day_of
from storage import log
from storage.streams import competition_stream, match_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedBefore:
    """What a file brought in before: a competition, or a match outside competitions."""

    on: str
    """The day of that import, as an ISO date."""
    competition: Competition | None = None
    match: Match | None = None


async def recorded_before(
    service: Service, checked_import: CheckedImport, named: Sequence[Resolved]
) -> RecordedBefore | None:
    """Return the competition of the same people with this content or title, or the same match.

    None if nothing like it is recorded.
    """
    people = {
        key: resolved.person
        for key, resolved in zip(checked_import.names, named, strict=True)
        if resolved.person is not None
    }
    if not people or len(people) < len(checked_import.names):
        return None
    # All of them took part, so the matches of any one lead to it.
    first = next(iter(people.values()))
    if not checked_import.form.is_season and checked_import.form.closing is None:
        return await _match_before(service, checked_import, people, first)
    for snapshot in await service.competitions.all_played(first):
        competition = snapshot.competition
        if not competition.imported or set(competition.phases[0].players) != {*people.values()}:
            continue
        title = key_of(checked_import.form.title)
        is_known = title == key_of(competition.title)
        if is_known or _has_same_content(competition, checked_import, people):
            on = await _recorded_on(service, competition_stream(competition.code))
            return RecordedBefore(on=on, competition=competition)
    return None


async def _match_before(
    service: Service, checked_import: CheckedImport, people: Mapping[str, PersonId], first: PersonId
) -> RecordedBefore | None:
    """Return the imported match of these two people with this sequence of letters, or None."""
    seed = seed_standing_for(checked_import.pairs[0].sequence(Leg.HOME) or "")
    for snapshot in await service.matches.readable_of(first):
        match = snapshot.match
        is_same = match.seeds[Leg.HOME] == seed and {*match.people} == {*people.values()}
        if match.imported and is_same and not match.competition:
            on = await _recorded_on(service, match_stream(match.code))
            return RecordedBefore(on=on, match=match)
    return None


async def _recorded_on(service: Service, stream: str) -> str:
    """Return the day on which the log was written, because its events have days of their own."""
    at = (await log.head(service.unit.tx, stream, 1)).at or service.unit.now
    return day_of(at, service.shared.rules.time_zone).isoformat()


def _has_same_content(
    competition: Competition, checked_import: CheckedImport, people: Mapping[str, PersonId]
) -> bool:
    """Return whether the file has exactly the competition's results, or its sequences of letters.

    A return game that is alone counts as a home game, so the name of the leg does not matter.
    """
    phase = competition.phases[0]
    stated = Counter(
        (people[key_of(result.red)], people[key_of(result.blue)], figures_of(result))
        for result in checked_import.form.results
    )
    recorded = Counter(
        (*result.seats, result.figures) for result in official_results(phase, phase.matches)
    )
    if checked_import.form.is_season:
        return bool(stated) and stated == recorded
    seeds = Counter(
        seed_standing_for(pair.played[Leg.HOME].game.sequence)
        for pair in checked_import.pairs
        if Leg.HOME in pair.played
    )
    recorded_seeds = Counter(listed.home_seed for listed in phase.matches)
    return bool(seeds or stated) and seeds <= recorded_seeds and stated <= recorded
