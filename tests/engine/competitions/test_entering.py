"""Preparing a competition: who plays, and in whose place."""

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.drawing import annul_draw, list_matches
from engine.competitions.entering import claim_place, enter, replace_player, withdraw
from engine.competitions.guards import Act
from engine.competitions.parts import Entry, Withdrawn
from engine.competitions.results import advance
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
    """Entered already, twice in the list, an arbiter, an impossible seeding."""
    service = Desk()
    wanted = [
        Entry(player=ANA),
        Entry(player=ARBITER),
        Entry(player=PersonId(50), seeding=0),
        Entry(player=PersonId(51)),
        Entry(player=PersonId(51)),
    ]
    with pytest.raises(RuleViolation) as refused:
        service.does(enter, wanted)

    assert codes(refused) == [
        "already_entered",
        "arbiter_cannot_play",
        "seeding_below_one",
        "already_entered",
        "already_entered",
    ]


def test_an_invitation_opened_by_a_known_account_binds_that_person() -> None:
    """He stands in the place-holder's stead everywhere: entry, group and matches."""
    service = running()
    known = PersonId(77)
    service.append(claim_place(service.now, ION, Act(by=known, at=noon())))

    assert service.now.claimed == {known}
    assert ION not in service.now.phase.players
    assert known in service.now.phase.groups[0].players
    assert {match.code for match in service.now.phase.matches if known in match.players} == {
        match_of(game) for game in games_of(service, known)
    }
    assert len(games_of(service, known)) == 6


def test_who_takes_his_place_in_the_final_went_on_to_it_himself() -> None:
    """Under the number he is known by: among those who went on, and never among reserves."""
    service = running(4, 2)
    service.homologates_all()
    service.does(advance)
    (invited, _), known = service.now.phase.players, PersonId(77)
    service.append(claim_place(service.now, invited, Act(by=known, at=noon())))

    went_on = service.now.phases[0].advanced
    assert went_on is not None
    assert {each.player for each in went_on.players} == set(service.now.phase.players)
    assert not {invited, known} & set(went_on.reserves)


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
    """A place belongs to one person, and each player has one."""
    service = Desk()
    service.append(claim_place(service.now, ANA, Act(by=ANA, at=noon())))
    with pytest.raises(GameStateError) as refused:
        claim_place(service.now, invited, Act(by=by, at=noon()))

    assert codes(refused) == [code]


def test_a_withdrawal_after_the_draw_balances_the_colours_again() -> None:
    """His group is smaller, and its matches are to be listed anew; other groups' are alike."""
    service = Desk(9)
    service.draws(groups=2)
    before = service.now.phase
    gone = before.groups[0].players[0]
    service.append(withdraw(service.now, Act(by=gone, at=noon()), gone))

    assert service.now.stage is CompetitionStage.GROUPED
    assert service.now.phase.matches == ()
    service.does(list_matches, service.new_codes())

    assert gone not in service.now.phase.groups[0].players
    assert len(colours(service.now.phase, "A")) < len(colours(before, "A"))
    assert balanced(service.now.phase)
    assert colours(service.now.phase, "B") == colours(before, "B")


@pytest.mark.parametrize("comes_back", [False, True])
def test_who_withdraws_from_a_group_is_remembered_with_it(comes_back: bool) -> None:
    """Until the draw is annulled, or he comes back in somebody's place; before it, nowhere."""
    service = Desk(9)
    service.does(withdraw, service.now.phase.players[-1])
    service.draws(groups=2)
    assert not service.now.phase.withdrawn
    gone, stays = service.now.phase.groups[0].players[:2]
    service.does(withdraw, gone)
    assert service.now.phase.withdrawn == (Withdrawn(player=gone, club="", group="A"),)
    service.does(replace_player, stays, Entry(player=STRANGER))
    assert service.now.phase.withdrawn == (Withdrawn(player=gone, club="", group="A"),)
    if comes_back:
        service.does(replace_player, STRANGER, Entry(player=gone))
    else:
        service.does(annul_draw, "a club was wrong")
    assert not service.now.phase.withdrawn


def test_withdrawals_that_cannot_be() -> None:
    """Not by a stranger, not twice, not leaving a player alone, not after the start."""
    service = Desk(4)
    for act, player, code in (
        (Act(by=DAN, at=noon()), ION, "not_an_arbiter"),
        (service.act, STRANGER, "not_entered"),
    ):
        with pytest.raises(GameStateError) as refused:
            withdraw(service.now, act, player)
        assert codes(refused) == [code]
    service.starts(groups=2)
    with pytest.raises(GameStateError) as late:
        service.does(withdraw, ION)
    assert codes(late) == ["phase_running"]
    service = Desk(4)
    service.draws(groups=2)
    with pytest.raises(RuleViolation) as alone:
        service.does(withdraw, ION)
    assert codes(alone) == ["group_too_small"]


def test_a_replacement_takes_over_partners_and_colours() -> None:
    """Nothing else of the draw changes."""
    service = Desk()
    service.draws()
    new = Entry(player=PersonId(60), club="Argus")
    before = service.now.phase
    service.does(replace_player, DAN, new)
    after = service.now.phase

    assert service.now.stage is CompetitionStage.LISTED
    assert new in after.entries
    assert [
        (match.code, *(DAN if who == new.player else who for who in (match.red, match.blue)))
        for match in after.matches
    ] == [(match.code, match.red, match.blue) for match in before.matches]
    with pytest.raises(RuleViolation) as refused:
        service.does(replace_player, ION, new)
    assert codes(refused) == ["already_entered"]
