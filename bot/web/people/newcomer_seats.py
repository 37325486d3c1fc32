"""A new person in a browser takes the seat of a personal link."""

from dataclasses import replace
from http import HTTPStatus
from typing import Final

from bot.texts.buttons.people import JOIN, LinkAnswer, mail_button
from bot.texts.messages import Incoming, Notice, Text, say
from bot.web.people.newcomers import TAKEN, FirstAct, repeated_answer
from bot.web.people.press_answers import take_answers
from bot.web.refusals import refusal_error
from bot.web.stored_acts import Answer
from storage.people import invitations, people

_PRESS: Final = "seat"
"""The callback of the press that takes a seat, by which its answers are found."""


async def take_seat(act: FirstAct) -> Answer:
    """Give the seat of a link to a new person, in whose browser it was pressed.

    A repeated request of the same device finds the seat as its own.

    Raises:
        RefusedError: 404, it is no link to a seat; 409, it gives nothing any more, or the device is
            another person's.
    """
    code, unit = act.asked["code"], act.unit
    invite = await invitations.find_invite(unit.tx, code)
    if invite is None or invite.person is None:
        raise refusal_error(HTTPStatus.NOT_FOUND, "bad_link", say("start.bad_code"))
    if (owner := await act.owner()) is not None:
        return repeated_answer(is_theirs=owner == invite.used_by)
    async with act.undone_if_refused():
        first_new = len(unit.notices)
        invited = await people.get(unit.tx, invite.person)
        await act.create_person(invited.name)
        await act.dispatch(_press_of_yes(act, code), unit)
        take_answers(unit, _PRESS)
        used = await invitations.find_invite(unit.tx, code)
        person = await people.by_account(unit.tx, act.address)
        if used is None or person is None or used.used_by != person.id:
            answers = [notice for notice in unit.notices[first_new:] if notice.to == act.address]
            raise refusal_error(HTTPStatus.CONFLICT, "seat", _last_text(answers))
        await act.device.sign_in(unit, person)
        if act.shared.mail_key:
            ask = say("mail.ask_how")
            unit.say(Notice(to=act.address, text=ask, buttons=((mail_button(),),)))
    return TAKEN


def _press_of_yes(act: FirstAct, code: str) -> Incoming:
    """Return the press of „Da” under the question that the page has asked."""
    data = JOIN.button(say("button.join.yes", who=""), code, LinkAnswer.YES).data
    return replace(act.incoming(), callback=_PRESS, data=data)


def _last_text(answers: list[Notice]) -> Text:
    """Return what the chat said last; if nothing, that the code is wrong."""
    texts = [answer.text for answer in answers if answer.text is not None]
    return texts[-1] if texts else say("start.bad_code")
