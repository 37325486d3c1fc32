"""Posts to a competition's group: starts, results and standings, and nothing else.

Of a game it posts only the result: no letters, moves or messages
(`bot.texts.notices.competitions.posts` writes the texts).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.documents.standings.album import (
    MOST,
    Which,
    closeups_of,
    whole_button,
)
from bot.documents.standings.reading import scene_of
from bot.service.competitions.competitions import SeenCompetition
from bot.service.competitions.groups import post_key
from bot.service.notify import Teller
from bot.texts.messages import Button, Buttons, Notice, say
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
    CompetitionClosed,
    CompetitionEvent,
    PhaseStarted,
    PlayersAdvanced,
    ResultCorrected,
    ResultHomologated,
)
from engine.ids import PersonId
from engine.matches.match import Match
from storage import log
from storage.competitions import groups
from storage.competitions.groups import Copies, GroupChat, GroupKind
from storage.queues import outbox
from storage.streams import competition_stream

POST_WAIT = timedelta(minutes=2)
"""The time for which a result waits for more results, so that they share a post."""


class GroupPosts:
    """Posts to the groups of competitions."""

    def __init__(self, service: Teller) -> None:
        self._service = service

    async def lost(self, chat: int) -> bool:
        """Store that the bot is no longer in a group, and notify the arbiter who linked it.

        Queued copies for an archive go to the arbiter's own chat, so that no copy is lost (art.
        2.2).
        Return whether the group was an archive.
        """
        known = await groups.unlink(self._service.unit.tx, chat)
        if known is None:
            return False
        if known.kind is GroupKind.COMPETITION:
            title = (await self._service.competitions.load(known.competition)).competition.title
            await self._service.tell_person(known.person, say("group.lost", title=title))
            return False
        await groups.send_copies(self._service.unit.tx, known.person, Copies.DAILY)
        person = await self._service.persons.get(known.person)
        if person.chat is not None:
            await outbox.readdress(self._service.unit.tx, chat, person.chat)
        await self._service.tell_person(known.person, say("group.archive_lost"))
        return person.chat is not None

    async def tell_of(self, seen: SeenCompetition, events: Iterable[CompetitionEvent]) -> None:
        """Post the public news in these events to the competition's group."""
        decided = tuple(events)
        chat = await groups.of_competition(self._service.unit.tx, seen.competition.code)
        if chat is None:
            return
        for event in decided:
            if isinstance(event, PhaseStarted):
                names = await self._service.competitions.names(seen.competition)
                self._post(chat, Notice(to=chat.chat, text=started_post(seen.competition, names)))
            elif isinstance(event, PlayersAdvanced):
                await self._post_table(seen, chat, seen.competition.number - 1, event)
            elif isinstance(event, CompetitionClosed):
                await self._post_table(seen, chat, seen.competition.number, event)
        if any(isinstance(event, ResultHomologated | ResultCorrected) for event in decided):
            await self._post_results(seen, chat)

    async def return_started(self, match: Match, red: PersonId, blue: PersonId) -> None:
        """Post that a pair's return game has begun; home games begin with their phase."""
        if match.competition and (
            chat := await self._service.groups.of_competition(match.competition)
        ):
            names = await self._service.persons.names((red, blue))
            text = return_post(match.code, names[red], names[blue])
            self._post(chat, Notice(to=chat.chat, text=text, silent=True))

    def _post(self, chat: GroupChat, notice: Notice) -> None:
        self._service.unit.say(replace(notice, about=chat.competition))

    async def _post_table(
        self, seen: SeenCompetition, chat: GroupChat, number: int, event: CompetitionEvent
    ) -> None:
        """Post the tables of a finished phase."""
        competition = seen.competition
        names = await self._service.competitions.names(competition)
        known = (competition, seen.seq)
        now = self._service.unit.now
        scene = await scene_of(self._service.unit.tx, self._service.shared, known, now, number)
        text = closed_post(competition, [row.player for row in scene.overall], names)
        if isinstance(event, PlayersAdvanced):
            text = advanced_post(competition, event, names)
        which = Which(phase=number)
        pictures, whole = closeups_of(scene, which), whole_button(scene, which)
        self._post(
            chat, Notice(to=chat.chat, text=text, buttons=((whole,),), pictures=pictures[:MOST])
        )

    async def _post_results(self, seen: SeenCompetition, chat: GroupChat) -> None:
        """Post every new result after a short wait for more."""
        competition, code = seen.competition, seen.competition.code
        posted = await outbox.newest_sent(self._service.unit.tx, code, post_key(code))
        since = max(chat.since, int(posted.removeprefix(post_key(code)) or 0))
        await outbox.withdraw(self._service.unit.tx, code, post_key(code))
        stored = await log.load(self._service.unit.tx, competition_stream(code))
        results = [
            row.event
            for row in stored
            if row.seq > since and isinstance(row.event, ResultHomologated | ResultCorrected)
        ]
        names = await self._service.competitions.names(competition)
        pictures, buttons = await self._tables(seen, results)
        notice = Notice(
            to=chat.chat,
            text=results_post(competition, results, names),
            buttons=buttons,
            pictures=pictures,
            not_before=self._service.unit.now + POST_WAIT,
            dedup=f"{post_key(code)}{seen.seq}",
            about=code,
        )
        await self._service.unit.store(notice)

    async def _tables(
        self, seen: SeenCompetition, results: Sequence[Result]
    ) -> tuple[tuple[Picture, ...], Buttons]:
        """Return large pictures of the changed tables, and a button to each whole table."""
        competition = seen.competition
        games = {result.game for result in results}
        found: list[Picture] = []
        buttons: list[tuple[Button]] = []
        for number, phase in enumerate(competition.phases):
            changed = {match.group for match in phase.matches if games & match.games.keys()}
            if changed:
                known, now = (competition, seen.seq), self._service.unit.now
                scene = await scene_of(
                    self._service.unit.tx, self._service.shared, known, now, number
                )
                for group in sorted(changed):
                    which = Which(phase=number, group=group)
                    found += closeups_of(scene, which)
                    buttons.append((whole_button(scene, which),))
        return tuple(found[:MOST]), tuple(buttons[:MOST])
