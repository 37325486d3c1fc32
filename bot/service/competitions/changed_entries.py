"""One player's entry withdrawn, or a seat given to another person, before the phase starts."""

from collections.abc import Mapping

from bot.runtime.shared import UserInput
from bot.service.competitions.entries import send_own_list
from bot.service.notices.competitions import freed_places
from bot.service.notices.notifier import Notifier
from bot.service.operations.matches.seating import access_of
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.competitions import list_again_line, undo_button
from bot.texts.notices.competitions.own_lists import own_list
from engine.competitions.competition import Competition
from engine.competitions.entering import claim_place, fill_place, replace_player, withdraw
from engine.competitions.events import Liftable
from engine.competitions.guards import Act
from engine.competitions.participation import reserves
from engine.competitions.parts import Entry
from engine.ids import PersonId


async def withdraw_one(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot, player: PersonId
) -> CompetitionSnapshot:
    """Withdraw a player before the start, at their own or an arbiter's request; notify both sides.

    The arbiters also get the offer to fill the free seat, if a reserve may take it.

    Raises:
        EngineError: the change is not possible, and nothing is written.
    """
    events = withdraw(snapshot.competition, act(user_input), player)
    names_before = await recorder.competitions.names(snapshot.competition)
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    text = say(
        "comp.withdrawn_told",
        who=names_before[player],
        by=user_input.person.name,
        title=competition.title,
        again=list_again_line(competition),
    )
    author = user_input.person.id
    next_offer = await freed_places.offer(recorder, competition)
    # The arbiter who withdraws a player gets no notice of it, so the offer is sent alone.
    if next_offer.text is not None and player != author and author in competition.arbiters:
        await recorder.notify_person(author, next_offer.text, next_offer.buttons)
    await recorder.notify_arbiters(
        competition, next_offer.below(text), next_offer.buttons, but=author
    )
    if player != author:
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
        again=list_again_line(competition),
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
    """Replace a player before the start, and notify arbiters, both players and the group.

    `called`: the text for a person who waited in the sign-up, so that they have accepted already
    and take the seat at once; None for anybody else.

    Raises:
        EngineError: the change is not possible, and nothing is written.
    """
    events = replace_player(snapshot.competition, act(user_input), player, entry)
    names_before = await recorder.competitions.names(snapshot.competition)
    is_reserve = entry.player in {reserve.player for reserve in reserves(snapshot.competition)}
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    if called is not None:
        access = await access_of(recorder, entry.player)
        claims = claim_place(
            snapshot.competition, entry.player, Act(by=entry.player, at=user_input.at), access
        )
        snapshot = await recorder.competition_acts.record(snapshot, claims, user_input.at)
    if called is None and is_reserve:
        called = say("comp.called", title=snapshot.competition.title)
    names = {**names_before, **await recorder.competitions.names(snapshot.competition)}
    await _notify_of_replacement(
        recorder, user_input, snapshot.competition, player, entry.player, names, called=called
    )
    return snapshot


async def _notify_of_replacement(  # noqa: PLR0913, PLR0917  (the act, both players, and their names)
    recorder: Recorder,
    user_input: UserInput,
    competition: Competition,
    old: PersonId,
    new: PersonId,
    names: Mapping[PersonId, str],
    *,
    called: Text | None,
) -> None:
    """Notify the other arbiters, both players, and the new player's group."""
    text = say("comp.replaced_told", old=names[old], new=names[new], title=competition.title)
    undo = undo_button(competition, Liftable.REPLACEMENT, new)
    await recorder.notify_arbiters(competition, text, undo, but=user_input.person.id)
    taken_out = say("comp.taken_out", title=competition.title, by=user_input.person.name)
    await recorder.notify_person(old, taken_out)
    if called is not None:
        await recorder.notify_person(new, called)
    await _notify_group(recorder, competition, new, names, text)
    if new not in competition.claimed:
        await send_own_list(recorder, competition, new, names)


async def _notify_group(
    notifier: Notifier,
    competition: Competition,
    player: PersonId,
    names: Mapping[PersonId, str],
    why: Text,
) -> None:
    """Send the new player and their group their current lists; the group also gets the reason."""
    phase = competition.phase
    members: tuple[PersonId, ...] = (player,)  # before the draw there are no groups
    for group in phase.groups:
        if player in group.players:
            members = group.players
    for member in members:
        own = own_list(competition, member, names, notifier.today())
        text = own if member == player else say("comp.with_note", note=why, text=own)
        await notifier.notify_person(member, text)
