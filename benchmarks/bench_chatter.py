"""The number of messages, sounds and pictures: of a move, a day, a start, a game.

`python -m benchmarks.bench_chatter`. It counts what `benchmarks.support.chatter` plays, with the
default settings. An album is one message with as many pictures as it shows. An edited message does
not count. A sound is a message that is not sent silently.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import pairwise
from statistics import mean
from typing import Final

from benchmarks.support.chatter import ARBITER, LONG_GAME, PLAYERS, championship, demo, pair
from benchmarks.support.post import Move, SentMessage
from benchmarks.support.rows import FigureRow, show
from bot.runtime.log import set_up
from bot.texts.i18n import load_catalogue

LENGTH: Final = 44
"""The number of moves of the game for which a target is given; other games are scaled to it."""
_MARKUP: Final = re.compile(r"<[^>]+>")
_DAYS_LEFT: Final = re.compile(r"\d+ (de )?zi(le)?\b")
_GAMES: Final = re.compile(r"\b[A-Z2-9]{4}/[12]\b")
_DIGEST: Final = (
    _MARKUP.sub("", load_catalogue("ro").entries["digest.text"][0]).partition("{")[0].strip()
)


def run() -> Iterator[FigureRow]:
    """Play and yield the rows."""
    set_up(level="ERROR", as_json=False, secrets=())
    sent, moves = asyncio.run(_championship())
    yield from _of_a_move(moves)
    yield from _of_a_day(sent, moves)
    yield from _of_a_start(sent)
    yield from _of_a_game(*asyncio.run(_pair()))


async def _championship() -> tuple[Sequence[SentMessage], Sequence[Move]]:
    async with demo() as played:
        await championship(played)
        return played.post.sent, played.moves


async def _pair() -> tuple[Sequence[SentMessage], Sequence[Move]]:
    async with demo(LONG_GAME) as played:
        await pair(played)
        return played.post.sent, played.moves


def _of_a_move(moves: Sequence[Move]) -> Iterator[FigureRow]:
    """Count the messages of a move, except a game's last one, which also brings its end."""
    within = [move for move in moves if not move.ended]
    bars = {"mover": 1, "partner": 2, "arbiter": None}
    for who, bar in bars.items():
        came = [_to(_reader(move, who), move.came) for move in within]
        most = max(map(_messages, came))
        note = f"{mean(map(_messages, came)):.2f} each of {len(within):,} moves"
        yield FigureRow(f"a move: messages to the {who}, at most", most, "", bar, note)
        sounds, shown = mean(map(_sounds, came)), mean(map(_pictures, came))
        yield FigureRow("— sounds", sounds, "", note="each")
        yield FigureRow("— pictures", shown, "", note="each")


def _of_a_day(sent: Sequence[SentMessage], moves: Sequence[Move]) -> Iterator[FigureRow]:
    """Count the messages that come without a request, and the sounds for an arbiter."""
    within = (move for move in moves if not move.ended)
    heard = Counter(one.day for move in within for one in _to(ARBITER, move.came) if one.is_loud)
    yield FigureRow(
        "sounds to the arbiter by moves, on a day", max(heard.values(), default=0), "", 1
    )
    yield FigureRow("messages to a player that nobody's act brings", len(_unasked(sent)), "")
    digests = [one for one in _unasked(sent) if _text(one).startswith(_DIGEST)]
    again = sum(_repeated(_to(who, digests)) for who in PLAYERS)
    yield FigureRow("digests", len(digests), "", note=f"to {len(PLAYERS)} players")
    yield FigureRow("— that say nothing new", again, "", 0)
    twice = Counter(
        (one.to, one.day, game)
        for one in _unasked(sent)
        if one.is_loud
        for game in set(_GAMES.findall(_text(one)))
    )
    yield FigureRow(
        "a game called to mind twice on one morning", sum(n - 1 for n in twice.values()), "", 0
    )


def _of_a_start(sent: Sequence[SentMessage]) -> Iterator[FigureRow]:
    """Count the messages to a player when the phase starts."""
    first = next(one for one in sent if one.is_unasked and one.pictures)
    at_start = [one for one in sent if one.is_unasked and one.at == first.at]
    each = [_to(who, at_start) for who in PLAYERS]
    yield FigureRow("a championship's start: sounds to a player", max(map(_sounds, each)), "", 3)
    yield FigureRow("— messages", max(map(_messages, each)), "")


def _of_a_game(sent: Sequence[SentMessage], moves: Sequence[Move]) -> Iterator[FigureRow]:
    """Count all messages to the two players of one game, from their links to its end."""
    theirs = [one for one in sent if one.to in PLAYERS]
    of_moves = [one for move in moves for one in move.came if one.to in PLAYERS]
    for name, count, bar in (
        (f"a game of {LENGTH} moves: messages to both", _messages, None),
        ("— those to be read: without the quiet albums", _read, 110),
        ("— sounds", _sounds, None),
        ("— pictures", _pictures, None),
    ):
        beside = count(theirs) - count(of_moves)
        figure = round(beside + count(of_moves) * LENGTH / len(moves))
        yield FigureRow(name, figure, "", bar, f"{beside} of them beside the moves")


def _reader(move: Move, who: str) -> int:
    return {"mover": move.by, "partner": move.partner, "arbiter": ARBITER}[who]


def _to(who: int, sent: Iterable[SentMessage]) -> list[SentMessage]:
    return [one for one in sent if one.to == who]


def _unasked(sent: Iterable[SentMessage]) -> list[SentMessage]:
    return [one for one in sent if one.is_unasked and one.to in PLAYERS and not one.is_edit]


def _messages(sent: Iterable[SentMessage]) -> int:
    return sum(not one.is_edit for one in sent)


def _read(sent: Iterable[SentMessage]) -> int:
    return _messages(one for one in sent if one.is_loud or one.pictures < 2)


def _sounds(sent: Iterable[SentMessage]) -> int:
    return sum(one.is_loud for one in sent)


def _pictures(sent: Iterable[SentMessage]) -> int:
    return sum(one.pictures for one in sent if not one.is_edit)


def _text(sent: SentMessage) -> str:
    return unescape(_MARKUP.sub("", sent.html))


def _repeated(digests: Sequence[SentMessage]) -> int:
    """Return how many of a person's digests only repeat the one before, apart from days."""
    said = [set(_DAYS_LEFT.sub("", _text(one)).splitlines()[1:]) for one in digests]
    return sum(later <= earlier for earlier, later in pairwise(said))


if __name__ == "__main__":
    sys.exit(not show(run()))
