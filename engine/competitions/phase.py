"""One phase of a competition as it stands: its players, groups and matches, and their results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Final

from engine.competitions.events import PlayersAdvanced
from engine.competitions.groups import lots
from engine.competitions.parts import Entry, Group, ListedMatch, PhasePlan, Treatment, Withdrawn
from engine.competitions.standings import GameResult, Row, table
from engine.figures import Figures
from engine.folding import changed
from engine.ids import GameId, Leg, PersonId
from engine.sequence import commitment
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """The secrets of a phase, 32 bytes each; all empty until they are committed."""

    home: bytes
    back: bytes
    """Of the return legs; the home legs' own where one sequence serves both."""
    lots: bytes
    """Of groups, colours and lots."""

    @property
    def commitments(self) -> tuple[str, str, str]:
        """Return the SHA-256 of each, in hex, which is published before anything is drawn.

        Raises:
            ValueError: they are not committed yet.
        """
        return commitment(self.home), commitment(self.back), commitment(self.lots)

    def of_leg(self, leg: Leg) -> bytes:
        """Return the seed from which that leg's sequences come."""
        return self.home if leg is Leg.HOME else self.back


NO_SEEDS = Seeds(home=b"", back=b"", lots=b"")
_WITHOUT_RESULTS: Final = ("lots", "void", "counted_matches", "_counted_by_group", "_group_of")
"""What is worked out of a phase and hangs on none of its results."""


@dataclass(frozen=True, kw_only=True)  # without slots: what is worked out is kept
class PhaseState:
    """One phase as it stands."""

    plan: PhasePlan
    entries: tuple[Entry, ...] = ()
    seeds: Seeds = NO_SEEDS
    groups: tuple[Group, ...] = ()
    matches: tuple[ListedMatch, ...] = ()
    listed: datetime | None = None
    """When these matches were listed; None: they have not been."""
    withdrawn: tuple[Withdrawn, ...] = ()
    """Who left these groups before the start; he has no results, and counts nowhere."""
    started: date | None = None
    results: Mapping[GameId, Figures] = field(default_factory=dict)
    """The homologated results, rulings included."""
    excluded: Mapping[PersonId, Treatment] = field(default_factory=dict)
    """Who was excluded while this was the present phase, and what became of the results."""
    lifted: frozenset[PersonId] = frozenset()
    """Whose exclusion was lifted once the phase was over: its results stay as they were settled."""
    retired: frozenset[PersonId] = frozenset()
    """Who left the phase while it ran: his results stand, and he does not go on."""
    left: frozenset[PersonId] = frozenset()
    """The players who withdrew or were replaced before the start and are not entered again."""
    replaced: Mapping[PersonId, PersonId] = field(default_factory=dict)
    """Who has the place of a player that lost it to somebody else in this phase."""
    advanced: PlayersAdvanced | None = None
    leave: tuple[tuple[PersonId, LeavePeriod], ...] = ()
    """Leave that counts in this phase, announced also before it starts (art. 7.2)."""
    asked: tuple[tuple[PersonId, LeavePeriod], ...] = ()
    """Leave as it was announced, the earliest announcement first, days outside the phase included.

    It says what counts when the dates of the phase are moved.
    """

    def leave_of(self, player: PersonId) -> tuple[LeavePeriod, ...]:
        """Return the player's announced leave in this phase, earliest first."""
        return tuple(sorted(period for who, period in self.leave if who == player))

    def asked_by(self, player: PersonId) -> tuple[LeavePeriod, ...]:
        """Return the player's leave as it was announced, the earliest announcement first."""
        return tuple(period for who, period in self.asked if who == player)

    @property
    def players(self) -> tuple[PersonId, ...]:
        """Return the players of the phase, in the order of their entries."""
        return tuple(entry.player for entry in self.entries)

    @property
    def gone(self) -> frozenset[PersonId]:
        """Return who plays no more: excluded, or having left."""
        return self.retired | self.out

    @property
    def out(self) -> frozenset[PersonId]:
        """Return whose exclusion in this phase was not lifted (art. 10.3)."""
        return frozenset(self.excluded) - self.lifted

    @cached_property
    def lots(self) -> Mapping[PersonId, int]:
        """Return the lots of the players; empty before seeds are committed."""
        return lots(self.players, self.seeds.lots) if self.seeds.lots else {}

    @cached_property
    def void(self) -> frozenset[PersonId]:
        """Return the players whose matches count for nobody (art. 10.3)."""
        return frozenset(
            who for who, treatment in self.excluded.items() if treatment is Treatment.VOID
        )

    @cached_property
    def counted_matches(self) -> tuple[ListedMatch, ...]:
        """Return the matches that the standings are made of: none of a player declared void."""
        return tuple(match for match in self.matches if not match.players & self.void)

    @property
    def games(self) -> frozenset[GameId]:
        """Return every game of the phase."""
        return frozenset(game for match in self.matches for game in match.games)

    def open_games(self, group: str = "") -> Mapping[GameId, tuple[PersonId, PersonId]]:
        """Return the games that await homologation, with Red and Blue, of one group or of all."""
        return {
            game: seats
            for match in self.counted_in(group)
            for game, seats in match.games.items()
            if game not in self.results
        }

    def with_result(self, game: GameId, figures: Figures) -> "PhaseState":
        """Return the phase with one of its games homologated, or its result corrected.

        What the result does not touch is handed on as it was worked out, the tables of the other
        groups too: a season has thousands of results, and each is of one group.
        """
        after = changed(self, results={**self.results, game: figures})
        worked_out = vars(self)
        vars(after).update(
            (name, worked_out[name]) for name in _WITHOUT_RESULTS if name in worked_out
        )
        if self._tables:
            touched = self._group_of[game]
            vars(after)["_tables"] = {
                group: rows for group, rows in self._tables.items() if group.name != touched
            }
        return after

    @cached_property
    def _group_of(self) -> Mapping[GameId, str]:
        return {game: match.group for match in self.matches for game in match.games}

    def table(
        self, group: Group, proposed: Mapping[GameId, Figures] | None = None
    ) -> tuple[Row, ...]:
        """Return the group's table: the homologated one, which counts, or a provisional one.

        `proposed` are the figures of games that are not homologated yet; of others they are
        passed over.
        """
        if proposed:
            return self._made(group, self._results(group.name, proposed).get(group.name, ()))
        if group not in self._tables:
            results = self._results(group.name, None).get(group.name, ())
            self._tables[group] = self._made(group, results)
        return self._tables[group]

    @cached_property
    def _tables(self) -> dict[Group, tuple[Row, ...]]:
        """The homologated tables that were asked for."""
        return {}

    def _made(self, group: Group, results: Sequence[GameResult]) -> tuple[Row, ...]:
        return table(group.players, results, lots=self.lots, excluded=self.excluded)

    def tables(
        self, proposed: Mapping[GameId, Figures] | None = None
    ) -> Mapping[str, tuple[Row, ...]]:
        """Return the table of every group, as `table` does for one."""
        if not proposed:
            return {group.name: self.table(group) for group in self.groups}
        results = self._results("", proposed)
        return {group.name: self._made(group, results.get(group.name, ())) for group in self.groups}

    def tables_by(self, lots: Mapping[PersonId, int]) -> Mapping[str, tuple[Row, ...]]:
        """Return the homologated table of every group as these lots would have made it."""
        results = self._results("", None)
        return {
            group.name: table(
                group.players, results.get(group.name, ()), lots=lots, excluded=self.excluded
            )
            for group in self.groups
        }

    def _results(
        self, group: str, proposed: Mapping[GameId, Figures] | None
    ) -> Mapping[str, Sequence[GameResult]]:
        """Return the results of one group, or of all, by the group's name."""
        known = {**(proposed or {}), **self.results}
        found: dict[str, list[GameResult]] = {}
        for match in self.counted_in(group):
            for game, (red, blue) in match.games.items():
                if game in known:
                    result = GameResult(red=red, blue=blue, figures=known[game])
                    found.setdefault(match.group, []).append(result)
        return found

    def counted_in(self, group: str) -> Sequence[ListedMatch]:
        """Return the counted matches of one group, or of all."""
        return self._counted_by_group.get(group, ()) if group else self.counted_matches

    @cached_property
    def _counted_by_group(self) -> Mapping[str, Sequence[ListedMatch]]:
        found: dict[str, list[ListedMatch]] = {}
        for match in self.counted_matches:
            found.setdefault(match.group, []).append(match)
        return found
