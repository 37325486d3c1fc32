"""The sequence of the demonstration: a match of two games over some weeks.

It has one leave, one wrong word, one technical error and one late reminder, and ends with official
coefficients. The home game is played in the chat, the return game in the Mini App. All requests use
HTTP as usual; only the clock runs faster.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, timedelta

from bot.cli.demonstration.mini_app import tap
from bot.cli.demonstration.players import DemoPlayer
from bot.cli.demonstration.transcript import Transcript
from bot.program.running import App
from bot.texts.buttons.matches import APPROVE, RESULTS, RETURN_GAME
from bot.texts.buttons.play import SEND
from bot.texts.buttons.verb import YesNo
from bot.texts.reader import HOME_ZONE
from engine.games.fold import replay
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.matches.fold import replay_match
from engine.matches.match import Match
from sandbox import Message, Sandbox, SandboxUser
from storage import log
from storage.people import people
from storage.streams import game_stream, match_stream

SEND_BUTTON = f"{SEND.name}:"
"""How the data of the button begins that sends a move."""
MOST_MOVES = 200
"""The most moves of a game; more means an error."""
_WRONG_WORD_AT, _TECHNICAL_ERROR_AT, _LEAVE_AT, _REMINDER_AT = 3, 5, 6, 8
"""The moves of the home game before which something special happens."""
_DAYS_BETWEEN = (0, 1, 0, 2, 1)
"""The days that pass after each move, again and again."""


class StoryError(Exception):
    """The demonstration did not proceed as expected."""


def links_in(message: Message) -> list[str]:
    """Return the invitations in a message."""
    return re.findall(r"https://t\.me/\S+", message.text)


def code_on(card: Message) -> MatchCode:
    """Return the code of the match that a card is about.

    Raises:
        StoryError: it has none.
    """
    found = re.search(r"\b[A-Z2-9]{4}\b", card.text)
    if found is None:
        raise StoryError("the match has no code")
    return MatchCode(found.group())


@dataclass(slots=True)
class Story:
    """The people, the bot and the steps of the match."""

    sandbox: Sandbox
    app: App
    transcript: Transcript
    strong: DemoPlayer
    """Chooses the moves of the first player; `fair` those of the second."""
    fair: DemoPlayer
    operator: SandboxUser
    progress: Callable[[Game], None]
    """Is called after each move."""
    public_url: str
    """The address of the Mini App, in which the return game is played."""
    arbiter: SandboxUser = field(init=False)
    players: tuple[SandboxUser, SandboxUser] = field(init=False)
    people: dict[PersonId, SandboxUser] = field(default_factory=dict)
    """The players, by the numbers by which the bot knows them."""
    refused: int = 0
    """How many typed moves the bot has refused."""
    moves: int = 0
    """How many moves were made."""
    at_pages: Callable[[], Awaitable[None]] | None = None
    """What people in browsers do whenever the bot has answered: they read. None without any."""

    async def play(self) -> Match:
        """Play the whole match, and return it once it is official.

        Raises:
            StoryError: an expected step did not happen.
        """
        code = await self.gather()
        for leg in Leg:
            self.transcript.note("Partida tur" if leg is Leg.HOME else "Partida retur")
            await self._play_leg(game_id(code, leg), eventful=leg is Leg.HOME)
            if leg is Leg.HOME:
                await self._ask_for_return(code)
        self.transcript.note("Omologarea")
        return await self._approve(code)

    async def gather(self) -> MatchCode:
        """Appoint the arbiter, arrange the match, and let both players join by their links."""
        self.arbiter = self.sandbox.add_user("Maria Dan", "ro")
        self.players = (self.sandbox.add_user("Ana", "ro"), self.sandbox.add_user("Ion", "ro"))
        self.transcript.note("Pregătirea meciului")
        await self.say(self.operator, "/start")
        (offer,) = await self.say(self.operator, "/arbitru")
        (link,) = links_in(offer)
        self.arbiter.follow(link)
        await self.settle()
        await self.press_first(self.arbiter, self.arbiter.last)
        (card,) = await self.say(self.arbiter, "/meci Ana Pop - Ion Rus")
        links = [
            link
            for message in await self.press_first(self.arbiter, card)
            for link in links_in(message)
        ]
        if len(links) != len(self.players):
            raise StoryError(f"{len(links)} invitations instead of two")
        for player, invitation in zip(self.players, links, strict=True):
            player.follow(invitation)
            await self.settle()
            await self.press_first(player, player.last)
        code = code_on(card)
        for player in self.players:
            await self.recognise(player)
        return code

    async def recognise(self, player: SandboxUser) -> None:
        """Store by which number the bot knows a player."""
        async with self.app.runtime.database.reading() as tx:
            person = await people.by_account(tx, player.id)
        if person is None:
            raise StoryError(f"{player.name} is not known to the bot")
        self.people[person.id] = player

    async def _play_leg(self, game: GameId, *, eventful: bool) -> None:
        """Play a game to its end, with the special events if it is eventful."""
        for number in range(1, MOST_MOVES):
            present = await self.game(game)
            if present.stage is Stage.ENDED:
                return
            if eventful:
                await self._special_event(present, number)
            await self._move(await self.game(game))
            await self.pass_time(number)
        raise StoryError(f"{game} does not end")

    async def _special_event(self, game: Game, number: int) -> None:
        """Do what happens before that move: an error, a leave, or so long a pause as to remind."""
        on_turn = self.on_turn(game)
        if number == _WRONG_WORD_AT:
            wrong = self.strong.wrong_word(game)
            if wrong is not None:
                await self._expect_refusal(on_turn, wrong)
        elif number == _TECHNICAL_ERROR_AT:
            await self._expect_refusal(on_turn, self.strong.technical_error(game))
        elif number == _LEAVE_AT:
            first = self.sandbox.clock.now().astimezone(HOME_ZONE) + timedelta(days=2)
            last = first + timedelta(days=3)
            await self.say(on_turn, f"/concediu {first:%d.%m.%Y} {last:%d.%m.%Y}")
            await self.travel(5)
        elif number == _REMINDER_AT:
            await self.travel(7)

    async def _expect_refusal(self, player: SandboxUser, text: str) -> None:
        """Let a player type a move that the bot must refuse."""
        answers = await self.say(player, text)
        # A button can put a refused word to the arbiter, but no button sends it.
        if not answers or any(
            button.data.startswith(SEND_BUTTON) for button in answers[-1].buttons
        ):
            raise StoryError(f"{text} was not refused")
        self.refused += 1

    async def _move(self, game: Game) -> None:
        """Let the player on turn type their move and send it, or make it in the Mini App."""
        player = self.on_turn(game)
        choice = (self.strong if player is self.players[0] else self.fair).choose(game)
        if game.leg is Leg.RETURN:
            await tap(self.public_url, player, game, choice)
        else:
            await self.type_move(player, choice)
        await self.settle()
        self.moves += 1
        self.progress(game)

    async def type_move(self, player: SandboxUser, choice: str) -> None:
        """Let a player type a move and send it.

        Raises:
            StoryError: the move is refused.
        """
        answers = await self.say(player, choice)
        if not answers or not answers[-1].labels:
            raise StoryError(f"{choice} got no preview")
        player.press(answers[-1], answers[-1].labels[0])

    async def pass_time(self, number: int) -> None:
        """Let some time pass after a move."""
        await self.travel(_DAYS_BETWEEN[number % len(_DAYS_BETWEEN)])
        await self.sandbox.travel(timedelta(minutes=37))
        await self.settle()

    async def _ask_for_return(self, code: MatchCode) -> None:
        """Let both players press the button that begins the return game."""
        for player in self.players:
            await self.press_last(player, RETURN_GAME.data(code))

    async def _approve(self, code: MatchCode) -> Match:
        """Let the players accept the results, and the arbiter approve them."""
        for player in self.players:
            await self.press_last(player, RESULTS.data(code, YesNo.YES))
        await self.say(self.arbiter, f"/omologheaza {code}")
        await self.press_last(self.arbiter, APPROVE.data(code))
        return await self.match(code)

    async def press_last(self, user: SandboxUser, data: str) -> None:
        """Press the newest button with that data."""
        for message in reversed(user.messages):
            if any(button.data == data for button in message.buttons):
                user.press(message, data)
                await self.settle()
                return
        raise StoryError(f"{user.name} has no button {data}")

    async def press_first(self, user: SandboxUser, message: Message) -> list[Message]:
        """Press a message's first button, which says yes; return the answers."""
        seen = len(user.messages)
        user.press_button(message, message.buttons[0])
        await self.settle()
        return user.messages[seen:]

    def on_turn(self, game: Game) -> SandboxUser:
        """Return the person whose turn it is."""
        return self.people[game.side(game.turn).person]

    async def say(self, user: SandboxUser, text: str) -> list[Message]:
        """Let a person write something, and return the bot's answers."""
        seen = len(user.messages)
        user.send(text)
        await self.settle()
        return [message for message in user.messages[seen:] if message.from_bot]

    async def travel(self, days: int) -> None:
        """Advance the clock by some days, each to the hour of reminders."""
        for _ in range(days):
            now = self.sandbox.clock.now()
            morning = (now.astimezone(HOME_ZONE) + timedelta(days=1)).replace(hour=9, minute=0)
            await self.sandbox.travel(morning.astimezone(UTC) - now)
            await self.settle()

    async def settle(self) -> None:
        """Wait until the bot has handled and sent everything."""
        await self.sandbox.drained()
        await self.app.settle()
        if self.at_pages is not None:
            await self.at_pages()
        self.transcript.catch_up()

    async def game(self, game: GameId) -> Game:
        """Return a game as its log has it."""
        async with self.app.runtime.database.reading() as tx:
            return replay(await log.load(tx, game_stream(game)))

    async def match(self, code: MatchCode) -> Match:
        """Return a match as its log has it."""
        async with self.app.runtime.database.reading() as tx:
            return replay_match(row.event for row in await log.load(tx, match_stream(code)))
