"""`/cazuri`: an arbiter's open cases, a player's own, and the buttons that open them."""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases import card_buttons, own_cases, ruling_figures, word_queries
from bot.chat.cases.card_buttons import Action
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import is_valid
from bot.service.notices.cases import cards as case_cards
from bot.service.pure.rows import is_open
from bot.service.readers.cases.case_snapshots import CaseSnapshot, case_id
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction, OfCase
from bot.texts.messages import Text, rows_of, say
from bot.texts.notices.participants import ending
from engine.cases.events import ClaimKind
from engine.ids import match_of
from storage.cases import case_rows
from storage.cases.case_rows import OWN, CaseRow

_MOST_DECIDED: Final = 5
"""The most recent rulings listed for an arbiter; a button opens each case for a new ruling."""
_MOST_LISTED: Final = 12
"""The most cases with a button in a list."""


async def show_list(service: Service, user_input: UserInput) -> None:
    """Handle `/cazuri [CASE]`: the arbiter's open and recent cases, and everyone's own."""
    if user_input.args:
        case = await service.cases.visible(user_input, case_id(user_input.args))
        await _open_case(service, user_input, case)
        return
    person = user_input.person.id
    ruled_rows = await service.cases.open_ruled_by(person)
    decided_rows = await service.cases.decided_by(person, _MOST_DECIDED)
    own_rows = [
        row
        for row in await service.cases.concerning(person)
        if row not in (*ruled_rows, *decided_rows)
    ]
    words = await _ruled_words(service, user_input)
    if not any((ruled_rows, own_rows, decided_rows, words)):
        rules = bool(await service.matches.ruled_under_way(person))
        service.reply(user_input, say("cases.none_ruled" if rules else "cases.none"))
        return
    text = say(
        "cases.list",
        ruled=await _section(service, "cases.ruled", ruled_rows),
        own=await _section(service, "cases.own", own_rows),
        words=[say("cases.words"), *words] if words else None,
        decided=await _section(service, "cases.decided", decided_rows),
    )
    cases_with_button = [*ruled_rows, *own_rows, *decided_rows][:_MOST_LISTED]
    buttons = [
        CASE.button(say("cases.label", case=row.case_id), row.case_id, CaseAction.OPEN)
        for row in cases_with_button
    ]
    service.reply(user_input, text, rows_of(buttons, 2))


async def _ruled_words(service: Service, user_input: UserInput) -> list[Text]:
    """Return the words of players' questions on which an arbiter has ruled (art. 5.3).

    They appear without the case, which would reveal where the opponent wanted to play them.
    """
    person = user_input.person.id
    lines = []
    for snapshot in await service.matches.active(person):
        for row in await case_rows.of_match(service.unit.tx, snapshot.match.code):
            is_query = row.kind == ClaimKind.QUERY.value
            if is_query and row.ruling and row.claimant != person:
                key = "cases.word_valid" if is_valid(row) else "cases.word_invalid"
                words = ", ".join(word.upper() for word in row.words)
                lines.append(say(key, words=words, game=row.game_id))
    return lines


async def _section(service: Service, heading: str, rows: list[CaseRow]) -> list[Text] | None:
    """Return the heading with the lines of these cases; None without any.

    A case of a match with a damaged log is left out.
    """
    lines = []
    for row in rows:
        with leaving_out_damaged():
            lines.append(await case_row(service, row))
    return [say(heading), *lines] if lines else None


async def case_row(service: Service, row: CaseRow) -> Text:
    """Return a case's line: its name, players, subject and state."""
    match = (await service.matches.load(match_of(row.game_id))).match
    names = await service.persons.names(match.people)
    return say(
        "cases.row",
        case=row.case_id,
        claim=say(f"claim.{row.kind}"),
        first=names[match.first],
        second=names[match.second],
        state=_state_text(row, match.rules.time_zone),
    )


def _state_text(row: CaseRow, zone: str) -> Text:
    """Return the state of a case: its ruling, its last day, or that it is closed."""
    if row.ruling:
        return say(f"outcome.{row.ruling}")
    if is_open(row) and row.kind == OWN:
        return say("cases.open_own")
    if row.due_on is not None and is_open(row):
        return say("cases.due", until=ending(row.due_on, zone))
    if is_open(row):
        return say("cases.incomplete")
    return say("cases.closed" if row.kind == OWN else "cases.withdrawn")


async def _open_case(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase | None = None
) -> None:
    """Send the card to an arbiter, or the players' view of the case to a player."""
    service.toast(user_input)
    if user_input.person.id in await service.cases.arbiters(snapshot.case):
        await case_cards.send_to(service, snapshot.case, user_input.person.id)
    else:
        await own_cases.show_to_player(service, user_input, snapshot)


BY_ANYBODY: Final[Mapping[CaseAction, Action]] = {
    CaseAction.OPEN: _open_case,
    **card_buttons.BY_ANYBODY,
    **own_cases.BY_PLAYERS,
    **word_queries.BY_PLAYERS,
}
"""The actions that players may use, too; `BY_ARBITERS` is for arbiters only."""
BY_ARBITERS: Final[Mapping[CaseAction, Action]] = {
    **card_buttons.BY_ARBITERS,
    **ruling_figures.BY_ARBITERS,
}


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of a case: `k:CASE:WHAT` or `k:CASE:WHAT:WHICH`."""
    press = CASE.read(user_input.args)
    if press.what in BY_ANYBODY:
        snapshot = await service.cases.visible(user_input, press.case)
        await BY_ANYBODY[press.what](service, user_input, snapshot, press)
    else:
        snapshot = await service.cases.ruled_by(user_input, press.case)
        await BY_ARBITERS[press.what](service, user_input, snapshot, press)
