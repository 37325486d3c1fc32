"""The totals of `turretur analyse` over several games: by player, and by kind of loss."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from bot.cli.output import counted
from engine.analysis.accuracy import Accuracy, accuracy
from engine.analysis.misses import Miss, missed
from engine.analysis.verdicts import FigureLabel

if TYPE_CHECKING:
    from engine.analysis.verdicts import Verdict
    from engine.gcg.record import GameRecord

_LABELS = (FigureLabel.STATIC, FigureLabel.ESTIMATED, FigureLabel.PROVEN)
"""The labels in the order in which their points are shown."""


@dataclass(slots=True)
class PlayerTotal:
    """The sums of one player's games."""

    games: int = 0
    accuracy: Accuracy = field(default_factory=Accuracy)
    by_label: Counter[FigureLabel] = field(default_factory=Counter)
    """The points lost by each label, which are not to be added to one another."""
    turns: Counter[Miss] = field(default_factory=Counter)
    """The turns that lost points, by the kind of the best play."""
    points: Counter[Miss] = field(default_factory=Counter)
    """The points that those turns lost, each by its own label."""
    sevens: int = 0
    """The turns with a play of the whole rack that was not made."""

    def add(self, verdicts: Iterable["Verdict"], player: int) -> None:
        """Add the player's turns in one game."""
        own_turns = [verdict for verdict in verdicts if verdict.position.player == player]
        self.games += 1
        self.accuracy += accuracy(own_turns)
        for verdict in own_turns:
            if verdict.position.is_taken_back:
                continue
            self.sevens += bool(verdict.static and verdict.static.sevens_missed)
            self.by_label[verdict.label] += verdict.lost or 0
            if (kind := missed(verdict)) is not None:
                self.turns[kind] += 1
                self.points[kind] += verdict.lost or 0


@dataclass(slots=True)
class Totals:
    """The sums over all analysed games, by the players' names."""

    files: int = 0
    players: dict[str, PlayerTotal] = field(default_factory=dict)

    def add(self, record: "GameRecord", verdicts: Iterable["Verdict"]) -> None:
        """Add a game; two players of one name in a game are told apart by their nicknames."""
        listed = tuple(verdicts)
        self.files += 1
        names = [player.name for player in record.players]
        for number, player in enumerate(record.players):
            is_shared = names.count(player.name) > 1
            name = f"{player.name} ({player.nick})" if is_shared else player.name
            self.players.setdefault(name, PlayerTotal()).add(listed, number)


def totals_row(totals: Totals) -> dict[str, Any]:
    """Return the totals as a JSON object."""
    return {
        "files": totals.files,
        "players": [_player_row(name, total) for name, total in totals.players.items()],
    }


def _player_row(name: str, total: PlayerTotal) -> dict[str, Any]:
    """Return a player's total as a JSON object."""
    return {
        "player": name,
        "games": total.games,
        "taken": total.accuracy.taken,
        "possible": total.accuracy.possible,
        "lost": {label.value: total.by_label[label] for label in _LABELS},
        "kinds": {
            kind.value: {"turns": total.turns[kind], "points": total.points[kind]}
            for kind in Miss
            if total.turns[kind]
        },
        "sevens_missed": total.sevens,
    }


def show_totals(totals: Totals, files: int) -> None:
    """Print the totals for people; `files` is how many were given, with the refused ones."""
    if not totals.files:
        return
    refused = files - totals.files
    without = f", without {counted(refused, 'file')} refused" if refused > 0 else ""
    click.echo(f"in all, over {counted(totals.files, 'file')}{without}:")
    for name, total in totals.players.items():
        _show_player(name, total)


def _show_player(name: str, total: PlayerTotal) -> None:
    """Print a player's total."""
    share = total.accuracy.share
    taken = f"{total.accuracy.taken} of the {counted(total.accuracy.possible, 'point')}"
    percent = "" if share is None else f" ({int(100 * share)}%; not a rating)"
    click.echo(f"{name}: {counted(total.games, 'game')}, {taken} that each rack allowed{percent}")
    if lost := _lost(total.by_label):
        click.echo(f"     lost: {lost}")
    if kinds := _kinds(total.turns, total.points):
        click.echo(f"     by kind of play: {kinds}")
    if total.sevens:
        missed_turns = counted(total.sevens, "turn")
        click.echo(f"     {missed_turns} with a play of the whole rack missed")


def _lost(by_label: Mapping[FigureLabel, int]) -> str:
    """Return the points lost by each label, as in `12 static, 3 proven`; "" if none are."""
    lost = [f"{by_label[label]} {label.value}" for label in _LABELS if by_label[label]]
    return ", ".join(lost)


def _kinds(turns: Mapping[Miss, int], points: Mapping[Miss, int]) -> str:
    """Return the points lost and the turns of each kind of best play, the costliest first."""
    ordered = sorted((kind for kind in Miss if turns[kind]), key=lambda kind: -points[kind])
    return ", ".join(
        f"{kind.value.replace('_', ' ')} {counted(points[kind], 'point')} in"
        f" {counted(turns[kind], 'turn')}"
        for kind in ordered
    )
