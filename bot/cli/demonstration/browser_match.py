"""The second match of the demonstration: a player who has no Telegram, against one who has it.

Eva takes her seat by a link in a browser and gives an address for mails. She plays the home game by
typing to the bot and the return game on the board, is on leave, and accepts the results.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.cli.demonstration.browser import BrowserPlayer
from bot.cli.demonstration.mini_app import board_path, move_request
from bot.cli.demonstration.post_office import PostOffice
from bot.cli.demonstration.story import (
    MOST_MOVES,
    SEND_BUTTON,
    Story,
    StoryError,
    code_on,
    links_in,
)
from bot.texts.buttons.matches import APPROVE, RESULTS, RETURN_GAME
from bot.texts.buttons.verb import YesNo
from bot.texts.reader import HOME_ZONE
from engine.games.game import Game, Stage
from engine.ids import GameId, Leg, MatchCode, game_id
from engine.matches.match import Match
from sandbox import SandboxUser

ADDRESS: Final = "eva.ene@example.org"
LEAVE_AT: Final = 6
"""The move of the home game before which Eva takes leave."""


@dataclass(slots=True)
class BrowserMatch:
    """Eva, who plays in a browser, and Dan, who plays in Telegram."""

    story: Story
    post_office: PostOffice
    eva: BrowserPlayer
    dan: SandboxUser = field(init=False)
    _mails: int = 0
    """The number of mails that the transcript has."""

    async def play(self) -> Match:
        """Play the whole match, and return it once it is official.

        Raises:
            StoryError: an expected step did not happen.
        """
        self.story.transcript.note("Al doilea meci: Eva Ene joacă în browser")
        code = await self._gather()
        for leg in Leg:
            self.story.transcript.note("Partida tur" if leg is Leg.HOME else "Partida retur")
            await self._play_leg(game_id(code, leg))
            if leg is Leg.HOME:
                await self._press_both(RETURN_GAME.data(code))
        self.story.transcript.note("Omologarea")
        await self._press_both(RESULTS.data(code, YesNo.YES))
        await self.story.say(self.story.arbiter, f"/omologheaza {code}")
        await self.story.press_last(self.story.arbiter, APPROVE.data(code))
        if not self.post_office.to(ADDRESS):
            raise StoryError("no mail came")
        return await self.story.match(code)

    async def _gather(self) -> MatchCode:
        """Arrange the match; Eva joins in a browser and confirms her address, Dan in Telegram."""
        story = self.story
        self.dan = story.sandbox.add_user("Dan", "ro")
        story.transcript.browsers.append(self.eva)
        story.at_pages = self._read
        (card,) = await story.say(story.arbiter, "/meci Eva Ene - Dan Luca")
        answers = await story.press_first(story.arbiter, card)
        one, other = (link for answer in answers for link in links_in(answer))
        await self.eva.take(one.rpartition("=")[2])
        await story.settle()
        await self._type(f"/email {ADDRESS}")
        *_, code = str(self.post_office.to(ADDRESS)[-1]["Subject"]).split()
        await self._type(code)
        self.dan.follow(other)
        await story.settle()
        await story.press_first(self.dan, self.dan.last)
        await story.recognise(self.dan)
        return code_on(card)

    async def _read(self) -> None:
        """Read the page, and note the mails since the last time."""
        await self.eva.read()
        for number in range(self._mails, len(self.post_office.mails)):
            mail = self.post_office.mails[number]
            file = self.post_office.file_of(number)
            self.story.transcript.mail(str(mail["To"]), str(mail["Subject"]), file)
        self._mails = len(self.post_office.mails)

    async def _type(self, text: str) -> None:
        await self.eva.type(text)
        await self.story.settle()

    async def _press_both(self, data: str) -> None:
        """Let both players press the button with that data."""
        await self.eva.press(data)
        await self.story.settle()
        await self.story.press_last(self.dan, data)

    async def _play_leg(self, game: GameId) -> None:
        """Play a game to its end; in the home game Eva takes leave once."""
        for number in range(1, MOST_MOVES):
            now = await self.story.game(game)
            if now.stage is Stage.ENDED:
                return
            if now.leg is Leg.HOME and number == LEAVE_AT:
                await self._take_leave()
            await self._move(now)
            self.story.moves += 1
            self.story.progress(await self.story.game(game))
            await self.story.pass_time(number)
        raise StoryError(f"{game} does not end")

    async def _take_leave(self) -> None:
        first = self.story.sandbox.clock.now().astimezone(HOME_ZONE) + timedelta(days=1)
        last = first + timedelta(days=2)
        await self._type(f"/concediu {first:%d.%m.%Y} {last:%d.%m.%Y}")
        await self.story.travel(4)

    async def _move(self, game: Game) -> None:
        """Let the player on turn type a move, or Eva lay it on the board of the return game."""
        story = self.story
        if game.side(game.turn).person in story.people:
            await story.type_move(self.dan, story.fair.choose(game))
        elif game.leg is Leg.HOME:
            await self._type(story.strong.choose(game))
            await self.eva.press(SEND_BUTTON)
        else:
            await self._lay(game, story.strong.choose(game))
        await story.settle()

    async def _lay(self, game: Game, choice: str) -> None:
        """Open the board, preview the move, and send it."""
        path = board_path(game)
        version = (await self.eva.get(path))["version"]
        shown = await self.eva.post(f"{path}/preview", placement=choice)
        if shown["faults"]:
            raise StoryError(f"{choice}: {shown['faults']}")
        await self.eva.post(f"{path}/moves", **move_request(choice, version))
