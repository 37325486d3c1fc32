"""What is public of a competition as JSON and CSV: the form is told in docs/public-data.md. Pure.

Numbers are as they count, dates as ISO 8601 writes them; keys are English and stay. A name is as it
may be shown; `player` is where his page lies, the one thing by which two lines are the same man's.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.documents.tables.columns import csv_table
from bot.site import paths
from bot.site.source import Contest
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.figures import Figures
from engine.ids import GameId, Leg, game_id

Line = Mapping[str, Any]
"""A player in a table, or a result, by the names of its columns."""
FORM: Final = 1
"""The number of this form; a change that could break a reader makes it another."""
STANDINGS: Final = (
    *("phase", "group", "place", "name", "player", "games", "wins", "draws", "losses"),
    *("coefficients", "difference", "points", "parted_by"),
)
RESULTS: Final = (
    *("phase", "group", "match", "game", "leg", "red", "red_player", "blue", "blue_player"),
    *("red_score", "blue_score", "red_coefficient", "blue_coefficient", "outcome", "article"),
)


def files_of(contest: Contest) -> Mapping[str, bytes]:
    """Return the files beside a competition's page, by name."""
    phases = contest.competition.phases
    standings = [list(_standings(contest, phase)) for phase in phases]
    results = [list(_results(contest, phase)) for phase in phases]
    return {
        "date.json": _whole(contest, standings, results),
        "clasament.csv": _csv(STANDINGS, standings),
        "rezultate.csv": _csv(RESULTS, results),
    }


def _whole(contest: Contest, standings: list[list[Line]], results: list[list[Line]]) -> bytes:
    """Return the competition, its phases, standings and homologated results, as JSON."""
    competition = contest.competition
    head = {
        "form": FORM,
        "competition": contest.code,
        "title": competition.title,
        "stage": competition.stage.value,
        "ruleset": competition.rules.name,
        "time_zone": competition.rules.time_zone,
        "word_list": {"name": competition.edition.name, "sha256": competition.edition.sha256},
    }
    phases = ",\n".join(map(_phase, competition.phases, standings, results))
    return f'{_json(head)[:-1]}, "phases": [\n{phases}\n]}}\n'.encode()


def _phase(phase: PhaseState, standings: list[Line], results: list[Line]) -> str:
    """Return a phase as JSON, a line for each player and each result."""
    head = {
        "phase": phase.plan.phase.value,
        "start": phase.plan.start.isoformat(),
        "closing": phase.plan.closing.isoformat(),
        "started": phase.started and phase.started.isoformat(),
    }
    placed, played = (",\n".join(map(_json, lines)) for lines in (standings, results))
    return f'{_json(head)[:-1]}, "standings": [\n{placed}\n], "results": [\n{played}\n]}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _csv(columns: tuple[str, ...], phases: list[list[Line]]) -> bytes:
    lines = (line for phase in phases for line in phase)
    return csv_table(columns, ([cell(line[name]) for name in columns] for line in lines))


def cell(value: Any) -> object:
    """Return a value as a cell; a text that a spreadsheet would take for a formula stays one."""
    is_formula = isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}
    return f"'{value}" if is_formula else "" if value is None else value


def _standings(contest: Contest, phase: PhaseState) -> Iterator[Line]:
    for group, table in phase.tables().items():
        for row in table:
            yield {
                "phase": phase.plan.phase.value,
                "group": group,
                "place": row.place,
                "name": contest.names[row.player],
                "player": _page(contest, row.player),
                "games": row.games,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.games - row.wins - row.draws,
                "coefficients": str(row.coefficients),
                "difference": row.difference,
                "points": row.scored,
                "parted_by": row.parted_by,
            }


def _results(contest: Contest, phase: PhaseState) -> Iterator[Line]:
    for listed in phase.counted_matches:
        for leg in Leg:
            found = phase.results.get(game_id(listed.code, leg))
            if found is not None:
                yield _result(contest, phase, listed, leg, found)


def _result(
    contest: Contest, phase: PhaseState, listed: ListedMatch, leg: Leg, found: Figures
) -> Line:
    red, blue = listed.seats(leg)
    game: GameId = game_id(listed.code, leg)
    return {
        "phase": phase.plan.phase.value,
        "group": listed.group,
        "match": listed.code,
        "game": game,
        "leg": leg.value,
        "red": contest.names[red],
        "red_player": _page(contest, red),
        "blue": contest.names[blue],
        "blue_player": _page(contest, blue),
        "red_score": found.red_score,
        "blue_score": found.blue_score,
        "red_coefficient": str(found.red),
        "blue_coefficient": str(found.blue),
        "outcome": found.outcome.value,
        "article": found.article,
    }


def _page(contest: Contest, who: Any) -> str:
    return contest.people[who].removesuffix(".html")


def path_of(code: str, name: str) -> str:
    """Return where a file of the competition lies."""
    return paths.competition_path(code).replace("index.html", name)
