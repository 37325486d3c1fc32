"""Groups the bot writes to, as a desk has them: linked by a code, posted to, lost, moved.

A competition's group hears of starts, results and standings; an arbiter's archive takes his copies
(`bot.desk.copies`). Nothing else is ever written to a group, and nothing of a game but its result:
no letters, no placements, nothing anybody wrote (`bot.words.posts` words what is posted).
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.desk.competitions.competitions import SeenCompetition
from bot.language.i18n import negotiate
from bot.messages import Incoming, Notice, Picture, say
from bot.standings.album import MOST, pictures_of
from bot.standings.reading import scene_of
from bot.standings.which import Which
from bot.words.posts import (
    Result,
    advanced_post,
    closed_post,
    results_post,
    return_post,
    started_post,
)
from engine.competitions.events import (
    CompetitionClosed,
    CompetitionEvent,
    PhaseStarted,
    PlayersAdvanced,
    ResultCorrected,
    ResultHomologated,
)
from engine.errors import Fault, GameStateError
from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from engine.matches.match import Match
from storage import groups, log, outbox, people
from storage.groups import Copies, GroupChat, GroupCode, GroupKind
from storage.people import Person
from storage.streams import competition_stream

if TYPE_CHECKING:
    from bot.desk.desk import Desk
    from bot.office.shared import Said

CODE_LIFE = timedelta(hours=24)
CODE_BYTES = 9
NOBODY = PersonId(0)
"""No person's number: somebody in a group whom the bot does not know."""
POST_WAIT = timedelta(minutes=2)
"""Results wait this long for more of them: what is homologated in a row is posted at once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A code that links a group, and the link that takes the bot there with it."""

    code: str
    link: str


class Groups:
    """Everything a handler may do with groups."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx

    async def offer(
        self, said: "Said", kind: GroupKind, competition: CompetitionCode = NO_COMPETITION
    ) -> Offer:
        """Return a new code with which this arbiter, and nobody else, links one group."""
        code = secrets.token_urlsafe(CODE_BYTES)
        await groups.offer(
            self._tx,
            GroupCode(
                code=code,
                kind=kind,
                competition=competition,
                person=said.person.id,
                expires_at=self._desk.unit.now + CODE_LIFE,
            ),
        )
        rights = "&admin=manage_topics" if kind is GroupKind.ARCHIVE else ""
        name = self._desk.shared.bot_name
        return Offer(code, f"https://t.me/{name}?startgroup={code}{rights}")

    async def link(self, said: "Said", code: str) -> GroupChat:
        """Link the group in which an arbiter wrote his code.

        Raises:
            GameStateError: the code is no longer good, or somebody else's, or he is an arbiter no
                more; or he has tried too many that were not good.
        """
        gate, who = self._desk.shared.gate, said.incoming.sender.id
        if not gate.may_guess(who, said.at):
            raise GameStateError(Fault("group_code_unknown"))
        if await groups.peek_code(self._tx, code) != said.person.id:
            gate.guessed_wrong(who, said.incoming.update, said.at)
            raise GameStateError(Fault("group_code_unknown"))
        offered = await groups.take_code(self._tx, code, self._desk.unit.now)
        if offered is None:
            raise GameStateError(Fault("group_code_unknown"))
        since = 0
        if offered.kind is GroupKind.COMPETITION:
            since = (await self._desk.competitions.ruled_by(said, offered.competition)).seq
        linked = GroupChat(
            chat=said.incoming.chat,
            kind=offered.kind,
            competition=offered.competition,
            person=said.person.id,
            language=said.person.language or negotiate(None),
            since=since,
        )
        await groups.link(self._tx, linked, said.at)
        if linked.kind is GroupKind.ARCHIVE:
            await groups.send_copies(self._tx, said.person.id, Copies.ARCHIVE)
        return linked

    async def speaker(self, incoming: Incoming) -> Person:
        """Return who speaks in a group: known already, or nobody whom anything is kept of."""
        known = await people.by_telegram(self._tx, incoming.sender.id)
        if known is not None:
            return known
        habits = self._desk.shared.habits
        return Person(
            id=NOBODY,
            telegram_id=incoming.sender.id,
            chat=None,
            name=incoming.sender.name,
            language=negotiate(incoming.sender.language),
            time_zone=habits.time_zone,
            reminder_hour=habits.reminder_hour,
            quiet_from=None,
            quiet_to=None,
            reachable=False,
            arbiter=False,
            club="",
        )

    async def of_chat(self, chat: int) -> GroupChat | None:
        """Return what a group is linked to, if it is."""
        return await groups.of_chat(self._tx, chat)

    async def of_competition(self, code: CompetitionCode) -> GroupChat | None:
        """Return a competition's group, if it has one."""
        return await groups.of_competition(self._tx, code)

    async def unlink(self, code: CompetitionCode) -> bool:
        """Write to the competition's group no more; return whether it had one."""
        known = await groups.of_competition(self._tx, code)
        if known is None:
            return False
        await groups.unlink(self._tx, known.chat)
        await outbox.withdraw(self._tx, code, _prefix(code))
        return True

    async def moved(self, old: int, new: int) -> None:
        """Note that a group has become another chat, and write there what waits for the old one."""
        await groups.move(self._tx, old, new)
        await outbox.readdress(self._tx, old, new)

    async def lost(self, chat: int) -> bool:
        """Note that the bot is no longer in a group, and tell the arbiter who linked it.

        What waited for an archive goes to his own chat: a copy is never lost (art. 2.2). Returns
        whether that is so.
        """
        known = await groups.unlink(self._tx, chat)
        if known is None:
            return False
        if known.kind is GroupKind.COMPETITION:
            title = (await self._desk.competitions.load(known.competition)).competition.title
            await self._desk.tell_person(known.person, say("group.lost", title=title))
            return False
        await groups.send_copies(self._tx, known.person, Copies.SILENT)
        person = await self._desk.persons.get(known.person)
        if person.chat is not None:
            await outbox.readdress(self._tx, chat, person.chat)
        await self._desk.tell_person(known.person, say("group.archive_lost"))
        return person.chat is not None

    async def copies_of(self, person: "PersonId") -> Copies:
        """Return where an arbiter wants his copies."""
        return await groups.copies_of(self._tx, person)

    async def archive_of(self, person: "PersonId") -> GroupChat | None:
        """Return an arbiter's archive group, if he has one."""
        return await groups.archive_of(self._tx, person)

    async def send_copies(self, person: "PersonId", way: Copies) -> None:
        """Note where an arbiter wants his copies from now on."""
        await groups.send_copies(self._tx, person, way)

    async def may_try_topics(self, chat: int) -> None:
        """Open topics in the group again: the bot's rights there have changed."""
        await groups.forget_topic(self._tx, chat, groups.NO_TOPICS)

    async def tell_of(self, seen: SeenCompetition, events: Iterable[CompetitionEvent]) -> None:
        """Post to the competition's group what these events mean to everybody."""
        decided = tuple(events)
        chat = await groups.of_competition(self._tx, seen.competition.code)
        if chat is None:
            return
        for event in decided:
            if isinstance(event, PhaseStarted):
                names = await self._desk.competitions.names(seen.competition)
                self._post(chat, Notice(to=chat.chat, text=started_post(seen.competition, names)))
            elif isinstance(event, PlayersAdvanced):
                await self._post_table(seen, chat, seen.competition.number - 1, event)
            elif isinstance(event, CompetitionClosed):
                await self._post_table(seen, chat, seen.competition.number, event)
        if any(isinstance(event, ResultHomologated | ResultCorrected) for event in decided):
            await self._post_results(seen, chat)

    async def return_started(self, match: Match, red: PersonId, blue: PersonId) -> None:
        """Post that a pair's return game has begun; the home games begin with their phase."""
        if match.competition and (chat := await self.of_competition(match.competition)):
            names = await self._desk.persons.names((red, blue))
            text = return_post(match.code, names[red], names[blue])
            self._post(chat, Notice(to=chat.chat, text=text, silent=True))

    def _post(self, chat: GroupChat, notice: Notice) -> None:
        self._desk.unit.say(replace(notice, about=chat.competition))

    async def _post_table(
        self, seen: SeenCompetition, chat: GroupChat, number: int, event: CompetitionEvent
    ) -> None:
        """Post how a phase has ended, with its tables."""
        competition = seen.competition
        names = await self._desk.competitions.names(competition)
        known = (competition, seen.seq)
        now = self._desk.unit.now
        scene = await scene_of(self._tx, self._desk.shared, known, now, number)
        text = closed_post(competition, [row.player for row in scene.overall], names)
        if isinstance(event, PlayersAdvanced):
            text = advanced_post(competition, event, names)
        pictures = pictures_of(scene, Which(phase=number))
        self._post(chat, Notice(to=chat.chat, text=text, pictures=pictures))

    async def _post_results(self, seen: SeenCompetition, chat: GroupChat) -> None:
        """Post every result that has not been posted yet, a little later: more may follow."""
        competition, code = seen.competition, seen.competition.code
        posted = await outbox.newest_sent(self._tx, code, _prefix(code))
        since = max(chat.since, int(posted.removeprefix(_prefix(code)) or 0))
        await outbox.withdraw(self._tx, code, _prefix(code))
        stored = await log.load(self._tx, competition_stream(code))
        results = [
            row.event
            for row in stored
            if row.seq > since and isinstance(row.event, ResultHomologated | ResultCorrected)
        ]
        names = await self._desk.competitions.names(competition)
        notice = Notice(
            to=chat.chat,
            text=results_post(competition, results, names),
            pictures=await self._tables(seen, results),
            not_before=self._desk.unit.now + POST_WAIT,
            dedup=f"{_prefix(code)}{seen.seq}",
            about=code,
        )
        await self._desk.unit.store(notice)

    async def _tables(
        self, seen: SeenCompetition, results: Sequence[Result]
    ) -> tuple[Picture, ...]:
        """Return the tables that the results have changed."""
        competition = seen.competition
        games = {result.game for result in results}
        found: list[Picture] = []
        for number, phase in enumerate(competition.phases):
            changed = {match.group for match in phase.matches if games & match.games.keys()}
            if changed:
                known, now = (competition, seen.seq), self._desk.unit.now
                scene = await scene_of(self._tx, self._desk.shared, known, now, number)
                for group in sorted(changed):
                    found += pictures_of(scene, Which(phase=number, group=group))
        return tuple(found[:MOST])


def _prefix(code: CompetitionCode) -> str:
    """Return how the keys of a competition's posted results begin."""
    return f"post:{code}:"
