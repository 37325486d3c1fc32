"""What handlers store between two messages of one person: a text, a preview's hash, a day.

`questions` beside it stores the open question. Each key belongs to one handler.
"""

import hashlib
import json

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.previews import QUESTION_LIFE
from bot.texts.messages import Text
from bot.texts.outgoing import text_to_json
from storage.conversation import dialogues
from storage.conversation.dialogues import WaitingValue


class Dialogues:
    """Stores the data of dialogues with people."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._tx = context.unit.tx

    async def remember(self, user_input: UserInput, key: str, text: str) -> None:
        """Store the person's text under that key, in place of an earlier one."""
        await dialogues.put(self._tx, user_input.person.id, key, text, user_input.at)

    async def recall(self, user_input: UserInput, key: str) -> str | None:
        """Return and delete the text stored under that key; None if it is older than a day."""
        stored = await dialogues.take(self._tx, user_input.person.id, key)
        if stored is None or user_input.at - stored.at > QUESTION_LIFE:
            return None
        return stored.value

    async def keep_typed(self, user_input: UserInput, key: str, text: str) -> None:
        """Store a typed text under that key, tagged with the number of its message."""
        await self.keep_tagged(user_input, key, f"{user_input.incoming.message}", text)

    async def keep_tagged(self, user_input: UserInput, key: str, tag: str, text: str) -> None:
        """Store the text under that key, for the buttons that have the tag."""
        await self.remember(user_input, key, json.dumps([tag, text]))

    async def take_tagged(self, user_input: UserInput, key: str, tag: str) -> str | None:
        """Return and delete the text with that tag; None if it is older than a day.

        None also after a later text under the same key, which stays for its own buttons, and for
        what an earlier version has stored, which has no tag.
        """
        stored = await self.kept(user_input, key)
        if stored is None or user_input.at - stored.at > QUESTION_LIFE:
            return None
        match _tagged(stored.value):
            case [str(stored_tag), str(text)] if stored_tag == tag:
                await self.forget(user_input, key)
                return text
        return None

    async def kept(self, user_input: UserInput, key: str) -> WaitingValue | None:
        """Return what is stored under that key, of any age, and leave it; None without it."""
        return await dialogues.get(self._tx, user_input.person.id, key)

    async def forget(self, user_input: UserInput, key: str) -> None:
        """Delete what is stored under that key."""
        await dialogues.forget(self._tx, user_input.person.id, key)

    async def remember_shown(self, user_input: UserInput, key: str, text: Text) -> None:
        """Store what the person is asked to confirm, as a hash."""
        await self.remember(user_input, key, _hash(text))

    async def is_as_shown(self, user_input: UserInput, key: str, text: Text) -> bool:
        """Return whether exactly this was shown last; if not, store it as shown now."""
        if await self.recall(user_input, key) == _hash(text):
            return True
        await self.remember_shown(user_input, key, text)
        return False

    async def is_done_today(self, user_input: UserInput, key: str) -> bool:
        """Return whether the person has done this today, as `first_today` stored it."""
        stored = await self.kept(user_input, key)
        return stored is not None and stored.value == self._context.today().isoformat()

    async def first_today(self, user_input: UserInput, key: str) -> bool:
        """Return whether the person does this for the first time today, and store that."""
        today = self._context.today().isoformat()
        before = await dialogues.take(self._tx, user_input.person.id, key)
        await dialogues.put(self._tx, user_input.person.id, key, today, user_input.at)
        return before is None or before.value != today


def _hash(text: Text) -> str:
    """Return a hash of the text's key and facts."""
    return hashlib.sha256(json.dumps(text_to_json(text)).encode()).hexdigest()


def _tagged(value: str) -> object:
    """Return the stored pair of a tag and its text; None if the value is no JSON."""
    try:
        return json.loads(value)
    except ValueError:
        return None
