"""The work of a frame while a finger drags a letter over the board, from a trace of Chromium.

A finger passes over all rows of the board on a phone's page, two steps a frame. The trace has the
number of frames drawn in a second on this machine, and the processor time of the page's main thread
between two of them. A slow phone needs a multiple of that time.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Final

from playwright.async_api import Browser, CDPSession, FloatRect, Page

from benchmarks.support.first_board import SLOWER, board_opened, slow_phones
from benchmarks.support.rows import PER_SECOND, FigureRow
from benchmarks.support.web import AppBench
from engine.ids import GameId

FRAMES_A_SECOND: Final = 60
STEPS: Final = 360
"""The number of steps of the finger, two a frame: three seconds."""
SMOOTH: Final = 58
"""The frames a second from which a drag is smooth: 60 without the first and the last."""
ROWS: Final = 15
"""The rows of the board."""
_CATEGORIES: Final = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "toplevel",
]
_TASK_NAMES: Final = frozenset({"RunTask", "ThreadControllerImpl::RunTask"})

TraceEvent = dict[str, Any]
"""An event of a trace, as Chromium writes it."""


async def drag(bench: AppBench, game: GameId) -> list[FigureRow]:
    """Drag a letter over the board; return the work of a frame and the number of frames drawn."""
    async with (
        slow_phones(bench) as (browser, base_url),
        board_opened(bench, game, browser, base_url) as page,
    ):
        events = await _trace_of_drag(browser, page)
    work = sorted(_milliseconds_of_frames(events))
    ninety_fifth, longest = work[int(len(work) * 0.95)], work[-1]
    drawn = _frames_a_second(events)
    note = f"main thread, {SLOWER} × slower, {len(work)} frames"
    return [
        FigureRow("frames while a letter is carried", drawn, PER_SECOND, SMOOTH, "wall-clock"),
        FigureRow("the work of a frame, median", median(work), "ms", 1000 / FRAMES_A_SECOND, note),
        FigureRow("— 95 % of them; the longest", ninety_fifth, "ms", None, f"{longest:.0f} ms"),
    ]


async def _trace_of_drag(browser: Browser, page: Page) -> list[TraceEvent]:
    """Return the trace of a letter that is dragged over the board and back to the rack."""
    key = await page.locator(".key").first.bounding_box()
    first = await page.get_by_role("gridcell").first.bounding_box()
    last = await page.get_by_role("gridcell").last.bounding_box()
    assert key
    assert first
    assert last
    finger = await page.context.new_cdp_session(page)
    await finger.send("Emulation.setCPUThrottlingRate", {"rate": 1})  # else it counts as work
    await _touch(finger, "touchStart", *_middle(key))
    await browser.start_tracing(page=page, categories=_CATEGORIES)
    async with asyncio.timeout(STEPS), asyncio.TaskGroup() as moves:
        for step in range(STEPS):
            moves.create_task(_touch(finger, "touchMove", *_position(first, last, step)))
            await asyncio.sleep(1 / (2 * FRAMES_A_SECOND))
    assert await page.locator(".target").is_visible(), "no square is shown as the target"
    trace = await browser.stop_tracing()
    await finger.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    events: list[TraceEvent] = json.loads(trace)["traceEvents"]
    return events


def _position(first: FloatRect, last: FloatRect, step: int) -> tuple[float, float]:
    """Return the position of the finger after that many steps: row after row, there and back."""
    (left, top), (right, bottom) = _middle(first), _middle(last)
    row, part_of_row = divmod(step * ROWS / STEPS, 1)
    if row % 2:  # back from right to left
        part_of_row = 1 - part_of_row
    return left + part_of_row * (right - left), top + row / ROWS * (bottom - top)


def _middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def _touch(finger: CDPSession, kind: str, x: float, y: float) -> None:
    point = {"x": x, "y": y, "id": 1}
    await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})


def _frames_a_second(events: Sequence[TraceEvent]) -> float:
    """Return the number of frames drawn in a second; a trace has microseconds."""
    drawn_at: list[float] = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    return (len(drawn_at) - 1) / (drawn_at[-1] - drawn_at[0]) * 1e6


def _milliseconds_of_frames(events: Sequence[TraceEvent]) -> list[float]:
    """Return the main thread's milliseconds in each frame, scaled to a slow phone.

    The main thread is the one that begins most frames; its tasks have their processor time.
    """
    frames = [event for event in events if event["name"] == "BeginMainThreadFrame"]
    ((main_thread, _),) = Counter(map(_thread, frames)).most_common(1)
    begins: list[float] = sorted(event["ts"] for event in frames if _thread(event) == main_thread)
    tasks: list[tuple[float, float]] = [
        # A task without processor time (`tdur`) has its duration at least.
        (event["ts"], event["tdur" if "tdur" in event else "dur"])
        for event in events
        if event["name"] in _TASK_NAMES and event["ph"] == "X" and _thread(event) == main_thread
    ]
    return [
        SLOWER * sum(duration for at, duration in tasks if begin <= at < end) / 1000
        for begin, end in pairwise(begins)
    ]


def _thread(event: TraceEvent) -> tuple[int, int]:
    """Return the process and the thread of an event."""
    return event["pid"], event["tid"]
