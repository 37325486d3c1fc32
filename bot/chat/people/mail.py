"""`/email`: the address to which a person in a browser gets mails, confirmed by a code."""

from enum import StrEnum

from bot.chat.topics import Topic
from bot.runtime.config.checks import is_mail_address
from bot.runtime.limits import mailbox_number
from bot.runtime.shared import UserInput
from bot.service.notices.play.written_moves import written_by
from bot.service.operations.people import mails
from bot.service.operations.people.mails import CodeStatus
from bot.service.people.mail_card import ASKED, STOPPED, mail_card
from bot.service.service import Service
from bot.texts.buttons.people import EMAIL, MailAction, mail_button
from bot.texts.messages import Buttons, Text, say
from storage.people import mail_codes
from storage.people.addresses import is_browser


class _Asked(StrEnum):
    """What the open question asks for."""

    ADDRESS = "address"
    CODE = "code"


async def email(service: Service, user_input: UserInput) -> None:
    """Handle `/email [ADDRESS | CODE]`: show the address, send a code to another, or confirm it."""
    refusal = _refusal(service, user_input)
    if refusal is not None:
        service.reply(user_input, refusal)
    elif mails.is_code(user_input.args):
        await _confirm(service, user_input)
    elif user_input.args.strip():
        await _ask_code(service, user_input)
    else:
        service.reply(user_input, *await mail_card(service, user_input.person.id))


def _refusal(service: Service, user_input: UserInput) -> Text | None:
    """Return why the person gets no mails from this bot, or None."""
    if not is_browser(user_input.incoming.chat):
        return say("mail.only_browser")
    return None if service.shared.mail_key else say("mail.not_served")


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle its buttons: `mail:new` asks for an address; `again`, `off` and `delete`."""
    action = EMAIL.read(user_input.args).what
    refusal = _refusal(service, user_input)
    if refusal is not None:
        service.edit(user_input, refusal)
        return
    match action:
        case MailAction.NEW:
            asked = await service.questions.ask(user_input, Topic.MAIL, _Asked.ADDRESS)
            service.toast(user_input)
            service.reply(user_input, say("mail.ask_address"), (asked.way_out,))
        case MailAction.AGAIN:
            await _send_again(service, user_input)
        case MailAction.STOP:
            await mails.stop_mails(service, user_input.person)
            service.edit(user_input, say("mail.ended"), STOPPED)
        case MailAction.DELETE:
            await mails.delete_address(service, user_input.person)
            service.edit(user_input, say("mail.deleted"), ((mail_button(),),))
        case _:
            service.edit(user_input, *await mail_card(service, user_input.person.id))


async def answer_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the requested address, or the code of the mail."""
    if about == _Asked.CODE and mails.is_code(user_input.args):
        await _confirm(service, user_input)
    else:
        await _ask_code(service, user_input)


async def _ask_code(service: Service, user_input: UserInput) -> None:
    """Send a code to the typed address; if it is none, ask again."""
    address = user_input.args.strip()
    if not is_mail_address(address):
        asked = await service.questions.ask(user_input, Topic.MAIL, _Asked.ADDRESS)
        service.reply(user_input, say("mail.bad_address"), (asked.way_out,))
        return
    await _send_code(service, user_input, address)


async def _send_code(service: Service, user_input: UserInput, address: str) -> None:
    """Send a code, unless the person or the address had too many.

    The address may be a stranger's, whom several people together could flood with codes.
    """
    gate, who = service.shared.gate, user_input.incoming.sender.id
    if gate.guesses.is_exhausted(who, user_input.at):
        service.reply(user_input, say("start.too_many_codes"))
        return
    update = user_input.incoming.update
    # Each code counts as a wrong guess, so that nobody sends many.
    gate.guesses.count(who, update, user_input.at)
    if not gate.mails.admits(mailbox_number(address), update, user_input.at):
        service.reply(user_input, say("mail.too_many", address=address))
        return
    await mails.send_code(service, user_input.person, address, ASKED)
    await service.questions.ask(user_input, Topic.MAIL, _Asked.CODE)


async def _send_again(service: Service, user_input: UserInput) -> None:
    """Send another code to the address that waits for one."""
    pending = await mail_codes.pending(service.unit.tx, user_input.person.id, user_input.at)
    if pending is None:
        service.edit(user_input, *await mail_card(service, user_input.person.id))
        return
    service.toast(user_input)
    await _send_code(service, user_input, pending.address)


async def _confirm(service: Service, user_input: UserInput) -> None:
    """Handle a typed code: confirm the address, or ask again."""
    answer = await mails.confirm(service, user_input.person, user_input.args)
    if answer.status is CodeStatus.RIGHT:
        await service.questions.drop(user_input, Topic.MAIL)
        written = await written_by(service, user_input.person.id)
        # The moves that waited for the address can be sent now.
        send_rows = tuple((text.button,) for text in written.values())
        service.reply(user_input, say("mail.confirmed", address=answer.mail_address), send_rows)
        return
    if answer.status is CodeStatus.WRONG:
        await service.questions.ask(user_input, Topic.MAIL, _Asked.CODE)
        service.reply(user_input, say("mail.wrong_code", n=answer.tries_left), ASKED)
        return
    again: Buttons = ((mail_button(),),)
    service.reply(user_input, say("mail.void_code"), again)
