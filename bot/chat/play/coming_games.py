"""What a person has to play besides running games: matches and competitions to come."""

from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.notices.participants import ending
from engine.competitions.competition import Competition
from engine.competitions.participation import participation
from engine.competitions.status import Role
from engine.ids import PersonId
from engine.matches.approval import last_day_to_object, unanswered
from engine.matches.match import TO_COME, Match, MatchStage
from storage.people.people import Person


def without_game(person: Person) -> Text:
    """Return that the person has no game for the command; an arbiter must give a code."""
    return say("games.none_ruled" if person.arbiter else "games.none")


async def nothing_running(service: Service, person: PersonId, otherwise: Text) -> Text:
    """Return the person's future matches and competitions, or `otherwise` without any."""
    rows = [
        await coming_row(service, snapshot, person)
        for snapshot in await service.matches.active(person)
        if snapshot.match.stage in TO_COME
    ]
    rows += [
        await proposed_row(service, snapshot, person)
        for snapshot in await service.proposed_results.proposed_to(person)
    ]
    rows += [
        _coming_phase(service, snapshot.competition)
        for snapshot in await service.competitions.all_played(person)
        if participation(snapshot.competition, person).role is Role.ENTERED
    ]
    return say("games.coming", rows=rows) if rows else otherwise


def _coming_phase(service: Service, competition: Competition) -> Text:
    """Return when a phase's games begin; for an overdue phase, that it is in preparation."""
    start = competition.phase.plan.start
    key = "games.late_phase" if start < service.today() else "games.coming_phase"
    return say(key, title=competition.title, start=start.isoformat())


async def coming_row(service: Service, snapshot: MatchSnapshot, person: PersonId) -> Text:
    """Return a line about a match of the person with a game still to come."""
    partner = await service.persons.get(snapshot.match.partner(person))
    state = await coming_text(service, snapshot.match)
    return say("games.coming_row", match=snapshot.match.code, partner=partner.name, state=state)


async def proposed_row(service: Service, snapshot: MatchSnapshot, person: PersonId) -> Text:
    """Return a line about proposed results, and whether they wait for the person."""
    partner = await service.persons.get(snapshot.match.partner(person))
    until = last_day_to_object(snapshot.match)
    is_asked = (
        until is not None and service.today() <= until and person in unanswered(snapshot.match)
    )
    return say(
        "games.proposed_row" if is_asked else "games.answered_row",
        match=snapshot.match.code,
        partner=partner.name,
        until=ending(until, snapshot.match.rules.time_zone),
    )


async def coming_text(service: Service, match: Match) -> Text:
    """Return the next event of an arranged match, or of one between its games."""
    if match.stage is MatchStage.BETWEEN:
        return await _return_text(service, match)
    waiting = [person for person in match.people if person not in match.seated]
    if not waiting:
        return say("matches.starts", start=match.start.isoformat())
    names = await service.persons.names(waiting)
    return say("matches.invited", who=[*names.values()])


async def _return_text(service: Service, match: Match) -> Text:
    """Return when the return game starts, if it does (art. 7.1, 9.4)."""
    excluded = await service.competitions.excluded_player(match)
    if excluded is not None:
        return await _excluded_text(service, match, (await service.persons.get(excluded)).name)
    if await service.closings.is_match_closed(match, service.unit.now):
        return say("matches.between_over")
    closing = await service.closings.before_return(match)
    if closing is not None:
        return say("matches.between_closing", closing=closing.isoformat())
    return say("matches.between", until=_return_day(match))


async def _excluded_text(service: Service, match: Match, who: str) -> Text:
    """Return what happens to a return game with a disqualified player.

    It is not played: on its day it ends at once, with the disqualified player absent (art. 9.1,
    10.3). Until then the disqualification may be lifted.
    """
    if not await service.competitions.counts(match):
        return say("matches.between_void", who=who)
    closing = await service.closings.before_return(match)
    if closing is not None:
        return say("matches.between_excluded_closing", who=who, closing=closing.isoformat())
    return say("matches.between_excluded", who=who, until=_return_day(match))


def _return_day(match: Match) -> str | None:
    return match.return_day.isoformat() if match.return_day else None
