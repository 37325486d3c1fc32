"""Frees the seats of a forgotten person and notifies the arbiters.

`turretur person anonymise` forgets a person without messages; the bot does the rest in the next
sweep (`storage.people.forgetting`).
"""

from typing import TYPE_CHECKING, Final

from bot.service.competitions import freed_places, sign_ups
from bot.service.competitions.competitions import CompetitionSnapshot
from bot.service.matches import practice
from bot.texts.messages import Text, say
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.entering import forget
from engine.competitions.participation import Participation, Role, participation
from engine.ids import PersonId
from storage.days import due
from storage.streams import name_of

if TYPE_CHECKING:
    from bot.service.service import Service

_TOLD: Final = {
    Role.ENTERED: "comp.forgotten_entered",
    Role.RESERVE: "comp.forgotten_reserve",
    Role.PLAYS: "comp.forgotten_plays",
}
"""The person's former role for the notice to arbiters, who learn nothing else."""


async def take_out(service: "Service", row: due.DueRow) -> None:
    """Remove the row's person from open competitions and sign-ups, and end their practice game."""
    person = PersonId(int(name_of(row.stream)))
    await due.remove(service.unit.tx, row.stream, row.kind)
    for snapshot in await service.competitions.all_played(person):
        await _take_out_of(service, snapshot, person)
    await sign_ups.move_up_everywhere(service)
    practised = await practice.running(service, person)
    if practised is not None:
        await practice.end(service, practised, service.unit.now)


async def _take_out_of(service: "Service", snapshot: CompetitionSnapshot, person: PersonId) -> None:
    was = participation(snapshot.competition, person)
    events = forget(snapshot.competition, person, service.unit.now)
    snapshot = await service.competition_acts.record(snapshot, events, service.unit.now)
    if not events or was.role not in _TOLD:
        return
    competition = snapshot.competition
    names = await service.competitions.names(competition)
    must_list = was.role is Role.ENTERED and competition.phase.groups
    text = say(
        "comp.forgotten_told",
        who=names[person],
        title=competition.title,
        what=_what(competition, was),
        again=say("comp.list_again") if must_list else None,
    )
    free, buttons = await freed_places.offer(service, competition)
    if free is not None:
        text = say("comp.with_note", note=text, text=free)
    await service.notify_arbiters(competition, text, buttons)


def _what(competition: Competition, was: Participation) -> Text:
    phase = phase_name(competition, competition.phase.plan.phase)
    if was.reserve is not None:
        return say("comp.forgotten_reserve", phase=phase, n=was.reserve)
    return Text(_TOLD[was.role], {"phase": phase})
