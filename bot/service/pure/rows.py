"""Rows of games, matches, competitions and cases for lists, stored beside their logs.

Pure: from the state of a log to its row. `turretur verify` rebuilds the rows and compares.
"""

from datetime import datetime
from typing import Final

from engine.cases.case import Case, CaseStage
from engine.competitions.competition import Competition
from engine.games.deadlines import last_day
from engine.games.game import Game, Stage
from engine.ids import PersonId
from engine.matches.match import Match
from storage.cases.case_rows import OWN, CaseRow
from storage.competitions.competition_rows import TAKEN_BACK, CompetitionRow
from storage.matches.match_rows import MatchRow
from storage.play.game_rows import GameRow

_OPEN: Final = {CaseStage.FILED.value, CaseStage.PENDING.value}
"""The stages of an open case, as its row has them."""


def game_row(game: Game, seq: int, match: Match, at: datetime) -> GameRow:
    """Return the row of a game; only a running one has a turn and a last day."""
    is_running = game.stage is Stage.RUNNING
    return GameRow(
        game_id=game.id,
        match_id=game.match,
        leg=game.leg.value,
        red=game.red.person,
        blue=game.blue.person,
        arbiter=match.arbiter,
        status=game.stage.value,
        turn_seat=game.turn.value if is_running else None,
        turn_person=game.side(game.turn).person if is_running else None,
        last_day=last_day(game) if is_running else None,
        red_score=game.red.score,
        blue_score=game.blue.score,
        seq=seq,
        updated_at=at,
        competition=match.competition,
    )


def match_row(match: Match, seq: int, at: datetime) -> MatchRow:
    """Return the row of a match."""
    return MatchRow(
        match_id=match.code,
        code=match.code,
        title="",  # readers take the title from the log; the column is no longer used
        arbiter=match.arbiter,
        phase=match.phase.value,
        red=match.first,
        blue=match.second,
        status=match.stage.value,
        seq=seq,
        updated_at=at,
        competition=match.competition,
    )


def competition_row(competition: Competition, seq: int, at: datetime) -> CompetitionRow:
    """Return the row of a competition; one that was taken back has a stage of its own."""
    return CompetitionRow(
        code=competition.code,
        title=competition.title,
        stage=TAKEN_BACK if competition.taken_back else competition.stage.value,
        phase=competition.phase.plan.phase.value,
        arbiters=competition.arbiters,
        players=players_of(competition),
        seq=seq,
        updated_at=at,
    )


def case_row(case: Case, seq: int, match: Match, at: datetime) -> CaseRow:
    """Return the row of a case; its words are those of the ruling once there is one."""
    ruling = case.ruled.ruling if case.ruled else None
    return CaseRow(
        case_id=case.id,
        game_id=case.game,
        match_id=match.code,
        competition=match.competition,
        arbiter=match.arbiter,
        kind=case.kind.value if case.kind else OWN,
        stage=case.stage.value,
        claimant=case.by,
        against=case.against,
        words=(ruling.words if ruling else ()) or case.words,
        ruling=ruling.kind.value if ruling else "",
        due_on=case.due_on(match.rules.time_zone),
        seq=seq,
        updated_at=at,
    )


def players_of(competition: Competition) -> tuple[PersonId, ...]:
    """Return the players of all phases, each once, in the order of their entries."""
    return tuple(dict.fromkeys(who for phase in competition.phases for who in phase.players))


def is_open(row: CaseRow) -> bool:
    """Return whether the case has no ruling and is not withdrawn."""
    return row.stage in _OPEN


def awaits_ruling(row: CaseRow) -> bool:
    """Return whether the case is open and counts: a complete claim, or an arbiter's case."""
    return is_open(row) and row.due_on is not None
