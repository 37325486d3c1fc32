"""Hands a match over to another arbiter, and takes that back: permission, choice, notices.

Only for a match outside competitions; `/campionat` handles a competition's arbiters.
"""

from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.buttons.matches import HAND_BACK
from bot.texts.messages import Card, Text, say
from bot.texts.notices.cases.task_list import page
from engine.errors import Fault, GameStateError
from engine.ids import NO_ARBITER, MatchCode, PersonId
from engine.matches.arbiters import (
    check_outside_competition,
    former_arbiter,
    hand_over,
    lift_handover,
)
from engine.matches.events import MatchEvent
from engine.matches.match import Match, games_of
from storage.people import people
from storage.people.people import Person

KIND = "handback"
"""The kind of the decision that takes a handover back; its code is the match's."""


async def match_to_hand_over(
    readers: Readers, user_input: UserInput, code: MatchCode
) -> MatchSnapshot:
    """Return a match that the person may hand over, as its arbiter or as an operator.

    Raises:
        GameStateError: there is no such match, others rule it, or it is a competition's.
    """
    snapshot = await readers.matches.load(code)
    if user_input.person.id != snapshot.match.arbiter and not readers.persons.is_operator(
        user_input
    ):
        raise GameStateError(Fault("not_your_match"))
    check_outside_competition(snapshot.match)
    return snapshot


async def candidates(context: Context, match: Match) -> list[Person]:
    """Return the arbiters who could rule the match instead of its own, by name."""
    barred = {match.arbiter, *match.people}
    suitable = [
        person
        for person in await people.arbiters(context.unit.tx)
        if person.id not in barred and person.can_be_reached
    ]
    return sorted(suitable, key=lambda person: (person.name.casefold(), person.id))


async def possible_arbiter(context: Context, match: Match, number: PersonId) -> Person:
    """Return the arbiter of that number, if they could rule the match.

    Raises:
        GameStateError: `no_such_arbiter`.
    """
    for person in await candidates(context, match):
        if person.id == number:
            return person
    raise GameStateError(Fault("no_such_arbiter"))


async def match_facts(readers: Readers, match: Match) -> dict[str, str]:
    """Return the facts that name a match in a text: its code and its players."""
    names = await readers.persons.names(match.people)
    return {"match": match.code, "first": names[match.first], "second": names[match.second]}


async def carry_out(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, arbiter: Person
) -> Text:
    """Hand the match over, notify everybody concerned, and return the text that they read.

    Only the new arbiter reads another text; they also get the tasks of the match.

    Raises:
        GameStateError: the new arbiter plays the match, or it is a competition's.
    """
    before = snapshot.match.arbiter
    decided = hand_over(
        snapshot.match, by=user_input.person.id, arbiter=arbiter.id, at=user_input.at
    )
    snapshot = await service.match_acts.advance(snapshot, decided, user_input.at)
    match = snapshot.match
    names = await service.persons.names((before, arbiter.id))
    facts = {**await match_facts(service, match), "who": names[arbiter.id], "old": names[before]}
    text = Text("handover.told", facts)
    for person in (*match.people, before):
        if person != user_input.person.id:
            await service.notify_person(person, text, about=match.code)
    # The new arbiter may already enter moves for a player of the match (art. 9.6).
    assisted = await service.persons.names(
        player for player, writer in match.writers.items() if writer == arbiter.id
    )
    writes = say("handover.writes", who=[*assisted.values()]) if assisted else None
    for_arbiter = say("handover.yours", **facts, writes=writes)
    back = HAND_BACK.button(say("button.handover.back", who=names[before]), match.code)
    can_be_lifted = before in {person.id for person in await candidates(service, match)}
    await service.notify_person(
        arbiter.id, for_arbiter, ((back,),) if can_be_lifted else (), about=match.code
    )
    await give_to(service, match, arbiter)
    return text


async def show_lifting(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return who has the match again once the handover is taken back."""
    snapshot = await match_to_hand_over(readers, user_input, MatchCode(about))
    lifting = await _lifting_of(readers, user_input, snapshot.match, reason)
    return say("handover.back_show", **lifting.facts)


class _Lifting(NamedTuple):
    """A handover that is taken back: who has the match again, and the events that do so."""

    arbiter: Person
    events: tuple[MatchEvent, ...]
    facts: dict[str, str]
    """The facts of its texts: `who` gets the match from `old`."""


async def _lifting_of(
    readers: Readers, user_input: UserInput, match: Match, reason: str
) -> _Lifting:
    """Return the lifting of the match's last handover.

    Raises:
        GameStateError: as `engine.matches.arbiters.lift_handover` and `possible_arbiter`: the
            former arbiter may have been forgotten or have no office any longer.
    """
    by = user_input.person.id
    events = lift_handover(match, by=by, at=user_input.at, reason=reason)
    former = await possible_arbiter(readers, match, former_arbiter(match) or NO_ARBITER)
    facts = {
        **await match_facts(readers, match),
        "who": former.name,
        "old": await readers.persons.name(match.arbiter),
    }
    return _Lifting(arbiter=former, events=events, facts=facts)


async def lift(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Take the handover back, and notify players and both arbiters."""
    snapshot = await match_to_hand_over(service, user_input, MatchCode(about))
    before = snapshot.match.arbiter
    lifting = await _lifting_of(service, user_input, snapshot.match, reason)
    snapshot = await service.match_acts.advance(snapshot, lifting.events, user_input.at)
    match = snapshot.match
    text = say("handover.back_told", **lifting.facts, by=user_input.person.name, reason=reason)
    for person in (*match.people, before, match.arbiter):
        if person != user_input.person.id:
            await service.notify_person(person, text, about=match.code)
    await give_to(service, match, lifting.arbiter)
    return Card(text)


async def give_to(service: Service, match: Match, arbiter: Person) -> None:
    """Store the match's games and cases under its new arbiter, and send them its open tasks.

    The match itself must already have that arbiter.
    """
    await service.digests.ensure(arbiter)
    for game in games_of(match):
        await _give_game(service, await service.games.load(game))
    tasks = await service.task_lists.of_match(arbiter.id, match.code)
    if tasks.items:
        await service.notify_person(arbiter.id, *page(tasks, 0), about=match.code)


async def _give_game(recorder: Recorder, snapshot: GameSnapshot) -> None:
    """Store the game and its cases under the new arbiter."""
    await recorder.game_acts.keep(snapshot, moved=False)
    for case_snapshot in await recorder.cases.of_game(snapshot.game.id):
        await recorder.case_acts.keep(case_snapshot)
