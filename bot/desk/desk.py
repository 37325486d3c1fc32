"""The desk: where one update, or one due row, is dealt with, as handlers see it."""

from functools import cached_property

from bot.desk.absence_rounds import AbsenceRounds
from bot.desk.arrival_acts import ArrivalActs
from bot.desk.cases.carrying_out import Rulings
from bot.desk.competitions.closing_acts import ClosingActs
from bot.desk.conditions import Conditions
from bot.desk.decisions import Decisions
from bot.desk.digest_text import DigestText
from bot.desk.entry_acts import EntryActs
from bot.desk.following import FOLLOWERS
from bot.desk.group_posts import GroupPosts
from bot.desk.leaves import Leaves
from bot.desk.meeting import Meeting
from bot.desk.recording import Recorder
from bot.desk.results import Results
from bot.desk.starts import Starts
from bot.office.shared import Shared
from bot.office.unit import UnitOfWork


class Desk(Recorder):
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
    def digest_text(self) -> DigestText:
        """The daily digests, said."""
        return DigestText(self)

    @cached_property
    def meeting(self) -> Meeting:
        """Who speaks."""
        return Meeting(self)

    @cached_property
    def posts(self) -> GroupPosts:
        """What is posted to groups."""
        return GroupPosts(self)

    @cached_property
    def rounds(self) -> AbsenceRounds:
        """What is done about outages of the bot."""
        return AbsenceRounds(self)

    @cached_property
    def starts(self) -> Starts:
        """Matches arranged and joined, and their games put into play."""
        return Starts(self, self.results, self.posts, self.meeting)

    @cached_property
    def results(self) -> Results:
        """What follows from games, up to homologation."""
        return Results(self)

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
