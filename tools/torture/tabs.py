"""Players in the Mini App: they repeat a request with the same number until it is answered."""

import asyncio
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Final
from urllib.parse import quote
from uuid import UUID

import httpx

from bot.runtime.http_client import HttpClient
from engine.games.game import Game
from sandbox import SandboxUser
from tools.torture.records import Line, Records

MOST_TRIES: Final = 600
"""The most attempts of a person; a program restarts within seconds."""
_PAUSE: Final = 0.2
"""Seconds between two attempts."""
_PATIENCE: Final = 15.0
"""Seconds that an answer may take; the server has ten."""


class NoAnswerError(Exception):
    """The Mini App does not answer a person."""


@dataclass(slots=True)
class Tabs:
    """The Mini App as people use it, at the address that all programs share."""

    base_url: str
    records: Records
    random: Random
    _tokens: dict[int, str] = field(default_factory=dict)
    """The token of each person, by their Telegram id."""

    async def move(self, author: SandboxUser, game: Game, version: int, typed: str) -> None:
        """Let a person make a move in the game as they see it; return once it is confirmed.

        Raises:
            NoAnswerError: there is no answer, or the move is refused.
        """
        sent: dict[str, object] = {"version": version, "id": self._number()}
        sent |= {"pass": True} if typed == "PAS" else {"placement": typed}
        await self._insist(author, "POST", f"{_path(game)}/moves", sent)

    async def note(self, author: SandboxUser, game: Game, version: int, line: Line) -> None:
        """Let a person write that line as their whole notebook; return once it is confirmed.

        Raises:
            NoAnswerError: there is no answer, or the request is refused.
        """
        sent: dict[str, object] = {"version": version, "id": self._number(), "lines": [line]}
        sent["revision"] = len(self.records.notebooks.get((game.id, author.id), ()))
        await self._insist(author, "PUT", f"{_path(game)}/notebook", sent)

    async def _insist(
        self, author: SandboxUser, method: str, path: str, sent: dict[str, object]
    ) -> None:
        """Send the request, and repeat it with the same number until it is done."""
        for attempt in range(MOST_TRIES):
            self.records.asked_again["asked again in the Mini App"] += attempt > 0
            answer = await self._answer(author, method, path, sent)
            if answer is not None and answer.status_code == HTTPStatus.OK:
                return
            if answer is not None and answer.status_code == HTTPStatus.CONFLICT:
                raise NoAnswerError(f"{path}: {sent}: {answer.text}")
            if answer is not None and answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
                sent["id"] = self._number()  # the clock was wrong, so the number changes
            await asyncio.sleep(_PAUSE)
        raise NoAnswerError(f"{path}: {author.name} cannot have {sent} done in the Mini App")

    def _number(self) -> str:
        """Return a new number of a request; the seed decides it."""
        return str(UUID(int=self.random.getrandbits(128), version=4))

    async def _answer(
        self, author: SandboxUser, method: str, path: str, sent: dict[str, object]
    ) -> httpx.Response | None:
        """Return the answer; None if there is none, or the person must open the page again."""
        async with HttpClient(base_url=self.base_url, timeout=_PATIENCE) as client:
            try:
                token = self._tokens.get(author.id) or await self._open(client, author)
                headers = {"Authorization": f"Bearer {token}"}
                answer = await client.request(method, path, json=sent, headers=headers)
            except httpx.HTTPError:
                return None
        if answer.status_code == HTTPStatus.UNAUTHORIZED:
            self._tokens.pop(author.id, None)
        return answer

    async def _open(self, client: httpx.AsyncClient, author: SandboxUser) -> str:
        """Return a token for a person who opens the Mini App; "" if it does not answer."""
        headers = {"Authorization": f"tma {author.signed()}"}
        answer = await client.post("/app/api/session", headers=headers)
        token = answer.json().get("token", "") if answer.status_code == HTTPStatus.OK else ""
        if token:
            self._tokens[author.id] = token
        return token


def _path(game: Game) -> str:
    return f"/app/api/games/{quote(game.id, safe='')}"
