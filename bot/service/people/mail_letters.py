"""Says what is in each mail to people in browsers; `bot.service.people.occasions` decides which."""

from zoneinfo import ZoneInfo

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.operations.people.mails import stop_token
from bot.service.operations.people.recoveries import MINUTES
from bot.service.people.occasions import is_change, is_told_elsewhere, occasion, shown_before
from bot.service.service import Service
from bot.texts.i18n import Reader, negotiate
from bot.texts.mails import (
    CODE_KEY,
    FORMER_ADDRESS,
    FORMER_KEY,
    FORMER_TEXT,
    RECOVERY_KEY,
    Letter,
)
from bot.texts.messages import Notice, Text, say
from bot.texts.page_links import DEVICE, link_with
from storage.people import (
    former_chats,
    mail_addresses,
    mail_codes,
    mail_recoveries,
    people,
)
from storage.people.addresses import is_browser
from storage.people.mail_addresses import MailAddress
from storage.people.people import Person
from storage.queues.precedence import Precedence


class MailLetters:
    """The mails of stored messages."""

    def __init__(self, runtime: Runtime, shared: BotSettings) -> None:
        self._runtime, self._shared = runtime, shared

    async def letter(self, row: int, notice: Notice, precedence: Precedence) -> Letter | None:
        """Return the mail of the message of that row, or None if only the page shows it."""
        if not is_browser(notice.to) or notice.text is None:
            return None
        if notice.dedup.startswith(FORMER_KEY):
            return await self._former(notice.to, notice.text)
        return await self._own(row, notice, precedence)

    async def _own(self, row: int, notice: Notice, precedence: Precedence) -> Letter | None:
        """Return the mail to the address that the person has, or wants to have."""
        asked = {CODE_KEY: self._code, RECOVERY_KEY: self._recovery}
        special = next((asked[key] for key in asked if notice.dedup.startswith(key)), None)
        if is_change(notice) or not (special or is_told_elsewhere(notice, precedence)):
            return None
        async with self._runtime.database.reading_latest() as tx:
            service = Service(UnitOfWork(tx, self._runtime.clock.now()), self._shared)
            person = await people.by_address(tx, notice.to)
            if person is None:
                return None
            if special is not None:
                return await special(service, person, notice)
            own = await mail_addresses.of(tx, person.id)
            if own is None or not own.takes(row):
                return None
            return await self._told(service, person, own, notice)

    async def _code(self, service: Service, person: Person, notice: Notice) -> Letter | None:
        """Return the mail with a code, if the code is still the person's."""
        asked = await mail_codes.asked(service.unit.tx, person.id, service.unit.now)
        if asked is None or notice.dedup != f"{CODE_KEY}{asked.salt}":
            return None
        code = asked.code(self._shared.mail_key)
        return Letter(
            address=asked.address,
            reader=_reader(person),
            subject=say("mail.code_subject", code=code),
            text=say("mail.code", code=code, who=person.name),
        )

    async def _recovery(self, service: Service, person: Person, notice: Notice) -> Letter | None:
        """Return the mail with the link that adds a device, while that link is valid."""
        salt = notice.dedup.removeprefix(RECOVERY_KEY)
        asked = await mail_recoveries.find(service.unit.tx, salt, service.unit.now)
        if asked is None or asked.person != person.id:
            return None
        code = asked.code(self._shared.mail_key)
        return Letter(
            address=asked.address,
            reader=_reader(person),
            subject=say("recover.subject"),
            text=say("recover.mail", who=person.name, minutes=MINUTES),
            entrance=link_with(self._shared.public_url, DEVICE, code),
        )

    async def _former(self, to: int, told: Text) -> Letter | None:
        """Return the mail to a former address, for the person who is at this one or was."""
        address, text = told.params[FORMER_ADDRESS], told.params[FORMER_TEXT]
        async with self._runtime.database.reading_latest() as tx:
            person = await people.by_address(tx, to) or await former_chats.person_of(tx, to)
        if person is None or not isinstance(text, Text):
            return None
        return Letter(
            address=str(address),
            reader=_reader(person),
            subject=say("mail.former_subject"),
            text=text,
        )

    async def _told(
        self, service: Service, person: Person, own: MailAddress, notice: Notice
    ) -> Letter | None:
        """Return the mail of a message for which the person did not ask."""
        about = await occasion(service, person, notice)
        text, notices = notice.text, [notice]
        if about is not None and about.is_turn:
            before = await shown_before(service, notice)
            notices = [*before, notice]
            text = next((earlier.text for earlier in before if earlier.text is not None), text)
        if about is None or text is None:
            return None
        return Letter(
            address=own.address,
            reader=_reader(person),
            subject=about.subject,
            text=text,
            notices=tuple(notices),
            game=about.game,
            stop=stop_token(self._shared.mail_key, own),
        )


def _reader(person: Person) -> Reader:
    """Return the person's language and time zone, for their mails."""
    return Reader(person.language or negotiate(None), ZoneInfo(person.time_zone), mute=person.mute)
