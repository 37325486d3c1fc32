"""Check that nothing was lost, nothing was done twice, and every figure is right.

The inspection compares three pairs. The people's side (confirmations and messages) is compared with
the log, the log with itself, and the figures with a simple calculation that shares no code with the
engine's.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.pure.folds import Folds
from engine.games.events import Passed, PlacementMade
from engine.games.fold import replay
from engine.games.game import Game
from engine.ids import GameId, MatchCode, PersonId, Seat
from engine.notation import PASS, format_placement
from engine.placement import Placement
from sandbox import Sandbox, SandboxUser
from storage import log
from storage.db import Database
from storage.play import notebooks
from storage.queues import inbox, outbox
from storage.schema import outbox as outbox_table
from storage.streams import GAMES, name_of
from storage.verify import verify
from tools.torture.meetings import Meetings
from tools.torture.reading import ShownSheet, sheet
from tools.torture.records import Records
from tools.torture.season import Season

Move = PlacementMade | Passed


class LoggedMove(NamedTuple):
    """A move with its number in the game's log."""

    seq: int
    move: Move


@dataclass(slots=True, kw_only=True)
class InspectionFindings:
    """The findings of an inspection; every list must be empty."""

    placements: int = 0
    """The number of moves that the bot confirmed."""
    lost: list[str] = field(default_factory=list)
    """Moves that were confirmed to their authors, and that the log does not have."""
    doubled: list[str] = field(default_factory=list)
    """Moves that are in the log more often than they were sent, or that nobody sent."""
    wrong: list[str] = field(default_factory=list)
    """Wrong figures, chains and projections; updates and messages moved to dead letters."""
    notebooks: int = 0
    """The number of times a notebook was written."""
    unwritten: list[str] = field(default_factory=list)
    """Notebooks that differ from what the bot confirmed, in text or number of changes."""
    undelivered: list[str] = field(default_factory=list)
    """Sheets that the opponent or the arbiter never got, and messages that were never sent."""
    sheets: int = 0
    """The number of sheets that opponents and arbiters got."""
    repeated: int = 0
    """Messages that arrived more than once, because Telegram's answer was lost."""
    repeated_sheets: int = 0
    """The sheets among them."""

    @property
    def is_clean(self) -> bool:
        """Return whether there are no findings."""
        return not any((self.lost, self.doubled, self.wrong, self.unwritten, self.undelivered))


@dataclass(slots=True)
class Inspector:
    """Checks everything while the bot is idle."""

    sandbox: Sandbox
    database: Database
    records: Records
    arbiters: dict[MatchCode, SandboxUser]
    partners: dict[PersonId, SandboxUser]
    """The person of each number in the bot."""
    season: Season | None = None
    """The championship, once it has begun."""
    meetings: Meetings | None = None
    """The people with requests and sign-ups, once they have begun."""
    _arrived_sheets: dict[int, set[ShownSheet]] = field(default_factory=dict)
    """The sheets that each person was sent, by their Telegram id."""

    async def inspect(self) -> InspectionFindings:
        """Inspect the bot, and return the findings."""
        findings = InspectionFindings(placements=self.records.placements)
        findings.undelivered += self.records.silences
        async with self.database.reading() as tx:
            report = await verify(tx, Folds())
            findings.wrong += [str(finding) for finding in report.findings]
            updates, messages = await inbox.counts(tx), await outbox.counts(tx)
            if dead := updates[inbox.UpdateState.DEAD]:
                findings.wrong.append(f"updates moved to dead letters: {dead}")
            findings.undelivered += _unsent(messages)
            logs = {
                name_of(stream): await log.load(tx, stream)
                for stream in await log.streams(tx, GAMES)
            }
            is_sent = outbox_table.c.state == outbox.MessageState.SENT
            sent = (await tx.execute(select(outbox_table.c.message_ids).where(is_sent))).scalars()
            sent_ids = [*sent]
            await self._check_notebooks(findings, tx)
            for part in (self.season, self.meetings):
                findings.wrong += [] if part is None else await part.wrong(tx)
        self._arrived_sheets = {user.id: _sheets_of(user) for user in self.sandbox.users.values()}
        for game in self.records.accepted.keys() - logs.keys():
            findings.lost.append(f"{game}: the whole game")
        for game, rows in logs.items():
            self._check_game(findings, game, rows)
        findings.repeated, findings.repeated_sheets = self._count_repeated(sent_ids)
        return findings

    def _check_game(
        self, findings: InspectionFindings, name: str, rows: Sequence[log.Stored]
    ) -> None:
        """Compare a game's log with the confirmed moves, its figures and its sheets."""
        moves = list(_moves(rows))
        confirmed = Counter(_numbered(self.records.accepted.get(name, [])))
        made = Counter(_numbered([_text_of(logged.move) for logged in moves]))
        findings.lost += [f"{name}: {move}" for move in (confirmed - made).elements()]
        findings.doubled += [f"{name}: {move}" for move in (made - confirmed).elements()]
        game = replay(rows)
        figures = wrong_figures(game, [logged.move for logged in moves])
        findings.wrong += [f"{name}: {figure}" for figure in figures]
        self._check_sheets(findings, game, moves, last=rows[-1].seq)

    async def _check_notebooks(self, findings: InspectionFindings, tx: AsyncConnection) -> None:
        """Check each author's last notebook, and how often they wrote it."""
        people = {user.id: person for person, user in self.partners.items()}
        for (game, author), written in self.records.notebooks.items():
            findings.notebooks += len(written)
            notebook = await notebooks.find(tx, people[author], GameId(game))
            lines = json.loads(notebook.lines) if notebook else []
            stored = [{name: line[name] for name in written[-1]} for line in lines]
            if notebook is None or stored != written[-1:] or notebook.revision != len(written):
                findings.unwritten.append(f"{game}: {notebook} instead of {written}")

    def _check_sheets(
        self, findings: InspectionFindings, game: Game, moves: Sequence[LoggedMove], *, last: int
    ) -> None:
        """Check that the opponent and the arbiter have the sheets of every move.

        A sheet may show a later event than its move, up to the next move or the log's last event.
        """
        bounds = [*(logged.seq for logged in moves), last + 1]
        for (seq, move), end in zip(moves, bounds[1:], strict=True):
            partner = self.partners[game.side(move.by.partner).person]
            for user in (partner, self.arbiters[game.match]):
                arrived = self._arrived_sheets[user.id]
                if any(ShownSheet(game.id, number) in arrived for number in range(seq, end)):
                    findings.sheets += 1
                else:
                    findings.undelivered.append(f"{game.id}: sheet {seq} to {user.name}")

    def _count_repeated(self, sent_ids: Sequence[str]) -> tuple[int, int]:
        """Return the number of messages people have beyond those that the bot recorded as sent.

        The second number counts the sheets among them. An album counts once. `sent_ids`: the stored
        message ids of each message that the bot recorded.
        """
        known = {int(number) for ids in sent_ids for number in re.findall(r"\d+", ids)}
        repeated: dict[str, bool] = {}
        """For each message or album: whether it is of sheets."""
        for user in self.sandbox.users.values():
            for message in user.messages:
                if message.from_bot and message.id not in known:
                    name = message.album or f"{message.id}"
                    repeated[name] = repeated.get(name, False) or sheet(message) is not None
        return len(repeated), sum(repeated.values())


def _sheets_of(user: SandboxUser) -> set[ShownSheet]:
    """Return the sheets in the person's chat."""
    return {shown for message in user.messages if (shown := sheet(message)) is not None}


def wrong_figures(game: Game, moves: Sequence[Move]) -> Iterator[str]:
    """Yield wrong scores and clocks, by a simple calculation from the moves."""
    for before, after in pairwise(moves):
        if before.by is after.by:
            yield f"round {after.round}: {after.by.value} twice in a row"
    for seat in Seat:
        moves_of_seat = [move for move in moves if move.by is seat]
        points = sum(move.counted for move in moves_of_seat if isinstance(move, PlacementMade))
        score = points + _adjustment(game, seat)
        if game.side(seat).score != score:
            yield f"{seat.value}: {game.side(seat).score} points instead of {score}"
        all_days = 0
        for move in moves_of_seat:
            days = max((move.sent - move.received).days - 1, 0)
            if move.days != days:
                yield f"round {move.round}: {move.days} days instead of {days}"
            all_days += days
        if game.side(seat).days != all_days:
            yield f"{seat.value}: {game.side(seat).days} days instead of {all_days}"


def _adjustment(game: Game, seat: Seat) -> int:
    """Return the points that the end of the game gave or took."""
    if game.ended is None:
        return 0
    return game.ended.red_adjustment if seat is Seat.RED else game.ended.blue_adjustment


def _moves(rows: Sequence[log.Stored]) -> Iterator[LoggedMove]:
    """Yield the moves of a log, in order."""
    for row in rows:
        if isinstance(row.event, PlacementMade | Passed):
            yield LoggedMove(row.seq, row.event)


def _text_of(move: Move) -> str:
    """Return a move as a player types it."""
    if isinstance(move, Passed):
        return PASS
    return format_placement(Placement(move.square, move.axis, move.word))


def _numbered(moves: Sequence[str]) -> Iterator[str]:
    """Yield each move with a number, which distinguishes the second pass from the fourth."""
    for number, move in enumerate(moves, 1):
        yield f"{number}. {move}"


def _unsent(messages: dict[str, int]) -> Iterator[str]:
    """Yield the states in which messages should not be any more, with the number in each."""
    for state in (outbox.MessageState.QUEUED, outbox.MessageState.DEAD):
        if messages[state]:
            yield f"messages {state}: {messages[state]}"
