"""FNGO ratings: the ranking with its components, and the terms.

JSON: {player: {"group", "FA", "FB", "VR", "feedback", "final", "games", "terms"}} of the latest
tournament; `terms` is a list of all the player's tournaments, each with its games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from bot.ratings.calculation.terms import CalculationStep, Facts, Section
from bot.ratings.lists.inputs import RatedResults
from bot.ratings.lists.list_module import ListMaker, ListOptions
from bot.ratings.lists.rating_list import (
    ListKind,
    PlayerCourse,
    RankingTable,
    RatedPlayer,
    UnrankedList,
    figure,
    number,
    ranking_tables,
    signed,
)
from engine.ratings import fngo
from engine.ratings.fngo import BANDS, DISCS, ConstantBand, FngoRating, ahead, constant
from engine.ratings.fngo_outcome import (
    Estimate,
    FngoGame,
    PlayerGroup,
    StableChange,
    TournamentOutcome,
)
from engine.ratings.protocol import Player
from engine.ratings.statuses import RatedStatus
from engine.rounding import half_up

_STATUS: Final = {
    PlayerGroup.NEW: RatedStatus.NEW,
    PlayerGroup.PROVISIONAL: RatedStatus.PROVISIONAL,
    PlayerGroup.STABLE: RatedStatus.ACTIVE,
}
_K_PER_POINT: Final = Fraction(35, 1000)
"""The reduction of K per point of DR (phase 3)."""


@dataclass(frozen=True, slots=True)
class FngoList:
    """The new ratings."""

    ratings: Mapping[Player, FngoRating]
    bands: tuple[ConstantBand, ...] | None
    """The given bands; None for those inferred from the worked example."""

    @property
    def players(self) -> list[Player]:
        """Return all players, best first."""
        return list(self.ratings)

    def standings(self) -> Iterator[UnrankedList]:
        """Yield the new ratings."""
        standings = (
            RatedPlayer(
                player=player,
                rating=half_up(Fraction(fngo_rating.final)),
                exact=float(fngo_rating.final),
                games=fngo_rating.games,
                status=_STATUS[fngo_rating.group],
            )
            for player, fngo_rating in self.ratings.items()
        )
        yield UnrankedList(ListKind.OVERALL, standings)

    def tables(self) -> list[RankingTable]:
        """Return the new ratings with their components."""
        rows = []
        for player, rating in self.ratings.items():
            latest = rating.outcomes[-1] if rating.outcomes else None
            change = None if latest is None else latest.change
            changes = (change.by_results, change.by_discs, change.total) if change else (None,) * 3
            feedback = None if latest is None else latest.feedback
            final = number(rating.final)
            rows.append((player, final, rating.group.value, rating.games, *changes, feedback))
        columns = ("player", "rating", "group", "games", "FA", "FB", "VR", "feedback")
        tables = ranking_tables("fngo", columns, rows)
        return [replace(table, notes=self._notes) for table in tables]

    @property
    def _notes(self) -> tuple[CalculationStep, ...]:
        """Return the step that says that the bands are inferred, if no list gave them."""
        return () if self.bands else (CalculationStep("fngo_bands_inferred"),)

    def sheet(self, player: Player) -> list[Section]:
        """Return all the player's tournaments, and the resulting rating."""
        rating, bands = self.ratings[player], self.bands or BANDS
        sections = [_tournament(player, outcome, bands) for outcome in rating.outcomes]
        facts: Facts = {
            "player": player,
            "rating": figure(rating.final),
            "group": rating.group.value,
            "games": rating.games,
        }
        return [*sections, Section("fngo_made", facts, self._notes)]

    def courses(self) -> Iterator[PlayerCourse]:
        """Yield each player's ratings after each of their tournaments."""
        for player, rating in self.ratings.items():
            course = [
                (outcome.tournament.last_day, half_up(Fraction(outcome.final)))
                for outcome in rating.outcomes
            ]
            yield PlayerCourse(ListKind.OVERALL, player, course)

    def as_json(self) -> Iterator[tuple[str, Any]]:
        """Yield each player's latest tournament and new rating."""
        for player, rating in self.ratings.items():
            latest = rating.outcomes[-1] if rating.outcomes else None
            change = None if latest is None else latest.change
            yield (
                player,
                {
                    "group": rating.group.value,
                    "FA": None if change is None else change.by_results,
                    "FB": None if change is None else change.by_discs,
                    "VR": None if change is None else change.total,
                    "feedback": 0 if latest is None else latest.feedback,
                    "final": number(rating.final),
                    "games": rating.games,
                    "terms": [
                        _json(outcome, inferred=not self.bands) for outcome in rating.outcomes
                    ],
                },
            )


def _tournament(
    player: Player, outcome: TournamentOutcome, bands: Sequence[ConstantBand]
) -> Section:
    """Return the calculation of a tournament for one player."""
    lines = [_game(outcome, meeting, bands) for meeting in outcome.meetings]
    if outcome.estimate is not None:
        lines += _estimate(outcome, outcome.estimate)
    if outcome.change is not None:
        lines += _change(outcome, outcome.change, bands)
    for feedback in outcome.received:
        product = f"{feedback.points} · {feedback.games}"
        value = f"{feedback.points * feedback.games}"
        facts_of_line: Facts = {"opponent": feedback.opponent}
        lines.append(CalculationStep("fngo_received", facts_of_line, product, value))
    if outcome.given:
        lines.append(CalculationStep("fngo_given", {}, "", f"{outcome.given}"))
    lines.append(_final(outcome))
    facts: Facts = {
        "player": player,
        "tournament": outcome.tournament.name,
        "day": outcome.tournament.last_day,
        "group": outcome.group.value,
    }
    return Section("fngo_tournament", facts, tuple(lines))


def _game(
    outcome: TournamentOutcome, meeting: FngoGame, bands: Sequence[ConstantBand]
) -> CalculationStep:
    """Return the calculation of one game: the expected and the actual result."""
    facts: Facts = {
        "opponent": meeting.opponent,
        "rating": figure(meeting.rating),
        "discs": f"{meeting.difference:+d}",
        "points": figure(meeting.score),
    }
    if outcome.change is None or outcome.before is None:
        return CalculationStep("fngo_game", facts)
    apart = ahead(outcome.before, meeting.rating)
    facts |= {"apart": figure(apart), "expected": figure(Fraction(1, 2) + Fraction(apart) / 1000)}
    if not meeting.difference:
        return CalculationStep("fngo_game_drawn", facts)
    k = constant(meeting.difference, bands)
    formula = f"{k} {signed(-_K_PER_POINT * apart)}"
    value = figure(k - _K_PER_POINT * apart)
    return CalculationStep("fngo_game_stable", facts | {"k": k}, formula, value)


def _estimate(outcome: TournamentOutcome, estimate: Estimate) -> list[CalculationStep]:
    """Return the calculation of a newcomer's rating, by discs and by results."""
    count = len(outcome.meetings)
    mean = Fraction(sum(meeting.rating for meeting in outcome.meetings)) / count
    discs = Fraction(sum(meeting.difference for meeting in outcome.meetings), count)
    share = Fraction(sum(meeting.score for meeting in outcome.meetings)) / count
    a, b, x = figure(estimate.by_discs), figure(estimate.by_results), figure(estimate.mean)
    mean_with_before = ""
    if outcome.before is not None:
        before, games = figure(outcome.before), outcome.games_before
        mean_with_before = f"({before} · {games} + {x} · {count}) / {games + count}"
    return [
        CalculationStep("fngo_rfa", {}, f"{figure(mean)} {signed(10 * discs)}", a),
        CalculationStep(
            "fngo_rfb", {}, f"{figure(mean)} {signed(1000 * (share - Fraction(1, 2)))}", b
        ),
        CalculationStep("fngo_rfx", {}, f"({a} + {b}) / 2", x),
        CalculationStep("fngo_rf", {}, mean_with_before, f"{estimate.rating}"),
    ]


def _change(
    outcome: TournamentOutcome, change: StableChange, bands: Sequence[ConstantBand]
) -> list[CalculationStep]:
    """Return the calculation of a stable rating's change."""
    points, expected = figure(change.points), figure(change.expected)
    discs = sum(
        (
            constant(meeting.difference, bands)
            - _K_PER_POINT * ahead(outcome.before or Fraction(), meeting.rating)
            for meeting in outcome.meetings
            if meeting.difference
        ),
        Fraction(),
    )
    total = f"{change.by_results} {signed(change.by_discs)}"
    return [
        CalculationStep("fngo_fa", {}, f"40 · ({points} − {expected})", f"{change.by_results}"),
        CalculationStep("fngo_fb", {}, f"{figure(discs)} / 2", f"{change.by_discs}"),
        CalculationStep("fngo_vr", {}, total, f"{change.total}"),
    ]


def _final(outcome: TournamentOutcome) -> CalculationStep:
    """Return the step of the new rating, with the limit of a loss."""
    final, estimate = figure(outcome.final), outcome.estimate
    if outcome.change is None or outcome.before is None:
        sum_ = f"{estimate.rating} {signed(outcome.feedback)}" if estimate else ""
        return CalculationStep("fngo_final", {}, sum_, final)
    sum_ = f"{figure(outcome.before)} {signed(outcome.gain or 0)}"
    if outcome.change.is_protected:
        return CalculationStep("fngo_final_no_loss", {}, sum_, final)
    return CalculationStep("fngo_final_limited", {"most": outcome.most_lost}, sum_, final)


def _json(outcome: TournamentOutcome, *, inferred: bool) -> dict[str, Any]:
    """Return a tournament of a player as JSON."""
    row: dict[str, Any] = {
        "tournament": outcome.tournament.name,
        "date": outcome.tournament.last_day.isoformat(),
        "group": outcome.group.value,
        "before": None if outcome.before is None else number(outcome.before),
        "games_before": outcome.games_before,
        "games": _games_json(outcome),
        "feedback": [feedback._asdict() for feedback in outcome.received],
        "given": outcome.given,
        "final": number(outcome.final),
        "category": outcome.category,
    }
    if outcome.estimate is not None:
        estimate = outcome.estimate
        row |= {"RFa": float(estimate.by_discs), "RFb": float(estimate.by_results)}
        row |= {"RFx": float(estimate.mean), "RF": estimate.rating}
    if outcome.change is not None:
        change = outcome.change
        row |= {"points": change.points, "expected": change.expected}
        row |= {"FA": change.by_results, "FB": change.by_discs, "gain": outcome.gain}
        row |= {"most_lost": outcome.most_lost, "bands": "inferred" if inferred else "given"}
    return row


def _games_json(outcome: TournamentOutcome) -> list[dict[str, Any]]:
    """Return the player's games; all files together may have two million, so it must be fast."""
    ratings = outcome.worth
    return [
        {
            "opponent": opponent,
            "rating": rating if isinstance(rating := ratings[opponent], int) else number(rating),
            "discs": discs,
            "points": 1.0 if discs > 0 else 0.0 if discs else 0.5,
        }
        for opponent, discs in outcome.met
    ]


def parse_bands(text: str) -> tuple[ConstantBand, ...] | None:
    """Return the bands of K in `4:0,12:5,24:10,40:15,64:20`, or None if the text is invalid.

    Differences must rise, and the last must be at least the number of all discs.
    """
    try:
        bands = tuple(ConstantBand(*map(int, band.split(":", 1))) for band in text.split(","))
    except (TypeError, ValueError):
        return None
    limits = [band.most for band in bands]
    is_rising = limits == sorted(set(limits)) and limits[0] >= 0
    return bands if is_rising and limits[-1] >= DISCS else None


def format_bands(bands: Sequence[ConstantBand]) -> str:
    """Return bands in the format of `parse_bands`."""
    return ",".join(f"{band.most}:{band.k}" for band in bands)


def _rate(results: RatedResults, options: ListOptions) -> FngoList:
    """Rate the games; without bands among the options, with the inferred ones."""
    bands = parse_bands(options.chosen.get("bands", ""))
    season = fngo.FngoSeason(
        starts=results.starts,
        games=results.games,
        bands=fngo.BANDS if bands is None else bands,
        leagues=results.leagues,
    )
    return FngoList(fngo.rate(season), bands)


def _normal_bands(text: str) -> str | None:
    """Return typed bands in their normal spelling, or None if they are invalid."""
    bands = parse_bands(text)
    return None if bands is None else format_bands(bands)


MAKER: Final = ListMaker(rate=_rate, discs=fngo.DISCS, normal_option=_normal_bands)
