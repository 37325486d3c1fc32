"""A competition for tests: set up from the chat, its games played short, its results homologated.

Everything is done by people who write and press.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.sandbox import Message, SandboxUser
from engine.coefficients import normal
from engine.competitions.competition import Competition
from engine.competitions.fold import replay_competition
from engine.figures import Figures, figures
from engine.ids import CompetitionCode, GameId, Leg, PersonId, game_id
from storage import log, people
from storage.streams import competition_stream
from tests.e2e.harness import Pair, Table
from tests.e2e.plays import best

LINK = re.compile(r"https://t\.me/\S+")
ANSWERS = (
    "set:phases:final",
    "set:groups:{groups}",
    "set:final:2025-05-01..{until}",
    "set:exclusion:half",
    "set:scope:leg",
    "create",
)


@dataclass(slots=True)
class Cup:
    """A competition of one phase that is running, and its players by name."""

    table: Table
    code: CompetitionCode
    players: dict[str, SandboxUser]

    async def competition(self) -> Competition:
        """Return the competition as its events make it."""
        async with self.table.stored.database.reading() as tx:
            stored = await log.load(tx, competition_stream(self.code))
        return replay_competition(row.event for row in stored)

    async def last_event(self) -> int:
        """Return the number of the competition's last event."""
        async with self.table.stored.database.reading() as tx:
            return (await log.head(tx, competition_stream(self.code))).seq

    async def finished(self, pair: Pair) -> dict[GameId, Figures]:
        """Return what the pair's finished games are worth, from their own last scores."""
        match = await self.table.stored.match(pair.code)
        found = {}
        for leg in Leg:
            game = game_id(match.code, leg)
            if leg in {ended.leg for ended in match.ended}:
                end = await self.table.stored.game(game)
                worth = normal(end.red.score, end.blue.score)
                found[game] = figures(
                    worth.first,
                    worth.second,
                    scores=(end.red.score, end.blue.score),
                    article=worth.article,
                )
        return found

    async def person(self, name: str) -> PersonId:
        """Return a player's number."""
        async with self.table.stored.database.reading() as tx:
            found = await people.by_telegram(tx, self.players[name].id)
        assert found is not None
        return found.id

    async def pairs(self) -> list[Pair]:
        """Return the pairs of the running home games, Red first."""
        by_person = {await self.person(name): user for name, user in self.players.items()}
        return [
            Pair(self.table, match.code, by_person[match.red], by_person[match.blue])
            for match in (await self.competition()).phase.matches
        ]

    async def play(self, pair: Pair, turns: int, leg: Leg = Leg.HOME) -> None:
        """Have both make that many placements in all, the dearest, and then pass twice each.

        The return game is begun at once: both ask for it.
        """
        pair.leg = 1 if leg is Leg.HOME else 2
        seats = (pair.red, pair.blue) if leg is Leg.HOME else (pair.blue, pair.red)
        if leg is Leg.RETURN:
            for user in seats:
                offer = next(m for m in reversed(user.messages) if _has(m, f"ret:{pair.code}"))
                await self.table.forge(user, offer, f"ret:{pair.code}")
        for number in range(turns + 4):
            move = best(await pair.game()) if number < turns else "PAS"
            await self._place(seats[number % 2], pair.id, move or "PAS")

    async def play_both(self, pair: Pair, turns: int) -> None:
        """Have both games of a pair played, one placement more in the second."""
        await self.play(pair, turns)
        await self.play(pair, turns + 1, Leg.RETURN)

    async def _place(self, user: SandboxUser, game: str, move: str) -> None:
        """Have a player type a placement as an answer to a sheet of that game, and send it."""
        sheet = next(m for m in reversed(user.messages) if m.from_bot and game in m.text)
        (preview,) = (await self.table.say(user, move, reply_to=sheet))[-1:]
        await self.table.press(user, preview, "button.send")

    async def homologate(self, pair: Pair) -> None:
        """Have the arbiter homologate a pair's results (art. 8.5)."""
        arbiter = self.table.arbiter
        (card,) = await self.table.say(arbiter, f"/omologheaza {pair.code}")
        await self.table.press(arbiter, card, "button.homologate")

    async def agree(self, pair: Pair) -> None:
        """Have both players agree with the results that are proposed."""
        for user in (pair.red, pair.blue):
            asked = next(m for m in reversed(user.messages) if _has(m, f"res:{pair.code}:yes"))
            await self.table.press(user, asked, "button.results_yes")


def _has(message: Message, data: str) -> bool:
    return any(button.data == data for button in message.buttons)


Ready = Callable[[Cup], Awaitable[None]]
"""What is done before the start, with the competition whose groups are drawn."""


async def cup(
    table: Table,
    *names: str,
    groups: int = 1,
    ready: Ready | None = None,
    until: str = "2025-09-30",
    on_paper: Sequence[str] = (),
) -> Cup:
    """Set up a competition of these players, let them take their places, and start it.

    Those `on_paper` have no Telegram, and stay away.
    """
    arbiter = table.arbiter
    (asked,) = await table.say(arbiter, "/campionat Cupa Telegram 2025")
    for answer in ANSWERS:
        await table.forge(arbiter, asked, "cn:" + answer.format(groups=groups, until=until))
    card = asked
    (button, *_) = [each for each in card.buttons if each.data.startswith("c:")]
    code = CompetitionCode(button.data.split(":")[1])
    await table.forge(arbiter, card, f"c:{code}:add")
    (understood,) = await table.say(arbiter, "\n".join(names))
    seen = len(arbiter.messages)
    await table.forge(arbiter, understood, f"c:{code}:enter")
    if not any(LINK.search(message.text) for message in arbiter.messages[seen:]):
        await table.forge(arbiter, understood, f"c:{code}:inv")
    links = dict(_links(arbiter.messages[seen:]))
    players = {}
    for name in names:
        if name in on_paper:
            continue
        players[name] = table.sandbox.add_user(f"{name} de pe telefon", language_code="ro")
        players[name].follow(links[name])
        await table.settle()
    made = Cup(table, code, players)
    for step in ("commit:yes", f"draw:{groups}", "list", "start"):
        if step == "list" and ready is not None:
            await ready(made)
        await table.forge(arbiter, understood, f"c:{code}:{step}")
    await table.travel(1 / 1440)
    return made


def _links(messages: Sequence[Message]) -> list[tuple[str, str]]:
    return [
        (found["name"].strip(), found["link"])
        for message in messages
        for line in message.text.splitlines()
        if (found := re.search(r"(?P<name>[^:]+): (?P<link>https://t\.me/\S+)", line))
    ]
