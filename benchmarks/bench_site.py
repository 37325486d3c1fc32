"""The public site of a season: 500 players in 61 groups, 3,608 games, each open to be replayed.

`python -m benchmarks.bench_site`. One real match, both games of it, is stored under the codes of
all matches of a competition that was entered, drawn and homologated by the rules. The site is made
by the process that the bot has for it; a page is handed out as the bot's web server does it.
"""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import reduce
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import insert
from starlette.requests import Request

from benchmarks.bench_move import shared
from benchmarks.bench_standings import ARBITER, AT, SEEDS, START
from benchmarks.filled import PACE, Copy, Pattern, person
from benchmarks.rows import Row, show
from bot.cli.demonstration.players import Player
from bot.runtime.processes import end, pipe_of, start
from bot.service.rows import competition_row, game_row, match_row
from bot.site.options import Options
from bot.web.public import PublicSite
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
from engine.competitions.results import homologate_result
from engine.games.commands import Pass, Place
from engine.games.decide import decide
from engine.games.events import Event, GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.ids import CompetitionCode, Leg, MatchCode, PersonId, game_id
from engine.lexicon import open_lexicon
from engine.matches.decide import homologate, join, request_return, start_leg
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import evolve_match, replay_match
from engine.matches.match import Match
from engine.matches.results import match_figures
from engine.matches.rulings import follow_ruling, propose_results
from engine.notation import parse_placement
from engine.rulesets import Phase, SequenceScope
from engine.sequence import draw
from storage import competitions, log, schema
from storage.db import Database
from storage.dialects import values_of
from storage.migrations import migrate
from storage.streams import codec_of, competition_stream, game_stream, match_stream

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

PLAYERS: Final = 500
GROUPS: Final = 61
CODE: Final = CompetitionCode("CN25")
_CODE: Final = MatchCode("THE-CODE")
_FIRST: Final = PersonId(7_000_000_001)
_SECOND: Final = PersonId(7_000_000_002)
_PAGES: Final = 200


class _Draw:
    """A competition and its log."""

    def __init__(self, scope: SequenceScope) -> None:
        settled = shared()
        rules = replace(settled.rules, sequence_scope=scope)
        plan = PhasePlan(phase=Phase.PRELIMINARY, start=START, closing=START + timedelta(days=200))
        wanted = CompetitionCreated(
            at=AT,
            competition=CODE,
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
        people = [Entry(player=PersonId(n), seeding=n) for n in range(1, PLAYERS + 1)]
        self.add(enter(self.now, act, people))
        self.add(commit_sequences(self.now, act, SEEDS))
        self.add(draw_groups(self.now, act, groups=GROUPS))
        codes = [MatchCode(f"M{n}") for n in range(matches_needed(self.now.phase.groups))]
        self.add(list_matches(self.now, act, codes))
        self.add(start_phase(self.now, AT))

    def add(self, events: Events) -> Events:
        """Put events into the log."""
        self.log += events
        self.now = reduce(evolve_competition, events, self.now)
        return events

    def homologate(self, listed: ListedMatch, match: Match) -> Events:
        """Homologate both games of a match as that match has them."""
        act, events = Act(by=ARBITER, at=AT), list[CompetitionEvent]()
        for leg, found in zip(Leg, match_figures(match).values(), strict=True):
            game = game_id(listed.code, leg)
            events += self.add(homologate_result(self.now, act, game, found))
        return tuple(events)


def _whole_match() -> tuple[Match, list[MatchEvent], list[tuple[Game, list[Event]]]]:
    """Play a match to its end, and homologate it."""
    settled, at = shared(), AT
    events: list[MatchEvent] = [
        MatchArranged(
            at=at,
            match=_CODE,
            competition=CODE,
            arbiter=ARBITER,
            phase=Phase.PRELIMINARY,
            rules=settled.rules,
            edition=settled.edition_on(START),
            first=_FIRST,
            second=_SECOND,
            start=START,
            home_seed=f"{1:064x}",
            return_seed=f"{2:064x}",
            red=_FIRST,
        )
    ]
    match, games = replay_match(events), []

    def add(more: tuple[MatchEvent, ...]) -> None:
        nonlocal match
        events.extend(more)
        match = reduce(evolve_match, more, match)

    for who in (_FIRST, _SECOND):
        add(join(match, who, who, at))
    for leg in Leg:
        for who in (_FIRST, _SECOND) if leg is Leg.RETURN else ():
            add(request_return(match, who, at))
        add(start_leg(match, at))
        game, made = _played(match, leg)
        at = made[-1].at
        games.append((game, made))
        add(follow_ruling(match, game, at))
    add(propose_results(match, at))
    add(homologate(match, ARBITER, at))
    return match, events, games


def _played(match: Match, leg: Leg) -> tuple[Game, list[Event]]:
    begun = next(one for one in match.started if one.leg is leg)
    at, lexicon = begun.at, open_lexicon()
    first = GameStarted(
        at=at,
        game=game_id(match.code, leg),
        match=match.code,
        leg=leg,
        phase=match.phase,
        rules=match.rules,
        edition=match.edition,
        red=begun.red,
        blue=begun.blue,
        sequence=draw(bytes.fromhex(match.seeds[leg]), match.rules),
        start=begun.start,
    )
    game, events, player = begin(first), list[Event]([first]), Player(lexicon)
    while game.stage is not Stage.ENDED:
        at += PACE
        chosen = player.choose(game)
        command = (
            Pass(by=game.turn)
            if chosen == "PAS"
            else Place(by=game.turn, placement=parse_placement(chosen))
        )
        decided = decide(game, command, at, lexicon)
        game, events = reduce(evolve, decided, game), [*events, *decided]
    return game, events


def _patterns() -> tuple[Match, Pattern, Pattern]:
    """Return the match, and what is stored of it: all but the return game's row, and that row."""
    match, around, games = _whole_match()
    streams: list[tuple[str, Sequence[MatchEvent | Event]]] = [
        (match_stream(_CODE), around),
        *((game_stream(game.id), made) for game, made in games),
    ]
    stored = tuple(
        (stream, seq, codec_of(stream).encode(event), event.at)
        for stream, events in streams
        for seq, event in enumerate(events, 1)
    )
    at = around[-1].at
    home, back = (values_of(game_row(game, len(made), match, at)) for game, made in games)
    row = values_of(match_row(match, len(around), at))
    return (
        match,
        Pattern(events=stored, match=row, game=home, due=()),
        Pattern(events=(), match=row, game=back, due=()),
    )


@dataclass(frozen=True, slots=True)
class SeasonStored:
    """The season's database, all but its last two matches played."""

    url: str
    database: Database
    season: _Draw
    match: Match
    patterns: tuple[Pattern, Pattern]

    async def play(self, tx: "AsyncConnection", matches: list[ListedMatch]) -> None:
        """Store these matches as played, and their results as homologated."""
        events: list[CompetitionEvent] = []
        seq = len(self.season.log)
        for listed in matches:
            whole, back = (
                Copy(each, listed.code, listed.red, listed.blue) for each in self.patterns
            )
            await tx.execute(insert(schema.events), list(whole.events()))
            await tx.execute(insert(schema.matches), whole.row(whole.pattern.match))
            for one in (whole, back):
                await tx.execute(insert(schema.games), one.row(one.pattern.game))
            events += self.season.homologate(listed, self.match)
        await log.append(tx, competition_stream(CODE), seq, events, AT)
        row = competition_row(self.season.now, len(self.season.log), AT)
        await competitions.save(tx, row)


@asynccontextmanager
async def season_stored(folder: Path, scope: SequenceScope) -> AsyncIterator[SeasonStored]:
    """Store a season in that folder, all but its last two matches played."""
    url = f"sqlite+aiosqlite:///{folder}/season.sqlite"
    season = _Draw(scope)
    match, *patterns = _patterns()
    async with Database(url) as database:
        await migrate(database)
        stock = SeasonStored(url, database, season, match, (patterns[0], patterns[1]))
        async with database.transaction() as tx:
            numbers = (*range(1, PLAYERS + 1), ARBITER)
            await tx.execute(insert(schema.persons), [values_of(person(n)) for n in numbers])
            await log.append(tx, competition_stream(CODE), 0, season.log, AT)
            await stock.play(tx, list(season.now.phase.matches[:-2]))
        yield stock


class Maker:
    """The process that makes the site."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def make(self) -> tuple[float, int]:
        """Make the site; return the processor's seconds, and how many files were written."""
        before = self._spent()
        pipe_of(self._process.stdin).write(b"make\n")
        answer: dict[str, Any] = json.loads(await pipe_of(self._process.stdout).readline())
        return self._spent() - before, answer["written"]

    def _spent(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def most_memory(self) -> float:
        """Return the most megabytes that it had."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


async def _handed_out(folder: Path, paths: list[str]) -> float:
    """Return the milliseconds of the processor that a page takes at its first reader."""
    site = PublicSite(folder, robots=False)
    headers = [(b"accept-encoding", b"gzip")]
    begun = process_time()
    for path in paths:
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/{path}",
            "headers": headers,
            "path_params": {"path": path},
        }
        answer = await site.file(Request(scope))
        assert answer.status_code == 200, path
    return (process_time() - begun) / len(paths) * 1000


@asynccontextmanager
async def site_maker(stock: SeasonStored, site: Path) -> AsyncIterator[Maker]:
    """Give a process at work for that season."""
    process = await start("bot.site", stderr=None)
    options = Options(address="https://scrabble.example.org")
    order = {"database": stock.url, "options": options.as_json(), "folder": str(site)}
    pipe_of(process.stdin).write(json.dumps(order).encode() + b"\n")
    yield Maker(process)
    await end(process)


async def _one_more(stock: SeasonStored, maker: Maker, what: str) -> Row:
    """Have a match homologated, and the site brought up to date."""
    async with stock.database.transaction() as tx:
        await stock.play(tx, [stock.season.now.phase.matches[-2]])
    spent, files = await maker.make()
    return Row(what, spent * 1000, "ms", 300, f"{files} files of one match homologated")


async def _every_game_open(folder: Path) -> AsyncIterator[Row]:
    """Measure a season in which each match has its own sequence: every game is replayed."""
    site = folder / "site"
    async with (
        season_stored(folder, SequenceScope.MATCH) as stock,
        site_maker(stock, site) as maker,
    ):
        begun = perf_counter()
        spent, files = await maker.make()
        passed = perf_counter() - begun
        games = len(stock.season.now.phase.results)
        note = f"{files:,} files, {games:,} results; {passed:.0f} s by the clock"
        yield Row("the whole site made", spent, "s", 60, note)
        yield Row("its process, at most", maker.most_memory(), "MB", 300)
        spent, files = await maker.make()
        yield Row("made again, nothing new", spent * 1000, "ms", note=f"{files} files")
        yield await _one_more(stock, maker, "one more result")
    found = sorted(path.relative_to(site).as_posix() for path in site.rglob("m/*.html"))
    cost = await _handed_out(site, found[:: max(1, len(found) // _PAGES)])
    yield Row("a page handed out to its first reader", cost, "ms", 3)


async def _one_sequence(folder: Path) -> AsyncIterator[Row]:
    """Measure one in which all home games share theirs: none is open before the last is over."""
    stocked = season_stored(folder, SequenceScope.HOME)
    async with stocked as stock, site_maker(stock, folder / "site") as maker:
        await maker.make()
        yield await _one_more(stock, maker, "one more, home games on one sequence")


async def _measured() -> list[Row]:
    rows = []
    for measured in (_every_game_open, _one_sequence):
        with tempfile.TemporaryDirectory() as folder:
            rows += [row async for row in measured(Path(folder))]
    return rows


def run() -> Iterator[Row]:
    """Measure and yield the rows."""
    yield from asyncio.run(_measured())


if __name__ == "__main__":
    sys.exit(not show(run()))
