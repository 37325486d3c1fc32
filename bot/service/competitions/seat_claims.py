"""A person takes the seat of a personal invitation to a competition."""

from bot.runtime.shared import UserInput
from bot.service.notices.notifier import Notifier
from bot.service.notices.people.newcomers import newcomer_of
from bot.service.operations.matches.seating import access_of, begun_matches, seat
from bot.service.pure.acts import act
from bot.service.service import Service
from bot.texts.messages import Notice, say
from bot.texts.notices.competitions.own_lists import own_list
from bot.texts.notices.matches.match_relay import word_list
from bot.texts.notices.people.links import (
    came_list,
    came_to_competition_text,
    competition_places_button,
)
from engine.competitions.competition import Competition
from engine.competitions.entering import claim_place
from engine.errors import Fault, GameStateError
from engine.matches.decide import join
from storage.people.invitations import Invite
from storage.people.people import Person
from storage.queues import outbox


async def _notify_of_claim(
    service: Service, competition: Competition, person: Person, written: str
) -> None:
    """Tell the arbiters who has come for a seat; `written` is the name that they entered for it.

    A person called otherwise is named in a message of their own, because they may be the wrong one.
    """
    newcomer = newcomer_of(person, written)
    if not newcomer.is_otherwise_called:
        await _notify_of_joining(service, competition)
        return
    entered = frozenset(competition.phase.players)
    came = len(entered & competition.claimed)
    text = came_to_competition_text(newcomer, competition.title, came, len(entered))
    buttons = ((competition_places_button(competition.code),),)
    await service.notify_arbiters(competition, text, buttons)


async def claim(service: Service, user_input: UserInput, invite: Invite) -> None:
    """Give the person the seat of the invitation, before or after the start.

    Answers them, notifies the arbiters, and sends what a player who comes late has missed.

    Raises:
        GameStateError: the seat is taken, or the person cannot have it.
    """
    if invite.person is None:
        raise GameStateError(Fault("place_taken"))
    snapshot = await service.competitions.load(invite.competition)
    invited = invite.person
    written = await service.persons.name(invited)
    access = await access_of(service, user_input.person.id)
    # Decided before anything is written, because it may refuse.
    events = claim_place(snapshot.competition, invited, act(user_input), access)
    if await service.persons.has_part(user_input.person.id):
        await service.meeting.take_name(user_input.person.id, invited)
        user_input = await service.persons.reloaded(user_input)
    else:
        # A person without any part becomes the expected one, so the claim is theirs.
        user_input = await service.person_acts.become(user_input, invited)
        events = claim_place(snapshot.competition, invited, act(user_input), access)
    snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    await service.person_acts.mark_used(user_input, invite)
    competition, person = snapshot.competition, user_input.person
    names = await service.competitions.names(competition)
    own = own_list(competition, person.id, names, service.today())
    service.answer(user_input, say("comp.claimed", who=person.name, own=own))
    await _notify_of_claim(service, competition, person, written)
    for match in await begun_matches(service, competition, person.id):
        if invited in match.match.people and invited not in match.match.joined:
            joined = join(match.match, invited, person.id, user_input.at, access)
            await seat(service, match, joined, invited, person.id, user_input.at)
    if competition.phase.started is not None and person.address is not None:
        await service.notify(word_list(person.address, competition.edition, service.shared))
    await service.send_missed(person.id)


async def _notify_of_joining(notifier: Notifier, competition: Competition) -> None:
    """Notify the arbiters of joined players: one silent, edited message; a new one for the last."""
    players = [entry.player for entry in competition.phase.entries]
    joined = [player for player in players if player in competition.claimed]
    await notifier.persons.gather((*joined, *competition.arbiters))
    people = [await notifier.persons.get(player) for player in joined]
    newcomers = [newcomer_of(person, person.name) for person in people]
    text = came_list(competition.title, newcomers, len(players))
    about = f"came:{competition.code}"
    is_last = len(newcomers) == len(players)
    for arbiter in competition.arbiters:
        chat = await notifier.persons.address(arbiter)
        if chat is None:
            continue
        last_message = await outbox.latest_about(notifier.unit.tx, chat, about)
        edits = None if is_last else last_message
        await notifier.notify(
            Notice(to=chat, text=text, about=about, edits=edits, silent=not is_last)
        )
