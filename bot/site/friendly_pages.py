"""The replays of friendly games that both players want on the site, and their list.

A player agrees by letting others see the game's analysis, and may withdraw that consent. Names are
those of the public pages. A game appears only once the embargo has ended.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import Findings
from bot.analysis.stored_findings import current
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.public_names import visibility_of
from bot.site import paths
from bot.site.replay_pages import ReplayView, game_view
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates
from bot.texts.messages import say
from bot.texts.public_names import NameVisibility, labels
from engine.embargo import both_games, embargo_on
from engine.games.game import Game
from engine.ids import Leg, MatchCode, PersonId, match_of
from engine.matches.match import Match, MatchStage
from storage.log import Head
from storage.matches import match_rows
from storage.people import people

TITLE: Final = "site.friendlies"
"""The key of the list's title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FriendlyGame:
    """A friendly game that both players want on the site."""

    game: Game
    head: Head
    names: Mapping[PersonId, str]
    findings: Findings | None
    """The analysis of the game's present state, if one is stored."""


class FriendlyRow(NamedTuple):
    """A game in the list, as the template unpacks it."""

    path: str
    red: str
    blue: str
    red_score: int
    blue_score: int


async def friendly_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the replay of each game, and their list, if there is any."""
    games = await friendly_games(source)
    for friendly in games:
        yield _replay(source, templates, friendly)
    if games:
        yield _index(source, templates, games)


async def friendly_games(source: Source) -> list[FriendlyGame]:
    """Return the friendly games that everybody may see, the latest first."""
    if source.options.only is not None:
        return []
    consents = await source.consents()
    consented = {match_of(game) for game in consents}
    if not consented:
        return []
    heads = await match_rows.friendly_heads(source.tx, MatchStage.HOMOLOGATED.value)
    games: list[FriendlyGame] = []
    for code in sorted(consented & heads.keys()):
        with leaving_out_damaged():
            games += await _public_games(source, code, heads[MatchCode(code)])
    return sorted(games, key=_latest_first)


def _latest_first(friendly: FriendlyGame) -> tuple[float, str]:
    ended = friendly.game.ended
    return (-ended.at.timestamp() if ended is not None else 0.0, friendly.game.id)


async def _public_games(source: Source, code: MatchCode, head: Head) -> list[FriendlyGame]:
    """Return the public games of a friendly match: both players agree, and no embargo applies."""
    consents, match = await source.consents(), await source.friendly_match(code, head)
    names = await _names(source.tx, match)
    embargoed_games, rule = both_games(match), match.rules.public_when
    begun = {started_leg.leg for started_leg in match.started}
    games = []
    for embargoed, leg in zip(embargoed_games, Leg, strict=True):
        is_agreed = set(match.people) <= consents.get(embargoed.game, frozenset())
        if leg not in begun or not is_agreed:
            continue
        if embargo_on(embargoed, embargoed_games, rule) is not None:
            continue
        game, last = await source.friendly_game(embargoed.game)
        findings = await current(source.tx, embargoed.game, last.hash)
        games.append(FriendlyGame(game=game, head=last, names=names, findings=findings))
    return games


async def _names(tx: AsyncConnection, match: Match) -> Mapping[PersonId, str]:
    """Return the public names of both players."""
    known = {person.id: person for person in await people.several(tx, match.people)}
    visibility = {who: visibility_of(person, NameVisibility.FULL) for who, person in known.items()}
    names = {who: person.name for who, person in known.items()}
    return labels(match.people, names, visibility)


def _replay(source: Source, templates: Templates, friendly: FriendlyGame) -> SitePage:
    """Return the page that replays a friendly game."""
    game = friendly.game

    async def build() -> Files:
        def view(texts: SiteTexts) -> ReplayView:
            title = texts.plain(say(TITLE))
            replay = game_view(game, friendly.names, title, texts, friendly.findings)
            return {**replay, "up": paths.FRIENDLIES, "up_title": title, "match": None}

        return templates.pages(paths.game_path(game.id), "replay.html", view)

    key = f"friendly/{game.id}"
    names = sorted(friendly.names.items())
    stamp = source.stamps.of(key, friendly.head, names, friendly.findings)
    return SitePage(key=key, stamp=stamp, build=build)


def _index(source: Source, templates: Templates, games: list[FriendlyGame]) -> SitePage:
    """Return the page with the list of friendly games."""
    rows = [
        FriendlyRow(
            path=paths.game_path(friendly.game.id),
            red=friendly.names[friendly.game.red.person],
            blue=friendly.names[friendly.game.blue.person],
            red_score=friendly.game.red.score,
            blue_score=friendly.game.blue.score,
        )
        for friendly in games
    ]

    async def build() -> Files:
        return templates.pages(paths.FRIENDLIES, "friendlies.html", lambda _: {"rows": rows})

    return SitePage(key="friendlies", stamp=source.stamps.of("friendlies", rows), build=build)
