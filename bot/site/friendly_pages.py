"""The replays of friendly games that both players want on the site, and their list.

A player agrees by letting others see the game's analysis, and may withdraw that consent. Names are
those of the public pages. A game appears only once the embargo has ended.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import Findings
from bot.analysis.stored_findings import current
from bot.site import paths
from bot.site.replay_pages import game_view
from bot.site.site_page import Files, SitePage
from bot.site.source import Source
from bot.site.templating import SiteTexts, Templates
from bot.texts.messages import say
from bot.texts.public_names import NameVisibility, labels, shown_as
from engine.embargo import both_games, embargo_on
from engine.games.game import Game
from engine.ids import Leg, MatchCode, PersonId, Seat, match_of
from engine.matches.match import Match, MatchStage
from storage.log import Head
from storage.matches import match_rows
from storage.people import people

TITLE: Final = "site.friendlies"


@dataclass(frozen=True, slots=True, kw_only=True)
class FriendlyGame:
    """A friendly game that both players want on the site."""

    game: Game
    head: Head
    names: Mapping[PersonId, str]
    held: Findings | None
    """The analysis of the game's present state, if one is stored."""


async def friendly_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the replay of each game, and their list, if there is any."""
    found = await friendly_games(source)
    for friendly_game in found:
        yield _replay(source, templates, friendly_game)
    if found:
        yield _index(source, templates, found)


async def friendly_games(source: Source) -> list[FriendlyGame]:
    """Return the friendly games that everybody may see, the latest first."""
    if source.options.only is not None:
        return []
    consents = await source.consents()
    asked = {match_of(game) for game in consents}
    if not asked:
        return []
    heads = await match_rows.friendly_heads(source.tx, MatchStage.HOMOLOGATED.value)
    found: list[FriendlyGame] = []
    for code in sorted(asked & heads.keys()):
        found += await _of_match(source, code, heads[MatchCode(code)])
    return sorted(found, key=_latest_first)


def _latest_first(friendly: FriendlyGame) -> tuple[float, str]:
    ended = friendly.game.ended
    return (-ended.at.timestamp() if ended is not None else 0.0, friendly.game.id)


async def _of_match(source: Source, code: MatchCode, head: Head) -> list[FriendlyGame]:
    """Return the public games of a friendly match: both players agree, and no embargo applies."""
    consents, match = await source.consents(), await source.friendly_match(code, head)
    names = await _names(source.tx, match)
    tables, rule = both_games(match), match.rules.public_when
    begun = {started_leg.leg for started_leg in match.started}
    games = []
    for table, leg in zip(tables, Leg, strict=True):
        agreed = set(match.people) <= consents.get(table.game, frozenset())
        if leg not in begun or not agreed or embargo_on(table, tables, rule) is not None:
            continue
        game, last = await source.friendly_game(table.game)
        held = await current(source.tx, table.game, last.hash)
        games.append(FriendlyGame(game=game, head=last, names=names, held=held))
    return games


async def _names(tx: AsyncConnection, match: Match) -> Mapping[PersonId, str]:
    """Return the public names of both players."""
    known = {person.id: person for person in await people.several(tx, match.people)}
    visibility = {
        who: shown_as(
            NameVisibility(person.public_name) if person.public_name else None,
            NameVisibility.FULL,
            minor=person.minor,
        )
        for who, person in known.items()
    }
    names = {who: person.name for who, person in known.items()}
    return labels(match.people, names, visibility)  # type: ignore[return-value,arg-type]  # PersonId is int


def _replay(source: Source, templates: Templates, friendly: FriendlyGame) -> SitePage:
    """Return the page that replays a friendly game."""
    game = friendly.game

    async def build() -> Files:
        def view(texts: SiteTexts) -> dict[str, Any]:
            title = texts.plain(say(TITLE))
            shown = game_view(game, friendly.names, title, texts, friendly.held)
            return shown | {"up": paths.FRIENDLIES, "up_title": title, "match": None}

        return templates.pages(paths.game_path(game.id), "replay.html", view)

    key = f"friendly/{game.id}"
    names = sorted(friendly.names.items())
    stamp = source.stamps.of(key, friendly.head, names, friendly.held)
    return SitePage(key=key, stamp=stamp, build=build)


def _index(source: Source, templates: Templates, games: list[FriendlyGame]) -> SitePage:
    """Return the page with the list of friendly games."""
    rows = [
        (
            paths.game_path(friendly.game.id),
            *(friendly.names[friendly.game.side(seat).person] for seat in Seat),
            *(friendly.game.side(seat).score for seat in Seat),
        )
        for friendly in games
    ]

    async def build() -> Files:
        return templates.pages(paths.FRIENDLIES, "friendlies.html", lambda _: {"rows": rows})

    return SitePage(key="friendlies", stamp=source.stamps.of("friendlies", rows), build=build)
