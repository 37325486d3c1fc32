"""Where what was decided is written: logs, what lists show of them, and when they ring."""

from functools import cached_property, partial

from bot.runtime.shared import Shared
from bot.runtime.unit import UnitOfWork
from bot.service.cases.recording import CaseActs
from bot.service.changes import Followers, follow
from bot.service.competitions.group_acts import GroupActs
from bot.service.competitions.recording import CompetitionActs
from bot.service.days.digests import Digests
from bot.service.days.planning import Planning
from bot.service.matches.match_acts import MatchActs
from bot.service.notify import Teller
from bot.service.people.person_acts import PersonActs
from bot.service.play.game_acts import GameActs


class Recorder(Teller):
    """Reads, tells, and writes what was decided, with all that follows from it."""

    def __init__(self, unit: UnitOfWork, shared: Shared, followers: "Followers[Recorder]") -> None:
        super().__init__(unit, shared)
        self._followers = followers

    @cached_property
    def person_acts(self) -> PersonActs:
        """What changes of people."""
        return PersonActs(self, self.persons)

    @cached_property
    def group_acts(self) -> GroupActs:
        """What becomes of groups."""
        return GroupActs(self)

    @cached_property
    def game_acts(self) -> GameActs:
        """What is done in games."""
        return GameActs(
            self,
            self.planning,
            partial(self._followers.answered, self),
            partial(follow, self._followers.of_games, self),
        )

    @cached_property
    def match_acts(self) -> MatchActs:
        """What is decided about matches, written."""
        return MatchActs(self)

    @cached_property
    def competition_acts(self) -> CompetitionActs:
        """What is decided about competitions, written."""
        return CompetitionActs(self, partial(follow, self._followers.of_competitions, self))

    @cached_property
    def case_acts(self) -> CaseActs:
        """What is decided in cases, written."""
        return CaseActs(self)

    @cached_property
    def digests(self) -> Digests:
        """When people's digests are due."""
        return Digests(self)

    @cached_property
    def planning(self) -> Planning:
        """When the deadlines of games ring."""
        return Planning(self, self.digests)
