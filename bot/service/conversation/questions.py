"""What a person was asked and has not answered.

A person has one open question at most. It stays open until it is answered well, another takes its
place, he types a command, or a day has passed: an answer that is refused is simply given again. Who
takes the answers is the table `bot.chat.routes.ANSWERS`.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.play.previews import QUESTION_LIFE
from bot.texts.messages import Button, say
from storage.play import previews

if TYPE_CHECKING:
    from bot.service.context import Context


def way_out(topic: str) -> tuple[Button]:
    """Return the row of buttons by which somebody no longer wants to answer that question."""
    return (Button(say("button.undecide"), f"keep:{topic}"),)


@dataclass(frozen=True, slots=True)
class Question:
    """What a person was asked: the topic names who takes the answer."""

    topic: str
    about: str
    """What the answer is about, as whoever asked wrote it."""


class Questions:
    """What a handler asks and will be told in a later message."""

    def __init__(self, here: "Context") -> None:
        self._tx = here.unit.tx

    async def ask(self, said: Said, topic: str, about: str = "") -> None:
        """Take the person's next text or file as the answer, in place of any other question."""
        value = json.dumps([topic, about])
        await previews.wait_for(self._tx, said.person.id, previews.QUESTION, value, said.at)

    async def open(self, said: Said) -> Question | None:
        """Return what the person was asked and has not answered; it stays open."""
        kept = await previews.waiting_for(self._tx, said.person.id, previews.QUESTION)
        if kept is None or said.at - kept[1] > QUESTION_LIFE:
            return None
        topic, about = json.loads(kept[0])
        return Question(topic, about)

    async def drop(self, said: Said, topic: str, about: str | None = None) -> None:
        """Close the open question if it is of that topic, and about that where it is given."""
        question = await self.open(said)
        if question is not None and question.topic == topic and about in {None, question.about}:
            await self.close(said)

    async def close(self, said: Said) -> None:
        """Ask nothing any more: the answer was good, or is no longer wanted."""
        await previews.forget_waiting(self._tx, said.person.id, previews.QUESTION)
