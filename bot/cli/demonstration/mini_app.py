"""A move in the Mini App, as the demonstration's players in Telegram make it."""

from http import HTTPStatus
from urllib.parse import quote
from uuid import uuid4

import httpx

from engine.games.game import Game
from engine.notation import is_pass
from sandbox import SandboxUser

PATIENCE = 60.0
"""Seconds that an answer may take on a busy machine."""
API = "/app/api"


class TapError(Exception):
    """The Mini App refused an expected request."""


async def tap(public_url: str, player: SandboxUser, game: Game, choice: str) -> None:
    """Let a player open the Mini App, read the game, preview the move, and send it.

    Raises:
        TapError: the player is not let in, or the move is refused.
    """
    path = f"{API}{board_path(game)}"
    async with httpx.AsyncClient(base_url=public_url, timeout=PATIENCE) as page:
        signed = {"Authorization": f"tma {player.signed()}"}
        session = _body(await page.post(f"{API}/session", headers=signed))
        page.headers["Authorization"] = f"Bearer {session['token']}"
        version = _body(await page.get(path))["version"]
        preview = _body(await page.post(f"{path}/preview", json={"placement": choice}))
        if preview["faults"]:
            raise TapError(f"{choice}: {preview['faults']}")
        _body(await page.post(f"{path}/moves", json=move_request(choice, version)))


def board_path(game: Game) -> str:
    """Return the address of a game's board in the page's interface."""
    return f"/games/{quote(game.id, safe='')}"


def move_request(choice: str, version: object) -> dict[str, object]:
    """Return the request that sends a move on the board of that version."""
    move: dict[str, object] = {"pass": True} if is_pass(choice) else {"placement": choice}
    return {**move, "version": version, "id": str(uuid4())}


def _body(answer: httpx.Response) -> dict[str, object]:
    """Return the content of an answer; raise `TapError` if it is a refusal."""
    if answer.status_code != HTTPStatus.OK:
        raise TapError(f"{answer.status_code}: {answer.text}")
    body: dict[str, object] = answer.json()
    return body
