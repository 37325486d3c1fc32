"""Finds the game that a person means: by a typed code, or by the message they reply to."""

import re
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.matches.match_snapshots import CODE_LENGTH
from bot.service.readers.play.game_snapshots import Games, GameSnapshot
from bot.texts.clean_text import cut_code
from engine.correspondence import game_of
from engine.errors import Fault, GameStateError
from engine.ids import GameId
from engine.notation import fold
from engine.typed import undecorated, visible
from storage.play import game_rows
from storage.play.game_rows import GameRow
from storage.queues import outbox

_GAME_CODE: Final = re.compile(r"\b[A-Z0-9]+/[12]\b")
"""A game's code in a message, such as `K7QF/2`."""


class NamedGames:
    """The games that a person means, among those that they play, have played or rule."""

    def __init__(self, context: Context, games: Games) -> None:
        self._tx, self._games = context.unit.tx, games

    async def of_command(self, user_input: UserInput) -> GameSnapshot | None:
        """Return the game that a command names, or else the one replied to; None without either.

        Raises:
            GameStateError: the person sees no such game.
        """
        code = await self.code_in(user_input)
        is_word = code.isalpha() and len(code) != CODE_LENGTH  # `/abandon definitiv`
        if code and not is_word:
            return await self.of_code(user_input, code)
        return await self.replied_to(user_input)

    async def code_in(self, user_input: UserInput) -> str:
        """Return the word of a command that is or may be a code, in upper case; "" without one.

        It is the first code of a game or match that the person sees. Without one, a mistyped code
        must be refused and not ignored. So it is a word alone, or else the first word with a digit
        that has the form of a code or consists of letters and digits.
        """
        plain = undecorated(fold(user_input.args)).upper()
        words = [word.rstrip(":,;.!?") for word in plain.split()]
        in_form = [word for word in words if "/" in word or len(word) == CODE_LENGTH]
        if in_form:
            seen = await self._seen(user_input)
            codes = {code for row in seen for code in (row.game_id, row.match_id)}
            if known := next((word for word in in_form if word in codes), ""):
                return known
        if len(words) == 1:
            return words[0]
        mixed = [word for word in words if word.isalnum() and re.search(r"[A-Z]", word)]
        return next((word for word in (*in_form, *mixed) if re.search(r"\d", word)), "")

    async def of_code(self, user_input: UserInput, text: str) -> GameSnapshot:
        """Return the game of a typed code, `K7QF` or `K7QF/2`, if the person may see it.

        A match's code means its last changed game.

        Raises:
            GameStateError: the person sees no such game.
        """
        games = await self._seen_of_code(user_input, text)
        if not games:
            raise GameStateError(Fault("no_such_game", facts={"game": cut_code(_code(text))}))
        return await self._games.visible(user_input, games[0])

    async def is_seen(self, user_input: UserInput, text: str) -> bool:
        """Return whether a typed code is that of a game or match the person plays or rules."""
        return bool(await self._seen_of_code(user_input, text))

    async def _seen_of_code(self, user_input: UserInput, text: str) -> list[GameId]:
        """Return the games of a typed code that the person sees, the last changed first."""
        code, seen = _code(text), await self._seen(user_input)
        return [GameId(row.game_id) for row in seen if code in {row.game_id, row.match_id}]

    async def _seen(self, user_input: UserInput) -> list[GameRow]:
        """Return the games that the person plays, has played or rules, the last changed first."""
        return await game_rows.games_seen_by(self._tx, user_input.person.id)

    async def replied_to(self, user_input: UserInput) -> GameSnapshot | None:
        """Return the game of the message replied to, or None if it is about no game of theirs.

        Telegram may have accepted a notice whose number never arrived. Its text then tells the
        game, if it names exactly one that the person plays or rules.

        Raises:
            GameStateError: the message's number belongs to a game that the person no longer sees.
        """
        if thread := await self.thread_replied_to(user_input):
            return await self._of_thread(user_input, thread)
        named = set(_GAME_CODE.findall(visible(user_input.incoming.reply_text)))
        if not named:
            return None
        seen = await self._seen(user_input)
        games = [GameId(row.game_id) for row in seen if row.game_id in named]
        return await self._games.visible(user_input, games[0]) if len(games) == 1 else None

    async def replied_to_by_number(self, user_input: UserInput) -> GameSnapshot | None:
        """Return the game under which the number of the message replied to is stored, or None.

        Raises:
            GameStateError: as in `replied_to`.
        """
        return await self._of_thread(user_input, await self.thread_replied_to(user_input))

    async def _of_thread(self, user_input: UserInput, thread: str) -> GameSnapshot | None:
        """Return the game that a thread is about, or None if it is about a match or nothing."""
        game = game_of(thread)
        return None if game is None else await self._games.visible(user_input, game)

    async def thread_replied_to(self, user_input: UserInput) -> str:
        """Return the thread of the message replied to (`engine.correspondence`), or ""."""
        incoming = user_input.incoming
        if incoming.reply_to is None:
            return ""
        return await outbox.about_of(self._tx, incoming.chat, incoming.reply_to)


def _code(text: str) -> str:
    """Return a typed code as it is stored, though it has blanks around it or small letters."""
    return text.strip().upper()
