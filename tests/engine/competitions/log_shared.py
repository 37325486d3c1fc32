"""What `test_log` and other tests share."""

from collections.abc import Callable

from hypothesis import strategies as st

from engine.competitions.drawing import (
    annul_draw,
    commit_sequences,
    draw_groups,
    list_matches,
    start_phase,
)
from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    lift_act,
    replace_player,
    return_place,
    vacate,
    withdraw,
)
from engine.competitions.events import Liftable
from engine.competitions.guards import Act, Events
from engine.competitions.parts import Entry
from engine.competitions.planning import (
    set_arbiters,
    set_browser_seats,
    take_import_back,
)
from engine.competitions.results import (
    advance,
    approve_result,
    close,
    correct_result,
    exclude,
    reinstate,
    retire,
)
from engine.ids import GameId, PersonId
from tests.builders import noon
from tests.engine.competitions.desk import (
    ANA,
    ARBITER,
    DEPUTY,
    LEVEL,
    SEEDS,
    STRANGER,
    WON,
    Desk,
)

PEOPLE = st.sampled_from([ARBITER, DEPUTY, STRANGER, *map(PersonId, range(1, 7))])


@st.composite
def attempts(draw: st.DrawFn) -> Callable[[Desk], Events]:
    """Draw an attempt, sensible or not."""
    act = Act(by=draw(st.sampled_from([ARBITER, ARBITER, ANA])), at=noon(draw(st.integers(0, 9))))
    player, other = draw(PEOPLE), draw(PEOPLE)
    pick = draw(st.integers(0, 30))

    def game(desk: Desk) -> GameId:
        games = sorted(desk.now.phase.games) or [GameId("NONE/1")]
        return games[pick % len(games)]

    tries: list[Callable[[Desk], Events]] = [
        lambda desk: enter(desk.now, act, [Entry(player=player)]),
        lambda desk: withdraw(desk.now, act, player),
        lambda desk: lift_act(desk.now, act, Liftable.WITHDRAWAL, player, "no"),
        lambda desk: retire(desk.now, act, player, "no"),
        lambda desk: reinstate(desk.now, act, player, reason="no"),
        lambda desk: fill_place(desk.now, act, player),
        lambda desk: vacate(desk.now, act, player, PersonId(80 + pick), "no"),
        lambda desk: forget(desk.now, player, act.at),
        lambda desk: return_place(desk.now, act, PersonId(80 + pick), "no"),
        lambda desk: replace_player(desk.now, act, player, Entry(player=other)),
        lambda desk: claim_place(desk.now, player, Act(by=other, at=act.at)),
        lambda desk: commit_sequences(desk.now, act, SEEDS),
        lambda desk: draw_groups(desk.now, act, groups=1 + pick % 2),
        lambda desk: list_matches(desk.now, act, desk.new_codes()),
        lambda desk: annul_draw(desk.now, act, "no"),
        lambda desk: start_phase(desk.now, act.at),
        lambda desk: approve_result(desk.now, act, game(desk), LEVEL),
        lambda desk: correct_result(desk.now, act, game(desk), WON, "no"),
        lambda desk: exclude(desk.now, act, player, reason="no"),
        lambda desk: advance(desk.now, act),
        lambda desk: close(desk.now, act),
        lambda desk: set_arbiters(desk.now, act, [ARBITER, player]),
        lambda desk: set_browser_seats(desk.now, act, allowed=bool(pick % 2)),
        lambda desk: take_import_back(desk.now, act, "no"),
        lambda desk: take_import_back(desk.now, act, "no", restored=True),
    ]
    return draw(st.sampled_from(tries))
