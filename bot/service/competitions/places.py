"""Seats in a competition: entries, invitations, withdrawals, replacements and joining.

A seat is reserved for a name until somebody opens its personal invitation. A new account becomes
the expected person; a known account keeps its own person.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.documents.tables.player_lists import ListedPlayer
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.notices.competitions import freed_places
from bot.service.notices.notifier import Notifier
from bot.service.operations.matches.seating import begun_matches, seat, via
from bot.service.operations.people.resolving import Answers, Here, Named, Resolved, resolve
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot, act
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.buttons.people import JOIN, LinkAnswer
from bot.texts.messages import Buttons, Notice, Text, say
from bot.texts.notices.competitions.competitions import must_list, own_list, undo_button
from bot.texts.notices.matches.match_relay import word_list
from bot.texts.notices.people.links import (
    Newcomer,
    SeatLinks,
    came_list,
    came_text,
    places_button,
)
from engine.competitions.competition import Competition
from engine.competitions.entering import claim_place, enter, fill_place, replace_player, withdraw
from engine.competitions.guards import Act
from engine.competitions.participation import reserves
from engine.competitions.parts import Entry
from engine.competitions.player_events import Liftable
from engine.competitions.sign_up import SignUpState
from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import PersonId
from engine.matches.decide import join
from storage.competitions import sign_ups
from storage.people.addresses import is_browser
from storage.people.invitations import Invite
from storage.people.people import Person
from storage.queues import outbox


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat that nobody has taken yet, and its links."""

    entry: Entry
    name: str
    links: SeatLinks


async def enter_all(
    recorder: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    players: Iterable[tuple[ListedPlayer, PersonId]],
) -> CompetitionSnapshot:
    """Enter the players of a list, each as the person whom the resolver found.

    Raises:
        EngineError: entries are closed, or the person is not an arbiter; nothing is written.
    """
    entries = [await entry_of(recorder, player, who) for player, who in players]
    events = enter(snapshot.competition, act(user_input), entries)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    names = await recorder.competitions.names(snapshot.competition)
    for entry in entries:
        await _tell_known(recorder, snapshot.competition, entry.player, names)
    return snapshot


async def entry_of(readers: Readers, player: ListedPlayer, who: PersonId) -> Entry:
    """Return the entry of a listed player; a known person keeps their club if none is written."""
    club = player.club or (await readers.persons.get(who)).club
    return Entry(player=who, club=club, seeding=player.seeding)


async def _tell_known(
    recorder: Recorder, competition: Competition, player: PersonId, names: Mapping[PersonId, str]
) -> None:
    """Tell an entered person who has an account; one who never played there gets their link."""
    known = await recorder.persons.get(player)
    if known.address is None:
        return
    text = own_list(competition, player, names, recorder.today())
    buttons: Buttons = ()
    if player not in competition.claimed:
        code = await recorder.person_acts.place_code(competition.code, player)
        buttons = ((JOIN.button(say("button.join.open"), code, LinkAnswer.AGAIN),),)
    await recorder.notify_person(player, text, buttons)


async def check_seed(
    readers: Readers, competition: Competition, player: ListedPlayer, instead_of: PersonId
) -> None:
    """Check that no other entered player has the seeding rank of the replacement.

    Raises:
        RuleViolation: `seeding_twice`.
    """
    taken = await seeds_taken(readers, competition, but=instead_of)
    other = None if player.rating else taken.get(player.seeding or 0)
    if other is not None:
        seed = player.seeding or 0
        raise RuleViolation(
            Fault("seeding_twice", facts={"seed": seed, "first": other, "other": player.name})
        )


async def seeds_taken(
    readers: Readers, competition: Competition, but: PersonId | None = None
) -> dict[int, str]:
    """Return the names of the phase's entered players by their seeding ranks."""
    entries = [
        entry for entry in competition.phase.entries if entry.seeding and entry.player != but
    ]
    names = await readers.persons.names([entry.player for entry in entries])
    return {entry.seeding: names[entry.player] for entry in entries if entry.seeding}


async def people_here(readers: Readers, competition: Competition) -> Here:
    """Return everybody of the competition, with the names that they have there."""
    former = [entry.player for phase in competition.phases for entry in phase.entries]
    left = [player for phase in competition.phases for player in phase.left]
    names = await readers.persons.names({*competition.phase.players, *former, *left})
    for applicant in await _signed_up(readers, competition):
        names.setdefault(applicant.person, applicant.name)
    return Here(names=names, arbiters=competition.arbiters)


async def present(context: Context, competition: Competition) -> frozenset[PersonId]:
    """Return the players of the current phase, and the people who have signed up for it."""
    signed = [applicant.person for applicant in await _signed_up(context, competition)]
    return frozenset((*competition.phase.players, *signed))


async def _signed_up(context: Context, competition: Competition) -> list[sign_ups.SignedUp]:
    """Return the people with a seat in the competition's open sign-up."""
    sign_up = await sign_ups.of(context.unit.tx, competition.code)
    if sign_up is None or sign_up.closed_at is not None:
        return []
    people = await sign_ups.people_of(context.unit.tx, competition.code)
    return [person for person in people if person.state is SignUpState.IN]


async def met(
    readers: Readers,
    competition: Competition,
    players: Iterable[ListedPlayer],
    answers: Answers,
) -> list[Resolved]:
    """Return whom each listed player means, with open questions."""
    named = [Named(name=player.name, club=player.club) for player in players]
    return await resolve(readers, named, answers, await people_here(readers, competition))


async def open_places(recorder: Recorder, competition: Competition) -> list[FreeSeat]:
    """Return the seats not taken yet with their links, in order of entry."""
    phase, code = competition.phase, competition.code
    names = await recorder.competitions.names(competition)
    return [
        FreeSeat(
            entry,
            names[entry.player],
            recorder.shared.seat_links(
                await recorder.person_acts.place_code(code, entry.player),
                in_browser=competition.browser_seats,
            ),
        )
        for entry in phase.entries
        if entry.player not in competition.claimed
    ]


async def _notify_of_claim(
    service: Service, competition: Competition, person: Person, written: str
) -> None:
    """Tell the arbiters who has come for the seat that is written for that name."""
    in_browser = is_browser(person.address)
    newcomer = Newcomer(person.name, person.account_name, written, in_browser=in_browser)
    if not newcomer.is_otherwise_called:
        await _notify_of_joining(service, competition)
        return
    entered = frozenset(competition.phase.players)
    came = (len(entered & competition.claimed), len(entered))
    text = came_text(newcomer, competition=competition.title, came=came)
    await service.notify_arbiters(competition, text, ((places_button("", competition.code),),))


async def claim(service: Service, user_input: UserInput, invite: Invite) -> None:
    """Give the person the seat of the invitation, before or after the start.

    Raises:
        GameStateError: the seat is taken, or the person cannot have it.
    """
    if invite.person is None:
        raise GameStateError(Fault("place_taken"))
    snapshot = await service.competitions.load(invite.competition)
    invited = invite.person
    written = (await service.persons.get(invited)).name
    how = await via(service, user_input.person.id)
    events = claim_place(
        snapshot.competition, invited, Act(by=user_input.person.id, at=user_input.at), how
    )
    if await service.persons.has_part(user_input.person.id):
        await service.meeting.bind(user_input, invited)
        user_input = await service.persons.again(user_input)
    else:
        user_input = await service.person_acts.become(user_input, invited)
        events = claim_place(snapshot.competition, invited, act(user_input), how)
    snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    await service.person_acts.used(user_input, invite)
    competition, person = snapshot.competition, user_input.person
    names = await service.competitions.names(competition)
    own = own_list(competition, person.id, names, service.today())
    service.answer(user_input, say("comp.claimed", who=person.name, own=own))
    await _notify_of_claim(service, competition, person, written)
    for match in await begun_matches(service, competition, person.id):
        if invited in match.match.people and invited not in match.match.joined:
            joined = join(match.match, invited, person.id, user_input.at, how)
            await seat(service, match, joined, invited, person.id, user_input.at)
    if competition.phase.started is not None and person.address is not None:
        await service.notify(word_list(person.address, competition.edition, service.shared))
    await service.send_missed(person.id)


async def _notify_of_joining(notifier: Notifier, competition: Competition) -> None:
    """Notify the arbiters of joined players: one silent, edited message; a new one for the last."""
    players = [entry.player for entry in competition.phase.entries]
    there = [player for player in players if player in competition.claimed]
    await notifier.persons.gather((*there, *competition.arbiters))
    people = [await notifier.persons.get(player) for player in there]
    came = [(person.name, person.account_name, is_browser(person.address)) for person in people]
    text, about = came_list(competition.title, came, len(players)), f"came:{competition.code}"
    is_last = len(came) == len(players)
    for arbiter in competition.arbiters:
        chat = (await notifier.persons.get(arbiter)).address
        if chat is None:
            continue
        sent = await outbox.latest_about(notifier.unit.tx, chat, about)
        edits = None if is_last else sent
        await notifier.notify(
            Notice(to=chat, text=text, about=about, edits=edits, silent=not is_last)
        )


async def withdraw_one(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot, player: PersonId
) -> CompetitionSnapshot:
    """Withdraw a player before the start, at their own or an arbiter's request; notify both.

    Raises:
        EngineError: the change is not possible, and nothing is written.
    """
    events = withdraw(snapshot.competition, act(user_input), player)
    before = await recorder.competitions.names(snapshot.competition)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    text = say(
        "comp.withdrawn_told",
        who=before[player],
        by=user_input.person.name,
        title=competition.title,
        again=must_list(competition),
    )
    free, buttons = await freed_places.offer(recorder, competition)
    if free is not None:
        if player != user_input.person.id and user_input.person.id in competition.arbiters:
            await recorder.notify_person(user_input.person.id, free, buttons)
        text = say("comp.with_note", note=text, text=free)
    await recorder.notify_arbiters(competition, text, buttons, but=user_input.person.id)
    if player != user_input.person.id:
        taken_out = say("comp.taken_out", title=competition.title, by=user_input.person.name)
        await recorder.notify_person(player, taken_out)
    return snapshot


async def fill_one(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot, player: PersonId
) -> CompetitionSnapshot:
    """Let a reserve take a free seat before the start, and notify arbiters, player and group.

    Raises:
        EngineError: no seat is free or the player is no reserve; nothing is written.
    """
    events = fill_place(snapshot.competition, act(user_input), player)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    names = await recorder.competitions.names(competition)
    text = say(
        "comp.filled_told",
        title=competition.title,
        who=names[player],
        again=must_list(competition),
    )
    undo = undo_button(competition, Liftable.FILLING, player)
    await recorder.notify_arbiters(competition, text, undo, but=user_input.person.id)
    await recorder.notify_person(player, say("comp.called", title=competition.title))
    await _notify_group(recorder, competition, player, names, text)
    return snapshot


async def replace_one(  # noqa: PLR0913  (the seat, the new player, and what they read)
    recorder: Recorder,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    entry: Entry,
    *,
    called: Text | None = None,
) -> CompetitionSnapshot:
    """Replace a player before the start, and notify the group.

    A person who was waiting to be `called` has accepted already and reads that text.

    Raises:
        EngineError: the change is not possible, and nothing is written.
    """
    events = replace_player(snapshot.competition, act(user_input), player, entry)
    before = await recorder.competitions.names(snapshot.competition)
    is_reserve = entry.player in {reserve.player for reserve in reserves(snapshot.competition)}
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    if called is not None:
        how = await via(recorder, entry.player)
        claims = claim_place(
            snapshot.competition, entry.player, Act(by=entry.player, at=user_input.at), how
        )
        snapshot = await recorder.competition_acts.record(snapshot, claims, user_input.at)
    competition = snapshot.competition
    names = {**before, **await recorder.competitions.names(competition)}
    text = say(
        "comp.replaced_told", old=before[player], new=names[entry.player], title=competition.title
    )
    undo = undo_button(competition, Liftable.REPLACEMENT, entry.player)
    await recorder.notify_arbiters(competition, text, undo, but=user_input.person.id)
    taken_out = say("comp.taken_out", title=competition.title, by=user_input.person.name)
    await recorder.notify_person(player, taken_out)
    if called is None and is_reserve:
        called = say("comp.called", title=competition.title)
    if called is not None:
        await recorder.notify_person(entry.player, called)
    await _notify_group(recorder, competition, entry.player, names, text)
    if entry.player not in competition.claimed:
        await _tell_known(recorder, competition, entry.player, names)
    return snapshot


async def _notify_group(
    notifier: Notifier,
    competition: Competition,
    player: PersonId,
    names: Mapping[PersonId, str],
    why: Text,
) -> None:
    """Send the new player and their group their current lists; the group also gets the reason."""
    phase = competition.phase
    group = next(
        (phase_group.players for phase_group in phase.groups if player in phase_group.players),
        (player,),
    )
    for member in group:
        own = own_list(competition, member, names, notifier.today())
        text = own if member == player else say("comp.with_note", note=why, text=own)
        await notifier.notify_person(member, text)
