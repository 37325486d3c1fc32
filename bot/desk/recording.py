"""Where what was decided is written: logs, what lists show of them, and when they ring."""

from functools import cached_property

from bot.desk.digests import Digests
from bot.desk.match_acts import MatchActs
from bot.desk.notify import Teller
from bot.desk.planning import Planning


class Recorder(Teller):
    """Reads, tells, and writes what was decided."""

    @cached_property
    def match_acts(self) -> MatchActs:
        """What is decided about matches, written."""
        return MatchActs(self)

    @cached_property
    def digests(self) -> Digests:
        """When people's digests are due."""
        return Digests(self)

    @cached_property
    def planning(self) -> Planning:
        """When the deadlines of games ring."""
        return Planning(self, self.digests)
