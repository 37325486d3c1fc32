"""Photographs of players' own sheets, until their move is sent (art. 4.2).

A photograph belongs to the move that it was sent with or after, and is forwarded only with it. The
move has a preview, or a question to its author or to the arbiter is open.
"""

import json
from dataclasses import asdict
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.texts.messages import Relayed
from engine.cases.events import CaseId
from engine.ids import PersonId
from storage.conversation import dialogues
from storage.play.previews import Preview

_PHOTO: Final = "photo"
"""The key of the photograph for an open question; those of previews and cases begin with it."""


class SheetPhotos:
    """Reads and stores the photographs that wait with a move."""

    def __init__(self, context: Context) -> None:
        self._tx = context.unit.tx

    async def keep(
        self, user_input: UserInput, preview: Preview | None, photo: Relayed | None
    ) -> None:
        """Store the sheet of a preview, or of an open question; without a photograph, none is left.

        A preview's is stored by its game, with the preview's token, so that a new preview has none.
        """
        key, owner = (_PHOTO, "") if preview is None else (_preview_key(preview), preview.token)
        stored = json.dumps([owner, asdict(photo) if photo else None])
        await dialogues.put(self._tx, user_input.person.id, key, stored, user_input.at)

    async def attach(
        self, user_input: UserInput, photo: Relayed, preview: Preview | None = None
    ) -> bool:
        """Store the sheet as `keep` does; return whether it replaced an earlier one."""
        if preview is None:
            before = await self.of_question(user_input)
        else:
            before = await self.of_preview(user_input.person.id, preview)
        await self.keep(user_input, preview, photo)
        return before is not None

    async def has(self, preview: Preview) -> bool:
        """Return whether the preview has a photographed sheet."""
        return await self.of_preview(preview.person, preview) is not None

    async def of_preview(self, person: PersonId, preview: Preview) -> Relayed | None:
        """Return the sheet of that preview, or None."""
        return await self._stored(person, _preview_key(preview), preview.token)

    async def of_question(self, user_input: UserInput) -> Relayed | None:
        """Return the sheet of the move about which the person is asked, or None."""
        return await self._stored(user_input.person.id, _PHOTO, "")

    async def take(self, user_input: UserInput, preview: Preview) -> Relayed | None:
        """Return the sheet of a taken preview, or None, and delete it."""
        photo = await self.of_preview(user_input.person.id, preview)
        if photo is not None:
            await dialogues.forget(self._tx, user_input.person.id, _preview_key(preview))
        return photo

    async def take_of_question(self, user_input: UserInput) -> Relayed | None:
        """Return the sheet of the move about which the person was asked, or None, and delete it."""
        photo = await self.of_question(user_input)
        await dialogues.forget(self._tx, user_input.person.id, _PHOTO)
        return photo

    async def keep_in_case(self, user_input: UserInput, case: CaseId, photo: Relayed) -> None:
        """Store the sheet of a move that waits for the arbiter's answer."""
        stored = json.dumps(asdict(photo))
        await dialogues.put(self._tx, user_input.person.id, _case_key(case), stored, user_input.at)

    async def take_from_case(self, person: PersonId, case: CaseId) -> Relayed | None:
        """Return the sheet of the move in that case, or None, and delete it."""
        stored = await dialogues.take(self._tx, person, _case_key(case))
        return None if stored is None else Relayed(**json.loads(stored.value))

    async def _stored(self, person: PersonId, key: str, owner: str) -> Relayed | None:
        """Return the photograph under the key that has this owner, or None.

        `owner`: the token of its preview; "" for a question.
        """
        stored = await dialogues.get(self._tx, person, key)
        stored_owner, photo = json.loads(stored.value) if stored else ("", None)
        return Relayed(**photo) if photo and stored_owner == owner else None


def _preview_key(preview: Preview) -> str:
    """Return the key for the photograph of a game's preview."""
    return f"{_PHOTO}:{preview.game_id}"


def _case_key(case: CaseId) -> str:
    """Return the key for the photograph of a move in a case."""
    return f"{_PHOTO}:{case}"
