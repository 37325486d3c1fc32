"""When a player's page is built again."""

from dataclasses import replace

from bot.site.contest import Contest
from bot.site.player_pages import PhaseFacts
from engine.competitions.competition import Competition
from storage.log import Head
from tests.builders import noon
from tests.engine.competitions.desk import ANA, running


def section_facts(competition: Competition) -> PhaseFacts:
    """Return a player's facts of the first phase, without matches."""
    people = competition.phases[0].players
    contest = Contest(
        competition=competition,
        head=Head(seq=1, hash="", at=noon()),
        names={who: f"p{who}" for who in people},
        person_pages={who: f"j/p{who}.html" for who in people},
        fully_named=frozenset(),
        embargoed={},
        matches={},
        games={},
        best_totals={},
    )
    return PhaseFacts(contest, 0, ANA, None, ())


def test_a_second_phase_builds_the_pages_again_that_name_the_first() -> None:
    """A section names its phase once there is another, also for players who are not in that one."""
    competition = running().now  # with two phases
    first = section_facts(competition)
    only = section_facts(replace(competition, phases=competition.phases[:1]))

    assert only.section().phase is None
    assert first.section().phase is not None
