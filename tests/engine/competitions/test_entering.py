"""Preparing a competition: players, replacements and seats."""

from dataclasses import replace
from functools import reduce

import pytest

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.drawing import annul_draw, list_matches
from engine.competitions.entering import (
    claim_place,
    enter,
    forget,
    replace_player,
    return_place,
    vacate,
    withdraw,
)
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.participation import participation, reserves
from engine.competitions.parts import Entry, WithdrawnPlayer
from engine.competitions.planning import set_arbiters
from engine.competitions.results import advance, exclude, retire
from engine.competitions.status import Role
from engine.errors import GameStateError, RuleViolation
from engine.ids import PersonId, match_of
from tests.builders import noon
from tests.engine.competitions.desk import (
    ANA,
    ARBITER,
    DAN,
    ION,
    STRANGER,
    Desk,
    balanced,
    colours,
    games_of,
    running,
)
from tests.engine.refusals import codes


def test_entries_are_refused_with_every_reason() -> None:
    """A double entry, an arbiter and an impossible seeding are each named."""
    desk = Desk()
    wanted = [
        Entry(player=ANA),
        Entry(player=ARBITER),
        Entry(player=PersonId(50), seeding=0),
        Entry(player=PersonId(51)),
        Entry(player=PersonId(51)),
    ]
    with pytest.raises(RuleViolation) as refused:
        desk.does(enter, wanted)

    assert codes(refused) == [
        "already_entered",
        "arbiter_cannot_play",
        "seeding_below_one",
        "already_entered",
        "already_entered",
    ]


def test_an_invitation_opened_by_a_known_account_binds_that_person() -> None:
    """A known person replaces the placeholder in entry, group and matches."""
    desk = running()
    known = PersonId(77)
    desk.append(claim_place(desk.now, ION, Act(by=known, at=noon())))

    assert desk.now.claimed == {known}
    assert ION not in desk.now.phase.players
    assert known in desk.now.phase.groups[0].players
    assert {match.code for match in desk.now.phase.matches if known in match.players} == {
        match_of(game) for game in games_of(desk, known)
    }
    assert len(games_of(desk, known)) == 6


def test_a_player_who_takes_their_place_in_the_final_has_advanced() -> None:
    """A player who joins in the final has advanced under their number, and is no reserve."""
    desk = running(4, 2)
    desk.homologates_all()
    desk.does(advance)
    (invited, _), known = desk.now.phase.players, PersonId(77)
    desk.append(claim_place(desk.now, invited, Act(by=known, at=noon())))

    went_on = desk.now.phases[0].advanced
    assert went_on is not None
    assert {each.player for each in went_on.players} == set(desk.now.phase.players)
    assert not {invited, known} & {one.player for one in reserves(desk.now)}


def test_who_was_taken_off_the_list_and_takes_a_place_is_on_it_again() -> None:
    """A withdrawn player who takes a seat in the phase is entered in it again."""
    desk = running(4, 2)
    desk.homologates_all()
    desk.does(advance)
    back, invited = PersonId(77), desk.now.phase.players[0]
    desk.does(enter, [Entry(player=back)])
    desk.does(withdraw, back)
    assert back in desk.now.phase.left

    desk.append(claim_place(desk.now, invited, Act(by=back, at=noon())))

    assert back in desk.now.phase.players
    assert back not in desk.now.phase.left


def test_nobody_comes_to_stand_twice_in_a_phase_that_is_over() -> None:
    """A player left in the preliminary cannot take another preliminary player's final seat."""
    desk = running(4, 2)
    desk.homologates_all()
    desk.does(advance)
    invited = desk.now.phase.players[0]
    left = next(who for who in desk.now.phases[0].players if who not in desk.now.phase.players)
    with pytest.raises(GameStateError) as refused:
        claim_place(desk.now, invited, Act(by=left, at=noon()))

    assert codes(refused) == ["already_entered"]


def test_a_place_is_freed_in_every_phase_and_taken_again() -> None:
    """A freed seat changes groups and matches; only an arbiter can free one that is taken."""
    desk = running()
    for player, code in ((ION, "place_not_taken"), (STRANGER, "place_not_taken")):
        with pytest.raises(GameStateError) as refused:
            desk.does(vacate, player, PersonId(90), "")
        assert codes(refused) == [code]
    desk.append(claim_place(desk.now, ION, Act(by=ION, at=noon())))
    with pytest.raises(GameStateError) as refused:
        vacate(desk.now, Act(by=DAN, at=noon()), ION, PersonId(90), "")
    assert codes(refused) == ["not_an_arbiter"]

    desk.does(vacate, ION, PersonId(90), "alt cont")

    assert desk.now.claimed == frozenset()
    assert ION not in desk.now.phase.players
    assert len(games_of(desk, PersonId(90))) == 6
    desk.append(claim_place(desk.now, PersonId(90), Act(by=ION, at=noon())))
    assert desk.now.claimed == {ION}
    assert ION not in {entry.player for entry in desk.now.open_seats}


@pytest.mark.article("1.1")
@pytest.mark.parametrize(
    ("invited", "by", "code"),
    [
        pytest.param(STRANGER, STRANGER, "place_taken", id="no such place"),
        pytest.param(ANA, ANA, "place_taken", id="taken"),
        pytest.param(ION, ARBITER, "arbiter_cannot_play", id="arbiter"),
        pytest.param(ION, DAN, "already_entered", id="has another place"),
    ],
)
def test_places_that_cannot_be_claimed(invited: PersonId, by: PersonId, code: str) -> None:
    """A seat belongs to one person, and each player has one seat."""
    desk = Desk()
    desk.append(claim_place(desk.now, ANA, Act(by=ANA, at=noon())))
    with pytest.raises(GameStateError) as refused:
        claim_place(desk.now, invited, Act(by=by, at=noon()))

    assert codes(refused) == [code]


@pytest.mark.article("10.3")
def test_a_disqualified_player_neither_enters_again_nor_takes_another_seat() -> None:
    """Both are refused as long as the disqualification is not lifted."""
    desk = Desk()
    desk.does(exclude, DAN, reason="sheets forged")
    with pytest.raises(RuleViolation) as entered:
        desk.does(enter, [Entry(player=DAN)])
    with pytest.raises(RuleViolation) as replacing:
        desk.does(replace_player, ION, Entry(player=DAN))
    with pytest.raises(GameStateError) as claimed:
        claim_place(desk.now, ION, Act(by=DAN, at=noon()))

    assert codes(entered) == codes(replacing) == ["already_excluded"]
    assert codes(claimed) == ["excluded_cannot_play"]


@pytest.mark.article("9.1", "10.3")
@pytest.mark.parametrize(
    ("is_out", "code"), [(True, "place_of_excluded"), (False, "place_of_withdrawn")]
)
def test_the_seat_of_a_player_who_no_longer_plays_is_freed_for_nobody(
    is_out: bool, code: str
) -> None:
    """A new player would inherit the disqualification, or the withdrawal."""
    desk = running()
    known = PersonId(77)
    desk.append(claim_place(desk.now, ION, Act(by=known, at=noon())))
    if is_out:
        desk.does(exclude, known, reason="sheets forged")
    else:
        desk.does(retire, known, "by telephone")

    with pytest.raises(GameStateError) as refused:
        desk.does(vacate, known, PersonId(78), "another account")

    assert codes(refused) == [code]


def test_a_withdrawal_after_the_draw_balances_the_colours_again() -> None:
    """A withdrawal lists the matches of its group again, and changes no other group."""
    desk = Desk(9)
    desk.draws(groups=2)
    before = desk.now.phase
    gone = before.groups[0].players[0]
    desk.append(withdraw(desk.now, Act(by=gone, at=noon()), gone))

    assert desk.now.stage is CompetitionStage.GROUPED
    assert desk.now.phase.matches == ()
    desk.does(list_matches, desk.new_codes())

    assert gone not in desk.now.phase.groups[0].players
    assert len(colours(desk.now.phase, "A")) < len(colours(before, "A"))
    assert balanced(desk.now.phase)
    assert colours(desk.now.phase, "B") == colours(before, "B")


@pytest.mark.parametrize("comes_back", [False, True])
def test_who_withdraws_from_a_group_is_remembered_with_it(comes_back: bool) -> None:
    """A withdrawal stays with its group until the draw is annulled or the player returns."""
    desk = Desk(9)
    desk.does(withdraw, desk.now.phase.players[-1])
    desk.draws(groups=2)
    assert not desk.now.phase.withdrawn
    gone, stays = desk.now.phase.groups[0].players[:2]
    desk.does(withdraw, gone)
    assert desk.now.phase.withdrawn == (WithdrawnPlayer(player=gone, club="", group="A"),)
    desk.does(replace_player, stays, Entry(player=STRANGER))
    assert desk.now.phase.withdrawn == (WithdrawnPlayer(player=gone, club="", group="A"),)
    if comes_back:
        desk.does(replace_player, STRANGER, Entry(player=gone))
    else:
        desk.does(annul_draw, "a club was wrong")
    assert not desk.now.phase.withdrawn


def test_withdrawals_that_cannot_be() -> None:
    """Strangers, repeats, and withdrawals after the start are refused."""
    desk = Desk(4)
    for act, player, code in (
        (Act(by=DAN, at=noon()), ION, "not_an_arbiter"),
        (desk.act, STRANGER, "not_entered"),
    ):
        with pytest.raises(GameStateError) as refused:
            withdraw(desk.now, act, player)
        assert codes(refused) == [code]
    desk.starts(groups=2)
    with pytest.raises(GameStateError) as late:
        desk.does(withdraw, ION)
    assert codes(late) == ["phase_running"]
    desk.now = replace(desk.now, stage=CompetitionStage.CLOSED)
    with pytest.raises(GameStateError) as over:
        desk.does(withdraw, ION)
    assert codes(over) == ["competition_closed"]


def test_a_player_left_alone_in_a_group_is_not_listed() -> None:
    """A group of one player cannot be listed until the arbiter fills the seat or draws again."""
    desk = Desk(4)
    desk.draws(groups=2)
    desk.does(withdraw, ION)
    with pytest.raises(RuleViolation) as alone:
        desk.does(list_matches, desk.new_codes())
    assert codes(alone) == ["group_of_one"]
    desk.does(annul_draw, "one is missing")
    desk.draws()
    assert desk.now.phase.groups[0].players == (ANA, DAN, PersonId(4))


def test_a_replacement_takes_over_opponents_and_colours() -> None:
    """A replacement takes over opponents and colours, and the rest of the draw stays."""
    desk = Desk()
    desk.draws()
    new = Entry(player=PersonId(60), club="Argus")
    before = desk.now.phase
    desk.does(replace_player, DAN, new)
    after = desk.now.phase

    assert desk.now.stage is CompetitionStage.LISTED
    assert new in after.entries
    assert [
        (match.code, *(DAN if who == new.player else who for who in (match.red, match.blue)))
        for match in after.matches
    ] == [(match.code, match.red, match.blue) for match in before.matches]
    with pytest.raises(RuleViolation) as refused:
        desk.does(replace_player, ION, new)
    assert codes(refused) == ["already_entered"]


def test_a_seat_is_returned_only_to_a_former_player_who_may_play() -> None:
    """Nobody had it, their data was erased, or they have become an arbiter."""
    desk, place = Desk(3), PersonId(70)
    desk.append(claim_place(desk.now, ANA, Act(by=ANA, at=noon())))
    desk.does(vacate, ANA, place, "another account")

    def refused(competition: Competition, seat: PersonId) -> list[str]:
        with pytest.raises(GameStateError) as found:
            return_place(competition, desk.act, seat, "by mistake")
        return codes(found)

    assert refused(desk.now, ION) == ["place_taken"]
    erased = reduce(evolve_competition, forget(desk.now, ANA, noon()), desk.now)
    assert refused(erased, place) == ["person_forgotten"]
    act = replace(desk.act, by=ARBITER)
    out = reduce(evolve_competition, exclude(desk.now, act, ANA, reason="two seats"), desk.now)
    assert refused(out, place) == ["excluded_cannot_play"]
    desk.does(set_arbiters, (ARBITER, ANA))
    assert refused(desk.now, place) == ["arbiter_cannot_play"]


def test_the_seat_of_an_erased_person_in_a_running_phase_is_reserved() -> None:
    """Matches and results stay with the seat, which nobody has accepted."""
    desk, place = running(4), PersonId(70)
    desk.append(claim_place(desk.now, ANA, Act(by=ANA, at=noon())))
    desk.append(forget(desk.now, ANA, noon(), place))

    assert participation(desk.now, ANA).role is Role.FORGOTTEN
    assert participation(desk.now, place).role is Role.PLAYS
    assert desk.now.claimed == frozenset()
    assert len(games_of(desk, place)) == 6
