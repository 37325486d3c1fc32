"""Typed moves that are not sent: previews with their button, and moves with an open question.

`sheet_photos` stores the photographs that belong to them.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.play.sheet_photos import SheetPhotos
from bot.texts.messages import Notice, Relayed, Text
from engine.games.deadlines import last_day
from engine.ids import GameId
from engine.notation import is_pass
from engine.thinking_time import day_of
from storage.conversation import dialogues
from storage.days import outages
from storage.days.outages import Downtime
from storage.play import previews
from storage.play.previews import Preview
from storage.queues import outbox

TYPED = "placement"
"""The key under which a typed move is stored while its author is asked about it."""
SENT = "sent"
"""The key under which the tokens of a person's sent previews are stored."""
OPENED = "opened"
"""The key under which the game is stored that a person opened last."""
SENT_KEPT = 12
"""The most sent previews that are remembered."""
QUESTION_LIFE = timedelta(hours=24)
"""The time for which a person's text waits for an answer."""
PROMPT = timedelta(hours=1)
"""The time within which a sent preview counts from the message with the move."""


def preview_key(token: str) -> str:
    """Return the key of the message that shows the preview of that token, with its board."""
    return f"preview:{token}"


def refusal_key(token: str) -> str:
    """Return the key of the message that refuses a move only for its words (art. 5.3)."""
    return f"refused:{token}"


def good_until(shown_at: datetime, outages_since: Iterable[Downtime]) -> datetime:
    """Return the instant until which a preview counts from its message (art. 7.1).

    This is one hour; if an outage begins within the hour, it starts again after the outage.
    `outages_since`: the outages since the preview was shown, the earliest first.
    """
    until = shown_at + PROMPT
    for downtime in outages_since:
        if downtime.since <= until and downtime.until > shown_at:
            until = max(until, downtime.until + PROMPT)
    return until


@dataclass(frozen=True, slots=True)
class TypedPreview:
    """A move with a question to its author, and the answer."""

    user_input: UserInput
    """The answer, at the instant from which the move counts."""
    text: str
    """The move as it was typed."""
    photo: Relayed | None
    """The photograph of its sheet, if it came with one."""


class AskedMove(NamedTuple):
    """A typed move about which its author is asked, and the instant of the question."""

    text: str
    asked_at: datetime


class _TypedMove(NamedTuple):
    """A stored move, and the instant at which it was typed."""

    text: str
    at: datetime
    game: str = ""
    """Its game, if the question is not about that; an earlier version stored none."""
    token: str = ""
    """The token in the question's buttons; an earlier version stored none."""


class _UnsentMove(NamedTuple):
    """A move that is not sent: when it was typed, and when the preview or question was shown."""

    typed_at: datetime
    shown_at: datetime


class Previews:
    """Reads and stores the previews of one unit of work."""

    def __init__(self, context: Context, photos: SheetPhotos) -> None:
        self._context, self._photos = context, photos
        self._tx = context.unit.tx

    async def keep(
        self,
        user_input: UserInput,
        snapshot: GameSnapshot,
        placement: str,
        photo: Relayed | None = None,
    ) -> str:
        """Store a move with the event it was checked after; return the button's token.

        The preview that it replaces loses its buttons. `photo`: the player's own sheet, forwarded
        when the move is sent.
        """
        preview = Preview(
            token=self._context.new_token(),
            person=user_input.person.id,
            chat=user_input.incoming.chat,
            game_id=snapshot.game.id,
            seq=snapshot.step,
            placement=placement,
            typed_at=user_input.at,
            shown_at=self._context.unit.now,
        )
        replaced = await previews.keep(self._tx, preview)
        if replaced is not None:
            await self.replace(replaced, "play.replaced")
        if photo is not None:
            await self._photos.keep(user_input, preview, photo)
        return preview.token

    async def played_on_board(
        self, user_input: UserInput, game: GameId, written: str
    ) -> Relayed | None:
        """Remove the buttons of an open preview, because the move was sent from the Mini App.

        Return the preview's photograph if it shows the same move, or None.
        """
        old = await previews.open_preview(self._tx, user_input.person.id, game)
        if old is None:
            return None
        await previews.take(self._tx, old.token, user_input.person.id)
        await self.replace(old, "play.on_board")
        photo = await self._photos.take(user_input, old)
        return photo if old.placement == written else None

    async def replace(self, old: Preview, key: str) -> None:
        """Remove the buttons of the person's last preview or refusal in a game.

        A preview then shows the text of that key; a refusal keeps its reasons.
        """
        message = await outbox.message_of(self._tx, preview_key(old.token), old.chat)
        if message is not None:
            text = Text(key, {"placement": old.placement})
            is_picture = not is_pass(old.placement)
            self._context.unit.say(
                Notice(to=old.chat, text=text, edits=message, captioned=is_picture)
            )
            return
        refused = await outbox.message_of(self._tx, refusal_key(old.token), old.chat)
        if refused is not None:
            self._context.unit.say(Notice(to=old.chat, edits=refused))

    async def note_opened(self, user_input: UserInput, game: GameId) -> None:
        """Store the game that the person opened last, or was to move in."""
        if await self.last_opened(user_input) != game:
            await dialogues.put(self._tx, user_input.person.id, OPENED, game, user_input.at)

    async def last_opened(self, user_input: UserInput) -> str:
        """Return the game that the person opened last, or ""."""
        stored = await dialogues.get(self._tx, user_input.person.id, OPENED)
        return stored.value if stored else ""

    async def take(self, user_input: UserInput, token: str) -> Preview | None:
        """Return the person's own preview of that token, once; None if it is gone."""
        return await previews.take(self._tx, token, user_input.person.id)

    async def instant(
        self, typed_at: datetime, shown_at: datetime, pressed_at: datetime
    ) -> datetime:
        """Return the instant that a move counts from.

        This is the instant of the message with the move, if the player pressed the button soon
        after the preview or a question. Then neither midnight nor an outage between the two costs a
        day (art. 7.1). A player who waits longer has used the time to think.
        """
        # Mostly the hour is enough, and then no outage need be read.
        is_prompt = pressed_at <= shown_at + PROMPT or pressed_at <= await self.good_until(shown_at)
        return typed_at if is_prompt else pressed_at

    async def good_until(self, shown_at: datetime) -> datetime:
        """Return the instant until which that preview counts from its message."""
        return good_until(shown_at, await outages.ended_after(self._tx, shown_at))

    async def grace(self, snapshot: GameSnapshot) -> datetime | None:
        """Return the instant until which the player to move may send a move typed in time.

        None: there is no preview, or it no longer counts from its message (art. 7.1).
        """
        game, now = snapshot.game, self._context.unit.now
        person = game.side(game.turn).person
        unsent: list[_UnsentMove] = []
        preview = await previews.open_preview(self._tx, person, game.id)
        if preview is not None and preview.seq == snapshot.step:
            unsent.append(_UnsentMove(preview.typed_at, preview.shown_at))
        question = await dialogues.get(self._tx, person, TYPED)
        if question is not None:
            typed = _read(question.value)
            if typed.game in {"", game.id}:
                unsent.append(_UnsentMove(typed.at, question.at))
        until = [
            await self.good_until(move.shown_at)
            for move in unsent
            if day_of(move.typed_at, game.rules.time_zone) <= last_day(game)
        ]
        return max((instant for instant in until if now <= instant), default=None)

    async def note_sent(self, user_input: UserInput, token: str) -> None:
        """Store that the person sent this preview, because its button may be pressed again."""
        tokens = [token, *await self._sent(user_input)][:SENT_KEPT]
        await self._store_sent(user_input, tokens)

    async def note_taken_back(self, user_input: UserInput, token: str) -> None:
        """Store that the person took the move of that token back."""
        tokens = [earlier for earlier in await self._sent(user_input) if earlier != token]
        await self._store_sent(user_input, tokens)

    async def was_sent(self, user_input: UserInput, token: str) -> bool:
        """Return whether that preview is among the person's last sent ones."""
        return token in await self._sent(user_input)

    async def _sent(self, user_input: UserInput) -> list[str]:
        """Return the tokens of the person's last sent previews, the latest first."""
        stored = await dialogues.get(self._tx, user_input.person.id, SENT)
        return stored.value.split() if stored else []

    async def _store_sent(self, user_input: UserInput, tokens: Iterable[str]) -> None:
        """Store the tokens of the person's last sent previews."""
        await dialogues.put(self._tx, user_input.person.id, SENT, " ".join(tokens), user_input.at)

    async def keep_typed(
        self, user_input: UserInput, text: str, photo: Relayed | None, game: str = ""
    ) -> str:
        """Store a move and its sheet while the person is asked about the move.

        Return the token of the question's buttons. `game`: its game; "" if that is the question.
        """
        token = self._context.new_token()
        value = json.dumps([text, user_input.at.isoformat(), game, token])
        asked_at = self._context.unit.now
        await dialogues.put(self._tx, user_input.person.id, TYPED, value, asked_at)
        await self._photos.keep(user_input, None, photo)
        return token

    async def take_typed(
        self, user_input: UserInput, token: str, game: str = ""
    ) -> TypedPreview | None:
        """Return and delete the stored move with its sheet; None if it is older than a day.

        `token`, `game`: as in `keep_typed`; a move of another question stays for its own buttons.
        After a long outage an older one still counts.
        """
        stored = await dialogues.get(self._tx, user_input.person.id, TYPED)
        if stored is None:
            return None
        typed = _read(stored.value)
        if (typed.token, typed.game) != (token, game):
            return None
        await dialogues.forget(self._tx, user_input.person.id, TYPED)
        at = await self.instant(typed.at, stored.at, user_input.at)
        if user_input.at - stored.at > QUESTION_LIFE and at != typed.at:
            return None
        answered = replace(user_input, incoming=replace(user_input.incoming, at=at))
        photo = await self._photos.take_of_question(user_input)
        return TypedPreview(answered, typed.text, photo)

    async def typed_last(self, user_input: UserInput) -> list[Preview]:
        """Return the person's previews that are not sent, newest first."""
        return await previews.open_previews(self._tx, user_input.person.id)

    async def asked_about(self, user_input: UserInput) -> AskedMove | None:
        """Return the move that the person is being asked about.

        None: nothing was asked in the last hour, or they have sent something since.
        """
        question = await dialogues.get(self._tx, user_input.person.id, TYPED)
        if question is None or user_input.at - question.at > PROMPT:
            return None
        sent = await dialogues.get(self._tx, user_input.person.id, SENT)
        if sent is not None and sent.at > question.at:
            return None
        return AskedMove(_read(question.value).text, question.at)


def _read(value: str) -> _TypedMove:
    """Return the move of a stored text."""
    text, typed_at, *rest = json.loads(value)
    return _TypedMove(text, datetime.fromisoformat(typed_at), *rest)
