"""What `test_importing` and other tests share."""

from typing import Any

from engine.games.game import Game
from engine.ids import CompetitionCode, MatchCode, Seat
from engine.matches.match import MatchStage
from sandbox import SandboxUser
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.matches.importing_shared import played, send
from tests.e2e.texts import facts_of, mentions, says, told
from tests.import_forms import Line, form, game_line, move_lines

ANA, ION, DAN = "Ana Pop", "Ion Rus", "Dan Ene"


CLOSING = "31.12.2025"


def lines(number: int, game: Game, red: str, blue: str, **more: str) -> tuple[Line, list[Line]]:
    """Return the rows of a game between these players: the game, then its moves."""
    names = {Seat.RED: red, Seat.BLUE: blue}
    own = {**game_line(game, names), "game": f"{number}", "group": "A", **more}
    return own, [{**line, "game": f"{number}"} for line in move_lines(game)]


def whole() -> Game:
    """Return a game that was played to its end."""
    return played(days=1, whole=True)


def three(**about: str) -> bytes:
    """Return the form of a group of three: one home game runs, one is over, one has no move."""
    rows = [
        lines(1, played(moves=3), ANA, ION),
        lines(2, whole(), ION, DAN),
        lines(3, played(moves=0), DAN, ANA),
    ]
    stated = {"title": "Cupa Clujului 2025", "phase": "preliminară", "closing": CLOSING, **about}
    return form([own for own, _ in rows], [one for _, moves in rows for one in moves], about=stated)


async def recorded(table: Table, content: bytes) -> tuple[CompetitionCode, dict[str, str]]:
    """Import a competition; return its code and each player's link."""
    answers = await send(table, content)
    assert mentions(answers[-1], "import.shown_competition", players=3, matches=3, number=3)
    sent = await table.press(table.arbiter, answers[-1], "button.import.yes")
    assert says(answers[-1], "import.done_competition", title="Cupa Clujului 2025")
    (listed,) = told(sent, "comp.invitations")
    rows = [line.partition(": ") for line in listed.text.splitlines() if "start=" in line]
    return CompetitionCode("CC25"), {name: link for name, _, link in rows}


async def three_imported(laid: Table) -> tuple[Any, ...]:
    """Play the opening of an imported competition; return its code and each player's link."""
    await arbiter_made(laid)
    return await recorded(laid, three())


async def approved(table: Table, **about: str) -> MatchCode:
    """Import a match with two games played elsewhere, and approve it; return its code."""
    home = whole()
    rows = [
        lines(1, home, ANA, ION),
        lines(2, home, ION, ANA, leg="retur", start="30.04.2025"),
    ]
    moves = [one for _, of_game in rows for one in of_game]
    moves = [
        {**one, "sent": "30.04.2025", "received": "30.04.2025", "days": 0}
        if one["game"] == "2"
        else one
        for one in moves
    ]
    own = [{**one, "ended": ""} for one, _ in rows]
    answers = await send(table, form(own, moves, about=about))
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    if not about:
        code = MatchCode(facts_of(answers[-1], "import.done_match")["match"])
    else:
        (listed,) = (await table.stored.competition("CC25")).phase.matches
        code = listed.code
    (card,) = await table.say(table.arbiter, f"/omologheaza {code}")
    await table.press(table.arbiter, card, "button.homologate")
    assert (await table.stored.match(code)).stage is MatchStage.HOMOLOGATED
    return code


async def joined(table: Table, links: dict[str, str], name: str) -> SandboxUser:
    """Have a player open their invitation."""
    user = table.sandbox.add_user(f"{name} de pe telefon", language_code="ro")
    await table.join(user, links[name])
    return user
