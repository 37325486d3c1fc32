"""Plays a competition for tests: its players write and press, its games are short.

Everything happens over HTTP as with people; only days pass quickly. `tests.e2e.championship` sets
one up step by step; `cup` gives one that runs.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from engine.coefficients import game_ended_early, normal
from engine.competitions.competition import Competition
from engine.competitions.parts import ListedMatch
from engine.figures import Figures, figures
from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import CompetitionCode, GameId, Leg, MatchCode, PersonId, Seat, game_id
from sandbox import SandboxUser
from storage import log
from storage.streams import competition_stream
from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import Continued, Opening, Pair, Table, arbiter_made, button, last_with
from tests.e2e.plays import best, legal, written
from tests.e2e.task_list import from_task_list


@dataclass(slots=True)
class Season:
    """A running competition and its people."""

    championship: Championship
    users: dict[PersonId, SandboxUser] = field(default_factory=dict)

    @classmethod
    def at(cls, table: Table, *left: Any) -> Self:
        """Return it at another table, from the state `left` at the first."""
        code, card, links, players, users = left
        return cls(Championship(table, code, card, links, players), users)

    @property
    def left(self) -> tuple[Any, ...]:
        """Return its state without the table."""
        made = self.championship
        return made.code, made.card, made.links, made.players, self.users

    @property
    def table(self) -> Table:
        """Return the sandbox and the bot."""
        return self.championship.table

    @property
    def code(self) -> CompetitionCode:
        """Return the competition's code."""
        return self.championship.code

    @property
    def players(self) -> dict[str, SandboxUser]:
        """Return the players who have joined, by their names on the list."""
        return self.championship.players

    async def competition(self) -> Competition:
        """Return the competition, rebuilt from its events."""
        return await self.championship.now()

    async def last_event(self) -> int:
        """Return the number of the competition's last event."""
        async with self.table.stored.database.reading() as tx:
            return (await log.head(tx, competition_stream(self.code))).seq

    async def meet(self) -> None:
        """Look up the person of each player."""
        for user in self.players.values():
            self.users[(await self.table.stored.person(user.id)).id] = user

    async def person(self, name: str) -> PersonId:
        """Return a player's person number, whether they have joined or not."""
        names = await self.championship.names()
        return next(who for who, known in names.items() if known == name)

    async def matches(self, *, of: PersonId | None = None) -> list[ListedMatch]:
        """Return the matches of the phase, or those of one player."""
        listed = (await self.competition()).phase.matches
        return [match for match in listed if of is None or of in match.players]

    async def pairs(self) -> list[Pair]:
        """Return the pairs of the phase, home game's Red first; all players have joined."""
        return [
            Pair(self.table, match.code, self.users[match.red], self.users[match.blue])
            for match in await self.matches()
        ]

    async def finished(self, listed: ListedMatch) -> dict[GameId, Figures]:
        """Return the coefficients of a match's finished games, from their own final scores."""
        match = await self.table.stored.match(listed.code)
        found = {}
        for ended in match.ended:
            worth_of = game_ended_early if ended.ending is Ending.INTERRUPTED else normal
            end = await self.game(match.code, ended.leg)
            worth = worth_of(end.red.score, end.blue.score)
            found[game_id(match.code, ended.leg)] = figures(
                worth.first,
                worth.second,
                scores=(end.red.score, end.blue.score),
                article=worth.article,
            )
        return found

    async def game(self, match: MatchCode, leg: Leg) -> Game:
        """Return a game, rebuilt from its events."""
        return await self.table.stored.game(game_id(match, leg))

    async def play(self, pair: Pair, turns: int, leg: Leg = Leg.HOME) -> None:
        """Have both make this many best moves in all, then pass twice each.

        The return game begins at once, because both ask for it.
        """
        pair.leg = 1 if leg is Leg.HOME else 2
        seats = (pair.red, pair.blue) if leg is Leg.HOME else (pair.blue, pair.red)
        if leg is Leg.RETURN:
            await self._ask_for_return(pair.code, *seats)
        for number in range(turns + 4):
            move = best(await pair.game()) if number < turns else None
            await self.table.answer_sheet(seats[number % 2], pair.id, move or "PAS")

    async def play_both(self, pair: Pair, turns: int) -> None:
        """Play both games of a pair, with one more move in the second."""
        await self.play(pair, turns)
        await self.play(pair, turns + 1, Leg.RETURN)

    async def place(self, game: Game, *, choice: int = 0) -> None:
        """Have the player to move make their move number `choice`, in reply to a sheet."""
        found = legal(game)
        move = written(found[choice % len(found)]) if found else "PAS"
        await self.table.answer_sheet(self.users[game.side(game.turn).person], game.id, move)

    async def interrupted(self, match: MatchCode, leg: Leg, *, choices: tuple[int, int]) -> None:
        """Have both move once and then agree to end the game early (art. 9.2)."""
        for choice in choices:
            await self.place(await self.game(match, leg), choice=choice)
        game = await self.game(match, leg)
        red, blue = (self.users[game.side(seat).person] for seat in Seat)
        (question,) = await self.table.say(red, f"/intrerupere {game.id}")
        await self.table.press(red, question, "button.interruption")
        offer = last_with(blue, f"int:{game.id}:yes")
        await self.table.press(blue, offer, "button.accept")
        await self.table.press(blue, offer, "button.accept_sure")

    async def short(self, match: MatchCode, leg: Leg, number: int) -> None:
        """End a game quickly, in one way or another."""
        if number % 3 == 0:
            await self.interrupted(match, leg, choices=(3 * number, 5 * number))
            return
        game = await self.game(match, leg)
        await self.abandoned(game.id, game.side(Seat.RED if number % 2 else Seat.BLUE).person)

    async def abandoned(self, game: GameId, by: PersonId) -> None:
        """Have a player resign the game (art. 9.1)."""
        (question,) = await self.table.say(self.users[by], f"/abandon {game}")
        await self.table.press(self.users[by], question, "button.abandon")

    async def cut_short(self, match: ListedMatch) -> None:
        """Have both players move once in each game of the match before Red resigns it."""
        for leg in Leg:
            if leg is Leg.RETURN:
                await self.return_now(match)
            await self.resigned_by_red(match.code, leg)

    async def resigned_by_red(self, match: MatchCode, leg: Leg) -> None:
        """Have both players of a running game make their best move, and Red resign."""
        for _ in Seat:
            await self.place(await self.game(match, leg))
        game = await self.game(match, leg)
        await self.abandoned(game.id, game.red.person)

    async def return_now(self, match: ListedMatch) -> None:
        """Have both ask for the return game at once (art. 7.1)."""
        await self._ask_for_return(match.code, *(self.users[one] for one in sorted(match.players)))

    async def _ask_for_return(self, match: str, *users: SandboxUser) -> None:
        for user in users:
            offer = last_with(user, f"ret:{match}")
            user.press_button(offer, button(offer, "button.return_leg"))
        await self.table.settle()

    async def agree(self, pair: Pair) -> None:
        """Have both players accept the proposed results."""
        for user in (pair.red, pair.blue):
            asked = last_with(user, f"res:{pair.code}:yes")
            user.press_button(asked, button(asked, "button.results_yes"))
        await self.table.settle()

    async def homologate(self, pair: Pair) -> None:
        """Have the arbiter approve a pair's results (art. 8.5)."""
        arbiter = self.table.arbiter
        (card,) = await self.table.say(arbiter, f"/omologheaza {pair.code}")
        await self.table.press(arbiter, card, "button.homologate")

    async def over(self, pair: Pair, turns: int) -> None:
        """Play a pair's games with this many moves; have the results accepted and approved."""
        await self.play_both(pair, turns)
        await self.agree(pair)
        await self.homologate(pair)

    async def resigned(self, pair: Pair) -> None:
        """End a pair's games by resignation after one move; have the results approved."""
        await self.place(await pair.game())
        await pair.give_up_both()
        await self.agree(pair)
        await self.homologate(pair)

    async def no_show(self, match: MatchCode, leg: Leg) -> None:
        """Have the arbiter rule a no-show, from the case file of a silence."""
        arbiter = self.table.arbiter
        dossier = await from_task_list(self.table, game_id(match, leg))
        await self.table.press(arbiter, dossier, "button.no_show")
        (card,) = await self.table.say(arbiter, "Nu a răspuns la niciun mesaj.")
        await self.table.press(arbiter, card, "button.decide")


Ready = Callable[[Season], Awaitable[None]]
"""What is done before the start, with the competition whose groups are drawn."""


async def cup(
    table: Table,
    *names: str,
    groups: int = 1,
    ready: Ready | None = None,
    until: str = "2025-09-30",
    exclusion: str = "half",
    on_paper: Sequence[str] = (),
    returns: str = "",
) -> Season:
    """Set up a competition of one phase, let its players join, and start it today.

    Players `on_paper` have no Telegram and never join. `returns`: the day on which all return games
    start, which then share a sequence.
    """
    answers = {
        "phases": "final",
        "groups": f"{groups}",
        "final": f"2025-05-01 {until}",
        "exclusion": exclusion,
        **({"scope": "leg", "returns": returns} if returns else {}),
    }
    championship = await set_up(table, answers, title="Cupa Telegram 2025")
    await championship.enter("\n".join(names))
    await championship.claim_all(*(name for name in names if name not in on_paper))
    await championship.steps("commit", "yes_commit", "draw")
    made = Season(championship)
    await made.meet()
    if ready is not None:
        await ready(made)
    await championship.steps("list", "start")
    await table.travel(1 / 1440)
    return made


@dataclass(frozen=True, slots=True)
class CupBegun:
    """The opening of a cup with these names. Players `on_paper` never join."""

    names: tuple[str, ...]
    groups: int = 1
    until: str = "2025-09-30"
    exclusion: str = "half"
    on_paper: tuple[str, ...] = ()

    async def __call__(self, laid: Table) -> tuple[Any, ...]:
        """Play the opening; return what `Season.at` needs."""
        await arbiter_made(laid)
        begun = await cup(
            laid,
            *self.names,
            groups=self.groups,
            until=self.until,
            exclusion=self.exclusion,
            on_paper=self.on_paper,
        )
        return begun.left


@dataclass(frozen=True, slots=True)
class FirstMatchPlayed:
    """The end of an opening in which a cup's first match is played and its results accepted."""

    turns: int
    """The number of moves in its home game."""
    approved: bool

    async def __call__(self, laid: Table) -> tuple[Any, ...]:
        """Play the match; return what `Season.at` needs."""
        begun = Season.at(laid, *laid.done)
        first, *_ = await begun.pairs()
        await begun.play_both(first, self.turns)
        await begun.agree(first)
        if self.approved:
            await begun.homologate(first)
        return begun.left


def cup_begun(
    *names: str,
    groups: int = 1,
    until: str = "2025-09-30",
    exclusion: str = "half",
    on_paper: tuple[str, ...] = (),
    over: int = 0,
    agreed: int = 0,
) -> Opening:
    """Return the opening of a cup with these names; with `over` its first match has ended, too.

    `over` is the number of moves in its home game. With `agreed`, such a number too, the match's
    results are accepted but not approved.
    """
    begun = CupBegun(names, groups, until, exclusion, on_paper)
    if not over + agreed:
        return begun
    return Continued(begun, FirstMatchPlayed(over or agreed, approved=bool(over)))
