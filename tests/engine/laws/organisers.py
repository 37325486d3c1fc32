"""Random histories of a match: seats, writers, claims, closing dates, channels and forgetting."""

from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

from engine.cases.case import Case
from engine.cases.decide import (
    Claim,
    RefusedWords,
    ask_of_words,
    ask_opinion,
    file_claim,
    give_comment,
    give_defence,
    give_opinion,
    note_opponent_notified,
    withdraw,
)
from engine.cases.events import ClaimKind, Digest
from engine.competitions.entering import claim_place
from engine.correspondence import thread_of
from engine.errors import EngineError
from engine.games.orders import placements_made
from engine.games.queries import close_query
from engine.ids import WEB, Leg, PersonId, Seat
from engine.matches.arbiters import request_arbiter, volunteer
from engine.matches.channel import (
    accept_channel,
    drop_channel,
    end_channel,
    propose_channel,
)
from engine.matches.correspondence_events import ChannelSettings, GameState
from engine.matches.decide import change_access, join
from engine.matches.events import Statement
from engine.matches.letters import LetterRead, LetterWritten
from engine.matches.silence import put_off
from engine.matches.states import ask_state, report_state
from tests.engine.competitions.desk import ARBITER, DEPUTY
from tests.engine.laws.arbiters import ARBITERS, OF_ARBITERS, RuledMatch
from tests.engine.laws.history import DRAWN, PLAYERS
from tests.engine.laws.program import lift, waits_for_arbiter
from tests.engine.laws.search import Draw

DIGEST = Digest("ab" * 32)
SAID = ("proposes", "proposes", "accepts", "declines", "ends", "ruled")
BY_LETTER = ("writes", "read", "asked", "told")
SEATED = (
    "freed",
    "joins",
    "moves",
    "given back",
    "writer",
    "no writer",
    "handed over",
    "handed back",
    "asks",
    "volunteers",
    "cancelled",
)
IN_CASE = ("comment", "told", "defence", "opinion asked", "opinion", "withdrawn")


ORGANISERS = {
    "agrees_channel": 2,
    "writes": 3,
    "seats_people": 4,
    "claims": 4,
    "pleads": 5,
    "asks_of_words": 1,
    "rules_on_case": 4,
    "closes": 6,
    "goes": 1,
}
"""The acts beside moves, rulings and results, each with its weight."""
CLAIMED = [ClaimKind.WORD, *(one for one in ClaimKind if one is not ClaimKind.QUERY)]
STATED = [*Statement]
DATED = (*["says", "closes"] * 2, "moves", "waits", "late return")
GONE = (*[""] * 5, "retires", "retired", "stays", "forgotten")
OF_ORGANISERS: Mapping[str, Draw] = {
    "said": lambda chance: chance.choice(SAID),
    "name": lambda chance: chance.choice(("", "email")),
    "letter": lambda chance: chance.choice(BY_LETTER),
    "state": lambda chance: chance.choice([*GameState]),
    "seated": lambda chance: chance.choice(SEATED),
    "claimed": lambda chance: chance.choice(CLAIMED),
    "whole": lambda chance: chance.random() < 0.5,
    "pleaded": lambda chance: chance.choice(IN_CASE),
    "word": lambda chance: chance.choice(("ABA", "TESTE")),
    "stated": lambda chance: chance.choice(STATED),
    "moved": lambda chance: chance.randint(-20, 40),
    "dated": lambda chance: chance.choice(DATED),
    "gone": lambda chance: chance.choice(GONE),
}


class OrganisedMatch(RuledMatch):
    """A match with everything that people do beside moves, rulings and results."""

    usual: ClassVar[Mapping[str, int]] = {**PLAYERS, **ARBITERS, **ORGANISERS}
    draws: ClassVar[Mapping[str, Draw]] = {**DRAWN, **OF_ARBITERS, **OF_ORGANISERS}

    def person(self, first: bool) -> PersonId:
        """Return one of the players."""
        return self.world.match.people[first]

    def agrees_channel(self, first: bool, said: str, name: str) -> None:
        """Propose, accept, decline, end or set another channel."""
        world = self.world
        match, person, wanted = world.match, self.person(first), ChannelSettings(channel=name)
        world.actor = person
        if said == "ruled":
            world.sets_channel(name)
        elif said == "ends":
            world.says(lambda: end_channel(match, person, world.now))
        else:
            decides = {"proposes": propose_channel, "accepts": accept_channel}
            decide = decides.get(said, drop_channel)
            world.says(lambda: decide(match, person, wanted, world.now))

    def writes(self, leg: Leg, first: bool, letter: str, state: GameState) -> None:
        """Write or read a letter, ask for the state of a game, or report it."""
        leg, world, person = self.of(leg), self.world, self.person(first)
        game, now = world.games[leg].id, world.now
        if letter in {"writes", "read"}:
            world.actor = person
            written = LetterWritten(at=now, game=game, player=person, author=person, statement="x")
            world.matches((written,))
        if letter == "read" and thread_of(game, person) in world.match.letters_waiting:
            world.actor = ARBITER
            world.matches((LetterRead(at=now, game=game, player=person, arbiter=ARBITER),))
        if letter in {"asked", "told"}:
            world.actor = ARBITER
            world.says(lambda: ask_state(world.match, ARBITER, leg, now))
        if letter == "told":
            world.actor = person
            world.says(lambda: report_state(world.match, person, leg, state, now))

    def seats_people(self, first: bool, seated: str) -> None:
        """Free or take a seat, allow a writer, or change the arbiter."""
        world, person = self.world, self.person(first)
        match, order, world.actor = world.match, world.order(), ARBITER
        if seated == "freed":
            world.frees_seat(person)
        elif seated == "given back":
            self._gives_back(person, first=first)
        elif seated == "handed back":
            if world.hands_over():
                lift(world, world.deeds[-1])
        elif seated == "joins":
            self._joins(person, via=WEB if first else "")
        elif seated == "moves":
            world.actor = person
            via = "" if person in match.in_browser else WEB
            world.says(lambda: change_access(match, person, via, world.now))
        elif seated == "writer":
            partner = match.partner(person)
            world.allows_writer(person, partner if first else ARBITER)
        elif seated == "no writer":
            world.allows_writer(person, ARBITER)
            world.withdraws_writer(person)
        elif seated == "handed over":
            world.hands_over()
        elif seated in {"asks", "volunteers"}:
            world.actor = person
            world.says(lambda: request_arbiter(match, by=person, at=order.at))
            if seated == "volunteers":
                world.actor = ARBITER
                world.says(lambda: volunteer(world.match, arbiter=ARBITER, at=world.now))
        else:
            world.cancels()

    def _gives_back(self, person: PersonId, *, first: bool) -> None:
        """Give a seat back that an arbiter has freed, perhaps just now."""
        if self.world.match.former_player_of(person) is None:
            self.world.frees_seat(person)
        self.world.returns_seat(self.person(first))

    def _joins(self, place: PersonId, via: str) -> None:
        """Take a freed seat as another person."""
        world, person = self.world, PersonId(place + 1)
        world.actor = person
        if place not in world.match.freed or place in world.match.joined:
            return
        if world.is_listed and not world.happens(
            lambda now, act: claim_place(now, place, act), person
        ):
            return
        if world.says(lambda: join(world.match, place, person, world.now, via)):
            world.passes_seat(place, person)

    def claims(  # noqa: PLR0917  (each is drawn)
        self, leg: Leg, seat: Seat, claimed: ClaimKind, back: int, whole: bool, number: int
    ) -> None:
        """File a claim against a player; `whole`: complete, and in half of the cases answered."""
        leg, world = self.of(leg), self.world
        game = world.games[leg]
        made = [*placements_made(game)][-back:][:1]
        seat = made[0].by if made else seat
        claim = Claim(
            kind=claimed,
            by=game.side(seat.partner).person,
            placement=made[0] if made else None,
            words=made[0].words if made else (),
        )
        world.actor = claim.by
        try:
            case = world.files_case(file_claim(game, world.new_case(), claim))
        except EngineError:
            return
        if whole:
            self._acts_in(case, "comment")
            self._acts_in(world.files[case.id], "told")
        if whole and number % 2:
            world.answers_case(world.files[case.id], number // 2)

    def pleads(self, last: int, pleaded: str) -> None:
        """Comment, answer, give an opinion, or withdraw, in one of the last cases."""
        cases = [*self.world.files.values()]
        if cases:
            self._acts_in(cases[-min(last, len(cases))], pleaded)

    def _acts_in(self, case: Case, what: str) -> None:
        world, now = self.world, self.world.now
        if what == "comment":
            world.in_case(case, case.by, lambda: give_comment(case, case.by, DIGEST, now))
        elif what == "told":
            world.in_case(case, ARBITER, lambda: note_opponent_notified(case, now, now))
        elif what == "defence":
            person = case.against or world.match.first
            world.in_case(case, person, lambda: give_defence(case, person, DIGEST, now))
        elif what == "opinion asked":
            world.in_case(case, ARBITER, lambda: ask_opinion(case, ARBITER, now))
        elif what == "opinion":
            world.in_case(case, DEPUTY, lambda: give_opinion(case, DEPUTY, DIGEST, now))
        elif world.in_case(case, case.by, lambda: withdraw(case, case.by, now)):
            for leg in world.games:  # the author no longer asks
                if waits_for_arbiter(world, leg) and world.questions[leg].id == case.id:
                    world.questions[leg] = world.files[case.id]
                    world.follow(leg, close_query(world.games[leg], case.id, now))

    def asks_of_words(self, leg: Leg, first: bool, word: str) -> None:
        """Ask the arbiter about a word without a move."""
        leg, world = self.of(leg), self.world
        world.actor = self.person(first)
        asked = ask_of_words(
            world.games[leg], world.new_case(), world.actor, RefusedWords(unknown=(word,))
        )
        world.files_case(asked)

    def rules_on_case(self, last: int, number: int) -> None:
        """Answer one of the last cases, for the first time or again."""
        cases = [*self.world.files.values()]
        if cases:
            self.world.answers_case(cases[-min(last, len(cases))], number)

    def closes(self, leg: Leg, first: bool, stated: Statement, moved: int, dated: str) -> None:
        """Move the closing date, report the state of a game, or end a game after the closing."""
        leg, world = self.of(leg), self.world
        world.actor = ARBITER
        if not world.is_listed:  # such a match has no closing date
            return
        if dated == "moves":
            world.changes += 1
            world.moves_closing(world.today + timedelta(moved))
            world.starts_when_due()
        elif dated == "closes":
            world.closes_game(leg)
        elif dated == "waits":
            game, until = world.games[leg], world.today + timedelta(abs(moved))
            world.says(lambda: put_off(game, ARBITER, until, world.now))
        elif dated == "late return":
            world.confirms_late_return()
        else:
            world.actor = self.person(first)
            start = STATED.index(stated)
            words = (*STATED[start:], *STATED[:start])
            next(filter(lambda one: world.says_at_closing(leg, world.actor, one), words), None)

    def goes(self, first: bool, gone: str) -> None:
        """Leave the championship, or be erased at one's own request; that is rare."""
        world, person = self.world, self.person(first)
        if not gone or not world.is_listed:
            return
        if gone == "forgotten":
            world.erases(person)
            return
        if gone == "retired":
            world.records_withdrawal(person)
        elif gone == "stays":
            world.lifts_withdrawal(person)
        else:
            world.leaves(person, person)
