"""The laws in a championship of two phases: players, seats, reserves, tables and leave."""

from collections.abc import Callable
from itertools import combinations

import pytest

from engine.competitions.competition import Competition
from engine.competitions.entering import claim_place, forget, withdraw
from engine.competitions.guards import Act, Events
from engine.competitions.leave import fitted
from engine.competitions.participation import free_places
from engine.competitions.results import approve_result, exclude, retire
from engine.competitions.status import Role
from engine.ids import PersonId
from tests.builders import noon
from tests.engine.competitions.desk import LEVEL
from tests.engine.laws.championship import Season
from tests.engine.laws.conftest import Check
from tests.engine.laws.program import lift_in_season, people_of, roles
from tests.engine.laws.rulings import some

Done = Callable[[Season], bool]
FINAL = {
    "annul": "a cancelled draw must not be chosen back once another is known",
    "again": "the official tables alone decide who advances",
    "close": "all results are official, and rulings still correct them",
}
"""The acts that need no inverse, each with the reason."""


EXACT = {"exclude", "retire", "withdraw", "vacate", "replace", "enter", "fill", "advance"}
"""The acts whose inverse leaves no trace."""


def differences(one: Competition, other: Competition) -> dict[str, tuple[object, object]]:
    """Return what people see differently in two championships."""
    first, second = people_of(one), people_of(other)
    return {key: (first[key], second[key]) for key in first if first[key] != second[key]}


def without_past(now: Competition, season: Season) -> Competition:
    """Return the championship without days of leave that passed before its start (art. 7.2)."""
    return fitted(now, noon(season.day))


def _excludes(season: Season, person: PersonId) -> bool:
    return season.organises(
        lambda now, act: exclude(now, act, person, reason="De ce"), "exclude", person
    )


@pytest.mark.article("10.1", "10.3")
def test_a_lifted_disqualification_leaves_no_trace(random_championships: Check) -> None:
    """Lifting a disqualification restores roles, seats, reserves, tables and leave exactly."""

    def law(season: Season) -> None:
        for person in some(season, season.people, 3):
            then = season.copied()
            if _excludes(then, person):
                assert lift_in_season(then, then.new_deeds()[-1]), person
                found = differences(
                    without_past(season.now, season), without_past(then.now, season)
                )
                assert not found, (person, found)

    random_championships(law)


@pytest.mark.article("10.1")
def test_every_act_of_an_organiser_has_an_inverse(random_championships: Check) -> None:
    """Every act of an organiser can be taken back right after it; those about seats, exactly."""

    def law(season: Season) -> None:
        for deed in season.new_deeds():
            then = season.right_after(deed)
            if deed.name not in FINAL:
                assert lift_in_season(then, deed), deed
            if deed.name in EXACT:
                before, after = (without_past(one, season) for one in (deed.before, then.now))
                found = differences(before, after)
                assert not found, (deed, found)

    random_championships(law)


@pytest.mark.article("10.3")
def test_acts_about_different_players_commute(random_championships: Check) -> None:
    """Two acts that concern different players have the same effect in either order."""

    def law(season: Season) -> None:
        for one, two in some(season, [*combinations(_acts(season), 2)], 5):
            first, second = season.copied(), season.copied()
            if one(first) and two(first) and two(second) and one(second):
                found = differences(first.now, second.now)
                assert not found, found

    random_championships(law)


def _acts(season: Season) -> list[Done]:
    """Return acts that concern one player or one game each, of different players."""
    seated = [group.players for group in season.now.phase.groups]
    people = season.people[season.changes % 4 :]
    by_turns = [player for row in zip(*seated, strict=False) for player in row]
    ana, ion, dan, eva, fay = (by_turns + people + people)[:5]
    open_games = season.now.phase.open_games().items()
    games = [game for game, seats in open_games if not {ana, ion, dan, eva} & {*seats}]
    found: list[Done] = [
        _does(lambda now, act: exclude(now, act, ana, reason="De ce")),
        _does(lambda now, act: claim_place(now, fay, Act(by=fay, at=act.at)), fay),
        _does(lambda now, act: retire(now, act, dan)),
        _does(lambda now, act: forget(now, eva, act.at), eva),
        _does(lambda now, act: withdraw(now, act, dan), dan),
        _does(lambda now, act: withdraw(now, act, ion), ion),
    ]
    found += [_does(lambda now, act: approve_result(now, act, games[0], LEVEL))] if games else []
    return found


def _does(decide: Callable[[Competition, Act], Events], by: PersonId | None = None) -> Done:
    return lambda season: season.happens(decide, by or season.now.arbiters[0])


def test_readers_of_a_championship_agree(random_championships: Check) -> None:
    """Roles, reserves, free seats, groups and matches never contradict each other."""

    def law(season: Season) -> None:
        now = season.now
        found, phase = roles(now), now.phase
        gone = {Role.EXCLUDED, Role.WITHDRAWN, Role.FORGOTTEN}
        playing = {who for who, (role, _) in found.items() if role in {Role.PLAYS, Role.ENTERED}}
        assert playing <= {*phase.players}, playing - {*phase.players}
        reserve = [number or 0 for role, number in found.values() if role is Role.RESERVE]
        assert sorted(reserve) == [*range(1, len(reserve) + 1)], reserve
        assert not (now.former_players & playing), now.former_players & playing
        for who in now.former_players | now.forgotten:
            assert found.get(who, (Role.WITHDRAWN, None))[0] in gone, (who, found.get(who))
        seated = [who for group in phase.groups for who in group.players]
        assert len(seated) == len({*seated}), seated
        assert not phase.groups or {*seated} == {*phase.players}, (seated, phase.players)
        for match in phase.matches:
            assert {*match.players} <= {*seated}, (match, seated)
        assert len(free_places(now)) <= len(phase.withdrawn) or not phase.groups

    random_championships(law)


@pytest.mark.article("10.1")
def test_every_event_of_a_championship_names_a_person_who_acted(
    random_championships: Check,
) -> None:
    """No event of a championship names as its author a person who did not act."""

    def law(season: Season) -> None:
        for actor, event in season.unread():
            author = getattr(event, "arbiter", None) or getattr(event, "by", None)
            assert author in {None, actor}, (actor, event)

    random_championships(law)


@pytest.mark.article("9.1", "10.3")
def test_nobody_who_is_gone_advances(random_championships: Check) -> None:
    """No player who left, was disqualified or was erased is entered in a later phase."""

    def law(season: Season) -> None:
        for deed in season.new_deeds():
            if deed.name in {"advance", "again"}:
                out = season.now.former_players | season.now.forgotten
                assert not out & {*season.now.phase.players}, (deed, out)

    random_championships(law)
