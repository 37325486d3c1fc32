"""The public games of a competition with the same tile sequence as one game."""

from collections.abc import AsyncIterator

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.messages import words_of
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.embargo import embargoed_games, keeps_closed
from bot.runtime.folding import load_competition, load_game, load_match
from bot.runtime.shared import BotSettings
from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.games.game import Game
from engine.ids import GameId, match_of
from storage.analysis.sequences import SearchedSequence


async def on_same_sequence(tx: AsyncConnection, shared: BotSettings, game: Game) -> list[Game]:
    """Return the other public games with the game's sequence."""
    games = []
    async for other in _other_games(tx, shared, game.id):
        with leaving_out_damaged():
            games.append((await load_game(tx, shared, other))[0])
    return games


async def has_other_games(tx: AsyncConnection, shared: BotSettings, game: Game) -> bool:
    """Return whether another public game has the same sequence."""
    async for _ in _other_games(tx, shared, game.id):
        return True
    return False


async def _other_games(
    tx: AsyncConnection, shared: BotSettings, game: GameId
) -> AsyncIterator[GameId]:
    """Yield the other public games with the game's sequence."""
    competition = await competition_of_game(tx, shared, game)
    if competition is None:
        return
    games = await embargoed_games(tx, competition)
    own = games.get(game)
    if own is None:  # of a match that its competition does not list
        return
    for other in games.values():
        if other.seed != own.seed or other.game == game:  # the seed determines the sequence
            continue
        is_public = False
        with leaving_out_damaged():
            is_public = await keeps_closed(tx, shared, other.game) is None
        if is_public:
            yield other.game


async def competition_of_game(
    tx: AsyncConnection, shared: BotSettings, game: GameId
) -> Competition | None:
    """Return the competition of the game; None for a game outside competitions.

    Raises:
        GameStateError: there is no such match, or the competition's import was taken back.
    """
    match, _ = await load_match(tx, shared, match_of(game))
    if not match.competition:
        return None
    return (await load_competition(tx, shared, match.competition))[0]


async def possible_text(
    tx: AsyncConnection, shared: BotSettings, game: Game, search: SearchedSequence
) -> Text:
    """Return the highest total found for the sequence, and the highest total in a game on it."""
    games = [game, *await on_same_sequence(tx, shared, game)]
    best = max(each.red.score + each.blue.score for each in games)
    return say(
        "analysis.possible",
        game=game.id,
        total=max(search.total, best),
        best=best,
        n=len(games),
        words=words_of(search.edition, is_official=search.official),
    )
