"""Links, unlinks and moves groups, and stores where an arbiter wants sheet copies."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from bot.runtime.guesses import guess
from bot.runtime.shared import UserInput
from bot.service.readers.competitions.groups import post_key
from bot.service.readers.readers import Readers
from bot.texts.languages import negotiate
from bot.texts.messages import Notice, say
from engine.errors import Fault, GameStateError
from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.competitions import group_topics, groups, linking_codes, sheet_copies
from storage.competitions.groups import GroupChat, GroupKind
from storage.competitions.linking_codes import GroupCode
from storage.competitions.sheet_copies import Copies
from storage.queues import outbox

CODE_LIFE = timedelta(hours=24)
"""The validity of a code that links a group."""
CODE_BYTES = 9
"""72 bits: only its arbiter may use the code, so it need not be as long as an invitation."""


@dataclass(frozen=True, slots=True)
class GroupLink:
    """A code that links a group, and the link that adds the bot to the group with it."""

    code: str
    link: str


class GroupActs:
    """Writes changes of groups."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._tx = readers.unit.tx

    async def offer(
        self,
        user_input: UserInput,
        kind: GroupKind,
        competition: CompetitionCode = NO_COMPETITION,
    ) -> GroupLink:
        """Return a new code with which only this arbiter can link one group."""
        code = secrets.token_urlsafe(CODE_BYTES)
        await linking_codes.offer(
            self._tx,
            GroupCode(
                code=code,
                kind=kind,
                competition=competition,
                person=user_input.person.id,
                expires_at=self._readers.unit.now + CODE_LIFE,
            ),
        )
        rights = "&admin=manage_topics" if kind is GroupKind.ARCHIVE else ""
        name = self._readers.shared.bot_name
        return GroupLink(code, f"https://t.me/{name}?startgroup={code}{rights}")

    async def link(self, user_input: UserInput, code: str) -> GroupChat:
        """Link the group in which an arbiter wrote their code, in place of an earlier group.

        The earlier group is told. An archive gets the arbiter's copies from now on.

        Raises:
            GameStateError: the code is no longer valid or somebody else's, the person is no longer
                an arbiter, or they have tried too many invalid codes.
        """

        async def own_code() -> str | None:
            owner = await linking_codes.owner_of(self._tx, code)
            return code if owner == user_input.person.id else None

        written = await guess(self._readers.shared.gate, user_input, own_code)
        if written.meant is None:
            raise GameStateError(Fault("group_code_unknown"))
        offered = await linking_codes.take(self._tx, code, self._readers.unit.now)
        if offered is None:
            raise GameStateError(Fault("group_code_unknown"))
        since = 0  # results before this event of the competition are not posted
        if offered.kind is GroupKind.COMPETITION:
            since = (await self._readers.competitions.ruled_by(user_input, offered.competition)).seq
        linked = GroupChat(
            chat=user_input.incoming.chat,
            kind=offered.kind,
            competition=offered.competition,
            person=user_input.person.id,
            language=user_input.person.language or negotiate(None),
            since=since,
        )
        await self._tell_replaced(linked)
        await groups.link(self._tx, linked, user_input.at)
        if linked.kind is GroupKind.ARCHIVE:
            await sheet_copies.choose(self._tx, user_input.person.id, Copies.ARCHIVE)
        return linked

    async def _tell_replaced(self, linked: GroupChat) -> None:
        """Tell the group that is linked so far that another one takes its place."""
        if linked.kind is GroupKind.COMPETITION:
            before = await groups.of_competition(self._tx, linked.competition)
        else:
            before = await groups.archive_of(self._tx, linked.person)
        if before is not None and before.chat != linked.chat:
            notice = Notice(to=before.chat, text=say("group.replaced"), silent=True)
            self._readers.unit.say(notice)

    async def unlink(self, code: CompetitionCode) -> bool:
        """Unlink the competition's group, and withdraw queued posts; return whether it had one."""
        group = await groups.of_competition(self._tx, code)
        if group is None:
            return False
        await groups.unlink(self._tx, group.chat)
        await outbox.withdraw(self._tx, code, post_key(code))
        return True

    async def show_requests(self, code: CompetitionCode, *, requests: bool) -> None:
        """Store whether the competition's group gets requests for friendly matches."""
        group = await groups.of_competition(self._tx, code)
        if group is not None:
            await groups.set_requests(self._tx, group.chat, shown=requests)

    async def note_moved(self, old: int, new: int) -> None:
        """Store that a group has become another chat, and move its queued messages there."""
        await groups.move(self._tx, old, new)
        await outbox.renumber(self._tx, old, new)

    async def send_copies(self, person: PersonId, copies: Copies) -> None:
        """Store where an arbiter wants sheet copies from now on."""
        await sheet_copies.choose(self._tx, person, copies)

    async def may_try_topics(self, chat: int) -> None:
        """Try topics in the group again, because the bot's rights there have changed."""
        await group_topics.lift_bar(self._tx, chat)
