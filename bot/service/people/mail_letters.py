"""Decides which messages are mailed to people in browsers, and says what is in each mail.

A turn is one mail, even in quiet hours, because its arrival sets the player's days (art. 7.1).
Other mails are loud messages that the person did not just ask for. A message that is out of date
when its mail would be sent is only on the page.
"""

import json
from typing import Final
from zoneinfo import ZoneInfo

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.operations.people.mails import stop_token
from bot.service.operations.people.recoveries import MINUTES
from bot.service.service import Service
from bot.texts.i18n import Reader, negotiate
from bot.texts.mails import CODE_KEY, RECOVERY_KEY, Letter
from bot.texts.messages import Notice, Text, say
from bot.texts.notices.play.turn import brings_turn, turn_key
from bot.texts.outgoing import notice_from_json
from bot.texts.page_links import DEVICE, link_with
from engine.correspondence import about_of
from engine.games.game import Stage
from engine.ids import GameId, Seat, match_of
from storage.people import mail_addresses, mail_recoveries, people
from storage.people.addresses import is_browser
from storage.people.mail_addresses import MailAddress
from storage.people.people import Person
from storage.queues import outbox
from storage.queues.precedence import Precedence

_NOT_ASKED: Final = frozenset({Precedence.MOVE, Precedence.TOLD})
"""The others answer what the reader has just done, or go to a person without a running seat."""


class MailLetters:
    """The mails of stored messages."""

    def __init__(self, runtime: Runtime, shared: BotSettings) -> None:
        self._runtime, self._shared = runtime, shared

    async def letter(self, row: int, notice: Notice, precedence: Precedence) -> Letter | None:
        """Return the mail of the message of that row, or None if only the page shows it."""
        if not is_browser(notice.to) or notice.text is None:
            return None
        is_change = notice.edits or notice.answers or notice.menu or notice.reaction
        asked = {CODE_KEY: self._code, RECOVERY_KEY: self._recovery}
        special = next((asked[each] for each in asked if notice.dedup.startswith(each)), None)
        is_turn = brings_turn(notice)
        is_loud = not (notice.silent or notice.mailed_with) and precedence in _NOT_ASKED
        if is_change or not (special or is_turn or is_loud):
            return None
        async with self._runtime.database.reading_latest() as tx:
            service = Service(UnitOfWork(tx, self._runtime.clock.now()), self._shared)
            person = await people.by_address(tx, notice.to)
            if person is None:
                return None
            if special is not None:
                return await special(service, person, notice)
            own = await mail_addresses.of(tx, person.id)
            if own is None or not own.takes(row) or (person.mute and not is_turn):
                return None
            return await self._told(service, person, own, notice)

    async def _code(self, service: Service, person: Person, notice: Notice) -> Letter | None:
        """Return the mail with a code, if the code is still the person's."""
        asked = await mail_addresses.asked(service.unit.tx, person.id, service.unit.now)
        if asked is None or notice.dedup != f"{CODE_KEY}{asked.salt}":
            return None
        code = asked.digits(self._shared.mail_key)
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

    async def _told(
        self, service: Service, person: Person, own: MailAddress, notice: Notice
    ) -> Letter | None:
        """Return the mail of a message for which the person did not ask."""
        text, notices = notice.text, [notice]
        game = about_of(notice.about)
        if "/" not in game:
            subject: Text | None = say("mail.subject")
            game = ""
        else:
            subject = await self._subject(service, person, notice, GameId(game))
        if brings_turn(notice):
            shown = await outbox.mailed_with(service.unit.tx, notice.to, notice.about, notice.dedup)
            before = [notice_from_json(json.loads(each)) for each in shown]
            notices = [*before, notice]
            text = next((each.text for each in before if each.text is not None), text)
        if subject is None or text is None:
            return None
        return Letter(
            address=own.address,
            reader=_reader(person),
            subject=subject,
            text=text,
            notices=tuple(notices),
            game=game,
            stop=stop_token(self._shared.mail_key, own),
        )

    async def _subject(
        self, service: Service, person: Person, notice: Notice, game: GameId
    ) -> Text | None:
        """Return the subject: the partner's name and the game; None if nobody needs the mail."""
        snapshot = await service.arrivals.as_visible(await service.games.load(game))
        participants = await service.games.participants(snapshot.game)
        if not participants.kind.has_reader:
            return None  # a practice game is played on the page
        mover = participants.at(snapshot.game.turn)
        if brings_turn(notice):
            is_theirs = mover.address == notice.to and snapshot.game.stage is Stage.RUNNING
            if notice.dedup != turn_key(snapshot.game) or not is_theirs:
                return None  # the turn is over, or another person has the seat
            partner = participants.at(snapshot.game.turn.partner).name
            until = participants.until(snapshot.game)
            return say("mail.turn_subject", partner=partner, game=game, until=until)
        seat = snapshot.game.seat_of(person.id)
        if seat is None:
            is_writer = notice.to in {participants.at(each).address for each in Seat}
            match = (await service.matches.load(match_of(game))).match
            is_arbiter = person.id in await service.competitions.arbiters(match)
            # Anybody else has lost the seat since the message was queued.
            return say("mail.subject") if is_writer or is_arbiter else None
        return say("mail.game_subject", partner=participants.at(seat.partner).name, game=game)


def _reader(person: Person) -> Reader:
    return Reader(person.language or negotiate(None), ZoneInfo(person.time_zone), mute=person.mute)
