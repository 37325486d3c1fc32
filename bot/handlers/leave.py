"""Leave: announced before it begins, in all of a player's running matches at once (art. 7.2)."""

from datetime import date

from bot.desk import Desk
from bot.matches import SeenMatch
from bot.messages import Button, Text, say
from bot.shared import Said
from engine.clock import LeavePeriod
from engine.dates import parse_period
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from engine.match import announce_leave, withdraw_leave


async def leave(desk: Desk, said: Said) -> None:
    """Handle `/concediu FIRST LAST`; without dates it shows what is announced."""
    matches = await desk.matches.active(said.person.id)
    if not matches:
        desk.reply(said, say("leave.no_match"))
        return
    if not said.args:
        desk.reply(said, *_state(matches, said.person.id, desk.today()))
        return
    period = LeavePeriod(*parse_period(said.args, desk.today()))
    # Every match must allow it before any of them notes it: leave pauses all of them or none.
    announced = [
        (seen, announce_leave(seen.match, said.person.id, period, said.at)) for seen in matches
    ]
    for seen, events in announced:
        await desk.matches.leave_changed(seen, events, said)
    left = min(_days_left(seen, said.person.id) for seen in matches) - period.days
    desk.reply(
        said,
        say(
            "leave.noted",
            first=period.first.isoformat(),
            last=period.last.isoformat(),
            n=period.days,
            left=left,
        ),
        ((_withdraw_button(period),),),
    )


async def withdraw(desk: Desk, said: Said) -> None:
    """Handle the press that takes leave back: `unleave:FIRST:LAST`."""
    period = _period(said.args)
    matches = [
        seen
        for seen in await desk.matches.active(said.person.id)
        if period in seen.match.leave_of(said.person.id)
    ]
    if not matches:
        desk.edit(said, say("leave.gone"))
        return
    withdrawn = [
        (seen, withdraw_leave(seen.match, said.person.id, period, said.at)) for seen in matches
    ]
    for seen, events in withdrawn:
        await desk.matches.leave_changed(seen, events, said)
    desk.edit(
        said,
        say("leave.taken_back", first=period.first.isoformat(), last=period.last.isoformat()),
    )


def _period(data: str) -> LeavePeriod:
    """Return the period a button names.

    Raises:
        GameStateError: it is none; the button is not one of ours.
    """
    first, _, last = data.partition(":")
    try:
        return LeavePeriod(date.fromisoformat(first), date.fromisoformat(last))
    except ValueError as error:
        raise GameStateError(Fault("button_unknown")) from error


def _days_left(seen: SeenMatch, person: PersonId) -> int:
    taken = sum(period.days for period in seen.match.leave_of(person))
    return seen.match.rules.leave_days - taken


def _state(
    matches: list[SeenMatch], person: PersonId, today: date
) -> tuple[Text, tuple[tuple[Button, ...], ...]]:
    periods = sorted({p for seen in matches for p in seen.match.leave_of(person)})
    rows = [
        say(
            "leave.period",
            first=period.first.isoformat(),
            last=period.last.isoformat(),
            n=period.days,
        )
        for period in periods
    ]
    left = min(_days_left(seen, person) for seen in matches)
    text = say("leave.state", rows=rows or [say("leave.none")], left=left)
    coming = [period for period in periods if period.first > today]
    return text, tuple((_withdraw_button(period),) for period in coming)


def _withdraw_button(period: LeavePeriod) -> Button:
    label = say(
        "button.withdraw_leave", first=period.first.isoformat(), last=period.last.isoformat()
    )
    return Button(label, f"unleave:{period.first.isoformat()}:{period.last.isoformat()}")
