"""A championship under torture: players withdraw, are disqualified and reinstated; dates move.

It is set up before any fault. Later a person whose action has no effect repeats it. An inspection
compares the log with what was done, and looks for games of players who may not play.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.fold import replay_competition
from engine.games.game import Stage
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, PersonId, Seat, game_id
from engine.matches.fold import replay_match
from engine.matches.match import Match as StoredMatch
from sandbox import Sandbox, SandboxUser
from storage import log
from storage.streams import COMPETITIONS, competition_stream, match_stream, name_of
from tools.torture.gathering import Gathering
from tools.torture.players import PATIENCE, GoneSilentError, TortureMatch
from tools.torture.reading import links
from tools.torture.steps import IsDone, Step, Steps, insist, until

PLAYERS: Final = 6
"""The number of players of the championship."""
LENGTH: Final = 60
"""Days from the start of a phase to its first closing date."""
APART: Final = 60
"""Days between the two phases, so that either may move."""
FURTHEST: Final = 30
"""The most days by which a date moves."""
TURNS: Final = 2
"""The number of moves after each action of the arbiter or of a player who leaves."""
ACTS: Final = 8
"""The most actions at each stage of the campaign."""
REVERSED: Final = (
    ("loss.red", "lifted.*"),
    ("loss.blue", "lifted.*"),
    (r"returned\.m\d+", "lifted.*"),
)
"""Rulings in a running game, each with the ruling that reverses it."""
STAY: Final = 3
"""The number of players who stay, so that games can continue."""
_ZONE: Final = ZoneInfo("Europe/Bucharest")

Act = Callable[[], Awaitable[None]]
"""Does one of the things that change who plays and when."""


class _Championship(NamedTuple):
    """The championship as its logs have it."""

    competition: Competition
    matches: Sequence[StoredMatch]


class _Exclusion(NamedTuple):
    """The game of the ruling that disqualified a player, and their seat in it."""

    game: GameId
    seat: Seat


class PhaseDates(NamedTuple):
    """The dates of a phase."""

    start: date
    closing: date

    def __str__(self) -> str:
        """Return them as an arbiter types them."""
        return f"{self.start} {self.closing}"


@dataclass(slots=True)
class Season:
    """The championship, and what was done in it."""

    sandbox: Sandbox
    gathering: Gathering
    random: Random
    arbiter: SandboxUser
    code: CompetitionCode = NO_COMPETITION
    users: dict[PersonId, SandboxUser] = field(default_factory=dict)
    """The players, by their number in the bot."""
    withdrawn: set[PersonId] = field(default_factory=set)
    excluded: dict[PersonId, _Exclusion] = field(default_factory=dict)
    """The disqualified players."""
    dates: dict[str, PhaseDates] = field(default_factory=dict)
    """The dates of each phase, as the arbiter last set them."""
    _steps: Steps = field(init=False)

    def __post_init__(self) -> None:
        self._steps = Steps(self.sandbox)

    async def begin(self) -> None:
        """Set the championship up, let everybody join, and start it; no fault is active yet."""
        users = [self.sandbox.add_user(f"Cupa{n}", "ro") for n in range(PLAYERS)]
        today = self.sandbox.clock.now().astimezone(_ZONE).date()
        final = today + timedelta(LENGTH + APART)
        self.dates = {
            "preliminary": PhaseDates(today, today + timedelta(LENGTH)),
            "final": PhaseDates(final, final + timedelta(LENGTH)),
        }
        await self._set_up([f"{user.name} Pop" for user in users])
        invitations = await self.sandbox.wait_for(self._invitations, seconds=PATIENCE)
        for user, link in zip(users, invitations, strict=True):
            user.follow(link)
            await self._steps.follow(user, re.compile(".+:yes"))
            self.users[await self.gathering.reader.person(user)] = user
        async with self.gathering.reader.database.reading() as tx:
            (stream,) = await log.streams(tx, COMPETITIONS)
        self.code = CompetitionCode(name_of(stream))
        await self._start()

    async def _set_up(self, names: Sequence[str]) -> None:
        """Let the arbiter create the championship and enter these players."""
        await self._steps.follow(
            self.arbiter,
            "/arhiva",
            re.compile("copies:silent"),  # the inspection expects the sheets of every move
            "/campionat Campionatul Încercării",
            re.compile("cn:set:phases:both"),
            "1",
            str(self.dates["preliminary"]),
            "2+0",
            str(self.dates["final"]),
            re.compile("cn:set:exclusion:half"),
            re.compile("cn:set:scope:home"),
            re.compile("cn:create"),
            re.compile("c:.+:add"),
            "\n".join(names),
            re.compile("c:.+:enter:.+"),
        )

    async def _start(self) -> None:
        """Let the arbiter draw the groups and start the first phase.

        Raises:
            GoneSilentError: it does not start.
        """
        steps = ("commit", "commit:yes", "draw:1", "list", "start")
        await self._steps.follow(
            self.arbiter,
            f"/campionat {self.code}",
            *(re.compile(f"c:{self.code}:{step}") for step in steps),
        )
        if not await until(self._is_running):
            raise GoneSilentError(f"{self.code} does not start")

    async def matches(self) -> list[TortureMatch]:
        """Return the matches that have begun, ready to be played; moves are made in the Mini App.

        People have several games at once, and a typed move would not say which one it is for.
        """
        matches = (await self._now()).matches
        gathering = self.gathering
        return [
            TortureMatch(
                *(self.sandbox, gathering.reader, gathering.records, self.random),
                match.code,
                {person: self.users[person] for person in match.people},
                self.arbiter,
                *(gathering.crowd, gathering.tabs),
                tapped_share=1.0,
            )
            for match in matches
        ]

    async def play(self, number: int, is_more_wanted: Callable[[], bool]) -> None:
        """Do that many things that change who plays and when, in random order, with moves."""
        acts: list[Act] = [
            *(self._withdraw, self._move_closing, self._move_final),
            *(self._rule_and_take_back, self._rule_and_take_back),
            *(self._exclude, self._reinstate, self._exclude),
        ]
        self.random.shuffle(acts)
        for act in acts[:number]:
            await act()
            for _ in range(TURNS):
                if not is_more_wanted():
                    return
                await self._turn()

    async def wrong(self, tx: AsyncConnection) -> list[str]:
        """Return the differences between the log and what was done, and games nobody may play."""
        now, matches = await self._read(tx)
        out = {*self.withdrawn, *self.excluded}
        faults = []
        if now.former_players != out:
            faults.append(f"{self.code}: {set(now.former_players)} do not play, instead of {out}")
        for phase in now.phases:
            dates = PhaseDates(phase.plan.start, phase.plan.closing)
            if dates != self.dates[phase.plan.phase.value]:
                faults.append(f"{self.code}: {phase.plan.phase.value} from {dates}")
        for match in matches:
            if out & {*match.people} and match.all_running:
                faults.append(f"{match.code}: runs, though one of its players is out")
            if not out & {*match.people} and not (match.all_running or match.ended):
                faults.append(f"{match.code}: does not run, though both of its players are in")
        return faults

    async def _turn(self) -> None:
        """Let a player on turn in some running game make a move."""
        running = [
            (match, logged)
            for match in await self.matches()
            if (logged := await match.running()) is not None
        ]
        if running:
            match, logged = self.random.choice(running)
            await match.turn(logged)

    async def _withdraw(self) -> None:
        """Let a player withdraw, if enough players stay."""
        person = await self._somebody()
        if person is None:
            return

        async def is_done() -> bool:
            return person in (await self._now()).competition.phase.retired

        await self._insist(self.users[person], is_done, "/retragere", re.compile("retire:c:.+"))
        self.withdrawn.add(person)
        self._count("withdrawals")

    async def _exclude(self) -> None:
        """Let the arbiter disqualify a player, if enough players stay."""
        person = await self._somebody()
        if person is None:
            return
        matches = (await self._now()).matches
        match = next(
            candidate
            for candidate in matches
            if person in candidate.people and candidate.all_running
        )
        leg = match.all_running[0]
        seat = match.seat_of(person, leg)
        game = game_id(match.code, leg)

        async def is_done() -> bool:
            return person in (await self._now()).competition.phase.excluded

        await self._rule(game, rf"exclusion\.{seat.value}", is_done)
        self.excluded[person] = _Exclusion(game, seat)
        self._count("disqualifications")

    async def _reinstate(self) -> None:
        """Let the arbiter reinstate a disqualified player, if there is one."""
        if not self.excluded:
            return
        person = self.random.choice(sorted(self.excluded))
        game, seat = self.excluded[person]

        async def is_done() -> bool:
            return person not in (await self._now()).competition.phase.excluded

        await self._rule(game, rf"reinstated\.{seat.value}", is_done)
        del self.excluded[person]
        self._count("reinstatements")

    async def _rule_and_take_back(self) -> None:
        """Let the arbiter end a game or annul its last move, and then reverse that ruling."""
        matches = (await self._now()).matches
        games = [game_id(match.code, leg) for match in matches for leg in match.all_running]
        if not games:
            return
        game = self.random.choice(games)
        before = await self._state(game)
        _, moves = before
        # Without a move, there is none to annul: the last pair does not apply.
        ruling, reversal = self.random.choice(REVERSED if moves else REVERSED[:-1])

        async def is_ruled() -> bool:
            return await self._state(game) != before

        async def is_taken_back() -> bool:
            return await self._state(game) == before

        await self._rule(game, ruling, is_ruled)
        await self._rule(game, reversal, is_taken_back)
        self._count("rulings taken back")

    async def _state(self, game: GameId) -> tuple[Stage, int]:
        """Return the stage of the game, and the number of its valid moves."""
        logged = await self.gathering.reader.game(game)
        if logged is None:
            raise GoneSilentError(f"{game} has no log any more")
        return logged.game.stage, len(logged.game.moves)

    async def _rule(self, game: GameId, ruling: str, is_done: IsDone) -> None:
        """Let the arbiter open a case about the game, and press the button of that ruling."""
        await self._insist(
            self.arbiter,
            is_done,
            f"/decizie {game}",
            re.compile(f"rule:.+:{ruling}"),
            "Am verificat fișa.",
            re.compile("decide:.+"),
        )

    async def _move_closing(self) -> None:
        """Let the arbiter move the closing date of the first phase."""
        start, closing = self.dates["preliminary"]
        new_closing = self._another(closing, start + timedelta(LENGTH))
        await self._move_dates("preliminary", start, new_closing)

    async def _move_final(self) -> None:
        """Let the arbiter move both dates of the second phase."""
        start, closing = self.dates["final"]
        first_start = self.dates["preliminary"].start + timedelta(LENGTH + APART)
        new_start = self._another(start, first_start)
        new_closing = self._another(closing, first_start + timedelta(LENGTH))
        await self._move_dates("final", new_start, new_closing)

    async def _move_dates(self, phase: str, start: date, closing: date) -> None:
        """Let the arbiter type these dates of a phase."""

        async def is_done() -> bool:
            plans = (state.plan for state in (await self._now()).competition.phases)
            (plan,) = (plan for plan in plans if plan.phase.value == phase)
            return (plan.start, plan.closing) == (start, closing)

        await self._insist(
            self.arbiter,
            is_done,
            f"/campionat {self.code}",
            re.compile("c:.+:plan"),
            re.compile(f"c:.+:dates:{phase}"),
            str(PhaseDates(start, closing)),
        )
        self.dates[phase] = PhaseDates(start, closing)
        self._count("dates moved")

    def _another(self, present: date, first: date) -> date:
        """Return another date than the present one, in the month from that first one."""
        days = [first + timedelta(n) for n in range(FURTHEST)]
        return self.random.choice([day for day in days if day != present])

    async def _somebody(self) -> PersonId | None:
        """Return a player with a running game, or None if only a few players are left."""
        out = {*self.withdrawn, *self.excluded}
        matches = (await self._now()).matches
        running = [match for match in matches if match.all_running]
        playing = {person for match in running for person in match.people} - out
        return self.random.choice(sorted(playing)) if len(playing) > STAY else None

    def _count(self, action: str) -> None:
        """Count an action for the report."""
        self.gathering.records.season[action] += 1

    async def _insist(self, user: SandboxUser, is_done: IsDone, *steps: Step) -> None:
        """Let a person follow the steps until they have their effect."""
        await insist(self._steps, self.gathering.records, user, is_done, *steps)

    async def _is_running(self) -> bool:
        """Return whether the phase has started, with a running game in every match."""
        now, matches = await self._now()
        return now.stage is CompetitionStage.RUNNING and all(match.all_running for match in matches)

    async def _now(self) -> _Championship:
        """Return the championship and its matches; wait while the database is away."""
        return await self.gathering.reader.read(self._read)

    async def _read(self, tx: AsyncConnection) -> _Championship:
        """Return the championship of that connection, with the matches of its present phase."""
        rows = await log.load(tx, competition_stream(self.code))
        competition = replay_competition(row.event for row in rows)
        matches = []
        if competition.phase.started:
            for match in competition.phase.matches:
                match_rows = await log.load(tx, match_stream(match.code))
                matches.append(replay_match(row.event for row in match_rows))
        return _Championship(competition, matches)

    def _invitations(self) -> list[str] | None:
        """Return the links for all players, which the arbiter gets last; None before that."""
        all_links = [link for message in self.arbiter.messages for link in links(message.text)]
        invitations = all_links[-PLAYERS:]
        return invitations if len(invitations) == PLAYERS else None
