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
from bot.texts.buttons.verb import cut_to, page_in
from bot.texts.messages import MOST_DATA_BYTES, Button, Card, Text, rows_of, say, turning_by
from bot.texts.paging import page_at
from bot.texts.score_texts import score_text

_ON_PAGE: Final = 8
"""The most players and results on a page."""
_LONGEST_QUERY: Final = MOST_DATA_BYTES - len(FOUND.data("999", ""))
"""The most bytes of a query, which the buttons of its pages repeat with the page's number."""
_MOST_TITLES: Final = 3
"""The most competitions that a found player's line names."""


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
    query = _query(user_input.args)
    if not query:
        service.reply(user_input, say("search.how"))
        return
    service.reply(user_input, *await _page_card(service, user_input, query, 0))


async def turn_page(service: Service, user_input: UserInput) -> None:
    """Handle a button that turns the page."""
    page, words = FOUND.read(user_input.args)
    service.edit(user_input, *await _page_card(service, user_input, _query(words), page_in(page)))


def _query(text: str) -> str:
    """Return a query in the form in which names are compared, cut to a button's size."""
    # As in `records.words_of`, no word has a comma; a colon separates the arguments of a button.
    words = " ".join(fold(text).replace(",", " ").replace(":", " ").split())
    return cut_to(words, _LONGEST_QUERY)


async def _page_card(service: Service, user_input: UserInput, query: str, page_number: int) -> Card:
    """Return a page of the players and results with these words, or else with similar ones."""
    contests = await known_to(service, user_input)
    words = query
    items = _find_all(contests, words)
    if not items:
        nearest = record_search.nearest_words(contests, query.split())
        words = cut_to(" ".join(nearest), _LONGEST_QUERY)
        items = _find_all(contests, words) if words != query else []
    if not items:
        return Card(say("search.nothing", words=query))
    page = page_at(items, page_number, _ON_PAGE)
    rows, players, games = [], [], []
    for item in page.items:
        if isinstance(item, _Player):
            rows.append(_player_line(item))
            players.append(_player_button(item))
        else:
            rows.append(_result_line(item))
            games += await _replay_buttons(service, item)
    near = None if words == query else say("search.near", asked=query)
    text = say("search.found", words=words, near=near, rows=rows)
    turns = turning_by(page.number, page.count, lambda number: FOUND.data(f"{number}", words))
    return Card(text, (*rows_of(players, 2), *rows_of(games, 3), *turns))


def _find_all(contests: Sequence[NamedCompetition], words: str) -> list[_Player | NamedResult]:
    """Return the players and then the results with all these words; nothing without a word."""
    word_set = frozenset(words.split())
    if not word_set:
        return []
    people = record_search.find_people(contests, word_set)
    return [*map(_Player, people), *record_search.find_results(contests, word_set)]


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
    # Their place, because a person's number is not public.
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


async def _replay_buttons(service: Service, result: NamedResult) -> list[Button]:
    """Return the button to the game's replay; no button if not everybody may see it yet."""
    if not page_address(service.shared, result.contest.code):
        return []
    if await keeps_closed(service.unit.tx, service.shared, result.game) is not None:
        return []
    url = f"{service.shared.public_url}/{game_path(result.game)}"
    return [Button(say("button.search.game", game=result.game), url=url)]
