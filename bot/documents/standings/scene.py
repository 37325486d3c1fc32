"""What stands in a phase of a competition, homologated or only proposed: pure.

A scene joins what the competition knows, its homologated results, to what the matches know, the
results that await homologation, and to people's names. Only the homologated table counts (art. 8);
the provisional one adds the proposed results, and everything that shows it says so.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from engine.competitions.advancing import going_on
from engine.competitions.competition import Competition
from engine.competitions.participation import Role, participation
from engine.competitions.parts import Group, Withdrawn
from engine.competitions.phase import PhaseState
from engine.competitions.prospects import Prospect, prospects
from engine.competitions.standings import Row, overall
from engine.figures import Figures
from engine.ids import GameId, PersonId
from engine.matches.match import Match, MatchStage
from engine.matches.results import match_figures


@dataclass(frozen=True, kw_only=True)  # without slots: what is worked out is kept
class Scene:
    """A phase as it stands, seen with its homologated results alone or with the proposed ones."""

    competition: Competition
    seq: int
    """The number of the competition's last event."""
    number: int
    """Which of the phases is meant."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """The results of finished games that are not homologated yet."""
    names: Mapping[PersonId, str]
    clubless: frozenset[PersonId] = frozenset()
    """Whose club is not said: beside initials or a number it would tell who he is."""
    today: date
    is_provisional: bool = False
    """Whether the proposed results count in what is shown."""
    whole: PhaseState | None = None
    """The phase with all its groups, where the scene has only one of them; None: it has all."""

    def as_seen(self, *, provisional: bool) -> "Scene":
        """Return the same with or without the proposed results."""
        return replace(self, is_provisional=provisional)

    def with_names(self, shown: Callable[[str], str]) -> "Scene":
        """Return the same with everybody called as its reader calls him."""
        return replace(self, names={who: shown(name) for who, name in self.names.items()})

    def for_everybody(self, names: Mapping[PersonId, str]) -> "Scene":
        """Return what all may see: homologated results, these names, clubs beside whole ones."""
        changed = frozenset(who for who, name in self.names.items() if names[who] != name)
        return replace(self, names=names, clubless=changed, proposed={}, is_provisional=False)

    @property
    def phase(self) -> PhaseState:
        """Return the phase that is shown."""
        return self.competition.phases[self.number]

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return its groups, in their order; none before they are drawn."""
        return self.phase.groups

    @cached_property
    def counted(self) -> Mapping[GameId, Figures]:
        """Return the results that count in what is shown."""
        await_homologation = self.phase.open_games()
        added = {game: found for game, found in self.proposed.items() if game in await_homologation}
        return {**self.phase.results, **(added if self.is_provisional else {})}

    @cached_property
    def tables(self) -> Mapping[str, tuple[Row, ...]]:
        """Return each group's table."""
        shown = self.proposed if self.is_provisional else None
        return self.phase.tables(shown)

    @cached_property
    def overall(self) -> tuple[Row, ...]:
        """Return the players of all groups in one order."""
        return overall(self.tables.values(), self.phase.lots)

    def prospect_of(self, player: PersonId) -> Prospect | None:
        """Return what the player can still reach in his group; None for one without a place.

        Only homologated results are certain, whatever is shown beside them.
        """
        group = self.group_of(player)
        if group is None:
            return None
        return self._prospects_in(group, staying=False).get(player)

    def _chances_of(self, player: PersonId) -> Prospect | None:
        """Return the same among those who can still go on, without players who withdrew."""
        group = self.group_of(player)
        return self._prospects_in(group, staying=True).get(player) if group else None

    def _prospects_in(self, group: Group, *, staying: bool) -> Mapping[PersonId, Prospect]:
        key = group.name, staying
        if key not in self._prospects:
            left = self.phase.gone if staying else frozenset()
            rows = [row for row in self.phase.table(group) if row.player not in left]
            found = prospects(rows, self.phase.open_games(group.name).values())
            self._prospects[key] = {each.player: each for each in found}
        return self._prospects[key]

    @cached_property
    def _prospects(self) -> dict[tuple[str, bool], Mapping[PersonId, Prospect]]:
        """The players' prospects in each group that was asked about: they take some working out."""
        return {}

    @cached_property
    def _groups(self) -> Mapping[PersonId, Group]:
        return {player: group for group in self.groups for player in group.players}

    @cached_property
    def _with_proposed(self) -> frozenset[PersonId]:
        """The players in whose lines results count that are not homologated."""
        return frozenset(
            player
            for match in self.phase.counted_matches
            if any(game in self.counted and game not in self.phase.results for game in match.games)
            for player in match.players
        )

    @cached_property
    def clubs(self) -> Mapping[PersonId, str]:
        """Return the players' clubs, as they were entered; empty: none, or it is not said."""
        return {
            entry.player: "" if entry.player in self.clubless else entry.club
            for entry in self.phase.entries
        }

    def group_of(self, player: PersonId) -> Group | None:
        """Return the player's group, if he has one in this phase."""
        return self._groups.get(player)

    def withdrawn_from(self, group: str) -> tuple[Withdrawn, ...]:
        """Return who left that group before the start."""
        return tuple(each for each in self.phase.withdrawn if each.group == group)

    def row_of(self, player: PersonId) -> Row | None:
        """Return the player's line in his group's table."""
        group = self.group_of(player)
        rows = self.tables[group.name] if group else ()
        return next((row for row in rows if row.player == player), None)

    def role_of(self, player: PersonId) -> Role:
        """Return what the player is in the phase that is shown."""
        return participation(self.competition, player, self.number).role

    def line_after(self, group: str) -> int:
        """Return after how many rows of the group's table the last who goes on by place stands.

        Players who withdrew keep their rows, but their places go to the next ones. 0: nobody does.
        """
        wanted, rows = self.phase.plan.advance, self.tables[group]
        here = [
            number
            for number, row in enumerate(rows, 1)
            if row.place is not None and row.player not in self.phase.gone
        ]
        return here[:wanted][-1] if wanted and here else 0

    @cached_property
    def going(self) -> frozenset[PersonId] | None:
        """Who goes on to the next phase, as it now stands; None while that is open."""
        phase = self.whole or self.phase
        if phase.advanced is not None:
            return frozenset(self.competition.phases[self.number + 1].players)
        is_last = not (phase.plan.advance or phase.plan.best_others)
        if is_last or not phase.matches or phase.open_games():
            return None
        return frozenset(each.player for each in going_on(phase)[0])

    def is_safe(self, player: PersonId) -> bool:
        """Return whether the player is sure to go on: by his place, or because he already has."""
        if self.going is not None:
            return player in self.going
        wanted = self.phase.plan.advance
        known = self._chances_of(player) if wanted else None
        return known is not None and known.is_safe(wanted)

    def is_out_of_reach(self, player: PersonId) -> bool:
        """Return whether he cannot be among those who go on by their place, whatever happens."""
        if self.going is not None and player in self.going:
            return False
        wanted = self.phase.plan.advance
        known = self._chances_of(player) if wanted else None
        return known is not None and known.is_out_of_reach(wanted)

    def has_proposed(self, player: PersonId) -> bool:
        """Return whether results that are not homologated count in his line."""
        return player in self._with_proposed

    def games_of(self, group: str = "") -> tuple[int, int]:
        """Return how many games of a group, or of all, are counted, and how many there are."""
        games = [game for match in self.phase.counted_in(group) for game in match.games]
        return sum(game in self.counted for game in games), len(games)


def proposed_figures(matches: Iterable[Match]) -> dict[GameId, Figures]:
    """Return the results that await homologation: of every game that is over (art. 8.5)."""
    return {
        game: found
        for match in matches
        if match.stage is not MatchStage.HOMOLOGATED
        for game, found in match_figures(match).items()
    }
