"""Says what is in each mail to people in browsers; `bot.service.people.occasions` decides which.

A mail belongs to a stored message. The beginning of the message's key tells a mail with a code,
with a link, or to a former address; all others are notices.
"""

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.context import reader_of
from bot.service.operations.people.mails import stop_token
from bot.service.operations.people.recoveries import MINUTES
from bot.service.people.occasions import is_change, is_told_elsewhere, occasion, shown_before
from bot.service.service import Service
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
        """Return the mail to the address that the person has, or wants to have.

        None if the message is not to be mailed, or no longer to this address.
        """
        letter_of_key = {CODE_KEY: self._code, RECOVERY_KEY: self._recovery}
        keys = (key for key in letter_of_key if notice.dedup.startswith(key))
        requested = letter_of_key.get(next(keys, ""))
        if is_change(notice) or not (requested or is_told_elsewhere(notice, precedence)):
            return None
        async with self._runtime.database.reading_latest() as tx:
            service = Service(UnitOfWork(tx, self._runtime.clock.now()), self._shared)
            person = await people.by_address(tx, notice.to)
            if person is None:
                return None
            if requested is not None:
                return await requested(service, person, notice)
            confirmed = await mail_addresses.of(tx, person.id)
            if confirmed is None or not confirmed.takes(row):
                return None
            return await self._notice(service, person, confirmed, notice)

    async def _code(self, service: Service, person: Person, notice: Notice) -> Letter | None:
        """Return the mail with a code; None if the code is no longer the person's."""
        pending = await mail_codes.pending(service.unit.tx, person.id, service.unit.now)
        if pending is None or notice.dedup != f"{CODE_KEY}{pending.salt}":
            return None
        code = pending.code(self._shared.mail_key)
        return Letter(
            address=pending.address,
            reader=reader_of(person),
            subject=say("mail.code_subject", code=code),
            text=say("mail.code", code=code, who=person.name),
        )

    async def _recovery(self, service: Service, person: Person, notice: Notice) -> Letter | None:
        """Return the mail with the link that adds a device; None if the link is no longer valid."""
        salt = notice.dedup.removeprefix(RECOVERY_KEY)
        recovery = await mail_recoveries.find(service.unit.tx, salt, service.unit.now)
        if recovery is None or recovery.person != person.id:
            return None
        code = recovery.code(self._shared.mail_key)
        return Letter(
            address=recovery.address,
            reader=reader_of(person),
            subject=say("recover.subject"),
            text=say("recover.mail", who=person.name, minutes=MINUTES),
            entrance=link_with(self._shared.public_url, DEVICE, code),
        )

    async def _former(self, to: int, page_text: Text) -> Letter | None:
        """Return the mail to a former address, for the person whose chat or page `to` is or was.

        The text on the page has the address and the text of the mail among its facts. None if the
        person is not known any more.
        """
        address, text = page_text.params[FORMER_ADDRESS], page_text.params[FORMER_TEXT]
        async with self._runtime.database.reading_latest() as tx:
            person = await people.by_address(tx, to) or await former_chats.person_of(tx, to)
        if person is None or not isinstance(text, Text):
            return None
        return Letter(
            address=str(address),
            reader=reader_of(person),
            subject=say("mail.former_subject"),
            text=text,
        )

    async def _notice(
        self, service: Service, person: Person, confirmed: MailAddress, notice: Notice
    ) -> Letter | None:
        """Return the mail of a message for which the person did not ask.

        The mail of a turn also has the messages of that turn that the page showed before. None if
        there is no longer an occasion for it.
        """
        about = await occasion(service, person, notice)
        text, notices = notice.text, [notice]
        if about is not None and about.is_turn:
            before = await shown_before(service, notice)
            notices = [*before, notice]
            text = next((earlier.text for earlier in before if earlier.text is not None), text)
        if about is None or text is None:
            return None
        return Letter(
            address=confirmed.address,
            reader=reader_of(person),
            subject=about.subject,
            text=text,
            notices=tuple(notices),
            game=about.game,
            stop=stop_token(self._shared.mail_key, confirmed),
        )
