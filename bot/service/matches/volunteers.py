"""Volunteer arbiters of friendly matches: the request to them, and its acceptance."""

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.matches import handovers, shown_requests
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.buttons.matches import TAKE_MATCH
from bot.texts.messages import Text, say
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode
from engine.matches.arbiters import request_arbiter, volunteer
from engine.matches.match import Match
from storage.conversation import chat_stops
from storage.people import people
from storage.people.people import Person


async def candidates(context: Context, match: Match) -> list[Person]:
    """Return the volunteers who could rule the match.

    The bot reaches them, they do not play the match, and no block is between them and a player.
    """
    tx, barred = context.unit.tx, set(match.people)
    for player in match.people:
        barred |= await chat_stops.apart_from(tx, player)
    volunteers = await people.volunteers(tx)
    return [person for person in volunteers if person.id not in barred and person.can_be_reached]


async def ask(recorder: Recorder, user_input: UserInput, snapshot: MatchSnapshot) -> Text:
    """Ask all volunteers at once, notify the opponent, and return the author's confirmation.

    Without a volunteer nothing is recorded.

    Raises:
        GameStateError: as `engine.matches.arbiters.request_arbiter`.
    """
    match, author = snapshot.match, user_input.person.id
    decided = request_arbiter(match, by=author, at=user_input.at)
    volunteers = await candidates(recorder, match)
    if not volunteers:
        return say("volunteer.none", match=match.code)
    await recorder.match_acts.advance(snapshot, decided, user_input.at)
    names = {player: await shown_requests.name_of(recorder, player) for player in match.people}
    request = say(
        "volunteer.wanted",
        match=match.code,
        first=names[match.first],
        second=names[match.second],
        who=names[author],
    )
    take = TAKE_MATCH.button(say("button.volunteer.take"), match.code)
    for person in volunteers:
        await recorder.notify_person(person.id, request, ((take,),))
    notice = say("volunteer.partner", match=match.code, who=user_input.person.name)
    await recorder.notify_person(match.partner(author), notice, about=match.code)
    return say("volunteer.asked", n=len(volunteers))


async def take(service: Service, user_input: UserInput, code: MatchCode) -> Text:
    """Make the person the arbiter of the match, notify its players, and return the confirmation.

    The match's games and cases are stored under the arbiter, who gets its open tasks.

    Raises:
        GameStateError: `not_a_volunteer`, or as `engine.matches.arbiters.volunteer`.
    """
    snapshot = await service.matches.load(code)
    suitable = {person.id for person in await candidates(service, snapshot.match)}
    if user_input.person.id not in suitable:
        raise GameStateError(Fault("not_a_volunteer"))
    decided = volunteer(snapshot.match, arbiter=user_input.person.id, at=user_input.at)
    snapshot = await service.match_acts.advance(snapshot, decided, user_input.at)
    match = snapshot.match
    notice = say("volunteer.taken", match=match.code, who=user_input.person.name)
    for player in match.people:
        await service.notify_person(player, notice, about=match.code)
    await handovers.give_to(service, match, user_input.person)
    return say("volunteer.yours", **await handovers.match_facts(service, match))
