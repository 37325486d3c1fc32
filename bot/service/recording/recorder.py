"""Everything that writes: events to logs, rows for lists, and deadlines."""

from functools import cached_property, partial

from bot.runtime.shared import BotSettings
from bot.runtime.unit import UnitOfWork
from bot.service.notices.notifier import Notifier
from bot.service.recording.cases.case_acts import CaseActs
from bot.service.recording.changes import Followers, follow
from bot.service.recording.competitions.competition_acts import CompetitionActs
from bot.service.recording.competitions.group_acts import GroupActs
from bot.service.recording.days.digests import Digests
from bot.service.recording.days.planning import Planning
from bot.service.recording.matches.match_acts import MatchActs
from bot.service.recording.people.person_acts import PersonActs
from bot.service.recording.play.game_acts import GameActs


class Recorder(Notifier):
    """Reads, notifies, and writes decisions with all their consequences."""

    def __init__(
        self, unit: UnitOfWork, shared: BotSettings, followers: "Followers[Recorder]"
    ) -> None:
        super().__init__(unit, shared)
        self._followers = followers

    @cached_property
    def person_acts(self) -> PersonActs:
        """Changes of people."""
        return PersonActs(self, self.persons)

    @cached_property
    def group_acts(self) -> GroupActs:
        """Changes of groups."""
        return GroupActs(self)

    @cached_property
    def game_acts(self) -> GameActs:
        """Acts on games."""
        return GameActs(
            self,
            self.planning,
            partial(self._followers.automatic_moves, self),
            partial(follow, self._followers.of_games, self),
        )

    @cached_property
    def match_acts(self) -> MatchActs:
        """Writes decisions about matches."""
        return MatchActs(self)

    @cached_property
    def competition_acts(self) -> CompetitionActs:
        """Writes decisions about competitions."""
        return CompetitionActs(self, partial(follow, self._followers.of_competitions, self))

    @cached_property
    def case_acts(self) -> CaseActs:
        """Writes decisions in cases."""
        return CaseActs(self)

    @cached_property
    def digests(self) -> Digests:
        """Plans people's digests."""
        return Digests(self)

    @cached_property
    def planning(self) -> Planning:
        """Plans the deadlines of games."""
        return Planning(self, self.digests)
