"""The state of a phase of a competition, with official or also with proposed results. Pure.

A scene joins the competition's official results, the matches' results that await approval, and
people's names. Only the official table counts (art. 8). The provisional table adds the proposed
results, and everything that shows it says so.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from engine.competitions.competition import Competition
from engine.competitions.participation import participation
from engine.competitions.parts import Entry, Group, WithdrawnPlayer
from engine.competitions.phase import PhaseState
from engine.competitions.prospects import Prospect, prospects
from engine.competitions.standings import StandingsRow, overall
from engine.competitions.status import Role
from engine.figures import Figures
from engine.ids import GameId, PersonId
from engine.matches.match import Match, MatchStage
from engine.matches.results import match_figures


@dataclass(frozen=True, kw_only=True)  # without slots, because cached properties need a `__dict__`
class Scene:
    """The state of a phase, with its official results alone or also with the proposed ones."""

    competition: Competition
    seq: int
    """The number of the competition's last event."""
    number: int
    """The index of the phase."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """The results of finished games that are not official yet."""
    names: Mapping[PersonId, str]
    clubless: frozenset[PersonId] = frozenset()
    """Players whose club is hidden, because beside initials or a number it would identify them."""
    today: date
    is_provisional: bool = False
    """Whether the proposed results count."""
    whole: PhaseState | None = None
    """The phase with all its groups if the scene has only one of them; None if it has all."""

    def as_seen(self, *, provisional: bool) -> "Scene":
        """Return a copy with or without the proposed results."""
        return replace(self, is_provisional=provisional)

    def with_names(self, shown: Callable[[str], str]) -> "Scene":
        """Return a copy with each person's name as its reader sees it."""
        return replace(self, names={who: shown(name) for who, name in self.names.items()})

    def for_everybody(self, names: Mapping[PersonId, str]) -> "Scene":
        """Return a public copy: official results, these names, and clubs only beside full names."""
        changed = frozenset(who for who, name in self.names.items() if names[who] != name)
        return replace(
            self, names=names, clubless=self.clubless | changed, proposed={}, is_provisional=False
        )

    @property
    def phase(self) -> PhaseState:
        """Return the state of the phase."""
        return self.competition.phases[self.number]

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the phase's groups in order; none before they are drawn."""
        return self.phase.groups

    @cached_property
    def counted(self) -> Mapping[GameId, Figures]:
        """Return the results that count."""
        if not self.is_provisional:
            return dict(self.phase.results)
        open_games = self.phase.open_games()
        added = {game: figures for game, figures in self.proposed.items() if game in open_games}
        return {**self.phase.results, **added}

    @cached_property
    def tables(self) -> Mapping[str, tuple[StandingsRow, ...]]:
        """Return each group's table."""
        return self.phase.tables(self.proposed if self.is_provisional else None)

    @cached_property
    def overall(self) -> tuple[StandingsRow, ...]:
        """Return the rows of the overall standings."""
        return overall(self.tables.values(), self.phase.lots)

    def prospect_of(self, player: PersonId) -> Prospect | None:
        """Return the ranks the player can still reach in their group; None if they have no rank.

        Only official results count as certain, even in the provisional table.
        """
        group = self.group_of(player)
        if group is None:
            return None
        return self._prospects_in(group, with_former=True).get(player)

    def _chances_of(self, player: PersonId) -> Prospect | None:
        """Return the ranks that the player can reach among those who can still advance, or None."""
        group = self.group_of(player)
        return self._prospects_in(group, with_former=False).get(player) if group else None

    def _prospects_in(self, group: Group, *, with_former: bool) -> Mapping[PersonId, Prospect]:
        """Return the prospects in a group, with or without players who left the competition.

        Those keep their rank, but the next players advance in their place.
        """
        key = group.name, with_former
        if key not in self._prospects:
            ignored = frozenset() if with_former else self.phase.former_players
            rows = [row for row in self.phase.table(group) if row.player not in ignored]
            in_group = prospects(rows, self.phase.open_games(group.name).values())
            self._prospects[key] = {prospect.player: prospect for prospect in in_group}
        return self._prospects[key]

    @cached_property
    def _prospects(self) -> dict[tuple[str, bool], Mapping[PersonId, Prospect]]:
        """The prospects of each group requested so far, cached because they cost time."""
        return {}

    @cached_property
    def _groups(self) -> Mapping[PersonId, Group]:
        return {player: group for group in self.groups for player in group.players}

    @cached_property
    def _with_proposed(self) -> frozenset[PersonId]:
        """The players whose lines include results that are not official."""
        return frozenset(
            player
            for match in self.phase.counted_matches
            if any(game in self.counted and game not in self.phase.results for game in match.games)
            for player in match.players
        )

    @cached_property
    def clubs(self) -> Mapping[PersonId, str]:
        """Return the players' clubs as entered; empty if there is none or it is not shown."""
        return {entry.player: self.club_of(entry) for entry in self.phase.entries}

    def club_of(self, entered: Entry | WithdrawnPlayer) -> str:
        """Return a player's club as entered; empty if there is none or it is not shown."""
        return "" if entered.player in self.clubless else entered.club

    def group_of(self, player: PersonId) -> Group | None:
        """Return the player's group, or None if they have none in this phase."""
        return self._groups.get(player)

    def withdrawn_from(self, group: str) -> tuple[WithdrawnPlayer, ...]:
        """Return the players who withdrew from that group before the start."""
        return tuple(
            withdrawn_player
            for withdrawn_player in self.phase.withdrawn
            if withdrawn_player.group == group
        )

    def row_of(self, player: PersonId) -> StandingsRow | None:
        """Return the player's line in their group's table, or None."""
        group = self.group_of(player)
        rows = self.tables[group.name] if group else ()
        return next((row for row in rows if row.player == player), None)

    def role_of(self, player: PersonId) -> Role:
        """Return the player's role in this phase."""
        return participation(self.competition, player, self.number).role

    def line_after(self, group: str) -> int:
        """Return the number of rows down to the last player who advances by rank; 0 if nobody does.

        Players who withdrew keep their rows, but the next players advance in their place.
        """
        advance, rows = self.phase.plan.advance, self.tables[group]
        can_advance = [
            number
            for number, row in enumerate(rows, 1)
            if row.place is not None and row.player not in self.phase.former_players
        ]
        return can_advance[:advance][-1] if advance and can_advance else 0

    @cached_property
    def going(self) -> frozenset[PersonId] | None:
        """Return the players who advance to the next phase; None while that is open."""
        phase = self.whole or self.phase
        if phase.advanced is not None:
            return frozenset(self.competition.phases[self.number + 1].players)
        is_last = not (phase.plan.advance or phase.plan.best_others)
        if is_last or not phase.matches or phase.open_games():
            return None
        return frozenset(qualifier.player for qualifier in phase.qualified[0])

    def is_safe(self, player: PersonId) -> bool:
        """Return whether the player will certainly advance: by rank, or because they have."""
        if self.going is not None:
            return player in self.going
        advance = self.phase.plan.advance
        chances = self._chances_of(player) if advance else None
        return chances is not None and chances.is_safe(advance)

    def is_out_of_reach(self, player: PersonId) -> bool:
        """Return whether the player can no longer advance by rank."""
        if self.going is not None and player in self.going:
            return False
        advance = self.phase.plan.advance
        chances = self._chances_of(player) if advance else None
        return chances is not None and chances.is_out_of_reach(advance)

    def has_proposed(self, player: PersonId) -> bool:
        """Return whether unofficial results count in the player's line."""
        return player in self._with_proposed

    def games_of(self, group: str = "") -> tuple[int, int]:
        """Return the numbers of counted games and of all games, in a group or in all groups."""
        games = [game for match in self.phase.counted_in(group) for game in match.games]
        return sum(game in self.counted for game in games), len(games)


def proposed_figures(matches: Iterable[Match]) -> dict[GameId, Figures]:
    """Return the results that await approval: those of every finished game (art. 8.5)."""
    return {
        game: figures
        for match in matches
        if match.stage is not MatchStage.HOMOLOGATED
        for game, figures in match_figures(match).items()
    }
