"""A whole championship for tests: its players write and press, its games are short ones.

Everything happens as people do it, over HTTP; only the days are made to pass quickly.
"""

from dataclasses import dataclass, field

from bot.sandbox import Message, SandboxUser
from engine.competitions.competition import Competition
from engine.competitions.parts import ListedMatch
from engine.games.game import Game
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat, game_id
from storage import people
from tests.e2e.championship import Championship
from tests.e2e.harness import Table
from tests.e2e.plays import legal, written
from tests.e2e.texts import told


@dataclass(slots=True)
class Season:
    """A championship that is running, and its people."""

    championship: Championship
    users: dict[PersonId, SandboxUser] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """Return the sandbox and the bot."""
        return self.championship.table

    async def competition(self) -> Competition:
        """Return the competition as its events make it."""
        return await self.championship.now()

    async def meet(self) -> None:
        """Find out which person each player is."""
        async with self.table.stored.database.reading() as tx:
            for user in self.championship.players.values():
                person = await people.by_telegram(tx, user.id)
                assert person is not None
                self.users[person.id] = user

    async def person(self, name: str) -> PersonId:
        """Return a player's number, whether he has come or not."""
        names = await self.championship.names()
        return next(who for who, known in names.items() if known == name)

    async def matches(self, *, of: PersonId | None = None) -> list[ListedMatch]:
        """Return the matches of the phase, or those of one player."""
        listed = (await self.competition()).phase.matches
        return [match for match in listed if of is None or of in match.players]

    async def game(self, match: MatchCode, leg: Leg) -> Game:
        """Return a game as its events make it."""
        return await self.table.stored.game(game_id(match, leg))

    async def place(self, game: Game, *, choice: int = 0) -> None:
        """Have whoever is on turn make his placement number `choice`, as an answer to a sheet."""
        user = self.users[game.side(game.turn).person]
        found = legal(game)
        move = written(found[choice % len(found)]) if found else "PAS"
        sheet = next(m for m in reversed(user.messages) if m.from_bot and game.id in m.text)
        preview = (await self.table.say(user, move, reply_to=sheet))[-1]
        await self.table.press(user, preview, "button.send")

    async def interrupted(self, match: MatchCode, leg: Leg, *, choices: tuple[int, int]) -> None:
        """Have both place once and then agree to interrupt the game (art. 9.2)."""
        for choice in choices:
            await self.place(await self.game(match, leg), choice=choice)
        game = await self.game(match, leg)
        red, blue = (self.users[game.side(seat).person] for seat in Seat)
        (question,) = await self.table.say(red, f"/intrerupere {game.id}")
        await self.table.press(red, question, "button.interruption")
        await self.table.press(blue, _with(blue, f"int:{game.id}:yes"), "button.accept")

    async def short(self, match: MatchCode, leg: Leg, number: int) -> None:
        """Have a game come to its end quickly, one way or another."""
        if number % 3 == 0:
            await self.interrupted(match, leg, choices=(3 * number, 5 * number))
            return
        game = await self.game(match, leg)
        await self.abandoned(game.id, game.side(Seat.RED if number % 2 else Seat.BLUE).person)

    async def abandoned(self, game: GameId, by: PersonId) -> None:
        """Have a player give the game up (art. 9.1)."""
        (question,) = await self.table.say(self.users[by], f"/abandon {game}")
        await self.table.press(self.users[by], question, "button.abandon")

    async def return_now(self, match: ListedMatch) -> None:
        """Have both ask for the return game at once (art. 7.1)."""
        for person in sorted(match.players):
            user = self.users[person]
            await self.table.press(user, _with(user, f"ret:{match.code}"), "button.return_leg")

    async def no_show(self, match: MatchCode, leg: Leg) -> None:
        """Have the arbiter find, from the dossier of a silence, that somebody has not come."""
        arbiter = self.table.arbiter
        dossier = told(arbiter.messages, "silence.dossier", game=game_id(match, leg))[-1]
        await self.table.press(arbiter, dossier, "button.no_show")
        (card,) = await self.table.say(arbiter, "Nu a răspuns la niciun mesaj.")
        await self.table.press(arbiter, card, "button.decide")


def _with(user: SandboxUser, data: str) -> Message:
    """Return the last message with a button of that data."""
    return next(m for m in reversed(user.messages) if any(each.data == data for each in m.buttons))
