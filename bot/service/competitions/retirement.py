"""Withdrawal from a running competition, or from a return game before it begins.

Rules: art. 9.1. `engine.matches.leaving` calculates the figures; this module carries out and
notifies: each opponent once about their own match, the arbiters once about all.

`of_competition` and `of_return` calculate for a preview; `leave_competition`, `withdraw_for` and
`give_up_return` carry out.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.competitions import staying
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import LIFT
from bot.texts.messages import Param, Text, say
from engine.competitions.results import retire
from engine.errors import Fault, GameStateError
from engine.games.commands import Resign
from engine.games.decide import decide
from engine.games.events import GameEnded
from engine.games.orders import Order, end_unbegun
from engine.ids import PersonId, Seat, game_id
from engine.matches.leaving import games_left
from engine.matches.match import UNFINISHED, MatchStage
from engine.matches.results import OwnResult

ARBITERS_ROW: Final = "retire.arbiter_row"
"""The line about a game for arbiters, which names the player."""


@dataclass(frozen=True, slots=True)
class LeftMatch:
    """A match that a player leaves, and its games that end."""

    snapshot: MatchSnapshot
    games: tuple[OwnResult, ...]


@dataclass(frozen=True, slots=True)
class Leaver:
    """The player who leaves, and the arbiter who records it, if any."""

    player: PersonId
    name: str
    arbiter: PersonId | None = None
    reason: str = ""
    """The arbiter's reason; "" for a player who leaves by themselves."""


async def of_competition(
    readers: Readers,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId | None = None,
) -> list[LeftMatch]:
    """Return every unfinished match of the phase that the player leaves, with its figures.

    `player`: None for the person who writes.

    Raises:
        GameStateError: the player cannot leave the competition, or its phase is closed.
    """
    retire(snapshot.competition, act(user_input), player)  # only for its errors
    leaver = user_input.person.id if player is None else player
    return [
        await _left_match(readers, user_input, played, leaver)
        for played in await readers.matches.played_in_phase(leaver, snapshot.competition)
        if played.match.stage in UNFINISHED
    ]


async def of_return(readers: Readers, user_input: UserInput, snapshot: MatchSnapshot) -> LeftMatch:
    """Return the figures of giving up the return game before it begins.

    Raises:
        GameStateError: no return game waits to begin, or the phase is closed.
    """
    if snapshot.match.stage is not MatchStage.BETWEEN:
        raise GameStateError(Fault("no_return_waiting", "7.1"))
    return await _left_match(readers, user_input, snapshot, user_input.person.id)


async def _left_match(
    readers: Readers, user_input: UserInput, snapshot: MatchSnapshot, player: PersonId
) -> LeftMatch:
    """Return the match with the figures of each game that the player leaves.

    Raises:
        GameStateError: the phase is closed.
    """
    match = snapshot.match
    await readers.closings.check_match_open(match, user_input.at)
    running = {leg: await readers.games.get(game_id(match.code, leg)) for leg in match.all_running}
    excluded = await readers.competitions.excluded_players(match)
    return LeftMatch(snapshot, games_left(match, running, player, user_input.at, excluded))


def figures_hash(left_matches: Sequence[LeftMatch]) -> str:
    """Return a hash of the previewed figures, for the button that confirms them.

    A button whose hash differs was pressed too late: the figures have changed since.
    """
    figures = [
        (game.game, game.own, game.partner)
        for left_match in left_matches
        for game in left_match.games
    ]
    return hashlib.sha256(repr(figures).encode()).hexdigest()[:8]


async def rows(
    readers: Readers, left_matches: Sequence[LeftMatch], person: PersonId, key: str = "retire.row"
) -> list[Text]:
    """Return a line for each game with its figures for the person who leaves and the opponent."""
    names = await readers.persons.names(
        {who for left_match in left_matches for who in left_match.snapshot.match.people}
    )
    return [
        Text(
            key,
            {
                "game": game.game,
                "leg": say(f"leg_name.{game.leg.value}"),
                "who": names[person],
                "partner": names[left_match.snapshot.match.partner(person)],
                "own": str(game.own),
                "other": str(game.partner),
            },
        )
        for left_match in left_matches
        for game in left_match.games
    ]


async def leave_competition(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> list[LeftMatch]:
    """Leave the competition: end every game and notify everybody concerned.

    Raises:
        GameStateError: as `of_competition`.
    """
    left_matches = await of_competition(service, user_input, snapshot)
    competition = snapshot.competition
    left_rows = await rows(service, left_matches, user_input.person.id, ARBITERS_ROW)
    snapshot = await service.competition_acts.record(
        snapshot, retire(competition, act(user_input)), user_input.at
    )
    leaver = Leaver(user_input.person.id, user_input.person.name)
    text = say("retire.arbiter", who=leaver.name, title=competition.title, rows=left_rows)
    about = staying.about_of(competition.code, user_input.person.id)
    undo = LIFT.button(say("button.undo"), staying.KIND, about)
    await service.notify_arbiters(competition, text, ((undo,),))
    from_what = say("retire.from", title=competition.title)
    for left_match in left_matches:
        await _leave(service, user_input, left_match, from_what, leaver)
    return left_matches


async def withdraw_for(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    player: PersonId,
    reason: str,
) -> list[LeftMatch]:
    """Withdraw a player from the competition by an arbiter's decision, and notify everybody once.

    Raises:
        GameStateError: the player cannot leave it, or the person is not an arbiter of it.
    """
    left_matches = await of_competition(service, user_input, snapshot, player)
    competition, name = snapshot.competition, await service.persons.name(player)
    retired = retire(competition, act(user_input), player, reason)
    snapshot = await service.competition_acts.record(snapshot, retired, user_input.at)
    left_rows = await rows(service, left_matches, player, ARBITERS_ROW)
    facts: dict[str, Param] = {"title": competition.title, "by": user_input.person.name}
    text = say("retire.by_arbiter", who=name, reason=reason, rows=left_rows, **facts)
    await service.notify_arbiters(competition, text, but=user_input.person.id)
    player_rows = await rows(service, left_matches, player)
    player_text = say("retire.you_by_arbiter", reason=reason, rows=player_rows, **facts)
    await service.notify_person(player, player_text)
    leaver = Leaver(player, name, user_input.person.id, reason)
    from_what = say("retire.from", title=competition.title)
    for left_match in left_matches:
        await _leave(service, user_input, left_match, from_what, leaver)
    return left_matches


async def give_up_return(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot
) -> LeftMatch:
    """Give up the return game before it begins; notify opponent and arbiter.

    Raises:
        GameStateError: as `of_return`.
    """
    left_match = await of_return(service, user_input, snapshot)
    left_rows = await rows(service, [left_match], user_input.person.id, ARBITERS_ROW)
    arbiter = await service.competitions.chief_arbiter(snapshot.match)
    text = say("retire.return_arbiter", who=user_input.person.name, rows=left_rows)
    await service.notify_person(arbiter, text, about=snapshot.match.code)
    leaver = Leaver(user_input.person.id, user_input.person.name)
    await _leave(service, user_input, left_match, say("retire.from_return"), leaver)
    return left_match


async def _leave(
    service: Service,
    user_input: UserInput,
    left_match: LeftMatch,
    from_what: Text,
    leaver: Leaver,
) -> None:
    """End the games of one match, and notify its opponent once of the figures.

    `from_what`: what the player leaves, for the opponent's text.
    """
    match = left_match.snapshot.match
    partner_rows = [
        say(
            "retire.partner_row",
            game=game.game,
            leg=say(f"leg_name.{game.leg.value}"),
            own=str(game.partner),
        )
        for game in left_match.games
    ]
    text = say(
        "retire.partner", who=leaver.name, what=from_what, match=match.code, rows=partner_rows
    )
    await service.notify_person(match.partner(leaver.player), text, about=match.code)
    for game in left_match.games:
        snapshot = await service.matches.load(match.code)
        if game.leg in snapshot.match.all_running:
            running = await service.games.load(game.game)
            await _end(service, user_input, running, leaver, unbegun=False)
        else:
            # It begins only to end, so that it has a log and coefficients like other games.
            begun = await service.starts.open_closed(snapshot, user_input.at)
            await _end(service, user_input, begun, leaver, unbegun=True)


async def _end(
    service: Service,
    user_input: UserInput,
    snapshot: GameSnapshot,
    leaver: Leaver,
    *,
    unbegun: bool,
) -> None:
    """End a game because its player leaves, without the usual notices of an end.

    `unbegun`: it was started only to be ended.
    """
    seat = Seat.RED if snapshot.game.red.person == leaver.player else Seat.BLUE
    events = decide(
        snapshot.game, Resign(by=seat, unbegun=unbegun, withdrew=True), user_input.at, frozenset()
    )
    match = await service.matches.get(snapshot.game.match)
    excluded = await service.competitions.excluded_players(match)
    if unbegun and match.partner(leaver.player) in excluded:  # then neither player wins
        order = Order(at=user_input.at, arbiter=match.arbiter, article="9.1", reason="")
        events = end_unbegun(snapshot.game, order, match.people)
    ended = tuple(
        replace(event, arbiter=leaver.arbiter, reason=leaver.reason)
        if isinstance(event, GameEnded)
        else event
        for event in events
    )
    snapshot = await service.game_acts.record(snapshot, ended, user_input.at, ruled=True)
    await service.results.follow(snapshot.game, user_input.at, shown_to=leaver.player)
