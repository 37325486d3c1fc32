"""An arbiter's decision that takes back an act that ended several games (art. 9.1, 9.4, 10.1).

Such an act is a no-show in all games of a player, or the end of games at the closing date. Each
game whose end is still that of the act resumes; the preview names them and those that stay as they
are.
"""

from dataclasses import dataclass
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.cases import rulings
from bot.service.cases.of_person import matches_with
from bot.service.lookups.cases.situation import load_situation
from bot.service.notices.play.resumed_games import notify_of_resumed
from bot.service.pure.acts import order_of
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.cases import RESUME
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Card, Text, say
from engine.cases.case import lifting
from engine.cases.events import CaseId
from engine.cases.situation import Effect, followed
from engine.errors import EngineError, Fault, GameStateError
from engine.games.game import Game
from engine.games.orders import lift
from engine.ids import PersonId, game_id

KIND: Final = "resume"
"""The kind of the decision; its code is that of the button `RESUME`."""


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that the act ended."""

    game: Game
    case: CaseSnapshot | None = None
    """The case with the ruling that ended it; None if it was ended at the closing date."""
    fault: Fault | None = None
    """The reason why it stays as it is, if it does."""


async def _ended_games(
    readers: Readers, user_input: UserInput, about: str, reason: str
) -> list[EndedGame]:
    """Return the games that the act of a code ended, each with its fault if it cannot resume.

    Raises:
        GameStateError: the person does not rule them, or no game can resume.
    """
    second = int(RESUME.read(about).ended_at.timestamp())  # a button has no fractions of seconds
    played: list[Game] = []
    for snapshot in await _matches(readers, user_input, about):
        for leg_ended in snapshot.match.ended:
            with leaving_out_damaged():
                played.append(await readers.games.get(game_id(snapshot.match.code, leg_ended.leg)))
    games = [
        await _checked(readers, user_input, game, reason)
        for game in played
        if game.ended is not None
        and game.ended.arbiter is not None
        and int(game.ended.at.timestamp()) == second
    ]
    faults = [game.fault for game in games if game.fault is not None]
    if len(faults) == len(games):
        raise GameStateError(*faults or [Fault("no_game_changes")])
    return games


async def _matches(readers: Readers, user_input: UserInput, about: str) -> list[MatchSnapshot]:
    """Return the matches of the act: those of one player, or all of a competition."""
    code, _, player = RESUME.read(about)
    if player:
        return await matches_with(readers, user_input, player, code)
    await readers.competitions.ruled_by(user_input, code)
    return await readers.matches.within(code)


async def _checked(readers: Readers, user_input: UserInput, game: Game, reason: str) -> EndedGame:
    """Return the game with its case, and why it cannot resume, if it cannot."""
    ended, case = game.ended, None
    try:
        if ended is not None and ended.ruling:
            case = await readers.cases.ruled_by(user_input, CaseId(ended.ruling))
            # A later ruling in the case has replaced the one that ended the game.
            if case.case.ruled is None or case.case.ruled.at != ended.at:
                return EndedGame(game, case, Fault("ended_since", "9.1", {"game": game.id}))
            # Only for their errors: the same calls as when the game resumes.
            await rulings.question(readers, user_input, case, lifting(case.case.ruled))
        else:
            await _effect(readers, user_input, game, reason)
    except EngineError as error:
        return EndedGame(game, case, error.faults[0])
    return EndedGame(game, case)


async def _effect(readers: Readers, user_input: UserInput, game: Game, reason: str) -> Effect:
    """Return the effect of resuming a game that was ended at the closing date."""
    order = order_of(user_input, "9.4", reason)
    present = await load_situation(readers, game.id)
    ended = game.ended
    events = () if ended is None else lift(game, order, ended.at)
    return followed(game, present.match, order, events)


async def _text(readers: Readers, games: list[EndedGame]) -> Text:
    """Return the games that resume, and those that do not with the reason."""
    left_out = [await _row(readers, game) for game in games if game.fault is not None]
    return say(
        "resume.show",
        rows=[await _row(readers, game) for game in games if game.fault is None],
        left_out=[say("player.left_out"), *left_out] if left_out else None,
    )


async def _row(readers: Readers, ended_game: EndedGame) -> Text:
    """Return the line of a game that resumes, or stays as it is with the reason."""
    game = ended_game.game
    names = await readers.persons.names((game.red.person, game.blue.person))
    facts = {"game": game.id, "red": names[game.red.person], "blue": names[game.blue.person]}
    if ended_game.fault is None:
        return say("resume.row", **facts)
    return say("resume.row_out", why=fault_text(ended_game.fault), **facts)


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return the games that resume and those that do not."""
    return await _text(readers, await _ended_games(readers, user_input, about, reason))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Resume the games, and notify the players; a player of all of them reads one message."""
    games = await _ended_games(service, user_input, about, reason)
    player, what = RESUME.read(about).player, await _text(service, games)
    for game in games:
        if game.fault is None:
            await _resume(service, user_input, game, player, reason)
    if player:
        text = say("resume.told", what=what, by=user_input.person.name, reason=reason)
        await service.notify_person(player, text)
    return Card(say("resume.done", what=what))


async def _resume(
    service: Service, user_input: UserInput, ended_game: EndedGame, player: PersonId, reason: str
) -> None:
    """Resume one game; its players are notified, except the one who reads all in one message."""
    if ended_game.case is not None and ended_game.case.case.ruled is not None:
        ruling = lifting(ended_game.case.case.ruled)
        await service.rulings.make(user_input, ended_game.case, ruling, reason, but=player or None)
        return
    effect = await _effect(service, user_input, ended_game.game, reason)
    snapshot = await service.games.load(ended_game.game.id)
    await service.game_acts.record(snapshot, effect.game_events, user_input.at, ruled=True)
    match = await service.matches.load(ended_game.game.match)
    resumed = await _text(service, [ended_game])
    text = say("resume.told", what=resumed, by=user_input.person.name, reason=reason)
    for person in match.match.people:
        await service.notify_person(person, text, about=ended_game.game.id)
    await service.results.go_on(match, effect.match_events, user_input.at, silent=True)
    await notify_of_resumed(service, ended_game.game.id)
