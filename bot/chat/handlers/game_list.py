"""`/jocuri`: the person's running games, a page at a time.

Which games there are, and in which order, is read from the lists; only those of the page that is
shown are read from their logs, so that the hundredth game costs nobody anything.
"""

from datetime import date
from typing import Final

from bot.chat.handlers.coming import coming_row, nothing_running, proposed_row
from bot.chat.handlers.own_archive import archive_button
from bot.runtime.shared import Said
from bot.service.games import SeenGame
from bot.service.matches import SeenMatch
from bot.service.service import Service
from bot.texts.messages import Button, Buttons, Param, Text, say
from bot.texts.notices.cast import answer_by, ending
from bot.texts.notices.dialogue import turning
from engine.games.deadlines import days_left
from engine.ids import PersonId, Seat
from engine.matches.match import MatchStage

ON_PAGE: Final = 10
MOST_BUTTONS: Final = 6
"""Games of a page in which he is to move and still may, each with a button to its board."""


async def games(service: Service, said: Said) -> None:
    """Handle `/jocuri`: the person's turn first, then by the last day to answer."""
    service.reply(said, *await _page(service, said.person.id, 0))


async def turned(service: Service, said: Said) -> None:
    """Handle the press on another page of the list: `games:PAGE`, from 0."""
    wanted = int(said.args) if said.args.isdecimal() else 0
    service.edit(said, *await _page(service, said.person.id, wanted))


async def _page(service: Service, person: PersonId, wanted: int) -> tuple[Text, Buttons]:
    """Return a page of the list, and its buttons: boards to move on, the pages before and after.

    Games may have ended since a button was made: the last page there is stands for those behind it.
    """
    many = await service.games.how_many(person)
    if not many:
        nothing = await nothing_running(service, person, say("games.none"))
        waiting = (await _to_come(service, person))[1]
        return nothing, (*waiting, *await archive_button(service, person))
    pages = -(-many // ON_PAGE)
    page = min(wanted, pages - 1)
    shown = await service.games.page(person, page * ON_PAGE, ON_PAGE)
    await service.persons.gather(who for row, _ in shown for who in (row.red, row.blue))
    lines = [
        await _line(service, seen, person, await service.closings.of_row(row))
        for row, seen in shown
    ]
    mine = await service.closings.still_open(row for row, _ in shown if row.turn_person == person)
    boards: list[tuple[Button, ...]] = [
        (Button(await service.games.label(row, person), f"show:{row.game_id}:board"),)
        for row in mine[:MOST_BUTTONS]
    ]
    if page + 1 == pages:  # after all that runs
        more, answers = await _to_come(service, person)
        lines += more
        boards += answers
        boards += await archive_button(service, person)
    return say("games.list", n=many, rows=lines), (*boards, *turning(page, pages, "games:"))


async def _to_come(service: Service, person: PersonId) -> tuple[list[Text], Buttons]:
    """Return what waits beside the running games: return games, and results to be answered."""
    between = await service.matches.in_stage(person, MatchStage.BETWEEN)
    proposed = await service.results.proposed_to(person)
    lines = [await coming_row(service, seen, person) for seen in between[:ON_PAGE]]
    lines += [await proposed_row(service, seen, person) for seen in proposed[:ON_PAGE]]
    buttons = [button for seen in between for button in await _return_button(service, seen, person)]
    buttons += [_results_button(seen) for seen in proposed]
    return lines, tuple((button,) for button in buttons[:MOST_BUTTONS])


def _results_button(seen: SeenMatch) -> Button:
    """Return the button that shows the proposed results, to be answered."""
    return Button(say("button.results_of", match=seen.match.code), f"resc:{seen.match.code}")


async def _return_button(service: Service, seen: SeenMatch, person: PersonId) -> list[Button]:
    """Return the button that begins the return game, if that waits for the person to want it."""
    match = seen.match
    out = await service.competitions.excluded_from(match)
    if out is not None or await service.closings.is_over(match, service.unit.now):
        return []
    if person in match.ready:
        return []
    return [Button(say("button.return_of", match=match.code), f"ret:{match.code}")]


async def _line(service: Service, seen: SeenGame, person: PersonId, closing: date | None) -> Text:
    """Return a game's line: the score, whose turn it is, and since or until when."""
    game = seen.game
    seat = game.seat_of(person) or Seat.RED
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
    if game.turn is seat and answer_by(game, closing) < service.games.today(game):
        key = "games.row_late"
    if game.query and game.turn is seat:
        key = "games.row_asked"
    return say(
        key,
        **facts,
        left=days_left(game, game.turn, service.games.today(game)),
        until=ending(answer_by(game, closing), game.rules.time_zone),
        since=game.received.isoformat(),
    )
