"""A championship beside a cup in random histories: after each act every reader says the same."""

import json
import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.program.schedule import run_job
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.participation import Role, participation
from engine.games.game import Game
from engine.ids import PersonId, Seat, game_id
from sandbox import SandboxUser
from storage.people import people
from tests.e2e.bench import offered, own_case, rule
from tests.e2e.championship import PLAYERS, press, set_up
from tests.e2e.competitions.test_closing import end_all
from tests.e2e.harness import BUCHAREST, Table, bucharest, table
from tests.e2e.public_site import written
from tests.e2e.running.test_nightly import nightly
from tests.e2e.season import Season
from tests.e2e.texts import mentions, patterns, told

NAMES = ("Ana Pop", "Ion Rus", "Dan Ene", "Ema Ilie", "Geo Luca", "Vio Marin")
IN_CUP = ("Ana Pop", "Ion Rus", "Radu Vlad")
"""Two of the championship, and one of the cup alone."""
PLAN = {"groups": "2", "preliminary": "2025-05-01 2025-05-15", "final": "2025-06-10 2025-06-30"}
CUP = {"phases": "final", "groups": "1", "final": "2025-05-01 2025-07-31"}
HOMOLOGATE = "button.homologate_undisputed"
SEEDS = range(1, 1 + int(os.environ.get("REFEREE_SEEDS", "1")))
"""The histories: one with all other tests, more by `make referee`."""
OUT = {
    Role.ELIMINATED: "comp.own_eliminated",
    Role.WITHDRAWN: "comp.own_left",
    Role.EXCLUDED: "comp.own_out",
}
GAME = re.compile(r"\b[A-Z0-9]{4}/[12]\b")


@dataclass(slots=True)
class _World:
    """Two competitions at once, everybody in them, and what they do."""

    table: Table
    seasons: list[Season]
    users: dict[PersonId, SandboxUser]
    chance: Random
    folder: Path

    @property
    def today(self) -> date:
        """Return the day in Bucharest."""
        return self.table.sandbox.clock.now().astimezone(BUCHAREST).date()

    async def games(self) -> list[Game]:
        """Return every game that runs."""
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

    async def agree(self) -> None:
        """Hold every reader against what is stored."""
        running = await self.games()
        await run_job(nightly(self.table, "stalled"))
        await self.table.settle()
        assert told(self.table.arbiter.messages, "stalled.game") == []
        for person, user in self.users.items():
            own = {game.id for game in running if game.seat_of(person) is not None}
            listed = await self.table.say(user, "/jocuri")
            assert {one for each in listed for one in GAME.findall(each.text)} == own
        site = await written(self.table, self.folder)
        for season in self.seasons:
            now = await season.competition()
            await self._roles(season, now, running)
            await self._tables(season, now, site.text)

    async def _roles(self, season: Season, now: Competition, running: list[Game]) -> None:
        """Hold what each player reads of themselves, and the games they have, to their role."""
        games = {game for phase in now.phases for game in phase.games}
        for person, user in self.users.items():
            role = participation(now, person).role
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
        """Hold the open data, the group's page and `/clasament` to the order of each table."""
        whole = json.loads(page(f"c/{season.code.lower()}/date.json"))
        assert [len(one["results"]) for one in whole["phases"]] == [
            sum(game in match.games for match in phase.counted_matches for game in phase.results)
            for phase in now.phases
        ]
        names = await _names(season)
        for number, phase in enumerate(now.phases, 1):
            for name, rows in phase.tables().items():
                order = [names[row.player] for row in rows]
                path = f"c/{season.code.lower()}/faza-{number}-{name.lower()}.html"
                assert _in_order(page(path), order)
        if now.stage is CompetitionStage.RUNNING and len(now.phase.groups) == 1:
            (shown, *_) = await self.table.say(self.table.arbiter, f"/clasament {season.code}")
            (rows,) = now.phase.tables().values()
            assert _in_order(shown.text, [names[row.player] for row in rows])


def _in_order(text: str, names: list[str]) -> bool:
    """Return whether a text names these people in this order, each for the first time."""
    places = [text.find(name) for name in names]
    return -1 not in places and places == sorted(places)


async def _names(season: Season) -> dict[PersonId, str]:
    """Return the names of everybody who has been in a phase."""
    people_of = {who for phase in (await season.competition()).phases for who in phase.players}
    async with season.table.stored.database.reading() as tx:
        return {who: (await people.get(tx, who)).name for who in people_of}


async def _moves(world: _World) -> None:
    """Have whoever is on turn in some game make a move, if its phase is open."""
    games = [game for game in await world.games() if await _is_open(world, game)]
    if games:
        await world.seasons[0].place(world.chance.choice(games), choice=world.chance.randrange(9))


async def _is_open(world: _World, game: Game) -> bool:
    closing = (await world.table.stored.match(game.match)).competition
    (season,) = (one for one in world.seasons if one.code == closing)
    return world.today <= (await season.competition()).phase.plan.closing


async def _gives_up(world: _World) -> None:
    """Have a player give a game up."""
    games = [game for game in await world.games() if await _is_open(world, game)]
    if games:
        game = world.chance.choice(games)
        seat = world.chance.choice([*Seat])
        await world.seasons[0].abandoned(game.id, game.side(seat).person)


async def _leaves(world: _World) -> None:
    """Have a player leave a running competition."""
    season = world.chance.choice(world.seasons)
    now = await season.competition()
    staying = [who for who in now.phase.players if who not in now.phase.gone]
    is_closed = world.today > now.phase.plan.closing
    if now.stage is not CompetitionStage.RUNNING or is_closed or not staying:
        return
    user = world.users[world.chance.choice(staying)]
    (question, *_) = await world.table.say(user, "/retragere")
    if mentions(question, "retire.which"):
        await press(world.table, user, question, "button.retire_from", label=now.title)
    if mentions(question, "retire.ask", title=now.title):
        await world.table.press(user, question, "button.retire")


async def _rules(world: _World, kind: str) -> None:
    """Have the arbiter rule so in some game that has begun, if the card offers it."""
    arbiter, laid = world.table.arbiter, world.table
    season = world.chance.choice(world.seasons)
    now = await season.competition()
    begun = [
        game_id(match.code, leg.leg)
        for listed in now.phase.matches
        if now.phase.started
        for match in (await laid.stored.match(listed.code),)
        for leg in match.started
    ]
    if not begun:
        return
    card = await own_case(laid, world.chance.choice(begun))
    choices = [one for one in offered(card) if one.startswith(kind)]
    if choices:
        await rule(laid, card, world.chance.choice(choices), by=arbiter)


async def _excludes(world: _World) -> None:
    await _rules(world, "exclusion")


async def _lifts(world: _World) -> None:
    await _rules(world, "reinstated")


async def _goes_on_leave(world: _World) -> None:
    """Have a player announce some days."""
    user = world.chance.choice([*world.users.values()])
    first = world.today + timedelta(world.chance.randint(1, 4))
    last = first + timedelta(world.chance.randint(0, 3))
    await world.table.say(user, f"/concediu {first} {last}")


async def _comes_to_the_end(world: _World) -> None:
    """Let the present phase of the championship come to its end, and the next one begin."""
    season, laid = world.seasons[0], world.table
    now = await season.competition()
    if now.stage is not CompetitionStage.RUNNING:
        return
    over = now.phase.plan.closing + timedelta(now.rules.results_days + 1)
    await laid.travel_to(bucharest(f"{over}"))
    if (await season.competition()).phase.open_games():
        await end_all(laid)
    await laid.travel(6)
    (overview, *_) = await laid.say(laid.arbiter, f"/omologheaza {season.code}")
    if any(one.fullmatch(b) for b in overview.labels for one in patterns(HOMOLOGATE)):
        await laid.press(laid.arbiter, overview, HOMOLOGATE)
    if (await season.competition()).phase.open_games() or now.next_phase is None:
        return
    (card,) = await laid.say(laid.arbiter, f"/campionat {season.code}")
    season.championship.card = card
    await season.championship.press("button.comp.advance")


async def _goes_on(world: _World) -> None:
    """Do what comes next in the championship."""
    season = world.seasons[0]
    now = await season.competition()
    if now.stage is CompetitionStage.RUNNING:
        await _comes_to_the_end(world)
    elif now.stage is CompetitionStage.OPEN and len(now.phase.players) > 1:
        (season.championship.card,) = await world.table.say(
            world.table.arbiter, f"/campionat {season.code}"
        )
        await season.championship.draw()


Act = Callable[[_World], Awaitable[None]]
ACTS: tuple[Act, ...] = (_moves, _gives_up, _leaves, _excludes, _lifts, _goes_on_leave, _goes_on)


async def _begun(laid: Table, folder: Path, seed: int) -> _World:
    """Set both competitions up, and start them today."""
    championship = await set_up(laid, PLAN, title="Campionatul de Probă")
    await championship.enter(PLAYERS)
    for name in NAMES:
        await championship.claim(name)
    await championship.draw()
    await championship.steps("start")
    first = Season(championship)
    second = Season(await set_up(laid, CUP, title="Cupa de Probă"))
    await second.championship.enter("\n".join(IN_CUP))
    for name in IN_CUP:
        await second.championship.claim(name, user=first.players.get(name))
    await second.championship.draw()
    await second.championship.steps("start")
    await laid.travel(1 / 1440)
    for season in (first, second):
        await season.meet()
    users = {**first.users, **second.users}
    first.users = second.users = users
    return _World(laid, [first, second], users, Random(seed), folder)


@pytest.mark.article("7.2", "9.6", "10.3")
@pytest.mark.parametrize("seed", SEEDS)
async def test_all_readers_agree_in_a_random_championship(tmp_path: Path, seed: int) -> None:
    """After each kind of act lists, tables, leave, pages and data agree; every game can go on."""
    async with table(tmp_path) as laid:
        world = await _begun(laid, tmp_path / "site", seed)
        await world.agree()
        for act in world.chance.sample(ACTS, len(ACTS)):
            await act(world)
            await laid.travel(world.chance.choice((0, 0, 1, 2)))
            try:
                await world.agree()
            except AssertionError as wrong:
                wrong.add_note(f"after {act.__name__} on {world.today}")
                raise
