"""The matches side of the desk: arrange, join, start, announce leave, propose and homologate."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.days.agenda import match_rows
from bot.messages import Text, say
from bot.office.shared import Said
from bot.words.cards import LegCard, answers, joined_text, results_card
from bot.words.cast import Member
from bot.words.match_relay import (
    Told,
    results_answered,
    results_proposed,
    return_offered,
    started_notices,
)
from bot.words.relay import score_text, turn_text
from engine.errors import Fault, GameStateError
from engine.games.events import Ending, GameStarted
from engine.games.game import Game
from engine.games.orders import Order, end
from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.matches.decide import join, start_leg
from engine.matches.events import LegStarted, MatchArranged, MatchEvent, ResultsProposed
from engine.matches.fold import evolve_match, replay_match
from engine.matches.homologation import last_day_to_object
from engine.matches.match import Match, MatchStage
from engine.matches.results import match_coefficients
from engine.matches.rulings import follow_ruling, propose_results
from engine.rulesets import Phase, SequenceScope
from storage import due, log, projections
from storage.people import Invite, Person
from storage.projections import MatchRow
from storage.streams import match_stream

if TYPE_CHECKING:
    from bot.desk.desk import Desk
    from bot.desk.games import SeenGame

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No I, O, 0 or 1: a code is read aloud and copied by hand."""
CODE_LENGTH = 4
OVER = frozenset({MatchStage.PLAYED, MatchStage.PROPOSED, MatchStage.HOMOLOGATED})
"""When both games of a match are over."""


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A match and the number of the last event it was made from."""

    match: Match
    seq: int


class Matches:
    """Everything a handler may do with matches; each is read once in a unit of work."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx
        self._seen: dict[MatchCode, SeenMatch] = {}

    async def load(self, code: MatchCode) -> SeenMatch:
        """Return the match as its log makes it.

        Raises:
            GameStateError: there is no such match.
        """
        if code not in self._seen:
            head = await log.head(self._tx, match_stream(code))
            if not head.seq:
                raise GameStateError(Fault("no_such_match", facts={"match": code[:20]}))
            await self._fold(code, head)
        return self._seen[code]

    async def _fold(self, code: MatchCode, head: log.Head) -> None:
        """Take the match from those folded lately, or fold it from its log."""
        match = self._desk.shared.matches.get(head.hash)
        if match is None:
            stored = await log.load(self._tx, match_stream(code))
            match = replay_match(row.event for row in stored)
            self._desk.shared.matches.put(head.hash, match)
        self._seen[code] = SeenMatch(match, head.seq)

    async def events(self, code: MatchCode) -> list[MatchEvent]:
        """Return everything that happened in the match around its games, in order."""
        return [row.event for row in await log.load(self._tx, match_stream(code))]

    async def of_player(self, said: Said, code: MatchCode) -> SeenMatch:
        """Return a match that the person plays.

        Raises:
            GameStateError: there is no such match, or it is not his.
        """
        seen = await self.load(code)
        if said.person.id not in seen.match.people:
            raise GameStateError(Fault("not_your_game"))
        return seen

    async def spoken_for(self, said: Said, code: MatchCode, player: PersonId) -> SeenMatch:
        """Return a match in which the person speaks for that player: he is he, or writes for him.

        Raises:
            GameStateError: there is no such match, or he does not.
        """
        seen = await self.load(code)
        if player not in seen.match.people or not speaks_for(said.person.id, player, seen.match):
            raise GameStateError(Fault("not_your_game"))
        return seen

    async def ruled_by(self, said: Said, code: MatchCode) -> SeenMatch:
        """Return a match that the person is an arbiter of: its own, or its competition's.

        Raises:
            GameStateError: there is no such match, or others rule it.
        """
        seen = await self.load(code)
        if said.person.id not in await self._desk.competitions.arbiters(seen.match):
            raise GameStateError(Fault("not_your_match"))
        return seen

    async def member(self, match: Match, person: PersonId) -> Member:
        """Return how a person of the match is reached.

        Who has no chat is reached through whoever writes for him (art. 9.6).
        """
        known = await self._desk.persons.get(person)
        writer = match.writers.get(person)
        if known.chat is not None or writer is None:
            return Member(person, known.name, known.chat)
        chat = (await self._desk.persons.get(writer)).chat
        return Member(person, known.name, chat, is_elsewhere=True)

    async def all_ruled(self, arbiter: PersonId) -> list[SeenMatch]:
        """Return the arbiter's matches."""
        rows = await projections.matches_of(self._tx, arbiter)
        return [await self.load(MatchCode(row.code)) for row in rows]

    async def played_by(self, person: PersonId) -> list[SeenMatch]:
        """Return every match the person plays or has played, the latest changed first."""
        rows = await projections.matches_played_by(self._tx, person)
        return [await self.load(MatchCode(row.code)) for row in rows]

    async def active(self, person: PersonId) -> list[SeenMatch]:
        """Return the matches the person is playing: arranged, running or between the games."""
        seen = await self.played_by(person)
        return [one for one in seen if one.match.stage not in OVER]

    async def ruled_active(self, arbiter: PersonId) -> list[SeenMatch]:
        """Return the arbiter's matches that are arranged, running or between the games."""
        rows = await projections.matches_of(self._tx, arbiter)
        playing = [MatchCode(row.code) for row in rows if MatchStage(row.status) not in OVER]
        return [await self.load(code) for code in playing]

    async def any_of(self, person: PersonId) -> bool:
        """Return whether the person has ever had a place in a match."""
        return bool(await projections.matches_played_by(self._tx, person))

    async def arrange(
        self, said: Said, players: Sequence[PersonId], phase: Phase, start: date
    ) -> SeenMatch:
        """Arrange a match: draw both seeds now, so that their commitments can be published."""
        shared = self._desk.shared
        home = shared.new_seed()
        one_for_both = shared.rules.sequence_scope in {SequenceScope.PHASE, SequenceScope.MATCH}
        event = MatchArranged(
            at=said.at,
            match=await self.new_code(),
            arbiter=said.person.id,
            phase=phase,
            rules=shared.rules,
            edition=shared.edition,
            first=players[0],
            second=players[1],
            start=start,
            home_seed=home,
            return_seed=home if one_for_both else shared.new_seed(),
        )
        return await self.begin((event,), said.at)

    async def begin(self, events: Sequence[MatchEvent], at: datetime) -> SeenMatch:
        """Begin a match with these events, its arrangement first; no game is started."""
        match = replay_match(events)
        stored = await log.append(self._tx, match_stream(match.code), 0, events, at)
        seen = SeenMatch(match, stored[-1].seq)
        await self._keep(seen)
        return seen

    async def new_code(self) -> MatchCode:
        """Return a code that no match has."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if not (await log.head(self._tx, match_stream(code))).seq:
                return MatchCode(code)

    async def advance(
        self, seen: SeenMatch, events: Iterable[MatchEvent], at: datetime
    ) -> SeenMatch:
        """Append what was decided about a match and store what lists show of it."""
        decided = tuple(events)
        if not decided:
            return seen
        stored = await log.append(self._tx, match_stream(seen.match.code), seen.seq, decided, at)
        after = SeenMatch(reduce(evolve_match, decided, seen.match), stored[-1].seq)
        await self._keep(after)
        return after

    async def _keep(self, seen: SeenMatch) -> None:
        self._seen[seen.match.code] = seen
        now = self._desk.unit.now
        await projections.save_match(self._tx, match_row(seen.match, seen.seq, now))
        stream = match_stream(seen.match.code)
        # What fell due while the bot was down is still to be said; whoever says it looks again.
        await due.replace_all(self._tx, stream, match_rows(seen.match, now), unrung=now)

    async def start(self, seen: SeenMatch, at: datetime, *, on_request: bool = False) -> SeenMatch:
        """Start the next game if its hour has come, and give everybody the sheets (art. 2.1).

        One with a player who is excluded ends as it begins: he does not come (art. 9.1, 10.3).
        None starts once its phase is closed (art. 9.4).
        """
        if await self._desk.closings.is_over(seen.match, at):
            return seen
        events = start_leg(seen.match, at, on_request=on_request)
        if not events:
            return seen
        seen = await self.advance(seen, events, at)
        await self._begin(seen.match, events[0], at)
        return await self.load(seen.match.code)

    async def open_closed(self, seen: SeenMatch, at: datetime) -> "SeenGame":
        """Put into play, without a word, a game that never began before its phase was closed.

        It is to be ended at once: so it has its log, its sheets and its coefficients as all others.
        """
        (leg,) = start_leg(seen.match, at, on_request=True)
        seen = await self.advance(seen, (leg,), at)
        return await self._open(seen.match, leg, at)

    async def _open(self, match: Match, leg: LegStarted, at: datetime) -> "SeenGame":
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
            sequence=self._desk.shared.draw(seed, match.rules),
            start=leg.start,
            red_leave=match.leave_of(leg.red),
            blue_leave=match.leave_of(leg.blue),
        )
        return await self._desk.games.begin(started)

    async def _begin(self, match: Match, leg: LegStarted, at: datetime) -> None:
        seen = await self._open(match, leg, at)
        out = await self._desk.competitions.excluded_from(match)
        if out is not None:
            by = seen.game.seat_of(out)
            order = Order(at=at, arbiter=match.arbiter, article="9.1", reason="")
            await self._desk.games.record(seen, end(seen.game, order, Ending.NO_SHOW, by), at)
            return
        cast = await self._desk.games.cast(seen.game)
        for notice in started_notices(seen.game, seen.seq, cast, match, self._desk.shared):
            await self._desk.tell(notice)
        if leg.leg is Leg.RETURN:
            await self._desk.groups.return_started(match, leg.red, leg.blue)

    async def join(self, said: Said, invite: Invite) -> None:
        """Give the person the place he was invited to; start the game if all is ready."""
        if invite.match_id is None or invite.person is None:
            raise GameStateError(Fault("place_taken"))
        seen = await self.load(invite.match_id)
        person = await self._desk.persons.bind(said, invite.person)
        events = join(seen.match, invite.person, person, said.at)
        seen = await self.advance(seen, events, said.at)
        await self._desk.persons.used(said, invite)
        match = seen.match
        names = await self._desk.persons.names((*match.people, match.arbiter))
        due_now = bool(start_leg(match, said.at))
        self._desk.reply(said, joined_text(match, person, names, starts_now=due_now))
        told = say("start.arbiter_told", who=names[person], match=match.code)
        await self._desk.tell_person(match.arbiter, told, about=match.code)
        await self.start(seen, said.at)

    async def follow(self, game: Game, at: datetime) -> SeenMatch:
        """Let the match follow a game that has ended, goes on after all, or counts otherwise.

        Offers the return game once the home one is over, proposes the results once both are.
        """
        seen = await self.load(game.match)
        followed = follow_ruling(seen.match, game, at)
        after = reduce(evolve_match, followed, seen.match)
        return await self.go_on(seen, (*followed, *propose_results(after, at)), at)

    async def go_on(self, seen: SeenMatch, events: Iterable[MatchEvent], at: datetime) -> SeenMatch:
        """Record what follows from its games, and tell what everybody is to do now."""
        decided = tuple(events)
        stage = seen.match.stage
        seen = await self.advance(seen, decided, at)
        between = seen.match.stage is MatchStage.BETWEEN and stage is not MatchStage.BETWEEN
        if between and await self._goes_on(seen.match, at):
            await self._tell(seen, return_offered(seen.match))
        if any(isinstance(event, ResultsProposed) for event in decided):
            await self._tell_proposed(seen)
        return seen

    async def _goes_on(self, match: Match, at: datetime) -> bool:
        """Return whether the return game is still to be played."""
        out = await self._desk.competitions.excluded_from(match)
        return out is None and not await self._desk.closings.is_over(match, at)

    async def _tell_proposed(self, seen: SeenMatch) -> None:
        """Ask both players, and the arbiter, about proposed results that count (art. 8.5)."""
        if not await self._desk.competitions.counts(seen.match):
            return
        until = last_day_to_object(seen.match)
        question = say("results.ask_player", until=until.isoformat() if until else "")
        asked = await self.results_card(seen, question)
        shown, _ = await self._desk.results.arbiter_card(seen)
        await self._tell(seen, results_proposed(seen.match, asked, shown))

    async def _tell(self, seen: SeenMatch, told: Iterable[Told]) -> None:
        arbiters = await self._desk.competitions.arbiters(seen.match)
        for to, text, buttons in told:
            person = arbiters[0] if to == seen.match.arbiter else to
            await self._desk.tell_person(person, text, buttons, about=seen.match.code)

    async def results_card(self, seen: SeenMatch, asked: Text | None) -> Text:
        """Return both games' coefficients with article, arithmetic and total."""
        names = await self._desk.persons.names(seen.match.people)
        return results_card(seen.match, await self._legs(seen.match), names, asked)

    async def _legs(self, match: Match) -> list[LegCard]:
        found = match_coefficients(match)
        return [
            LegCard(started, ended, coefficients)
            for started, ended, coefficients in zip(match.started, match.ended, found, strict=True)
        ]

    async def tell_answer(self, seen: SeenMatch, person: Person, *, agrees: bool) -> None:
        """Tell partner and arbiter how a player answered the proposed results (art. 8.5)."""
        names = await self._desk.persons.names(seen.match.people)
        match = seen.match
        state = answers(match, names, self._desk.today())
        await self._tell(seen, results_answered(match, person.id, names, state, agrees=agrees))

    async def tell_homologated(self, seen: SeenMatch) -> None:
        """Give both players the final table."""
        names = await self._desk.persons.names(seen.match.people)
        legs = await self._legs(seen.match)
        card = results_card(seen.match, legs, names, None, final=True)
        for person in seen.match.people:
            await self._desk.tell_person(person, card, about=seen.match.code)

    async def running_state(self, match: Match) -> Text:
        """Return one line about the game of a match that is being played."""
        leg = match.running or Leg.HOME
        seen = await self._desk.games.load(GameId(game_id(match.code, leg)))
        cast = await self._desk.games.cast(seen.game)
        parts = [score_text(seen.game, cast), turn_text(seen.game, cast)]
        return say("matches.running", leg=say(f"leg.{leg.value}"), parts=parts)


def speaks_for(person: PersonId, player: PersonId, match: Match) -> bool:
    """Return whether the person is that player, or writes for him in the match (art. 9.6)."""
    return person in {player, match.writers.get(player)}


def match_row(match: Match, seq: int, at: datetime) -> MatchRow:
    """Return the projection of a match: what `verify` folds again and compares."""
    return MatchRow(
        match_id=match.code,
        code=match.code,
        title="",
        arbiter=match.arbiter,
        phase=match.phase.value,
        red=match.first,
        blue=match.second,
        status=match.stage.value,
        seq=seq,
        updated_at=at,
        competition=match.competition,
    )
