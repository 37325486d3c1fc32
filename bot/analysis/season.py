"""A summary of a player's own games, for that player: points lost, when, and by kind.

Only public games count, because the analysis of other games would help in games that still run.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import TurnFinding, account, most_overlooked
from bot.analysis.messages import MEANING_ROW, words_of
from bot.analysis.stored_findings import unpacked
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.embargo import keeps_closed
from bot.runtime.folding import load_game
from bot.runtime.shared import BotSettings
from bot.texts.messages import Buttons, Notice, Text, say
from engine.games.game import Game, Stage
from engine.ids import GameId, PersonId
from storage.analysis import analyses
from storage.log import Head
from storage.play import game_rows

ENOUGH: Final = 4
"""The least number of games from which a trend is shown."""


class _Span(NamedTuple):
    """A span of rounds or of days in the summary."""

    first: int
    last: int | None
    """None if the span is open."""

    def covers(self, number: int) -> bool:
        """Return whether the round or the number of days is in the span."""
        return number >= self.first and (self.last is None or number <= self.last)


_ROUNDS: Final = (_Span(1, 5), _Span(6, 10), _Span(11, None))
_DAYS: Final = (_Span(0, 0), _Span(1, 2), _Span(3, None))
"""The spans of thinking time, in days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTurn:
    """One of the player's turns, and its days of thinking time."""

    finding: TurnFinding
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """The player's turns in one game; games are in the order in which they ended."""

    game: GameId
    turns: tuple[OwnTurn, ...]
    edition: str = ""
    """The name of the word list used."""
    official: bool = False


class OwnGames(NamedTuple):
    """The public games of a player."""

    analysed: list[OwnGame]
    missing: list[GameId]
    """Those that are not analysed yet."""


async def own_games(tx: AsyncConnection, shared: BotSettings, person: PersonId) -> OwnGames:
    """Return the player's public games, in the order in which they ended."""
    played = await game_rows.games_of(tx, person)
    rows = [row for row in played if row.is_finished and row.kind.counts]
    rows.sort(key=lambda row: (row.updated_at, row.game_id))
    stored = await analyses.several(tx, [GameId(row.game_id) for row in rows])
    own = OwnGames([], [])
    for row in rows:
        code = GameId(row.game_id)
        public = None
        with leaving_out_damaged():
            public = await _public_game(tx, shared, code)
        if public is None:
            continue
        game, head = public
        seat = game.seat_of(person)
        if seat is None or game.stage is not Stage.ENDED or not game.moves:
            continue
        findings = unpacked(stored.get(code), head.hash)
        if findings is None:
            own.missing.append(code)
            continue
        turns = [
            OwnTurn(finding=finding, days=game.moves[finding.move].days)
            for finding in findings.of(seat)
        ]
        own.analysed.append(
            OwnGame(
                game=code, turns=tuple(turns), edition=findings.edition, official=findings.official
            )
        )
    return own


async def _public_game(
    tx: AsyncConnection, shared: BotSettings, code: GameId
) -> tuple[Game, Head] | None:
    """Return a game with its last event, or None while it is under embargo."""
    game, head = await load_game(tx, shared, code)
    return None if await keeps_closed(tx, shared, code) is not None else (game, head)


async def season_notice(
    tx: AsyncConnection, shared: BotSettings, person: PersonId, chat: int
) -> Notice:
    """Return the message with the summary of the player's games."""
    games = (await own_games(tx, shared, person)).analysed
    return Notice(to=chat, text=season_text(games), buttons=season_buttons(games))


def season_buttons(games: Sequence[OwnGame]) -> Buttons:
    """Return the button that explains the labels, if there are figures."""
    return (MEANING_ROW,) if games else ()


def season_text(games: Sequence[OwnGame]) -> Text:
    """Return the summary of the games, of which there may be none."""
    turns = [turn for game in games for turn in game.turns]
    if not turns:
        return say("season.none")
    total = account(turn.finding for turn in turns)
    overlooked = most_overlooked(turn.finding for turn in turns)
    sevens = sum(bool(turn.finding.sevens_missed) for turn in turns)
    by_round = _losses(_ROUNDS, ((turn.finding.round, turn.finding.lost) for turn in turns))
    by_days = _losses(_DAYS, ((turn.days, turn.finding.lost) for turn in turns))
    lines = [
        say("season.accuracy", got=total.got, possible=total.possible, percent=total.percent),
        say("season.sevens", n=sevens),
        *(say(f"season.rounds.{span.first}", lost=lost) for span, lost in by_round),
        *(say(f"season.days.{span.first}", lost=lost) for span, lost in by_days),
    ]
    if overlooked is not None:
        lines.append(say("season.overlooks", kind=say(f"analysis.miss.{overlooked}")))
    lines += _progress(games)
    lists = dict.fromkeys((game.edition, game.official) for game in games)
    word_lists = [words_of(edition, is_official=official) for edition, official in lists]
    notes = [say("season.labels"), *word_lists]
    return say("season.card", n=len(games), lines=lines, notes=notes)


def _losses(
    spans: Sequence[_Span], turns: Iterable[tuple[int, int]]
) -> Iterator[tuple[_Span, int]]:
    """Yield each span that has turns, and their average loss.

    A turn is its round or days, and the points that it lost.
    """
    figures = tuple(turns)
    for span in spans:
        lost = [points for number, points in figures if span.covers(number)]
        if lost:
            yield span, _average(lost)


def _progress(games: Sequence[OwnGame]) -> list[Text]:
    """Return how the later half of the games compares with the earlier one."""
    if len(games) < ENOUGH:
        return []
    half = len(games) // 2
    before, after = (
        _average([turn.finding.lost for game in part for turn in game.turns])
        for part in (games[:half], games[half:])
    )
    key = "same"
    if after != before:
        key = "better" if after < before else "worse"
    return [say(f"season.progress.{key}", before=before, after=after)]


def _average(lost: Sequence[int]) -> int:
    """Return the average in whole points, halves rounded up."""
    return (2 * sum(lost) + len(lost)) // (2 * len(lost)) if lost else 0
