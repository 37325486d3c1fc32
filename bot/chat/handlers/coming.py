"""What is told to somebody none of whose games is running: which of his matches are still to come.

And to who means a game that is over; matches whose games are both over are not listed here.
"""

from bot.service.games import SeenGame
from bot.service.matches import SeenMatch
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.notices.cast import ending
from engine.competitions.guards import PREPARING
from engine.errors import Fault, GameStateError
from engine.games.game import Stage
from engine.ids import PersonId
from engine.matches.homologation import last_day_to_object, unanswered
from engine.matches.match import TO_COME, Match, MatchStage


async def nothing_running(service: Service, person: PersonId, otherwise: Text) -> Text:
    """Return the person's matches and competitions to come, or that text if there are none."""
    rows = [
        await coming_row(service, seen, person)
        for seen in await service.matches.active(person)
        if seen.match.stage in TO_COME
    ]
    rows += [
        await proposed_row(service, seen, person)
        for seen in await service.results.proposed_to(person)
    ]
    rows += [
        say(
            "games.coming_phase",
            title=seen.competition.title,
            start=seen.competition.phase.plan.start.isoformat(),
        )
        for seen in await service.competitions.all_played(person)
        if seen.competition.stage in PREPARING and person in seen.competition.phase.players
    ]
    return say("games.coming", rows=rows) if rows else otherwise


async def coming_row(service: Service, seen: SeenMatch, person: PersonId) -> Text:
    """Return a line on a match of the person's that is still to come, in whole or in part."""
    partner = await service.persons.get(seen.match.partner(person))
    state = await coming_text(service, seen.match)
    return say("games.coming_row", match=seen.match.code, partner=partner.name, state=state)


async def proposed_row(service: Service, seen: SeenMatch, person: PersonId) -> Text:
    """Return a line on a match whose results are proposed: whether they wait for the person."""
    partner = await service.persons.get(seen.match.partner(person))
    until = last_day_to_object(seen.match)
    is_asked = until is not None and service.today() <= until and person in unanswered(seen.match)
    return say(
        "games.proposed_row" if is_asked else "games.answered_row",
        match=seen.match.code,
        partner=partner.name,
        until=ending(until, seen.match.rules.time_zone),
    )


def must_run(seen: SeenGame) -> None:
    """Refuse what makes no sense once a game is over, before anything is asked about it.

    Raises:
        GameStateError: it is over (art. 4.3).
    """
    if seen.game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3"))


async def coming_text(service: Service, match: Match) -> Text:
    """Return what an arranged match, or one between its games, is waiting for."""
    if match.stage is MatchStage.BETWEEN:
        return await _between(service, match)
    waiting = [person for person in match.people if person not in match.joined]
    if not waiting:
        return say("matches.starts", start=match.start.isoformat())
    names = await service.persons.names(waiting)
    return say("matches.invited", who=", ".join(names.values()))


async def _between(service: Service, match: Match) -> Text:
    """Return when the return game starts, if it does (art. 7.1, 9.4)."""
    out = await service.competitions.excluded_from(match)
    if out is not None:
        return await _without(service, match, (await service.persons.get(out)).name)
    if await service.closings.is_over(match, service.unit.now):
        return say("matches.between_over")
    closing = await service.closings.before_return(match)
    if closing is not None:
        return say("matches.between_closing", closing=closing.isoformat())
    return say("matches.between", until=_return_day(match))


async def _without(service: Service, match: Match, who: str) -> Text:
    """Return what becomes of a return game with a player who is excluded.

    It is not played: on its day it ends as it begins, the excluded player not coming (art. 9.1,
    10.3). Until then the exclusion may still be lifted.
    """
    if not await service.competitions.counts(match):
        return say("matches.between_void", who=who)
    closing = await service.closings.before_return(match)
    if closing is not None:
        return say("matches.between_excluded_closing", who=who, closing=closing.isoformat())
    return say("matches.between_excluded", who=who, until=_return_day(match))


def _return_day(match: Match) -> str:
    return match.return_day.isoformat() if match.return_day else ""
