"""Compares every view of competitions with the stored data: all must agree.

The arbiter's card, `/campionat`, `/clasament`, `/jocuri`, `/concediu`, the case file, and the
site's pages, open data and feeds.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random

from defusedxml import ElementTree

from bot.program.schedule import run_job
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.participation import free_places, participation
from engine.competitions.status import Role
from engine.games.game import Game, Stage
from engine.ids import GameId, PersonId, game_id
from sandbox import Message, SandboxUser
from storage.people import people
from tests.e2e.cases.dossier_shared import archive_of, pdf_text
from tests.e2e.harness import BUCHAREST, Table
from tests.e2e.public_site import written
from tests.e2e.running.nightly_shared import nightly
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, patterns, told, worded

OUT = {
    Role.ELIMINATED: "comp.own_eliminated",
    Role.WITHDRAWN: "comp.own_left",
    Role.EXCLUDED: "comp.own_out",
    Role.OFF_THE_LIST: "comp.own_off_the_list",
    Role.REPLACED: "comp.own_replaced",
}
"""What `/campionat` says to a person of that role."""
ATOM = "{http://www.w3.org/2005/Atom}"
GAME = re.compile(r"\b[A-Z0-9]{4}/[12]\b")


@dataclass(slots=True)
class World:
    """Two competitions at the same time, their people, and the acts of these people."""

    table: Table
    seasons: list[Season]
    users: dict[PersonId, SandboxUser]
    chance: Random
    folder: Path
    left_alone: set[GameId] = field(default_factory=set)
    """The games in which somebody who is forgotten was on turn at some time."""

    @property
    def today(self) -> date:
        """Return the day in Bucharest."""
        return self.table.sandbox.clock.now().astimezone(BUCHAREST).date()

    async def games(self) -> list[Game]:
        """Return every running game."""
        found = []
        for season in self.seasons:
            for phase in (await season.competition()).phases:
                for listed in phase.matches if phase.started else ():
                    match = await self.table.stored.match(listed.code)
                    found += [
                        await self.table.stored.game(game_id(match.code, leg))
                        for leg in match.all_running
                    ]
        return found

    async def agree(self, *, case_file: bool) -> None:
        """Check every view against the stored data, and the case file of a game if wanted."""
        running = await self.games()
        await run_job(nightly(self.table, "stalled"))
        await self.table.settle()
        left_alone = {
            game.id for game in running if not {game.red.person, game.blue.person} <= {*self.users}
        }
        stalled = {
            facts_of(message, "stalled.game")["game"]
            for message in told(self.table.arbiter.messages, "stalled.game")
        }
        assert stalled <= left_alone | self.left_alone
        self.left_alone |= left_alone
        for person, user in self.users.items():
            own = {game.id for game in running if game.seat_of(person) is not None}
            listed = await self.table.say(user, "/jocuri")
            assert {one for each in listed for one in GAME.findall(each.text)} == own
        site = await written(self.table, self.folder)
        assert not site.made.failed
        for season in self.seasons:
            now = await season.competition()
            await self._roles(season, now, running)
            await self._card(season, now)
            await self._tables(season, now, site.text)
            await self._standings(season, now)
        if case_file:
            await self._dossier()

    async def _roles(self, season: Season, now: Competition, running: list[Game]) -> None:
        """Check that each player's own view and list of games match their role."""
        games = {game for phase in now.phases for game in phase.games}
        for person, user in self.users.items():
            found = participation(now, person)
            role = found.role
            if role is Role.RESERVE:
                (own,) = await self.table.say(user, f"/campionat {season.code}")
                late = now.is_late(now.phase, self.today)
                key = "comp.own_reserve_late" if late else "comp.own_reserve"
                assert mentions(own, key, n=found.reserve)
            if role in OUT:
                assert not any(game.id in games and game.seat_of(person) for game in running)
                (own,) = await self.table.say(user, f"/campionat {season.code}")
                assert mentions(own, OUT[role])
            if role in {Role.PLAYS, Role.ENTERED}:
                used = sum(period.days for period in now.phase.leave_of(person))
                books = await self.table.say(user, "/concediu")
                left = now.rules.leave(now.phase.plan.phase) - used
                assert any(mentions(each, "leave.book", left=left) for each in books)

    async def _tables(self, season: Season, now: Competition, page: Callable[[str], str]) -> None:
        """Check the order of open data, the group's page and `/clasament` against each table."""
        whole = json.loads(page(f"c/{season.code.lower()}/date.json"))
        assert [len(one["results"]) for one in whole["phases"]] == [
            sum(game in match.games for match in phase.counted_matches for game in phase.results)
            for phase in now.phases
        ]
        names = await _names(season)
        free = {
            place
            for phase in now.phases
            for gone, place in phase.replaced.items()
            if gone in now.forgotten and place not in now.claimed
        }
        for number, phase in enumerate(now.phases, 1):
            for name, rows in phase.tables().items():
                known = [row.player for row in rows if row.player not in now.forgotten | free]
                order = [names[who] for who in known]  # the site has another name for the others
                path = f"c/{season.code.lower()}/faza-{number}-{name.lower()}.html"
                assert _in_order(page(path), order)
        feed = ElementTree.fromstring(page(f"c/{season.code.lower()}/rezultate.atom"))
        assert len(feed.findall(f"{ATOM}entry")) == sum(
            len(one["results"]) for one in whole["phases"]
        )

    async def _card(self, season: Season, now: Competition) -> None:
        """Check the arbiter's card against the players: marks of absentees, and free seats."""
        (card,) = await self.table.say(self.table.arbiter, f"/campionat {season.code}")
        members = [who for group in now.phase.groups for who in group.players]
        for key, role in (("left", Role.WITHDRAWN), ("out", Role.EXCLUDED)):
            marked = sum(participation(now, who).role is role for who in members)
            assert card.text.count(worded(f"comp.member_{key}").strip()) == marked
        waiting = any(participation(now, who).role is Role.RESERVE for who in await _names(season))
        assert offers_place(card) == bool(free_places(now) and waiting)

    async def _standings(self, season: Season, now: Competition) -> None:
        """Check that `/clasament` lists each group in the order of its table."""
        if now.stage is not CompetitionStage.RUNNING:
            return
        names = await _names(season)
        for group in now.phase.groups:
            user = next((self.users[who] for who in group.players if who in self.users), None)
            if user is None:
                continue
            (shown, *_) = await self.table.say(user, f"/clasament {season.code}")
            rows = now.phase.table(group)
            assert _in_order(shown.text, [names[row.player] for row in rows])

    async def _dossier(self) -> None:
        """Check the case file of one game against its log: events, and whether it runs."""
        begun = [
            game_id(match.code, leg.leg)
            for season in self.seasons
            for listed in (await season.competition()).phase.matches
            if (await season.competition()).phase.started
            for match in (await self.table.stored.match(listed.code),)
            for leg in match.started
        ]
        if not begun:
            return
        game = await self.table.stored.game(self.chance.choice(begun))
        *_, answer = await self.table.say(self.table.arbiter, f"/dosar {game.id}")
        archive = archive_of(answer)
        rows = archive.read(f"streams/g-{game.id.replace('/', '-')}.jsonl").decode().splitlines()
        assert len(rows) == len(await self.table.stored.events(game.id))
        assert ("în desfășurare" in pdf_text(archive)) == (game.stage is not Stage.ENDED)


def offers_place(card: Message) -> bool:
    """Return whether the arbiter's card offers a free seat to the next reserve."""
    (fill,) = patterns("button.comp.fill")
    return any(fill.fullmatch(label) for label in card.labels)


def _in_order(text: str, names: list[str]) -> bool:
    """Return whether a text first names these people in this order."""
    places = [text.find(name) for name in names]
    return -1 not in places and places == sorted(places)


async def _names(season: Season) -> dict[PersonId, str]:
    """Return the names of everybody who has ever been in a phase."""
    people_of = {who for phase in (await season.competition()).phases for who in phase.players}
    async with season.table.stored.database.reading() as tx:
        return {who: (await people.get(tx, who)).name for who in people_of}
