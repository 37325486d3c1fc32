"""The desk: where one update, or one due row, is dealt with.

It joins the unit of work to the people, games and matches it is about, and knows how to answer:
in the chat that spoke, by changing the message whose button was pressed, or by itself: without a
sound in a person's quiet hours, or, where it can wait, when they are over.
"""

from dataclasses import replace
from datetime import date

from bot.days.hours import quiet_until
from bot.desk.absences import Absences
from bot.desk.arrivals import Arrivals
from bot.desk.cases.carrying_out import Rulings
from bot.desk.cases.cases import Cases
from bot.desk.competitions.closings import Closings
from bot.desk.competitions.competitions import Competitions
from bot.desk.conditions import Conditions
from bot.desk.copies import routed
from bot.desk.decisions import Decisions
from bot.desk.digests import Digests
from bot.desk.entries import Entries
from bot.desk.games import Games
from bot.desk.groups import Groups
from bot.desk.leaves import Leaves
from bot.desk.matches import Matches
from bot.desk.persons import Persons
from bot.desk.planning import Planning
from bot.desk.previews import Previews
from bot.desk.questions import Questions
from bot.desk.results import Results
from bot.desk.starts import Starts
from bot.messages import Buttons, Document, Notice, Picture, Text, say
from bot.office.shared import Said, Shared
from bot.office.unit import UnitOfWork
from bot.words.cast import Member
from bot.words.relay import standing
from engine.clock import day_of
from engine.errors import GameStateError
from engine.ids import GameId, MatchCode, PersonId
from storage.people import Person


class Desk:
    """One unit of work and everything a handler may do in it."""

    def __init__(self, unit: UnitOfWork, shared: Shared) -> None:
        self.unit = unit
        self.shared = shared
        self.persons = Persons(self)
        self.competitions = Competitions(self)
        self.groups = Groups(self)
        self.matches = Matches(self)
        self.starts = Starts(self)
        self.games = Games(self)
        self.planning = Planning(self)
        self.previews = Previews(self)
        self.questions = Questions(self)
        self.decisions = Decisions(self)
        self.results = Results(self)
        self.leaves = Leaves(self)
        self.closings = Closings(self)
        self.digests = Digests(self)
        self.conditions = Conditions(self)
        self.entries = Entries(self)
        self.cases = Cases(self)
        self.rulings = Rulings(self)
        self.absences = Absences(self)
        self.arrivals = Arrivals(self)

    def today(self) -> date:
        """Return the present day where the federation is."""
        return day_of(self.unit.now, self.shared.rules.time_zone)

    def reply(  # noqa: PLR0913  (each is a field of the notice)
        self,
        said: Said,
        text: Text,
        buttons: Buttons = (),
        *,
        pictures: tuple[Picture, ...] = (),
        document: Document | None = None,
        about: str = "",
    ) -> None:
        """Answer in the chat that spoke, at once whatever the hour: the person is there."""
        self.unit.say(
            Notice(
                to=said.incoming.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                document=document,
                about=about,
                thread=said.incoming.thread,
            )
        )

    def answer(self, said: Said, text: Text, buttons: Buttons = ()) -> None:
        """Answer a press by changing its message, anything else by a new one."""
        if said.incoming.callback:
            self.edit(said, text, buttons)
        else:
            self.reply(said, text, buttons)

    def edit(
        self,
        said: Said,
        text: Text,
        buttons: Buttons = (),
        *,
        pictures: tuple[Picture, ...] = (),
    ) -> None:
        """Change the message whose button was pressed, and take the press as answered."""
        self.toast(said)
        self.unit.say(
            Notice(
                to=said.incoming.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                edits=said.incoming.message,
            )
        )

    def toast(self, said: Said, text: Text | None = None, *, alert: bool = False) -> None:
        """Answer a button press: silently, by a short toast, or by an alert to be closed."""
        if said.incoming.callback:
            answer = Notice(
                to=said.incoming.chat, text=text, answers=said.incoming.callback, alert=alert
            )
            self.unit.say(answer)

    async def tell(self, notice: Notice, *, can_wait: bool = False, aloud: bool = False) -> None:
        """Send a message that nobody asked for: at once, but without a sound in quiet hours.

        Sheets are never held back: time runs from when they are there (art. 7.1). Reminders and
        digests `can_wait` until the quiet hours are over; what is urgent is said `aloud`.
        """
        if notice.is_copy:
            notice = await routed(self, notice)
        person = await self.persons.by_chat(notice.to)
        quiet = None if person is None or aloud else quiet_until(person, self.unit.now)
        if quiet is not None and can_wait:
            notice = replace(notice, not_before=quiet)
        elif quiet is not None:
            notice = replace(notice, silent=True)
        self.unit.say(notice)

    async def tell_person(  # noqa: PLR0913  (each is a field of the notice)
        self,
        person: PersonId,
        text: Text,
        buttons: Buttons = (),
        *,
        about: str = "",
        silent: bool = False,
        is_copy: bool = False,
    ) -> None:
        """Tell a person something, if he, or who writes for him in that match, has a chat.

        `is_copy`: he is an arbiter who need not act on it, and gets it as he wants his copies.
        """
        member = await self._reached(person, about)
        if member.chat is not None:
            text, buttons = member.addressed(text), member.pressing(buttons)
            await self.tell(
                Notice(
                    to=member.chat,
                    text=text,
                    buttons=buttons,
                    about=about,
                    silent=silent,
                    is_copy=is_copy,
                )
            )

    async def _reached(self, person: PersonId, about: str) -> Member:
        known = await self.persons.get(person)
        code = about.partition("/")[0]
        if known.chat is not None or not code:
            return Member(person, known.name, known.chat)
        try:
            return await self.matches.member(
                (await self.matches.load(MatchCode(code))).match, person
            )
        except GameStateError:  # it is about a competition
            return Member(person, known.name, None)

    async def tell_arbiters_unreachable(self, person: Person, *, but: GameId | None = None) -> None:
        """Tell the arbiters of a person's running games that he can no longer be reached.

        `but`: the game of which its arbiter hears more.
        """
        for seen in await self.games.running(person.id):
            if seen.game.id == but:
                continue
            cast = await self.games.cast(seen.game)
            text = say("unreachable.arbiter", who=person.name, about=seen.game.id)
            if cast.arbiter.chat is not None and cast.arbiter.id != person.id:
                await self.tell(Notice(to=cast.arbiter.chat, text=text, about=seen.game.id))

    async def tell_missed(self, person: PersonId) -> None:
        """Give a player who is back the sheets of his running games as they stand now."""
        for seen in await self.games.running(person):
            cast = await self.games.cast(seen.game)
            for notice in standing(seen.game, seen.seq, cast, person):
                await self.tell(notice)
