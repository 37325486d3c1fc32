"""The rulings of a competition, if the organiser publishes them: the decision and its article.

Pages never show people's own words, nor the arbiter's reasons. A word or a move belongs to its
game: for a game under embargo the page only says that there is a ruling.
"""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import TypedDict

from bot.site import paths
from bot.site.contest import Contest
from bot.site.options import ShownRulings
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import Templates
from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import ruling_text
from engine.cases.events import CaseRuled
from engine.cases.fold import replay_case
from engine.games.fold import replay_before
from engine.ids import Leg, MatchCode, game_id, match_of
from engine.thinking_time import day_of
from storage import log
from storage.cases import case_rows
from storage.cases.case_rows import CaseRow
from storage.streams import case_stream, game_stream


class RulingRow(TypedDict):
    """A ruling on the page."""

    at: datetime
    on: str
    """Its day, as an ISO date."""
    red: str
    blue: str
    leg: Text
    code: MatchCode
    match: str
    """The path of the match's page."""
    article: str
    text: Text | None
    """The decision; None while the game is under embargo."""


async def ruling_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each competition's rulings."""
    if source.options.rulings is not ShownRulings.SUMMARY:
        return
    for contest in await source.contests():
        rows = await case_rows.ruled_in(source.tx, contest.code)
        yield _page(source, templates, contest, rows)


def _page(source: Source, templates: Templates, contest: Contest, rows: list[CaseRow]) -> SitePage:
    """Return the page with the rulings of a competition, the latest first."""

    async def build() -> Files:
        rulings = [ruling for row in rows for ruling in await _rulings(source, contest, row)]
        view = {
            "competition": contest.competition,
            "up": paths.competition_path(contest.code),
            "rulings": sorted(rulings, key=lambda ruling: ruling["at"], reverse=True),
        }
        path = paths.rulings_path(contest.code)
        return templates.pages(path, "rulings.html", lambda _: view)

    stamp = stamp_of(
        contest.competition.title,
        sorted(contest.names.items()),
        [(row, contest.embargo_of(row.game_id) is None) for row in rows],
        [contest.games.get(row.game_id) for row in rows if contest.embargo_of(row.game_id) is None],
    )
    return SitePage(key=f"rulings/{contest.code}", stamp=stamp, build=build)


async def _rulings(source: Source, contest: Contest, row: CaseRow) -> list[RulingRow]:
    """Return the rulings of a case; none for a player's query about a planned move."""
    case_log = await log.load(source.tx, case_stream(row.case_id))
    case = replay_case(stored.event for stored in case_log)
    if case.is_query:
        return []
    game_events = []  # none while the game is under embargo
    if contest.embargo_of(row.game_id) is None:
        game_log = await log.load(source.tx, game_stream(row.game_id))
        game_events = [stored.event for stored in game_log]
    zone = contest.competition.rules.time_zone
    _, listed = contest.listed[match_of(row.game_id)]
    leg = next(leg for leg in Leg if game_id(listed.code, leg) == row.game_id)
    red, blue = listed.seats(leg)

    def text(ruled: CaseRuled) -> Text | None:
        """Return the ruling's text; None while the game is not public."""
        if not game_events:
            return None
        return ruling_text(ruled.ruling, case, replay_before(game_events, ruled.at), contest.names)

    return [
        {
            "at": ruled.at,
            "on": day_of(ruled.at, zone).isoformat(),
            "red": contest.names[red],
            "blue": contest.names[blue],
            "leg": say(f"leg.{leg.value}"),
            "code": listed.code,
            "match": paths.match_path(listed.code),
            "article": ruled.article,
            "text": text(ruled),
        }
        for ruled in case.rulings
    ]
