"""A new person in a browser accepts the request for a friendly match."""

from http import HTTPStatus

from bot.runtime.shared import UserInput
from bot.service.matches import accepting_requests
from bot.service.people.sign_up_details import read_details
from bot.texts.messages import say
from bot.web.matches.request_list import begin_match
from bot.web.people.newcomers import TAKEN, FirstAct, repeated_answer
from bot.web.refusals import RefusedError, refusal_error
from bot.web.stored_acts import Answer
from storage.matches import match_requests


async def accept_friendly(act: FirstAct) -> Answer:
    """Begin the match of a friendly request with a new person, in whose browser they agreed.

    A repeated request of the same device finds the match as its own.

    Raises:
        RefusedError: 409, the request is gone, or the device is another person's; 422, the name is
            refused.
    """
    token, service = act.asked["code"], act.service
    if (owner := await act.owner()) is not None:
        request = await match_requests.find(act.unit.tx, token)
        return repeated_answer(is_theirs=request is not None and request.taken_by == owner)
    async with act.undone_if_refused():
        if await accepting_requests.for_browser(service, token) is None:
            raise _gone_error()
        details = await read_details(service, act.asked["text"])
        person = await act.create_person(details.name)
        await act.device.sign_in(act.unit, person)
        user_input = UserInput(act.incoming(), person, token)
        accepted = await accepting_requests.accept(service, user_input, token)
        if accepted is None:  # another was first
            raise _gone_error()
        await begin_match(service, user_input, accepted)
    return TAKEN


def _gone_error() -> RefusedError:
    return refusal_error(HTTPStatus.CONFLICT, "request_gone", say("friendly.gone"))
