"""Open questions to people.

A person has at most one open question. It ends with a valid answer, another question, a command, or
after a day; a refused answer may be repeated. The table `bot.chat.routes.ANSWERS` names the
handlers.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.previews import QUESTION_LIFE
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import Button, say
from storage.conversation import dialogues


def way_out(topic: str) -> tuple[Button]:
    """Return the row with the button that cancels the question of that topic."""
    return (KEEP.button(say("button.undecide"), topic),)


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person; the topic selects the handler of the answer."""

    topic: str
    """A key of `bot.chat.routes.ANSWERS`."""
    about: str
    """The subject of the question, in its asker's format."""
    at: datetime
    """The instant at which it was asked."""


class Questions:
    """Stores a handler's questions until their answers arrive."""

    def __init__(self, context: Context) -> None:
        self._tx = context.unit.tx

    async def ask(self, user_input: UserInput, topic: str, about: str = "") -> None:
        """Take the person's next text or file as the answer, in place of another question.

        The caller sends the text of the question. `about`: its subject, for the answer's handler.
        """
        stored = json.dumps([topic, about])
        await dialogues.put(
            self._tx, user_input.person.id, dialogues.QUESTION, stored, user_input.at
        )

    async def open(self, user_input: UserInput) -> Question | None:
        """Return the person's open question, or None; it stays open."""
        stored = await dialogues.get(self._tx, user_input.person.id, dialogues.QUESTION)
        if stored is None or user_input.at - stored.at > QUESTION_LIFE:
            return None
        topic, about = json.loads(stored.value)
        return Question(topic, about, stored.at)

    async def drop(self, user_input: UserInput, topic: str, about: str | None = None) -> None:
        """Close the open question if it has that topic and, if given, that subject.

        Another question stays open.
        """
        question = await self.open(user_input)
        if question is not None and question.topic == topic and about in {None, question.about}:
            await self.close(user_input)

    async def close(self, user_input: UserInput) -> None:
        """Close the open question: the answer was valid, or is no longer wanted."""
        await dialogues.forget(self._tx, user_input.person.id, dialogues.QUESTION)
