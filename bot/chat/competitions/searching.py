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
from bot.service.lookups.competitions import record_search, records
from bot.service.lookups.competitions.records import (
    Appearance,
    GamesAgainst,
    NamedCompetition,
    NamedResult,
    known_to,
)
from bot.service.service import Service
from bot.site.paths import game_path
from bot.texts.buttons.competitions import FOUND, PLAYER
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say, turning
from bot.texts.paging import page_at
from bot.texts.score_texts import score_text
from engine.competitions.honours import podium
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

_ON_PAGE: Final = 8
"""The most players and results on a page."""
_LONGEST_QUERY: Final = 40
"""The most characters of a query, which the buttons of its pages repeat."""
_MOST_TITLES: Final = 3
_MEETINGS: Final = 10
"""The most opponents on a page of a person's card."""


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


async def show_person(service: Service, user_input: UserInput) -> None:
    """Handle the button of a person: their card."""
    code, number, page = PLAYER.read(user_input.args)
    contests = await known_to(service, user_input)
    contest = next((known for known in contests if known.code == code), None)
    if contest is None or not 0 <= number < len(contest.order):
        raise GameStateError(Fault("button_unknown"))
    shown = Appearance(contest=contest, player=contest.order[number])
    card = _card(service, user_input, contests, shown, page_in(page))
    if page:
        service.edit(user_input, *card)
    else:
        service.toast(user_input)
        service.reply(user_input, *card)


def _card(
    service: Service,
    user_input: UserInput,
    contests: Sequence[NamedCompetition],
    shown: Appearance,
    wanted: int,
) -> Card:
    """Return the card of a person: places, titles, and the record against each opponent."""
    appearances = records.appearances_of(contests, shown.key)
    met = records.meetings_of((appearance.contest for appearance in appearances), shown.key)
    page = page_at(met, wanted, _MEETINGS)
    text = say(
        "search.card",
        who=shown.name,
        places=[_place_line(appearance) for appearance in appearances] or None,
        titles=_titles(appearances),
        with_you=_with_you(appearances, user_input.person.id),
        met=say(
            "search.met", rows=[_meeting("search.meeting", opponent) for opponent in page.items]
        )
        if met
        else None,
    )
    contest = shown.contest
    turns = PLAYER.turns(contest.code, contest.order.index(shown.player))
    rows = turning(page.number, page.count, turns)
    url = page_address(service.shared, contest.code)
    return Card(text, (*rows, (Button(say("button.on_site"), url=url),)) if url else rows)


def _place_line(appearance: Appearance) -> Text:
    """Return the person's final place in a competition, or that there is none yet."""
    contest = appearance.contest
    title, place = contest.competition.title, contest.places.get(appearance.player)
    if place is not None:
        return say("search.place", title=title, place=place.place, sum=str(place.coefficients))
    return say("search.no_place" if contest.is_over else "search.running", title=title)


def _titles(appearances: Sequence[Appearance]) -> list[Text] | None:
    """Return how often the person won each series."""
    won: dict[str, int] = {}
    for appearance in appearances:
        contest = appearance.contest
        first = [honour.player for honour in podium(contest.competition) if honour.place == 1]
        if contest.series and appearance.player in first:
            won[contest.series] = won.get(contest.series, 0) + 1
    return [say("search.titles", series=name, n=n) for name, n in won.items()] or None


def _with_you(appearances: Sequence[Appearance], reader: PersonId) -> Text | None:
    """Return the reader's own record against the person, from the reader's side; None if none."""
    record = GamesAgainst(name="")
    for appearance in appearances:
        for result in appearance.contest.results():
            both = {appearance.player, reader}
            if len(both) > 1 and both == set(result.seats):
                record.add(result, reader)
    return _meeting("search.with_you", record) if record.games else None


def _meeting(key: str, opponent: GamesAgainst) -> Text:
    """Return the record against one opponent."""
    return say(
        key,
        who=opponent.name,
        won=opponent.won,
        drawn=opponent.drawn,
        lost=opponent.lost,
        own=str(opponent.own),
        other=str(opponent.other),
    )
