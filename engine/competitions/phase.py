"""The state of one phase: its players, groups, matches and results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from itertools import chain, pairwise

from engine.competitions.events import PlayersAdvanced
from engine.competitions.groups import lots
from engine.competitions.parts import (
    AdvancedPlayer,
    Entry,
    Group,
    ListedMatch,
    PhasePlan,
    Treatment,
    WithdrawnPlayer,
)
from engine.competitions.standings import GameResult, StandingsRow, qualifiers, table
from engine.competitions.status import Acts, Change, Role, StatusAct, last_about_seat, status
from engine.figures import Figures
from engine.ids import GameId, Leg, PersonId
from engine.sequences.sequence import commitment
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """The secret seeds of a phase, 32 bytes each; all empty until committed."""

    home: bytes
    """The seed of the home legs."""
    back: bytes
    """The seed of the return legs; the same as for the home legs if one sequence serves both."""
    lots: bytes
    """The seed of groups, colours and lots."""

    @property
    def commitments(self) -> tuple[str, str, str]:
        """The SHA-256 of each seed in hexadecimal, which is published before any draw.

        Raises:
            ValueError: the seeds are not committed yet.
        """
        return commitment(self.home), commitment(self.back), commitment(self.lots)

    def of_leg(self, leg: Leg) -> bytes:
        """Return the seed for the sequences of that leg."""
        return self.home if leg is Leg.HOME else self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Leave that a player announced for a phase."""

    player: PersonId
    asked: LeavePeriod
    """All the announced days, including those outside the phase."""
    counts: tuple[LeavePeriod, ...] = ()
    """The days that count in the phase; `engine.competitions.leave` finds them."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Two players of whom one advances only because of the lot."""

    ahead: PersonId
    """The player who advances."""
    behind: PersonId
    """The player who does not advance."""


NO_SEEDS = Seeds(home=b"", back=b"", lots=b"")


@dataclass(frozen=True, kw_only=True)  # without slots, so that cached properties work
class PhaseState:
    """The state of one phase."""

    plan: PhasePlan
    entries: tuple[Entry, ...] = ()
    seeds: Seeds = NO_SEEDS
    groups: tuple[Group, ...] = ()
    matches: tuple[ListedMatch, ...] = ()
    listed: datetime | None = None
    """The time at which the matches were listed; None if no matches are listed."""
    withdrawn: tuple[WithdrawnPlayer, ...] = ()
    """Players who left these groups before the start; they have no results."""
    started: date | None = None
    closings: tuple[tuple[date, date], ...] = ()
    """Each day on which the closing was moved while the phase ran, and the closing before."""
    results: Mapping[GameId, Figures] = field(default_factory=dict)
    """The official results, including rulings."""
    acts: Acts = ()
    """The acts in force about people of the phase: who left it, and how; see `status`."""
    advanced: PlayersAdvanced | None = None
    leave: tuple[Leave, ...] = ()
    """All announced leave, in the order of announcement, also from before the start (art. 7.2)."""

    def leave_of(self, player: PersonId) -> tuple[LeavePeriod, ...]:
        """Return the player's leave that counts in this phase, earliest first."""
        own = (one.counts for one in self.leave if one.player == player)
        return tuple(sorted(chain.from_iterable(own)))

    def asked_by(self, player: PersonId) -> tuple[LeavePeriod, ...]:
        """Return all leave that the player announced, in the order of announcement."""
        return tuple(one.asked for one in self.leave if one.player == player)

    @property
    def players(self) -> tuple[PersonId, ...]:
        """The players of the phase, in the order of their entries."""
        return tuple(entry.player for entry in self.entries)

    @property
    def closing_moved(self) -> date | None:
        """The day on which the closing was brought forward; None if never, or if put back since."""
        now = self.plan.closing
        later = pairwise([*self.closings, (date.max, now)])
        days = [day for (day, before), (_, then) in later if then <= now < before]
        return days[-1] if days else None

    def status(self, player: PersonId) -> Role:
        """Return the person's status in this phase, by the acts in force."""
        seated = Role.ENTERED if self.started is None else Role.PLAYS
        return status(self.acts, player, seated if player in self.players else None)

    @property
    def former_players(self) -> frozenset[PersonId]:
        """Players who no longer play: disqualified, or left."""
        return self.retired | self.excluded

    @property
    def untaken(self) -> frozenset[PersonId]:
        """The placeholders of players forgotten in this phase, whose seats nobody has taken."""
        untaken, forgotten = set[PersonId](), set[PersonId]()
        for act in self.acts:
            if act.change is Change.FORGOTTEN:
                forgotten.add(act.player)
            elif act.change is Change.ENTERED:
                untaken.discard(act.player)
            elif act.change is Change.VACATED and act.player in forgotten and act.successor:
                untaken.add(act.successor)
        return frozenset(untaken)

    @property
    def excluded(self) -> frozenset[PersonId]:
        """Players whose disqualification in this phase was not lifted (art. 10.3)."""
        return frozenset(self.treatments) - self.lifted

    @cached_property
    def treatments(self) -> Mapping[PersonId, Treatment]:
        """Players disqualified while this was the present phase, and how their results count."""
        return {act.player: act.treatment for act in self.acts if act.treatment is not None}

    @property
    def lifted(self) -> frozenset[PersonId]:
        """Players whose disqualification was lifted after the phase; its results do not change."""
        return frozenset(act.player for act in self.acts if act.change is Change.REINSTATED)

    @cached_property
    def retired(self) -> frozenset[PersonId]:
        """Players who left the running phase; their results count, but they cannot advance."""
        return frozenset(act.player for act in self.acts if act.change is Change.RETIRED)

    @property
    def first_day(self) -> date:
        """The day on which the phase started; until then, the planned one."""
        return self.started or self.plan.start

    @property
    def left(self) -> frozenset[PersonId]:
        """Players who withdrew or were replaced before the start and are not entered again."""
        return frozenset(self._seatless(Change.WITHDREW, Change.REPLACED))

    def lost_by_exclusion(self, player: PersonId) -> bool:
        """Return whether a disqualification took the seat that the player had here last."""
        last = self._seatless(Change.WITHDREW).get(player)
        return last is not None and last.by_exclusion

    @property
    def replaced(self) -> Mapping[PersonId, PersonId]:
        """Each player who lost their seat in this phase, with the player who has it now."""
        lost = self._seatless(Change.REPLACED, Change.VACATED)
        return {who: act.successor for who, act in lost.items() if act.successor is not None}

    def _seatless(self, *changes: Change) -> dict[PersonId, StatusAct]:
        """Return the people without a seat whose last act about a seat is one of these."""
        people = {act.player for act in self.acts} - {*self.players}
        found = {who: last_about_seat(self.acts, who) for who in people}
        return {who: act for who, act in found.items() if act and act.change in changes}

    @cached_property
    def lots(self) -> Mapping[PersonId, int]:
        """The lots of the players; empty before seeds are committed."""
        return lots(self.players, self.seeds.lots) if self.seeds.lots else {}

    @cached_property
    def void_since(self) -> Mapping[PersonId, datetime]:
        """The players whose matches count for nobody, and when they were disqualified (10.3)."""
        return {
            act.player: act.at
            for act in self.acts
            if act.treatment is Treatment.VOID and act.at is not None
        }

    @property
    def void(self) -> frozenset[PersonId]:
        """The players whose matches count for nobody (art. 10.3)."""
        return frozenset(self.void_since)

    @cached_property
    def counted_matches(self) -> tuple[ListedMatch, ...]:
        """The matches that count in the standings."""
        return tuple(match for match in self.matches if self.counts(match))

    def counts(self, match: ListedMatch) -> bool:
        """Return whether a match counts in the standings: neither player is declared void."""
        return not match.players & self.void

    @cached_property
    def qualified(self) -> tuple[tuple[AdvancedPlayer, ...], tuple[PersonId, ...]]:
        """The players who advance by the official tables in order of seeding, and the reserves."""
        return qualifiers(
            self.staying(),
            per_group=self.plan.advance,
            best_others=self.plan.best_others,
            lots=self.lots,
        )

    def with_lots(self, lots: Mapping[PersonId, int]) -> "PhaseState":
        """Return the phase as if these were the drawn lots."""
        after = replace(self)
        vars(after)["lots"] = lots  # the value that the cached property finds
        return after

    def staying(self) -> Mapping[str, Sequence[StandingsRow]]:
        """Return the ranked rows without players who are withdrawn, disqualified or absent.

        Nobody has the seat of a forgotten player until another person takes it.
        """
        gone = self.former_players | self.untaken
        return {
            group.name: [
                row
                for row in self.table(group)
                if row.place is not None and row.player not in gone and not row.is_absent
            ]
            for group in self.groups
        }

    def passed_on(self) -> Mapping[str, int]:
        """Return how many places each group passes to the best others, as too few are left."""
        sizes = {group: len(rows) for group, rows in self.staying().items()}
        places = self.plan.advance
        return {group: places - size for group, size in sizes.items() if size < places}

    def decided_by_lot(self) -> tuple[Lot, ...]:
        """Return each player who failed to advance only by lot, and the player who advanced.

        With the best possible lot, 0, the player would have advanced.
        """
        (advanced, reserves), rows = self.qualified, [*chain(*self.staying().values())]
        # A lot parts only players who are level in their group, or by average in all groups.
        sums = Counter(row.coefficients for row in rows)
        averages = Counter(row.average for row in rows)
        level = {
            row.player for row in rows if sums[row.coefficients] > 1 or averages[row.average] > 1
        }
        found: list[Lot] = []
        for behind in (one for one in reserves if one in level):
            luckier, _ = self.with_lots({**self.lots, behind: 0}).qualified
            would_advance = {one.player for one in luckier}
            if behind in would_advance:
                luckily_ahead = sorted({one.player for one in advanced} - would_advance)
                found += [Lot(ahead, behind) for ahead in luckily_ahead]
        return tuple(found)

    @property
    def games(self) -> frozenset[GameId]:
        """Every game of the phase."""
        return frozenset(game for match in self.matches for game in match.games)

    def open_games(self, group: str = "") -> Mapping[GameId, tuple[PersonId, PersonId]]:
        """Return the games without an official result and their players, of one group or of all."""
        return {
            game: seats
            for match in self.counted_in(group)
            for game, seats in match.games.items()
            if game not in self.results
        }

    def with_result(self, game: GameId, figures: Figures) -> "PhaseState":
        """Return the phase with a new or corrected official result of one game.

        Cached values that do not depend on the result are copied, including the tables of other
        groups. A season has thousands of results, and each concerns one group.
        """
        after = replace(self, results={**self.results, game: figures})
        cached = vars(self).keys() - vars(after).keys() - {"qualified", "_tables"}
        vars(after).update({name: vars(self)[name] for name in cached})
        touched = [each.group for each in self.matches if self._tables and game in each.games]
        vars(after)["_tables"] = {
            group: rows for group, rows in self._tables.items() if group.name not in touched
        }
        return after

    def table(
        self, group: Group, proposed: Mapping[GameId, Figures] | None = None
    ) -> tuple[StandingsRow, ...]:
        """Return the group's table, official or provisional.

        `proposed` has figures of games without an official result and makes the table provisional;
        figures of other games are ignored.
        """
        if not proposed and group in self._tables:
            return self._tables[group]
        results = [
            GameResult(red=red, blue=blue, figures=figures)
            for match in self.counted_in(group.name)
            for game, (red, blue) in match.games.items()
            if (figures := self.results.get(game) or (proposed or {}).get(game)) is not None
        ]
        rows = table(group.players, results, lots=self.lots, excluded=self.treatments)
        if not proposed:
            self._tables[group] = rows
        return rows

    @cached_property
    def _tables(self) -> dict[Group, tuple[StandingsRow, ...]]:
        """A cache of the official tables."""
        return {}

    def tables(
        self, proposed: Mapping[GameId, Figures] | None = None
    ) -> Mapping[str, tuple[StandingsRow, ...]]:
        """Return the table of every group, as `table` does for one."""
        return {group.name: self.table(group, proposed) for group in self.groups}

    def rows_beside(
        self, player: PersonId, proposed: Mapping[GameId, Figures]
    ) -> dict[PersonId, StandingsRow]:
        """Return the provisional rows of the player's group; empty if the player is in none."""
        own = (group for group in self.groups if player in group.players)
        return {row.player: row for group in own for row in self.table(group, proposed)}

    def counted_in(self, group: str) -> Sequence[ListedMatch]:
        """Return the counted matches of one group, or of all."""
        return [match for match in self.counted_matches if group in {"", match.group}]
