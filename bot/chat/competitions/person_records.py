"""`/cauta`: a player's record over all competitions that the reader may know."""

from collections.abc import Sequence
from typing import Final

from bot.chat.site_links import page_address, site_row
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions import records
from bot.service.lookups.competitions.records import (
    Appearance,
    GamesAgainst,
    NamedCompetition,
    known_to,
)
from bot.service.service import Service
from bot.texts.buttons.competitions import PLAYER
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Card, Text, say, turning
from bot.texts.paging import page_at
from engine.competitions.honours import podium
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

_ON_PAGE: Final = 10
"""The most opponents on a page of a person's card."""


async def show_person(service: Service, user_input: UserInput) -> None:
    """Handle the button of a person: their card; a button without a page sends a new message."""
    code, number, page = PLAYER.read(user_input.args)
    contests = await known_to(service, user_input)
    contest = next((candidate for candidate in contests if candidate.code == code), None)
    if contest is None or not 0 <= number < len(contest.order):
        raise GameStateError(Fault("button_unknown"))
    shown_player = Appearance(contest=contest, player=contest.order[number])
    card = _person_card(service, user_input, contests, shown_player, page_in(page))
    if page:
        service.edit(user_input, *card)
    else:
        service.toast(user_input)
        service.reply(user_input, *card)


def _person_card(
    service: Service,
    user_input: UserInput,
    contests: Sequence[NamedCompetition],
    shown: Appearance,
    page_number: int,
) -> Card:
    """Return the card of a person: places, titles, and the record against each opponent."""
    appearances = records.appearances_of(contests, shown.key)
    opponents = records.meetings_of((appearance.contest for appearance in appearances), shown.key)
    page = page_at(opponents, page_number, _ON_PAGE)
    text = say(
        "search.card",
        who=shown.name,
        places=[_place_line(appearance) for appearance in appearances] or None,
        titles=_titles_won(appearances),
        with_you=_with_you(appearances, user_input.person.id),
        met=say(
            "search.met", rows=[_record_line("search.meeting", opponent) for opponent in page.items]
        )
        if opponents
        else None,
    )
    contest = shown.contest
    turns = PLAYER.turns(contest.code, contest.order.index(shown.player))
    rows = turning(page.number, page.count, turns)
    url = page_address(service.shared, contest.code)
    return Card(text, (*rows, *site_row(url)))


def _place_line(appearance: Appearance) -> Text:
    """Return the person's final place in a competition, or that there is none yet."""
    contest = appearance.contest
    title, place = contest.competition.title, contest.places.get(appearance.player)
    if place is not None:
        return say("search.place", title=title, place=place.place, sum=str(place.coefficients))
    return say("search.no_place" if contest.is_over else "search.running", title=title)


def _titles_won(appearances: Sequence[Appearance]) -> list[Text] | None:
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
    record = GamesAgainst(name="")  # the text says "you"
    for appearance in appearances:
        for result in appearance.contest.results():
            both = {appearance.player, reader}
            if len(both) > 1 and both == set(result.seats):  # not the reader's own record
                record.add(result.figures, is_red=result.seats[0] == reader)
    return _record_line("search.with_you", record) if record.games else None


def _record_line(key: str, opponent: GamesAgainst) -> Text:
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
