"""The engine in a match of two games: decide and fold, as the bot does."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache, reduce

from engine.board import SIZE, Axis, Square
from engine.cases.case import Case
from engine.cases.choices import answers, is_possible
from engine.cases.decide import (
    Claim,
    NewCase,
    RefusedWords,
    ask_of_words,
    file_claim,
    give_comment,
    note_opponent_notified,
    open_case,
    rule,
)
from engine.cases.events import CaseId, ClaimKind, Digest, Ruling, RulingKind
from engine.cases.finality import GameCases, check_final
from engine.cases.fold import evolve_case, replay_case
from engine.cases.rulings import consequences, effect_here
from engine.cases.situation import Effect, Situation, followed
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.results import approve_result
from engine.errors import EngineError
from engine.folding import Recorded
from engine.games.commands import CheckTime, Command, Place
from engine.games.deadlines import arrival
from engine.games.decide import decide
from engine.games.endings import may_be_excluded_from
from engine.games.events import Event, GameStarted
from engine.games.fold import Entry, begin
from engine.games.game import Game, index_of
from engine.games.orders import Order, end_unbegun, placements_made
from engine.games.queries import query
from engine.ids import Leg, PersonId, Seat, game_id
from engine.matches.closing import close_game, declare, is_settled
from engine.matches.decide import approve_results, join, start_leg
from engine.matches.events import LegStarted, MatchArranged, MatchEvent, Statement
from engine.matches.fold import arranged, evolve_match
from engine.matches.match import Match
from engine.matches.outstanding import Outstanding, overdrawn
from engine.matches.results import match_figures
from engine.notation import format_placement
from engine.placement import Placement
from engine.rulesets import Ruleset
from engine.thinking_time import day_of
from tests.builders import ANY_WORD, SEQUENCE, START, noon
from tests.engine.competitions.desk import ARBITER, running

OTHER_ARBITER = PersonId(901)


@cache
def championship() -> Competition:
    """Return a championship of four players whose first phase has begun."""
    return running(4).now


class Program:
    """The engine's match and games, and the present day."""

    def __init__(
        self, rules: Ruleset, tiles: int, closing: date, returns: date | None = None
    ) -> None:
        self.closing = closing
        self.competition = championship()
        self.sequence = SEQUENCE[:tiles]
        self.day, self._minute = 0, 0
        self.games: dict[Leg, Game] = {}
        self.logs: dict[Leg, tuple[Entry, ...]] = {}
        """The log of each game."""
        self.cases: dict[Leg, list[Case]] = {leg: [] for leg in Leg}
        """Cases with a ruling of the chief arbiter during the game."""
        self.ruled: datetime | None = None
        """The instant of the last ruling."""
        self.was_final = False
        """Whether another arbiter would be refused the last ruling (art. 10.1)."""
        self._last: tuple[Ruling, Game] | None = None
        self.match = self._arranged(rules, returns)

    def _arranged(self, rules: Ruleset, returns: date | None) -> Match:
        listed, competition = self.competition.phase.matches[0], self.competition
        return arranged(
            MatchArranged(
                at=self.now,
                match=listed.code,
                arbiter=ARBITER,
                phase=competition.phase.plan.phase,
                rules=rules,
                edition=competition.edition,
                first=listed.red,
                second=listed.blue,
                start=START,
                home_seed=listed.home_seed,
                return_seed=listed.return_seed,
                competition=competition.code,
                red=listed.red,
                returns=returns,
                late_return=False,
            )
        )

    @property
    def now(self) -> datetime:
        """Return an instant after all earlier ones."""
        self._minute += 1
        return noon(self.day) + timedelta(seconds=self._minute)

    def tomorrow(self) -> None:
        """Let a day pass."""
        self.day += 1
        self._minute = 0

    def order(self, case: str = "", article: str = "10.1") -> Order:
        """Return an order that the arbiter gives now."""
        return Order(at=self.now, arbiter=ARBITER, article=article, reason="De ce", case=case)

    def matches(self, events: tuple[MatchEvent, ...]) -> None:
        """Fold events into the match."""
        self.match = reduce(evolve_match, events, self.match)

    def follow(self, leg: Leg, events: tuple[Event, ...]) -> None:
        """Fold events into a game and update the match."""
        order = self.order()
        effect = followed(self.games[leg], self.match, order, events)
        self.games[leg], self.match = effect.game, effect.match
        self._log(effect, order)

    def _log(self, effect: Effect, order: Order) -> None:
        events = (Recorded(event=event, at=order.at) for event in effect.game_events)
        self.logs[effect.game.leg] += tuple(events)

    def does(self, leg: Leg, command: Command, lexicon: object = ANY_WORD) -> bool:
        """Perform a player's command if it is permitted; return whether it was."""
        try:
            events = decide(self.games[leg], command, self.now, lexicon)  # type: ignore[arg-type]  # a list of words
        except EngineError:
            return False
        self.follow(leg, events)
        return True

    def checks_time(self) -> None:
        """Check the thinking time of running games, as the bot does."""
        for leg in self.match.all_running:
            self.follow(leg, decide(self.games[leg], CheckTime(), self.now, ()))

    def takes_place(self, person: PersonId) -> None:
        """Give a player their seat."""
        self.matches(join(self.match, person, person, self.now))

    def starts_when_due(self, *, closed: bool = False) -> Leg | None:
        """Start the next game if it is due; a disqualified player's game ends at once.

        `closed`: start a game after the closing date, so that it can be ended.
        """
        is_late = self.day > (self.closing - START).days
        may_start = is_late is closed
        events = start_leg(self.match, self.now, on_request=closed) if may_start else ()
        self.matches(events)
        for event in events:
            started = self._started(event)
            self.logs[event.leg] = (started,)
            self.games[event.leg] = replace(begin(started), closing=self.closing)
            out = self.excluded
            if out and not closed:
                self.follow(event.leg, end_unbegun(self.games[event.leg], self.order(), out))
            return event.leg
        return None

    @property
    def excluded(self) -> frozenset[PersonId]:
        """Return the players of the match who are disqualified from the competition."""
        return self.competition.excluded & {*self.match.people}

    def _started(self, leg: LegStarted) -> GameStarted:
        match = self.match
        return GameStarted(
            at=leg.at,
            game=game_id(match.code, leg.leg),
            match=match.code,
            leg=leg.leg,
            phase=match.phase,
            rules=match.rules,
            edition=match.edition,
            red=leg.red,
            blue=leg.blue,
            sequence=self.sequence,
            start=leg.start,
            red_leave=match.leave_of(leg.red),
            blue_leave=match.leave_of(leg.blue),
        )

    def situation(self, leg: Leg) -> Situation:
        """Return everything that a ruling in that game can change."""
        other = [(self.match, game) for each, game in self.games.items() if each is not leg]
        return Situation(
            game=self.games[leg],
            match=self.match,
            competition=self.competition,
            elsewhere=tuple(one for one in other if may_be_excluded_from(one[1])),
        )

    def own_case(self, leg: Leg) -> Case:
        """Return a case that the arbiter opens."""
        new = NewCase(case=CaseId("case"), at=self.now, copy=1)
        return replay_case(open_case(self.games[leg], new, ARBITER))

    def may_rule(self, leg: Leg, kind: str, seat: Seat | None) -> bool:
        """Return whether the engine permits that ruling."""
        ended = self.games[leg].ended
        if kind != "lifted_end":
            ruling = Ruling(kind=RulingKind(kind), seat=seat)
        elif ended is not None:
            ruling = Ruling(kind=RulingKind.LIFTED, placed=ended.at, move=0)
        else:
            return False
        return is_possible(self.own_case(leg), self.situation(leg), self.order(), ruling)

    def rules(self, leg: Leg, kind: str, case: str = "", /, **parts: object) -> bool:
        """Make a ruling of this kind if it is permitted; return whether it was."""
        ruling = Ruling(kind=RulingKind(kind), **parts)  # type: ignore[arg-type]  # its fields
        return self.makes(leg, ruling, case)

    def lifts(self, leg: Leg, at: datetime) -> bool:
        """Take the act of that instant back if it is permitted; return whether it was."""
        return self.rules(leg, "lifted", placed=at, move=0)

    def makes(self, leg: Leg, ruling: Ruling, case: str = "") -> bool:
        """Make this ruling if it is permitted; return whether it was."""
        now, order = self.situation(leg), self.order(case)
        try:
            found = consequences(now, order, ruling)
        except EngineError:
            return False
        after = found.after
        self.ruled, self.was_final = (
            order.at,
            self._is_final(leg, ruling, effect_here(now, order, ruling)),
        )
        self._last = ruling, self.games[leg]
        self.games[leg], self.match = after.game, after.match
        self.games.update({game.leg: game for _, game in after.elsewhere})
        for effect in (found.here, *found.elsewhere):
            self._log(effect, order)
        if after.competition is not None:
            self.competition = after.competition
        return True

    def is_closed_to_others(self, leg: Leg) -> bool:
        """Return whether the chief arbiter's last case refuses another arbiter."""
        ruling = Ruling(kind=RulingKind.PENALTY, seat=Seat.RED, penalty=Decimal("0.5"))
        made = effect_here(self.situation(leg), self.order(), ruling)
        return self._is_final(leg, ruling, made, self.cases[leg][-1])

    def _is_final(self, leg: Leg, new: Ruling, made: Effect, case: Case | None = None) -> bool:
        """Return whether another arbiter may not make this ruling, in that case or their own."""
        bench = GameCases(
            served=self.match.served, game=self.games[leg], cases=tuple(self.cases[leg])
        )
        try:
            check_final(bench, case or self.own_case(leg), OTHER_ARBITER, new, made)
        except EngineError:
            return True
        return False

    def keeps_case(self, leg: Leg) -> None:
        """Store the last ruling as the chief arbiter's, in a case of its own."""
        assert self._last is not None
        assert self.ruled is not None
        ruling, game = self._last
        self._keeps(leg, self.own_case(leg), ruling, self.ruled, game)

    def rejects_claim(self, leg: Leg, seat: Seat) -> None:
        """Reject a claim of exceeded time against that player, as the chief arbiter."""
        case = self.claims(leg, seat, ClaimKind.TIME)
        ruling = Ruling(kind=RulingKind.REJECTED)
        self._keeps(leg, case, ruling, self.now, self.games[leg])

    def upholds_word(self, leg: Leg, at: datetime) -> None:
        """Rule that the words of that move are valid, as the chief arbiter."""
        case = self.claims_word(leg, at)
        ruling = Ruling(kind=RulingKind.WORD_VALID, words=case.words)
        self._keeps(leg, case, ruling, self.now, self.games[leg])

    def claims(self, leg: Leg, against: Seat, kind: ClaimKind, at: datetime | None = None) -> Case:
        """File a complete claim against that player; `at`: the instant of the move."""
        game, now = self.games[leg], self.now
        by = game.side(against.partner).person
        made = next((one for one in placements_made(game) if one.at == at), None)
        words = () if made is None else made.words
        claim = Claim(kind=kind, by=by, placement=made, words=words)
        new = NewCase(case=CaseId(f"{game.id}#{now.isoformat()}"), at=now, copy=1)
        log = list(file_claim(game, new, claim))
        log += give_comment(replay_case(log), by, Digest("ab" * 32), now)
        log += note_opponent_notified(replay_case(log), now, now)
        return replay_case(log)

    def claims_word(self, leg: Leg, at: datetime) -> Case:
        """File a claim about the words of the move made at that instant."""
        author = next(one.by for one in placements_made(self.games[leg]) if one.at == at)
        return self.claims(leg, author, ClaimKind.WORD, at)

    def answers_to(self, leg: Leg, case: Case) -> list[Ruling]:
        """Return the possible rulings on the claim."""
        return answers(case, self.games[leg])

    def may_make(self, leg: Leg, case: Case, ruling: Ruling) -> bool:
        """Return whether the engine permits that ruling in the case."""
        return is_possible(case, self.situation(leg), self.order(case.id), ruling)

    def ruled_on(self, case: Case, ruling: Ruling) -> Case:
        """Return the case after that ruling."""
        return reduce(evolve_case, rule(case, self.order(case.id), ruling), case)

    def sends_again(self, leg: Leg) -> bool:
        """Make a move that was sent back again; return whether it was accepted."""
        game = self.games[leg]
        for made, _ in game.returned:
            again = Place(by=game.turn, placement=Placement(made.square, made.axis, made.word))
            if index_of(made) == len(game.moves) and self.does(leg, again, lexicon=()):
                return True
        return False

    def _keeps(self, leg: Leg, case: Case, ruling: Ruling, at: datetime, game: Game) -> None:
        order = replace(self.order(), at=at)
        ruled = reduce(evolve_case, rule(case, order, ruling), case)
        name = CaseId(f"{game.id}#{len(self.cases[leg])}")
        self.cases[leg] = [*self.cases[leg], replace(ruled, id=name)]

    def copied(self) -> "Program":
        """Return a copy of the program's present state."""
        other = copy(self)
        other.games, other.cases = dict(self.games), dict(self.cases)
        other.logs = dict(self.logs)
        return other

    def asks_word(self, leg: Leg, command: Place) -> Case:
        """Ask the arbiter about the words of a move; return the case."""
        game, at = self.games[leg], self.now
        typed = format_placement(command.placement)
        asked = RefusedWords(
            placement=typed,
            word=command.placement.word,
            unknown=(command.placement.word.upper(),),
            typed=at,
        )
        new = NewCase(case=CaseId(f"{game.id}#{at.isoformat()}"), at=at, copy=1)
        case = replay_case(ask_of_words(game, new, game.side(game.turn).person, asked))
        self.follow(leg, query(game, game.turn, case.id, at))
        return case

    def answers_word(self, leg: Leg, case: Case, *, upheld: bool) -> bool:
        """Answer the question; sheets of an accepted move arrive on the same day."""
        game = self.games[leg]
        valid, invalid, *_ = answers(case, game)
        if not self.makes(leg, valid if upheld else invalid):
            return False
        now = self.now
        today = day_of(now, self.match.rules.time_zone)
        self.follow(leg, arrival(self.games[leg], today, now) if upheld else ())
        return True

    def says_at_closing(self, leg: Leg, person: PersonId, words: str) -> bool:
        """Declare a game's state for a player; return whether it is permitted."""
        game, statement = self.games[leg], Statement(words)
        return self.says(
            lambda: declare(
                self.match, person, leg, statement, self.now, closing=self.closing, game=game
            )
        )

    def is_settled(self, leg: Leg, today: date) -> bool:
        """Return whether the game no longer waits for anyone's declaration."""
        return is_settled(self.match, leg, self.closing, today, self.games.get(leg))

    def closes(self, leg: Leg) -> None:
        """End the game at the closing date (art. 9.4)."""
        game = self.games[leg]
        order = self.order(article="9.4")
        self.follow(leg, close_game(self.match, game, order, self.closing, self.excluded))

    def moves_closing(self, to: date) -> None:
        """Move the closing date."""
        self.closing = to
        self.games = {leg: replace(game, closing=to) for leg, game in self.games.items()}

    def homologates(self) -> bool:
        """Approve the proposed results unless a ruling is missing; return whether it was done."""
        late = Outstanding(overdrawn=overdrawn(self.match, self.games.values()))
        try:
            self.matches(approve_results(self.match, ARBITER, self.now, late))
        except EngineError:
            return False
        act = Act(by=ARBITER, at=self.now)
        counts = self.competition.phase.open_games()  # void results of disqualified players do not
        for game, found in match_figures(self.match).items():
            if game not in counts:
                continue
            events = approve_result(self.competition, act, game, found)
            self.competition = reduce(evolve_competition, events, self.competition)
        return True

    def says(self, decided: Callable[[], tuple[MatchEvent, ...]]) -> bool:
        """Append what a person does in the match; return whether it is permitted."""
        try:
            self.matches(decided())
        except EngineError:
            return False
        return True

    def placeable(self, leg: Leg, tiles: int) -> Place | None:
        """Return a legal move with this many tiles of the rack; `None` if there is none."""
        game = self.games[leg]
        rack = game.side(game.turn).rack[:tiles].replace("?", "a")
        for placement in _candidates(game, rack):
            command = Place(by=game.turn, placement=placement)
            try:
                decide(game, command, self.now, ANY_WORD)
            except EngineError:
                continue
            return command
        return None


def _candidates(game: Game, tiles: str) -> list[Placement]:
    lying = {(square.row, square.column): tile for square, tile in game.board.tiles()}
    if not lying:
        return [Placement(Square(7, 7), Axis.ACROSS, tiles)] if len(tiles) > 1 else []
    found = []
    for (row, column), tile in lying.items():
        for axis, down, right in ((Axis.DOWN, 1, 0), (Axis.ACROSS, 0, 1)):
            line = [(row + down * n, column + right * n) for n in range(-1, len(tiles) + 2)]
            inside = max(line[-2]) < SIZE
            if inside and not any(one in lying for one in (line[0], *line[2:])):
                found.append(Placement(Square(row, column), axis, tile + tiles))
    return found
