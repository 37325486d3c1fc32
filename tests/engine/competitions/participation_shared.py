"""What `test_participation` and other tests share."""

from dataclasses import replace

from engine.competitions.entering import enter
from engine.competitions.participation import participation
from engine.competitions.parts import Entry
from engine.competitions.results import (
    advance,
    approve_result,
)
from engine.competitions.status import Role
from engine.figures import figures
from engine.ids import PersonId
from tests.engine.competitions.desk import (
    FINAL,
    PRELIMINARY,
    WON,
    Desk,
)


def played() -> Desk:
    """Return a competition of six whose preliminary phase is over; Ana, Ion and Dan advance."""
    desk = Desk(0, plans=(replace(PRELIMINARY, advance=1, best_others=1), FINAL))
    desk.does(enter, [Entry(player=PersonId(n), club=f"C{n}", seeding=n) for n in range(1, 7)])
    desk.starts(groups=2)
    for game, (red, blue) in desk.now.phase.open_games().items():
        found = WON if red < blue else figures(WON.blue, WON.red, scores=(9, 99), article="8.1")
        desk.does(approve_result, game, found)
    return desk


def opened() -> Desk:
    """Return that competition with its final open."""
    desk = played()
    desk.does(advance)
    return desk


def role(desk: Desk, player: PersonId) -> Role:
    """Return the player's role."""
    return participation(desk.now, player).role
