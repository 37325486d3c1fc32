"""Head-to-head results: `date,tournament,round,player1,player2,score1,score2`, a game a row.

A bye has no `player2`, or `bye`, `liber` or `pauză` there; it is not returned.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from bot.documents.tables.cells import parse_day, parse_whole, score_fault
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import Row, TableFile
from bot.documents.tables.headings import RESULTS
from bot.documents.tables.names import FirstMentions, Names, fault_of, is_bye, title_key
from engine.ratings.protocol import Player, RatedGame

COLUMNS = RESULTS
BESIDE = BesideColumns(unused=("number",), filled=("date", "tournament", "round", "player1"))
"""The row of a bye fills four columns."""
LEAST_SCORE, MOST_SCORE = -300, 1500
"""Scores outside this range get a remark, because there have been none."""
_BEFORE = 0
"""The line number for games from before the file."""
_Round = tuple[date, str, int]
"""A round: its day, its tournament, and its number."""


class ReadGames(NamedTuple):
    """The head-to-head games of a file."""

    games: list[RatedGame]
    firsts: FirstMentions
    """Where each player is first named."""


def read_games(
    file: TableFile,
    names: Names,
    *,
    discs: int | None = None,
    since: date = date.min,
    before: Collection[RatedGame] = (),
) -> ReadGames:
    """Return the games of a file; `discs` is the required sum of both scores.

    A game earlier than `since`, or one already in `before`, is an error.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    reader = _Reader(file, names, discs, since)
    faults = reader.faults
    for name in dict.fromkeys(game.tournament for game in before):
        reader.tournament(name)
    for game in before:
        seats = reader.seated.setdefault((game.day, game.tournament, game.round), {})
        seats[game.first] = seats[game.second] = _BEFORE
    games = list(reader.games(read_columns(file, faults, COLUMNS, beside=BESIDE)))
    faults.check()
    return ReadGames(games, reader.firsts)


def remark_on_score(file: TableFile, line: int, score: int) -> None:
    """Add a remark that a score is outside the usual range."""
    if not LEAST_SCORE <= score <= MOST_SCORE:
        file.remark("score_unlikely", line, found=score)


class _Reader:
    """Reads row after row. Cell values are cached, because a million rows repeat themselves."""

    def __init__(self, file: TableFile, names: Names, discs: int | None, since: date) -> None:
        """Begin a file; `discs` is the required sum of both scores, `since` the first day."""
        self.file = file
        self.faults = FileFaults(file.name)
        self.names = names
        self.discs = discs
        self.since = since
        self.firsts: FirstMentions = {}
        self.days: dict[str, date] = {}
        self.texts: dict[str, str] = {}
        self.tournaments: dict[str, str] = {}
        """Each tournament under the spelling that came first, as with players."""
        self.rounds: dict[str, int] = {}
        self.scores: dict[str, int] = {}
        self.players: dict[str, Player] = {}
        self.seated: dict[_Round, dict[Player, int]] = {}
        """The line in which each player appears, by round."""

    def tournament(self, name: str) -> str:
        """Return the first spelling of a tournament's name: "open" is "Open"."""
        return self.tournaments.setdefault(title_key(name), name)

    def games(self, rows: Iterator[Row]) -> Iterator[RatedGame]:
        """Yield the games of the rows; record the errors of the others.

        The values of nearly every row are cached; only a row with a new one is read slowly.
        """
        days, texts, rounds, scores = self.days, self.texts, self.rounds, self.scores
        players, seats, discs = self.players, dict[Player, int](), self.discs
        this_round: _Round | None = None
        for line, cells in rows:
            try:
                day_text, text, round_text, one, other, own, their = cells
                day, name, round_ = days[day_text], texts[text], rounds[round_text]
                first, second = players[one], players[other]
                points, against = scores[own], scores[their]
                game = RatedGame(day, name, round_, first, second, points, against)
            except KeyError:
                new_game = self._read(line, cells)
                if new_game is None:
                    continue
                game = new_game
                day, name, round_, first, second, points, against = game
            if first == second:
                self.faults.add("same_player", line, "player2", found=first)
                continue
            if discs is not None and not (points + against == discs and 0 <= points <= discs):
                self._note_discs(line, game, discs)
                continue
            if this_round != (day, name, round_):
                this_round = (day, name, round_)
                seats = self.seated.setdefault(this_round, {})
            if first in seats or second in seats:
                self._note_busy(line, game, seats)
            seats[first] = seats[second] = line
            yield game

    def _note_busy(self, line: int, game: RatedGame, seats: Mapping[Player, int]) -> None:
        """Record players who already play in this round; one error if both do, as in a repeat."""
        before = seats.get(game.first), seats.get(game.second)
        if _BEFORE in before:
            self.faults.add("in_saved", line, found=f"{game.tournament}, {game.round}")
            return
        if before[0] == before[1]:
            self.faults.add("twice", line, first=before[0] or 0)
            return
        names = ("player1", game.first, before[0]), ("player2", game.second, before[1])
        for column, player, first in names:
            if first is not None:
                self.faults.add("busy", line, column, number=game.round, first=first, found=player)

    def _note_discs(self, line: int, game: RatedGame, most: int) -> None:
        """Record an error if the scores do not have the required sum, or one is impossible."""
        scores = (("score1", game.first_score), ("score2", game.second_score))
        wrong = [(name, score) for name, score in scores if not 0 <= score <= most]
        for name, score in wrong:
            self.faults.add("discs", line, name, found=str(score))
        if not wrong:
            found = f"{game.first_score} + {game.second_score}"
            self.faults.add("discs_sum", line, "score2", found=found)

    def _read(self, line: int, cells: list[str]) -> RatedGame | None:
        """Return the game of a row with new values; None for a bye or an error."""
        day, text, number, one, other, own, their = cells
        if not other.strip() or is_bye(other) or is_bye(one):
            self._bye(line, cells)
            return None
        values = (
            self.days.get(day) or self._day(line, day),
            self.texts.get(text) or self._text(line, text),
            self.rounds.get(number) or self._round(line, number),
            self.players.get(one) or self._player(line, "player1", one),
            self.players.get(other) or self._player(line, "player2", other),
            self._score(line, "score1", own),
            self._score(line, "score2", their),
        )
        on, name, round_, first, second, first_score, second_score = values
        if on is None or name is None or round_ is None or first is None or second is None:
            return None
        if first_score is None or second_score is None:
            return None
        return RatedGame(on, name, round_, first, second, first_score, second_score)

    def _bye(self, line: int, cells: list[str]) -> None:
        """Record the errors of a bye, and its player, who plays no game in the round."""
        day, text, number, one, other, own, their = cells
        column, name = ("player2", other) if is_bye(one) else ("player1", one)
        on, tournament = self._day(line, day), self._text(line, text)
        round_ = self._round(line, number)
        for score_column, score in (("score1", own), ("score2", their)):
            if score.strip():
                self._score(line, score_column, score)
        if column == "player2" and (not other.strip() or is_bye(other)):
            return
        player = self._player(line, column, name)
        if on is None or tournament is None or round_ is None or player is None:
            return
        seats = self.seated.setdefault((on, tournament, round_), {})
        before = seats.setdefault(player, line)
        if before == _BEFORE:
            self.faults.add("in_saved", line, found=f"{tournament}, {round_}")
        elif before != line:
            self.faults.add("busy", line, column, number=round_, first=before, found=player)

    def _day(self, line: int, text: str) -> date | None:
        """Return the day in a cell, or None after recording its error; cache a right one."""
        day = parse_day(text)
        if day is None:
            self.faults.add("date", line, "date", found=text)
        elif day < self.since:
            self.faults.add("absp_too_early", line, "date", found=text, first=f"{self.since}")
            return None
        else:
            self.days[text] = day
        return day

    def _text(self, line: int, text: str) -> str | None:
        """Return the tournament in a cell, or None after recording its error; cache a right one."""
        name = " ".join(text.split())
        if not name:
            self.faults.add("text", line, "tournament")
            return None
        self.texts[text] = self.tournament(name)
        return self.texts[text]

    def _round(self, line: int, text: str) -> int | None:
        """Return the round in a cell, or None after recording its error; cache a right one."""
        number = parse_whole(text, least=1)
        if number is None:
            self.faults.add("positive", line, "round", found=text)
        else:
            self.rounds[text] = number
        return number

    def _player(self, line: int, column: str, text: str) -> Player | None:
        """Return the player in a cell, or None after recording its error; cache a right one."""
        player = self.names.player(text)
        if player is None:
            self.faults.add(fault_of(text), line, column, found=text)
            return None
        self.players[text] = player
        self.firsts.setdefault(player, (line, column))
        return player

    def _score(self, line: int, column: str, text: str) -> int | None:
        """Return the score in a cell, or None after recording its error."""
        score = self.scores.get(text)
        if score is None:
            score = parse_whole(text)
        if score is not None:
            if text not in self.scores and self.discs is None:
                remark_on_score(self.file, line, score)
            self.scores[text] = score
        else:
            self.faults.add(score_fault(text), line, column, found=text)
        return score
