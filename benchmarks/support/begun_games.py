"""Matches in a bot's database, with people of a sandbox as players, ready to play.

They are arranged and joined through the bot's own handlers, without HTTP. Every match has the same
seed, so that the moves to type are found once for all of them, before time is measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from itertools import count
from typing import Final

from sqlalchemy import delete, select

from benchmarks.bench_move import arranging_button, shared
from bot.chat.dispatch import Dispatcher
from bot.cli.demonstration.players import DemoPlayer
from bot.runtime.clock import SystemClock
from bot.runtime.limits import open_gate
from bot.runtime.unit import Runtime
from bot.texts.messages import Incoming, Sender
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.fold import evolve, replay
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, game_id
from engine.notation import is_pass, parse_placement
from engine.words.lexicon import open_lexicon
from sandbox import Sandbox, SandboxUser
from storage import log
from storage.db import Database
from storage.schema import invites, matches, outbox
from storage.streams import game_stream

ARBITERS: Final = 8
"""Arbiters who share the matches, because Telegram accepts one message a second to each."""


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game that has begun, and its players, the first to move first."""

    game: GameId
    sequence: str
    """All letters of the game, in the order in which they are drawn."""
    players: tuple[SandboxUser, SandboxUser]
    arbiter: SandboxUser

    def facts(self) -> dict[str, object]:
        """Return the facts for a program without a database."""
        chats = [user.id for user in (*self.players, self.arbiter)]
        return {"game": self.game, "sequence": self.sequence, "chats": chats}


@dataclass(frozen=True, slots=True)
class BegunGames:
    """Games that have begun, and the texts to type in each, in order, until it is over."""

    begun: Sequence[BegunGame]
    script: Sequence[str]


class _Handlers:
    """Passes people's actions to the bot's handlers like updates."""

    def __init__(self, database: Database, operator: int) -> None:
        self.runtime = Runtime(database, SystemClock())
        settings = replace(shared(), operators=frozenset({operator}), gate=open_gate())
        self._dispatch = Dispatcher(settings)
        self._update_numbers = count(1)

    async def say(self, user: SandboxUser, text: str = "", data: str = "") -> None:
        """Let a person type a text, or press the button with that data; one transaction."""
        number = next(self._update_numbers)
        incoming = Incoming(
            update=number,
            sender=Sender(user.id, user.name, "ro"),
            chat=user.id,
            is_private=True,
            at=self.runtime.clock.now(),
            message=number,
            text=text,
            callback="press" if data else "",
            data=data,
        )
        async with self.runtime.unit() as unit:
            await self._dispatch(incoming, unit)


async def begin_games(
    database: Database, sandbox: Sandbox, operator: int, count: int
) -> BegunGames:
    """Arrange so many matches and let their players join; no message is left to send."""
    handlers = _Handlers(database, operator)
    arbiters = [sandbox.add_user(f"Radu {number}", "ro") for number in range(ARBITERS)]
    for arbiter in arbiters:
        await handlers.say(sandbox.users[operator], "/arbitru")
        (code,) = await _open_codes(database)
        await handlers.say(arbiter, f"/start {code}")
        await handlers.say(arbiter, data=f"join:{code}:yes")
    seated = []
    for number in range(count):
        names = ("Ana", "Ion")
        users = [sandbox.add_user(f"{name} {number}", "ro") for name in names]
        arbiter = arbiters[number % ARBITERS]
        await handlers.say(arbiter, f"/meci Ana P{number} - Ion R{number}")
        await handlers.say(arbiter, data=await arranging_button(handlers.runtime))
        for user, code in zip(users, await _open_codes(database), strict=True):
            await handlers.say(user, f"/start {code}")
            await handlers.say(user, data=f"join:{code}:yes")
        seated.append((users[0], users[1], arbiter))
    for user in sandbox.users.values():
        user.chat.knows_bot = True  # with /start, which did not go through the sandbox
    async with database.transaction() as tx:
        codes = (await tx.execute(select(matches.c.code).order_by(matches.c.updated_at))).scalars()
        games = [game_id(code, Leg.HOME) for code in codes]
        await tx.execute(delete(outbox))
        first_game = replay(await log.load(tx, game_stream(games[0])))
    begun_games = [
        BegunGame(game, first_game.sequence, (first, second), arbiter)
        for game, (first, second, arbiter) in zip(games, seated, strict=True)
    ]
    return BegunGames(begun_games, _script(first_game, handlers.runtime.clock.now()))


async def _open_codes(database: Database) -> list[str]:
    """Return the invitations nobody has used, the first player's first."""
    async with database.reading() as tx:
        unused = select(invites.c.code).where(invites.c.used_by.is_(None))
        return list((await tx.execute(unused.order_by(invites.c.person))).scalars())


def _script(game: Game, at: datetime) -> list[str]:
    """Return the texts that good players type in the game, from its beginning to its end."""
    lexicon, script = open_lexicon(), list[str]()
    player = DemoPlayer(lexicon)
    while game.stage is Stage.RUNNING:
        text = player.choose(game)
        script.append(text)
        move: Command = (
            Pass(by=game.turn)
            if is_pass(text)
            else Place(by=game.turn, placement=parse_placement(text))
        )
        game = reduce(evolve, decide(game, move, at, lexicon), game)
    return script
