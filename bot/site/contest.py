"""A competition with all facts that its pages need, except the games themselves."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bot.analysis.sequences import PublicResult
from bot.site.open_sign_ups import OpenSignUp
from engine.competitions.competition import Competition
from engine.competitions.parts import ListedMatch
from engine.embargo import EmbargoedGame, EmbargoReason, GameProgress, embargo_on
from engine.figures import Figures
from engine.ids import CompetitionCode, GameId, Leg, MatchCode, PersonId, game_id
from storage.log import Head


class PublicMatch(NamedTuple):
    """The public facts of a match, except the names."""

    listed: ListedMatch
    results: tuple[Figures | None, ...]
    """The results of both games, the home game first."""
    progress: tuple[GameProgress, ...]


class Series(NamedTuple):
    """A series of competitions, such as a yearly championship."""

    name: str
    path: str
    """The path of its hall of fame."""


class ClosingRule(NamedTuple):
    """Why a game is not public yet, without the number of games that are still awaited."""

    code: str
    """The code of the condition that is not met (`engine.embargo`)."""
    article: str


@dataclass(frozen=True, kw_only=True)  # without slots, because cached properties need a `__dict__`
class Contest:
    """A competition with all facts that its pages need, except the games themselves."""

    competition: Competition
    head: Head
    """The competition's last event."""
    names: Mapping[PersonId, str]
    """Each person's public name."""
    person_pages: Mapping[PersonId, str]
    """The path of each player's page."""
    fully_named: frozenset[PersonId]
    """The people whose public name is their full name."""
    embargoed: Mapping[GameId, EmbargoedGame]
    """The state of each game, future ones included."""
    matches: Mapping[MatchCode, Head]
    """The last event of each arranged match."""
    games: Mapping[GameId, Head]
    """The last event of each game that has begun."""
    best_totals: Mapping[int, Sequence[PublicResult]]
    """For each phase: the most points possible with its sequences, where known and public."""
    sign_up: OpenSignUp | None = None
    """The open sign-up, if people may sign up."""
    series: Series | None = None
    """The series to which it belongs, if any."""

    @property
    def code(self) -> CompetitionCode:
        """Return the competition's code."""
        return self.competition.code

    @cached_property
    def listed(self) -> Mapping[MatchCode, tuple[int, ListedMatch]]:
        """Return every match, with the index of its phase, from 0."""
        return {
            match.code: (number, match)
            for number, phase in enumerate(self.competition.phases)
            for match in phase.matches
        }

    @cached_property
    def public_people(self) -> tuple[tuple[PersonId, str, str], ...]:
        """Return every person with their public name and the path of their page."""
        return tuple((who, name, self.person_pages[who]) for who, name in self.names.items())

    @cached_property
    def public_matches(self) -> Mapping[MatchCode, PublicMatch]:
        """Return the public facts of each match, except the names."""
        return {
            code: PublicMatch(
                listed,
                tuple(self.competition.phases[number].results.get(game) for game in listed.games),
                tuple(self.embargoed[game].progress for game in listed.games),
            )
            for code, (number, listed) in self.listed.items()
        }

    @cached_property
    def positions(self) -> Mapping[MatchCode, int]:
        """Return the index of each match in the list of its phase, from 0."""
        return {
            match.code: position
            for phase in self.competition.phases
            for position, match in enumerate(phase.matches)
        }

    @cached_property
    def _by_seed(self) -> Mapping[str, Sequence[EmbargoedGame]]:
        """Return the games of each sequence, by its seed."""
        games = defaultdict(list)
        for game in self.embargoed.values():
            games[game.seed].append(game)
        return games

    def embargo_of(self, game: GameId) -> EmbargoReason | None:
        """Return why the embargo closes the game to the public, or None if it is public."""
        embargoed = self.embargoed[game]
        seed_and_progress = embargoed.seed, embargoed.progress
        if seed_and_progress not in self._reasons:
            rule = self.competition.rules.public_when
            self._reasons[seed_and_progress] = embargo_on(
                embargoed, self._by_seed[embargoed.seed], rule
            )
        reason = self._reasons[seed_and_progress]
        return None if reason is None else replace(reason, game=game)

    def closing_rule(self, game: GameId) -> ClosingRule | None:
        """Return the condition for the game to become public; None if it is met.

        With the number of games still awaited, every match's page would change with each game.
        """
        reason = self.embargo_of(game)
        return None if reason is None else ClosingRule(reason.fault.code, reason.fault.article)

    @cached_property
    def _reasons(self) -> dict[tuple[str, object], EmbargoReason | None]:
        """The embargo's answers so far; games of one sequence in the same state share an answer."""
        return {}

    @cached_property
    def shown_seeds(self) -> frozenset[tuple[int, Leg]]:
        """Return the phases and legs whose series seed is public."""
        return frozenset(
            (number, leg)
            for number, phase in enumerate(self.competition.phases)
            if phase.started is not None
            for leg in Leg
            if self._is_shown([self.embargoed[game_id(match.code, leg)] for match in phase.matches])
        )

    @cached_property
    def shown_legs(self) -> Sequence[tuple[Leg, ...]]:
        """Return, for each phase, the legs whose series seed is public, in their order.

        They are no set: in a stamp, the order of a set of texts differs from process to process.
        """
        return [
            tuple(leg for leg in Leg if (number, leg) in self.shown_seeds)
            for number in range(len(self.competition.phases))
        ]

    def _is_shown(self, series: Sequence[EmbargoedGame]) -> bool:
        """Return whether the seed of the games in this series is public."""
        played = [game for game in series if game.progress is not GameProgress.CALLED_OFF]
        return bool(played) and all(self.embargo_of(game.game) is None for game in played)
