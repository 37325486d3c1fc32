"""The service: all operations that handlers use for one update or one due row."""

from functools import cached_property

from bot.runtime.shared import BotSettings
from bot.runtime.unit import UnitOfWork
from bot.service.following import FOLLOWERS
from bot.service.notices.competitions.group_posts import GroupPosts
from bot.service.notices.days.daily_sheets import DailySheets
from bot.service.operations.cases.decisions import Decisions
from bot.service.operations.cases.ruling_effects import Rulings
from bot.service.operations.competitions.closing_acts import ClosingActs
from bot.service.operations.days.arrival_acts import ArrivalActs
from bot.service.operations.days.digest_sender import DigestSender
from bot.service.operations.days.leaves import Leaves
from bot.service.operations.days.outage_rounds import OutageRounds
from bot.service.operations.days.task_list import TaskLists
from bot.service.operations.matches.approval import ResultApproval
from bot.service.operations.matches.proposed_results import ProposedResults
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.matches.starts import Starts
from bot.service.operations.people.meeting import Meeting
from bot.service.operations.play.conditions import Conditions
from bot.service.operations.play.entry_acts import EntryActs
from bot.service.operations.play.held_moves import HeldMoves
from bot.service.operations.play.notebooks import Notebooks
from bot.service.recording.recorder import Recorder


class Service(Recorder):
    """One unit of work with all its operations, each created on first use."""

    def __init__(self, unit: UnitOfWork, shared: BotSettings) -> None:
        super().__init__(unit, shared, FOLLOWERS)

    @cached_property
    def entry_acts(self) -> EntryActs:
        """Enters moves for a player (art. 9.6)."""
        return EntryActs(self)

    @cached_property
    def arrival_acts(self) -> ArrivalActs:
        """Records when the sheets of a turn arrive (art. 7.1)."""
        return ArrivalActs(self)

    @cached_property
    def closing_acts(self) -> ClosingActs:
        """Ends games that are unfinished on the last day of their phase."""
        return ClosingActs(self, self.results, self.starts)

    @cached_property
    def conditions(self) -> Conditions:
        """Stores conditional moves, and makes them when the opponent has moved."""
        return Conditions(self)

    @cached_property
    def held_moves(self) -> HeldMoves:
        """Holds sent moves as long as they may be taken back."""
        return HeldMoves(self)

    @cached_property
    def notebooks(self) -> Notebooks:
        """Stores people's private lines of play."""
        return Notebooks(self)

    @cached_property
    def digest_sender(self) -> DigestSender:
        """Sends the daily digests."""
        return DigestSender(self, self.task_lists)

    @cached_property
    def daily_sheets(self) -> DailySheets:
        """Sends the daily messages of sheets."""
        return DailySheets(self)

    @cached_property
    def task_lists(self) -> TaskLists:
        """Lists the tasks of arbiters."""
        return TaskLists(self, self.proposed_results)

    @cached_property
    def meeting(self) -> Meeting:
        """Identifies the author of a message."""
        return Meeting(self)

    @cached_property
    def posts(self) -> GroupPosts:
        """Posts news to groups."""
        return GroupPosts(self)

    @cached_property
    def outage_rounds(self) -> OutageRounds:
        """Reports outages of the bot, and gives back the lost days (art. 7.1)."""
        return OutageRounds(self)

    @cached_property
    def starts(self) -> Starts:
        """Arranges and starts matches and games."""
        return Starts(self, self.results, self.posts, self.meeting)

    @cached_property
    def proposed_results(self) -> ProposedResults:
        """Reads results that wait for answers or approval, and makes their cards."""
        return ProposedResults(self)

    @cached_property
    def results(self) -> MatchResults:
        """Updates matches after their games, up to the proposal of results."""
        return MatchResults(self)

    @cached_property
    def result_approval(self) -> ResultApproval:
        """Approves results."""
        return ResultApproval(self, self.results)

    @cached_property
    def leaves(self) -> Leaves:
        """Announces and cancels leave."""
        return Leaves(self)

    @cached_property
    def rulings(self) -> Rulings:
        """Makes rulings."""
        return Rulings(self, self.results, self.starts)

    @cached_property
    def decisions(self) -> Decisions:
        """Stores decisions of an arbiter until they are confirmed."""
        return Decisions(self)
