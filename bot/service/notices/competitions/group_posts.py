"""Posts to a competition's group: starts, results and standings, and nothing else.

Of a game it posts only the result: no letters, moves or messages
(`bot.texts.notices.competitions.posts` writes the texts).
"""

from collections.abc import Sequence
from datetime import timedelta

from bot.documents.standings.album import (
    MOST_PICTURES,
    TableRef,
    closeups_of,
    whole_button,
)
from bot.documents.standings.scene import Scene
from bot.documents.standings.stored_scene import StoredCompetition, scene_of
from bot.runtime.damaged_logs import leaving_out_damaged, stored_events
from bot.service.notices.notifier import Notifier
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.competitions.groups import post_key
from bot.texts.messages import Button, Buttons, Notice, Text, say
from bot.texts.notices.competitions.posts import (
    Result,
    advanced_post,
    closed_post,
    results_post,
    return_post,
    started_post,
)
from bot.texts.pictures import Picture
from engine.competitions.events import (
    ActLifted,
    CompetitionClosed,
    CompetitionEvent,
    Liftable,
    PhaseStarted,
    PlayersAdvanced,
    ResultCorrected,
    ResultHomologated,
)
from engine.ids import MatchCode, PersonId, match_of
from engine.matches.match import UNFINISHED, Match
from storage.competitions import competition_rows, groups
from storage.competitions.groups import GroupChat, GroupKind
from storage.queues import outbox
from storage.streams import competition_stream

POST_WAIT = timedelta(minutes=2)
"""The time for which a result waits for more results, so that they share a post."""


class GroupPosts:
    """Posts to the groups of competitions."""

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier

    async def note_lost(self, chat: int) -> bool:
        """Store that the bot is no longer in a group, and notify the arbiter who linked it.

        Queued copies for an archive go to the arbiter's own chat, so that no copy is lost (art.
        2.2); later ones go there daily. Return whether queued messages have a new address.
        """
        unlinked = await groups.unlink(self._notifier.unit.tx, chat)
        if unlinked is None:
            return False
        if unlinked.kind is GroupKind.COMPETITION:
            # The row has the title even if the log is damaged or the import was taken back.
            row = await competition_rows.competition(self._notifier.unit.tx, unlinked.competition)
            title = unlinked.competition if row is None else row.title
            await self._notifier.notify_person(unlinked.person, say("group.lost", title=title))
            return False
        person = await self._notifier.persons.get(unlinked.person)
        if person.address is not None:
            await outbox.readdress(self._notifier.unit.tx, chat, person.address)
        await self._notifier.notify_person(unlinked.person, say("group.archive_lost"))
        return person.address is not None

    async def post_about(
        self, snapshot: CompetitionSnapshot, events: Sequence[CompetitionEvent]
    ) -> None:
        """Post the public news in these events to the competition's group."""
        chat = await groups.of_competition(self._notifier.unit.tx, snapshot.competition.code)
        if chat is None:
            return
        for event in events:
            if isinstance(event, PhaseStarted):
                names = await self._notifier.competitions.names(snapshot.competition)
                self._post(chat, started_post(snapshot.competition, names))
            elif isinstance(event, PlayersAdvanced):
                await self._post_table(snapshot, chat, snapshot.competition.number - 1, event)
            elif isinstance(event, ActLifted) and event.act is Liftable.ADVANCE:
                title = snapshot.competition.title
                self._post(chat, say("post.reopened", title=title))
            elif isinstance(event, CompetitionClosed):
                await self._post_table(snapshot, chat, snapshot.competition.number, event)
        if any(isinstance(event, ResultHomologated | ResultCorrected) for event in events):
            await self._post_results(snapshot, chat)

    async def return_started(self, match: Match, red: PersonId, blue: PersonId) -> None:
        """Post that a pair's return game has begun; home games begin with their phase."""
        if not match.competition:
            return
        chat = await self._notifier.groups.of_competition(match.competition)
        if chat is not None:
            names = await self._notifier.persons.names((red, blue))
            self._post(chat, return_post(match.code, names[red], names[blue]), silent=True)

    def _post(
        self,
        chat: GroupChat,
        text: Text,
        buttons: Buttons = (),
        pictures: tuple[Picture, ...] = (),
        *,
        silent: bool = False,
    ) -> None:
        """Queue a post in the thread of its competition."""
        self._notifier.unit.say(
            Notice(
                to=chat.chat,
                text=text,
                buttons=buttons,
                pictures=pictures,
                about=chat.competition,
                silent=silent,
            )
        )

    async def _post_table(
        self, snapshot: CompetitionSnapshot, chat: GroupChat, number: int, event: CompetitionEvent
    ) -> None:
        """Post the tables of the phase with that number, counted from 0, because it is over.

        `event`: that its players advance to the next phase, or that the competition is closed.
        """
        competition = snapshot.competition
        names = await self._notifier.competitions.names(competition)
        scene = await self._scene(snapshot, number)
        text = closed_post(competition, [row.player for row in scene.overall], names)
        if isinstance(event, PlayersAdvanced):
            text = advanced_post(competition, event, names)
        table_ref = TableRef(phase=number)
        pictures = closeups_of(scene, table_ref)[:MOST_PICTURES]
        self._post(chat, text, ((whole_button(scene, table_ref),),), pictures)

    async def _scene(self, snapshot: CompetitionSnapshot, number: int) -> Scene:
        """Return what pictures of the tables of the phase with that number show, from 0."""
        stored = StoredCompetition(snapshot.competition, snapshot.seq)
        unit = self._notifier.unit
        return await scene_of(unit.tx, self._notifier.shared, stored, unit.now, number)

    async def _post_results(self, snapshot: CompetitionSnapshot, chat: GroupChat) -> None:
        """Post every new result after a short wait for more.

        A post that still waits is replaced by one with all results since the last sent post.
        """
        competition, code = snapshot.competition, snapshot.competition.code
        posted = await outbox.newest_sent(self._notifier.unit.tx, code, post_key(code))
        # A post's key ends with the number of the last event that it covers.
        last_posted = int(posted.removeprefix(post_key(code)) or 0)
        since = max(chat.since, last_posted)
        await outbox.withdraw(self._notifier.unit.tx, code, post_key(code))
        stored = await stored_events(
            self._notifier.unit.tx, self._notifier.shared.damaged, competition_stream(code)
        )
        results = [
            row.event
            for row in stored
            if row.seq > since and isinstance(row.event, ResultHomologated | ResultCorrected)
        ]
        names = await self._notifier.competitions.names(competition)
        finished: dict[MatchCode, Match] = {}
        for match_code in sorted({match_of(result.game) for result in results}):
            with leaving_out_damaged():
                match = await self._notifier.matches.get(match_code)
                if match.stage not in UNFINISHED:
                    finished[match.code] = match
        pictures, buttons = await self._tables(snapshot, results)
        notice = Notice(
            to=chat.chat,
            text=results_post(competition, results, names, finished),
            buttons=buttons,
            pictures=pictures,
            not_before=self._notifier.unit.now + POST_WAIT,
            dedup=f"{post_key(code)}{snapshot.seq}",
            about=code,
        )
        await self._notifier.unit.store(notice)

    async def _tables(
        self, snapshot: CompetitionSnapshot, results: Sequence[Result]
    ) -> tuple[tuple[Picture, ...], Buttons]:
        """Return large pictures of the changed tables, and a button to each whole table."""
        competition = snapshot.competition
        games = {result.game for result in results}
        pictures: list[Picture] = []
        buttons: list[tuple[Button]] = []
        for number, phase in enumerate(competition.phases):
            changed = {match.group for match in phase.matches if games & match.games.keys()}
            if changed:
                scene = await self._scene(snapshot, number)
                for group in sorted(changed):
                    table_ref = TableRef(phase=number, group=group)
                    pictures += closeups_of(scene, table_ref)
                    buttons.append((whole_button(scene, table_ref),))
        return tuple(pictures[:MOST_PICTURES]), tuple(buttons[:MOST_PICTURES])
