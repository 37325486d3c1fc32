"""A stored request of a person, as its handler gets it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus

from bot.runtime.folding import load_game
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.texts.messages import say
from bot.texts.notices.play.turn import step
from bot.web.play.own_games import own_game
from bot.web.refusals import Json, Refusal, RefusedError
from bot.web.stored_acts import Answer


@dataclass(frozen=True, slots=True)
class PersonAct:
    """A stored request of a person, and what it is carried out with."""

    service: Service
    user_input: UserInput
    catalogue: Catalogue
    asked: Json

    async def snapshot(self) -> GameSnapshot:
        """Return the game, which must be the person's own."""
        return await own_game(self.service, self.user_input, self.asked["game"])

    async def check_version(self, snapshot: GameSnapshot) -> None:
        """Refuse a request for an older board; the arrival of sheets changes no board.

        Raises:
            RefusedError: 409, with the game's version.
        """
        service, version = self.service, self.asked["version"]
        if version == snapshot.seq:
            return
        if 0 < version < snapshot.seq:
            then, _ = await load_game(service.unit.tx, service.shared, snapshot.game.id, version)
            if step(then, version) == snapshot.step:
                return
        text = say("web.moved_on", game=snapshot.game.id)
        raise RefusedError(Refusal(HTTPStatus.CONFLICT, "moved_on", text, version=snapshot.seq))


Handler = Callable[[PersonAct], Awaitable[Answer]]
"""Carries out a request, in the transaction of its effect.

A refusal that it raises undoes everything; with one that it returns, what it stored stays.
"""
