"""`/cauta`: players, results and games of all competitions, and a person's card.

The names are those of the public pages. Nothing of a running or closed game is shown, and a game
can be opened only once the embargo has ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.chat.site_links import page_address
from bot.documents.tables.names import fold
from bot.runtime.embargo import keeps_closed
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions import record_search
from bot.service.lookups.competitions.records import (
    Appearance,
    NamedCompetition,
    NamedResult,
    known_to,
)
from bot.service.service import Service
from bot.site.paths import game_path
from bot.texts.buttons.competitions import FOUND, PLAYER
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say
from bot.texts.paging import page_at
from bot.texts.score_texts import score_text

_ON_PAGE: Final = 8
"""The most players and results on a page."""
_LONGEST_QUERY: Final = 40
"""The most characters of a query, which the buttons of its pages repeat."""
_MOST_TITLES: Final = 3


@dataclass(frozen=True, slots=True)
class _Player:
    """A player who was found, by their appearances with the words of the query."""

    appearances: Sequence[Appearance]

    @property
    def latest(self) -> Appearance:
        """Return the appearance in the latest competition, whose name and button are shown."""
        return self.appearances[0]


async def search(service: Service, user_input: UserInput) -> None:
    """Handle `/cauta WORDS`."""
    words = _asked(user_input.args)
    if not words:
        service.reply(user_input, say("search.how"))
        return
    service.reply(user_input, *await _page(service, user_input, words, 0))


async def turn_page(service: Service, user_input: UserInput) -> None:
    """Handle a button that turns the page."""
    page, words = FOUND.read(user_input.args)
    service.edit(user_input, *await _page(service, user_input, _asked(words), page_in(page)))


def _asked(text: str) -> str:
    """Return a query in the form in which names are compared, cut to a button's size."""
    return " ".join(fold(text).replace(",", " ").replace(":", " ").split())[:_LONGEST_QUERY].strip()


async def _page(service: Service, user_input: UserInput, words: str, wanted: int) -> Card:
    """Return a page of the players and results with these words, or else with similar ones."""
    contests = await known_to(service, user_input)
    asked, items = words, _found(contests, words)
    if not items:
        words = " ".join(record_search.nearest_words(contests, asked.split()))
        items = _found(contests, words) if words != asked else []
    if not items:
        return Card(say("search.nothing", words=asked))
    page = page_at(items, wanted, _ON_PAGE)
    rows, players, games = [], [], []
    for item in page.items:
        if isinstance(item, _Player):
            rows.append(_player_line(item))
            players.append(_player_button(item))
        else:
            rows.append(_result_line(item))
            games += await _open_game(service, item)
    near = None if words == asked else say("search.near", asked=asked)
    text = say("search.found", words=words, near=near, rows=rows)
    turns = _page_turns(page.number, page.count, words)
    return Card(text, (*rows_of(players, 2), *rows_of(games, 3), *turns))


def _found(contests: Sequence[NamedCompetition], words: str) -> list[_Player | NamedResult]:
    """Return the players and then the results with all these words."""
    sought = frozenset(words.split())
    if not sought:
        return []
    people = record_search.find_people(contests, sought)
    return [*map(_Player, people), *record_search.find_results(contests, sought)]


def _page_turns(page: int, pages: int, words: str) -> Buttons:
    """Return the row of buttons that turns pages; empty for a single page."""
    row = []
    if page:
        label = say("button.list_back", page=page, pages=pages)
        row.append(FOUND.button(label, f"{page - 1}", words))
    if page + 1 < pages:
        label = say("button.list_on", page=page + 2, pages=pages)
        row.append(FOUND.button(label, f"{page + 1}", words))
    return (tuple(row),) if row else ()


def _player_line(player: _Player) -> Text:
    """Return a found player, with the latest competitions that they played in."""
    titles = [appearance.contest.competition.title for appearance in player.appearances]
    more = len(titles) - _MOST_TITLES
    return say(
        "search.player",
        who=player.latest.name,
        where="; ".join(titles[:_MOST_TITLES]),
        more=say("search.more", n=more) if more > 0 else None,
    )


def _player_button(player: _Player) -> Button:
    latest = player.latest
    label = say("button.plain", label=latest.name)
    return PLAYER.button(label, latest.contest.code, latest.contest.order.index(latest.player))


def _result_line(result: NamedResult) -> Text:
    """Return a found result, with its players, scores and competition."""
    names, (red, blue) = result.contest.names, result.seats
    return say(
        "search.result",
        red=names[red],
        blue=names[blue],
        score=score_text(result.figures.scores),
        title=result.contest.competition.title,
    )


async def _open_game(service: Service, result: NamedResult) -> list[Button]:
    """Return the button to the game's replay, if everybody may see it already."""
    if not page_address(service.shared, result.contest.code):
        return []
    if await keeps_closed(service.unit.tx, service.shared, result.game) is not None:
        return []
    url = f"{service.shared.public_url}/{game_path(result.game)}"
    return [Button(say("button.search.game", game=result.game), url=url)]
