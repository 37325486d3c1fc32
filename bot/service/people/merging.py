"""An arbiter's or operator's act that records that two people known to the bot are one.

Everything of the second number becomes that of the first: seats, games, results, cases, names and
account. The logs record it. Nobody can take it back, because what the person does next is one
person's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.runtime.shared import UserInput
from bot.service.competitions import entries
from bot.service.notices.competitions import moving_up
from bot.service.operations.matches import practice
from bot.service.operations.people import resolving
from bot.service.operations.people.mergers import merge_match
from bot.service.operations.people.resolving import Named
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.people import JOIN, LinkAnswer
from bot.texts.messages import Buttons, Text, say
from engine.competitions.competition import CompetitionStage
from engine.competitions.entering import merge as merge_in_competition
from engine.competitions.leave import no_longer_leave
from engine.competitions.sign_up import ACTIVE
from engine.errors import Fault, GameStateError
from engine.ids import NO_COMPETITION, PersonId
from engine.matches.seating import merge as merge_in_match
from engine.person_names import NameIndex
from engine.thinking_time import LeavePeriod
from storage.competitions import sign_ups
from storage.people import invitations, merging, people
from storage.people.people import Person

MOST_ALIKE = 6
"""The most people of similar names that are offered at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two numbers of one person: the one that stays, and the one that nobody has any longer."""

    kept: Person
    """The person under the number that stays."""
    gone: Person
    """The person under the number that becomes the other."""


async def pair_of(service: Service, kept: PersonId, gone: PersonId) -> Pair:
    """Return the two people.

    Raises:
        GameStateError: `merge_unknown`, if they are not two people known to the bot.
    """
    placeholders = await invitations.placeholders(service.unit.tx)
    for person in (kept, gone):
        is_erased = await service.persons.is_forgotten(person)
        if kept == gone or person in placeholders or is_erased:
            raise GameStateError(Fault("merge_unknown"))
    try:
        return Pair(kept=await service.persons.get(kept), gone=await service.persons.get(gone))
    except KeyError:
        raise GameStateError(Fault("merge_unknown")) from None


async def alike(service: Service, person: PersonId | None, name: str) -> list[Person]:
    """Return the people, other than `person`, whose names are like that one.

    Only those with a part in anything stored.
    """
    tx = service.unit.tx
    nobody = (await invitations.placeholders(tx)).keys() | await invitations.left_over(tx)
    known = {other.id: other for other in await people.everybody(tx)}
    index: NameIndex[PersonId] = NameIndex(
        (other.name, other.id)
        for other in known.values()
        if other.id not in nobody and other.id != person
    )
    likely = [who for who, _ in index.alike(name)]
    with_part = [known[who] for who in likely if await service.persons.has_part(who)]
    return with_part[:MOST_ALIKE]


async def names_here(
    service: Service, snapshot: CompetitionSnapshot, first: PersonId, second: PersonId
) -> Mapping[PersonId, str]:
    """Return the names of the people in the arbiter's competition; one of the two must be there.

    Raises:
        GameStateError: `merge_unknown`.
    """
    here = await entries.people_here(service, snapshot.competition)
    if not {first, second} & here.names.keys():
        raise GameStateError(Fault("merge_unknown"))
    return here.names


async def described(service: Service, person: Person) -> Text:
    """Return a line about a person: club, account, and the number of competitions and matches."""
    return say(
        "merge.person",
        who=person.name,
        club=say("comp.club", club=person.club) if person.club else None,
        account=say("merge.account", account=person.account_name) if person.account_name else None,
        competitions=len(await service.competitions.all_played(person.id)),
        matches=len(await service.matches.readable_of(person.id)),
    )


@dataclass(frozen=True, slots=True)
class _Parts:
    """Everything in which the second number has a part."""

    matches: tuple[MatchSnapshot, ...]
    competitions: tuple[CompetitionSnapshot, ...]


async def check(service: Service, user_input: UserInput, pair: Pair) -> _Parts:
    """Return all in which the second number has a part.

    Raises:
        GameStateError: they cannot be one person, or the second number has an office.
    """
    gone = pair.gone
    if gone.arbiter or gone.rating_keeper or gone.account in service.shared.operators:
        raise GameStateError(Fault("merge_office", facts={"name": gone.name}))
    matches = await service.matches.played_by(gone.id)
    competitions = await service.competitions.played_by(gone.id)
    for match in matches:
        merge_in_match(
            match.match, user_input.person.id, user_input.at, person=gone.id, into=pair.kept.id
        )
    for competition in competitions:
        merge_in_competition(
            competition.competition, act(user_input), person=gone.id, into=pair.kept.id
        )
    return _Parts(tuple(matches), tuple(competitions))


async def carry_out(
    service: Service, user_input: UserInput, pair: Pair, person_key: str = "merge.told_person"
) -> Text:
    """Join the two numbers, notify the person and the other arbiters; return the confirmation.

    `person_key`: the text for the person, which names the office of the one who decided.

    Raises:
        GameStateError: as `check`; nothing is written.
    """
    tx, at = service.unit.tx, user_input.at
    kept, gone = pair.kept.id, pair.gone.id
    parts = await check(service, user_input, pair)
    arbiters = _other_arbiters(user_input, parts)
    practised = await practice.running(service, gone)
    if practised is not None:
        await practice.end(service, practised, at)
    await _join_sign_ups(service, pair)
    await merging.join(tx, pair.kept, pair.gone, at)
    service.persons.forget(kept, gone)
    await resolving.learn(service, Named(name=pair.gone.name), kept)
    for snapshot in parts.competitions:
        events = merge_in_competition(snapshot.competition, act(user_input), person=gone, into=kept)
        after = await service.competition_acts.record(snapshot, events, at)
        lost = no_longer_leave(snapshot.competition, after.competition, {kept, gone}, kept)
        await _notify_of_leave(service, kept, snapshot.competition.title, lost)
    for match in parts.matches:
        await merge_match(service, match, act(user_input), person=gone, into=kept)
    await moving_up.move_up_everywhere(service)
    await service.digests.ensure(await service.persons.get(kept))
    await _notify_person(service, user_input, pair, person_key)
    facts = {"who": pair.kept.name, "other": pair.gone.name, "by": user_input.person.name}
    for arbiter in arbiters:
        await service.notify_person(arbiter, Text("merge.told_arbiter", facts))
    return Text("merge.done", facts)


async def _notify_of_leave(
    service: Service, person: PersonId, title: str, lost: Sequence[LeavePeriod]
) -> None:
    """Notify the person of the days that are no longer leave, if there are any (art. 7.2)."""
    rows = [Text("leave.moved_to_no_leave", {**each.facts, "n": each.days}) for each in lost]
    if rows:
        await service.notify_person(person, Text("merge.leave", {"title": title, "rows": rows}))


async def _join_sign_ups(service: Service, pair: Pair) -> None:
    """Keep the sign-up that counts, where both signed up for one competition."""
    tx = service.unit.tx
    by_competition = {
        sign_up.competition: sign_up for sign_up in await sign_ups.of_person(tx, pair.kept.id)
    }
    for second in await sign_ups.of_person(tx, pair.gone.id):
        first = by_competition.get(second.competition)
        if first is None or second.state not in ACTIVE:
            continue
        # The earlier of two that count keeps its place in the queue.
        if first.state not in ACTIVE or second.number < first.number:
            await sign_ups.put_person(tx, replace(second, person=pair.kept.id))


def _other_arbiters(user_input: UserInput, parts: _Parts) -> list[PersonId]:
    """Return the other arbiters of what the person plays."""
    arbiters: dict[PersonId, None] = {}  # an ordered set
    for competition in parts.competitions:
        if competition.competition.stage is not CompetitionStage.CLOSED:
            arbiters |= dict.fromkeys(competition.competition.arbiters)
    for match in parts.matches:
        if match.match.competition == NO_COMPETITION and match.match.kind.has_arbiter:
            arbiters[match.match.arbiter] = None
    return [person for person in arbiters if person != user_input.person.id]


async def _notify_person(service: Service, user_input: UserInput, pair: Pair, key: str) -> None:
    """Notify the person, with a button for each seat that they have not taken yet."""
    person = await service.persons.get(pair.kept.id)
    if person.address is None:
        return
    buttons: Buttons = ()
    for snapshot in await service.competitions.all_played(person.id):
        competition = snapshot.competition
        is_expected = person.id in {*competition.phase.players} - competition.claimed
        if is_expected and competition.stage is not CompetitionStage.CLOSED:
            code = await service.person_acts.place_invitation(competition.code, person.id)
            label = say("button.merge.join", where=competition.title)
            buttons += ((JOIN.button(label, code, LinkAnswer.AGAIN),),)
    for match_snapshot in await service.matches.active(person.id):
        match = match_snapshot.match
        if match.competition == NO_COMPETITION and person.id not in match.seated:
            code = await service.person_acts.match_invitation(match.code, person.id)
            label = say("button.merge.join", where=match.code)
            buttons += ((JOIN.button(label, code, LinkAnswer.AGAIN),),)
    facts = {"who": person.name, "other": pair.gone.name, "by": user_input.person.name}
    await service.notify_person(person.id, Text(key, facts), buttons)
