"""`/jocuri`: the person's running games, a page at a time.

Which games there are, and in which order, is read from the lists; only those of the page that is
shown are read from their logs, so that the hundredth game costs nobody anything.
"""

from datetime import date
from typing import Final

from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.desk.matches import SeenMatch
from bot.handlers.coming import coming_row, nothing_running, proposed_row
from bot.messages import Button, Buttons, Param, Text, say
from bot.office.shared import Said
from bot.words.cast import answer_by
from bot.words.dialogue import turning
from bot.words.last_day import ending
from engine.games.deadlines import days_left
from engine.ids import PersonId, Seat
from engine.matches.match import MatchStage

ON_PAGE: Final = 10
MOST_BUTTONS: Final = 6
"""Games of a page in which he is to move and still may, each with a button to its board."""


async def games(desk: Desk, said: Said) -> None:
    """Handle `/jocuri`: the person's turn first, then by the last day to answer."""
    desk.reply(said, *await _page(desk, said.person.id, 0))


async def turned(desk: Desk, said: Said) -> None:
    """Handle the press on another page of the list: `games:PAGE`, from 0."""
    wanted = int(said.args) if said.args.isdecimal() else 0
    desk.edit(said, *await _page(desk, said.person.id, wanted))


async def _page(desk: Desk, person: PersonId, wanted: int) -> tuple[Text, Buttons]:
    """Return a page of the list, and its buttons: boards to move on, the pages before and after.

    Games may have ended since a button was made: the last page there is stands for those behind it.
    """
    many = await desk.games.how_many(person)
    if not many:
        nothing = await nothing_running(desk, person, say("games.none"))
        return nothing, (await _to_come(desk, person))[1]
    pages = -(-many // ON_PAGE)
    page = min(wanted, pages - 1)
    shown = await desk.games.page(person, page * ON_PAGE, ON_PAGE)
    await desk.persons.gather(who for row, _ in shown for who in (row.red, row.blue))
    lines = [
        await _line(desk, seen, person, await desk.closings.of_row(row)) for row, seen in shown
    ]
    mine = await desk.closings.still_open(row for row, _ in shown if row.turn_person == person)
    boards: list[tuple[Button, ...]] = [
        (Button(await desk.games.label(row, person), f"show:{row.game_id}:board"),)
        for row in mine[:MOST_BUTTONS]
    ]
    if page + 1 == pages:  # after all that runs
        more, answers = await _to_come(desk, person)
        lines += more
        boards += answers
    return say("games.list", n=many, rows=lines), (*boards, *turning(page, pages, "games:"))


async def _to_come(desk: Desk, person: PersonId) -> tuple[list[Text], Buttons]:
    """Return what waits beside the running games: return games, and results to be answered."""
    between = await desk.matches.in_stage(person, MatchStage.BETWEEN)
    proposed = await desk.results.proposed_to(person)
    lines = [await coming_row(desk, seen, person) for seen in between[:ON_PAGE]]
    lines += [await proposed_row(desk, seen, person) for seen in proposed[:ON_PAGE]]
    buttons = [button for seen in between for button in await _return_button(desk, seen, person)]
    buttons += [_results_button(seen) for seen in proposed]
    return lines, tuple((button,) for button in buttons[:MOST_BUTTONS])


def _results_button(seen: SeenMatch) -> Button:
    """Return the button that shows the proposed results, to be answered."""
    return Button(say("button.results_of", match=seen.match.code), f"resc:{seen.match.code}")


async def _return_button(desk: Desk, seen: SeenMatch, person: PersonId) -> list[Button]:
    """Return the button that begins the return game, if that waits for the person to want it."""
    match = seen.match
    out = await desk.competitions.excluded_from(match)
    if out is not None or await desk.closings.is_over(match, desk.unit.now):
        return []
    if person in match.ready:
        return []
    return [Button(say("button.return_of", match=match.code), f"ret:{match.code}")]


async def _line(desk: Desk, seen: SeenGame, person: PersonId, closing: date | None) -> Text:
    """Return a game's line: the score, whose turn it is, and since or until when."""
    game = seen.game
    seat = game.seat_of(person) or Seat.RED
    partner = await desk.persons.get(game.side(seat.partner).person)
    facts: dict[str, Param] = {
        "game": game.id,
        "partner": partner.name,
        "mine": game.side(seat).score,
        "theirs": game.side(seat.partner).score,
    }
    if closing is not None and desk.games.today(game) > closing:
        return say("games.row_closed", closing=closing.isoformat(), **facts)
    key = "games.row_mine" if game.turn is seat else "games.row_theirs"
    if game.query and game.turn is seat:
        key = "games.row_asked"
    return say(
        key,
        **facts,
        left=days_left(game, game.turn, desk.games.today(game)),
        until=ending(answer_by(game, closing), game.rules.time_zone),
        since=game.received.isoformat(),
    )
