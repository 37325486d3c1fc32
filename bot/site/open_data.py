"""The public data of a competition as JSON and CSV, in the format of docs/public-data.md. Pure.

Names are in their public form. Lines that have not changed since the last build are reused: a
season has thousands of them, and few change in a day.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from bot.documents.tables.csv_writing import csv_lines
from bot.site import paths
from bot.site.contest import Contest
from bot.site.open_lines import (
    RESULTS,
    STANDINGS,
    OpenDataLine,
    PublicPlayer,
    json_of,
    result_line,
    standing_line,
)
from bot.site.site_page import BuildCache
from engine.competitions.phase import PhaseState
from engine.ids import Leg, PersonId, game_id

FORM: Final = 1
"""The version of this format, in the key `form`; a change that may break readers increases it."""


def files_of(contest: Contest, lines: BuildCache[OpenDataLine]) -> Mapping[str, bytes]:
    """Return the files beside a competition's page, by name; `lines` are those known so far."""
    phases = contest.competition.phases
    standings = [list(_standings(contest, phase, lines)) for phase in phases]
    results = [list(_results(contest, phase, lines)) for phase in phases]
    return {
        "date.json": _whole(contest, standings, results),
        "clasament.csv": _csv(STANDINGS, standings),
        "rezultate.csv": _csv(RESULTS, results),
    }


def _whole(
    contest: Contest, standings: Sequence[list[OpenDataLine]], results: Sequence[list[OpenDataLine]]
) -> bytes:
    """Return the competition, its phases, standings and official results, as JSON."""
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
    # Each line is JSON already, so the object around them is put together as text.
    return f'{json_of(head)[:-1]}, "phases": [\n{phases}\n]}}\n'.encode()


def _phase(phase: PhaseState, standings: list[OpenDataLine], results: list[OpenDataLine]) -> str:
    """Return a phase as JSON, with one line for each player and each result."""
    head = {
        "phase": phase.plan.phase.value,
        "start": phase.plan.start.isoformat(),
        "closing": phase.plan.closing.isoformat(),
        "started": phase.started and phase.started.isoformat(),
    }
    table = ",\n".join(line.json for line in standings)
    games = ",\n".join(line.json for line in results)
    return f'{json_of(head)[:-1]}, "standings": [\n{table}\n], "results": [\n{games}\n]}}'


def _csv(columns: tuple[str, ...], phases: Sequence[list[OpenDataLine]]) -> bytes:
    lines = (line.csv for line in chain.from_iterable(phases))
    return "".join((csv_lines([columns]), *lines)).encode()


def _standings(
    contest: Contest, phase: PhaseState, lines: BuildCache[OpenDataLine]
) -> Iterator[OpenDataLine]:
    """Yield a line for each player of a phase, group by group."""
    phase_name = phase.plan.phase.value
    for group, table in phase.tables().items():
        for row in table:
            facts = (phase_name, group, row, _public_player(contest, row.player))
            yield lines.of(f"{contest.code}/{phase_name}/{row.player}", facts, standing_line)


def _results(
    contest: Contest, phase: PhaseState, lines: BuildCache[OpenDataLine]
) -> Iterator[OpenDataLine]:
    """Yield a line for each official result of a phase that counts."""
    phase_name = phase.plan.phase.value
    for listed in phase.counted_matches:
        for leg in Leg:
            game = game_id(listed.code, leg)
            figures = phase.results.get(game)
            if figures is not None:
                red, blue = (_public_player(contest, who) for who in listed.seats(leg))
                yield lines.of(game, (phase_name, listed, leg, red, blue, figures), result_line)


def _public_player(contest: Contest, who: PersonId) -> PublicPlayer:
    return PublicPlayer(contest.names[who], contest.person_pages[who])


def path_of(code: str, name: str) -> str:
    """Return the path of a file of the competition."""
    return paths.competition_path(code).replace("index.html", name)
