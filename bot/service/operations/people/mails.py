"""E-mail addresses of people in browsers: asked for, confirmed by a code, and ended.

The code is in a mail alone, never in a message of the page: somebody who only has the page must not
confirm an address that they cannot read. `mail_address` is such an address; `Person.address` is the
person's chat or page, where the bot writes.
"""

import hmac
import re
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from hashlib import sha256
from typing import Final

from bot.service.context import Context
from bot.service.operations.people import former_addresses
from bot.service.operations.people.browsers import let_in_again, note_gone
from bot.service.operations.people.former_addresses import AddressEnd
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.people import mail_button
from bot.texts.mails import CODE_KEY
from bot.texts.messages import Buttons, Notice, say
from engine.ids import GameId, PersonId
from storage.people import mail_addresses, mail_codes, people
from storage.people.mail_addresses import MailAddress
from storage.people.mail_codes import DIGITS
from storage.people.people import Person

CODE_LIFE: Final = timedelta(minutes=10)
"""The validity of a mailed code."""
_CODE: Final = re.compile(rf"[0-9]{{{DIGITS}}}")
_PROOF: Final = 32
"""The length of the proof in an unsubscription's address."""


class CodeStatus(Enum):
    """The meaning of a typed code."""

    RIGHT = "right"
    WRONG = "wrong"
    VOID = "void"
    """No code is open: its time is over, or there were too many wrong ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeAnswer:
    """What became of a typed code."""

    status: CodeStatus
    tries_left: int = 0
    """How many more codes may be tried after a wrong one; otherwise 0."""
    mail_address: str = ""
    """The confirmed address, if the code is right; otherwise empty."""


def is_code(text: str) -> bool:
    """Return whether the text has the form of a code, with or without a space."""
    return _CODE.fullmatch(_without_spaces(text)) is not None


def _without_spaces(typed: str) -> str:
    """Return a typed code as it was mailed; people may group its digits."""
    return typed.replace(" ", "")


async def send_code(context: Context, person: Person, mail_address: str, buttons: Buttons) -> None:
    """Store a code for the address, and queue the message whose mail brings it.

    The message is on the page, too, without the code. A person without chat or page gets neither,
    and their code expires.
    """
    expires = context.unit.now + CODE_LIFE
    code = await mail_codes.ask(context.unit.tx, person.id, mail_address, expires)
    minutes = int(CODE_LIFE.total_seconds() // 60)
    if person.address is not None:
        context.unit.say(
            Notice(
                to=person.address,
                text=say("mail.code_sent", address=mail_address, minutes=minutes),
                buttons=buttons,
                # By this key the message becomes a mail: the sender of mails adds the code to it.
                dedup=f"{CODE_KEY}{code.salt}",
                expires=expires,
            )
        )


async def confirm(recorder: Recorder, person: Person, typed: str) -> CodeAnswer:
    """Store the address as confirmed if the code is right, and return what the code means.

    A former address gets its last mail. A person whose mails were refused or ended gets them again.
    """
    tx, now = recorder.unit.tx, recorder.unit.now
    pending = await mail_codes.pending(tx, person.id, now)
    if pending is None:
        # There may be one that has expired, or has been missed too often.
        await mail_codes.drop(tx, person.id)
        return CodeAnswer(status=CodeStatus.VOID)
    expected = pending.code(recorder.shared.mail_key)
    # As bytes: of two texts, `compare_digest` refuses any but ASCII.
    if not hmac.compare_digest(_without_spaces(typed).encode(), expected.encode()):
        tries_left = await mail_codes.missed(tx, person.id)
        status = CodeStatus.WRONG if tries_left else CodeStatus.VOID
        return CodeAnswer(status=status, tries_left=tries_left)
    before = await mail_addresses.of(tx, person.id)
    await mail_addresses.confirm(tx, person.id, pending.address, now)
    if before is not None and before.address.casefold() != pending.address.casefold():
        former_addresses.tell(recorder, person, before, AddressEnd.CHANGED)
    await mail_codes.drop(tx, person.id)
    await let_in_again(recorder, person)
    return CodeAnswer(status=CodeStatus.RIGHT, mail_address=pending.address)


async def note_refused_code(context: Context, person: Person) -> None:
    """Tell the person that no server takes the address which they wanted to confirm."""
    pending = await mail_codes.pending(context.unit.tx, person.id, context.unit.now)
    if pending is None or person.address is None:
        return
    await mail_codes.drop(context.unit.tx, person.id)
    text = say("mail.code_refused", address=pending.address)
    context.unit.say(Notice(to=person.address, text=text, silent=True))


async def stop_mails(recorder: Recorder, person: Person) -> None:
    """End the mails to the person, if they get any; they keep their seats.

    Nothing tells them of a turn from now on, as if they had blocked the bot: days run from the
    commit, and the arbiters of their running games are told once. The address stays, for a link
    that the person asks for when they have lost their devices.
    """
    if await mail_addresses.stop(recorder.unit.tx, person.id, recorder.unit.now):
        await note_gone(recorder, person)


async def note_refused_address(
    recorder: Recorder, person: Person, *, but: GameId | None = None
) -> None:
    """Record that the person's address takes no mails; tell them on the page, and their arbiters.

    Days run, as for a chat that blocks the bot. `but`: the game whose arbiter knows already.
    """
    confirmed = await mail_addresses.of(recorder.unit.tx, person.id)
    # The server is stored, because the arbiter's card names the one that refused.
    server = recorder.shared.mail_server
    await mail_addresses.refuse(recorder.unit.tx, person.id, recorder.unit.now, server)
    if not person.reachable:
        return
    await recorder.person_acts.alter(person.id, reachable=False)
    await recorder.notify_arbiters_of_unreachable(person, but=but)
    if confirmed is not None and person.address is not None:
        text = say("mail.refused", address=confirmed.address)
        recorder.unit.say(Notice(to=person.address, text=text, buttons=((mail_button(),),)))


async def delete_address(recorder: Recorder, person: Person) -> None:
    """Delete the person's address, with a last mail to it; no mail lets them in again."""
    # Read first: the letter to the former address needs it.
    confirmed = await mail_addresses.of(recorder.unit.tx, person.id)
    await stop_mails(recorder, person)
    former_addresses.tell(recorder, person, confirmed, AddressEnd.DELETED)
    await mail_addresses.remove(recorder.unit.tx, person.id)


def stop_token(key: bytes, confirmed: MailAddress) -> str:
    """Return what an unsubscription's address ends with; it fits only this confirmed address."""
    proved = f"stop:{confirmed.person}:{confirmed.address}:{confirmed.confirmed_at.isoformat()}"
    proof = hmac.digest(key, proved.encode(), sha256).hex()[:_PROOF]
    return f"{int(confirmed.person)}.{proof}"


async def stop_by_token(recorder: Recorder, token: str) -> None:
    """End the mails that this token is from; do nothing for an invalid or used one."""
    number, _, _ = token.partition(".")
    # Anybody may send a token, so its number may be too large for the database.
    if not (number.isascii() and number.isdecimal() and len(number) < len(str(1 << 63))):
        return
    confirmed = await mail_addresses.of(recorder.unit.tx, PersonId(int(number)))
    key = recorder.shared.mail_key
    if confirmed is None or not key:
        return
    if hmac.compare_digest(token.encode(), stop_token(key, confirmed).encode()):
        await stop_mails(recorder, await people.get(recorder.unit.tx, confirmed.person))
