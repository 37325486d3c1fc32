"""The results of a past season and their GCG files, checked and joined to matches. Pure.

`odd_results` finds results that the article on coefficients cannot give. `check_games` compares
each file with the stated result of its game. `season_matches` joins both to matches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
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
from bot.service.pure.matches.import_check import ImportTerms, SeasonGames
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Text, say
from engine.coefficients import normal
from engine.figures import Figures, figures
from engine.games.entry import noon
from engine.games.events import GameStarted
from engine.games.importing import ImportedGame, import_game
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.rulesets import Phase
from engine.tiles import load_tile_set

_LEAST_SUM: Final = Decimal("0.5")
"""The least sum of both coefficients that a game without a special ending leaves."""
_MOST_SUM: Final = Decimal("2.001")
"""The sum of both coefficients of a game (art. 8.1), and what rounding may add."""
_NOWHERE: Final = MatchCode("0")
"""The code of a match that is not recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonMatch:
    """The games of two players in a past season; `red` and `blue` are names at home."""

    group: str
    red: str
    blue: str
    results: Mapping[Leg, StatedResult]
    games: Mapping[Leg, StatedGame]
    """The games with a GCG file: all of the match, or none."""


def figures_of(result: StatedResult) -> Figures:
    """Return the result as it counts: the stated coefficients, or those of the scores (art. 8).

    Raises:
        ValueError: the result states neither.
    """
    if result.coefficients is not None:
        red, blue = result.coefficients
        return figures(red, blue, scores=result.scores, article="8.1")
    if result.scores is None:
        raise ValueError("a result states its scores or its coefficients")
    worth = normal(*result.scores)
    return figures(worth.first, worth.second, scores=result.scores, article=worth.article)


@dataclass(frozen=True, slots=True, kw_only=True)
class OddResult:
    """A stated result that article 8 alone cannot give."""

    result: StatedResult
    why: str
    """`winners`, `order`, `draw` or `sum`."""


def odd_results(form: ImportForm) -> list[OddResult]:
    """Return the results that only a special ending can explain, in the order of the rows."""
    odd = []
    for result in form.results:
        why = oddity(result)
        if why:
            odd.append(OddResult(result=result, why=why))
    return odd


def oddity(result: StatedResult) -> str:
    """Return why the result cannot be (art. 8), or ""."""
    if result.coefficients is None:
        return ""
    red, blue = result.coefficients
    if red + blue > _MOST_SUM:
        return "winners"
    if red + blue < _LEAST_SUM:
        return "sum"
    if result.scores is None:
        return ""
    red_score, blue_score = result.scores
    if red_score == blue_score:
        return "draw" if red != blue else ""
    loser_has_less = red < blue if red_score < blue_score else red > blue
    return "" if loser_has_less else "order"


def check_games(
    form: ImportForm, files: Sequence[GcgFile], terms: ImportTerms, people: Mapping[str, PersonId]
) -> SeasonGames:
    """Return the games of the files, each with its result, and every fault."""
    games: dict[int, StatedGame] = {}
    imported: dict[int, ImportedGame] = {}
    faults: list[FormFault] = []
    for file in files:
        checked, wrong = _checked(form, file, terms, people)
        faults += wrong
        if checked is None:
            continue
        if checked.row in games:
            faults.append(_fault(file, say("import.gcg_twice", other=games[checked.row].key)))
        else:
            games[checked.row], imported[checked.row] = checked.stated, checked.imported
    return SeasonGames(of_result=games, shown=imported, faults=tuple(faults))


def season_matches(form: ImportForm, games: Mapping[int, StatedGame]) -> tuple[SeasonMatch, ...]:
    """Return the matches of the season, in the order of the rows.

    A game whose GCG file is known makes a match of its own if the other game of its pair has none,
    because a match has the moves of all its games or of none.
    """
    pairs: dict[tuple[str, frozenset[str]], list[int]] = {}
    for at, result in enumerate(form.results):
        players = frozenset((key_of(result.red), key_of(result.blue)))
        pairs.setdefault((result.group, players), []).append(at)
    matches: list[SeasonMatch] = []
    for own in pairs.values():
        known = [at for at in own if at in games]
        if not known or (len(known) == len(own) == len(Leg)):
            matches.append(_match(form, own, games))
        else:
            matches += [_alone(form, at, games) for at in own]
    return tuple(matches)


def _match(form: ImportForm, own: Sequence[int], games: Mapping[int, StatedGame]) -> SeasonMatch:
    """Return the match with both games; Red at home is Blue in a return game alone."""
    first = min((form.results[at] for at in own), key=lambda result: result.leg is Leg.RETURN)
    seats = (first.red, first.blue)
    red, blue = seats if first.leg is Leg.HOME else seats[::-1]
    return SeasonMatch(
        group=first.group,
        red=red,
        blue=blue,
        results={form.results[at].leg: form.results[at] for at in own},
        games={form.results[at].leg: games[at] for at in own if at in games},
    )


def _alone(form: ImportForm, at: int, games: Mapping[int, StatedGame]) -> SeasonMatch:
    result = form.results[at]
    return SeasonMatch(
        group=result.group,
        red=result.red,
        blue=result.blue,
        results={Leg.HOME: result},
        games={Leg.HOME: games[at]} if at in games else {},
    )


def season_game(  # noqa: PLR0913  (the stated game, and its place in the season)
    stated: StatedGame,
    result: StatedResult,
    terms: ImportTerms,
    people: Mapping[str, PersonId],
    *,
    phase: Phase,
    place: tuple[MatchCode, Leg],
) -> ImportedGame:
    """Return the game of a result, with its moves, in that match."""
    code, leg = place
    started = GameStarted(
        at=noon(stated.start, terms.rules.time_zone, terms.at),
        game=game_id(code, leg),
        match=code,
        leg=leg,
        phase=phase,
        rules=terms.rules,
        edition=terms.edition,
        red=people[key_of(result.red)],
        blue=people[key_of(result.blue)],
        sequence=stated.sequence,
        start=stated.start,
        imported=True,
    )
    return import_game(
        started, stated.turns, stated.end, writer=terms.arbiter, at=terms.at, lexicon=terms.lexicon
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _CheckedFile:
    """A GCG file with its result in the form."""

    row: int
    """The position of its result in the form."""
    stated: StatedGame
    imported: ImportedGame
    """Its game, with the moves."""


def _checked(
    form: ImportForm, file: GcgFile, terms: ImportTerms, people: Mapping[str, PersonId]
) -> tuple[_CheckedFile | None, list[FormFault]]:
    """Return the file with its result and no fault, or None and the faults."""
    day = form.closing or terms.at.date()
    tiles = load_tile_set(terms.rules.tile_set)
    stated, unread = read_season_gcg(file.content, file.name, day, tiles)
    if stated is None:
        return None, list(unread)
    players = {key_of(stated.red), key_of(stated.blue)}
    own = [
        (row, result)
        for row, result in enumerate(form.results)
        if {key_of(result.red), key_of(result.blue)} == players
    ]
    if not own:
        what = say("import.gcg_no_result", red=stated.red, blue=stated.blue)
        return None, [_fault(file, what)]
    coloured = [own_fault for own_fault in own if key_of(own_fault[1].red) == key_of(stated.red)]
    if not coloured:
        what = say("import.gcg_colours", red=own[0][1].red, blue=own[0][1].blue)
        return None, [_fault(file, what)]
    row, result = coloured[0]
    imported = season_game(
        stated, result, terms, people, phase=form.phase, place=(_NOWHERE, Leg.HOME)
    )
    faults = [
        FormFault(file.name, fault.row, "", fault_text(fault.fault)) for fault in imported.faults
    ]
    faults = faults or _against(file, imported, result)
    if faults:
        return None, faults
    return _CheckedFile(row=row, stated=stated, imported=imported), []


def _fault(file: GcgFile, what: Text) -> FormFault:
    """Return a fault of the file as a whole."""
    return FormFault(file.name, 0, "", what)


def _against(file: GcgFile, imported: ImportedGame, result: StatedResult) -> list[FormFault]:
    """Return a fault for each part of the stated result that differs from the game."""
    game, stated = imported.game, figures_of(result)
    scores = (game.red.score, game.blue.score)
    worth = normal(*scores)
    if result.scores is not None and result.scores != scores:
        wanted = "–".join(map(str, result.scores))
        what = say("import.gcg_score", found=f"{scores[0]}–{scores[1]}", wanted=wanted)
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
