"""The digest: one message a day about all of a person's games, at their own hour.

It names the games to move in with their last days, the opponents awaited, and the answers owed;
games on leave are not urgent. Arbiters see their tasks. It is sent only if something is new
(`bot.service.operations.days.digest_finding`). Each person has one row of due work, with a mark for
each reported item. After an outage a person gets one current digest, and never two on one day.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from bot.service.notices.play.written_moves import written_in
from bot.service.operations.days.digest_finding import DigestContent, DigestFinding
from bot.service.operations.days.task_list import TaskLists
from bot.service.pure.days.digest_rows import (
    SENT_AS,
    DigestMode,
    gets_digests,
    local_day,
    reported_marks,
    retry_at,
)
from bot.service.pure.days.hours import at_hour
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Buttons, Card, Notice, Text, say
from bot.texts.notices.cases.task_list import news
from bot.texts.notices.participants import ending
from bot.texts.notices.play.preview import WrittenMove
from engine.games.deadlines import Clocks, answer_by, clocks, days_silent, is_silent
from engine.ids import GameId, PersonId, Seat
from storage.days import due
from storage.people.people import Person
from storage.queues import outbox
from storage.streams import name_of

MOST_ROWS: Final = 15
"""The most games of one kind in the list; the others are counted."""
MOST_BUTTONS: Final = 4
"""The most games with a button."""
FEW: Final = 5
"""The most days left that are highlighted."""
_MINE: Final = "digest.mine_row"
"""The line of a game in which the person is to move, with time left."""


class DigestSender:
    """Sends the daily digests."""

    def __init__(self, recorder: Recorder, task_lists: TaskLists) -> None:
        self._recorder, self._task_lists = recorder, task_lists
        self._finding = DigestFinding(recorder, task_lists)

    async def send_due(self, row: due.DueRow) -> None:
        """Send the digest that is due and plan the next; end the row if nothing is left."""
        person = await self._recorder.persons.get(PersonId(int(name_of(row.stream))))
        if not gets_digests(person):
            await due.remove(self._recorder.unit.tx, row.stream, row.kind)
            return
        later = retry_at(person, row.due_at, self._recorder.unit.now)
        if later is not None:
            await due.put(self._recorder.unit.tx, replace(row, due_at=later))
            return
        reported = await self._received(reported_marks(row))
        content = await self._finding.of(person, reported)
        is_daily = person.digest == DigestMode.DAILY and (content.is_playing or content.tasks.items)
        is_sent = bool(content.new.items or content.fresh.difference(reported) or is_daily)
        if content.has_content or await self._task_lists.rules_anything(person.id):
            marks = self._next_marks(person, content, reported, is_sent=is_sent)
            await self._recorder.digests.plan_next(person, marks)
        else:
            await due.remove(self._recorder.unit.tx, row.stream, row.kind)
        if is_sent:
            await self._send(person, content)

    def _next_marks(
        self, person: Person, content: DigestContent, reported: Sequence[str], *, is_sent: bool
    ) -> list[str]:
        """Return what counts as reported from now on, and the key of the last digest sent.

        Without a digest today, of a person's own items only what was reported before counts.
        """
        if is_sent:
            own_marks, last_sent = content.marks, [f"{SENT_AS}{self._key(person)}"]
        else:
            own_marks = content.marks.intersection(reported)
            last_sent = [mark for mark in reported if mark.startswith(SENT_AS)]
        return [*content.tasks.marks, *sorted(own_marks), *last_sent]

    async def _received(self, reported: Sequence[str]) -> Sequence[str]:
        """Return the marks of the last digest; none if it was not delivered, so that all is new."""
        for mark in reported:
            if mark.startswith(SENT_AS):
                state = await outbox.state_of(self._recorder.unit.tx, mark.removeprefix(SENT_AS))
                # A message without a state was sent, and deleted by age since.
                if state not in {outbox.MessageState.SENT, None}:
                    return ()
        return reported

    def _key(self, person: Person) -> str:
        """Return the key of the day's digest."""
        return f"digest:{person.id}:{local_day(person, self._recorder.unit.now).isoformat()}"

    async def _send(self, person: Person, content: DigestContent) -> None:
        """Send the digest, once a day despite changed hours and clocks, and only that day."""
        if person.address is None:
            return
        text, buttons = await self._card(person, content)
        day_over = local_day(person, self._recorder.unit.now) + timedelta(days=1)
        notice = Notice(
            to=person.address,
            text=text,
            buttons=buttons,
            dedup=self._key(person),
            expires=at_hour(day_over, 0, person.time_zone),
        )
        await self._recorder.notify(notice, can_wait=True)

    async def _card(self, person: Person, content: DigestContent) -> Card:
        """Return the digest: the person's own games and answers, then an arbiter's tasks."""
        if content.tasks.items and not content.has_content_today:
            return news(content.tasks, content.new)
        text = await self._text(person, content)
        buttons = await self._buttons(person.id, content.mine)
        if not content.tasks.items:
            return Card(text, buttons)
        task_text, task_buttons = news(content.tasks, content.new)
        both = say("digest.both", digest=text, docket=task_text)
        return Card(both, (*buttons, *task_buttons))

    async def _buttons(self, person: PersonId, games: list[GameSnapshot]) -> Buttons:
        """Return a button for each of the first games: its board, and its unsent move."""
        by_game = {snapshot.game.id: snapshot for snapshot in games}
        listed = await self._recorder.game_lists.listed(person)
        rows = [row for row in listed if row.game_id in by_game]
        buttons = []
        for row in rows[:MOST_BUTTONS]:
            game = GameId(row.game_id)
            written = await self._written(person, by_game[game])
            label = await self._recorder.game_lists.label(row, person)
            buttons.append((SHOW.button(label, game, View.BOARD),))
            if written is not None:
                buttons.append((written.button,))
        return tuple(buttons)

    async def _text(self, person: Person, content: DigestContent) -> Text:
        """Return the digest, section by section."""
        return say(
            "digest.text",
            today=local_day(person, self._recorder.unit.now).isoformat(),
            mine=await self._section("digest.mine", _MINE, person.id, content.mine),
            write=await self._to_write(content.write),
            theirs=await self._section(
                "digest.theirs", "digest.theirs_row", person.id, content.theirs
            ),
            resting=await self._section(
                "digest.resting", "digest.resting_row", person.id, content.resting
            ),
            answers=say("digest.answers", rows=content.answers) if content.answers else None,
        )

    async def _written(self, person: PersonId, snapshot: GameSnapshot) -> WrittenMove | None:
        """Return the move that the person has written in the game and not sent, or None."""
        if snapshot.game.seat_of(person) is not snapshot.game.turn:
            return None
        return await written_in(self._recorder, snapshot)

    async def _to_write(self, games: list[GameSnapshot]) -> Text | None:
        """Return the games in which the person enters another player's move (art. 9.6), or None."""
        rows = [
            say(
                "digest.write_row",
                game=snapshot.game.id,
                who=await self._recorder.persons.name(
                    snapshot.game.side(snapshot.game.turn).person
                ),
                until=ending(answer_by(snapshot.game), snapshot.game.rules.time_zone),
            )
            for snapshot in games[:MOST_ROWS]
        ]
        rows += _left_out(games)
        return say("digest.write", rows=rows) if rows else None

    async def _section(
        self, key: str, row_key: str, person: PersonId, games: list[GameSnapshot]
    ) -> Text | None:
        """Return a section with its games; None without any.

        `key`: the text of the section. `row_key`: that of a line, as `_row_text` takes it.
        """
        if not games:
            return None
        rows = []
        for snapshot in games[:MOST_ROWS]:
            row = await self._row_text(row_key, person, snapshot)
            written = await self._written(person, snapshot)
            rows.append(row if written is None else written.below(row))
        return say(key, n=len(games), rows=[*rows, *_left_out(games)])

    async def _row_text(self, key: str, person: PersonId, snapshot: GameSnapshot) -> Text:
        """Return the line of a game; for `_MINE`, the text depends on the time that is left."""
        game = snapshot.game
        seat = game.seat_of(person) or Seat.RED
        participants = await self._recorder.participants.of(game)
        today = self._recorder.games.today(game)
        leave = game.side(seat).leave_on(today)
        time = clocks(game, today)
        left, silence = time.left[game.turn], None
        if key == _MINE:
            has_arbiter = participants.kind.has_arbiter
            key = _own_key(time, today, left, has_arbiter=has_arbiter)
            if is_silent(game, today) and not (time.is_late or time.last_day == today):
                kind = "digest.silence" if has_arbiter else "digest.silence_friendly"
                silence = say(kind, n=days_silent(game, today))
        return say(
            key,
            game=game.id,
            partner=participants.at(seat.partner).name,
            left=max(0, left),
            until=participants.until(game),
            since=game.received.isoformat(),
            silence=silence,
            leave=leave.last.isoformat() if leave else None,
        )


def _left_out(games: Sequence[GameSnapshot]) -> list[Text]:
    """Return the line that counts the games beyond `MOST_ROWS`, if there are any."""
    left_out = len(games) - MOST_ROWS
    return [say("digest.more", n=left_out)] if left_out > 0 else []


def _own_key(time: Clocks, today: date, left: int, *, has_arbiter: bool) -> str:
    """Return the text of a game in which the person is to move, by what is left of their time."""
    if time.is_late:
        return "digest.mine_row_late" if has_arbiter else "digest.mine_row_late_friendly"
    if time.last_day == today:
        return "digest.mine_row_today"
    return "digest.mine_row_few" if left <= FEW else _MINE
