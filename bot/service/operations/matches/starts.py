"""Starts: arranges matches, lets players join, and puts games into play."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.runtime.shared import UserInput
from bot.service.notices.competitions.group_posts import GroupPosts
from bot.service.notices.people.newcomers import newcomer_of
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.matches.seating import access_of, seat
from bot.service.operations.people.meeting import Meeting
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.notices.matches.cards import joined_text
from bot.texts.notices.matches.match_relay import started_notices, word_list
from bot.texts.notices.people.links import came_to_match_text, match_places_button
from engine.errors import Fault, GameStateError
from engine.games.events import GameStarted
from engine.games.orders import Order, end_unbegun
from engine.ids import NO_ARBITER, Leg, PersonId, game_id
from engine.matches.decide import join, start_leg
from engine.matches.events import LegStarted, MatchArranged, PlayerJoined
from engine.matches.friendly import friendly_rules
from engine.matches.match import Match
from engine.rulesets import Phase
from engine.thinking_time import day_of
from storage.matches.match_requests import PlayRequest
from storage.people.invitations import Invite


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of a match outside a competition."""

    phase: Phase
    """The phase of a championship whose days of thinking time and leave apply."""
    start: date
    title: str = ""
    """The title on the sheets; "" for a friendly match."""


class Starts:
    """Arranges matches, seats their players, and starts their games."""

    def __init__(
        self,
        recorder: Recorder,
        results: MatchResults,
        posts: GroupPosts,
        meeting: Meeting,
    ) -> None:
        self._recorder, self._results = recorder, results
        self._posts, self._meeting = posts, meeting

    async def arrange(
        self, user_input: UserInput, players: Sequence[PersonId], settings: MatchSettings
    ) -> MatchSnapshot:
        """Arrange a match of two players that the person rules; the first is not always Red.

        Both seeds are drawn now, so that their commitments can be published. The arbiter gets
        digests from now on.
        """
        shared = self._recorder.shared
        home = shared.new_seed()
        event = MatchArranged(
            at=user_input.at,
            match=await self._recorder.matches.new_code(),
            arbiter=user_input.person.id,
            phase=settings.phase,
            rules=shared.rules,
            edition=shared.edition_on(settings.start),
            first=players[0],
            second=players[1],
            start=settings.start,
            title=settings.title,
            home_seed=home,
            return_seed=home if shared.rules.sequence_scope.joins_legs else shared.new_seed(),
        )
        await self._recorder.digests.ensure(user_input.person)
        return await self._recorder.match_acts.begin((event,), user_input.at)

    async def arrange_friendly(
        self, request: PlayRequest, accepted: PersonId, at: datetime, red: PersonId | None = None
    ) -> MatchSnapshot:
        """Arrange the match of a request without an arbiter, with both players in their seats.

        Both seeds are drawn now. `red` begins the home game; without one, its seed decides.
        """
        shared, today = self._recorder.shared, self._recorder.today()
        arranged = MatchArranged(
            at=at,
            match=await self._recorder.matches.new_code(),
            arbiter=NO_ARBITER,
            phase=Phase.PRELIMINARY,
            rules=friendly_rules(shared.rules, request.days),
            edition=request.edition or shared.edition_on(today),
            edition_chosen=request.edition is not None,
            first=request.person,
            second=accepted,
            start=today,
            title="",
            home_seed=shared.new_seed(),
            return_seed=shared.new_seed(),
            red=red,
            is_single=request.is_single,
            rated=request.rated,
        )
        people = (request.person, accepted)
        joined = [
            PlayerJoined(
                at=at, invited=person, person=person, via=await access_of(self._recorder, person)
            )
            for person in people
        ]
        return await self._recorder.match_acts.begin((arranged, *joined), at)

    async def start(
        self, snapshot: MatchSnapshot, at: datetime, *, on_request: bool = False
    ) -> MatchSnapshot:
        """Start the next game if it is due, and send everyone the sheets (art. 2.1).

        A game with a disqualified player ends at once, because they do not come (art. 9.1, 10.3).
        No game starts after its phase is closed (art. 9.4). `on_request`: it starts before its day,
        because both players want that or one is disqualified.
        """
        if await self._recorder.closings.is_match_closed(snapshot.match, at):
            return snapshot
        edition = self._recorder.shared.edition_on(day_of(at, snapshot.match.rules.time_zone))
        events = start_leg(snapshot.match, at, on_request=on_request, edition=edition)
        if not events:
            return snapshot
        snapshot = await self._recorder.match_acts.advance(snapshot, events, at)
        await self._put_into_play(snapshot.match, events[0], at)
        return await self._recorder.matches.load(snapshot.match.code)

    async def open_closed(self, snapshot: MatchSnapshot, at: datetime) -> GameSnapshot:
        """Start the next game of a match whose phase is closed, without messages.

        The game ends at once. It is started so that it has a log, sheets and coefficients like
        others.
        """
        (leg,) = start_leg(snapshot.match, at, on_request=True)
        snapshot = await self._recorder.match_acts.advance(snapshot, (leg,), at)
        return await self._open(snapshot.match, leg, at)

    async def _open(self, match: Match, leg: LegStarted, at: datetime) -> GameSnapshot:
        """Record the start of a game, with its sequence drawn from the seed."""
        seed = bytes.fromhex(match.seeds[leg.leg])
        started = GameStarted(
            at=at,
            game=game_id(match.code, leg.leg),
            match=match.code,
            leg=leg.leg,
            phase=match.phase,
            rules=match.rules,
            edition=match.edition,
            red=leg.red,
            blue=leg.blue,
            sequence=self._recorder.shared.draw(seed, match.rules),
            start=leg.start,
            red_leave=match.leave_of(leg.red),
            blue_leave=match.leave_of(leg.blue),
        )
        return await self._recorder.game_acts.begin(started)

    async def _put_into_play(self, match: Match, leg: LegStarted, at: datetime) -> None:
        """Begin a game and notify; end it at once if a player is disqualified (art. 9.1)."""
        snapshot = await self._open(match, leg, at)
        excluded = await self._recorder.competitions.excluded_players(match)
        if excluded:
            order = Order(at=at, arbiter=match.arbiter, article="9.1", reason="")
            events = end_unbegun(snapshot.game, order, excluded)
            if await self._recorder.competitions.counts(match):
                await self._recorder.game_acts.record(snapshot, events, at)
            else:
                await self._results.record_unplayed(snapshot, events, at)
            return
        participants = await self._recorder.participants.of(snapshot.game)
        notices = started_notices(
            snapshot.game, snapshot.seq, participants, match, self._recorder.shared
        )
        for notice in notices:
            await self._recorder.notify(notice)
        if leg.leg is Leg.RETURN:
            await self._posts.return_started(match, leg.red, leg.blue)

    async def join(self, user_input: UserInput, invite: Invite) -> None:
        """Give the person the invited seat, and notify them and the arbiter; start the game if due.

        Raises:
            GameStateError: the seat is taken, or they cannot have it.
        """
        if invite.match_id is None or invite.person is None:
            raise GameStateError(Fault("place_taken"))
        snapshot, invited = await self._recorder.matches.load(invite.match_id), invite.person
        access = await access_of(self._recorder, user_input.person.id)
        events = join(snapshot.match, invited, user_input.person.id, user_input.at, access)
        written = await self._recorder.persons.name(invited)
        person = user_input.person.id
        await self._meeting.take_name(person, invited)
        snapshot = await seat(self._recorder, snapshot, events, invited, person, user_input.at)
        await self._recorder.person_acts.mark_used(user_input, invite)
        match = snapshot.match
        names = await self._recorder.persons.names((*match.people, match.arbiter))
        starts_now = bool(start_leg(match, user_input.at))
        text = joined_text(match, person, names, starts_now=starts_now)
        self._recorder.answer(user_input, text)
        known = await self._recorder.persons.get(person)
        newcomer = newcomer_of(known, written)
        buttons = ((match_places_button(match.code),),) if newcomer.is_otherwise_called else ()
        text = came_to_match_text(newcomer, match.code)
        silent = not newcomer.is_otherwise_called  # with the written name, there is nothing to do
        await self._recorder.notify_person(
            match.arbiter, text, buttons, about=match.code, silent=silent
        )
        # The other players got the list with the home game.
        if match.started and known.address is not None:
            list_notice = word_list(known.address, match.edition, self._recorder.shared)
            await self._recorder.notify(list_notice)
        if match.all_running:
            await self._recorder.send_missed(person)
        await self.start(snapshot, user_input.at)
