"""Unrequested messages: the chat that gets each one, and whether it makes a sound.

In quiet hours they are silent or, if they can wait, delayed. An arbiter's copies of the sheets
(art. 2.2) go where the arbiter wants: to their chat with a sound or silently, or to an archive
group with a topic for each pair. By default those of a competition share one silent message each
day (`bot.service.notices.days.daily_sheets`).
"""

from dataclasses import replace

from bot.service.pure.days.digest_rows import sheets_row
from bot.service.pure.days.hours import quiet_until
from bot.service.readers.readers import Readers
from bot.texts.messages import Buttons, GroupTopic, Notice, Text, say
from bot.texts.notices.participants import Member
from bot.texts.notices.play.relay import TURN_COPIES, standing
from bot.texts.notices.play.turn_notices import brings_turn, shows_turn
from engine.competitions.competition import Competition
from engine.errors import GameStateError
from engine.ids import GameId, MatchCode, PersonId, match_about
from storage.competitions.sheet_copies import Copies
from storage.days import due
from storage.people.addresses import is_browser
from storage.people.people import Person
from storage.queues import outbox


async def _topic(readers: Readers, about: str) -> GroupTopic | None:
    """Return the topic of the pair in an archive; None if the notice is about no match.

    `about`: a game, whose code is that of its match before a slash, or a match.
    """
    code = about.partition("/")[0]
    try:
        match = await readers.matches.get(MatchCode(code))
    except GameStateError:  # the notice is about no match
        return None
    names = await readers.persons.names(match.people)
    first, second = names[match.first], names[match.second]
    return GroupTopic(code, f"{code} · {first} – {second}")


class Notifier(Readers):
    """Reads data, and sends unrequested messages."""

    async def notify(self, notice: Notice, *, can_wait: bool = False, aloud: bool = False) -> None:
        """Send an unrequested message at once, silently in quiet hours.

        Sheets are never delayed, because time runs from their arrival (art. 7.1). Reminders and
        digests `can_wait` until the quiet hours end; urgent messages are sent `aloud`.
        """
        if notice.is_copy:
            copy = await self._routed(notice)
            if copy is None or self._is_sent_as_writer(copy):
                return
            notice = copy
        notice = await self.arrivals.with_key_of_turn(notice)
        if is_browser(notice.to):
            notice = self._mailed_together(notice)
        person = await self.persons.by_address(notice.to)
        quiet = None if person is None or aloud else quiet_until(person, self.unit.now)
        if quiet is not None and can_wait:
            notice = replace(notice, not_before=quiet)
        elif quiet is not None:
            notice = replace(notice, silent=True)
        self.unit.say(notice)

    def _mailed_together(self, notice: Notice) -> Notice:
        """Join a turn's sheets and its board, so that one mail shows both; return the message.

        A game's first sheets are queued before their board, later ones after it: then the queued
        board changes.
        """
        notices = self.unit.notices
        beside = [
            (index, queued)
            for index, queued in enumerate(notices)
            if (queued.to, queued.about) == (notice.to, notice.about)
        ]
        if brings_turn(notice):
            for index, queued in reversed(beside):
                if shows_turn(queued):
                    notices[index] = replace(queued, mailed_with=notice.dedup)
                    break
        elif shows_turn(notice):
            sheets = next((queued for _, queued in beside if brings_turn(queued)), None)
            has_board = any(queued.mailed_with for _, queued in beside)
            if sheets is not None and not has_board:
                return replace(notice, mailed_with=sheets.dedup)
        return notice

    async def _routed(self, copy: Notice) -> Notice | None:
        """Return an arbiter's copy, addressed to where they want it; None if it waits for the day.

        For the day's message a due row is stored, which survives a stop of the program.
        """
        person = await self.persons.by_address(copy.to)
        if person is None:
            return copy
        preference, archive = await self.groups.copies_of(person.id)
        if preference is Copies.DAILY and await self._is_of_competition_turn(copy):
            if not self._is_sent_as_writer(copy):
                row = sheets_row(person, copy.about, self.unit.now)
                await due.put_missing(self.unit.tx, [row])
            return None
        if archive is not None:
            topic = await _topic(self, copy.about)
            return replace(copy, to=archive.chat, silent=True, buttons=(), topic=topic)
        return replace(copy, silent=preference is not Copies.ALOUD)

    async def _is_of_competition_turn(self, copy: Notice) -> bool:
        """Return whether the copy shows the sheets of a turn in a competition's game."""
        if copy.text is None or copy.text.key not in TURN_COPIES:
            return False
        match = await self.matches.get(match_about(copy.about))
        return bool(match.competition)

    def _is_sent_as_writer(self, copy: Notice) -> bool:
        """Return whether the arbiter receives these same sheets as a player's writer (art. 9.6)."""
        return bool(copy.pictures) and any(
            (other.to, other.pictures) == (copy.to, copy.pictures) for other in self.unit.notices
        )

    async def notify_person(  # noqa: PLR0913  (each is a field of the notice)
        self,
        person: PersonId,
        text: Text,
        buttons: Buttons = (),
        *,
        about: str = "",
        silent: bool = False,
        is_copy: bool = False,
        continues: bool = False,
    ) -> None:
        """Notify a person, if they or their writer in that match have a chat.

        `about`: the thread of the message, a game, match or competition; "" for none. `is_copy`: an
        arbiter who need not act receives it where they want copies. `continues`: it replies to the
        last message of its thread.
        """
        member = await self._reached(person, about)
        if member.address is not None:
            text, buttons = member.addressed(text), member.pressing(buttons)
            last = None
            if continues:
                last = await outbox.latest_about(self.unit.tx, member.address, about)
            await self.notify(
                Notice(
                    to=member.address,
                    text=text,
                    buttons=buttons,
                    about=about,
                    silent=silent,
                    is_copy=is_copy,
                    reply_to=last,
                )
            )

    async def _reached(self, person: PersonId, about: str) -> Member:
        """Return the person as the recipient of a message about that game, match or competition."""
        known = await self.persons.get(person)
        code = about.partition("/")[0]
        if known.address is not None or not code:
            return Member(person, known.name, known.address)
        try:
            return await self.matches.member(await self.matches.get(MatchCode(code)), person)
        except GameStateError:  # the code is a competition's
            return Member(person, known.name, None)

    async def notify_arbiters(
        self,
        competition: Competition,
        text: Text,
        buttons: Buttons = (),
        *,
        but: PersonId | None = None,
        silent: bool = False,
    ) -> None:
        """Notify every arbiter of the competition except `but`, who already knows."""
        for arbiter in competition.arbiters:
            if arbiter != but:
                await self.notify_person(arbiter, text, buttons, silent=silent)

    async def notify_players(
        self, competition: Competition, text: Text, *, buttons: Buttons = ()
    ) -> None:
        """Notify every player of the present phase who has a chat with the bot."""
        for player in competition.phase.players:
            chat = await self.persons.address(player)
            if chat is not None:
                await self.notify(Notice(to=chat, text=text, buttons=buttons))

    async def notify_arbiters_of_unreachable(
        self, person: Person, *, but: GameId | None = None
    ) -> None:
        """Notify each arbiter, once, of running games whose player is unreachable.

        `but`: the game whose arbiter gets a more detailed message.
        """
        key = "unreachable.browser" if is_browser(person.address) else "unreachable.arbiter"
        await self._notify_arbiters_of_running(person, key, but=but)

    async def welcome_back(self, person: Person) -> None:
        """Send a person who is reachable again what they missed, and tell their arbiters so."""
        await self.send_missed(person.id)
        await self._notify_arbiters_of_running(person, "unreachable.over", silent=True)

    async def _notify_arbiters_of_running(
        self, person: Person, key: str, *, but: GameId | None = None, silent: bool = False
    ) -> None:
        """Send each arbiter of the person's running games, except `but`, one message about all."""
        games_of: dict[Member, list[GameId]] = {}
        for snapshot in await self.game_lists.running(person.id):
            arbiter = (await self.participants.of(snapshot.game)).arbiter
            if snapshot.game.id != but and arbiter.address is not None and arbiter.id != person.id:
                games_of.setdefault(arbiter, []).append(snapshot.game.id)
        for arbiter, games in games_of.items():
            about = games[0] if len(games) == 1 else ""
            text = say(key, who=person.name, games=sorted(games))
            await self.notify_person(arbiter.id, text, about=about, silent=silent)

    async def send_missed(self, person: PersonId) -> None:
        """Send a player who returns or takes a seat the current sheets of their running games.

        The player is present: only the first of several games makes a sound.
        """
        missed: list[Notice] = []
        for snapshot in await self.game_lists.running(person):
            game = await self.arrivals.for_time_decisions(snapshot.game)
            participants = await self.participants.of(snapshot.game)
            missed += standing(game, snapshot.seq, participants, person, self.games.today(game))
        for number, notice in enumerate(missed):
            await self.notify(replace(notice, silent=notice.silent or bool(number)))
