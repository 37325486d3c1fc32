"""Random acts of players, an arbiter and an organiser in a championship and a cup."""

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from engine.competitions.competition import CompetitionStage
from engine.competitions.participation import participation
from engine.competitions.status import Role
from engine.games.game import Game
from engine.ids import GameId, Seat, game_id
from engine.matches.match import UNFINISHED
from storage.people import forgetting
from tests.e2e.bench import claim, offered, own_case, rule
from tests.e2e.championship import PLAYERS, press, set_up
from tests.e2e.competitions.agreement import World, offers_place
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.harness import Pair, Table, arbiter_made, bucharest
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, patterns, told

NAMES = ("Ana Pop", "Ion Rus", "Dan Ene", "Ema Ilie", "Geo Luca", "Vio Marin")
IN_CUP = ("Ana Pop", "Ion Rus", "Radu Vlad")
"""Two of the championship, and one of the cup alone."""
PLAN = {"groups": "2", "preliminary": "2025-05-01 2025-05-15", "final": "2025-06-10 2025-06-30"}
CUP = {"phases": "final", "groups": "1", "final": "2025-05-01 2025-07-31"}
HOMOLOGATE = "button.homologate_undisputed"


async def _moves(world: World) -> None:
    """Have the player to move in a random game make a move, if its phase is open."""
    games = [
        game for game in await _open_games(world) if game.side(game.turn).person in world.users
    ]
    if games:
        await world.seasons[0].place(world.chance.choice(games), choice=world.chance.randrange(9))


async def _open_games(world: World) -> list[Game]:
    """Return the running games of a phase that is open."""
    return [game for game in await world.games() if await _is_open(world, game)]


async def _is_open(world: World, game: Game) -> bool:
    closing = (await world.table.stored.match(game.match)).competition
    (season,) = (one for one in world.seasons if one.code == closing)
    return world.today <= (await season.competition()).phase.plan.closing


async def _gives_up(world: World) -> None:
    """Have a player resign a game."""
    seats = [
        (game, game.side(seat).person)
        for game in await _open_games(world)
        for seat in Seat
        if game.side(seat).person in world.users
    ]
    if seats:
        game, person = world.chance.choice(seats)
        await world.seasons[0].abandoned(game.id, person)


async def _leaves(world: World) -> None:
    """Have a player withdraw from a running competition."""
    season = world.chance.choice(world.seasons)
    now = await season.competition()
    staying = [
        who for who in now.phase.players if who not in now.former_players and who in world.users
    ]
    is_closed = world.today > now.phase.plan.closing
    if now.stage is not CompetitionStage.RUNNING or is_closed or not staying:
        return
    user = world.users[world.chance.choice(staying)]
    (question, *_) = await world.table.say(user, "/retragere")
    if mentions(question, "retire.which"):
        await press(world.table, user, question, "button.retire_from", label=now.title)
    if mentions(question, "retire.ask", title=now.title):
        await world.table.press(user, question, "button.retire")


async def _rules(world: World, kind: str) -> None:
    """Have the arbiter make this ruling in a game that has begun, if the card offers it."""
    arbiter, laid = world.table.arbiter, world.table
    season = world.chance.choice(world.seasons)
    begun = await _begun_games(world, season)
    if not begun:
        return
    card = await own_case(laid, world.chance.choice(begun))
    choices = [one for one in offered(card) if one.startswith(kind)]
    if choices:
        await rule(laid, card, world.chance.choice(choices), by=arbiter)


async def _begun_games(world: World, season: Season) -> list[GameId]:
    """Return the games of the present phase that have begun."""
    now = await season.competition()
    if not now.phase.started:
        return []
    matches = [await world.table.stored.match(listed.code) for listed in now.phase.matches]
    return [game_id(match.code, leg.leg) for match in matches for leg in match.started]


async def _claims(world: World) -> None:
    """Have a player file a claim about their opponent's conduct."""
    games = [
        game
        for game in await _open_games(world)
        if all(game.side(seat).person in world.users for seat in Seat)
    ]
    if games:
        game = world.chance.choice(games)
        red, blue = (world.users[game.side(seat).person] for seat in Seat)
        pair = Pair(world.table, game.match, red, blue)
        pair.leg = int(game.id[-1])
        await claim(pair, world.chance.choice([red, blue]), "conduct")


async def _moves_dates(world: World) -> None:
    """Have the arbiter move the closing of a running phase, or the dates of a later one."""
    season = world.chance.choice(world.seasons)
    now = await season.competition()
    if now.stage is CompetitionStage.CLOSED:
        return
    phase = world.chance.choice(now.phases[now.number :])
    start, closing = phase.plan.start, phase.plan.closing
    if phase.started is None:
        start += timedelta(world.chance.randint(-3, 9))
    closing = max(closing + timedelta(world.chance.randint(-5, 9)), world.today + timedelta(2))
    made = season.championship
    await made.say(f"/campionat {season.code}")
    which = phase.plan.phase.value if len(now.phases) > 1 else "only"
    await made.steps("plan", f"dates_{which}")
    await made.say(f"{start} {closing}")


async def _withdraws_early(world: World) -> None:
    """Have a player withdraw from a phase that has not begun, if there is one."""
    season = world.seasons[0]
    now = await season.competition()
    waiting = [
        one
        for one in now.phase.players
        if participation(now, one).role is Role.ENTERED and one in world.users
    ]
    if len(waiting) > 2:
        user = world.users[world.chance.choice(waiting)]
        (own,) = await world.table.say(user, f"/campionat {season.code}")
        await press(world.table, user, own, "button.comp.withdraw_me")
        await press(world.table, user, user.messages[-1], "button.comp.yes_withdraw_me")


async def is_forgotten(world: World) -> None:
    """Have a player ask to be forgotten, and the operator delete their data."""
    laid = world.table
    person = world.chance.choice([*world.users])
    user = world.users[person]
    (asked,) = await laid.say(user, "/uita_ma")
    await laid.press(user, asked, "button.forget_sure")
    async with laid.app.runtime.database.transaction() as tx:
        now = laid.sandbox.clock.now()
        await forgetting.forget(tx, person, now, f"Jucător retras {person}")
    del world.users[person]
    await laid.travel(0.1)


async def _frees_a_place(world: World) -> None:
    """Have the arbiter free a seat, and a new player take it; with an open case do nothing."""
    season, laid = world.chance.choice(world.seasons), world.table
    now = await season.competition()
    staying = [who for who in now.phase.players if who in now.claimed - now.former_players]
    if now.stage is CompetitionStage.CLOSED or not staying:
        return
    made, person = season.championship, world.chance.choice(staying)
    await made.say(f"/campionat {season.code}")
    await made.steps("players")
    await made.press("button.plain", label=(await made.names())[person])
    await made.press("button.comp.free")
    if mentions(made.card, "fault.case_open_there"):
        return
    (shown,) = await laid.say(laid.arbiter, "Are alt cont.")
    await laid.press(laid.arbiter, shown, "button.decide")
    heir = laid.sandbox.add_user(f"Urmaș {len(world.users)}", language_code="ro")
    await laid.join(heir, facts_of(shown, "place.freed")["link"].split()[0])
    world.users[(await laid.stored.person(heir.id)).id] = heir


async def _calls_a_reserve(world: World) -> None:
    """Have the arbiter give a free seat to the next reserve, if the card offers it."""
    season = world.seasons[0]
    await season.championship.say(f"/campionat {season.code}")
    if offers_place(season.championship.card):
        await season.championship.press("button.comp.fill")


async def _excludes(world: World) -> None:
    await _rules(world, "exclusion")


async def _lifts(world: World) -> None:
    await _rules(world, "reinstated")


async def _goes_on_leave(world: World) -> None:
    """Have a player announce a few days of leave."""
    user = world.chance.choice([*world.users.values()])
    first = world.today + timedelta(world.chance.randint(1, 4))
    last = first + timedelta(world.chance.randint(0, 3))
    await world.table.say(user, f"/concediu {first} {last}")


async def _until(world: World, day: date) -> None:
    """Advance the clock to that day, unless it has passed."""
    if day > world.today:
        await world.table.travel_to(bucharest(f"{day}"))


async def _comes_to_the_end(world: World) -> None:
    """Finish the present phase of the championship, and begin the next one."""
    season, laid = world.seasons[0], world.table
    now = await season.competition()
    if now.stage is not CompetitionStage.RUNNING:
        return
    over = now.phase.plan.closing + timedelta(now.rules.results_days + 1)
    await _until(world, over)
    matches = [await laid.stored.match(pair.code) for pair in await season.pairs()]
    is_unfinished = any(match.stage in UNFINISHED for match in matches)  # not only unapproved
    if is_unfinished and told(laid.arbiter.messages, "closing.closed"):
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


async def _goes_on(world: World) -> None:
    """Do the next step of the championship."""
    season = world.seasons[0]
    now = await season.competition()
    if now.stage is CompetitionStage.RUNNING:
        await _comes_to_the_end(world)
    elif now.stage is CompetitionStage.OPEN and len(now.phase.players) > 1:
        (season.championship.card,) = await world.table.say(
            world.table.arbiter, f"/campionat {season.code}"
        )
        await season.championship.draw()
    elif now.stage is CompetitionStage.LISTED:
        await _until(world, now.phase.plan.start)
        await world.table.travel(1 / 1440)


Act = Callable[[World], Awaitable[None]]
ACTS: tuple[Act, ...] = (
    _moves,
    _gives_up,
    _leaves,
    _excludes,
    _lifts,
    _goes_on_leave,
    _claims,
    _moves_dates,
    _withdraws_early,
    _calls_a_reserve,
    is_forgotten,
    _frees_a_place,
    _goes_on,
    _goes_on,
    _goes_on,
)


async def both_begun(laid: Table) -> tuple[Any, ...]:
    """Set up both competitions, and start them today; return what `Season.at` needs for each."""
    await arbiter_made(laid)
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
    return first.left, second.left


def world_of(laid: Table, folder: Path, seed: int) -> World:
    """Return both competitions, whose people act by chance."""
    first, second = (Season.at(laid, *left) for left in laid.done)
    users = {**first.users, **second.users}
    first.users = second.users = users
    return World(laid, [first, second], users, Random(seed), folder)
