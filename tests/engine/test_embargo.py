"""The embargo: a game is private until all games on its sequence are over."""

import os
from dataclasses import replace
from random import Random

import pytest

from engine.embargo import (
    EmbargoedGame,
    GamePart,
    GameReader,
    both_games,
    embargo_on,
    may_see,
    may_see_series,
)
from engine.ids import Leg, MatchCode, PersonId
from engine.matches.decide import start_leg
from engine.matches.events import MatchCancelled
from engine.matches.match import Match
from engine.matches.result_events import LegReopened, ResultsHomologated, ResultsProposed
from engine.rulesets import PublicWhen
from tests.builders import noon
from tests.engine.matches.staged import (
    ANA,
    ARBITER,
    ION,
    after,
    between,
    joined,
    leg_ended,
    new_match,
    played,
)
from tests.engine.schedules import PLAYERS, STRANGER, Schedule, name, oracle, schedules

SCHEDULES = int(os.environ.get("EMBARGO_SCHEDULES", "400"))
"""The number of random schedules; `make soak` runs 100,000."""


def everything(made: Schedule) -> dict[tuple[int, Leg], EmbargoedGame]:
    """Return every game of the schedule, folded from its events for the embargo."""
    tables = {table.game: table for match in made.matches for table in both_games(match)}
    return {game: tables[name(made, game)] for game in made.games}


@pytest.mark.article("2.1")
@pytest.mark.parametrize("share", range(4))
def test_nothing_leaks_in_any_schedule(share: int) -> None:
    """In any schedule the embargo gives the same answer as the diary."""
    for number in range(share, SCHEDULES, 4):
        chance = Random(number)
        for made, line in schedules(chance):
            tables = everything(made)
            for _ in range(6):
                game, part = chance.choice(list(tables)), chance.choice(list(GamePart))
                person = chance.choice((*PLAYERS, STRANGER, ARBITER))
                reader = GameReader(person, person == ARBITER)
                seen = may_see(part, tables[game], reader, tables.values(), made.public_when)
                wanted = oracle(made, part, game, person, is_arbiter=person == ARBITER)
                assert seen is wanted, (number, made.diary, game, part, person)
            if line.what in {"placed", "resumed", "started"}:
                for game, table in tables.items():
                    if made.seed(game) == made.seed((line.match, line.leg)):
                        assert embargo_on(table, tables.values(), made.public_when), (number, line)


def settled(match: Match) -> Match:
    """Return the match with its results approved."""
    results = ResultsProposed(at=noon(40), results=())
    return after(match, results, ResultsHomologated(at=noon(41), arbiter=ARBITER))


def both_over() -> Match:
    """Return a match whose two games are over, without approval."""
    return played(leg_ended(), leg_ended(Leg.RETURN))


def opened(match: Match, *others: Match, when: PublicWhen = PublicWhen.HOMOLOGATED) -> list[bool]:
    """Return whether the public may see the home game and the return game of a match."""
    tables = [table for one in (match, *others) for table in both_games(one)]
    return [
        may_see(GamePart.PLACEMENTS, table, GameReader(), tables, when)
        for table in both_games(match)
    ]


def sibling(match: Match) -> Match:
    """Return a second match of the phase, which shares the home sequence only."""
    return replace(match, code=MatchCode("ZZZZ"), seeds={**match.seeds, Leg.RETURN: "22" * 32})


@pytest.mark.article("2.1", "8.5")
def test_a_game_is_public_once_its_sequence_is_played_out_and_its_match_approved() -> None:
    """A game is public after its approval and the end of all games on its sequence."""
    assert opened(both_over()) == [False, False]
    assert opened(settled(both_over())) == [True, True]
    assert opened(settled(both_over()), sibling(joined())) == [False, True]
    assert opened(settled(both_over()), sibling(between())) == [True, True]


@pytest.mark.article("2.1")
def test_the_organiser_may_open_games_before_they_are_approved() -> None:
    """With that option, the end of the last game on a sequence makes its games public."""
    assert opened(both_over(), when=PublicWhen.ENDED) == [True, True]
    assert opened(between(), when=PublicWhen.ENDED) == [True, False]
    back = both_games(between())[1]
    why = embargo_on(back, (), PublicWhen.ENDED)
    assert why is not None
    assert (why.fault.code, why.fault.facts["games"]) == ("embargo_ended", 1)
    assert opened(both_over(), sibling(joined()), when=PublicWhen.ENDED) == [False, True]


@pytest.mark.article("2.1", "5.2")
def test_a_game_that_is_resumed_closes_what_was_open() -> None:
    """A reopened game makes the games on its sequence private again, and no others."""
    resumed = sibling(after(between(), LegReopened(at=noon(30), leg=Leg.HOME)))

    assert opened(settled(both_over()), sibling(between())) == [True, True]
    assert opened(settled(both_over()), resumed) == [False, True]
    why = embargo_on(
        both_games(settled(both_over()))[0], both_games(resumed), PublicWhen.HOMOLOGATED
    )
    assert why is not None
    assert (why.fault.code, why.fault.article) == ("embargo_playing", "2.1")
    assert why.fault.facts == {"game": "K7QF/1", "games": 1}


@pytest.mark.article("8.5")
def test_what_is_waited_for_is_said() -> None:
    """The refusal names the unfinished games on the sequence, or the missing approval."""
    over = both_games(both_over())[0]

    why = embargo_on(over, both_games(sibling(joined())), PublicWhen.HOMOLOGATED)
    assert why is not None
    assert why.playing == ("ZZZZ/1",)
    waits = embargo_on(over, (), PublicWhen.HOMOLOGATED)
    assert waits is not None
    assert (waits.fault.code, waits.fault.article) == ("embargo_homologation", "8.5")


@pytest.mark.article("1.3")
def test_players_and_arbiters_see_their_own_from_its_beginning_on() -> None:
    """Players and arbiters see a game from its start, but no analysis and no future tiles."""
    match = after(joined(), *start_leg(joined(), noon()))
    home, back = both_games(match)
    for reader in (GameReader(ANA), GameReader(ION), GameReader(PersonId(50), is_arbiter=True)):
        for part in GamePart:
            mine = part is not GamePart.ANALYSIS
            assert may_see(part, home, reader, (home, back), PublicWhen.HOMOLOGATED) is mine
            assert not may_see(part, back, reader, (home, back), PublicWhen.HOMOLOGATED)
    one = replace(back, seed=home.seed)
    assert may_see(GamePart.SEQUENCE, one, GameReader(ANA), (home, one), PublicWhen.HOMOLOGATED)
    assert not may_see(GamePart.BOARD, one, GameReader(ANA), (home, one), PublicWhen.HOMOLOGATED)
    assert not may_see(
        GamePart.SEQUENCE, one, GameReader(STRANGER), (home, one), PublicWhen.HOMOLOGATED
    )


@pytest.mark.article("2.1")
def test_an_analysis_is_nobodys_while_the_sequence_is_played_on() -> None:
    """No player sees an analysis while another game on the sequence is running."""
    mine, other = settled(both_over()), sibling(joined())
    tables = (*both_games(mine), *both_games(other))

    assert not may_see(
        GamePart.ANALYSIS, tables[0], GameReader(ANA), tables, PublicWhen.HOMOLOGATED
    )
    assert may_see(GamePart.ANALYSIS, tables[1], GameReader(ANA), tables, PublicWhen.HOMOLOGATED)


@pytest.mark.article("2.1")
def test_a_match_that_is_called_off_holds_nobody_up_and_shows_nothing_to_come() -> None:
    """A cancelled match delays no other game, and its unplayed games stay private."""
    off = MatchCancelled(at=noon(1), arbiter=ARBITER, reason="")
    never = after(new_match(), off)
    begun = after(joined(), *start_leg(joined(), noon()), off)

    assert opened(settled(both_over()), sibling(never)) == [True, True]
    assert opened(never) == [False, False]
    assert opened(begun) == [True, False]
    assert not may_see(
        GamePart.SEED,
        both_games(never)[0],
        GameReader(ANA),
        both_games(never),
        PublicWhen.ENDED,
    )


@pytest.mark.article("1.3", "2.1")
def test_the_seed_of_a_series_is_shown_to_who_may_see_every_seed_of_it() -> None:
    """A series' seed is shown only to readers who may see the seed of each of its games."""
    mine = settled(both_over())
    running = sibling(after(between(), *start_leg(between(), noon(30))))
    homes, returns = zip(both_games(mine), both_games(running), strict=True)
    tables = (*homes, *returns)
    stranger, arbiter = GameReader(STRANGER), GameReader(ARBITER, is_arbiter=True)
    rule = PublicWhen.HOMOLOGATED

    assert not may_see_series(returns, stranger, tables, rule)
    assert may_see_series(returns, arbiter, tables, rule)
    assert may_see_series(returns, GameReader(ANA), tables, rule)
    assert may_see_series(homes, stranger, tables, rule)
    to_come = replace(both_games(joined())[1], seed="33" * 32)
    assert not may_see_series((*returns, to_come), arbiter, (*tables, to_come), rule)
