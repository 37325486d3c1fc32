"""What `test_season_import` and other tests share."""

from typing import Any

from bot.documents.views.record import game_record
from engine.games.game import Game
from engine.gcg.writer import write_gcg
from engine.ids import PersonId
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.matches.importing_shared import send
from tests.e2e.texts import facts_of
from tests.import_forms import Line, form

ABOUT = {"title": "Cupa Primăverii 2019", "start": "01.02.2019", "closing": "30.06.2019"}


def result(red: str, blue: str, leg: str = "tur", **figures: str) -> Line:
    """Return the row of one game."""
    return {"red": red, "blue": blue, "leg": leg, **figures}


RESULTS = (
    result("Ana Pop", "Ion Rus", red_score="524", blue_score="480"),
    result("Ion Rus", "Ana Pop", "retur", red_score="399", blue_score="401"),
    result("Ion Rus", "Dan Ene", red_coefficient="1,5300", blue_coefficient="0,4700"),
)


async def season_recorded(laid: Table) -> tuple[Any, ...]:
    """Import that season of three players; return its code."""
    await arbiter_made(laid)
    (*_, shown) = await send(laid, form((), results=RESULTS, about=ABOUT))
    await laid.press(laid.arbiter, shown, "button.import.yes")
    return (facts_of(shown, "import.done_season")["code"],)


def record(game: Game, red: str = "Ana Pop", blue: str = "Ion Rus") -> bytes:
    """Return the game as GCG with its racks, without dates and sequence."""
    return write_gcg(game_record(game, {PersonId(1): red, PersonId(2): blue}, "Cupa"))
