"""Thinking-time sheets to draw, with invented dates and days, one answer after another."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from bot.documents.render.sheets.time_view import LeaveDay, LedgerRow, PlayerTime, TimeSheetView
from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import Labels, SheetHead
from tests.bot.documents.render.labels import RO
from tests.bot.documents.render.samples import GAME_HEAD, NAMES


def _ledgers(
    rounds: int, start: date, pace: Sequence[int], *, leave: bool
) -> dict[PlayerColour, tuple[LedgerRow, ...]]:
    """Return both ledgers in Red's turn; Blue has two days of leave in their second answer."""
    rows: dict[PlayerColour, list[LedgerRow]] = {PlayerColour.RED: [], PlayerColour.BLUE: []}
    day = start
    for step in range(2 * rounds + 1):
        made = rows[PlayerColour.BLUE if step % 2 else PlayerColour.RED]
        total = made[-1].total if made else 0
        row = LedgerRow(round=step // 2 + 1, received=day, sent=None, leave=0, days=0, total=total)
        if step < 2 * rounds:
            day += timedelta(days=pace[(step + step // 5) % len(pace)])
            days = max((day - row.received).days - 1, 0)
            off = min(days, 2) if leave and step == 3 else 0
            row = replace(
                row,
                sent=day,
                leave=off,
                days=days - off,
                total=total + days - off,
                article="7.2" if off else "7.1",
            )
        made.append(row)
    return {side: tuple(made) for side, made in rows.items()}


def _player_time(
    rows: tuple[LedgerRow, ...],
    side: PlayerColour,
    name: str,
    budget: int,
    leave: Sequence[LeaveDay],
) -> PlayerTime:
    used = tuple(row.round for row in rows for _ in range(row.days))
    thinking = rows[-1] if rows and rows[-1].sent is None else None
    left = timedelta(days=budget - len(used) + 1)
    return PlayerTime(
        name=name,
        side=side,
        budget=budget,
        left_words="zile rămase",
        day_rounds=used,
        leave=tuple(leave),
        rows=rows,
        to_move=thinking is not None,
        last_day=thinking.received + left if thinking else None,
    )


def time_sheet(
    rounds: int,
    *,
    budget: int = 30,
    pace: Sequence[int] = (2, 4, 1, 3, 2, 6),
    head: SheetHead = GAME_HEAD,
    names: tuple[str, str] = NAMES,
    labels: Labels = RO,
    leave: int = 0,
) -> TimeSheetView:
    """Return the sheet after this many rounds; each answer takes the next pace in days."""
    ledgers = _ledgers(rounds, head.start, pace, leave=bool(leave))
    first = head.start + timedelta(days=20)
    taken = [LeaveDay(first + timedelta(days=n), is_over=n < 3) for n in range(leave)]
    red, blue = (
        _player_time(ledgers[side], side, name, budget, days)
        for side, name, days in zip(PlayerColour, names, ([], taken), strict=True)
    )
    return TimeSheetView(
        head=replace(head, version=2 * rounds + 1),
        labels=labels,
        red=red,
        blue=blue,
        after=f"după turul {rounds}, ALBASTRU" if rounds else "",
    )
