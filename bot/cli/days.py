"""`turretur days`: count the days of thinking time that one move used (art. 7)."""

from datetime import date
from typing import Any, Never

import click

from bot.cli.options import json_option
from bot.cli.output import counted, print_json, refuse
from engine.dates import parse_date, parse_period
from engine.errors import NotationError
from engine.thinking_time import LeavePeriod, clock_row

_REASONS = {
    "unreadable_date": "no date: write 2025-05-03 or 3.05.2025",
    "no_such_date": "there is no such day",
    "no_year": "the year is missing",
    "unreadable_period": "no period: write FIRST..LAST, as 2025-05-03..2025-05-09",
    "period_backwards": "the period ends before it begins",
}
"""The reasons for which a date or period is refused, by the code of the fault."""


class _DateType(click.ParamType[date]):
    """A date with its year."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the date in the text, or end the command."""
        try:
            return parse_date(value, None)
        except NotationError as refusal:
            _fail(self, value, refusal, param, ctx)


class _LeaveType(click.ParamType[LeavePeriod]):
    """A period of leave."""

    name = "first..last"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> LeavePeriod:
        """Return the period in the text, or end the command."""
        try:
            return LeavePeriod(*parse_period(value, None))
        except NotationError as refusal:
            _fail(self, value, refusal, param, ctx)


def _fail(
    kind: click.ParamType[Any],
    value: str,
    refusal: NotationError,
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> Never:
    """End the command with the argument, its text and the error."""
    kind.fail(f"{value!r}: {_REASONS[refusal.faults[0].code]}.", param, ctx)


@click.command("days")
@click.argument("received", type=_DateType())
@click.argument("sent", type=_DateType())
@click.option(
    "--leave", type=_LeaveType(), multiple=True, help="The announced leave, as FIRST..LAST."
)
@json_option
def command(received: date, sent: date, leave: tuple[LeavePeriod, ...], as_json: bool) -> None:
    """Count the days of thinking time between RECEIVED and SENT.

    Dates are written 2025-05-03 or 3.05.2025. Only days strictly between the two count, without
    days on which the player was on leave.
    """
    if sent < received:
        refuse(f"SENT {sent.isoformat()} is before RECEIVED {received.isoformat()}.")
    row = clock_row(1, received, sent, leave)
    if as_json:
        print_json({"days": row.days})
        return
    leave_note = f", {row.leave_days} of leave not counted" if row.leave_days else ""
    click.echo(f"{counted(row.days, 'day')} of thinking time{leave_note} (art. {row.article})")
