"""The campaign: sandbox, programs, people and faults together, and the figures at the end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from sandbox import Sandbox, SandboxUser, serve
from storage.db import Database
from storage.migrations import migrate
from storage.queues import inbox, outbox
from tools.postgres import PostgresServer
from tools.torture.aftermath import Aftermath
from tools.torture.crowd import Crowd
from tools.torture.fault_injection import PAUSES, FaultInjector
from tools.torture.gathering import Gathering
from tools.torture.inspection import InspectionFindings, Inspector
from tools.torture.meetings import Meetings
from tools.torture.players import AWAY, DatabaseReader, GoneSilentError, TortureMatch
from tools.torture.programs import PATIENCE, PUBLIC_URL, Programs, environment_for
from tools.torture.records import Records
from tools.torture.season import ACTS, Season
from tools.torture.spoiling import misread
from tools.torture.tabs import Tabs

AT_ONCE: Final = 24
"""The number of matches that are played at the same time."""
ARBITERS: Final = 6
"""The number of arbiters, who share the matches, because a chat gets one message at a time."""
PER_MATCH: Final = 40
"""The least number of moves in a match of two games."""
CHECKPOINTS: Final = 4
"""The number of inspections, the last one at the end."""
QUIET: Final = 300.0
"""Seconds within which the bot must have caught up after the last fault."""
STRANGERS: Final = 60
"""The number of strangers who write at once; their answers are sent by the next inspection."""
WRITING: Final = 10.0
"""Seconds for which strangers write at each stage, as fast as the limits allow."""
SPOILT: Final = 20
"""The number of damaged copies of the file that are checked at the end."""
REPORT_EVERY: Final = 15.0
"""Seconds between two lines of progress."""
_POLL: Final = 0.1
"""Seconds between two looks at the backlog."""
_ANSWER: Final = 5.0
"""Seconds after which the database counts as away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The size of a campaign."""

    kills: int
    placements: int
    """The number of moves to be confirmed."""
    seed: int
    """Decides what people do, and the faults."""
    programs: int = 1
    at_once: int = AT_ONCE
    """The number of matches that are played at the same time."""
    checkpoints: int = CHECKPOINTS
    """The number of stages, each of which ends with an inspection."""
    pauses: tuple[float, float] = PAUSES
    """Seconds between two faults other than kills, at the least and at most."""
    seconds: float = inf
    """Seconds of play after which no further stage begins."""
    report_every: float = REPORT_EVERY
    """Seconds between two lines of progress."""
    strangers: int = STRANGERS
    """The number of strangers who write at once."""
    writing: float = WRITING
    """Seconds for which strangers write at each stage."""
    spoilt: int = SPOILT
    """The number of damaged copies of the file that are checked."""
    acts: int = ACTS
    """The most actions in the championship at each stage."""


@dataclass(slots=True, kw_only=True)
class CampaignResult:
    """The figures of a campaign, and the findings of its last inspection."""

    plan: Plan
    findings: InspectionFindings
    records: Records
    kills: int
    ends: int
    """The number of processes that ended by themselves."""
    messages: int
    """The number of messages that people got."""
    crowd: Crowd
    seconds: float
    misread: list[str]
    """Damaged copies that `turretur verify` did not handle correctly, a line each."""
    aftermath: list[str]
    """Wrong reactions of a program to changed files."""

    @property
    def good(self) -> bool:
        """Return whether nothing was lost and nothing is wrong."""
        # A campaign that was ended by the clock may have fewer kills than planned.
        needed_kills = self.plan.kills if self.plan.seconds == inf else min(self.plan.kills, 1)
        errors = (*self.misread, *self.aftermath, *self.crowd.too_fast())
        return self.findings.is_clean and self.kills >= needed_kills and not errors


@dataclass(slots=True)
class Campaign:
    """One campaign; `campaign` creates it."""

    plan: Plan
    sandbox: Sandbox
    programs: Programs
    gathering: Gathering
    faults: FaultInjector
    inspector: Inspector
    operator: SandboxUser
    matches: list[TortureMatch] = field(default_factory=list)
    aftermath: Aftermath | None = None
    """None for a database server, which has a log of its own."""
    _is_over: bool = False
    """Whether the time for playing is used up."""

    @property
    def records(self) -> Records:
        """Return the records of the people."""
        return self.faults.records

    async def run(self, say: Callable[[str], None]) -> CampaignResult:
        """Arrange matches, let people play under faults, inspect everything; return the result."""
        start = monotonic()
        progress = asyncio.create_task(self._report_progress(say, start))
        try:
            findings = await self._play_all(say)
        finally:
            progress.cancel()
        people = self.sandbox.users.values()
        return CampaignResult(
            plan=self.plan,
            findings=findings,
            records=self.records,
            kills=self.programs.kills,
            ends=self.programs.ends,
            messages=sum(message.from_bot for user in people for message in user.messages),
            crowd=self.faults.crowd,
            seconds=monotonic() - start,
            misread=await asyncio.to_thread(self._misread_copies),
            aftermath=await self.aftermath.run_cases() if self.aftermath is not None else [],
        )

    def _misread_copies(self) -> list[str]:
        """Damage copies of the database's file as disks do; return those that were misread."""
        if self.aftermath is None:
            return []
        file, random = self.inspector.database.file, Random(self.plan.seed)
        spoilt = file.with_name("spoilt.sqlite")
        return misread(spoilt, file.read_bytes(), random, self.plan.spoilt)

    async def _report_progress(self, say: Callable[[str], None], start: float) -> None:
        """Print progress at intervals, so that a long wait does not look like a hang."""
        while True:
            await asyncio.sleep(self.plan.report_every)
            backlog = await self._backlog()
            waiting = "the database does not answer"
            if backlog is not None:
                waiting = f"{backlog.updates} updates and {backlog.messages} messages wait"
            say(
                f"{span(monotonic() - start)}: {self.records.placements} placements,"
                f" {self.programs.kills} kills; {waiting}"
            )

    async def _play_all(self, say: Callable[[str], None]) -> InspectionFindings:
        """Arrange the matches and let people play them while programs are killed."""
        await self.gathering.begin(self.operator)
        for _ in range(self.plan.placements // PER_MATCH + 1):
            self.matches.append(await self.gathering.match())
            match = self.matches[-1]
            self.inspector.partners.update(match.players)
            self.inspector.arbiters[match.code] = match.arbiter
        await self._begin_season()
        await self._begin_meetings()
        await self._until_quiet()
        say(f"{len(self.matches)} matches arranged, and a championship begun")
        if self.aftermath is not None:
            await self.aftermath.begin()
        if self.plan.seconds < inf:
            asyncio.get_running_loop().call_later(self.plan.seconds, self._end)
        kills = asyncio.create_task(self.faults.kill(self.plan.kills, self.plan.placements))
        try:
            findings = await self._stages(kills, say)
        finally:
            kills.cancel()
        if kills.done():
            kills.result()  # raises what has ended the kills too early
        return findings

    async def _begin_season(self) -> None:
        """Begin the championship, with an arbiter of its own."""
        arbiter = self.sandbox.add_user("Vlad", language_code="ro")
        await self.gathering.appoint(self.operator, arbiter)
        season = Season(self.sandbox, self.gathering, Random(self.plan.seed), arbiter)
        await season.begin()
        for match in await season.matches():
            self.inspector.partners.update(match.players)
            self.inspector.arbiters[match.code] = arbiter
        self.inspector.season = season

    async def _begin_meetings(self) -> None:
        """Let people meet by requests and a sign-up, with an arbiter of its own."""
        arbiter = self.sandbox.add_user("Sanda", language_code="ro")
        await self.gathering.appoint(self.operator, arbiter)
        meetings = Meetings(self.sandbox, self.gathering, Random(self.plan.seed), arbiter)
        await meetings.begin()
        self.inspector.meetings = meetings

    async def _stages(
        self, kills: asyncio.Task[None], say: Callable[[str], None]
    ) -> InspectionFindings:
        """Play from one inspection to the next; stop at the first that finds something."""
        findings = InspectionFindings()
        for stage in range(1, self.plan.checkpoints + 1):
            await self._play(self.plan.placements * stage // self.plan.checkpoints, kills)
            try:
                await self._until_quiet()
            except TimeoutError:
                self.records.silences.append(f"the bot has not caught up within {QUIET:.0f} s")
            findings = await self.inspector.inspect()
            say(
                f"{findings.placements} placements, {self.programs.kills} kills: "
                + ("all is well" if findings.is_clean else "SOMETHING IS WRONG")
            )
            if not findings.is_clean or self._is_over:
                break
        return findings

    def _end(self) -> None:
        """Let each person finish their turn without faults, and begin no other."""
        self._is_over = True
        self.faults.enough.set()

    async def _play(self, placements: int, kills: asyncio.Task[None]) -> None:
        """Let people play under faults until the numbers of moves and kills are reached."""
        is_last_stage, enough = placements >= self.plan.placements, self.faults.enough
        enough.clear()

        def is_more_wanted() -> bool:
            if self._is_over:
                return False
            needs_kills = is_last_stage and not kills.done()
            return self.records.placements < placements or needs_kills

        other_faults = asyncio.create_task(self.faults.inject())
        season, meetings = self.inspector.season, self.inspector.meetings
        queue = [match for match in self.matches if not match.is_over]
        try:
            async with asyncio.TaskGroup() as tables:
                for _ in range(self.plan.at_once):
                    tables.create_task(_table(queue, is_more_wanted))
                if season is not None:
                    tables.create_task(season.play(self.plan.acts, lambda: not self._is_over))
                if meetings is not None:
                    tables.create_task(meetings.play(self.plan.acts, lambda: not self._is_over))
        except* GoneSilentError as silent:
            self.records.silences += map(str, silent.exceptions)
        finally:
            enough.set()
            await other_faults
            self.sandbox.faults.clear()

    async def _until_quiet(self) -> None:
        """Wait until every update is answered and every queued message is sent."""
        for program in self.programs.each:
            async with asyncio.timeout(PATIENCE):
                await program.alive.wait()
        await self.sandbox.drained(seconds=QUIET)
        async with asyncio.timeout(QUIET):
            while await self._backlog() != Backlog(0, 0):  # noqa: ASYNC110  (another process)
                await asyncio.sleep(_POLL)

    async def _backlog(self) -> "Backlog | None":
        """Return the numbers of waiting updates and messages; None if the database is away."""
        try:
            async with asyncio.timeout(_ANSWER), self.inspector.database.reading() as tx:
                updates, messages = await inbox.counts(tx), await outbox.counts(tx)
        except AWAY:
            return None
        return Backlog(updates[inbox.UpdateState.NEW], messages[outbox.MessageState.QUEUED])


class Backlog(NamedTuple):
    """The numbers of updates and messages that wait."""

    updates: int
    messages: int


def span(seconds: float) -> str:
    """Return a duration as text."""
    minutes, seconds_left = divmod(round(seconds), 60)
    return f"{minutes} min {seconds_left} s"


async def _table(queue: list[TortureMatch], is_more_wanted: Callable[[], bool]) -> None:
    """Play the matches at a table one after the other."""
    while queue and is_more_wanted():
        await queue.pop(0).play(is_more_wanted)


@asynccontextmanager
async def campaign(
    plan: Plan, folder: Path, server: PostgresServer | None
) -> AsyncIterator[Campaign]:
    """Yield a campaign that is ready to run, with its programs running; stop them afterwards."""
    random, records, sandbox = Random(plan.seed), Records(), Sandbox()
    crowd = Crowd(sandbox, plan.strangers, plan.writing)
    sandbox.world.webhook.pause = 0.05  # a bot that was killed gets its updates soon again
    operator = sandbox.add_user("Olga", language_code="ro")
    arbiters = [sandbox.add_user(f"Radu{number}", language_code="ro") for number in range(ARBITERS)]
    url = f"sqlite+aiosqlite:///{folder}/bot.sqlite" if server is None else _database(server)
    async with serve(sandbox) as base_url, Database(url) as database:
        await migrate(database)
        environment = environment_for(sandbox, base_url, url, operator.id, folder)
        programs = Programs(environment, folder)
        tabs = Tabs(environment[PUBLIC_URL], records, random)
        try:
            await programs.start(plan.programs)
            running = Campaign(
                plan,
                sandbox,
                programs,
                Gathering(
                    sandbox, DatabaseReader(database), records, random, arbiters, crowd, tabs
                ),
                FaultInjector(
                    sandbox, programs, records, random, server, database, crowd, plan.pauses
                ),
                Inspector(sandbox, database, records, {}, {}),
                operator,
            )
            if server is None:
                running.aftermath = Aftermath(sandbox, programs, database, operator)
            yield running
        finally:
            await programs.stop()


def _database(server: PostgresServer) -> str:
    """Create the bot's database at the server; return its address."""
    server.command("CREATE DATABASE bot")
    return server.url("bot").replace("postgresql://", "postgresql+asyncpg://")
