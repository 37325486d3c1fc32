"""The service: where one update, or one due row, is dealt with, as handlers see it."""

from functools import cached_property
from typing import TYPE_CHECKING

from bot.runtime.shared import Shared
from bot.runtime.unit import UnitOfWork
from bot.service.cases.carrying_out import Rulings
from bot.service.cases.task_list import Dockets
from bot.service.competitions.closing_acts import ClosingActs
from bot.service.days.absence_rounds import AbsenceRounds
from bot.service.days.arrival_acts import ArrivalActs
from bot.service.days.digest_text import DigestText
from bot.service.days.leaves import Leaves
from bot.service.decisions import Decisions
from bot.service.following import FOLLOWERS
from bot.service.matches.homologation import Homologation
from bot.service.matches.results import Results
from bot.service.matches.starts import Starts
from bot.service.people.meeting import Meeting
from bot.service.play.conditions import Conditions
from bot.service.play.entry_acts import EntryActs
from bot.service.play.notebooks import Notebooks
from bot.service.recording import Recorder

if TYPE_CHECKING:
    from bot.service.competitions.group_posts import GroupPosts


class Service(Recorder):
    """One unit of work and everything a handler may do in it, made when it is first asked for."""

    def __init__(self, unit: UnitOfWork, shared: Shared) -> None:
        super().__init__(unit, shared, FOLLOWERS)

    @cached_property
    def entry_acts(self) -> EntryActs:
        """What was entered for somebody, made."""
        return EntryActs(self)

    @cached_property
    def arrival_acts(self) -> ArrivalActs:
        """What became of sheets under way."""
        return ArrivalActs(self)

    @cached_property
    def closing_acts(self) -> ClosingActs:
        """Games that the last day of their phase finds unfinished."""
        return ClosingActs(self, self.results, self.starts)

    @cached_property
    def conditions(self) -> Conditions:
        """What waits for the partner's move."""
        return Conditions(self)

    @cached_property
    def notebooks(self) -> Notebooks:
        """Lines of play that people try out for themselves."""
        return Notebooks(self)

    @cached_property
    def digest_text(self) -> DigestText:
        """The daily digests, said."""
        return DigestText(self, self.dockets)

    @cached_property
    def dockets(self) -> Dockets:
        """What waits for arbiters."""
        return Dockets(self, self.results, self.closing_acts)

    @cached_property
    def meeting(self) -> Meeting:
        """Who speaks."""
        return Meeting(self)

    @cached_property
    def posts(self) -> "GroupPosts":
        """What is posted to groups."""
        from bot.service.competitions.group_posts import GroupPosts  # noqa: PLC0415  (brings what draws standings)

        return GroupPosts(self)

    @cached_property
    def rounds(self) -> AbsenceRounds:
        """What is done about outages of the bot."""
        return AbsenceRounds(self)

    @cached_property
    def starts(self) -> Starts:
        """Matches arranged and joined, and their games put into play."""
        return Starts(self, self.results, lambda: self.posts, self.meeting)

    @cached_property
    def results(self) -> Results:
        """What follows from games, up to homologation."""
        return Results(self)

    @cached_property
    def homologation(self) -> Homologation:
        """Results made to count."""
        return Homologation(self, self.results)

    @cached_property
    def leaves(self) -> Leaves:
        """Leave, announced or taken back."""
        return Leaves(self)

    @cached_property
    def rulings(self) -> Rulings:
        """Rulings made."""
        return Rulings(self, self.results, self.starts)

    @cached_property
    def decisions(self) -> Decisions:
        """What an arbiter is about to order."""
        return Decisions(self)
