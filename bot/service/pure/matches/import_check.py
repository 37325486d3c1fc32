"""Checks a form of games that began elsewhere: pairs, colours, dates, and every move. Pure.

Every fault is noted at its row, so that the arbiter can correct all of them at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations
from typing import Final, TypeVar

from bot.documents.tables.import_stated import (
    COMPETITION,
    GAMES,
    LEAVE,
    MOVES,
    RESULTS,
    RULINGS,
    FormFault,
    ImportForm,
    StatedGame,
    StatedResult,
    key_of,
)
from bot.service.pure.matches.checked_import import CheckedImport, ImportedPair, ImportTerms
from bot.service.pure.matches.form_parts import (
    ONLY_GROUP,
    Pairing,
    groups_of,
    pairing_of,
    pairings_of,
    plans_of,
    players_of,
)
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Text, say
from engine.competitions.planning import contradictions
from engine.errors import Fault
from engine.games.appraisal import UNKNOWN_WORD
from engine.games.entry import noon
from engine.games.events import GameStarted
from engine.games.importing import ImportedGame, import_game, leave_of
from engine.ids import Leg, MatchCode, PersonId, Seat, game_id
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod, day_of

_SHEET_OF: Final = {
    **dict.fromkeys(("sequence", "start", "ending", "ended"), GAMES),
    **dict.fromkeys(("value", "on"), RULINGS),
}
"""The sheet of each column that is not one of moves."""
RowT = TypeVar("RowT", StatedGame, StatedResult)


def check_import(
    form: ImportForm,
    terms: ImportTerms,
    people: Mapping[str, PersonId],
    codes: Sequence[MatchCode],
) -> CheckedImport:
    """Return the form's games as they will be recorded, with every fault.

    `people` has a number for each player, by the key of their name; `codes` has a code for each
    match.
    """
    return _Check(form, terms, people).checked(codes)


def is_past_season(start: date, closing: date, today: date) -> bool:
    """Return whether a season with this first and last day can be over."""
    return start < closing <= today


class _Check:
    """A form while it is checked."""

    def __init__(
        self, form: ImportForm, terms: ImportTerms, people: Mapping[str, PersonId]
    ) -> None:
        self._form, self._terms, self._people = form, terms, people
        self._names = players_of(form)
        self._games_of = _by_pairing(form.games)
        self._results_of = _by_pairing(form.results)
        self._faults: list[FormFault] = []
        self._leave: dict[str, tuple[LeavePeriod, ...]] = {}

    def checked(self, codes: Sequence[MatchCode]) -> CheckedImport:
        """Return the form with its games and every fault; a season that is over has no games."""
        pairs: list[ImportedPair] = []
        if self._form.is_season:
            self._check_season_days()
            self._check_season_results()
            self._check_groups(RESULTS, groups_of(self._form))
        else:
            self._check_leave()
            for pairing, code in zip(pairings_of(self._form), codes, strict=True):
                pair = self._pair(pairing, code)
                if pair is not None:
                    pairs.append(pair)
            self._check_competition(pairs)
        return CheckedImport(
            form=self._form,
            names=self._names,
            pairs=tuple(pairs),
            leave=self._leave,
            faults=tuple(self._faults),
            rules=self._terms.rules,
            edition=self._terms.edition,
        )

    def _check_season_days(self) -> None:
        """Note a missing title and impossible days; those of a crosstable are asked for later."""
        form = self._form
        if not form.title and not form.is_crosstable:
            self._note_competition(say("import.title_missing"))
        start, closing = form.start, form.closing
        is_asked = form.is_crosstable and (start is None or closing is None)
        if not is_asked and not (
            start and closing and is_past_season(start, closing, self._terms.today)
        ):
            self._note_competition(say("import.season_days"))

    def _check_season_results(self) -> None:
        """Note results that are stated twice, and return games with the colours of home games."""
        results: dict[tuple[Pairing, Leg], StatedResult] = {}
        for result in self._form.results:
            pairing = pairing_of(result)
            first = results.setdefault((pairing, result.leg), result)
            if first is not result:
                what = say("import.game_twice", first=first.row)
                self._note(RESULTS, result.row, "leg", what)
            other_leg = Leg.RETURN if result.leg is Leg.HOME else Leg.HOME
            other = results.get((pairing, other_leg))
            if other is not None and key_of(other.red) == key_of(result.red):
                self._note(RESULTS, result.row, "red", say("import.colours", red=other.blue))

    def _note(self, sheet: str, row: int, column: str, what: Text) -> None:
        """Note a fault; row 0 means the sheet as a whole."""
        self._faults.append(self._form.fault(sheet, row, column, what))

    def _note_competition(self, what: Text) -> None:
        """Note a fault of the facts about the competition."""
        self._note(COMPETITION, 0, "value", what)

    def _check_leave(self) -> None:
        """Check that leave belongs to players of the form, and store it by player."""
        allowance = self._terms.rules.leave(self._form.phase)
        for player, stated in self._form.leave.items():
            if player not in self._names:
                what = say("import.no_such_player", found=player)
                self._note(LEAVE, stated[0].row, "player", what)
                continue
            self._leave[player], faults = leave_of(stated, allowance)
            for fault in faults:
                self._note(LEAVE, fault.row, fault.column, fault_text(fault.fault))

    def _pair(self, pairing: Pairing, code: MatchCode) -> ImportedPair | None:
        """Return the pair with its games; None if its home game is missing."""
        games = self._games_of.get(pairing, [])
        by_leg: dict[Leg, StatedGame] = {}
        for game in games:
            if game.leg in by_leg:
                what = say("import.game_twice", first=by_leg[game.leg].row)
                self._note(GAMES, game.row, "leg", what)
            by_leg.setdefault(game.leg, game)
        results = self._results(pairing, by_leg)
        home, return_game = by_leg.get(Leg.HOME), by_leg.get(Leg.RETURN)
        if home is None and Leg.HOME not in results:
            sheet, row = (GAMES, games[0].row) if games else (RESULTS, results[Leg.RETURN].row)
            self._note(sheet, row, "leg", say("import.home_missing"))
            return None
        first = results[Leg.HOME] if home is None else home
        played = {} if home is None else {Leg.HOME: self._game(home, code)}
        if return_game is not None:
            if key_of(return_game.red) != key_of(first.blue):
                self._note(GAMES, return_game.row, "red", say("import.colours", red=first.blue))
            if home is not None:
                self._check_order(home, played[Leg.HOME], return_game)
            played[Leg.RETURN] = self._game(return_game, code)
        return ImportedPair(
            code=code,
            group=pairing.group,
            red=key_of(first.red),
            blue=key_of(first.blue),
            played=played,
            stated=by_leg,
            results=results,
        )

    def _results(
        self, pairing: Pairing, games: Mapping[Leg, StatedGame]
    ) -> dict[Leg, StatedResult]:
        """Return the results of a pair's games without moves; note those that do not fit."""
        results: dict[Leg, StatedResult] = {}
        for result in self._results_of.get(pairing, []):
            if result.leg in results:
                what = say("import.game_twice", first=results[result.leg].row)
                self._note(RESULTS, result.row, "leg", what)
            elif result.leg in games:
                what = say("import.stated_twice", row=games[result.leg].row)
                self._note(RESULTS, result.row, "leg", what)
            elif result.leg is Leg.RETURN and Leg.HOME in games:
                what = say("import.stated_return", row=games[Leg.HOME].row)
                self._note(RESULTS, result.row, "leg", what)
            else:
                results[result.leg] = result
        home, other = results.get(Leg.HOME), results.get(Leg.RETURN)
        if home is not None and other is not None and key_of(other.red) != key_of(home.blue):
            self._note(RESULTS, other.row, "red", say("import.colours", red=home.blue))
        return results

    def _check_order(
        self, home: StatedGame, imported_home: ImportedGame, return_game: StatedGame
    ) -> None:
        """Note a return game that begins before the home game is over (art. 7.1)."""
        if not home.is_whole or imported_home.faults:
            return
        ended = imported_home.game.ended
        if ended is None:
            self._note(GAMES, return_game.row, "leg", say("import.home_open", row=home.row))
            return
        over = day_of(ended.at, self._terms.rules.time_zone)
        if return_game.start < over:
            what = say("import.return_early", ended=over.isoformat())
            self._note(GAMES, return_game.row, "start", what)

    def _game(self, stated: StatedGame, code: MatchCode) -> ImportedGame:
        """Return the game with its moves; note its faults at their rows."""
        red, blue = key_of(stated.red), key_of(stated.blue)
        terms = self._terms
        started = start_of(
            stated,
            terms,
            code=code,
            leg=stated.leg,
            phase=self._form.phase,
            red=self._people[red],
            blue=self._people[blue],
        )
        leave = self._form.leave
        imported = import_game(
            started,
            stated.turns,
            stated.end if stated.is_whole else None,
            writer=terms.arbiter,
            at=terms.at,
            lexicon=terms.lexicon,
            row=stated.row,
            grants=stated.grants,
            leave={Seat.RED: leave.get(red, ()), Seat.BLUE: leave.get(blue, ())},
        )
        for fault in imported.faults:
            sheet = _SHEET_OF.get(fault.column, MOVES)
            what = fault_text(fault.fault)
            if fault.fault.code == UNKNOWN_WORD:
                source = "record" if self._form.is_record else "form"
                what = say("import.unlisted", what=what, how=say(f"import.accepted_{source}"))
            self._note(sheet, fault.row, fault.column, what)
        self._check_penalties(stated)
        return imported

    def _check_penalties(self, stated: StatedGame) -> None:
        """Note an impossible day, and a second penalty of one player in one game (art. 10.3)."""
        penalised: set[Seat] = set()
        for penalty in stated.penalties:
            if not stated.start <= penalty.on <= self._terms.today:
                facts = {"on": penalty.on.isoformat(), "first": stated.start.isoformat()}
                what = fault_text(Fault("import_ruling_day", "10.3", facts))
                self._note(RULINGS, penalty.row, "on", what)
            if penalty.seat in penalised:
                self._note(RULINGS, penalty.row, "value", say("import.penalty_twice"))
            penalised.add(penalty.seat)

    def _check_competition(self, pairs: Sequence[ImportedPair]) -> None:
        """Note what is missing for a competition, or too much for a single match."""
        form = self._form
        if form.closing is None:
            if form.results or len(pairings_of(form)) > 1:
                self._note_competition(say("import.closing_missing"))
            return
        if form.begun is None:
            self._note_competition(say("import.start_missing"))
        if not form.title:
            self._note_competition(say("import.title_missing"))
        groups = groups_of(form)
        begun = form.begun or self._terms.today
        is_over = all(game.game.ended for pair in pairs for game in pair.games)
        if form.closing <= begun or (form.closing < self._terms.today and not is_over):
            what = say("import.closing_past", closing=form.closing.isoformat())
            self._note_competition(what)
        # An import needs no day of return games: these share no sequence (`imported_rules`).
        for fault in contradictions(plans_of(form, len(groups), begun), self._terms.rules):
            if fault.code != "closing_before_start":  # reported above
                self._note_competition(fault_text(fault))
        self._check_all_pairs(groups)
        self._check_groups(GAMES, groups)

    def _check_all_pairs(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Note each pair of a group that has no game."""
        played_pairs = {pairing.players for pairing in pairings_of(self._form)}
        for name, players in groups.items():
            for first, second in combinations(players, 2):
                if frozenset((first, second)) not in played_pairs:
                    names = {"one": self._names[first], "other": self._names[second]}
                    what = say("import.pair_missing", group=name or ONLY_GROUP, **names)
                    self._note(GAMES, 0, "", what)

    def _check_groups(self, sheet: str, groups: Mapping[str, Iterable[str]]) -> None:
        """Note each player who is in several groups."""
        for player, name in self._names.items():
            groups_of_player = [
                group or "–" for group, players in groups.items() if player in players
            ]
            if len(groups_of_player) > 1:
                what = say("import.two_groups", who=name, groups=", ".join(groups_of_player))
                self._note(sheet, 0, "group", what)


def _by_pairing(rows: Iterable[RowT]) -> dict[Pairing, list[RowT]]:
    """Return the rows of each pairing, in their order."""
    rows_of: dict[Pairing, list[RowT]] = {}
    for row in rows:
        rows_of.setdefault(pairing_of(row), []).append(row)
    return rows_of


def start_of(  # noqa: PLR0913  (the stated game, and its place)
    stated: StatedGame,
    terms: ImportTerms,
    *,
    code: MatchCode,
    leg: Leg,
    phase: Phase,
    red: PersonId,
    blue: PersonId,
) -> GameStarted:
    """Return the first event of a stated game, as that game of the match."""
    return GameStarted(
        at=noon(stated.start, terms.rules.time_zone, terms.at),
        game=game_id(code, leg),
        match=code,
        leg=leg,
        phase=phase,
        rules=terms.rules,
        edition=terms.edition,
        red=red,
        blue=blue,
        sequence=stated.sequence,
        start=stated.start,
        imported=True,
    )
