"""One phase of a competition as it stands: its players, groups and matches, and their results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from engine.competitions.events import PlayersAdvanced
from engine.competitions.groups import lots
from engine.competitions.parts import Entry, Group, ListedMatch, PhasePlan, Treatment, Withdrawn
from engine.competitions.standings import GameResult, Row, table
from engine.figures import Figures
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseState:
    """One phase as it stands."""

    plan: PhasePlan
    entries: tuple[Entry, ...] = ()
    seeds: Seeds = NO_SEEDS
    groups: tuple[Group, ...] = ()
    matches: tuple[ListedMatch, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    """Who left these groups before the start; he has no results, and counts nowhere."""
    started: date | None = None
    results: Mapping[GameId, Figures] = field(default_factory=dict)
    """The homologated results, rulings included."""
    excluded: Mapping[PersonId, Treatment] = field(default_factory=dict)
    retired: frozenset[PersonId] = frozenset()
    """Who left the phase while it ran: his results stand, and he does not go on."""
    advanced: PlayersAdvanced | None = None
    leave: tuple[tuple[PersonId, LeavePeriod], ...] = ()
    """Leave announced for this phase, also before it starts (art. 7.2)."""

    def leave_of(self, player: PersonId) -> tuple[LeavePeriod, ...]:
        """Return the player's announced leave in this phase, earliest first."""
        return tuple(sorted(period for who, period in self.leave if who == player))

    @property
    def players(self) -> tuple[PersonId, ...]:
        """Return the players of the phase, in the order of their entries."""
        return tuple(entry.player for entry in self.entries)

    @property
    def gone(self) -> frozenset[PersonId]:
        """Return who plays no more: excluded, or having left."""
        return self.retired | self.excluded.keys()

    @property
    def lots(self) -> Mapping[PersonId, int]:
        """Return the lots of the players; empty before seeds are committed."""
        return lots(self.players, self.seeds.lots) if self.seeds.lots else {}

    @property
    def void(self) -> frozenset[PersonId]:
        """Return the players whose matches count for nobody (art. 10.3)."""
        return frozenset(
            who for who, treatment in self.excluded.items() if treatment is Treatment.VOID
        )

    @property
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
            for match in self._counted_of(group)
            for game, seats in match.games.items()
            if game not in self.results
        }

    def table(
        self, group: Group, proposed: Mapping[GameId, Figures] | None = None
    ) -> tuple[Row, ...]:
        """Return the group's table: the homologated one, which counts, or a provisional one.

        `proposed` are the figures of games that are not homologated yet; of others they are
        passed over.
        """
        results = self._results(group.name, proposed).get(group.name, ())
        return table(group.players, results, lots=self.lots, excluded=self.excluded)

    def tables(
        self, proposed: Mapping[GameId, Figures] | None = None
    ) -> Mapping[str, tuple[Row, ...]]:
        """Return the table of every group, as `table` does for one."""
        results, drawn = self._results("", proposed), self.lots
        return {
            group.name: table(
                group.players, results.get(group.name, ()), lots=drawn, excluded=self.excluded
            )
            for group in self.groups
        }

    def _results(
        self, group: str, proposed: Mapping[GameId, Figures] | None
    ) -> Mapping[str, Sequence[GameResult]]:
        """Return the results of one group, or of all, by the group's name."""
        known = {**(proposed or {}), **self.results}
        found: dict[str, list[GameResult]] = {}
        for match in self._counted_of(group):
            for game, (red, blue) in match.games.items():
                if game in known:
                    result = GameResult(red=red, blue=blue, figures=known[game])
                    found.setdefault(match.group, []).append(result)
        return found

    def _counted_of(self, group: str) -> Iterable[ListedMatch]:
        return (match for match in self.counted_matches if group in {"", match.group})
