"""The base of one unit of work: the unit, the shared settings, and answers.

An answer goes at once to the chat that wrote; `bot.service.notify` sends all other messages.
"""

from datetime import date

from bot.runtime.shared import Said, Shared
from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Buttons, Notice, Text
from bot.texts.pictures import Document, Picture
from engine.thinking_time import day_of


class Context:
    """One unit of work, with the ways to answer the person who wrote."""

    def __init__(self, unit: UnitOfWork, shared: Shared) -> None:
        self.unit = unit
        self.shared = shared

    def today(self) -> date:
        """Return the current day in the federation's time zone."""
        return day_of(self.unit.now, self.shared.rules.time_zone)

    def reply(  # noqa: PLR0913  (each is a field of the notice)
        self,
        said: Said,
        text: Text,
        buttons: Buttons = (),
        *,
        pictures: tuple[Picture, ...] = (),
        document: Document | None = None,
        about: str = "",
        key: str = "",
        under: int | None = None,
    ) -> None:
        """Answer in the chat that wrote, at any hour, because the person is there.

        `key`: identifies the message once it is sent. `under`: the message that it replies to.
        """
        self.unit.say(
            Notice(
                to=said.incoming.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                document=document,
                about=about,
                thread=said.incoming.thread,
                dedup=key,
                reply_to=under,
            )
        )

    def answer(self, said: Said, text: Text, buttons: Buttons = ()) -> None:
        """Answer a press by editing its message, anything else by a new message."""
        if said.incoming.callback:
            self.edit(said, text, buttons)
        else:
            self.reply(said, text, buttons)

    def edit(
        self,
        said: Said,
        text: Text,
        buttons: Buttons = (),
        *,
        pictures: tuple[Picture, ...] = (),
    ) -> None:
        """Edit the message whose button was pressed, and count the press as answered."""
        self.toast(said)
        self.unit.say(
            Notice(
                to=said.incoming.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                edits=said.incoming.message,
                captioned=said.incoming.captioned,
            )
        )

    def react(self, said: Said, emoji: str) -> None:
        """Put an emoji on the person's message instead of an answer."""
        incoming = said.incoming
        self.unit.say(Notice(to=incoming.chat, reaction=emoji, reply_to=incoming.message))

    def toast(self, said: Said, text: Text | None = None, *, alert: bool = False) -> None:
        """Answer a button press: silently, with a toast, or with an alert."""
        if said.incoming.callback:
            answer = Notice(
                to=said.incoming.chat, text=text, answers=said.incoming.callback, alert=alert
            )
            self.unit.say(answer)
