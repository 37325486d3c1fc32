"""Turn a scene into the views of its pictures: crosstables and overall standings. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, TypedDict

from bot.documents.render.standings.crosstable_layout import MOST_LINES
from bot.documents.render.standings.standings_view import (
    STANDINGS_LABEL_KEYS,
    CrossRow,
    Crosstable,
    GameCell,
    HeadToHead,
    Labels,
    OverallRow,
    OverallTable,
    ResultStatus,
    TableHead,
    TableRow,
)
from bot.documents.standings.message import excluded_note
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import overall_title, title_text
from bot.texts.messages import Plain, Text, say
from engine.coefficients import rounded
from engine.competitions.parts import ListedMatch, WithdrawnPlayer
from engine.competitions.standings import StandingsRow
from engine.figures import Figures, Outcome
from engine.ids import GameId, Leg, PersonId, game_id

_Matches = Mapping[frozenset[PersonId], ListedMatch]
"""The matches of a phase, by their two players."""

_NO_PLACE: Final = "—"
"""In place of a rank, for a player without one."""


class _CommonFields(TypedDict):
    """The fields of a `TableRow` for every player, also one who withdrew before the start."""

    place: str
    name: str
    club: str
    note: str
    is_out: bool


class _PlayerFields(_CommonFields):
    """The fields of a `TableRow` for any other player."""

    is_safe: bool
    games: int
    wins: int
    draws: int
    losses: int
    coefficients: str
    difference: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class SceneViews:
    """The views of a scene's tables, in the language of `plain`."""

    scene: Scene
    plain: Plain
    _worded: dict[Decimal, str] = field(default_factory=dict, init=False)
    """The coefficients worded so far, because a table has hundreds and repeats many."""

    def crosstable(self, group: str) -> Crosstable:
        """Return a group's crosstable."""
        rows = self.scene.tables[group]
        players = [row.player for row in rows]
        matches = {listed.players: listed for listed in self.scene.phase.matches}
        return Crosstable(
            head=self.head(title_text(self.scene, group)),
            labels=self._labels(),
            rows=tuple(
                CrossRow(
                    **self._player_fields(_place(row), row),
                    meetings=tuple(self._meeting(row.player, who, matches) for who in players),
                )
                for row in rows
            ),
            advance=self.scene.line_after(group),
            withdrawn=tuple(
                TableRow(**self._withdrawn_fields(who)) for who in self.scene.withdrawn_from(group)
            ),
        )

    def overall_pages(self) -> tuple[OverallTable, ...]:
        """Return the overall standings, one page for each picture."""
        return self._pages(self.overall_rows(), overall_title(self.scene))

    def overall_rows(self) -> list[OverallRow]:
        """Return the rows of the overall standings."""
        return [self._overall_row(str(n), row) for n, row in enumerate(self.scene.overall, 1)]

    def group_pages(self, group: str) -> tuple[OverallTable, ...]:
        """Return the table of a group too large for a crosstable, one page for each picture."""
        title, advance = title_text(self.scene, group), self.scene.line_after(group)
        return self._pages(self.group_rows_with_withdrawn(group), title, advance=advance)

    def group_rows_with_withdrawn(self, group: str) -> list[OverallRow]:
        """Return the rows of a group without their games, and those of players who withdrew."""
        return self.group_rows(group) + [
            OverallRow(**self._withdrawn_fields(who), group=group, average="")
            for who in self.scene.withdrawn_from(group)
        ]

    def group_rows(self, group: str, most: int | None = None) -> list[OverallRow]:
        """Return the rows of a group without their games: all, or the first `most`."""
        return [self._overall_row(_place(row), row) for row in self.scene.tables[group][:most]]

    def head(self, title: Text) -> TableHead:
        """Return the texts above and below a table."""
        scene = self.scene
        kind = "provisional" if scene.is_provisional else "homologated"
        return TableHead(
            competition=scene.competition.title,
            title=self.plain(title),
            kind=self.plain(say(f"standings.kind.{kind}")),
            is_provisional=scene.is_provisional,
            as_of=scene.today,
            footer=f"{scene.competition.code} · {scene.seq}",
        )

    def _pages(
        self, rows: Sequence[OverallRow], title: Text, *, advance: int = 0
    ) -> tuple[OverallTable, ...]:
        """Return the rows in pages; a table without rows has one page."""
        head, labels = self.head(title), self._labels()
        return tuple(
            OverallTable(
                head=head,
                labels=labels,
                rows=tuple(rows[start : start + MOST_LINES]),
                advance=max(0, advance - start),
            )
            for start in range(0, max(1, len(rows)), MOST_LINES)
        )

    def _labels(self) -> Labels:
        return {key: self.plain(say(key)) for key in STANDINGS_LABEL_KEYS}

    def _player_fields(self, place: str, row: StandingsRow) -> _PlayerFields:
        """Return the fields that every table shows of a player who began."""
        note = excluded_note(self.scene, row.player)
        return {
            "place": place,
            "name": self.scene.names[row.player],
            "club": self.scene.clubs[row.player],
            "note": "" if note is None else self.plain(note),
            "is_out": note is not None,
            "is_safe": self.scene.is_safe(row.player),
            "games": row.games,
            "wins": row.wins,
            "draws": row.draws,
            "losses": row.games - row.wins - row.draws,
            "coefficients": self._figure(row.coefficients),
            "difference": row.difference,
            "points": row.scored,
        }

    def _withdrawn_fields(self, who: WithdrawnPlayer) -> _CommonFields:
        """Return the fields that a table shows of a player who withdrew before the start."""
        return {
            "place": _NO_PLACE,
            "name": self.scene.names[who.player],
            "club": self.scene.club_of(who),
            "note": self.plain(say("standings.note_withdrawn")),
            "is_out": True,
        }

    def _overall_row(self, place: str, row: StandingsRow) -> OverallRow:
        """Return a player's line in a table without games; `place` is the rank in that table."""
        group = self.scene.group_of(row.player)
        return OverallRow(
            **self._player_fields(place, row),
            group=_place(row) if group is None else f"{group.name} {_place(row)}",
            average=self._figure(rounded(row.average)),
        )

    def _figure(self, figure: Decimal) -> str:
        """Return a coefficient in words."""
        if figure not in self._worded:
            self._worded[figure] = self.plain(say("standings.figure", figure=str(figure)))
        return self._worded[figure]

    def _meeting(self, player: PersonId, partner: PersonId, matches: _Matches) -> HeadToHead | None:
        """Return both games of a pair from the player's point of view; None with themselves."""
        if player == partner:
            return None
        match = matches.get(frozenset((player, partner)))
        if match is None:
            return HeadToHead()
        home, back = (self._cell(match, leg, player) for leg in Leg)
        return HeadToHead(home, back)

    def _cell(self, match: ListedMatch, leg: Leg, player: PersonId) -> GameCell | None:
        """Return a player's result of one game in the crosstable; None if it has none."""
        shown = _shown_result(self.scene, match, game_id(match.code, leg))
        if shown is None:
            return None
        figures, status = shown
        is_red = match.seats(leg)[0] == player
        scores = figures.scores or (None, None)
        own_score, partner_score = scores if is_red else scores[::-1]
        return GameCell(
            own=own_score,
            partner=partner_score,
            coefficient=self._figure(figures.coefficients_of(is_red=is_red)[0]),
            is_red=is_red,
            is_won=figures.is_won_by(is_red=is_red),
            is_drawn=figures.outcome is Outcome.DRAW,
            status=status,
        )


def _place(row: StandingsRow) -> str:
    return _NO_PLACE if row.place is None else str(row.place)


def _shown_result(
    scene: Scene, match: ListedMatch, game: GameId
) -> tuple[Figures, ResultStatus] | None:
    """Return a game's result and its state; None if there is none to show."""
    homologated = scene.phase.results.get(game)
    if not scene.phase.counts(match):
        return (homologated, ResultStatus.VOID) if homologated else None
    if homologated is not None:
        return homologated, ResultStatus.HOMOLOGATED
    proposed = scene.counted.get(game)
    return (proposed, ResultStatus.PROPOSED) if proposed else None
