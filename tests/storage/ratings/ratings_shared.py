"""What `test_ratings` and other tests share."""

from datetime import UTC, datetime

from engine.ids import PersonId
from engine.ratings.statuses import RatedStatus
from storage.ratings.rated_row import RatedRow
from storage.ratings.rating_runs import NewRun, PlayerTerms

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)


RUN = NewRun(
    person=PersonId(1),
    token="tok",
    system="frs",
    input_sha256="0" * 64,
    task="{}",
    result=b"packed",
    spreadsheet=b"PK",
    terms={"ana pop": PlayerTerms("Ana Pop", b"[1]"), "ion rus": PlayerTerms("Ion Rus", b"[2]")},
)


def row(
    number: int, player: str, rating: int, status: RatedStatus = RatedStatus.ACTIVE
) -> RatedRow:
    """Return a row whose rank is its number."""
    return RatedRow(
        number=number,
        place=number if status is RatedStatus.ACTIVE else None,
        status=status,
        player=player,
        key=player.casefold(),
        rating=rating,
        exact=str(rating),
        games=5,
    )
