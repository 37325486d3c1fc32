"""Read the files of `turretur cnis` and calculate; an error in a file ends the command."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bot.cli.output import refuse
from bot.cli.table_files import refuse_file, remark, table_file
from bot.documents.tables.cell_texts import SENIORS, YOUTH
from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import PlayersFile, read_players
from bot.documents.tables.cnis_season import CnisSeason, parse_signed, read_season
from bot.documents.tables.faults import TableError
from bot.documents.tables.scale_table import read_scale_table
from bot.ratings.cnis import season
from bot.ratings.cnis.rounds import round_remarks
from bot.ratings.cnis.season import SeasonQuery, Standings, is_youth
from bot.texts.fault_texts import fault_facts
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from engine.cnis.pairing import Avoided, PairedRound, PlayedGame
from engine.cnis.rounds import check_history, next_round, unseated
from engine.cnis.scale import Scale, scale_for
from engine.cnis.season import AVERAGE
from engine.cnis.stage import StageTable
from engine.cnis.systems import PairingSystem, tournament
from engine.cnis.values import Table
from engine.errors import RuleViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFiles:
    """The files of a season, and the options."""

    results: tuple[Path, ...]
    """At least one file. Rows without a competition belong to seniors, or to the requested one."""
    players: Path
    table: Path | None = None
    category: str | None = None
    """A category, `youth` for all of its categories, or None for every competition."""
    year: int | None = None
    youth_results: tuple[Path, ...] = ()
    common: bool = False
    """Whether youth is ranked by the common stage tables (art. 22)."""

    @property
    def first(self) -> Path:
        """Return the file to name in an error that belongs to no particular file."""
        return (*self.results, *self.youth_results)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFiles:
    """The files of a tournament, and its options."""

    players: Path
    history: Path | None
    """The earlier rounds; None before the first."""
    system: str
    """The name of a `PairingSystem`."""
    rounds: int | None
    """The number of rounds; None for the system's own."""
    repeats: bool
    """Whether players may meet again without limit."""
    repeats_first: bool
    """Whether repeated pairs are avoided before pairs of one club."""


class NextRound(NamedTuple):
    """A round to be played."""

    paired: PairedRound
    remarks: list[Text]


def scale_of(
    participants: int, value: str | None, game_value: str | None, table: Path | None
) -> Scale:
    """Return the scale for the regulation's V, or for a game value; exactly one is given."""
    if (value is None) == (game_value is None):
        refuse("expected one of --value and --game-value")
    text = value if value is not None else game_value or ""
    number = parse_signed(text)
    if number is None:
        option = "--game-value" if value is None else "--value"
        refuse(f"{option}: expected a number such as -3 or 12.5, found {text!r}")
    exact = number - AVERAGE if value is None else number
    with _refusing(table):
        return scale_for(participants, exact, _scale_table(table))


def standings_of(files: SeasonFiles) -> Standings:
    """Return the tables of a season and the titles they award."""
    query = _season(files, YOUTH if is_youth(files.category) else SENIORS)
    with _refusing(files.table or files.first):
        standings = season.standings_of(query)
    remark(files.first, season.season_remarks(query))
    return standings


def stage_of(files: SeasonFiles, stage: str) -> StageTable:
    """Return the common table of that youth stage."""
    query = _season(files, YOUTH)
    with _refusing(files.table or files.first):
        table = season.stage_of(query, stage)
    remark(files.first, season.season_remarks(query))
    return table


def round_of(files: RoundFiles, *, number: int) -> NextRound:
    """Return the next round, with remarks."""
    system = PairingSystem(files.system)
    if system is PairingSystem.ROUND_ROBIN and files.rounds is not None:
        refuse("--rounds: expected none, a round robin has as many as its players make")
    people = _players(files.players, with_birth=False)
    played: tuple[PlayedGame, ...] = ()
    if files.history is not None:
        with table_file(files.history) as file:
            played = read_history(file, people, before=number)
    entered = people.contestants(played)
    with _refusing(files.players):
        form = tournament(system, len(entered), files.rounds)
    with _refusing(None):
        paired = next_round(
            entered,
            played,
            number=number,
            form=form,
            avoided=Avoided(repeats=not files.repeats, repeats_first=files.repeats_first),
        )
    with _refusing(files.history):
        check_history(played, number)
    missing = unseated(
        [contestant for contestant in entered if not contestant.is_gone], played, number
    )
    return NextRound(paired, round_remarks(system, len(entered), paired, missing))


def _season(files: SeasonFiles, default: str) -> SeasonQuery:
    """Return the players, the results of each competition, and the options."""
    players = _players(files.players, with_birth=True)
    parts: list[tuple[str, dict[str, CnisSeason]]] = []
    tables = [(path, default) for path in files.results]
    tables += [(path, YOUTH) for path in files.youth_results]
    for path, competition in tables:
        with table_file(path) as file:
            parts.append((file.name, read_season(file, players, default=competition)))
    with _refusing(None):
        seasons = season.merged_seasons(parts)
    return SeasonQuery(
        file=str(files.first),
        players=players,
        seasons=seasons,
        table=_scale_table(files.table),
        category=files.category,
        year=files.year,
        is_common=files.common,
    )


def _players(path: Path, *, with_birth: bool) -> PlayersFile:
    """Return the players of a file; with `with_birth`, each needs a year of birth."""
    with table_file(path) as file:
        return read_players(file, with_birth=with_birth)


def _scale_table(path: Path | None) -> Table | None:
    """Return the organiser's table of scales, or None if there is none."""
    if path is None:
        return None
    with table_file(path) as file:
        return read_scale_table(file)


@contextmanager
def _refusing(path: Path | None) -> Iterator[None]:
    """End the command with a sentence if the rules refuse it; `path` is named if it is given."""
    try:
        yield
    except TableError as error:
        refuse_file(error)
    except RuleViolation as refusal:
        fault = refusal.faults[0]
        text = load_catalogue("en").plain(Text(f"table.{fault.code}", fault_facts(fault)))
        refuse(f"{path}: {text}" if path else text)
