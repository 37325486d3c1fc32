"""A small cup whose players withdraw or are disqualified, and whose closing date is moved.

It is set up before any trouble begins. Then each act is done again until it is done, as people do
who get no answer; an inspection finds what of it the logs lack, and who plays who may not.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.fold import replay_competition
from engine.ids import NO_COMPETITION, CompetitionCode, Leg, PersonId, game_id
from engine.matches.fold import replay_match
from sandbox import Message, Sandbox, SandboxUser
from storage import log
from storage.streams import COMPETITIONS, competition_stream, match_stream, name_of
from tools.torture.players import MOST_TRIES, GoneSilentError, Reader
from tools.torture.reading import is_labelled, links

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.matches.match import Match

PLAYERS: Final = 5
LENGTH: Final = 90
"""Days from the start of the cup to its first closing date."""
WAIT: Final = 60.0
"""Seconds after which somebody who sees nothing happen begins again."""
_BEHIND: Final = 20
"""Among so many of their last messages people look for a button."""
_TITLE: Final = "Cupa Încercării"

Step = tuple[str, str]
"""`say` and a text, `press` and the key of a button, or `data` and the end of a button's data."""

Found = tuple[Message, str] | None


@dataclass(slots=True)
class Season:
    """The cup, and what became of its people."""

    sandbox: Sandbox
    reader: Reader
    random: Random
    arbiter: SandboxUser
    code: CompetitionCode = NO_COMPETITION
    users: dict[PersonId, SandboxUser] = field(default_factory=dict)
    gone: set[PersonId] = field(default_factory=set)
    """Who has withdrawn or was disqualified."""
    closing: date | None = None
    """The closing date that the arbiter has moved it to."""

    async def begin(self) -> None:
        """Set the cup up, let everybody take their place, and start it."""
        users = [self.sandbox.add_user(f"Cupa{n}", "ro") for n in range(PLAYERS)]
        today = self.sandbox.clock.now().date()
        names = "\n".join(f"{user.name} Pop" for user in users)
        await self._follow(
            self.arbiter,
            ("say", f"/campionat {_TITLE}"),
            ("press", "comp.phases.final"),
            ("say", "1"),
            ("say", f"{today} {today + timedelta(LENGTH)}"),
            ("press", "button.comp.exclusion.half"),
            ("press", "button.comp.scope.home"),
            ("press", "button.comp.create"),
            ("press", "button.comp.add"),
            ("say", names),
            ("press", "button.comp.enter"),
        )
        found = await self.sandbox.wait_for(lambda: self._links(users), seconds=WAIT)
        for user, link in zip(users, found, strict=True):
            user.follow(link)
            await self._follow(user, ("data", ":yes"))
            await self.sandbox.wait_for(partial(_is_answered, user), seconds=WAIT)
            self.users[await self.reader.person(user)] = user
        async with self.reader.database.reading() as tx:
            (stream,) = await log.streams(tx, COMPETITIONS)
        self.code = CompetitionCode(name_of(stream))
        keys = ("commit", "yes_commit", "draw", "list", "start")
        await self._follow(
            self.arbiter,
            ("say", f"/campionat {self.code}"),
            *(("press", f"button.comp.{key}") for key in keys),
        )
        await self._until(self._is_running)

    async def play(self) -> None:
        """Have one player withdraw, one be disqualified, and the closing date be moved."""
        acts: list[Callable[[], Awaitable[None]]] = [self._withdraws, self._moved]
        self.random.shuffle(acts)
        for act in (*acts, self._excluded):
            await act()

    async def wrong(self, tx: "AsyncConnection") -> list[str]:
        """Return what the logs lack of it, and the games of players who may not play."""
        now, matches = await self._read(tx)
        found = []
        if self.gone - now.phase.gone:
            found.append(f"{self.code}: {self.gone - now.phase.gone} play again")
        if self.closing not in {None, now.phase.plan.closing}:
            found.append(f"{self.code}: closes on {now.phase.plan.closing}, not {self.closing}")
        found += [
            f"{match.code}: runs, though one of its players is out"
            for match in matches
            if now.phase.gone & {*match.people} and match.all_running
        ]
        return found

    async def _withdraws(self) -> None:
        person = self._somebody()
        user = self.users[person]

        async def done() -> bool:
            return person in (await self._now())[0].phase.gone

        await self._insist(user, done, ("say", "/retragere"), ("press", "button.retire"))
        self.gone.add(person)

    async def _excluded(self) -> None:
        person = self._somebody()

        async def begun() -> bool:
            _, matches = await self._now()
            return any(person in one.people and one.started for one in matches)

        await self._until(begun, patience=MOST_TRIES * WAIT)
        _, matches = await self._now()
        match = next(one for one in matches if person in one.people and one.started)
        colour = "red" if match.colours(Leg.HOME)[0] == person else "blue"

        async def done() -> bool:
            return person in (await self._now())[0].phase.gone

        await self._insist(
            self.arbiter,
            done,
            ("say", f"/decizie {game_id(match.code, Leg.HOME)}"),
            ("data", f":exclusion.{colour}"),
            ("say", "A scris altcineva în locul său."),
            ("press", "button.decide"),
        )
        self.gone.add(person)

    async def _moved(self) -> None:
        plan = (await self._now())[0].phase.plan
        closing = plan.closing + timedelta(self.random.randint(1, 20))

        async def done() -> bool:
            return (await self._now())[0].phase.plan.closing == closing

        await self._insist(
            self.arbiter,
            done,
            ("say", f"/campionat {self.code}"),
            ("press", "button.comp.plan"),
            ("press", "button.comp.dates_final"),
            ("say", f"{plan.start} {closing}"),
        )
        self.closing = closing

    def _somebody(self) -> PersonId:
        return self.random.choice(sorted(set(self.users) - self.gone))

    async def _insist(
        self, user: SandboxUser, done: Callable[[], Awaitable[bool]], *steps: Step
    ) -> None:
        """Go through the steps again and again until it is done."""
        for _ in range(MOST_TRIES):
            try:
                await self._follow(user, *steps)
                await self._until(done)
            except TimeoutError:
                if not await done():
                    continue
            return
        raise GoneSilentError(f"{user.name}: {steps[0][1]} is never done")

    async def _until(self, done: Callable[[], Awaitable[bool]], patience: float = WAIT) -> None:
        for _ in range(round(patience)):
            if await done():
                return
            await asyncio.sleep(1)
        raise TimeoutError

    async def _follow(self, user: SandboxUser, *steps: Step) -> None:
        """Say and press one after the other; a button is waited for."""
        since = 0
        for kind, what in steps:
            if kind == "say":
                since = user.messages[-1].id if user.messages else 0
                user.send(what)
                continue

            def shown(kind: str = kind, what: str = what, since: int = since) -> Found:
                return _button(user, kind, what, since)

            try:
                message, data = await self.sandbox.wait_for(shown, seconds=WAIT)
            except TimeoutError as error:
                last = user.messages[-1]
                raise TimeoutError(f"{user.name} does not see {what} under {last!r}") from error
            user.press(message, data)

    async def _is_running(self) -> bool:
        return (await self._now())[0].stage is CompetitionStage.RUNNING

    async def _now(self) -> tuple[Competition, Sequence["Match"]]:
        while True:
            try:
                async with self.reader.database.reading() as tx:
                    return await self._read(tx)
            except (DBAPIError, OSError):
                await asyncio.sleep(1)

    async def _read(self, tx: "AsyncConnection") -> tuple[Competition, Sequence["Match"]]:
        rows = await log.load(tx, competition_stream(self.code))
        now = replay_competition(row.event for row in rows)
        matches = []
        for listed in now.phase.matches if now.phase.started else ():
            stored = await log.load(tx, match_stream(listed.code))
            if stored:
                matches.append(replay_match(row.event for row in stored))
        return now, matches

    def _links(self, users: Sequence[SandboxUser]) -> list[str] | None:
        found = [
            link for message in self.arbiter.messages[-_BEHIND:] for link in links(message.text)
        ]
        return found if len(found) == len(users) else None


def _button(user: SandboxUser, kind: str, what: str, since: int = 0) -> Found:
    """Return the newest message after that one with that button, and the button's data."""
    for message in reversed(user.messages[-_BEHIND:]):
        if message.id < since:
            break
        for each in message.buttons:
            if kind == "data" and each.data.endswith(what):
                return message, each.data
            if kind == "press" and is_labelled(each.label, what):
                return message, each.data
    return None


def _is_answered(user: SandboxUser) -> bool:
    return _button(user, "data", ":yes") is None
