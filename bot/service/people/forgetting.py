"""Frees the seats of a forgotten person and notifies the arbiters.

`turretur person anonymise` forgets a person without messages; the bot does the rest in the next
sweep (`storage.people.forgetting`).
"""

from collections.abc import Sequence
from typing import Final

from bot.service.notices.competitions import freed_places, moving_up
from bot.service.operations.matches import practice
from bot.service.operations.matches.seating import begun_in_present_phase, seat
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.competitions import list_again_line
from bot.texts.notices.people.links import match_places_button
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.entering import forget
from engine.competitions.participation import Participation, participation
from engine.competitions.status import Role
from engine.ids import PersonId
from engine.matches.decide import leave_seat
from engine.matches.kinds import ARRANGED
from storage.days import due
from storage.streams import name_of

_ROLE_KEYS: Final = {
    Role.ENTERED: "comp.forgotten_entered",
    Role.RESERVE: "comp.forgotten_reserve",
    Role.PLAYS: "comp.forgotten_plays",
}
"""The text of the person's former role for the notice to arbiters, who learn nothing else."""


async def take_out(recorder: Recorder, row: due.DueRow) -> None:
    """Carry out the due row of a forgotten person: free their seats, and end their practice game.

    Others may move up in sign-ups.
    """
    person = PersonId(int(name_of(row.stream)))
    await due.remove(recorder.unit.tx, row.stream, row.kind)
    for snapshot in await recorder.competitions.played_by(person):
        await _take_out_of(recorder, snapshot, person)
    await _leave_other_matches(recorder, person)
    await moving_up.move_up_everywhere(recorder)
    practised = await practice.running(recorder, person)
    if practised is not None:
        await practice.end(recorder, practised, recorder.unit.now)


async def _take_out_of(recorder: Recorder, snapshot: CompetitionSnapshot, person: PersonId) -> None:
    """Take a forgotten person out of a competition, and tell its arbiters what this changes."""
    former = participation(snapshot.competition, person)
    placeholder = None
    if former.role is Role.PLAYS and snapshot.competition.stage is CompetitionStage.RUNNING:
        placeholder = await _new_placeholder(recorder, person)
    matches = await begun_in_present_phase(recorder, snapshot.competition, person)
    events = forget(snapshot.competition, person, recorder.unit.now, placeholder)
    snapshot = await recorder.competition_acts.record(snapshot, events, recorder.unit.now)
    if placeholder is not None:
        await _leave(recorder, matches, person, placeholder)
    if not events or former.role not in _ROLE_KEYS:
        return
    competition = snapshot.competition
    names = await recorder.competitions.names(competition)
    text = say(
        "comp.forgotten_told",
        who=names[person],
        title=competition.title,
        what=_role_text(competition, former),
        again=list_again_line(competition) if former.role is Role.ENTERED else None,
    )
    next_offer = await freed_places.offer(recorder, competition)
    await recorder.notify_arbiters(competition, next_offer.below(text), next_offer.buttons)


async def _new_placeholder(recorder: Recorder, person: PersonId) -> PersonId:
    """Create and return a placeholder for the person's seat, under the name that stays of them."""
    known = await recorder.persons.get(person)
    return await recorder.person_acts.expect(known.name, club=known.club)


async def _leave_other_matches(recorder: Recorder, person: PersonId) -> None:
    """Free the person's seats in unfinished matches outside competitions that have an arbiter.

    The arbiters are notified, with the button for a new link. A friendly match is left as it is.
    """
    for snapshot in await recorder.matches.played_by(person):
        match = snapshot.match
        if match.is_over or match.kind is not ARRANGED or person not in match.seated:
            continue
        await _leave(recorder, [snapshot], person, await _new_placeholder(recorder, person))
        text = say(
            "forgotten.arbiter",
            match=match.code,
            who=await recorder.persons.name(person),
            partner=await recorder.persons.name(match.partner(person)),
        )
        buttons = ((match_places_button(match.code),),)
        await recorder.notify_person(match.arbiter, text, buttons, about=match.code)


async def _leave(
    recorder: Recorder, matches: Sequence[MatchSnapshot], person: PersonId, placeholder: PersonId
) -> None:
    """Free the person's seat in the matches, and notify each opponent who still plays once."""
    who, at = await recorder.persons.name(person), recorder.unit.now
    for snapshot in matches:
        match = snapshot.match
        left = leave_seat(match, person, placeholder, at)
        await seat(recorder, snapshot, left, person, placeholder, at)
        if not match.is_over:
            text = say("forgotten.partner", match=match.code, who=who)
            await recorder.notify_person(match.partner(person), text, about=match.code)


def _role_text(competition: Competition, former: Participation) -> Text:
    """Return what the person was in the competition, for its arbiters."""
    phase = phase_name(competition, competition.phase.plan.phase)
    if former.reserve is not None:
        return say("comp.forgotten_reserve", phase=phase, n=former.reserve)
    return Text(_ROLE_KEYS[former.role], {"phase": phase})
