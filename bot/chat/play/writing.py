"""The choice of the game for a written line: replied to, named, the only one, or asked.

Notes, messages to the opponent and conditions use it. The text is stored while the bot asks, so
that a button with the game is enough.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.chat.choosing import game_rows
from bot.chat.play.coming_games import nothing_running, without_game
from bot.chat.play.games_meant import Needs, a_game, games_meant
from bot.chat.play.typed_moves import read_move
from bot.runtime.shared import UserInput
from bot.service.readers.matches.match_snapshots import CODE_LENGTH
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import WRITE_FOR, TextKind
from bot.texts.messages import say
from engine.typed import code_first, undecorated
from storage.play.game_rows import GameRow

Write = Callable[[Service, UserInput, GameSnapshot, str], Awaitable[None]]
"""Writes the text about the game, or does what it says there."""

_NAMED: Final = re.compile(r"(?P<code>[A-Za-z0-9]{2,12}/[12])(?:\s+(?P<text>.*))?", re.DOTALL)
"""A game's code and a text; also a mistyped code, so that it is refused and not sent as a text."""


def stored_as(kind: TextKind) -> str:
    """Return the key under which a text of that kind waits for its game."""
    return f"text for {kind}"


class GameAndText(NamedTuple):
    """What a person wrote: the code of a game or match that they named first, and the text."""

    code: str
    """Empty if they named none."""
    text: str


def split_game(text: str) -> GameAndText:
    """Return the code that begins the text, and the rest.

    A match's code is enough before a move.
    """
    typed = code_first(text)
    match = _NAMED.fullmatch(typed) or _NAMED.fullmatch(undecorated(typed))
    if match is not None:
        rest = (match["text"] or "").strip()
        return GameAndText(match["code"].upper(), rest if undecorated(rest) else "")
    move = read_move(text)
    if move is None:
        return GameAndText("", text.strip())
    return GameAndText(move.code, move.text)


async def named_first(service: Service, user_input: UserInput, text: str) -> GameAndText:
    """Return the code that begins the text, and the rest.

    The code of a match is enough if it is one of the person's; otherwise it is a word.
    """
    code, rest = split_game(text)
    if not code and text.strip():
        first, *after = text.split(maxsplit=1)
        name = first.rstrip(":,")
        if len(name) == CODE_LENGTH and await service.named_games.is_seen(user_input, name):
            return GameAndText(name.upper(), "".join(after).strip())
    return GameAndText(code, rest)


async def about_a_game(  # noqa: PLR0913  (the person, the text, its kind and its handler)
    service: Service,
    user_input: UserInput,
    kind: TextKind,
    text: str,
    write: Write,
    *,
    preferred: Callable[[GameRow], bool] | None = None,
    needs: Needs = a_game,
    by_partner: bool = False,
) -> None:
    """Write the text about the game meant, or ask which (`game_buttons.WRITES`).

    If some running games are `preferred`, only those count. `needs`: what the text needs of a game.
    `by_partner`: of finished games, offer only the last of each match, because the opponent
    matters.
    """
    code, rest = await named_first(service, user_input, text)
    if code:
        await write(service, user_input, await service.named_games.of_code(user_input, code), rest)
        return
    replied = await service.named_games.replied_to(user_input)
    if replied is not None:
        await write(service, user_input, replied, rest)
        return
    person = user_input.person.id
    meant = await games_meant(service, person, needs, by_partner=by_partner)
    if preferred is not None:
        meant = list(filter(preferred, meant)) or meant
    if not meant:
        service.reply(
            user_input, await nothing_running(service, person, without_game(user_input.person))
        )
    elif len(meant) == 1:
        await write(service, user_input, await service.games.of_row(meant[0]), rest)
    else:
        await service.dialogues.keep_typed(user_input, stored_as(kind), rest)
        message = f"{user_input.incoming.message}"
        rows = await game_rows(
            service, person, meant, lambda label, game: WRITE_FOR.button(label, kind, game, message)
        )
        service.reply(user_input, say("games.which"), rows)
