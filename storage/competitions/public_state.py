"""Cheap texts that change with the content of the public site.

Counts and sums of event numbers suffice for logs, which only grow.
"""

import hashlib

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import NO_COMPETITION
from engine.matches.match import MatchStage
from storage.schema import (
    analyses,
    analysis_consents,
    cases,
    competitions,
    fingerprints,
    games,
    matches,
    persons,
    publicity,
    rated_names,
    rating_lists,
    sequences_searched,
    series,
    sign_ups,
)

_COMPETITIONS = select(competitions.c.code, competitions.c.seq).order_by(competitions.c.code)
_MATCHES = select(func.count(), func.sum(matches.c.seq)).where(
    matches.c.competition != NO_COMPETITION
)
_FRIENDLIES = select(func.count(), func.sum(matches.c.seq)).where(
    matches.c.competition == NO_COMPETITION, matches.c.status == MatchStage.HOMOLOGATED.value
)
"""A friendly game is shown once the results of its match are official."""
_ENDED_GAMES = select(func.count(), func.sum(games.c.seq)).where(games.c.turn_seat.is_(None))
_BEGUN_GAMES = select(func.count()).select_from(games)
_RATING_LISTS = select(func.max(rating_lists.c.id))
_NAMES = select(persons.c.name, persons.c.public_name, persons.c.minor).order_by(persons.c.id)
_CLAIMED_NAMES = select(rated_names.c.person, rated_names.c.key).order_by(rated_names.c.person)
_CASES = select(func.count(), func.sum(cases.c.seq))
_ANALYSES = (
    select(analyses.c.game_id, analyses.c.head, analyses.c.version, func.count())
    .join(analysis_consents, analysis_consents.c.game_id == analyses.c.game_id)
    .group_by(analyses.c.game_id, analyses.c.head, analyses.c.version)
    .order_by(analyses.c.game_id)
)
_SEARCHED = (
    select(sequences_searched.c.seed, sequences_searched.c.version, sequences_searched.c.total)
    .where(sequences_searched.c.width > 0)
    .order_by(sequences_searched.c.seed)
)
_SIGN_UPS = (
    select(sign_ups.c.competition, sign_ups.c.version)
    .where(sign_ups.c.closed_at.is_(None))
    .order_by(sign_ups.c.competition)
)
_NAME_FORMS = select(publicity.c.competition, publicity.c.names).order_by(publicity.c.competition)
_SERIES = select(series.c.competition, series.c.name).order_by(series.c.competition)
_FINGERPRINTS = select(func.max(fingerprints.c.day))

_QUERIES = (
    _COMPETITIONS,
    _MATCHES,
    _FRIENDLIES,
    _ENDED_GAMES,
    _BEGUN_GAMES,
    _RATING_LISTS,
    _CASES,
    _NAMES,
    _NAME_FORMS,
    _ANALYSES,
    _FINGERPRINTS,
    _CLAIMED_NAMES,
    _SEARCHED,
    _SIGN_UPS,
    _SERIES,
)
"""Everything that the site shows: a page with other data needs another query here."""


async def rulings_state(tx: AsyncConnection) -> str:
    """Return a text that every ruling changes, because each is in the log of its case."""
    return repr(tuple((await tx.execute(_CASES)).one()))


async def public_state(tx: AsyncConnection) -> str:
    """Return a text that every change of published data changes.

    A move in a running game does not change it, because nobody else sees the move yet.
    """
    digest = hashlib.sha256()
    for query in _QUERIES:
        rows = [tuple(row) for row in await tx.execute(query)]
        digest.update(repr(rows).encode())
    return digest.hexdigest()
