"""Withdrawal from a running competition, or from a return game before it begins.

Rules: art. 9.1. `engine.matches.leaving` calculates the figures; this module carries out and
notifies: each opponent once about their own match, the arbiters once about all.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.runtime.shared import Said
from bot.service.competitions.competitions import SeenCompetition, act
from bot.service.matches.matches import SeenMatch
from bot.service.play.games import SeenGame
from bot.texts.messages import Param, Text, say
from engine.competitions.results import retire
from engine.errors import Fault, GameStateError
from engine.games.commands import Resign
from engine.games.decide import decide
from engine.games.events import GameEnded
from engine.games.orders import Order, end_unbegun
from engine.ids import PersonId, Seat, game_id
from engine.matches.leaving import GivenUp, given_up
from engine.matches.match import UNFINISHED, MatchStage

if TYPE_CHECKING:
    from bot.service.service import Service


ARBITERS_ROW: Final = "retire.arbiter_row"


@dataclass(frozen=True, slots=True)
class Left:
    """A match that a player leaves, and its games that end."""

    seen: SeenMatch
    games: tuple[GivenUp, ...]


@dataclass(frozen=True, slots=True)
class Leaver:
    """The player who leaves, and the arbiter who records it, if any."""

    player: PersonId
    name: str
    arbiter: PersonId | None = None
    reason: str = ""


async def of_competition(
    service: "Service", said: Said, seen: SeenCompetition, player: PersonId | None = None
) -> list[Left]:
    """Return every match of the running phase that the player leaves, with each game's figures.

    Raises:
        GameStateError: the player cannot leave the competition, or its phase is closed.
    """
    retire(seen.competition, act(said), player)
    who = said.person.id if player is None else player
    here = (seen.competition.code, seen.competition.phase.plan.phase)
    played = await service.matches.played_by(who)
    own = [one for one in played if (one.match.competition, one.match.phase) == here]
    own.sort(key=lambda one: one.match.code)
    return [await _left(service, said, one, who) for one in own if one.match.stage in UNFINISHED]


async def of_return(service: "Service", said: Said, seen: SeenMatch) -> Left:
    """Return the figures of giving up the return game before it begins.

    Raises:
        GameStateError: no return game waits to begin, or the phase is closed.
    """
    if seen.match.stage is not MatchStage.BETWEEN:
        raise GameStateError(Fault("no_return_waiting", "7.1"))
    return await _left(service, said, seen, said.person.id)


async def _left(service: "Service", said: Said, seen: SeenMatch, player: PersonId) -> Left:
    match = seen.match
    await service.closings.check_match_open(match, said.at)
    running = {
        leg: (await service.games.load(game_id(match.code, leg))).game for leg in match.all_running
    }
    out = await service.competitions.excluded_in(match)
    return Left(seen, given_up(match, running, player, said.at, out))


def mark(left: Sequence[Left]) -> str:
    """Return a hash of the preview; it changes when the figures change."""
    shown = [(one.game, one.own, one.partner) for each in left for one in each.games]
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:8]


async def rows(
    service: "Service", left: Sequence[Left], person: PersonId, key: str = "retire.row"
) -> list[Text]:
    """Return a line for each game with its figures for the person and the opponent."""
    names = await service.persons.names({who for each in left for who in each.seen.match.people})
    return [
        Text(
            key,
            {
                "game": one.game,
                "leg": say(f"leg_name.{one.leg.value}"),
                "who": names[person],
                "partner": names[each.seen.match.partner(person)],
                "own": str(one.own),
                "other": str(one.partner),
            },
        )
        for each in left
        for one in each.games
    ]


async def leave_competition(service: "Service", said: Said, seen: SeenCompetition) -> list[Left]:
    """Leave the competition: end every game and notify everybody concerned."""
    left = await of_competition(service, said, seen)
    competition = seen.competition
    shown = await rows(service, left, said.person.id, ARBITERS_ROW)
    seen = await service.competition_acts.record(seen, retire(competition, act(said)), said.at)
    text = say("retire.arbiter", who=said.person.name, title=competition.title, rows=shown)
    await service.tell_arbiters(competition, text)
    for each in left:
        await _leave(service, said, each, say("retire.from", title=competition.title))
    return left


async def withdraw_for(
    service: "Service", said: Said, seen: SeenCompetition, player: PersonId, reason: str
) -> list[Left]:
    """Withdraw a player from the competition by an arbiter's decision, and notify everybody once.

    Raises:
        GameStateError: the player cannot leave it, or the person is not an arbiter of it.
    """
    left = await of_competition(service, said, seen, player)
    competition, who = seen.competition, (await service.persons.get(player)).name
    retired = retire(competition, act(said), player, reason)
    seen = await service.competition_acts.record(seen, retired, said.at)
    shown = await rows(service, left, player, ARBITERS_ROW)
    facts: dict[str, Param] = {"title": competition.title, "by": said.person.name}
    told = say("retire.by_arbiter", who=who, reason=reason, rows=shown, **facts)
    await service.tell_arbiters(competition, told, but=said.person.id)
    own = say(
        "retire.you_by_arbiter", reason=reason, rows=await rows(service, left, player), **facts
    )
    await service.tell_person(player, own)
    leaver = Leaver(player, who, said.person.id, reason)
    for each in left:
        await _leave(service, said, each, say("retire.from", title=competition.title), leaver)
    return left


async def give_up_return(service: "Service", said: Said, seen: SeenMatch) -> Left:
    """Give up the return game before it begins; notify opponent and arbiter."""
    left = await of_return(service, said, seen)
    shown = await rows(service, [left], said.person.id, ARBITERS_ROW)
    arbiter = (await service.competitions.arbiters(seen.match))[0]
    text = say("retire.return_arbiter", who=said.person.name, rows=shown)
    await service.tell_person(arbiter, text, about=seen.match.code)
    await _leave(service, said, left, say("retire.from_return"))
    return left


async def _leave(
    service: "Service", said: Said, left: Left, what: Text, leaver: Leaver | None = None
) -> None:
    """End the games of one match, and notify its opponent once of the figures."""
    who = leaver or Leaver(said.person.id, said.person.name)
    match, person = left.seen.match, who.player
    told = [
        say(
            "retire.partner_row",
            game=one.game,
            leg=say(f"leg_name.{one.leg.value}"),
            own=str(one.partner),
        )
        for one in left.games
    ]
    text = say("retire.partner", who=who.name, what=what, match=match.code, rows=told)
    await service.tell_person(match.partner(person), text, about=match.code)
    for one in left.games:
        seen = await service.matches.load(match.code)
        if one.leg in seen.match.all_running:
            await _end(service, said, await service.games.load(one.game), who, unbegun=False)
        else:
            begun = await service.starts.open_closed(seen, said.at)
            await _end(service, said, begun, who, unbegun=True)


async def _end(
    service: "Service", said: Said, seen: SeenGame, who: Leaver, *, unbegun: bool
) -> None:
    """End a game because its player leaves, without the usual notices of an end."""
    seat = Seat.RED if seen.game.red.person == who.player else Seat.BLUE
    events = decide(
        seen.game, Resign(by=seat, unbegun=unbegun, withdrew=True), said.at, frozenset()
    )
    match = (await service.matches.load(seen.game.match)).match
    out = await service.competitions.excluded_in(match)
    if unbegun and match.partner(who.player) in out:  # the opponent is out, too
        order = Order(at=said.at, arbiter=match.arbiter, article="9.1", reason="")
        events = end_unbegun(seen.game, order, match.people)
    ended = tuple(
        replace(event, arbiter=who.arbiter, reason=who.reason)
        if isinstance(event, GameEnded)
        else event
        for event in events
    )
    seen = await service.game_acts.record(seen, ended, said.at, ruled=True)
    await service.results.follow(seen.game, said.at, shown_to=who.player)
