"""A match handed over to another arbiter: who may, to whom, and what the new one is given.

Only a match that is in no competition; a competition's arbiters are `/campionat`'s business.
"""

from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.deadlines.reminders import notices_of_deadline
from bot.service.ringings import ringing
from bot.texts.messages import Notice, Text, say
from bot.texts.notices.relay import notices_of
from engine.errors import Fault, GameStateError
from engine.games.deadlines import Deadline, deadlines
from engine.games.events import TimeExceeded
from engine.games.game import Stage
from engine.ids import MatchCode
from engine.matches.handing_over import hand_over, must_stand_alone
from engine.matches.match import Match, MatchStage, games_of
from storage import people
from storage.people import Person

if TYPE_CHECKING:
    from bot.service.games import SeenGame
    from bot.service.matches import SeenMatch
    from bot.service.service import Service


async def handed_by(service: "Service", said: Said, code: MatchCode) -> "SeenMatch":
    """Return a match that the person may hand over: as its arbiter, or as an operator.

    Raises:
        GameStateError: there is no such match, others rule it, or it is a competition's.
    """
    seen = await service.matches.load(code)
    if said.person.id != seen.match.arbiter and not service.persons.is_operator(said):
        raise GameStateError(Fault("not_your_match"))
    must_stand_alone(seen.match)
    return seen


async def possible(service: "Service", match: Match) -> list[Person]:
    """Return the arbiters who could rule the match in place of its own, by name."""
    taken = {match.arbiter, *match.people}
    known = await people.arbiters(service.unit.tx)
    found = [one for one in known if one.id not in taken and one.chat is not None]
    return sorted(found, key=lambda one: (one.name.casefold(), one.id))


async def facts_of(service: "Service", match: Match) -> dict[str, str]:
    """Return what every sentence about handing the match over names: code and players."""
    names = await service.persons.names(match.people)
    return {"match": match.code, "first": names[match.first], "second": names[match.second]}


async def carry_out(service: "Service", said: Said, seen: "SeenMatch", arbiter: Person) -> Text:
    """Hand the match over, tell all four, and give the new arbiter what waits for a decision.

    Returns what everybody reads.

    Raises:
        GameStateError: he plays the match, or it is a competition's.
    """
    before = seen.match.arbiter
    decided = hand_over(seen.match, by=said.person.id, arbiter=arbiter.id, at=said.at)
    seen = await service.match_acts.advance(seen, decided, said.at)
    match = seen.match
    names = await service.persons.names((before, arbiter.id))
    facts = {**await facts_of(service, match), "who": names[arbiter.id], "old": names[before]}
    text = Text("handover.told", facts)
    for person in (*match.people, before):
        if person != said.person.id:
            await service.tell_person(person, text, about=match.code)
    written = await service.persons.names(
        who for who, by in match.writers.items() if by == arbiter.id
    )
    writes = say("handover.writes", who=", ".join(written.values())) if written else None
    yours = say("handover.yours", **facts, writes=writes)
    await service.tell_person(arbiter.id, yours, about=match.code)
    await service.digests.ensure(arbiter)
    for game in games_of(match):
        await _give_game(service, await service.games.load(game), arbiter)
    if match.stage is MatchStage.PROPOSED:
        await service.tell_person(
            arbiter.id, *await service.results.arbiter_card(seen), about=match.code
        )
    return text


async def _give_game(service: "Service", seen: "SeenGame", arbiter: Person) -> None:
    """List the game and its cases under the new arbiter; give him what is open in them."""
    await service.game_acts.keep(seen, moved=False)
    if seen.game.stage is Stage.RUNNING:
        for notice in (*await _silence(service, seen), *await _exceeded(service, seen)):
            if notice.to == arbiter.chat:  # the players have read their part of it
                await service.tell(notice)
    for case in await service.cases.of_game(seen.game.id):
        await service.case_acts.keep(case)
        if case.case.is_open:
            await case_cards.send_to(service, case.case, arbiter.id)


async def _silence(service: "Service", seen: "SeenGame") -> list[Notice]:
    """Return what was told of a silence that has come to its file (art. 7.2)."""
    game = seen.game
    for due in deadlines(game, game.received):
        if due.kind is Deadline.DOSSIER and due.on <= service.games.today(game):
            return notices_of_deadline(await ringing(service, due, seen))
    return []


async def _exceeded(service: "Service", seen: "SeenGame") -> list[Notice]:
    """Return what was told of thinking time that is exceeded (art. 7.2)."""
    game = seen.game
    found = {
        event.by: event
        for event in await service.games.events(game.id)
        if isinstance(event, TimeExceeded) and game.side(event.by).time_exceeded
    }
    return notices_of(found.values(), game, seen.seq, await service.games.cast(game))
