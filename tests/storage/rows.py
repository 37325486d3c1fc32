"""Rows of a game, its match and a competition, for tests."""

from datetime import UTC, date, datetime, timedelta

from engine.ids import PersonId
from storage.competitions.competition_rows import CompetitionRow
from storage.matches.match_rows import MatchRow
from storage.play.game_rows import GameRow

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
DAY = date(2025, 5, 3)
HOUR = timedelta(hours=1)
ANA, ION, ARBITER = PersonId(1), PersonId(2), PersonId(3)
GAME = GameRow(
    game_id="K7QF/1",
    match_id="K7QF",
    leg="home",
    red=ANA,
    blue=ION,
    arbiter=ARBITER,
    status="running",
    turn_seat="red",
    turn_person=ANA,
    last_day=DAY,
    red_score=0,
    blue_score=0,
    seq=2,
    updated_at=AT,
)
MATCH = MatchRow(
    match_id="K7QF",
    code="K7QF",
    title="",
    arbiter=ARBITER,
    phase="final",
    red=ANA,
    blue=ION,
    status="home",
    seq=1,
    updated_at=AT,
)
COMPETITION = CompetitionRow(
    code="CN25",
    title="Campionatul Național",
    stage="entries open",
    phase="preliminary",
    arbiters=(ARBITER, ION),
    players=(ANA,),
    seq=1,
    updated_at=AT,
)
