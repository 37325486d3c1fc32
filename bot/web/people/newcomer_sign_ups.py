"""A new person in a browser signs up for a competition."""

from bot.runtime.shared import UserInput
from bot.service.competitions import signing_up
from bot.service.lookups.competitions.signed_up import entry_of
from bot.service.people.sign_up_details import read_details, read_email
from bot.texts.notices.competitions.sign_ups import SIGN_UP_LINK
from bot.web.people.newcomers import TAKEN, FirstAct, repeated_answer
from bot.web.stored_acts import Answer
from engine.ids import CompetitionCode


async def sign_up(act: FirstAct) -> Answer:
    """Sign a new person up for a competition, in whose browser they typed their name.

    An arbiter confirms every such sign-up. A repeated request of the same device finds it.

    Raises:
        RefusedError: 422, the sign-up or what was typed is refused; 409, the device is another
            person's.
    """
    service, code = act.service, CompetitionCode(act.asked["code"])
    if (owner := await act.owner()) is not None:
        return repeated_answer(is_theirs=await entry_of(service, code, owner) is not None)
    async with act.undone_if_refused():
        email = read_email(act.asked["email"]) if act.asked["email"] else ""
        details = await read_details(service, act.asked["text"], email)
        person = await act.create_person(details.name)
        link = SIGN_UP_LINK + code
        incoming = act.incoming(f"/start {link}")
        await signing_up.sign_up(service, UserInput(incoming, person, link), code, details)
        await act.device.sign_in(act.unit, person)
        await act.dispatch(incoming, act.unit)
    return TAKEN
