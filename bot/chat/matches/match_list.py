"""`/meciuri`: an arbiter's matches in pages, the most urgent first, each with a button.

Urgency is the nearest or most exceeded last day: of a turn, a start, or results. Official results
come last. `/mesa` shows the arbiter's own tasks.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.chat.matches.match_rows import game_of, match_row
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import (
    MATCHES,
    ONE_MATCH,
    PAGE_OF_MATCHES,
    RESULTS_CARD,
    MatchesAction,
)
from bot.texts.buttons.play import SHOW, View
from bot.texts.buttons.verb import cut_to
from bot.texts.messages import MOST_DATA_BYTES, Button, Card, rows_of, say, turning_by
from bot.texts.notices.cases.task_list import open_button
from bot.texts.notices.people.links import match_places_button
from bot.texts.paging import page_at
from engine.games.deadlines import answer_by
from engine.ids import PersonId, game_id, match_about
from engine.matches.approval import last_day_to_object
from engine.matches.match import FINISHED, Match, MatchStage
from engine.notation import fold
from engine.typed import single_spaced

ON_PAGE: Final = 8
"""The matches on a page, each with a button."""
_LONGEST_FILTER: Final = MOST_DATA_BYTES - len(PAGE_OF_MATCHES.data(999, ""))
"""The most bytes of a filter, which the buttons of its pages repeat with the page's number."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A match in the list, with the day that makes it urgent."""

    snapshot: MatchSnapshot
    day: date

    @property
    def order(self) -> tuple[date, str]:
        """Return the sort key: the day, then the code."""
        return self.day, self.snapshot.match.code


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/meciuri [CODE or NAMES]`: the arbiter's matches with their next events."""
    typed_filter = cut_to(user_input.args, _LONGEST_FILTER)
    service.reply(user_input, *await _page_card(service, user_input.person.id, 0, typed_filter))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `matches:p:PAGE:NAME`, another page, and `matches:m:MATCH`, one match."""
    action, rest = MATCHES.read(user_input.args)
    if action is MatchesAction.MATCH:
        snapshot = await service.matches.ruled_by(user_input, ONE_MATCH.read(rest).match)
        service.toast(user_input)
        service.reply(
            user_input,
            *await _match_card(service, user_input.person.id, snapshot),
            about=snapshot.match.code,
        )
        return
    number, typed_filter = PAGE_OF_MATCHES.read(rest)
    service.edit(user_input, *await _page_card(service, user_input.person.id, number, typed_filter))


async def _page_card(
    service: Service, arbiter: PersonId, page_number: int, typed_filter: str
) -> Card:
    """Return a page of the list; the number of matches may have changed since the button."""
    listed = await _listed_matches(service, arbiter, typed_filter)
    if not listed:
        return Card(say("matches.not_found") if typed_filter else say("matches.none"))
    page = page_at(listed, page_number, ON_PAGE)
    rows = [await match_row(service, listed_match.snapshot) for listed_match in page.items]
    buttons = [
        ONE_MATCH.button(
            say("button.plain", label=listed_match.snapshot.match.code),
            listed_match.snapshot.match.code,
        )
        for listed_match in page.items
    ]
    turns = turning_by(
        page.number, page.count, lambda number: PAGE_OF_MATCHES.data(number, typed_filter)
    )
    if typed_filter:
        text = say("matches.found", words=typed_filter, n=len(listed), rows=rows)
    else:
        find = say("matches.find") if page.count > 1 else None
        text = say("matches.list", n=len(listed), rows=rows, find=find)
    return Card(text, (*rows_of(buttons, 4), *turns))


async def _listed_matches(service: Service, arbiter: PersonId, typed_filter: str) -> list[_Listed]:
    """Return the arbiter's matches with that code or name ("" for all), the most urgent first.

    A match whose running game has a damaged log is left out.
    """
    snapshots, listed = await service.matches.all_ruled(arbiter), []
    if typed_filter:  # all names in one query
        await service.persons.gather({who for each in snapshots for who in each.match.people})
    for snapshot in snapshots:
        if not typed_filter or await _is_meant(service, snapshot, typed_filter):
            with leaving_out_damaged():
                listed.append(_Listed(snapshot, await _urgent_day(service, snapshot.match)))
    return sorted(listed, key=lambda listed_match: listed_match.order)


async def _is_meant(service: Service, snapshot: MatchSnapshot, typed_filter: str) -> bool:
    """Return whether the match, or a game or case of it, has that code, or names these words.

    The words may be of both players, in any order.
    """
    sought = single_spaced(fold(typed_filter)).upper()
    if match_about(sought) == snapshot.match.code:
        return True
    names = (await service.persons.names(snapshot.match.people)).values()
    in_names = " ".join(fold(name).upper() for name in names)
    words = re.findall(r"\w+", sought)
    return bool(words) and all(word in in_names for word in words)


async def _urgent_day(service: Service, match: Match) -> date:
    """Return the day that makes the match urgent: of its games, start or results."""
    closing = await service.closings.last_day(match)
    match match.stage:
        case MatchStage.ARRANGED:
            return match.start
        case MatchStage.BETWEEN:
            day = match.return_day or date.max
            return day if closing is None else min(day, closing)
        case MatchStage.PLAYED | MatchStage.PROPOSED:
            counts = await service.competitions.counts(match)
            return (last_day_to_object(match) if counts else None) or date.max
        case MatchStage.HOMOLOGATED | MatchStage.CANCELLED:
            return date.max
        case _:
            games = [await game_of(service, match, leg) for leg in match.all_running]
            return min(answer_by(game) for game in games)


async def _match_card(service: Service, arbiter: PersonId, snapshot: MatchSnapshot) -> Card:
    """Return one match, with buttons for the arbiter's tasks in it and to view or decide."""
    match = snapshot.match
    tasks = await service.task_lists.of_match(arbiter, match.code)
    buttons: list[tuple[Button, ...]] = [
        (open_button(item, say(f"docket.{item.kind}")),) for item in tasks.items
    ]
    for started in match.started:
        game = game_id(match.code, started.leg)
        leg = say(f"post.leg.{started.leg.value}")
        views = {View.SHEET: "sheets", View.LEDGER: "ledger", View.MESSAGES: "lines"}
        buttons.append(
            tuple(
                SHOW.button(say(f"button.match.{name}", leg=leg), game, view)
                for view, name in views.items()
            )
        )
        buttons.append((SHOW.button(say("button.match.rule", game=game), game, View.CASE),))
    if match.stage is MatchStage.PROPOSED:
        buttons.append(
            (RESULTS_CARD.button(say("button.results_of", match=match.code), match.code),)
        )
    if match.stage not in FINISHED:
        buttons.append((match_places_button(match.code),))
    return Card(say("matches.card", row=await match_row(service, snapshot)), tuple(buttons))
