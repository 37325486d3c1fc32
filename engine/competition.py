"""A competition is the fold of its events: phases, their entries, draws, matches and results.

`evolve_competition` applies one event and never judges it; what can happen at all is the table
`COMPETITION_TRANSITIONS`. What may happen is decided in
`engine.competition_setup` and `engine.competition_results`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from functools import reduce

from engine.clock import LeavePeriod
from engine.competition_events import (
    ArbitersChanged,
    CompetitionClosed,
    CompetitionCode,
    CompetitionCreated,
    CompetitionEvent,
    DrawAnnulled,
    Entry,
    ExclusionPolicy,
    Figures,
    Group,
    GroupsDrawn,
    ListedMatch,
    MatchesListed,
    PhasePlan,
    PhasePlanned,
    PhaseStarted,
    PlaceClaimed,
    PlayerEntered,
    PlayerExcluded,
    PlayerLeaveAnnounced,
    PlayerLeaveWithdrawn,
    PlayerReinstated,
    PlayerReplaced,
    PlayersAdvanced,
    PlayerWithdrawn,
    ResultCorrected,
    ResultHomologated,
    SequencesCommitted,
    Treatment,
)
from engine.errors import BrokenLog
from engine.events import EditionRef
from engine.groups import lots
from engine.ids import GameId, Leg, PersonId
from engine.rulesets import Ruleset
from engine.sequence import commitment
from engine.standings import GameResult, Row, table


class CompetitionStage(Enum):
    """Where a competition stands, which is where its present phase stands."""

    OPEN = "entries open"
    COMMITTED = "seeds committed"
    GROUPED = "groups drawn"
    LISTED = "matches listed"
    RUNNING = "phase running"
    CLOSED = "closed"


_OPEN, _COMMITTED, _GROUPED, _LISTED, _RUNNING, _CLOSED = CompetitionStage
_DRAWING = (_COMMITTED, _GROUPED, _LISTED)
_BEFORE = (_OPEN, *_DRAWING)
_LIVING = (*_BEFORE, _RUNNING)

COMPETITION_TRANSITIONS: Mapping[
    tuple[CompetitionStage, type[CompetitionEvent]], CompetitionStage
] = {
    **{(stage, ArbitersChanged): stage for stage in _LIVING},
    **{(stage, PhasePlanned): stage for stage in _LIVING},
    **{(stage, PlaceClaimed): stage for stage in _LIVING},
    **{(stage, PlayerLeaveAnnounced): stage for stage in _LIVING},
    **{(stage, PlayerLeaveWithdrawn): stage for stage in _LIVING},
    (_OPEN, PlayerEntered): _OPEN,
    **{(stage, PlayerReplaced): stage for stage in _BEFORE},
    **{(stage, PlayerWithdrawn): stage for stage in _BEFORE},
    # Without him the colours of his group are no longer balanced: they are drawn again.
    (_LISTED, PlayerWithdrawn): _GROUPED,
    (_OPEN, SequencesCommitted): _COMMITTED,
    (_COMMITTED, GroupsDrawn): _GROUPED,
    (_GROUPED, MatchesListed): _LISTED,
    **{(stage, DrawAnnulled): _OPEN for stage in _DRAWING},
    (_LISTED, PhaseStarted): _RUNNING,
    (_RUNNING, ResultHomologated): _RUNNING,
    (_RUNNING, PlayerExcluded): _RUNNING,
    (_RUNNING, PlayerReinstated): _RUNNING,
    # The Discipline Commission may change a result of a phase that is over (art. 10.2).
    **{(stage, ResultCorrected): stage for stage in (*_LIVING, _CLOSED)},
    (_RUNNING, PlayersAdvanced): _OPEN,
    (_RUNNING, CompetitionClosed): _CLOSED,
}
"""Every transition there is; the creation itself is where a competition begins."""


_PhaseEvent = (
    PlayerEntered
    | PlayerWithdrawn
    | PlayerReplaced
    | SequencesCommitted
    | GroupsDrawn
    | MatchesListed
    | DrawAnnulled
    | PhaseStarted
    | ResultHomologated
    | PlayerExcluded
    | PlayerReinstated
)
"""What concerns only the phase that is being prepared or played."""


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
    started: date | None = None
    results: Mapping[GameId, Figures] = field(default_factory=dict)
    """The homologated results, rulings included."""
    excluded: Mapping[PersonId, Treatment] = field(default_factory=dict)
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
    def lots(self) -> Mapping[PersonId, int]:
        """Return the lots of the players; empty before seeds are committed."""
        return lots(self.players, self.seeds.lots) if self.seeds.lots else {}

    @property
    def counted_matches(self) -> tuple[ListedMatch, ...]:
        """Return the matches that the standings are made of: none of a player declared void."""
        void = {who for who, treatment in self.excluded.items() if treatment is Treatment.VOID}
        return tuple(match for match in self.matches if not match.players & void)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """A competition as it stands after its last event."""

    code: CompetitionCode
    title: str
    arbiters: tuple[PersonId, ...]
    rules: Ruleset
    edition: EditionRef
    exclusion: ExclusionPolicy
    phases: tuple[PhaseState, ...]
    number: int = 0
    """Which of the phases is being prepared or played."""
    stage: CompetitionStage = CompetitionStage.OPEN
    claimed: frozenset[PersonId] = frozenset()
    """Who has taken his place by his invitation."""

    @property
    def phase(self) -> PhaseState:
        """Return the phase that is being prepared or played."""
        return self.phases[self.number]

    @property
    def next_phase(self) -> PhaseState | None:
        """Return the phase after it, if there is one."""
        return self.phases[self.number + 1] if self.number + 1 < len(self.phases) else None

    def phase_of(self, game: GameId) -> PhaseState | None:
        """Return the phase that the game belongs to, if it is one of the competition's."""
        return next((phase for phase in self.phases if game in phase.games), None)


def replay_competition(events: Iterable[CompetitionEvent]) -> Competition:
    """Return the competition that these events make.

    Raises:
        BrokenLog: the log is empty or does not begin with the creation.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, CompetitionCreated):
        raise BrokenLog("a competition's log begins with its creation")
    return reduce(evolve_competition, log, created(first))


def created(event: CompetitionCreated) -> Competition:
    """Return the competition as the arbiter created it."""
    return Competition(
        code=event.competition,
        title=event.title,
        arbiters=event.arbiters,
        rules=event.rules,
        edition=event.edition,
        exclusion=event.exclusion,
        phases=tuple(PhaseState(plan=plan) for plan in event.plans),
    )


def evolve_competition(competition: Competition, event: CompetitionEvent) -> Competition:
    """Return the competition after the event, which has been decided and is not judged again.

    Raises:
        BrokenLog: no such transition exists; the log is not one this program wrote.
    """
    stage = COMPETITION_TRANSITIONS.get((competition.stage, type(event)))
    if stage is None:
        raise BrokenLog(f"{type(event).__name__} cannot happen in a {competition.stage}")
    return replace(_applied(competition, event), stage=stage)


def _applied(competition: Competition, event: CompetitionEvent) -> Competition:  # noqa: PLR0911  (one line an event)
    match event:
        case CompetitionCreated() | CompetitionClosed():
            return competition
        case ArbitersChanged():
            return replace(competition, arbiters=event.arbiters)
        case PlaceClaimed():
            phases = (_renamed(phase, event.invited, event.person) for phase in competition.phases)
            claimed = competition.claimed | {event.person}
            return replace(competition, phases=tuple(phases), claimed=claimed)
        case PhasePlanned():
            return replace(competition, phases=_planned(competition.phases, event.plan))
        case ResultCorrected():
            phases = (
                _with_result(phase, event) if event.game in phase.games else phase
                for phase in competition.phases
            )
            return replace(competition, phases=tuple(phases))
        case PlayersAdvanced():
            return _moved_on(competition, event)
        case PlayerLeaveAnnounced() | PlayerLeaveWithdrawn():
            phases = (_on_leave(phase, event) for phase in competition.phases)
            return replace(competition, phases=tuple(phases))
        case _:
            return _with_phase(competition, _phase_after(competition.phase, event))


def _phase_after(phase: PhaseState, event: _PhaseEvent) -> PhaseState:  # noqa: PLR0911  (one line an event)
    match event:
        case PlayerEntered():
            return replace(phase, entries=(*phase.entries, event.entry))
        case PlayerWithdrawn():
            return _without(phase, event.player)
        case PlayerReplaced():
            return _replaced(phase, event.player, event.entry)
        case SequencesCommitted():
            return replace(phase, seeds=_seeds(event))
        case GroupsDrawn():
            return replace(phase, groups=event.groups)
        case MatchesListed():
            return replace(phase, matches=event.matches)
        case DrawAnnulled():
            return replace(phase, seeds=NO_SEEDS, groups=(), matches=())
        case PhaseStarted():
            return replace(phase, started=event.on)
        case ResultHomologated():
            return _with_result(phase, event)
        case PlayerExcluded():
            return replace(phase, excluded={**phase.excluded, event.player: event.treatment})
        case _:  # only PlayerReinstated is left
            left = {who: how for who, how in phase.excluded.items() if who != event.player}
            return replace(phase, excluded=left)


def _seeds(event: SequencesCommitted) -> Seeds:
    home, back, lot = map(bytes.fromhex, (event.home_seed, event.return_seed, event.lots_seed))
    return Seeds(home=home, back=back, lots=lot)


def _with_phase(competition: Competition, phase: PhaseState) -> Competition:
    """Return the competition with its present phase changed."""
    phases = list(competition.phases)
    phases[competition.number] = phase
    return replace(competition, phases=tuple(phases))


def _planned(phases: tuple[PhaseState, ...], plan: PhasePlan) -> tuple[PhaseState, ...]:
    """Return the phases with a plan changed, or with one more phase at the end."""
    if plan.phase in {phase.plan.phase for phase in phases}:
        return tuple(
            replace(phase, plan=plan) if phase.plan.phase is plan.phase else phase
            for phase in phases
        )
    return (*phases, PhaseState(plan=plan))


def _with_result(phase: PhaseState, event: ResultHomologated | ResultCorrected) -> PhaseState:
    return replace(phase, results={**phase.results, event.game: event.figures})


def _on_leave(phase: PhaseState, event: PlayerLeaveAnnounced | PlayerLeaveWithdrawn) -> PhaseState:
    if phase.plan.phase is not event.phase:
        return phase
    entry = (event.player, event.period)
    if isinstance(event, PlayerLeaveAnnounced):
        return replace(phase, leave=(*phase.leave, entry))
    return replace(phase, leave=tuple(one for one in phase.leave if one != entry))


def _without(phase: PhaseState, player: PersonId) -> PhaseState:
    """Return the phase without the player; the colours of all matches are to be drawn again."""
    return replace(
        phase,
        entries=tuple(entry for entry in phase.entries if entry.player != player),
        groups=tuple(
            replace(group, players=tuple(who for who in group.players if who != player))
            for group in phase.groups
        ),
        matches=(),
        leave=tuple(one for one in phase.leave if one[0] != player),
    )


def _replaced(phase: PhaseState, player: PersonId, entry: Entry) -> PhaseState:
    """Return the phase with the entry in the place of the player's; his leave goes with him."""
    entries = tuple(entry if old.player == player else old for old in phase.entries)
    leave = tuple(one for one in phase.leave if one[0] != player)
    return replace(_renamed(phase, player, entry.player), entries=entries, leave=leave)


def _renamed(phase: PhaseState, old: PersonId, new: PersonId) -> PhaseState:
    """Return the phase with one person in all places of another."""

    def name(player: PersonId) -> PersonId:
        return new if player == old else player

    return replace(
        phase,
        entries=tuple(replace(entry, player=name(entry.player)) for entry in phase.entries),
        groups=tuple(
            replace(group, players=tuple(map(name, group.players))) for group in phase.groups
        ),
        matches=tuple(
            replace(match, red=name(match.red), blue=name(match.blue)) for match in phase.matches
        ),
        excluded={name(player): treatment for player, treatment in phase.excluded.items()},
        leave=tuple((name(player), period) for player, period in phase.leave),
    )


def _moved_on(competition: Competition, event: PlayersAdvanced) -> Competition:
    """Return the competition with its next phase open for the players who advanced."""
    clubs = {entry.player: entry.club for entry in competition.phase.entries}
    entries = tuple(
        Entry(player=advanced.player, club=clubs[advanced.player], seeding=seeding)
        for seeding, advanced in enumerate(event.players, 1)
    )
    done = _with_phase(competition, replace(competition.phase, advanced=event))
    opened = replace(done, number=competition.number + 1)
    return _with_phase(opened, replace(opened.phase, entries=entries))
