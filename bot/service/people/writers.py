"""A writer for a player by the arbiter's decision, with its reason (art. 9.6).

Its code is `MATCH:PERSON:WRITER`; writer 0 means the player. With `:all` it applies to every match
of theirs in that competition, also in its next phase, and only an arbiter can be the writer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.operations.matches.seating import seat
from bot.service.pure.acts import order_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.people import WRITER
from bot.texts.messages import Button, Card, Text, say
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.matches.events import MatchEvent
from engine.matches.match import Match, check_unfinished
from engine.matches.writers import allow_writer, withdraw_writer

KIND = "writer"
"""The kind of the decision."""
THE_PLAYER = PersonId(0)
"""Stands for the player in place of a writer: they write again themselves."""
EVERYWHERE = "all"
"""The end of a code that means all matches of the player in the competition."""


@dataclass(frozen=True, slots=True)
class WriterRequest:
    """A requested writer for a player in a match."""

    match: MatchCode
    person: PersonId
    """The player."""
    writer: PersonId
    """The writer; `THE_PLAYER` for none."""
    is_everywhere: bool = False
    """Whether all the player's matches of the competition are meant."""

    @property
    def about(self) -> str:
        """Return the request's code for questions."""
        return WRITER.about(self.match, self.person, self.writer, *self._end)

    def button(self, label: Text) -> Button:
        """Return the button that asks for this."""
        return WRITER.button(label, self.match, self.person, self.writer, *self._end)

    @property
    def _end(self) -> tuple[str, ...]:
        """Return the end of the code: nothing for one match."""
        return (EVERYWHERE,) if self.is_everywhere else ()


class _MatchEvents(NamedTuple):
    """A match, and the events that set or remove its writer."""

    snapshot: MatchSnapshot
    events: tuple[MatchEvent, ...]


def request_of(about: str) -> WriterRequest:
    """Return the request of a code.

    Raises:
        GameStateError: the bot never wrote this code.
    """
    match, person, writer, everywhere = WRITER.read(about)
    if person is None or writer is None or everywhere not in {"", EVERYWHERE}:
        raise GameStateError(Fault("button_unknown"))
    return WriterRequest(match, person, writer, is_everywhere=everywhere == EVERYWHERE)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return who will write for whom, or refuse."""
    request = request_of(about)
    concerned = await _events_of_matches(readers, user_input, request, reason)
    return await _text(readers, "writer.show", request, concerned)


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Record it, notify everyone concerned, and start the games that waited for this player."""
    request = request_of(about)
    concerned = await _events_of_matches(service, user_input, request, reason)
    what_in_all = await _text(service, "writer.done", request, concerned)
    confirmation = say("writer.told", what=what_in_all, reason=reason)
    for snapshot, events in concerned:
        player, at = request.person, user_input.at
        after = await seat(service, snapshot, events, player, player, at)
        chief_arbiter = await service.competitions.chief_arbiter(after.match)
        what = await _text(service, "writer.done", request, [_MatchEvents(after, events)])
        text = say("writer.told", what=what, reason=reason)
        notified = {*after.match.people, chief_arbiter, request.writer}
        for person in notified - {THE_PLAYER, user_input.person.id}:
            if await service.persons.address(person) is not None:
                await service.notify_person(person, text, about=after.match.code)
        await service.starts.start(after, user_input.at)
    if request.writer != THE_PLAYER:  # the writer sees these games among their own
        await service.digests.ensure(await service.persons.get(request.writer))
    return Card(confirmation)


async def _events_of_matches(
    readers: Readers, user_input: UserInput, request: WriterRequest, reason: str
) -> list[_MatchEvents]:
    """Return each match that is meant, with its events.

    Raises:
        EngineError: the person does not rule the match, or the writer is not possible.
    """
    return [
        _MatchEvents(snapshot, await _events(readers, user_input, snapshot, request, reason))
        for snapshot in await _matches(readers, user_input, request)
    ]


async def _matches(
    readers: Readers, user_input: UserInput, request: WriterRequest
) -> list[MatchSnapshot]:
    """Return the matches that a request about a writer concerns."""
    snapshot = await readers.matches.ruled_by(user_input, request.match)
    competition = snapshot.match.competition
    if not request.is_everywhere or not competition:
        return [snapshot]
    of_competition = [
        played
        for played in await readers.matches.active(request.person)
        if played.match.competition == competition
    ]
    return of_competition or [snapshot]  # the match of the code may be over by now


async def _events(
    readers: Readers,
    user_input: UserInput,
    snapshot: MatchSnapshot,
    request: WriterRequest,
    reason: str,
) -> tuple[MatchEvent, ...]:
    """Return the events that let a person write for a player, or no longer."""
    order = order_of(user_input, "9.6", reason)
    if request.writer == THE_PLAYER:
        return withdraw_writer(
            snapshot.match, order, person=request.person, everywhere=request.is_everywhere
        )
    return allow_writer(
        snapshot.match,
        order,
        person=request.person,
        writer=request.writer,
        arbiters=await readers.competitions.arbiters(snapshot.match),
        everywhere=request.is_everywhere,
    )


async def _text(
    readers: Readers,
    key: str,
    request: WriterRequest,
    concerned: Sequence[_MatchEvents],
) -> Text:
    """Return who writes for whom in these matches, or that the player writes again."""
    who = await readers.persons.name(request.person)
    matches = ", ".join(snapshot.match.code for snapshot, _ in concerned)
    if request.writer == THE_PLAYER:
        return say("writer.himself", who=who, match=matches)
    writer = await readers.persons.name(request.writer)
    return Text(key, {"who": who, "writer": writer, "match": matches})


async def possible_requests(
    readers: Readers, match: Match, arbiter: PersonId
) -> list[WriterRequest]:
    """Return every change that the arbiter may decide on, player by player.

    A change of the arbiter, or back to the player, is also possible in all matches of a
    competition: the opponent is another person in each.

    Raises:
        GameStateError: `match_over`, nobody writes in the match any more.
    """
    check_unfinished(match, "9.6")
    requests = []
    for person in match.people:
        for writer in await _possible_writers(readers, match, person, arbiter):
            request = WriterRequest(match.code, person, writer)
            requests.append(request)
            if match.competition and writer != match.partner(person):
                requests.append(replace(request, is_everywhere=True))
    return requests


async def _possible_writers(
    readers: Readers, match: Match, person: PersonId, arbiter: PersonId
) -> list[PersonId]:
    """Return who may write instead of the present writer: arbiter, opponent, `THE_PLAYER`."""
    present, opponent = match.writers.get(person), match.partner(person)
    writers = [arbiter]
    if (await readers.persons.get(opponent)).can_be_reached:
        writers.append(opponent)  # a person out of reach cannot receive the sheets
    if present is not None:
        writers.append(THE_PLAYER)
    return [writer for writer in writers if writer != present]
