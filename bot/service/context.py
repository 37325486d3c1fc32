"""What everything in one unit of work stands on: the unit, what the bot shares, and an answer.

An answer goes to the chat that spoke, at once; what nobody asked for is sent by
`bot.service.notify`.
"""

from datetime import date

from bot.runtime.shared import Said, Shared
from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Buttons, Notice, Text
from bot.texts.pictures import Document, Picture
from engine.thinking_time import day_of


class Context:
    """One unit of work, and how whoever spoke is answered."""

    def __init__(self, unit: UnitOfWork, shared: Shared) -> None:
        self.unit = unit
        self.shared = shared

    def today(self) -> date:
        """Return the present day where the federation is."""
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
    ) -> None:
        """Answer in the chat that spoke, at once whatever the hour: the person is there.

        `key`: by which the message is found again once it is sent.
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
            )
        )

    def answer(self, said: Said, text: Text, buttons: Buttons = ()) -> None:
        """Answer a press by changing its message, anything else by a new one."""
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
        """Change the message whose button was pressed, and take the press as answered."""
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

    def toast(self, said: Said, text: Text | None = None, *, alert: bool = False) -> None:
        """Answer a button press: silently, by a short toast, or by an alert to be closed."""
        if said.incoming.callback:
            answer = Notice(
                to=said.incoming.chat, text=text, answers=said.incoming.callback, alert=alert
            )
            self.unit.say(answer)
