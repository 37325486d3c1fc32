"""Who writes for a player by the arbiter's leave (art. 9.6): a decision with its reason.

What is decided is written `MATCH:PERSON:WRITER`; writer 0: the player himself again.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.messages import Text, say
from bot.shared import Said
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.match import Match
from engine.match_writers import allow_writer, withdraw_writer

if TYPE_CHECKING:
    from bot.desk import Buttons, Desk
    from bot.matches import SeenMatch
    from engine.match_events import MatchEvent

KIND = "writer"
HIMSELF = PersonId(0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who is to write for whom, in which match."""

    match: MatchCode
    person: PersonId
    writer: PersonId

    @property
    def about(self) -> str:
        """Return it as buttons and questions carry it."""
        return f"{self.match}:{self.person}:{self.writer}"


def wanted_of(about: str) -> Wanted:
    """Return what is written there.

    Raises:
        GameStateError: it was never written by us.
    """
    match, *people = about.split(":")
    if len(people) != 2 or not all(each.isdecimal() and len(each) < 18 for each in people):
        raise GameStateError(Fault("button_unknown"))
    return Wanted(MatchCode(match), PersonId(int(people[0])), PersonId(int(people[1])))


async def show(desk: "Desk", said: Said, about: str, reason: str) -> Text:
    """Say what will hold, or refuse."""
    wanted = wanted_of(about)
    await _decided(desk, said, wanted, reason)
    return await _text(desk, "writer.show", wanted)


async def carry_out(desk: "Desk", said: Said, about: str, reason: str) -> "tuple[Text, Buttons]":
    """Record it, tell all whom it concerns, and start the game if it waited for this player."""
    wanted = wanted_of(about)
    seen, events = await _decided(desk, said, wanted, reason)
    seen = await desk.matches.advance(seen, events, said.at)
    arbiters = await desk.competitions.arbiters(seen.match)
    told = say("writer.told", what=await _text(desk, "writer.done", wanted), reason=reason)
    for person in {*seen.match.people, arbiters[0], wanted.writer} - {HIMSELF, said.person.id}:
        if (await desk.persons.get(person)).chat is not None:
            await desk.tell_person(person, told, about=seen.match.code)
    await desk.matches.start(seen, said.at)
    return told, ()


async def _decided(
    desk: "Desk", said: Said, wanted: Wanted, reason: str
) -> "tuple[SeenMatch, tuple[MatchEvent, ...]]":
    seen = await desk.matches.ruled_by(said, wanted.match)
    arbiters = await desk.competitions.arbiters(seen.match)
    if wanted.writer == HIMSELF:
        return seen, withdraw_writer(
            seen.match, arbiter=said.person.id, person=wanted.person, reason=reason, at=said.at
        )
    return seen, allow_writer(
        seen.match,
        arbiter=said.person.id,
        person=wanted.person,
        writer=wanted.writer,
        arbiters=arbiters,
        reason=reason,
        at=said.at,
    )


async def _text(desk: "Desk", key: str, wanted: Wanted) -> Text:
    who = (await desk.persons.get(wanted.person)).name
    if wanted.writer == HIMSELF:
        return say("writer.himself", who=who, match=wanted.match)
    writer = (await desk.persons.get(wanted.writer)).name
    return Text(key, {"who": who, "writer": writer, "match": wanted.match})


def possible_writers(match: Match, person: PersonId, arbiter: PersonId) -> list[PersonId]:
    """Return whom an arbiter may choose to write for a player: himself, the partner, nobody."""
    choices = [arbiter, match.partner(person)]
    present = match.writers.get(person)
    return [each for each in choices if each != present] + ([HIMSELF] if present else [])
