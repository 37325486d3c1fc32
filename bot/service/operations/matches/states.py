"""Arbiters' questions about the states of games, and the players' answers (art. 6.2).

A scope is a game's code, or a competition's for every running game of its phase.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.notices.notifier import Notifier
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.matches import STATES, TELL_STATE, StatesAction
from bot.texts.clean_text import cut_code
from bot.texts.messages import Button, Buttons, Card, Text, say
from engine.competitions.competition import CompetitionStage
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, GameId, Leg, PersonId, game_id, match_about, match_of
from engine.matches.correspondence_events import GameState
from engine.matches.match import Match
from engine.matches.states import ask_state

MOST_SHOWN: Final = 40
"""The most games in one list."""


class RunningGame(NamedTuple):
    """A running game, by its match and leg."""

    snapshot: MatchSnapshot
    leg: Leg


def leg_of(game: str) -> Leg:
    """Return the leg that a game's code names.

    Raises:
        GameStateError: the code names no leg.
    """
    _, _, number = game.partition("/")
    if number not in {"1", "2"}:
        raise GameStateError(Fault("no_such_game", facts={"game": cut_code(game)}))
    return Leg.HOME if number == "1" else Leg.RETURN


async def running_in(readers: Readers, user_input: UserInput, scope: str) -> list[RunningGame]:
    """Return the running games of a scope that the person rules, by code.

    Raises:
        GameStateError: nothing has that code, or the person does not rule it.
    """
    if "/" in scope:
        leg = leg_of(scope)
        snapshot = await readers.matches.ruled_by(user_input, match_about(scope))
        return [RunningGame(snapshot, leg)]
    ruled = await readers.competitions.ruled_by(user_input, CompetitionCode(scope))
    competition = ruled.competition
    if competition.stage is not CompetitionStage.RUNNING:
        raise GameStateError(Fault("phase_not_running"))
    return await _of_competition(readers, competition.code)


async def _of_competition(readers: Readers, code: CompetitionCode) -> list[RunningGame]:
    """Return the running games of the competition, by code."""
    return [
        RunningGame(snapshot, leg)
        for snapshot in await readers.matches.within(code)
        for leg in snapshot.match.all_running
    ]


async def ask(recorder: Recorder, user_input: UserInput, running: Sequence[RunningGame]) -> int:
    """Ask every player once about all their games; return the number of players asked."""
    games_of: dict[PersonId, list[GameId]] = {}
    for game in running:
        # Both games of a match may run, so its snapshot is read again for each.
        snapshot, leg = await recorder.matches.load(game.snapshot.match.code), game.leg
        match = snapshot.match
        events = ask_state(match, user_input.person.id, leg, user_input.at)
        await recorder.match_acts.advance(snapshot, events, user_input.at)
        for person in match.people:
            games_of.setdefault(person, []).append(game_id(match.code, leg))
    for person, games in games_of.items():
        text, buttons = await question(recorder, person, games, user_input.person.name)
        about = games[0] if len(games) == 1 else ""
        await recorder.notify_person(person, text, buttons, about=about)
    return len(games_of)


async def question(readers: Readers, person: PersonId, games: Sequence[GameId], who: str) -> Card:
    """Return the question to a player: the state of their game, or the choice of one of several.

    `who`: the name of the arbiter who asks.
    """
    if len(games) == 1:
        return await about_one(readers, person, games[0])
    rows = [(await _game_button(readers, person, game),) for game in games[:MOST_SHOWN]]
    return Card(say("stare.ask_all", who=who, n=len(games)), tuple(rows))


async def about_one(readers: Readers, person: PersonId, game: GameId) -> Card:
    """Return the question about one game, with a button for each answer."""
    match = await readers.matches.get(match_of(game))
    partner = await readers.persons.name(match.partner(person))
    buttons = tuple(
        (TELL_STATE.button(say(f"button.stare.{state.value}"), game, state),) for state in GameState
    )
    return Card(say("stare.ask", game=game, partner=partner), buttons)


async def _game_button(readers: Readers, person: PersonId, game: GameId) -> Button:
    """Return the button that opens the question about one game."""
    match = await readers.matches.get(match_of(game))
    partner = await readers.persons.name(match.partner(person))
    return STATES.button(
        say("button.stare.game", game=game, partner=partner), StatesAction.ANSWER, game
    )


async def unanswered(readers: Readers, person: PersonId) -> Buttons:
    """Return a button for each running game of the person with an unanswered question."""
    games = [
        game_id(snapshot.match.code, leg)
        for snapshot in await readers.matches.active(person)
        for leg in snapshot.match.all_running
        if leg in snapshot.match.asked and (person, leg) not in snapshot.match.states
    ]
    return tuple([(await _game_button(readers, person, game),) for game in games])


async def listed(readers: Readers, games: Sequence[RunningGame]) -> list[Text]:
    """Return the answers for each game, then the missing ones and those not asked."""
    names = await readers.persons.names(
        {who for snapshot, _ in games for who in snapshot.match.people}
    )
    answered = [(snapshot.match, leg) for snapshot, leg in games if _states(snapshot.match, leg)]
    rows = [
        say("stare.row", game=game_id(match.code, leg), said=_answer_lines(match, leg, names))
        for match, leg in answered[:MOST_SHOWN]
    ]
    if len(answered) > len(rows):
        rows.append(say("grant.more", n=len(answered) - len(rows)))
    silent = Counter(
        names[who]
        for snapshot, leg in games
        for who in snapshot.match.people
        if leg in snapshot.match.asked and who not in _states(snapshot.match, leg)
    )
    if silent:
        lines = [say("stare.owes", who=name, n=n) for name, n in sorted(silent.items())]
        rows.append(say("stare.silent", who=lines))
    unasked = sum(leg not in snapshot.match.asked for snapshot, leg in games)
    if unasked:
        rows.append(say("stare.not_asked", n=unasked))
    return rows


def _states(match: Match, leg: Leg) -> Mapping[PersonId, GameState]:
    """Return each player's answer about a game."""
    return {who: state for (who, answered), state in match.states.items() if answered is leg}


def _answer_lines(match: Match, leg: Leg, names: Mapping[PersonId, str]) -> list[Text]:
    """Return a line for each player who has answered."""
    states = _states(match, leg)
    return [
        say("stare.says", who=names[person], state=say(f"stare.said.{states[person].value}"))
        for person in match.people
        if person in states
    ]


async def notify_if_all(notifier: Notifier, match: Match) -> None:
    """Send the arbiters the whole list once every player has answered."""
    if match.competition:
        games = await _of_competition(notifier, match.competition)
    else:
        snapshot = await notifier.matches.load(match.code)
        games = [RunningGame(snapshot, leg) for leg in match.all_running]
    asked = [game for game in games if game.leg in game.snapshot.match.asked]
    if all(
        (person, game.leg) in game.snapshot.match.states
        for game in asked
        for person in game.snapshot.match.people
    ):
        text = say("stare.list", rows=await listed(notifier, asked))
        for arbiter in await notifier.competitions.arbiters(match):
            await notifier.notify_person(arbiter, text)
