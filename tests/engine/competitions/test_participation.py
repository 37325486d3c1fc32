"""A person's role in a competition, and the next player for a free seat."""

from dataclasses import replace

import pytest

from engine.competitions.entering import (
    claim_place,
    enter,
    fill_place,
    forget,
    replace_player,
    vacate,
    withdraw,
)
from engine.competitions.participation import Participation, free_places, participation, reserves
from engine.competitions.parts import Entry
from engine.competitions.results import (
    advance,
    correct_result,
    exclude,
    reinstate,
    retire,
)
from engine.competitions.status import Role
from engine.errors import GameStateError
from engine.figures import figures
from engine.ids import GameId, PersonId
from tests.engine.competitions.desk import (
    ANA,
    DAN,
    EVA,
    FINAL,
    ION,
    PRELIMINARY,
    STRANGER,
    WON,
    Desk,
)
from tests.engine.competitions.participation_shared import opened, played, role
from tests.engine.refusals import codes

FIVE, SIX = PersonId(5), PersonId(6)


def test_everybody_has_one_role_before_and_after_the_start() -> None:
    """Each person has one role; a running phase has no reserves."""
    desk = opened()
    waiting = [entry.player for entry in reserves(desk.now)]
    assert [role(desk, player) for player in (ANA, ION, DAN)] == [Role.ENTERED] * 3
    assert [participation(desk.now, player) for player in waiting] == [
        Participation(Role.RESERVE, number) for number in (1, 2, 3)
    ]
    assert role(desk, STRANGER) is Role.STRANGER
    playing = [participation(desk.now, player).is_playing for player in (ANA, EVA, STRANGER)]
    assert playing == [True, False, False]

    desk.starts()

    assert [role(desk, player) for player in (ANA, ION, DAN)] == [Role.PLAYS] * 3
    assert [role(desk, player) for player in waiting] == [Role.ELIMINATED] * 3
    assert participation(desk.now, ANA).is_playing
    assert not participation(desk.now, EVA).is_playing
    assert not reserves(desk.now)
    assert not free_places(desk.now)


@pytest.mark.parametrize("drawn", [False, True])
def test_the_next_reserve_takes_a_place_that_comes_free(*, drawn: bool) -> None:
    """The next reserve gets a free seat before or after the draw, in the seat's group."""
    desk = opened()
    first = reserves(desk.now)[0].player
    if drawn:
        desk.draws()
    desk.does(withdraw, DAN)
    assert free_places(desk.now) == ("A" if drawn else "",)
    assert role(desk, DAN) is Role.OFF_THE_LIST

    desk.does(fill_place, first)

    assert desk.now.phase.players == (ANA, ION, first)
    assert not free_places(desk.now)
    assert not desk.now.phase.withdrawn
    if drawn:
        assert first in desk.now.phase.groups[0].players
        assert not desk.now.phase.matches
    with pytest.raises(GameStateError) as refused:
        desk.does(fill_place, EVA)
    assert codes(refused) == ["no_free_place"]


def test_who_left_was_replaced_or_is_excluded_is_no_reserve() -> None:
    """A player who left, was replaced or disqualified is no reserve until entered again."""
    desk = opened()
    first, second, third = (entry.player for entry in reserves(desk.now))
    desk.does(replace_player, DAN, Entry(player=first))
    desk.does(replace_player, first, Entry(player=second))
    assert [entry.player for entry in reserves(desk.now)] == [third]
    assert participation(desk.now, first) == Participation(Role.REPLACED, by=second)
    desk.does(withdraw, second)
    with pytest.raises(GameStateError) as refused:
        desk.does(fill_place, first)
    assert codes(refused) == ["not_a_reserve"]
    desk.does(enter, [Entry(player=DAN)])
    assert role(desk, DAN) is Role.ENTERED


def test_exclusion_comes_before_every_other_role() -> None:
    """After it is lifted the player has the earlier role."""
    desk = opened()
    desk.starts()
    desk.does(exclude, ANA, reason="r")
    assert role(desk, ANA) is Role.EXCLUDED
    desk.does(reinstate, ANA, reason="r")
    assert role(desk, ANA) is Role.PLAYS
    desk.act = replace(desk.act, by=ION)
    desk.does(retire)
    assert role(desk, ION) is Role.WITHDRAWN


@pytest.mark.article("10.3")
def test_an_exclusion_from_before_the_first_start_is_over_once_it_is_lifted() -> None:
    """Lifted in the final, a disqualification is shown for the preliminary phase only."""
    desk = Desk(0, plans=(replace(PRELIMINARY, advance=2), FINAL))
    desk.does(enter, [Entry(player=PersonId(n), seeding=n) for n in range(1, 6)])
    desk.does(exclude, FIVE, reason="forged sheets")
    desk.starts()
    desk.homologates_all(WON)
    desk.does(advance)
    assert participation(desk.now, FIVE).role is Role.EXCLUDED

    desk.does(reinstate, FIVE, reason="it was another")

    assert participation(desk.now, FIVE).role is Role.OFF_THE_LIST
    assert participation(desk.now, FIVE, 0).role is Role.EXCLUDED


@pytest.mark.article("5.3", "10.3")
def test_the_reserves_follow_a_corrected_table() -> None:
    """After a corrected result the better player is called first, without a new list."""
    desk = opened()
    before = [entry.player for entry in reserves(desk.now)]
    last = before[-1]

    for game, (red, blue) in _games(desk, last):
        found = WON if red == last else figures(WON.blue, WON.red, scores=(9, 99), article="8.1")
        del blue
        desk.does(correct_result, game, found, "r")

    after = [entry.player for entry in reserves(desk.now)]
    assert sorted(after) == sorted(before)
    assert after != before
    assert after.index(last) < before.index(last)
    assert participation(desk.now, last).reserve == after.index(last) + 1


@pytest.mark.parametrize("taken", [False, True])
def test_the_placeholder_of_a_forgotten_player_is_no_reserve(*, taken: bool) -> None:
    """Nobody has that seat until another person takes it; then this person is a reserve."""
    desk = played()
    place, new = PersonId(70), STRANGER
    desk.append(forget(desk.now, FIVE, desk.act.at, place))
    if taken:
        desk.append(claim_place(desk.now, place, replace(desk.act, by=new)))
    desk.does(advance)

    waiting = [entry.player for entry in reserves(desk.now)]
    assert len(waiting) == 2 + taken
    assert place not in waiting
    assert (new in waiting) is taken


@pytest.mark.parametrize("taken", ["nobody", "by another", "by the invited"])
def test_the_placeholder_of_a_forgotten_player_does_not_advance(taken: str) -> None:
    """The next player advances instead, unless a person has taken the seat."""
    desk = played()
    first, place = desk.now.phase.qualified[0][0].player, PersonId(70)
    desk.append(forget(desk.now, first, desk.act.at, place))
    new = STRANGER if taken == "by another" else place
    if taken != "nobody":
        desk.append(claim_place(desk.now, place, replace(desk.act, by=new)))

    desk.does(advance)

    assert len(desk.now.phase.players) == 3
    assert (new in desk.now.phase.players) is (taken != "nobody")
    assert (first in desk.now.phase.players, place in desk.now.untaken) == (
        False,
        taken == "nobody",
    )


def test_the_named_successor_of_a_player_who_is_forgotten_later_is_a_reserve() -> None:
    """A seat that an arbiter gave to another person is theirs, whatever its former player does."""
    desk, place = played(), PersonId(70)
    desk.append(claim_place(desk.now, FIVE, replace(desk.act, by=FIVE)))
    desk.does(vacate, FIVE, place, "r")
    desk.append(forget(desk.now, FIVE, desk.act.at, PersonId(71)))
    desk.does(advance)

    assert place in [entry.player for entry in reserves(desk.now)]


def _games(desk: Desk, player: PersonId) -> list[tuple[GameId, tuple[PersonId, PersonId]]]:
    """Return the player's games of the first phase, with Red and Blue."""
    first = desk.now.phases[0]
    return [
        (game, seats)
        for match in first.matches
        for game, seats in match.games.items()
        if player in seats
    ]
