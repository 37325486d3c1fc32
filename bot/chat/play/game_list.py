"""`/jocuri`: the person's running games in pages; without any, the matches to come.

Rows give the games and their order. Only the games of the shown page are loaded from their logs, so
a long list costs no more.
"""

from datetime import date
from typing import Final, NamedTuple

from bot.chat.play.coming_games import coming_row, nothing_running, proposed_row
from bot.runtime.shared import UserInput
from bot.service.lookups.matches.archive import finished_games
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import ARCHIVE, RETURN_GAME
from bot.texts.buttons.play import GAMES, SHOW, View
from bot.texts.messages import Button, Buttons, Card, Param, Text, rows_of, say, turning
from bot.texts.notices.matches.objections import results_button
from bot.texts.notices.participants import ending
from bot.texts.notices.play.turn import free_seat_lines, leave_lines
from bot.texts.paging import page_count
from engine.ids import GameId, PersonId, Seat
from engine.matches.match import MatchStage
from storage.people.people import Person

ON_PAGE: Final = 10
"""The games on a page, and the most matches to come below them."""
MOST_BUTTONS: Final = 6
"""The most games on a page with a button to their board, if the person may move there."""


class _ToCome(NamedTuple):
    """What waits for a person besides running games."""

    rows: list[Text]
    buttons: Buttons


async def games(service: Service, user_input: UserInput) -> None:
    """Handle `/jocuri`: games in which the person is to move first, then by last day."""
    service.reply(user_input, *await _page_card(service, user_input.person, 0))


async def turn_page(service: Service, user_input: UserInput) -> None:
    """Handle the button for another page: `games:PAGE`, from 0."""
    service.edit(
        user_input, *await _page_card(service, user_input.person, GAMES.read(user_input.args).page)
    )


async def _page_card(service: Service, reader: Person, page_number: int) -> Card:
    """Return a page of the list, with buttons to boards and to other pages.

    Games may have ended since the button was made; a page beyond the end shows the last one.
    """
    person = reader.id
    count = await service.game_lists.how_many(person)
    if not count:
        none = say("games.none_own" if reader.arbiter else "games.none")
        coming_text = await nothing_running(service, person, none)
        to_come = await _to_come(service, person)
        return Card(coming_text, (*to_come.buttons, *await _archive_button(service, person)))
    pages = page_count(count, ON_PAGE)
    page = min(page_number, pages - 1)
    listed_games = await service.game_lists.page(person, page * ON_PAGE, ON_PAGE)
    await service.persons.gather(
        who for listed in listed_games for who in (listed.row.red, listed.row.blue)
    )
    lines = [
        await _game_line(
            service, listed.snapshot, person, await service.closings.of_row(listed.row)
        )
        for listed in listed_games
    ]
    to_move_in = await service.closings.still_open(
        listed.row for listed in listed_games if listed.row.turn_person == person
    )
    boards: list[tuple[Button, ...]] = [
        (SHOW.button(await service.game_lists.label(row, person), GameId(row.game_id), View.BOARD),)
        for row in to_move_in[:MOST_BUTTONS]
    ]
    if page + 1 == pages:  # the last page ends with the games to come
        to_come = await _to_come(service, person)
        lines += to_come.rows
        boards += to_come.buttons
        boards += await _archive_button(service, person)
    return Card(
        say("games.list", n=count, rows=lines), (*boards, *turning(page, pages, GAMES.turns()))
    )


async def _to_come(service: Service, person: PersonId) -> _ToCome:
    """Return the return games to come, and the results to answer."""
    between = await service.matches.in_stage(person, MatchStage.BETWEEN)
    proposed = await service.proposed_results.proposed_to(person)
    lines = [await coming_row(service, snapshot, person) for snapshot in between[:ON_PAGE]]
    lines += [await proposed_row(service, snapshot, person) for snapshot in proposed[:ON_PAGE]]
    buttons = [
        button for snapshot in between for button in await _return_button(service, snapshot, person)
    ]
    buttons += [results_button(snapshot.match) for snapshot in proposed]
    return _ToCome(lines, rows_of(buttons[:MOST_BUTTONS], 1))


async def _return_button(
    service: Service, snapshot: MatchSnapshot, person: PersonId
) -> list[Button]:
    """Return the button that begins the return game, if the person may request it."""
    match = snapshot.match
    excluded = await service.competitions.excluded_player(match)
    if excluded is not None or await service.closings.is_match_closed(match, service.unit.now):
        return []
    if person in match.ready:
        return []
    return [RETURN_GAME.button(say("button.return_of", match=match.code), match.code)]


async def _game_line(
    service: Service, snapshot: GameSnapshot, person: PersonId, closing: date | None
) -> Text:
    """Return a game's line: the score, the turn, and since or until when."""
    game = await service.arrivals.for_time_decisions(snapshot.game)
    time = await service.arrivals.clocks(game)
    seat = game.seat_of(person) or Seat.RED  # these games are all the person's own
    partner = await service.persons.get(game.side(seat.partner).person)
    facts: dict[str, Param] = {
        "game": game.id,
        "partner": partner.name,
        "mine": game.side(seat).score,
        "theirs": game.side(seat.partner).score,
    }
    if closing is not None and service.games.today(game) > closing:
        return say("games.row_closed", closing=closing.isoformat(), **facts)
    key = "games.row_mine" if game.turn is seat else "games.row_theirs"
    if game.turn is seat and time.is_late:
        key = "games.row_late"
    if game.query and game.turn is seat:
        key = "games.row_asked"
    row = say(
        key,
        **facts,
        left=time.left[game.turn],
        until=ending(time.last_day, game.rules.time_zone),
        since=game.received.isoformat(),
    )
    names = {seat.partner: partner.name}  # the reader's own leave names nobody
    away = leave_lines(game, names, person, service.games.today(game))
    match = await service.matches.get(game.match)
    # Only the opponent's seat can be free, under whichever number.
    free = free_seat_lines(match, dict.fromkeys(match.people, partner.name))
    lines = [*free, *away]
    return say("games.row_leave", row=row, leave=lines) if lines else row


async def _archive_button(service: Service, person: PersonId) -> Buttons:
    """Return the button that opens the archive, if it contains a game."""
    rows = await finished_games(service, person)
    return ((ARCHIVE.button(say("button.archive", n=len(rows)), 0),),) if rows else ()
