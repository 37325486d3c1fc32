"""Handling of the bot's own outages: players and arbiters are notified, and no days are lost.

Telegram keeps updates for a day. After a longer outage its days are given back at once
(`bot.service.operations.days.outages`). Players learn which messages may be lost, arbiters in which
games that may be and where days were given, with a button to take them back. Each arbiter's games
are handled in a separate unit of work through a due row, so that no move waits for all games (art.
7.1, 7.2).
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.unit import Runtime
from bot.service.operations.days.outage_batches import AT_ONCE, portions, still_running
from bot.service.operations.days.outages import make_good, undo_button
from bot.service.readers.days.outage_grace import whole_days
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.days import OutageAction
from bot.texts.messages import Buttons, Card, Notice, Param, Text, say
from engine.errors import EngineError
from engine.games.outage import check_outage
from engine.games.ruling_events import Outage
from engine.ids import NO_COMPETITION, CompetitionCode, PersonId, Seat
from storage.days import due, outages
from storage.days.outages import KEPT_BY_TELEGRAM, Downtime
from storage.people.people import Person
from storage.play import game_rows
from storage.play.game_rows import GameRow
from storage.streams import name_of, person_stream

MOST_ROWS: Final = 40
"""The most games in an arbiter's report; the others are counted."""
AWAY: Final = "away:"
"""The kind of an arbiter's due row for an outage; the second of its start follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """The progress of one arbiter's round: its finished and remaining games. Stored as JSON."""

    since: str
    """The start of the outage, in ISO format."""
    left: list[list[str]]
    """The codes of the games still to do, in portions: a few are one portion, many are several."""
    given: int = 0
    """Games in which days were given back."""


class OutageRounds:
    """Handles the games that an outage concerns."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def plan_rounds(self, downtime: Downtime, runtime: Runtime) -> None:
        """Notify the operators of an outage, and plan a round for each arbiter's games.

        The rows precede all others that became due meanwhile.
        """
        runtime.alert(self._recorder.unit, say("absence.operator", **_times(downtime)))
        since = downtime.since
        kind = f"{AWAY}{since.timestamp():.0f}"
        for arbiter in await self._arbiters():
            stream, payload = person_stream(arbiter), since.isoformat()
            row = due.DueRow(stream=stream, kind=kind, due_at=since, payload=payload)
            await due.put(self._recorder.unit.tx, row)

    async def _arbiters(self) -> set[PersonId]:
        """Return the arbiters in charge of running games: of several, the first."""
        arbiters = set()
        for place in await game_rows.ruling_now(self._recorder.unit.tx):
            if not place.competition:
                arbiters.add(place.arbiter)
                continue
            with leaving_out_damaged():
                competition = await self._recorder.competitions.get(
                    CompetitionCode(place.competition)
                )
                arbiters.add(competition.chief_arbiter)
        return arbiters

    async def go_round(self, row: due.DueRow) -> None:
        """Carry out the due row of a round: give days back, notify players and arbiter.

        Many games are done in portions, each with the next due row; the arbiter is notified after
        the last.
        """
        await due.remove(self._recorder.unit.tx, row.stream, row.kind)
        arbiter = await self._recorder.persons.get(PersonId(int(name_of(row.stream))))
        progress = await self._progress(row, arbiter)
        if not progress.left:
            return
        began = datetime.fromisoformat(progress.since)
        downtime = await outages.begun_at(self._recorder.unit.tx, began)
        games = await still_running(self._recorder, progress.left[0])
        players = [snapshot.game.side(seat).person for snapshot in games for seat in Seat]
        for player in dict.fromkeys(players):
            dedup = f"{row.kind}:{player}"  # the player may have games with several arbiters
            person = await self._recorder.persons.get(player)
            await self._say(person, say("absence.player", **_lost(downtime)), dedup=dedup)
        outage = whole_days(downtime, self._recorder.shared.rules.time_zone)
        given = progress.given + await self._make_good(outage, games, arbiter)
        progress = replace(progress, left=progress.left[1:], given=given)
        if progress.left:
            payload = json.dumps(asdict(progress))
            await due.put(self._recorder.unit.tx, replace(row, payload=payload))
            return
        text, buttons = await self._report(downtime, outage, arbiter, given)
        await self._say(arbiter, text, buttons)

    async def _progress(self, row: due.DueRow, arbiter: Person) -> _Round:
        """Return the progress that the row stores; a new row covers all the arbiter's games.

        The payload of a new row is the outage's start alone.
        """
        if row.payload.startswith("{"):
            return _Round(**json.loads(row.payload))
        games = await self._games_led_by(arbiter)
        if len(games) > AT_ONCE:
            return _Round(since=row.payload, left=list(portions(games)))
        return _Round(since=row.payload, left=[[row.game_id for row in games]] if games else [])

    async def _games_led_by(self, arbiter: Person) -> list[GameRow]:
        """Return the running games, by code, of which the person is the first arbiter."""
        ruled = await self._recorder.competitions.all_ruled(arbiter.id)
        codes = {NO_COMPETITION} | {
            snapshot.competition.code
            for snapshot in ruled
            if snapshot.competition.chief_arbiter == arbiter.id
        }
        rows = await game_rows.running_ruled_by(self._recorder.unit.tx, arbiter.id)
        led = [row for row in rows if row.competition in codes]
        return sorted(led, key=lambda row: row.game_id)

    async def _report(
        self, downtime: Downtime, outage: Outage, arbiter: Person, given: int
    ) -> Card:
        """Return the arbiter's final report, and the button that takes the days back."""
        missing = await outages.missing_updates(self._recorder.unit.tx, downtime)
        games = await self._games_led_by(arbiter) if missing != 0 else []
        left_out = len(games) - MOST_ROWS
        rows = []
        for row in games[:MOST_ROWS]:
            with leaving_out_damaged():
                rows.append(await self._row(row))
        text = say(
            "absence.arbiter",
            missing=_missing(missing),
            where=say("absence.where") if rows else None,
            rows=rows or None,
            more=say("grant.more", n=left_out) if left_out > 0 else None,
            given=say("absence.given", n=given) if given else None,
            **_lost(downtime),
        )
        undo = undo_button(outage, OutageAction.BESIDE)
        return Card(text, ((undo,),) if given else ())

    async def _make_good(
        self, outage: Outage, games: Iterable[GameSnapshot], arbiter: Person
    ) -> int:
        """Give the days back; return the number of games that had lost some."""
        try:
            check_outage(outage, self._recorder.today())
        except EngineError:
            return 0
        return await make_good(self._recorder, {outage: games}, arbiter)

    async def _row(self, row: GameRow) -> Text:
        """Return a line about a game that may lack messages, with the possible authors."""
        snapshot = await self._recorder.games.of_row(row)
        participants = await self._recorder.participants.of(snapshot.game)
        who = participants.at(snapshot.game.turn).name
        since = snapshot.game.received.isoformat()
        return say("absence.row", game=snapshot.game.id, who=who, since=since)

    async def _say(
        self, person: Person, text: Text, buttons: Buttons = (), dedup: str = ""
    ) -> None:
        """Notify the person, if they have a chat or a page."""
        if person.address is not None:
            notice = Notice(to=person.address, text=text, buttons=buttons, dedup=dedup)
            await self._recorder.notify(notice)


def _missing(updates: int | None) -> Text | None:
    """Return how many updates are missing; None if that is not known."""
    if updates is None:
        return None
    return say("absence.missing", n=updates) if updates else say("absence.none_missing")


def _times(downtime: Downtime) -> dict[str, Param]:
    """Return the beginning and the end of the outage as facts."""
    return {"since": downtime.since.isoformat(), "until": downtime.until.isoformat()}


def _lost(downtime: Downtime) -> dict[str, Param]:
    """Return the facts of the outage, with the instant before which messages are lost."""
    return {**_times(downtime), "lost": (downtime.until - KEPT_BY_TELEGRAM).isoformat()}
