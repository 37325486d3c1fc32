"""Checks the GCG files of a past season against the stated results of their games. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.documents.tables.import_gcg import read_season_gcg
from bot.documents.tables.import_stated import (
    FormFault,
    GcgFile,
    ImportForm,
    StatedGame,
    StatedResult,
    key_of,
)
from bot.service.pure.matches.checked_import import ImportTerms, SeasonGames
from bot.service.pure.matches.import_check import start_of
from bot.service.pure.matches.stated_figures import figures_of
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Text, say
from engine.coefficients import normal
from engine.games.importing import ImportedGame, import_game
from engine.ids import Leg, MatchCode, PersonId
from engine.rulesets import Phase
from engine.tiles import load_tile_set

_NO_MATCH: Final = MatchCode("0")
"""Stands for the match of a game that is only checked, and not recorded."""


def check_games(
    form: ImportForm, files: Sequence[GcgFile], terms: ImportTerms, people: Mapping[str, PersonId]
) -> SeasonGames:
    """Return the games of the files, each with its result, and every fault.

    Of a file, only the first kind of fault is returned: it is unreadable, fits no result, breaks a
    rule, or differs from its result. `people`: by the form's keys of names.
    """
    games: dict[int, StatedGame] = {}
    imported: dict[int, ImportedGame] = {}
    faults: list[FormFault] = []
    for file in files:
        try:
            checked = _checked_file(form, file, terms, people)
        except _FileFaultsError as error:
            faults += error.faults
            continue
        position = checked.position
        if position in games:
            faults.append(_fault(file, say("import.gcg_twice", other=games[position].key)))
        else:
            games[position], imported[position] = checked.stated, checked.imported
    return SeasonGames(of_result=games, shown=imported, faults=tuple(faults))


def season_game(  # noqa: PLR0913  (the stated game, and its place in the season)
    stated: StatedGame,
    result: StatedResult,
    terms: ImportTerms,
    people: Mapping[str, PersonId],
    *,
    phase: Phase,
    code: MatchCode,
    leg: Leg,
) -> ImportedGame:
    """Return the game of a result, with its moves, as that game of the match."""
    started = start_of(
        stated,
        terms,
        code=code,
        leg=leg,
        phase=phase,
        red=people[key_of(result.red)],
        blue=people[key_of(result.blue)],
    )
    return import_game(
        started, stated.turns, stated.end, writer=terms.arbiter, at=terms.at, lexicon=terms.lexicon
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _CheckedFile:
    """A GCG file with its result in the form, and the game that it would give."""

    position: int
    """The position of its result in the form."""
    stated: StatedGame
    imported: ImportedGame


class _FileFaultsError(Exception):
    """A file has faults; only `check_games` catches it."""

    def __init__(self, *faults: FormFault) -> None:
        self.faults = faults
        super().__init__()


def _checked_file(
    form: ImportForm, file: GcgFile, terms: ImportTerms, people: Mapping[str, PersonId]
) -> _CheckedFile:
    """Return the file with its result.

    Raises:
        _FileFaultsError: the file cannot be read, or does not fit a stated result.
    """
    day = form.closing or terms.today
    tiles = load_tile_set(terms.rules.tile_set)
    stated, unread = read_season_gcg(file.content, file.name, day, tiles)
    if stated is None:
        raise _FileFaultsError(*unread)
    position = _position_of_result(form, file, stated)
    result = form.results[position]
    imported = season_game(
        stated, result, terms, people, phase=form.phase, code=_NO_MATCH, leg=Leg.HOME
    )
    faults = [
        FormFault(file.name, fault.row, "", fault_text(fault.fault)) for fault in imported.faults
    ]
    faults = faults or _differences(file, imported, result)
    if faults:
        raise _FileFaultsError(*faults)
    return _CheckedFile(position=position, stated=stated, imported=imported)


def _position_of_result(form: ImportForm, file: GcgFile, stated: StatedGame) -> int:
    """Return the position of the result with the game's players and colours.

    Raises:
        _FileFaultsError: these players have no result, or none with these colours.
    """
    players = {key_of(stated.red), key_of(stated.blue)}
    of_players = [
        (position, result)
        for position, result in enumerate(form.results)
        if {key_of(result.red), key_of(result.blue)} == players
    ]
    if not of_players:
        what = say("import.gcg_no_result", red=stated.red, blue=stated.blue)
        raise _FileFaultsError(_fault(file, what))
    for position, result in of_players:
        if key_of(result.red) == key_of(stated.red):
            return position
    _, with_other_colours = of_players[0]
    what = say("import.gcg_colours", red=with_other_colours.red, blue=with_other_colours.blue)
    raise _FileFaultsError(_fault(file, what))


def _fault(file: GcgFile, what: Text) -> FormFault:
    """Return a fault of the file as a whole."""
    return FormFault(file.name, 0, "", what)


def _differences(file: GcgFile, imported: ImportedGame, result: StatedResult) -> list[FormFault]:
    """Return the first part of the stated result that differs from the game, as a fault, if any."""
    game, stated = imported.game, figures_of(result)
    scores = (game.red.score, game.blue.score)
    worth = normal(*scores)
    if result.scores is not None and result.scores != scores:
        stated_scores = "–".join(map(str, result.scores))
        what = say("import.gcg_score", found=f"{scores[0]}–{scores[1]}", wanted=stated_scores)
        return [_fault(file, what)]
    if (worth.first, worth.second) != (stated.red, stated.blue):
        what = say(
            "import.gcg_worth",
            red=f"{worth.first}",
            blue=f"{worth.second}",
            red_stated=f"{stated.red}",
            blue_stated=f"{stated.blue}",
        )
        return [_fault(file, what)]
    return []
