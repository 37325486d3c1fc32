"""Fill a database with very many running games: a few real matches, stored under many codes.

Each match is played by the rules and encoded once. Its copies get other codes and players, and
every row is chained again. So `turretur verify` accepts each copy like a played match, and a
hundred thousand are stored in about a minute.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.bench_move import HABITS, shared
from bot.cli.demonstration.players import DemoPlayer
from bot.service.pure.days.agenda import game_rows, match_rows
from bot.service.pure.days.digest_rows import DIGEST, next_hour
from bot.service.pure.rows import game_row, match_row
from engine.games.commands import Place
from engine.games.decide import decide
from engine.games.events import Event, GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.matches.decide import join, start_leg
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import evolve_match, replay_match
from engine.matches.match import Match
from engine.notation import parse_placement
from engine.rulesets import Phase
from engine.sequences.sequence import draw
from engine.thinking_time import day_of
from engine.words.lexicon import open_lexicon
from storage import schema
from storage.codec import Encoded, codec_of
from storage.days.due import DueRow
from storage.db import Database
from storage.dialects import values_of
from storage.log import link
from storage.people.people import Person
from storage.streams import NO_HASH, game_stream, match_stream, person_stream

NOW: Final = datetime(2025, 5, 20, 6, 30, tzinfo=UTC)
"""The instant of the stored state: half an hour after the hour of reminders."""
ARBITER: Final = PersonId(1)
PACE: Final = timedelta(hours=9)
"""The time from one move to the next."""
# The placeholders in a pattern that each copy replaces by its own code and players. They are so
# long that no other text or number of an event contains one.
_CODE: Final = MatchCode("THE-CODE")
_FIRST: Final = PersonId(7_000_000_001)
_SECOND: Final = PersonId(7_000_000_002)
_PORTION: Final = 5_000
"""The number of rows of one insertion."""

Values = dict[str, Any]
"""A row of a table, by column."""


class LoggedEvent(NamedTuple):
    """An encoded event with its place in the log."""

    stream: str
    seq: int
    event: Encoded
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A stored match in its home game, to be copied under other codes."""

    events: tuple[LoggedEvent, ...]
    match: Values
    """The row of the list of matches."""
    game: Values
    """The row of the list of games."""
    due: tuple[Values, ...]
    """The rows of the deadlines."""


@dataclass(frozen=True, slots=True)
class CopiedMatch:
    """A copy of a pattern, under its own code and with its own players."""

    pattern: Pattern
    code: MatchCode
    first: PersonId
    second: PersonId

    def _replaced(self, value: Any) -> Any:
        """Return a column's value: a text with the copy's code, or a player of the copy."""
        if isinstance(value, str):
            return value.replace(_CODE, self.code)
        return {_FIRST: self.first, _SECOND: self.second}.get(value, value)

    def _replaced_payload(self, payload: str) -> str:
        """Return an event's JSON with the copy's code and players, whose numbers are in it."""
        with_code = payload.replace(_CODE, self.code)
        with_first = with_code.replace(str(_FIRST), str(self.first))
        return with_first.replace(str(_SECOND), str(self.second))

    def events(self) -> Iterator[Values]:
        """Yield the rows of the log, each chained to the one before."""
        last_hash = NO_HASH
        for pattern_stream, seq, event, at in self.pattern.events:
            previous = NO_HASH if seq == 1 else last_hash
            stream = self._replaced(pattern_stream)
            encoded = Encoded(event.name, event.version, self._replaced_payload(event.payload))
            last_hash = link(stream, seq, encoded, at, previous)
            yield {
                "stream": stream,
                "seq": seq,
                "name": encoded.name,
                "version": encoded.version,
                "payload": encoded.payload,
                "at": at,
                "previous": previous,
                "hash": last_hash,
            }

    def row(self, values: Values) -> Values:
        """Return a row of the pattern with the copy's code and players."""
        return {name: self._replaced(value) for name, value in values.items()}


def person(number: int) -> Person:
    """Return the person of that number, which is also their chat's; the first is an arbiter."""
    return Person(
        id=PersonId(number),
        account=number,
        address=number,
        name=f"Jucător {number}",
        language="ro",
        time_zone=HABITS.time_zone,
        reminder_hour=HABITS.reminder_hour,
        quiet_from=HABITS.quiet_from,
        quiet_to=HABITS.quiet_to,
        reachable=True,
        arbiter=number == ARBITER,
        club="",
    )


def pattern(moves: int, last: datetime, planned: datetime, *, seed: int = 0) -> Pattern:
    """Play a match of so many moves, the last of them made at `last`.

    Its deadlines are those planned at `planned`, at the last move or at an earlier deadline.
    """
    start = last - PACE * moves
    match, match_events = _arranged_match(start, seed)
    game, game_events = _played_game(match, start, moves)
    people = {number: person(number) for number in match.people}
    due = [*game_rows(game, people, planned), *match_rows(match, planned)]
    return Pattern(
        events=(
            *_encoded(match_stream(_CODE), match_events),
            *_encoded(game_stream(game.id), game_events),
        ),
        match=values_of(match_row(match, len(match_events), start)),
        game=values_of(game_row(game, len(game_events), match, last)),
        due=tuple(map(values_of, due)),
    )


def _arranged_match(at: datetime, seed: int) -> tuple[Match, list[MatchEvent]]:
    """Arrange a match between the two placeholder players, and start its home game."""
    settings = shared()
    events: list[MatchEvent] = [
        MatchArranged(
            at=at,
            match=_CODE,
            arbiter=ARBITER,
            phase=Phase.PRELIMINARY,
            rules=settings.rules,
            edition=settings.edition_on(day_of(at, settings.rules.time_zone)),
            first=_FIRST,
            second=_SECOND,
            start=day_of(at, settings.rules.time_zone),
            home_seed=f"{seed:064x}",
            return_seed=f"{seed + 1:064x}",
        )
    ]
    match = replay_match(events)
    for player in (_FIRST, _SECOND):
        joined = join(match, player, player, at)
        match, events = reduce(evolve_match, joined, match), [*events, *joined]
    started = start_leg(match, at)
    return reduce(evolve_match, started, match), [*events, *started]


def _played_game(match: Match, at: datetime, moves: int) -> tuple[Game, list[Event]]:
    """Play so many moves of the home game, good ones but not the best, so that it goes on."""
    leg = match.started[0]
    start = GameStarted(
        at=at,
        game=game_id(match.code, Leg.HOME),
        match=match.code,
        leg=Leg.HOME,
        phase=match.phase,
        rules=match.rules,
        edition=match.edition,
        red=leg.red,
        blue=leg.blue,
        sequence=draw(bytes.fromhex(match.seeds[Leg.HOME]), match.rules),
        start=leg.start,
    )
    game, events = begin(start), list[Event]([start])
    lexicon = open_lexicon()
    player = DemoPlayer(lexicon, below_best=40)
    while len(game.moves) < moves:
        at += PACE
        command = Place(by=game.turn, placement=parse_placement(player.choose(game)))
        decided = decide(game, command, at, lexicon)
        game, events = reduce(evolve, decided, game), [*events, *decided]
    return game, events


def _encoded(stream: str, events: Sequence[MatchEvent | Event]) -> Iterator[LoggedEvent]:
    """Yield the events of a new stream as its log has them."""
    codec = codec_of(stream)
    for seq, event in enumerate(events, 1):
        yield LoggedEvent(stream, seq, codec.encode(event), event.at)


async def fill(
    database: Database, copies: Iterable[CopiedMatch], numbers: range, now: datetime = NOW
) -> None:
    """Store these matches, and the people of these numbers with their next digests after `now`."""
    copies = tuple(copies)
    digests = [
        values_of(
            DueRow(
                stream=person_stream(number),
                kind=DIGEST,
                due_at=next_hour(person(number), now),
            )
        )
        for number in numbers
    ]
    async with database.transaction() as tx:
        await _store(tx, schema.persons, (values_of(person(number)) for number in numbers))
        await _store(tx, schema.events, (row for copy in copies for row in copy.events()))
        await _store(tx, schema.matches, (copy.row(copy.pattern.match) for copy in copies))
        await _store(tx, schema.games, (copy.row(copy.pattern.game) for copy in copies))
        deadlines = (copy.row(row) for copy in copies for row in copy.pattern.due)
        await _store(tx, schema.due, deadlines)
        await _store(tx, schema.due, digests)


async def _store(tx: AsyncConnection, table: Table, rows: Iterable[Values]) -> None:
    """Insert the rows in portions; PostgreSQL copies them, which is many times faster."""
    remaining = iter(rows)
    while portion := list(islice(remaining, _PORTION)):
        if tx.dialect.name == "sqlite":
            await tx.execute(insert(table), portion)
            continue
        driver: Any = (await tx.get_raw_connection()).driver_connection
        records = [tuple(row.values()) for row in portion]
        await driver.copy_records_to_table(table.name, records=records, columns=[*portion[0]])
