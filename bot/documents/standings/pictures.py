"""Turn a scene into the views of its pictures: crosstables and overall standings. Pure."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
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
from bot.texts.messages import Plain, say
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


def crosstable(scene: Scene, group: str, plain: Plain) -> Crosstable:
    """Return a group's crosstable."""
    rows = scene.tables[group]
    players = [row.player for row in rows]
    matches = {listed.players: listed for listed in scene.phase.matches}
    title = plain(title_text(scene, group))
    return Crosstable(
        head=head_of(scene, title, plain),
        labels=_labels(plain),
        rows=tuple(_cross_row(scene, row, players, matches, plain) for row in rows),
        advance=scene.line_after(group),
        withdrawn=tuple(
            TableRow(**_withdrawn_fields(scene, withdrawn_player, plain))
            for withdrawn_player in scene.withdrawn_from(group)
        ),
    )


def overall_pages(scene: Scene, plain: Plain) -> tuple[OverallTable, ...]:
    """Return the overall standings, one page for each picture."""
    return _pages(scene, overall_rows(scene, plain), plain(overall_title(scene)), plain)


def overall_rows(scene: Scene, plain: Plain) -> list[OverallRow]:
    """Return the rows of the overall standings."""
    return [_overall_row(scene, str(n), row, plain) for n, row in enumerate(scene.overall, 1)]


def group_pages(scene: Scene, group: str, plain: Plain) -> tuple[OverallTable, ...]:
    """Return the table of a group too large for a crosstable, one page for each picture."""
    title, rows = plain(title_text(scene, group)), group_rows_with_withdrawn(scene, group, plain)
    return _pages(scene, rows, title, plain, advance=scene.line_after(group))


def group_rows_with_withdrawn(scene: Scene, group: str, plain: Plain) -> list[OverallRow]:
    """Return the rows of a group without their games, and those of players who withdrew."""
    return group_rows(scene, group, plain) + [
        OverallRow(**_withdrawn_fields(scene, withdrawn_player, plain), group=group, average="")
        for withdrawn_player in scene.withdrawn_from(group)
    ]


def group_rows(
    scene: Scene, group: str, plain: Plain, first: int | None = None
) -> list[OverallRow]:
    """Return the rows of a group without their games: all, or the first `first`."""
    return [_overall_row(scene, _place(row), row, plain) for row in scene.tables[group][:first]]


def head_of(scene: Scene, title: str, plain: Plain) -> TableHead:
    """Return the texts above and below a table."""
    kind = "provisional" if scene.is_provisional else "homologated"
    return TableHead(
        competition=scene.competition.title,
        title=title,
        kind=plain(say(f"standings.kind.{kind}")),
        is_provisional=scene.is_provisional,
        as_of=scene.today,
        footer=f"{scene.competition.code} · {scene.seq}",
    )


def _pages(
    scene: Scene, rows: Sequence[OverallRow], title: str, plain: Plain, *, advance: int = 0
) -> tuple[OverallTable, ...]:
    """Return the rows in pages."""
    head, labels = head_of(scene, title, plain), _labels(plain)
    return tuple(
        OverallTable(
            head=head,
            labels=labels,
            rows=tuple(rows[start : start + MOST_LINES]),
            advance=max(0, advance - start),
        )
        for start in range(0, max(1, len(rows)), MOST_LINES)
    )


def _labels(plain: Plain) -> Labels:
    return {key: plain(say(key)) for key in STANDINGS_LABEL_KEYS}


def _cross_row(
    scene: Scene, row: StandingsRow, players: Sequence[PersonId], matches: _Matches, plain: Plain
) -> CrossRow:
    """Return a player's line in a crosstable, with their games against each of the players."""
    meetings = tuple(_meeting(scene, row.player, partner, matches, plain) for partner in players)
    return CrossRow(**_player_fields(scene, _place(row), row, plain), meetings=meetings)


def _player_fields(scene: Scene, place: str, row: StandingsRow, plain: Plain) -> _PlayerFields:
    """Return the fields that every table shows of a player who began."""
    note = excluded_note(scene, row.player)
    return {
        "place": place,
        "name": scene.names[row.player],
        "club": scene.clubs[row.player],
        "note": plain(note) if note else "",
        "is_out": note is not None,
        "is_safe": scene.is_safe(row.player),
        "games": row.games,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.games - row.wins - row.draws,
        "coefficients": _figure(row.coefficients, plain),
        "difference": row.difference,
        "points": row.scored,
    }


def _withdrawn_fields(scene: Scene, who: WithdrawnPlayer, plain: Plain) -> _CommonFields:
    """Return the fields that a table shows of a player who withdrew before the start."""
    return {
        "place": _NO_PLACE,
        "name": scene.names[who.player],
        "club": "" if who.player in scene.clubless else who.club,
        "note": plain(say("standings.note_withdrawn")),
        "is_out": True,
    }


def _overall_row(scene: Scene, place: str, row: StandingsRow, plain: Plain) -> OverallRow:
    """Return a player's line in a table without games; `place` is the rank in that table."""
    group = scene.group_of(row.player)
    return OverallRow(
        **_player_fields(scene, place, row, plain),
        group=f"{group.name if group else ''} {_place(row)}",
        average=_figure(rounded(row.average), plain),
    )


def _place(row: StandingsRow) -> str:
    return _NO_PLACE if row.place is None else str(row.place)


# A page words a thousand coefficients, and few of them change. Callers must pass the method of a
# catalogue as `plain`: equal ones find the same entry, whereas each new function adds entries.
@lru_cache(maxsize=4096)
def _figure(figure: Decimal, plain: Plain) -> str:
    return plain(say("standings.figure", figure=str(figure)))


def _meeting(
    scene: Scene, player: PersonId, partner: PersonId, matches: _Matches, plain: Plain
) -> HeadToHead | None:
    """Return both games of a pair from the player's point of view; None with themselves."""
    if player == partner:
        return None
    match = matches.get(frozenset((player, partner)))
    if match is None:
        return HeadToHead()
    home, back = (_cell(scene, match, leg, player, plain) for leg in Leg)
    return HeadToHead(home, back)


def _cell(
    scene: Scene, match: ListedMatch, leg: Leg, player: PersonId, plain: Plain
) -> GameCell | None:
    """Return a player's result of one game in the crosstable; None if it has none."""
    result = _result(scene, match, game_id(match.code, leg))
    if result is None:
        return None
    figures, status = result
    is_red = match.seats(leg)[0] == player
    scores = figures.scores or (None, None)
    own_score, partner_score = scores if is_red else scores[::-1]
    return GameCell(
        own=own_score,
        partner=partner_score,
        coefficient=_figure(figures.coefficients_of(is_red=is_red)[0], plain),
        is_red=is_red,
        is_won=figures.is_won_by(is_red=is_red),
        is_drawn=figures.outcome is Outcome.DRAW,
        status=status,
    )


def _result(scene: Scene, match: ListedMatch, game: GameId) -> tuple[Figures, ResultStatus] | None:
    """Return a game's result and its state; None if there is none to show."""
    homologated = scene.phase.results.get(game)
    if not scene.phase.counts(match):
        return (homologated, ResultStatus.VOID) if homologated else None
    if homologated is not None:
        return homologated, ResultStatus.HOMOLOGATED
    proposed = scene.counted.get(game)
    return (proposed, ResultStatus.PROPOSED) if proposed else None
