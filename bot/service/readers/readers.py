"""The readers of people, games, matches, competitions and cases.

Each reads a thing once and remembers it for the unit of work. A reader never decides, notifies,
plans or writes; the layers above do. Previews and questions are the state of a conversation between
two updates; storing or taking one has no consequences.
"""

from functools import cached_property

from bot.service.context import Context
from bot.service.readers.cases.case_snapshots import Cases
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.competitions.groups import Groups
from bot.service.readers.conversation.dialogues import Dialogues
from bot.service.readers.conversation.questions import Questions
from bot.service.readers.days.arrivals import Arrivals
from bot.service.readers.days.outage_grace import OutageGrace
from bot.service.readers.matches.closings import Closings
from bot.service.readers.matches.match_snapshots import Matches
from bot.service.readers.people.persons import Persons
from bot.service.readers.play.embargoes import Embargoes
from bot.service.readers.play.entries import Entries
from bot.service.readers.play.game_lists import GameLists
from bot.service.readers.play.game_snapshots import Games
from bot.service.readers.play.named_games import NamedGames
from bot.service.readers.play.participants import ParticipantReader
from bot.service.readers.play.previews import Previews
from bot.service.readers.play.sheet_photos import SheetPhotos


class Readers(Context):
    """All readers, each created on first use."""

    @cached_property
    def persons(self) -> Persons:
        """People, by number, chat or invitation."""
        return Persons(self)

    @cached_property
    def competitions(self) -> Competitions:
        """Competitions, and who rules what."""
        return Competitions(self, self.persons)

    @cached_property
    def matches(self) -> Matches:
        """Matches."""
        return Matches(self, self.persons, self.competitions)

    @cached_property
    def closings(self) -> Closings:
        """The last days of phases."""
        return Closings(self, self.matches, self.competitions)

    @cached_property
    def games(self) -> Games:
        """Games, by code."""
        return Games(self, self.matches, self.closings)

    @cached_property
    def game_lists(self) -> GameLists:
        """Lists of games."""
        return GameLists(self, self.persons, self.matches, self.games)

    @cached_property
    def named_games(self) -> NamedGames:
        """The games that people mean."""
        return NamedGames(self, self.games)

    @cached_property
    def participants(self) -> ParticipantReader:
        """The participants of games."""
        return ParticipantReader(self.persons, self.competitions, self.matches, self.closings)

    @cached_property
    def arrivals(self) -> Arrivals:
        """Sheets on their way."""
        return Arrivals(self, self.games, self.participants)

    @cached_property
    def outage_grace(self) -> OutageGrace:
        """The grace that outages of the bot give."""
        return OutageGrace(self, self.arrivals)

    @cached_property
    def embargoes(self) -> Embargoes:
        """Games that are open to people other than their participants."""
        return Embargoes(self, self.competitions, self.games)

    @cached_property
    def entries(self) -> Entries:
        """Moves that are being entered for a player."""
        return Entries(self, self.games, self.matches, self.competitions)

    @cached_property
    def cases(self) -> Cases:
        """Cases."""
        return Cases(self, self.games, self.matches, self.competitions)

    @cached_property
    def groups(self) -> Groups:
        """The groups that the bot writes to."""
        return Groups(self)

    @cached_property
    def sheet_photos(self) -> SheetPhotos:
        """Photographs of sheets whose move is not sent yet."""
        return SheetPhotos(self)

    @cached_property
    def previews(self) -> Previews:
        """Previews that people have not sent yet."""
        return Previews(self, self.sheet_photos)

    @cached_property
    def dialogues(self) -> Dialogues:
        """What handlers store between two messages of one person."""
        return Dialogues(self)

    @cached_property
    def questions(self) -> Questions:
        """Open questions to people."""
        return Questions(self)
