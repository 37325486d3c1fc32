"""`/meciuri`: an arbiter's matches in pages, the most urgent first, each with a button.

Urgency is the nearest or most exceeded last day: of a turn, a start, or results. Official results
come last. `/mesa` shows the arbiter's own tasks.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.chat.matches.match_rows import game_of, match_row
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
from bot.texts.messages import Button, Buttons, Card, rows_of, say, turning
from bot.texts.notices.cases.task_list import open_button
from bot.texts.notices.people.links import match_places_button
from bot.texts.paging import page_at
from engine.games.deadlines import answer_by
from engine.ids import PersonId, game_id
from engine.matches.approval import last_day_to_object
from engine.matches.match import FINISHED, Match, MatchStage
from engine.notation import fold
from engine.typed import single_spaced

ON_PAGE: Final = 8
LONGEST_FILTER: Final = 20
"""The most bytes of a filter in a button's data; a longer filter is dropped."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A match in the list, with the day that makes it urgent."""

    snapshot: MatchSnapshot
    day: date

    @property
    def order(self) -> tuple[date, str]:
        return self.day, self.snapshot.match.code


async def matches(service: Service, user_input: UserInput) -> None:
    """Handle `/meciuri [CODE or NAME]`: the arbiter's matches with their next events."""
    service.reply(user_input, *await _page(service, user_input.person.id, 0, user_input.args))


async def turned(service: Service, user_input: UserInput) -> None:
    """Handle `matches:p:PAGE:NAME`, another page, and `matches:m:MATCH`, one match."""
    action, rest = MATCHES.read(user_input.args)
    if action is MatchesAction.MATCH:
        snapshot = await service.matches.ruled_by(user_input, ONE_MATCH.read(rest).match)
        service.toast(user_input)
        service.reply(
            user_input,
            *await _card(service, user_input.person.id, snapshot),
            about=snapshot.match.code,
        )
        return
    number, only = PAGE_OF_MATCHES.read(rest)
    service.edit(user_input, *await _page(service, user_input.person.id, number, only))


async def _page(service: Service, arbiter: PersonId, wanted: int, only: str) -> Card:
    """Return a page of the list; the number of matches may have changed since the button."""
    listed = await _found(service, arbiter, only)
    if not listed:
        return Card(say("matches.not_found") if only else say("matches.none"))
    page = page_at(listed, wanted, ON_PAGE)
    rows = [await match_row(service, listed_match.snapshot) for listed_match in page.items]
    buttons = [
        ONE_MATCH.button(
            say("button.plain", label=listed_match.snapshot.match.code),
            listed_match.snapshot.match.code,
        )
        for listed_match in page.items
    ]
    filter_text = only if len(only.encode()) <= LONGEST_FILTER else ""
    turns = _turning(page.number, page.count, filter_text)
    return Card(say("matches.list", n=len(listed), rows=rows), (*rows_of(buttons, 4), *turns))


def _turning(page: int, pages: int, only: str) -> Buttons:
    """Return the row that turns the pages; in a filtered list its buttons repeat the filter."""
    rows = turning(page, pages, PAGE_OF_MATCHES.turns())
    if not only:
        return rows
    return tuple(
        tuple(Button(button.label, f"{button.data}:{only}") for button in row) for row in rows
    )


async def _found(service: Service, arbiter: PersonId, only: str) -> list[_Listed]:
    """Return the arbiter's matches with that code or name ("" for all), the most urgent first."""
    listed = [
        _Listed(snapshot, await _day(service, snapshot.match))
        for snapshot in await service.matches.all_ruled(arbiter)
        if not only or await _is_meant(service, snapshot, only)
    ]
    return sorted(listed, key=lambda listed_match: listed_match.order)


async def _is_meant(service: Service, snapshot: MatchSnapshot, wanted: str) -> bool:
    """Return whether the match has that code, or a player whose name contains that text."""
    names = await service.persons.names(snapshot.match.people)
    sought = single_spaced(fold(wanted)).casefold()
    return sought == snapshot.match.code.casefold() or any(
        sought in fold(name).casefold() for name in names.values()
    )


async def _day(service: Service, match: Match) -> date:
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


async def _card(service: Service, arbiter: PersonId, snapshot: MatchSnapshot) -> Card:
    """Return one match, the arbiter's tasks in it, and the buttons to view or decide."""
    match = snapshot.match
    waiting = await service.task_lists.of_match(arbiter, match.code)
    buttons: list[tuple[Button, ...]] = [
        (open_button(item, say(f"docket.{item.kind}")),) for item in waiting.items
    ]
    for started in match.started:
        game = game_id(match.code, started.leg)
        leg = say(f"post.leg.{started.leg.value}")
        looks = {View.SHEET: "sheets", View.LEDGER: "ledger", View.MESSAGES: "lines"}
        buttons.append(
            tuple(
                SHOW.button(say(f"button.match.{name}", leg=leg), game, view)
                for view, name in looks.items()
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
