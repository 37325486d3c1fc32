"""What `test_importing` and other tests share."""

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache, reduce

from engine.games.commands import Pass, Place
from engine.games.decide import decide
from engine.games.events import EditionRef, GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.ids import Leg, MatchCode, PersonId, Seat, game_id
from engine.notation import parse_placement
from engine.rulesets import NATIONAL_2025, Phase
from engine.sequences.sequence import draw
from engine.thinking_time import LeavePeriod
from sandbox import Message
from tests.e2e.harness import HOME_SEED, Table, bucharest
from tests.e2e.plays import best, longest, words
from tests.import_forms import Line, form, game_line, leave_lines, move_lines

START = date(2025, 4, 1)
"""A month before the clock of these tests, 1 May 2025."""


NAMES = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}


LEAVE = LeavePeriod(date(2025, 4, 20), date(2025, 4, 22))


@cache
def played(moves: int = 4, days: int = 5, *, whole: bool = False) -> Game:
    """Return an e-mail game after so many moves, one every so many days, or played to its end."""
    at = bucharest(START.isoformat())
    game = begin(
        GameStarted(
            at=at,
            game=game_id(MatchCode("1"), Leg.HOME),
            match=MatchCode("1"),
            leg=Leg.HOME,
            phase=Phase.PRELIMINARY,
            rules=NATIONAL_2025,
            edition=EditionRef(name="test", sha256="0" * 64),
            red=PersonId(1),
            blue=PersonId(2),
            sequence=draw(bytes.fromhex(HOME_SEED), NATIONAL_2025),
            start=START,
            red_leave=(LEAVE,),
        )
    )
    for number in range(1, 100 if whole else moves + 1):
        if game.ended is not None:
            break
        typed = longest(game) if whole else best(game)
        command = (
            Pass(by=game.turn)
            if typed is None
            else Place(by=game.turn, placement=parse_placement(typed))
        )
        sent = at + timedelta(days=min(number * days, 28))
        game = reduce(evolve, decide(game, command, sent, words()), game)
    return game


def filled(game: Game, moves: Iterable[Line] | None = None, **about: str) -> bytes:
    """Return the form of that game, with other move rows if they are given."""
    return form(
        [game_line(game, NAMES)],
        move_lines(game) if moves is None else moves,
        leave_lines({"Ana Pop": game.red.leave}),
        about=about,
    )


async def send(table: Table, content: bytes, name: str = "preluare.xlsx") -> list[Message]:
    """Have the arbiter ask for the form and send it; return the bot's answers to the file."""
    await table.say(table.arbiter, "/preia")
    return await resend(table, content, name)


async def resend(table: Table, content: bytes, name: str = "preluare.xlsx") -> list[Message]:
    """Have the arbiter send a file; return the answers."""
    seen = len(table.arbiter.messages)
    table.arbiter.send_document(name, content)
    await table.settle()
    return [one for one in table.arbiter.messages[seen:] if one.from_bot]
