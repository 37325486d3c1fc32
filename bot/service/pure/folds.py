"""Folds stored streams into rows for lists, as `storage.verify` compares them."""

from collections.abc import Sequence
from datetime import date

from bot.service.pure.rows import case_row, competition_row, game_row, match_row
from engine.cases.fold import replay_case
from engine.competitions.competition import Competition
from engine.competitions.fold import replay_competition
from engine.errors import BrokenLog
from engine.games.audit import audit
from engine.games.fold import replay
from engine.ids import CompetitionCode, MatchCode, match_of
from engine.matches.fold import replay_match
from engine.matches.match import Match
from storage.log import Stored
from storage.streams import CASES, COMPETITIONS, MATCHES, PEOPLE
from storage.verify import Row


class Folds:
    """Folds each stream into its row, for one pass over all streams.

    Rows of games and cases have facts of their match, so a match must come before them, and its
    competition before it; both are remembered here.
    """

    def __init__(self) -> None:
        self._matches: dict[MatchCode, Match] = {}
        self._competitions: dict[CompetitionCode, Competition] = {}

    def __call__(self, stream: str, stored: Sequence[Stored]) -> Row | None:
        """Return the row that follows from the events; None for a stream without one.

        Raises:
            BrokenLog: a recorded figure differs from the calculated one.
        """
        events = [row.event for row in stored]
        last = stored[-1]
        if stream.startswith(PEOPLE):
            return None
        if stream.startswith(COMPETITIONS):
            competition = replay_competition(events)
            self._competitions[competition.code] = competition
            return competition_row(competition, last.seq, last.at)
        if stream.startswith(MATCHES):
            match = replay_match(events)
            self._matches[match.code] = match
            return match_row(match, last.seq, last.at)
        if stream.startswith(CASES):
            case = replay_case(events)
            return case_row(case, last.seq, self._matches[match_of(case.game)], last.at)
        game = replay(stored)
        match = self._matches[game.match]
        if differences := audit(stored, self._closings_of(match)):
            raise BrokenLog("; ".join(differences))
        return game_row(game, last.seq, match, last.at)

    def _closings_of(self, match: Match) -> set[date]:
        """Return every last day that the match has had; empty outside competitions."""
        competition = self._competitions.get(match.competition)
        if competition is None:
            return set()
        phase = competition.state_of(match.phase)
        days = {phase.plan.closing, *(before for _, before in phase.closings)}
        return days if match.play_until is None else {*days, match.play_until}
