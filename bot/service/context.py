"""The base of one unit of work: the unit, the shared settings, and answers.

An answer goes at once to the chat that wrote; `bot.service.notices.notifier` sends all other
messages.
"""

import secrets
from datetime import date
from zoneinfo import ZoneInfo

from bot.runtime.shared import BotSettings, UserInput
from bot.runtime.unit import UnitOfWork
from bot.texts.i18n import load_catalogue
from bot.texts.languages import negotiate
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.pictures import Document, Picture
from bot.texts.reader import Reader
from engine.games.events import EditionRef
from engine.thinking_time import day_of
from storage.people.people import Person


def reader_of(person: Person) -> Reader:
    """Return the person as the reader of their messages: language, time zone, and sound."""
    language = person.language or negotiate(None)
    return Reader(language, ZoneInfo(person.time_zone), mute=person.mute)


class Context:
    """One unit of work, with the ways to answer the person who wrote."""

    def __init__(self, unit: UnitOfWork, shared: BotSettings) -> None:
        self.unit = unit
        self.shared = shared

    def today(self) -> date:
        """Return the current day in the federation's time zone."""
        return day_of(self.unit.now, self.shared.rules.time_zone)

    def todays_edition(self) -> EditionRef:
        """Return the edition of the word list that is in force today."""
        return self.shared.edition_on(self.today())

    @staticmethod
    def new_token() -> str:
        """Return a new token that identifies something in buttons, links and keys of messages.

        It has 72 random bits, so nobody can guess another person's.
        """
        return secrets.token_urlsafe(9)

    def reply(  # noqa: PLR0913  (each is a field of the notice)
        self,
        user_input: UserInput,
        text: Text,
        buttons: Buttons = (),
        *,
        pictures: tuple[Picture, ...] = (),
        document: Document | None = None,
        about: str = "",
        dedup: str = "",
        under: int | None = None,
    ) -> None:
        """Answer in the chat that wrote, at any hour, because the person is there.

        `about`: the thread of the message, such as a game; "" for none. `dedup`: the key by which
        the sent message is found again, for edits. `under`: the number of the message that it
        replies to.
        """
        self.unit.say(
            Notice(
                to=user_input.incoming.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                document=document,
                about=about,
                thread=user_input.incoming.thread,
                dedup=dedup,
                reply_to=under,
            )
        )

    def answer(self, user_input: UserInput, text: Text, buttons: Buttons = ()) -> None:
        """Answer a press by editing its message, anything else by a new message."""
        if user_input.incoming.callback:
            self.edit(user_input, text, buttons)
        else:
            self.reply(user_input, text, buttons)

    def edit(
        self,
        user_input: UserInput,
        text: Text,
        buttons: Buttons = (),
        *,
        pictures: tuple[Picture, ...] = (),
    ) -> None:
        """Edit the message whose button was pressed, and answer the press if nothing else has.

        If the message shows all that already, the answer says so, because nothing else is seen.
        """
        if not any(notice.answers for notice in self.unit.notices):
            is_shown = not pictures and self._is_shown(user_input, text, buttons)
            self.toast(user_input, say("button.shown") if is_shown else None)
        self.unit.say(
            Notice(
                to=user_input.incoming.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                edits=user_input.incoming.message,
                captioned=user_input.incoming.captioned,
            )
        )

    def _is_shown(self, user_input: UserInput, text: Text, buttons: Buttons) -> bool:
        """Return whether the press only repeats what its message shows: this text, these buttons.

        A press that sends something else has done so although its message stays the same.
        """
        if self.unit.notices:
            return False
        shown = user_input.incoming.shown
        pressable = [button for row in buttons for button in row if button.data]
        if shown is None or [button.data for button in pressable] != [
            button_data for _, button_data in shown.buttons
        ]:
            return False  # mostly so, and then nothing need be rendered
        reader = reader_of(user_input.person)
        catalogue = load_catalogue(reader.language, formal=self.shared.is_formal)
        labels = [catalogue.plain(button.label, reader.zone) for button in pressable]
        if labels != [label for label, _ in shown.buttons]:
            return False
        return catalogue.plain(text, reader.zone).strip() == shown.text.strip()

    def answer_late(self, user_input: UserInput, text: Text) -> None:
        """Say why a press has no effect any more; its message stays.

        The press may be a second tap, and the message what the first one has brought about.
        """
        self.toast(user_input, text, alert=True)

    def react(self, user_input: UserInput, emoji: str) -> None:
        """Put an emoji on the person's message instead of an answer."""
        incoming = user_input.incoming
        self.unit.say(Notice(to=incoming.chat, reaction=emoji, reply_to=incoming.message))

    def toast(
        self, user_input: UserInput, text: Text | None = None, *, alert: bool = False
    ) -> None:
        """Answer a button press: silently, with a toast, or with an alert."""
        if user_input.incoming.callback:
            answer = Notice(
                to=user_input.incoming.chat,
                text=text,
                answers=user_input.incoming.callback,
                alert=alert,
            )
            self.unit.say(answer)
