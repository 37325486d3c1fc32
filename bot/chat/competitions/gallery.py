"""`/galerie`: a series' hall of fame: podiums by year, and the players with most titles."""

from typing import Final

from bot.chat.site_links import site_row
from bot.documents.tables.names import fold
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.records import (
    NamedCompetition,
    NamedMedals,
    known_to,
    medals_of,
    series_of,
)
from bot.service.service import Service
from bot.site.paths import series_paths
from bot.texts.buttons.competitions import GALLERY
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Card, Text, say, turning
from bot.texts.paging import page_at
from engine.competitions.honours import podium, year_of
from engine.errors import Fault, GameStateError
from storage.competitions import series

_ON_PAGE: Final = 5
"""The competitions on one page."""
_MOST_NAMED: Final = 8
"""The most people in the list of titles."""
_MOST_OFFERED: Final = 20
"""The most series with a button."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/galerie [NAME]`: the hall of fame, or a button for each series."""
    by_series = series_of(await known_to(service, user_input))
    sought = fold(user_input.args)
    of_that_name = {name: contests for name, contests in by_series.items() if sought in fold(name)}
    chosen = of_that_name or by_series
    if not chosen:
        service.reply(user_input, say("gallery.none"))
    elif len(chosen) == 1:
        ((name, contests),) = chosen.items()
        service.reply(user_input, *await _series_card(service, name, contests, 0))
    else:
        rows = tuple(
            (GALLERY.button(say("button.series.name", series=name), contests[0].code),)
            for name, contests in list(chosen.items())[:_MOST_OFFERED]
        )
        service.reply(user_input, say("gallery.choose"), rows)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of a series or of one of its pages."""
    code, page = GALLERY.read(user_input.args)
    by_series = series_of(await known_to(service, user_input))
    for name, contests in by_series.items():
        if any(contest.code == code for contest in contests):
            service.edit(user_input, *await _series_card(service, name, contests, page_in(page)))
            return
    raise GameStateError(Fault("button_unknown"))


async def _series_card(
    service: Service, name: str, contests: list[NamedCompetition], page_number: int
) -> Card:
    """Return a page of the series: its years with their podiums, and the titles of all years."""
    page = page_at(contests, page_number, _ON_PAGE)
    winners = [person for person in medals_of(contests) if person.medals.titles][:_MOST_NAMED]
    titles = say("gallery.titles", rows=[_medals_text(person) for person in winners])
    text = say(
        "gallery.series",
        series=name,
        years=[_podium_text(contest) for contest in page.items],
        titles=titles if winners else None,
    )
    rows = turning(page.number, page.count, GALLERY.turns(contests[0].code))
    url = await _series_address(service, contests)
    return Card(text, (*rows, *site_row(url)))


def _podium_text(contest: NamedCompetition) -> Text:
    """Return the podium of one year's competition in a series."""
    competition = contest.competition
    rows = [
        say(
            f"gallery.place.{honour.place}",
            who=contest.names[honour.player],
            sum=str(honour.coefficients),
        )
        for honour in podium(competition)
    ]
    running = say("gallery.over" if contest.is_over else "gallery.running")
    return say(
        "gallery.year",
        year=str(year_of(competition)),
        title=competition.title,
        rows=rows or [running],
    )


def _medals_text(winner: NamedMedals) -> Text:
    """Return a player with the number of medals of each kind."""
    counts = [
        say(f"gallery.medal.{place}", count=count)
        for place, count in enumerate(winner.medals.counts, 1)
        if count
    ]
    return say("gallery.title", who=winner.who, counts=counts)


async def _series_address(service: Service, contests: list[NamedCompetition]) -> str:
    """Return the address of the series on the public site, or "" if it is not there."""
    shared = service.shared
    public = [contest for contest in contests if contest.code not in shared.left_out]
    if not shared.public_site or not public:
        return ""
    names = (await series.every(service.unit.tx)).values()
    return f"{shared.public_url}/{series_paths(names)[contests[0].series]}"
