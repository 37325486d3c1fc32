"""Open questions to people.

A person has at most one open question. It ends with a valid answer, another question, a command, or
after a day; a refused answer may be repeated. The table `bot.chat.routes.ANSWERS` names the
handlers.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.previews import QUESTION_LIFE
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import Button, say
from storage.conversation import dialogues
from storage.conversation.dialogues import StoredQuestion


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person; the topic selects the handler of the answer."""

    topic: str
    """A key of `bot.chat.routes.ANSWERS`."""
    about: str
    """The subject of the question, in its asker's format."""
    at: datetime
    """The instant at which it was asked."""
    token: str
    """The token in its buttons; "" if an earlier version asked."""

    @property
    def way_out(self) -> tuple[Button]:
        """Return the row with the button that cancels this question, and no later one."""
        return (KEEP.button(say("button.undecide"), self.topic, self.token),)


class Questions:
    """Stores a handler's questions until their answers arrive."""

    def __init__(self, context: Context) -> None:
        self._tx = context.unit.tx
        self._new_token = context.new_token

    async def ask(self, user_input: UserInput, topic: str, about: str = "") -> Question:
        """Take the person's next text or file as the answer, in place of another question.

        The caller sends the text of the returned question. A repeated question keeps its token, so
        that each of its messages can cancel it. `about`: its subject, for the answer's handler.
        """
        asked = await self.open(user_input)
        is_repeated = asked is not None and (asked.topic, asked.about) == (topic, about)
        token = asked.token if asked is not None and is_repeated else ""
        question = Question(topic, about, user_input.at, token or self._new_token())
        stored = StoredQuestion(question.topic, question.about, question.token).written()
        await dialogues.put(
            self._tx, user_input.person.id, dialogues.QUESTION, stored, user_input.at
        )
        return question

    async def open(self, user_input: UserInput) -> Question | None:
        """Return the person's open question, or None; it stays open."""
        stored = await dialogues.get(self._tx, user_input.person.id, dialogues.QUESTION)
        if stored is None or user_input.at - stored.at > QUESTION_LIFE:
            return None
        topic, about, token = StoredQuestion.read(stored.value)
        return Question(topic, about, stored.at, token)

    async def cancel(self, user_input: UserInput, topic: str, token: str) -> None:
        """Close the open question if it has that topic and token; another one stays open."""
        question = await self.open(user_input)
        if question is not None and (question.topic, question.token) == (topic, token):
            await self.close(user_input)

    async def drop(self, user_input: UserInput, topic: str, about: str = "") -> None:
        """Close the open question if a button has settled it: of that topic, and about that.

        Another question stays open. `about`: its subject, or the part of it before a colon; "" for
        any subject.
        """
        question = await self.open(user_input)
        if question is None or question.topic != topic:
            return
        if not about or question.about == about or question.about.startswith(f"{about}:"):
            await self.close(user_input)

    async def close(self, user_input: UserInput) -> None:
        """Close the open question, which the person has answered, or left by a command.

        A button may belong to another question, so its handler uses `drop`.
        """
        await dialogues.forget(self._tx, user_input.person.id, dialogues.QUESTION)
