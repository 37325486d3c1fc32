"""Records that the sheets of a turn have arrived or cannot arrive, and notifies (art. 7.1)."""

from datetime import datetime

from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Notice, say
from bot.texts.notices.play.turn_notices import turn_key
from engine.games.deadlines import arrival
from engine.games.game import Game
from engine.ids import GameId, PersonId
from engine.thinking_time import day_of
from storage.queues import outbox


class ArrivalActs:
    """Records the outcome of sheets on their way."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def note_arrival(self, notice: Notice, queued_at: datetime) -> None:
        """Record that the turn's message has arrived; notify the player if it was late.

        `notice`: the message with the sheets. `queued_at`: when it was stored.
        """
        snapshot = await self._recorder.games.load(GameId(notice.about))
        if notice.dedup != turn_key(snapshot.game):
            return  # the turn is over
        if await outbox.state_of(self._recorder.unit.tx, f"{outbox.SEEN}{notice.dedup}"):
            return  # it arrived when its player opened the game
        now = self._recorder.unit.now
        events = arrival(snapshot.game, self._recorder.games.today(snapshot.game), now)
        if not events:
            return
        after = await self._recorder.game_acts.record(snapshot, events, now)
        if day_of(queued_at, after.game.rules.time_zone) < events[0].on:
            await self._notify_of_late_arrival(after.game)

    async def note_seen(self, game: GameId, person: PersonId) -> None:
        """Record that the player to move has opened the game while its turn's mail is on its way.

        That is the arrival (art. 7.1), so nobody gains by reading ahead of a mail that is stuck.
        """
        snapshot = await self._recorder.games.load(game)
        participants = await self._recorder.participants.of(snapshot.game)
        if participants.at(snapshot.game.turn).id != person:
            return
        key, now = turn_key(snapshot.game), self._recorder.unit.now
        if not await outbox.note_seen(self._recorder.unit.tx, key):
            return
        events = arrival(snapshot.game, self._recorder.games.today(snapshot.game), now)
        if events:
            await self._recorder.game_acts.record(snapshot, events, now)
        else:
            # The sheets are no longer awaited, so time runs, and its deadlines must be planned.
            await self._recorder.planning.plan(snapshot, moved=True)

    async def _notify_of_late_arrival(self, game: Game) -> None:
        """Notify the player that the days on their sheets have moved."""
        participants = await self._recorder.participants.of(game)
        player = participants.at(game.turn)
        if player.address is not None:
            text = say(
                "arrival.late",
                game=game.id,
                sent=game.arrivals[-1].sent.isoformat(),
                on=game.received.isoformat(),
                until=participants.until(game),
            )
            await self._recorder.notify(
                Notice(to=player.address, text=player.addressed(text), about=game.id, silent=True)
            )

    async def note_lost(self, notice: Notice, key: str) -> GameId | None:
        """Record that the turn's message cannot be delivered, and notify the arbiter.

        Time runs from then on, because the player is at fault. `key`: the text, which says why.
        Return the game; None if the turn is over.
        """
        snapshot = await self._recorder.games.load(GameId(notice.about))
        if notice.dedup != turn_key(snapshot.game):
            return None
        self._recorder.arrivals.note_undeliverable(notice.dedup)
        await self._recorder.planning.plan(snapshot, moved=True)
        await self._notify_of_loss(snapshot, notice, key)
        return snapshot.game.id

    async def _notify_of_loss(self, snapshot: GameSnapshot, notice: Notice, key: str) -> None:
        """Notify the arbiter, unless the message that is lost was to them."""
        participants = await self._recorder.participants.of(snapshot.game)
        if participants.arbiter.address is None or participants.arbiter.address == notice.to:
            return
        text = say(
            key,
            who=participants.at(snapshot.game.turn).name,
            game=snapshot.game.id,
            on=snapshot.game.received.isoformat(),
        )
        dedup = f"lost:{notice.dedup}"
        await self._recorder.notify(
            Notice(to=participants.arbiter.address, text=text, about=snapshot.game.id, dedup=dedup)
        )
