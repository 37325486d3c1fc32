"""Rounds played so far: `date,tournament,round,player1,player2,score1,score2`, a game a row.

The same file serves for ratings. Here a bye counts: a row without `player2`, or with `bye`, `liber`
or `pauză` in that column.
"""

from bot.documents.tables.cells import parse_day, parse_whole, score_fault
from bot.documents.tables.cnis_players import PlayersFile, known_player
from bot.documents.tables.columns import read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.games import BESIDE, COLUMNS, remark_on_score
from bot.documents.tables.names import is_bye, title_key
from engine.cnis.pairing import PlayedGame


def read_history(file: TableFile, players: PlayersFile, *, before: int) -> tuple[PlayedGame, ...]:
    """Return the games of one tournament, all of rounds before `before`.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    reader = _Reader(file, players, before)
    rows = read_columns(file, reader.faults, COLUMNS, beside=BESIDE)
    games = [reader.row(line, cells) for line, cells in rows]
    reader.faults.check()
    return tuple(game for game in games if game is not None)


class _Reader:
    """Reads row after row, and collects errors."""

    def __init__(self, file: TableFile, players: PlayersFile, before: int) -> None:
        self.file = file
        self.faults = FileFaults(file.name)
        self.players = players
        self.before = before
        self.tournament = ""
        """The tournament of the first row; "" before it."""
        self.lines: dict[tuple[int, str], int] = {}
        """The line in which a player appears, by round and player."""

    def row(self, line: int, cells: list[str]) -> PlayedGame | None:
        """Return the game of a row, or None after recording its errors."""
        day, tournament, round_text, first_text, second_text, *score_texts = cells
        if parse_day(day) is None:
            self.faults.add("date", line, "date", found=day)
        self._tournament(line, " ".join(tournament.split()))
        number = self._round(line, round_text)
        if is_bye(first_text):
            return self._bye(line, number, "player2", second_text)
        if not second_text.strip() or is_bye(second_text):
            return self._bye(line, number, "player1", first_text)
        first = known_player(self.players, self.faults, line, "player1", first_text)
        second = known_player(self.players, self.faults, line, "player2", second_text)
        scores = [
            self._score(line, column, text)
            for column, text in zip(("score1", "score2"), score_texts, strict=True)
        ]
        if first is not None and first == second:
            self.faults.add("same_player", line, "player2", found=first)
            return None
        if first is None or second is None or number is None:
            return None
        self._seat(line, "player1", number, first)
        self._seat(line, "player2", number, second)
        return PlayedGame(
            round=number,
            first=first,
            second=second,
            first_score=scores[0],
            second_score=scores[1],
        )

    def _bye(self, line: int, number: int | None, column: str, text: str) -> PlayedGame | None:
        """Return the bye of the player in that column, or None after recording its errors."""
        player = known_player(self.players, self.faults, line, column, text)
        if player is None or number is None:
            return None
        self._seat(line, column, number, player)
        return PlayedGame(round=number, first=player, second=None)

    def _tournament(self, line: int, name: str) -> None:
        """Record an error if the row names no tournament, or another than the rows before."""
        if not name:
            self.faults.add("text", line, "tournament")
        self.tournament = self.tournament or name
        if name and title_key(name) != title_key(self.tournament):
            wanted = self.tournament
            self.faults.add("one_tournament", line, "tournament", wanted=wanted, found=name)

    def _round(self, line: int, text: str) -> int | None:
        """Return the round, or None; record an error if it is no number, or not played yet."""
        number = parse_whole(text, least=1)
        if number is None:
            self.faults.add("positive", line, "round", found=text)
        elif number >= self.before:
            self.faults.add("later_round", line, "round", number=self.before, found=number)
        return number

    def _score(self, line: int, column: str, text: str) -> int:
        """Return the score in a cell; 0 after recording its error."""
        score = parse_whole(text)
        if score is None:
            self.faults.add(score_fault(text), line, column, found=text)
        else:
            remark_on_score(self.file, line, score)
        return score or 0

    def _seat(self, line: int, column: str, number: int, player: str) -> None:
        """Record an error if the player has another game in the round."""
        first = self.lines.setdefault((number, player), line)
        if first != line:
            self.faults.add("busy", line, column, number=number, first=first, found=player)
