"""People who meet under torture: requests for friendly matches, and a sign-up with few seats.

Two people accept a request at once, its author withdraws it, or it has expired. People sign up at
once and withdraw. An inspection compares the database with what was done: no request gives two
matches, and no seat is given twice.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Final

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.competitions.sign_up import ACTIVE, SignUpState
from engine.ids import NO_ARBITER, NO_COMPETITION, CompetitionCode, PersonId
from engine.matches.events import MatchArranged
from sandbox import Message, Sandbox, SandboxUser
from storage import log
from storage.competitions import sign_ups
from storage.matches import match_requests
from storage.matches.match_requests import PlayRequest
from storage.schema import play_requests
from storage.streams import COMPETITIONS, MATCHES, name_of
from tools.torture.gathering import Gathering
from tools.torture.players import AWAY, MOST_TRIES, PAUSE_WHILE_AWAY, GoneSilentError
from tools.torture.reading import links
from tools.torture.steps import IsDone, Step, Steps, insist, until

NAMES: Final = ("Alin", "Bogdan", "Corina", "Dora", "Emil")
"""The given names of the people."""
PLACES: Final = 2
"""The number of seats of the sign-up, fewer than there are people."""
_RECENT: Final = 20
"""The number of last messages in which a person searches for a button."""
_START: Final = timedelta(days=40)
"""The time until the competition starts, longer than any campaign."""
_LENGTH: Final = timedelta(days=60)
"""The time from its start to its closing date."""


@dataclass(slots=True)
class Meetings:
    """The people, and what they did."""

    sandbox: Sandbox
    gathering: Gathering
    random: Random
    arbiter: SandboxUser
    users: dict[PersonId, SandboxUser] = field(default_factory=dict)
    """The people, by their number in the bot."""
    code: CompetitionCode = NO_COMPETITION
    """The competition to which they sign up."""
    met: Counter[tuple[PersonId, PersonId]] = field(default_factory=Counter)
    """The number of matches begun by a request, by its author and the person who accepted."""
    signed: set[PersonId] = field(default_factory=set)
    """The people who are signed up."""
    _opening: str = ""
    """The line that opens the sign-up's card."""
    _steps: Steps = field(init=False)

    def __post_init__(self) -> None:
        self._steps = Steps(self.sandbox)

    async def begin(self) -> None:
        """Let everybody write to the bot, and open the sign-up; no fault is active yet."""
        for name in NAMES:
            user = self.sandbox.add_user(name, "ro")
            await self._steps.follow(user, "/start")
            self.users[await self.gathering.reader.person(user)] = user
        earlier = await self._competitions()
        start = self.sandbox.clock.now().date() + _START
        await self._steps.follow(
            self.arbiter,
            "/campionat Cupa Înscrierilor",
            re.compile("cn:set:phases:final"),
            "1",
            f"{start} {start + _LENGTH}",
            re.compile("cn:set:exclusion:half"),
            re.compile("cn:set:scope:home"),
            re.compile("cn:create"),
        )
        (self.code,) = await self._competitions() - earlier
        await self._steps.follow(
            self.arbiter,
            f"/campionat {self.code}",
            re.compile("c:.+:su"),
            re.compile("c:.+:sus:places"),
            f"{PLACES}",
            re.compile("c:.+:suo"),
        )
        link = next(
            link
            for message in reversed(self.arbiter.messages)
            for link in links(message.text)
            if self.code in link
        )
        self._opening = f"/start {link.partition('start=')[2]}"
        for user in self.users.values():
            await self._steps.follow(user, self._opening, f"{user.name} Pop")

    async def play(self, number: int, is_more_wanted: Callable[[], bool]) -> None:
        """Do that many things in random order, as long as more is wanted."""
        acts = [
            *(self._accept_at_once, self._withdraw_request, self._accept_too_late),
            *(self._sign_up, self._leave, self._accept_at_once),
        ]
        self.random.shuffle(acts)
        for act in acts[:number]:
            if not is_more_wanted():
                return
            await act()

    async def wrong(self, tx: AsyncConnection) -> list[str]:
        """Return the differences between the database and what was done."""
        faults = []
        begun_matches: Counter[tuple[PersonId, PersonId]] = Counter()
        for stream in await log.streams(tx, MATCHES):
            event = (await log.load(tx, stream))[0].event
            if isinstance(event, MatchArranged) and event.arbiter == NO_ARBITER:
                begun_matches[event.first, event.second] += 1
        if begun_matches != self.met:
            faults.append(f"matches by request: {dict(begun_matches)}, instead of {dict(self.met)}")
        applicants = [
            applicant
            for applicant in await sign_ups.people_of(tx, self.code)
            if applicant.state in ACTIVE
        ]
        if sorted(applicant.person for applicant in applicants) != sorted(self.signed):
            faults.append(f"{self.code}: {applicants} are signed up, instead of {self.signed}")
        applicants.sort(key=lambda applicant: applicant.number)
        # The first people in order have the seats, and all others wait.
        states = [SignUpState.IN] * PLACES + [SignUpState.WAITING] * len(applicants)
        if [applicant.state for applicant in applicants] != states[: len(applicants)]:
            faults.append(f"{self.code}: the places are not given in order: {applicants}")
        return faults

    async def _accept_at_once(self) -> None:
        """Let two people accept a request at once."""
        author, *others = self.random.sample(sorted(self.users), 3)
        token = await self._make(author)
        lists = [(self.users[person], await self._listed(person, token)) for person in others]

        async def is_done() -> bool:
            request = await self._find(token)
            return request is not None and request.closed_at is not None

        for _ in range(MOST_TRIES):
            for user, message in lists:
                self._press(user, message, f"req:{token}:yes")
            if await until(is_done):
                break
        request = await self._find(token)
        if request is None or request.taken_by is None:
            raise GoneSilentError(f"nobody can accept the request {token}")
        self.met[author, request.taken_by] += 1
        self._count("requests taken by one of two")

    async def _listed(self, person: PersonId, token: str) -> Message:
        """Let a person list the requests; return the message with the button that accepts it."""
        user = self.users[person]

        def newest() -> Message | None:
            newest_first = reversed(user.messages[-_RECENT:])
            return next((message for message in newest_first if _has(message, token)), None)

        async def is_done() -> bool:
            return newest() is not None

        await self._insist(person, is_done, "/cereri")
        message = newest()
        if message is None:
            raise GoneSilentError(f"{user.name} does not see the request {token}")
        return message

    def _press(self, user: SandboxUser, message: Message, data: str) -> None:
        """Press the button, unless the bot has edited the message and removed it."""
        if any(button.data == data for button in message.buttons):
            user.press(message, data)

    async def _withdraw_request(self) -> None:
        """Let an author withdraw their request."""
        author = self.random.choice(sorted(self.users))
        await self._withdraw(author, await self._make(author))
        self._count("requests withdrawn")

    async def _withdraw(self, author: PersonId, token: str) -> None:
        """Let an author press the button that withdraws this request."""

        async def is_done() -> bool:
            request = await self._find(token)
            return request is None or request.closed_at is not None

        await self._insist(author, is_done, "/cereri", re.compile(f"req:{token}:off"))

    async def _accept_too_late(self) -> None:
        """Let a person accept a request that has expired meanwhile."""
        author, other = self.random.sample(sorted(self.users), 2)
        token, user = await self._make(author), self.users[other]
        message = await self._listed(other, token)
        await self._expire(token)
        self._press(user, message, f"req:{token}:yes")
        self._count("requests expired")

    async def _expire(self, token: str) -> None:
        """Let the time of a request pass, even for a program whose clock is hours wrong."""
        past = self.sandbox.clock.now() - timedelta(days=1)
        statement = update(play_requests).where(play_requests.c.token == token)
        while True:
            try:
                async with self.gathering.reader.database.transaction() as tx:
                    await tx.execute(statement.values(expires_at=past))
            except AWAY:
                await asyncio.sleep(PAUSE_WHILE_AWAY)
            else:
                return

    async def _make(self, author: PersonId) -> str:
        """Let a person make a public request; return its token.

        A second one, made because an answer was lost, is withdrawn.
        """

        async def is_done() -> bool:
            return bool(await self._open_of(author))

        await self._insist(author, is_done, "/joaca", re.compile("play:10:2:public:.*"))
        token, *others = await self._open_of(author)
        for other in others:
            await self._withdraw(author, other)
        return token

    async def _sign_up(self) -> None:
        """Let two people sign up at once."""
        not_signed = sorted(set(self.users) - self.signed)
        people = self.random.sample(not_signed, min(2, len(not_signed)))
        await asyncio.gather(*map(self._sign_up_person, people))
        self._count("sign-ups", len(people))

    async def _sign_up_person(self, person: PersonId) -> None:
        """Let one person sign up."""

        async def is_done() -> bool:
            return person in await self._active()

        await self._insist(person, is_done, self._opening, re.compile("su:.+:yes"))
        self.signed.add(person)

    async def _leave(self) -> None:
        """Let a person withdraw from the sign-up."""
        if not self.signed:
            await self._sign_up()
        person = self.random.choice(sorted(self.signed))

        async def is_done() -> bool:
            return person not in await self._active()

        steps = (re.compile("su:.+:out"), re.compile("su:.+:sure"))
        await self._insist(person, is_done, self._opening, *steps)
        self.signed.discard(person)
        self._count("sign-ups withdrawn")

    async def _insist(self, person: PersonId, is_done: IsDone, *steps: Step) -> None:
        """Let a person follow the steps until they have their effect."""
        await insist(self._steps, self.gathering.records, self.users[person], is_done, *steps)

    def _count(self, action: str, number: int = 1) -> None:
        """Count an action for the report."""
        self.gathering.records.meetings[action] += number

    async def _find(self, token: str) -> PlayRequest | None:
        """Return the request as the database has it, or None."""
        return await self.gathering.reader.read(lambda tx: match_requests.find(tx, token))

    async def _open_of(self, person: PersonId) -> list[str]:
        """Return the tokens of a person's open requests."""
        now = self.sandbox.clock.now()
        requests = await self.gathering.reader.read(
            lambda tx: match_requests.open_of(tx, person, now)
        )
        return [request.token for request in requests]

    async def _active(self) -> set[PersonId]:
        """Return the people who are signed up, as the database has them."""
        people = await self.gathering.reader.read(lambda tx: sign_ups.people_of(tx, self.code))
        return {applicant.person for applicant in people if applicant.state in ACTIVE}

    async def _competitions(self) -> set[CompetitionCode]:
        """Return the codes of all competitions."""
        streams = await self.gathering.reader.read(lambda tx: log.streams(tx, COMPETITIONS))
        return {CompetitionCode(name_of(stream)) for stream in streams}


def _has(message: Message, token: str) -> bool:
    """Return whether the message has the button that accepts the request."""
    return any(button.data == f"req:{token}:yes" for button in message.buttons)
