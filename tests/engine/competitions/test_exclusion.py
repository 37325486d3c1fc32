"""The games of a disqualified player (art. 10.3)."""

import pytest

from engine.competitions.entering import merge, replace_player
from engine.competitions.participation import free_places
from engine.competitions.parts import Entry, ExclusionPolicy, Treatment
from engine.competitions.results import advance, approve_result, exclude, reinstate
from engine.errors import GameStateError
from engine.ids import PersonId
from tests.engine.competitions.desk import DAN, EVA, LEVEL, STRANGER, WON, games_of, running
from tests.engine.refusals import codes


@pytest.mark.article("10.3")
@pytest.mark.parametrize(
    ("policy", "homologated", "treatment"),
    [
        pytest.param(ExclusionPolicy.HALF, 3, Treatment.KEPT, id="half is enough"),
        pytest.param(ExclusionPolicy.HALF, 2, Treatment.VOID, id="less than half"),
        pytest.param(ExclusionPolicy.KEEP, 0, Treatment.KEPT, id="always kept"),
        pytest.param(ExclusionPolicy.VOID, 6, Treatment.VOID, id="always void"),
    ],
)
def test_results_of_the_disqualified_are_kept_or_void(
    policy: ExclusionPolicy, homologated: int, treatment: Treatment
) -> None:
    """Results stay if half of the games are played, or as the competition's rule says."""
    desk = running(exclusion=policy)
    for game in games_of(desk, EVA)[:homologated]:
        desk.does(approve_result, game, WON)
    desk.does(exclude, EVA, reason="sheets forged")
    rows = desk.now.phase.table(desk.now.phase.groups[0])
    kept = homologated if treatment is Treatment.KEPT else 0

    assert desk.now.phase.treatments == {EVA: treatment}
    assert (rows[-1].player, rows[-1].place, rows[-1].games) == (EVA, None, kept)
    assert sum(row.games for row in rows) == 2 * kept
    assert len(games_of(desk, EVA)) == (6 - homologated if kept or homologated == 0 else 0)


@pytest.mark.article("10.3")
def test_games_declared_void_are_out_of_the_competition() -> None:
    """Void games await no approval, and the phase can end without them."""
    desk = running(3)
    games = games_of(desk, DAN)
    desk.does(exclude, DAN, reason="told the arbiter lies")

    assert games_of(desk, DAN) == []
    with pytest.raises(GameStateError) as refused:
        desk.does(approve_result, games[0], LEVEL)
    assert codes(refused) == ["no_such_game"]
    with pytest.raises(GameStateError) as again:
        desk.does(exclude, DAN, reason="again")
    assert codes(again) == ["already_excluded"]
    desk.homologates_all()
    assert desk.now.phase.open_games() == {}


@pytest.mark.article("10.3")
def test_an_exclusion_is_lifted_by_a_ruling() -> None:
    """Lifting a disqualification restores games and rank; nothing else can be lifted."""
    desk = running(3)
    before = desk.now.phase
    desk.does(exclude, DAN, reason="told the arbiter lies")

    desk.does(reinstate, DAN, reason="it was another")

    assert desk.now.phase == before
    with pytest.raises(GameStateError) as refused:
        desk.does(reinstate, DAN, reason="again")
    assert codes(refused) == ["not_excluded"]


@pytest.mark.article("9.6")
def test_who_let_another_write_is_excluded_under_its_own_article() -> None:
    """A disqualification for another writer cites its own article."""
    desk = running()
    (event,) = desk.does(exclude, EVA, reason="another wrote", article="9.6")

    assert getattr(event, "article", None) == "9.6"
    with pytest.raises(GameStateError) as refused:
        desk.does(exclude, STRANGER, reason="who?")
    assert codes(refused) == ["not_entered"]


@pytest.mark.article("10.2", "10.3")
def test_a_finalist_who_replaced_another_gets_the_seat_back() -> None:
    """The seat is theirs, though they never played in the preliminary."""
    desk = running(6, 2)
    desk.homologates_all()
    (event,) = desk.does(advance)
    first = event.players[0].player  # type: ignore[attr-defined]  # the phase advanced
    guest = PersonId(77)
    desk.does(replace_player, first, Entry(player=guest))
    desk.does(exclude, guest, reason="sheets forged")
    assert free_places(desk.now)

    desk.does(reinstate, guest, reason="it was another")

    assert guest not in desk.now.excluded
    assert guest in desk.now.phase.players


@pytest.mark.article("10.3")
def test_a_void_player_stays_void_under_another_number() -> None:
    """After two people were merged, the disqualification is that of the number that stays."""
    desk = running(3)
    desk.does(exclude, DAN, reason="told the arbiter lies")
    desk.does(merge, person=DAN, into=STRANGER)

    assert desk.now.phase.void_since == {STRANGER: desk.act.at}
