"""Builds the events of a closed competition from the results of a past season. Pure.

Only games with a GCG file have logs; the other games cannot be replayed or verified. `entered` and
`groups_drawn` also serve a competition that still runs (`bot.service.competitions.importing`).
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.documents.tables.import_stated import key_of
from bot.service.matches.importing import leg_events
from bot.service.pure.matches.checked_import import CheckedImport, ImportTerms
from bot.service.pure.matches.form_parts import ONLY_GROUP, groups_of
from bot.service.pure.matches.season_games import season_game
from bot.service.pure.matches.season_matches import SeasonMatch, season_matches
from bot.service.pure.matches.stated_figures import figures_of
from engine.competitions.competition import Competition
from engine.competitions.events import (
    CompetitionClosed,
    CompetitionCreated,
    CompetitionEvent,
    GroupsDrawn,
    MatchesListed,
    PhaseStarted,
    PlayerEntered,
    ResultHomologated,
    SequencesCommitted,
)
from engine.competitions.parts import Entry, Group, ListedMatch, PhasePlan
from engine.games.entry import noon
from engine.games.importing import ImportedGame
from engine.ids import CompetitionCode, Leg, MatchCode, PersonId, game_id
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import replay_match
from engine.matches.result_events import ResultsHomologated
from engine.matches.rulings import propose_results
from engine.sequences.stated import seed_standing_for


def season_events(
    checked_import: CheckedImport,
    people: Mapping[str, PersonId],
    codes: Sequence[MatchCode],
    code: CompetitionCode,
    committed: SequencesCommitted,
) -> tuple[CompetitionEvent, ...]:
    """Return the events of a closed competition with these results, dated as the form says.

    `people`: by the form's keys of names. `codes`: one for each match of `season_matches`.
    `committed` contains the seed of the lots that order equal players, and its instant.
    """
    form, rules, by = checked_import.form, checked_import.rules, committed.by
    start, closing = form.start, form.closing
    if start is None or closing is None:
        raise ValueError("a season has its first and its last day")
    begun = noon(start, rules.time_zone, committed.at)
    over = noon(closing, rules.time_zone, committed.at)
    plan = PhasePlan(phase=form.phase, start=start, closing=closing, groups=len(groups_of(form)))
    created = CompetitionCreated(
        at=begun,
        competition=code,
        title=form.title,
        arbiters=(by,),
        rules=rules,
        edition=checked_import.edition,
        plans=(plan,),
        imported=True,
        history=True,
    )
    season = season_matches(form, checked_import.season.of_result)
    return (
        created,
        *entered(checked_import, people, by, begun),
        committed,
        groups_drawn(checked_import, people, by, begun),
        MatchesListed(at=begun, by=by, matches=tuple(_listed_matches(season, people, codes))),
        PhaseStarted(at=begun, on=start),
        *_approved(season, codes, by, over),
        CompetitionClosed(at=over, by=by),
    )


def entered(
    checked_import: CheckedImport, people: Mapping[str, PersonId], by: PersonId, at: datetime
) -> Iterator[PlayerEntered]:
    """Yield the entry of each player of the form."""
    for player in checked_import.names:
        yield PlayerEntered(at=at, by=by, entry=Entry(player=people[player]))


def groups_drawn(
    checked_import: CheckedImport, people: Mapping[str, PersonId], by: PersonId, at: datetime
) -> GroupsDrawn:
    """Return the draw of the groups that the form states."""
    groups = tuple(
        Group(name=name or ONLY_GROUP, players=tuple(people[player] for player in players))
        for name, players in groups_of(checked_import.form).items()
    )
    return GroupsDrawn(at=at, by=by, groups=groups)


def _listed_matches(
    matches: Sequence[SeasonMatch], people: Mapping[str, PersonId], codes: Sequence[MatchCode]
) -> Iterator[ListedMatch]:
    """Yield the matches; Red of the home game comes first.

    A game without a known sequence gets a placeholder seed from its code.
    """
    for match, code in zip(matches, codes, strict=True):
        seeds = {
            leg: seed_standing_for(
                match.games[leg].sequence if leg in match.games else game_id(code, leg)
            )
            for leg in Leg
        }
        yield ListedMatch(
            code=code,
            group=match.group or ONLY_GROUP,
            red=people[key_of(match.red)],
            blue=people[key_of(match.blue)],
            home_seed=seeds[Leg.HOME],
            return_seed=seeds[Leg.RETURN],
        )


def _approved(
    matches: Sequence[SeasonMatch], codes: Sequence[MatchCode], by: PersonId, at: datetime
) -> Iterator[ResultHomologated]:
    """Yield the approval of each result."""
    for match, code in zip(matches, codes, strict=True):
        for leg, result in match.results.items():
            yield ResultHomologated(
                at=at, by=by, game=game_id(code, leg), figures=figures_of(result)
            )


class SeasonLog(NamedTuple):
    """A match whose games are known: its log, and its games."""

    events: tuple[MatchEvent, ...]
    games: tuple[ImportedGame, ...]


def season_logs(
    checked_import: CheckedImport,
    people: Mapping[str, PersonId],
    terms: ImportTerms,
    competition: Competition,
) -> Iterator[SeasonLog]:
    """Yield the logs of each match whose games are known."""
    phase = competition.phase
    matches = season_matches(checked_import.form, checked_import.season.of_result)
    for match, listed in zip(matches, phase.matches, strict=True):
        games = tuple(
            season_game(
                match.games[leg],
                match.results[leg],
                terms,
                people,
                phase=phase.plan.phase,
                code=listed.code,
                leg=leg,
            )
            for leg in Leg
            if leg in match.games
        )
        if games:
            events = _match_log(listed, games, competition.code, terms.arbiter)
            yield SeasonLog(events, games)


def _match_log(
    listed: ListedMatch,
    games: Sequence[ImportedGame],
    competition: CompetitionCode,
    arbiter: PersonId,
) -> tuple[MatchEvent, ...]:
    """Return the log of a match: arranged, played and approved."""
    first = games[0]
    game = first.game
    arranged = MatchArranged(
        at=first.events[0].at,
        match=listed.code,
        arbiter=arbiter,
        phase=game.phase,
        rules=game.rules,
        edition=game.edition,
        first=listed.red,
        second=listed.blue,
        start=game.start,
        home_seed=listed.home_seed,
        return_seed=listed.return_seed,
        competition=competition,
        red=listed.red,
        late_return=False,
        title="",
        is_single=len(games) == 1,
        imported=tuple(imported_game.game.leg for imported_game in games),
    )
    played = (arranged, *(event for imported_game in games for event in leg_events(imported_game)))
    at = max(event.at for event in played)
    proposed = propose_results(replay_match(played), at)
    return *played, *proposed, ResultsHomologated(at=at, arbiter=arbiter)
