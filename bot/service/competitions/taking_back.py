"""An arbiter's decision that takes back an act before the start of a phase.

An entry, a seat given to a reserve, a replacement, or the opening of the phase. Its code is
`COMPETITION:ACT:PERSON`, with person 0 for the opening. The preview names the later acts that no
longer apply, because they depend on this one; the engine calls them idle.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.notices.competitions import freed_places
from bot.service.notices.notifier import Notifier
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.verb import person_in
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.competitions.competitions import list_again_line
from engine.competitions.competition import Competition
from engine.competitions.entering import lift_act, lifted
from engine.competitions.events import (
    ActLifted,
    CompetitionEvent,
    GroupsDrawn,
    Liftable,
    PlaceFilled,
    PlayerEntered,
    PlayerReplaced,
    PlayerWithdrawn,
)
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Events
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId

KIND = "taken_back"
"""The kind of the decision."""
_TAKEN_BACK_HERE = set(Liftable) - {Liftable.WITHDRAWAL}
"""The acts that this decision takes back; `staying` takes back a withdrawal."""


def about_of(competition: CompetitionCode, kind: Liftable, player: PersonId | None) -> str:
    """Return the code of the decision; `player` is None for the opening of a phase."""
    return f"{competition}:{kind}:{player or 0}"


class _Lifting(NamedTuple):
    """A competition, and the events that take an act in it back."""

    snapshot: CompetitionSnapshot
    events: Events


async def _lifting_of(readers: Readers, user_input: UserInput, about: str, reason: str) -> _Lifting:
    """Return the competition of a code, and the events that take the act back.

    Raises:
        GameStateError: the bot never wrote the code, or the act cannot be taken back.
    """
    code, _, rest = about.partition(":")
    kind, _, number = rest.partition(":")
    if kind not in _TAKEN_BACK_HERE:
        raise GameStateError(Fault("button_unknown"))
    player = person_in(number) or None
    snapshot = await readers.competitions.ruled_by(user_input, CompetitionCode(code))
    events = lift_act(snapshot.competition, act(user_input), Liftable(kind), player, reason)
    return _Lifting(snapshot, events)


def _lifted(events: Events) -> ActLifted:
    """Return the event that names the act."""
    return next(event for event in events if isinstance(event, ActLifted))


async def _text(readers: Readers, snapshot: CompetitionSnapshot, events: Events) -> Text:
    """Return what the decision does, and the later acts that no longer apply."""
    competition, event = snapshot.competition, _lifted(events)
    after = reduce(evolve_competition, events, competition)
    idle = lifted(competition, event).idle
    names = await _names(readers, competition, after, idle)
    rows = _rows(idle, names)
    facts: dict[str, Param] = {
        **_facts(competition, after, event, names),
        "idle": [say("taken_back.idle"), *rows] if rows else None,
        "again": list_again_line(after),
    }
    return Text(f"taken_back.show.{event.act}", facts)


async def _names(
    readers: Readers,
    competition: Competition,
    after: Competition,
    idle: Sequence[CompetitionEvent] = (),
) -> Mapping[PersonId, str]:
    """Return the names of all players before and after, and of those whom the idle acts name."""
    people = {*competition.phase.players, *after.phase.players}
    for event in idle:
        if isinstance(event, PlayerEntered | PlaceFilled | PlayerReplaced):
            people.add(event.entry.player)
        if isinstance(event, PlayerWithdrawn | PlayerReplaced):
            people.add(event.player)
    return await readers.persons.names(people)


def _facts(
    competition: Competition,
    after: Competition,
    event: ActLifted,
    names: Mapping[PersonId, str],
) -> dict[str, Param]:
    """Return the facts that the preview and the notice share."""
    return {
        "title": competition.title,
        "who": "" if event.player is None else names[event.player],
        "old": [names[player] for player in _players_back(competition, after)],
    }


def _players_back(competition: Competition, after: Competition) -> list[PersonId]:
    """Return the players of the phase who get a seat again.

    There are none if the act opened the phase, because then the one before it is present again.
    """
    if after.number != competition.number:
        return []
    return [player for player in after.phase.players if player not in competition.phase.players]


def _rows(idle: Sequence[CompetitionEvent], names: Mapping[PersonId, str]) -> list[Text]:
    """Return a line for each later act that no longer applies, as far as people see it."""
    rows: list[Text] = []
    for event in idle:
        match event:
            case PlayerEntered():
                rows.append(say("taken_back.idle_entry", who=names[event.entry.player]))
            case PlaceFilled():
                rows.append(say("taken_back.idle_filling", who=names[event.entry.player]))
            case PlayerReplaced():
                old, new = names[event.player], names[event.entry.player]
                rows.append(say("taken_back.idle_replacement", old=old, new=new))
            case PlayerWithdrawn():
                rows.append(say("taken_back.idle_withdrawal", who=names[event.player]))
            case GroupsDrawn():
                rows.append(say("taken_back.idle_draw"))
            case _:  # people see nothing of it, or see it with the draw
                pass
    return rows


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the preview."""
    return await _text(readers, *await _lifting_of(readers, user_input, about, reason))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Take the act back, and notify the players and arbiters concerned.

    If a seat is free afterwards, the arbiters get the offer to fill it.
    """
    before, events = await _lifting_of(service, user_input, about, reason)
    snapshot = await service.competition_acts.record(before, events, user_input.at)
    competition, event = snapshot.competition, _lifted(events)
    names = await _names(service, before.competition, competition)
    facts = {
        **_facts(before.competition, competition, event, names),
        "by": user_input.person.name,
        "reason": reason,
    }
    await _notify(service, before.competition, competition, facts)
    text = Text(f"taken_back.told.{event.act}", facts)
    done = say("taken_back.done", title=competition.title)
    next_offer = await freed_places.offer(service, competition)
    await service.notify_arbiters(
        competition, next_offer.below(text), next_offer.buttons, but=user_input.person.id
    )
    return Card(next_offer.below(done), next_offer.buttons)


async def _notify(
    notifier: Notifier,
    before: Competition,
    after: Competition,
    facts: dict[str, Param],
) -> None:
    """Notify the players whose seat or phase has changed."""
    if after.number != before.number:
        for player in dict.fromkeys((*before.phase.players, *after.phase.players)):
            await notifier.notify_person(player, Text("taken_back.you_advance", facts))
        return
    for player in before.phase.players:
        if player not in after.phase.players:
            await notifier.notify_person(player, Text("taken_back.you_out", facts))
    for player in _players_back(before, after):
        await notifier.notify_person(player, Text("taken_back.you_in", facts))
