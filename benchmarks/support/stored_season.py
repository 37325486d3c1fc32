"""A stored season: by default 500 players in 61 groups, drawn and approved by the rules.

Every match of the competition is a copy of one real match. All but the last two are stored as
played; a benchmark uses those to measure the cost of one more result.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import reduce
from pathlib import Path
from typing import Final

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.bench_move import shared
from benchmarks.engine.bench_standings import ARBITER, AT, SEEDS, START
from benchmarks.support.many_matches import CopiedMatch, Pattern, person
from benchmarks.support.stored_match import COMPETITION, match_copied
from bot.service.pure.rows import competition_row
from engine.competitions.drawing import (
    commit_sequences,
    draw_groups,
    list_matches,
    matches_needed,
    start_phase,
)
from engine.competitions.entering import enter
from engine.competitions.events import CompetitionCreated, CompetitionEvent
from engine.competitions.fold import evolve_competition, replay_competition
from engine.competitions.guards import Act, Events
from engine.competitions.parts import Entry, ExclusionPolicy, ListedMatch, PhasePlan
from engine.competitions.planning import create
from engine.competitions.results import approve_result
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.matches.match import Match
from engine.matches.results import match_figures
from engine.rulesets import Phase, SequenceScope
from storage import log, schema
from storage.competitions import competition_rows
from storage.db import Database
from storage.dialects import values_of
from storage.migrations import migrate
from storage.streams import competition_stream

PLAYERS: Final = 500
GROUPS: Final = 61


class SeasonDrawn:
    """A competition and its log."""

    def __init__(self, scope: SequenceScope, players: int = PLAYERS, groups: int = GROUPS) -> None:
        settled = shared()
        rules = replace(settled.rules, sequence_scope=scope)
        plan = PhasePlan(phase=Phase.PRELIMINARY, start=START, closing=START + timedelta(days=200))
        wanted = CompetitionCreated(
            at=AT,
            competition=COMPETITION,
            title="Campionatul",
            arbiters=(ARBITER,),
            rules=rules,
            edition=settled.edition_on(START),
            plans=(plan,),
            exclusion=ExclusionPolicy.HALF,
        )
        self.log: list[CompetitionEvent] = list(create(wanted))
        self.now = replay_competition(self.log)
        act = Act(by=ARBITER, at=AT)
        people = [Entry(player=PersonId(n), seeding=n) for n in range(1, players + 1)]
        self.add(enter(self.now, act, people))
        self.add(commit_sequences(self.now, act, SEEDS))
        self.add(draw_groups(self.now, act, groups=groups))
        codes = [MatchCode(f"M{n}") for n in range(matches_needed(self.now.phase.groups))]
        self.add(list_matches(self.now, act, codes))
        self.add(start_phase(self.now, AT))

    def add(self, events: Events) -> Events:
        """Append events to the log, and return them."""
        self.log += events
        self.now = reduce(evolve_competition, events, self.now)
        return events

    def homologate(self, listed: ListedMatch, match: Match) -> Events:
        """Make both games of a match official, with that match's results."""
        act, events = Act(by=ARBITER, at=AT), list[CompetitionEvent]()
        for leg, found in zip(Leg, match_figures(match).values(), strict=True):
            game = game_id(listed.code, leg)
            events += self.add(approve_result(self.now, act, game, found))
        return tuple(events)


@dataclass(frozen=True, slots=True)
class SeasonStored:
    """The season's database, all but its last two matches played."""

    url: str
    database: Database
    season: SeasonDrawn
    match: Match
    patterns: tuple[Pattern, Pattern]

    async def play(self, tx: AsyncConnection, matches: list[ListedMatch]) -> None:
        """Store these matches as played, and their results as official."""
        events: list[CompetitionEvent] = []
        seq = len(self.season.log)
        for listed in matches:
            whole, back = (
                CopiedMatch(each, listed.code, listed.red, listed.blue) for each in self.patterns
            )
            await tx.execute(insert(schema.events), list(whole.events()))
            await tx.execute(insert(schema.matches), whole.row(whole.pattern.match))
            for one in (whole, back):
                await tx.execute(insert(schema.games), one.row(one.pattern.game))
            events += self.season.homologate(listed, self.match)
        await log.append(tx, competition_stream(COMPETITION), seq, events, AT)
        row = competition_row(self.season.now, len(self.season.log), AT)
        await competition_rows.save(tx, row)


@asynccontextmanager
async def season_stored(
    folder: Path, scope: SequenceScope, players: int = PLAYERS, groups: int = GROUPS
) -> AsyncIterator[SeasonStored]:
    """Store a season in that folder, all but its last two matches played."""
    url = f"sqlite+aiosqlite:///{folder}/season.sqlite"
    season = SeasonDrawn(scope, players, groups)
    match, *patterns = match_copied()
    async with Database(url) as database:
        await migrate(database)
        stock = SeasonStored(url, database, season, match, (patterns[0], patterns[1]))
        async with database.transaction() as tx:
            numbers = (*range(1, players + 1), ARBITER)
            await tx.execute(insert(schema.persons), [values_of(person(n)) for n in numbers])
            await log.append(tx, competition_stream(COMPETITION), 0, season.log, AT)
            await stock.play(tx, list(season.now.phase.matches[:-2]))
        yield stock
